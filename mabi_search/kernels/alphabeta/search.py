"""Negamax alpha-beta with an explicit stack. Each call of `search` resumes the previous one.

This is a principal variation search. The first move of a node is searched with the full window. The others
are searched with a null window, and again if they turn out better. Late moves are searched one or two plies
less deeply, and again if they turn out better, unless a win is proven. Near the last ply, a node with a null
window is hardly searched if its estimate is far outside the window. A proven outcome depends on no estimate,
so it is valid at any depth. Scores are for the side to move. In a run the same side moves again, so the score
of a child is not negated.

A node is **tainted** if repetition forbade one of its moves, or if a child is tainted. Its score is valid on
this path only, and is not stored.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from _gamekit.jit.entry import helper, kernel
from _gamekit.jit.forms import int64
from _gamekit.kernels.bits import ONE, ZERO
from _gamekit.kernels.cache import prefetch
from _gamekit.kernels.rows import Rows
from mabi_search.kernels.alphabeta.complete import any_twice, decided
from mabi_search.kernels.alphabeta.evaluation import (
    INFINITE,
    PIECE,
    WIN,
    SideFeatures,
    estimate,
    final,
    settled,
)
from mabi_search.kernels.alphabeta.ordering import (
    is_excluded,
    list_moves,
    ranked,
    reduction,
    take_best,
)
from mabi_search.kernels.alphabeta.table import (
    ESTIMATES,
    EXACT,
    KINDS,
    LOWER,
    PROOFS,
    TABLE,
    UPPER,
    bound_of,
    depth_of,
    keep,
    move_of,
    probe,
    score_of,
    slot,
)
from mabi_search.kernels.alphabeta.work import (
    ABOVE,
    BELOW,
    EFFORTS,
    ENEMY,
    ENEMY_SIZES,
    ENEMY_TOPS,
    ENTER,
    FINISHED,
    KEYS,
    MAX_PLY,
    NO_MOVE,
    NODES,
    OWN,
    OWN_SIZES,
    OWN_TOPS,
    PASS,
    PLY,
    RETURNED,
    RUNNING,
    STATE,
    THOROUGH,
    THOROUGH_DEPTH,
    UNKNOWN_DEPTH,
    USE_DEEP_PROOFS,
    USE_FUTILITY,
    USE_PROOFS,
    USE_REDUCTIONS,
    USE_RUNS,
    USE_SCOUT,
    USE_SETTLED,
    USE_TABLE,
    USE_TABLES,
    VALUE,
    WORK,
    Node,
    Work,
    code_of,
    holds,
    sizes_at,
    write_sizes,
)
from mabi_search.kernels.board import ALTERNATE, LAST_CALL, NO_REPETITION, OVER, PASSED, RUN, SETTING, Setting
from mabi_search.kernels.keys import occurrences
from mabi_search.kernels.moves import mode_after_move, mode_after_pass
from mabi_search.kernels.runs import levels, run
from mabi_search.kernels.runs.shape import together
from mabi_search.kernels.sizes import first_top, sizes_after, tops_and_size, unheld

UNKNOWN = INFINITE + 1
"""Used in place of a value: the node must be searched."""


@helper
def make(setting: Setting, work: Work, table: Rows, cursor: NDArray[np.int64], ply: int, move: int) -> int:
    """Make a move: write the next node, and return its mode, or -1 if repetition forbids the move.

    The next node's entries are prefetched before its groups are known, at the place they have if the holder
    stays.
    """
    node, after = work.nodes[ply], work.nodes[ply + 1]
    own, enemy = work.words[ply, OWN], work.words[ply, ENEMY]
    origin = target = ZERO
    if move == PASS:
        mode = mode_after_pass(setting, node.mode)
        node.same = 0
    else:
        mode = mode_after_move(node.mode)
        node.same = 1 if mode == RUN else 0
        origin, target = ONE << np.uint64(move & 63), ONE << np.uint64(move >> 6)
        own ^= origin | target
    after.side = node.side if node.same else 1 - node.side
    after.mode, after.holder, after.first, after.is_key = mode, node.holder, 0, 0
    next_own, next_enemy = (own, enemy) if node.same else (enemy, own)
    work.words[ply + 1, OWN], work.words[ply + 1, ENEMY] = next_own, next_enemy
    prefetch(table, KINDS * slot(table, next_own, next_enemy, code_of(after)))
    sizes, enemy_sizes = sizes_at(work, ply, OWN_SIZES), sizes_at(work, ply, ENEMY_SIZES)
    tops, enemy_tops = work.words[ply, OWN_TOPS], work.words[ply, ENEMY_TOPS]
    most, enemy_most = node.own_most, node.enemy_most
    if move != PASS:
        if setting.repetition != NO_REPETITION:
            white, black = (own, enemy) if node.side == 0 else (enemy, own)
            code = np.uint64(after.side * 4 + mode)
            last = cursor[KEYS]
            if occurrences(setting, work.keys, last, white, black, code) >= 2:
                return -1
            work.keys[last, 0], work.keys[last, 1], work.keys[last, 2] = white, black, code
            after.is_key = 1
        sizes = sizes_after(sizes, own, origin, target)
        tops, most = tops_and_size(own, sizes)
        if most != enemy_most:
            after.holder = 1 + (node.side if most > enemy_most else 1 - node.side)
    if not node.same:
        tops, enemy_tops = enemy_tops, tops
        sizes, enemy_sizes = enemy_sizes, sizes
        most, enemy_most = enemy_most, most
    work.words[ply + 1, OWN_TOPS], work.words[ply + 1, ENEMY_TOPS] = tops, enemy_tops
    write_sizes(work, ply + 1, OWN_SIZES, sizes)
    write_sizes(work, ply + 1, ENEMY_SIZES, enemy_sizes)
    after.own_most, after.enemy_most = most, enemy_most
    return mode


@helper
def leave(work: Work, cursor: NDArray[np.int64], value: int) -> None:
    """Return to the parent with a value, and remove the key of this node."""
    cursor[KEYS] -= work.nodes[cursor[PLY]].is_key
    cursor[VALUE] = value
    cursor[STATE] = RETURNED
    cursor[PLY] -= 1


@helper
def run_value(setting: Setting, work: Work, table: Rows, cursor: NDArray[np.int64], ply: int) -> int:
    """Return the value of a run, and write its line if it wins.

    A run counts as one choice. If it is not decided within its effort, the value is an estimate: the mean of
    the largest group reached and an upper bound. Most of these runs turn out to be won.
    """
    node: Node = work.nodes[ply]
    runs = work.runs
    own, enemy, holding = work.words[ply, OWN], work.words[ply, ENEMY], holds(node)
    effort = EFFORTS[min(max(node.depth, 0), len(EFFORTS) - 1)]
    thorough = (
        ply == 1 and node.mode == PASSED and node.depth == THOROUGH_DEPTH and work.options[THOROUGH] > 0
    )
    if thorough:
        effort = max(effort, work.options[THOROUGH])
    for place in (levels.FREELY, levels.GATHER, levels.NOVELTY):
        runs.cursor[place] = 1 if thorough else 0
    runs.cursor[levels.AIM] = levels.OVERTAKE
    run.begin(setting, runs, own, enemy, 1 if holding > 0 else 0, effort)
    answer = run.proceed(setting, runs, effort + 1)
    cursor[NODES] += runs.cursor[levels.MADE]
    if answer == levels.WINS:
        steps = run.path(runs, runs.cursor[levels.FOUND], work.line[ply])
        if steps < MAX_PLY:
            work.line[ply, steps] = PASS
        work.length[ply] = min(steps + 1, MAX_PLY)
        value = WIN
    elif answer == levels.LOSES and holding != 0:
        value = -WIN
    else:
        best = runs.nodes[0, runs.cursor[levels.BEST]].most + together(setting, own, enemy)
        value = (PIECE // 2 * best - PIECE * runs.levels[0].enemy_most) | 1
        if holding == 0:
            value = max(value, 1)
    if work.options[USE_TABLE]:
        code = code_of(node)
        if abs(value) == WIN:
            keep(table, PROOFS, own, enemy, code, value, 0, LOWER if value > 0 else UPPER, PASS)
        else:
            keep(table, ESTIMATES, own, enemy, code, value, max(node.depth, 0), EXACT, PASS)
    return value


@helper
def looked_up(setting: Setting, work: Work, cursor: NDArray[np.int64], ply: int) -> int:
    """Return WIN or -WIN if the table of a small board decides a node, otherwise 0.

    The table ignores history, so it is not used once a situation has occurred twice (see docs/endgames.md).
    """
    node: Node = work.nodes[ply]
    own, enemy = work.words[ply, OWN], work.words[ply, ENEMY]
    answer = decided(setting, work.complete, own, enemy, node.side, node.mode, node.holder)
    if answer == 0 or ply + abs(answer) - 1 > work.options[USE_TABLES]:
        return 0
    if any_twice(setting, work.keys, cursor[KEYS]):
        return 0
    return WIN if answer > 0 else -WIN


@helper
def usable(node: Node, found: np.uint64) -> bool:
    """Return whether the bound of an entry decides the window of a node."""
    score, bound = score_of(found), bound_of(found)
    if (bound & LOWER and score >= node.beta) or (bound & UPPER and score <= node.alpha):
        return True
    return bool(bound == EXACT)


@helper
def decides(work: Work, node: Node, proof: np.uint64) -> bool:
    """Return whether the proof of an entry gives the value of a node."""
    short = depth_of(proof) <= node.depth
    return proof != ZERO and (short or work.options[USE_DEEP_PROOFS]) and usable(node, proof)


@helper
def kept(work: Work, table: Rows, ply: int) -> tuple[int, int]:
    """Return a node's value from the transposition table, or UNKNOWN, and the best move stored there."""
    node: Node = work.nodes[ply]
    own, enemy, code = work.words[ply, OWN], work.words[ply, ENEMY], code_of(node)
    best = NO_MOVE
    if work.options[USE_PROOFS]:
        found = probe(table, PROOFS, own, enemy, code)
        if ply > 0 and decides(work, node, found):
            return score_of(found), NO_MOVE
        best = move_of(found)
    found = probe(table, ESTIMATES, own, enemy, code)
    if found != ZERO:
        same_depth = depth_of(found) == node.depth  # then the score is that of plain minimax
        within = node.beta - node.alpha > 1  # then the line is needed too
        if ply > 0 and same_depth and not within and usable(node, found):
            return score_of(found), NO_MOVE
        if best == NO_MOVE:
            best = move_of(found)
    return UNKNOWN, best


@helper
def own_free(setting: Setting, work: Work, ply: int) -> np.uint64:
    """Return the pieces of the side to move that are neither paralysed nor frozen."""
    node: Node = work.nodes[ply]
    own, tops = work.words[ply, OWN], work.words[ply, OWN_TOPS]
    sizes, others = sizes_at(work, ply, OWN_SIZES), sizes_at(work, ply, ENEMY_SIZES)
    return unheld(setting, own, sizes, tops, node.own_most, others, node.enemy_most)


@helper
def estimate_of(setting: Setting, work: Work, ply: int, free: np.uint64) -> int:
    """Return the estimate of a node, given its `own_free` pieces."""
    node: Node = work.nodes[ply]
    own, enemy = work.words[ply, OWN], work.words[ply, ENEMY]
    tops, enemy_tops = work.words[ply, OWN_TOPS], work.words[ply, ENEMY_TOPS]
    sizes, others = sizes_at(work, ply, OWN_SIZES), sizes_at(work, ply, ENEMY_SIZES)
    most, enemy_most = node.own_most, node.enemy_most
    enemy_free = unheld(setting, enemy, others, enemy_tops, enemy_most, sizes, most)
    ours = SideFeatures(first_top(tops, most), most, tops, free)
    theirs = SideFeatures(first_top(enemy_tops, enemy_most), enemy_most, enemy_tops, enemy_free)
    return estimate(setting, own, enemy, ours, theirs, holds(node), work.weights, work.places)


@helper
def judged(
    setting: Setting, work: Work, table: Rows, cursor: NDArray[np.int64], ply: int, free: np.uint64
) -> int:
    """Return a node's value from its groups or its run, its estimate if no depth is left, or UNKNOWN.

    free    its `own_free` pieces
    """
    node: Node = work.nodes[ply]
    mode = node.mode
    may_end = mode == PASSED or mode == LAST_CALL
    settles = ply > 0 and work.options[USE_SETTLED]
    if node.depth > 0 and not (settles and (may_end or mode == RUN)):
        return UNKNOWN
    if settles:
        own, enemy = work.words[ply, OWN], work.words[ply, ENEMY]
        value = settled(setting, own, enemy, mode, node.own_most, node.enemy_most, holds(node))
        if value != INFINITE:
            return value
    if ply > 0 and work.options[USE_RUNS] and (mode == PASSED or mode == RUN):
        return run_value(setting, work, table, cursor, ply)
    if node.depth > 0:
        return UNKNOWN
    value = estimate_of(setting, work, ply, free)
    if may_end:  # the next pass can end the game
        value = max(value, final(node.own_most, node.enemy_most, holds(node)))
    return value


@helper
def valued(setting: Setting, work: Work, table: Rows, ply: int) -> int:
    """Return the value of a node of alternate play without a ply left: a proven one, or the estimate.

    The table has no estimates of such nodes. Their entries arrive while the estimate is computed.
    """
    node: Node = work.nodes[ply]
    worth = estimate_of(setting, work, ply, own_free(setting, work, ply))
    if work.options[USE_TABLE] and work.options[USE_PROOFS]:
        proof = probe(table, PROOFS, work.words[ply, OWN], work.words[ply, ENEMY], code_of(node))
        if decides(work, node, proof):
            return score_of(proof)
    return worth


@helper
def far_away(work: Work, ply: int, worth: int) -> int:
    """Return a value without a search if the estimate of a node is far above its window; otherwise UNKNOWN.

    If the estimate is far below the window, only the pass remains to be searched. An optimistic estimate of
    the other moves becomes the best score so far. Neither result counts as proven.
    """
    node: Node = work.nodes[ply]
    if worth - ABOVE[node.depth] >= node.beta:
        return worth - ABOVE[node.depth]
    if node.depth < len(BELOW) and worth + BELOW[node.depth] <= node.alpha:
        node.best = worth + BELOW[node.depth]
        work.moves[ply, 0], work.order[ply, 0] = PASS, ranked(0, 0)
        node.count, node.next = 1, 0
    return UNKNOWN


@helper
def enter(setting: Setting, work: Work, table: Rows, cursor: NDArray[np.int64], ply: int) -> int:
    """Enter a node; return its value if no search is needed, otherwise list its moves and return UNKNOWN.

    An estimate is computed before the table is read: meanwhile the entries arrive.
    """
    node: Node = work.nodes[ply]
    cursor[NODES] += 1
    cursor[KEYS] += node.is_key
    node.taint = 0
    work.length[ply] = 0
    if ply > 0 and work.options[USE_TABLES]:
        value = looked_up(setting, work, cursor, ply)
        if value != 0:
            return value
    if node.depth == 0 and node.mode == ALTERNATE:
        return valued(setting, work, table, ply)
    scouted = ply > 0 and node.mode == ALTERNATE and node.beta - node.alpha == 1
    guessed = scouted and work.options[USE_FUTILITY] and node.depth <= len(ABOVE)  # it may be reduced by one
    free = own_free(setting, work, ply)
    worth = estimate_of(setting, work, ply, free) if guessed else UNKNOWN
    first = NO_MOVE
    if work.options[USE_TABLE]:
        value, first = kept(work, table, ply)
        if value != UNKNOWN:
            return value
    value = judged(setting, work, table, cursor, ply, free)
    if value != UNKNOWN:
        return value
    node.low = node.alpha
    node.best, node.best_move = -INFINITE, NO_MOVE
    if scouted and work.options[USE_REDUCTIONS] and first == NO_MOVE and node.depth >= UNKNOWN_DEPTH:
        node.depth -= 1
    if guessed and node.depth < len(ABOVE):
        value = far_away(work, ply, worth)
        if value != UNKNOWN:
            return value
    if node.best == -INFINITE:
        list_moves(setting, work, ply, first, free)
    return UNKNOWN


@helper
def store(work: Work, table: Rows, ply: int) -> None:
    """Store the result of a node in the transposition table, unless it is valid on this path only."""
    node: Node = work.nodes[ply]
    if work.options[USE_TABLE] == 0 or node.taint or node.best_move == NO_MOVE:
        return
    if ply == 0 and work.excluded[0] != NO_MOVE:
        return
    own, enemy, code = work.words[ply, OWN], work.words[ply, ENEMY], code_of(node)
    score = node.best
    bound = LOWER if score >= node.beta else UPPER if score <= node.low else EXACT
    if (score >= WIN and bound & LOWER) or (score <= -WIN and bound & UPPER):
        side = LOWER if score > 0 else UPPER  # the outcome is proven, but the margin may be larger
        keep(table, PROOFS, own, enemy, code, score, min(node.depth, 254), side, node.best_move)
    if abs(score) < WIN:
        keep(table, ESTIMATES, own, enemy, code, score, min(node.depth, 254), bound, node.best_move)


@helper
def take_value(work: Work, ply: int, move: int, value: int) -> bool:
    """Update a node with the value of a move; return whether the value reaches beta."""
    node: Node = work.nodes[ply]
    if value > node.best:
        node.best, node.best_move = value, move
        if value > node.alpha:
            node.alpha = value
            work.line[ply, 0] = move
            rest = min(work.length[ply + 1], MAX_PLY - 1)
            for i in range(rest):
                work.line[ply, i + 1] = work.line[ply + 1, i]
            work.length[ply] = rest + 1
    if value >= node.beta:
        if move != work.killers[ply, 0]:
            work.killers[ply, 1] = work.killers[ply, 0]
            work.killers[ply, 0] = move
        work.history[node.side, move] += node.depth * node.depth
        return True
    return False


@helper
def descend(work: Work, table: Rows, cursor: NDArray[np.int64], ply: int, scout: int, less: int) -> None:
    """Go to the child after the current move, with its window, `less` plies less deep."""
    node, after = work.nodes[ply], work.nodes[ply + 1]
    node.scout, node.less = scout, less
    low, high = node.alpha, node.beta
    if scout:
        high = low + 1
    if node.same:
        after.alpha, after.beta = low, high
    else:
        after.alpha, after.beta = -high, -low
    after.depth = node.depth - 1 - less
    cursor[PLY] = ply + 1
    cursor[STATE] = ENTER


@helper
def doubted(
    setting: Setting, work: Work, table: Rows, cursor: NDArray[np.int64], ply: int, value: int
) -> bool:
    """If a reduced or null-window search of a move was not enough, begin a new one and return True."""
    node: Node = work.nodes[ply]
    if node.less and node.alpha < value < WIN:  # better than expected, and not yet certain
        scout = node.scout
    elif node.scout and node.alpha < value < node.beta:
        scout = 0
    else:
        return False
    make(setting, work, table, cursor, ply, node.move)
    descend(work, table, cursor, ply, scout, 0)
    return True


@helper
def go_on(setting: Setting, work: Work, table: Rows, cursor: NDArray[np.int64], ply: int) -> bool:
    """Make the next move to be searched; return False if none is left or a move reaches beta."""
    node: Node = work.nodes[ply]
    while True:
        move = take_best(work, ply)
        if move == NO_MOVE:
            return False
        if is_excluded(work, ply, move):
            continue
        mode = make(setting, work, table, cursor, ply, move)
        if mode < 0:
            node.taint = 1
        elif mode == OVER:
            work.length[ply + 1] = 0
            if take_value(work, ply, move, final(node.own_most, node.enemy_most, holds(node))):
                return False
        else:
            node.move = move
            later, within = node.best > -INFINITE, node.beta - node.alpha > 1
            scout = 1 if work.options[USE_SCOUT] and later and within else 0
            descend(work, table, cursor, ply, scout, reduction(work, ply, move) if later else 0)
            return True


@kernel(int64(SETTING, WORK, TABLE, int64[::1], int64))
def search(setting: Setting, work: Work, table: Rows, cursor: NDArray[np.int64], quota: int) -> int:
    """Search about `quota` more nodes; return FINISHED or RUNNING.

    Row 0 of `work` contains the root with its window and depth. At the start, `cursor` has ply 0, state ENTER
    and the number of keys. At the end, `cursor[VALUE]` is the score, and row 0 of `work.line` is the best
    line.
    """
    last = cursor[NODES] + quota
    while True:
        ply = cursor[PLY]
        if ply < 0:
            return FINISHED
        node = work.nodes[ply]
        refuted = False
        if cursor[STATE] == ENTER:
            if cursor[NODES] >= last:
                return RUNNING
            value = enter(setting, work, table, cursor, ply)
            if value != UNKNOWN:
                leave(work, cursor, value)
                continue
        else:
            value = cursor[VALUE] if node.same else -cursor[VALUE]
            if work.nodes[ply + 1].taint:
                node.taint = 1
            if doubted(setting, work, table, cursor, ply, value):
                continue
            refuted = take_value(work, ply, node.move, value)
        if refuted or not go_on(setting, work, table, cursor, ply):
            store(work, table, ply)
            leave(work, cursor, node.best)
