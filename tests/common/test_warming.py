"""`warm`: every kernel and every table, once."""

import json

import pytest

from _gamekit import warming
from _gamekit.jit import store
from _gamekit.jit.entry import entries
from narabi_solver.cli import PROGRAM
from tests.conftest import Run


def test_what_is_said(capsys: pytest.CaptureFixture[str]) -> None:
    made: list[str] = []
    steps = [
        warming.Step("one", lambda: made.append("one"), 30, ready=False),
        warming.Step("two", lambda: made.append("two"), 0.1, ready=True),
    ]
    warming.run(PROGRAM, steps, json=False)
    first, *others = capsys.readouterr().out.splitlines()
    assert made == ["one", "two"] and first == "2 steps, about 30 s"
    assert others == ["1 of 2  one: made in 0.0 s, about 0 s to go", "2 of 2  two: was ready"]


@pytest.mark.parametrize(
    ("program", "package", "tables"), [("narabi", "narabi_solver", 3), ("mabi", "mabi_search", 0)]
)
def test_warm(program_here: Run, program: str, package: str, tables: int) -> None:
    done = program_here(program, "warm", "--json")
    steps = [json.loads(line)["step"] for line in done.stdout.splitlines()]
    kernels = list(entries(f"{package}.kernels"))
    assert done.returncode == 0 and len(kernels) > 20
    assert steps[: len(steps) - tables] == [str(entry) for entry in kernels]
    assert all(entry.ready and store.usual_seconds(entry) for entry in kernels)
