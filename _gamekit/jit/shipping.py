"""Writes the libraries of all entries, as a wheel has them, for this machine or for another.

::

    python -m _gamekit.jit.shipping --out FOLDER                    # every level of this machine's kind
    python -m _gamekit.jit.shipping --level aarch64 --out FOLDER    # another system; needs PyPI's ziglang

FOLDER gets a folder for each level, as `store.SHIPPED` has. What the cache folder has already is copied from
there. A linker that finds an undefined symbol refuses the library. What is written for another system
was linked, and never run. With ``--pages`` there is also the WebAssembly of pages, unless nothing links it.
"""

from __future__ import annotations

import argparse
import importlib
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

from _gamekit.jit import build, spent, store, wasm
from _gamekit.jit.entry import entries

PACKAGES = ("narabi_solver.kernels", "mabi_search.kernels")
MODULES = {"mabi": "mabi_search.page.making"}
"""By the names of WebAssembly modules, what needs them: its `ENTRIES` are in the module."""
ZIG_TARGETS = {
    "x86-64": "x86_64-linux-gnu.2.5",
    "x86-64-v2": "x86_64-linux-gnu.2.5",
    "x86-64-v3": "x86_64-linux-gnu.2.5",
    "aarch64": "aarch64-linux-gnu.2.17",
    "macos-x86-64": "x86_64-macos.11.0",
    "macos-arm64": "aarch64-macos.11.0",
    "windows-x86-64": "x86_64-windows-gnu",
}
"""What zig calls the systems of levels, with the oldest C library that is needed."""
LEVELS = (*ZIG_TARGETS, "emscripten")


def own_levels() -> tuple[str, ...]:
    """Return the levels of a wheel for machines of this kind."""
    best = store.levels()[0]
    return tuple(store.LEVELS) if best.startswith("x86-64") else (best,)


def is_own(level: str) -> bool:
    """Tell whether the C compiler of this machine links for a level."""
    triples = [build.TARGETS[one][0] for one in (level, store.levels()[0]) if one in build.TARGETS]
    return sys.platform == "linux" and len(triples) == 2 and triples[0] == triples[1]


def linked(code: bytes, level: str) -> bytes:
    """Return the library of an object file for a level, of this machine or of another.

    Raises
    ------
    NoCompilerError
        There is no linker for it, or the object file needs more than the C library.
    """
    if level == "emscripten":
        return wasm.link({store.SYMBOL: code}, wasm.LIBRARY)
    with tempfile.TemporaryDirectory() as folder:
        object_file, library = Path(folder) / "kernel.o", Path(folder) / "kernel.so"
        object_file.write_bytes(code)
        if is_own(level):
            build.link(object_file, library)
        else:
            _link_by_zig(object_file, library, level)
        return library.read_bytes()


def _link_by_zig(object_file: Path, library: Path, level: str) -> None:
    command = [sys.executable, "-m", "ziglang", "cc", "-target", ZIG_TARGETS[level], "-shared", "-s"]
    if "linux" in ZIG_TARGETS[level]:
        command.append("-Wl,-z,defs")
    done = subprocess.run(
        [*command, "-o", str(library), str(object_file)], capture_output=True, text=True, check=False
    )
    if done.returncode:
        said = done.stderr.strip()
        raise spent.NoCompilerError(f"linking for {level}, by `zig cc` of PyPI's ziglang, failed: {said}")


def ship(packages: Sequence[str], levels: Sequence[str], out: Path) -> None:
    """Write the libraries of all entries of some packages for some levels, with their manifests."""
    for package in packages:
        for entry in entries(package):
            text = ""
            for level in levels:
                path = out / level / store.file_name(entry, level)
                path.parent.mkdir(parents=True, exist_ok=True)
                if kept := store.kept(entry, level):
                    shutil.copyfile(kept, path)
                    shutil.copyfile(store.manifest_of(kept), store.manifest_of(path))
                    continue
                text = text or build.text_of(entry.function, entry.signature)
                build.write(entry, linked(build.object_of(text, level), level), path, level)


def ship_modules(out: Path) -> str:
    """Write the modules of pages; return what there is to say of it."""
    try:
        for name, needed_by in MODULES.items():
            entries_of = importlib.import_module(needed_by).ENTRIES
            path = out / wasm.PAGES / wasm.module_name(name, entries_of)
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(wasm.kept_module(name, entries_of))
    except spent.NoCompilerError as error:
        return f"no WebAssembly, so that pages need a compiler: {error}"
    return f"WebAssembly of pages: {', '.join(MODULES)}"


def main() -> None:
    """Write what the command line asks for."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("packages", nargs="*", help=f"packages of kernels; usually {' '.join(PACKAGES)}")
    parser.add_argument("--level", action="append", choices=LEVELS, help="may be repeated")
    parser.add_argument("--pages", action="store_true", help="also write WebAssembly modules")
    parser.add_argument("--out", type=Path, required=True)
    asked = parser.parse_args()
    levels = asked.level or own_levels()
    try:
        ship(asked.packages or PACKAGES, levels, asked.out)
    except spent.NoCompilerError as error:
        sys.exit(str(error))
    for level in levels:
        found = [path for path in (asked.out / level).iterdir() if path.suffix != ".json"]
        size = sum(path.stat().st_size for path in found)
        tested = "" if level in store.levels() else "; linked, and not tested on this machine"
        sys.stdout.write(f"{level}: {len(found)} libraries, {size:,} bytes{tested}\n")
    if asked.pages:
        sys.stdout.write(f"{ship_modules(asked.out)}\n")


if __name__ == "__main__":
    main()
