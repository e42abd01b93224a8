"""Computes the tables for 12 stones from the rules of the relaxed problem."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from _gamekit.progress import Progress
from narabi_solver.kernels.twelve import relaxed
from narabi_solver.kernels.twelve.relaxed import CLASSES, PATTERNS, PLACES, UNKNOWN, Relaxed

PATTERNS_AT_ONCE = 20
"""Number of patterns filled between two checks for Ctrl-C."""
SMALL_LAYER = 500_000
"""Number of classes below which the next layer is filled from them, not looked for among all others."""


def build_relaxed(players: int, progress: Progress) -> Relaxed:
    """Return the tables for 12 stones, in about a second.

    Parameters
    ----------
    players
        Number of players, 3 or 4.
    progress
        Called several times a second.
    """
    steps, actions, pattern_of = _transitions(players)
    swaps = PLACES // players * (PLACES - PLACES // players)
    orders = np.zeros(len(actions) * CLASSES, np.uint16)
    relaxed.fill_orders(actions, np.zeros(9, np.int64), np.zeros(9, np.int64), orders)
    before = np.empty((len(actions), CLASSES), np.uint16)
    np.put_along_axis(before, orders.reshape(-1, CLASSES), np.arange(CLASSES, dtype=np.uint16)[None], 1)
    distance = np.full(PATTERNS * CLASSES, UNKNOWN, np.uint8)
    distance[::CLASSES] = 0  # order 0 is ascending
    layer, reached = 0, 1
    while reached:
        small = reached < SMALL_LAYER
        members = np.flatnonzero(distance == layer) if small else np.zeros(0, np.int64)
        bounds = np.searchsorted(members, np.arange(PATTERNS + 1) * CLASSES)
        reached = 0
        for first, last in pieces(PATTERNS, PATTERNS_AT_ONCE):
            progress(f"table for {players} players: turn {layer + 1}, {first * 100 // PATTERNS} %")
            if small:
                reached += relaxed.spread_layer(
                    steps, before.ravel(), swaps, distance, layer, members % CLASSES, bounds, first, last
                )
            else:
                reached += relaxed.fill_layer(steps, orders, swaps, distance, layer, first, last)
        layer += 1
    sets = np.zeros(distance.size, np.uint64)
    for first, last in pieces(PATTERNS, PATTERNS_AT_ONCE):
        progress(f"table for {players} players: sets of swaps, {first * 100 // PATTERNS} %")
        relaxed.fill_sets(steps, orders, swaps, distance, first, last, sets)
    return Relaxed(sets, distance, pattern_of, steps, orders)


def pieces(count: int, size: int) -> Iterator[tuple[int, int]]:
    """Yield the start and end of each piece of range(`count`); a piece has at most `size` numbers."""
    for first in range(0, count, size):
        yield first, min(first + size, count)


def masks_with(places: int, blanks: int) -> list[int]:
    """Return all masks of `places` bits of which `blanks` are set, ascending."""
    return sorted(sum(1 << place for place in chosen) for chosen in combinations(range(places), blanks))


def _transitions(players: int) -> tuple[NDArray[np.uint32], NDArray[np.int64], NDArray[np.uint8]]:
    """Return `Relaxed.steps`, the `actions` for `relaxed.fill_orders`, and `Relaxed.pattern_of`."""
    hand = PLACES // players
    others = PLACES - hand
    masks = masks_with(PLACES, 3)
    pattern_of = np.zeros(1 << PLACES, np.uint8)
    pattern_of[masks] = np.arange(PATTERNS)
    steps = np.zeros(PATTERNS * 32, np.uint32)
    actions: dict[tuple[int, ...], int] = {}
    for pattern, mask in enumerate(masks):
        number_at = {p: i for i, p in enumerate(p for p in range(PLACES) if not mask >> p & 1)}
        for swap in range(hand * others):
            came_from = list(range(PLACES))
            own, other = swap // others, hand + swap % others
            came_from[own], came_from[other] = other, own
            came_from = came_from[hand:] + came_from[:hand]
            action = tuple(number_at[p] for p in came_from if p in number_at)
            mask_after = sum(1 << i for i, p in enumerate(came_from) if p not in number_at)
            number = actions.setdefault(action, len(actions))
            steps[pattern * 32 + swap] = number << 8 | int(pattern_of[mask_after])
    return steps, np.array(list(actions), np.int64), pattern_of
