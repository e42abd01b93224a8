"""Search the graph by depth-first proof-number search (Nagai's df-pn).

`phi` of a node estimates the effort to prove that the side to move wins. It is the least `delta` of the
children. `delta` estimates the effort to prove that the side to move loses. It is the greatest `phi` of the
children, plus 1 for each other open child. The sum of all `phi` would count a position several times if
several moves lead to it. Only children in a later layer are searched, so the search cannot run in a cycle. If
no such child is left to search, the nodes not yet expanded are expanded in order.
"""

from __future__ import annotations

import numpy as np

from _gamekit.jit.entry import helper, kernel, subroutine
from _gamekit.jit.forms import int64, uint64, void
from _gamekit.kernels.bits import ONE, ZERO
from mabi_search.kernels.alphabeta.work import MAX_MOVES, NO_MOVE, PASS
from mabi_search.kernels.board import SETTING, Setting
from mabi_search.kernels.groups import top_and_size
from mabi_search.kernels.moves import movable
from mabi_search.kernels.proof.graph import (
    DEPTH,
    EDGE_COUNT,
    FRESH,
    GRAPH,
    INFINITE,
    LONGEST_REPLAY,
    LOST,
    MADE,
    MAX_PATH,
    NODES,
    OPEN,
    PASS_LOSES,
    PASS_OPEN,
    TOP,
    USE_REPLAY,
    USE_WEAK_SUM,
    WON,
    Copy,
    Edge,
    Graph,
    Node,
    Visit,
    decide,
    holds,
    slot_of,
)
from mabi_search.kernels.proof.grow import after_step, ask_pass, expand, guess, node_of, settle_pass, tell
from mabi_search.kernels.proof.passing import SEARCHED_LONG, TRIES, cost_of_run
from mabi_search.kernels.proof.plays import keep_play, note_all
from mabi_search.kernels.runs import levels
from mabi_search.kernels.runs.shape import top_group

DECIDED, RUNNING, FULL, EXHAUSTED = range(4)
"""The ways in which a call of `prove` ends. FULL means that the graph has no capacity for the next node.
EXHAUSTED means that every reachable node has been expanded and the start of the search is still open."""
THE_PASS = -2
MOST_REPLAYED, SIBLINGS, REPLAY_EFFORTS = 4_000, 2, 2
"""Limits of a replay: new nodes, siblings whose answers are tried at a node, and searches after a pass."""
VISITS = 4
"""Maximum number of visits in a call of `prove`, as a multiple of its quota. A restarted search visits many
known nodes."""


@helper
def scan(graph: Graph, node: int) -> tuple[int, int, int, int, int]:
    """Return `phi` and `delta` of a node, computed from its children, and the move to search next.

    The move is an edge, THE_PASS or -1. The fourth value is the second least `delta` of the moves. The fifth
    is the part of the node's `delta` that the other moves contribute.
    """
    row: Node = graph.nodes[node]
    best, least, second = -1, INFINITE, INFINITE
    greatest, count, total, its = 0, 0, 0, 0
    for edge in range(row.edge, row.edge + row.edges):
        child: Node = graph.nodes[graph.edges[edge].child]
        if child.status == WON:
            continue
        count += 1
        greatest = max(greatest, child.phi)
        total += child.phi
        if child.status != OPEN or child.layer <= row.layer:
            continue
        if child.delta < least:
            best, least, second, its = edge, child.delta, least, child.phi
        elif child.delta < second:
            second = child.delta
    if row.passing == PASS_OPEN:
        phi, delta = cost_of_run(graph, row.effort)
        count += 1
        greatest = max(greatest, phi)
        total += phi
        if delta < least:
            best, least, second, its = THE_PASS, delta, least, phi
        elif delta < second:
            second = delta
    elif row.passing != PASS_LOSES:
        greatest = total = INFINITE
    if not graph.options[USE_WEAK_SUM]:
        return least, min(total, INFINITE), best, second, total - its
    return least, min(greatest + max(count - 1, 0), INFINITE), best, second, count - 1


@helper
def has_room(graph: Graph) -> bool:
    """Return whether there is memory to expand one more node."""
    nodes, edges = graph.cursor[NODES] + MAX_MOVES, graph.cursor[EDGE_COUNT] + MAX_MOVES
    return bool(nodes <= graph.nodes.shape[0] and edges <= graph.edges.shape[0])


@subroutine
def answered(setting: Setting, graph: Graph, node: int, move: int) -> int:
    """Return the node after a step, created if it is new; -1 if the step is illegal or not usable."""
    piece, target = ONE << np.uint64(move & 63), ONE << np.uint64(move >> 6)
    own, enemy = graph.words[node, 0], graph.words[node, 1]
    if piece & movable(setting, own, enemy, graph.nodes[node].code >> 3) == ZERO:
        return -1
    if target & (own | enemy) != ZERO:
        return -1
    enemy_top, _ = top_and_size(enemy)
    after, usable = after_step(setting, graph, node, piece, target, enemy_top)
    return after if usable else -1


@subroutine
def answer_alike(setting: Setting, graph: Graph, copy: Copy) -> bool:
    """Try the won node's answer at the open node of `copy`; return False if the replay cannot succeed."""
    row: Node = graph.nodes[copy.at]
    answer = graph.nodes[copy.like].answer
    if answer == PASS:
        if row.passing == PASS_OPEN and row.effort == 0 and holds(row.code) > 0:
            ask_pass(setting, graph, copy.at)
        return bool(row.status == WON)
    if not has_room(graph):
        return False
    copy.after = answered(setting, graph, copy.at, answer)
    copy.like_after = answered(setting, graph, copy.like, answer)
    if copy.after < 0 or copy.like_after < 0:
        return False
    after: Node = graph.nodes[copy.after]
    if after.status == OPEN and after.passing == PASS_OPEN and after.effort < REPLAY_EFFORTS:
        ask_pass(setting, graph, copy.after)
    if after.status == OPEN:
        if after.passing != PASS_LOSES or graph.nodes[copy.like_after].edge < 0 or not has_room(graph):
            return False
        if after.edge < 0:
            expand(setting, graph, copy.after)
        copy.edge = after.edge
    return bool(after.status != WON)


@helper
def next_reply(graph: Graph, copy: Copy) -> tuple[int, int]:
    """Return the open node after the next reply, and the won node after the same reply; both -1 if none."""
    after: Node = graph.nodes[copy.after]
    like: Node = graph.nodes[copy.like_after]
    while copy.edge < after.edge + after.edges:
        reply: Edge = graph.edges[copy.edge]
        copy.edge += 1
        if graph.nodes[reply.child].status == OPEN:
            for edge in range(like.edge, like.edge + like.edges):
                child = graph.edges[edge].child
                if abs(graph.edges[edge].move) == abs(reply.move) and graph.nodes[child].status == WON:
                    return reply.child, child
            break
    return -1, -1


@subroutine
def replay(setting: Setting, graph: Graph, node: int, like: int) -> None:
    """Try to win a node with the answers that won another node.

    Kawano calls this simulation. It branches only at replies, and fails at the first reply that the other
    node does not have.
    """
    last = graph.cursor[NODES] + MOST_REPLAYED
    graph.trail[0].at, graph.trail[0].like, graph.trail[0].after = node, like, -1
    depth = 0
    while depth >= 0 and graph.cursor[NODES] < last:
        copy: Copy = graph.trail[depth]
        row: Node = graph.nodes[copy.at]
        if row.status == WON:
            depth -= 1
        elif row.status == LOST:
            return
        elif copy.after < 0:
            if not answer_alike(setting, graph, copy):
                return
        elif graph.nodes[copy.after].status == LOST:
            decide(graph, copy.at, WON, graph.nodes[copy.after].distance + 1, graph.nodes[copy.like].answer)
            tell(graph)
        else:
            child, its = next_reply(graph, copy)
            depth += 1
            if child < 0 or depth == LONGEST_REPLAY:
                return
            graph.trail[depth].at, graph.trail[depth].like, graph.trail[depth].after = child, its, -1


@subroutine
def replay_at_siblings(setting: Setting, graph: Graph, parent: int, won: int) -> None:
    """Try the answers that won one child of a node at the other children."""
    above: Node = graph.nodes[parent]
    for edge in range(above.edge, above.edge + above.edges):
        child = graph.edges[edge].child
        if above.status == OPEN and graph.nodes[child].status == OPEN:
            replay(setting, graph, child, won)


@subroutine
def replay_from_siblings(setting: Setting, graph: Graph, parent: int, node: int) -> None:
    """Before a node is expanded, try the answers that won its siblings, `SIBLINGS` at most."""
    above: Node = graph.nodes[parent]
    last, tries = NO_MOVE, 0
    for edge in range(above.edge, above.edge + above.edges):
        child: Node = graph.nodes[graph.edges[edge].child]
        if child.status == WON and child.answer != last and tries < SIBLINGS:
            last = child.answer
            if last != PASS or holds(graph.nodes[node].code) > 0:
                tries += 1
                replay(setting, graph, node, graph.edges[edge].child)
                if graph.nodes[node].status != OPEN:
                    return


@subroutine
def drop_decided(setting: Setting, graph: Graph) -> None:
    """Cut the path at its first decided node. If that node is won, try its answers at its siblings."""
    depth = 0
    while depth < graph.cursor[DEPTH]:
        node = graph.path[depth].at
        if graph.nodes[node].status == OPEN:
            depth += 1
            continue
        graph.cursor[DEPTH] = depth
        if depth > 0 and graph.nodes[node].status == WON and graph.options[USE_REPLAY]:
            replay_at_siblings(setting, graph, graph.path[depth - 1].at, node)
            depth = 0


@helper
def look_further(setting: Setting, graph: Graph) -> int:
    """Expand the next open node, or search its pass if it is expanded; return EXHAUSTED if none is left."""
    while graph.cursor[FRESH] < graph.cursor[NODES]:
        node = graph.cursor[FRESH]
        row: Node = graph.nodes[node]
        if row.status == OPEN and row.edge < 0:
            expand(setting, graph, node)
            return RUNNING
        if row.status == OPEN and row.passing == PASS_OPEN and row.effort < TRIES:
            ask_pass(setting, graph, node)
            return RUNNING
        graph.cursor[FRESH] += 1
    return EXHAUSTED


@kernel(int64(SETTING, GRAPH, int64))
def prove(setting: Setting, graph: Graph, quota: int) -> int:
    """Search about `quota` nodes and placements of runs; stop early after `VISITS * quota` visits."""
    cursor = graph.cursor
    last = cursor[NODES] + cursor[MADE] + quota
    visits = 0
    while graph.nodes[cursor[TOP]].status == OPEN:
        visits += 1
        if cursor[NODES] + cursor[MADE] >= last or visits > VISITS * quota:
            return RUNNING
        if not has_room(graph):
            return FULL
        if cursor[DEPTH] == 0:
            cursor[DEPTH] = 1
            graph.path[0].at = cursor[TOP]
            graph.path[0].phi_limit = graph.path[0].delta_limit = INFINITE
        top: Visit = graph.path[cursor[DEPTH] - 1]
        node = top.at
        row: Node = graph.nodes[node]
        if row.edge < 0:
            if cursor[DEPTH] > 1 and graph.options[USE_REPLAY]:
                replay_from_siblings(setting, graph, graph.path[cursor[DEPTH] - 2].at, node)
                if not has_room(graph):
                    return FULL
            if row.status == OPEN and row.edge < 0:
                expand(setting, graph, node)
            drop_decided(setting, graph)
            continue
        phi, delta, best, second, others = scan(graph, node)
        row.phi, row.delta = phi, delta
        if phi >= top.phi_limit or delta >= top.delta_limit or best == -1 or cursor[DEPTH] == MAX_PATH:
            cursor[DEPTH] -= 1
            if cursor[DEPTH] == 0 and look_further(setting, graph) == EXHAUSTED:
                return EXHAUSTED
            continue
        if best == THE_PASS:
            ask_pass(setting, graph, node)
            drop_decided(setting, graph)
            continue
        below: Visit = graph.path[cursor[DEPTH]]
        below.at = graph.edges[best].child
        below.phi_limit = min(top.delta_limit - others, INFINITE)
        below.delta_limit = min(top.phi_limit, second + 1 + (second >> 2))
        cursor[DEPTH] += 1
    return DECIDED


@kernel(void(SETTING, GRAPH, uint64, uint64, int64))
def begin(setting: Setting, graph: Graph, own: np.uint64, enemy: np.uint64, code: int) -> None:
    """Create the root."""
    node_of(setting, graph, own, enemy, (top_group(own), top_group(enemy)), code, 0)
    tell(graph)


@kernel(void(GRAPH))
def begin_again(graph: Graph) -> None:
    """Reset the proof numbers of all open nodes, but keep proven results and the efforts spent on passes."""
    graph.cursor[DEPTH] = 0
    for node in range(graph.cursor[NODES]):
        if graph.nodes[node].status == OPEN:
            guess(graph, node)


@kernel(void(SETTING, GRAPH, int64, int64))
def tell_pass(setting: Setting, graph: Graph, node: int, answer: int) -> None:
    """Apply the result that another kind of search has found for the run after a pass."""
    settle_pass(setting, graph, node, answer)


@kernel(void(SETTING, GRAPH, levels.RUNS, int64, int64))
def tell_run(setting: Setting, graph: Graph, runs: levels.Runs, node: int, answer: int) -> None:
    """Apply the result of the run after a pass, searched in `runs`, and record it for other placements."""
    row: Node = graph.nodes[node]
    if answer == levels.WINS:
        row.play = keep_play(graph, runs, 1 - (row.code & 1))
    note_all(graph, runs, node, answer)
    row.effort = SEARCHED_LONG
    settle_pass(setting, graph, node, answer)


@kernel(void(GRAPH))
def rehash(graph: Graph) -> None:
    """Enter all nodes in the hash table, which must be empty."""
    for node in range(graph.cursor[NODES]):
        slot = slot_of(graph, graph.words[node, 0], graph.words[node, 1], graph.nodes[node].code)
        graph.slots[slot] = node + 1


@kernel(int64(GRAPH, uint64, uint64, int64))
def find(graph: Graph, own: np.uint64, enemy: np.uint64, code: int) -> int:
    """Return the node of a position; -1 if the graph does not contain it."""
    return int(graph.slots[slot_of(graph, own, enemy, code)] - 1)
