"""The outcome of a position with proof."""

from mabi_search.proof.solving import solve, solve_all_readings
from mabi_search.proof.verdict import Verdict

__all__ = [
    "Verdict",
    "solve",
    "solve_all_readings",
]
