"""Order the moves of a node, and choose late moves to be searched less deeply."""

from __future__ import annotations

import numpy as np

from _gamekit.jit.entry import helper
from _gamekit.kernels.bits import ONE, ZERO, lowest, popcount
from mabi_search.kernels.alphabeta.work import (
    ENEMY,
    MAX_MOVES,
    MORE_DEPTH,
    MORE_FROM,
    NO_MOVE,
    OWN,
    PASS,
    REDUCED_DEPTH,
    REDUCED_FROM,
    USE_HISTORY,
    USE_JOINS,
    USE_KILLERS,
    USE_REDUCTIONS,
    Node,
    Work,
)
from mabi_search.kernels.board import RUN, Setting, adjacent

LAST_MOVE = 255
"""The largest place of a move in the list of a node."""


@helper
def promise(work: Work, ply: int, move: int, best: int, joined: int) -> int:
    """Return the priority of a move. Moves with a higher priority are tried first."""
    if move == best:
        return 1 << 40
    if work.options[USE_KILLERS] and (move == work.killers[ply, 0] or move == work.killers[ply, 1]):
        return 1 << 30
    worth = 0
    if work.options[USE_JOINS]:
        worth += joined << 20
    if work.options[USE_HISTORY]:
        worth += min(work.history[work.nodes[ply].side, move], (1 << 20) - 1)
    return worth


@helper
def ranked(priority: int, place: int) -> int:
    """Return a number by which moves are compared: by priority, then the first place in the list."""
    return priority * (LAST_MOVE + 1) + LAST_MOVE - place


@helper
def list_moves(setting: Setting, work: Work, ply: int, best: int, free: np.uint64) -> None:
    """Write the moves of a node and their priorities, given the pieces that are neither paralysed nor frozen.

    Repetition is not checked here.

    `moves.steps_of` is not used, so that the neighbours of a piece are counted only once for all its steps.
    """
    node: Node = work.nodes[ply]
    own, enemy = work.words[ply, OWN], work.words[ply, ENEMY]
    empty = setting.board & ~(own | enemy)
    if node.first:
        free &= setting.edge
    n = 0
    while free != ZERO:
        piece = lowest(free)
        free ^= piece
        origin = popcount(piece - ONE)
        rest = own ^ piece
        targets = adjacent(piece) & empty
        before = popcount(adjacent(piece) & own)
        while targets != ZERO:
            target = lowest(targets)
            targets ^= target
            move = origin + 64 * popcount(target - ONE)
            joined = popcount(adjacent(target) & rest) - before + 4
            work.moves[ply, n] = move
            work.order[ply, n] = ranked(promise(work, ply, move, best, joined), n)
            n += 1
    if n == 0 or node.first == 0:
        work.moves[ply, n] = PASS
        work.order[ply, n] = ranked(promise(work, ply, PASS, best, 3), n)
        n += 1
    node.count, node.next = n, 0


@helper
def take_best(work: Work, ply: int) -> int:
    """Take the most promising of the remaining moves; return NO_MOVE if none is left."""
    node: Node = work.nodes[ply]
    at = node.next
    if at == node.count:
        return NO_MOVE
    best = work.order[ply, at]
    for i in range(at + 1, node.count):
        best = max(best, work.order[ply, i])
    first = LAST_MOVE - (best & LAST_MOVE)
    move: int = work.moves[ply, first]
    work.moves[ply, first] = work.moves[ply, at]
    work.order[ply, first] = work.order[ply, at] + at - first
    work.moves[ply, at] = move
    node.next = at + 1
    return move


@helper
def reduction(work: Work, ply: int, move: int) -> int:
    """Return by how many plies the search of a move is reduced: 0 for early moves and passes."""
    node: Node = work.nodes[ply]
    if (
        work.options[USE_REDUCTIONS] == 0
        or move == PASS
        or node.next <= REDUCED_FROM
        or node.depth < REDUCED_DEPTH
        or node.mode == RUN
    ):
        return 0
    return 2 if node.next > MORE_FROM and node.depth >= MORE_DEPTH else 1


@helper
def is_excluded(work: Work, ply: int, move: int) -> bool:
    """Return whether a move is excluded at the root."""
    if ply == 0:
        for i in range(MAX_MOVES):
            if work.excluded[i] == NO_MOVE:
                return False
            if work.excluded[i] == move:
                return True
    return False
