"""A built wheel carries its data and works outside the checkout."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.conftest import ROOT
from tests.narabi.samples import EXAMPLE

PACKAGES = ("narabi_solver", "mabi_search", "amulets_solver", "tales_of_arabia", "_gamekit")


@pytest.mark.slow
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
    for package in PACKAGES:
        where = run(python, "-c", f"import {package}; print({package}.__file__)")
        assert where.startswith(str(tmp_path / "site"))
        assert (tmp_path / "site" / package / "py.typed").exists()
    program = str(tmp_path / "site" / "bin" / "narabi")
    cache = {"NARABI_MABI_CACHE": str(tmp_path / "cache")}
    solved = run(
        program, "solve", EXAMPLE, "--json", "--algorithm", "bfs", **cache
    )  # the quickest to compile
    assert json.loads(solved)["turns"] == 5
    assert "four-away" in run(program, "cards")
    mabi = str(tmp_path / "site" / "bin" / "mabi")
    interpreted = {"NUMBA_DISABLE_JIT": "1"}
    perft = run(mabi, "perft", "start", "3", "--size", "4x4", "--json", **interpreted)
    assert json.loads(perft)["nodes"] == 502
    amulets = str(tmp_path / "site" / "bin" / "amulets")
    assert "4.9777 bits" in run(amulets, "ask", "players 4; me 1 C3 B")
    tales = str(tmp_path / "site" / "bin" / "tales")
    assert "player 2 tells" in run(tales, "score", "players 2; lay king; interrupt 2 lamp")
    for package in PACKAGES:  # what was not compiled above is there, and can be imported
        files = {str(path.relative_to(ROOT)) for path in (ROOT / package).rglob("*.*") if is_ours(path)}
        assert files and {file for file in files if not (tmp_path / "site" / file).exists()} == set()
    modules = [".".join(path.relative_to(ROOT).with_suffix("").parts) for path in sources()]
    imports = "\n".join(f"import {module}" for module in modules if not module.endswith("__main__"))
    run(python, "-c", imports.replace(".__init__", ""), **interpreted)


def is_ours(path: Path) -> bool:
    return path.is_file() and path.suffix != ".pyc"


def sources() -> list[Path]:
    return [path for package in PACKAGES for path in sorted((ROOT / package).rglob("*.py"))]
