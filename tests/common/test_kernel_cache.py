"""The cache of compiled kernels: warm, cold, stale, damaged, crowded, forbidden."""

import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from narabi_mabi_common.folders import CACHE_VARIABLE, cache_folder
from tests.conftest import ROOT
from tests.narabi.test_rules import EXAMPLE

Solve = Callable[[Path], subprocess.CompletedProcess[str]]


def solve(cache: Path | str, root: Path = ROOT, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [
            sys.executable,
            "-m",
            "narabi_solver",
            "solve",
            EXAMPLE,
            "--json",
            "--algorithm",
            "bfs",
        ],  # the quickest to compile
        env=os.environ | {CACHE_VARIABLE: str(cache), "PYTHONPATH": str(root)} | environment,
        cwd=root,
        capture_output=True,
        text=True,
        check=False,
    )


TINY = {
    "__init__.py": "from narabi_mabi_common import kernel_cache\n"
    "kernel_cache.load(__name__, ('parts', 'whole'), __file__)\n",
    "parts.py": "import numba\nfrom narabi_mabi_common.kernel_cache import helper, kernel\n"
    "@helper\ndef twice(x):\n    return 2 * x\n"
    "@kernel(numba.int64(numba.int64))\ndef four_times(x):\n    return twice(twice(x))\n",
    "whole.py": "import numba\nfrom narabi_mabi_common.kernel_cache import kernel\n"
    "from tiny.parts import four_times\n"
    "@kernel(numba.int64(numba.int64))\ndef answer(x):\n    return four_times(x) + 2\n",
}
"""A package of kernels that is compiled in a moment: for what is the same for all."""


@pytest.fixture(scope="module")
def tiny(tmp_path_factory: pytest.TempPathFactory) -> tuple[Solve, Path]:
    """Return a function that runs the tiny package, and a cache that it has filled."""
    folder = tmp_path_factory.mktemp("tiny")
    (folder / "tiny").mkdir()
    for name, text in TINY.items():
        (folder / "tiny" / name).write_text(text)
    program = (
        "import logging; logging.basicConfig(level=logging.INFO); import tiny.whole\n"
        """print('"turns":', tiny.whole.answer(10) // 8)"""
    )

    def run(cache: Path) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [sys.executable, "-c", program],
            env=os.environ | {CACHE_VARIABLE: str(cache), "PYTHONPATH": f"{folder}{os.pathsep}{ROOT}"},
            cwd=folder,
            capture_output=True,
            text=True,
            check=False,
        )

    assert "compiling" in run(folder / "cache").stderr
    return run, folder / "cache"


def answer(done: subprocess.CompletedProcess[str]) -> str:
    assert done.returncode == 0, done.stderr
    return done.stdout.partition('"nodes"')[0]


@pytest.fixture(scope="module")
def warm(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a cache that one process has filled."""
    cache = tmp_path_factory.mktemp("cache")
    assert "compiling" in solve(cache).stderr
    return cache


def test_the_second_process_compiles_nothing(warm: Path) -> None:
    done = solve(warm)
    assert done.stderr == "" and '"turns": 5' in answer(done)


def test_four_cold_processes_at_once(tmp_path: Path) -> None:
    with ThreadPoolExecutor(4) as pool:
        done = list(pool.map(solve, [tmp_path / "cache"] * 4))
    assert len({answer(one) for one in done}) == 1
    assert sum(one.stderr.count("compiling") for one in done) == 1


def test_an_edit_in_another_file_is_noticed_at_once(tmp_path: Path) -> None:
    for package in ("narabi_solver", "narabi_mabi_common"):
        shutil.copytree(ROOT / package, tmp_path / package)
    cache = tmp_path / "cache"
    before = answer(solve(cache, tmp_path))
    edited = tmp_path / "narabi_solver" / "kernels" / "state.py"
    was = edited.stat()
    text = edited.read_text()
    reach = "swaps |= game.reach[cards[deal, stone_at(ring, own)], own]"
    assert text.count(reach) == 1
    edited.write_text(text.replace(reach, "swaps |= ~ZERO".ljust(len(reach))))  # same length
    os.utime(edited, ns=(was.st_atime_ns, was.st_mtime_ns))  # and same time
    broken = solve(cache, tmp_path)
    assert "compiling" in broken.stderr
    assert broken.returncode == 70 and "bug of ours" in broken.stderr  # it takes any place for reachable
    edited.write_text(text)
    os.utime(edited, ns=(was.st_atime_ns, was.st_mtime_ns))
    again = solve(cache, tmp_path)
    assert again.stderr == "" and answer(again) == before


@pytest.mark.parametrize("how", ["cut", "flip", "remove", "manifest", "no manifest"])
def test_damage_is_noticed_said_and_mended(
    warm: Path, tiny: tuple[Solve, Path], tmp_path: Path, how: str
) -> None:
    run, filled = (solve, warm) if how == "flip" else tiny
    cache = tmp_path / "cache"
    shutil.copytree(filled, cache)
    data = sorted(cache.rglob("*.nbc"))
    manifests = list(cache.rglob("manifest"))
    assert data and len(manifests) == 1
    if how == "cut":
        data[0].write_bytes(data[0].read_bytes()[:1000])
    elif how == "flip":
        content = bytearray(data[0].read_bytes())
        content[len(content) // 2] ^= 1
        data[0].write_bytes(content)
    elif how == "remove":
        data[-1].unlink()
    elif how == "manifest":
        manifests[0].write_bytes(b"[" * 5000)
    else:
        manifests[0].unlink()
    done = run(cache)
    assert '"turns": 5' in answer(done) and "compiling" in done.stderr
    assert done.stderr.count("made again") == (how != "no manifest")
    assert run(cache).stderr == ""


def test_kernels_of_old_versions_are_forgotten(tiny: tuple[Solve, Path], tmp_path: Path) -> None:
    run, filled = tiny
    cache = tmp_path / "cache"
    shutil.copytree(filled, cache)
    current = next((cache / "kernels").glob("tiny-*/manifest"))
    for name, days in (("old", 100), ("recent", 1)):
        folder = cache / "kernels" / name
        shutil.copytree(current.parent, folder)
        os.utime(folder / "manifest", (time.time() - days * 86400,) * 2)
    shutil.rmtree(current.parent)
    run(cache)
    assert [path.parent.name for path in cache.glob("kernels/[or]*/manifest")] == ["recent"]


def test_ctrl_c_while_compiling(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "narabi_solver", "solve", EXAMPLE]
    for delay in (0.8, 1.4, 2.0):
        process = subprocess.Popen(
            command, env=os.environ | {CACHE_VARIABLE: str(tmp_path / "cache")}, cwd=ROOT,
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        )  # fmt: skip
        time.sleep(delay)
        pressed = time.perf_counter()
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=60)
        assert time.perf_counter() - pressed < 2
        assert (process.returncode, out) == (130, "") and "interrupted" in err and "Traceback" not in err
    assert '"turns": 5' in answer(solve(tmp_path / "cache"))


def test_a_folder_the_user_named_must_be_writable() -> None:
    done = solve("/dev/null/here")
    assert done.returncode == 2 and done.stdout == ""
    assert len(done.stderr.splitlines()) == 1
    assert "/dev/null/here" in done.stderr and CACHE_VARIABLE in done.stderr
    nobody = solve("~no-such-user/x")
    assert nobody.returncode == 2 and len(nobody.stderr.splitlines()) == 1


def test_a_default_folder_that_cannot_be_written_is_said_once_and_work_goes_on(tmp_path: Path) -> None:
    done = solve("", XDG_CACHE_HOME="/dev/null/home")
    assert '"turns": 5' in answer(done)
    assert done.stderr.count("cannot be written") == 1


def test_a_user_in_python_is_told_too(tmp_path: Path) -> None:
    """The kernels are there, the folder for tables cannot be made."""
    (tmp_path / "narabi-mabi").mkdir()
    (tmp_path / "narabi-mabi" / "kernels").symlink_to(cache_folder()[0] / "kernels")
    (tmp_path / "narabi-mabi" / "tables").write_text("no folder")
    program = "import narabi_solver as n; print(n.solve(n.random_deal(3)).turns)"
    environment = {**os.environ, CACHE_VARIABLE: "", "XDG_CACHE_HOME": str(tmp_path)}
    done = subprocess.run(
        [sys.executable, "-c", program], env=environment, capture_output=True, text=True, check=False
    )
    assert (
        done.returncode == 0 and done.stderr.count("the table for 3 players is built for this process") == 1
    )


def test_the_programs_load_no_kernels_before_they_need_them() -> None:
    """Importing them would compile silently, and slow every command down."""
    program = (
        "import sys, narabi_solver.cli, mabi_search.cli, narabi_solver.plots, mabi_search.plots\n"
        "print(sorted({'numba', 'scipy', 'pyarrow', 'distributed', 'matplotlib'} & set(sys.modules)))"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, cwd=ROOT, check=True
    )
    assert done.stdout == "[]\n"
