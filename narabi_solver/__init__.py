"""Exact answers about the cooperative game Narabi: the fewest turns of a deal, with proof."""

from narabi_mabi_common.limits import Limits
from narabi_solver.analysis import Analysis, Costs, MoveValue, analyse, restriction_costs, swap_graph
from narabi_solver.api import solve, solve_many, verify
from narabi_solver.cards import Card
from narabi_solver.census import Census, census
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
)
from narabi_solver.orders import Wish, ordered_deals
from narabi_solver.randomdeals import random_deal, random_deals
from narabi_solver.rules import Place, Rules, State, Stone, Swap
from narabi_solver.solution import Outcome, Solution, Verification

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
    "InvalidDealError",
    "Limits",
    "MoveValue",
    "NarabiError",
    "Outcome",
    "Place",
    "Problem",
    "Rules",
    "Solution",
    "State",
    "Stone",
    "Swap",
    "Verification",
    "Wish",
    "analyse",
    "census",
    "ordered_deals",
    "random_deal",
    "random_deals",
    "restriction_costs",
    "solve",
    "solve_many",
    "swap_graph",
    "verify",
]
