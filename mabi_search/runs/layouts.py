"""Every placement in which a side that runs has a large group, in plain Python over the rules.

While one side stands still, pieces of the other beside its largest groups are paralysed until there is a
group as large as those. Until then a piece that stands on such a square stays there, and the others walk in
the regions of the other squares. A **layout** is what of a placement counts for that. From layouts follow all
**large** placements, with a group as large as any that stands; from these on every step is made, to large
placements and to new layouts. Some that are found cannot be reached, but none that can is missing. A checker
that has an answer to each of them need not try all the other placements.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from itertools import combinations
from typing import NamedTuple

from mabi_search.game import rules as game
from mabi_search.game.rules import RUN, Group, Square, State
from mabi_search.runs.overtaking import ground, near, regions

MOST_PLACEMENTS, MOST_LAYOUTS = 1 << 13, 1 << 8
MOST_SETS, MOST_FILLED = 1 << 17, 1 << 19
"""Sets of squares looked at, and ways to place the other pieces."""
EACH = 1 << 10
"""Report progress after each so many of these."""


class Layout(NamedTuple):
    """What of a placement counts until there is a large group."""

    taken: Group
    """Squares beside the largest groups that stand."""
    counts: tuple[int, ...]
    """Pieces in each region of the other squares."""


class TooManyError(Exception):
    """More than the upper bound."""


def large_placements(
    state: State,
    standing: str,
    follow: Callable[[State], Iterable[State]],
    tell: Callable[[], None] = lambda: None,
) -> list[State] | None:
    """Return the states of a run in which the runner has a group as large as any that stands.

    Parameters
    ----------
    state
        The runner is to move, and the other side is locked out and holds.
    standing
        The other side.
    follow
        Gives the states after each step that the runner can make in a state of its run.
    tell
        Is called from time to time; what it raises ends the search.

    Returns
    -------
    list of State
        All that it can reach by steps, and some others; None if that would be too many.
    """
    try:
        return _Large(state, standing, follow, tell).all()
    except TooManyError:
        return None


def state_of_run(state: State, runner: str, pieces: Iterable[Square], holder: str) -> State:
    """Return the state of a run, the runner to move, in which its pieces stand on these squares."""
    signs = dict.fromkeys(state.pieces(game.other(runner)), game.other(runner))
    signs |= dict.fromkeys(pieces, runner)
    ranks, files = len(state.board), len(state.board[0])
    board = tuple(
        "".join(signs.get(Square(rank, file), game.EMPTY) for file in range(files)) for rank in range(ranks)
    )
    return replace(state, board=board, mode=RUN, holder=holder, seen=())


class _Large:
    def __init__(
        self,
        state: State,
        standing: str,
        follow: Callable[[State], Iterable[State]],
        tell: Callable[[], None],
    ):
        self.state, self.standing, self.follow, self.tell = state, standing, follow, tell
        self.runner = game.other(standing)
        self.most, self.beside, self.regions = ground(state, standing)
        self.doors = [near(region) & self.beside for region in self.regions]
        self.met: set[Group] = set()
        self.states: list[State] = []
        self.layouts: list[Layout] = []
        self.sets = self.filled = 0

    def all(self) -> list[State]:
        """Return the states with a large placement."""
        self._meet(frozenset(self.state.pieces(self.runner)))
        layout = at = 0
        while layout < len(self.layouts) or at < len(self.states):
            if layout < len(self.layouts):
                self._find(self.layouts[layout])
                layout += 1
            else:
                for after in self.follow(self.states[at]):
                    self._meet(frozenset(after.pieces(self.runner)))
                at += 1
        return self.states

    def _meet(self, pieces: Group) -> None:
        """Remember a placement if it is large, else its layout if none that is known leads to it."""
        if pieces in self.met:
            return
        size = max(map(len, regions(pieces)), default=0)
        if size >= self.most:
            self.met.add(pieces)
            holder = self.runner if size > self.most else self.standing
            self.states.append(state_of_run(self.state, self.runner, pieces, holder))
        elif not any(self._leads_to(layout, pieces) for layout in self.layouts):
            counts = tuple(len(pieces & region) for region in self.regions)
            self.layouts.append(Layout(pieces & self.beside, counts))
        if len(self.met) > MOST_PLACEMENTS or len(self.layouts) > MOST_LAYOUTS:
            raise TooManyError

    def _leads_to(self, layout: Layout, pieces: Group) -> bool:
        """Tell whether pieces can come from a layout: what came beside has left its region.

        There are as many pieces as ever. So if each that is new beside came from a region, and no region has
        more than before, none has left what was taken.
        """
        left = [
            count - len(pieces & region) for count, region in zip(layout.counts, self.regions, strict=True)
        ]
        if min(left, default=0) < 0:
            return False
        came: dict[Square, int] = {}
        return all(self._comes(square, left, came, set()) for square in (pieces & self.beside) - layout.taken)

    def _comes(self, square: Square, left: list[int], came: dict[Square, int], tried: set[int]) -> bool:
        """Let a piece come to a square from a region that has one to give, or could have one: a matching."""
        for region, door in enumerate(self.doors):
            if square not in door or region in tried:
                continue
            tried.add(region)
            others = [other for other, its in came.items() if its == region]
            if len(others) < left[region] or any(self._comes(other, left, came, tried) for other in others):
                came[square] = region
                return True
        return False

    def _find(self, layout: Layout) -> None:
        """Meet the large placements of all layouts that one leads to."""
        walking = [
            region | door
            for region, door, count in zip(self.regions, self.doors, layout.counts, strict=True)
            if count
        ]
        squares = frozenset().union(*walking) - layout.taken
        pieces = sum(layout.counts)
        for group in self._groups(layout.taken, squares, pieces):
            if len(group) < self.most:
                continue
            others = sorted(squares - group - near(group))
            for chosen in combinations(others, pieces - len(group - layout.taken)):
                self.filled += 1
                if self.filled > MOST_FILLED:
                    raise TooManyError
                if self.filled % EACH == 0:
                    self.tell()
                placement = group | layout.taken | frozenset(chosen)
                if self._leads_to(layout, placement):
                    self._meet(placement)

    def _groups(self, taken: Group, squares: Group, pieces: int) -> Iterator[Group]:
        """Yield the connected sets of what is taken and so many pieces on these squares, each once.

        A square that is left out once is not taken further on. A cluster of taken squares that a set comes to
        touch belongs to it.
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
                if self.sets > MOST_SETS:
                    raise TooManyError
                if self.sets % EACH == 0:
                    self.tell()
                yield group
                left = pieces - len(group - taken)
                if left == 0 or len(group) + left + len(taken - group - out) < self.most:
                    continue
                for square in sorted((near(group) & squares) - group - out):
                    touched = (clusters[one] for one in square.neighbours() if one in clusters)
                    larger = group.union([square], *touched)
                    if out.isdisjoint(larger):
                        waiting.append((larger, out))
                    out |= {square}
            barred |= seed
            if seed <= taken:
                barred |= near(seed)
