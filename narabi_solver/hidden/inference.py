"""The soft reading: what the others' choices tell, if they choose what looks good to everybody.

It is no part of `Knowledge`, which concludes only what is certain: how somebody thinks is assumed here. A
swap looks as good as it is on average over the worlds that the seat itself holds for possible. A mover whose
cards allowed something that looks much better would hardly have played what was played; so worlds in which
they did allow it get less weight.
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


def softened(knowledge: Knowledge, worlds: Worlds, watch: SharedWatch) -> Worlds:
    """Return the worlds with weights by what the others chose to play.

    Parameters
    ----------
    knowledge
        What the seat knows.
    worlds
        Worlds drawn from it.
    watch
        Stops the search.

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
