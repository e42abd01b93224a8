"""What a type checker says to those who use the library: a reading that there is not is an error."""

import subprocess
import sys
from pathlib import Path

from tests.conftest import ROOT

GOOD = """\
from mabi_search import Rules as Mabi
from narabi_solver import Rules as Narabi

Mabi(setup="diagonals", paralysis="group", freeze="leader", pass_rule="final", repetition="off")
Narabi(no_undo=True, undo_reading="receiver")
"""
BAD = [
    'Mabi(setup="row")',
    'Mabi(paralysis="pieces")',
    'Mabi(freeze="no")',
    'Mabi(pass_rule="rnu")',
    'Mabi(repetition="never")',
    'Narabi(undo_reading="last")',
]


def test_readings(tmp_path: Path) -> None:
    """One run of mypy, which takes some seconds."""
    path = tmp_path / "use.py"
    path.write_text(GOOD + "\n".join(BAD) + "\n")
    done = subprocess.run(
        [sys.executable, "-m", "mypy", "--config-file", str(ROOT / "pyproject.toml"), str(path)],
        cwd=ROOT, capture_output=True, text=True, check=False,
    )  # fmt: skip
    errors = [int(line.split(":")[1]) for line in done.stdout.splitlines() if ": error: " in line]
    first = len(GOOD.splitlines()) + 1
    assert errors == list(range(first, first + len(BAD))), done.stdout
    assert done.stdout.count("[arg-type]") == len(BAD)
