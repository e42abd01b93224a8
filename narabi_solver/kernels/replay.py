"""Replays lines of play by a method that is independent of the searches.

Only the packed form is shared with the searches. Each swap is tested by itself, the ring is an array of
stones that is never rotated, and no-undo looks at the place from which a stone came.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from _gamekit.jit.entry import kernel, subroutine
from _gamekit.jit.forms import int64, uint64
from _gamekit.kernels.bits import signed
from narabi_solver.kernels.batch import SOLUTIONS, PackedSolutions
from narabi_solver.kernels.outcomes import SOLVED
from narabi_solver.kernels.state import ALLOWED, CARDS, GAME, NEXT, Game

UNBOUND = -1

LEGAL_WIN, ILLEGAL, UNDONE, WON_EARLY, NOT_IN_ORDER = range(5)
"""The results of a replay; UNDONE means that a swap breaks no-undo."""


@subroutine
def ordered(stones: NDArray[np.int64], places: int, ranks: int) -> bool:
    """Return whether the numbers run upwards or downwards, cyclically."""
    before = -1
    up, down = True, True
    for place in range(places):
        number = stones[place]
        if number >= ranks:
            continue
        if before >= 0:
            up = up and (number == before + 1 or number == before + 1 - ranks)
            down = down and (number == before - 1 or number == before - 1 + ranks)
            if not (up or down):
                return False
        before = number
    return True  # from the last number to the first the step is right by itself


@subroutine
def replay_one(
    game: Game,
    ring: np.uint64,
    cards: NDArray[np.uint8],
    backs: np.uint64,
    line: NDArray[np.uint8],
    turns: int,
    deal: int,
    stones: NDArray[np.int64],
    origins: NDArray[np.int64],
) -> int:
    """Return the result of the first `turns` swaps of a line.

    `stones` and `origins` are scratch memory. They have, for each place, its stone, and the place to which
    the stone may not go back, or UNBOUND.
    """
    places, hand = game.places, game.hand
    for place in range(places):
        stones[place] = (signed(ring) >> (4 * place)) & 15
        back = (signed(backs) >> (4 * place)) & 15
        origins[place] = (place + back) % places if back > 0 else UNBOUND
    seat = 0
    for turn in range(turns):
        if ordered(stones, places, game.ranks):
            return WON_EARLY
        own_there, other_there = (
            signed(np.uint64(line[deal, turn] >> 4)),
            signed(np.uint64(line[deal, turn] & 15)),
        )
        if own_there >= hand or other_there < hand or other_there >= places:
            return ILLEGAL
        own, other = seat + own_there, seat + other_there
        if other >= places:
            other -= places
        stone, taken = int(stones[own]), int(stones[other])
        card = cards[deal, stone]
        swap = own_there * (places - hand) + other_there - hand
        if (signed(game.targets[card, stone]) >> taken) & 1 == 0:
            return ILLEGAL
        if (signed(game.reach[card, own_there]) >> swap) & 1 == 0:
            return ILLEGAL
        if game.no_undo != ALLOWED and origins[own] == other:
            return UNDONE
        stones[own], stones[other] = taken, stone
        for place in range(places):
            if game.no_undo == NEXT or seat <= place < seat + hand:
                origins[place] = UNBOUND
        origins[own], origins[other] = other, own
        seat += hand
        if seat == places:
            seat = 0
    return LEGAL_WIN if ordered(stones, places, game.ranks) else NOT_IN_ORDER


@kernel(int64(GAME, uint64[::1], CARDS, uint64[::1], SOLUTIONS, int64[::1], int64[::1]))
def replay(
    game: Game,
    rings: NDArray[np.uint64],
    cards: NDArray[np.uint8],
    backs: NDArray[np.uint64],
    found: PackedSolutions,
    stones: NDArray[np.int64],
    origins: NDArray[np.int64],
) -> int:
    """Return the index of the first solved deal whose line is illegal or does not win; -1 if there is none.

    `stones` and `origins`, (15,), are scratch memory.
    """
    for deal in range(rings.size):
        if found.status[deal] == SOLVED:
            shown = replay_one(
                game,
                rings[deal],
                cards,
                backs[deal],
                found.lines,
                signed(np.uint64(found.bound[deal])),
                deal,
                stones,
                origins,
            )
            if shown != LEGAL_WIN:
                return deal
    return -1
