"""The promise of a placement in a run, that is, its priority in the search.

If the aim is to overtake, the promise is twice the size of the running side's largest group, minus the bound
on the other side's largest group. Options add further terms: how close together the running side's pieces
are, how far apart the other side's pieces are, and whether the placement is new.
"""

from __future__ import annotations

import numpy as np

from _gamekit.jit.entry import helper
from _gamekit.kernels.bits import popcount
from mabi_search.kernels.board import Setting
from mabi_search.kernels.runs.joining import most_before_free
from mabi_search.kernels.runs.levels import (
    AIM,
    FREELY,
    GATHER,
    GREATEST,
    NOVELTY,
    SHORTEST,
    Runs,
)
from mabi_search.kernels.runs.novelty import bonus, bonus_of_step, row_of
from mabi_search.kernels.runs.shape import gathering, gathering_and_together, nearness

REACH = 8
"""Pieces at a smaller distance from the largest group count as near."""

NEARLY = 16
"""Weight of one piece of either side's largest group."""
OWN_NEARNESS, ENEMY_NEARNESS, MOST_NEARNESS = 2, 12, 127
"""Weights of nearness for both sides, and its maximum. The other side's weight is larger: a wall lengthens
that side's paths, and no other feature shows a wall that is almost closed."""


@helper
def promise(setting: Setting, runs: Runs, level: int, index: int, top: np.uint64) -> int:
    """Return the promise of a node with largest group `top`; set `node.bound` if the aim is OVERTAKE."""
    own, enemy, node = runs.placements[level, index], runs.enemies[level], runs.nodes[level, index]
    if runs.cursor[AIM] == SHORTEST:
        return int(4096 - node.depth)
    if runs.cursor[AIM] == GREATEST:
        near = gathering(setting, own, top, enemy, REACH)
        return int(128 * node.most + min(near, MOST_NEARNESS))
    if runs.cursor[GATHER]:
        near, apart, bound = nearness(setting, own, top, enemy, runs.tops[level], REACH)
    else:
        near = 0
        apart, bound = gathering_and_together(setting, enemy, runs.tops[level], own, REACH)
    seems = node.bound = bound
    if runs.cursor[FREELY] and node.holds and node.bound > node.most > runs.levels[level].enemy_most:
        seems = min(seems, most_before_free(setting, runs.trees, enemy, own, node.most) + 1)
        if seems <= node.most:
            node.bound = node.most - 1
    worth = (256 + 2 * node.most - seems) * NEARLY
    if runs.cursor[GATHER]:
        worth += OWN_NEARNESS * min(near, MOST_NEARNESS)
        worth -= ENEMY_NEARNESS * min(apart, 2 * MOST_NEARNESS)
    if runs.cursor[NOVELTY] and runs.levels[level].saved >= 0:
        beside = popcount(own & runs.beside[level]) >> 1
        node.kind = row_of(np.uint64((node.most * 64 + seems) * 64 + beside))
        seen, parent = runs.kinds[level, node.kind], node.parent
        if parent >= 0 and runs.nodes[level, parent].kind == node.kind:
            worth += bonus_of_step(seen, own, own & ~runs.placements[level, parent])
        else:
            worth += bonus(seen, np.uint64(runs.levels[level].stamp), own)
    return int(worth)
