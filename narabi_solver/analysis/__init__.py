"""Values of swaps, shortest lines, played lines, costs of cards; finding deals of a given difficulty."""

from typing import TYPE_CHECKING

from _gamekit.moved import attributes
from narabi_solver.analysis.costs import Costs, restriction_costs
from narabi_solver.analysis.finding import RENAMED, DealFinder, DealSpec, FoundDeal, find_deals
from narabi_solver.analysis.shortest import ShortestLines
from narabi_solver.analysis.swaps import Analysis, analyse, swap_graph
from narabi_solver.analysis.verifying import verify

__all__ = [
    "Analysis",
    "Costs",
    "DealFinder",
    "DealSpec",
    "FoundDeal",
    "ShortestLines",
    "analyse",
    "find_deals",
    "restriction_costs",
    "swap_graph",
    "verify",
]

if not TYPE_CHECKING:
    __getattr__ = attributes(__name__, {old: RENAMED[old] for old in ("Wish", "ordered_deals")})
