"""Tales of Arabia, a game of stories within stories: the table kept, records scored, hands valued."""

from typing import TYPE_CHECKING

from _gamekit import lazy

if TYPE_CHECKING:
    from tales_of_arabia.game.acts import End, Interrupt, Lay, Pass
    from tales_of_arabia.game.cards import Card, Kind
    from tales_of_arabia.game.deck import Deck
    from tales_of_arabia.game.errors import (
        ArgumentError,
        DeckFormatError,
        GameError,
        IllegalActError,
        InternalError,
        InvalidDealError,
        Problem,
        RecordFormatError,
        TalesError,
    )
    from tales_of_arabia.game.readings import Rules
    from tales_of_arabia.game.record import Record
    from tales_of_arabia.game.rules import Game, Hand
    from tales_of_arabia.planning.plans import Plan, plan
    from tales_of_arabia.planning.situation import Situation
    from tales_of_arabia.planning.thresholds import Threshold, threshold, thresholds

__all__ = [
    "ArgumentError",
    "Card",
    "Deck",
    "DeckFormatError",
    "End",
    "Game",
    "GameError",
    "Hand",
    "IllegalActError",
    "InternalError",
    "Interrupt",
    "InvalidDealError",
    "Kind",
    "Lay",
    "Pass",
    "Plan",
    "Problem",
    "Record",
    "RecordFormatError",
    "Rules",
    "Situation",
    "TalesError",
    "Threshold",
    "plan",
    "threshold",
    "thresholds",
]

_HOMES = {
    "game.acts": "End Interrupt Lay Pass",
    "game.cards": "Card Kind",
    "game.deck": "Deck",
    "game.errors": "ArgumentError DeckFormatError GameError IllegalActError InternalError"
    " InvalidDealError Problem RecordFormatError TalesError",
    "game.readings": "Rules",
    "game.record": "Record",
    "game.rules": "Game Hand",
    "planning.plans": "Plan plan",
    "planning.situation": "Situation",
    "planning.thresholds": "Threshold threshold thresholds",
}

if not TYPE_CHECKING:
    __getattr__, __dir__ = lazy.names(__name__, _HOMES)
