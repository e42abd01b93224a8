"""Plots of surveys and analyses, for matplotlib: the extra ``plots``."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from _gamekit import exports
from _gamekit.plotting import INK, LINES, MIDDLE, PALE, axes_for, name_axes
from _gamekit.problems import number_of
from narabi_solver.analysis.shortest import GRADE_BITS
from narabi_solver.analysis.swaps import Analysis
from narabi_solver.game.errors import ArgumentError
from narabi_solver.game.facts import rules_words
from narabi_solver.statistics.survey import Survey

if TYPE_CHECKING:
    from matplotlib.axes import Axes


def plot_distribution(
    *surveys: Survey, labels: Sequence[str] | None = None, axes: Axes | None = None
) -> Axes:
    """Return axes with the share of deals whose minimum is 1, 2, 3, … turns or fewer, with 95 % bands.

    Parameters
    ----------
    surveys
        One to four surveys. For a single survey, bars show the share of each minimum with its 95 % interval.
    labels
        The names of the surveys. If None, they state the numbers of players and deals, and the rules.
    axes
        The axes to draw on; a new figure if None.

    Raises
    ------
    ArgumentError
        There is no survey, or more than four, or the number of labels differs.
    MissingExtraError
        Matplotlib is not installed.
    """
    if not 1 <= len(surveys) <= len(LINES):
        raise ArgumentError(f"a plot shows 1 to {len(LINES)} surveys, not {len(surveys)}")
    names = [_name(survey) for survey in surveys] if labels is None else list(labels)
    if len(names) != len(surveys):
        raise ArgumentError(f"{len(surveys)} surveys need {len(surveys)} labels, not {len(names)}")
    axes = axes_for(axes)
    last = max(max(survey.distribution, default=0) for survey in surveys) + 1
    if len(surveys) == 1:
        _bars(axes, surveys[0])
    for survey, name, (colour, dash, marker) in zip(surveys, names, LINES, strict=False):
        band = survey.band[: last + 1]
        turns = range(len(band))
        low, high = (
            [100 * edge for edge in edges] for edges in zip(*((b.low, b.high) for b in band), strict=True)
        )
        middle = [100 * (one.estimate or 0) for one in band]
        axes.fill_between(turns, low, high, step="post", color=colour, alpha=0.2, linewidth=0)
        axes.step(turns, middle, where="post", color=colour, linestyle=dash, label=name)
        axes.plot(turns, middle, linestyle="none", marker=marker, markersize=5, color=colour)
    axes.set_xticks(range(last + 1))
    axes.set_ylim(0, 105)
    y = "share won in so many turns or fewer (%)"
    name_axes(axes, "turns", y, "The fewest turns of deals, with 95 % bands")
    axes.legend(loc="upper left", frameon=False, fontsize=9)
    return axes


def _name(survey: Survey) -> str:
    settings = survey.settings
    deals = number_of(settings.deals, "deal")
    words = [f"{settings.players} players", rules_words(settings.rules), deals]
    return ", ".join(filter(None, words))


def _bars(axes: Axes, survey: Survey) -> None:
    """Draw a bar for the share of each minimum, with its interval."""
    turns = list(survey.distribution)
    shares = [survey.share(turn) for turn in turns]
    heights = [100 * (share.estimate or 0) for share in shares]
    below = [max(0.0, height - 100 * share.low) for height, share in zip(heights, shares, strict=True)]
    above = [max(0.0, 100 * share.high - height) for height, share in zip(heights, shares, strict=True)]
    axes.bar(
        turns, heights, yerr=[below, above], width=0.7, color=PALE, edgecolor=MIDDLE, ecolor=INK, capsize=4,
        label="exactly so many, with 95 % intervals",
    )  # fmt: skip


def plot_difficulty(analyses: Iterable[Analysis], axes: Axes | None = None) -> Axes:
    """Return axes with the difficulty of deals by their minimum: one box for each number of turns.

    A box spans the middle half of the deals. The line in a box is the median, and each whisker is at most 1.5
    times as long as the box. Dotted lines are the limits of the grades.

    Parameters
    ----------
    analyses
        The analyses of deals. Deals that cannot be won are left out.
    axes
        The axes to draw on; a new figure if None.

    Raises
    ------
    ArgumentError
        No win was found for any of the deals.
    MissingExtraError
        Matplotlib is not installed.
    """
    by_turns: dict[int, list[float]] = {}
    for analysis in analyses:
        if analysis.turns is not None and analysis.difficulty is not None:
            by_turns.setdefault(analysis.turns, []).append(analysis.difficulty)
    if not by_turns:
        raise ArgumentError("no win was found for any of these deals, so none has a difficulty")
    axes = axes_for(axes)
    turns = sorted(by_turns)
    axes.boxplot(
        [by_turns[turn] for turn in turns], positions=turns, widths=0.5, patch_artist=True,
        boxprops={"facecolor": PALE}, medianprops={"color": INK, "linewidth": 2},
        flierprops={"marker": "x", "markersize": 4, "markeredgecolor": MIDDLE},
    )  # fmt: skip
    top = max(max(difficulties) for difficulties in by_turns.values())
    for turn in turns:
        axes.annotate(f"n = {len(by_turns[turn])}", (turn, top + 1), ha="center", fontsize=8)
    for grade, bits in enumerate(GRADE_BITS, 2):
        axes.axhline(bits, color=MIDDLE, linestyle=":", linewidth=1)
        axes.annotate(
            f"grade {grade}", (1.005, bits), xycoords=("axes fraction", "data"), va="center", fontsize=8
        )
    axes.set_ylim(0, top + 2.5)
    name_axes(axes, "minimum (turns)", "difficulty (bits)", "How hard it is to find the minimum")
    return axes


exports.room(globals())
