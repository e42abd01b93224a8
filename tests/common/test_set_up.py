"""What `make demo` and `make test` do first: a silent command is not silent."""

import importlib.util
import itertools
import sys
import threading
from types import SimpleNamespace

import pytest

from tests.conftest import ROOT

SPEC = importlib.util.spec_from_file_location("set_up", ROOT / ".ci" / "set_up.py")
assert SPEC is not None and SPEC.loader is not None
set_up = importlib.util.module_from_spec(SPEC)
SPEC.loader.exec_module(set_up)


def test_the_seconds_of_a_silent_command_are_counted(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    relay, seconds, counted = set_up.relay, itertools.count(0, 2), threading.Event()

    def monotonic() -> int:
        if second := next(seconds):
            counted.set()
        return second

    def relay_after_silence(*arguments: object) -> None:
        counted.wait()
        relay(*arguments)

    monkeypatch.setattr(set_up, "SILENCE", 0.0001)
    monkeypatch.setattr(set_up, "time", SimpleNamespace(monotonic=monotonic))
    monkeypatch.setattr(set_up, "relay", relay_after_silence)
    set_up.run("starting Python", [sys.executable, "-c", "print('started')"], shows_progress=True)
    first, second, *others = capfd.readouterr().out.splitlines()
    assert (first, second) == ("starting Python", "starting Python: 2 s")
    others.remove("started")
    assert all(line.startswith("starting Python: ") for line in others)


def test_a_command_that_fails_ends_all(capfd: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit, match="^trying failed: .*python"):
        set_up.run("trying", [sys.executable, "-c", "import sys; sys.exit('no room')"])
    assert capfd.readouterr().out == "trying\nno room\n"
