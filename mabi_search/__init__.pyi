from .certify.certificates import (
    Certificate as Certificate,
    NoCertificateError as NoCertificateError,
    make_certificate as make_certificate,
)
from .certify.checker import (
    CheckResult as CheckResult,
    RejectedError as RejectedError,
    TooLargeError as TooLargeError,
    check_certificate as check_certificate,
)
from .game.errors import (
    ArgumentError as ArgumentError,
    GameError as GameError,
    IllegalMoveError as IllegalMoveError,
    InternalError as InternalError,
    InvalidPositionError as InvalidPositionError,
    MabiError as MabiError,
    MoveFormatError as MoveFormatError,
    PositionFormatError as PositionFormatError,
    Problem as Problem,
)
from .game.outcomes import GameResult as GameResult, Outcome as Outcome
from .game.position import LegalMoves as LegalMoves, Position as Position
from .game.rules import Move as Move, Rules as Rules, Square as Square
from .proof.solving import solve as solve, solve_all_readings as solve_all_readings
from .proof.verdict import MoveVerdict as MoveVerdict, Verdict as Verdict
from .reviewing.game_review import (
    GameReview as GameReview,
    Judgement as Judgement,
    ReviewedPly as ReviewedPly,
    Worth as Worth,
    review as review,
)
from .runs.pass_analysis import PassAnalysis as PassAnalysis, analyse_pass as analyse_pass
from .search.analysis import analyse as analyse, analyses as analyses
from .search.perft import Perft as Perft, divide as divide, perft as perft
from .search.results import Analysis as Analysis, Line as Line
from .search.sizes import Limits as Limits, Progress as Progress
from .tables.probing import ProbedMove as ProbedMove, ProbeResult as ProbeResult, probe as probe

__version__: str
