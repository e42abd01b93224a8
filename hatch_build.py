"""Hatchling build hook: compile every kernel into the wheel.

Hatchling alone would compile them before pip knows the metadata, and print nothing meanwhile:
`prepare_metadata_for_build_wheel` writes the metadata only.

The environment variable ``NARABI_MABI_WHEEL`` names the processor levels, like ``aarch64`` or
``x86-64-v2 x86-64-v3``; the default is the best level of this machine. The wheel also has the WebAssembly
modules of pages. With ``pure`` there are neither: `make setup` compiles them after an editable install.
"""

import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

from hatchling.build import (
    build_editable,
    build_sdist,
    build_wheel,
    get_requires_for_build_editable,
    get_requires_for_build_sdist,
    get_requires_for_build_wheel,
)
from hatchling.builders.hooks.plugin.interface import BuildHookInterface
from hatchling.builders.wheel import WheelBuilder

__all__ = [
    "build_editable",
    "build_sdist",
    "build_wheel",
    "get_requires_for_build_editable",
    "get_requires_for_build_sdist",
    "get_requires_for_build_wheel",
    "prepare_metadata_for_build_wheel",
]

VARIABLE = "NARABI_MABI_WHEEL"
COMPILERS = ["lazy_loader>=0.4", "llvmlite>=0.44", "numba>=0.61", "numpy>=2.0", "ziglang>=0.13"]
"""What compiles and links kernels, and what the modules of kernels import."""
PLATFORMS = {
    "macos-arm64": "macosx_11_0_arm64",
    "macos-x86-64": "macosx_11_0_x86_64",
    "windows-x86-64": "win_amd64",
}
OLDEST = {"x86_64": (2, 5), "aarch64": (2, 17)}
"""The oldest C library that manylinux knows, for each machine."""


def prepare_metadata_for_build_wheel(
    metadata_directory: str, config_settings: dict[str, Any] | None = None
) -> str:
    """Write the metadata of a wheel, and nothing else; return the name of their folder."""
    del config_settings
    builder = WheelBuilder(str(Path.cwd()))
    folder = Path(metadata_directory) / f"{builder.artifact_project_id}.dist-info"
    folder.mkdir(exist_ok=True)
    text = builder.config.core_metadata_constructor(builder.metadata)
    (folder / "METADATA").write_text(text, encoding="utf-8")
    return folder.name


class LibrariesHook(BuildHookInterface):  # type: ignore[type-arg]  # of the settings of any builder
    """Puts libraries into the wheel, and says in its name where they run."""

    folder = ""

    def dependencies(self) -> list[str]:
        """Return what building needs."""
        if os.environ.get(VARIABLE) == "pure":
            return []
        return COMPILERS

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Build the libraries, unless the install is editable or nobody wants them."""
        asked = os.environ.get(VARIABLE, "")
        if version == "editable" or asked == "pure":
            return
        self.folder = tempfile.mkdtemp()
        options = [f"--level={level}" for level in asked.split()]
        command = [sys.executable, "-m", "_gamekit.jit.build_all", f"--out={self.folder}", *options]
        if subprocess.run(command, cwd=self.root, check=False).returncode:
            raise RuntimeError("the kernels cannot be compiled; the line above says why")
        build_data["pure_python"] = False
        build_data["tag"] = f"py3-none-{platform_tag(Path(self.folder))}"
        build_data["force_include"][self.folder] = "_gamekit/jit/libraries"

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        """Remove what was built: it is in the wheel."""
        del version, build_data, artifact_path
        shutil.rmtree(self.folder, ignore_errors=True)


def platform_tag(folder: Path) -> str:
    """Return the platform of libraries, with the oldest C library of Linux that has what they need."""
    levels = [path.name for path in folder.iterdir() if path.name != "pages"]
    machine = "x86_64" if levels[0].startswith("x86-64") else levels[0]
    if machine not in OLDEST:
        return PLATFORMS[machine]
    needed = [OLDEST[machine]]
    for library in folder.glob("*/*.so"):
        needed += [(int(a), int(b)) for a, b in re.findall(rb"GLIBC_(\d+)\.(\d+)", library.read_bytes())]
    return "manylinux_{}_{}_{}".format(*max(needed), machine)
