"""What the tests of surveys have in common."""

import subprocess
import sys
import time
from pathlib import Path

import pytest

from narabi_solver import StoppedError, survey
from narabi_solver.statistics.blocks import BLOCK
from tests.conftest import ROOT

DEALS = 3 * BLOCK[3] + 1_000
"""Four blocks, the last one short."""


def stopped_after_a_block(path: Path, deals: int = DEALS, seed: int = 7) -> Path:
    """Begin a survey, stop it after its first block, and return that block's file."""
    begun = []
    with pytest.raises(StoppedError):
        survey(3, deals, seed, out=path, report=lambda *_: begun.append(1), stop=lambda: bool(begun))
    (block,) = path.with_name(path.name + ".parts").glob("*.block")
    return block


def command(path: Path, *more: str) -> list[str]:
    """Return a survey as a command; what is said more holds, if it is said again."""
    arguments = ["survey", "--players", "3", "--deals", str(DEALS), "--seed", "7", "--out", str(path), *more]
    return [sys.executable, "-m", "narabi_solver", *arguments]


def start(path: Path, *more: str) -> subprocess.Popen[str]:
    """Start a survey and wait until its first block is there."""
    process = subprocess.Popen(command(path, *more), cwd=ROOT, stderr=subprocess.PIPE, text=True)
    parts = path.with_name(path.name + ".parts")
    deadline = time.monotonic() + 60
    while not list(parts.glob("*.block")) and time.monotonic() < deadline:
        assert process.poll() is None, process.communicate()
        time.sleep(0.002)
    return process
