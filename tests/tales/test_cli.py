"""The program: what it prints, what it says about bad input, a table kept at a terminal."""

from __future__ import annotations

import json
import os
import pty
import select
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tales_of_arabia import Record
from tests.conftest import ROOT, Run
from tests.interrupting import heed_interrupts, until
from tests.tales.games import SMALL

GAME = (
    "players 3; lay cave; lay king open; interrupt 2 lamp; lay ruby; lay silk; lay drum; end ashes accepted"
)


def test_score(program_here: Run, tmp_path: Path) -> None:
    done = program_here("tales", "score", GAME, "--json")
    found = json.loads(done.stdout)
    assert done.returncode == 0 and found["scores"] == {"1": 0, "2": 2, "3": 0}
    assert (found["teller"], found["rows"], found["over"]) == (2, [["cave", "king"]], False)
    assert found["hands"] == {"1": 10, "2": 6, "3": 11} and found["won"]["2"][-1] == "ashes"
    steps = json.loads(program_here("tales", "score", GAME, "--json", "--steps").stdout)["steps"]
    assert len(steps) == 7 and steps[2] == {
        "act": "interrupt 2 lamp", "teller": 2, "rows": [["cave", "king"], ["lamp"]],
        "scores": {"1": 0, "2": 0, "3": 0},
    }  # fmt: skip
    done = program_here("tales", "score", GAME, "--steps", "--svg", str(tmp_path / "table.svg"))
    assert "player 2 wins 4 story cards, 2 points" in done.stdout
    assert "The main story: 2 cards, 2 more needed\n  cave, king*\n" in done.stdout
    assert "> player 2 tells: 2 points, 5 cards won, 6 cards in hand" in done.stdout
    assert (tmp_path / "table.svg").read_text().startswith("<svg")
    assert program_here("tales", "score", "-", stdin=GAME).stdout.endswith("62 cards in the draw pile\n")


def test_a_game_that_is_over(program_here: Run) -> None:
    text = "players 2\n" + "".join(f"lay {card}\n" for card in ("cave", "lamp", "ruby", "silk"))
    done = program_here("tales", "score", "-", "--steps", stdin=text + "end ashes accepted")
    assert "player 1 wins 4 story cards, 4 points; the game is over" in done.stdout
    assert "> player 1 has ended the main story: 4 points, 5 cards won, 6 cards in hand" in done.stdout
    done = program_here("tales", "score", "-", stdin=text + "end ashes accepted; pass")
    assert done.returncode == 2 and "line 6, column 21: the main story has ended, and the game" in done.stderr


def test_a_deck_is_looked_for_beside_the_record(program_here: Run, tmp_path: Path) -> None:
    (tmp_path / "games").mkdir()
    deck = "[cards]\n" + "".join(f'b{i} = {{ kind = "being" }}\n' for i in range(14))
    deck += "".join(f'e{i} = {{ kind = "ending" }}\n' for i in range(8))
    (tmp_path / "games" / "own.toml").write_text(deck)
    (tmp_path / "games" / "game.txt").write_text("players 2\ndeck own.toml\nlay b1\n")
    done = program_here("tales", "score", "games/game.txt", "--json", folder=tmp_path)
    assert json.loads(done.stdout)["rows"] == [["b1"]]
    lines = "lay b2 open\nsave saved.txt\n"
    done = program_here("tales", "referee", "games/game.txt", stdin=lines, folder=tmp_path)
    assert done.returncode == 0, done.stderr
    (tmp_path / "elsewhere").mkdir()
    done = program_here("tales", "score", "../saved.txt", "--json", folder=tmp_path / "elsewhere")
    assert json.loads(done.stdout)["rows"] == [["b1", "b2"], []]
    done = program_here("tales", "deck", "--deck", "games/own.toml", "--json", folder=tmp_path)
    assert json.loads(done.stdout.splitlines()[0]) == {
        "schema": "tales-deck/1",
        "name": "b0",
        "kind": "being",
        "words": ["b0"],
    }


def test_plan_and_thresholds(program_here: Run) -> None:
    hand = ("--beings", "2", "--others", "7", "--endings", "2")
    found = json.loads(program_here("tales", "plan", *hand, "--risk", "0.2", "--json").stdout)
    assert found["act"] == "open" and found["value"] == found["values"]["open"] == pytest.approx(1.32644864)
    assert {*found["values"]} == {"lay", "lay being", "open", "stop"} and found["rows"] == [0]
    text = program_here("tales", "plan", *hand, "--rows", "4,4").stdout
    assert (
        "best  end, worth 15.0000 points (exact)" in text and "line  end, lay × 7, lay being × 2, end" in text
    )
    done = program_here("tales", "thresholds", "--cards", "5-8")
    assert [line.split()[:2] for line in done.stdout.splitlines()[3:7]] == [
        ["5", "never"], ["6", "0.6667"], ["7", "0.4655"], ["8", "0.2063"],
    ]  # fmt: skip
    one = json.loads(program_here("tales", "thresholds", "--cards", "7", "--json").stdout)
    assert one["risk"] == 0.4655 and one["line"][0] == "open"


def test_long_work_is_said(program_here: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("_gamekit.progress.FIRST", 0.0)
    hand = ("--beings", "12", "--others", "4", "--endings", "12", "--risk", "0.1")
    assert "tales: computing the values (Ctrl-C stops)" in program_here("tales", "plan", *hand).stderr
    done = program_here("tales", "thresholds", "--cards", "12")
    assert "tales: 0 of 1 thresholds found (Ctrl-C stops)" in done.stderr


def test_deck(program_here: Run) -> None:
    text = program_here("tales", "deck").stdout
    assert "96: 24 beings, 40 others, 32 endings" in text and "and at dawn they set out for home" in text


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (
            ["score", "no record"],
            "'no record' is neither a file nor a record, which looks like 'players 3;",
        ),
        (["score", "players 3; lay nothing"], "there is no card 'nothing' in the deck"),
        (["score", "players 3; lay king; lay king"], "column 22: 'king' lies in the main story"),
        (
            ["score", "players 3; lay king; end ashes accepted"],
            "the main story cannot end yet: it has 1 of the 4",
        ),
        (
            ["score", "players 3; interrupt 1 king"],
            "player 1 is the teller, and nobody may interrupt their own story",
        ),
        (["score", "players 9"], "the number of players must be 2 to 8, not 9"),
        (["score", "players 2", "--svg", "-", "--json"], "cannot both go to the standard output"),
        (
            ["plan", "--beings", "20", "--others", "5", "--endings", "1"],
            "a plan has at most 24 story cards in hand and rows, not 25",
        ),
        (["plan", "--beings", "2", "--others", "5", "--endings", "1", "--risk", "2"], "a number from 0 to 1"),
        (
            ["plan", "--beings", "2", "--others", "5", "--endings", "1", "--rows", "3;0"],
            "must be the lengths of the rows, like",
        ),
        (
            ["thresholds", "--cards", "9-7"],
            "must be a number or a range, like 7 or 6-13, from 1 to 20, not '9-7'",
        ),
        (["referee"], "give --players for a new game, or a record to continue"),
        (["referee", "-"], "the standard input is for the commands of the session"),
        (
            ["referee", "players 2", "--minimum", "3"],
            "the record already has its deck and rules",
        ),
        (["deck", "--deck", "README.md"], "not TOML"),
    ],
)
def test_bad_input_is_one_message_and_code_2(program_here: Run, arguments: list[str], message: str) -> None:
    done = program_here("tales", *arguments)
    assert done.returncode == 2 and message in done.stderr and "Traceback" not in done.stderr
    assert done.stdout == ""


def test_ending_the_main_story_with_story_cards_in_hand(program_here: Run) -> None:
    hand = "king, jinni, cave, lamp, ruby, silk, drum, at dawn, ashes, wiser, silence"
    text = f"players 2; deal 1 {hand}; lay king; lay cave; lay lamp; lay ruby; end ashes accepted"
    done = program_here("tales", "score", text)
    assert done.returncode == 2 and "still holds 'jinni', 'silk', 'drum'" in done.stderr


def test_referee(program_here: Run, tmp_path: Path) -> None:
    lines = [
        "help", "lay princess open", "interrupt 3 lamp", "words lamp", "why lay lamp", "why lay ruby",
        "steps", "undo", "interrupt 2 lamp", "svg table.svg", "save game.txt", "save game.txt", "show",
        "quit", "lay king",
    ]  # fmt: skip
    done = program_here("tales", "referee", "--players", "3", stdin="\n".join(lines), folder=tmp_path)
    assert done.returncode == 0, done.stderr
    assert (tmp_path / "game.txt").read_text() == "players 3\nlay princess open\ninterrupt 2 lamp\n"
    assert (tmp_path / "table.svg").read_text().startswith("<svg")
    for words in (
        "player 1 draws 1 card; player 3 tells", "lamp (other): lamp, oil light",
        "'lamp' lies in sub-story 1",
        "lay ruby is possible", "interrupt 3 lamp taken back", "player 1 draws 1 card; player 2 tells",
    ):  # fmt: skip
        assert words in done.stdout
    again = program_here("tales", "referee", "game.txt", stdin="lay oath\nsave game.txt", folder=tmp_path)
    assert "lamp, oath" in again.stdout and again.returncode == 2
    assert "game.txt exists and is not overwritten; name another file" in again.stderr


def test_referee_has_no_steps_before_the_first_act(program_here: Run) -> None:
    done = program_here("tales", "referee", "--players", "3", stdin="steps")
    assert done.returncode == 2 and "nobody has acted yet" in done.stderr


def test_referee_keeps_the_record_after_every_act(program_here: Run, tmp_path: Path) -> None:
    options = ("--save", "kept.txt", "--passing", "--minimum", "3")
    lines = "lay king\npass\nundo\nlay cave"
    program_here("tales", "referee", "--players", "2", *options, stdin=lines, folder=tmp_path)
    kept = tmp_path / "kept.txt"
    assert kept.read_text() == "players 2\nrules minimum=3 main-minimum=4 passing\nlay king\nlay cave\n"
    done = program_here("tales", "referee", "--players", "2", "--save", "kept.txt", folder=tmp_path)
    assert done.returncode == 2 and "exists and is not overwritten" in done.stderr
    program_here("tales", "referee", "kept.txt", "--save", "kept.txt", stdin="pass", folder=tmp_path)
    assert kept.read_text().endswith("lay cave\npass\n")


def test_what_cannot_be_kept_does_not_happen(program_here: Run, tmp_path: Path) -> None:
    """The name of the deck cannot stand in a record: the act is refused, and nothing is written."""
    (tmp_path / "a;b.toml").write_text(SMALL.dumps())
    options = ("--players", "2", "--deck", "a;b.toml", "--save", "kept.txt")
    done = program_here("tales", "referee", *options, stdin="lay being 1\nshow", folder=tmp_path)
    assert done.returncode == 2 and "a record cannot name the deck" in done.stderr
    assert done.stdout.count("The main story: 0 cards") == 2 and not (tmp_path / "kept.txt").exists()


PRESSES = 20
"""Times that Ctrl-C is pressed at most."""


@pytest.mark.parametrize("interrupted", [False, True])
def test_at_a_terminal(interrupted: bool) -> None:
    """Ctrl-D and Ctrl-C end it, without a traceback."""
    ours, theirs = pty.openpty()
    command = [sys.executable, "-m", "tales_of_arabia", "referee", "--players", "2"]
    with subprocess.Popen(
        command, cwd=ROOT, stdin=theirs, stdout=theirs, stderr=theirs, preexec_fn=heed_interrupts
    ) as process:
        os.close(theirs)
        seen = until(ours, b"player 1 tells> ")
        os.write(ours, b"lay king open\n")
        seen += until(ours, b"player 1 tells> ")
        for press in range(PRESSES if interrupted else 0):  # just before the line is read, none counts
            process.send_signal(signal.SIGINT)
            while b"interrupted" not in seen and select.select([ours], [], [], min(2, 0.1 * 2**press))[0]:
                seen += os.read(ours, 4096)
            if b"interrupted" in seen:
                while process.poll() is None:  # while it ends, too
                    process.send_signal(signal.SIGINT)
                break
        else:
            os.write(ours, b"\x04")
        assert process.wait(60) == (130 if interrupted else 0)
    os.close(ours)
    assert b"The story of the king: 0 cards, 4 more needed" in seen and b"Traceback" not in seen
    assert (b"\ntales: interrupted" in seen) == interrupted  # not behind what the terminal shows of the key


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("dance", "'dance' is not a command; 'help' lists them"),
        ("lay king open; lay cave", "there is no card"),
        ("interrupt 1 king", "player 1 is the teller"),
        ("undo", "there is nothing to take back"),
        ("save", "name a file: save FILE"),
        ("save /no/such/folder/x", "there is no folder /no/such/folder"),
        ("words nobody", "there is no card 'nobody' in the deck"),
        ("why dance", "'dance' is not an act"),
    ],
)
def test_wrong_lines_change_nothing(program_here: Run, line: str, message: str) -> None:
    done = program_here("tales", "referee", "--players", "2", stdin=f"{line}\nshow\n")
    assert done.returncode == 2 and message in done.stderr and "column" not in done.stderr
    assert done.stdout.count("The main story: 0 cards, 4 more needed") == 2


def test_who_begins(program_here: Run, tmp_path: Path) -> None:
    """It is kept in the record, and goes on from there."""
    new = ["referee", "--players", "3", "--first", "3", "--save", "game.txt"]
    done = program_here("tales", *new, stdin="lay king\n", folder=tmp_path)
    assert done.returncode == 0 and "player 3 tells" in done.stdout, done
    record = Record.parse((tmp_path / "game.txt").read_text())
    assert (record.first, record.game.teller) == (3, 3) and "first 3" in str(record)
    for arguments, said in (
        (["referee", "--players", "3", "--first", "4"], "4 cannot begin"),
        (["referee", "game.txt", "--first", "2"], "omit --first"),
        (["score", "players 3; first 4"], "'4' is not a player"),
        (["score", "players 3; lay king; first 2"], "first must come before all acts"),
    ):
        done = program_here("tales", *arguments, folder=tmp_path)
        assert done.returncode == 2 and said in done.stderr
