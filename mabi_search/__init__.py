"""Exact answers about the group game Mabi: rules under every reading, positions, perft, analysis, proofs."""

from typing import TYPE_CHECKING

from _gamekit import lazy
from _gamekit.limits import Limits
from _gamekit.progress import Progress

if TYPE_CHECKING:
    from mabi_search.certify import (
        Certificate,
        CheckResult,
        NoCertificateError,
        RejectedError,
        check_certificate,
        make_certificate,
    )
    from mabi_search.game.errors import (
        ArgumentError,
        GameError,
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
    from mabi_search.proof.solving import solve, solve_all_readings
    from mabi_search.proof.verdict import MoveVerdict, Verdict
    from mabi_search.reviewing.game_review import GameReview, Judgement, ReviewedPly, Worth, review
    from mabi_search.runs.pass_analysis import PassAnalysis, analyse_pass
    from mabi_search.search.analysis import analyse, analyses
    from mabi_search.search.perft import Perft, divide, perft
    from mabi_search.search.results import Analysis, Line
    from mabi_search.tables.probing import ProbedMove, ProbeResult, probe

__all__ = [
    "Analysis",
    "ArgumentError",
    "Certificate",
    "CheckResult",
    "GameError",
    "GameResult",
    "GameReview",
    "IllegalMoveError",
    "InternalError",
    "InvalidPositionError",
    "Judgement",
    "LegalMoves",
    "Limits",
    "Line",
    "MabiError",
    "Move",
    "MoveFormatError",
    "MoveVerdict",
    "NoCertificateError",
    "Outcome",
    "PassAnalysis",
    "Perft",
    "Position",
    "PositionFormatError",
    "ProbeResult",
    "ProbedMove",
    "Problem",
    "Progress",
    "RejectedError",
    "ReviewedPly",
    "Rules",
    "Square",
    "Verdict",
    "Worth",
    "analyse",
    "analyse_pass",
    "analyses",
    "check_certificate",
    "divide",
    "make_certificate",
    "perft",
    "probe",
    "review",
    "solve",
    "solve_all_readings",
]

_HOMES = {
    "certify": "Certificate CheckResult NoCertificateError RejectedError check_certificate make_certificate",
    "game.errors": "ArgumentError GameError IllegalMoveError InternalError InvalidPositionError"
    " MabiError MoveFormatError PositionFormatError Problem",
    "game.outcomes": "GameResult Outcome",
    "game.position": "LegalMoves Position",
    "game.rules": "Move Rules Square",
    "proof.solving": "solve solve_all_readings",
    "proof.verdict": "MoveVerdict Verdict",
    "reviewing.game_review": "GameReview Judgement ReviewedPly Worth review",
    "runs.pass_analysis": "PassAnalysis analyse_pass",
    "search.analysis": "analyse analyses",
    "search.perft": "Perft divide perft",
    "search.results": "Analysis Line",
    "tables.probing": "ProbeResult ProbedMove probe",
}

if not TYPE_CHECKING:
    __getattr__, __dir__ = lazy.names(__name__, _HOMES)
