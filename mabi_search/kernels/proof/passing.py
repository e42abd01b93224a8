"""Find the result of a pass by searching the other side's run. Each new search of it spends more effort."""

from __future__ import annotations

import numpy as np

from _gamekit.jit.entry import helper, subroutine
from mabi_search.kernels.board import FINAL_RULE, Setting
from mabi_search.kernels.groups import largest
from mabi_search.kernels.proof import apart, layouts, placing
from mabi_search.kernels.proof.graph import (
    BY_MARGIN,
    FOR_ANSWERS,
    INFINITE,
    KEPT,
    LOSING,
    MADE,
    USE_APART,
    USE_FREELY,
    USE_GATHERING,
    USE_KEPT,
    USE_LAYOUTS,
    USE_NOTES,
    USE_NOVELTY,
    WINNING,
    Graph,
    Node,
    need_of,
)
from mabi_search.kernels.proof.plays import go_near, keep_play, note, note_all, recall, write_play
from mabi_search.kernels.runs import levels, run

EXPANSIONS = (4, 32, 256, 2048, 16384, 65536)
"""Number of expansions in each successive search of the same run."""
TRIES = len(EXPANSIONS)
SEARCHED_LONG = TRIES + 1
"""`Node.effort` after `proof.portfolio.LongRuns` has searched the run."""
LAYOUTS_AFTER = 4
"""`answer_layouts` and `answer_apart` are tried after this many failed searches of a run, and after
later ones with higher limits."""
ANSWERS = (256, 16384)
"""Number of expansions in the first and in the second search for an answer."""
MOST_FOR_ANSWERS = 1 << 18
"""Approximate limit of the placements searched for all answers together."""


@helper
def aim(graph: Graph, side: int) -> None:
    """Set the options of the next search of a run, with the lead that `side` needs to win.

    A run that answers, one of very many, is always searched in the order that finds most of them.
    """
    runs, answers = graph.known.runs, side == FOR_ANSWERS
    runs.cursor[levels.AIM], runs.cursor[levels.TARGET] = levels.OVERTAKE, 0
    runs.cursor[levels.GATHER] = 1 if answers else graph.options[USE_GATHERING]
    runs.cursor[levels.FREELY] = graph.options[USE_FREELY]
    runs.cursor[levels.NOVELTY] = 1 if answers else graph.options[USE_NOVELTY]
    runs.cursor[levels.APART] = graph.options[USE_APART]
    runs.cursor[levels.BY_MARGIN] = graph.goal[BY_MARGIN]
    runs.cursor[levels.NEED] = need_of(graph, side)


@subroutine
def follow_kept(setting: Setting, graph: Graph, side: int) -> bool:
    """Try in the current run the plays that won recently; return whether one of them wins."""
    for at in range(KEPT if graph.options[USE_KEPT] else 0):
        play: int = graph.known.kept[side, at]
        if play >= 0:
            index = run.follow(setting, graph.known.runs, graph.known.plays[play])
            if index >= 0:
                graph.known.runs.cursor[levels.FOUND] = index
                return True
    return False


@subroutine
def search_run(
    setting: Setting, graph: Graph, side: int, own: np.uint64, enemy: np.uint64, expansions: int
) -> tuple[int, int]:
    """Search the run of a side that is not the holder. Return the answer, and the tail of a winning play.

    side    the side that runs, or FOR_ANSWERS, which keeps separate plays
    """
    runs = graph.known.runs
    aim(graph, side)
    run.begin(setting, runs, own, enemy, 0, expansions)
    answer = run.immediate_result(setting, runs, 0)
    tail = -1
    if answer == levels.RUNNING:
        if follow_kept(setting, graph, side):
            answer, tail = levels.WINS, write_play(graph, runs)
        else:
            answer = run.proceed(setting, runs, expansions + 1)
            if answer == levels.WINS:
                tail = keep_play(graph, runs, side)
            elif answer == levels.RUNNING:  # an answer may use more expansions than are left
                answer = levels.UNKNOWN
    graph.cursor[MADE] += runs.cursor[levels.MADE]
    return answer, tail


@subroutine
def answer_each(setting: Setting, graph: Graph, node: int, scale: int) -> bool:
    """Return whether the side that passes has an answer to each placement that overtakes among those met.

    An answer is a run that overtakes.
    """
    own, large = graph.words[node, 0], graph.known.large
    last, plays, most = graph.cursor[MADE] + (MOST_FOR_ANSWERS << scale), graph.known.made[0], largest(own)
    graph.known.kept[FOR_ANSWERS, :KEPT] = -1
    answer = levels.WINS
    for index in range(large.cursor[placing.COUNT]):
        placement = large.placements[index]
        if largest(placement) == most:
            continue
        answer = levels.UNKNOWN
        for expansions in ANSWERS:
            if answer == levels.UNKNOWN and graph.cursor[MADE] < last and setting.pass_rule != FINAL_RULE:
                answer, _ = search_run(setting, graph, FOR_ANSWERS, own, placement, expansions)
        if answer != levels.WINS:
            break
    graph.known.made[0] = plays
    return bool(answer == levels.WINS)


@subroutine
def answer_layouts(setting: Setting, graph: Graph, node: int, scale: int) -> bool:
    """Return whether the side that passes has an answer to each large placement found by `layouts`.

    If not, the run may still lose, because a placement without an answer may not be reachable.

    scale    one of SCALES, for the limits
    """
    if graph.options[USE_LAYOUTS] == 0:
        return False
    large = graph.known.large
    whole = layouts.meet_large(setting, large, graph.words[node, 1], graph.words[node, 0], scale)
    graph.cursor[MADE] += large.cursor[placing.COUNT]
    return whole and answer_each(setting, graph, node, scale)


@subroutine
def answer_apart(setting: Setting, graph: Graph, node: int, scale: int) -> bool:
    """Return whether the side that passes has an answer to each overtaking placement found by `apart`.

    scale    one of SCALES, for the limits
    """
    if graph.options[USE_APART] == 0:
        return False
    large = graph.known.large
    whole = apart.meet_apart(setting, large, graph.words[node, 1], graph.words[node, 0], scale)
    graph.cursor[MADE] += large.cursor[placing.LISTED]
    return whole and answer_each(setting, graph, node, scale)


@subroutine
def try_pass(setting: Setting, graph: Graph, node: int) -> int:
    """Return the result of the run after a pass, from recorded results or by a search."""
    row: Node = graph.nodes[node]
    own, enemy = graph.words[node, 0], graph.words[node, 1]
    row.play = -1
    noted = recall(graph, enemy, own) if graph.options[USE_NOTES] else 0
    if noted == LOSING:
        return levels.LOSES
    if noted:
        row.play = noted - WINNING
        return levels.WINS
    if graph.options[USE_NOTES] and go_near(setting, graph, node):
        return levels.WINS
    expansions = EXPANSIONS[min(row.effort, TRIES - 1)]
    row.effort += 1
    answer, row.play = search_run(setting, graph, 1 - (row.code & 1), enemy, own, expansions)
    note_all(graph, graph.known.runs, node, answer)
    if answer == levels.UNKNOWN and LAYOUTS_AFTER <= row.effort <= TRIES:
        scale = placing.SCALES[row.effort - LAYOUTS_AFTER]
        if graph.goal[BY_MARGIN] == 0 and (
            answer_layouts(setting, graph, node, scale) or answer_apart(setting, graph, node, scale)
        ):
            answer = levels.LOSES
            note(graph, enemy, own, LOSING)
    return int(answer)


@helper
def cost_of_run(graph: Graph, effort: int) -> tuple[int, int]:
    """Return the proof numbers of a win and of a loss in the run after a pass, for the side that runs."""
    if effort >= TRIES:
        return INFINITE, INFINITE
    return graph.costs[effort, 0], graph.costs[effort, 1]
