"""Retrograde search, layer by layer. Layer 0 has the arrangements in order.

Each further layer has the new arrangements from which a swap leads into the layer before it. Blocks are
processed one at a time, and only the block's own bytes are written. Several threads may therefore process
blocks in any order: a thread reads only the previous layer of other blocks, and that layer does not change.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from _gamekit.jit.entry import helper, kernel
from _gamekit.jit.forms import form_of, int64
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


class Known(NamedTuple):
    """The layers of all arrangements, and scratch memory. Each thread has scratch memory of its own."""

    distance: NDArray[np.uint8]
    """(arrangements,): the layer of each arrangement, by number; UNKNOWN for an arrangement in no layer."""
    counts: NDArray[np.uint16]
    """(layers, blocks): the number of arrangements in each layer of each block."""
    sets: NDArray[np.uint64]
    """(seats,): scratch memory for the stones of each seat of a block."""


KNOWN = form_of(Known(np.zeros(1, np.uint8), np.zeros((1, 1), np.uint16), np.zeros(1, np.uint64)))
"""The form of `Known`."""


class Exchange(NamedTuple):
    """The exchange of the mover's stone for a stone of another seat, in all arrangements of a block."""

    reach: NDArray[np.uint64]
    """(4,): for each own place, the swaps, as bits, that the card of the mover's stone allows by place."""
    seat: int
    """The other seat, counted from the mover."""
    rank: int
    """The rank of the mover's stone among all stones of the mover, ascending."""
    other_rank: int
    """The rank of the other stone among all stones of the other seat, ascending."""
    moved: NDArray[np.uint8]
    """(ways,): for each way of the mover, the way after the exchange."""
    other_moved: NDArray[np.uint8]
    """(ways,): for each way of the other seat, the way after the exchange."""


@helper
def enter(
    game: Game,
    numbering: Numbering,
    exchange: Exchange,
    layer: int,
    here: NDArray[np.uint8],
    there: NDArray[np.uint8],
) -> int:
    """Add to the next layer the arrangements that an exchange leads into `layer`; return their number.

    `here` has the distances of the block, and `there` the distances of the block after the exchange.
    """
    ways = numbering.ways
    unit = 1  # of the seat's digit, and `above` counts the ways of the seats before it, the mover's left out
    for _ in range(numbering.weights.size - 1 - exchange.seat):
        unit *= ways
    above = numbering.size // (ways * ways * unit)
    found = 0
    for way in range(ways):
        own = numbering.place_of[way, exchange.rank]
        others = exchange.reach[own] >> np.uint64(swap_bit(game, own, exchange.seat * game.hand))
        for other_way in range(ways):
            if (others >> np.uint64(numbering.place_of[other_way, exchange.other_rank])) & ONE == ZERO:
                continue
            for high in range(above):
                index = way * (numbering.size // ways) + (high * ways + other_way) * unit
                child = (high * ways + exchange.other_moved[other_way]) * unit * ways + exchange.moved[way]
                for low in range(unit):
                    if there[child + low * ways] == layer and here[index + low] == UNKNOWN:
                        here[index + low] = layer + 1
                        found += 1
    return found


@helper
def unreached(numbering: Numbering, known: Known, layer: int, block: int) -> int:
    """Return the number of arrangements of a block that are in none of the layers up to `layer`."""
    left = numbering.size
    for before in range(layer + 1):
        left -= known.counts[before, block]
    return left


@helper
def enter_stone(
    game: Game,
    cards: NDArray[np.uint8],
    numbering: Numbering,
    known: Known,
    layer: int,
    block: int,
    own: np.uint64,
) -> int:
    """Add to the next layer the arrangements that a swap of a stone leads into `layer`; return their number.

    `own` is the bit of the stone, which the mover holds. The sets in `known` are the sets of the block, and
    are restored at the end.
    """
    size, sets = numbering.size, known.sets
    stone = lowest_index(own)
    card = cards[0, stone]
    found = 0
    for seat in range(1, numbering.weights.size):
        targets = game.targets[card, stone] & sets[seat]
        while targets != ZERO:
            taken = lowest(targets)
            targets ^= taken
            rank, other_rank = count_below(sets[0], own), count_below(sets[seat], taken)
            sets[0] ^= own | taken
            sets[seat] ^= own | taken
            after = next_block(numbering, sets)
            if known.counts[layer, after]:
                exchange = Exchange(
                    game.reach[card],
                    seat,
                    rank,
                    other_rank,
                    numbering.moved[rank, count_below(sets[0], taken)],
                    numbering.moved[other_rank, count_below(sets[seat], own)],
                )
                here = known.distance[block * size : (block + 1) * size]
                there = known.distance[after * size : (after + 1) * size]
                found += enter(game, numbering, exchange, layer, here, there)
            sets[0] ^= own | taken
            sets[seat] ^= own | taken
    return found


@kernel(int64(GAME, NUMBERING, KNOWN, int64, int64))
def fill_wins(game: Game, numbering: Numbering, known: Known, first: int, last: int) -> int:
    """Write layer 0, the arrangements in order, of blocks `first` to `last` - 1; return their number."""
    total = 0
    for block in range(first, last):
        write_sets(game, numbering, block, known.sets)
        found = 0
        index = 0
        while index < numbering.size:
            unit = numbering.size
            seats = 0
            good = True
            while good and unit > 1:  # seat by seat, since the first seats rule most indices out
                unit //= numbering.ways
                seats += 1
                good = in_order(ring_at(game, numbering, known.sets, index, seats), game)
            if good:
                known.distance[block * numbering.size + index] = 0
                found += 1
            index += unit - index % unit
        known.counts[0, block] = found
        total += found
    return total


@kernel(int64(GAME, CARDS, NUMBERING, KNOWN, int64, int64, int64))
def fill_layer(
    game: Game,
    cards: NDArray[np.uint8],
    numbering: Numbering,
    known: Known,
    layer: int,
    first: int,
    last: int,
) -> int:
    """Write the next layer: new arrangements from which a swap leads into `layer`. Return their number.

    Only the blocks `first` to `last` - 1 are processed. Row `layer` + 1 of `known.counts` is written for
    them.
    """
    total = 0
    for block in range(first, last):
        write_sets(game, numbering, block, known.sets)
        left = unreached(numbering, known, layer, block)
        found = 0
        mine = known.sets[0]
        while mine != ZERO and found < left:
            own = lowest(mine)
            mine ^= own
            found += enter_stone(game, cards, numbering, known, layer, block, own)
        known.counts[layer + 1, block] = found
        total += found
    return total
