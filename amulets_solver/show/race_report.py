"""Races, for people and for programs."""

from __future__ import annotations

from typing import Any

from rich.console import Group, RenderableType
from rich.text import Text

from _gamekit.intervals import CONFIDENCE, Interval
from _gamekit.report_parts import facts_view, plain_table
from amulets_solver.racing.tournament import Race
from amulets_solver.show.report import rules_json


def interval_json(one: Interval) -> dict[str, float | None]:
    """Return an interval as JSON; ends that are not known are null."""
    found = one._asdict()
    return {
        name: value if value is not None and abs(value) < float("inf") else None
        for name, value in found.items()
    }


def race_json(found: Race) -> dict[str, Any]:
    """Return a race as JSON."""
    return {
        "players": found.players,
        "games": found.games,
        "deals": found.deals,
        "seed": found.seed,
        "questions_to_sure_cast": interval_json(found.questions_to_sure_cast),
        "without_sure_cast": found.without_sure_cast,
        "distribution": {str(count): games for count, games in found.counts_to_sure_cast.items()},
        "questions": interval_json(found.questions),
        "seats": [{"seat": seat, "won": interval_json(one)} for seat, one in enumerate(found.seats, 1)],
        "policies": [
            {
                "policy": one.policy.name,
                "won": interval_json(one.won),
                "failed": one.failed,
                "difference": None if one.difference is None else interval_json(one.difference),
            }
            for one in found.shares
        ],
        "nobody": found.nobody,
        "confidence": CONFIDENCE,
        "rules": rules_json(found.rules, found.players),
    }


def race_view(found: Race) -> RenderableType:
    """Return a race for people."""
    names = ", ".join(one.name for one in found.policies)
    facts: list[tuple[str, str | Text]] = [
        (
            "games",
            f"{found.games:,}: {found.deals:,} random deals of {found.players} players, seed {found.seed}",
        ),
        ("policies", f"{names}, in this order round the table" + _turns(found)),
        ("questions", f"{mean_text(found.questions_to_sure_cast)} until somebody could cast for certain"),
        ("", f"{mean_text(found.questions)} until the end of the game"),
    ]
    if found.without_sure_cast:
        facts.append(("", f"{found.without_sure_cast:,} games ended before anybody could cast for certain"))
    if found.nobody:
        facts.append(("nobody won", f"{found.nobody:,} games"))
    seats = plain_table("seat", "won", right=True)
    for seat, one in enumerate(found.seats, 1):
        seats.add_row(f"{seat} (begins)" if seat == 1 else str(seat), share_text(one))
    parts: list[RenderableType] = [facts_view(facts), seats]
    if len(found.policies) > 1:
        table = plain_table("policy", "won", "more than the first", "failed casts", right=True)
        for policy in found.shares:
            more = "" if policy.difference is None else share_text(policy.difference)
            table.add_row(policy.policy.name, share_text(policy.won), more, f"{policy.failed:,}")
        parts.append(table)
    return Group(*parts, Text(f"In brackets: intervals of {CONFIDENCE:.0%} confidence."))


def _turns(found: Race) -> str:
    if len(found.policies) == 1:
        return ""
    return f"; each deal is played {len(found.policies)} times, so that all sit in all seats"


def mean_text(one: Interval) -> str:
    """Return a mean with its interval."""
    if one.estimate is None:
        return "unknown:"
    ends = f" ({one.low:.2f} to {one.high:.2f})" if abs(one.low) < float("inf") else ""
    return f"{one.estimate:.2f}{ends}"


def share_text(one: Interval) -> str:
    """Return a share or a difference of shares with its interval, in percent."""
    if one.estimate is None:
        return "unknown"
    ends = f" ({100 * one.low:.1f} to {100 * one.high:.1f})" if abs(one.low) < float("inf") else ""
    return f"{100 * one.estimate:.1f} %{ends}"
