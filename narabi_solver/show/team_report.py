"""Studies of teams as text for people, and as JSON for programs."""

from __future__ import annotations

from typing import Any

from rich.box import SIMPLE_HEAD
from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from _gamekit.report_parts import facts_view
from narabi_solver.game.rules import TRACK
from narabi_solver.hidden.team_study import TeamStudy
from narabi_solver.show.report import rules_json
from narabi_solver.statistics.intervals import CONFIDENCE, Interval


def team_json(study: TeamStudy) -> dict[str, Any]:
    """Return a study of teams as JSON."""
    settings = study.settings
    return {
        "players": settings.players,
        "deals": settings.deals,
        "seed": settings.seed,
        "optimum": study.optimum._asdict(),
        "unsolvable": study.unsolvable,
        "policies": [
            {
                "policy": one.policy.name,
                "settings": repr(one.policy),
                "games": one.games,
                "mean_turns": one.mean_turns if one.games else None,
                "gap": one.gap._asdict(),
                "lost": one.lost,
                "questions": one.questions if one.games else None,
                "milliseconds": one.milliseconds if one.games else None,
            }
            for one in study.results
        ],
        "confidence": CONFIDENCE,
        "assumed": list(settings.deck.assumed({card.name for card in settings.deck})),
        "seconds": round(study.seconds, 6),
        "rules": rules_json(settings.rules, settings.players, settings.deck),
    }


def team_view(study: TeamStudy) -> RenderableType:
    """Return a study of teams for people."""
    settings = study.settings
    games = settings.deals - study.unsolvable
    played = f"{settings.deals:,} random deals of {settings.players} players, seed {settings.seed}"
    facts: list[tuple[str, str | Text]] = [("deals", played)]
    if study.unsolvable:
        facts.append(("not played", f"{study.unsolvable:,} that cannot be won, whatever is known"))
    facts += [
        ("minimum", f"{_interval(study.optimum)} turns on average, with all cards open"),
        ("lost games", f"count as {TRACK + 1} turns"),
    ]
    table = Table(box=SIMPLE_HEAD, pad_edge=False)
    table.add_column("policy", overflow="fold")
    for heading in ("turns", "more than the minimum", "lost", "questions", "ms a decision"):
        table.add_column(heading, justify="right")
    for one in study.results if games else ():
        table.add_row(
            one.policy.name,
            f"{one.mean_turns:.2f}",
            _interval(one.gap),
            f"{one.lost:,}",
            f"{one.questions:.1f}",
            f"{one.milliseconds:.1f}",
        )
    confidence = f"In brackets: intervals of {CONFIDENCE:.0%} confidence. Questions are those of a game."
    return Group(facts_view(facts), table, Text(confidence))


def _interval(one: Interval) -> str:
    return "none" if one.estimate is None else f"{one.estimate:.2f} ({one.low:.2f} to {one.high:.2f})"
