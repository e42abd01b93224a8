"""Public names of a room whose modules load kernels or numpy: imported when they are asked for."""

from __future__ import annotations

import importlib
from collections.abc import Callable, Mapping
from typing import Any


def names(
    room: str, homes: Mapping[str, str], otherwise: Callable[[str], Any] | None = None
) -> Callable[[str], Any]:
    """Return the `__getattr__` of a room.

    Parameters
    ----------
    room
        The name of its package.
    homes
        For each public name the module of the room in which it is.
    otherwise
        A `__getattr__` for other names, like that of `moved.attributes`.
    """

    def find(name: str) -> Any:
        if (home := homes.get(name)) is None:
            if otherwise is not None:
                return otherwise(name)
            raise AttributeError(f"module {room!r} has no attribute {name!r}")
        return getattr(importlib.import_module(f"{room}.{home}"), name)

    return find
