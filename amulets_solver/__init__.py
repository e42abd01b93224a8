"""Exact answers about the deduction game Amulets: what one knows, what to ask, when to cast."""

from typing import TYPE_CHECKING

from _gamekit import lazy
from _gamekit.limits import Limits

if TYPE_CHECKING:
    from amulets_solver.asking.casting import CastAdvice, cast
    from amulets_solver.asking.judging import GameJudgement, JudgedCast, JudgedQuestion, SureCast, judge
    from amulets_solver.asking.question import Question, question
    from amulets_solver.asking.strategies import Strategy, strategy
    from amulets_solver.belief.belief import Belief
    from amulets_solver.game.errors import (
        AmuletsError,
        ArgumentError,
        ContradictionError,
        GameError,
        IllegalActError,
        InternalError,
        PlacementFormatError,
        Problem,
        RecordFormatError,
        StoppedError,
    )
    from amulets_solver.game.placement import Placement
    from amulets_solver.game.readings import Rules
    from amulets_solver.game.record import Record
    from amulets_solver.game.referee import Game
    from amulets_solver.game.rules import Asked, Cast, Secret
    from amulets_solver.racing.policies import Policy
    from amulets_solver.racing.tournament import PolicyShare, Race, RaceStoppedError, race
    from amulets_solver.racing.waiting import WaitAdvice, cast_or_wait

__all__ = [
    "AmuletsError",
    "ArgumentError",
    "Asked",
    "Belief",
    "Cast",
    "CastAdvice",
    "ContradictionError",
    "Game",
    "GameError",
    "GameJudgement",
    "IllegalActError",
    "InternalError",
    "JudgedCast",
    "JudgedQuestion",
    "Limits",
    "Placement",
    "PlacementFormatError",
    "Policy",
    "PolicyShare",
    "Problem",
    "Question",
    "Race",
    "RaceStoppedError",
    "Record",
    "RecordFormatError",
    "Rules",
    "Secret",
    "StoppedError",
    "Strategy",
    "SureCast",
    "WaitAdvice",
    "cast",
    "cast_or_wait",
    "judge",
    "question",
    "race",
    "strategy",
]

_HOMES = {
    "asking.casting": "CastAdvice cast",
    "asking.judging": "GameJudgement JudgedCast JudgedQuestion SureCast judge",
    "asking.question": "Question question",
    "asking.strategies": "Strategy strategy",
    "belief.belief": "Belief",
    "game.errors": "AmuletsError ArgumentError ContradictionError GameError IllegalActError"
    " InternalError PlacementFormatError Problem RecordFormatError StoppedError",
    "game.placement": "Placement",
    "game.readings": "Rules",
    "game.record": "Record",
    "game.referee": "Game",
    "game.rules": "Asked Cast Secret",
    "racing.policies": "Policy",
    "racing.tournament": "PolicyShare Race RaceStoppedError race",
    "racing.waiting": "WaitAdvice cast_or_wait",
}

if not TYPE_CHECKING:
    __getattr__, __dir__ = lazy.names(__name__, _HOMES)
