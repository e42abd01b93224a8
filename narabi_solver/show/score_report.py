"""How well a game went, for people and for programs."""

from __future__ import annotations

from collections import Counter
from typing import Any

from rich.console import RenderableType
from rich.text import Text

from _gamekit.report_parts import facts_view
from narabi_solver.game.deal import Deal
from narabi_solver.hidden.scoring import Levels, Score


def score_json(found: Score, levels: Levels | None, last: Score | None) -> dict[str, Any]:
    """Return a score as JSON; `last` is that of the game before."""
    answer: dict[str, Any] = {
        "deal": str(found.deal),
        "won": found.turns is not None,
        "turns": found.turns,
        "minimum": found.minimum,
        "over_par": found.over_par,
        "policy": repr(found.policy),
        "teams": len(found.others),
        "percentile": found.percentile,
        "beaten": found.beaten._asdict(),
        "others": {str(turns): n for turns, n in Counter(found.others).items()},
    }
    if levels is not None:
        answer["level"] = levels.reached(found.turns)
        answer["higher"] = None if last is None else levels.higher(found.turns, last.turns)
    return answer


def score_view(found: Score, levels: Levels | None, last: Score | None) -> RenderableType:
    """Return a score for people; `last` is that of the game before."""
    facts: list[tuple[str, str | Text]] = [("game", _result(found)), ("deal", _dealt(found.deal))]
    if found.minimum is None:
        facts.append(("par", "this deal cannot be won, whatever is known"))
    else:
        more = "" if found.over_par is None else f", {found.over_par} more were played"
        facts.append(("par", f"{found.minimum} turns with all cards open{more}"))
    one = found.beaten
    counts = Counter(found.others)
    lost = counts.pop(None, 0)
    turns = ", ".join(f"{n} in {turns}" for turns, n in sorted(counts.items(), key=lambda one: one[0] or 0))
    facts += [
        ("teams", f"{len(found.others):,} teams of the policy {found.policy.name}: {turns or 'none won'}"),
        (
            "rank",
            f"better than {one.estimate:.0%} of them ({one.low:.0%} to {one.high:.0%}); "
            f"percentile {found.percentile:.0f}",
        ),
    ]
    if lost:
        facts.append(("", f"{lost:,} of the teams did not win"))
    if levels is not None:
        level = levels.reached(found.turns) or "none"
        if last is not None:
            risen = levels.higher(found.turns, last.turns)
            level += ": higher than last time" if risen else ": not higher than last time"
        facts.append(("level", level))
    return facts_view(facts)


def _result(found: Score) -> str:
    played = len(found.deal.moves)
    if found.turns is not None:
        return f"won in {found.turns} turns"
    return f"not won: {played} turns were played" if played else "not played: write the swaps after 'moves'"


def _dealt(deal: Deal) -> str:
    return str(deal).partition(" moves ")[0]
