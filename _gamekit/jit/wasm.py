"""Link kernels into WebAssembly modules for pages.

::

    python -m _gamekit.jit.wasm narabi_solver.kernels.twelve.ida.search --out twelve.wasm
    python -m _gamekit.jit.wasm prove=mabi_search.kernels.proof.search.prove ... --out mabi.wasm

A module imports only its memory. It exports each entry by its short name, or by the name before "=". It also
exports `__heap_base`, the first free address. The section `SECTION` of a module describes the arguments of
each entry as JSON, which `kernels.js` in this folder reads.
"""

from __future__ import annotations

import argparse
import base64
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
import zlib
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from _gamekit import files
from _gamekit.jit import store
from _gamekit.jit.entry import Entry
from _gamekit.jit.forms import Array, Form, Number

LINKER_VARIABLE = "WASM_LD"
"""Environment variable with the command of the linker."""
SECTION = "kernels"
"""The name of the section that describes the entries."""
DESCRIPTION_VERSION = 1
PAGES = "pages"
"""The folder of modules for pages, within `store.LIBRARIES`."""
LEVEL = "wasm32"
"""The name of WebAssembly among the levels of `build`."""
STACK_BYTES, MEMORY_BYTES = 1 << 20, 1 << 22
"""Size of a module's stack, and smallest initial size of its memory, in bytes, as in `kernels.js`."""

MODULE = [
    *"--no-entry --import-memory --export=__heap_base --stack-first -z".split(),
    *(f"stack-size={STACK_BYTES}", f"--initial-memory={MEMORY_BYTES}"),
]
"""Options of the linker."""


def linker() -> list[str]:
    """Return the command of a linker for WebAssembly.

    Raises
    ------
    store.KernelError
        No linker is installed.
    """
    if named := os.environ.get(LINKER_VARIABLE):
        return shlex.split(named)
    if (
        importlib.util.find_spec("ziglang") is not None
    ):  # preferred: lld 14 allows undefined symbols in libraries
        return [sys.executable, "-m", "ziglang", "wasm-ld"]
    if found := shutil.which("wasm-ld"):
        return [found]
    raise store.KernelError(
        f"no linker for WebAssembly: install lld, or ziglang from PyPI, or name one in {LINKER_VARIABLE}"
    )


def link(objects: Mapping[str, bytes]) -> bytes:
    """Link objects, given by exported name, to a module; raise KernelError for undefined symbols."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        linked = folder / "linked"
        command = [*linker(), *MODULE, "--strip-all", "--gc-sections", "-o", str(linked)]
        for symbol, code in objects.items():
            (folder / f"{symbol}.o").write_bytes(code)
            command += [f"--export={symbol}", str(folder / f"{symbol}.o")]
        try:
            done = subprocess.run(command, capture_output=True, text=True, check=False)
        except OSError as error:
            raise store.KernelError(f"{command[0]} cannot be run: {error.strerror}") from None
        if done.returncode:
            raise store.KernelError(f"{command[0]} failed: {(done.stdout + done.stderr).strip()}")
        return linked.read_bytes()


def module_of(entries: Mapping[str, Entry], objects: Mapping[str, bytes]) -> bytes:
    """Return the module of some entries and their objects, both given by exported name."""
    description = {
        "version": DESCRIPTION_VERSION,
        "entries": {name: described(entry) for name, entry in entries.items()},
    }
    name, text = SECTION.encode(), json.dumps(description, separators=(",", ":")).encode()
    section = _number(len(name)) + name + text
    return link(objects) + b"\0" + _number(len(section)) + section


def _number(value: int) -> bytes:
    """Return a number in WebAssembly's encoding of lengths: seven bits per byte, the lowest first."""
    low, rest = value & 127, value >> 7
    return bytes([low]) if not rest else bytes([low | 128]) + _number(rest)


def path_of(name: str, entries: Mapping[str, str], folder: Path | None = None) -> Path:
    """Return the path of a WebAssembly module. The file name depends on all sources of the module.

    Parameters
    ----------
    name
        The name of the module.
    entries
        The Python path of each entry, by its exported name.
    folder
        A folder of libraries, by default `store.LIBRARIES`.
    """
    named = {symbol: entry_named(path)[1] for symbol, path in entries.items()}
    sources = sorted(f"{symbol}={entry}-{store.fingerprint(entry.module)}" for symbol, entry in named.items())
    sources.append(Path(__file__).read_text("utf-8"))
    fingerprint = hashlib.sha256("\n".join(sources).encode()).hexdigest()[:16]
    return (folder or store.LIBRARIES) / PAGES / f"{name}-{fingerprint}.wasm"


def module(name: str, entries: Mapping[str, str]) -> bytes:
    """Return the bytes of a WebAssembly module that was built with the package.

    Raises
    ------
    KernelError
        The module was not built, or is older than its sources.
    """
    try:
        return path_of(name, entries).read_bytes()
    except FileNotFoundError:
        raise store.KernelError(
            f"the kernels of the {name} page are missing or older than their sources: {store.TO_BUILD}"
        ) from None


def packed(name: str, entries: Mapping[str, str]) -> str:
    """Return a module as a page holds it: compressed as by gzip, in Base64, the same in each Python.

    Raises
    ------
    KernelError
        As for `module`.
    """
    return base64.b64encode(zlib.compress(module(name, entries), 9, wbits=31)).decode()


# Arguments of entries, as JSON -------------------------------------------------------------------


def described(entry: Entry) -> dict[str, Any]:
    """Return a description of an entry for JSON: its name, sources, arguments and result."""
    names = entry.function.__code__.co_varnames
    return {
        "entry": str(entry),
        "sources": store.fingerprint(entry.module),
        "result": str(entry.signature.result),
        "arguments": {name: form(one) for name, one in zip(names, entry.signature.arguments, strict=False)},
    }


def form(one: Form) -> Any:
    """Return a form for JSON: a number's type, an array's items and dimensions, or a tuple's members."""
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
    """Parse ``[NAME=]MODULE.ENTRY``; return the exported name and the entry."""
    name, _, path = text.rpartition("=")
    module, _, short = path.rpartition(".")
    try:
        entry = getattr(importlib.import_module(module), short)
    except (ImportError, AttributeError, ValueError):
        entry = None
    if not isinstance(entry, Entry):
        raise argparse.ArgumentTypeError(f"{path} is not the entry of a kernel, like package.module.search")
    if not (name or short).isidentifier():
        raise argparse.ArgumentTypeError(f"a module cannot export the name {name}")
    return name or short, entry


def main(arguments: Sequence[str] | None = None) -> None:
    """Build the module that the command line describes."""
    parser = argparse.ArgumentParser(prog="python -m _gamekit.jit.wasm", description=__doc__.split("\n")[0])
    parser.add_argument(
        "entries", nargs="+", type=entry_named, metavar="[NAME=]ENTRY", help="the Python path of an entry"
    )
    parser.add_argument("--out", type=Path, metavar="FILE.wasm", required=True, help="the module to write")
    asked = parser.parse_args(arguments)
    entries = dict(asked.entries)
    if len(entries) < len(asked.entries):
        parser.error("two entries have the same name; rename one: NAME=ENTRY")
    try:
        linker()
        from _gamekit.jit import build  # imports numba

        objects = {
            name: build.object_of(build.text_of(entry.function, entry.signature), LEVEL, name)
            for name, entry in entries.items()
        }
        files.write_atomic(asked.out, [module_of(entries, objects)])
    except store.KernelError as error:
        parser.error(str(error))
    except OSError as error:
        parser.error(f"cannot write {asked.out}: {error.strerror}")


if __name__ == "__main__":
    main()
