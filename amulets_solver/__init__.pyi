from .asking.casting import CastAdvice as CastAdvice, cast as cast
from .asking.judging import (
    GameJudgement as GameJudgement,
    JudgedCast as JudgedCast,
    JudgedQuestion as JudgedQuestion,
    SureCast as SureCast,
    judge as judge,
)
from .asking.question import Question as Question, question as question
from .asking.strategies import Strategy as Strategy, strategy as strategy
from .belief.belief import Belief as Belief
from .game.errors import (
    AmuletsError as AmuletsError,
    ArgumentError as ArgumentError,
    ContradictionError as ContradictionError,
    GameError as GameError,
    IllegalActError as IllegalActError,
    InternalError as InternalError,
    PlacementFormatError as PlacementFormatError,
    Problem as Problem,
    RecordFormatError as RecordFormatError,
    StoppedError as StoppedError,
)
from .game.placement import Placement as Placement
from .game.readings import Rules as Rules
from .game.record import Record as Record
from .game.referee import Game as Game
from .game.rules import Asked as Asked, Cast as Cast, Secret as Secret
from .game.strategy_tree import CheckedTree as CheckedTree, StrategyTree as StrategyTree
from .racing.policies import Policy as Policy
from .racing.results import PolicyShare as PolicyShare, Race as Race
from .racing.tournament import RaceStoppedError as RaceStoppedError, race as race
from .racing.waiting import WaitAdvice as WaitAdvice, cast_or_wait as cast_or_wait
from .sizes import Limits as Limits

__version__: str
