"""Modules that moved: the old name works for one release, with a DeprecationWarning."""

from __future__ import annotations

import importlib
import sys
import warnings
from collections.abc import Mapping, Sequence
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec
from types import ModuleType


class _Moved(Loader):
    """Gives the module that an old name stands for."""

    def __init__(self, old: str, new: str):
        self.old, self.new = old, new
        self.spec: ModuleSpec | None = None

    def create_module(self, spec: ModuleSpec) -> ModuleType:
        warnings.warn(f"{self.old} is now {self.new}", DeprecationWarning, stacklevel=2)
        module = importlib.import_module(self.new)
        self.spec = module.__spec__
        return module

    def exec_module(self, module: ModuleType) -> None:
        module.__spec__ = self.spec  # the import system has put that of the old name there


class OldNames(MetaPathFinder):
    """Finds modules under the names they once had; asked only when nothing has such a name.

    Parameters
    ----------
    package
        The package in which they were and are.
    moved
        Old names in the package with new ones.
    """

    def __init__(self, package: str, moved: Mapping[str, str]):
        self.moved = {f"{package}.{old}": f"{package}.{new}" for old, new in moved.items()}

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """Return how a module is found that has moved; None for all others."""
        if (new := self.moved.get(fullname)) is None:
            return None
        return ModuleSpec(fullname, _Moved(fullname, new))

    def install(self) -> None:
        """Let imports find the old names from now on."""
        sys.meta_path.append(self)
