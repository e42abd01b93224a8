"""The game: stones, cards, decks, deals, the rules in plain Python, the notation, a ring as a drawing."""

from _gamekit import checked
from narabi_solver.game.cards import Card
from narabi_solver.game.deal import Deal
from narabi_solver.game.deck import Deck
from narabi_solver.game.errors import (
    ArgumentError,
    DealFormatError,
    DeckFormatError,
    IllegalMoveError,
    InternalError,
    InvalidDealError,
    MoveFormatError,
    NarabiError,
    Problem,
)
from narabi_solver.game.random_deals import random_deal, random_deals
from narabi_solver.game.rules import Place, Rules, State, Stone, Swap

__all__ = [
    "ArgumentError",
    "Card",
    "Deal",
    "DealFormatError",
    "Deck",
    "DeckFormatError",
    "IllegalMoveError",
    "InternalError",
    "InvalidDealError",
    "MoveFormatError",
    "NarabiError",
    "Place",
    "Problem",
    "Rules",
    "State",
    "Stone",
    "Swap",
    "random_deal",
    "random_deals",
]

checked.room(globals())
