"""Plot games with matplotlib (extra ``plots``)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from _gamekit import exports
from _gamekit.languages import language_of
from _gamekit.limits import Limits, limited
from _gamekit.plotting import INK, MIDDLE, PALE, axes_for, name_axes
from mabi_search.game.errors import ArgumentError
from mabi_search.game.outcomes import DRAW, LOSS, WIN, signed
from mabi_search.game.position import Position
from mabi_search.game.rules import PASS
from mabi_search.reviewing.curve import BAND, BANDS, Point, proven_spans, scale_of, stretches
from mabi_search.search.analysis import analyse
from mabi_search.search.results import Analysis

if TYPE_CHECKING:
    from matplotlib.axes import Axes

DEFAULT_NODES = 20_000


def analyse_game(
    position: Position, *, depth: int | None = None, limits: Limits | None = None
) -> tuple[Analysis, ...]:
    """Analyse every position of a game, from the first to the last.

    Parameters
    ----------
    position
        The final position. Its `moves` are the game.
    depth, limits
        Depth and limits for each position, as for `analyse`. The default is 20,000 nodes if no depth is
        given.
    """
    limits = limited(limits, DEFAULT_NODES if depth is None else None)
    moments = [Position(position.base, (), position.rules)]
    for move in position.moves:
        moments.append(moments[-1].play_unchecked(move))
    return tuple(analyse(moment, depth=depth, limits=limits) for moment in moments)


def plot_evaluation(analyses: Sequence[Analysis], *, axes: Axes | None = None) -> Axes:
    """Plot the evaluation along a game, from White's point of view, and return the axes.

    The plot looks like the curve of `review`. The line shows estimates, with gaps where an outcome is proven.
    The top band is filled where White is proven to win, and the bottom band where Black is. A diamond in the
    middle is a proven draw. Dotted lines are passes, and shaded plies belong to runs.

    Parameters
    ----------
    analyses
        The analyses of the positions of a game, in order, as returned by `analyse_game`.
    axes
        The axes to draw into. None: a new figure.

    Raises
    ------
    ArgumentError
        `analyses` is empty.
    MissingExtraError
        Matplotlib is not installed.
    """
    if not analyses:
        raise ArgumentError("there are no positions to plot; a game has at least one")
    axes = axes_for(axes)
    points = [
        Point(
            analysis.position.ply,
            analysis.position.side,
            analysis.outcome,
            None if analysis.proven else analysis.score,
        )
        for analysis in analyses
    ]
    reach = scale_of(points) / 100
    _background(axes, analyses, reach)
    for outcome, sign in ((WIN, 1), (LOSS, -1)):
        low, high = (sign * reach * part for part in BAND)
        axes.fill_between([points[0].ply, _end(points)], low, high, facecolor="none", edgecolor=PALE)
        for span in proven_spans(points, outcome):
            axes.fill_between(span, low, high, color=INK, linewidth=0)
    for i, stretch in enumerate(stretches(points)):
        plies, estimates = zip(*stretch, strict=True)
        pieces = [estimate / 100 for estimate in estimates]
        axes.plot(
            plies, pieces, color=INK, linewidth=1.6, marker="o", markersize=3, label="estimate" * (not i)
        )
    drawn = [point.ply for point in points if point.outcome == DRAW]
    if drawn:
        axes.plot(drawn, [0] * len(drawn), "D", color=INK, markersize=6, label="a draw (proven)")
    _scales(axes, reach)
    name_axes(axes, "plies played", "evaluation for White (pieces)", "Evaluation along the game")
    if axes.get_legend_handles_labels()[0]:
        axes.legend(loc="upper center", bbox_to_anchor=(0.5, -0.17), ncols=4, frameon=False, fontsize=8)
    return axes


def _end(points: Sequence[Point]) -> int:
    """Return the ply at which the bands end: at least one ply after the first, even without moves."""
    return max(points[-1].ply, points[0].ply + 1)


def _background(axes: Axes, analyses: Sequence[Analysis], reach: float) -> None:
    """Draw the middle line, runs and passes."""
    axes.axhline(0, color=INK, linewidth=0.8)
    named: set[str] = set()

    def once(name: str) -> str:
        label = "" if name in named else name
        named.add(name)
        return label

    low, high = -reach, reach
    for analysis in analyses:
        ply = analysis.position.ply
        if analysis.position.mode == "r":
            axes.fill_between([ply - 1, ply], low, high, color=PALE, linewidth=0, label=once("a run"))
        if analysis.position.moves[-1:] == (PASS,) and analysis is not analyses[0]:
            axes.plot(
                [ply, ply], [low, high], color=MIDDLE, linestyle=":", linewidth=1.2, label=once("a pass")
            )


def _scales(axes: Axes, reach: float) -> None:
    """Label the vertical axis, with numbers of pieces for estimates and words for bands."""
    from matplotlib.ticker import MaxNLocator  # an extra, and slow to load

    pieces = [height for height in MaxNLocator(6).tick_values(-reach, reach) if abs(height) <= reach]
    band = reach * sum(BAND) / 2
    black, white = (language_of("mabi_search").text(BANDS[outcome][0]) for outcome in (LOSS, WIN))
    axes.set_yticks(
        [-band, *pieces, band],
        [black, *(signed(height, "+g") if height else "0" for height in pieces), white],
    )
    axes.set_ylim(-reach * (BAND[1] + 0.05), reach * (BAND[1] + 0.05))
    axes.locator_params(axis="x", integer=True)


exports.room(globals())
