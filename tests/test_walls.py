"""The walls between rooms hold: a forbidden import in a copy is found."""

import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from tests.conftest import ROOT

PACKAGES = ("_gamekit", "amulets_solver", "mabi_search", "narabi_solver", "tales_of_arabia")
FORBIDDEN = {
    "narabi_solver/kernels/astar.py": ["scipy", "rich", "networkx", "narabi_solver.game.rules"],
    "narabi_solver/game/rules.py": ["numpy", "narabi_solver.solving.search", "_gamekit.program"],
    "narabi_solver/certify/checker.py": ["narabi_solver.solving.packing", "numba"],
    "narabi_solver/solving/search.py": ["narabi_solver.analysis.swaps", "rich.console"],
    "mabi_search/kernels/proof/grow.py": ["mabi_search.game.packed", "scipy.special"],
    "mabi_search/runs/pass_analysis.py": ["mabi_search.search.analysis", "rich"],
    "mabi_search/certify/checker.py": [
        "numpy",
        "mabi_search.proof.proof_search",
        "mabi_search.runs.run_search",
    ],
    "mabi_search/proof/portfolio.py": ["mabi_search.certify.checker"],
    "mabi_search/show/report.py": ["mabi_search.cli"],
    "amulets_solver/game/rules.py": ["numpy", "amulets_solver.belief", "rich"],
    "amulets_solver/belief/belief.py": ["amulets_solver.asking.question", "scipy"],
    "tales_of_arabia/game/rules.py": ["numpy", "rich", "narabi_solver.game.cards"],
    "_gamekit/kernels/bits.py": ["_gamekit.files", "narabi_solver.kernels.state"],
    "_gamekit/files.py": ["narabi_solver", "numpy", "mabi_search.game"],
}
"""For files of many rooms, imports that their rules do not allow."""


def test_the_list_of_folders_is_in_the_order_of_imports() -> None:
    """As docs/design/rooms.md says: a room imports from those above it."""
    part = (ROOT / "docs" / "design" / "rooms.md").read_text()
    found = re.findall(r"^\| `(\w+)/(\w+)(?:/|\.py)`", part, re.MULTILINE)
    rooms = [f"{package}.{room}" for package, room in found if package in PACKAGES[1:] and room != "data"]
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["importlinter"]
    rules = dict(rule.split(" -> ") for rule in settings["contracts"][0]["rules"])
    ours = [room for room in rules if room.count(".") == 1 and room[0] != "_" and "__main__" not in room]
    assert sorted(rooms) == sorted(ours)
    for room in ours:
        within = room.partition(".")[0] + "."
        for other in (one for one in rules[room].split() if one.startswith(within) and one in rooms):
            assert rooms.index(other) < rooms.index(room), f"{room} imports {other}"


@pytest.fixture(scope="module")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a copy of what the contracts are about."""
    folder = tmp_path_factory.mktemp("walls")
    for package in PACKAGES:
        shutil.copytree(ROOT / package, folder / package, ignore=shutil.ignore_patterns("__pycache__"))
    (folder / "tests").mkdir()
    for name in ("pyproject.toml", "tests/__init__.py", "tests/allowed_imports.py"):
        if (ROOT / name).exists():
            shutil.copy(ROOT / name, folder / name)
    return folder


def lint(folder: Path) -> subprocess.CompletedProcess[str]:
    program = "from importlinter.cli import lint_imports_command; lint_imports_command()"
    return subprocess.run(
        [sys.executable, "-c", program, "--no-logo", "--no-cache"],
        cwd=folder, capture_output=True, text=True, check=False, env={"COLUMNS": "500", "PATH": ""},
    )  # fmt: skip


def test_forbidden_imports_are_found(copy: Path) -> None:
    """All at once, since reading the packages takes a second: every one is named, and nothing else."""
    clean = lint(copy)
    assert clean.returncode == 0, clean.stdout
    expected = set()
    for name, imports in FORBIDDEN.items():
        path = copy / name
        path.write_text(path.read_text() + "".join(f"import {one}\n" for one in imports))
        module = name.removesuffix(".py").replace("/", ".")
        for one in imports:
            inside = one.partition(".")[0] in PACKAGES
            expected.add(f"{module} -> {one if inside else one.partition('.')[0]} ")
    broken = lint(copy)
    assert broken.returncode == 1
    found = {line.partition("(")[0] for line in broken.stdout.splitlines() if " -> " in line}
    assert found == expected


def test_a_module_without_a_rule_and_a_rule_without_a_module_are_found(copy: Path) -> None:
    text = (copy / "pyproject.toml").read_text()
    (copy / "pyproject.toml").write_text(text.replace('"narabi_solver -> ', '"narabi_solver.nothing -> '))
    said = lint(copy).stdout
    assert "narabi_solver: no rule is about it" in said
    assert "the rule of narabi_solver.nothing is about no module" in said
