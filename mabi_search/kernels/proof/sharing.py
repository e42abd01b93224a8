"""Results that one search takes over from another, and the proof that many searches have found together.

All searches are of one position, with its past, from some node on. A node that one search has decided follows
from nodes that it took over or decided before. So it can be written unchanged into the graph of another
search: the order in which nodes were decided stays well-founded.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from _gamekit.jit.entry import helper, kernel, subroutine
from _gamekit.jit.forms import form_of, int32, int64, uint64, void
from _gamekit.kernels import rows
from _gamekit.kernels.bits import ONE
from mabi_search.kernels.alphabeta.work import PASS
from mabi_search.kernels.board import SETTING, Setting
from mabi_search.kernels.groups import largest
from mabi_search.kernels.proof.graph import (
    DEPTH,
    FRESH,
    GRAPH,
    KEPT,
    LOSING,
    LOST,
    MAX_PATH,
    NODES,
    OPEN,
    PASS_LOSES,
    PASS_OPEN,
    PASS_WINS,
    TAILS,
    TOP,
    WINNING,
    WON,
    Graph,
    Node,
    Visit,
    decide,
    holds,
)
from mabi_search.kernels.proof.grow import expand, lose_if_nothing_is_left, node_of, tell
from mabi_search.kernels.proof.plays import new_play, note
from mabi_search.kernels.proof.search import answered, has_room
from mabi_search.kernels.runs.shape import top_group

SETTLED = -1
"""Instead of how many moves of a node are left: it and all below it are proven."""
WHOLE, GOING, NO_ROOM, GAP = range(4)
"""How a slice of `settle` ended."""


class Fact:
    """The results of a position; `Node` has the meaning of each field."""

    code: int
    status: int
    layer: int
    distance: int
    answer: int
    passing: int
    effort: int
    play: int
    """Index of the play that refutes a pass, or -1."""


FACT = rows.fields_of(Fact, np.int32)


class Learnt(NamedTuple):
    """The results of a search: decided nodes come first, and each follows from earlier ones."""

    words: NDArray[np.uint64]
    """(n, 2): the pieces of the side to move, and those of the other."""
    facts: rows.Rows
    """(n,) of `Fact`."""
    plays: NDArray[np.int16]
    """(k, steps + 1): how many steps, and these."""


def nothing() -> Learnt:
    """Return empty results."""
    return Learnt(np.zeros((0, 2), np.uint64), rows.zeros(0, FACT), np.zeros((0, 1), np.int16))


LEARNT = form_of(nothing())
"""The form of a `Learnt`."""


@helper
def take_play(graph: Graph, node: int, play: NDArray[np.int16]) -> None:
    """Write a play that refutes the pass of a node, and note it for the placements on its way."""
    row: Node = graph.nodes[node]
    steps = int(play[0])
    new = new_play(graph, steps)
    if new < 0:
        return
    runner, enemy = graph.words[node, 1], graph.words[node, 0]
    most, holds = largest(enemy), False
    for step in range(steps + 1):
        if step > 0:
            move = int(play[step])
            graph.known.plays[new, step] = move
            runner ^= (ONE << np.uint64(move & 63)) ^ (ONE << np.uint64(move >> 6))
            size = largest(runner)
            holds = size > most or (holds and size == most)
        if not holds:
            note(graph, runner, enemy, WINNING + new * TAILS + step)
    row.play = new * TAILS
    side = 1 - (row.code & 1)
    at = graph.known.kept[side, KEPT]
    graph.known.kept[side, at] = new
    graph.known.kept[side, KEPT] = (at + 1) % KEPT


@kernel(void(SETTING, GRAPH, LEARNT, int32[::1]))
def take(setting: Setting, graph: Graph, learnt: Learnt, nodes: NDArray[np.int32]) -> None:
    """Take over the results of another search of the same position; there is memory for them.

    nodes    which node each fact is of
    """
    for at in range(learnt.facts.shape[0]):
        fact: Fact = learnt.facts[at]
        own, enemy = learnt.words[at, 0], learnt.words[at, 1]
        node = node_of(setting, graph, own, enemy, (top_group(own), top_group(enemy)), fact.code, fact.layer)
        nodes[at] = node
        row: Node = graph.nodes[node]
        if row.status != OPEN:
            continue
        row.effort = max(row.effort, fact.effort)
        if row.passing == PASS_OPEN and fact.passing != PASS_OPEN:
            row.passing = fact.passing
            if fact.passing == PASS_LOSES and fact.play >= 0:
                take_play(graph, node, learnt.plays[fact.play])
            elif fact.passing != PASS_LOSES:
                note(graph, enemy, own, LOSING)
        if fact.status != OPEN:
            decide(graph, node, fact.status, fact.distance, fact.answer)
        else:
            lose_if_nothing_is_left(graph, node)
        tell(graph)


@kernel(int64(SETTING, GRAPH, uint64, uint64, int64, int64))
def search_from(
    setting: Setting, graph: Graph, own: np.uint64, enemy: np.uint64, code: int, layer: int
) -> int:
    """Let the search go on from a node, made and expanded if it was not; return it. There is room for it."""
    cursor = graph.cursor
    cursor[FRESH] = cursor[NODES]
    top = node_of(setting, graph, own, enemy, (top_group(own), top_group(enemy)), code, layer)
    if graph.nodes[top].status == OPEN and graph.nodes[top].edge < 0:
        expand(setting, graph, top)
    cursor[TOP], cursor[DEPTH] = top, 0
    if top == 0:
        cursor[FRESH] = 0
    return int(top)


@helper
def next_unsettled(graph: Graph, visit: Visit) -> int:
    """Return the next child of a lost node that is not settled, or -1."""
    row: Node = graph.nodes[visit.at]
    while visit.phi_limit < row.edges:
        child = graph.edges[row.edge + visit.phi_limit].child
        if graph.nodes[child].left != SETTLED or graph.nodes[child].status != WON:
            return int(child)
        visit.phi_limit += 1
        visit.delta_limit = max(visit.delta_limit, graph.nodes[child].distance)
    return -1


@subroutine
def settle_one(setting: Setting, graph: Graph, visit: Visit) -> int:
    """Settle the node of a visit if what it follows from is; else return what is to be settled first.

    -1 if it is settled, -2 if it does not follow.
    """
    node = visit.at
    row: Node = graph.nodes[node]
    if row.status == OPEN:
        return -2
    distance = 0
    if row.status == WON and row.answer != PASS:
        child = answered(setting, graph, node, row.answer)
        if child < 0 or graph.nodes[child].status != LOST:
            return -2
        if graph.nodes[child].left != SETTLED:
            return child
        distance = int(graph.nodes[child].distance)
    elif row.status == WON:
        if holds(row.code) <= 0 or row.passing != PASS_WINS:
            return -2
    else:
        if row.passing != PASS_LOSES:
            return -2
        if row.edge < 0:
            expand(setting, graph, node)
        child = next_unsettled(graph, visit)
        if child >= 0:
            return child if graph.nodes[child].status == WON else -2
        distance = visit.delta_limit
    row.distance, row.left = distance + 1, SETTLED
    return -1


@kernel(int64(SETTING, GRAPH, int64))
def settle(setting: Setting, graph: Graph, quota: int) -> int:
    """Walk down from the root, which is decided, to all that its outcome follows from; count plies anew.

    A node is decided before those that follow from it, so the walk does not go round. Nodes that are decided
    at sight, and the edges of those that lose, are made as they are met. GAP: it does not follow.
    """
    cursor = graph.cursor
    if cursor[DEPTH] == 0:
        cursor[DEPTH] = 1
        graph.path[0].at, graph.path[0].phi_limit, graph.path[0].delta_limit = 0, 0, 0
    for _ in range(quota):
        if not has_room(graph):
            return NO_ROOM
        visit: Visit = graph.path[cursor[DEPTH] - 1]
        below = settle_one(setting, graph, visit)
        if below == -1:
            cursor[DEPTH] -= 1
            if cursor[DEPTH] == 0:
                return WHOLE
        elif below == -2 or cursor[DEPTH] == MAX_PATH:
            return GAP
        else:
            row: Visit = graph.path[cursor[DEPTH]]
            row.at, row.phi_limit, row.delta_limit = below, 0, 0
            cursor[DEPTH] += 1
    return GOING
