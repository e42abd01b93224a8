"""The graph grows: nodes are made, looked at, expanded, decided, and their parents told."""

from __future__ import annotations

import numpy as np

from _gamekit.kernel_cache import helper, subroutine
from _gamekit.kernels.bits import ONE, ZERO, lowest, popcount
from mabi_search.kernels.alphabeta.evaluation import Lie, estimate, lie
from mabi_search.kernels.alphabeta.work import NO_MOVE, PASS
from mabi_search.kernels.board import NO_FREEZE, Setting
from mabi_search.kernels.groups import top_and_size
from mabi_search.kernels.hashing import hashed
from mabi_search.kernels.moves import after_next, count_steps, movable, steps_of
from mabi_search.kernels.proof.graph import (
    ANSWER,
    BY_MARGIN,
    CHILD,
    CODE,
    DELTA,
    DISTANCE,
    DISTURBED,
    EDGE,
    EDGE_COUNT,
    EDGES,
    LAYER,
    LEFT,
    LOST,
    MOVE,
    NEXT,
    NODES,
    OPEN,
    PARENT,
    PARENTS,
    PASS_DRAWS,
    PASS_LOSES,
    PASS_WINS,
    PASSING,
    PHI,
    PLAY,
    SEED,
    SEEMS,
    STATUS,
    UNTOLD,
    USE_ANSWERS,
    WON,
    Graph,
    decide,
    holds,
    need_of,
    slot_of,
)
from mabi_search.kernels.proof.passing import try_pass
from mabi_search.kernels.runs import levels
from mabi_search.kernels.runs.shape import together

MOST_PHI = 16
"""Of a node that was not expanded."""


@helper
def look_at(setting: Setting, graph: Graph, node: int, own_top: np.uint64, enemy_top: np.uint64) -> None:
    """Decide a new node, whose largest groups are given, or write what its proof numbers seem to be."""
    row = graph.nodes[node]
    own, enemy = graph.words[node, 0], graph.words[node, 1]
    own_most = popcount(own_top)
    holding, enemy_need = holds(row[CODE]), need_of(graph, 1 - (row[CODE] & 1))
    first = row[CODE] >> 3
    empty = setting.board & ~(own | enemy)
    free = movable(setting, own, enemy, 0)
    steps = count_steps(empty, free & setting.edge if first else free)
    if holding < 0:
        row[PASSING] = PASS_LOSES
        if steps == 0:
            decide(graph, node, LOST, 1, PASS)
            return
    if holding > 0 and (first == 0 or steps == 0) and together(setting, enemy, own) < own_most + enemy_need:
        row[PASSING] = PASS_WINS
        decide(graph, node, WON, 1, PASS)
        return
    if first and steps:
        row[PASSING] = PASS_LOSES  # passing is not allowed
    ours, theirs = Lie(own_top, own_most, free), lie(setting, enemy, own, enemy_top)
    worth = estimate(setting, own, enemy, ours, theirs, holding, graph.weights, graph.features)
    worth = min(max(worth, -800), 800) // 100 + 8
    row[SEEMS] = worth | steps << 8
    guess(graph, node)


@helper
def guess(graph: Graph, node: int) -> None:
    """Write what the proof numbers of a node seem to be by itself."""
    row = graph.nodes[node]
    worth, steps = row[SEEMS] & 255, row[SEEMS] >> 8
    row[PHI] = 1 + (MOST_PHI - worth) // 2
    row[DELTA] = 1 + worth // 2 + steps
    mixed = hashed(graph.words[node, 0], graph.words[node, 1], np.uint64(graph.options[SEED]))
    row[PHI] += mixed & graph.options[DISTURBED]
    row[DELTA] += mixed >> 4 & graph.options[DISTURBED]


@helper
def times_arisen(graph: Graph, own: np.uint64, enemy: np.uint64, side: int) -> int:
    """Return how often a situation of alternate play has arisen in the past."""
    for i in range(graph.past.shape[0]):
        if graph.past[i, 0] == own and graph.past[i, 1] == enemy and graph.past[i, 2] == np.uint64(side):
            return int(np.int64(graph.past[i, 3]))
    return 0


@helper
def may_repeat(
    setting: Setting, graph: Graph, own: np.uint64, enemy: np.uint64, most: int, side: int, times: int
) -> bool:
    """Tell whether a proof could enter a tie for the third time, as its key does not know the holder.

    A proof enters each placement, side and holder once. A placement that is no tie has one holder; a tie has
    two, or, of single pieces and without a freeze, three.

    most    the size of the largest groups
    """
    here = graph.words[0, 0] == own and graph.words[0, 1] == enemy and graph.nodes[0, CODE] & 1 == side
    holders = 2
    if most == 1:
        holders = 3 if setting.freeze == NO_FREEZE else 1
    return times + holders - (1 if here else 0) > 2


@helper
def node_of(
    setting: Setting,
    graph: Graph,
    own: np.uint64,
    enemy: np.uint64,
    tops: tuple[np.uint64, np.uint64],
    code: int,
    layer: int,
) -> int:
    """Return the node of a position, whose largest groups are given; it is made if it is new."""
    slot = slot_of(graph, own, enemy, code)
    if graph.slots[slot]:
        node = graph.slots[slot] - 1
        if layer < graph.nodes[node, LAYER]:
            graph.nodes[node, LAYER] = layer
        return int(node)
    node = graph.cursor[NODES]
    graph.cursor[NODES] += 1
    graph.slots[slot] = node + 1
    graph.words[node, 0], graph.words[node, 1] = own, enemy
    row = graph.nodes[node]
    row[:] = 0
    row[CODE], row[LAYER], row[EDGE], row[PARENTS], row[ANSWER], row[PLAY] = code, layer, -1, -1, NO_MOVE, -1
    untold = graph.cursor[UNTOLD]
    look_at(setting, graph, node, tops[0], tops[1])
    graph.cursor[UNTOLD] = untold  # there is no parent yet; who links it looks at what is decided
    return int(node)


@helper
def link(graph: Graph, node: int, child: int, move: int) -> None:
    """Write an edge to a node that was made."""
    edge = graph.cursor[EDGE_COUNT]
    graph.cursor[EDGE_COUNT] += 1
    row = graph.edges[edge]
    row[CHILD], row[PARENT], row[MOVE], row[NEXT] = child, node, move, graph.nodes[child, PARENTS]
    graph.nodes[child, PARENTS] = edge
    graph.nodes[node, EDGES] += 1
    graph.nodes[node, LEFT] += 1


@helper
def step(
    setting: Setting, graph: Graph, node: int, piece: np.uint64, target: np.uint64, enemy_top: np.uint64
) -> None:
    """Write the edge of a step, unless repetition forbids it for certain."""
    row = graph.nodes[node]
    code = row[CODE]
    own, enemy = graph.words[node, 0] ^ piece ^ target, graph.words[node, 1]
    side = 1 - (code & 1)
    times = times_arisen(graph, enemy, own, side)
    if times >= 2:
        return
    own_top, mine = top_and_size(own)
    theirs = popcount(enemy_top)
    holder = code >> 1 & 3
    if mine != theirs or graph.goal[BY_MARGIN]:
        holder = 1 + (1 - side if mine - theirs >= need_of(graph, 1 - side) else side)
    tops = enemy_top, own_top
    child = node_of(setting, graph, enemy, own, tops, side | holder << 1, row[LAYER] + 1)
    move = popcount(piece - ONE) + 64 * popcount(target - ONE)
    if mine == theirs and may_repeat(setting, graph, enemy, own, mine, side, times):
        move = -move
    link(graph, node, child, move)


@subroutine
def expand(setting: Setting, graph: Graph, node: int) -> None:
    """Write the edges of a node; it may be decided by it."""
    row = graph.nodes[node]
    own, enemy = graph.words[node, 0], graph.words[node, 1]
    empty = setting.board & ~(own | enemy)
    row[EDGE] = graph.cursor[EDGE_COUNT]
    enemy_top, _ = top_and_size(enemy)
    steps = steps_of(movable(setting, own, enemy, row[CODE] >> 3), empty)
    while steps.targets != ZERO:
        step(setting, graph, node, steps.piece, lowest(steps.targets), enemy_top)
        steps = after_next(steps, empty)
    if row[STATUS] == OPEN:
        count_lost(graph, node)
    if row[STATUS] == OPEN and row[PARENTS] >= 0 and graph.options[USE_ANSWERS]:
        prefer_answers(graph, node)
    tell(graph)


@helper
def prefer(graph: Graph, node: int, move: int) -> None:
    """Let a move of a node be searched first, if it was not yet."""
    row = graph.nodes[node]
    for edge in range(row[EDGE], row[EDGE] + row[EDGES]):
        if graph.edges[edge, MOVE] == move:
            child = graph.nodes[graph.edges[edge, CHILD]]
            if child[STATUS] == OPEN and child[EDGE] < 0:
                child[DELTA] = 1


@helper
def prefer_answers(graph: Graph, node: int) -> None:
    """Prefer what won lately in reply to the same move, and what wins in reply to others in its place."""
    row = graph.nodes[node]
    last = graph.edges[row[PARENTS]]
    answer = graph.answers[row[CODE] & 1, abs(last[MOVE])]
    if answer > PASS:
        prefer(graph, node, answer)
    above = graph.nodes[last[PARENT]]
    for edge in range(above[EDGE], above[EDGE] + above[EDGES]):
        child = graph.nodes[graph.edges[edge, CHILD]]
        if child[STATUS] == WON and child[ANSWER] > PASS:
            prefer(graph, node, child[ANSWER])


@helper
def count_lost(graph: Graph, node: int) -> None:
    """Look at all moves of a node that was expanded: what its children have decided already."""
    row = graph.nodes[node]
    distance = 1
    for edge in range(row[EDGE], row[EDGE] + row[EDGES]):
        child = graph.nodes[graph.edges[edge, CHILD]]
        if child[STATUS] == LOST and graph.edges[edge, MOVE] > 0:
            decide(graph, node, WON, child[DISTANCE] + 1, graph.edges[edge, MOVE])
            return
        if child[STATUS] == WON:
            row[LEFT] -= 1
            distance = max(distance, child[DISTANCE] + 1)
    row[DISTANCE] = distance
    lose_if_nothing_is_left(graph, node)


@helper
def lose_if_nothing_is_left(graph: Graph, node: int) -> None:
    """Decide a node whose moves all lose, and its pass too."""
    row = graph.nodes[node]
    if row[STATUS] == OPEN and row[EDGE] >= 0 and row[LEFT] == 0 and row[PASSING] == PASS_LOSES:
        decide(graph, node, LOST, row[DISTANCE], NO_MOVE)


@helper
def tell(graph: Graph) -> None:
    """Tell the parents of what was decided, and theirs, until all know."""
    while graph.cursor[UNTOLD] > 0:
        graph.cursor[UNTOLD] -= 1
        node = graph.untold[graph.cursor[UNTOLD]]
        row = graph.nodes[node]
        edge = row[PARENTS]
        while edge >= 0:
            parent = graph.edges[edge, PARENT]
            above = graph.nodes[parent]
            if above[STATUS] == OPEN:
                if row[STATUS] == WON:
                    graph.answers[row[CODE] & 1, abs(graph.edges[edge, MOVE])] = row[ANSWER]
                    above[LEFT] -= 1
                    above[DISTANCE] = max(above[DISTANCE], row[DISTANCE] + 1)
                    lose_if_nothing_is_left(graph, parent)
                elif graph.edges[edge, MOVE] > 0:
                    decide(graph, parent, WON, row[DISTANCE] + 1, graph.edges[edge, MOVE])
            edge = graph.edges[edge, NEXT]


@subroutine
def ask_pass(setting: Setting, graph: Graph, node: int) -> None:
    """Search what a pass leads to with more effort; the node may be decided by it."""
    settle_pass(setting, graph, node, try_pass(setting, graph, node))


@subroutine
def settle_pass(setting: Setting, graph: Graph, node: int, answer: int) -> None:
    """Take in how the run after a pass ends, or that it is not known."""
    row = graph.nodes[node]
    if answer == levels.WINS:
        row[PASSING] = PASS_LOSES
        lose_if_nothing_is_left(graph, node)
    elif answer == levels.LOSES:
        row[PASSING] = PASS_WINS if holds(row[CODE]) > 0 else PASS_DRAWS
        if row[PASSING] == PASS_WINS:
            decide(graph, node, WON, 1, PASS)
    tell(graph)
