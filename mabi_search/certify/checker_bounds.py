"""Upper bounds on the largest group that a run can form, for the checker of certificates.

During a run one side, the runner, moves, and the other side stands still until the runner passes. Only two
rules are used: a piece steps to an adjacent empty square, and a piece beside a larger enemy group cannot
step.

Let `large` be the size of the largest standing groups, and T the first time that the runner has a group of at
least `large` pieces. Squares beside a standing group of size `large` are **closed**. Before T every group of
the runner is smaller than `large`, so a piece on a closed square is **stuck**: it cannot move before T.
Therefore each step up to T, including the last, begins on a square that is neither closed nor occupied by the
standing side. These squares form connected **regions**. A piece moves within one region, and may leave it
once, to one of the adjacent closed squares, which are the **border** of the region. So at T

1. each piece that began on a closed square is still there; 2. each other piece is in the region where it
began, or on its border.

The bounds limit the number of pieces that a group of the runner can have at T. If the limit is less than
`large`, T never comes.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from mabi_search.certify.checker_rules import beside, greatest, parts

MOST_CLUSTERS = 8
"""Maximum number of clusters of a component that are considered. Further clusters are assumed to be joined at
no cost."""


class Ground(NamedTuple):
    """The squares on which a runner's pieces can move until T."""

    large: int
    """The size of the largest standing groups."""
    closed: int
    """The squares beside one of these groups that have no standing piece. A piece of the runner there is
    stuck until T."""
    regions: tuple[int, ...]
    """The connected components of the other squares without standing pieces."""
    borders: tuple[int, ...]
    """The border of each region: the closed squares beside it."""


def ground_of(board: int, standing: int) -> Ground:
    """Return the squares on which a runner's pieces can move, given the standing pieces."""
    large, free = greatest(standing), board & ~standing
    closed = 0
    for group in parts(standing):
        if group.bit_count() == large:
            closed |= beside(group) & free
    regions = parts(free & ~closed)
    return Ground(large, closed, regions, tuple(beside(region) & closed for region in regions))


def most_in_a_region(board: int, runner: int, standing: int) -> int:
    """Return the largest number of the runner's pieces in a component of the squares without standing pieces.

    The runner can never have a larger group, because a piece cannot leave its component, and a connected
    group lies within one component.
    """
    return max(((runner & region).bit_count() for region in parts(board & ~standing)), default=0)


def most_freely_together(board: int, runner: int, standing: int) -> int:
    """Return an upper bound on the runner's largest group at T, from the squares that its pieces can reach.

    Facts 1 and 2 of the module say where the pieces of the runner are at T. They are on squares of stuck
    pieces, in regions that contained pieces, or on the borders of these regions. A group lies in one
    connected component of these squares, and so does a region with its border. So a group has at most as many
    pieces as began in its component.
    """
    every = _where_pieces_can_be(runner, ground_of(board, standing))
    return max(((runner & part).bit_count() for part in parts(every)), default=0)


def most_joined_together(board: int, runner: int, standing: int) -> int:
    """Return an upper bound on the runner's largest group at T, from the pieces needed to join stuck pieces.

    The pieces that are stuck at the beginning form **clusters**. The group at T consists of whole clusters,
    and of movable pieces on its other squares. So it contains a tree of squares that joins its clusters.
    `_prices` yields sets of squares, each with the number of pieces that can stand on them, and the tree has
    at most that number of squares in each set. For a set of clusters that such a tree joins, the group has at
    most the pieces of these clusters and all pieces of the component outside clusters. The bound is the
    largest of these numbers.
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
    """Yield sets of squares of a component, each with the number of pieces that can stand on them at T.

    Squares without a stuck piece can only be taken by movable pieces of the component. Squares of a region or
    of its border can only be taken by pieces of that region, unless they are on the border of another region
    with pieces.
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

    `grown[chosen][cost]` is the set of squares that belong to some tree which joins the chosen clusters with
    at most `cost` squares of `paid`. A tree that contains a given square is built in one of two ways. It
    consists of two smaller trees that meet at the square, which counts once if it is in `paid`. Or it is a
    smaller tree with the square added. This is the recursion of Dreyfus and Wagner (1971), ordered by cost.
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
    """Return these squares and all unpaid squares connected to them."""
    while more := beside(squares) & unpaid & ~squares:
        squares |= more
    return squares


def _branched(grown: list[list[int]], chosen: int, paid: int, budget: int) -> list[int]:
    """Return, for each cost, the squares at which two trees can meet to join the chosen clusters."""
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
