"""The history of received stones, which no-undo needs if `Rules.undo_reading` is "receiver".

Places are counted from the first place of the seat to move. The kernels do not support "receiver"; they
search with "next", which forbids fewer swaps. `rules.State.returns` has the same history as swaps.
"""

from __future__ import annotations

from collections.abc import Iterable

Returns = tuple[tuple[int, int], ...]
"""For each received stone, its place and the place from which it came; sorted."""


def returns_after(returns: Returns, own: int, other: int, places: int, hand: int) -> Returns:
    """Return the history after a swap, in places counted from the next player's first place."""
    kept = ((lies, origin) for lies, origin in returns if lies >= hand and lies != other)
    received = (*kept, (own, other), (other, own))
    return tuple(sorted(((lies - hand) % places, (origin - hand) % places) for lies, origin in received))


def sends_back(returns: Returns, line: Iterable[tuple[int, int]], places: int, hand: int) -> bool:
    """Return whether a line sends a received stone back too soon.

    The places of a swap are counted from the first place of its mover.
    """
    for swap in line:
        if swap in returns:
            return True
        returns = returns_after(returns, *swap, places, hand)
    return False
