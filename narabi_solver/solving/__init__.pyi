from . import packing as packing, search as search, tables as tables
from .packing import (
    PackedChildren as PackedChildren,
    PackedDeals as PackedDeals,
    children_of as children_of,
    pack_deals as pack_deals,
    pack_states as pack_states,
    random_packed as random_packed,
)
from .solve import (
    PackedAnalyses as PackedAnalyses,
    PackedMoves as PackedMoves,
    PackedSolutions as PackedSolutions,
    analyse_packed as analyse_packed,
    solve_packed as solve_packed,
)
