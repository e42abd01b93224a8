"""`narabi enter`: a deal and a game put in line by line, from a pipe and at a terminal."""

import errno
import os
import pty
import select
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from narabi_solver import Deal, Deck, NarabiError, Rules
from narabi_solver.cli.commands.enter import EnterSession
from tests.conftest import ROOT, Run, messages
from tests.interrupting import heed_interrupts, until
from tests.narabi.samples import EXAMPLE

LINES = ["3", "d h 2 al3", "d am6, 7e", "1s 3th 6f 0w", "8 2", "5:dark 4 tw w le", "b4a2 c1xb3"]
GAME = f"{EXAMPLE} moves B4-A2 C1-B3"


def test_from_a_pipe(narabi_here: Run, tmp_path: Path) -> None:
    done = narabi_here("enter", stdin="\n".join(LINES))
    assert (done.returncode, done.stdout, done.stderr) == (0, GAME + "\n", "")
    file = tmp_path / "game.txt"
    assert (
        narabi_here("enter", "--players", "3", "--out", str(file), stdin="\n".join(LINES[1:])).returncode == 0
    )
    assert file.read_text() == GAME + "\n"
    again = narabi_here("enter", "--out", str(file), stdin="\n".join(LINES))
    assert again.returncode == 2 and "is not overwritten" in again.stderr and file.read_text() == GAME + "\n"
    assert "slip" in narabi_here("review", str(file)).stdout


def test_wrong_lines_are_said_and_change_nothing(narabi_here: Run) -> None:
    lines = [LINES[0], "7 evn", "first X", *LINES[1:], "B1-A1", "done"]
    done = narabi_here("enter", stdin="\n".join(lines))
    assert (done.returncode, done.stdout) == (2, GAME + "\n")
    assert [said.partition(": ")[2][:12] for said in messages(done.stderr)] == [
        "unknown card", "the seats ar", "turn 3, B1-A",
    ]  # fmt: skip


def test_what_is_not_whole_is_not_given(narabi_here: Run) -> None:
    done = narabi_here("enter", stdin="\n".join(LINES[:3]))
    assert (done.returncode, done.stdout) == (2, "")
    assert "A  d:higher 2:at-least-3 d:at-most-6 7:even" in done.stderr and "missing: 0 1 3" in done.stderr
    assert narabi_here("enter", stdin="3\n7 odd\nquit\n").stdout == ""


def test_corrections_prompts_and_completion() -> None:
    session = EnterSession(None, Deck.standard(), False, Rules())
    assert session.prompt == "players (3, 4 or 5)> " and session.complete("7 ") == []
    for wrong in ("6", "7 even", "done"):
        with pytest.raises(NarabiError):
            session.do(wrong)
    session.do("3")
    assert session.prompt == "A1> "
    session.do("d odd 2 al3")
    session.do("A1 d:higher")
    assert session.complete("d am6 7 e") == ["even"]
    assert session.complete("") == ["0", "1", "3", "4", "5", "6", "7", "8", "w", "d"]
    for line in ("d am6 7 odd", "back", "7 e", *LINES[3:6]):
        session.do(line)
    assert session.prompt == "turn 1, seat B> " and "B2-A3" in session.complete("b2")
    session.do("B2-A3")
    session.do("back")
    assert session.entry.deal == Deal.parse(EXAMPLE)
    for line in ("B2-A3 C1-B3 A4-B4 B2-A4 C4-A3", "?", "cards"):
        session.do(line)
    assert session.prompt == "in order, done?> "
    session.do("done")
    assert session.over and session.kept


def test_after_swaps_the_ring_is_shown_as_it_lies() -> None:
    session = EnterSession(3, Deck.standard(), False, Rules())
    for line in LINES[1:-1]:
        session.do(line)
    shown = session.do("B2-A3")
    assert shown[0].splitlines()[:2] == [
        "A  d:higher 2:at-least-3 3:three-away 7:even",
        "B  1:stay d:at-most-6 6:four-away 0:white",
    ]
    assert session.entry.deal == Deal.parse(f"{EXAMPLE} moves B2-A3")
    assert session.do("back")[0].splitlines()[0] == "A  d:higher 2:at-least-3 d:at-most-6 7:even"


def test_a_place_that_may_be_a_stone_is_refused() -> None:
    session = EnterSession(4, Deck.standard(), False, Rules())
    session.do("0 w 1 d 2 e 3 o 4 h 5 lo 6 le 7 r 8 tw d th d s")
    assert session.prompt == "D3> "
    with pytest.raises(NarabiError, match="d2 may be a place or a blank with its card; write d:2"):
        session.do("d2 w al3")
    session.do("C3 8 al3")
    assert "8:at-least-3" in str(session.entry)


def test_at_a_terminal(tmp_path: Path) -> None:
    ours, theirs = pty.openpty()
    command = [sys.executable, "-m", "narabi_solver", "enter", "--out", str(tmp_path / "g")]
    with subprocess.Popen(
        command, cwd=ROOT, stdin=theirs, stdout=theirs, stderr=theirs, preexec_fn=heed_interrupts
    ) as process:
        os.close(theirs)
        shown = until(ours, b"> ")
        while b"press Ctrl-C again to end; 'done' writes the deal before" not in shown:
            process.send_signal(signal.SIGINT)  # just before a line is read it is heeded with the next one
            if select.select([ours], [], [], 2)[0]:
                shown += until(ours, b"> ")
        for line in (*LINES, "done"):
            while not shown.endswith(b"> "):
                assert select.select([ours], [], [], 60)[0], shown
                shown += os.read(ours, 4096)
            os.write(ours, line.encode() + b"\r")
            shown += b"\n"
        assert process.wait(60) == 0
    os.close(ours)
    assert (tmp_path / "g").read_text() == GAME + "\n"
    text = shown.decode(errors="replace")
    assert "Tab completes" in text and "C2> " in text and "turn 1, seat B> " in text


def test_a_correction_without_a_stone_loses_nothing(narabi_here: Run, tmp_path: Path) -> None:
    done = narabi_here("enter", "--players", "3", "--out", str(tmp_path / "f"), stdin="7:even\nA1 /\n2:odd\n")
    assert (
        done.returncode == 2 and "'/' is not a stone; write a stone with its card, like 7:even" in done.stderr
    )
    assert "entered so far" in done.stderr and "A  7:even 2:odd _ _" in done.stderr


def test_a_ring_without_the_stone_0_can_be_corrected() -> None:
    """The prompt and Tab raise no error, which would end the session."""
    session = EnterSession(3, Deck.standard(), True, Rules())
    with pytest.raises(NarabiError, match="no stone 0"):
        for line in ("d h 2 al3 d am6 7 e", "1s 3th 6f w w", "8 2 5 d 4 tw w le"):
            session.do(line)
    assert session.prompt == "correct the deal> " and session.complete("") == []
    session.do("first B")
    assert session.prompt == "turn 1, seat B> "


def test_a_correction_keeps_the_swaps_or_is_refused() -> None:
    session = EnterSession(3, Deck.standard(), False, Rules())
    for line in [*LINES[1:-1], "B2-A3"]:
        session.do(line)
    session.do("C4 w right")
    assert str(session.entry.moves[0]) == "B2-A3" and session.entry.deal.seats[2][3].card == "right"
    before = session.entry
    with pytest.raises(NarabiError, match="the swaps do not fit"):
        session.do("B2 3 odd")
    assert session.entry == before


def test_a_full_disk_shows_what_was_entered(
    narabi_here: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), "f.txt")

    monkeypatch.setattr("_gamekit.outputs.write", full)
    done = narabi_here("enter", "--out", str(tmp_path / "f.txt"), stdin="\n".join(LINES))
    assert done.returncode == 2 and "No space left" in done.stderr
    assert "nothing was saved; entered so far" in done.stderr and "played: B4-A2 C1-B3" in done.stderr


def test_an_internal_error_shows_what_was_entered(narabi_here: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(self: EnterSession) -> None:
        raise RuntimeError("a bug")

    monkeypatch.setattr(EnterSession, "_cards", fails)
    done = narabi_here("enter", "--players", "3", stdin="7:even\ncards\n")
    assert done.returncode == 70 and "entered so far" in done.stderr and "A  7:even _ _ _" in done.stderr
