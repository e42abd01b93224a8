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
from narabi_solver.game.questions import allows
from narabi_solver.game.rules import State, Swap
from narabi_solver.hidden.knowledge import Knowledge
from narabi_solver.hidden.worlds import Worlds

TEMPERATURE = 1.0
"""Turns by which a swap must look better to be played e times as often."""
REMEMBERED = 6
"""So many of the others' last swaps are looked at."""
SHARPNESS = 0.3
"""`TEMPERATURE` where the mover's own cards count; found by what it tells about the true cards."""
SHRINKAGE = 40
"""Worlds with a card of the mover's that must agree before half of what they differ by is believed."""
INSIGHT = 0.2
"""How much of what a swap leads to in a world the next seat sees, which knows its own cards; the rest is what
it looks like on average."""


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
    for i, swap in choices(knowledge):
        state, lies_now = knowledge.before(i)
        then = replace(worlds, state=state, cards=worlds.cards[:, lies_now])
        weights *= _likelihood(then, swap, watch)
    return replace(worlds, weights=weights / weights.sum())


def choices(knowledge: Knowledge) -> list[tuple[int, Swap]]:
    """Return the others' last swaps, each with its number among the events."""
    swaps = [
        (i, event)
        for i, event in enumerate(knowledge.events)
        if isinstance(event, Swap) and event.own.seat != knowledge.seat
    ]
    return swaps[-REMEMBERED:]


def read(knowledge: Knowledge, worlds: Worlds, common: Worlds, watch: SharedWatch) -> Worlds:
    """Return the worlds with weights by what the others chose to play, each knowing its own cards.

    Parameters
    ----------
    knowledge
        What the seat knows.
    worlds
        Worlds drawn from it.
    common
        Worlds drawn from what everybody knows.
    watch
        Stops the search.

    Raises
    ------
    UndecidedError
        The watch stopped the search.
    """
    weights = worlds.weights.copy()
    for i, swap in choices(knowledge):
        state, lies_now = knowledge.before(i)
        turns = replace(common, state=state, cards=common.cards[:, lies_now]).turns(watch)
        if swap in turns:  # else it was too rare to be judged
            looks = _looks_to_mover(state, common.cards[:, lies_now], turns, worlds.cards[:, lies_now])
            better = looks[list(turns).index(swap)] - looks
            weights *= 1 / np.exp(better / SHARPNESS).sum(axis=0)
    return replace(worlds, weights=weights / weights.sum())


def _looks_to_mover(
    state: State,
    common: NDArray[np.uint8],
    turns: dict[Swap, NDArray[np.int64]],
    cards: NDArray[np.uint8],
) -> NDArray[np.float64]:
    """Return (swaps, n): what each swap looks like to a mover with these cards; infinite if not allowed.

    That is its mean over worlds of common knowledge, and for each of the mover's cards by how much the worlds
    with that card differ from the mean, shrunk as there are few of them.
    """
    leads_to = np.array([*turns.values()])
    allowed = leads_to > 0
    means = leads_to.sum(axis=1) / allowed.sum(axis=1)
    more = np.where(allowed, leads_to - means[:, None], 0.0)
    looks = np.repeat(means[:, None], len(cards), axis=1)
    names = [card.name for card in state.deck]
    for place in range(state.mover * state.hand, (state.mover + 1) * state.hand):
        has = (common[:, place, None] == np.arange(len(names))).astype(float)
        looks += (more @ has / (allowed @ has + SHRINKAGE))[:, cards[:, place]]
    for row, swap in enumerate(turns):
        allows_it = np.array([allows(state, swap, name) for name in names])
        looks[row, ~allows_it[cards[:, state.number(swap.own)]]] = np.inf
    return looks


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

    Parameters
    ----------
    worlds
        What the mover holds for possible.
    swap
        What the mover plays, which is legal in all of them.
    turns : (n,)
        What it leads to if all cards lie open at once.
    watch
        Stops the search.

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
