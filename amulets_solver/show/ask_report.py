"""What a player knows, and the best question, for people and for programs."""

from __future__ import annotations

from typing import Any

from rich.console import Group, RenderableType
from rich.text import Text

from _gamekit.report_parts import facts_view
from amulets_solver.asking.question import Question
from amulets_solver.belief.belief import Belief
from amulets_solver.belief.drawing import percent
from amulets_solver.game.record import Record
from amulets_solver.show.report import beliefs_view, below_beliefs, known_text, rules_json, spell_book


def ask_json(belief: Belief, found: Question) -> dict[str, Any]:
    """Return the knowledge and the question as JSON."""
    return {
        "seat": belief.seat,
        "me": str(belief.me),
        "count": belief.count,
        "known": belief.known,
        "castable": belief.castable,
        "marginals": belief.marginals,
        "question": str(found.placement),
        "goal": found.goal,
        "chosen_by": found.chosen_by,
        "bits": found.bits,
        "expected_count": found.expected_count,
        "castable_after": found.castable_after,
        "bound": found.bound,
        "proven": found.proven,
        "compared": found.compared,
        "rules": rules_json(belief.rules, belief.players),
    }


def ask_view(record: Record, belief: Belief, found: Question) -> RenderableType:
    """Return the spell book, the knowledge and the question for people."""
    facts: list[tuple[str, str | Text]] = [
        ("player", f"{belief.seat} of {belief.players}, with {belief.me}"),
        ("knows", known_text(belief)),
    ]
    if belief.castable:
        facts.append(("cast", "now, it cannot fail: see 'amulets cast'"))
    else:
        worth = f"{found.bits:.4f} bits: {found.expected_count:,.1f} hypotheses left on average"
        if found.castable_after is not None:
            worth += f"; in {percent(found.castable_after)} % one can cast for certain then"
        facts += [
            ("ask", str(found.placement)),
            ("worth", worth),
            ("that is", found.summary),
        ]
    parts: list[RenderableType] = [facts_view(facts)]
    if record.events:
        parts.append(spell_book(record))
    return Group(*parts, beliefs_view(belief), below_beliefs())
