"""Names that no file can have, or that lead nowhere: one message and code 2, whatever they are given for."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from amulets_solver.game.strategy_tree import StrategyTree
from mabi_search import Rules
from mabi_search.game.saved_games import load
from narabi_solver import ArgumentError, Deck, survey
from narabi_solver.hidden.scoring import Levels
from narabi_solver.statistics.atlas_reading import AtlasFile
from tests.conftest import ROOT, Run, messages
from tests.narabi.samples import EXAMPLE

NAMED = [
    ["narabi", "solve", "*"],
    ["narabi", "view", EXAMPLE, "--stone", "*"],
    ["narabi", "verify", EXAMPLE, "*"],
    ["narabi", "cards", "--deck", "*"],
    ["narabi", "check", "*"],
    ["narabi", "deal", "--players", "*"],
    ["narabi", "survey", "--players", "3", "--deals", "5", "--out", "*"],
    ["narabi", "*"],
    ["amulets", "ask", "*"],
    ["amulets", "strategy", "--check", "*"],
    ["tales", "score", "*"],
    ["tales", "score", "players 2", "--svg", "*"],
    ["tales", "deck", "--deck", "*"],
    ["tales", "referee", "--players", "2", "--save", "*"],
    ["amulets", "referee", "*"],
    ["amulets", "referee", "--players", "3", "--save", "*"],
    ["amulets", "law", "players 3; me 1 C3 B", "*"],
    ["mabi", "show", "*"],
    ["mabi", "moves", "start moves *"],
    ["mabi", "play", "*"],
    ["mabi", "check", "*"],
    ["mabi", "tables", "info", "--size", "2x2", "--folder", "*"],
    ["mabi", "tables", "verify", "--size", "2x2", "--folder", "*"],
    ["mabi", "tables", "build", "--size", "2x2", "--folder", "*"],
    ["mabi", "probe", "start", "--size", "2x2", "--folder", "*"],
]
BAD = ["t-leas\ud800t-3", "a\0b", "LOOP", "LOOP/x", "x" * 300, "y" * 5000, "/dev/null/x"]


@pytest.mark.parametrize("arguments", NAMED, ids=lambda words: "-".join(words)[:40])
def test_bad_names(arguments: list[str], program_here: Run, tmp_path: Path) -> None:
    loop = tmp_path / "loop"
    loop.symlink_to(loop)
    for name in BAD:
        given = name.replace("LOOP", str(loop))
        done = program_here(*(word.replace("*", given) for word in arguments))
        assert (done.returncode, done.stdout) == (2, ""), (name, done)
        assert len(messages(done.stderr)) == 1 and len(done.stderr) < 3000, (name, done)
    assert loop.is_symlink()


@pytest.mark.parametrize("package", ["narabi_solver", "mabi_search"])
def test_bytes_that_are_no_text(package: str) -> None:
    """As a system gives them: half a character in an argument."""
    command = [sys.executable, "-m", package, "show" if "mabi" in package else "solve", b"0:t-leas\xfft-3"]
    done = subprocess.run(command, capture_output=True, cwd=ROOT, timeout=60, check=False)
    said = done.stderr.decode()
    assert (done.returncode, done.stdout, len(messages(said))) == (2, b"", 1)
    assert "is neither a file nor a" in said or "no file has this name, so it was read as a" in said


def test_bad_names_in_a_game(program_here: Run, tmp_path: Path) -> None:
    loop = tmp_path / "loop"
    loop.symlink_to(loop)
    names = [b"\xff/x", b"a\0b", str(loop).encode(), b"x" * 300, b"~nobody-is-called-so/x", b""]
    for name in names:
        for word in (b"save ", b"load ", b"why ", b""):
            if not (word + name).strip():
                continue
            done = program_here("mabi", "play", "--size", "2x2", stdin=word + name + b"\nquit\n")
            assert done.returncode == 2 and done.stderr.count("\n") == 1, (word + name, done)


@pytest.mark.slow
def test_a_cache_folder_that_cannot_be(tmp_path: Path) -> None:
    loop = tmp_path / "loop"
    loop.symlink_to(loop)
    words = ["narabi_solver", "solve", EXAMPLE, "--algorithm", "ida"]
    for name in (loop, loop / "x", "x" * 300, "y" * 5000, "/dev/null", "~nobody-is-called-so/x"):
        done = subprocess.run(
            [sys.executable, "-m", *words], capture_output=True, text=True, cwd=ROOT, timeout=60, check=False,
            env=os.environ | {"NARABI_MABI_CACHE": str(name)},
        )  # fmt: skip
        assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1), (name, done)
        assert "Traceback" not in done.stderr and "NARABI_MABI_CACHE" in done.stderr


@pytest.mark.parametrize("name", ["LOOP", "a\0b", "\ud800", "\udcff"])
def test_names_of_parquet_files(name: str, tmp_path: Path) -> None:
    (tmp_path / "LOOP").symlink_to(tmp_path / "LOOP")
    with pytest.raises(ArgumentError, match="is not a valid name for a file"):
        survey(3, 5, out=tmp_path / name)


@pytest.mark.parametrize("name", ["", "a\0b", "\ud800"])
def test_from_python_it_is_an_os_error(name: str) -> None:
    with pytest.raises(OSError, match="not a valid file name"):
        Deck.load(name)


@pytest.mark.parametrize("name", ["\ud800", "a\0b", ""])
def test_what_reads_a_file_refuses_a_name_that_none_can_have(name: str) -> None:
    for read in (
        StrategyTree.load,
        Levels.load,
        Deck.load,
        AtlasFile,
        lambda name: load(name, Rules()),
    ):
        with pytest.raises(OSError, match="not a valid file name"):
            read(name)  # type: ignore[operator]
