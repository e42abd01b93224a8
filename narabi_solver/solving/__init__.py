"""The fewest turns of a deal, with proof: one deal, or many side by side (`batch`, which loads kernels)."""

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
