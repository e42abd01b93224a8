"""The value of a game along its plies, as a drawing: bands for what is proven, a line for estimates."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import groupby
from typing import NamedTuple

from _gamekit.svg import Drawing, Group
from mabi_search.game.outcomes import DRAW, LOSS, WIN, Outcome
from mabi_search.game.rules import WHITE

WIDTH, HEIGHT, LEFT, RIGHT, TOP, BAND = 640.0, 200.0, 64.0, 16.0, 14.0, 16.0
MIDDLE = HEIGHT / 2
REACH = MIDDLE - TOP - BAND - 6
"""From the middle to the greatest estimate that is drawn."""
LEAST_SCALE = 200
"""Hundredths of a piece that the drawing reaches at least."""


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


def drawing(points: Sequence[Point], marked: Sequence[int], *, theme: str = "auto") -> Drawing:
    """Return the curve of a game, for White.

    Parameters
    ----------
    points
        Its positions in order.
    marked
        Plies to mark: those at which the game turned.
    theme
        "auto" (light or dark as the reader's pages are), "light" or "dark".
    """
    told = "; ".join(f"ply {point.ply}: {_words(point)}" for point in points)
    shown = Drawing(WIDTH, HEIGHT, "The game for White, ply by ply", told, theme, None)
    ink = shown.theme.ink
    first, last = points[0].ply, max(points[-1].ply, points[0].ply + 1)

    def x(ply: float) -> float:
        return LEFT + (WIDTH - LEFT - RIGHT) * (ply - first) / (last - first)

    half = (x(first + 1) - x(first)) / 2
    scale = max([LEAST_SCALE, *(abs(point.score) for point in points if point.score is not None)])
    for top, outcome, words in ((TOP, WIN, "White wins"), (HEIGHT - TOP - BAND, LOSS, "Black wins")):
        shown.rect(LEFT, top, WIDTH - LEFT - RIGHT, BAND, fill="none", stroke=shown.theme.other_field)
        shown.text(words, (4, top + BAND / 2), 10, anchor="start")
        for point in points:
            if point.for_white == outcome:
                start, end = max(x(point.ply) - half, LEFT), min(x(point.ply) + half, WIDTH - RIGHT)
                shown.rect(start, top, end - start, BAND, fill=ink, stroke="none")
    shown.line((LEFT, MIDDLE), (WIDTH - RIGHT, MIDDLE), stroke=ink, stroke_width=0.8)
    for pieces in (scale, -scale):
        shown.text(f"{pieces / 100:+.1f}", (4, MIDDLE - REACH * pieces / scale), 10, anchor="start")
    for ply in marked:
        shown.line((x(ply), TOP), (x(ply), HEIGHT - TOP), stroke=ink, stroke_width=1, stroke_dasharray="3 3")
        shown.text(str(ply), (x(ply), HEIGHT - TOP / 2), 10)
    _estimates(shown, points, x, scale)
    return shown


def _estimates(shown: Group, points: Sequence[Point], x: Callable[[float], float], scale: int) -> None:
    """Draw the estimates as lines, broken where something is proven, and proven draws as diamonds."""
    places = []
    for point in points:
        sign = 1 if point.side == WHITE else -1
        known = point.score is not None
        places.append((x(point.ply), MIDDLE - REACH * sign * (point.score or 0) / scale) if known else None)
    ink = shown.theme.ink
    for drawn, run in groupby(places, lambda place: place is not None):
        if drawn:
            line = [place for place in run if place is not None]
            path = "M" + " L".join(f"{a:.1f} {b:.1f}" for a, b in line)
            shown.path(path, fill="none", stroke=ink, stroke_width=1.6)
            for place in line:
                shown.circle(place, 2, fill=ink)
    for point in points:
        if point.outcome == DRAW:
            a = x(point.ply)
            shown.path(f"M{a - 4:.1f} {MIDDLE} l4 -4 l4 4 l-4 4 Z", fill=ink)


def _words(point: Point) -> str:
    if point.outcome.proven:
        return {WIN: "White wins", LOSS: "Black wins"}.get(point.for_white, "a draw") + " (proven)"
    if point.score is None:
        return "not known"
    return f"{(1 if point.side == WHITE else -1) * point.score / 100:+.2f}"
