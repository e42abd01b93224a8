"""Draw the course of a game: bands for proven outcomes, and a line for estimates."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import groupby
from typing import NamedTuple

from _gamekit.languages import Language, given_or_first
from _gamekit.svg import Drawing, Group, width_of
from mabi_search.game.outcomes import DRAW, LOSS, WIN, Outcome, signed
from mabi_search.game.rules import BLACK, WHITE, move_number

LEAST_SCALE = 200
"""Minimum range of a curve, in hundredths of a piece."""
BAND = (1.1, 1.35)
"""Lower and upper end of the band for proven wins, above the middle, as multiples of the range of the curve.
The band for proven losses is its mirror image."""
BANDS = {WIN: ("curve.white", WHITE), LOSS: ("curve.black", BLACK)}
"""For each band, the key of the text beside it, and that of a shorter text."""

WIDTH, HEIGHT, LEFT, RIGHT, TOP = 400.0, 180.0, 76.0, 12.0, 16.0
MIDDLE = HEIGHT / 2
LETTERS = 12
NUMBER_ROOM = 20
"""Minimum distance between the numbers of two marked plies. If they are closer, only the first is written."""
REACH = (MIDDLE - TOP) / BAND[1]
"""Height above the middle of an estimate that equals the range of the curve."""


class Point(NamedTuple):
    """A position of a game as a point of the curve."""

    ply: int
    """Number of plies played before the position."""
    side: str
    """The side to move: ``w`` or ``b``."""
    outcome: Outcome
    """The proven outcome for the side to move, or undecided."""
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


def scale_of(points: Sequence[Point]) -> int:
    """Return the range of a curve to each side of the middle, in hundredths of a piece."""
    return max([LEAST_SCALE, *(abs(point.score) for point in points if point.score is not None)])


def stretches(points: Sequence[Point]) -> Iterator[list[tuple[int, int]]]:
    """Yield, for each unbroken part of the line, a list of plies with the estimates for White."""
    for known, run in groupby(points, lambda point: point.estimate is not None):
        if known:
            yield [(point.ply, point.estimate or 0) for point in run]


def proven_spans(points: Sequence[Point], outcome: Outcome) -> Iterator[tuple[float, float]]:
    """Yield the ends of each filled part of a band: half a ply before and after, within the game."""
    first, last = points[0].ply, max(points[-1].ply, points[0].ply + 1)
    for point in points:
        if point.for_white == outcome:
            yield max(point.ply - 0.5, first), min(point.ply + 0.5, last)


# The drawing ----------------------------------------------------------------------------------


def drawing(
    points: Sequence[Point],
    names: Sequence[str],
    marked: Sequence[int],
    *,
    theme: str = "auto",
    language: Language | None = None,
) -> Drawing:
    """Draw the course of a game from White's point of view.

    `names` are those of the positions, and `marked` are plies. The default language is English.
    """
    texts = given_or_first("mabi_search", language)
    description = "; ".join(
        f"{name}: {_words(point, texts)}" for name, point in zip(names, points, strict=True)
    )
    shown = Drawing(WIDTH, HEIGHT, texts.text("replay.for-white"), description, theme, None)
    ink, x = shown.theme.ink, _across(points)
    scale = scale_of(points)
    thick = REACH * (BAND[1] - BAND[0])
    for top, outcome in ((TOP, WIN), (HEIGHT - TOP - thick, LOSS)):
        shown.rect(LEFT, top, WIDTH - LEFT - RIGHT, thick, fill="none", stroke=shown.theme.line)
        long, short = map(texts.text, BANDS[outcome])
        band = long if LETTERS * width_of(long) <= LEFT - 6 else short
        shown.text(band, (6, top + thick / 2), LETTERS, anchor="start")
        for start, end in proven_spans(points, outcome):
            shown.rect(x(start), top, x(end) - x(start), thick, fill=ink, stroke="none")
    shown.line((LEFT, MIDDLE), (WIDTH - RIGHT, MIDDLE), stroke=ink, stroke_width=0.8)
    for pieces in (scale, -scale):
        shown.text(
            signed(pieces / 100, "+.1f"), (6, MIDDLE - REACH * pieces / scale), LETTERS, anchor="start"
        )
    free = 0.0
    for ply in marked:
        shown.line((x(ply), TOP), (x(ply), HEIGHT - TOP), stroke=ink, stroke_width=1, stroke_dasharray="3 3")
        if x(ply) >= free:
            shown.text(str(move_number(ply)), (x(ply), HEIGHT - TOP / 2), LETTERS)
            free = x(ply) + NUMBER_ROOM
    _estimates(shown, points, x, scale)
    return shown


def places(points: Sequence[Point]) -> list[float]:
    """Return the horizontal coordinate of each ply in the drawing."""
    x = _across(points)
    return [x(point.ply) for point in points]


def _across(points: Sequence[Point]) -> Callable[[float], float]:
    """Return a function from plies to horizontal coordinates."""
    first, last = points[0].ply, max(points[-1].ply, points[0].ply + 1)
    return lambda ply: LEFT + (WIDTH - LEFT - RIGHT) * (ply - first) / (last - first)


def _estimates(shown: Group, points: Sequence[Point], x: Callable[[float], float], scale: int) -> None:
    """Draw estimates as a line, with gaps where an outcome is proven, and proven draws as diamonds."""
    ink = shown.theme.ink
    for stretch in stretches(points):
        line = [(x(ply), MIDDLE - REACH * estimate / scale) for ply, estimate in stretch]
        path = "M" + " L".join(f"{a:.1f} {b:.1f}" for a, b in line)
        shown.path(path, fill="none", stroke=ink, stroke_width=1.6)
        for place in line:
            shown.circle(place, 2, fill=ink)
    for point in points:
        if point.outcome == DRAW:
            a = x(point.ply)
            shown.path(f"M{a - 4:.1f} {MIDDLE} l4 -4 l4 4 l-4 4 Z", fill=ink)


def _words(point: Point, language: Language) -> str:
    if point.outcome.proven:
        won, _ = BANDS.get(point.for_white, ("aDraw", None))
        return language.text("search.proven", worth=language.text(won))
    return language.text("notKnown") if point.estimate is None else signed(point.estimate / 100)
