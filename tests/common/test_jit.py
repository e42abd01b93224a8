"""Kernels as libraries: what an entry takes, where libraries are, and how they are built."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from concurrent.futures import Future
from itertools import count
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import NamedTuple

import numpy as np
import pytest

from _gamekit.jit import build_all, store
from _gamekit.jit.entry import PLAIN, Entry, subroutine
from _gamekit.jit.forms import form_of, int64, uint8, uint64, void
from mabi_search.kernels.groups import largest_group
from tests.conftest import ROOT
from tests.nightly import thinned

TINY = {
    "__init__.py": "",
    "parts.py": "from _gamekit.jit.entry import helper\n@helper\ndef twice(x):\n    return 2 * x\n",
    "whole.py": "from _gamekit.jit.entry import kernel, subroutine\n"
    "from _gamekit.jit.forms import int64\n"
    "from tiny import parts\n"
    "from tiny.parts import twice\n"
    "@subroutine\ndef four_times(x):\n    return twice(parts.twice(x))\n"
    "@kernel(int64(int64))\ndef answer(x):\n    return four_times(x) + 2\n",
}
"""A package of kernels that is compiled in a moment."""

ANSWER = "import tiny.whole; print(tiny.whole.answer(10), 'numba' in sys.modules)"
BREAKING = """
import os, sys
class Broken:
    def find_spec(self, name, path=None, target=None):
        if name == os.environ.get("BROKEN"):
            raise RuntimeError("it is broken")
sys.meta_path.insert(0, Broken())
sys.modules[os.environ.get("MISSING", "")] = None
"""
"""A package that the environment names cannot be imported, or is not there."""

compiled_only = pytest.mark.skipif(PLAIN, reason="nothing is compiled")


@pytest.fixture(scope="module")
def built_once(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with the tiny package and its library."""
    folder = tmp_path_factory.mktemp("built")
    (folder / "tiny").mkdir()
    for name, text in TINY.items():
        (folder / "tiny" / name).write_text(text)
    assert build(folder).returncode == 0
    return folder


@pytest.fixture
def built(built_once: Path, tmp_path: Path) -> Path:
    """Return a copy of that folder."""
    return Path(shutil.copytree(built_once, tmp_path / "built"))


def start(folder: Path, *arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run Python beside a folder's packages."""
    settings = {"PYTHONDONTWRITEBYTECODE": "1", "PYTHONPATH": f"{folder}{os.pathsep}{ROOT}"}
    return subprocess.run(
        [sys.executable, *arguments],
        env=os.environ | settings | environment,
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
    )


def build(folder: Path, **environment: str) -> subprocess.CompletedProcess[str]:
    """Build the tiny package's library, if it is not up to date."""
    arguments = ["--no-pages", "--out", str(folder / "libraries")]
    return start(folder, "-m", "_gamekit.jit.build_all", "tiny", *arguments, **environment)


def run(folder: Path, program: str = ANSWER, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run a program with a folder's libraries."""
    here = (
        "import pathlib, sys\nfrom _gamekit.jit import store\nstore.LIBRARIES = pathlib.Path('libraries')\n"
    )
    return start(folder, "-c", here + program, **environment)


def build_module() -> ModuleType:
    """Import what compiles, which takes a second."""
    from _gamekit.jit import build

    return build


def library(folder: Path) -> Path:
    (path,) = (folder / "libraries").glob("*/*.so")
    return path


@pytest.mark.slow
@compiled_only
def test_the_process_that_calls_a_kernel_compiles_nothing(built: Path) -> None:
    assert run(built).stdout == "42 False\n"
    manifest = json.loads(store.manifest_of(library(built)).read_text())
    assert manifest["entry"] == "tiny.whole.answer" and manifest["signature"] == "int64(int64)"


@pytest.mark.slow
@compiled_only
def test_what_is_up_to_date_is_not_built_again(built: Path) -> None:
    written = library(built).stat().st_ino
    assert "compiling" not in build(built).stderr
    assert library(built).stat().st_ino == written


@pytest.mark.slow
@compiled_only
def test_a_kernel_older_than_its_source_is_refused_and_built_again(built: Path) -> None:
    """The edit is in another file than the entry's, and of the same time."""
    parts = built / "tiny" / "parts.py"
    was = parts.stat()
    parts.write_text(TINY["parts.py"].replace("2 * x", "3 * x"))
    os.utime(parts, ns=(was.st_atime_ns, was.st_mtime_ns))
    refused = run(built)
    assert refused.returncode == 1 and refused.stderr.endswith(
        "KernelError: the kernel tiny.whole.answer is older than its source: "
        "run `make setup` in a clone, or `python -m _gamekit.jit.build_all`\n"
    )
    assert "compiling kernels: 2 of 2" in build(built).stderr
    assert run(built).stdout == "92 False\n"


@compiled_only
@pytest.mark.parametrize(
    ("damage", "says"),
    thinned(
        8,
        [
            ("cut", "a damaged library"),
            ("library", "a damaged library"),
            ("manifest", "cannot be read"),
            ("nested", "cannot be read"),
            ("list", "a damaged library"),
            ("foreign", "is older than its source"),
            ("edited", "is older than its source"),
            ("missing", "is not compiled for this machine"),
        ],
    ),
)
def test_a_damaged_library_is_refused(built: Path, damage: str, says: str) -> None:
    code = library(built)
    manifest = store.manifest_of(code)
    if damage == "library":
        code.write_bytes(code.read_bytes()[:-1] + b"x")
    elif damage == "cut":
        code.write_bytes(code.read_bytes()[:100])
    elif damage == "manifest":
        manifest.write_text("{")
    elif damage == "nested":
        manifest.write_text("[" * 100_000)
    elif damage == "list":
        manifest.write_text("[]")
    elif damage == "edited":
        sources = json.loads(manifest.read_text())["sources"]
        manifest.write_text(manifest.read_text().replace(sources, "0" * len(sources)))
    elif damage == "missing":
        code.unlink()
    else:
        manifest.write_text(manifest.read_text().replace("int64(int64)", "int64(uint64)"))
    refused = run(built)
    assert refused.returncode == 1 and says in refused.stderr
    if damage == "library":
        assert build(built).returncode == 0
        assert run(built).stdout == "42 False\n"


@compiled_only
def test_a_library_that_nobody_may_write_is_used(built: Path) -> None:
    for path in (library(built), library(built).parent, built / "libraries"):
        path.chmod(0o555)
    assert run(built).stdout == "42 False\n"


@pytest.mark.slow
@compiled_only
def test_no_c_compiler_is_needed(built: Path) -> None:
    library(built).unlink()
    assert build(built, PATH=str(built), CC="false").returncode == 0
    assert run(built).stdout == "42 False\n"


@pytest.mark.slow
@compiled_only
def test_a_library_that_needs_more_than_the_c_library_is_refused() -> None:
    text = "declare i64 @{0}(i64)\ndefine i64 @kernel(ptr %x) {{\n%y = call i64 @{0}(i64 1)\nret i64 %y\n}}"
    level = store.levels()[0]
    assert build_all.linked(build_module().object_of(text.format("labs"), level), level)
    with pytest.raises(store.KernelError, match="undefined symbol: no_such_function"):
        build_all.linked(build_module().object_of(text.format("no_such_function"), level), level)


def test_a_line_of_progress_is_new_or_names_what_is_awaited(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    quick, slow = Future[str](), Future[str]()
    quick.set_result("quick")
    slow.set_result("slow")
    waits = iter([({quick}, {slow}), (set(), {slow}), (set(), {slow}), (set(), {slow}), ({slow}, set())])
    clock = count()
    monkeypatch.setattr(build_all, "wait", lambda *_: next(waits))
    monkeypatch.setattr(build_all, "time", SimpleNamespace(monotonic=lambda: next(clock)))
    futures = {quick: "kernels.quick", slow: "kernels.slow"}
    assert list(build_all._results(futures, "compiling", 2)) == ["quick", "slow"]
    assert capsys.readouterr().err.splitlines() == [
        "compiling: 1 of 2, 1 s",
        "compiling: 1 of 2, 3 s; still kernels.slow",
        "compiling: 2 of 2, 5 s",
    ]


@pytest.mark.slow
@compiled_only
@pytest.mark.parametrize(
    ("setting", "says"),
    [
        ({"MISSING": "ziglang"}, "ziglang, which links the kernels, is not installed: pip install ziglang"),
        ({"BROKEN": "numba"}, "numba, which compiles the kernels, cannot be imported: it is broken"),
    ],
)
def test_what_cannot_be_built_says_why(built: Path, setting: dict[str, str], says: str) -> None:
    """A broken package may raise anything when it is imported."""
    (built / "sitecustomize.py").write_text(BREAKING)
    library(built).unlink()
    failed = build(built, **setting)
    assert failed.returncode == 1 and failed.stderr.splitlines()[-1].startswith(says)
    assert "Traceback" not in failed.stderr
    assert not list((built / "libraries").glob("*/*.so"))


@compiled_only
def test_levels() -> None:
    ask = "print(*store.levels())"
    assert run(ROOT, ask, **{store.LEVEL_VARIABLE: "x86-64-v2"}).stdout == "x86-64-v2\n"
    assert store.levels()[0] in (*store.LEVELS, "x86-64", "aarch64")


class Pair(NamedTuple):
    words: np.ndarray
    count: int


def summed(pair: Pair, rows: np.ndarray, least: int) -> int:
    return least


SUMMED = Entry(summed, int64(form_of(Pair(np.zeros(1, np.uint64), 0)), uint8[:, ::1], int64))
PAIR, ROWS = Pair(np.zeros(3, np.uint64), 2), np.zeros((2, 5), np.uint8)


def read_only() -> np.ndarray:
    rows = ROWS.copy()
    rows.flags.writeable = False
    return rows


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        ((PAIR, ROWS), "summed takes 3 arguments, not 2"),
        ((PAIR, ROWS, 1.5), "summed: least must be an integer (int64), not 1.5 of type float"),
        ((PAIR, ROWS, 1 << 63), "summed: least must be int64, from"),
        ((PAIR, ROWS.T, 1), "uint8[:, ::1], in C order and writable, not uint8[:, ::1], not in C order"),
        ((PAIR, read_only(), 1), "not uint8[:, ::1], read-only"),
        ((PAIR, ROWS[0], 1), "not uint8[::1]"),
        ((PAIR, ROWS.astype(np.int8), 1), "not int8[:, ::1]"),
        ((PAIR, [[1]], 1), "summed: rows must be an array uint8[:, ::1]"),
        ((tuple(PAIR), ROWS, 1), "summed: pair must be a Pair(uint64[::1], int64)"),
        ((Pair(np.zeros(3), 2), ROWS, 1), "summed: pair.words must be an array uint64[::1]"),
        ((Pair(PAIR.words, "2"), ROWS, 1), "summed: pair.count must be an integer"),
    ],
)
def test_wrong_arguments_are_refused_before_the_call(arguments: tuple[object, ...], says: str) -> None:
    with pytest.raises((TypeError, OverflowError)) as error:
        SUMMED.block(*arguments)
    assert says in str(error.value)


def test_words() -> None:
    words = np.frombuffer(SUMMED.block(PAIR, ROWS, -1), np.uint64).tolist()
    assert words == [PAIR.words.ctypes.data, 3, 2, ROWS.ctypes.data, 2, 5, (1 << 64) - 1]


def test_forms_of_odd_things() -> None:
    assert str(void(uint64, int64[::1])) == "void(uint64, int64[::1])"
    for wrong in (slice(None), (slice(None, None, 1), slice(None))):
        with pytest.raises(TypeError, match="only arrays in C order"):
            int64[wrong]
    with pytest.raises(TypeError, match="a kernel's argument must be a number"):
        form_of("text")
    with pytest.raises(TypeError, match="2 arguments, but its signature has 1"):
        Entry(lambda x, y: x, int64(int64))


@compiled_only
def test_an_entry_keeps_its_name_and_words() -> None:
    assert isinstance(largest_group, Entry)
    assert largest_group.__doc__ == largest_group.function.__doc__
    assert repr(largest_group) == "<kernel mabi_search.kernels.groups.largest_group: int64(uint64)>"


class Wide(NamedTuple):
    """Members of several types, as kernels get them."""

    most: int
    cells: np.ndarray


@pytest.mark.slow
@compiled_only
def test_a_tuple_that_functions_pass_on_is_not_copied_to_the_stack() -> None:
    """LLVM would remove the copies, which takes longer than all else that it does."""

    @subroutine
    def lower(wide, at):  # type: ignore[no-untyped-def]
        return min(wide.most, wide.cells[at])

    def total(wide, cells):  # type: ignore[no-untyped-def]
        found = 0
        for at in range(len(cells)):
            found += lower(wide, at)
        return found

    example = Wide(1, np.zeros(2, np.int64))
    text = build_module().text_of(total, int64(form_of(example), int64[::1]))
    assert "call" in text and "alloca { i64, {" not in text
