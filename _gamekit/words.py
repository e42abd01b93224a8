"""Enumerations of words, apart from `facts`: kernels are built anew if a module that they import changes."""

from __future__ import annotations

import enum
from typing import TYPE_CHECKING


class Words(enum.StrEnum):
    """An enumeration whose members equal their values, like ``Outcome.SOLVED == "solved"``."""

    if TYPE_CHECKING:  # with an `__eq__` of its own, mypy does not report the comparison as never equal

        def __eq__(self, other: object, /) -> bool: ...
        def __hash__(self) -> int: ...
