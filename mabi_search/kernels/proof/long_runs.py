"""Chooses the run that is worth a longer search than the proof search gives it."""

from __future__ import annotations

from _gamekit.jit.entry import kernel
from _gamekit.jit.forms import int64
from mabi_search.kernels.proof.graph import GRAPH, NODES, OPEN, PASS_OPEN, Graph
from mabi_search.kernels.proof.passing import SEARCHED_LONG, TRIES


@kernel(int64(GRAPH))
def next_run(graph: Graph) -> int:
    """Return the node whose run after a pass is to be searched for long; -1 if there is none.

    That is the root first, then the nearest to it of those whose pass was asked in vain with all efforts.
    """
    best = -1
    for at in range(graph.cursor[NODES]):
        node = graph.nodes[at]
        dear = node.effort != SEARCHED_LONG if at == 0 else node.effort == TRIES
        if dear and node.status == OPEN and node.passing == PASS_OPEN:
            if best < 0 or node.layer < graph.nodes[best].layer:
                best = at
    return best
