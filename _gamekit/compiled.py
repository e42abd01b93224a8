"""Whether kernels are compiled on this machine: a question that is answered without loading numba.

The name of the folder of compiled kernels depends on things that only numba and llvmlite know, like the
features of the processor. So a small note beside the folder says which folder was complete when it was last
used; the name of the note is cheap to compute. A wrong note costs time and nothing else: loading the kernels
checks the folder itself.
"""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterator
from pathlib import Path

from _gamekit import folders

NOTE = ".ready"
"""How the name of a note ends."""


class NoCompilerError(ImportError):
    """Compiled kernels are needed, and numba cannot be imported."""

    def __init__(self, reason: ImportError):
        super().__init__(f"this needs numba, which cannot be imported: {reason}")


def sources(root: Path) -> Iterator[tuple[str, Path]]:
    """Yield the files that compiled code depends on, those that both packages share too, with their names."""
    shared = Path(__file__).parent
    for path in sorted(root.glob("**/*.py")):
        yield path.relative_to(root).as_posix(), path
    own = (shared / "kernel_cache.py", shared / "kernel_parts.py")
    for path in (*own, *sorted(shared.glob("kernels/**/*.py"))):
        yield path.relative_to(shared).as_posix(), path


def is_ready(package: str, root: Path) -> bool:
    """Tell whether a package of kernels can be loaded without compiling, as far as can be known cheaply.

    Parameters
    ----------
    package : str
        Name of the package.
    root : Path
        The folder of the sources that its kernels can depend on.
    """
    if os.environ.get("NUMBA_DISABLE_JIT", "0") not in ("", "0"):
        return True
    parent = folders.cache_folder()[0] / "kernels"
    try:
        folder = (parent / _note(package, root)).read_text(encoding="utf-8")
    except (OSError, ValueError, ImportError):  # numba may not be installed
        return False
    return os.path.exists(parent / os.path.basename(folder) / "manifest")


def note(package: str, root: Path, folder: Path) -> None:
    """Note that a folder holds the compiled kernels of a package; where that is not possible, do nothing."""
    with contextlib.suppress(OSError, ImportError):
        path = folder.parent / _note(package, root)
        if not path.exists() or path.read_text(encoding="utf-8") != folder.name:
            path.write_text(folder.name, encoding="utf-8")


def forget_old(parent: Path) -> None:
    """Remove the notes whose folders no longer exist."""
    for path in parent.glob(f"*{NOTE}"):
        with contextlib.suppress(OSError, ValueError):
            if not os.path.exists(parent / path.read_text(encoding="utf-8")):
                path.unlink()


def _note(package: str, root: Path) -> str:
    """Return the name of the note about a package."""
    import hashlib  # noqa: PLC0415  (programs start without these)
    import importlib.metadata  # noqa: PLC0415
    import platform  # noqa: PLC0415

    digest = hashlib.sha256()
    for name, path in sources(root):
        digest.update(repr((name, path.read_bytes())).encode())
    known = [importlib.metadata.version(name) for name in ("numba", "llvmlite")]
    known += [platform.python_version(), platform.machine()]
    settings = sorted((key, value) for key, value in os.environ.items() if key.startswith("NUMBA_"))
    digest.update(repr((known, settings)).encode())
    return f"{package}-{digest.hexdigest()[:16]}{NOTE}"
