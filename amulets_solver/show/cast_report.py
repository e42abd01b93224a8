"""The best cast, for people and for programs."""

from __future__ import annotations

from typing import Any

from rich.console import Group, RenderableType
from rich.text import Text

from _gamekit.report_parts import facts_view
from amulets_solver.asking.casting import CastAdvice
from amulets_solver.belief.belief import Belief
from amulets_solver.show.report import beliefs_view, below_beliefs, known_text, rules_json


def cast_json(belief: Belief, found: CastAdvice) -> dict[str, Any]:
    """Return the best cast as JSON."""
    return {
        "seat": belief.seat,
        "placement": str(found.placement),
        "probability": found.probability,
        "sure": found.sure,
        "hypotheses": found.count,
        "spare": list(found.spare),
        "count": belief.count,
        "rules": rules_json(belief.rules, belief.players),
    }


def cast_view(belief: Belief, found: CastAdvice) -> RenderableType:
    """Return the best cast for people."""
    chance = "certain" if found.sure else f"{found.probability:.4%}"
    spare = " ".join(found.spare)
    where = "anywhere" if belief.rules.spare == "anywhere" else "on random fields (they count in the chance)"
    facts: list[tuple[str, str | Text]] = [
        ("player", f"{belief.seat} of {belief.players}, with {belief.me}"),
        ("knows", known_text(belief)),
        ("cast", str(found.placement)),
        ("succeeds", f"{chance}: in {found.count:,} of {belief.count:,} hypotheses all say yes (exact)"),
    ]
    if found.spare:
        facts.append(("spare", f"{spare}: may stand {where}"))
    return Group(facts_view(facts), beliefs_view(belief), below_beliefs())
