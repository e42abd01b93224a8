"""A model of the next seat: it does not know the cards either, and goes by what looks good."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from _gamekit.limits import SharedWatch
from narabi_solver.game.rules import Swap
from narabi_solver.hidden.inference import looks_of
from narabi_solver.hidden.worlds import Worlds

INSIGHT = 0.2
"""How much of what a swap leads to in a world the next seat sees, which knows its own cards; the rest is what
it looks like on average."""


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
