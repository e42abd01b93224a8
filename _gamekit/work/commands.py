"""What commands that run a study share: their options, their progress, and what is said of a stop."""

from __future__ import annotations

import argparse
import time
from typing import TYPE_CHECKING

from _gamekit.arguments import whole_number
from _gamekit.limits import MAX_WORKERS
from _gamekit.program import INTERRUPTED, UNDECIDED, Program

if TYPE_CHECKING:
    from _gamekit.problems import StoppedError
    from _gamekit.progress import Progress


def add_workers(parser: argparse.ArgumentParser, out: str) -> None:
    """Add who does the work, and the file; `out` says what it is."""
    parser.add_argument(
        "--workers",
        type=whole_number(1, MAX_WORKERS),
        default=1,
        metavar="W",
        help="worker processes (default 1)",
    )
    parser.add_argument(
        "--scheduler",
        metavar="ADDRESS",
        help="use the Dask cluster at ADDRESS, like tcp://host:8786, instead of worker processes",
    )
    parser.add_argument("--out", metavar="FILE", help=out)


class ProgressMeter:
    """Shows how far a study is, how fast it goes, and how long the rest may take."""

    def __init__(self, program: Program, deals: int, show: Progress, decimals: int = 0):
        self.program, self.deals, self.show, self.decimals = program, deals, show, decimals
        self.started = time.perf_counter()
        self.done = 0

    def __call__(self, text: str, /, **counts: int) -> None:
        """Show it after a block; `counts` are those of a study."""
        self.done = counts["answered"]
        rate = counts["answered_now"] / (time.perf_counter() - self.started)
        left = (self.deals - self.done) / rate
        self.show(f"{text}, {rate:,.{self.decimals}f} a second, {left:,.0f} s left")

    def stopped(self, error: StoppedError, interrupted: bool, out: str | None) -> int:
        """Say how a study that ended early can be continued; return the exit code."""
        why = "interrupted" if interrupted else str(error)
        how = (
            "nothing was saved; with --out FILE the same command could continue"
            if out is None
            else f"the same command continues from there ({out}.parts)"
        )
        self.program.say(f"{why} after {self.done:,} of {self.deals:,} deals; {how}")
        return INTERRUPTED if interrupted else UNDECIDED
