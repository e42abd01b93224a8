"""Arrays of worlds that a seat considers possible, and the turns to the win after each swap in each world."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Annotated, SupportsIndex

import numpy as np
from numpy.typing import NDArray

from _gamekit.checks import Between
from _gamekit.limits import SharedWatch
from narabi_solver.game.errors import UndecidedError
from narabi_solver.game.questions import allows_each
from narabi_solver.game.rules import Rules, State, Stone, Swap, in_order, play_unchecked
from narabi_solver.hidden.knowledge import HIDDEN, MAX_WORLDS, Knowledge
from narabi_solver.solving.answers import Outcome
from narabi_solver.solving.packing import PackedDeals, children_of, pack_worlds, swap_of
from narabi_solver.solving.search import search

PIECE = 256
"""Largest number of worlds that are searched together."""
WorldsDrawn = Annotated[SupportsIndex, Between(1, MAX_WORLDS)]


@dataclass(frozen=True)
class Worlds:
    """Arrays of n worlds that agree with the knowledge of a seat; any seat may be to move."""

    state: State
    """The position as everybody sees it; some cards are "?"."""
    rules: Rules
    """The rules of the game."""
    cards: NDArray[np.uint8]
    """(n, places): for each world and each place of the ring, the index of the card in the deck."""
    weights: NDArray[np.float64]
    """(n,): the weight of each world; the weights sum to 1."""
    exact: bool
    """True if all possible worlds were used."""

    @classmethod
    def of(cls, knowledge: Knowledge, most: int, seed: int, rules: Rules) -> Worlds:
        """Return `most` random worlds, or all worlds if there are no more than that.

        Raises
        ------
        IllegalMoveError
            The rules forbid one of the swaps played.
        """
        knowledge.check(rules)
        exact = knowledge.assignments.listed(most) is not None
        names, weights = zip(*knowledge.world_cards(most, seed=seed), strict=True)
        number = {card.name: i for i, card in enumerate(knowledge.deck)}
        cards = np.array([[number[name] for name in world] for world in names], np.uint8)
        return cls(knowledge.state, rules, cards, np.array(weights), exact)

    @property
    def left(self) -> int:
        """Number of turns left."""
        return self.rules.limit - self.state.turns

    @property
    def over(self) -> bool:
        """True if the ring is in order or no turns are left; legal swaps are not checked."""
        return in_order(self.state.ring) or self.left <= 0

    def position(self, world: int) -> State:
        """Return the position of a world, with all cards known."""
        names = [card.name for card in self.state.deck]
        ring = tuple(
            Stone(stone.label, names[card])
            for stone, card in zip(self.state.ring, self.cards[world].tolist(), strict=True)
        )
        return replace(self.state, ring=ring)

    def after(self, swap: Swap, which: NDArray[np.bool_] | None = None) -> Worlds:
        """Return the worlds after a swap, or only those selected by `which`; the weights do not change."""
        cards, weights = (
            (self.cards, self.weights) if which is None else (self.cards[which], self.weights[which])
        )
        a, b = map(self.state.number, swap)
        order = np.arange(cards.shape[1])
        order[[a, b]] = b, a
        return replace(self, state=play_unchecked(self.state, swap), cards=cards[:, order], weights=weights)

    def turns(
        self, watch: SharedWatch, looked_at: Callable[[int], None] | None = None
    ) -> dict[Swap, NDArray[np.int64]]:
        """Return, for each swap, (n,): the turns to the win in each world, the swap included.

        After the swap all cards are open, and everybody plays perfectly. A world that cannot be won after the
        swap counts as the number of turns left, plus one. A world in which the mover's card forbids the swap
        counts as 0. `looked_at` is called after every 256 worlds with the number of worlds done.

        Raises
        ------
        UndecidedError
            The watch stopped the search before every world was decided.
        """
        turns_of: dict[int, NDArray[np.int64]] = {}
        if self.over:
            return {}
        for start in range(0, len(self.cards), PIECE):
            children = children_of(self.packed(start, PIECE))
            answers = search(children.after, watch)
            if answers.are(Outcome.UNDECIDED).any():
                raise UndecidedError(f"stopped by {watch.stopped_by} before every world was decided")
            turns = np.where(answers.are(Outcome.SOLVED), answers.bound.astype(np.int64), self.left) + 1
            for pair in np.unique(children.pairs).tolist():
                played = children.pairs == pair
                in_worlds = turns_of.setdefault(pair, np.zeros(len(self.cards), np.int64))
                in_worlds[start + children.parents[played]] = turns[played]
            if looked_at is not None:
                looked_at(min(start + PIECE, len(self.cards)))
        return dict(sorted((swap_of(pair, self.state), turns) for pair, turns in turns_of.items()))

    def answers(self, ask: Swap) -> NDArray[np.bool_]:
        """Return (n,): for each world, whether the owner of the first place of `ask` would answer yes."""
        says = np.array(allows_each(self.state, ask, self.state.deck))
        return says[self.cards[:, self.state.number(ask.own)]]

    def packed(self, start: int, count: int) -> PackedDeals:
        """Return `count` worlds in the form of the kernels."""
        return pack_worlds(self.state, self.cards[start : start + count], self.rules)


def questions_of(knowledge: Knowledge) -> Sequence[Swap]:
    """Return all questions to other seats about their stones with hidden cards."""
    places = list(knowledge.state.places())
    return [
        Swap(own, other)
        for own, stone in zip(places, knowledge.ring, strict=True)
        if own.seat != knowledge.seat and stone.card == HIDDEN
        for other in places
        if other.seat != own.seat
    ]
