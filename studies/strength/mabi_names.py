"""Names of the players of Mabi's matches."""

from __future__ import annotations

from mabi_search.search.alphabeta import OPTIONS
from studies.strength.mabi_frozen import COMMIT, Frozen, full_name
from studies.strength.mabi_mcts import Mcts
from studies.strength.mabi_players import Engine, Greedy, Player, PlayingEngine

NAMES = (
    "new:NODES        the engine as it is now, which keeps what it has learnt from move to move",
    "search:NODES     its search alone, nothing kept; search:NODES-runs-killers without these techniques",
    "frozen:NODES     the search of a commit of old (mabi_frozen.py); frozen:NODES@COMMIT: of any",
    "greedy           the largest margin after one ply; greedy:SEED",
    "mcts:PLAYOUTS    Monte Carlo tree search with exact runs (studies/strength/mabi_mcts.py)",
)
"""Names of players, and who they are."""


def named(name: str) -> Player:
    """Return the player of a name as in `NAMES`.

    Raises
    ------
    ValueError
        Nobody is called so.
    """
    kind, _, more = name.partition(":")
    number, *without = more.split("-")
    try:
        if kind == "new" and not without:
            return PlayingEngine(_count(number))
        if kind == "search" and set(without) <= set(OPTIONS):
            return Engine(_count(number), without=tuple(without))
        if kind == "frozen" and not without:
            count, at, commit = number.partition("@")
            return Frozen(_count(count), full_name(commit) if at else COMMIT)
        if kind == "greedy" and not without:
            return Greedy(int(number or 0))
        if kind == "mcts" and not without:
            return Mcts(_count(number))
    except ValueError:
        pass
    raise ValueError("\n  ".join([f"{name!r} is not a player; players are:", *NAMES]))


def _count(text: str) -> int:
    """Return a number of nodes, 1 or more."""
    if (count := int(text)) < 1:
        raise ValueError(text)
    return count
