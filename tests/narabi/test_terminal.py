"""What people see at a terminal: 80 columns are enough, and colours can be read on any background."""

import io
import re
from dataclasses import replace

import pytest
from rich.console import Console, RenderableType

from _gamekit.facts import view_of
from narabi_solver import Deck, Rules, analyse, random_deal, restriction_costs, solve, survey, verify
from narabi_solver.show.report import (
    cards_view,
    ring_view,
    solution_view,
    turns_table,
    verification_view,
)
from narabi_solver.show.viewing import View, view_text


def shown(view: RenderableType, width: int = 80) -> list[str]:
    console = Console(file=io.StringIO(), width=width, no_color=True)
    console.print(view)
    assert isinstance(console.file, io.StringIO)
    return console.file.getvalue().splitlines()


@pytest.mark.parametrize("players", [3, 4, 5])
def test_tables_fit_80_columns(players: int) -> None:
    """A row is wrapped in its words only: the stones stay side by side, and nothing is cut."""
    deal = random_deal(players, 3)
    solution = solve(deal)
    hand, stone = 15 // 5 if players > 3 else 4, r"[ \[][0-9wd][ \]]"
    row = re.compile(
        rf" +\d+ .*({stone}){{{hand}}}" + rf" +({stone}){{{hand}}}" * (players - 1) + r" *\d* *$"
    )
    for view in (solution_view(solution), verification_view(verify(deal, solution.swaps))):
        lines = shown(view)
        assert len([line for line in lines if row.match(line)]) == len(solution.swaps) + 1
        assert not any("…" in line for line in lines)
    others = (
        view_of([*analyse(deal, lines=True).facts(3), *restriction_costs(deal).facts()]),
        cards_view(Deck.standard()),
    )
    for view in (*others, view_text(View.of(deal, Rules(), (), None, None))):
        assert max(map(len, shown(view))) <= 80 and not any("…" in line for line in shown(view))


def test_a_survey_fits_80_columns_without_wrapping() -> None:
    found = survey(3, 2_000)
    totals = found.totals._replace(counts=tuple(100_000 * n for n in found.totals.counts))
    found = replace(found, totals=totals, settings=replace(found.settings, deals=200_000_000))
    rows = [line for line in shown(view_of(found.facts())) if re.match(r" +\d+ +[\d,]+ +\d", line)]
    assert len(rows) == len(found.distribution)
    assert all(line.count(" to ") == 2 and line.count("%") == 2 for line in rows)


def test_stones_have_a_background_of_their_own() -> None:
    state = random_deal(3, 3).state()
    console = Console(file=io.StringIO(), width=80, color_system="truecolor", force_terminal=True)
    for view in (ring_view(state), turns_table([state], [])):
        styles = {
            segment.text.strip(): segment.style
            for segment in console.render(view)
            if segment.style is not None
        }
        for stone in state.ring:
            style = styles[stone.label]
            assert style.color is not None and style.bgcolor is not None, stone
            assert (style.bgcolor.name == "white") == (state.deck.colour(stone.label) == "white")


def test_the_seat_to_move_stands_out() -> None:
    state = random_deal(3, 3).state()
    letters = {span.style for span in ring_view(state).spans if "reverse" in str(span.style)}
    assert letters == {"bold reverse"}
    assert sum("reverse" in str(span.style) for span in ring_view(state).spans) == 1
