"""Find all placements with a large group that a run can reach, for the checker of certificates.

The terms *large*, *closed*, *region*, *border* and T are defined in `checker_bounds`. Up to T, the future of
a placement without a large group depends only on its **layout**: the closed squares with pieces, and the
number of pieces in each region. Pieces on closed squares stay there. Some pieces of a region may move to its
border, and the others may be anywhere in the region. The placements that can arise in this way are the
**fillings** of the layout.

* The first placement with a large group that follows a layout is a filling of this layout.
* Each later placement with a large group follows, by a legal step, from another such placement.
* Such a step can also lead to a placement without a large group. Its layout is new, unless the placement is a
  filling of a known layout. In that case all fillings of its layout are fillings of the known layout.

Some fillings cannot be reached. The only effect is that the certificate must answer more placements.
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

MOST_PLACEMENTS, MOST_LAYOUTS = 1 << 17, 1 << 12
MOST_GROUPS, MOST_FILLINGS = 1 << 24, 1 << 25
"""Limits of the search. They are higher than those of the builder, so the checker can follow the builder."""
EACH = 1 << 10
"""Number of groups and fillings between two calls of `show`."""


class Layout(NamedTuple):
    """The features that determine the future of a placement up to T."""

    closed: int
    """The closed squares with a piece of the runner."""
    counts: tuple[int, ...]
    """The number of the runner's pieces in each region."""


class TooManyError(Exception):
    """A limit of the search was exceeded."""


def large_moments(first: Moment, readings: Readings, show: Callable[[], None]) -> list[Moment]:
    """Return all positions with a large group of the runner that a run can reach, and some others.

    Raises
    ------
    TooManyError
        The search exceeds its limits.
    """
    return _Search(first, readings, show).all()


class _Search:
    def __init__(self, first: Moment, readings: Readings, show: Callable[[], None]):
        self.first, self.readings, self.show = first, readings, show
        self.ground: Ground = ground_of(first.board, first.pieces[1 - first.side])
        self.layouts: list[Layout] = []
        self.large: set[int] = set()
        self.moments: list[Moment] = []
        self.groups = self.fillings = 0

    def all(self) -> list[Moment]:
        """Return the positions."""
        self._meet(self.first.pieces[self.first.side])
        followed = filled = 0
        while filled < len(self.layouts) or followed < len(self.moments):
            if filled < len(self.layouts):
                self._fill(self.layouts[filled])
                filled += 1
                continue
            moment = self.moments[followed]
            followed += 1
            for step in steps(moment, self.readings):
                self._meet(after_step(moment, step).pieces[moment.side])
        return self.moments

    def _meet(self, placement: int) -> None:
        """Add the position of a placement with a large group, or the layout of a placement without one."""
        if placement in self.large:
            return
        size = greatest(placement)
        if size < self.ground.large:
            if not any(self._is_filling(placement, layout) for layout in self.layouts):
                counts = tuple((placement & region).bit_count() for region in self.ground.regions)
                self.layouts.append(Layout(placement & self.ground.closed, counts))
        else:
            self.large.add(placement)
            self.moments.append(self._moment(placement, size))
        if len(self.large) > MOST_PLACEMENTS or len(self.layouts) > MOST_LAYOUTS:
            raise TooManyError

    def _moment(self, placement: int, size: int) -> Moment:
        """Return the position of the run that has this placement.

        The runner is the holder if it is ahead, but not in a tie. The other side is the holder at the
        beginning. A runner that is ahead cannot fall back to a tie: a single largest group is frozen, and a
        step breaks only one of several largest groups.
        """
        side, standing = self.first.side, self.first.pieces[1 - self.first.side]
        pieces = (placement, standing) if side == 0 else (standing, placement)
        return Moment(self.first.board, pieces, side, RUN, side if size > self.ground.large else 1 - side)

    def _is_filling(self, placement: int, layout: Layout) -> bool:
        """Return whether a placement is a filling of a layout.

        Each new piece on a closed square must have come from a region with this square on its border. `left`
        contains the possible numbers of pieces that have left the regions and are not yet assigned to a
        square.
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
                for at, border in enumerate(self.ground.borders)
                if border & square and gone[at]
            }
        return bool(left)

    def _fill(self, layout: Layout) -> None:
        """Add all fillings of a layout that have a large group."""
        open_to_all = 0
        ground = self.ground
        for count, region, border in zip(layout.counts, ground.regions, ground.borders, strict=True):
            if count:
                open_to_all |= region | border
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
        """Yield each large group of `closed` squares and at most `walking` of the other `squares`, once.

        A group grows from a seed, which is a square or a cluster (a group of pieces on closed squares).
        Earlier seeds are barred, so that each group is found once. At each step there are two cases: the next
        square belongs to the group, with the clusters beside it, or it does not.
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
    """Return a group together with the clusters in it or beside it."""
    for cluster in clusters:
        if cluster & (group | beside(group)):
            group |= cluster
    return group
