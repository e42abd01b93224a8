"""Plots of thresholds with matplotlib (extra ``plots``)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from _gamekit import checked
from _gamekit.plotting import LINES, axes_for, name_axes
from tales_of_arabia.game.errors import ArgumentError
from tales_of_arabia.planning.thresholds import Threshold

if TYPE_CHECKING:
    from matplotlib.axes import Axes


def plot_thresholds(found: Sequence[Threshold], *, axes: Axes | None = None) -> Axes:
    """Return axes with the least risk at which a sub-story pays, for each number of cards.

    Parameters
    ----------
    found : sequence of Threshold
        The thresholds; those without a risk are left out.
    axes : Axes, optional
        Where to draw; a new figure if None.

    Returns
    -------
    Axes
        The plot.

    Raises
    ------
    ArgumentError
        There is no threshold to draw.
    MissingExtraError
        Matplotlib is not installed.
    """
    points = [(one.cards, float(one.risk)) for one in found if one.risk is not None]
    if not points:
        raise ArgumentError("there is no threshold to draw; hands of 6 or more cards have one")
    axes = axes_for(axes)
    cards, risks = zip(*points, strict=True)
    colour, dash, marker = LINES[0]
    axes.plot(cards, risks, color=colour, linestyle=dash, marker=marker, markersize=4)
    axes.fill_between(cards, risks, [1.0] * len(cards), color=LINES[1][0], alpha=0.15, linewidth=0)
    axes.set_ylim(0, max(risks) * 1.15)
    axes.locator_params(axis="x", integer=True)
    axes.annotate("a sub-story pays", (0.6, 0.6), xycoords="axes fraction")
    name_axes(
        axes, "story cards in hand", "risk of losing the floor with each card", "From where sub-stories pay"
    )
    return axes


checked.room(globals())
