"""The game as it is played: what a seat knows while the others' restrictions are hidden."""

from typing import TYPE_CHECKING

from _gamekit import lazy

if TYPE_CHECKING:
    from narabi_solver.hidden.hinting import Hint, HintedQuestion, HintedSwap, hint
    from narabi_solver.hidden.judging import HiddenJudgement, HiddenTurn, judge_hidden
    from narabi_solver.hidden.knowledge import ContradictionError, Knowledge

__all__ = [
    "ContradictionError",
    "HiddenTurn",
    "HiddenJudgement",
    "Hint",
    "HintedQuestion",
    "HintedSwap",
    "Knowledge",
    "hint",
    "judge_hidden",
]

_HOMES = {
    "hinting": "Hint HintedQuestion HintedSwap hint",
    "judging": "HiddenJudgement HiddenTurn judge_hidden",
    "knowledge": "ContradictionError Knowledge",
}

if not TYPE_CHECKING:
    __getattr__, __dir__ = lazy.names(__name__, _HOMES)
