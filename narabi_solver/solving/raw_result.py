"""Raw results of searches, and the replay by the plain rules that every line must pass."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from narabi_solver.game.errors import IllegalMoveError, InternalError
from narabi_solver.game.rules import Place, Rules, State, Swap, in_order, replay
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
        ring = " ".join(map(str, state.ring))
        line = " ".join(map(str, swaps))
        raise InternalError(f"the line {line} does not win the ring {ring}; please report this")
    return swaps
