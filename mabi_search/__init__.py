"""Exact answers about the group game Mabi: rules under every reading, positions, perft, analysis, proofs."""

from _gamekit.limits import Limits
from _gamekit.moved import OldNames
from mabi_search.game.errors import (
    ArgumentError,
    IllegalMoveError,
    InternalError,
    InvalidPositionError,
    MabiError,
    PositionFormatError,
    Problem,
)
from mabi_search.game.outcomes import GameResult, Outcome
from mabi_search.game.position import LegalMoves, Position
from mabi_search.game.rules import Move, Rules, Square
from mabi_search.old_names import MOVED
from mabi_search.proof.solving import solve, solve_all_readings
from mabi_search.proof.verdict import Verdict
from mabi_search.runs.passing import Passed
from mabi_search.search.analysis import Analysis, Line, analyse, analyses
from mabi_search.search.perft import Perft, divide, perft
from mabi_search.tables.probing import Probed, probe

__all__ = [
    "Analysis",
    "ArgumentError",
    "GameResult",
    "IllegalMoveError",
    "InternalError",
    "InvalidPositionError",
    "LegalMoves",
    "Line",
    "Limits",
    "MabiError",
    "Move",
    "Outcome",
    "Passed",
    "Perft",
    "Position",
    "PositionFormatError",
    "Probed",
    "Problem",
    "Rules",
    "Square",
    "Verdict",
    "analyse",
    "analyses",
    "divide",
    "perft",
    "probe",
    "solve",
    "solve_all_readings",
]

OldNames(__name__, MOVED).install()
