"""The rules, point by point, against positions worked out by hand; which technique is sound under them."""

import json
import re
import shutil
from collections.abc import Callable
from dataclasses import asdict
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest

from benchmarks.mabi_page_cases import ATTEMPT, in_node
from mabi_search import ArgumentError, IllegalMoveError, MoveFormatError, Position, Rules
from mabi_search.certify import checker_rules
from mabi_search.game import packed, rules as game
from mabi_search.game.readings import SOUND, Technique, sound
from mabi_search.page import making
from tests.conftest import ROOT
from tests.mabi.past_truth import Small
from tests.mabi.plain_retrograde import Plain


def legal(text: str, **readings: str) -> set[str]:
    return set(map(str, Position.parse(text, Rules(**readings)).legal_moves))  # type: ignore[arg-type]


@pytest.mark.parametrize("setup", ["rows", "diagonals"])
def test_the_setup(setup: str) -> None:
    state = game.start(Rules(setup=setup))
    for side in "wb":
        pieces = state.pieces(side)
        assert len(pieces) == 16 and game.largest(state, side) == 1
        assert sum(game.touches_edge(state, square) for square in pieces) == 7
    turned = {(7 - s.rank, 7 - s.file) for s in state.pieces("w")}
    assert turned == {tuple(s) for s in state.pieces("b")}
    white = {str(s) for s in state.pieces("w")}
    assert white >= ({"a1", "c1", "e1", "g1"} if setup == "rows" else {"a1", "e1", "d2", "h2"})


def test_white_begins_at_the_edge_and_may_not_pass() -> None:
    position = Position.start()
    assert len(position.legal_moves) == 20
    assert {move.origin for move in position.legal_moves} <= {
        s for s in position.state.pieces("w") if game.touches_edge(position.state, s)
    }
    assert "pass" not in position.legal_moves
    assert "must be made by a piece that touches the edge" in str(position.why_not("c3c4"))
    assert "may not pass" in str(position.why_not("pass"))


def test_white_passes_first_if_no_piece_at_the_edge_can_move() -> None:
    assert legal("1b2/bwb1/1b2/4 w - - 0") == {"pass"}  # the white piece stands inside


def test_a_larger_neighbour_paralyses_and_an_equal_one_does_not() -> None:
    assert legal("4/bb2/w3/4 w - b 3") == {"pass"}  # a2 beside a3, a group of two
    assert legal("4/b3/w3/4 w - - 3") == {"a2a1", "a2b2", "pass"}


def test_paralysis_of_a_piece_or_of_its_group() -> None:
    text = "4/bbb1/2ww/4 w - b 3"
    assert legal(text) == {"d2d1", "d2d3", "pass"}
    assert legal(text, paralysis="group") == {"pass"}


def test_the_only_largest_group_is_frozen_and_other_pieces_are_not() -> None:
    text = "ww2/4/4/b2w w - w 3"
    assert legal(text) == {"d1c1", "d1d2", "pass"}
    assert "a4a3" in legal(text, freeze="none")
    two = "ww2/4/ww2/b3 w - w 3"  # two largest groups: nobody is frozen, but for the leader reading
    assert len(legal(two)) > 1 and legal(two, freeze="leader") == {"pass"}
    equal = "ww2/4/4/2bb w - w 3"
    assert legal(equal) == legal(equal, freeze="leader") != {"pass"}


def modes(rule: str, text: str, *moves: str) -> list[str]:
    position = Position.parse(text, Rules(pass_rule=rule))
    found = []
    for move in moves:
        position = position.play(move)
        found.append(position.side + (position.mode if position.outcome() is None else "!"))
    return found


PLAY = "w3/4/4/3b w - - 5"


def test_a_pass_under_each_rule() -> None:
    passes = ("pass", "d1c1", "c1b1", "pass")
    assert modes("run", PLAY, *passes, "a4b4") == ["bp", "br", "br", "wp", "wr"]
    assert modes("resume", PLAY, *passes, "a4b4", "b1c1") == ["bp", "br", "br", "wq", "b-", "w-"]
    assert modes("final", PLAY, *passes) == ["bp", "br", "br", "w!"]
    assert modes("plain", PLAY, "pass", "d1c1", "pass", "pass") == ["bq", "w-", "bq", "w!"]
    for rule in ("run", "resume", "final", "plain"):
        assert modes(rule, PLAY, "pass", "pass")[-1] == "w!"
    assert modes("resume", PLAY, *passes, "pass")[-1] == "b!"


def test_no_situation_arises_for_the_third_time() -> None:
    shuffle = ["a4b4", "d1c1", "b4a4", "c1d1"]
    position = Position.parse(PLAY)
    for move in [*shuffle, *shuffle[:3]]:
        position = position.play(move)
    assert (
        position.why_not("c1d1") == "the move would bring about this situation for the third time"
    )  # begun with, and once again
    assert "c1d1" not in position.legal_moves and "pass" in position.legal_moves
    off = Position(position.base, position.moves, Rules(size="4x4", repetition="off"))
    assert off.why_not("c1d1") is None


def test_a_run_counts_its_own_situations() -> None:
    """The placement of the beginning arises again in a run, in another mode."""
    run = ["pass", "d1c1", "c1d1", "d1c1", "c1d1"]
    position = Position.parse(PLAY)
    for move in run:
        position = position.play(move)
    assert position.why_not("d1c1") == "the move would bring about this situation for the third time"
    placement = Position.parse(PLAY, Rules(repetition="placement"))
    for move in run[:4]:
        placement = placement.play(move)
    assert placement.why_not("c1d1") == "the move would bring about this placement for the third time"


def test_a_position_after_a_pass_does_not_count_as_an_occurrence() -> None:
    text = PLAY.replace(" w - - 5", " b p - 6")
    for rules, known in ((Rules(), 0), (Rules(repetition="placement"), 0)):
        assert len(Position.parse(text, rules).state.seen) == known
    assert len(Position.parse(PLAY).state.seen) == 1


def test_who_wins() -> None:
    def end(text: str) -> tuple[str | None, int]:
        outcome = Position.parse(text).play("pass").outcome()
        assert outcome is not None and outcome.decided
        return outcome.winner, outcome.margin

    assert end("www1/4/4/2bb w p w 9") == ("w", 1)
    assert end("ww2/4/4/2bb w p b 9") == ("b", 0)
    assert end("w3/4/4/3b w p - 9") == (None, 0)


def test_the_holder_stays_while_groups_are_equal() -> None:
    position = Position.parse("w1w1/4/4/1b1b w - - 3")
    for move, holder in (("c4b4", "w"), ("b1c1", "w"), ("a4a3", "b"), ("pass", "b")):
        position = position.play(move)
        assert position.holder == holder


def test_a_game_is_stopped_by_max_plies() -> None:
    position = Position.parse(PLAY, Rules(max_plies=6)).play("a4b4")
    outcome = position.outcome()
    assert outcome is not None and not outcome.decided and outcome.winner is None
    assert list(position.legal_moves) == [] and not position.legal_moves


@pytest.mark.parametrize(
    "option",
    [
        {"setup": "x"}, {"size": "9x9"}, {"size": "4"}, {"size": 4}, {"paralysis": ""}, {"freeze": None},
        {"pass_rule": "RUN"}, {"repetition": 3}, {"max_plies": -1}, {"max_plies": 1.5},
    ],
)  # fmt: skip
def test_readings_that_are_none(option: dict[str, object]) -> None:
    with pytest.raises(ArgumentError, match=next(iter(option))):
        Rules(**option)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("move", "reason"),
    [
        ("a1a1", "not beside"), ("a1a3", "not beside"), ("a1b2", "not beside"), ("b2b3", "black"),
        ("b1b2", "no piece"),
    ],
)  # fmt: skip
def test_illegal_moves_say_why(move: str, reason: str) -> None:
    with pytest.raises(IllegalMoveError, match=reason):
        Position.start().play(move)


@pytest.mark.parametrize("text", ["a9a8", "a1a", "", "a3a4x"])
def test_a_text_that_is_no_move_is_no_illegal_move(text: str) -> None:
    with pytest.raises(MoveFormatError, match="not a move"):
        Position.start().play(text)


def test_outside_a_small_board() -> None:
    with pytest.raises(IllegalMoveError, match="outside the board of 4x4"):
        Position.start(Rules(size="4x4")).play("a4a5")


@pytest.mark.parametrize("option", ["paralysis", "freeze", "pass_rule", "repetition"])
@pytest.mark.parametrize("technique", SOUND)
def test_no_technique_is_sound_under_a_reading_that_nobody_has_examined(
    technique: Technique, option: str
) -> None:
    values = game.READINGS[option]
    assert sound(technique, Rules())
    assert not sound(technique, cast(Any, SimpleNamespace(**asdict(Rules()) | {option: "new"})))
    named = {value for readings in SOUND[technique] for value in readings.get(option, ())}
    assert named <= set(values), f"{technique} names a value that {option} has not"


def test_readings_are_named_by_the_rules_and_where_techniques_are_said_to_be_sound() -> None:
    options = "(pass_rule|freeze|repetition|paralysis)"
    asked = re.compile(rf"\b{options}\s*(==|!=|in|not in)\s*\(?[\"']|match \w+\.{options}:")
    files = (ROOT / "mabi_search").rglob("*.py")
    naming = {file.name for file in files if asked.search(file.read_text("utf-8"))}
    assert naming == {"rules.py", "checker_rules.py"}


RUNNING = Position.parse("4/bb2/w3/4 w r b 3").state
"""White runs, one of its pieces is paralysed, and Black has the only largest group."""
MEANINGS: dict[str, list[Callable[[Rules], object]]] = {
    "setup": [game.start],
    "paralysis": [
        lambda rules: rules.paralyses_groups,
        lambda rules: game.legal_moves(RUNNING, rules).__next__(),
        lambda rules: checker_rules.stuck(MOMENT, readings_of(rules)),
    ],
    "freeze": [
        lambda rules: rules.freezes,
        lambda rules: game.frozen(RUNNING, rules),
        lambda rules: checker_rules.stuck(MOMENT, readings_of(rules)),
    ],
    "pass_rule": [
        lambda rules: rules.locks,
        lambda rules: rules.resumes,
        lambda rules: rules.run_is_last,
        lambda rules: game.play_unchecked(RUNNING, game.PASS, rules),
        lambda rules: checker_rules.after_pass(MOMENT, readings_of(rules)),
    ],
    "repetition": [lambda rules: rules.limits_repetition, lambda rules: rules.counts_placements],
}
"""For each option what asks for its meaning."""
MOMENT, _ = checker_rules.read(
    "4/bb2/w3/4 w r b 3", checker_rules.Readings("piece", "unique", "run", "situation")
)


def readings_of(rules: Rules) -> checker_rules.Readings:
    """Return what the checker knows of some readings."""
    return checker_rules.Readings(*(getattr(rules, name) for name in checker_rules.Readings._fields))


def unread(option: str) -> Rules:
    """Return rules with a value of an option that nobody has given a meaning."""
    rules = Rules(size="4x4")
    object.__setattr__(rules, option, "new")
    return rules


@pytest.mark.parametrize("option", game.READINGS)
def test_a_new_value_has_no_meaning_in_the_rules_and_for_the_checker(option: str) -> None:
    for ask in MEANINGS[option]:
        with pytest.raises(AssertionError, match="new"):
            ask(unread(option))


@pytest.mark.parametrize("option", ["paralysis", "freeze", "pass_rule", "repetition"])
def test_no_kernel_takes_a_new_value_for_an_old_one(option: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each that tells values apart refuses it by name, whatever the others have learnt."""
    monkeypatch.setattr(packed, "READINGS", game.READINGS | {option: (*game.READINGS[option], "new")})
    telling = [module for module in packed.TELL_APART if option in module.TOLD_APART]
    assert telling
    for module in telling:
        told = [SimpleNamespace(**vars(one)) for one in packed.TELL_APART if one is not module]
        for one in told:
            one.TOLD_APART = {name: range(9) for name in one.TOLD_APART}
        monkeypatch.setattr(packed, "TELL_APART", (*told, module))
        with pytest.raises(AssertionError, match=f"{option}=new is not implemented in {module.__name__}"):
            packed.setting_of(RUNNING, unread(option))
        packed.setting_of(RUNNING, Rules())  # and none refuses what it knows


@pytest.mark.parametrize("option", ["pass_rule", "freeze", "paralysis"])
@pytest.mark.parametrize("oracle", [Plain, Small])
def test_no_oracle_takes_a_new_value_for_an_old_one(oracle: Callable[..., object], option: str) -> None:
    oracle(2, 2, 1, 1)
    with pytest.raises(ValueError, match="not known here: new"):
        oracle(2, 2, 1, 1, **{option: "new"})


@pytest.mark.skipif(shutil.which("node") is None, reason="there is no node")
def test_no_page_takes_a_new_value_for_an_old_one(tmp_path: Path) -> None:
    calls = """
    const running = { ...module_rules.start(RULES), ply: 3, mode: "r" };
    const asked = {
      setup: module_rules.start, repetition: module_rules.start,
      paralysis: rules => module_rules.legalMoves(running, rules),
      freeze: rules => module_rules.legalMoves(running, rules),
      pass_rule: rules => module_rules.playUnchecked(running, "pass", rules),
    };
    const made = option => {
      asked[option](RULES);
      try { return asked[option]({ ...RULES, [option]: "new" }); } catch (error) { return error.message; }
    };
    """
    rules = json.dumps({name: values[0] for name, values in game.READINGS.items()} | {"size": "4x4"})
    page = making.script("rules.js") + ATTEMPT + f"const RULES = {rules};" + calls
    found = in_node(page, list(game.READINGS), tmp_path)
    assert found == [f"{option}=new has no meaning here" for option in game.READINGS]
