"""Upper bounds on the group a runner can form, for the checker of certificates alone.

During a run one side, the runner, moves, and the other stands still until the runner passes. Only two rules
are used: a piece steps to an empty square beside it, and a piece beside a larger enemy group cannot step.

Let `large` be the size of the largest standing groups, and T the first time that the runner has a group of
`large` pieces or more. A square beside a group of `large` is **closed**. Before T every group of the runner
is smaller than `large`, so its piece on a closed square is **stuck**: it cannot move before T. Each step up
to T, the last one included, therefore begins on a free square that is not closed. These squares form
connected **regions**. A piece walks in one region, and may leave it once, to a closed square beside it: the
**border** of the region. So at T

1. each piece that was on a closed square in the beginning is still there;
2. each other piece is in the region where it began, or on its border.

The bounds say how many pieces a group of the runner can have at T. If that is fewer than `large`, T never
comes.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from mabi_search.certify.checker_rules import beside, greatest, parts

MOST_CLUSTERS = 8
"""Largest number of clusters of a component that are considered; further ones are assumed to join at no
cost."""


class Ground(NamedTuple):
    """The squares on which a runner's pieces can walk until T."""

    large: int
    """The size of the largest standing groups."""
    closed: int
    """The squares without standing pieces beside one of these groups; a piece there is stuck until T."""
    regions: tuple[int, ...]
    """The connected components of the other squares without standing pieces."""
    borders: tuple[int, ...]
    """The border of each region: the closed squares beside it."""


def ground_of(board: int, standing: int) -> Ground:
    """Return the squares on which a runner can walk, on a board with these standing pieces."""
    large, free = greatest(standing), board & ~standing
    closed = 0
    for group in parts(standing):
        if group.bit_count() == large:
            closed |= beside(group) & free
    regions = parts(free & ~closed)
    return Ground(large, closed, regions, tuple(beside(region) & closed for region in regions))


def most_in_a_region(board: int, runner: int, standing: int) -> int:
    """Return the most pieces that the runner has in one connected component of squares without enemy pieces.

    The runner can never have a larger group: a piece cannot leave its component, and a group is connected, so
    it is within one component.
    """
    return max(((runner & region).bit_count() for region in parts(board & ~standing)), default=0)


def most_freely_together(board: int, runner: int, standing: int) -> int:
    """Return an upper bound on the runner's largest group at T, by the squares that its pieces can reach.

    By 1 and 2 all its pieces are then on squares of stuck pieces, in regions with pieces, or on borders of
    these regions. A group lies in one connected component of these squares. A region and its border lie in
    one component, too. So the group has at most the pieces that began in its component.
    """
    every = _where_pieces_can_be(runner, ground_of(board, standing))
    return max(((runner & part).bit_count() for part in parts(every)), default=0)


def most_joined_together(board: int, runner: int, standing: int) -> int:
    """Return an upper bound on the runner's largest group at T, by the pieces needed to join stuck pieces.

    The pieces that are stuck in the beginning form **clusters**. The group at T contains some whole clusters,
    and walking pieces on all its other squares. So there is a tree of squares within the group that joins its
    clusters. `_prices` yields sets of squares with the numbers of pieces that can stand on them, and the tree
    has no more squares in any of these sets. The bound is the best over all sets of clusters that such a tree
    joins: the pieces of these clusters, and all pieces of the component that are in no cluster.
    """
    ground = ground_of(board, standing)
    stuck = runner & ground.closed
    most = 0
    for part in parts(_where_pieces_can_be(runner, ground)):
        pieces = (runner & part).bit_count()
        if pieces >= ground.large:
            clusters = parts(part & stuck)[:MOST_CLUSTERS]
            joined = set(range(1 << len(clusters)))
            for paid, budget in _prices(part, runner, ground):
                joined &= _joined_sets(clusters, part, paid, budget)
            pieces -= min(_left_out(clusters, chosen) for chosen in joined)
        most = max(most, pieces)
    return most


def _where_pieces_can_be(runner: int, ground: Ground) -> int:
    """Return the squares on which a piece of the runner can be at T."""
    every = runner & ground.closed
    for region, border in zip(ground.regions, ground.borders, strict=True):
        if runner & region:
            every |= region | border
    return every


def _left_out(clusters: tuple[int, ...], chosen: int) -> int:
    return sum(cluster.bit_count() for at, cluster in enumerate(clusters) if not chosen >> at & 1)


def _prices(part: int, runner: int, ground: Ground) -> Iterator[tuple[int, int]]:
    """Yield sets of squares of a component, each with the most pieces that can stand on them at T.

    The squares without a stuck piece can only hold the walking pieces of the component. Those of one region
    and its border that are on no border of another region with pieces can only hold pieces of that region.
    """
    walked = part & ~(runner & ground.closed)
    yield walked, (runner & walked).bit_count()
    inhabited = [pair for pair in zip(ground.regions, ground.borders, strict=True) if runner & pair[0]]
    for region, border in inhabited:
        if region & part:
            others = 0
            for other, its_border in inhabited:
                if other != region:
                    others |= its_border
            yield walked & (region | border) & ~others, (runner & region).bit_count()


def _joined_sets(clusters: tuple[int, ...], part: int, paid: int, budget: int) -> set[int]:
    """Return the sets of clusters, as bits, that trees in `part` join with at most `budget` paid squares.

    `grown[chosen][cost]` are the squares contained in some tree that joins the chosen clusters with at most
    `cost` squares of `paid`. A tree that contains a square is one of two things. It is two smaller trees that
    meet there, each for some of the clusters; if the square is in `paid`, it counts once. Or it is a tree
    with one more square beside it. This is the recursion of Dreyfus and Wagner (1971), ordered by cost.
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
    """Return these squares with all squares that can be reached from them over unpaid squares."""
    while more := beside(squares) & unpaid & ~squares:
        squares |= more
    return squares


def _branched(grown: list[list[int]], chosen: int, paid: int, budget: int) -> list[int]:
    """Return for each cost the squares at which two trees meet that together join the chosen clusters."""
    begun = [0] * (budget + 1)
    lowest = chosen & -chosen
    some = (chosen - 1) & chosen
    while some:
        if some & lowest and grown[some][-1] and grown[chosen ^ some][-1]:
            ones, others = grown[some], grown[chosen ^ some]
            for cost in range(budget + 1):
                for share in range(cost + 1):
                    begun[cost] |= ones[share] & others[cost - share]
                for share in range(1, cost + 1):
                    begun[cost] |= ones[share] & others[cost - share + 1] & paid
        some = (some - 1) & chosen
    return begun
