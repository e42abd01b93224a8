"""The cache of compiled kernels: warm, cold, stale, damaged, crowded, forbidden."""

import functools
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from _gamekit.folders import CACHE_VARIABLE, cache_folder
from _gamekit.kernel_cache import FOUND_BY_CONTENT
from tests.conftest import ROOT
from tests.interrupting import interrupt, start
from tests.narabi.samples import EXAMPLE
from tests.nightly import nightly

Solve = Callable[[Path], subprocess.CompletedProcess[str]]


NO_BYTECODE = {"PYTHONDONTWRITEBYTECODE": "1"}
"""Some of these tests edit a source and keep its size and time; Python would run what it compiled before."""


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
        env=os.environ | NO_BYTECODE | {CACHE_VARIABLE: str(cache), "PYTHONPATH": str(root)} | environment,
        cwd=root,
        capture_output=True,
        text=True,
        check=False,
    )


TINY = {
    "__init__.py": "from _gamekit import kernel_cache\n"
    "kernel_cache.load(__name__, ('parts', 'whole'), __file__)\n",
    "parts.py": "import numba\nfrom _gamekit.kernel_cache import helper, kernel\n"
    "@helper\ndef twice(x):\n    return 2 * x\n"
    "@kernel(numba.int64(numba.int64))\ndef four_times(x):\n    return twice(twice(x))\n",
    "whole.py": "import numba\nfrom _gamekit.kernel_cache import kernel\n"
    "from tiny.parts import four_times\n"
    "@kernel(numba.int64(numba.int64))\ndef answer(x):\n    return four_times(x) + 2\n",
}
"""A package of kernels that is compiled in a moment: for what is the same for all."""


@pytest.fixture(scope="module")
def tiny(tmp_path_factory: pytest.TempPathFactory) -> tuple[Solve, Path]:
    """Return a function that runs the tiny package, and a cache that it has filled."""
    folder = copy_of_tiny(tmp_path_factory.mktemp("tiny"))
    assert "compiling" in run_tiny(folder, folder / "cache").stderr
    return functools.partial(run_tiny, folder), folder / "cache"


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


@pytest.mark.slow
def test_four_cold_processes_at_once(tmp_path: Path) -> None:
    """They go on together when all have loaded numba."""
    folder = copy_of_tiny(tmp_path)
    together = (
        "import os, pathlib, time, _gamekit.kernel_cache\n"
        "pathlib.Path(f'{os.getpid()}.here').touch()\n"
        "while len(list(pathlib.Path().glob('*.here'))) < 4: time.sleep(0.001)"
    )
    with ThreadPoolExecutor(4) as pool:
        done = list(pool.map(lambda _: run_tiny(folder, folder / "cache", together), range(4)))
    assert [answer(one) for one in done] == ['"turns": 5\n'] * 4
    assert sum(one.stderr.count("the first time on this machine") for one in done) == 1


@pytest.mark.slow
def test_an_edit_in_another_file_is_noticed_at_once(warm: Path, tmp_path: Path) -> None:
    for package in ("narabi_solver", "_gamekit"):
        shutil.copytree(ROOT / package, tmp_path / package, ignore=shutil.ignore_patterns("__pycache__"))
    cache = tmp_path / "cache"
    shutil.copytree(warm, cache)  # of the same sources
    edited = tmp_path / "narabi_solver" / "kernels" / "state.py"
    was = edited.stat()
    text = edited.read_text()
    reach = "swaps |= game.reach[cards[deal, stone_at(ring, own)], own]"
    assert text.count(reach) == 1
    edited.write_text(text.replace(reach, "swaps |= ~ZERO".ljust(len(reach))))  # same length
    os.utime(edited, ns=(was.st_atime_ns, was.st_mtime_ns))  # and same time
    broken = solve(cache, root=tmp_path)
    assert "compiling" in broken.stderr
    assert broken.returncode == 70 and "internal error" in broken.stderr  # it takes any place for reachable
    edited.write_text(text)
    os.utime(edited, ns=(was.st_atime_ns, was.st_mtime_ns))
    again = solve(cache, root=tmp_path)
    assert again.stderr == "" and '"turns": 5' in answer(again)


def run_tiny(folder: Path, cache: Path, before: str = "", **limits: int) -> subprocess.CompletedProcess[str]:
    """Run the tiny package of a folder; `before` is run first, and files may have `file_bytes` at most."""
    program = (
        f"import logging; logging.basicConfig(level=logging.INFO)\n{before}\nimport tiny.whole\n"
        """print('"turns":', tiny.whole.answer(10) // 8)"""
    )
    if "file_bytes" in limits:
        most = limits["file_bytes"]
        program = f"import resource; resource.setrlimit(resource.RLIMIT_FSIZE, ({most}, {most}))\n" + program
    return subprocess.run(
        [sys.executable, "-c", program],
        env=os.environ
        | NO_BYTECODE
        | {CACHE_VARIABLE: str(cache), "PYTHONPATH": f"{folder}{os.pathsep}{ROOT}"},
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
    )


def copy_of_tiny(folder: Path) -> Path:
    (folder / "tiny").mkdir(parents=True)
    for name, text in TINY.items():
        (folder / "tiny" / name).write_text(text)
    return folder


def test_another_clone_of_the_same_sources_compiles_nothing(tmp_path: Path) -> None:
    cache, here, there = tmp_path / "cache", copy_of_tiny(tmp_path / "a"), copy_of_tiny(tmp_path / "b" / "c")
    os.utime(there / "tiny" / "parts.py", (1, 1))
    assert "compiling" in run_tiny(here, cache).stderr
    again = run_tiny(there, cache)
    assert ("compiling" in again.stderr) != FOUND_BY_CONTENT and '"turns": 5' in answer(again)
    parts = there / "tiny" / "parts.py"
    parts.write_text(parts.read_text().replace("2 * x", "4 * x"))  # same length
    os.utime(parts, (1, 1))
    edited = run_tiny(there, cache)
    assert "compiling" in edited.stderr and '"turns": 20' in answer(edited)
    assert run_tiny(here, cache).stderr == ""


@pytest.mark.slow
def test_an_edit_in_the_shared_parts_is_noticed(tmp_path: Path) -> None:
    """Kernels of every package depend on them."""
    cache, folder = tmp_path / "cache", copy_of_tiny(tmp_path / "a")
    shutil.copytree(ROOT / "_gamekit", folder / "_gamekit", ignore=shutil.ignore_patterns("__pycache__"))
    assert "compiling" in run_tiny(folder, cache).stderr
    shared = folder / "_gamekit" / "kernels" / "bits.py"
    shared.write_text(shared.read_text() + "# edited")
    assert "compiling" in run_tiny(folder, cache).stderr


@pytest.mark.nightly
def test_a_numba_that_looks_for_paths_only(tmp_path: Path) -> None:
    """Every path has a folder of its own then, and nothing is stale."""
    before = (
        "import numba\nfrom numba.core import caching\n"
        "vars(numba.config).pop('CACHE_LOCATOR_CLASSES', None)\n"
        # numba itself reads it
        "caching.config = type('C', (), {'__getattr__': lambda _, n: getattr(numba.config, n, '')})()\n"
    )
    cache, here, there = tmp_path / "cache", copy_of_tiny(tmp_path / "a"), copy_of_tiny(tmp_path / "b")
    for folder in (here, there):
        first, second = (run_tiny(folder, cache, before) for _ in range(2))
        assert "compiling" in first.stderr and '"turns": 5' in answer(first)
        assert second.stderr == "" and '"turns": 5' in answer(second)


@pytest.mark.slow
def test_a_numba_that_always_counts_references(tmp_path: Path) -> None:
    """Its private option is gone: said once, and everything goes on by the public ones."""
    mapping = "numba.core.cpu.CPUTargetOptions"
    without = (
        f"import numba.core.cpu\nfor c in {mapping}.__mro__:\n    if '_nrt' in vars(c): delattr(c, '_nrt')\n"
    )
    folder = copy_of_tiny(tmp_path / "a")
    cold, warm = (run_tiny(folder, tmp_path / "cache", without) for _ in range(2))
    for done in (cold, warm):
        assert '"turns": 5' in answer(done)
        assert done.stderr.count("no longer has its option _nrt") == 1
    assert "compiling" in cold.stderr and "compiling" not in warm.stderr


@pytest.mark.slow
def test_a_disk_that_is_full_while_kernels_compile(tmp_path: Path) -> None:
    """What is compiled is larger than a file may be: the system refuses as for a full disk."""
    folder, cache = copy_of_tiny(tmp_path / "a"), tmp_path / "cache"
    full = run_tiny(folder, cache, file_bytes=2000)
    assert '"turns": 5' in answer(full)
    assert full.stderr.count("cannot be written") == 1 and str(cache) in full.stderr
    assert not list(cache.rglob("*.nbi"))
    room = run_tiny(folder, cache)
    assert '"turns": 5' in answer(room) and "cannot" not in room.stderr and "compiling" in room.stderr
    assert run_tiny(folder, cache).stderr == ""


def is_ready(folder: Path, cache: Path) -> bool:
    """Ask whether the tiny package is compiled, in a process that may not load numba."""
    program = (
        "import sys; sys.modules['numba'] = sys.modules['llvmlite'] = None\n"
        "from pathlib import Path; from _gamekit import compiled\n"
        "print(compiled.is_ready('tiny', Path('tiny')))"
    )
    environment = os.environ | {CACHE_VARIABLE: str(cache), "PYTHONPATH": str(ROOT)}
    done = subprocess.run(
        [sys.executable, "-c", program],
        env=environment,
        cwd=folder,
        capture_output=True,
        text=True,
        check=True,
    )
    return done.stdout == "True\n"


@pytest.mark.slow
def test_who_waits_reads_how_compiling_goes_on_and_an_answer_tells_what_it_took(tmp_path: Path) -> None:
    """Also where no log is read, as in a notebook; each kernel is told, since nothing is waited for."""
    before = (
        "logging.root.setLevel(logging.WARNING)\n"
        "from _gamekit import compiling, waiting; waiting.FIRST = waiting.NEXT_LINE = 0.0\n"
        "import atexit; atexit.register(lambda: print('compiled', compiling.Spent().seconds > 0))"
    )
    folder, cache = copy_of_tiny(tmp_path / "a"), tmp_path / "cache"
    cold, warm = (run_tiny(folder, cache, before) for _ in range(2))
    assert '"turns": 5' in answer(cold) and '"turns": 5' in answer(warm)
    lines = set(cold.stderr.splitlines())
    assert {line.partition(",")[0] for line in lines} == {
        f"compiling kernels of tiny (kernel {number} of 2" for number in (1, 2)
    }
    assert warm.stderr == ""
    assert "compiled True" in cold.stdout and "compiled False" in warm.stdout


@pytest.mark.slow
def test_whether_kernels_are_compiled_is_known_without_numba(tmp_path: Path) -> None:
    folder, cache = copy_of_tiny(tmp_path / "a"), tmp_path / "cache"
    assert not is_ready(folder, cache)
    run_tiny(folder, cache)
    assert is_ready(folder, cache)
    parts = folder / "tiny" / "parts.py"
    text = parts.read_text()
    parts.write_text(text.replace("2 * x", "3 * x"))
    assert not is_ready(folder, cache)
    parts.write_text(text)
    assert is_ready(folder, cache)
    (manifest,) = cache.rglob("manifest")
    manifest.unlink()
    assert not is_ready(folder, cache)
    run_tiny(folder, cache)
    assert is_ready(folder, cache)


@pytest.mark.slow
@pytest.mark.parametrize("how", ["flip", "remove", "manifest", "no manifest", *nightly("cut")])
def test_damage_is_noticed_said_and_mended(tiny: tuple[Solve, Path], tmp_path: Path, how: str) -> None:
    run, filled = tiny
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
    assert done.stderr.count("compiling them again") == (how != "no manifest")
    assert run(cache).stderr == ""


def test_kernels_under_the_name_of_others_are_not_loaded(tiny: tuple[Solve, Path], tmp_path: Path) -> None:
    """Whole, and compiled from other sources: as if a folder had been copied or renamed."""
    _, filled = tiny
    folder = copy_of_tiny(tmp_path)
    parts = folder / "tiny" / "parts.py"
    parts.write_text(parts.read_text().replace("2 * x", "3 * x"))
    assert '"turns": 11' in answer(run_tiny(folder, folder / "cache"))
    (own,) = (folder / "cache" / "kernels").glob("tiny-*/manifest")
    (other,) = (filled / "kernels").glob("tiny-*/manifest")
    shutil.rmtree(own.parent)
    shutil.copytree(other.parent, own.parent)
    done = run_tiny(folder, folder / "cache")
    assert '"turns": 11' in answer(done)
    assert "belongs to another folder; compiling them again" in done.stderr


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


@pytest.mark.slow
@pytest.mark.parametrize("compiled", [0, 1])
def test_ctrl_c_while_compiling(tmp_path: Path, compiled: int) -> None:
    """Pressed when the first or the second function is being compiled."""
    cache = tmp_path / "cache"
    environment = os.environ | {CACHE_VARIABLE: str(cache)}
    process = start("narabi_solver", "solve", EXAMPLE, "--algorithm", "bfs", environment=environment)
    ended = interrupt(process, lambda: cache.is_dir() and len([*cache.rglob("*.nbi")]) >= compiled)
    assert (ended.returncode, ended.out) == (130, "")
    assert "interrupted" in ended.err and "Traceback" not in ended.err
    if compiled == 1:
        assert '"turns": 5' in answer(solve(cache))


def test_a_folder_the_user_named_must_be_writable() -> None:
    done = solve("/dev/null/here")
    assert done.returncode == 2 and done.stdout == ""
    assert len(done.stderr.splitlines()) == 1
    assert "/dev/null/here" in done.stderr and CACHE_VARIABLE in done.stderr
    nobody = solve("~no-such-user/x")
    assert nobody.returncode == 2 and len(nobody.stderr.splitlines()) == 1


@pytest.mark.slow
def test_a_default_folder_that_cannot_be_written_is_said_once_and_work_goes_on(tmp_path: Path) -> None:
    done = solve("", XDG_CACHE_HOME="/dev/null/home")
    assert '"turns": 5' in answer(done)
    assert done.stderr.count("cannot be written") == 1


@pytest.mark.slow
def test_a_user_in_python_is_told_too(tmp_path: Path) -> None:
    """The kernels are there, the folder for tables cannot be made."""
    (tmp_path / "narabi-mabi").mkdir()
    (tmp_path / "narabi-mabi" / "kernels").symlink_to(cache_folder()[0] / "kernels")
    (tmp_path / "narabi-mabi" / "tables").write_text("no folder")
    program = "import narabi_solver as n; print(n.solve(n.random_deal(3), algorithm='ida').turns)"
    environment = {**os.environ, CACHE_VARIABLE: "", "XDG_CACHE_HOME": str(tmp_path)}
    done = subprocess.run(
        [sys.executable, "-c", program], env=environment, capture_output=True, text=True, check=False
    )
    assert (
        done.returncode == 0 and done.stderr.count("the table for 3 players is built for this process") == 1
    )


@pytest.mark.parametrize(
    ("players", "algorithm", "room"), [(3, "ida", "twelve"), (5, "ida", "fifteen"), (4, "bfs", "breadth")]
)
def test_a_deal_loads_the_kernels_of_its_search_alone(players: int, algorithm: str, room: str) -> None:
    program = (
        "import sys, narabi_solver as n\n"
        f"n.solve(n.random_deal({players}, 1), algorithm={algorithm!r})\n"
        "print({name.split('.')[2] for name in sys.modules if name.startswith('narabi_solver.kernels.')}"
        " - {'state', 'batch', 'prefetch', 'takes'})"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, cwd=ROOT, check=True
    )
    assert done.stdout == f"{ {room} }\n"


def test_the_programs_load_no_kernels_before_they_need_them() -> None:
    """Importing them would compile silently, and slow every command down."""
    program = (
        "import sys, narabi_solver.cli, mabi_search.cli, narabi_solver.show.plots, mabi_search.show.plots\n"
        "print(sorted({'numba', 'scipy', 'pyarrow', 'distributed', 'matplotlib'} & set(sys.modules)))"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, cwd=ROOT, check=True
    )
    assert done.stdout == "[]\n"
