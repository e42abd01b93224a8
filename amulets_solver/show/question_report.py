"""What a player knows, the best question, and the law of a question's answers, for people and programs."""

from __future__ import annotations

from rich.console import Group, RenderableType

from _gamekit.facts import Fact, Facts, Rows, said, view_of
from amulets_solver.asking.question import Question, bits_of, entropy_bound
from amulets_solver.belief.belief import Belief
from amulets_solver.game.placement import Placement
from amulets_solver.game.record import Record
from amulets_solver.show.report import beliefs_view, below_beliefs

SHOWN = 24
"""Answers that people are shown."""


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


def law_facts(belief: Belief, placement: Placement) -> Facts:
    """Return the law of a question: the answers, the most probable first."""
    bits, left = bits_of(belief, placement)
    law = belief.law_counts(placement)
    counts = sorted(law.items(), key=lambda one: (-one[1], one[0]))
    rows = [
        [
            said("answers", signs),
            said("probability", f"{count / belief.count:.4%}"),
            said("hypotheses left", f"{count:,}"),
        ]
        for signs, count in counts[:SHOWN]
    ]
    more = len(counts) - SHOWN
    order = f"Answers of players {', '.join(map(str, belief.opponents))}, in this order."
    rest = f" {more:,} more answers are less probable; --json has all." * (more > 0)
    return [
        *belief.facts(),
        Fact("placement", placement, str(placement), "asks"),
        Fact("bits", bits, f"{bits:.4f} bits: {left:,.1f} hypotheses left on average (exact)", "worth"),
        said("at most", f"{entropy_bound(belief):.4f} bits by any question (proven)"),
        Fact("expected_count", left),
        Fact("law", belief.law(placement)),
        Fact("counts", law),
        Rows("", rows, [1, 2]),
        said("", order + rest),
    ]
