"""Exact answers about the cooperative game Narabi: the fewest turns of a deal, with proof."""

from narabi_mabi_common.limits import Limits
from narabi_solver.analysis import Analysis, analyse, swap_graph
from narabi_solver.api import solve, solve_many, verify
from narabi_solver.blocks import StoppedError
from narabi_solver.cards import Card
from narabi_solver.census import Census, census
from narabi_solver.costs import Costs, restriction_costs
from narabi_solver.deal import Deal
from narabi_solver.deck import Deck
from narabi_solver.errors import (
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
from narabi_solver.intervals import Interval
from narabi_solver.orders import Wish, ordered_deals
from narabi_solver.randomdeals import random_deal, random_deals
from narabi_solver.rules import Place, Rules, State, Stone, Swap
from narabi_solver.solution import Outcome, Solution, Verification
from narabi_solver.survey import PairedSurvey, Survey, paired_survey, survey
from narabi_solver.values import MoveValue

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
