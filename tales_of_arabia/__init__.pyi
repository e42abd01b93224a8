from .game.acts import End as End, Interrupt as Interrupt, Lay as Lay, Pass as Pass
from .game.dealing import Hand as Hand
from .game.deck import Card as Card, Deck as Deck, Kind as Kind
from .game.errors import (
    ArgumentError as ArgumentError,
    DeckFormatError as DeckFormatError,
    GameError as GameError,
    IllegalActError as IllegalActError,
    InternalError as InternalError,
    InvalidDealError as InvalidDealError,
    Problem as Problem,
    RecordFormatError as RecordFormatError,
    TalesError as TalesError,
)
from .game.readings import Rules as Rules
from .game.record import Record as Record
from .game.rules import Game as Game
from .planning.plans import Plan as Plan, plan as plan
from .planning.situation import Situation as Situation
from .planning.thresholds import Threshold as Threshold, threshold as threshold, thresholds as thresholds

__version__: str
