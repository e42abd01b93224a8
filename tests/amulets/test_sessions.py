"""The referee and solitaire at the terminal: what they say is the rules', and they hide what they must."""

import io
import os
import pty
import random
import re
import select
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from rich.console import Console

from amulets_solver import (
    AmuletsError,
    ArgumentError,
    Belief,
    Game,
    Placement,
    Record,
    Rules,
    question,
)
from amulets_solver.cli.commands.referee import HIDING, RefereeSession
from amulets_solver.cli.commands.solitaire import SolitaireSession
from amulets_solver.game.rules import (
    Asked,
    answers,
)
from amulets_solver.racing.playing import random_secrets
from tests.amulets.oracle import random_game, random_placement
from tests.conftest import ROOT, Run, messages
from tests.interrupting import heed_interrupts, until

PLACED = "R:A1 Y:B2 G:C3 B:D4 K:E5"


def test_the_referee_says_what_the_rules_say(amulets: Run, tmp_path: Path) -> None:
    secrets = random_secrets(3, Rules(), 7, 0)
    game = Game(secrets)
    said = game.ask(1, Placement.parse(PLACED))
    wrong = Placement.parse(PLACED)
    signs = game.cast(3, wrong)
    file = tmp_path / "game.txt"
    lines = f"secret 2\nhide\nask {PLACED}\nanswer all\ncast 3 {PLACED}\nbook\npass\nsave {file}\nreveal\n"
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
    session = RefereeSession(Game([("A1", "R"), ("B4", "Y"), ("C3", "G")]).record)
    (first, second, third) = map(str, session.do("cast 2 R:A1 Y:B4 G:C3 B:D4 K:E5")[:3])
    assert (first, second, third) == ("player 3 says yes", "player 1 says yes", "player 2 has won")
    assert session.over
    lost = RefereeSession(Game([("A1", "R"), ("B4", "Y")]).record)
    lost.do(f"cast 1 {PLACED}")
    assert lost.prompt == "player 2> " and not lost.over
    assert "every player's cast has failed, so nobody wins" in map(
        str, lost.do("cast 2 R:A2 Y:B2 G:C3 B:D4 K:E5")
    )


def test_the_referee_reads_questions_as_records_write_them() -> None:
    session = RefereeSession(Game([("A1", "R"), ("B4", "Y"), ("C3", "G")], Rules()).record)
    for wrong, said in ((f"ask 2 {PLACED}", "turn"), (f"ask 7 {PLACED}", "the players are 1 to 3, not '7'")):
        with pytest.raises(AmuletsError, match=said):
            session.do(wrong)
    session.do(f"ask 1 {PLACED}")
    assert session.prompt == "player 2 answers> "


def test_the_referee_between_two_answers() -> None:
    session = RefereeSession(Game([("A1", "R"), ("B4", "Y"), ("C3", "G")], Rules(after="answer")).record)
    session.do(f"ask {PLACED}")
    assert str(session.do("answer")[0]) == "player 2 answers +"
    again = RefereeSession(Record.parse(session.text))
    for one in (session, again):
        assert one.prompt == "player 3 answers> "
        console = Console(file=io.StringIO(), width=80)
        console.print(*one.begin())
        assert re.search(r"\n *1 +A1 +B2 +C3 +D4 +E5 +\+ *\n", console.file.getvalue())
    assert str(session.do(f"cast 3 {PLACED}")[-1]).endswith("questions; player 3 answers next")
    session.do("undo")
    session.do("undo")
    assert str(session.do("answer")[-1]) == "player 2 answers +"
    session.do(f"cast 3 {PLACED}")
    assert str(session.do("undo")[0]) == "taken back; player 3 answers next"
    session.do(f"cast 3 {PLACED}")
    assert str(session.do("answer")[0]) == "player 3 answers *" and session.prompt == "player 2> "


@pytest.mark.parametrize("seed", range(20))
def test_a_game_goes_on_from_its_record(seed: int) -> None:
    """At any moment, also while a question is being answered; and the text of the record is enough."""
    choose = random.Random(seed)
    rules = Rules(size="3x3", amulets=4, after=choose.choice(("round", "answer")))
    game = random_game(rules, choose.randint(2, 4), choose, choose.randint(0, 5))
    if not game.over and choose.randrange(3):
        game.turn = choose.choice(game.casters())  # others passed
        if rules.after == "answer" and choose.randrange(3):
            game.put(game.turn, random_placement(rules, choose))
            for _ in range(choose.randrange(game.players - 1)):
                game.next_answer()
            if not choose.randrange(3):
                game.cast(choose.choice(game.casters()), random_placement(rules, choose))
    again = Game.of(Record.parse(str(game.record)))
    assert again.record == game.record and again.casters() == game.casters()
    assert (again.over, again.winner, again.failed) == (game.over, game.winner, game.failed)
    while not game.over and game.record.heard is not None:
        assert again.next_answer() == game.next_answer() and again.turn == game.turn


def test_acts_are_taken_back(tmp_path: Path) -> None:
    """One by one, up to the deal, after going on with a file too; the file is always as the game is."""
    file = tmp_path / "game.txt"
    game = Game([("A1", "R"), ("B4", "Y"), ("C3", "G")], Rules(after="answer"), first=2)
    session = RefereeSession(game.record, file)
    dealt = file.read_text()
    texts = [dealt]
    for line in (f"ask {PLACED}", "answer", f"cast 3 {PLACED}", "answer", "pass", f"ask {PLACED}"):
        session.do(line)
        texts.append(file.read_text())
    assert len(set(texts)) == len(texts)
    for text in reversed(texts[:-1]):
        session.do("undo")
        assert file.read_text() == text
    with pytest.raises(ArgumentError, match="nothing to take back"):
        session.do("undo")
    again = RefereeSession(Record.parse(texts[-1]))
    again.do("undo")
    assert str(again.game.record) == texts[-2].strip()
    again.do("undo")
    assert str(again.game.record) == dealt.strip()


def test_a_kept_game_goes_on(amulets: Run, tmp_path: Path) -> None:
    kept = ["--save", "game.txt"]
    begin = amulets("referee", "--players", "3", "--seed", "7", "--first", "2", *kept, folder=tmp_path)
    assert begin.returncode == 0  # nobody typed anything, and the deal is kept
    secrets = random_secrets(3, Rules(), 7, 0)
    lines = f"ask {PLACED}\nanswer all\nask {PLACED}\nanswer\nanswer\nundo\nundo\nundo\n"
    done = amulets("referee", "game.txt", *kept, stdin=lines, folder=tmp_path)
    assert done.returncode == 0 and "taken back; it is the turn of player 3" in done.stdout, done
    record = Record.parse((tmp_path / "game.txt").read_text())
    assert [event.seat for event in record.events] == [2] and record.secrets[1] == secrets[0]
    done = amulets("referee", "game.txt", stdin=f"cast 1 {PLACED}\nsave game.txt\n", folder=tmp_path)
    assert done.returncode == 2 and "exists and is not overwritten" in done.stderr
    assert "player 2" in done.stdout.partition("says")[0]  # what was heard is shown
    for wrong, said in (
        (["referee", "game.txt", "--seed", "3"], "omit the options"),
        (["referee", "--players", "3", *kept], "exists and is not overwritten"),
        (["referee"], "give --players for a new game, or a record"),
        (["referee", "-"], "the standard input is for the commands of the session"),
        (["referee", "players 3; me 1 C3 B"], "the secrets of all players; the line 'me 2"),
    ):
        done = amulets(*wrong, folder=tmp_path)
        assert done.returncode == 2 and said in done.stderr


@pytest.mark.parametrize("kept", [False, True])
def test_ctrl_c_at_a_terminal(tmp_path: Path, kept: bool) -> None:
    """Once, it loses nothing (that it ends when pressed again: tests/tales/test_cli.py)."""
    ours, theirs = pty.openpty()
    command = [sys.executable, "-m", "amulets_solver", "referee", "--players", "3", "--seed", "7"]
    command += ["--save", str(tmp_path / "game.txt")] * kept
    saved = b"all is saved in game.txt" if kept else b"'help' lists how to save before"
    with subprocess.Popen(
        command, cwd=ROOT, stdin=theirs, stdout=theirs, stderr=theirs, preexec_fn=heed_interrupts
    ) as process:
        os.close(theirs)
        until(ours, b"player 1> ")
        seen = b""
        while b"press Ctrl-C again to end; " + saved not in seen:
            process.send_signal(signal.SIGINT)  # just before a line is read it is heeded with the next one
            if select.select([ours], [], [], 2)[0]:
                seen += until(ours, b"player 1> ")
        os.write(ours, b"pass\n")
        until(ours, b"player 2> ")
        os.write(ours, b"\x04")
        assert process.wait(60) == 0
    os.close(ours)


def test_solitaire(amulets: Run, tmp_path: Path) -> None:
    secrets = random_secrets(3, Rules(), 7, 0)
    said = answers(dict(enumerate(secrets, 1)), 1, Placement.parse(PLACED))
    file = tmp_path / "mine.txt"
    lines = f"hint\n{PLACED}\nbeliefs\nshow\nsave {file}\ngive up\n"
    done = amulets("solitaire", "--players", "3", "--seed", "7", stdin=lines)
    assert done.returncode == 0 and f"with {secrets[0]}" in done.stdout
    assert f"player 2 {said[0]}, player 3 {said[1]}: " in done.stdout
    assert "leaves 822 of 6,624 on average (3.32 bits; no question has more, proven)" in done.stdout
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
    session = SolitaireSession(Game(secrets, rules))
    told = ""
    while not session.over:
        told = str(session.do("hint")[0])
        assert told.startswith("ask ") == (not session.belief.castable)
        views = session.do(told.partition(": ")[0])
        told = str(views[0])
    asked = sum(isinstance(event, Asked) for event in session.record.events)
    assert f"; right: you have won, after {asked} question" in told


@pytest.mark.parametrize(
    ("command", "lines", "said"),
    [
        ("referee", "dance", "'dance' is not a command"),
        ("referee", "secret 9", "the players are 1 to 3, not '9'"),
        ("referee", "secret", "not ''"),
        ("referee", "ask R:A1", "no field for Y G B K"),
        ("referee", "answer", "no question is being answered"),
        (
            "referee",
            f"cast 1 {PLACED}\ncast 1 {PLACED}",
            "cast failed; this player may only answer questions",
        ),
        ("referee", "cast", "name the player who casts"),
        ("referee", "cast 1 R:A1", "name the amulets of the 2 other players, or all"),
        ("referee", "undo 3", "nothing may follow this command, not even '3'"),
        ("referee", "save", "name a file"),
        ("referee", "save /nowhere/at/all", "no folder"),
        ("solitaire", "dance", "'dance' is not an amulet on a field"),
        ("solitaire", "next", "'next' is not an amulet on a field"),
        ("solitaire", "give", "'give up' ends the game"),
        ("solitaire", "cast R:A1", "name the amulets of the 2 other players, or all"),
        ("solitaire", "cast X:A1 R:B1", "'X' is not an amulet"),
    ],
)
def test_wrong_lines(amulets: Run, command: str, lines: str, said: str) -> None:
    done = amulets(command, "--players", "3", "--seed", "7", stdin=f"{lines}\nquit\n")
    assert done.returncode == 2 and said in done.stderr and len(messages(done.stderr)) <= 2
    assert "Traceback" not in done.stderr


def test_a_small_altar_has_no_room_for_an_amulet_cast_twice(amulets: Run) -> None:
    small = ["--players", "3", "--altar", "2x2", "--amulets", "4", "--seed", "3"]
    done = amulets("solitaire", *small, stdin="cast R:A1 R:B1\n")
    assert done.returncode == 2 and "amulet R is placed twice" in done.stderr


def test_options(amulets: Run) -> None:
    assert amulets("referee", "--players", "3", "--first", "4").returncode == 2
    assert amulets("solitaire", "--players", "4", "--amulets", "3").returncode == 2
    small = amulets("solitaire", "--players", "2", "--altar", "2x2", "--amulets", "2", stdin="hint\nquit\n")
    assert small.returncode == 0 and "3 hypotheses" in small.stdout
    assert question(Belief(2, ("A1", "R"), rules=Rules(size="2x2", amulets=2))).proven
