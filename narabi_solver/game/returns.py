"""The history that the reading `receiver` of no-undo needs, in places counted from the mover: pure functions.

The kernels do not support this reading: they search by the reading `next`, which forbids less.
`rules.State.returns` holds the same history in terms of the rules.
"""

from __future__ import annotations

from collections.abc import Iterable

Returns = tuple[tuple[int, int], ...]
"""For each received stone: where it lies, and where it came from; sorted."""


def returns_after(returns: Returns, own: int, other: int, places: int, hand: int) -> Returns:
    """Return the history after a swap, in places counted from the next player."""
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
