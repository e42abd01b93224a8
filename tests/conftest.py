"""Settings of all tests, and how to run the programs."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import hypothesis
import pytest

from narabi_solver import Wish, analyse, ordered_deals, random_deal
from narabi_solver.census import prepare

ROOT = Path(__file__).parents[1]

hypothesis.settings.register_profile("always", deadline=None, print_blob=True)
hypothesis.settings.register_profile("ci", deadline=None, print_blob=True, derandomize=True)
hypothesis.settings.load_profile("ci" if os.environ.get("CI") else "always")

if not os.environ.get("NUMBA_DISABLE_JIT"):
    for count in (3, 4, 5):  # fills the cache, so that the processes of the tests find it warm
        analyse(random_deal(count))
    list(ordered_deals(3, Wish(), max_tried=1))
    prepare(random_deal(3))

Run = Callable[..., subprocess.CompletedProcess[str]]


@pytest.fixture
def narabi() -> Run:
    """Return a function that runs `narabi` in a process of its own."""

    def run(*arguments: str, stdin: str | bytes = "", **environment: str) -> subprocess.CompletedProcess[str]:
        data = stdin.encode() if isinstance(stdin, str) else stdin
        done = subprocess.run(
            [sys.executable, "-m", "narabi_solver", *arguments],
            input=data,
            capture_output=True,
            cwd=ROOT,
            env=os.environ | environment,
            timeout=120,
            check=False,
        )
        return subprocess.CompletedProcess(
            done.args, done.returncode, done.stdout.decode(), done.stderr.decode()
        )

    return run
