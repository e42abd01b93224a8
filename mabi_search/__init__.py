"""Exact answers about the group game Mabi: rules under every reading, positions, perft, analysis, proofs."""

from mabi_search.analysis import Analysis, Line, analyse, analyses
from mabi_search.errors import (
    ArgumentError,
    IllegalMoveError,
    InternalError,
    InvalidPositionError,
    MabiError,
    PositionFormatError,
    Problem,
)
from mabi_search.passing import Passed
from mabi_search.perft import Perft, divide, perft
from mabi_search.position import LegalMoves, Outcome, Position
from mabi_search.probing import Probed, probe
from mabi_search.rules import Move, Rules, Square
from mabi_search.solving import solve, solve_all_readings
from mabi_search.verdict import Verdict
from narabi_mabi_common.limits import Limits

__all__ = [
    "Analysis",
    "ArgumentError",
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
