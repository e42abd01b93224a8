"""One asker who asks alone, over all deals at once: how many questions until a goal, by a way to choose them.

Every answer is followed, so each hypothesis is counted once; nothing is drawn at random.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import NamedTuple

from amulets_solver.belief.belief import Belief
from amulets_solver.game.placement import Placement


class Playout(NamedTuple):
    """For each number of questions how many hypotheses need so many."""

    known: Counter[int]
    """Until one hypothesis is left."""
    castable: Counter[int]
    """Until one can cast for certain."""


def mean(counts: Counter[int]) -> float:
    """Return the mean number of questions."""
    return sum(questions * count for questions, count in counts.items()) / counts.total()


def play_out(belief: Belief, choose: Callable[[Belief], Placement]) -> Playout:
    """Return how many questions one asker needs from here on, whatever the others have."""
    found = Playout(Counter(), Counter())

    def follow(belief: Belief, asked: int, sure: bool) -> None:
        if not sure and belief.castable:
            found.castable[asked] += belief.count
            sure = True
        if belief.known:
            found.known[asked] += 1
            return
        placement = choose(belief)
        for signs in belief.law_counts(placement):
            follow(belief.hear(placement, signs), asked + 1, sure)

    follow(belief, 0, False)
    return found
