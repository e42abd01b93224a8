"""Raw results of searches, and the replay by the plain rules that every line must pass."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import NamedTuple

from narabi_solver.game.deal import Deal
from narabi_solver.game.errors import IllegalMoveError, InternalError
from narabi_solver.game.replaying import Numbered, Replayer
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
    swaps = tuple(
        unpack_swap(own, other, (state.mover + turn) % state.players, state.players, state.hand)
        for turn, (own, other) in enumerate(raw.swaps)
    )
    try:
        good = raw.outcome is not Outcome.SOLVED or in_order(replay(state, swaps, rules).ring)
    except IllegalMoveError:
        good = False
    if not good:
        raise _no_win(swaps, state.ring)
    return swaps


def line_from_start(raw: RawResult, deal: Deal, mover: int, replayer: Replayer) -> tuple[Swap, ...]:
    """Return what `line_of` does, quicker, for a deal without `moves` and for the reading `next`."""
    if raw.outcome is not Outcome.SOLVED:
        return ()
    players, hand = replayer.players, replayer.hand
    turns = [_numbered(*swap, (mover + turn) % players, players, hand) for turn, swap in enumerate(raw.swaps)]
    swaps = tuple([swap for swap, _ in turns])
    ring = [stone for seat in deal.seats for stone in seat]
    if not replayer.wins(ring, mover, [numbered for _, numbered in turns]):
        raise _no_win(swaps, deal.ring)
    return swaps


@functools.lru_cache(maxsize=1024)
def _numbered(own: int, other: int, mover: int, players: int, hand: int) -> tuple[Swap, Numbered]:
    """Return what `unpack_swap` does, and the numbers of its two places in the ring."""
    swap = unpack_swap(own, other, mover, players, hand)
    own_number, other_number = (place.seat * hand + place.position for place in swap)
    return swap, (own_number, other_number)


def _no_win(swaps: tuple[Swap, ...], ring: tuple[Stone, ...]) -> InternalError:
    line, stones = " ".join(map(str, swaps)), " ".join(map(str, ring))
    return InternalError(f"the line {line} does not win the ring {stones}; please report this")
