"""How compiling goes on is known: which kernel of how many, and how long the rest may take."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import mabi_search as m
import narabi_solver as n
from _gamekit import compiling
from tests.conftest import ROOT

MODULE = """
from _gamekit.kernel_cache import helper, kernel
@helper
def part(x): ...
@kernel(
    int64(int64, int64))
def first(x): ...
@kernel(int64(int64))
def second(x): ...
"""


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """Return a clock that is set by hand."""
    now = [0.0]
    monkeypatch.setattr(compiling.time, "perf_counter", lambda: now[0])
    return now


def test_kernels_are_found_in_the_sources(tmp_path: Path) -> None:
    room = tmp_path / "room"
    room.mkdir()
    (room / "module.py").write_text(MODULE)
    (room / "other.py").write_text("def first(): ...")
    (tmp_path / compiling.SECONDS_FILE).write_text(json.dumps({"room.module.second": 7.0}))
    found = compiling.entries(room, ["module", "other"], tmp_path)
    assert found == {"module.first": compiling.UNKNOWN_SECONDS, "module.second": 7.0}


@pytest.mark.parametrize("package", ["narabi_solver", "mabi_search"])
def test_most_kernels_have_seconds(package: str) -> None:
    """A new kernel is taken for a small one; when many are new, `benchmarks.compile_time --kernels`."""
    root = ROOT / package / "kernels"
    known = compiling._known(root)
    names = [
        f"{folder.name}.{name}"
        for folder in (root, *(path for path in root.iterdir() if path.is_dir()))
        for name in compiling.entries(folder, [path.stem for path in folder.glob("*.py")], root)
    ]
    assert len(names) > 12 and len(set(names) & set(known)) > 0.7 * len(names)


def test_the_time_left_follows_the_speed_of_the_machine(clock: list[float]) -> None:
    course = compiling.Course("room", {"a": 4.0, "b": 2.0, "c": 6.0})
    assert course.left() == 12
    course.begin("a")
    clock[0] = 1.0
    assert course.left() == 3 + 8
    clock[0] = 8.0  # twice as long as expected
    course.begin("b")
    assert course.left() == 2 * 8
    clock[0] = 20.0  # longer than even that
    assert course.left() == 2 * 6
    assert str(course) == "compiling kernels of room (kernel 2 of 3, about 12 s left)"


def test_a_kernel_that_was_not_expected(clock: list[float]) -> None:
    course = compiling.Course("room", {"a": 4.0})
    course.begin("new")
    assert str(course) == "compiling kernels of room (kernel 1 of 2, about 5 s left)"


def test_an_answer_tells_what_was_compiled_for_it_and_no_other_does(clock: list[float]) -> None:
    def compile_for(seconds: float) -> None:
        with compiling.counted():
            clock[0] += seconds

    compiling.Spent().seconds  # noqa: B018  (what this process compiled before)
    assert compiling.Spent().seconds == 0
    compile_for(3)
    question = compiling.Spent()
    compile_for(2)
    assert compiling.Spent().seconds == 5  # a search within the question
    compile_for(1)
    assert question.seconds == question.seconds == 6
    assert compiling.Spent().seconds == 0


DEAL = n.random_deal(3, seed=1)
POSITION = m.Position.parse("1bw1/b1w1/1w1b w - w 9")


@pytest.mark.parametrize(
    "ask",
    [
        lambda: n.solve(DEAL),
        lambda: next(n.solve_many([DEAL])),
        lambda: n.analyse(DEAL),
        lambda: n.restriction_costs(DEAL),
        lambda: list(m.analyses(POSITION, depth=2))[-1],
        lambda: m.solve(POSITION),
    ],
)
def test_results_have_the_seconds_of_compiling(
    monkeypatch: pytest.MonkeyPatch, ask: Callable[[], Any]
) -> None:
    ask()  # compiles what is not compiled yet
    assert ask().compile_seconds == 0
    monkeypatch.setattr(compiling, "_total", compiling._total + 1000)
    assert ask().compile_seconds == pytest.approx(1000)
    assert ask().compile_seconds == 0
