"""Completion scripts complete commands, options, values and files, as a shell sees it."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.conftest import Run

ASK = """
source "./$1"; shift
COMP_WORDS=("$@"); COMP_CWORD=$(($#-1)); COMPREPLY=()
$(complete -p "$1" | sed 's/.*-F \\([^ ]*\\) .*/\\1/') "$1"
echo "${COMPREPLY[*]}"
"""


@pytest.mark.skipif(shutil.which("bash") is None, reason="there is no bash here")
@pytest.mark.parametrize(
    ("words", "found"),
    [
        ("narabi so", "solve"),
        ("narabi solve --undo-r", "--undo-reading"),
        ("narabi solve --undo-reading re", "receiver"),
        ("narabi review game", "game.txt"),
        ("mabi analyse --pass-rule re", "resume"),
        ("mabi view --html game", "game.txt"),
        ("amulets ask game", "game.txt"),
        ("tales score game", "game.txt"),
    ],
)
def test_in_bash(program_here: Run, tmp_path: Path, words: str, found: str) -> None:
    (tmp_path / "game.txt").touch()
    done = program_here(words.split()[0], "completion", "bash")
    assert done.returncode == 0
    (tmp_path / "script").write_text(done.stdout)
    asked = ["bash", "-c", ASK, "ask", "script", *words.split()]
    answer = subprocess.run(asked, cwd=tmp_path, capture_output=True, text=True, timeout=60, check=True)
    assert answer.stdout.strip() == found, answer.stderr


def test_other_shells_and_without_shtab(program_here: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    for shell in ("zsh", "tcsh"):
        assert "narabi" in program_here("narabi", "completion", shell).stdout
    monkeypatch.setitem(sys.modules, "shtab", None)
    done = program_here("narabi", "completion", "zsh")
    assert done.returncode == 2 and "python -m pip install 'shtab>=" in done.stderr
