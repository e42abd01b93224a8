"""The value of a game along its plies, as a drawing: bands for what is proven, a line for estimates."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from _gamekit.svg import Drawing, Group
from mabi_search.game.outcomes import DRAW, LOSS, WIN
from mabi_search.reviewing import course
from mabi_search.reviewing.course import BAND, BANDS, Point

WIDTH, HEIGHT, LEFT, RIGHT, TOP = 640.0, 200.0, 64.0, 16.0, 14.0
MIDDLE = HEIGHT / 2
REACH = (MIDDLE - TOP) / BAND[1]
"""From the middle to the greatest estimate that is drawn."""


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

    scale = course.scale(points)
    thick = REACH * (BAND[1] - BAND[0])
    for top, outcome in ((TOP, WIN), (HEIGHT - TOP - thick, LOSS)):
        shown.rect(LEFT, top, WIDTH - LEFT - RIGHT, thick, fill="none", stroke=shown.theme.other_field)
        shown.text(BANDS[outcome], (4, top + thick / 2), 10, anchor="start")
        for start, end in course.proven_spans(points, outcome):
            shown.rect(x(start), top, x(end) - x(start), thick, fill=ink, stroke="none")
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
    ink = shown.theme.ink
    for stretch in course.stretches(points):
        line = [(x(ply), MIDDLE - REACH * estimate / scale) for ply, estimate in stretch]
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
        return BANDS.get(point.for_white, "a draw") + " (proven)"
    return "not known" if point.estimate is None else f"{point.estimate / 100:+.2f}"
