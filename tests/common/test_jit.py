"""Kernels as libraries: what an entry takes, where libraries lie, and who builds them."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import NamedTuple

import numpy as np
import pytest

from _gamekit.folders import CACHE_VARIABLE
from _gamekit.jit import store
from _gamekit.jit.entry import PLAIN, Entry
from _gamekit.jit.forms import form_of, int64, uint8, uint64, void
from mabi_search.kernels.groups import largest_group
from tests.conftest import ROOT

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

compiled_only = pytest.mark.skipif(PLAIN, reason="nothing is compiled")


@pytest.fixture
def tiny(tmp_path: Path) -> Path:
    """Return a folder with the tiny package in it."""
    (tmp_path / "tiny").mkdir()
    for name, text in TINY.items():
        (tmp_path / "tiny" / name).write_text(text)
    return tmp_path


@pytest.fixture(scope="module")
def built_once(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with the tiny package, and a cache that has its library."""
    folder = tmp_path_factory.mktemp("built")
    (folder / "tiny").mkdir()
    for name, text in TINY.items():
        (folder / "tiny" / name).write_text(text)
    assert run(folder).returncode == 0
    return folder


@pytest.fixture
def built(built_once: Path, tmp_path: Path) -> Path:
    """Return a copy of that folder."""
    return Path(shutil.copytree(built_once, tmp_path / "built"))


def run(folder: Path, program: str = ANSWER, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run a program beside a folder's packages, with a cache in the folder, that says what is compiled."""
    listening = (
        "import logging, sys; logging.basicConfig(level=logging.INFO, format='%(message)s')\n"
        "from _gamekit import progress; progress.FIRST = 0.0\n"
    )
    settings = {CACHE_VARIABLE: str(folder / "cache"), "PYTHONDONTWRITEBYTECODE": "1"}
    settings["PYTHONPATH"] = f"{folder}{os.pathsep}{ROOT}"
    return subprocess.run(
        [sys.executable, "-c", listening + program],
        env=os.environ | settings | environment,
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
    )


def libraries(folder: Path) -> list[Path]:
    return sorted((folder / "cache" / "kernels").glob("*/*.so"))


@compiled_only
def test_built_once_and_never_by_this_process(tiny: Path) -> None:
    first, second = run(tiny), run(tiny)
    assert first.stdout == second.stdout == "42 False\n", first.stderr
    assert "compiling the kernel answer of tiny" in first.stderr and second.stderr == ""
    (library,) = libraries(tiny)
    manifest = json.loads(store.manifest_of(library).read_text())
    assert manifest["entry"] == "tiny.whole.answer" and manifest["signature"] == "int64(int64)"


@compiled_only
def test_an_edit_in_another_file_is_noticed(built: Path) -> None:
    parts = built / "tiny" / "parts.py"
    was = parts.stat()
    parts.write_text(TINY["parts.py"].replace("2 * x", "3 * x"))
    os.utime(parts, ns=(was.st_atime_ns, was.st_mtime_ns))
    edited = run(built)
    assert edited.stdout == "92 False\n" and "compiling" in edited.stderr
    parts.write_text(TINY["parts.py"])
    assert run(built).stderr == ""
    assert len(libraries(built)) == 2


@compiled_only
@pytest.mark.parametrize("damage", ["library", "cut", "manifest", "nested", "foreign", "edited"])
def test_a_damaged_library_is_built_again(built: Path, damage: str) -> None:
    (library,) = libraries(built)
    manifest = store.manifest_of(library)
    if damage == "library":
        library.write_bytes(library.read_bytes()[:-1] + b"x")
    elif damage == "cut":
        library.write_bytes(library.read_bytes()[:100])
    elif damage == "manifest":
        manifest.write_text("{")
    elif damage == "nested":
        manifest.write_text("[" * 100_000)
    elif damage == "edited":
        sources = json.loads(manifest.read_text())["sources"]
        manifest.write_text(manifest.read_text().replace(sources, "0" * len(sources)))
    else:
        manifest.write_text(manifest.read_text().replace("int64(int64)", "int64(uint64)"))
    found = run(built)
    assert found.stdout == "42 False\n" and "building it again" in found.stderr
    assert run(built).stderr == ""


NOT_COMPILED = "a kernel is not compiled for this machine, and"
BROKEN = {
    "ImportError: Numba needs NumPy 2.2 or less": "raise ImportError('Numba needs NumPy 2.2 or less\\n…')",
    "SystemError: initialization of _internal failed": (
        "import sys; print('out'); print('Traceback', file=sys.stderr)\n"
        "raise SystemError('initialization of _internal failed')"
    ),
    "SyntaxError: invalid syntax": "syntax error",
    "RecursionError: maximum recursion depth exceeded": "def f():\n    f()\nf()",
    "ModuleNotFoundError: No module named 'numba.core'": "print('hello')",
    "ended (-11)": "import os; os.kill(os.getpid(), 11)",
    "ended (3)": "raise SystemExit(3)",
}
"""What is said of a numba that is installed and does not work."""


@compiled_only
@pytest.mark.parametrize("said", BROKEN)
def test_a_broken_numba_is_said_in_one_sentence(tiny: Path, said: str) -> None:
    (tiny / "numba").mkdir()
    (tiny / "numba" / "__init__.py").write_text(BROKEN[said])
    program = "import tiny.whole\ntry: tiny.whole.answer(3)\nexcept ImportError as error: print(error)"
    done = run(tiny, program)
    assert done.returncode == 0 and "Traceback" not in done.stderr, done
    (line,) = done.stdout.splitlines()
    assert line.startswith(NOT_COMPILED) and said in line


@compiled_only
def test_many_cold_processes_build_one_library(tiny: Path) -> None:
    with ThreadPoolExecutor(3) as pool:
        done = list(pool.map(lambda _: run(tiny), range(3)))
    assert [one.stdout for one in done] == ["42 False\n"] * 3
    (library,) = libraries(tiny)
    written = library.stat().st_ino
    again = "from _gamekit.jit import store; store._build(tiny.whole.answer, store.find(tiny.whole.answer))"
    assert run(tiny, f"import tiny.whole; {again}").returncode == 0
    assert library.stat().st_ino == written  # who comes later finds it whole


@compiled_only
def test_a_cache_that_cannot_be_written(tiny: Path) -> None:
    (tiny / "cache").write_text("a file")
    named = run(tiny)
    assert named.returncode == 1 and "set NARABI_MABI_CACHE to a writable folder" in named.stderr
    home = run(tiny, **{CACHE_VARIABLE: "", "XDG_CACHE_HOME": str(tiny / "cache")})
    assert home.stdout == "42 False\n" and "for this process alone" in home.stderr


@compiled_only
def test_a_cache_that_others_can_write_is_not_trusted(built: Path) -> None:
    (built / "cache").chmod(0o777)
    warned = run(built)
    assert warned.stdout == "42 False\n" and "other users can write to" in warned.stderr
    assert run(built, **{store.TRUST_VARIABLE: "1"}).stderr == ""


@compiled_only
def test_a_library_that_nobody_may_write_is_used(built: Path) -> None:
    hidden = "import pathlib; from _gamekit import folders; folders.writable = lambda _: 'Read-only'\n"
    assert run(built, hidden + ANSWER).stderr == ""


@compiled_only
@pytest.mark.parametrize(
    ("before", "says"),
    [
        ("sys.modules['numba'] = None", "needs the extra compile (numba is not installed): python -m pip"),
        ("import os; os.environ['CC'] = 'no-such-compiler'", "there is no C compiler: no-such-compiler"),
        ("import os; os.environ['CC'] = 'false'", "false -shared"),
    ],
)
def test_what_cannot_be_built_says_why(tiny: Path, before: str, says: str) -> None:
    done = run(tiny, f"{before}\n{ANSWER}")
    assert done.returncode == 1 and "NoCompilerError" in done.stderr and says in done.stderr
    assert not libraries(tiny)


@compiled_only
def test_a_builder_that_is_killed(tiny: Path) -> None:
    program = (
        "from _gamekit.jit import spent, store\nimport tiny.whole\n"
        "store._builder = store.Builder(); store._builder._process.kill()\n"
        "try: store._builder.build({'path': ''})\n"
        "except spent.NoCompilerError as error: print(error)\n"
    )
    done = run(tiny, program + ANSWER)
    assert done.stdout == f"{NOT_COMPILED} the process that builds kernels ended (-9)\n42 False\n"


@compiled_only
def test_a_builder_that_ends_while_it_is_asked(tiny: Path) -> None:
    program = (
        "import subprocess\nfrom _gamekit.jit import store\nimport tiny.whole\n"
        "class Idle(store.Builder):\n    alive = True\n"
        "idle = store._builder = Idle(); idle._process.stdin.close(); idle._process.wait()\n"
        "idle._process.stdin = open('/dev/null', 'w')\n"
    )
    assert run(tiny, program + ANSWER).stdout == "42 False\n"


@compiled_only
def test_what_a_kernel_would_need_from_outside_is_refused(tiny: Path) -> None:
    (tiny / "tiny" / "whole.py").write_text(
        "import math\nfrom _gamekit.jit.entry import kernel\nfrom _gamekit.jit.forms import int64\n"
        "@kernel(int64(int64))\ndef answer(x):\n    return int(math.sin(x))\n"
    )
    done = run(tiny)
    assert done.returncode == 1 and "undefined reference to `sin'" in done.stderr


@compiled_only
def test_levels() -> None:
    ask = "from _gamekit.jit import store; print(*store.levels())"
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
        ((PAIR, ROWS, 1.5), "summed: least must be a number (int64), not 1.5 of type float"),
        ((PAIR, ROWS, 1 << 63), "summed: least must be int64, from"),
        ((PAIR, ROWS.T, 1), "uint8[:, ::1], in C order and writable, not uint8[:, ::1], not in C order"),
        ((PAIR, read_only(), 1), "not uint8[:, ::1], read-only"),
        ((PAIR, ROWS[0], 1), "not uint8[::1]"),
        ((PAIR, ROWS.astype(np.int8), 1), "not int8[:, ::1]"),
        ((PAIR, [[1]], 1), "summed: rows must be an array uint8[:, ::1]"),
        ((tuple(PAIR), ROWS, 1), "summed: pair must be a Pair(uint64[::1], int64)"),
        ((Pair(np.zeros(3), 2), ROWS, 1), "summed: pair.words must be an array uint64[::1]"),
        ((Pair(PAIR.words, "2"), ROWS, 1), "summed: pair.count must be a number"),
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
    with pytest.raises(TypeError, match="kernels take numbers, arrays and tuples"):
        form_of("text")
    with pytest.raises(TypeError, match="2 arguments, but its signature has 1"):
        Entry(lambda x, y: x, int64(int64))


@compiled_only
def test_an_entry_keeps_its_name_and_words() -> None:
    assert isinstance(largest_group, Entry)
    assert largest_group.__doc__ == largest_group.function.__doc__
    assert repr(largest_group) == "<kernel mabi_search.kernels.groups.largest_group: int64(uint64)>"


@compiled_only
def test_plain_python_first_and_for_a_while(tiny: Path) -> None:
    """As long as the time for it lasts, and with a lower quota; then the library."""
    (tiny / "tiny" / "whole.py").write_text(
        "from _gamekit.jit.entry import kernel\nfrom _gamekit.jit.forms import int64\n"
        "@kernel(int64(int64), plain_first=True)\ndef answer(quota):\n    return quota\n"
    )
    program = (
        "from _gamekit.jit import entry; from tiny.whole import answer\n"
        "print(answer(10), answer(1000), answer.loaded)\n"
        "entry._plain_seconds = entry.PLAIN_SECONDS; print(answer(1000), answer.loaded)"
    )
    assert run(tiny, program).stdout == "10 64 False\n1000 True\n"
    assert run(tiny, program).stdout == "10 1000 True\n1000 True\n"


@compiled_only
def test_ctrl_c_while_a_kernel_is_built(tiny: Path) -> None:
    """It interrupts at once, whatever handles it otherwise; the builder finishes what it is at."""
    program = (
        "import os, signal, tiny.whole\n"
        "signal.signal(signal.SIGINT, lambda *_: print('a flag is set'))\n"
        "class Press(logging.Handler):\n"
        "    def emit(self, record): os.kill(os.getpid(), signal.SIGINT)\n"
        "press = Press(); progress.log.addHandler(press)\n"  # it is told while the builder works
        "try: tiny.whole.answer(10)\n"
        "except KeyboardInterrupt: print('interrupted')\n"
        "progress.log.removeHandler(press)\n"
    )
    assert run(tiny, program + ANSWER).stdout == "interrupted\n42 False\n"
