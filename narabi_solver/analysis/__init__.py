"""What every swap costs, all shortest lines, a line judged, what each card costs, deals to order."""

from narabi_solver.analysis.costs import Costs, restriction_costs
from narabi_solver.analysis.judging import verify
from narabi_solver.analysis.orders import Wish, ordered_deals
from narabi_solver.analysis.swaps import Analysis, analyse, swap_graph

__all__ = [
    "Analysis",
    "Costs",
    "Wish",
    "analyse",
    "ordered_deals",
    "restriction_costs",
    "swap_graph",
    "verify",
]
