"""All placements in which a side that runs has a large group, for the checker of certificates alone.

By the two facts of `checker_bounds`, what a placement without a large group can become up to the moment is
told by its **layout**: which closed squares hold pieces, and how many pieces each region holds. Pieces on
closed squares stay; some of each region may have gone to its doors, and the others are somewhere in it. So a
placement with a large group is among the **fillings** of the layout, and if it is not the first since the
layout it was made by a step, by the rules, from one that has a large group, too. A step from such a one can
also lead to a placement without a large group: a new layout, unless it is a filling of one that is known,
since then all its fillings are. Fillings that cannot be reached do no harm: more is asked of the certificate.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import combinations
from typing import NamedTuple

from mabi_search.certify.checker_bounds import Ground, ground_of
from mabi_search.certify.checker_rules import (
    RUN,
    Moment,
    Readings,
    after_step,
    beside,
    greatest,
    parts,
    singles,
    steps,
)

MOST_PLACEMENTS, MOST_LAYOUTS = 1 << 15, 1 << 10
MOST_GROUPS, MOST_FILLINGS = 1 << 20, 1 << 21
"""Upper bound on what is searched; higher than that of the builder of certificates."""
EACH = 1 << 10
"""Report progress after each so many of these."""


class Layout(NamedTuple):
    """What of a placement tells what it can become up to the moment."""

    closed: int
    """Pieces on closed squares."""
    counts: tuple[int, ...]
    """How many there are in each region."""


class TooManyError(Exception):
    """More placements, or more ways to find them, than the upper bounds."""


def large_moments(first: Moment, readings: Readings, show: Callable[[], None]) -> list[Moment]:
    """Return the moments of a run with a large group of the runner: all that can arise, and some others.

    Parameters
    ----------
    first
        The runner is to move, and the other side holds.
    readings
        How the rule sheet is read.
    show
        Is called from time to time.

    Raises
    ------
    TooManyError
        That would take too long.
    """
    return _Search(first, readings, show).all()


class _Search:
    def __init__(self, first: Moment, readings: Readings, show: Callable[[], None]):
        self.first, self.readings, self.show = first, readings, show
        self.ground: Ground = ground_of(first.board, first.pieces[1 - first.side])
        self.layouts: list[Layout] = []
        self.large: set[int] = set()
        self.found: list[Moment] = []
        self.groups = self.fillings = 0

    def all(self) -> list[Moment]:
        """Return the moments."""
        self._meet(self.first.pieces[self.first.side])
        followed = filled = 0
        while filled < len(self.layouts) or followed < len(self.found):
            if filled < len(self.layouts):
                self._fill(self.layouts[filled])
                filled += 1
                continue
            moment = self.found[followed]
            followed += 1
            for step in steps(moment, self.readings):
                self._meet(after_step(moment, step).pieces[moment.side])
        return self.found

    def _meet(self, placement: int) -> None:
        """Note the moment of a placement with a large group, or the layout of one without."""
        if placement in self.large:
            return
        size = greatest(placement)
        if size < self.ground.large:
            if not any(self._is_filling(placement, layout) for layout in self.layouts):
                counts = tuple((placement & region).bit_count() for region in self.ground.regions)
                self.layouts.append(Layout(placement & self.ground.closed, counts))
        else:
            self.large.add(placement)
            self.found.append(self._moment(placement, size))
        if len(self.large) > MOST_PLACEMENTS or len(self.layouts) > MOST_LAYOUTS:
            raise TooManyError

    def _moment(self, placement: int, size: int) -> Moment:
        """Return the moment of a placement.

        A runner that is ahead holds. One that is level does not: at first the other side holds, and from
        being ahead a runner cannot fall back, as a single largest group is frozen, and of several one is
        broken at a time.
        """
        side, standing = self.first.side, self.first.pieces[1 - self.first.side]
        pieces = (placement, standing) if side == 0 else (standing, placement)
        return Moment(self.first.board, pieces, side, RUN, side if size > self.ground.large else 1 - side)

    def _is_filling(self, placement: int, layout: Layout) -> bool:
        """Tell whether a layout can become a placement: what is new on closed squares has left its region.

        Square by square it is noted what the regions can have to give for the squares that are left.
        """
        if layout.closed & ~placement:
            return False
        gone = []
        for count, region in zip(layout.counts, self.ground.regions, strict=True):
            gone.append(count - (placement & region).bit_count())
            if gone[-1] < 0:
                return False
        left = {tuple(gone)}
        for square in singles(placement & self.ground.closed & ~layout.closed):
            left = {
                (*gone[:at], gone[at] - 1, *gone[at + 1 :])
                for gone in left
                for at, doors in enumerate(self.ground.doors)
                if doors & square and gone[at]
            }
        return bool(left)

    def _fill(self, layout: Layout) -> None:
        """Meet all fillings of a layout that have a large group."""
        open_to_all = 0
        for count, region, doors in zip(layout.counts, self.ground.regions, self.ground.doors, strict=True):
            if count:
                open_to_all |= region | doors
        squares, walking = open_to_all & ~layout.closed, sum(layout.counts)
        for group in self._large_groups(layout.closed, squares, walking):
            elsewhere = list(singles(squares & ~group & ~beside(group)))
            for others in combinations(elsewhere, walking - (group & squares).bit_count()):
                self.fillings += 1
                self._note_work()
                placement = group | layout.closed | sum(others)
                if placement not in self.large and self._is_filling(placement, layout):
                    self._meet(placement)

    def _note_work(self) -> None:
        if self.groups > MOST_GROUPS or self.fillings > MOST_FILLINGS:
            raise TooManyError
        if (self.groups + self.fillings) % EACH == 0:
            self.show()

    def _large_groups(self, closed: int, squares: int, walking: int) -> Iterator[int]:
        """Yield each large group that pieces on closed squares can form with so many on some other squares.

        A group is found from its first seed: a cluster, which is a group of those on closed squares, or a
        square; what was a seed before is barred. It grows by a square at a time, and by the clusters beside
        that square; with a square and without it are two cases.
        """
        clusters = parts(closed)
        barred = 0
        for seed in (*clusters, *singles(squares)):
            waiting = [(_with_clusters(seed, clusters), barred)]
            barred |= seed
            while waiting:
                group, out = waiting.pop()
                left = walking - (group & squares).bit_count()
                if group & out or left < 0:
                    continue
                if group.bit_count() + left + (closed & ~group & ~out).bit_count() < self.ground.large:
                    continue
                self.groups += 1
                self._note_work()
                rest = beside(group) & squares & ~group & ~out
                if not rest or not left:
                    if group.bit_count() >= self.ground.large:
                        yield group
                    continue
                square = rest & -rest
                waiting.append((group, out | square))
                waiting.append((_with_clusters(group | square, clusters), out))


def _with_clusters(group: int, clusters: tuple[int, ...]) -> int:
    """Return a group with the clusters that are in it, or beside it."""
    for cluster in clusters:
        if cluster & (group | beside(group)):
            group |= cluster
    return group
