"""How strong the engine plays, and how long it may think: known before anything is loaded."""

from __future__ import annotations

from typing import NamedTuple

from mabi_search.search.sizes import ENGINE_NODES


class Level(NamedTuple):
    """How strong the engine plays."""

    name: str
    nodes: int | None
    """Positions it may look at for a move; None: as many as it has time for."""
    slack: int = 0
    """Hundredths of a piece that it may give away: it chooses by chance among its moves."""
    strict: bool = False
    """True if it never looks at more, not even where a win was proven or one side moves alone."""


LEVELS = (
    Level("beginner", 200, 200),
    Level("easy", 1_000, 100),
    Level("medium", 5_000, 40),
    Level("strong", 30_000),
    Level("full", ENGINE_NODES),
    Level("patient", 8 * ENGINE_NODES),
)
"""From the weakest on."""
CHOICES = 6
"""Moves that a level with slack chooses from."""

TURNS_LEFT = 40
"""Turns that the time on a clock is shared out to."""
SHARE_OF_BONUS = 0.8
LEAST_SECONDS = 0.02


def seconds_for_move(left: float, bonus: float) -> float:
    """Return how long the engine may think with so many seconds on its clock, and those added after a move.

    Examples
    --------
    >>> seconds_for_move(400.0, 5.0)
    14.0
    """
    return max(min(left / TURNS_LEFT + SHARE_OF_BONUS * bonus, left / 4), LEAST_SECONDS)
