"""Upper bounds on the largest group that a run can form, in plain Python.

During a run one side, the runner, moves, and the other side stands still. The runner overtakes if it forms a
group larger than every group of the standing side. An upper bound below the size of such a group proves that
the runner cannot overtake.

Until the runner has a group as large as the largest standing group, its pieces beside a largest standing
group are paralysed. These pieces are **stuck**, and so is every piece that steps beside a largest standing
group. Every other piece moves within one region, perhaps with a last step out of the region, after which it
is stuck. There are two bounds: `together`, and the stronger `joined_together`. Certificates use the separate
bounds of their checker.
"""

from __future__ import annotations

import heapq
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from mabi_search.game import rules as game
from mabi_search.game.rules import Board, Group, Square, State

MOST_CLUSTERS = 8
"""Maximum number of clusters that `joined_together` considers. It assumes that further clusters can be joined
at no cost."""


def regions(squares: Iterable[Square]) -> Iterator[Group]:
    """Yield the connected components of a set of squares."""
    left = set(squares)
    while left:
        fringe, region = [left.pop()], set()
        while fringe:
            square = fringe.pop()
            region.add(square)
            for other in square.neighbours():
                if other in left:
                    left.remove(other)
                    fringe.append(other)
        yield frozenset(region)


def untaken(board: Board, standing: str) -> set[Square]:
    """Return the squares without a piece of the standing side."""
    return {square for square in game.squares(board) if board[square.rank][square.file] != standing}


def together(board: Board, side: str) -> int:
    """Return the largest number of pieces that a side has in one region of squares without enemy pieces.

    While the other side does not move, no group of this side can have more pieces than this number.
    """
    free = untaken(board, game.other(side))
    return max((_count(board, side, region) for region in regions(free)), default=0)


class RunnerReach(NamedTuple):
    """The squares that the runner's pieces can reach before one of its groups has the size `most`."""

    most: int
    """The size of the largest standing groups."""
    stuck: set[Square]
    """The squares of the runner's pieces beside one of these groups."""
    regions: list[Group]
    """The connected regions in which the other pieces move, without the squares beside these groups."""
    squares: set[Square]
    """All squares that a piece of the runner can reach."""


def ground(state: State, standing: str) -> tuple[int, set[Square], list[Group]]:
    """Return the size of the largest standing groups, the squares beside them, and the other regions.

    Squares occupied by the standing side belong to neither.
    """
    groups = game.groups(state, standing)
    most = max(map(len, groups))
    free = untaken(state.board, standing)
    beside = near(square for group in groups if len(group) == most for square in group) & free
    return most, beside, list(regions(free - beside))


def reach_of(state: State, standing: str) -> RunnerReach:
    """Return the squares that the runner's pieces can reach, and its stuck pieces."""
    board, mover = state.board, game.other(standing)
    most, beside, every = ground(state, standing)
    stuck = {square for square in beside if board[square.rank][square.file] == mover}
    walks = [region for region in every if _count(board, mover, region)]
    reach = stuck.union(*(region | (near(region) & beside) for region in walks))
    return RunnerReach(most, stuck, walks, reach)


def joined_together(state: State, standing: str) -> int:
    """Return an upper bound on the size of the runner's first group that reaches the largest standing size.

    The pieces of that group lie in one component of the squares that they can reach. Stuck pieces form
    connected **clusters**. Clusters are joined by a tree of squares, and each square of the tree costs one
    movable piece. A tree is affordable if there are enough movable pieces. Squares that only one region can
    reach must be paid for by the pieces of that region. The first group of this size contains a set of
    clusters with an affordable tree, and at most all movable pieces.
    """
    board, mover = state.board, game.other(standing)
    reach = reach_of(state, standing)
    most = 0
    for component in regions(reach.squares):
        pieces = _count(board, mover, component)
        if pieces >= reach.most:
            clusters = sorted(regions(component & reach.stuck), key=min)[:MOST_CLUSTERS]
            dear: set[int] = set()
            for paid, budget in _prices(reach, board, mover, component):
                dear |= _too_dear(clusters, component, paid, budget)
            pieces -= min(
                sum(len(cluster) for index, cluster in enumerate(clusters) if not chosen >> index & 1)
                for chosen in range(1 << len(clusters))
                if chosen not in dear
            )
        most = max(most, pieces)
    return most


def _prices(
    reach: RunnerReach, board: Board, mover: str, component: Group
) -> Iterator[tuple[set[Square], int]]:
    """Yield sets of squares, each with the number of pieces that can stand on them."""
    squares = set(component - reach.stuck)
    yield squares, _count(board, mover, frozenset(squares))
    for region in reach.regions:
        if region & component:
            others = set[Square]().union(*(other | near(other) for other in reach.regions if other != region))
            yield (squares & (region | near(region))) - others, _count(board, mover, region)


def _too_dear(clusters: list[Group], component: Group, paid: set[Square], budget: int) -> set[int]:
    """Return the sets of clusters, as bits, that cannot be joined with at most `budget` squares of `paid`.

    The recursion is that of Dreyfus and Wagner, *The Steiner problem in graphs* (1971). A tree for a set of
    clusters consists of two smaller trees that meet on a square, or of a tree and one more square.
    """
    trees: list[dict[Square, int]] = [{}]
    for chosen in range(1, 1 << len(clusters)):
        lowest = chosen & -chosen
        costs = dict.fromkeys(clusters[lowest.bit_length() - 1], 0) if lowest == chosen else {}
        part = (chosen - 1) & chosen
        while part:
            if part & lowest:
                for square in trees[part].keys() & trees[chosen ^ part].keys():
                    cost = trees[part][square] + trees[chosen ^ part][square] - (square in paid)
                    costs[square] = min(cost, costs.get(square, cost))
            part = (part - 1) & chosen
        trees.append(_grown(costs, component, paid, budget))
    return {chosen for chosen in range(1, len(trees)) if not trees[chosen]}


def _grown(costs: dict[Square, int], component: Group, paid: set[Square], budget: int) -> dict[Square, int]:
    """Return the minimum cost of a tree to each square within a budget, by Dijkstra's algorithm."""
    heap = [(cost, square) for square, cost in costs.items()]
    heapq.heapify(heap)
    least: dict[Square, int] = {}
    while heap:
        cost, square = heapq.heappop(heap)
        if square in least or cost > budget:
            continue
        least[square] = cost
        for other in square.neighbours():
            if other in component and other not in least:
                heapq.heappush(heap, (cost + (other in paid), other))
    return least


def near(squares: Iterable[Square]) -> set[Square]:
    """Return the neighbours of these squares, including any that are among them or outside the board."""
    return {other for square in squares for other in square.neighbours()}


def _count(board: Board, side: str, region: Group) -> int:
    return sum(board[square.rank][square.file] == side for square in region)
