"""Building kernels is no part of a search: neither of its limit nor of the seconds it tells."""

import subprocess
import sys

import pytest

from tests.conftest import ROOT

PROGRAM = """
import os
import _gamekit.limits as limits
from _gamekit.jit import entry, spent, store
from mabi_search import Limits, Position, Rules, analyse, analyse_pass, perft, solve, solve_all_readings

class Clock:
    now, loads = 0.0, 0
    def perf_counter(self):
        self.now += 1e-6
        return self.now

clock, build = Clock(), store._build
limits.time = spent.time = clock

def slow(kernel, path):
    clock.now, clock.loads = clock.now + 1_000, clock.loads + 1
    if not store.is_whole(path, kernel):
        build(kernel, path)

store.find, store._build, entry.PLAIN_SECONDS = lambda kernel: None, slow, 0
two = Limits(max_nodes=50_000, max_seconds=2)
for what, loads in {cases}:
    if os.fork() == 0:  # which has not built what the others build
        found = eval(what)
        for one in found:
            assert one.stopped_by != "seconds", (what, one)
            assert getattr(one, "seconds", 0) < 2, (what, one.seconds)
        assert found and clock.loads >= loads, (what, clock.loads)
        os._exit(0)
    assert os.wait()[1] == 0, what
"""
ALTERNATE = 'Position.parse("2bw/2bw/wb2 w - w 20")'
LARGE = 'Position.parse("6/b1wbw1/b1wbbb/wbwww1/3bwb/3w2 w - w 44")'
IN_RUN = 'Position.parse("6/b1wbw1/b1wbbb/wbwww1/3bwb/3w2 b p w 44")'


CASES = [
    (f"[analyse({ALTERNATE}, limits=two)]", 2),
    (f"[solve({LARGE}, limits=two)]", 3),
    (f"[solve({IN_RUN}, limits=two)]", 2),
    (f"[solve({ALTERNATE}, limits=two, all_moves=True)]", 2),
    (f"[one for _, one in solve_all_readings({ALTERNATE}, limits=two)]", 3),
    (f"[analyse_pass({LARGE}, limits=two)]", 2),
    (f"[perft({ALTERNATE}, 4, limits=two)]", 1),
]
"""What is asked, and how many libraries of kernels it needs at least."""


@pytest.mark.slow
def test_the_clock_stands_still_while_kernels_are_built() -> None:
    program = PROGRAM.replace("{cases}", repr(CASES))
    done = subprocess.run(
        [sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, timeout=600, check=False
    )
    assert done.returncode == 0, done.stderr
