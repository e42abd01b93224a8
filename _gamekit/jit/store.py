"""Libraries of kernels: their paths, checks and loading.

The library of an entry is one file of machine code. A second file, the **manifest**, has the entry, the
processor level, the checksum, and a fingerprint of all sources that the code depends on. `build_all` builds
the libraries with the package, so that running the package does not need numba.
"""

from __future__ import annotations

import ctypes
import functools
import hashlib
import json
import os
import platform
import re
import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Protocol, cast

from _gamekit.problems import GameError

if TYPE_CHECKING:
    from _gamekit.jit.forms import Signature


class KernelError(GameError):
    """A kernel has no usable library. The message has the command that builds one."""


class Kernel(Protocol):
    """The parts of `Entry` that this module uses. The ``str`` of an entry is its module and name."""

    module: str
    name: str
    signature: Signature


SYMBOL = "kernel"
"""The name of the only function that a library exports."""
LIBRARIES = Path(__file__).parent / "libraries"
"""The folder of all libraries, with a subfolder for each processor level."""
LEVEL_VARIABLE = "NARABI_MABI_PROCESSOR"
"""Environment variable that names the processor level to use, like x86-64-v2."""
MANIFEST_VERSION = 1
TO_BUILD = "run `make setup` in a clone, or `python -m _gamekit.jit.build_all`"
"""How to build the libraries, for messages."""

LEVELS = {
    "x86-64-v3": "avx avx2 bmi1 bmi2 f16c fma abm movbe xsave".split(),
    "x86-64-v2": "cx16 lahf_lm popcnt pni sse4_1 sse4_2 ssse3".split(),
}
"""Processor levels of x86, the best first, with Linux's names for the features that each level adds."""
SYSTEMS = {
    ("darwin", "arm64"): "macos-arm64",
    ("darwin", "x86_64"): "macos-x86-64",
    ("win32", "amd64"): "windows-x86-64",
}
"""The only level of each other system, by Python's names for the system and the machine."""


@functools.cache
def levels() -> tuple[str, ...]:
    """Return the processor levels whose libraries run on this machine, the best first."""
    if named := os.environ.get(LEVEL_VARIABLE):
        return (named,)
    machine = platform.machine().lower()
    if sys.platform != "linux":
        return (SYSTEMS.get((sys.platform, machine), f"{sys.platform}-{machine}"),)
    if machine != "x86_64":
        return ({"arm64": "aarch64"}.get(machine, machine),)
    try:
        text = Path("/proc/cpuinfo").read_text(encoding="ascii", errors="replace")
        flags = set(re.search(r"^flags\s*:(.*)$", text, re.MULTILINE)[1].split())  # type: ignore[index]
    except (OSError, TypeError):
        return ("x86-64-v2",)
    usable: list[str] = []
    for level, features in reversed(LEVELS.items()):
        if not flags.issuperset(features):
            break
        usable.insert(0, level)
    return tuple(usable) or ("x86-64",)


_IMPORTED = re.compile(r"^from ([\w.]+) import (\([^)]*\)|.*)$|^import ([\w.]+)", re.MULTILINE)


@functools.cache
def _read(module: str) -> tuple[str, tuple[str, ...]]:
    """Return the digest of a module's source, and the modules that it may import."""
    file = getattr(sys.modules[module], "__file__", None)
    if file is None:
        return "", ()
    source = Path(file).read_bytes()
    names = []
    for package, words, whole in _IMPORTED.findall(source.decode()):
        names += [whole] if whole else [package, *(f"{package}.{word}" for word in re.findall(r"\w+", words))]
    return hashlib.sha256(source).hexdigest(), tuple(names)


@functools.cache
def fingerprint(module: str) -> str:
    """Return a fingerprint of all source files that a module's kernels depend on."""
    roots = (module.partition(".")[0], "_gamekit")
    met, todo = {}, [module]
    while todo:
        name = todo.pop()
        if name in met or name not in sys.modules or name.partition(".")[0] not in roots:
            continue
        if name.startswith("_gamekit.jit"):
            continue
        met[name], imported = _read(name)
        todo += imported
    own = [(path.name, path.read_bytes()) for path in (Path(__file__).with_name("build.py"),)]
    return hashlib.sha256(repr((sorted(met.items()), own)).encode()).hexdigest()[:16]


def path_of(entry: Kernel, level: str, folder: Path | None = None) -> Path:
    """Return the path of an entry's library for a level, by default in `LIBRARIES`."""
    return (folder or LIBRARIES) / level / f"{entry}.{'dll' if level.startswith('windows') else 'so'}"


def library_of(entry: Kernel) -> Path:
    """Return the path of an entry's library, after checking it.

    Raises
    ------
    KernelError
        No library runs on this machine, or the library is damaged or older than its source.
    """
    wrong = "is not compiled for this machine"
    for level in levels():
        path = path_of(entry, level)
        reason = fault(path, entry)
        if reason is None:
            return path
        if reason:
            wrong = reason
            break
    raise KernelError(f"the kernel {entry} {wrong}: {TO_BUILD}")


def fault(path: Path, entry: Kernel) -> str | None:
    """Return why a file is not a usable library of an entry; "" if it is missing, None if it is usable."""
    try:
        code = path.read_bytes()
        manifest = json.loads(manifest_of(path).read_text(encoding="utf-8"))
    except FileNotFoundError:
        return ""
    except (OSError, ValueError, RecursionError) as error:
        return f"has a library that cannot be read ({error})"
    if not isinstance(manifest, dict) or manifest.get("sha256") != hashlib.sha256(code).hexdigest():
        return f"has a damaged library, {path}"
    expected = {"version": MANIFEST_VERSION, "entry": str(entry), "signature": str(entry.signature)}
    expected["sources"] = fingerprint(entry.module)
    if not expected.items() <= manifest.items():
        return "is older than its source"
    return None


def manifest_of(library: Path) -> Path:
    """Return the path of a library's manifest."""
    return library.with_suffix(".json")


def loaded(library: Path, *, returns: bool) -> Callable[[bytes], int | None]:
    """Load a library; return its machine code as a function that takes the packed words of the arguments."""
    called = ctypes.CDLL(str(library))[SYMBOL]
    called.argtypes = [ctypes.c_char_p]
    called.restype = ctypes.c_int64 if returns else None
    return cast("Callable[[bytes], int | None]", called)
