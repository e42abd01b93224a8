"""What the tests of surveys have in common."""

import subprocess
from pathlib import Path

import pytest

from narabi_solver import StoppedError, survey
from narabi_solver.statistics.survey import BLOCK
from tests import interrupting

DEALS = 3 * BLOCK[3] + 1_000
"""Four blocks, the last one short."""


def stopped_after_a_block(path: Path, deals: int = DEALS, seed: int = 7) -> Path:
    """Begin a survey, stop it after its first block, and return that block's file."""
    begun = []

    def progress(text: str, /, **counts: int) -> None:
        begun.append(text)

    with pytest.raises(StoppedError):
        survey(
            3,
            deals,
            seed=seed,
            out=path,
            progress=progress,
            stop=lambda: bool(begun),
        )
    (block,) = path.with_name(path.name + ".parts").glob("*.block")
    return block


def arguments(path: Path, *more: str) -> list[str]:
    """Return what `narabi` is told for a survey; what is said more holds, if it is said again."""
    return ["survey", "--players", "3", "--deals", str(DEALS), "--seed", "7", "--out", str(path), *more]


def start(path: Path, *more: str) -> subprocess.Popen[str]:
    """Start a survey and wait until its first block is there."""
    process = interrupting.start("narabi_solver", *arguments(path, *more))
    parts = path.with_name(path.name + ".parts")
    interrupting.wait_for(process, lambda: any(parts.glob("*.block")))
    return process
