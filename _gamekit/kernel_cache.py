"""Compiled kernels: compiled once on a machine, loaded afterwards, never stale.

numba's own cache leaves five gaps, closed here:

* It does not notice an edit in *another* file that a kernel calls. So the cache folder is named after
  a hash of all kernel sources of the package, the versions, the processor and numba's settings.
* It looks for a function under the path of its file. Here it is found by content: a second clone,
  another environment or an installed wheel of the same sources share one folder (`ByModule`).
* Many cold processes may write it at once (numba#4807). So the first process compiles everything,
  behind a lock, and the others wait and load.
* A damaged file in it crashes the process. So a manifest with checksums is written when all is
  compiled, and is checked before anything is loaded. If it does not match, a message says so, and the
  kernels are compiled again.
* A folder that cannot be written is an error, or goes unnoticed. Here a message says so once, and the
  kernels are compiled for this process alone.

The kernel modules of a package have explicit signatures (`kernel`), so importing them compiles or
loads everything there is, and nothing is written later.
"""

from __future__ import annotations

import contextlib
import gc
import hashlib
import importlib
import json
import logging
import os
import platform
import shutil
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, TypeVar

from _gamekit import compiled, compiling, files, folders, locks

try:
    import llvmlite
    import llvmlite.binding
    import numba
    from numba.core import caching
    from numba.core.cpu import CPUTargetOptions

    from _gamekit import kernel_parts
except ImportError as error:
    raise compiled.NoCompilerError(error) from error

log = logging.getLogger("narabi_mabi")

MANIFEST = "manifest"
MANIFEST_KIND = "compiled kernels"
MANIFEST_VERSION = 1
KEPT_DAYS = 60

SELDOM = 100_000
"""Objects made between garbage collections while compiling: nearly all stay, and it takes 10 % less time."""

F = TypeVar("F", bound=Callable[..., Any])

OPTIONS: dict[str, Any] = {"nogil": True, "error_model": "numpy"}
"""Kernels run without the interpreter lock, do not raise and allocate nothing."""

UNCOUNTED = "_nrt"
"""A private option of numba: False turns off its reference counting, which allocating needs. Otherwise every
array taken out of a tuple is counted, with an atomic instruction: five sixths of the time of a search."""

if hasattr(CPUTargetOptions, UNCOUNTED):
    OPTIONS[UNCOUNTED] = False
else:
    log.warning(
        "numba %s no longer has its option %s; answers are the same, searches take several times as long",
        numba.__version__,
        UNCOUNTED,
    )

LOCATOR_OPTION = "CACHE_LOCATOR_CLASSES"
"""numba's setting for classes that say where a function is kept, NUMBA_CACHE_LOCATOR_CLASSES."""

FOUND_BY_CONTENT = hasattr(numba.config, LOCATOR_OPTION) and hasattr(caching, "UserProvidedCacheLocator")
"""Whether this numba has that setting; otherwise each path of a function has a folder of its own."""

_caching = False  # set while a package's kernels are imported and their folder can be used


if FOUND_BY_CONTENT:

    class ByModule(caching.UserProvidedCacheLocator):  # type: ignore[misc]  # numba is partly typed
        """Keeps a function under the name of its module, whose content the folder's name stands for."""

        def __init__(self, py_func: Callable[..., Any], py_file: str):
            super().__init__(py_func, py_file)
            self._cache_path = os.path.join(numba.config.CACHE_DIR, py_func.__module__)


def kernel(signature: Any) -> Callable[[F], F]:
    """Compile a function for this signature: an entry into the compiled code, kept in the cache."""

    def decorate(function: F) -> F:
        compiling.begins(function.__module__, function.__name__)
        return kernel_parts.entry(function, signature, cache=_caching, **OPTIONS)

    return decorate


def helper(function: F) -> F:
    """Compile a function into the kernels that call it, and into each call: for what runs at every node."""
    return kernel_parts.part(function, forceinline=True, **OPTIONS)


def subroutine(function: F) -> F:
    """Compile a function into the kernels that call it, once in each: for what is long and has many calls."""
    return kernel_parts.part(function, **OPTIONS)


def load(package: str, modules: tuple[str, ...], sources: str) -> None:
    """Import the kernel modules of a package, compiled or from the cache.

    Parameters
    ----------
    package
        Name of the package that holds the kernels, being imported just now.
    modules
        Its modules, each named once.
    sources
        A file; the Python files of its folder and below, and those of `_gamekit.kernels`, are all that the
        kernels can depend on.

    Raises
    ------
    _gamekit.folders.NamedFolderError
        The user named a cache folder that cannot be written.
    """
    root = Path(sources).parent

    def import_all() -> None:
        for module in modules:
            importlib.import_module(f"{package}.{module}")

    def compile_all() -> None:
        ahead = [module for module in modules if f"{package}.{module}" not in sys.modules]
        expected = compiling.entries(Path(sys.modules[package].__path__[0]), ahead, root)
        with _announced(package), compiling.watched(package, expected):
            import_all()

    if numba.config.DISABLE_JIT:
        import_all()
        return
    name = f"{package}-{_fingerprint(root)}"
    ready = folders.cache_folder()[0] / "kernels" / name
    if _why_not_whole(ready) is None and folders.writable(ready) is not None:
        _import_from_copy(ready, import_all)
        return
    cache, reason = folders.usable_cache_folder("kernels")
    if cache is None:
        log.warning(
            "%s; compiling the kernels for this process alone. Set %s to a folder that can be written.",
            reason,
            folders.CACHE_VARIABLE,
        )
        compile_all()
        return
    try:
        _import_or_compile(package, cache / name, import_all, compile_all)
        compiled.note(package, root, cache / name)
    except OSError as error:  # most likely the disk is full; what is already imported stays
        log.warning(
            "the cache folder %s cannot be written (%s); compiling the kernels for this process alone. "
            "Make room, or set %s to another folder.",
            cache,
            error.strerror or error,
            folders.CACHE_VARIABLE,
        )
        shutil.rmtree(cache / name, ignore_errors=True)
        compile_all()


def _import_or_compile(
    package: str, folder: Path, import_all: Callable[[], None], compile_all: Callable[[], None]
) -> None:
    """Import with what the folder holds; fill it first if need be, one process at a time."""
    if _why_not_whole(folder) is not None:
        with contextlib.ExitStack() as locked:
            with compiling.counted():
                locked.enter_context(locks.only_process(folder, f"compiling {package}"))
            if (damage := _why_not_whole(folder)) is not None:
                if damage:
                    log.warning("the compiled kernels cannot be used: %s; compiling them again", damage)
                shutil.rmtree(folder, ignore_errors=True)
                folder.mkdir(parents=True)
                with _numba_cache(folder):
                    compile_all()
                _write_manifest(folder)
                _forget_old(folder.parent)
                return
    with _numba_cache(folder):
        import_all()


def _import_from_copy(folder: Path, import_all: Callable[[], None]) -> None:
    """Import from a folder that cannot be written, which numba itself refuses to read from."""
    with tempfile.TemporaryDirectory() as copy:
        shutil.copytree(folder, copy, dirs_exist_ok=True)
        with _numba_cache(Path(copy)):
            import_all()


@contextlib.contextmanager
def _announced(package: str) -> Iterator[None]:
    log.info("compiling %s (the first time on this machine, or after a change) …", package)
    started = time.perf_counter()
    thresholds = gc.get_threshold()
    gc.set_threshold(SELDOM, *thresholds[1:])
    try:
        yield
    finally:
        gc.set_threshold(*thresholds)
    log.info("compiled in %.1f s", time.perf_counter() - started)


@contextlib.contextmanager
def _numba_cache(folder: Path) -> Iterator[None]:
    """Let numba keep what is compiled meanwhile in this folder."""
    global _caching
    settings = {"CACHE_DIR": str(folder)}
    if FOUND_BY_CONTENT:
        settings[LOCATOR_OPTION] = f"{__name__}.ByModule"
    before = {name: getattr(numba.config, name) for name in settings}, _caching
    _caching = True
    try:
        for name, value in settings.items():
            setattr(numba.config, name, value)
        yield
    finally:
        _caching = before[1]
        for name, value in before[0].items():
            setattr(numba.config, name, value)


def _fingerprint(root: Path) -> str:
    """Return a name for everything that compiled code depends on: contents, not paths or times.

    Where numba finds functions by the path of their file, that counts too, and its time: so nothing that
    numba would compile again is ever found in a folder taken for whole.
    """
    digest = hashlib.sha256()

    def add(*parts: object) -> None:
        digest.update(repr(parts).encode())

    for name, path in compiled.sources(root):
        add(name, path.read_bytes())
        if not FOUND_BY_CONTENT:
            add(str(path), path.stat().st_mtime_ns)
    add(numba.__version__, llvmlite.__version__, platform.python_version(), platform.machine())
    add(llvmlite.binding.get_host_cpu_name(), llvmlite.binding.get_host_cpu_features().flatten())
    add(sorted(OPTIONS.items()))
    add(sorted((key, value) for key, value in os.environ.items() if key.startswith("NUMBA_")))
    return digest.hexdigest()[:16]


def _contents(folder: Path) -> dict[str, str]:
    """Return the checksum of every file but the manifest."""
    return {
        str(path.relative_to(folder)): hashlib.sha256(path.read_bytes()).hexdigest()
        for path in sorted(folder.rglob("*"))
        if path.is_file() and path.name != MANIFEST
    }


def _write_manifest(folder: Path) -> None:
    listing = json.dumps(_contents(folder)).encode()
    about = {"folder": folder.name}
    files.write_checked(folder / MANIFEST, MANIFEST_KIND, MANIFEST_VERSION, [listing], about)


def _why_not_whole(folder: Path) -> str | None:
    """Return why a folder cannot be used: "" if it is new, None if it is complete and unchanged."""
    path = folder / MANIFEST
    try:
        listing, about = files.read_checked(path, MANIFEST_KIND, MANIFEST_VERSION)
        if about.get("folder") != folder.name:
            return f"{path} belongs to another folder"
        whole = bool(json.loads(listing) == _contents(folder))
    except FileNotFoundError:
        return ""
    except (OSError, files.DamagedFileError) as error:
        return str(error)
    if whole:
        with contextlib.suppress(OSError):
            os.utime(path)
        return None
    return f"files in {folder} are damaged or missing"


def _forget_old(parent: Path) -> None:
    """Remove kernels that no process has used for a long time: those of older versions."""
    for manifest in parent.glob(f"*/{MANIFEST}"):
        with contextlib.suppress(OSError):
            if time.time() - manifest.stat().st_mtime > KEPT_DAYS * 86400:
                shutil.rmtree(manifest.parent, ignore_errors=True)
    compiled.forget_old(parent)
