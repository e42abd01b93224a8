"""Twins of the kernels in C, to know how close the kernels come to what a compiler makes of them."""

from __future__ import annotations

import ctypes
import subprocess
import tempfile
from pathlib import Path

COMPILE = ["gcc", "-O3", "-march=native", "-shared", "-fPIC"]


def library(source: str) -> ctypes.CDLL:
    """Return a twin of this folder as a library; needs gcc."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "twin.so"
        subprocess.run([*COMPILE, str(Path(__file__).with_name(source)), "-o", str(path)], check=True)
        return ctypes.CDLL(str(path))
