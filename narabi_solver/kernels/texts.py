"""Writes packed deals and their lines in the notation, one after another, into a buffer of bytes."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from _gamekit.jit.entry import helper, kernel
from _gamekit.jit.forms import int32, int64, uint8, uint64
from narabi_solver.kernels.state import stone_at

SPACE, SLASH, DASH, LETTER_A, DIGIT_1 = 32, 47, 45, 65, 49
"""ASCII codes."""
SWAP_BYTES = 6
"""Number of bytes of a swap, with the space before it."""


@kernel(
    int64(
        uint64[::1], uint8[:, ::1], uint8[::1], int64, int64, uint8[::1], int32[:, ::1],
        int32[::1], uint8[::1],
    )
)  # fmt: skip
def write_deals(
    rings: NDArray[np.uint64],
    cards: NDArray[np.uint8],
    seats: NDArray[np.uint8],
    places: int,
    hand: int,
    words: NDArray[np.uint8],
    starts: NDArray[np.int32],
    offsets: NDArray[np.int32],
    text: NDArray[np.uint8],
) -> int:
    """Write deals in the notation, each from seat A on; return the number of bytes.

    rings, cards, seats    (n,), (n, 15) and (n,): the n deals, and the seats that begin
    words                  the texts of all stones with all cards, one after another
    starts                 (cards, 16): for each card and stone, the index in `words` where the text begins;
                           after the last stone, the index where its text ends
    offsets                (n + 1,): the index in `text` where each deal begins, and the end of the last deal
    text                   long enough for all deals, written from index 0
    """
    end = 0
    for i in range(rings.size):
        offsets[i] = end
        first = seats[i] * hand
        for place in range(places):
            if place > 0:
                text[end] = SPACE
                end += 1
                if place % hand == 0:
                    text[end] = SLASH
                    text[end + 1] = SPACE
                    end += 2
            stone = stone_at(rings[i], (place - first + places) % places)
            card = cards[i, stone]
            for at in range(starts[card, stone], starts[card, stone + 1]):
                text[end] = words[at]
                end += 1
    offsets[rings.size] = end
    return end


@helper
def write_place(text: NDArray[np.uint8], at: int, seat: int, place: int, players: int, hand: int) -> None:
    """Write the letter and digit of a place; `place` is counted from the first place of `seat`."""
    text[at] = LETTER_A + (seat + place // hand) % players
    text[at + 1] = DIGIT_1 + place % hand


@kernel(int64(uint8[:, ::1], uint8[::1], uint8[::1], int64, int64, int32[::1], uint8[::1]))
def write_lines(
    lines: NDArray[np.uint8],
    lengths: NDArray[np.uint8],
    seats: NDArray[np.uint8],
    players: int,
    hand: int,
    offsets: NDArray[np.int32],
    text: NDArray[np.uint8],
) -> int:
    """Write lines of play, which are sequences of swaps, in the notation; return the number of bytes.

    lines      (n, 24): own place * 16 + other place of each swap, counted from each mover's first place
    lengths    (n,): the number of swaps of each line
    seats      (n,): the seat that begins each line
    offsets    (n + 1,): the index in `text` where each line begins, and the end of the last line
    text       long enough for all lines, written from index 0
    """
    end = 0
    for i in range(lengths.size):
        offsets[i] = end
        for turn in range(lengths[i]):
            if turn > 0:
                text[end] = SPACE
                end += 1
            seat = seats[i] + turn
            write_place(text, end, seat, lines[i, turn] >> 4, players, hand)
            text[end + 2] = DASH
            write_place(text, end + 3, seat, lines[i, turn] & 15, players, hand)
            end += SWAP_BYTES - 1
    offsets[lengths.size] = end
    return end
