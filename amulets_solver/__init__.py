"""Exact answers about the deduction game Amulets: what one knows, what to ask, when to cast."""

from typing import TYPE_CHECKING

from _gamekit import lazy
from _gamekit.limits import Limits

if TYPE_CHECKING:
    from amulets_solver.asking.casting import CastAdvice, cast
    from amulets_solver.asking.question import Question, question
    from amulets_solver.belief.belief import Belief
    from amulets_solver.game.errors import (
        AmuletsError,
        ArgumentError,
        ContradictionError,
        IllegalActError,
        InternalError,
        PlacementFormatError,
        Problem,
        RecordFormatError,
    )
    from amulets_solver.game.placement import Placement
    from amulets_solver.game.readings import Rules
    from amulets_solver.game.record import Record
    from amulets_solver.game.rules import Asked, Cast, Game, Secret

__all__ = [
    "AmuletsError",
    "ArgumentError",
    "Asked",
    "Belief",
    "Cast",
    "CastAdvice",
    "ContradictionError",
    "Game",
    "IllegalActError",
    "InternalError",
    "Limits",
    "Placement",
    "PlacementFormatError",
    "Problem",
    "Question",
    "Record",
    "RecordFormatError",
    "Rules",
    "Secret",
    "cast",
    "question",
]

_HOMES = {
    "asking.casting": "CastAdvice cast",
    "asking.question": "Question question",
    "belief.belief": "Belief",
    "game.errors": "AmuletsError ArgumentError ContradictionError IllegalActError InternalError"
    " PlacementFormatError Problem RecordFormatError",
    "game.placement": "Placement",
    "game.readings": "Rules",
    "game.record": "Record",
    "game.rules": "Asked Cast Game Secret",
}

if not TYPE_CHECKING:
    __getattr__, __dir__ = lazy.names(__name__, _HOMES)
