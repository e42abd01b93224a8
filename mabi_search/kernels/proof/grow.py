"""Create, evaluate, expand and decide nodes of the graph, and update their parents."""

from __future__ import annotations

import numpy as np

from _gamekit.jit.entry import helper, subroutine
from _gamekit.kernels.bits import ONE, ZERO, lowest, popcount
from mabi_search.kernels.alphabeta.evaluation import SideFeatures, estimate, side_features
from mabi_search.kernels.alphabeta.work import NO_MOVE, PASS
from mabi_search.kernels.board import NO_FREEZE, Setting
from mabi_search.kernels.groups import top_and_size
from mabi_search.kernels.hashing import hashed
from mabi_search.kernels.moves import after_next, count_steps, movable, steps_of
from mabi_search.kernels.proof.graph import (
    BY_MARGIN,
    DISTURBED,
    EDGE_COUNT,
    LOST,
    NODES,
    NOT_AT_SIGHT,
    OPEN,
    PASS_DRAWS,
    PASS_LOSES,
    PASS_WINS,
    SEED,
    UNTOLD,
    USE_ANSWERS,
    USE_FREELY,
    WON,
    Edge,
    Graph,
    Node,
    decide,
    holds,
    need_of,
    slot_of,
)
from mabi_search.kernels.proof.passing import try_pass
from mabi_search.kernels.runs import levels
from mabi_search.kernels.runs.joining import most_before_free
from mabi_search.kernels.runs.shape import together, top_groups

MOST_PHI = 16
"""Scale of `phi` at nodes that have not been expanded."""


@helper
def never_overtakes(
    setting: Setting, graph: Graph, own: np.uint64, enemy: np.uint64, most: int, need: int
) -> bool:
    """Return whether a bound shows that a side cannot get `need` pieces ahead while the other stands still.

    most    the size of the other side's largest group
    """
    if together(setting, own, enemy) < most + need:
        return True
    if need < 0 or not graph.options[USE_FREELY]:
        return False
    return bool(most_before_free(setting, graph.known.runs.trees, own, enemy, most) < most)


@helper
def look_at(setting: Setting, graph: Graph, node: int, own_top: np.uint64, enemy_top: np.uint64) -> None:
    """Decide a new node without a search, or set its proof numbers. The tops are the largest groups."""
    row: Node = graph.nodes[node]
    own, enemy = graph.words[node, 0], graph.words[node, 1]
    own_most = popcount(own_top)
    holding, enemy_need = holds(row.code), need_of(graph, 1 - (row.code & 1))
    first = row.code >> 3
    empty = setting.board & ~(own | enemy)
    free = movable(setting, own, enemy, 0)
    steps = count_steps(empty, free & setting.edge if first else free)
    if holding < 0:
        row.passing = PASS_LOSES
        if steps == 0:
            decide(graph, node, LOST, 1, PASS)
            return
    if holding > 0 and (first == 0 or steps == 0):
        if never_overtakes(setting, graph, enemy, own, own_most, enemy_need):
            row.passing = PASS_WINS
            decide(graph, node, WON, 1, PASS)
            return
    if first and steps:
        row.passing = PASS_LOSES  # passing is not allowed
    ours = SideFeatures(own_top, own_most, top_groups(own, own_most), free)
    theirs = side_features(setting, enemy, own, enemy_top)
    worth = estimate(setting, own, enemy, ours, theirs, holding, graph.weights, graph.places)
    worth = min(max(worth, -800), 800) // 100 + 8
    row.seems = worth | steps << 8 | NOT_AT_SIGHT
    guess(graph, node)


@helper
def guess(graph: Graph, node: int) -> None:
    """Set the initial proof numbers of a node, which depend on the node alone."""
    row: Node = graph.nodes[node]
    worth, steps = row.seems & 255, row.seems >> 8 & 255
    row.phi = 1 + (MOST_PHI - worth) // 2
    row.delta = 1 + worth // 2 + steps
    mixed = hashed(graph.words[node, 0], graph.words[node, 1], np.uint64(graph.options[SEED]))
    row.phi += mixed & graph.options[DISTURBED]
    row.delta += mixed >> 4 & graph.options[DISTURBED]


@helper
def times_arisen(graph: Graph, own: np.uint64, enemy: np.uint64, side: int) -> int:
    """Return how often a situation of alternate play occurred up to the root."""
    for i in range(graph.past.shape[0]):
        if graph.past[i, 0] == own and graph.past[i, 1] == enemy and graph.past[i, 2] == np.uint64(side):
            return int(np.int64(graph.past[i, 3]))
    return 0


@helper
def may_repeat(
    setting: Setting, graph: Graph, own: np.uint64, enemy: np.uint64, most: int, side: int, times: int
) -> bool:
    """Return whether a proof could bring about the third occurrence of a tied placement.

    A proof visits each node at most once, but repetition ignores the holder, and a tie has two possible
    holders. If all groups are single pieces, it has three without a freeze, and one with a freeze. A
    placement that is not a tie has one.

    most    the size of the largest groups
    times    the number of earlier occurrences
    """
    here = graph.words[0, 0] == own and graph.words[0, 1] == enemy and graph.nodes[0].code & 1 == side
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
    """Return the node of a position, and create it if it is new. `tops` are the largest groups."""
    slot = slot_of(graph, own, enemy, code)
    if graph.slots[slot]:
        node = graph.slots[slot] - 1
        if layer < graph.nodes[node].layer:
            graph.nodes[node].layer = layer
        return int(node)
    node = graph.cursor[NODES]
    graph.cursor[NODES] += 1
    graph.slots[slot] = node + 1
    graph.words[node, 0], graph.words[node, 1] = own, enemy
    row: Node = graph.nodes[node]
    row.code, row.layer, row.edge, row.parents, row.answer, row.play = code, layer, -1, -1, NO_MOVE, -1
    untold = graph.cursor[UNTOLD]
    look_at(setting, graph, node, tops[0], tops[1])
    graph.cursor[UNTOLD] = untold  # a new node has no parents; `count_lost` reads the status of children
    return int(node)


@helper
def link(graph: Graph, node: int, child: int, move: int) -> None:
    """Add the edge of a move from `node` to `child`."""
    edge = graph.cursor[EDGE_COUNT]
    graph.cursor[EDGE_COUNT] += 1
    row = graph.edges[edge]
    row.child, row.parent, row.move, row.next = child, node, move, graph.nodes[child].parents
    graph.nodes[child].parents = edge
    graph.nodes[node].edges += 1
    graph.nodes[node].left += 1


@helper
def after_step(
    setting: Setting, graph: Graph, node: int, piece: np.uint64, target: np.uint64, enemy_top: np.uint64
) -> tuple[int, bool]:
    """Return the node after a step, created if it is new, and whether a proof may use the step.

    The node is -1 if the rule of repetition certainly forbids the step.
    """
    row: Node = graph.nodes[node]
    code = row.code
    own, enemy = graph.words[node, 0] ^ piece ^ target, graph.words[node, 1]
    side = 1 - (code & 1)
    times = times_arisen(graph, enemy, own, side)
    if times >= 2:
        return -1, False
    own_top, mine = top_and_size(own)
    theirs = popcount(enemy_top)
    holder = code >> 1 & 3
    if mine != theirs or graph.goal[BY_MARGIN]:
        holder = 1 + (1 - side if mine - theirs >= need_of(graph, 1 - side) else side)
    tops = enemy_top, own_top
    child = node_of(setting, graph, enemy, own, tops, side | holder << 1, row.layer + 1)
    return child, not (mine == theirs and may_repeat(setting, graph, enemy, own, mine, side, times))


@helper
def step(
    setting: Setting, graph: Graph, node: int, piece: np.uint64, target: np.uint64, enemy_top: np.uint64
) -> None:
    """Add the edge of a step, unless the rule of repetition certainly forbids the step."""
    child, usable = after_step(setting, graph, node, piece, target, enemy_top)
    if child >= 0:
        move = popcount(piece - ONE) + 64 * popcount(target - ONE)
        link(graph, node, child, move if usable else -move)


@subroutine
def expand(setting: Setting, graph: Graph, node: int) -> None:
    """Add the edges of a node. This may decide the node."""
    row: Node = graph.nodes[node]
    own, enemy = graph.words[node, 0], graph.words[node, 1]
    empty = setting.board & ~(own | enemy)
    row.edge = graph.cursor[EDGE_COUNT]
    enemy_top, _ = top_and_size(enemy)
    steps = steps_of(movable(setting, own, enemy, row.code >> 3), empty)
    while steps.targets != ZERO:
        step(setting, graph, node, steps.piece, lowest(steps.targets), enemy_top)
        steps = after_next(steps, empty)
    if row.status == OPEN:
        count_lost(graph, node)
    if row.status == OPEN and row.parents >= 0 and graph.options[USE_ANSWERS]:
        prefer_answers(graph, node)
    tell(graph)


@helper
def prefer(graph: Graph, node: int, move: int) -> None:
    """Make the search try this move of a node first, unless the node after it has been expanded."""
    row: Node = graph.nodes[node]
    for edge in range(row.edge, row.edge + row.edges):
        if graph.edges[edge].move == move:
            child: Node = graph.nodes[graph.edges[edge].child]
            if child.status == OPEN and child.edge < 0:
                child.delta = 1


@helper
def prefer_answers(graph: Graph, node: int) -> None:
    """Prefer the answer that last won after the same move, and those that win at the node's siblings."""
    row: Node = graph.nodes[node]
    last: Edge = graph.edges[row.parents]
    answer = graph.answers[row.code & 1, abs(last.move)]
    if answer > PASS:
        prefer(graph, node, answer)
    above: Node = graph.nodes[last.parent]
    for edge in range(above.edge, above.edge + above.edges):
        child: Node = graph.nodes[graph.edges[edge].child]
        if child.status == WON and child.answer > PASS:
            prefer(graph, node, child.answer)


@helper
def count_lost(graph: Graph, node: int) -> None:
    """Update a newly expanded node from its decided children."""
    row: Node = graph.nodes[node]
    distance = 1
    for edge in range(row.edge, row.edge + row.edges):
        child: Node = graph.nodes[graph.edges[edge].child]
        if child.status == LOST and graph.edges[edge].move > 0:
            decide(graph, node, WON, child.distance + 1, graph.edges[edge].move)
            return
        if child.status == WON:
            row.left -= 1
            distance = max(distance, child.distance + 1)
    row.distance = distance
    lose_if_nothing_is_left(graph, node)


@helper
def lose_if_nothing_is_left(graph: Graph, node: int) -> None:
    """Decide a node as lost if all its moves and its pass lose."""
    row: Node = graph.nodes[node]
    if row.status == OPEN and row.edge >= 0 and row.left == 0 and row.passing == PASS_LOSES:
        decide(graph, node, LOST, row.distance, NO_MOVE)


@helper
def tell(graph: Graph) -> None:
    """Update the ancestors of all newly decided nodes, until nothing changes."""
    while graph.cursor[UNTOLD] > 0:
        graph.cursor[UNTOLD] -= 1
        node = graph.untold[graph.cursor[UNTOLD]]
        row: Node = graph.nodes[node]
        edge = row.parents
        while edge >= 0:
            parent = graph.edges[edge].parent
            above: Node = graph.nodes[parent]
            if above.status == OPEN:
                if row.status == WON:
                    graph.answers[row.code & 1, abs(graph.edges[edge].move)] = row.answer
                    above.left -= 1
                    above.distance = max(above.distance, row.distance + 1)
                    lose_if_nothing_is_left(graph, parent)
                elif graph.edges[edge].move > 0:
                    decide(graph, parent, WON, row.distance + 1, graph.edges[edge].move)
            edge = graph.edges[edge].next


@subroutine
def ask_pass(setting: Setting, graph: Graph, node: int) -> None:
    """Search the run after a pass with more effort than before. This may decide the node."""
    settle_pass(setting, graph, node, try_pass(setting, graph, node))


@subroutine
def settle_pass(setting: Setting, graph: Graph, node: int, answer: int) -> None:
    """Apply the result of the run after a pass. An unknown result changes nothing."""
    row: Node = graph.nodes[node]
    if answer == levels.WINS:
        row.passing = PASS_LOSES
        lose_if_nothing_is_left(graph, node)
    elif answer == levels.LOSES:
        row.passing = PASS_WINS if holds(row.code) > 0 else PASS_DRAWS
        if row.passing == PASS_WINS:
            decide(graph, node, WON, 1, PASS)
    tell(graph)
