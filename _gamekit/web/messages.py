"""Messages of a page: one JSON object each, not too large and not too many."""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from typing import Any, NoReturn

LONGEST = 1 << 17
"""Characters of a message."""
BURST, EACH_SECOND = 200, 100.0
"""Messages that may come at once, and that may come each second in the long run."""


class MessageError(ValueError):
    """A message that cannot be read; the text says what would be right."""


def read(text: str | bytes) -> dict[str, Any]:
    """Return the object of a message, a text or its bytes in UTF-8.

    Raises
    ------
    MessageError
        It is none, or too long.
    """
    if len(text) > LONGEST:
        raise MessageError(f"a message of {len(text):,} characters; {LONGEST:,} is the most")
    try:
        text = text.decode() if isinstance(text, bytes) else text
        value = json.loads(text, parse_constant=_refuse)
    except (ValueError, RecursionError):
        raise MessageError("a message must be a JSON object") from None
    if not isinstance(value, dict):
        raise MessageError("a message must be a JSON object")
    return value


def _refuse(word: str) -> NoReturn:
    raise ValueError(word)


class Allowance:
    """How many messages a page may still send: so many at once, and they come back with time."""

    def __init__(self, now: Callable[[], float] = time.monotonic):
        self._now, self._left, self._at = now, float(BURST), now()

    def take(self) -> bool:
        """Take one; False if none is left."""
        now = self._now()
        self._left = min(BURST, self._left + EACH_SECOND * (now - self._at))
        self._at = now
        if self._left < 1:
            return False
        self._left -= 1
        return True
