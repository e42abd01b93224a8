"""Public names of a package, each imported when it is asked for: a program starts with what it needs."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Any

import lazy_loader

from _gamekit import checked


def names(room: str, file: str) -> tuple[Callable[[str], Any], Callable[[], list[str]], list[str]]:
    """Return the `__getattr__`, the `__dir__` and the `__all__` of a package, from the stub beside it.

    What the names are given is checked at this door (`checked`). Stubs are SPEC 1 of scientific Python.

    Parameters
    ----------
    room
        The name of the package.
    file
        Its ``__file__``.
    """
    load, listed, every = lazy_loader.attach_stub(room, file)

    def find(name: str) -> Any:
        found = checked.public(load(name))
        setattr(sys.modules[room], name, found)  # the loader keeps what is not checked
        return found

    return find, listed, every
