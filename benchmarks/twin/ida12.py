"""A C twin of the 12-stone search, to know how close the kernels come: see ``ida12.c``."""

from __future__ import annotations

import ctypes
from collections.abc import Callable

import numpy as np

from benchmarks.twin import library
from narabi_solver.kernels.batch import PackedSolutions, waiting
from narabi_solver.kernels.twelve.relaxed import Relaxed
from narabi_solver.solving import PackedDeals, tables


def solver() -> Callable[[PackedDeals], PackedSolutions]:
    """Return the twin of `solve_packed` for 12 stones; needs gcc."""
    search = library("ida12.c").search

    def solve(deals: PackedDeals) -> PackedSolutions:
        game, found = deals.game, waiting(deals.rings.size)
        table: Relaxed = tables.load_relaxed(game.places // game.hand)
        words = [game.targets.ctypes.data, game.reach.ctypes.data, game.pairs.ctypes.data]
        words += [game.hand, game.ranks, game.no_undo]
        given = deals.rings, deals.cards, deals.backs, deals.turns_left
        words += [array.ctypes.data for array in (*table, *given, *found[:5])]
        words += [deals.rings.size, 1 << 62]
        work = np.array(words, np.int64)
        search(ctypes.c_void_p(work.ctypes.data))
        return found

    return solve
