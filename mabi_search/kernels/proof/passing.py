"""What a pass of the side to move leads to: the run of the other side, with more effort each time."""

from __future__ import annotations

import numpy as np

from mabi_search.kernels.alphabeta import run
from mabi_search.kernels.alphabeta.shape import together
from mabi_search.kernels.alphabeta.table import FIRST_FACTOR, HALF, SECOND_FACTOR
from mabi_search.kernels.board import FINAL_RULE, ONE, ZERO, Setting, signed
from mabi_search.kernels.groups import largest
from mabi_search.kernels.moves import movable
from mabi_search.kernels.proof.graph import (
    CODE,
    EFFORT,
    INFINITE,
    KEPT,
    LONGEST,
    MADE,
    PASS_DRAWS,
    PASS_LOSES,
    PASS_WINS,
    PASSING,
    Graph,
    holds,
)
from narabi_mabi_common.kernel_cache import helper, subroutine

EXPANSIONS = (4, 32, 256, 2048, 16384)
"""That a run may use, at each effort."""
TRIES = len(EXPANSIONS)
COSTS = (1, 2, 3, 5, 8)


@helper
def place_of(graph: Graph, own: np.uint64, enemy: np.uint64) -> int:
    """Return where is noted how a run of these pieces ends."""
    mixed = own * FIRST_FACTOR ^ enemy * SECOND_FACTOR
    mixed = (mixed ^ (mixed >> HALF)) * FIRST_FACTOR
    return signed(mixed >> HALF) & (graph.noted.shape[0] - 1)


@helper
def recall(graph: Graph, own: np.uint64, enemy: np.uint64) -> int:
    """Return how the run of a side that does not hold ends, run.WINS or run.LOSES; 0 if it is not noted."""
    at = place_of(graph, own, enemy)
    if graph.noted[at, 0] == own and graph.noted[at, 1] == enemy:
        return signed(graph.noted[at, 2])
    return 0


@helper
def note_one(graph: Graph, own: np.uint64, enemy: np.uint64, answer: int) -> None:
    """Note how a run ends."""
    at = place_of(graph, own, enemy)
    graph.noted[at, 0], graph.noted[at, 1], graph.noted[at, 2] = own, enemy, np.uint64(answer)


@helper
def note(graph: Graph, enemy: np.uint64, answer: int) -> None:
    """Note how the run ends that was searched, and so every one that begins where it came by.

    If it wins, at the placements on its way; if it loses, at all that it could reach.
    """
    runs = graph.runs
    if answer == run.WINS:
        index = runs.cursor[run.FOUND]
        while index >= 0:
            if not runs.nodes[0, index, run.HOLDS]:
                note_one(graph, runs.placements[0, index], enemy, answer)
            index = runs.nodes[0, index, run.PARENT]
        return
    for index in range(runs.levels[0, run.COUNT]):
        if not runs.nodes[0, index, run.HOLDS]:
            note_one(graph, runs.placements[0, index], enemy, answer)


@helper
def remember(graph: Graph, side: int) -> None:
    """Keep the run that was found, for positions like this one; the oldest is forgotten."""
    at = graph.kept[side, KEPT, 0]
    graph.kept[side, KEPT, 0] = (at + 1) % KEPT
    kept = graph.kept[side, at]
    steps = run.path(graph.runs, graph.runs.cursor[run.FOUND], kept[1:])
    kept[0] = min(steps, LONGEST)


@subroutine
def replay(setting: Setting, graph: Graph, own: np.uint64, enemy: np.uint64, side: int) -> bool:
    """Tell whether one of the runs kept wins here too, as far as its steps can be made."""
    enemy_most = largest(enemy)
    for at in range(KEPT):
        now = own
        for i in range(1, graph.kept[side, at, 0] + 1):
            move = graph.kept[side, at, i]
            piece, target = ONE << np.uint64(move & 63), ONE << np.uint64(move >> 6)
            if now & piece == ZERO or (now | enemy) & target != ZERO:
                continue
            if movable(setting, now, enemy, 0) & piece == ZERO:
                continue
            now ^= piece | target
            most = largest(now)
            if most > enemy_most and (
                setting.pass_rule == FINAL_RULE or together(setting, enemy, now) <= most
            ):
                return True
    return False


@subroutine
def try_pass(setting: Setting, graph: Graph, node: int) -> int:
    """Search the run after a pass with the next effort; return what is known of the pass then."""
    row = graph.nodes[node]
    own, enemy, holding = graph.words[node, 0], graph.words[node, 1], holds(row[CODE])
    expansions = EXPANSIONS[min(row[EFFORT], TRIES - 1)]
    row[EFFORT] += 1
    known = recall(graph, enemy, own)
    if known:
        row[PASSING] = PASS_LOSES if known == run.WINS else PASS_WINS if holding > 0 else PASS_DRAWS
        return int(row[PASSING])
    if replay(setting, graph, enemy, own, 1 - (row[CODE] & 1)):
        row[PASSING] = PASS_LOSES
        return PASS_LOSES
    runs = graph.runs
    runs.cursor[run.AIM], runs.cursor[run.TARGET], runs.cursor[run.GATHER] = run.OVERTAKE, 0, 1
    run.begin(setting, runs, enemy, own, 0, expansions)
    answer = run.proceed(setting, runs, expansions + 1)
    graph.cursor[MADE] += runs.cursor[run.MADE]
    if answer == run.WINS:
        row[PASSING] = PASS_LOSES
        remember(graph, 1 - (row[CODE] & 1))
        note(graph, own, run.WINS)
    elif answer == run.LOSES:
        note(graph, own, run.LOSES)
        row[PASSING] = PASS_WINS if holding > 0 else PASS_DRAWS
    return int(row[PASSING])


@helper
def cost_of_run(effort: int) -> tuple[int, int]:
    """Return what it seems to take to prove that the run after a pass wins, and that it loses."""
    if effort >= TRIES:
        return INFINITE, INFINITE
    return COSTS[effort], 3 * COSTS[effort]
