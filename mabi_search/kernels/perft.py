"""Perft: how many sequences of plies there are, by an explicit stack, in slices.

The leaves of a position are counted in bulk. The steps among them that repetition forbids lead to what has
arisen twice on the path, and the last position itself need not be known there: its steps lead elsewhere.
So as long as nothing has arisen twice, nothing is looked up, and else each of these situations is at most
one step away.
"""

from __future__ import annotations

import numpy as np
from numba.types import int64, uint64
from numpy.typing import NDArray

from _gamekit.kernel_cache import helper, kernel, subroutine
from _gamekit.kernels.bits import ONE, ZERO, lowest, popcount, signed
from mabi_search.kernels.board import (
    NO_REPETITION,
    OVER,
    PASSED,
    PLACEMENT,
    RUN,
    SETTING,
    Setting,
    adjacent,
    east,
    north,
    south,
    west,
)
from mabi_search.kernels.groups import held, leaders, paralysed_by
from mabi_search.kernels.moves import code_after_step, count_steps, mode_after_move, mode_after_pass, movable

# Columns of the stack, a row a level.
OWN, ENEMY, CODE, NORTH, SOUTH, EAST, WEST, MAY_PASS, IS_KEY, FIELDS = range(10)
"""Both words; side * 4 + mode; the targets of steps that are left; 1 if the pass is left; 1 if the level's
position was entered as a key."""

# Columns of the keys, a row for all that has arisen.
WHITE, BLACK, KEY_CODE, AGAIN, KEY = range(5)
"""Both words; side * 4 + mode; 1 if it is the second time."""

# Places of the cursor.
LEVEL, TOTAL, KEYS, TWICE, CURSOR = range(5)
"""The level; leaves so far; keys on the path; how many of them occurred before."""

# Columns of the statistics, a row a ply.
NODES, PASSES, RUNS, ENDINGS, PARALYSED, FROZEN, STATISTICS = range(7)
"""Plies made; passes among them; plies made by a side alone; passes that ended the game; over all positions
that these plies led to: pieces of the side to move that are paralysed, and that are frozen."""

FINISHED, RUNNING = 0, 1


@helper
def occurrences(
    setting: Setting,
    keys: NDArray[np.uint64],
    count: int,
    white: np.uint64,
    black: np.uint64,
    code: np.uint64,
) -> int:
    """Return how often a position is among the keys."""
    n = 0
    for i in range(count):
        if keys[i, WHITE] == white and keys[i, BLACK] == black:
            if setting.repetition == PLACEMENT or keys[i, KEY_CODE] == code:
                n += 1
    return n


@helper
def enter(
    setting: Setting,
    stack: NDArray[np.uint64],
    level: int,
    own: np.uint64,
    enemy: np.uint64,
    code: np.uint64,
    first: int,
) -> None:
    """Write a position and all its steps to a level."""
    empty = setting.board & ~(own | enemy)
    free = movable(setting, own, enemy, first)
    stack[level, OWN], stack[level, ENEMY], stack[level, CODE] = own, enemy, code
    stack[level, NORTH] = north(free) & empty
    stack[level, SOUTH] = south(free) & empty
    stack[level, EAST] = east(free) & empty
    stack[level, WEST] = west(free) & empty
    steps = stack[level, NORTH] | stack[level, SOUTH] | stack[level, EAST] | stack[level, WEST]
    stack[level, MAY_PASS] = ZERO if first and steps != ZERO else ONE


@helper
def next_step(stack: NDArray[np.uint64], level: int) -> np.uint64:
    """Take a step from a level; return its two squares, 0 if none is left."""
    word = stack[level, NORTH]
    if word != ZERO:
        target = lowest(word)
        stack[level, NORTH] = word ^ target
        return target | south(target)
    word = stack[level, SOUTH]
    if word != ZERO:
        target = lowest(word)
        stack[level, SOUTH] = word ^ target
        return target | north(target)
    word = stack[level, EAST]
    if word != ZERO:
        target = lowest(word)
        stack[level, EAST] = word ^ target
        return target | west(target)
    word = stack[level, WEST]
    if word != ZERO:
        target = lowest(word)
        stack[level, WEST] = word ^ target
        return target | east(target)
    return ZERO


@helper
def forbidden(
    setting: Setting,
    keys: NDArray[np.uint64],
    count: int,
    own: np.uint64,
    enemy: np.uint64,
    code: np.uint64,
    free: np.uint64,
) -> int:
    """Return how many steps of the free pieces lead to what has arisen twice."""
    side, mode = code >> np.uint64(2), signed(code & np.uint64(3))
    after_code = code_after_step(side, mode)
    mine, other = (WHITE, BLACK) if side == ZERO else (BLACK, WHITE)
    n = 0
    for i in range(count):
        if keys[i, AGAIN] == ZERO or keys[i, other] != enemy:
            continue
        if setting.repetition == PLACEMENT or keys[i, KEY_CODE] == after_code:
            origin, target = own & ~keys[i, mine], keys[i, mine] & ~own
            if origin & free and lowest(origin) == origin and adjacent(origin) & target:
                n += 1
    return n


@helper
def leaves_after(
    setting: Setting,
    keys: NDArray[np.uint64],
    known: int,
    own: np.uint64,
    enemy: np.uint64,
    code: np.uint64,
    most: int,
    top: np.uint64,
) -> int:
    """Return the number of legal moves of a position after the first turn.

    known        how many keys there are; 0 if nothing has arisen twice
    most, top    `leaders` of the side to move
    """
    paralysed, enemy_most = paralysed_by(setting, own, enemy)
    free = own & ~paralysed
    if most > enemy_most:
        free &= ~top
    leaves = count_steps(setting.board & ~(own | enemy), free) + 1
    return leaves - forbidden(setting, keys, known, own, enemy, code, free) if known else leaves


@helper
def leaves_of(
    setting: Setting, stack: NDArray[np.uint64], keys: NDArray[np.uint64], known: int, level: int
) -> int:
    """Return the number of plies that follow the steps of a level.

    known    how many keys there are; 0 if nothing has arisen twice

    The groups of the side that stands still are the same after all steps.
    """
    own, enemy, code = stack[level, OWN], stack[level, ENEMY], stack[level, CODE]
    side = code >> np.uint64(2)
    after_code = code_after_step(side, signed(code & np.uint64(3)))
    stays = after_code >> np.uint64(2) == side
    most, top = leaders(setting, enemy)
    total = 0
    while True:
        squares = next_step(stack, level)
        if squares == ZERO:
            return total
        after = own ^ squares
        if known:
            white, black = (after, enemy) if side == ZERO else (enemy, after)
            if occurrences(setting, keys, known, white, black, after_code) >= 2:
                continue
        if stays:
            own_most, own_top = leaders(setting, after)
            total += leaves_after(setting, keys, known, after, enemy, after_code, own_most, own_top)
        else:
            total += leaves_after(setting, keys, known, enemy, after, after_code, most, top)


@subroutine
def allowed_leaves_of(
    setting: Setting, stack: NDArray[np.uint64], keys: NDArray[np.uint64], known: int, level: int
) -> int:
    """Return what `leaves_of` does where something has arisen twice; apart, or all would be slower (10 %)."""
    return leaves_of(setting, stack, keys, known, level)


@kernel(int64(SETTING, uint64[:, ::1], uint64[:, ::1], int64[::1], uint64, uint64, uint64, int64))
def begin(
    setting: Setting,
    stack: NDArray[np.uint64],
    keys: NDArray[np.uint64],
    cursor: NDArray[np.int64],
    own: np.uint64,
    enemy: np.uint64,
    code: np.uint64,
    first: int,
) -> int:
    """Enter the first position. `keys` and `cursor[KEYS]` hold what has arisen so far; others are 0."""
    twice = 0
    for i in range(cursor[KEYS] if setting.repetition != NO_REPETITION else 0):
        again = occurrences(setting, keys, i, keys[i, WHITE], keys[i, BLACK], keys[i, KEY_CODE])
        keys[i, AGAIN] = ONE if again else ZERO
        twice += min(again, 1)
    cursor[TWICE] = twice
    enter(setting, stack, 0, own, enemy, code, first)
    return 0


@kernel(int64(SETTING, uint64[:, ::1], uint64[:, ::1], int64[::1], int64[:, ::1], int64, int64, int64))
def search(
    setting: Setting,
    stack: NDArray[np.uint64],
    keys: NDArray[np.uint64],
    cursor: NDArray[np.int64],
    statistics: NDArray[np.int64],
    counting: int,
    depth: int,
    quota: int,
) -> int:
    """Count on for about `quota` positions; return FINISHED or RUNNING.

    stack        (depth + 1, FIELDS): prepared by `begin`
    keys         (n, KEY): what has arisen, with room for `depth` more
    cursor       (CURSOR,)
    statistics   (depth + 1, STATISTICS): row d is about the plies number d; filled if `counting` is 1, and
                 then every leaf is visited
    depth        2 or more, or 1 if `counting`
    """
    for _ in range(quota):
        level = cursor[LEVEL]
        own, enemy, code = stack[level, OWN], stack[level, ENEMY], stack[level, CODE]
        mode = signed(code & np.uint64(3))
        squares = ZERO
        passed = False
        if level < depth:
            if level == depth - 2 and counting == 0:
                if cursor[TWICE]:
                    cursor[TOTAL] += allowed_leaves_of(setting, stack, keys, cursor[KEYS], level)
                else:
                    cursor[TOTAL] += leaves_of(setting, stack, keys, 0, level)
            squares = next_step(stack, level)
            if squares == ZERO and stack[level, MAY_PASS] != ZERO:
                stack[level, MAY_PASS] = ZERO
                passed = True
        if squares == ZERO and not passed:
            if stack[level, IS_KEY] != ZERO:
                last = cursor[KEYS] - 1
                cursor[TWICE] -= signed(keys[last, AGAIN])
                cursor[KEYS] = last
            cursor[LEVEL] = level - 1
            if level == 0:
                return FINISHED
            continue
        side = code >> np.uint64(2)
        after_mode = mode_after_pass(setting, mode) if passed else mode_after_move(mode)
        turns = passed or after_mode != RUN
        own ^= squares
        after_side = side ^ ONE if turns else side
        after_code = after_side << np.uint64(2) | np.uint64(after_mode & 3)
        is_key = not passed and setting.repetition != NO_REPETITION
        known = 0
        if is_key:
            white, black = (own, enemy) if side == ZERO else (enemy, own)
            last = cursor[KEYS]
            known = occurrences(setting, keys, last, white, black, after_code)
            if known >= 2:
                continue
            keys[last, WHITE], keys[last, BLACK], keys[last, KEY_CODE] = white, black, after_code
            keys[last, AGAIN] = ONE if known else ZERO
        if counting:
            row = statistics[level + 1]
            row[NODES] += 1
            if passed:
                row[PASSES] += 1
            if mode == PASSED or mode == RUN:
                row[RUNS] += 1
            if after_mode == OVER:
                row[ENDINGS] += 1
        if level + 1 == depth and (after_mode == OVER or counting == 0):
            cursor[TOTAL] += 1
            continue
        if after_mode == OVER:
            continue
        if turns:
            own, enemy = enemy, own
        if counting:
            paralysed, frozen = held(setting, own, enemy)
            statistics[level + 1, PARALYSED] += popcount(paralysed)
            statistics[level + 1, FROZEN] += popcount(frozen)
            if level + 1 == depth:
                cursor[TOTAL] += 1
                continue
        if level + 2 == depth and counting == 0:  # after a pass; the steps are done with
            look_up = cursor[KEYS] if cursor[TWICE] else 0
            most, top = leaders(setting, own)
            cursor[TOTAL] += leaves_after(setting, keys, look_up, own, enemy, after_code, most, top)
            continue
        stack[level + 1, IS_KEY] = ONE if is_key else ZERO
        if is_key:
            cursor[KEYS] += 1
            if known:
                cursor[TWICE] += 1
        enter(setting, stack, level + 1, own, enemy, after_code, 0)
        cursor[LEVEL] = level + 1
    return RUNNING
