"""Laws of many placements at once: the number of hypotheses that give each answer vector.

An answer vector has one sign for each opponent. A placement is a row of field numbers, one for each amulet.
There are three classes. `Packed` counts from the sets of a belief. `Listed` looks at every hypothesis, and is
faster when few are left. `Marginal` treats each opponent separately: it is fast, but gives only an upper
bound on the entropy of a law.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from amulets_solver.belief.belief import Belief
from amulets_solver.belief.counting import Counts, Sets, crosses, entropy, law_counts
from amulets_solver.game.readings import Rules
from amulets_solver.game.rules import HOME, NEAR, NOTHING, OTHER, SIGNS

Fields = NDArray[np.intp]
"""Field numbers, of shape (placements, amulets)."""

_HOME, _OTHER, _NEAR, _NOTHING = (SIGNS.index(sign) for sign in (HOME, OTHER, NEAR, NOTHING))
PIECE = 1 << 21
"""Approximate number of array elements that are processed at a time."""


class Laws(Protocol):
    """An object that counts the hypotheses behind each answer vector, for many placements."""

    def counts(self, placements: Fields) -> Counts:
        """Return the number of hypotheses for each (placement, answer vector)."""


@lru_cache(maxsize=64)
def near_table(rules: Rules) -> NDArray[np.bool_]:
    """Return a square array, True where two fields share a row or column."""
    size = len(rules.fields)
    return np.array([[cross >> other & 1 for other in range(size)] for cross in crosses(rules)], dtype=bool)


def masks_of(placements: Fields, rules: Rules) -> Sets:
    """Return the results of `answer_masks` for all placements, with the shape (placements, amulets, 4)."""
    cross = np.array(crosses(rules), dtype=np.uint64)[placements]
    home = np.uint64(1) << placements.astype(np.uint64)
    occupied = np.bitwise_or.reduce(home, axis=1)[:, None]
    everything = np.uint64((1 << len(rules.fields)) - 1)
    near = cross & ~occupied
    return np.stack([home, occupied & ~home, near, everything & ~occupied & ~near], axis=2)


class Packed:
    """Laws counted from the sets of a belief; the time does not depend on the number of hypotheses."""

    def __init__(self, belief: Belief):
        self._belief = belief
        self._step = max(1, PIECE // (len(belief.injections) * 4 ** (belief.players - 1)))

    def counts(self, placements: Fields) -> Counts:
        """Return the number of hypotheses for each (placement, answer vector)."""
        belief = self._belief
        pieces = [
            law_counts(
                belief.array, belief.injections, masks_of(placements[at : at + self._step], belief.rules)
            )
            for at in range(0, len(placements), self._step)
        ]
        return np.concatenate(pieces)


def listed(belief: Belief) -> Fields:
    """Return all hypotheses, one per row.

    Each column is an opponent's secret as one number: amulet times the number of fields, plus field.
    """
    size = len(belief.rules.fields)
    possible = belief.weights > 0
    rows: Fields = np.zeros((1, 0), dtype=np.intp)
    for one in range(belief.players - 1):
        pairs = np.flatnonzero(possible[one].ravel())
        free = np.ones((len(rows), len(pairs)), dtype=bool)
        for before in range(one):
            old = rows[:, before, None]
            free &= (old // size != pairs // size) & (old % size != pairs % size)
        at, which = np.nonzero(free)
        rows = np.concatenate([rows[at], pairs[which, None]], axis=1)
    return rows


def signs_of(placements: Fields, rules: Rules) -> NDArray[np.uint8]:
    """Return the answer, as an index of `SIGNS`, that the owner of each secret gives to each placement.

    The shape is (placements, amulets * fields).
    """
    count, amulets = placements.shape
    size = len(rules.fields)
    signs = np.where(near_table(rules)[placements], np.uint8(_NEAR), np.uint8(_NOTHING))
    occupied = np.zeros((count, 1, size), dtype=bool)
    np.put_along_axis(occupied, placements[:, None, :], True, axis=2)
    signs = np.where(occupied, np.uint8(_OTHER), signs)
    np.put_along_axis(signs, placements[:, :, None], np.uint8(_HOME), axis=2)
    return signs.reshape(count, amulets * size)


class Listed:
    """Laws counted by looking at every hypothesis."""

    def __init__(self, belief: Belief):
        self.hypotheses = listed(belief)
        self.size, self.amulets = len(belief.rules.fields), belief.rules.amulets
        self.hedges = belief.rules.spare == "anywhere"
        self._rules = belief.rules
        self._vectors = 4 ** (belief.players - 1)
        self._step = max(1, PIECE // len(self.hypotheses))

    def vectors(self, placements: Fields) -> NDArray[np.uint8]:
        """Return, for each placement and hypothesis, the index of the answer vector."""
        signs = signs_of(placements, self._rules)
        found = np.zeros((len(placements), len(self.hypotheses)), dtype=np.uint8)
        for column in self.hypotheses.T:
            found <<= np.uint8(2)
            found |= signs.take(column, axis=1)
        return found

    def counts(self, placements: Fields) -> Counts:
        """Return the number of hypotheses for each (placement, answer vector)."""
        pieces = []
        for at in range(0, len(placements), self._step):
            found = self.vectors(placements[at : at + self._step])
            shifted = found + np.arange(0, len(found) * self._vectors, self._vectors)[:, None]
            counts = np.bincount(shifted.ravel(), minlength=len(found) * self._vectors)
            pieces.append(counts.reshape(len(found), self._vectors))
        return np.concatenate(pieces)


class Marginal:
    """The law of each opponent's answer, taken separately."""

    def __init__(self, belief: Belief):
        self._weights = belief.weights
        self._near = near_table(belief.rules)
        self._crosses = belief.weights @ self._near.astype(np.int64)
        self._by_field = belief.weights.sum(axis=1)
        self._total = belief.count

    def counts(self, placements: Fields) -> Counts:
        """Return the number of hypotheses for each (placement, opponent, sign)."""
        amulets = np.arange(placements.shape[1])
        home = self._weights[:, amulets, placements].sum(axis=2)
        occupied = self._by_field[:, placements].sum(axis=2)
        near = self._crosses[:, amulets, placements].sum(axis=2)
        seen = self._near[placements[:, :, None], placements[:, None, :]]
        there = self._weights[:, amulets[:, None], placements[:, None, :]]
        near = near - (there * seen).sum(axis=(2, 3))
        found = np.stack([home, occupied - home, near, self._total - occupied - near], axis=2)
        return np.moveaxis(found, 0, 1)

    def bits(self, placements: Fields) -> NDArray[np.float64]:
        """Return the sum of the entropies of the opponents' answers, an upper bound on the joint entropy."""
        found: NDArray[np.float64] = entropy(self.counts(placements)).sum(axis=1)
        return found
