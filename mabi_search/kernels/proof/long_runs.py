"""Choose the next run for a long search."""

from __future__ import annotations

from _gamekit.jit.entry import kernel
from _gamekit.jit.forms import int64
from mabi_search.kernels.board import SETTING, Setting
from mabi_search.kernels.proof.graph import GRAPH, NODES, OPEN, PASS_OPEN, Graph
from mabi_search.kernels.proof.grow import settle_pass
from mabi_search.kernels.proof.passing import SEARCHED_LONG, TRIES, answer_apart
from mabi_search.kernels.proof.placing import SCALES
from mabi_search.kernels.runs.levels import LOSES


@kernel(int64(SETTING, GRAPH))
def next_run(setting: Setting, graph: Graph) -> int:
    """Return the node whose run after a pass is to be searched next; -1 if none is left.

    The root comes first, unless its regions, searched one by one, show that the run loses. It is followed by
    the nodes whose pass is still open after `TRIES` searches of the run, those nearest to the root first.
    """
    root = graph.nodes[0]
    if root.status == OPEN and root.passing == PASS_OPEN and root.effort < TRIES:
        if answer_apart(setting, graph, 0, SCALES[-1]):
            settle_pass(setting, graph, 0, LOSES)
    best = -1
    for at in range(graph.cursor[NODES]):
        node = graph.nodes[at]
        dear = node.effort != SEARCHED_LONG if at == 0 else node.effort == TRIES
        if dear and node.status == OPEN and node.passing == PASS_OPEN:
            if best < 0 or node.layer < graph.nodes[best].layer:
                best = at
    return best
