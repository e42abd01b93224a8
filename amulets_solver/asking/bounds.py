"""Lower bounds, from counting, on the number of questions that any strategy needs."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from amulets_solver.asking.laws import Packed
from amulets_solver.asking.placements import representatives
from amulets_solver.belief.belief import Belief
from amulets_solver.game.errors import ArgumentError

COMPARED = 20_000
"""Largest number of first questions that are compared."""


class Bounds(NamedTuple):
    """Lower bounds on the questions that a single asker needs until one hypothesis is left."""

    mean: float
    """Mean number of questions."""
    worst: int
    """Number of questions in the worst case."""


def least_depth(count: int, vectors: int, free: int = 1) -> int:
    """Return a lower bound on the worst-case questions that leave at most `free` of `count` hypotheses."""
    depth = 0
    while free * vectors**depth < count:
        depth += 1
    return depth


def least_cost(count: int, vectors: int, free: int = 1) -> int:
    """Return a lower bound on the sum, over so many hypotheses, of the questions that each needs.

    A hypothesis that is settled after t questions takes the share `vectors` ^ -t of the answers, together
    with up to `free` others. The shares add up to at most one (Kraft's inequality). By convexity the sum is
    least if t takes at most two values, d - 1 and d. Parameters as for `least_depth`.
    """
    if count <= free:
        return 0
    depth = least_depth(count, vectors, free)
    sooner: int = (free * vectors**depth - count) // (vectors - 1)
    return count * depth - min(count, sooner)


def bounds(belief: Belief) -> Bounds:
    """Return lower bounds on the questions that one asker still needs, whatever the first question.

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
