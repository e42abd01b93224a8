"""Values of swaps, shortest lines, played lines, costs of cards; finding deals of a given difficulty."""

from typing import TYPE_CHECKING

from _gamekit import lazy

if TYPE_CHECKING:
    from narabi_solver.analysis.costs import Costs, restriction_costs
    from narabi_solver.analysis.finding import DealFinder, DealSpec, FoundDeal, find_deals
    from narabi_solver.analysis.reviewing import Judgement, Review, ReviewedTurn, review
    from narabi_solver.analysis.shortest import ShortestLines
    from narabi_solver.analysis.swaps import Analysis, analyse, swap_graph
    from narabi_solver.analysis.verifying import verify

__all__ = [
    "Analysis",
    "Costs",
    "DealFinder",
    "DealSpec",
    "FoundDeal",
    "Judgement",
    "Review",
    "ReviewedTurn",
    "ShortestLines",
    "analyse",
    "find_deals",
    "restriction_costs",
    "review",
    "swap_graph",
    "verify",
]

_HOMES = {
    "costs": "Costs restriction_costs",
    "finding": "DealFinder DealSpec FoundDeal find_deals",
    "reviewing": "Judgement Review ReviewedTurn review",
    "shortest": "ShortestLines",
    "swaps": "Analysis analyse swap_graph",
    "verifying": "verify",
}

if not TYPE_CHECKING:
    __getattr__, __dir__ = lazy.names(__name__, _HOMES)
