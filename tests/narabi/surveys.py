"""What the tests of surveys have in common."""

from pathlib import Path

import pytest

from narabi_solver import StoppedError, survey
from narabi_solver.blocks import BLOCK

DEALS = 3 * BLOCK[3] + 1_000
"""Four blocks, the last one short."""


def stopped_after_a_block(path: Path, deals: int = DEALS, seed: int = 7) -> Path:
    """Begin a survey, stop it after its first block, and return that block's file."""
    begun = []
    with pytest.raises(StoppedError):
        survey(3, deals, seed, out=path, report=lambda *_: begun.append(1), stop=lambda: bool(begun))
    (block,) = path.with_name(path.name + ".parts").glob("*.block")
    return block
