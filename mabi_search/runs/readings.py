"""When the moves of one side alone are one choice."""

from __future__ import annotations

from mabi_search.game.position import Position
from mabi_search.game.rules import PASSED, RUN


def is_run(position: Position) -> bool:
    """Tell whether one side is locked out of a game that goes on, and the other's run is one choice."""
    mode, rule = position.mode, position.rules.pass_rule
    return mode in (PASSED, RUN) and rule in ("run", "final") and position.outcome() is None
