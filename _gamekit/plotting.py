"""Axes and styles for plots that are readable in greyscale. Plots need the extra ``plots``."""

from __future__ import annotations

from typing import TYPE_CHECKING

from _gamekit.problems import extra

if TYPE_CHECKING:
    from matplotlib.axes import Axes

LINES = (("#000000", "-", "o"), ("#0072b2", "--", "s"), ("#d55e00", ":", "^"), ("#009e73", "-.", "D"))
"""Line styles: a colour of Okabe and Ito, a dash and a marker."""
INK, MIDDLE, PALE = "#000000", "#8c8c8c", "#d0d0d0"


def axes_for(axes: Axes | None) -> Axes:
    """Return axes to draw in: the given axes, or the axes of a new figure.

    Raises
    ------
    MissingExtraError
        Matplotlib is not installed.
    """
    with extra("plots", "plots need"):
        from matplotlib import pyplot  # an extra, and slow to load
    if axes is None:
        _, axes = pyplot.subplots(figsize=(7, 4), layout="constrained")
    axes.spines[["top", "right"]].set_visible(False)
    axes.grid(axis="y", color=PALE, linewidth=0.6)
    axes.set_axisbelow(True)
    return axes


def name_axes(axes: Axes, x: str, y: str, title: str) -> None:
    """Set the title and the labels of the axes."""
    axes.set_xlabel(x)
    axes.set_ylabel(y)
    axes.set_title(title, fontsize=11)
