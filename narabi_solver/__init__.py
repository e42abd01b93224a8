"""Exact answers about the cooperative game Narabi: the fewest turns of a deal, with proof."""

from typing import TYPE_CHECKING

from _gamekit import lazy
from _gamekit.limits import Limits
from _gamekit.moved import OldNames, attributes
from _gamekit.progress import Progress
from narabi_solver.analysis.costs import Costs, restriction_costs
from narabi_solver.analysis.finding import DealFinder, DealSpec, FoundDeal, find_deals
from narabi_solver.analysis.shortest import ShortestLines
from narabi_solver.analysis.swaps import Analysis, analyse, swap_graph
from narabi_solver.analysis.verifying import verify
from narabi_solver.certify.certificates import make_certificate, write_certificates
from narabi_solver.certify.checker import Confirmed, RejectedError, check_certificate
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
    UndecidedError,
)
from narabi_solver.game.random_deals import random_deal, random_deals
from narabi_solver.game.rules import Place, Rules, State, Stone, Swap
from narabi_solver.old_names import MOVED, RENAMED
from narabi_solver.solving.api import solve, solve_many
from narabi_solver.solving.solution import Outcome, Solution, Verification
from narabi_solver.solving.values import MoveValue, Value

if TYPE_CHECKING:
    from narabi_solver.statistics.blocks import StoppedError
    from narabi_solver.statistics.census import Census, census
    from narabi_solver.statistics.intervals import Interval
    from narabi_solver.statistics.survey import PairedSurvey, Survey, paired_survey, survey

__all__ = [
    "Analysis",
    "ArgumentError",
    "Card",
    "Census",
    "Confirmed",
    "Costs",
    "Deal",
    "DealFinder",
    "DealFormatError",
    "DealSpec",
    "Deck",
    "DeckFormatError",
    "FoundDeal",
    "IllegalMoveError",
    "InternalError",
    "Interval",
    "InvalidDealError",
    "Limits",
    "MoveFormatError",
    "MoveValue",
    "NarabiError",
    "Outcome",
    "PairedSurvey",
    "Place",
    "Problem",
    "Progress",
    "RejectedError",
    "Rules",
    "ShortestLines",
    "Solution",
    "State",
    "Stone",
    "StoppedError",
    "Survey",
    "Swap",
    "UndecidedError",
    "Value",
    "Verification",
    "analyse",
    "census",
    "check_certificate",
    "find_deals",
    "make_certificate",
    "paired_survey",
    "random_deal",
    "random_deals",
    "restriction_costs",
    "solve",
    "solve_many",
    "survey",
    "swap_graph",
    "verify",
    "write_certificates",
]

_STATISTICS = {
    "StoppedError": "statistics.blocks",
    "Census": "statistics.census",
    "census": "statistics.census",
    "Interval": "statistics.intervals",
    "PairedSurvey": "statistics.survey",
    "Survey": "statistics.survey",
    "paired_survey": "statistics.survey",
    "survey": "statistics.survey",
}
"""Names that are imported on first use, because they import numpy."""


def __dir__() -> list[str]:
    """Return all names, for completion, with those that are imported on first use."""
    return sorted({*globals(), *__all__})


OldNames(__name__, MOVED).install()

if not TYPE_CHECKING:
    _statistics, _renamed = lazy.names(__name__, _STATISTICS), attributes(__name__, RENAMED)

    def __getattr__(name: str) -> object:
        return (_statistics if name in _STATISTICS else _renamed)(name)
