"""`warm`: every package of kernels and every table, once."""

import json
from pathlib import Path

import pytest

from _gamekit import compiled, compiling, warming
from narabi_solver.cli.program import PROGRAM
from tests.conftest import ROOT, Run


def test_steps_are_all_packages_that_compile(tmp_path: Path) -> None:
    for name, text in {"": "", "one": "kernel_cache.load(x)", "two": "kernel_cache.load(y)"}.items():
        (tmp_path / name).mkdir(exist_ok=True)
        (tmp_path / name / "__init__.py").write_text(text)
    (tmp_path / "two" / "module.py").write_text("@kernel(x)\ndef entry(): ...")
    steps = list(warming.kernel_steps("some.kernels", tmp_path))
    assert [step.name for step in steps] == ["some.kernels.one", "some.kernels.two"]
    assert not any(step.ready for step in steps)
    assert steps[1].seconds == compiling.UNKNOWN_SECONDS > steps[0].seconds


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
    ("program", "package", "tables"),
    [
        ("narabi", "narabi_solver", 3),
        pytest.param("mabi", "mabi_search", 0, marks=pytest.mark.slow),  # compiling takes minutes
    ],
)
def test_warm(program_here: Run, program: str, package: str, tables: int) -> None:
    done = program_here(program, "warm", "--json")
    steps = [json.loads(line)["step"] for line in done.stdout.splitlines()]
    assert done.returncode == 0
    assert [step.startswith(f"{package}.kernels") for step in steps[: len(steps) - tables]].count(False) == 0
    assert len(steps) > 4 + tables - 1
    kernels = ROOT / package / "kernels"
    assert all(compiled.is_ready(step, kernels) for step in steps[: len(steps) - tables])
