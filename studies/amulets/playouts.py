"""One asker who asks alone, over all deals at once: how many questions until a goal, by a way to choose them.

Every answer is followed, so each hypothesis is counted once; nothing is drawn at random.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field

from amulets_solver.asking.question import question
from amulets_solver.belief.belief import Belief
from amulets_solver.game.placement import Placement


@dataclass
class Playout:
    """For each number of questions how many hypotheses need so many."""

    known: Counter[int] = field(default_factory=Counter)
    """Until one hypothesis is left."""
    castable: Counter[int] = field(default_factory=Counter)
    """Until one can cast for certain."""
    questions: int = 0
    """Questions that had to be chosen."""


def mean(counts: Counter[int]) -> float:
    """Return the mean number of questions."""
    return sum(questions * count for questions, count in counts.items()) / counts.total()


def play_out(
    belief: Belief,
    choose: Callable[[Belief], Placement] | None = None,
) -> Playout:
    """Return how many questions one asker needs from here on, whatever the others have.

    Parameters
    ----------
    belief
        What the asker knows.
    choose
        Returns what to ask; by default the question of greatest entropy.
    """
    found = Playout()
    _follow(belief, 0, False, choose or (lambda one: question(one).placement), found)
    return found


def _follow(
    belief: Belief,
    asked: int,
    sure: bool,
    choose: Callable[[Belief], Placement],
    found: Playout,
) -> None:
    if not sure and belief.castable:
        found.castable[asked] += belief.count
        sure = True
    if belief.known:
        found.known[asked] += 1
        return
    found.questions += 1
    placement = choose(belief)
    for signs in belief.law_counts(placement):
        _follow(belief.hear(placement, signs), asked + 1, sure, choose, found)
