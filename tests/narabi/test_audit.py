"""Answers against plain code that tries everything; and that it notices what is wrong."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings, strategies as st

from _gamekit.facts import json_of
from benchmarks import audit
from benchmarks.audit import Compared, Comparison
from narabi_solver import Deal, Rules, analyse, random_deal, solve
from tests import strategies
from tests.narabi.samples import EXAMPLE

MOST = 100_000


def compared(
    deal: Deal, answer: dict[str, Any], rule: Rules | None = None, most: int = MOST
) -> list[Compared]:
    return list(Comparison(deal, rule or Rules(), most).compare(answer))


def answer_to(deal: Deal, rule: Rules | None = None) -> dict[str, Any]:
    """Return what `solve` and `analyse` say, with the keys of both."""
    return json_of(solve(deal, rules=rule)) | json_of(analyse(deal, rules=rule, lines=True))


@given(
    strategies.near_wins(),
    st.sampled_from(
        [Rules(limit=2), Rules(no_undo=True, limit=2), Rules(no_undo=True, undo_reading="receiver", limit=2)]
    ),
)
@settings(max_examples=6)
def test_right_answers_agree(deal: Deal, rule: Rules) -> None:
    parts = compared(deal, answer_to(deal, rule), rule)
    assert [one for one in parts if not one.agrees] == []
    assert {"turns", "moves"} <= {one.what for one in parts}


DEAL = Deal.parse(EXAMPLE + " moves B2-A3 C1-B3 A4-B4")
"""Two turns from its end."""


def without(name: str) -> Callable[[dict[str, Any]], None]:
    return lambda answer: answer[name].pop()


def more(name: str) -> Callable[[dict[str, Any]], None]:
    return lambda answer: answer.update({name: answer[name] + 1})


def another_value(answer: dict[str, Any]) -> None:
    answer["moves"][-1]["turns"] += 1


def another_line(answer: dict[str, Any]) -> None:
    answer["swaps"] = answer["swaps"][:-1] + ["A1-B1"]


FALSE: list[tuple[str, Callable[[dict[str, Any]], None]]] = [
    ("turns", more("turns")),
    ("turns", lambda answer: answer.update(turns=answer["turns"] - 1)),
    ("turns", lambda answer: answer.update(outcome="unsolvable", turns=None)),
    ("swaps", without("swaps")),
    ("swaps", another_line),
    ("swaps", lambda answer: answer.update(swaps=["nonsense"])),
    ("optimal_lines", more("optimal_lines")),
    ("forced_turns", lambda answer: answer.update(forced_turns=[3])),
    ("difficulty", lambda answer: answer.update(difficulty=answer["difficulty"] + 0.01)),
    ("traps", without("traps")),
    ("moves", without("moves")),
    ("moves", another_value),
]


@pytest.mark.parametrize(("what", "falsify"), FALSE)
def test_what_is_false_is_noticed(what: str, falsify: Callable[[dict[str, Any]], None]) -> None:
    answer = answer_to(DEAL)
    if what != "moves":
        del answer["moves"]
    falsify(answer)
    wrong = [one for one in compared(DEAL, answer) if one.agrees is False]
    assert what in {one.what for one in wrong}
    assert {one.what for one in wrong} <= {what, "swaps"}  # the line has as many turns as before


def test_what_takes_too_long_is_not_checked() -> None:
    parts = compared(DEAL, answer_to(DEAL), most=2)
    assert {one.what: one.agrees for one in parts if one.what in ("turns", "swaps")} == {
        "turns": None,
        "swaps": True,
    }


def test_deals_that_are_lost_or_over() -> None:
    lost, never = random_deal(4, 5), Rules(limit=1)
    assert all(one.agrees for one in compared(lost, answer_to(lost, never), never))
    won = replace(DEAL, moves=(*DEAL.moves, *solve(DEAL).swaps))
    parts = compared(won, answer_to(won))
    assert all(one.agrees for one in parts) and parts[0].found == 0


def test_the_program_answers_for_itself(capsys: pytest.CaptureFixture[str]) -> None:
    asked = ["--players", "3", "--deals", "1", "--seed", "43", "--swaps"]
    assert audit.main(asked) == 0
    said = capsys.readouterr().out
    assert said.startswith("1 deals, ") and "analyse moves: " in said and "solve turns: 1 of 1 agree" in said
    assert audit.main([*asked, "--max-states", "5"]) == 3
    assert "not checked" in capsys.readouterr().out


def test_a_false_answer_is_told(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(audit, "json_of", lambda found: json_of(found) | {"turns": 1})
    assert audit.main(["--players", "3", "--deals", "1"]) == 1
    assert "turns of solve: 1; found: " in capsys.readouterr().out
