"""Asks for a table word before it is needed. Changes nothing but time."""

from __future__ import annotations

from typing import Any

from _gamekit.jit.entry import instruction


@instruction
def prefetch(array: Any, index: Any) -> None:
    """Ask for array[index], which must exist, to be brought near."""
