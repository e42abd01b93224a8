"""The best cast, for people and for programs."""

from __future__ import annotations

from typing import Any

from rich.console import Group, RenderableType
from rich.text import Text

from _gamekit.intervals import CONFIDENCE
from _gamekit.report_parts import facts_view
from amulets_solver.asking.casting import CastAdvice
from amulets_solver.belief.belief import Belief
from amulets_solver.racing.waiting import WaitAdvice
from amulets_solver.show.race_report import interval_json, share_text
from amulets_solver.show.report import beliefs_view, below_beliefs, known_text, rules_json


def cast_json(belief: Belief, found: CastAdvice, wait: WaitAdvice | None = None) -> dict[str, Any]:
    """Return the best cast as JSON."""
    waiting = {} if wait is None else {"waiting": _waiting_json(wait)}
    return {
        "seat": belief.seat,
        "placement": str(found.placement),
        "probability": found.probability,
        "sure": found.sure,
        "hypotheses": found.count,
        "named": found.named,
        "spare": list(found.spare),
        "count": belief.count,
        **waiting,
        "rules": rules_json(belief.rules, belief.players),
    }


def _waiting_json(wait: WaitAdvice) -> dict[str, Any]:
    return {
        "won": interval_json(wait.waiting),
        "better": wait.better,
        "policy": wait.mine.name,
        "rivals": wait.rivals.name,
        "games": wait.games,
        "confidence": CONFIDENCE,
    }


def cast_view(belief: Belief, found: CastAdvice, wait: WaitAdvice | None = None) -> RenderableType:
    """Return the best cast for people."""
    chance = "certain" if found.sure else f"{found.probability:.4%}"
    spare, placement, count = " ".join(found.spare), str(found.placement), f"{found.count:,}"
    said = f"in {count} of {belief.count:,} hypotheses all say yes"
    where = "may stand anywhere"
    if belief.rules.spare == "random":
        placement = " ".join(f"{amulet}:{field}" for amulet, field in found.named.items())
        where = "drawn by lot, each free field alike"
        if not found.sure:
            said += " to these alone; the drawn ones count in the chance"
    facts: list[tuple[str, str | Text]] = [
        ("player", f"{belief.seat} of {belief.players}, with {belief.me}"),
        ("knows", known_text(belief)),
        ("cast", placement),
        ("succeeds", f"{chance}: {said} (exact)"),
    ]
    if found.spare:
        facts.append(("spare", f"{spare}: {where}"))
    if wait is not None:
        who = f"you play on as {wait.mine.name}, the others as {wait.rivals.name}"
        better = {"cast": "cast now", "wait": "wait", "open": "not decided by so few games"}[wait.better]
        facts += [
            ("waiting", f"wins {share_text(wait.waiting)} of {wait.games:,} games played out, if {who}"),
            ("better", f"{better} ({CONFIDENCE:.0%} confidence; to fail is to lose)"),
        ]
    return Group(facts_view(facts), beliefs_view(belief), below_beliefs())
