"""The program `mabi`."""

import io
import json
import os
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

from _gamekit.program import as_text
from mabi_search import Outcome, Position, Rules
from mabi_search.cli import main
from mabi_search.cli.commands.play import GameSession
from mabi_search.playing.levels import LEVELS
from mabi_search.playing.player import Engine
from mabi_search.search.sizes import ENGINE_NODES
from mabi_search.show import report
from tests.conftest import ROOT, Run, messages

START = "1b1b1b1b/w1w1w1w1/1b1b1b1b/w1w1w1w1/1b1b1b1b/w1w1w1w1/1b1b1b1b/w1w1w1w1 w - - 0"


def mabi(*arguments: str, stdin: str = "", **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "mabi_search", *arguments],
        input=stdin,
        capture_output=True,
        text=True,
        cwd=ROOT,
        env=os.environ | environment,
        timeout=120,
        check=False,
    )


def test_show(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["show", "start moves a1a2 h8h7"]) == 0
    shown = capsys.readouterr().out
    assert "7  w  .  w  .  w  .  w* b" in shown
    assert "White to move" in shown and "White wins a tie" in shown
    assert "the white group a2 a3 paralyses b2 (2 > 1); without it b2 would be free" in shown


def test_show_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["show", "start moves a1a2", "--json", "--pass-rule", "plain"]) == 0
    answer = json.loads(capsys.readouterr().out)
    assert answer["position"] == START + " moves a1a2"
    assert answer["largest"] == {"w": 2, "b": 1} and answer["groups"]["w"][0] == ["a2", "a3"]
    assert answer["rules"] == {
        "setup": "rows", "paralysis": "piece", "freeze": "unique", "pass_rule": "plain",
        "repetition": "situation", "size": "8x8", "max_plies": None,
    }  # fmt: skip
    assert main(["show", "w1/1b w p - 9 moves pass", "--json"]) == 0
    over = json.loads(capsys.readouterr().out)["outcome"]
    assert over == {"winner": None, "margin": 0, "decided": True, "reason": over["reason"]}


def test_moves(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["moves", "start moves a1a2", "--why", "--json"]) == 0
    answer = json.loads(capsys.readouterr().out)
    assert len(answer["moves"]) == 53 and answer["moves"][-1] == "pass"
    assert answer["why_not"] == {"b2": "b2 is paralysed by the white group a2 a3 (2 > 1)"}
    assert main(["moves", "start", "--why"]) == 0
    assert "c3 " in capsys.readouterr().out


def test_perft(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["perft", "start", "3", "--json", "--divide", "--size", "4x4"]) == 0
    answer = json.loads(capsys.readouterr().out)
    assert (answer["depth"], answer["nodes"]) == (3, 502)
    assert sum(answer["divide"].values()) == 502 and len(answer["divide"]) == 8
    assert main(["perft", "start", "3", "--size", "4x4", "--divide"]) == 0
    shown = capsys.readouterr().out
    assert "perft 3: 502" in shown
    assert main(["perft", "start", "0"]) == 0
    assert main(["perft", "start", "30", "--max-seconds", "0.05"]) == 3
    assert "count is unknown" in capsys.readouterr().out


def test_many_positions(tmp_path: Path) -> None:
    path = tmp_path / "positions"
    path.write_text("# two\nstart\nnonsense # here\n\n1b1b/w1w1/1b1b/w1w1 w - - 0 # small\n")
    done = mabi("moves", str(path), "--json")
    assert done.returncode == 2 and "line 3" in done.stderr and "Traceback" not in done.stderr
    assert [len(json.loads(line)["moves"]) for line in done.stdout.splitlines()] == [20, 8]
    assert mabi("show", "-", "--json", stdin="start\n").stdout.count("\n") == 1


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["show", "x"], "neither a file nor a position"),
        (["show", "start", "--freeze", "x"], "must be unique, leader or none, not 'x'"),
        (["show", "start", "--size", "9x9"], "2 to 8 each"),
        (["show", "1b1b/w1w1/1b1b/w1w1 w - - 0", "--size", "5x5"], "not 5x5"),
        (["show", "start moves b2b3"], "White is to move"),
        (["perft", "start", "-1"], "DEPTH"),
        (["perft", "start", "99"], "0 to 60"),
        (["show", "/"], "directory"),
        (["show", "-"], "contains no position"),
        (["play", "start moves a1a9"], "is not a move"),
        (["show", "start", "--nonsense"], "--nonsense"),
    ],
)
def test_nonsense(
    arguments: list[str], message: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO()))
    try:
        code = main(arguments)
    except SystemExit as ended:  # by argparse
        code = int(ended.code or 0)
    out, err = capsys.readouterr()
    assert code == 2 and message in err and err.startswith("mabi") and len(messages(err)) == 1 and out == ""


def test_nonsense_in_a_process() -> None:
    for arguments in (["show", "x"], ["show", "start", "--nonsense"]):
        done = mabi(*arguments)
        assert done.returncode == 2 and done.stderr.count("\n") == 1 and done.stdout == ""


def test_no_colours_on_a_pipe_and_a_closed_pipe() -> None:
    assert "\x1b" not in mabi("show", "start").stdout
    done = subprocess.run(
        f"{sys.executable} -m mabi_search show start | true",
        shell=True,
        capture_output=True,
        cwd=ROOT,
        check=False,
    )
    assert b"Traceback" not in done.stderr


@pytest.fixture
def play(program_here: Run) -> Run:
    """Return a function that plays a game by lines."""

    def run(*lines: str, arguments: tuple[str, ...] = ()) -> subprocess.CompletedProcess[str]:
        return program_here("mabi", "play", *arguments, stdin="\n".join(lines) + "\n")

    return run


def test_a_file_that_cannot_be_read_is_named(play: Run, tmp_path: Path) -> None:
    (tmp_path / "words").write_text("hello\n")
    done = play(arguments=(str(tmp_path / "words"),))
    assert done.returncode == 2 and done.stderr.startswith(f"mabi: {tmp_path}/words: line 1: a position is")


def test_a_game_to_its_end(play: Run) -> None:
    done = play("a1a2", "pass", "pass")
    assert done.returncode == 0 and "the game is over: White wins by 2 to 1" in done.stdout


def test_what_is_wrong_in_play_changes_nothing(play: Run) -> None:
    done = play("b2b3", "nonsense", "a b", "undo", "save", "why b2b3", "a1a2", "undo", "show")
    assert done.returncode == 2 and done.stderr.count("mabi: ") == 5 and "Traceback" not in done.stderr
    assert done.stdout.rstrip().endswith(START)


def test_save_and_load(play: Run, program_here: Run, tmp_path: Path) -> None:
    saved = tmp_path / "game.txt"
    done = play("a1a2", f"save {saved}", "h8h7", f"save {saved}", f"load {saved}", "show")
    assert done.returncode == 0, done.stderr
    assert saved.read_text().splitlines()[1] == START + " moves a1a2 h8h7"
    assert program_here("mabi", "show", str(saved)).returncode == 0
    other = play(f"load {saved}", arguments=("--pass-rule", "plain"))
    assert other.returncode == 2 and "played under other rules" in other.stderr
    thesis = tmp_path / "thesis"
    thesis.write_text("ten years")
    done = play(f"save {thesis}", f"load {thesis}", f"load {tmp_path}", f"save {tmp_path}/no/x")
    assert done.returncode == 2 and done.stderr.count("mabi: ") == 4 and "Traceback" not in done.stderr
    assert thesis.read_text() == "ten years" and "not overwritten" in done.stderr


def test_all_commands_of_play(play: Run) -> None:
    done = play("help", "moves", "why c3c4", "1. a1b1", "1… h8 - h7", "undo", "undo", "quit", "never read")
    assert done.returncode == 0 and "save FILE" in done.stdout and "touches the edge" in done.stdout
    assert "taken back: h8h7" in done.stdout and "taken back: a1b1" in done.stdout
    assert "never" not in done.stderr


def test_a_run_of_the_engine_is_one_board(monkeypatch: pytest.MonkeyPatch) -> None:
    def first_step(engine: Engine, position: Position, *more: object) -> SimpleNamespace:
        line = SimpleNamespace(move=position.legal_moves[0], score=0, outcome=Outcome.UNDECIDED)
        return SimpleNamespace(lines=[line], score=0, outcome=Outcome.UNDECIDED, depth=1, nodes=1)

    monkeypatch.setattr(Engine, "search", first_step)
    start = Position.parse("2w3/1ww1b1/2w1b1/6 b r w 31", Rules(max_plies=36))
    session = GameSession(start, "b", 1)
    shown = [as_text(view) for view in session.answer()]
    moves = " ".join(map(str, session.position.moves))
    assert len(session.position.moves) == 5 and shown[1] == f"a run of 5 moves: {moves}"
    assert [text.startswith("Black (engine) plays") for text in shown[:3]] == [True, False, True]
    assert sum("a  b  c" in text for text in shown) == 1


def test_a_level_plays_as_on_the_board(play: Run) -> None:
    session = GameSession(Position.start(), "w", level=LEVELS[1])
    assert session.player.level == LEVELS[1] and session.adviser.level.nodes == ENGINE_NODES
    done = play("quit", arguments=("start", "--level", "easy", "--nodes", "5"))
    assert done.returncode == 2 and "not allowed with" in done.stderr


@pytest.mark.slow
def test_the_engine_plays_and_gives_hints(play: Run) -> None:
    engine = ("start", "--size", "4x4", "--engine", "black", "--nodes", "2000")
    done = play("hint", "c1c2", "undo", "go", "quit", arguments=engine)
    assert done.returncode == 0, done.stderr
    assert done.stdout.count("Black (engine) plays") == 2 and "White (engine) plays" in done.stdout
    assert "taken back" in done.stdout and "depth" in done.stdout
    first = play("quit", arguments=("start", "--size", "4x4", "--engine", "white", "--nodes", "2000"))
    assert first.stdout.count("White (engine) plays") == 1
    over = play("a1a2", "pass", "pass", "hint", "go")
    assert over.returncode == 2 and over.stderr.count("nothing to search") == 2


def test_analyse_tells_what_a_pass_leads_to(capsys: pytest.CaptureFixture[str]) -> None:
    small = "1b1b/w1w1/w1w1 w - w 3"
    assert main(["analyse", small, "--json"]) == 0
    passed = json.loads(capsys.readouterr().out)["if_passed"]
    assert (passed["outcome"], passed["most"], passed["most_bound"]) == ("win", 2, 2)
    assert main(["analyse", small]) == 0
    assert "a win (proven); in the run Black can reach a group of 2" in capsys.readouterr().out
    assert main(["analyse", "start", "--depth", "1", "--json"]) == 0  # the first turn: no pass
    assert json.loads(capsys.readouterr().out)["if_passed"] is None


def test_what_analyse_proves_all_its_parts_say(capsys: pytest.CaptureFixture[str]) -> None:
    """The search proves what the analysis of the pass does not, and the other way round."""
    strange = ["--pass-rule", "final", "--repetition", "placement", "--paralysis", "group"]
    cases = (
        (["2b1b/w1w1w/1bbb1/ww1b1/w4 b - b 20", "--nodes", "2000"], "win", "win"),
        (["bw1/b2/w1w b - b 20", *strange, "--depth", "3"], "loss", "loss"),
        (["bw1/2b w r - 7", "--depth", "3"], None, "loss"),  # the search of the run proposed the pass
        (["start moves a1b1", "--size", "4x4", "--depth", "1", "--lines", "9"], None, "loss"),
    )
    for arguments, outcome, passed in cases:
        assert main(["analyse", *arguments, "--json"]) == 0
        for line in capsys.readouterr().out.splitlines():
            answer = json.loads(line)
            assert (answer["outcome"], answer["if_passed"]["outcome"]) == (outcome, passed), line
            assert answer["score"] == answer["lines"][0]["score"]
            for one in answer["lines"]:
                assert one["move"] != "pass" or abs(one["score"]) >= 20_000, line
        assert main(["analyse", *arguments]) == 0
        assert "not decided" not in capsys.readouterr().out


def test_at_a_terminal_pieces_can_be_read_on_any_background() -> None:
    view = report.board_view(Position.parse("start moves a1a2 h8h7"))
    styles = {view.plain[span.start : span.end]: str(span.style) for span in view.spans}
    assert "on white" in styles["w"] and "on grey" in styles["b"] and styles["*"] == "bold red"
    assert sum("underline" in str(span.style) for span in view.spans) == 2
    assert max(map(len, view.plain.splitlines())) <= 80


def test_a_game_of_other_rules_is_not_continued(program_here: Run, tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    readings = ("--pass-rule", "final")
    assert program_here("mabi", "play", *readings, stdin=f"a1a2\nsave {file}\n").returncode == 0
    done = program_here("mabi", "play", str(file), stdin="quit")
    assert done.returncode == 2 and "was played under other rules" in done.stderr
    assert program_here("mabi", "play", str(file), *readings, stdin="quit").returncode == 0
