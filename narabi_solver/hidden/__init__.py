"""The game as it is played: what a seat knows while the others' restrictions are hidden."""

from typing import TYPE_CHECKING

from _gamekit import lazy

if TYPE_CHECKING:
    from narabi_solver.hidden.knowledge import Answer, ContradictionError, Knowledge

__all__ = ["Answer", "ContradictionError", "Knowledge"]

_HOMES = {"knowledge": "Answer ContradictionError Knowledge"}

if not TYPE_CHECKING:
    __getattr__, __dir__ = lazy.names(__name__, _HOMES)
