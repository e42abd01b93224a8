"""Plots: their axes have names and units, and what colours tell can be read in grey."""

import subprocess
import sys
from collections.abc import Iterator
from itertools import islice

import matplotlib as mpl
import pytest

mpl.use("Agg")

from matplotlib import pyplot

from _gamekit.plotting import LINES
from mabi_search import ArgumentError as MabiArgumentError, Limits, Position, Rules
from mabi_search.show.plots import analyse_game, plot_evaluation
from narabi_solver import ArgumentError, Deal, analyse, random_deals, survey
from narabi_solver.show.plots import plot_difficulty, plot_distribution
from tests.conftest import ROOT
from tests.narabi.samples import STUCK


@pytest.fixture(autouse=True)
def _no_figures_are_left() -> Iterator[None]:
    yield
    pyplot.close("all")


def legend(axes: pyplot.Axes) -> list[str]:
    found = axes.get_legend()
    assert found is not None
    return [text.get_text() for text in found.get_texts()]


def test_distribution() -> None:
    found = survey(3, 2_000)
    axes = plot_distribution(found)
    assert (axes.get_xlabel(), axes.get_ylabel()) == ("turns", "share won in so many turns or fewer (%)")
    assert "95 %" in axes.get_title()
    assert legend(axes) == ["3 players, 2,000 deals", "exactly so many, with 95 % intervals"]
    heights = [bar.get_height() for bar in axes.patches]
    assert heights == pytest.approx([100 * n / 2_000 for n in found.distribution.values()])
    (step, marks) = (line for line in axes.lines if len(line.get_xdata()) == max(found.distribution) + 2)
    assert (
        list(step.get_ydata())
        == list(marks.get_ydata())
        == pytest.approx([100 * b.estimate for b in found.band[:8]])
    )
    edges = {round(y, 6) for one in axes.collections for _, y in one.get_paths()[0].vertices}
    assert {round(100 * found.band[4].low, 6), round(100 * found.band[4].high, 6)} <= edges


def test_distributions_are_told_apart_in_grey() -> None:
    surveys = [survey(3, 50, seed=seed) for seed in range(4)]
    axes = plot_distribution(*surveys, labels=["a", "b", "c", "d"])
    assert legend(axes) == ["a", "b", "c", "d"] and not axes.patches
    assert len({dash for _, dash, _ in LINES}) == len({marker for _, _, marker in LINES}) == 4
    assert {line.get_linestyle() for line in axes.lines} == {dash for _, dash, _ in LINES} | {"None"}
    with pytest.raises(ArgumentError, match="shows 1 to 4 surveys"):
        plot_distribution()
    with pytest.raises(ArgumentError, match="4 surveys need 4 labels, not 1"):
        plot_distribution(*surveys, labels=["a"])


def test_difficulty_by_turns() -> None:
    analyses = [analyse(deal, lines=True) for deal in islice(random_deals(3, seed=1), 60)]
    axes = plot_difficulty([*analyses, analyse(Deal.parse(STUCK, unusual=True), lines=True)])
    assert (axes.get_xlabel(), axes.get_ylabel()) == ("minimum (turns)", "difficulty (bits)")
    written = {text.get_text() for text in axes.texts}
    turns = [analysis.turns for analysis in analyses]
    assert {f"n = {turns.count(turn)}" for turn in turns} | {"grade 2", "grade 5"} <= written
    with pytest.raises(ArgumentError, match="no win was found for any of these deals"):
        plot_difficulty([])


def test_evaluation_along_a_game() -> None:
    game = Position.parse("start moves c1d1 d4c4 d1c1 pass", Rules(size="4x6"))
    analyses = analyse_game(game, limits=Limits(max_nodes=3_000))
    assert [one.position.ply for one in analyses] == [0, 1, 2, 3, 4]
    axes = plot_evaluation(analyses)
    assert (axes.get_xlabel(), axes.get_ylabel()) == ("plies played", "evaluation for White (pieces)")
    assert {"estimate", "a pass"} <= set(legend(axes))
    drawn = {
        x: y
        for line in axes.lines
        if line.get_marker() == "o"
        for x, y in zip(line.get_xdata(), line.get_ydata(), strict=True)
    }
    signs = [1 if one.position.side == "w" else -1 for one in analyses]
    assert drawn == {
        ply: sign * one.score / 100
        for ply, (sign, one) in enumerate(zip(signs, analyses, strict=True))
        if not one.proven
    }
    assert len(drawn) >= 3
    assert any(line.get_linestyle() == ":" and list(line.get_xdata()) == [4, 4] for line in axes.lines)
    with pytest.raises(MabiArgumentError, match="a game has at least one"):
        plot_evaluation([])


def test_proven_wins_fill_a_band_beyond_all_estimates() -> None:
    for text, winner in (("1b1b/w1w1/w1w1 w - w 3", "White"), ("start moves c1c2 pass", "White")):
        one = analyse_game(Position.parse(text, Rules(size="3x4") if "start" in text else None), depth=2)[-1]
        axes = plot_evaluation([one])
        (filled,) = (
            one
            for one in axes.collections
            if one.get_facecolor()[:, :3].sum() == 0 and len(one.get_facecolor())
        )
        heights = filled.get_paths()[0].vertices[:, 1]
        ticks = {
            tick.get_text(): height
            for tick, height in zip(axes.get_yticklabels(), axes.get_yticks(), strict=True)
        }
        assert heights.min() < ticks[f"{winner} wins"] < heights.max()
        estimates = [height for word, height in ticks.items() if "wins" not in word]
        assert heights.min() > max(estimates) and heights.max() < axes.get_ylim()[1]
        assert not [line for line in axes.lines if line.get_marker() == "o"]
    axes = plot_evaluation(analyse_game(Position.parse("w1/1b w p - 9 moves pass"), depth=2)[-1:])
    assert "a draw (proven)" in legend(axes) and list(axes.lines[-1].get_ydata()) == [0]


def test_plots_go_into_axes_that_are_given() -> None:
    _, axes = pyplot.subplots()
    assert plot_distribution(survey(3, 20), axes=axes) is axes


def test_without_matplotlib_the_extra_is_named() -> None:
    program = (
        "import sys; sys.modules['matplotlib'] = None\n"
        "from mabi_search import Position\n"
        "from mabi_search.show.plots import analyse_game, plot_evaluation\n"
        "try: plot_evaluation(analyse_game(Position.start(), depth=1))\n"
        "except ImportError as error: print(error)"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, cwd=ROOT, check=True
    )
    assert "python -m pip install 'matplotlib>=" in done.stdout
