"""Runs: one side moves alone. What a pass leads to, and what a run cannot reach."""

from mabi_search.runs.pass_analysis import PassAnalysis, analyse_pass

__all__ = [
    "PassAnalysis",
    "analyse_pass",
]
