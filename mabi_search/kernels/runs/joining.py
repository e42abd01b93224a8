"""Bound the number of pieces that a running side can join, from the cost of joining stuck pieces.

`shape.freely_together` counts the pieces of a region. But a piece beside one of the largest enemy groups is
stuck until its own side has a group of that size. Stuck pieces form **clusters**. To join clusters, other
pieces must occupy all squares of a Steiner tree between them, so each square of the tree costs a movable
piece. Therefore the largest possible group consists of clusters whose tree is affordable, and of all movable
pieces.

The recursion of Dreyfus and Wagner (*The Steiner problem in graphs*, 1971) finds the trees of all sets of
clusters. A tree grows by a square, or two trees meet on a square. The pieces of all regions together must pay
for a tree. Squares that only one region can reach must be paid for by that region alone. If a tree of
shortest paths is affordable, the recursion is not needed.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from _gamekit.jit.entry import helper, kernel, subroutine
from _gamekit.jit.forms import int64, uint64
from _gamekit.kernels.bits import ONE, ZERO, lowest, popcount, signed
from mabi_search.kernels.board import SETTING, Setting, adjacent
from mabi_search.kernels.groups import flood
from mabi_search.kernels.runs.shape import freely_together, reach_of

MOST_CLUSTERS = 8
"""Maximum number of clusters considered. Further clusters count as joined at no cost."""
MOST_PAID = 32
"""Maximum cost of a tree in squares. A side with more movable pieces can afford any tree."""
TOO_DEAR = MOST_PAID + 1
"""The column that marks sets of clusters whose trees cost too much."""
LEAST = TOO_DEAR + 1
"""The column of the minimum cost of a tree."""
NARROW = 3
"""`joined_together` is called if `freely_together` exceeds the needed number by at most this many pieces."""
SETS = 1 << MOST_CLUSTERS
CLUSTERS, PAID, PIECES, WAY, ROWS = range(SETS, SETS + 5)
"""The rows of the scratch memory that follow those of the sets of clusters, and the number of rows."""
COLUMNS = 65
"""Number of columns: at least the number of squares of a path, and odd, which suits processor caches."""


def scratch() -> NDArray[np.uint64]:
    """Return scratch memory. It has, for each set of clusters and each cost, the squares of the trees."""
    return np.zeros((ROWS, COLUMNS), np.uint64)


@helper
def merge(trees: NDArray[np.uint64], clusters: int, part: int, paid: np.uint64, budget: int) -> None:
    """Join the trees of two complementary parts of a set of clusters wherever they meet.

    The square on which two trees meet is paid for once.
    """
    rest = clusters ^ part
    least = signed(trees[rest, LEAST])
    for first in range(signed(trees[part, LEAST]), min(budget + 2 - least, budget + 1)):
        for second in range(least, min(budget + 2 - first, budget + 1)):
            both = trees[part, first] & trees[rest, second]
            if both == ZERO:
                continue
            if first + second <= budget:
                trees[clusters, first + second] |= both & ~paid
            if first + second >= 1:
                trees[clusters, first + second - 1] |= both & paid


@helper
def grow(
    trees: NDArray[np.uint64], clusters: int, component: np.uint64, paid: np.uint64, budget: int
) -> None:
    """Extend the trees of a set of clusters by adjacent squares, whether paid or free."""
    for cost in range(budget + 1):
        if cost > 0:
            trees[clusters, cost] |= trees[clusters, cost - 1]
        reached = trees[clusters, cost]
        while True:
            grown = reached | (adjacent(reached) & component & ~paid)
            if grown == reached:
                break
            reached = grown
        trees[clusters, cost] = reached
        if cost < budget:
            trees[clusters, cost + 1] |= adjacent(reached) & paid


@helper
def too_dear(trees: NDArray[np.uint64], count: int, clusters: int) -> bool:
    """Return whether a set of clusters, or the set without one of its clusters, is marked as too dear."""
    if trees[clusters, TOO_DEAR]:
        return True
    for index in range(count):
        if clusters >> index & 1 and trees[clusters ^ 1 << index, TOO_DEAR]:
            return True
    return False


@subroutine
def price(trees: NDArray[np.uint64], count: int, component: np.uint64, paid: np.uint64, budget: int) -> None:
    """Find the trees of all sets of clusters, and mark sets that cost more than `budget` squares of `paid`.

    A set that contains a marked set is marked as well.
    """
    for clusters in range(1, 1 << count):
        if too_dear(trees, count, clusters):
            trees[clusters, TOO_DEAR] = ONE
            continue
        for cost in range(budget + 1):
            trees[clusters, cost] = ZERO
        lowest_cluster = clusters & -clusters
        if lowest_cluster == clusters:
            index = 0
            while clusters >> index > 1:
                index += 1
            trees[clusters, 0] = trees[CLUSTERS, index]
        part = (clusters - 1) & clusters
        while part > 0:
            if part & lowest_cluster:
                merge(trees, clusters, part, paid, budget)
            part = (part - 1) & clusters
        grow(trees, clusters, component, paid, budget)
        least = 0
        while least <= budget and trees[clusters, least] == ZERO:
            least += 1
        trees[clusters, LEAST] = np.uint64(least)
        if least > budget:
            trees[clusters, TOO_DEAR] = ONE


@helper
def find_clusters(trees: NDArray[np.uint64], stuck: np.uint64) -> int:
    """Write the clusters of stuck pieces, at most `MOST_CLUSTERS`, and return their number."""
    count = 0
    rest = stuck
    while rest != ZERO and count < MOST_CLUSTERS:
        cluster = flood(lowest(rest), stuck)
        rest &= ~cluster
        trees[CLUSTERS, count] = cluster
        count += 1
    return count


@helper
def near(region: np.uint64) -> np.uint64:
    """Return a region and the squares beside it. Some may lie outside the board."""
    return region | adjacent(region)


@helper
def write_bills(
    trees: NDArray[np.uint64], component: np.uint64, own: np.uint64, walks: np.uint64
) -> tuple[int, int]:
    """Write the bills of a tree, and return the range of their numbers.

    A bill consists of squares to be paid for and the number of pieces available. Bill 0 is for all squares;
    it is outside the range if the side can afford any tree. Each other bill is for the squares that only one
    region can reach.
    """
    rest = component & own & walks
    squares = component & ~(own & ~walks)
    walking = popcount(rest)
    trees[PAID, 0], trees[PIECES, 0] = squares, np.uint64(walking)
    count = 1
    while rest != ZERO:
        region = flood(lowest(rest), walks)
        rest &= ~region
        paid = squares & near(region) & ~near(walks & ~region)
        pieces = popcount(region & own)
        if pieces < min(walking, popcount(paid), TOO_DEAR):
            trees[PAID, count], trees[PIECES, count] = paid, np.uint64(pieces)
            count += 1
    return 0 if walking <= MOST_PAID else 1, count


@helper
def shortest_ways(trees: NDArray[np.uint64], component: np.uint64, stuck: np.uint64) -> np.uint64:
    """Return a tree that joins all clusters of stuck pieces, one after another, by shortest paths."""
    tree = flood(lowest(stuck), stuck)
    rest = stuck & ~tree
    while rest != ZERO:
        steps, reached = 0, tree
        while reached & rest == ZERO:
            trees[WAY, steps] = reached
            steps += 1
            reached = (reached | adjacent(reached)) & component
        at = lowest(reached & rest)
        tree |= flood(at, stuck)
        for step in range(steps - 1, 0, -1):
            at = lowest(adjacent(at) & trees[WAY, step])
            tree |= at
        rest &= ~tree
    return tree


@helper
def price_all(trees: NDArray[np.uint64], count: int, component: np.uint64, first: int, last: int) -> None:
    """Mark the sets of clusters for which one of the bills `first` to `last` - 1 cannot be paid."""
    for clusters in range(1 << count):
        trees[clusters, TOO_DEAR] = ZERO
    for bill in range(first, last):
        price(trees, count, component, trees[PAID, bill], signed(trees[PIECES, bill]))


@helper
def all_joined(
    trees: NDArray[np.uint64], component: np.uint64, stuck: np.uint64, first: int, last: int
) -> bool:
    """Return whether a tree of shortest paths that joins all stuck pieces is affordable."""
    if stuck == ZERO:
        return True
    tree = shortest_ways(trees, component, stuck)
    for bill in range(first, last):
        if popcount(tree & trees[PAID, bill]) > signed(trees[PIECES, bill]):
            return False
    return True


@helper
def left_out(trees: NDArray[np.uint64], count: int) -> int:
    """Return the minimum number of stuck pieces outside an affordable set of clusters."""
    fewest = popcount(~ZERO)
    for clusters in range(1 << count):
        if trees[clusters, TOO_DEAR] == ZERO:
            pieces = 0
            for index in range(count):
                if not clusters >> index & 1:
                    pieces += popcount(trees[CLUSTERS, index])
            fewest = min(fewest, pieces)
    return fewest


@subroutine
def joined_together(
    setting: Setting, trees: NDArray[np.uint64], own: np.uint64, enemy: np.uint64, enemy_most: int
) -> int:
    """Return an upper bound on a side's largest group when that group first has at least `enemy_most` pieces.

    This bound is tighter than `shape.freely_together`, but takes about 20 times as long. If it is less than
    `enemy_most`, the side will never have a group of that size while the enemy does not move.
    """
    beside, reach = reach_of(setting, own, enemy, enemy_most)
    rest = own
    most = 0
    while rest != ZERO:
        component = flood(lowest(rest), reach)
        rest &= ~component
        pieces = popcount(component & own)
        if pieces <= most:
            continue
        if pieces >= enemy_most:
            stuck = component & own & beside
            first, last = write_bills(trees, component, own, reach & ~beside)
            if not all_joined(trees, component, stuck, first, last):
                count = find_clusters(trees, stuck)
                price_all(trees, count, component, first, last)
                pieces -= left_out(trees, count)
        most = max(most, pieces)
    return most


@helper
def most_before_free(
    setting: Setting, trees: NDArray[np.uint64], own: np.uint64, enemy: np.uint64, enemy_most: int
) -> int:
    """Return `joined_together` if `freely_together` is close to `enemy_most`; otherwise `freely_together`."""
    freely = freely_together(setting, own, enemy, enemy_most)
    if enemy_most <= freely <= enemy_most + NARROW:
        return joined_together(setting, trees, own, enemy, enemy_most)
    return freely


@kernel(int64(SETTING, uint64[:, ::1], uint64, uint64, int64))
def most_joined_together(
    setting: Setting, trees: NDArray[np.uint64], own: np.uint64, enemy: np.uint64, enemy_most: int
) -> int:
    """Call `joined_together` from Python."""
    return joined_together(setting, trees, own, enemy, enemy_most)
