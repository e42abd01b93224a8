"""One meaning of outcomes in all results."""

import itertools
import json
from pathlib import Path

import pytest

import mabi_search
from _gamekit.facts import json_of
from mabi_search import (
    Limits,
    Outcome,
    Position,
    Rules,
    analyse,
    analyse_pass,
    make_certificate,
    perft,
    probe,
    solve,
    tables,
)

WON = "1b1b/w1w1/w1w1 w - w 3"
LOST = "1b4b1/wbw2ww1/1bb3b1/wb1wb3/2bbwbwb/1bwwwbw1/ww1b4/2w3wb b - b 51"
RUN = "1b1b/w1w1/w1w1 b p w 4"
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
    looked = analyse(position, depth=1, lines=2)
    found = [looked, *looked.lines, solve(position, limits=few)]
    for one in (*found, analyse_pass(Position.parse(WON, Rules(repetition="off")), limits=few)):
        assert one.outcome is Outcome.UNDECIDED and not one.proven, one
    assert json_of(found[0].facts())["outcome"] is None
    assert json_of(found[-1].facts())["outcome"] == "undecided"
    won = analyse(Position.parse(WON))
    assert won.outcome is Outcome.WIN and json_of(won.facts())["outcome"] == "win"
    assert json_of(analyse_pass(Position.parse(WON)).facts())["outcome"] == "win"


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


def test_moves_are_for_those_who_make_them() -> None:
    """In a run too, in which the same side is to move again."""
    for text in (LOST, RUN):
        position = Position.parse(text)
        verdict = solve(position, limits=Limits(max_nodes=200_000), all_moves=True)
        assert {one.outcome for one in verdict.all_moves} == {"loss"} == {verdict.outcome}
        for one in verdict.all_moves:
            after = position.play(one.move)
            result, same = after.outcome(), after.side == position.side
            assert one.after.position == after and one.proven
            if result is not None:
                assert one.outcome == result.outcome_for(position.side)
            else:
                assert one.outcome == (one.after.outcome if same else one.after.outcome.turned)


def test_what_a_table_says_is_proven_only_with_the_past(tmp_path: Path) -> None:
    rules = Rules(size="3x4")
    tables.build(tables.TableSpec.of(rules), folder=tmp_path)
    start = Position.start(rules)
    found = probe(start, folder=tmp_path)
    assert found.proven and found.outcome is found.value is Outcome.WIN
    assert (found.nodes, found.stopped_by) == (0, None) and found.seconds >= 0
    shuffled = start
    for word in "c1d1 b2b1 d1c1 b1b2 c1d1 b2b1 d1c1".split():
        shuffled = shuffled.play(word)
    past = probe(shuffled, folder=tmp_path)
    assert past.value is Outcome.LOSS and past.outcome is (past.value if past.proven else Outcome.UNDECIDED)
    assert not past.proven


def test_limits_where_none_are_given(monkeypatch: pytest.MonkeyPatch) -> None:
    """Limits without nodes and seconds are as good as none: the same question has the same answer."""
    monkeypatch.setattr("mabi_search.proof.solving.PROOF_NODES", 300)
    monkeypatch.setattr("mabi_search.runs.pass_analysis.DEFAULT_NODES", 300)
    position = Position.parse(OPEN)
    for answer in (solve, lambda one, **given: analyse_pass(one.play("a1a2"), **given)):
        asked = itertools.count()
        assert (
            answer(position, limits=Limits(stop=lambda asked=asked: next(asked) > 50)).stopped_by == "nodes"
        )
        assert answer(position).stopped_by == "nodes"
    assert analyse(position).depth == analyse(position, limits=Limits()).depth == 6


def test_progress_is_told_in_words_and_numbers() -> None:
    told: list[tuple[str, dict[str, int]]] = []

    def progress(text: str, /, **counts: int) -> None:
        told.append((text, counts))

    make_certificate(Position.parse(LOST), progress=progress)
    assert {"nodes", "answers", "checked"} <= {name for _, counts in told for name in counts}
    assert all(text and counts for text, counts in told)
