"""How many pieces of a side that runs can come together, by what it takes to join those that are stuck.

`shape.freely_together` counts the pieces of a region. But pieces beside a largest group of the enemy stay
there until the side has a group as large. Such pieces form **clusters**, and other pieces have to stand on
every square that joins clusters to one another: a Steiner tree, whose squares are paid for with pieces that
can walk. So the group holds the clusters of a set whose tree can be paid, and at most every piece that walks.
The trees of all sets are found by Dreyfus and Wagner's recursion (*The Steiner problem in graphs*, 1971): a
tree grows by a square, or two trees meet on a square. A tree has to be paid by the pieces of all regions
together, and, in squares which only one region can reach, by the pieces of that region. All this is left out
where they can pay for a tree that was made by shortest ways alone.
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
"""More are taken to join the others for nothing."""
MOST_PAID = 32
"""Squares that a tree may cost; who has more pieces that walk can pay for any."""
TOO_DEAR = MOST_PAID + 1
"""The column that marks a set of clusters whose trees cost more, and the most that one may cost."""
LEAST = TOO_DEAR + 1
"""The column of the least that one costs."""
NARROW = 3
"""`joined_together` is asked where `freely_together` is so many pieces too much at most."""
SETS = 1 << MOST_CLUSTERS
CLUSTERS, PAID, PIECES, WAY, ROWS = range(SETS, SETS + 5)
"""The rows of the room after those of the sets of clusters, and how many rows there are."""
COLUMNS = 65
"""An odd number, for the sake of caches; a way has no more squares."""


def room() -> NDArray[np.uint64]:
    """Return work arrays: the squares reached by the trees of each set of clusters, by cost, and its mark."""
    return np.zeros((ROWS, COLUMNS), np.uint64)


@helper
def merge(trees: NDArray[np.uint64], clusters: int, part: int, paid: np.uint64, budget: int) -> None:
    """Let the trees of a part of a set of clusters meet those of the rest; a square is paid for once."""
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
    """Let the trees of a set of clusters grow by squares, paid or for nothing."""
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
    """Return whether a set of clusters is marked, or one that it holds."""
    if trees[clusters, TOO_DEAR]:
        return True
    for index in range(count):
        if clusters >> index & 1 and trees[clusters ^ 1 << index, TOO_DEAR]:
            return True
    return False


@subroutine
def price(trees: NDArray[np.uint64], count: int, component: np.uint64, paid: np.uint64, budget: int) -> None:
    """Find the trees of all sets of clusters; mark those that cost more than `budget` squares of `paid`.

    Marked sets stay marked, and with them every larger set.
    """
    for clusters in range(1, 1 << count):
        if too_dear(trees, count, clusters):
            trees[clusters, TOO_DEAR] = ONE
            continue
        for cost in range(budget + 1):
            trees[clusters, cost] = ZERO
        one = clusters & -clusters
        if one == clusters:
            index = 0
            while clusters >> index > 1:
                index += 1
            trees[clusters, 0] = trees[CLUSTERS, index]
        part = (clusters - 1) & clusters
        while part > 0:
            if part & one:
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
    """Write the clusters of stuck pieces as far as they fit; return how many there are."""
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
    """Return a region and the squares beside it, outside the board too."""
    return region | adjacent(region)


@helper
def write_bills(
    trees: NDArray[np.uint64], component: np.uint64, own: np.uint64, walks: np.uint64
) -> tuple[int, int]:
    """Write which squares of a tree have to be paid for, and the pieces for that; return the first and last.

    The bill 0, of all squares, is left out where any can be paid; the others are those of the regions.
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
    """Return a tree that joins all clusters of stuck pieces, with one more each time by a shortest way."""
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
    """Mark the sets of clusters for whose trees one of the bills from the first to the last is too dear."""
    for clusters in range(1 << count):
        trees[clusters, TOO_DEAR] = ZERO
    for bill in range(first, last):
        price(trees, count, component, trees[PAID, bill], signed(trees[PIECES, bill]))


@helper
def all_joined(
    trees: NDArray[np.uint64], component: np.uint64, stuck: np.uint64, first: int, last: int
) -> bool:
    """Return whether the bills of a tree that joins all stuck pieces, by shortest ways, can be paid."""
    if stuck == ZERO:
        return True
    tree = shortest_ways(trees, component, stuck)
    for bill in range(first, last):
        if popcount(tree & trees[PAID, bill]) > signed(trees[PIECES, bill]):
            return False
    return True


@helper
def left_out(trees: NDArray[np.uint64], count: int) -> int:
    """Return the fewest pieces in the clusters that a set which is not too dear leaves out."""
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
    """Return the most pieces of a side that can be one group when it first has one of `enemy_most` or more.

    Sharper than `shape.freely_together` and some 20 times as slow. If the answer is less than `enemy_most`,
    the side will never have a group of that size while the enemy stands still.
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
    """Return the most pieces that come together when there is first a group of `enemy_most` or more.

    If that is less than `enemy_most` there will never be one while the enemy stands still.
    """
    freely = freely_together(setting, own, enemy, enemy_most)
    if enemy_most <= freely <= enemy_most + NARROW:
        return joined_together(setting, trees, own, enemy, enemy_most)
    return freely


@kernel(int64(SETTING, uint64[:, ::1], uint64, uint64, int64))
def most_joined_together(
    setting: Setting, trees: NDArray[np.uint64], own: np.uint64, enemy: np.uint64, enemy_most: int
) -> int:
    """Return the result of `joined_together`, as an entry for Python."""
    return joined_together(setting, trees, own, enemy, enemy_most)
