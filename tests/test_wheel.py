"""A built wheel carries its data and works outside the checkout."""

import json
import os
import subprocess
import sys
from pathlib import Path

from tests.conftest import ROOT
from tests.narabi.test_rules import EXAMPLE


def test_the_wheel(tmp_path: Path) -> None:
    def run(*command: str, **options: str) -> str:
        done = subprocess.run(
            command, capture_output=True, text=True, check=False, cwd=tmp_path,
            env={**os.environ, "PYTHONPATH": str(tmp_path / "site"), **options},
        )  # fmt: skip
        assert done.returncode == 0, done.stderr
        return done.stdout

    python = sys.executable
    run(
        python,
        "-m",
        "build",
        "--wheel",
        "--no-isolation",
        "--outdir",
        str(tmp_path),
        str(ROOT),
        PYTHONPATH="",
    )
    (wheel,) = tmp_path.glob("*.whl")
    run(
        python, "-m", "pip", "install", "--no-deps", "--quiet", "--target", str(tmp_path / "site"), str(wheel)
    )
    for package in ("narabi_solver", "mabi_search", "narabi_mabi_common"):
        where = run(python, "-c", f"import {package}; print({package}.__file__)")
        assert where.startswith(str(tmp_path / "site"))
        assert (tmp_path / "site" / package / "py.typed").exists()
    program = str(tmp_path / "site" / "bin" / "narabi")
    cache = {"NARABI_MABI_CACHE": str(tmp_path / "cache")}
    assert json.loads(run(program, "solve", EXAMPLE, "--json", **cache))["turns"] == 5
    assert "four-away" in run(program, "cards")
    mabi = str(tmp_path / "site" / "bin" / "mabi")
    perft = run(mabi, "perft", "start", "3", "--size", "4x4", "--json", **cache)
    assert json.loads(perft)["nodes"] == 502
