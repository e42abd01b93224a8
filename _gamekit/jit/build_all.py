"""Build the libraries of all kernels, and the WebAssembly modules of pages.

::

    python -m _gamekit.jit.build_all                                # into the package, for this machine
    python -m _gamekit.jit.build_all --level aarch64 --out FOLDER   # for another system

Only libraries that are missing, damaged or older than their source are built. One process translates all
entries, so that a function which several of them call is translated once. One process per processor compiles
the texts. With ``--out``, the package's libraries are copied if they are up to date. PyPI's ziglang links
them, so no C compiler is needed. It refuses libraries that need more than the C library; otherwise the error
would first appear for a user. Libraries for other systems are linked but not tested.
"""

from __future__ import annotations

import argparse
import importlib
import importlib.util
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import get_context
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

from _gamekit import files
from _gamekit.jit import store, wasm
from _gamekit.jit.entry import entries

T = TypeVar("T")

LINE = 110
"""Columns of a line that is overwritten at a terminal."""
PACKAGES = ("mabi_search.kernels", "narabi_solver.kernels")
"""The package with the entries that take longest is first, so that no process waits for them at the end."""
MODULES = {"mabi": "mabi_search.page.making", "narabi": "narabi_solver.page.making"}
"""For each WebAssembly module, the Python module whose `ENTRIES` it exports."""
ZIG_TARGETS = {
    "x86-64": "x86_64-linux-gnu.2.5",
    "x86-64-v2": "x86_64-linux-gnu.2.5",
    "x86-64-v3": "x86_64-linux-gnu.2.5",
    "aarch64": "aarch64-linux-gnu.2.17",
    "macos-x86-64": "x86_64-macos.11.0",
    "macos-arm64": "aarch64-macos.11.0",
    "windows-x86-64": "x86_64-windows-gnu",
}
"""Zig's name for the system of each level, with the oldest supported version of the C library."""


class Job(NamedTuple):
    """An entry to be translated once and compiled for several targets."""

    entry: str
    """Module and name of the entry."""
    levels: tuple[str, ...]
    """Levels for which a library is built."""
    symbols: tuple[str, ...]
    """Exported names for which a WebAssembly object is built."""
    out: Path


def translated(job: Job) -> tuple[Job, str]:
    """Return a job and the LLVM text of its entry."""
    from _gamekit.jit import build  # imports numba

    _, entry = wasm.entry_named(job.entry)
    return job, build.text_of(entry.function, entry.signature)


def compiled(job: Job, text: str) -> dict[tuple[str, str], bytes]:
    """Build the libraries of a job; return its WebAssembly objects, by entry and exported name."""
    from _gamekit.jit import build

    _, entry = wasm.entry_named(job.entry)
    for level in job.levels:
        code = linked(build.object_of(text, level), level)
        build.write(entry, code, store.path_of(entry, level, job.out), level)
    return {(job.entry, symbol): build.object_of(text, wasm.LEVEL, symbol) for symbol in job.symbols}


def jobs(packages: Sequence[str], levels: Sequence[str], out: Path, modules: Sequence[str]) -> Iterator[Job]:
    """Yield a job for each entry that is out of date or in `modules`; copy up-to-date libraries to `out`."""
    symbols: dict[str, list[str]] = {}
    for module in modules:
        for symbol, named in entries_of(module).items():
            symbols.setdefault(named, []).append(symbol)
    for package in packages:
        for entry in entries(package):
            missing = []
            for level in levels:
                path, own = store.path_of(entry, level, out), store.path_of(entry, level)
                path.parent.mkdir(parents=True, exist_ok=True)
                if path != own and store.fault(own, entry) is None:
                    shutil.copyfile(own, path)
                    shutil.copyfile(store.manifest_of(own), store.manifest_of(path))
                elif store.fault(path, entry) is not None:
                    missing.append(level)
            if missing or str(entry) in symbols:
                yield Job(str(entry), tuple(missing), tuple(symbols.get(str(entry), ())), out)


def linked(code: bytes, level: str) -> bytes:
    """Link an object file for a level of this or another machine, and return the library.

    Raises
    ------
    KernelError
        The object file needs more than the C library, or ziglang cannot run.
    """
    with tempfile.TemporaryDirectory() as folder:
        object_file, library = Path(folder) / "kernel.o", Path(folder) / "kernel.so"
        object_file.write_bytes(code)
        command = [sys.executable, "-m", "ziglang", "cc", "-target", ZIG_TARGETS[level], "-shared", "-s"]
        if "linux" in ZIG_TARGETS[level]:
            command += ["-nostdlib", "-Wl,-z,defs", "-lc"]
        command += ["-o", str(library), str(object_file)]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        if done.returncode:
            reason = done.stderr.strip()
            raise store.KernelError(f"linking for {level} with `zig cc` (PyPI's ziglang) failed: {reason}")
        return library.read_bytes()


def build_all(packages: Sequence[str], levels: Sequence[str], out: Path, *, pages: bool) -> None:
    """Build the missing libraries of packages for levels and, with `pages`, the missing modules of pages.

    Raises
    ------
    KernelError
        A library cannot be built. The message has the reason.
    """
    stale = []
    for module in MODULES if pages else ():
        path, own = (wasm.path_of(module, entries_of(module), folder) for folder in (out, store.LIBRARIES))
        path.parent.mkdir(parents=True, exist_ok=True)
        if path != own and own.is_file():
            shutil.copyfile(own, path)
        elif not path.is_file():
            wasm.linker()
            stale.append(module)
    todo = list(jobs(packages, levels, out, stale))
    objects: dict[tuple[str, str], bytes] = {}
    if todo and importlib.util.find_spec("ziglang") is None:
        raise store.KernelError("ziglang, which links the kernels, is not installed: pip install ziglang")
    with _processes(1) as translator, _processes(min(os.cpu_count() or 1, max(len(todo), 1))) as pool:
        try:
            futures: dict[Future[Any], str]
            futures = {translator.submit(translated, job): job.entry for job in todo}
            for result in _results(futures, "compiling kernels", 2 * len(todo)):
                if isinstance(result, dict):
                    objects |= result
                else:
                    job, text = result
                    futures[pool.submit(compiled, job, text)] = job.entry
            links = {pool.submit(linked_module, name, entries_of(name), objects): name for name in stale}
            for module, code in _results(links, "linking the kernels of pages", len(links)):
                path = wasm.path_of(module, entries_of(module), out)
                files.write_atomic(path, [code])
                for old in path.parent.glob(f"{module}-*.wasm"):
                    if old != path:
                        old.unlink()
        except BrokenProcessPool:
            raise store.KernelError("the system ended a process that was compiling kernels") from None
        except BaseException:
            for processes in (translator, pool):
                processes.shutdown(wait=False, cancel_futures=True)
            raise


def _processes(number: int) -> ProcessPoolExecutor:
    """Return a pool of processes that Ctrl-C ends."""
    return ProcessPoolExecutor(number, get_context("spawn"), signal.signal, (signal.SIGINT, signal.SIG_DFL))


def _results(futures: Mapping[Future[T], str], action: str, steps: int) -> Iterator[T]:
    """Yield the results as they are ready, and show the progress; futures may be added meanwhile.

    A line is printed once a second if there are new results; after two seconds without, it names the oldest
    of those that are not ready. At a terminal the line is overwritten.
    """
    finished: set[Future[T]] = set()
    started, reported, shown = time.monotonic(), 0.0, 0
    end = "\r" if sys.stderr.isatty() else "\n"
    while pending := futures.keys() - finished:
        done, _ = wait(pending, 1, FIRST_COMPLETED)
        yield from (future.result() for future in done)
        finished |= done
        pending = futures.keys() - finished
        seconds, ready = time.monotonic() - started, len(finished)
        if pending and seconds - reported < (1 if ready > shown else 2):
            continue
        text = f"{action}: {ready} of {steps}, {seconds:.0f} s"
        if pending and ready == shown:
            text += f"; still {next(name for future, name in futures.items() if future in pending)}"
        reported, shown = seconds, ready
        sys.stderr.write(text.ljust(LINE if end == "\r" else 0) + (end if pending else "\n"))
        sys.stderr.flush()


def linked_module(
    module: str, named: Mapping[str, str], objects: Mapping[tuple[str, str], bytes]
) -> tuple[str, bytes]:
    """Return the name of a WebAssembly module and its code, linked from the objects of its entries."""
    entries = {symbol: wasm.entry_named(entry)[1] for symbol, entry in named.items()}
    return module, wasm.module_of(
        entries, {symbol: objects[entry, symbol] for symbol, entry in named.items()}
    )


def entries_of(module: str) -> dict[str, str]:
    """Return the entries of a WebAssembly module, by exported name."""
    named: dict[str, str] = importlib.import_module(MODULES[module]).ENTRIES
    return named


def main() -> None:
    """Build the libraries that the command line describes."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("packages", nargs="*", help=f"packages of kernels (default {' '.join(PACKAGES)})")
    parser.add_argument(
        "--level", action="append", choices=ZIG_TARGETS, help="processor level; may be repeated"
    )
    parser.add_argument("--no-pages", action="store_true", help="do not build the WebAssembly modules")
    parser.add_argument(
        "--out", type=Path, default=store.LIBRARIES, help="folder of the libraries (default: in the package)"
    )
    asked = parser.parse_args()
    levels = asked.level or store.levels()[:1]
    try:
        build_all(asked.packages or PACKAGES, levels, asked.out, pages=not asked.no_pages)
    except store.KernelError as error:
        sys.exit(str(error))
    except KeyboardInterrupt:
        sys.exit(130)
    for level in levels:
        built = [path for path in (asked.out / level).iterdir() if path.suffix != ".json"]
        size = sum(path.stat().st_size for path in built)
        tested = "" if level in store.levels() else "; linked, but not tested on this machine"
        sys.stdout.write(f"{level}: {len(built)} libraries, {size:,} bytes{tested}\n")


if __name__ == "__main__":
    main()
