"""Runs: one side moves alone. What a pass leads to, and what a run cannot reach."""

from mabi_search.runs.passing import Passed

__all__ = [
    "Passed",
]
