"""Games against par, teams and levels."""

import json
from pathlib import Path

import pytest

from _gamekit import progress
from narabi_solver import ArgumentError, Deal, Rules, StoppedError
from narabi_solver.cli import main
from narabi_solver.hidden import Greedy, Levels, Open, Random, Silent, play_together, score
from tests.conftest import Run
from tests.narabi.samples import EXAMPLE

WON = EXAMPLE + " moves B2-A3 C1-B3 A4-B4 B2-A4 C4-A3"
LONGER = EXAMPLE + " moves B2-A3 C1-B3 A4-B4 B2-A4"
LOST = LONGER + " C4-A1"
LEVELS = '[[levels]]\nname = "friends"\nturns = 12\n[[levels]]\nname = "one mind"\nturns = 5\n'


def test_against_par_and_teams() -> None:
    found = score(Deal.parse(WON), policy=Silent(worlds=8), teams=12, seed=3)
    assert (found.turns, found.minimum, found.over_par) == (5, 5, 0)
    worse = sum(one is None or one > 5 for one in found.others)
    equal = found.others.count(5)
    assert worse + equal == 12 and worse > 0  # none is better than the minimum
    assert found.percentile == pytest.approx(100 * (worse + equal / 2) / 12)
    assert found.beaten.estimate == pytest.approx(worse / 12)
    assert found.beaten.low < worse / 12 < found.beaten.high
    assert found == score(Deal.parse(WON), policy=Silent(worlds=8), teams=12, seed=3)
    assert found.others != score(Deal.parse(WON), policy=Silent(worlds=8), teams=12, seed=4).others


def test_what_was_not_won() -> None:
    lost = score(Deal.parse(LOST), policy=Open(), teams=3, rules=Rules(limit=5))
    assert lost.over and lost.turns is None and lost.over_par is None and lost.percentile == 0
    assert lost.others == (5,) * 3 and lost.summary == "lost after 5 turns"
    nobody = score(Deal.parse(LONGER), policy=Random(), teams=4, rules=Rules(limit=4))
    assert nobody.over and nobody.others == (None,) * 4 and nobody.percentile == 50
    with pytest.raises(ArgumentError, match="teams"):
        score(Deal.parse(WON), teams=0)
    with pytest.raises(StoppedError):
        score(Deal.parse(WON), policy=Greedy(), teams=2, stop=iter([False, True, True, True]).__next__)


@pytest.mark.parametrize(("text", "summary"), [(LONGER, "not over after 4 turns"), (EXAMPLE, "not played")])
def test_a_game_that_goes_on_has_no_rank(text: str, summary: str, narabi_here: Run) -> None:
    found = score(Deal.parse(text), policy=Open(), teams=3)
    assert not found.over and found.summary.startswith(summary) and summary in repr(found)
    assert found.percentile is found.beaten is None
    done = narabi_here("score", text, "--policy", "open", "--teams", "2")
    assert done.returncode == 3 and "rank   none, as the game is not over" in done.stdout
    row = json.loads(narabi_here("score", text, "--policy", "open", "--teams", "2", "--json").stdout)
    assert (row["over"], row["won"], row["percentile"], row["beaten"]) == (False, False, None, None)


def test_a_lost_game_is_answered_negatively(narabi_here: Run) -> None:
    done = narabi_here("score", LONGER, "--limit", "4", "--policy", "open", "--teams", "2")
    assert done.returncode == 1 and "lost after 4 turns" in done.stdout


def test_teams_play_the_deal_from_its_beginning() -> None:
    deal = Deal.parse(EXAMPLE)
    assert score(Deal.parse(WON), policy=Open(), teams=2).others == (5, 5)
    assert play_together(deal, Open()).turns == 5


def test_levels() -> None:
    levels = Levels.loads(LEVELS)
    assert [levels.reached(turns) for turns in (4, 5, 6, 12, 13, None)] == [
        "one mind", "one mind", "friends", "friends", None, None,
    ]  # fmt: skip
    assert levels.higher(5, 6) and levels.higher(12, None) and levels.higher(12, 13)
    assert not levels.higher(6, 12) and not levels.higher(6, 5) and not levels.higher(None, None)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("", "no levels"),
        ("[[levels]", "not TOML"),
        ("levels = 3", "tables"),
        ("[other]\na = 1", "expected only"),
        ('[[levels]]\nname = "a"', "name and turns, not 'name'"),
        ('[[levels]]\nname = ""\nturns = 3', "1 to 60 characters"),
        ('[[levels]]\nname = "a"\nturns = "3"', "whole number from 0 to 24"),
        ('[[levels]]\nname = "a"\nturns = 25', "whole number from 0 to 24"),
        ('[[levels]]\nname = "a"\nturns = true', "whole number"),
        (LEVELS.replace("= 5", "= 12"), "needs fewer turns than 12"),
        (LEVELS.replace("one mind", "friends"), "the same name"),
        ("a = " + "[" * 5000, "TOML"),
    ],
)
def test_bad_levels(text: str, told: str, tmp_path: Path, narabi_here: Run) -> None:
    with pytest.raises(ArgumentError, match=told):
        Levels.loads(text)
    file = tmp_path / "levels.toml"
    file.write_text(text)
    done = narabi_here("score", WON, "--levels", str(file), "--teams", "1")
    assert done.returncode == 2 and told in done.stderr and str(file) in done.stderr
    assert "Traceback" not in done.stderr and done.stdout == ""


def test_into_a_pipe_it_says_a_line_now_and_then(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(progress, "LINE_SECONDS", 0)
    with caplog.at_level("INFO"):
        assert main(["score", WON, "--teams", "2", "--policy", "greedy"]) == 0
    assert caplog.messages == ["1 of 2 teams played", "2 of 2 teams played"]
    assert "of 2 teams" not in capsys.readouterr().out


def test_the_program(narabi_here: Run, tmp_path: Path) -> None:
    games, levels = tmp_path / "games.txt", tmp_path / "levels.toml"
    games.write_text(f"{LONGER}\n{WON}\n{WON}\n")
    levels.write_text(LEVELS)
    done = narabi_here(
        "score", str(games), "--levels", str(levels), "--policy", "greedy", "--teams", "3", "--json"
    )
    assert done.returncode == 3, done.stderr  # the first game goes on
    found = [json.loads(line) for line in done.stdout.splitlines()]
    assert [one["level"] for one in found] == [None, "one mind", "one mind"]
    assert [one["higher"] for one in found] == [None, True, False]
    assert [one["won"] for one in found] == [False, True, True]
    shown = narabi_here(
        "score", str(games), "--levels", str(levels), "--policy", "open", "--teams", "2"
    ).stdout
    assert "one mind: higher than last time" in shown and "one mind: not higher than last time" in shown
    assert "2 in 5" in shown and "not over after 4 turns" in shown
    for wrong, told in (
        (["--policy", "nobody"], "there is no policy"),
        (["--teams", "0"], "--teams"),
        (["--levels", str(tmp_path)], "directory"),
        (["--levels", str(tmp_path / "none")], "none"),
    ):
        done = narabi_here("score", str(games), *wrong)
        assert done.returncode == 2 and told in done.stderr and "Traceback" not in done.stderr
