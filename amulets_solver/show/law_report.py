"""The law of a question's answers, for people and for programs."""

from __future__ import annotations

from typing import Any

from rich.console import Group, RenderableType
from rich.text import Text

from _gamekit.report_parts import facts_view, plain_table
from amulets_solver.asking.question import bits_of, entropy_bound
from amulets_solver.belief.belief import Belief
from amulets_solver.game.placement import Placement
from amulets_solver.show.report import known_text, rules_json

SHOWN = 24
"""Answers that people are shown."""


def law_json(belief: Belief, placement: Placement) -> dict[str, Any]:
    """Return the law of a question as JSON."""
    bits, left = bits_of(belief, placement)
    return {
        "seat": belief.seat,
        "placement": str(placement),
        "law": belief.law(placement),
        "counts": belief.law_counts(placement),
        "bits": bits,
        "expected_count": left,
        "count": belief.count,
        "rules": rules_json(belief.rules, belief.players),
    }


def law_view(belief: Belief, placement: Placement) -> RenderableType:
    """Return the law of a question for people: the answers, the most probable first."""
    bits, left = bits_of(belief, placement)
    facts: list[tuple[str, str | Text]] = [
        ("player", f"{belief.seat} of {belief.players}, with {belief.me}"),
        ("knows", known_text(belief)),
        ("asks", str(placement)),
        ("worth", f"{bits:.4f} bits: {left:,.1f} hypotheses left on average (exact)"),
        ("at most", f"{entropy_bound(belief):.4f} bits by any question (proven)"),
    ]
    counts = sorted(belief.law_counts(placement).items(), key=lambda one: (-one[1], one[0]))
    table = plain_table("answers", "probability", "hypotheses left", right=True)
    for signs, count in counts[:SHOWN]:
        table.add_row(signs, f"{count / belief.count:.4%}", f"{count:,}")
    more = len(counts) - SHOWN
    said = f"Answers of players {', '.join(map(str, belief.opponents))}, in this order."
    if more > 0:
        said += f" {more:,} more answers are less probable; --json has all."
    return Group(facts_view(facts), table, Text(said))
