"""What a player knows, and the best question, for people and for programs."""

from __future__ import annotations

from rich.console import Group, RenderableType

from _gamekit.facts import Fact, Facts, view_of
from amulets_solver.asking.question import Question
from amulets_solver.belief.belief import Belief
from amulets_solver.game.record import Record
from amulets_solver.show.report import beliefs_view, below_beliefs


def ask_facts(belief: Belief, found: Question) -> Facts:
    """Return what the player knows, and the question."""
    asked = list(found.facts())
    if belief.castable:  # there is nothing to ask
        asked = [one._replace(words=None) for one in asked if isinstance(one, Fact)]
    return [
        *belief.facts(),
        Fact("me", belief.me),
        Fact("known", belief.known),
        Fact(
            "castable", belief.castable, "now, it cannot fail: see 'amulets cast'" * belief.castable, "cast"
        ),
        Fact("marginals", belief.marginals),
        *asked,
    ]


def ask_view(record: Record, belief: Belief, found: Question) -> RenderableType:
    """Return the spell book, the knowledge and the question for people."""
    advice = view_of([*ask_facts(belief, found), *([record.book] if record.events else [])])
    return Group(advice, beliefs_view(belief), below_beliefs())
