"""Plots of thresholds with matplotlib, which the extra ``plots`` installs."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from _gamekit import exports
from _gamekit.plotting import LINES, axes_for, name_axes
from tales_of_arabia.game.errors import ArgumentError
from tales_of_arabia.planning.thresholds import Threshold

if TYPE_CHECKING:
    from matplotlib.axes import Axes


def plot_thresholds(found: Sequence[Threshold], *, axes: Axes | None = None) -> Axes:
    """Plot the lowest risk at which a sub-story pays, for each number of cards.

    Parameters
    ----------
    found : sequence of Threshold
        The thresholds. Those without a risk are omitted.
    axes : Axes, optional
        The axes to draw on; by default those of a new figure.

    Returns
    -------
    Axes
        The axes with the plot.

    Raises
    ------
    ArgumentError
        No threshold has a risk.
    MissingExtraError
        Matplotlib is not installed.
    """
    points = [(one.cards, float(one.risk)) for one in found if one.risk is not None]
    if not points:
        raise ArgumentError("none of these thresholds has a risk to plot; include hands of more cards")
    axes = axes_for(axes)
    cards, risks = zip(*points, strict=True)
    colour, dash, marker = LINES[0]
    axes.plot(cards, risks, color=colour, linestyle=dash, marker=marker, markersize=4)
    axes.fill_between(cards, risks, [1.0] * len(cards), color=LINES[1][0], alpha=0.15, linewidth=0)
    axes.set_ylim(0, max(risks) * 1.15)
    axes.locator_params(axis="x", integer=True)
    axes.annotate("a sub-story pays", (0.6, 0.6), xycoords="axes fraction")
    name_axes(
        axes,
        "story cards in hand",
        "risk of losing the floor with each card",
        "Lowest risk at which a sub-story pays",
    )
    return axes


exports.room(globals())
