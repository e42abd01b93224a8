"""Exact answers about the cooperative game Narabi: the fewest turns of a deal, with proof."""

from _gamekit.limits import Limits
from _gamekit.moved import OldNames
from narabi_solver.analysis.costs import Costs, restriction_costs
from narabi_solver.analysis.judging import verify
from narabi_solver.analysis.orders import Wish, ordered_deals
from narabi_solver.analysis.swaps import Analysis, analyse, swap_graph
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
    NarabiError,
    Problem,
    UndecidedError,
)
from narabi_solver.game.random_deals import random_deal, random_deals
from narabi_solver.game.rules import Place, Rules, State, Stone, Swap
from narabi_solver.old_names import MOVED
from narabi_solver.solving.api import solve, solve_many
from narabi_solver.solving.solution import Outcome, Solution, Verification
from narabi_solver.solving.values import MoveValue
from narabi_solver.statistics.blocks import StoppedError
from narabi_solver.statistics.census import Census, census
from narabi_solver.statistics.intervals import Interval
from narabi_solver.statistics.survey import PairedSurvey, Survey, paired_survey, survey

__all__ = [
    "Analysis",
    "ArgumentError",
    "Card",
    "Census",
    "Costs",
    "Deal",
    "DealFormatError",
    "Deck",
    "DeckFormatError",
    "IllegalMoveError",
    "InternalError",
    "Interval",
    "InvalidDealError",
    "Limits",
    "MoveValue",
    "NarabiError",
    "Outcome",
    "PairedSurvey",
    "Place",
    "Problem",
    "Rules",
    "Solution",
    "State",
    "StoppedError",
    "Stone",
    "Survey",
    "Swap",
    "UndecidedError",
    "Verification",
    "Wish",
    "analyse",
    "census",
    "ordered_deals",
    "paired_survey",
    "random_deal",
    "random_deals",
    "restriction_costs",
    "solve",
    "solve_many",
    "survey",
    "swap_graph",
    "verify",
]

OldNames(__name__, MOVED).install()
