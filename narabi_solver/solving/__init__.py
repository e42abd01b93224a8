"""The fewest turns of a deal, with proof: one deal, or many side by side (`batch`, which loads kernels)."""

from typing import TYPE_CHECKING

from _gamekit import lazy

if TYPE_CHECKING:
    from narabi_solver.solving.api import solve, solve_many
    from narabi_solver.solving.solution import Outcome, Solution, Verification
    from narabi_solver.solving.values import MoveValue, Value

__all__ = [
    "MoveValue",
    "Outcome",
    "Solution",
    "Value",
    "Verification",
    "solve",
    "solve_many",
]

_HOMES = {
    "api": "solve solve_many",
    "solution": "Outcome Solution Verification",
    "values": "MoveValue Value",
}

if not TYPE_CHECKING:
    __getattr__, __dir__ = lazy.names(__name__, _HOMES)
