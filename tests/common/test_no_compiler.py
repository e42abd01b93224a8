"""No command imports numba or llvmlite: kernels are libraries that were built with the package."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.common.fuzzing import PACKAGES, SMALL, commands
from tests.common.test_golden_outputs import COMMANDS, arguments_of
from tests.conftest import ROOT
from tests.narabi.samples import EXAMPLE

TABLES = ["--size", "2x3", "--folder", "tables"]
MORE = {
    "narabi": [
        ["solve", "5-0-3", "--algorithm", "ida"],
        ["enter", "--players", "3"],
        ["sheet", "3-0-1", "--out", "sheet.svg"],
        ["page", "--out", "page.html"],
        ["invite", "3-0-1", "--page", "https://a.example/", "--out", "invitations.svg"],
        ["census", "3-0-1"],
        ["atlas", "--players", "4", "--deals", "3", "--workers", "1", "--out", "some.parquet"],
        ["play", "--players", "3", "--seat", "A"],
        ["score", f"{EXAMPLE} moves B2-A3 C1-B3", "--teams", "2", "--policy", "greedy"],
        ["tables", "info"],
        ["completion", "bash"],
    ],
    "mabi": [
        ["view", SMALL, "--html", "game.html"],
        ["diagram", SMALL, "--out", "diagram.svg", "--nodes", "100"],
        ["play", SMALL, "--engine", "white", "--nodes", "100"],
        ["engine"],
        ["tables", "build", *TABLES],
        ["tables", "verify", *TABLES],
        ["probe", "start", *TABLES],
        ["page", "--out", "mabi.html"],
        ["completion", "bash"],
    ],
    "amulets": [
        ["referee", "--players", "2"],
        ["sit", "--players", "3", "--me", "C3", "B"],
        ["solitaire", "--players", "2"],
        ["sheet", "--players", "3", "--out", "sheet.html"],
        ["strategy"],
        ["completion", "bash"],
    ],
    "tales": [["referee", "--players", "3"], ["cards", "--out", "cards.html"], ["completion", "bash"]],
}
"""Command lines beside those of the golden listings, which have the other commands."""
INPUT = {"engine": "position start\ngo nodes 200\nquit\n", "enter": EXAMPLE.replace(" / ", "\n") + "\n"}
ANSWERED = (0, 1, 3, 130)
"""Codes of commands that were carried out: yes, no, undecided, interrupted."""

RUN = """
import importlib, json, sys
package, lines, said = json.load(sys.stdin)
main = importlib.import_module(f"{package}.cli").main

def interrupted(*_, **__):
    raise KeyboardInterrupt

if package == "narabi_solver":
    from narabi_solver.statistics import retrograde
    retrograde.Retrograde.__init__ = interrupted  # it would take minutes
with open(said, "w") as file:
    for words, typed in lines:
        with open("typed", "w") as text:
            text.write(typed)
        sys.stdin = open("typed")
        try:
            code = main(words)
        except SystemExit as ended:
            code = ended.code
        loaded = sorted({"numba", "llvmlite"} & set(sys.modules))
        print(json.dumps([words, code, loaded]), file=file, flush=True)
"""


@pytest.mark.slow
@pytest.mark.parametrize("program", PACKAGES)
def test_no_command_loads_a_compiler(program: str, warm: None, tmp_path: Path) -> None:
    listed = [arguments_of(line.replace("ROOT/", f"{ROOT}/")) for line in COMMANDS.read_text().splitlines()]
    lines = [*(words[1:] for words in listed if words[:1] == [program]), *MORE[program]]
    asked = PACKAGES[program], [(words, INPUT.get(words[0], "")) for words in lines], str(tmp_path / "said")
    done = subprocess.run(
        [sys.executable, "-c", RUN],
        input=json.dumps(asked),
        capture_output=True,
        text=True,
        cwd=tmp_path,
        check=False,
        timeout=240,
    )
    said = [json.loads(line) for line in (tmp_path / "said").read_text().splitlines()]
    assert len(said) == len(lines), done.stderr
    assert {words[0] for words, _, _ in said} == set(commands(program))
    assert [one for one in said if one[1] not in ANSWERED or one[2]] == [], done.stderr
