"""Cache of run results. A winning run is stored as a **play**.

While one side does not move, the search meets very many placements of the other side, and most differ from
each other by one step. Therefore the result is recorded for each placement on the way of a play, with the
rest of the play from that placement, its **tail**. A run that can reach such a placement in at most two steps
wins as well.
"""

from __future__ import annotations

import numpy as np

from _gamekit.jit.entry import helper, subroutine
from _gamekit.kernels.bits import ONE, ZERO, popcount, signed
from mabi_search.kernels.board import Setting
from mabi_search.kernels.groups import largest
from mabi_search.kernels.hashing import hashed
from mabi_search.kernels.moves import list_steps
from mabi_search.kernels.proof.graph import KEPT, LONGEST, LOSING, TAILS, WINNING, Graph
from mabi_search.kernels.runs import levels, run


@helper
def place_of(graph: Graph, own: np.uint64, enemy: np.uint64) -> int:
    """Return the index of the record for the run of these pieces."""
    return int(hashed(own, enemy, ZERO) & (graph.known.noted.shape[0] - 1))


@helper
def recall(graph: Graph, own: np.uint64, enemy: np.uint64) -> int:
    """Return the recorded result of a run: LOSING, WINNING + a tail, or 0. The runner is not the holder."""
    at = place_of(graph, own, enemy)
    if graph.known.noted[at, 0] == own and graph.known.noted[at, 1] == enemy:
        return int(signed(graph.known.noted[at, 2]))
    return 0


@helper
def note(graph: Graph, own: np.uint64, enemy: np.uint64, what: int) -> None:
    """Record the result of a run: LOSING, or WINNING + a tail."""
    at = place_of(graph, own, enemy)
    graph.known.noted[at, 0], graph.known.noted[at, 1], graph.known.noted[at, 2] = own, enemy, np.uint64(what)


@helper
def note_all(graph: Graph, runs: levels.Runs, node: int, answer: int) -> None:
    """Record the result of the run after a pass, searched in `runs`, for all placements that share it.

    A win is recorded for the placements on the way of the node's play, each with its tail. A loss is recorded
    for all placements that the run can reach.
    """
    enemy, tail = graph.words[node, 0], graph.nodes[node].play
    if answer == levels.WINS and tail >= 0:
        index = runs.cursor[levels.FOUND]
        while index >= 0:
            if not runs.nodes[0, index].holds:
                note(
                    graph,
                    runs.placements[0, index],
                    enemy,
                    WINNING + tail + runs.nodes[0, index].depth,
                )
            index = runs.nodes[0, index].parent
    elif answer == levels.LOSES:
        for index in range(runs.levels[0].count):
            if not runs.nodes[0, index].holds:
                note(graph, runs.placements[0, index], enemy, LOSING)


@helper
def new_play(graph: Graph, steps: int) -> int:
    """Return the number of a new play of `steps` steps; -1 if it is too long or the memory is full."""
    play: int = graph.known.made[0]
    if play == graph.known.plays.shape[0] or steps > LONGEST:
        return -1
    graph.known.made[0] = play + 1
    graph.known.plays[play, 0] = steps
    return play


@helper
def write_play(graph: Graph, runs: levels.Runs) -> int:
    """Store the winning run in `runs` as a play. Return the tail that is the whole play, or -1."""
    play = new_play(graph, runs.nodes[0, runs.cursor[levels.FOUND]].depth)
    if play < 0:
        return -1
    run.path(runs, runs.cursor[levels.FOUND], graph.known.plays[play, 1:])
    return int(play * TAILS)


@helper
def keep_play(graph: Graph, runs: levels.Runs, side: int) -> int:
    """Store the winning run in `runs` as a play that later runs try first. Return its tail, or -1."""
    tail = write_play(graph, runs)
    if tail >= 0:
        at = graph.known.kept[side, KEPT]
        graph.known.kept[side, at] = tail // TAILS
        graph.known.kept[side, KEPT] = (at + 1) % KEPT
    return tail


@subroutine
def find_noted(
    setting: Setting, graph: Graph, own: np.uint64, enemy: np.uint64
) -> tuple[np.uint64, np.uint64]:
    """Return a placement recorded as won that is one or two steps away, and the placement before it.

    If one step is enough, the placement before it is the current one. Both are ZERO if nothing was found. The
    running side does not become the holder on the way.
    """
    near, most = graph.known.near, largest(enemy)
    first = list_steps(setting, own, enemy, near[0])
    for at in range(first):
        if recall(graph, near[0, at], enemy) >= WINNING:
            return near[0, at], own
    for at in range(first):
        between = near[0, at]
        if largest(between) <= most:
            for after in range(list_steps(setting, between, enemy, near[1])):
                if recall(graph, near[1, after], enemy) >= WINNING:
                    return near[1, after], between
    return ZERO, ZERO


@helper
def step_between(before: np.uint64, after: np.uint64) -> int:
    """Return the code of the step that leads from one placement to another."""
    return popcount((before & ~after) - ONE) + 64 * popcount((after & ~before) - ONE)


@subroutine
def go_near(setting: Setting, graph: Graph, node: int) -> bool:
    """Return whether the run after a pass wins by way of a recorded placement; if so, store its play."""
    own, enemy = graph.words[node, 1], graph.words[node, 0]
    goal, between = find_noted(setting, graph, own, enemy)
    if goal == ZERO:
        return False
    tail = recall(graph, goal, enemy) - WINNING
    plays = graph.known.plays
    known, behind = tail // TAILS, tail % TAILS
    ahead, here = plays[known, 0] - behind, 1 if between == own else 2
    play = new_play(graph, here + ahead)
    if play < 0:
        return True
    if between != own:
        plays[play, 1] = step_between(own, between)
        note(graph, between, enemy, WINNING + play * TAILS + 1)
    plays[play, here] = step_between(between, goal)
    for step in range(1, ahead + 1):
        plays[play, here + step] = plays[known, behind + step]
    graph.nodes[node].play = play * TAILS
    note(graph, own, enemy, WINNING + play * TAILS)
    return True
