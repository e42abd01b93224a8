"""The referee and solitaire at the terminal: what they say is the rules', and they hide what they must."""

import functools
import re
from pathlib import Path

import pytest

from amulets_solver import Belief, Game, Placement, Record, Rules, question
from amulets_solver.cli.refereeing import HIDING, RefereeSession
from amulets_solver.cli.solving_alone import SolitaireSession
from amulets_solver.game.rules import Asked, answers
from amulets_solver.racing.playing import random_secrets
from tests.conftest import Run
from tests.messages import messages

PLACED = "R:A1 Y:B2 G:C3 B:D4 K:E5"


@pytest.fixture
def amulets(program_here: Run) -> Run:
    return functools.partial(program_here, "amulets")


def test_the_referee_says_what_the_rules_say(amulets: Run, tmp_path: Path) -> None:
    secrets = random_secrets(3, Rules(), 7, 0)
    game = Game(secrets)
    said = game.ask(1, Placement.parse(PLACED))
    wrong = Placement.parse(PLACED)
    signs = game.cast(3, wrong)
    file = tmp_path / "game.txt"
    lines = f"secret 2\nhide\nask {PLACED}\ncast 3 {PLACED}\nbook\npass\nsave {file}\nreveal\n"
    done = amulets("referee", "--players", "3", "--seed", "7", stdin=lines)
    assert done.returncode == 0, done
    told = re.findall(r"player (\d) answers (\S)", done.stdout)
    assert told == [("2", said[0]), ("3", said[1])]
    assert re.findall(r"says (yes|no)", done.stdout) == ["yes" if sign == "y" else "no" for sign in signs]
    assert "\n" * HIDING in done.stdout
    hidden = done.stdout.split("saved to")[0]
    assert str(secrets[1]) in hidden  # whose secret was asked for
    for other in (secrets[0], secrets[2]):
        assert not re.search(rf"{other}\b", hidden) and str(other) in done.stdout
    record = Record.parse(file.read_text())
    assert record.events == tuple(game.events) and record.secrets == game.secrets


def test_the_referee_to_the_end() -> None:
    session = RefereeSession(Game([("A1", "R"), ("B4", "Y"), ("C3", "G")]))
    (first, second, third) = map(str, session.do("cast 2 R:A1 Y:B4 G:C3 B:D4 K:E5")[:3])
    assert (first, second, third) == ("player 3 says yes", "player 1 says yes", "player 2 has won")
    assert session.over
    lost = RefereeSession(Game([("A1", "R"), ("B4", "Y")]))
    lost.do(f"cast 1 {PLACED}")
    assert lost.prompt == "player 2> " and not lost.over
    assert "all have failed: nobody wins" in map(str, lost.do("cast 2 R:A2 Y:B2 G:C3 B:D4 K:E5"))


def test_the_referee_between_two_answers() -> None:
    session = RefereeSession(Game([("A1", "R"), ("B4", "Y"), ("C3", "G")], Rules(after="answer")))
    session.do(f"ask {PLACED}")
    assert str(session.do("answer")[0]) == "player 2 answers +"
    session.do(f"cast 3 {PLACED}")
    assert str(session.do("answer")[0]) == "player 3 answers *" and session.prompt == "player 2> "


def test_solitaire(amulets: Run, tmp_path: Path) -> None:
    secrets = random_secrets(3, Rules(), 7, 0)
    said = answers(dict(enumerate(secrets, 1)), 1, Placement.parse(PLACED))
    file = tmp_path / "mine.txt"
    lines = f"hint\n{PLACED}\nbeliefs\nshow\nsave {file}\ngive up\n"
    done = amulets("solitaire", "--players", "3", "--seed", "7", stdin=lines)
    assert done.returncode == 0 and f"with {secrets[0]}" in done.stdout
    assert f"player 2 {said[0]}, player 3 {said[1]}: " in done.stdout
    assert "bits, the best of all placements (proven)" in done.stdout
    before, _, after = done.stdout.partition("given up, after 1 question;")
    for secret in secrets[1:]:
        assert not re.search(rf"{secret}\b", before) and str(secret) in after
    assert "bits less" in after or "best" in after
    record = Record.parse(file.read_text())
    assert record.secrets == {1: secrets[0]} and record.events[0].answers == said


@pytest.mark.parametrize("seed", range(3))
def test_solitaire_won_by_hints(seed: int) -> None:
    rules = Rules(size="3x3", amulets=4)
    secrets = random_secrets(3, rules, seed, 0)
    session = SolitaireSession(secrets, Belief(3, secrets[0], rules=rules))
    told = ""
    while not session.over:
        told = str(session.do("hint")[0])
        assert told.startswith("ask ") == (not session.belief.castable)
        views = session.do(told.partition(": ")[0])
        told = str(views[0])
    asked = sum(isinstance(event, Asked) for event in session.events)
    assert told.startswith(f"right: you have won, after {asked} question")


@pytest.mark.parametrize(
    ("command", "lines", "said"),
    [
        ("referee", "dance", "'dance' is not a command"),
        ("referee", "secret 9", "the players are 1 to 3, not '9'"),
        ("referee", "secret", "not ''"),
        ("referee", "ask R:A1", "no field for Y G B K"),
        ("referee", "answer", "no question is being answered"),
        ("referee", f"cast 1 {PLACED}\ncast 1 {PLACED}", "asks and casts no more"),
        ("referee", "save", "name a file"),
        ("referee", "save /nowhere/at/all", "no folder"),
        ("solitaire", "dance", "'dance' is not an amulet on a field"),
        ("solitaire", "give", "'give up' ends the game"),
        ("solitaire", "cast R:A1", "no field for"),
    ],
)
def test_wrong_lines(amulets: Run, command: str, lines: str, said: str) -> None:
    done = amulets(command, "--players", "3", "--seed", "7", stdin=f"{lines}\nquit\n")
    assert done.returncode == 2 and said in done.stderr and len(messages(done.stderr)) <= 2
    assert "Traceback" not in done.stderr


def test_options(amulets: Run) -> None:
    assert amulets("referee", "--players", "3", "--first", "4").returncode == 2
    assert amulets("solitaire", "--players", "4", "--amulets", "3").returncode == 2
    small = amulets("solitaire", "--players", "2", "--altar", "2x2", "--amulets", "2", stdin="hint\nquit\n")
    assert small.returncode == 0 and "3 hypotheses" in small.stdout
    assert question(Belief(2, ("A1", "R"), rules=Rules(size="2x2", amulets=2))).proven
