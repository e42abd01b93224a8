"""Models of the other seats' choices: soft inference from their swaps, and the next seat's decision.

A world is an assignment of cards to all stones. The value of a swap is the mean number of turns to the win
after it, over the worlds that the seat considers possible.

Soft inference assumes that the other seats choose swaps that look good to everybody. A mover whose cards
allowed a much better swap would hardly have chosen a worse one. Worlds in which the cards allow the better
swap therefore get less weight. `Knowledge` does not use soft inference: it draws only certain conclusions.

The model of the next seat assumes that this seat does not know the hidden cards either, and chooses the swap
that looks best.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from _gamekit.limits import SharedWatch
from narabi_solver.game.rules import Swap
from narabi_solver.hidden.knowledge import Knowledge
from narabi_solver.hidden.worlds import Worlds

TEMPERATURE = 1.0
"""Number of turns by which a swap must look better to be e times as likely."""
REMEMBERED = 6
"""Number of the other seats' most recent swaps that count as evidence."""
INSIGHT = 0.2
"""Weight of a swap's true result in a world, in the model of the next seat's decision. The mean over all
worlds has the remaining weight. The weight is not 0 because the next seat knows its own cards.
"""


def softened(knowledge: Knowledge, worlds: Worlds, watch: SharedWatch) -> Worlds:
    """Return the worlds with each weight multiplied by the likelihood of the other seats' recent swaps.

    Only the last `REMEMBERED` swaps of the other seats count. The likelihood of a swap in a world depends on
    the cards of that world. The new weights sum to 1.

    Raises
    ------
    UndecidedError
        The watch stopped the search.
    """
    weights = worlds.weights.copy()
    swaps = [
        (i, event)
        for i, event in enumerate(knowledge.events)
        if isinstance(event, Swap) and event.own.seat != knowledge.seat
    ]
    for i, swap in swaps[-REMEMBERED:]:
        state, lies_now = knowledge.before(i)
        then = replace(worlds, state=state, cards=worlds.cards[:, lies_now])
        weights *= _likelihood(then, swap, watch)
    return replace(worlds, weights=weights / weights.sum())


def _likelihood(worlds: Worlds, played: Swap, watch: SharedWatch) -> NDArray[np.float64]:
    """Return (n,): for each world, the probability that a mover with the cards of that world plays `swap`."""
    turns = worlds.turns(watch)
    allowed = np.array([*turns.values()]) > 0
    looks = looks_of(worlds, turns)
    better = np.array([looks[played] - looks[swap] for swap in turns]) / TEMPERATURE
    return np.asarray(1 / (np.exp(better) @ allowed))


def looks_of(worlds: Worlds, turns: dict[Swap, NDArray[np.int64]]) -> dict[Swap, float]:
    """Return, for each swap, the weighted mean turns to the win in the worlds whose cards allow that swap."""
    return {
        swap: float(worlds.weights @ counts / (worlds.weights @ (counts > 0)))
        for swap, counts in turns.items()
    }


def turns_by_partner(
    worlds: Worlds, swap: Swap, turns: NDArray[np.int64], watch: SharedWatch
) -> NDArray[np.float64]:
    """Return (n,): the turns to the win in each world if the next seat decides by what it knows.

    The turns include `swap`. After the next seat's swap, all cards are open. The result for a world is taken
    from `turns` if the next seat has no legal swap in that world, or if `swap` ends the game.

    Raises
    ------
    UndecidedError
        The watch stopped the search.
    """
    after = worlds.after(swap)
    following = after.turns(watch)
    if not following:  # the game is over
        return turns.astype(float)
    looks, leads_to = looks_of(after, following), np.array([*following.values()])
    allowed = leads_to > 0
    seen = (1 - INSIGHT) * np.array([*looks.values()])[:, None] + INSIGHT * leads_to
    chosen = np.where(allowed, seen, np.inf).argmin(axis=0)
    by_partner = 1 + leads_to[chosen, np.arange(leads_to.shape[1])]
    return np.where(allowed.any(axis=0), by_partner, turns).astype(float)
