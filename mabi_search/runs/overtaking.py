"""Why a side that runs cannot overtake, in plain Python over the rules: bounds that a checker recomputes.

While one side stands still the other's pieces walk over the squares that it has not taken. Until the side
that walks has a group as large as the largest that stands, its pieces beside such a group are paralysed: they
are **stuck**, and so is every piece that steps beside it. Each bound counts less than the one before.
"""

from __future__ import annotations

import heapq
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from mabi_search.game import rules as game
from mabi_search.game.rules import Board, Group, Square, State

MOST_CLUSTERS = 8
"""Of stuck pieces that `joined_together` looks at; more are taken to join the others for nothing."""


def regions(squares: Iterable[Square]) -> Iterator[Group]:
    """Yield the connected regions of some squares."""
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
    """Return the squares that a side which stands still has not taken: where the other can walk."""
    return {square for square in game.squares(board) if board[square.rank][square.file] != standing}


def together(board: Board, side: str) -> int:
    """Return the most pieces of a side in one region of the squares that the other side has not taken.

    No group of it can ever be larger while the other side stands still.
    """
    free = untaken(board, game.other(side))
    return max((_count(board, side, region) for region in regions(free)), default=0)


class RunnerReach(NamedTuple):
    """Where the pieces of a side can be while the other stands still, and which of them are stuck."""

    most: int
    """The size of those groups."""
    stuck: set[Square]
    """Squares of the pieces beside them."""
    regions: list[Group]
    """Where the other pieces can walk, without the squares beside."""
    squares: set[Square]
    """Squares where any piece can be."""


def ground(state: State, standing: str) -> tuple[int, set[Square], list[Group]]:
    """Return the size of the largest groups that stand, the squares beside them, the regions of the others.

    Squares that the side has taken which stands still are among none of them.
    """
    groups = game.groups(state, standing)
    most = max(map(len, groups))
    free = untaken(state.board, standing)
    beside = near(square for group in groups if len(group) == most for square in group) & free
    return most, beside, list(regions(free - beside))


def reach_of(state: State, standing: str) -> RunnerReach:
    """Return where the pieces can be of the side that does not stand still."""
    board, mover = state.board, game.other(standing)
    most, beside, every = ground(state, standing)
    stuck = {square for square in beside if board[square.rank][square.file] == mover}
    walks = [region for region in every if _count(board, mover, region)]
    reach = stuck.union(*(region | (near(region) & beside) for region in walks))
    return RunnerReach(most, stuck, walks, reach)


def freely_together(state: State, standing: str) -> int:
    """Return the most pieces that come together before they have a group as large as any that stands.

    Until then the mover's pieces beside a largest group of the side that stands still are paralysed. So a
    piece that is on such a square stays there, and the others walk in the regions of the other squares.
    """
    board, mover = state.board, game.other(standing)
    reach = reach_of(state, standing).squares
    return max((_count(board, mover, region) for region in regions(reach)), default=0)


def joined_together(state: State, standing: str) -> int:
    """Return the most pieces that can be one group when it is first as large as any that stands.

    Groups of stuck pieces, the **clusters**, are joined by trees of squares on which pieces that walk have to
    stand: all of them must pay for a tree, and those of one region for its squares which only they can reach.
    Such a group is a set of clusters whose tree can be paid for, and at most every piece that walks.
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
    """Yield squares that have to be paid for, and how many pieces there are to pay."""
    squares = set(component - reach.stuck)
    yield squares, _count(board, mover, frozenset(squares))
    for region in reach.regions:
        if region & component:
            others = set[Square]().union(*(one | near(one) for one in reach.regions if one != region))
            yield (squares & (region | near(region))) - others, _count(board, mover, region)


def _too_dear(clusters: list[Group], component: Group, paid: set[Square], budget: int) -> set[int]:
    """Return the sets of clusters, as bits, that no tree joins with so many paid squares or fewer.

    Dreyfus and Wagner, *The Steiner problem in graphs* (1971): two trees meet on a square, or one grows.
    """
    trees: list[dict[Square, int]] = [{}]
    for chosen in range(1, 1 << len(clusters)):
        one = chosen & -chosen
        costs = dict.fromkeys(clusters[one.bit_length() - 1], 0) if one == chosen else {}
        part = (chosen - 1) & chosen
        while part:
            if part & one:
                for square in trees[part].keys() & trees[chosen ^ part].keys():
                    cost = trees[part][square] + trees[chosen ^ part][square] - (square in paid)
                    costs[square] = min(cost, costs.get(square, cost))
            part = (part - 1) & chosen
        trees.append(_grown(costs, component, paid, budget))
    return {chosen for chosen in range(1, len(trees)) if not trees[chosen]}


def _grown(costs: dict[Square, int], component: Group, paid: set[Square], budget: int) -> dict[Square, int]:
    """Return what trees cost at least that reach a square, from what they cost at some, up to a budget."""
    heap = [(cost, square) for square, cost in costs.items()]
    heapq.heapify(heap)
    found: dict[Square, int] = {}
    while heap:
        cost, square = heapq.heappop(heap)
        if square in found or cost > budget:
            continue
        found[square] = cost
        for other in square.neighbours():
            if other in component and other not in found:
                heapq.heappush(heap, (cost + (other in paid), other))
    return found


def near(squares: Iterable[Square]) -> set[Square]:
    """Return the squares beside any of these; some of these, and some outside the board, are among them."""
    return {other for square in squares for other in square.neighbours()}


def _count(board: Board, side: str, region: Group) -> int:
    return sum(board[square.rank][square.file] == side for square in region)
