"""The best cast, for people and for programs."""

from __future__ import annotations

from rich.console import Group, RenderableType

from _gamekit.facts import Fact, Facts, said, view_of
from _gamekit.intervals import CONFIDENCE
from amulets_solver.asking.casting import CastAdvice
from amulets_solver.belief.belief import Belief
from amulets_solver.racing.waiting import WaitAdvice
from amulets_solver.show.race_report import share_text
from amulets_solver.show.report import beliefs_view, below_beliefs


def cast_facts(belief: Belief, found: CastAdvice, wait: WaitAdvice | None = None) -> Facts:
    """Return the best cast, and whether to wait."""
    chance = "certain" if found.sure else f"{found.probability:.4%}"
    placement, count = str(found.placement), f"{found.count:,}"
    agree = f"in {count} of {belief.count:,} hypotheses all say yes"
    where = "may stand anywhere"
    if belief.rules.spare == "random":
        placement = " ".join(f"{amulet}:{field}" for amulet, field in found.named.items())
        where = "drawn by lot, each free field alike"
        if not found.sure:
            agree += " to these alone; the drawn ones count in the chance"
    spare = f"{' '.join(found.spare)}: {where}" * bool(found.spare)
    facts = [
        *belief.facts(),
        Fact("placement", found.placement, placement, "cast"),
        Fact("probability", found.probability, f"{chance}: {agree} (exact)", "succeeds"),
        Fact("sure", found.sure),
        Fact("hypotheses", found.count),
        Fact("named", found.named),
        Fact("spare", found.spare, spare),
    ]
    if wait is not None:
        who = f"you play on as {wait.mine.name}, the others as {wait.rivals.name}"
        better = {"cast": "cast now", "wait": "wait", "open": "not decided by so few games"}[wait.better]
        asked = {
            "won": wait.waiting,
            "better": wait.better,
            "policy": wait.mine.name,
            "rivals": wait.rivals.name,
            "games": wait.games,
            "confidence": CONFIDENCE,
        }
        won = f"wins {share_text(wait.waiting)} of {wait.games:,} games played out, if {who}"
        facts.append(Fact("waiting", asked, won))
        facts.append(said("better", f"{better} ({CONFIDENCE:.0%} confidence; to fail is to lose)"))
    return facts


def cast_view(belief: Belief, facts: Facts) -> RenderableType:
    """Return the best cast for people."""
    return Group(view_of(facts), beliefs_view(belief), below_beliefs())
