"""What the wider reading of no-undo remembers, in places counted from the mover: pure functions.

The kernels know nothing of it: they search by the reading `next`, which forbids less. `rules.State.returns`
is the same memory in the words of the rules.
"""

from __future__ import annotations

from collections.abc import Iterable

Returns = tuple[tuple[int, int], ...]
"""For stones that were received: where one lies, and where it came from; sorted."""


def returns_after(returns: Returns, own: int, other: int, places: int, hand: int) -> Returns:
    """Return the memory after a swap, in places counted from the next player.

    Parameters
    ----------
    returns
        The memory before it.
    own, other
        The swap, in places counted from its mover.
    places, hand
        Stones of the ring, and of a seat.
    """
    kept = ((lies, origin) for lies, origin in returns if lies >= hand and lies != other)
    found = (*kept, (own, other), (other, own))
    return tuple(sorted(((lies - hand) % places, (origin - hand) % places) for lies, origin in found))


def sends_back(returns: Returns, line: Iterable[tuple[int, int]], places: int, hand: int) -> bool:
    """Tell whether a line of swaps, each in places from its mover, sends a stone back too soon."""
    for swap in line:
        if swap in returns:
            return True
        returns = returns_after(returns, *swap, places, hand)
    return False
