"""The outcome of a position with proof."""

from typing import TYPE_CHECKING

from _gamekit import lazy

if TYPE_CHECKING:
    from mabi_search.proof.solving import solve, solve_all_readings
    from mabi_search.proof.verdict import Verdict

__all__ = [
    "Verdict",
    "solve",
    "solve_all_readings",
]

_HOMES = {
    "solving": "solve solve_all_readings",
    "verdict": "Verdict",
}

if not TYPE_CHECKING:
    __getattr__, __dir__ = lazy.names(__name__, _HOMES)
