"""The game: positions, the rules in plain Python under every reading, the notation, a board as a drawing."""

from _gamekit import checked
from mabi_search.game.errors import (
    ArgumentError,
    IllegalMoveError,
    InternalError,
    InvalidPositionError,
    MabiError,
    MoveFormatError,
    PositionFormatError,
    Problem,
)
from mabi_search.game.outcomes import GameResult, Outcome
from mabi_search.game.position import LegalMoves, Position
from mabi_search.game.rules import Move, Rules, Square

__all__ = [
    "ArgumentError",
    "GameResult",
    "IllegalMoveError",
    "InternalError",
    "InvalidPositionError",
    "LegalMoves",
    "MabiError",
    "Move",
    "MoveFormatError",
    "Outcome",
    "Position",
    "PositionFormatError",
    "Problem",
    "Rules",
    "Square",
]

checked.room(globals())
