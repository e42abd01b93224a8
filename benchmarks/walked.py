"""Counts what a question passes on its way: modules and functions of this project, and calls.

    python -m benchmarks.walked

Each question is asked twice, by the program in this process; the second time is counted, when everything is
loaded. Calls inside of kernels are not seen.
"""

from __future__ import annotations

import contextlib
import io
import sys
from collections import Counter
from pathlib import Path
from types import CodeType, FrameType
from typing import Any

from benchmarks.house import PACKAGES
from benchmarks.marks import ROOT
from mabi_search.cli import main as mabi
from narabi_solver.cli import main as narabi

DEAL = (
    "d:higher 2:at-least-3 d:at-most-6 7:even / 1:stay 3:three-away 6:four-away 0:white"
    " / 8:2-to-6 5:dark 4:two-away w:left"
)
QUESTIONS = {
    "narabi solve": (narabi, ["solve", DEAL]),
    "mabi solve": (mabi, ["solve", "1bw1/b1w1/1w1b w - w 9"]),
}
FOLDERS = tuple(f"{ROOT / package}/" for package in PACKAGES)


def calls_of(program: Any, words: list[str]) -> Counter[CodeType]:
    """Return how often each function of this project is called."""
    calls: Counter[CodeType] = Counter()

    def count(frame: FrameType, event: str, argument: object) -> None:
        if event == "call" and frame.f_code.co_filename.startswith(FOLDERS):
            calls[frame.f_code] += 1

    for profile in (None, count):
        with contextlib.redirect_stdout(io.StringIO()):
            sys.setprofile(profile)
            try:
                program(words)
            finally:
                sys.setprofile(None)
    return calls


def main() -> None:
    """Print the counts of all questions."""
    for name, (program, words) in QUESTIONS.items():
        calls = calls_of(program, words)
        modules = {Path(code.co_filename) for code in calls}
        print(f"{name}: {len(modules)} modules, {len(calls)} functions, {calls.total():,} calls")


if __name__ == "__main__":
    main()
