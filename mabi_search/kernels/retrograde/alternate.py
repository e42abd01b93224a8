"""Alternate play: find values and distances by working backwards from the deciding passes.

`kernels.values` describes the states and their bytes. UNUSED marks a byte without a state. During the
analysis, the byte OPEN + n means that n continuations are not known to lose.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from _gamekit.jit.entry import helper, kernel
from _gamekit.jit.forms import form_of, int64, uint8
from mabi_search.kernels.board import NO_FREEZE, PLAIN_RULE, RESUME_RULE, SETTING, Setting
from mabi_search.kernels.numbering import (
    NUMBERING,
    Numbering,
    among_left,
    first_of,
    list_left,
    number_of,
    steps_to,
)
from mabi_search.kernels.values import BLACK_WINS, WHITE_WINS, modes_of, slot_of, slots_of

UNDECIDED, DRAW = 0, 1
OPEN = 192
UNUSED = 255
LONGEST = (OPEN - 1) // 2 - 1
"""The largest distance that fits in a byte."""
MOVER_DRAWS, OTHER_DRAWS = 1, 2
"""Added to OPEN during the search for draws: the sides that can force at least a draw."""

NOBODY = 2
"""Holders are 0 for White, 1 for Black, 2 for nobody."""
ALTERNATE, ANSWERS, PASSED, RUNS = 0, 1, 2, 3
"""The modes `-`, `q`, `p` and `r` of the rules."""


class Work(NamedTuple):
    """The arrays of an analysis."""

    white_free: NDArray[np.uint32]
    """For each placement, the white pieces that may step."""
    black_free: NDArray[np.uint32]
    alone: NDArray[np.uint8]
    """For each placement, the sides that win by a run; see `kernels.retrograde.alone`."""
    values: NDArray[np.uint8]
    """The byte of each state."""


WORK = form_of(
    Work(np.zeros(1, np.uint32), np.zeros(1, np.uint32), np.zeros(1, np.uint8), np.zeros(1, np.uint8))
)
"""The type of a `Work` in the signatures of kernels."""


@helper
def holder_of(setting: Setting, white_most: int, black_most: int, slot: int) -> int:
    """Return the holder that a slot stands for; -1 if the slot is not used."""
    if white_most != black_most:
        if slot:
            return -1
        return 0 if white_most > black_most else 1
    if white_most > 1:
        return slot if slot < NOBODY else -1
    if setting.freeze == NO_FREEZE:
        return slot
    return NOBODY if slot == 0 else -1


@helper
def byte_at_first(
    setting: Setting, side: int, holder: int, alone: int, mode: int, steps: int, answers: int
) -> int:
    """Return the initial byte of a state, which depends on no other state.

    steps, answers    numbers of steps of the side to move and of the other side
    """
    wins, loses = holder == side, holder == 1 - side
    if mode == RUNS:
        return OPEN
    if mode == ALTERNATE and setting.pass_rule == PLAIN_RULE:
        wins, loses = False, False  # the pass leads to another state
    elif mode == ALTERNATE and setting.pass_rule == RESUME_RULE:
        wins = wins and answers == 0  # with answers, the pass leads to another state
    elif mode == ALTERNATE:
        overtaken = alone & (BLACK_WINS if side == 0 else WHITE_WINS) != 0
        wins, loses = wins and not overtaken, loses or overtaken
    if wins:
        return 2
    if loses and steps == 0:
        return 3
    return OPEN + steps + (0 if loses else 1)  # a pass that does not lose always remains


@kernel(int64(NUMBERING, SETTING, WORK, int64, int64, int64[::1]))
def begin(
    numbering: Numbering, setting: Setting, work: Work, first: int, last: int, left: NDArray[np.int64]
) -> int:
    """Write the initial bytes of all states with White's sets `first` to `last` - 1."""
    each = len(numbering.black_left)
    slots, modes = slots_of(setting), modes_of(setting)
    for i in range(first, last):
        white = numbering.white_sets[i]
        n = list_left(numbering, white, left)
        for j in range(each):
            black = among_left(numbering.black_left[j], left)
            number = i * each + j
            empty = (1 << numbering.squares) - 1 & ~(white | black)
            white_steps = steps_to(numbering, int(np.int64(work.white_free[number])), empty)
            black_steps = steps_to(numbering, int(np.int64(work.black_free[number])), empty)
            for side in range(2):
                steps, answers = (white_steps, black_steps) if side == 0 else (black_steps, white_steps)
                for slot in range(slots):
                    holder = holder_of(setting, numbering.most[white], numbering.most[black], slot)
                    for mode in range(modes):
                        at = ((number * 2 + side) * slots + slot) * modes + mode
                        if holder < 0:
                            work.values[at] = UNUSED
                            continue
                        work.values[at] = byte_at_first(
                            setting, side, holder, work.alone[number], mode, steps, answers
                        )
    return n


@helper
def tell(values: NDArray[np.uint8], at: int, lost: bool, distance: int) -> int:
    """Update a state when the state after one of its moves has been decided.

    `lost` is True if the side to move after that move loses. Return 1 if this decides the state, else 0.
    """
    byte = values[at]
    if byte < OPEN:
        return 0
    if lost:
        values[at] = 2 * (distance + 1)
        return 1
    if byte == OPEN + 1:
        values[at] = 2 * (distance + 1) + 1
        return 1
    values[at] = byte - 1
    return 0


@helper
def tell_before(
    numbering: Numbering,
    setting: Setting,
    work: Work,
    white: int,
    black: int,
    side: int,
    holder: int,
    lost: bool,
    distance: int,
) -> int:
    """Update all states from which a step of the other side leads to this one; return the number decided."""
    strict = numbering.most[white] != numbering.most[black]
    moved, stayed = (black, white) if side == 0 else (white, black)
    slots, modes = slots_of(setting), modes_of(setting)
    empty = (1 << numbering.squares) - 1 & ~(white | black)
    decided = 0
    targets = moved
    while targets:
        target = first_of(targets)
        targets &= targets - 1
        origins = numbering.beside[target] & empty
        while origins:
            origin = first_of(origins)
            origins &= origins - 1
            before = moved ^ 1 << target ^ 1 << origin
            if side == 0:
                number = number_of(numbering, stayed, before)
                free = work.black_free[number]
            else:
                number = number_of(numbering, before, stayed)
                free = work.white_free[number]
            if not free >> origin & 1:
                continue
            wm, bm = numbering.most[stayed], numbering.most[before]
            if side == 1:
                wm, bm = bm, wm
            base = (number * 2 + 1 - side) * slots
            for slot in range(slots):
                was = holder_of(setting, wm, bm, slot)
                if was < 0 or (not strict and was != holder):
                    continue
                for mode in range(min(modes, PASSED)):
                    decided += tell(work.values, (base + slot) * modes + mode, lost, distance)
    return decided


@kernel(int64(NUMBERING, SETTING, WORK, int64, int64, int64, int64, int64, int64[::1]))
def spread(
    numbering: Numbering,
    setting: Setting,
    work: Work,
    distance: int,
    side: int,
    part: int,
    first: int,
    last: int,
    left: NDArray[np.int64],
) -> int:
    """Update the predecessors of states with this distance and side, for White's sets `first` to `last` - 1.

    part    0: only states with an even rank of Black's set; 1: only those with an odd rank; -1: all states

    A state and its predecessors have the same set of the side to move. So two calls with different sets of
    White (side 0), or with different parts (side 1), never write to the same state. Return the number of
    states decided. They have the next distance.
    """
    each = len(numbering.black_left)
    slots, modes = slots_of(setting), modes_of(setting)
    width = slots * modes
    decided = 0
    for i in range(first, last):
        white = numbering.white_sets[i]
        listed = False
        for j in range(each):
            at = ((i * each + j) * 2 + side) * width
            for k in range(width):
                byte = work.values[at + k]
                mode = k % modes
                if byte >> 1 != distance or (mode != ALTERNATE and modes > PASSED):
                    continue
                if not listed:
                    list_left(numbering, white, left)
                    listed = True
                black = among_left(numbering.black_left[j], left)
                if part >= 0 and numbering.rank[black] & 1 != part:
                    break
                lost = byte & 1 == 1
                slot = k // modes
                if mode == ANSWERS:  # a pass has led here
                    back = (((i * each + j) * 2 + 1 - side) * slots + slot) * modes
                    decided += tell(work.values, back, lost, distance)
                else:
                    holder = holder_of(setting, numbering.most[white], numbering.most[black], slot)
                    decided += tell_before(
                        numbering, setting, work, white, black, side, holder, lost, distance
                    )
    return decided


@helper
def reply_draws(values: NDArray[np.uint8], at: int) -> int:
    """Return the sides that have at least a draw in a state: MOVER_DRAWS, OTHER_DRAWS, their sum, or 0."""
    byte = int(np.int64(values[at]))
    if byte >= OPEN:
        return byte - OPEN
    if byte < 2:
        return 0
    return OTHER_DRAWS if byte & 1 else MOVER_DRAWS


@helper
def draws_at(
    numbering: Numbering,
    setting: Setting,
    work: Work,
    white: int,
    black: int,
    number: int,
    side: int,
    mode: int,
) -> int:
    """Return the sides that can force at least a draw in a state without a holder, from its continuations."""
    slots, modes = slots_of(setting), modes_of(setting)
    nobody = slots - 1 if setting.freeze == NO_FREEZE else 0
    mover, other = False, True
    if modes == 1:
        mover = not work.alone[number] & (BLACK_WINS if side == 0 else WHITE_WINS)
    elif mode != ALTERNATE:
        mover = True
    else:
        to = ((number * 2 + 1 - side) * slots + nobody) * modes + (PASSED if modes > PASSED else ANSWERS)
        after = reply_draws(work.values, to)
        mover, other = after & OTHER_DRAWS != 0, after & MOVER_DRAWS != 0
    empty = (1 << numbering.squares) - 1 & ~(white | black)
    own = int(np.int64(work.white_free[number] if side == 0 else work.black_free[number]))
    while own:
        origin = first_of(own)
        own &= own - 1
        targets = numbering.beside[origin] & empty
        while targets:
            change = 1 << first_of(targets) ^ 1 << origin
            targets &= targets - 1
            w, b = (white ^ change, black) if side == 0 else (white, black ^ change)
            slot = slot_of(setting, numbering.most[w], numbering.most[b], NOBODY)
            base = number_of(numbering, w, b) * 2
            if mode == PASSED:
                after = reply_draws(work.values, ((base + side) * slots + slot) * modes + RUNS)
                other = other and after & OTHER_DRAWS != 0
                continue
            after = reply_draws(work.values, ((base + 1 - side) * slots + slot) * modes)
            mover = mover or after & OTHER_DRAWS != 0
            other = other and after & MOVER_DRAWS != 0
    return (MOVER_DRAWS if mover else 0) | (OTHER_DRAWS if other else 0)


@kernel(int64(NUMBERING, SETTING, WORK, int64, int64, int64[::1]))
def find_draws(
    numbering: Numbering, setting: Setting, work: Work, first: int, last: int, left: NDArray[np.int64]
) -> int:
    """Update all states without a holder once, after `close_wins`; return the number of changed bytes."""
    each = len(numbering.black_left)
    slots, modes = slots_of(setting), modes_of(setting)
    nobody = slots - 1 if setting.freeze == NO_FREEZE else 0
    changed = 0
    for i in range(first, last):
        white = numbering.white_sets[i]
        if numbering.most[white] > 1:
            continue
        list_left(numbering, white, left)
        for j in range(each):
            black = among_left(numbering.black_left[j], left)
            if numbering.most[black] != numbering.most[white]:
                continue
            number = i * each + j
            for side in range(2):
                for mode in range(min(modes, RUNS)):
                    at = ((number * 2 + side) * slots + nobody) * modes + mode
                    byte = work.values[at]
                    if byte < OPEN:
                        continue
                    draws = OPEN + draws_at(numbering, setting, work, white, black, number, side, mode)
                    if draws != byte:
                        work.values[at] = draws
                        changed += 1
    return changed


@kernel(int64(uint8[::1], int64, int64))
def close_wins(values: NDArray[np.uint8], first: int, last: int) -> int:
    """Set the bytes of all open states to OPEN, which removes their numbers of continuations."""
    for i in range(first, last):
        if OPEN < values[i] < UNUSED:
            values[i] = OPEN
    return 0


@kernel(int64(uint8[::1], int64, int64))
def close_draws(values: NDArray[np.uint8], first: int, last: int) -> int:
    """Set all open states to DRAW or UNDECIDED."""
    for i in range(first, last):
        if OPEN <= values[i] < UNUSED:
            values[i] = DRAW if values[i] == OPEN + (MOVER_DRAWS | OTHER_DRAWS) else UNDECIDED
    return 0


@kernel(int64(uint8[::1], int64, int64[::1]))
def tally(values: NDArray[np.uint8], modes: int, counts: NDArray[np.int64]) -> int:
    """Count by byte, in 256 counters, the states in which no side is locked out (modes before PASSED)."""
    for i in range(len(values)):
        if i % modes < PASSED:
            counts[values[i]] += 1
    return 0
