"""Where one side moves alone: under which readings its run is one choice, and searched as such."""

from __future__ import annotations

from mabi_search.game.position import Position
from mabi_search.game.rules import PASSED, RUN


def is_run(position: Position) -> bool:
    """Tell whether one side is locked out of a game that goes on, and the other's run is one choice."""
    mode, rule = position.mode, position.rules.pass_rule
    return mode in (PASSED, RUN) and rule in ("run", "final") and position.outcome() is None


def is_searchable_run(position: Position) -> bool:
    """Tell whether it is a run that comes to an end, of which only this one can repeat the past."""
    rules = position.rules
    return is_run(position) and rules.repetition == "situation" and rules.max_plies is None
