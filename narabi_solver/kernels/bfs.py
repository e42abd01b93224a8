"""Breadth-first search with whole keys, in slices.

Nodes are kept in the order in which they were found, which is the queue; a hash table of node numbers
tells which keys are known. A slice expands a given number of nodes, or stops early; all that changes
is in the arrays, so any cut into slices gives the same search.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from _gamekit.jit.entry import helper, kernel
from _gamekit.jit.forms import form_of, int64
from _gamekit.kernels.bits import ONE, ZERO, lowest_index, signed
from _gamekit.kernels.hash_index import slot_of
from narabi_solver.kernels.children import (
    fits_stones,
    other_place,
    own_place,
    reachable,
    undo_after,
    without_undo,
)
from narabi_solver.kernels.state import (
    BANNED_SHIFT,
    CARDS,
    GAME,
    KEY_RING,
    MAX_SWAPS,
    PLACE_14,
    STONE,
    Game,
    in_order,
    passed_on,
    swapped,
)

RUNNING, SOLVED, ENDED, FULL = range(4)
"""How a slice ended: quota used; a win; no line wins within the turns; the arrays are full."""

HEAD, TAIL, LAYER_END, DEPTH, LAST_TURN, WIN_OWN, WIN_OTHER = range(7)
"""Places of the cursor: next node to expand, nodes found, end of the layer, its depth, turns allowed,
and the winning swap made in node HEAD."""


class Nodes(NamedTuple):
    """The states found so far."""

    keys: NDArray[np.uint64]
    """(capacity,): their keys, in the order found."""
    parents: NDArray[np.uint32]
    """(capacity,): the number of the node each was first reached from."""
    slots: NDArray[np.uint32]
    """(a power of two, at least 2 * capacity): the numbers of the keys, see `hash_index`."""


NODES = form_of(Nodes(np.zeros(1, np.uint64), np.zeros(1, np.uint32), np.zeros(1, np.uint32)))


@helper
def ring_of(key: np.uint64, game: Game) -> np.uint64:
    """Return the ring of a key, the last place filled in."""
    ring = key & KEY_RING
    rest = ring ^ (ring >> np.uint64(32))
    rest ^= rest >> np.uint64(16)
    rest ^= rest >> np.uint64(8)
    rest ^= rest >> np.uint64(4)
    return ring | (((rest ^ np.uint64(game.all_stones)) & STONE) << PLACE_14)


@helper
def banned_of(key: np.uint64) -> int:
    """Return what no-undo remembers in a key."""
    return signed(key >> BANNED_SHIFT)


@kernel(int64(GAME, CARDS, NODES, int64[::1], int64))
def expand(game: Game, cards: NDArray[np.uint8], nodes: Nodes, cursor: NDArray[np.int64], quota: int) -> int:
    """Expand up to `quota` nodes; return how the slice ended.

    Invariants between slices: nodes HEAD to LAYER_END-1 wait at depth DEPTH, nodes LAYER_END to
    TAIL-1 at DEPTH+1; no node found so far is in order; each key is there once.
    """
    head, tail, layer_end, depth = cursor[HEAD], cursor[TAIL], cursor[LAYER_END], cursor[DEPTH]
    last_turn = cursor[LAST_TURN]
    status = RUNNING
    while status == RUNNING:
        if head == layer_end:
            layer_end = tail
            depth += 1
        if head == tail or depth >= last_turn:
            status = ENDED
            break
        if quota == 0:
            break
        if tail + MAX_SWAPS > nodes.keys.size:
            status = FULL
            break
        quota -= 1
        key = nodes.keys[head]
        ring = ring_of(key, game)
        swaps = without_undo(reachable(game, cards, 0, ring), banned_of(key))
        while swaps != ZERO:
            bit = lowest_index(swaps)
            swaps &= swaps - ONE
            own, other = own_place(game, bit), other_place(game, bit)
            if not fits_stones(game, cards, 0, ring, own, other):
                continue
            child = swapped(ring, own, other)
            if in_order(child, game):
                cursor[WIN_OWN], cursor[WIN_OTHER] = own, other
                status = SOLVED
                break
            if depth + 1 < last_turn:
                child_key = passed_on(child, game.places, game.hand) & KEY_RING
                child_key |= np.uint64(undo_after(game, cards, 0, ring, own, other)) << BANNED_SHIFT
                slot = slot_of(nodes.keys, nodes.slots, child_key)
                if nodes.slots[slot] == 0:
                    nodes.keys[tail] = child_key
                    nodes.parents[tail] = head
                    tail += 1
                    nodes.slots[slot] = tail
        if status != SOLVED:
            head += 1
    cursor[HEAD], cursor[TAIL], cursor[LAYER_END], cursor[DEPTH] = head, tail, layer_end, depth
    return status


@kernel(int64(NODES, int64))
def index(nodes: Nodes, count: int) -> int:
    """Enter the first `count` nodes into the empty slots; return `count`."""
    for node in range(count):
        nodes.slots[slot_of(nodes.keys, nodes.slots, nodes.keys[node])] = node + 1
    return count
