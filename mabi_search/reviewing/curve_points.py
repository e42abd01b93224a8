"""The points of the curve of a game: what its positions are worth, and where plots and drawings show that."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import NamedTuple

from mabi_search.game.outcomes import LOSS, WIN, Outcome
from mabi_search.game.rules import WHITE

LEAST_SCALE = 200
"""Hundredths of a piece that a curve reaches at least."""
BAND = (1.1, 1.35)
"""From where to where the band of proven wins lies above the middle, and that of losses below it, if the
greatest estimate lies at 1."""
BANDS = {WIN: "White wins", LOSS: "Black wins"}


class Point(NamedTuple):
    """A position of a game."""

    ply: int
    """Plies played before it."""
    side: str
    """Who is to move: ``w`` or ``b``."""
    outcome: Outcome
    """Proven, for the side to move; or undecided."""
    score: int | None
    """The estimate in hundredths of a piece, for the side to move; None if there is none."""

    @property
    def for_white(self) -> Outcome:
        """The outcome for White."""
        return self.outcome if self.side == WHITE else self.outcome.turned

    @property
    def estimate(self) -> int | None:
        """The estimate for White; None if there is none."""
        return self.score if self.score is None or self.side == WHITE else -self.score


def scale(points: Sequence[Point]) -> int:
    """Return the greatest estimate that a curve reaches, in hundredths of a piece."""
    return max([LEAST_SCALE, *(abs(point.score) for point in points if point.score is not None)])


def stretches(points: Sequence[Point]) -> Iterator[list[tuple[int, int]]]:
    """Yield plies and estimates for White, a list for each unbroken line."""
    for known, run in groupby(points, lambda point: point.estimate is not None):
        if known:
            yield [(point.ply, point.estimate or 0) for point in run]


def proven_spans(points: Sequence[Point], outcome: Outcome) -> Iterator[tuple[float, float]]:
    """Yield from where to where a band is filled: half a ply to both sides, but not beyond the game."""
    first, last = points[0].ply, max(points[-1].ply, points[0].ply + 1)
    for point in points:
        if point.for_white == outcome:
            yield max(point.ply - 0.5, first), min(point.ply + 0.5, last)
