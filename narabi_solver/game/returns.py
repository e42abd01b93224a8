"""The history that the reading `receiver` of no-undo needs, in places counted from the mover's first place.

The kernels do not support this reading; they search under the reading `next`, which forbids less.
`rules.State.returns` has the same history as swaps.
"""

from __future__ import annotations

from collections.abc import Iterable

Returns = tuple[tuple[int, int], ...]
"""For each received stone, its place and the place where it came from; sorted."""


def returns_after(returns: Returns, own: int, other: int, places: int, hand: int) -> Returns:
    """Return the history after a swap, in places counted from the next player's first place."""
    kept = ((lies, origin) for lies, origin in returns if lies >= hand and lies != other)
    received = (*kept, (own, other), (other, own))
    return tuple(sorted(((lies - hand) % places, (origin - hand) % places) for lies, origin in received))


def sends_back(returns: Returns, line: Iterable[tuple[int, int]], places: int, hand: int) -> bool:
    """Return whether a line sends a stone back too soon; places count from the first place of each mover."""
    for swap in line:
        if swap in returns:
            return True
        returns = returns_after(returns, *swap, places, hand)
    return False
