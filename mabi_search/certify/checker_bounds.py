"""Why a side that runs cannot overtake: the bounds of the checker of certificates, written for it alone.

One side, the runner, walks; the other stands still until the runner passes. All that is used of the rules: a
piece steps to an empty square beside it, and a piece beside a larger enemy group cannot step. Let `large` be
the size of the largest groups that stand. **The moment** is the first at which the runner has a group of so
many pieces. Before it every group of the runner is smaller, so a piece on a **closed** square, beside a group
of `large`, is **stuck**: it stays there until the moment. Each step up to the moment, also the one that makes
it, therefore begins on a square that is not closed; pieces that make them walk in one connected **region** of
these squares until, at most once, they step to a closed square beside it, a **door**. So at the moment

1. each piece that was on a closed square at first is where it was;
2. each other piece is in the region where it began, or in a door of it.

The bounds tell how many pieces of the runner one group can have then. If that is fewer than `large`, the
moment never comes.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from mabi_search.certify.checker_rules import beside, greatest, parts

MOST_CLUSTERS = 8
"""Of stuck pieces that are joined at a price; others of the same part are joined for nothing."""


class Ground(NamedTuple):
    """Where a side can run while the other stands still."""

    large: int
    """The size of the largest groups that stand."""
    closed: int
    """The free squares beside one of these: who is there is stuck until the moment."""
    regions: tuple[int, ...]
    """The connected parts of the other free squares."""
    doors: tuple[int, ...]
    """For each region the closed squares beside it."""


def ground_of(board: int, standing: int) -> Ground:
    """Return where a side can run on a board on which these pieces stand."""
    large, free = greatest(standing), board & ~standing
    closed = 0
    for group in parts(standing):
        if group.bit_count() == large:
            closed |= beside(group) & free
    regions = parts(free & ~closed)
    return Ground(large, closed, regions, tuple(beside(region) & closed for region in regions))


def most_in_a_region(board: int, runner: int, standing: int) -> int:
    """Return how many pieces of the runner are in one region of the squares that are not taken, at most.

    It can never have a larger group: pieces step from square to square, so none leaves its region of the
    squares that the other side has not taken, and a group is connected, so it lies in one such region.
    """
    return max(((runner & region).bit_count() for region in parts(board & ~standing)), default=0)


def most_freely_together(board: int, runner: int, standing: int) -> int:
    """Return how many pieces of the runner can be one group at the moment, at most, by where they can be.

    By 1 and 2 all pieces are then on squares that some piece can be on: stuck ones, regions with pieces, and
    their doors. A group lies in one connected part of these. It has no more pieces than began in that part,
    since a region and its doors are in one part.
    """
    every = _where_pieces_can_be(runner, ground_of(board, standing))
    return max(((runner & part).bit_count() for part in parts(every)), default=0)


def most_joined_together(board: int, runner: int, standing: int) -> int:
    """Return how many pieces of the runner can be one group at the moment, at most, by what it takes.

    Clusters are the groups of the pieces that are stuck at first. The group of the moment holds some of
    them, whole, and pieces that have walked, on all its other squares. So it has a tree of squares that
    joins its clusters and, of each set of squares that `_prices` names, takes no more than there are pieces
    which can stand there. Which sets of clusters such trees join is found out; the group holds one of these
    sets, and at most all pieces of its part that are in no cluster.
    """
    ground = ground_of(board, standing)
    stuck = runner & ground.closed
    found = 0
    for part in parts(_where_pieces_can_be(runner, ground)):
        pieces = (runner & part).bit_count()
        if pieces >= ground.large:
            clusters = parts(part & stuck)[:MOST_CLUSTERS]
            joined = set(range(1 << len(clusters)))
            for paid, budget in _prices(part, runner, ground):
                joined &= _joined_sets(clusters, part, paid, budget)
            pieces -= min(_left_out(clusters, chosen) for chosen in joined)
        found = max(found, pieces)
    return found


def _where_pieces_can_be(runner: int, ground: Ground) -> int:
    """Return the squares on which a piece of the runner can be at the moment."""
    every = runner & ground.closed
    for region, doors in zip(ground.regions, ground.doors, strict=True):
        if runner & region:
            every |= region | doors
    return every


def _left_out(clusters: tuple[int, ...], chosen: int) -> int:
    return sum(cluster.bit_count() for at, cluster in enumerate(clusters) if not chosen >> at & 1)


def _prices(part: int, runner: int, ground: Ground) -> Iterator[tuple[int, int]]:
    """Yield sets of squares of a part, and how many pieces at most stand on them at the moment.

    On all squares where nobody was stuck at first there are only the part's other pieces. On those of one
    region and its doors, without the doors of other regions with pieces, there are only that region's.
    """
    walked = part & ~(runner & ground.closed)
    yield walked, (runner & walked).bit_count()
    inhabited = [
        (region, doors) for region, doors in zip(ground.regions, ground.doors, strict=True) if runner & region
    ]
    for region, doors in inhabited:
        if region & part:
            others = 0
            for other, its_doors in inhabited:
                if other != region:
                    others |= its_doors
            yield walked & (region | doors) & ~others, (runner & region).bit_count()


def _joined_sets(clusters: tuple[int, ...], part: int, paid: int, budget: int) -> set[int]:
    """Return which clusters, as bits, trees of squares of a part join with `budget` paid squares or fewer.

    `grown[chosen][cost]` are the squares that a tree can have which joins the chosen clusters, with so many
    paid squares or fewer. A tree that joins clusters and has a certain square either has two branches there
    that join some of the clusters each (a paid square is then paid for once), or goes on to a square beside.
    This is the recursion of Dreyfus and Wagner (1971), by costs.
    """
    grown: list[list[int]] = [[]]
    for chosen in range(1, 1 << len(clusters)):
        if chosen & (chosen - 1):
            begun = _branched(grown, chosen, paid, budget)
        else:
            begun = [clusters[chosen.bit_length() - 1]] * (budget + 1)
        levels: list[int] = []
        for squares in begun:
            if levels:
                squares |= levels[-1] | (beside(levels[-1]) & part & paid)
            levels.append(_along_unpaid(squares, part & ~paid))
        grown.append(levels)
    return {chosen for chosen, levels in enumerate(grown) if not chosen or levels[-1]}


def _along_unpaid(squares: int, unpaid: int) -> int:
    """Return squares, and those that are reached from them at no further cost."""
    while more := beside(squares) & unpaid & ~squares:
        squares |= more
    return squares


def _branched(grown: list[list[int]], chosen: int, paid: int, budget: int) -> list[int]:
    """Return for each cost the squares in which two trees meet that together join the chosen clusters."""
    begun = [0] * (budget + 1)
    lowest = chosen & -chosen
    some = (chosen - 1) & chosen
    while some:
        if some & lowest and grown[some][-1] and grown[chosen ^ some][-1]:
            ones, others = grown[some], grown[chosen ^ some]
            for cost in range(budget + 1):
                for one in range(cost + 1):
                    begun[cost] |= ones[one] & others[cost - one]
                for one in range(1, cost + 1):
                    begun[cost] |= ones[one] & others[cost - one + 1] & paid
        some = (some - 1) & chosen
    return begun
