"""Plots of games, for matplotlib: the extra ``plots``."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from _gamekit.limits import Limits, limited
from _gamekit.moved import keyword_options
from _gamekit.plotting import INK, MIDDLE, PALE, axes_for, name_axes
from mabi_search.game.errors import ArgumentError
from mabi_search.game.outcomes import LOSS, WIN
from mabi_search.game.position import Position
from mabi_search.game.rules import PASS, WHITE
from mabi_search.search.analysis import Analysis, analyse

if TYPE_CHECKING:
    from matplotlib.axes import Axes

DEFAULT_NODES = 20_000
MARGIN = 1.0
"""Pieces between the greatest estimate and the marks of proven results."""


@keyword_options
def analyse_game(
    position: Position, *, depth: int | None = None, limits: Limits | None = None
) -> tuple[Analysis, ...]:
    """Return the analysis of every position of a game, from where it began to where it stands.

    Parameters
    ----------
    position
        Its `moves` are the game.
    depth, limits
        For each position, as for `analyse`; 20,000 nodes if neither a depth nor nodes nor seconds are given.
    """
    limits = limited(limits, DEFAULT_NODES if depth is None else None)
    moments = [Position(position.base, (), position.rules)]
    for move in position.moves:
        moments.append(moments[-1].play_unchecked(move))
    return tuple(analyse(moment, depth=depth, limits=limits) for moment in moments)


@keyword_options
def plot_evaluation(analyses: Sequence[Analysis], *, axes: Axes | None = None) -> Axes:
    """Return axes with the evaluation along a game, for White.

    Circles are estimates, filled where Black is to move. Triangles at the edges are proven: up where White
    wins, down where Black does. Dashed lines are passes, shaded plies belong to runs.

    Parameters
    ----------
    analyses
        Of the positions of a game, in order: `analyse_game`.
    axes
        Where to draw; a new figure if None.

    Raises
    ------
    ArgumentError
        `analyses` is empty.
    ImportError
        Matplotlib is not installed.
    """
    if not analyses:
        raise ArgumentError("no positions given; a game has at least one")
    axes = axes_for(axes)
    signs = [1 if one.position.side == WHITE else -1 for one in analyses]
    plies = [one.position.ply for one in analyses]
    scores = [sign * one.score / 100 for sign, one in zip(signs, analyses, strict=True)]
    edge = (
        max((abs(y) for y, one in zip(scores, analyses, strict=True) if not one.proven), default=0) + MARGIN
    )
    heights = []
    for y, one in zip(scores, analyses, strict=True):
        won_or_lost = one.outcome in (WIN, LOSS)
        heights.append(edge * (1 if y > 0 else -1) if won_or_lost else 0.0 if one.proven else y)
    for one, ply in zip(analyses, plies, strict=True):
        if one.position.mode == "r":
            axes.axvspan(ply - 1, ply, color=PALE, linewidth=0)
        if one.position.moves[-1:] == (PASS,) and one is not analyses[0]:
            axes.axvline(ply, color=MIDDLE, linestyle="--", linewidth=1)
    axes.axhline(0, color=INK, linewidth=0.8)
    axes.plot(plies, heights, color=MIDDLE, linewidth=1.2)
    _marks(axes, analyses, plies, heights)
    axes.set_ylim(-edge - MARGIN / 2, edge + MARGIN / 2)
    axes.locator_params(axis="x", integer=True)
    name_axes(axes, "plies played", "evaluation for White (pieces)", "Evaluation along the game")
    axes.legend(loc="best", frameon=False, fontsize=8)
    return axes


def _marks(axes: Axes, analyses: Sequence[Analysis], plies: Sequence[int], heights: Sequence[float]) -> None:
    """Draw a mark for each position; a kind that occurs is named in the legend."""
    kinds: dict[tuple[str, str, str], list[int]] = {}
    for i, one in enumerate(analyses):
        white = one.position.side == WHITE
        if one.outcome in (WIN, LOSS):
            kind = ("^", INK, "White wins (proven)") if heights[i] > 0 else ("v", INK, "Black wins (proven)")
        elif one.proven:
            kind = ("D", INK, "a draw (proven)")
        else:
            kind = ("o", "#ffffff" if white else INK, f"estimate, {'White' if white else 'Black'} to move")
        kinds.setdefault(kind, []).append(i)
    for (marker, fill, label), members in kinds.items():
        axes.plot(
            [plies[i] for i in members],
            [heights[i] for i in members],
            linestyle="none",
            marker=marker,
            markersize=6,
            markerfacecolor=fill,
            markeredgecolor=INK,
            label=label,
        )
