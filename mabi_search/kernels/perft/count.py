"""Perft: count sequences of plies with an explicit stack. Each call of `search` resumes the previous one.

The leaves after a position are counted in bulk, without the steps that repetition forbids. While no situation
has occurred twice on the path, there are no such steps. Otherwise each situation that has occurred twice is
tested: can one step lead to it? The position itself need not be among the keys, because its steps lead
elsewhere.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from _gamekit.jit.entry import helper, kernel, subroutine
from _gamekit.jit.forms import form_of, int64, uint64
from _gamekit.kernels import rows
from _gamekit.kernels.bits import ONE, ZERO, lowest, signed
from mabi_search.kernels.board import (
    NO_REPETITION,
    OVER,
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
from mabi_search.kernels.groups import leaders, paralysed_by
from mabi_search.kernels.keys import AGAIN, BLACK, KEY_CODE, WHITE, occurrences
from mabi_search.kernels.moves import code_after_step, count_steps, mode_after_move, mode_after_pass, movable


class Level:
    """A position on the path, and its remaining plies."""

    own: np.uint64
    enemy: np.uint64
    code: np.uint64
    """side * 4 + mode."""
    north: np.uint64
    """Targets of the remaining steps north. The next three fields are for the other directions."""
    south: np.uint64
    east: np.uint64
    west: np.uint64
    may_pass: np.uint64
    """1 if the pass remains."""
    is_key: np.uint64
    """1 if the position was added to the keys."""


LEVEL = rows.fields_of(Level, np.uint64)


def stack_for(depth: int) -> rows.Rows:
    """Return an empty stack for `depth` plies."""
    return rows.zeros(depth + 1, LEVEL)


STACK = form_of(stack_for(1))

# Indices of the cursor.
DEEP, TOTAL, KEYS, TWICE, CURSOR = range(5)
"""The current level, the leaves so far, the number of keys, and the number of keys that repeat earlier
ones."""

FINISHED, RUNNING = 0, 1
FORBIDDEN = -1
"""Returned in place of a mode: the position would occur for the third time."""


@helper
def enter(setting: Setting, row: Level, first: int) -> None:
    """List the plies of a level's position in the level itself."""
    empty = setting.board & ~(row.own | row.enemy)
    free = movable(setting, row.own, row.enemy, first)
    row.north = north(free) & empty
    row.south = south(free) & empty
    row.east = east(free) & empty
    row.west = west(free) & empty
    steps = row.north | row.south | row.east | row.west
    row.may_pass = ZERO if first and steps != ZERO else ONE


@helper
def next_step(row: Level) -> np.uint64:
    """Take the next step from a level; return its two squares, or 0 if no step is left."""
    if row.north != ZERO:
        target = lowest(row.north)
        row.north ^= target
        return target | south(target)
    if row.south != ZERO:
        target = lowest(row.south)
        row.south ^= target
        return target | north(target)
    if row.east != ZERO:
        target = lowest(row.east)
        row.east ^= target
        return target | west(target)
    if row.west != ZERO:
        target = lowest(row.west)
        row.west ^= target
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
    """Return the number of steps of the free pieces that lead to situations which have occurred twice."""
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

    known        number of keys; 0 if no situation has occurred twice
    most, top    `leaders` of the side to move
    """
    paralysed, enemy_most = paralysed_by(setting, own, enemy)
    free = own & ~paralysed
    if most > enemy_most:
        free &= ~top
    leaves = count_steps(setting.board & ~(own | enemy), free) + 1
    return leaves - forbidden(setting, keys, known, own, enemy, code, free) if known else leaves


@helper
def leaves_of(setting: Setting, row: Level, keys: NDArray[np.uint64], known: int) -> int:
    """Return the number of legal plies after all steps of a level.

    known    number of keys; 0 if no situation has occurred twice

    The groups of the other side are the same after all these steps, so they are computed only once.
    """
    own, enemy, code = row.own, row.enemy, row.code
    side = code >> np.uint64(2)
    after_code = code_after_step(side, signed(code & np.uint64(3)))
    stays = after_code >> np.uint64(2) == side
    most, top = leaders(setting, enemy)
    total = 0
    while True:
        squares = next_step(row)
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
def allowed_leaves_of(setting: Setting, row: Level, keys: NDArray[np.uint64], known: int) -> int:
    """Call `leaves_of` after a situation has occurred twice. Inlining it would slow all counts by 10 %."""
    return leaves_of(setting, row, keys, known)


@helper
def count_in_bulk(setting: Setting, row: Level, keys: NDArray[np.uint64], cursor: NDArray[np.int64]) -> None:
    """Count the leaves after all steps of a level two plies above the leaves. This uses up the steps."""
    if cursor[TWICE]:
        cursor[TOTAL] += allowed_leaves_of(setting, row, keys, cursor[KEYS])
    else:
        cursor[TOTAL] += leaves_of(setting, row, keys, 0)


@helper
def count_after_pass(
    setting: Setting, row: Level, keys: NDArray[np.uint64], cursor: NDArray[np.int64]
) -> None:
    """Count the leaves after a pass two plies above the leaves. `row` is the position after the pass."""
    known = cursor[KEYS] if cursor[TWICE] else 0
    most, top = leaders(setting, row.own)
    cursor[TOTAL] += leaves_after(setting, keys, known, row.own, row.enemy, row.code, most, top)


@helper
def make(
    setting: Setting,
    stack: rows.Rows,
    keys: NDArray[np.uint64],
    cursor: NDArray[np.int64],
    level: int,
    squares: np.uint64,
) -> int:
    """Write the position after a step, or after a pass if `squares` is 0, to the next level.

    Return the mode of that position, or FORBIDDEN. Its key is written too, but counts only after `descend`.
    """
    row, after = stack[level], stack[level + 1]
    side, mode = row.code >> np.uint64(2), signed(row.code & np.uint64(3))
    passed = squares == ZERO
    after_mode = mode_after_pass(setting, mode) if passed else mode_after_move(mode)
    own, enemy = row.own ^ squares, row.enemy
    turns = passed or after_mode != RUN
    code = (side ^ ONE if turns else side) << np.uint64(2) | np.uint64(after_mode & 3)
    after.is_key = ZERO
    if not passed and setting.repetition != NO_REPETITION:
        white, black = (own, enemy) if side == ZERO else (enemy, own)
        last = cursor[KEYS]
        times = occurrences(setting, keys, last, white, black, code)
        if times >= 2:
            return FORBIDDEN
        keys[last, WHITE], keys[last, BLACK], keys[last, KEY_CODE] = white, black, code
        keys[last, AGAIN] = np.uint64(times)
        after.is_key = ONE
    after.own, after.enemy = (enemy, own) if turns else (own, enemy)
    after.code = code
    return after_mode


@helper
def descend(
    setting: Setting, stack: rows.Rows, keys: NDArray[np.uint64], cursor: NDArray[np.int64], level: int
) -> None:
    """Go to the next level. `make` has written its position."""
    row = stack[level + 1]
    if row.is_key != ZERO:
        cursor[TWICE] += signed(keys[cursor[KEYS], AGAIN])
        cursor[KEYS] += 1
    enter(setting, row, 0)
    cursor[DEEP] = level + 1


@helper
def go_back(row: Level, keys: NDArray[np.uint64], cursor: NDArray[np.int64]) -> None:
    """Return to the level above, and remove the key of this one."""
    if row.is_key != ZERO:
        cursor[KEYS] -= 1
        cursor[TWICE] -= signed(keys[cursor[KEYS], AGAIN])
    cursor[DEEP] -= 1


@kernel(int64(SETTING, STACK, uint64[:, ::1], int64[::1], uint64, uint64, uint64, int64))
def begin(
    setting: Setting,
    stack: rows.Rows,
    keys: NDArray[np.uint64],
    cursor: NDArray[np.int64],
    own: np.uint64,
    enemy: np.uint64,
    code: np.uint64,
    first: int,
) -> int:
    """Enter the root. `keys` and `cursor[KEYS]` contain the earlier situations; everything else must be 0."""
    twice = 0
    for i in range(cursor[KEYS] if setting.repetition != NO_REPETITION else 0):
        again = occurrences(setting, keys, i, keys[i, WHITE], keys[i, BLACK], keys[i, KEY_CODE])
        keys[i, AGAIN] = ONE if again else ZERO
        twice += min(again, 1)
    cursor[TWICE] = twice
    row = stack[0]
    row.own, row.enemy, row.code = own, enemy, code
    enter(setting, row, first)
    return 0


@kernel(int64(SETTING, STACK, uint64[:, ::1], int64[::1], int64, int64))
def search(
    setting: Setting,
    stack: rows.Rows,
    keys: NDArray[np.uint64],
    cursor: NDArray[np.int64],
    depth: int,
    quota: int,
) -> int:
    """Count about `quota` more positions; return FINISHED or RUNNING.

    stack    (depth + 1,) of `Level`, prepared by `begin`
    keys     (n, KEY): the earlier situations, and space for `depth` more
    cursor   (CURSOR,)
    depth    1 or more
    """
    for _ in range(quota):
        level = cursor[DEEP]
        row = stack[level]
        in_bulk = level + 2 == depth
        if in_bulk:
            count_in_bulk(setting, row, keys, cursor)
        squares = next_step(row)
        passed = squares == ZERO and row.may_pass != ZERO
        if passed:
            row.may_pass = ZERO
        elif squares == ZERO:
            go_back(row, keys, cursor)
            if level == 0:
                return FINISHED
            continue
        mode = make(setting, stack, keys, cursor, level, squares)
        if mode == FORBIDDEN:
            continue
        if level + 1 == depth:
            cursor[TOTAL] += 1
        elif mode != OVER:
            if in_bulk:  # all steps were counted above
                count_after_pass(setting, stack[level + 1], keys, cursor)
            else:
                descend(setting, stack, keys, cursor, level)
    return RUNNING
