"""Find all placements with a large group that a run can reach, in plain Python.

The side that does not move is the **standing** side; the other side is the **runner**. A group of the runner
is **large** if it has at least as many pieces as the largest standing group. A placement is large if it has a
large group. Until the runner has a large group, its pieces beside a largest standing group are paralysed. The
other pieces move within regions of the remaining squares. So two placements have the same future if the same
squares beside the largest standing groups are occupied, and each region has the same number of pieces. These
two features are the **layout** of a placement.

The search derives large placements from layouts. The steps from large placements lead to further large
placements and layouts. The search finds every large placement that can be reached, and some that cannot. If
the standing side has an answer to each placement found, it has an answer to the whole run.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from itertools import combinations
from typing import NamedTuple

from mabi_search.game import rules as game
from mabi_search.game.rules import RUN, Group, Square, State
from mabi_search.kernels.proof.placing import MOST_FILLED, MOST_LAYOUTS, MOST_PLACEMENTS, MOST_SETS, SCALES

FIRST_SCALE, LAST_SCALE = SCALES[0], SCALES[-1]
EACH = 1 << 10
"""Number of sets, or of ways to place the other pieces, that are examined between two points where the search
can be stopped. They count as so many nodes."""


def regions(squares: Iterable[Square]) -> Iterator[Group]:
    """Yield the connected components of a set of squares."""
    rest = set(squares)
    while rest:
        fringe, region = [rest.pop()], set()
        while fringe:
            square = fringe.pop()
            region.add(square)
            for other in square.neighbours():
                if other in rest:
                    rest.remove(other)
                    fringe.append(other)
        yield frozenset(region)


def ground(state: State, standing: str) -> tuple[int, set[Square], list[Group]]:
    """Return the size of the largest standing groups, the squares beside them, and the other regions.

    Squares occupied by the standing side belong to neither.
    """
    groups = game.groups(state, standing)
    most = max(map(len, groups))
    free = {square for square in game.squares(state.board) if state.at(square) != standing}
    beside = near(square for group in groups if len(group) == most for square in group) & free
    return most, beside, list(regions(free - beside))


def near(squares: Iterable[Square]) -> set[Square]:
    """Return the neighbours of these squares, including any that are among them or outside the board."""
    return {other for square in squares for other in square.neighbours()}


class Layout(NamedTuple):
    """The features that determine the future of a placement without a large group."""

    taken: Group
    """The squares beside the largest standing groups that are occupied by the runner."""
    counts: tuple[int, ...]
    """The number of the runner's pieces in each region."""


class TooManyError(Exception):
    """A limit of the search was exceeded."""


def large_placements(
    state: State,
    standing: str,
    follow: Callable[[State], Iterable[State]],
    tell: Callable[[], None] = lambda: None,
    scale: int = FIRST_SCALE,
) -> list[State] | None:
    """Return the states of a run with a large group of the runner; None if there are too many.

    `follow` yields the states after each step from a state. `tell` is called from time to time; it may raise
    an error to end the search. The limits are multiplied by two to the power of `scale`.
    """
    placements = LargePlacements(state, standing, follow, scale)
    try:
        for _ in placements.look():
            tell()
    except TooManyError:
        return None
    return placements.states


def state_of_run(state: State, runner: str, pieces: Iterable[Square], holder: str) -> State:
    """Return the state of a run with the runner to move and its pieces on these squares."""
    signs = dict.fromkeys(state.pieces(game.other(runner)), game.other(runner))
    signs |= dict.fromkeys(pieces, runner)
    ranks, files = len(state.board), len(state.board[0])
    board = tuple(
        "".join(signs.get(Square(rank, file), game.EMPTY) for file in range(files)) for rank in range(ranks)
    )
    return replace(state, board=board, mode=RUN, holder=holder, seen=())


class LargePlacements:
    """The large placements found so far, and the layouts that lead to them."""

    def __init__(
        self,
        state: State,
        standing: str,
        follow: Callable[[State], Iterable[State]],
        scale: int = FIRST_SCALE,
    ):
        self.state, self.standing, self.follow, self.scale = state, standing, follow, scale
        self.runner = game.other(standing)
        self.most, self.beside, self.regions = ground(state, standing)
        self.borders = [near(region) & self.beside for region in self.regions]
        self.met: set[Group] = set()
        self.states: list[State] = []
        self.layouts: list[Layout] = []
        self.sets = self.filled = self.followed = 0

    @property
    def nodes(self) -> int:
        """Number of states followed, plus the sets and ways examined, in multiples of `EACH`."""
        return self.followed + self.sets // EACH * EACH + self.filled // EACH * EACH

    def look(self) -> Iterator[None]:
        """Find all states with large placements. Yield wherever the search can be stopped."""
        self._meet(frozenset(self.state.pieces(self.runner)))
        layout = at = 0
        while layout < len(self.layouts) or at < len(self.states):
            if layout < len(self.layouts):
                yield from self._find(self.layouts[layout])
                layout += 1
            else:
                self.followed += 1
                yield
                for after in self.follow(self.states[at]):
                    self._meet(frozenset(after.pieces(self.runner)))
                at += 1

    def _meet(self, pieces: Group) -> None:
        """Add a placement if it is large; otherwise add its layout, unless a known layout leads to it."""
        if pieces in self.met:
            return
        size = max(map(len, regions(pieces)), default=0)
        if size >= self.most:
            self.met.add(pieces)
            holder = self.runner if size > self.most else self.standing
            self.states.append(state_of_run(self.state, self.runner, pieces, holder))
        elif not any(self.leads_to(layout, pieces) for layout in self.layouts):
            counts = tuple(len(pieces & region) for region in self.regions)
            self.layouts.append(Layout(pieces & self.beside, counts))
        placements, layouts = MOST_PLACEMENTS << self.scale, MOST_LAYOUTS << self.scale
        if len(self.met) > placements or len(self.layouts) > layouts:
            raise TooManyError

    def leads_to(self, layout: Layout, pieces: Group) -> bool:
        """Return whether a layout can become this placement.

        Each new piece beside a largest group must have come from an adjacent region that now has one piece
        less. The number of pieces is constant. So if all new pieces did, and no region has more pieces than
        before, no piece can have left a square beside a largest group.
        """
        gone = [
            count - len(pieces & region) for count, region in zip(layout.counts, self.regions, strict=True)
        ]
        if min(gone, default=0) < 0:
            return False
        came: dict[Square, int] = {}
        return all(self._comes(square, gone, came, set()) for square in (pieces & self.beside) - layout.taken)

    def _comes(self, square: Square, gone: list[int], came: dict[Square, int], tried: set[int]) -> bool:
        """Assign to a square the region from which its piece came, as one step of a bipartite matching."""
        for region, border in enumerate(self.borders):
            if square not in border or region in tried:
                continue
            tried.add(region)
            others = [other for other, its in came.items() if its == region]
            if len(others) < gone[region] or any(self._comes(other, gone, came, tried) for other in others):
                came[square] = region
                return True
        return False

    def _find(self, layout: Layout) -> Iterator[None]:
        """Add the large placements that can follow from a layout."""
        walking = [
            region | border
            for region, border, count in zip(self.regions, self.borders, layout.counts, strict=True)
            if count
        ]
        squares = frozenset().union(*walking) - layout.taken
        pieces = sum(layout.counts)
        for group in self._groups(layout.taken, squares, pieces):
            if self.sets % EACH == 0:
                yield
            if len(group) < self.most:
                continue
            others = sorted(squares - group - near(group))
            for chosen in combinations(others, pieces - len(group - layout.taken)):
                self.filled += 1
                if self.filled > MOST_FILLED << self.scale:
                    raise TooManyError
                if self.filled % EACH == 0:
                    yield
                placement = group | layout.taken | frozenset(chosen)
                if self.leads_to(layout, placement):
                    self._meet(placement)

    def _groups(self, taken: Group, squares: Group, pieces: int) -> Iterator[Group]:
        """Yield once each connected set of occupied squares and at most `pieces` of the other `squares`.

        A square that has been left out of a set stays out of all sets grown from it, so no set is repeated. A
        cluster of occupied squares that touches a set is part of the set.
        """
        clusters = {square: cluster for cluster in regions(taken) for square in cluster}
        barred: set[Square] = set()
        seeds = [*dict.fromkeys(clusters.values()), *(frozenset([square]) for square in sorted(squares))]
        for seed in seeds:  # a square that touches a cluster is barred when its turn comes
            if not barred.isdisjoint(seed):
                continue
            waiting = [(seed, frozenset(barred))]
            while waiting:
                group, out = waiting.pop()
                self.sets += 1
                if self.sets > MOST_SETS << self.scale:
                    raise TooManyError
                yield group
                left = pieces - len(group - taken)
                if left == 0 or len(group) + left + len(taken - group - out) < self.most:
                    continue
                for square in sorted((near(group) & squares) - group - out):
                    touched = (clusters[beside] for beside in square.neighbours() if beside in clusters)
                    larger = group.union([square], *touched)
                    if out.isdisjoint(larger):
                        waiting.append((larger, out))
                    out |= {square}
            barred |= seed
            if seed <= taken:
                barred |= near(seed)
