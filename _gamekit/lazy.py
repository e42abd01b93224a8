"""Public names of a package, each imported when it is asked for: a program starts with what it needs.

What they are given is checked there (`checked`).
"""

from __future__ import annotations

import importlib
import sys
from collections.abc import Callable, Mapping
from typing import Any

from _gamekit import checked


def names(room: str, homes: Mapping[str, str]) -> tuple[Callable[[str], Any], Callable[[], list[str]]]:
    """Return the `__getattr__` and the `__dir__` of a package.

    Parameters
    ----------
    room
        The name of the package.
    homes
        For each module in it the public names that are found there, with spaces between them.
    """
    home_of = {name: home for home, words in homes.items() for name in words.split()}

    def find(name: str) -> Any:
        if (home := home_of.get(name)) is None:
            raise AttributeError(f"module {room!r} has no attribute {name!r}")
        return checked.public(getattr(importlib.import_module(f"{room}.{home}"), name))

    def listed() -> list[str]:
        return sorted(vars(sys.modules[room])["__all__"])

    return find, listed
