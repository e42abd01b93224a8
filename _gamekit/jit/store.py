"""Libraries of kernels: where they lie, whether they are whole, and who builds them.

The library of an entry is one file of machine code, and beside it a **manifest**: what it is, for which
processors, made of which sources by which versions, and its checksum. Its name ends in a fingerprint of all
sources that its code depends on, so an edit is noticed, and clones and environments share what is the same.

Wheels bring their libraries (`SHIPPED`). Elsewhere they are built when they are first called, by a process
of its own, and kept in the cache folder: so numba is never imported here. A library that is damaged, or was
changed, is said to be so and built again.
"""

from __future__ import annotations

import atexit
import contextlib
import ctypes
import functools
import hashlib
import json
import logging
import os
import platform
import re
import signal
import stat
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol, cast

from _gamekit import folders, problems, progress
from _gamekit.jit import spent
from _gamekit.jit.spent import NoCompilerError

if TYPE_CHECKING:
    from _gamekit.jit.forms import Signature

log = logging.getLogger("narabi_mabi")


class Kernel(Protocol):
    """What a library is made of: an `Entry`, whose text is its name with its module."""

    module: str
    name: str
    signature: Signature


SYMBOL = "kernel"
"""The name of the one function that a library exports."""
SHIPPED = Path(__file__).parent / "libraries"
"""Where a wheel has its libraries, in a folder for each processor level."""
LEVEL_VARIABLE = "NARABI_MABI_PROCESSOR"
"""Environment variable that names the processor level to use, like x86-64-v2."""
TRUST_VARIABLE = "NARABI_MABI_TRUST_CACHE"
"""Environment variable that allows a cache folder which other users can write to."""
MANIFEST_VERSION = 1
SECONDS_FILE = "compile_seconds.json"
"""Beside the kernels of a package: about how long each takes to build, written by benchmarks.compile_time."""
KEPT_DAYS = 60
"""Libraries that were not used for so long are removed."""

LEVELS = {
    "x86-64-v3": "avx avx2 bmi1 bmi2 f16c fma abm movbe xsave".split(),
    "x86-64-v2": "cx16 lahf_lm popcnt pni sse4_1 sse4_2 ssse3".split(),
}
"""Processor levels of x86, the best first, and what Linux calls the features that each adds to the next."""
SYSTEMS = {
    ("darwin", "arm64"): "macos-arm64",
    ("darwin", "x86_64"): "macos-x86-64",
    ("emscripten", "wasm32"): "emscripten",
    ("win32", "amd64"): "windows-x86-64",
}
"""The levels of other systems, which have one each: what Python calls the system and the machine."""


# Which library ---------------------------------------------------------------------------------


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
    found: list[str] = []
    for level, features in reversed(LEVELS.items()):
        if not flags.issuperset(features):
            break
        found.insert(0, level)
    return tuple(found) or ("x86-64",)


_IMPORTED = re.compile(r"^from ([\w.]+) import (\([^)]*\)|.*)$|^import ([\w.]+)", re.MULTILINE)


@functools.cache
def _read(module: str) -> tuple[str, tuple[str, ...]]:
    """Return the digest of a module's source, and what it may import."""
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
    """Return a name for all that the code of a module's kernels depends on: contents, not paths or times."""
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


def file_name(entry: Kernel, level: str) -> str:
    """Return the name of an entry's library for a level."""
    return f"{entry}-{fingerprint(entry.module)}.{'dll' if level.startswith('windows') else 'so'}"


def find(entry: Kernel) -> Path | None:
    """Return the library of an entry, checked; None if there is none yet."""
    for level in levels():
        if is_whole(path := SHIPPED / level / file_name(entry, level), entry):
            return path
    return kept(entry, levels()[0])


def kept(entry: Kernel, level: str) -> Path | None:
    """Return the library of an entry that the cache folder has for a level, checked; None if it has none."""
    folder, _ = _cache(level)
    if folder is not None and is_whole(path := folder / file_name(entry, level), entry):
        with contextlib.suppress(OSError):
            os.utime(path)
        return path
    return None


def manifest_of(library: Path) -> Path:
    """Return the path of a library's manifest."""
    return library.with_suffix(".json")


def is_whole(path: Path, entry: Kernel) -> bool:
    """Tell whether a library is there, is of this entry, and is unchanged; say so if it is not."""
    try:
        code = path.read_bytes()
        manifest = json.loads(manifest_of(path).read_text(encoding="utf-8"))
    except (PermissionError, ValueError, RecursionError) as error:
        log.warning("the library %s cannot be used (%s); building it again", path, error)
        return False
    except OSError:  # it is not there, nor is perhaps its folder
        return False
    expected = {"version": MANIFEST_VERSION, "entry": str(entry), "signature": str(entry.signature)}
    expected["sources"] = fingerprint(entry.module)  # a builder reads them anew: they may have been edited
    expected["sha256"] = hashlib.sha256(code).hexdigest()
    if isinstance(manifest, dict) and expected.items() <= manifest.items():
        return True
    log.warning("the library %s is damaged or foreign; building it again", path)
    return False


def loaded(library: Path, *, returns: bool) -> Callable[[bytes], int | None]:
    """Return the machine code of a library, to be called with the words of the arguments."""
    called = ctypes.CDLL(str(library))[SYMBOL]
    called.argtypes = [ctypes.c_char_p]
    called.restype = ctypes.c_int64 if returns else None
    return cast("Callable[[bytes], int | None]", called)


# The cache folder ------------------------------------------------------------------------------


@functools.cache
def _cache(level: str) -> tuple[Path | None, str | None]:
    """Return the folder for libraries of a level; None, and why, if it is not to be trusted.

    A library is code that runs as this user, so nobody else may be able to write it.
    """
    root = folders.cache_folder()[0]
    folder = root / "kernels" / level
    if os.environ.get(TRUST_VARIABLE, "0") in ("", "0") and hasattr(os, "getuid"):
        for path in (root, root / "kernels", folder):
            with contextlib.suppress(OSError):
                found = path.stat()
                foreign = found.st_uid not in (0, os.getuid())
                shared = found.st_mode & stat.S_IWGRP and found.st_gid != os.getgid()
                if foreign or shared or found.st_mode & stat.S_IWOTH:
                    return None, (
                        f"other users can write to {path}; make it your own (chmod go-w), or set "
                        f"{TRUST_VARIABLE}=1 if you trust them"
                    )
    return folder, None


@functools.cache
def _writable_folder() -> Path:
    """Return where libraries are built: in the cache folder, or one for this process alone."""
    folder, reason = _cache(levels()[0])
    if folder is not None:
        usable, reason = folders.usable_cache_folder(f"kernels/{folder.name}")
        if usable is not None:
            _forget_old(usable)
            return usable
    import shutil  # seldom needed

    log.warning(
        "%s; building the kernels for this process alone. Set %s to a folder that can be written.",
        reason,
        folders.CACHE_VARIABLE,
    )
    own = tempfile.mkdtemp(prefix="narabi-mabi-")
    atexit.register(shutil.rmtree, own, ignore_errors=True)
    return Path(own)


def _forget_old(folder: Path) -> None:
    """Remove libraries that no process has used for a long time: those of older sources."""
    with contextlib.suppress(OSError):
        for path in folder.glob("*.so"):
            if time.time() - path.stat().st_mtime > KEPT_DAYS * 86400:
                for old in (manifest_of(path), path):
                    old.unlink(missing_ok=True)


# Building --------------------------------------------------------------------------------------

_one_at_a_time = threading.RLock()


def library_of(entry: Kernel) -> Path:
    """Return the library of an entry; it is built if there is none.

    Raises
    ------
    NoCompilerError
        It cannot be built here.
    _gamekit.folders.NamedFolderError
        The user named a cache folder that cannot be written.
    """
    if (path := find(entry)) is not None:
        return path
    with spent.counted(), _one_at_a_time:
        path = _writable_folder() / file_name(entry, levels()[0])
        _build(entry, path)
    return path


def _build(entry: Kernel, path: Path) -> None:
    """Have a library built, and say how long it takes."""
    global _builder
    started = time.perf_counter()
    usual = usual_seconds(entry)

    def said() -> str:
        passed = time.perf_counter() - started
        doing = (
            f"compiling the kernel {entry.name} of {entry.module.partition('.')[0]} (once on this machine)"
        )
        if usual is not None and passed < usual:
            return f"{doing}: about {max(usual - passed, 1):.0f} s left"
        return f"{doing}: {passed:.0f} s so far" + (", longer than usual" if usual is not None else "")

    request = {"module": entry.module, "name": entry.name, "path": str(path), "level": levels()[0]}
    with _ctrl_c_interrupts(), progress.while_waiting(said):
        for last in (False, True):
            if _builder is None or not _builder.alive:
                leave_builder()
                _builder = Builder()
            try:
                _builder.build(request)
                break
            except _IdleError:  # it ended while it was asked; a new one does not within seconds
                leave_builder()
                if last:
                    raise


@contextlib.contextmanager
def _ctrl_c_interrupts() -> Iterator[None]:
    """Let Ctrl-C interrupt at once, also where the program meant to stop between two slices of a search."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def usual_seconds(entry: Kernel) -> float | None:
    """Return about how long an entry takes to build, from the file beside the kernels; None if unknown."""
    package = entry.module.split(".")
    for depth in range(len(package) - 1, 0, -1):
        file = getattr(sys.modules.get(".".join(package[:depth])), "__file__", None)
        if file is not None and (table := Path(file).with_name(SECONDS_FILE)).exists():
            found = json.loads(table.read_text(encoding="utf-8")).get(str(entry))
            return None if found is None else float(found)
    return None


def can_build() -> bool:
    """Tell whether libraries can be built here, as far as can be known cheaply."""
    from importlib.util import find_spec  # seldom needed

    return all(find_spec(name) is not None for name in ("numba", "llvmlite"))


class _IdleError(NoCompilerError):
    """The builder ended by itself, as it does when it is idle, just when it was asked."""


BUILDER = """
import io, json, os, sys
sys.path[:] = json.loads(sys.argv[1])
answers = os.fdopen(os.dup(1), "w")
os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
said, sys.stderr = sys.stderr, io.StringIO()
try:
    from _gamekit.jit import build
except Exception as error:
    from _gamekit.jit import spent
    why = str(error) if isinstance(error, spent.NoCompilerError) else spent.why_not(error)
    answers.write(json.dumps({"error": why}))
else:
    sys.stderr = said
    build.serve(answers)
"""
"""The program of a builder. What numba prints is no answer, and no message of its own is shown."""


class Builder:
    """A process that builds libraries, one after the other; it ends by itself when it is idle."""

    def __init__(self) -> None:
        if not can_build():
            what = "a kernel is not compiled for this machine, and building it needs"
            raise NoCompilerError(problems.missing("compile", what, "numba is not installed"))
        self._owner = os.getpid()
        self._process = subprocess.Popen(
            [sys.executable, "-c", BUILDER, json.dumps(sys.path)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            start_new_session=True,  # Ctrl-C is not for it
        )

    @property
    def alive(self) -> bool:
        """Whether it can be asked by this process."""
        return self._owner == os.getpid() and self._process.poll() is None

    def build(self, request: dict[str, Any]) -> None:
        """Have a library built.

        Raises
        ------
        NoCompilerError
            It cannot be built here.
        _IdleError
            The process had just ended by itself.
        OSError
            It cannot be written.
        """
        assert self._process.stdin is not None and self._process.stdout is not None
        try:
            with contextlib.suppress(BrokenPipeError):
                self._process.stdin.write(json.dumps(request) + "\n")
                self._process.stdin.flush()
            line = self._process.stdout.readline()
        except BaseException:  # Ctrl-C: it finishes the kernel that it is at, for the next who asks
            self.leave()
            raise
        if not line:
            code = self._process.wait()
            ended = f"the process that builds kernels ended ({code})"
            if code == 0:
                raise _IdleError(ended)
            raise NoCompilerError(f"a kernel is not compiled for this machine, and {ended}")
        answer = json.loads(line)
        if "oserror" in answer:
            raise OSError(*answer["oserror"])
        if "error" in answer:
            raise NoCompilerError(answer["error"])

    def leave(self) -> None:
        """Ask no more: the process ends when it has finished what it is at."""
        if self._owner == os.getpid():
            for pipe in (self._process.stdin, self._process.stdout):
                with contextlib.suppress(OSError):
                    pipe.close()  # type: ignore[union-attr]  # both are pipes
            self._process.poll()
            self._process.returncode = self._process.returncode or 0  # nobody waits for it


_builder: Builder | None = None


@atexit.register
def leave_builder() -> None:
    """Ask the builder no more, if there is one."""
    global _builder
    if _builder is not None:
        _builder.leave()
        _builder = None
