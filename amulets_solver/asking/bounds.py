"""Lower bounds, from counting, on the number of questions that any strategy needs."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from amulets_solver.asking.laws import Packed
from amulets_solver.asking.placements import representatives
from amulets_solver.belief.belief import Belief
from amulets_solver.game.errors import ArgumentError

COMPARED = 20_000
"""Largest number of first questions that `bounds` compares."""


class Bounds(NamedTuple):
    """Lower bounds on the number of questions that a lone asker needs until one hypothesis is left."""

    mean: float
    """Lower bound on the mean number of questions."""
    worst: int
    """Lower bound on the number of questions in the worst case."""


def least_depth(count: int, vectors: int, free: int = 1) -> int:
    """Return a lower bound on the questions needed, in the worst case, to leave at most `free` hypotheses.

    `count` is the number of hypotheses at the start, and `vectors` the number of possible sets of answers to
    a question.
    """
    depth = 0
    while free * vectors**depth < count:
        depth += 1
    return depth


def least_cost(count: int, vectors: int, free: int = 1) -> int:
    """Return a lower bound on the total number of questions, summed over all hypotheses.

    The asker stops when at most `free` hypotheses are left. A sequence of answers that ends after t questions
    has the weight `vectors` ^ -t. The weights of all these sequences sum to at most one (Kraft's inequality).
    By convexity the total is least if t takes at most two values, d - 1 and d. The parameters are those of
    `least_depth`, and d is its result.
    """
    if count <= free:
        return 0
    depth = least_depth(count, vectors, free)
    sooner: int = (free * vectors**depth - count) // (vectors - 1)
    return count * depth - min(count, sooner)


def bounds(belief: Belief) -> Bounds:
    """Return lower bounds on the number of questions that a lone asker needs with any strategy.

    Raises
    ------
    ArgumentError
        There are too many first questions to compare, or nothing is left to ask.
    """
    firsts = representatives(belief, COMPARED)
    if firsts is None or belief.known:
        raise ArgumentError(
            "bounds need the beginning of a game; now too many questions differ, or none is needed"
        )
    vectors = 4 ** (belief.players - 1)
    counts = Packed(belief).counts(firsts)
    sizes, which = np.unique(counts, return_inverse=True)
    costs = np.array([least_cost(int(size), vectors) for size in sizes])[which].reshape(counts.shape)
    depths = [least_depth(int(most), vectors) for most in counts.max(axis=1)]
    return Bounds(1 + int(costs.sum(axis=1).min()) / belief.count, 1 + min(depths))
