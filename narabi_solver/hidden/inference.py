"""How the others choose: the soft reading of what they chose, and a model of the next seat.

The soft reading is what choices tell, if the others choose what looks good to everybody. It is no part of
`Knowledge`, which concludes only what is certain: how somebody thinks is assumed here. A swap looks as good
as it is on average over the worlds that the seat itself holds for possible. A mover whose cards allowed
something that looks much better would hardly have played what was played; so worlds in which they did allow
it get less weight. The next seat does not know the cards either, and goes by what looks good.
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
"""Turns by which a swap must look better to be played e times as often."""
REMEMBERED = 6
"""So many of the others' last swaps are looked at."""
INSIGHT = 0.2
"""How much of what a swap leads to in a world the next seat sees, which knows its own cards; the rest is what
it looks like on average."""


def softened(knowledge: Knowledge, worlds: Worlds, watch: SharedWatch) -> Worlds:
    """Return the worlds with weights by what the others chose to play.

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
    """Return (n,): the probability that a mover who has these cards plays this swap."""
    turns = worlds.turns(watch)
    allowed = np.array([*turns.values()]) > 0
    looks = looks_of(worlds, turns)
    better = np.array([looks[played] - looks[swap] for swap in turns]) / TEMPERATURE
    return np.asarray(1 / (np.exp(better) @ allowed))


def looks_of(worlds: Worlds, turns: dict[Swap, NDArray[np.int64]]) -> dict[Swap, float]:
    """Return for each swap its mean turns over the worlds where the mover's card allows it."""
    return {swap: float(worlds.weights @ one / (worlds.weights @ (one > 0))) for swap, one in turns.items()}


def turns_by_partner(
    worlds: Worlds, swap: Swap, turns: NDArray[np.int64], watch: SharedWatch
) -> NDArray[np.float64]:
    """Return (n,): the turns to the win in each world if the next seat decides by what it can know.

    After its swap all cards lie open.

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
    found = 1 + leads_to[chosen, np.arange(leads_to.shape[1])]
    return np.where(allowed.any(axis=0), found, turns).astype(float)
