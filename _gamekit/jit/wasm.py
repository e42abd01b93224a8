"""Writes kernels as WebAssembly: for pages, and as libraries for the Python that runs in a browser.

::

    python -m _gamekit.jit.wasm narabi_solver.kernels.twelve.ida.search --out twelve.wasm
    python -m _gamekit.jit.wasm prove=mabi_search.kernels.proof.search.prove ... --out mabi.wasm
    python -m _gamekit.jit.wasm mabi_search.kernels.groups.largest_group --libraries FOLDER

A module imports its memory and nothing else. It exports each entry by its short name, or by the name that is
given before "=", and `__heap_base`, the first address that is free. What each entry takes stands as JSON in a
section of the module named `SECTION`: `kernels.js`, beside this file, reads it.

``--libraries`` writes what a wheel for Pyodide has in `store.SHIPPED`: `ctypes` loads it there as elsewhere.
"""

from __future__ import annotations

import argparse
import hashlib
import importlib
import importlib.util
import json
import os
import shlex
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from types import ModuleType
from typing import Any

from _gamekit import files, folders, progress
from _gamekit.jit import store
from _gamekit.jit.entry import Entry
from _gamekit.jit.forms import Array, Form, Number
from _gamekit.jit.spent import NoCompilerError

LINKER_VARIABLE = "WASM_LD"
"""Environment variable that names the linker."""
SECTION = "kernels"
"""The section of a module that describes its entries."""
DESCRIPTION_VERSION = 1
PAGES = "pages"
"""The folder of modules for pages, in `store.SHIPPED` and in the cache folder."""
STACK_BYTES, MEMORY_BYTES = 1 << 20, 1 << 22
"""Of a module: for the stack, and what its memory has at least when it is loaded, as in `kernels.js`."""

MODULE = [
    *"--no-entry --import-memory --export=__heap_base --stack-first -z".split(),
    *(f"stack-size={STACK_BYTES}", f"--initial-memory={MEMORY_BYTES}"),
]
LIBRARY = "-shared --experimental-pic --unresolved-symbols=report-all".split()
"""Options of the linker."""


def linker() -> list[str]:
    """Return the command of a linker for WebAssembly.

    Raises
    ------
    NoCompilerError
        There is none.
    """
    if named := os.environ.get(LINKER_VARIABLE):
        return shlex.split(named)
    if importlib.util.find_spec("ziglang") is not None:  # first: lld 14 lets libraries want symbols
        return [sys.executable, "-m", "ziglang", "wasm-ld"]
    if found := shutil.which("wasm-ld"):
        return [found]
    raise NoCompilerError(
        f"no linker for WebAssembly: install lld, or ziglang from PyPI, or name one in {LINKER_VARIABLE}"
    )


def link(objects: Mapping[str, bytes], options: Sequence[str]) -> bytes:
    """Return objects linked, each with the name that it exports; what needs more than that is refused."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        linked = folder / "linked"
        command = [*linker(), *options, "--strip-all", "--gc-sections", "-o", str(linked)]
        for symbol, code in objects.items():
            (folder / f"{symbol}.o").write_bytes(code)
            command += [f"--export={symbol}", str(folder / f"{symbol}.o")]
        try:
            done = subprocess.run(command, capture_output=True, text=True, check=False)
        except OSError as error:
            raise NoCompilerError(f"{command[0]} cannot be run: {error.strerror}") from None
        if done.returncode:
            raise NoCompilerError(f"{command[0]} failed: {(done.stdout + done.stderr).strip()}")
        return linked.read_bytes()


def _building() -> ModuleType:
    from _gamekit.jit import build  # imports numba

    return build


def module_of(entries: Mapping[str, Entry]) -> bytes:
    """Return a module of entries by the names that it exports."""
    build = _building()
    objects = {
        name: build.object_of(build.text_of(one.function, one.signature), "wasm32", name)
        for name, one in entries.items()
    }
    description = {
        "version": DESCRIPTION_VERSION,
        "entries": {name: described(one) for name, one in entries.items()},
    }
    name, text = SECTION.encode(), json.dumps(description, separators=(",", ":")).encode()
    section = _number(len(name)) + name + text
    return link(objects, MODULE) + b"\0" + _number(len(section)) + section


def _number(value: int) -> bytes:
    """Return a number as WebAssembly writes lengths: seven bits a byte, the lowest first."""
    low, rest = value & 127, value >> 7
    return bytes([low]) if not rest else bytes([low | 128]) + _number(rest)


def write_library(entry: Entry, folder: Path) -> Path:
    """Write the library of an entry for Pyodide, with its manifest, into a folder; return its path."""
    build = _building()
    path = folder / "emscripten" / store.file_name(entry, "emscripten")
    path.parent.mkdir(parents=True, exist_ok=True)
    code = build.object_of(build.text_of(entry.function, entry.signature), "emscripten")
    build.write(entry, link({store.SYMBOL: code}, LIBRARY), path, "emscripten")
    return path


def module_name(name: str, entries: Mapping[str, str]) -> str:
    """Return the name of a module's file, which depends on all its sources."""
    found_ones = {short: entry_named(path)[1] for short, path in entries.items()}
    sources = sorted(f"{short}={one}-{store.fingerprint(one.module)}" for short, one in found_ones.items())
    sources.append(Path(__file__).read_text("utf-8"))
    return f"{name}-{hashlib.sha256(chr(10).join(sources).encode()).hexdigest()[:16]}.wasm"


def kept_module(name: str, entries: Mapping[str, str]) -> bytes:
    """Return a module of entries, which are given by their paths: of the wheel, or of the cache folder.

    It is built by a process of its own, so that no program imports numba, and kept in the cache folder.

    Raises
    ------
    NoCompilerError
        It was not built before, and cannot be built here.
    """
    file = module_name(name, entries)
    if (shipped := store.SHIPPED / PAGES / file).is_file():
        return shipped.read_bytes()
    folder, reason = folders.usable_cache_folder(PAGES)
    if folder is None:
        raise NoCompilerError(f"WebAssembly cannot be kept: {reason}")
    path = folder / file
    if not path.is_file():
        linker()
        started = time.perf_counter()
        command = [sys.executable, "-m", "_gamekit.jit.wasm"]
        command += [f"{short}={entry}" for short, entry in entries.items()]

        def said() -> str:
            passed = time.perf_counter() - started
            return f"compiling to WebAssembly (once on this machine): {passed:.0f} s so far"

        with progress.while_waiting(said):
            done = subprocess.run([*command, "--out", str(path)], capture_output=True, text=True, check=False)
        if done.returncode:
            lines = done.stderr.strip().splitlines() or ["no reason is known"]
            raise NoCompilerError(f"the kernels cannot be compiled to WebAssembly: {lines[-1]}")
    return path.read_bytes()


# What entries take, as JSON -------------------------------------------------------------------


def described(entry: Entry) -> dict[str, Any]:
    """Return what an entry is, takes and returns."""
    names = entry.function.__code__.co_varnames
    return {
        "entry": str(entry),
        "sources": store.fingerprint(entry.module),
        "result": str(entry.signature.result),
        "arguments": {name: form(one) for name, one in zip(names, entry.signature.arguments, strict=False)},
    }


def form(one: Form) -> Any:
    """Return a form: the name of a number's type, an array's items and dimensions, or a tuple's members."""
    if isinstance(one, Number):
        return one.name
    if isinstance(one, Array):
        items: Any = one.items.name
        if one.items.fields is not None:
            fields = [[name, str(kind), at] for name, (kind, at, *_) in one.items.fields.items()]
            items = {"fields": fields, "bytes": one.items.itemsize}
        return {"items": items, "dimensions": one.dimensions}
    names = getattr(one.kind, "_fields", tuple(map(str, range(len(one.members)))))
    return {"members": dict(zip(names, map(form, one.members), strict=True))}


# The command ----------------------------------------------------------------------------------


def entry_named(text: str) -> tuple[str, Entry]:
    """Return the name and the entry of ``[NAME=]MODULE.ENTRY``."""
    name, _, path = text.rpartition("=")
    module, _, short = path.rpartition(".")
    try:
        entry = getattr(importlib.import_module(module), short)
    except (ImportError, AttributeError, ValueError):
        entry = None
    if not isinstance(entry, Entry):
        raise argparse.ArgumentTypeError(f"{path} is not an entry of kernels, like package.module.search")
    if not (name or short).isidentifier():
        raise argparse.ArgumentTypeError(f"{name} is not a name that a module can export")
    return name or short, entry


def main(arguments: Sequence[str] | None = None) -> None:
    """Write what is asked for."""
    parser = argparse.ArgumentParser(prog="python -m _gamekit.jit.wasm", description=__doc__.split("\n")[0])
    parser.add_argument(
        "entries", nargs="+", type=entry_named, metavar="[NAME=]ENTRY", help="an entry, by its path"
    )
    made = parser.add_mutually_exclusive_group(required=True)
    made.add_argument("--out", type=Path, metavar="FILE.wasm", help="write a module of all entries")
    made.add_argument("--libraries", type=Path, metavar="FOLDER", help="write a library of each, for Pyodide")
    asked = parser.parse_args(arguments)
    entries = dict(asked.entries)
    if asked.out and len(entries) < len(asked.entries):
        parser.error("two entries have the same name; give one another: NAME=ENTRY")
    try:
        linker()
        if asked.out:
            files.write_atomic(asked.out, [module_of(entries)])
        else:
            for _, entry in asked.entries:
                write_library(entry, asked.libraries)
    except NoCompilerError as error:
        parser.error(str(error))
    except OSError as error:
        parser.error(f"cannot write {asked.out or asked.libraries}: {error.strerror}")


if __name__ == "__main__":
    main()
