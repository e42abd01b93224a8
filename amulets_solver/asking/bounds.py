"""How few questions any strategy can need: bounds from counting."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from amulets_solver.asking.laws import Packed
from amulets_solver.asking.placements import representatives
from amulets_solver.belief.belief import Belief
from amulets_solver.game.errors import ArgumentError

COMPARED = 20_000
"""First questions that are compared at most."""


class Bounds(NamedTuple):
    """What no strategy of one asker can go below, until one hypothesis is left."""

    mean: float
    """Questions on average."""
    worst: int
    """Questions in the worst case."""


def least_depth(count: int, vectors: int, free: int = 1) -> int:
    """Return a number of questions that so many hypotheses need at least."""
    depth = 0
    while free * vectors**depth < count:
        depth += 1
    return depth


def least_cost(count: int, vectors: int, free: int = 1) -> int:
    """Return a lower bound of the questions that so many hypotheses need, added up over them.

    Each hypothesis that is done after t questions takes the part `vectors` ^ -t of the answers, with up to
    `free` others. With parts that add up to one at most, costs are least if t takes two values at most, d - 1
    and d (Kraft's inequality, and convexity). Parameters as for `least_depth`.
    """
    if count <= free:
        return 0
    depth = least_depth(count, vectors, free)
    sooner: int = (free * vectors**depth - count) // (vectors - 1)
    return count * depth - min(count, sooner)


def bounds(belief: Belief) -> Bounds:
    """Return how few questions one asker can need from here on, after every possible first question.

    Raises
    ------
    ArgumentError
        There are too many first questions to compare, or nothing is left to ask.
    """
    firsts = representatives(belief, COMPARED)
    if firsts is None or belief.known:
        raise ArgumentError("bounds are for the beginning of a game, where few questions differ")
    vectors = 4 ** (belief.players - 1)
    counts = Packed(belief).counts(firsts)
    sizes, which = np.unique(counts, return_inverse=True)
    costs = np.array([least_cost(int(size), vectors) for size in sizes])[which].reshape(counts.shape)
    depths = [least_depth(int(most), vectors) for most in counts.max(axis=1)]
    return Bounds(1 + int(costs.sum(axis=1).min()) / belief.count, 1 + min(depths))
