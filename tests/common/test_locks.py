"""One process at a time, and a word for those that wait."""

import fcntl
import logging
import threading
from pathlib import Path

import pytest

from _gamekit import locks, progress


def test_names_that_differ_after_a_dot_have_locks_of_their_own(tmp_path: Path) -> None:
    """Three rooms of kernels once shared one lock: `with_suffix` cuts a name at its last dot."""
    with (
        locks.only_process(tmp_path / "kernels.alphabeta-1", "one"),
        locks.only_process(tmp_path / "kernels.proof-1", "two"),
    ):
        names = sorted(path.name for path in tmp_path.iterdir())
    assert names == ["kernels.alphabeta-1.lock", "kernels.proof-1.lock"]


def test_who_waits_is_told_why(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(locks, "PATIENCE", 0.01)
    caplog.set_level(logging.INFO)
    other = open(tmp_path / "thing.lock", "w")
    fcntl.flock(other, fcntl.LOCK_EX)  # as another process would
    told = threading.Event()

    class Tell(logging.Handler):
        def emit(self, record: logging.LogRecord) -> None:
            told.set()

    handler = Tell()
    progress.log.addHandler(handler)
    releaser = threading.Thread(target=lambda: (told.wait(60), other.close()))
    releaser.start()
    try:
        with locks.only_process(tmp_path / "thing", "compiling the kernels"):
            pass
    finally:
        progress.log.removeHandler(handler)
        releaser.join()
    first, second = caplog.messages
    assert first.startswith("another process is compiling the kernels; waiting") and "waited" in second


def test_nobody_waits_for_a_free_lock(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO)
    with locks.only_process(tmp_path / "thing", "idle"):
        pass
    assert caplog.messages == []
