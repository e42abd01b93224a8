"""Ctrl-C pressed at a known moment, and how long the program went on afterwards."""

from __future__ import annotations

import os
import select
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from typing import NamedTuple

import psutil

from tests.conftest import ROOT

PATIENCE = 300.0
"""Seconds after which a moment that has not come is a failure."""
PROMPT = 2.0
"""Processor seconds that may be spent after Ctrl-C: one, and one for coarse clock ticks."""


class Ended(NamedTuple):
    """How a program ended that was interrupted."""

    returncode: int
    out: str
    err: str


def heed_interrupts() -> None:
    """Let Ctrl-C end a program that is started next, even where the tests were started to ignore it."""
    signal.signal(signal.SIGINT, signal.default_int_handler)


def until(terminal: int, words: bytes) -> bytes:
    """Return what a terminal shows until it shows these words."""
    seen = b""
    while words not in seen:
        assert select.select([terminal], [], [], 60)[0], seen
        seen += os.read(terminal, 4096)
    return seen


def start(*arguments: str, environment: dict[str, str] | None = None) -> subprocess.Popen[str]:
    """Start ``python -m`` with these arguments; both outputs are kept."""
    return subprocess.Popen(
        [sys.executable, "-m", *arguments],
        env=environment, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
    )  # fmt: skip


def busy_for(process: subprocess.Popen[str], seconds: float) -> Callable[[], bool]:
    """Return a function that tells whether a program has used so many processor seconds from now on."""
    before = _used(process)
    return lambda: _used(process) - before >= seconds


def _used(process: subprocess.Popen[str]) -> float:
    times = psutil.Process(process.pid).cpu_times()
    return float(times.user + times.system)


def wait_for(process: subprocess.Popen[str], when: Callable[[], bool]) -> None:
    """Wait until something is so while a program runs; fail if the program ends before."""
    deadline = time.monotonic() + PATIENCE
    while not when():
        assert process.poll() is None, process.communicate()
        assert time.monotonic() < deadline, "the moment that was waited for has not come"
        time.sleep(0.002)  # between two looks


def interrupt(process: subprocess.Popen[str], when: Callable[[], bool]) -> Ended:
    """Press Ctrl-C as soon as something is so; the program must end within `PROMPT` processor seconds.

    Processor seconds, since on a busy machine the clock on the wall says nothing about the program.
    """
    wait_for(process, when)
    pressed, deadline = _used(process), time.monotonic() + PATIENCE
    process.send_signal(signal.SIGINT)
    while process.poll() is None:
        assert time.monotonic() < deadline, "Ctrl-C was not obeyed, by its other processes perhaps"
        try:
            assert _used(process) - pressed < PROMPT, "Ctrl-C was not obeyed"
        except psutil.NoSuchProcess:
            break
        time.sleep(0.01)  # between two looks; what is printed at an end fits into a pipe
    out, err = process.communicate(timeout=PATIENCE)
    return Ended(process.returncode, out, err)
