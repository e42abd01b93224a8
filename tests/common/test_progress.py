"""Who waits is told what for: on a terminal in one line, elsewhere in a few."""

import io
import logging
import threading
from collections.abc import Iterator

import pytest

from _gamekit import progress
from narabi_solver.cli import PROGRAM


class Screen(io.StringIO):
    """An error output that takes note of what is written, and says when."""

    def __init__(self, terminal: bool, enough: int = 2):
        super().__init__()
        self.terminal, self.enough = terminal, enough
        self.told = threading.Event()

    def isatty(self) -> bool:
        return self.terminal

    def write(self, text: str) -> int:
        written = super().write(text)
        if self.getvalue().count("step") >= self.enough:
            self.told.set()
        return written


@pytest.fixture(autouse=True)
def impatient(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Say all at once; no log is configured, as in a notebook."""
    for name in ("FIRST", "AGAIN", "LINE_SECONDS"):
        monkeypatch.setattr(progress, name, 0.0)
    monkeypatch.setattr(progress, "log", logging.Logger("nobody reads it"))
    yield


def wait_at(screen: Screen, monkeypatch: pytest.MonkeyPatch) -> str:
    """Return what is written while some work lasts until enough was told."""
    monkeypatch.setattr(progress.sys, "stderr", screen)
    steps = iter(range(10**9))
    with progress.while_waiting(lambda: f"step {next(steps)}"):
        assert screen.told.wait(60)
    return screen.getvalue()


def test_a_terminal_has_one_line_that_is_cleared(monkeypatch: pytest.MonkeyPatch) -> None:
    text = wait_at(Screen(terminal=True), monkeypatch)
    assert "\n" not in text and text.startswith("\rstep 0\r\rstep 1\r")
    last, end = text.split("\r")[-4], text.split("\r")[-2]
    assert last.startswith("step") and end == " " * len(last)


def test_elsewhere_there_are_lines(monkeypatch: pytest.MonkeyPatch) -> None:
    text = wait_at(Screen(terminal=False), monkeypatch)
    assert "\r" not in text and text.splitlines()[:2] == ["step 0", "step 1"]


def test_a_log_that_is_read_has_the_lines(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(progress, "log", logging.getLogger("narabi_mabi"))
    caplog.set_level(logging.INFO, "narabi_mabi")
    told = threading.Event()

    def text() -> str:
        if caplog.messages:
            told.set()
        return "step"

    screen = Screen(terminal=False)
    monkeypatch.setattr(progress.sys, "stderr", screen)
    with progress.while_waiting(text):
        assert told.wait(60)
    assert caplog.messages[0] == "step" and screen.getvalue() == ""


def test_a_status_that_is_shown_shows_this_too(monkeypatch: pytest.MonkeyPatch) -> None:
    shown: list[str] = []
    told = threading.Event()

    def show(text: str, /, **counts: int) -> None:
        shown.append(text)
        told.set()

    screen = Screen(terminal=True)
    monkeypatch.setattr(progress.sys, "stderr", screen)
    with progress.shown_by(show), progress.while_waiting(lambda: "step"):
        assert told.wait(60)
    assert shown[0] == "step" and shown[-1] == "" and screen.getvalue() == ""


def test_who_wants_to_read_nothing_reads_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    silenced = logging.Logger("silenced", logging.WARNING)
    monkeypatch.setattr(progress, "log", silenced)
    screen = Screen(terminal=True)
    monkeypatch.setattr(progress.sys, "stderr", screen)
    over = threading.Event()

    def text() -> str:
        over.set()
        return "step"

    progress._tell(text, over)
    progress.say("step")
    assert not over.is_set() and screen.getvalue() == ""


def test_what_a_program_says_stands_alone_on_its_line(monkeypatch: pytest.MonkeyPatch) -> None:
    screen = Screen(terminal=True)
    monkeypatch.setattr(progress.sys, "stderr", screen)
    monkeypatch.setattr(progress, "PATIENCE", 0.0)
    with progress.status() as show:
        show("a step of many")
        PROGRAM.say("stopped")
    assert screen.getvalue() == "\ra step of many\r\r              \rnarabi: stopped\n"


def test_what_is_over_soon_is_not_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(progress, "FIRST", 3600.0)
    screen = Screen(terminal=True)
    monkeypatch.setattr(progress.sys, "stderr", screen)
    with progress.while_waiting(lambda: "step"):
        pass
    assert screen.getvalue() == ""


def test_an_error_output_that_is_closed_or_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    closed = Screen(terminal=True)
    closed.close()
    for stream in (closed, None):
        monkeypatch.setattr(progress.sys, "stderr", stream)
        told = threading.Event()
        with progress.while_waiting(lambda told=told: told.set() or "step"):  # type: ignore[misc]
            assert told.wait(60)
        progress.say("step")
