"""Search the placements that one side can reach alone, best first, and decide whether its run wins.

While one side runs, the other side stands still. So a run is a single choice among the placements that the
running side can reach alone. Under the pass rule `run`, the other side then runs while the first side stands
still, and must overtake strictly. So a run wins if it reaches a placement in which the running side is the
holder and the other side's run does not win.

The searches of these runs form **levels**. Level 0 is the run of the side to move, level 1 is the other
side's answer to a placement of level 0, and so on. The standing side's largest group is strictly larger on
each deeper level, so the number of levels is finite.

A level keeps the placements that it has reached, and a heap of the placements to be expanded, the most
promising first (see `promise`).
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from _gamekit.jit.entry import helper, kernel, subroutine
from _gamekit.jit.forms import int64, uint64, void
from _gamekit.kernels.bits import ONE, ZERO, lowest, popcount
from mabi_search.kernels.board import FINAL_RULE, RUN_RULE, SETTING, SITUATION, Setting
from mabi_search.kernels.groups import top_and_size
from mabi_search.kernels.keys import is_barred, is_second
from mabi_search.kernels.moves import after_next, steps_of
from mabi_search.kernels.runs import region
from mabi_search.kernels.runs.heap import pop, push
from mabi_search.kernels.runs.joining import most_before_free
from mabi_search.kernels.runs.levels import (
    AIM,
    APART,
    AT,
    BARRED,
    BEST,
    BY_MARGIN,
    FEW_SLOTS,
    FOUND,
    FREELY,
    GATHER,
    INDEX_BITS,
    LAST,
    LOSES,
    MADE,
    NEED,
    NOT_APART,
    NOVELTY,
    OVERTAKE,
    RUNNING,
    RUNS,
    TARGET,
    UNASKED,
    UNKNOWN,
    WINS,
    Level,
    Node,
    Runs,
    bar,
    index_in,
    meet,
    slot_of,
)
from mabi_search.kernels.runs.promise import promise
from mabi_search.kernels.runs.shape import beside_top, free_among, threaten, together, top_group

ANSWER_SHARE, ANSWER_LEAST, ANSWER_WHOLE = 3, 8, 1 << 12
"""An answer may use 1 / 2^3 of the expansions left for the run that it answers, but at least 8. An answer to
the run of level 0 may use all that are left, up to 2^12, if GATHER is on: these mostly suffice to try every
answer to the most promising placement, and a share of them does not."""
APART_FIRST, APART_AGAIN, APART_SHARE = 128, 16, 8
"""The regions of an answer are searched one by one after APART_FIRST placements of the answer, again after
APART_AGAIN times as many, and at its end; each time with APART_SHARE placements for each placement so far."""
MOST_EXPANSIONS = 256
"""Maximum number of expansions of a call of `advance`, in addition to 4 for each placement of its quota."""


@helper
def need_of(runs: Runs, level: int) -> int:
    """Return the lead in pieces that the running side of a level needs.

    If one side needs n, the other needs 1 - n, so that exactly one side succeeds.
    """
    if runs.cursor[BY_MARGIN] == 0:
        return 1
    need = runs.cursor[NEED]
    return int(need if level & 1 == 0 else 1 - need)


@helper
def add(setting: Setting, runs: Runs, level: int, own: np.uint64, holds: int, parent: int) -> int:
    """Add a placement to a level unless it is known; return its index, or -1 if the memory is full."""
    row, cursor = runs.levels[level], runs.cursor
    slot = slot_of(runs, level, own, holds)
    index = index_in(runs, level, slot)
    if index >= 0:
        return index
    top, most = top_and_size(own)
    before = holds
    if cursor[BY_MARGIN] or most != row.enemy_most:
        holds = 1 if most - row.enemy_most >= need_of(runs, level) else 0
    if holds != before:
        slot = slot_of(runs, level, own, holds)
        index = index_in(runs, level, slot)
        if index >= 0:
            return index
    index = meet(runs, level, slot, own, holds)
    if index < 0:
        return index
    cursor[MADE] += 1
    node: Node = runs.nodes[level, index]
    node.parent, node.most = parent, most
    node.depth = 0 if parent < 0 else runs.nodes[level, parent].depth + 1
    if level == 0 and most > runs.nodes[0, cursor[BEST]].most:
        cursor[BEST] = index
    queue(setting, runs, level, index, top)
    return index


@helper
def queue(setting: Setting, runs: Runs, level: int, index: int, top: np.uint64) -> None:
    """Put a node into the heap of its level, ordered by promise. `top` is its largest group."""
    worth = promise(setting, runs, level, index, top)
    push(runs.heap[level], runs.levels[level].heap, worth << INDEX_BITS | (LAST - index))
    runs.levels[level].heap += 1


@helper
def begin_level(
    setting: Setting, runs: Runs, level: int, own: np.uint64, enemy: np.uint64, holds: int, left: int
) -> None:
    """Begin the search of a run on a level."""
    row: Level = runs.levels[level]
    row.count, row.heap, row.waiting, row.whole = 0, 0, UNASKED, 1
    row.apart = APART_FIRST if level > 0 and runs.cursor[APART] else NOT_APART
    row.saved = max(left >> 2, 1) if runs.cursor[AIM] == OVERTAKE and setting.pass_rule == RUN_RULE else 0
    row.left = left - row.saved
    runs.tops[level], row.enemy_most = top_and_size(enemy)
    threaten(runs.threats[level], enemy)
    row.stamp += 1
    row.slots = min(FEW_SLOTS, runs.slots.shape[1])
    runs.enemies[level] = enemy
    if runs.cursor[NOVELTY]:
        runs.beside[level] = beside_top(setting, enemy, row.enemy_most)
    runs.cursor[AT] = level
    if level == 0:
        runs.cursor[BEST], runs.cursor[FOUND] = 0, -1
        runs.nodes[0, 0].most = 0
    add(setting, runs, level, own, holds, -1)


@helper
def begin(
    setting: Setting, runs: Runs, own: np.uint64, enemy: np.uint64, holds: int, expansions: int
) -> None:
    """Begin the run of `own`, with a limit of expansions. The cursor contains the aim and the target."""
    runs.cursor[MADE] = 0
    begin_level(setting, runs, 0, own, enemy, holds, expansions)


@helper
def free_to_step(setting: Setting, runs: Runs, level: int, index: int) -> np.uint64:
    """Return the pieces of the running side that are neither paralysed nor frozen."""
    most, enemy_most = runs.nodes[level, index].most, runs.levels[level].enemy_most
    return free_among(setting, runs.placements[level, index], most, runs.threats[level], enemy_most)


@helper
def expand(setting: Setting, runs: Runs, level: int, index: int) -> int:
    """Add the placements after each step; return the index of one that reaches the aim, or -1."""
    own, enemy = runs.placements[level, index], runs.enemies[level]
    holds = runs.nodes[level, index].holds
    cursor = runs.cursor
    empty = setting.board & ~(own | enemy)
    steps = steps_of(free_to_step(setting, runs, level, index), empty)
    while steps.targets != ZERO:
        after = own ^ steps.piece ^ lowest(steps.targets)
        steps = after_next(steps, empty)
        count = runs.levels[level].count
        child = add(setting, runs, level, after, holds, index)
        if runs.levels[level].count == count:
            continue
        if cursor[AIM] == OVERTAKE:
            if settles(setting, runs, level, child):
                return child
        elif cursor[TARGET] and runs.nodes[level, child].most >= cursor[TARGET]:
            return child
    return -1


@subroutine
def follow(setting: Setting, runs: Runs, play: NDArray[Any]) -> int:
    """Make the steps of a play on level 0, without those that are illegal; return the index of a win, or -1.

    play    integers[:]: the number of steps, then the steps
    """
    index = 0
    enemy = runs.enemies[0]
    for i in range(1, play[0] + 1):
        own = runs.placements[0, index]
        piece, target = ONE << np.uint64(play[i] & 63), ONE << np.uint64(play[i] >> 6)
        if own & piece == ZERO or (own | enemy) & target != ZERO:
            continue
        if free_to_step(setting, runs, 0, index) & piece == ZERO:
            continue
        index = add(setting, runs, 0, own ^ piece ^ target, runs.nodes[0, index].holds, index)
        if index < 0 or settles(setting, runs, 0, index):
            return index
    return -1


@helper
def settles(setting: Setting, runs: Runs, level: int, index: int) -> bool:
    """Return whether a pass in this placement certainly wins, because the other side can never overtake."""
    node: Node = runs.nodes[level, index]
    if not node.holds:
        return False
    return setting.pass_rule == FINAL_RULE or node.bound < node.most + need_of(runs, level + 1)


@helper
def immediate_result(setting: Setting, runs: Runs, level: int) -> int:
    """Return the answer of a level if its first placement decides it; otherwise RUNNING."""
    runs.levels[level].waiting = -1
    node: Node = runs.nodes[level, 0]
    if runs.cursor[AIM] != OVERTAKE:
        reached = runs.cursor[TARGET] and node.most >= runs.cursor[TARGET]
        return WINS if reached else RUNNING
    if settles(setting, runs, level, 0):
        return WINS
    own, enemy = runs.placements[level, 0], runs.enemies[level]
    most, need = runs.levels[level].enemy_most, need_of(runs, level)
    if not node.holds and together(setting, own, enemy) < most + need:
        return LOSES
    if runs.cursor[FREELY] and not node.holds and need >= 0:
        if most_before_free(setting, runs.trees, own, enemy, most) < most:
            return LOSES
    return RUNNING


@helper
def look(setting: Setting, runs: Runs, level: int) -> int:
    """Expand the most promising node of a level; return the index of one that reaches the aim, or -1."""
    row: Level = runs.levels[level]
    key = pop(runs.heap[level], row.heap)
    row.heap -= 1
    row.left -= 1
    return expand(setting, runs, level, LAST - (key & LAST))


@helper
def ask_answers(setting: Setting, runs: Runs, level: int) -> None:
    """Begin to search answers: fill the heap with the placements in which the running side is the holder."""
    row: Level = runs.levels[level]
    if row.heap:
        row.whole = 0
    row.left += row.saved
    row.saved, row.heap = -1, 0
    for index in range(row.count):
        if runs.nodes[level, index].holds and runs.nodes[level, index].parent != BARRED:
            queue(setting, runs, level, index, top_group(runs.placements[level, index]))


@helper
def ask_answer(setting: Setting, runs: Runs, level: int) -> None:
    """Begin the next level: the other side's answer to a pass in the most promising placement."""
    row: Level = runs.levels[level]
    if level + 1 == runs.levels.shape[0]:
        row.whole, row.heap = 0, 0
        return
    index = LAST - (pop(runs.heap[level], row.heap) & LAST)
    row.heap -= 1
    row.waiting = index
    own, enemy = runs.placements[level, index], runs.enemies[level]
    left = max(row.left >> ANSWER_SHARE, ANSWER_LEAST)
    if level == 0 and runs.cursor[GATHER]:
        left = max(left, min(row.left, ANSWER_WHOLE))
    row.left -= left  # `conclude` returns the unused expansions
    begin_level(setting, runs, level + 1, enemy, own, 0, left)


@subroutine
def cannot_answer(setting: Setting, runs: Runs, level: int) -> bool:
    """Return whether a search of each region alone shows that the running side of a level never overtakes.

    They are not searched again if a placement reached by the level overtakes, or if a region allows that.
    """
    row: Level = runs.levels[level]
    again, row.apart = row.count * APART_AGAIN, NOT_APART
    need = need_of(runs, level)
    if need > 1:
        return False
    for index in range(row.count):
        if runs.nodes[level, index].holds:
            return False
    answer, reached = region.never_exceeds(
        setting, runs.region, runs.enemies[level], runs.placements[level, 0], row.enemy_most + need - 1,
        row.count * APART_SHARE,
    )  # fmt: skip
    runs.cursor[MADE] += reached
    if answer == region.RUNNING:
        row.apart = again
    return answer == region.NEVER


@helper
def conclude(runs: Runs, result: int, index: int) -> int:
    """Hand the answer of the deepest level to the levels above; return the answer of level 0, or RUNNING."""
    cursor = runs.cursor
    while result != RUNNING and cursor[AT] > 0:
        left = max(runs.levels[cursor[AT]].left, 0) + max(runs.levels[cursor[AT]].saved, 0)
        cursor[AT] -= 1
        row: Level = runs.levels[cursor[AT]]
        row.left += left
        index = row.waiting
        if result == UNKNOWN:
            row.whole = 0
        elif result == WINS:
            runs.nodes[cursor[AT], index].refuted = 1
        result = WINS if result == LOSES else RUNNING
    if result == WINS:
        cursor[FOUND] = index
    return result


@helper
def path(runs: Runs, index: int, moves: NDArray[Any]) -> int:
    """Write the steps to a node of level 0, as far as they fit, and return their number."""
    steps: int = runs.nodes[0, index].depth
    while runs.nodes[0, index].parent >= 0:
        before = runs.nodes[0, index].parent
        left, entered = runs.placements[0, before], runs.placements[0, index]
        origin, target = left & ~entered, entered & ~left
        at = runs.nodes[0, before].depth
        if at < moves.size:
            moves[at] = popcount(origin - ONE) + 64 * popcount(target - ONE)
        index = before
    return steps


@subroutine
def proceed(setting: Setting, runs: Runs, quota: int) -> int:
    """Search with about `quota` more expansions; return the answer, or RUNNING."""
    cursor = runs.cursor
    while True:
        level = cursor[AT]
        row: Level = runs.levels[level]
        index = 0
        result = immediate_result(setting, runs, level) if row.waiting == UNASKED else RUNNING
        if result == RUNNING:
            asking = row.saved < 0
            if row.heap > 0 and row.left > 0 and quota <= 0:
                return RUNNING
            if row.heap > 0 and row.left > 0:
                quota -= 1
                if asking:
                    ask_answer(setting, runs, level)
                else:
                    index = look(setting, runs, level)
                    result = WINS if index >= 0 else RUNNING
            elif not asking and row.saved > 0:
                ask_answers(setting, runs, level)
            elif row.heap == 0:
                result = LOSES if row.whole else UNKNOWN
            else:
                result = UNKNOWN
        if row.apart < NOT_APART and (result == UNKNOWN or (result == RUNNING and row.count >= row.apart)):
            if level == cursor[AT] and cannot_answer(setting, runs, level):
                result = LOSES
        result = conclude(runs, result, index)
        if result != RUNNING:
            return result


@kernel(void(SETTING, RUNS, uint64, uint64, int64, int64, uint64[:, ::1], int64))
def begin_run(
    setting: Setting,
    runs: Runs,
    own: np.uint64,
    enemy: np.uint64,
    holds: int,
    expansions: int,
    keys: NDArray[np.uint64],
    code: int,
) -> None:
    """Call `begin` from Python, and bar the placements that repetition forbids."""
    begin(setting, runs, own, enemy, holds, expansions)
    if setting.repetition == SITUATION:
        for i in range(len(keys)):
            if is_barred(keys, i, enemy, code) and is_second(setting, keys, i):
                bar(runs, keys[i, code >> 2])


@kernel(int64(SETTING, RUNS, int64))
def advance(setting: Setting, runs: Runs, quota: int) -> int:
    """Generate at most `quota` more placements, but for further placements of the last expansion.

    Return the answer, or RUNNING. If few placements are new, `MOST_EXPANSIONS` ends the call.
    """
    answer = proceed(setting, runs, 0)
    last = runs.cursor[MADE] + quota
    expansions = MOST_EXPANSIONS + 4 * quota
    while answer == RUNNING and runs.cursor[MADE] < last and expansions > 0:
        answer = proceed(setting, runs, 1)
        expansions -= 1
    return answer


@kernel(int64(RUNS, int64, int64[::1]))
def path_to(runs: Runs, index: int, moves: NDArray[np.int64]) -> int:
    """Call `path` from Python."""
    return path(runs, index, moves)
