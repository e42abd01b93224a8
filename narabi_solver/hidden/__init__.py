"""The game as it is played: what a seat knows while the others' restrictions are hidden."""

from typing import TYPE_CHECKING

from _gamekit import lazy

if TYPE_CHECKING:
    from narabi_solver.hidden.hinting import Hint, HintedQuestion, HintedSwap, hint
    from narabi_solver.hidden.knowledge import Answer, ContradictionError, Knowledge

__all__ = ["Answer", "ContradictionError", "Hint", "HintedQuestion", "HintedSwap", "Knowledge", "hint"]

_HOMES = {
    "hinting": "Hint HintedQuestion HintedSwap hint",
    "knowledge": "Answer ContradictionError Knowledge",
}

if not TYPE_CHECKING:
    __getattr__, __dir__ = lazy.names(__name__, _HOMES)
