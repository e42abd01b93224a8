"""Choose the next run for a long search."""

from __future__ import annotations

from _gamekit.jit.entry import kernel
from _gamekit.jit.forms import int64
from mabi_search.kernels.proof.graph import GRAPH, NODES, OPEN, PASS_OPEN, Graph
from mabi_search.kernels.proof.passing import SEARCHED_LONG, TRIES


@kernel(int64(GRAPH))
def next_run(graph: Graph) -> int:
    """Return the node whose run after a pass is to be searched next; -1 if none is left.

    The root comes first. It is followed by the nodes whose pass is still open after `TRIES` searches of the
    run, those nearest to the root first.
    """
    best = -1
    for at in range(graph.cursor[NODES]):
        node = graph.nodes[at]
        dear = node.effort != SEARCHED_LONG if at == 0 else node.effort == TRIES
        if dear and node.status == OPEN and node.passing == PASS_OPEN:
            if best < 0 or node.layer < graph.nodes[best].layer:
                best = at
    return best
