"""Retrograde search, a layer at a time: which arrangements are in order, which lead into a layer.

A layer is entered block by block, and a block's own bytes are all that is written. So blocks may be
entered by several threads, in any order: what they read of others' is the layer before, which stays.
"""

from __future__ import annotations

import numpy as np
from numba.types import int64, uint8, uint16, uint64
from numpy.typing import NDArray

from _gamekit.kernel_cache import helper, kernel
from _gamekit.kernels.bits import ONE, ZERO, lowest, lowest_index
from narabi_solver.kernels.census.blocks import (
    NUMBERING,
    Numbering,
    count_below,
    next_block,
    ring_at,
    write_sets,
)
from narabi_solver.kernels.state import CARDS, GAME, Game, in_order, swap_bit

UNKNOWN = 255
"""Distance of an arrangement that no layer has reached."""


@helper
def enter(
    reach: NDArray[np.uint64],
    game: Game,
    numbering: Numbering,
    layer: int,
    seat: int,
    moved: NDArray[np.uint8],
    other_moved: NDArray[np.uint8],
    rank: int,
    other_rank: int,
    here: NDArray[np.uint8],
    there: NDArray[np.uint8],
) -> int:
    """Enter what leads into a layer by an exchange of one stone for one of a seat; return how many there are.

    reach                 the card of the mover's stone: for each own place the swaps it reaches
    moved, other_moved    for each way of the mover and of the seat the one after the exchange
    rank, other_rank      ranks of the two stones in their seats
    here, there           distances of the block, and of the one after it
    """
    ways = numbering.ways
    unit = 1  # of the seat's digit, and `above` counts the ways of the seats before it, the mover's left out
    for _ in range(numbering.weights.size - 1 - seat):
        unit *= ways
    above = numbering.size // (ways * ways * unit)
    found = 0
    for way in range(ways):
        own = numbering.place_of[way, rank]
        others = reach[own] >> np.uint64(swap_bit(game, own, seat * game.hand))
        for other_way in range(ways):
            if (others >> np.uint64(numbering.place_of[other_way, other_rank])) & ONE == ZERO:
                continue
            for high in range(above):
                index = way * (numbering.size // ways) + (high * ways + other_way) * unit
                child = (high * ways + other_moved[other_way]) * unit * ways + moved[way]
                for low in range(unit):
                    if there[child + low * ways] == layer and here[index + low] == UNKNOWN:
                        here[index + low] = layer + 1
                        found += 1
    return found


@kernel(int64(GAME, NUMBERING, int64, int64, uint64[::1], uint8[::1], uint16[:, ::1]))
def fill_wins(
    game: Game,
    numbering: Numbering,
    first: int,
    last: int,
    sets: NDArray[np.uint64],
    distance: NDArray[np.uint8],
    counts: NDArray[np.uint16],
) -> int:
    """Enter what is in order in the blocks `first` to `last` - 1 as layer 0; return how many there are.

    Parameters are those of `fill_layer`.
    """
    total = 0
    for block in range(first, last):
        write_sets(game, numbering, block, sets)
        found = 0
        index = 0
        while index < numbering.size:
            unit = numbering.size
            seats = 0
            good = True
            while good and unit > 1:  # seat by seat, since the first seats rule most indices out
                unit //= numbering.ways
                seats += 1
                good = in_order(ring_at(game, numbering, sets, index, seats), game)
            if good:
                distance[block * numbering.size + index] = 0
                found += 1
            index += unit - index % unit
        counts[0, block] = found
        total += found
    return total


@kernel(int64(GAME, CARDS, NUMBERING, int64, int64, int64, uint64[::1], uint8[::1], uint16[:, ::1]))
def fill_layer(
    game: Game,
    cards: NDArray[np.uint8],
    numbering: Numbering,
    layer: int,
    first: int,
    last: int,
    sets: NDArray[np.uint64],
    distance: NDArray[np.uint8],
    counts: NDArray[np.uint16],
) -> int:
    """Enter what leads into a layer, and is in none yet, as the next one; return how many there are.

    first, last   the blocks that are looked at, `first` to `last` - 1
    sets          (seats,): room to work in
    distance      for each number the layer, UNKNOWN if it is in none
    counts        (layers, blocks): the arrangements of each block in each layer; row layer + 1 is written
    """
    total = 0
    for block in range(first, last):
        left = numbering.size
        for before in range(layer + 1):
            left -= counts[before, block]
        found = 0
        write_sets(game, numbering, block, sets)
        mine = sets[0]
        while mine != ZERO and found < left:
            own = lowest(mine)
            mine ^= own
            stone = lowest_index(own)
            card = cards[0, stone]
            for seat in range(1, numbering.weights.size):
                targets = game.targets[card, stone] & sets[seat]
                while targets != ZERO:
                    taken = lowest(targets)
                    targets ^= taken
                    rank, other_rank = count_below(sets[0], own), count_below(sets[seat], taken)
                    sets[0] ^= own | taken
                    sets[seat] ^= own | taken
                    after = next_block(numbering, sets)
                    if counts[layer, after]:
                        found += enter(
                            game.reach[card],
                            game,
                            numbering,
                            layer,
                            seat,
                            numbering.moved[rank, count_below(sets[0], taken)],
                            numbering.moved[other_rank, count_below(sets[seat], own)],
                            rank,
                            other_rank,
                            distance[block * numbering.size : (block + 1) * numbering.size],
                            distance[after * numbering.size : (after + 1) * numbering.size],
                        )
                    sets[0] ^= own | taken
                    sets[seat] ^= own | taken
        counts[layer + 1, block] = found
        total += found
    return total
