"""The law of a question's answers, for people and for programs."""

from __future__ import annotations

from _gamekit.facts import Fact, Facts, Rows, said
from amulets_solver.asking.question import bits_of, entropy_bound
from amulets_solver.belief.belief import Belief
from amulets_solver.game.placement import Placement

SHOWN = 24
"""Answers that people are shown."""


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
