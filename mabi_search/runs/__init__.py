"""Runs: one side moves alone. What a pass leads to, and what a run cannot reach."""

from typing import TYPE_CHECKING

from _gamekit import lazy

if TYPE_CHECKING:
    from mabi_search.runs.pass_analysis import PassAnalysis, analyse_pass

__all__ = [
    "PassAnalysis",
    "analyse_pass",
]

_HOMES = {
    "pass_analysis": "PassAnalysis analyse_pass",
}

if not TYPE_CHECKING:
    __getattr__, __dir__ = lazy.names(__name__, _HOMES)
