"""One meaning of outcomes in all results."""

import json

import pytest

import mabi_search
from mabi_search import Limits, Outcome, Position, Rules, analyse, perft, solve
from mabi_search.show import report, verdict_report

WON = "1b1b/w1w1/w1w1 w - w 3"
OPEN = "1b1b1b1b/w1w1w1w1/1b1b1b1b/w1w1w1w1/1b1b1b1b/w1w1w1w1/1b1b1b1b/w1w1w1w1 w - - 0"


def test_members_are_texts() -> None:
    assert [str(one) for one in Outcome] == ["win", "loss", "draw", "undecided"]
    assert Outcome.WIN == "win" and {"loss": 1}[Outcome.LOSS] == 1 and json.dumps(Outcome.DRAW) == '"draw"'
    assert [one.turned for one in Outcome] == ["loss", "win", "draw", "undecided"]
    assert [one.proven for one in Outcome] == [True, True, True, False]


def test_undecided_is_a_value() -> None:
    """And None in the JSON of `analyse` alone, which says so."""
    few = Limits(max_nodes=50)
    position = Position.parse(OPEN)
    found = [analyse(position, 1), *analyse(position, 1, lines=2).lines, solve(position, few)]
    for one in (*found, Position.parse(WON, Rules(repetition="off")).if_passed(few)):
        assert one.outcome is Outcome.UNDECIDED and not one.proven, one
    assert report.analysis_json(found[0], None)["outcome"] is None
    assert verdict_report.verdict_json(found[-1])["outcome"] == "undecided"
    won = analyse(Position.parse(WON))
    assert won.outcome is Outcome.WIN and report.analysis_json(won, None)["outcome"] == "win"
    assert report.passed_json(Position.parse(WON).if_passed())["outcome"] == "win"


@pytest.mark.parametrize(
    ("text", "rules", "white"),
    [
        ("1w/b1 w q - 5 moves pass", Rules(pass_rule="plain"), "draw"),
        ("ww/b1 w q w 5 moves pass", Rules(pass_rule="plain"), "win"),
        ("bb/w1 w q b 5 moves pass", Rules(pass_rule="plain"), "loss"),
        ("ww/b1 w - w 5", Rules(max_plies=5), "undecided"),
    ],
)
def test_how_a_game_ended(text: str, rules: Rules, white: str) -> None:
    position = Position.parse(text, rules)
    result = position.outcome()
    assert isinstance(result, mabi_search.GameResult)
    assert [result.outcome_for(side) for side in "wb"] == [Outcome(white), Outcome(white).turned]
    for found in (analyse(position), solve(position)):
        assert found.outcome is result.outcome_for(position.side)
        assert found.proven == result.decided
    assert perft(position, 1).nodes == 0
