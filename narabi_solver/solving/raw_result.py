"""Raw results of searches, and the replay by the plain rules that every line must pass."""

from __future__ import annotations

import functools
import itertools
from collections.abc import Callable
from typing import NamedTuple

from narabi_solver.game.errors import IllegalMoveError, InternalError
from narabi_solver.game.rules import Place, Rules, State, Stone, Swap, in_order, replay
from narabi_solver.solving.solution import Outcome

Report = Callable[[int, int], None]
"""Called between slices with the depth being expanded and the nodes expanded."""


class RawResult(NamedTuple):
    """What a search found, in places counted from each mover."""

    outcome: Outcome
    swaps: list[tuple[int, int]]
    """Own and other place of each swap of a shortest line; empty unless solved."""
    lower_bound: int
    stopped_by: str | None
    nodes: int


@functools.lru_cache(maxsize=1024)
def unpack_swap(own: int, other: int, mover: int, players: int, hand: int) -> Swap:
    """Return a swap of places counted from the mover as a swap of places of the ring."""

    def place(relative: int) -> Place:
        return Place((mover + relative // hand) % players, relative % hand)

    return Swap(place(own), place(other))


def line_of(raw: RawResult, state: State, rules: Rules) -> tuple[Swap, ...]:
    """Return the line that was found, replayed by the plain rules; empty unless solved.

    Raises
    ------
    InternalError
        It does not win.
    """
    swaps = swaps_of(raw, state.mover, state.players, state.hand)
    try:
        good = raw.outcome is not Outcome.SOLVED or in_order(replay(state, swaps, rules).ring)
    except IllegalMoveError:
        good = False
    if not good:
        raise _no_win(swaps, state.ring)
    return swaps


def swaps_of(raw: RawResult, mover: int, players: int, hand: int) -> tuple[Swap, ...]:
    """Return the line that was found, as swaps of places of the ring; it is not replayed."""
    table, seat, swaps = _by_movers(players, hand), mover, []
    for pair in raw.swaps:
        swaps.append(table[seat][pair])
        seat = seat + 1 if seat + 1 < players else 0
    return tuple(swaps)


@functools.cache
def _by_movers(players: int, hand: int) -> list[dict[tuple[int, int], Swap]]:
    """Return for each mover every swap, by its places counted from the mover's first one."""
    pairs = list(itertools.product(range(hand), range(hand, players * hand)))
    return [{pair: unpack_swap(*pair, mover, players, hand) for pair in pairs} for mover in range(players)]


def _no_win(swaps: tuple[Swap, ...], ring: tuple[Stone, ...]) -> InternalError:
    line, stones = " ".join(map(str, swaps)), " ".join(map(str, ring))
    return InternalError(f"the line {line} does not win the ring {stones}; please report this")
