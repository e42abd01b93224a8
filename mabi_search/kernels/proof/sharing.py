"""Merge the results of another search, and check a proof that combines the results of many searches.

All searches have the same position and history, though each may start from another node. A node that one
search has decided follows from nodes that the same search merged or decided earlier. So its result can be
copied into another graph, and still no decision depends on itself.
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
"""Value of `Node.left` after `settle` has checked a node and all nodes from which its outcome follows."""
WHOLE, GOING, NO_ROOM, GAP = range(4)
"""Return values of `settle`: the check is complete, the quota is used up, the graph has no room, or the
outcome does not follow from the nodes.
"""


class Fact:
    """The results of a position. The fields have the same meaning as in `Node`."""

    code: int
    status: int
    layer: int
    distance: int
    answer: int
    passing: int
    effort: int
    play: int
    """The index in `Learnt.plays` of a play that refutes a pass, or -1."""


FACT = rows.fields_of(Fact, np.int32)


class Learnt(NamedTuple):
    """The results of a search. Decided nodes come first, and each follows from earlier ones."""

    words: NDArray[np.uint64]
    """(n, 2): the pieces of the side to move, and those of the other side."""
    facts: rows.Rows
    """(n,) of `Fact`."""
    plays: NDArray[np.int16]
    """(k, steps + 1): plays, each as its number of steps and its steps."""


def nothing() -> Learnt:
    """Return the results of a search that has found nothing."""
    return Learnt(np.zeros((0, 2), np.uint64), rows.zeros(0, FACT), np.zeros((0, 1), np.int16))


LEARNT = form_of(nothing())
"""The type of a `Learnt` in the signatures of kernels."""


@helper
def take_play(graph: Graph, node: int, play: NDArray[np.int16]) -> None:
    """Store a play that refutes a node's pass, and record it for the placements on its way."""
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
    """Merge the results of another search of the same position. The graph must have capacity for them.

    nodes    receives the node of each fact
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
    """Make a position the start of the search, and return its node. The graph must have capacity for it."""
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
    """Return the next child of a visit's lost node, if the child is unchecked or not won; -1 if none is.

    The visit counts the children that are skipped, and stores the greatest of their distances.
    """
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
    """Check the node of a visit and return -1, or return a child that must be checked first.

    Return -2 if the outcome of the node does not follow from its children.
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
    """Check every node on which the outcome of the root depends, and compute the plies of the proof again.

    A node is decided before the nodes that follow from it, so the visits cannot run in a cycle. Nodes that
    `learnt_since` left out, and edges of lost nodes, are created when they are needed. Return GAP if the
    outcome does not follow from the nodes.
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
