"""A judged game, for people and for programs."""

from __future__ import annotations

from typing import Any

from rich.console import Group, RenderableType
from rich.text import Text

from _gamekit.report_parts import facts_view, plain_table
from amulets_solver.asking.judging import GameJudgement, JudgedCast, JudgedQuestion
from amulets_solver.show.report import rules_json, spell_book


def judge_json(found: GameJudgement) -> dict[str, Any]:
    """Return a judged game as JSON."""
    return {
        "seats": list(found.seats),
        "events": [
            _question_json(one) if isinstance(one, JudgedQuestion) else _cast_json(one)
            for one in found.judged
        ],
        "sure": [
            {
                "seat": one.seat,
                "after": one.after,
                "placement": str(one.placement),
                "missed": one.missed,
            }
            for one in found.sure
        ],
        "rules": rules_json(found.record.rules, found.record.players),
    }


def _question_json(one: JudgedQuestion) -> dict[str, Any]:
    return {
        "number": one.number,
        "act": "ask",
        "seat": one.event.seat,
        "placement": str(one.event.placement),
        "count_before": one.count_before,
        "count_after": one.count_after,
        "bits": one.bits,
        "expected_count": one.expected_count,
        "better": str(one.better.placement),
        "better_bits": one.better.bits,
        "proven": one.better.proven,
        "cost": one.cost,
    }


def _cast_json(one: JudgedCast) -> dict[str, Any]:
    return {
        "number": one.number,
        "act": "cast",
        "seat": one.event.seat,
        "placement": str(one.event.placement),
        "succeeded": one.event.succeeded,
        "count": one.count,
        "probability": one.probability,
        "better": str(one.better.placement),
        "better_probability": one.better.probability,
    }


def judge_view(found: GameJudgement) -> RenderableType:
    """Return a judged game for people."""
    players = ", ".join(map(str, found.seats))
    parts: list[RenderableType] = [
        facts_view([("judged", f"players {players}, by what each could know then")]),
        spell_book(found.record),
    ]
    table = plain_table("event", "player", "hypotheses", "worth", "judgement", "better")
    for one in found.judged:
        table.add_row(*(_question_row(one) if isinstance(one, JudgedQuestion) else _cast_row(one)))
    parts.append(table)
    for sure in found.sure:
        last = sure.after == len(found.record.events)
        missed = "missed" if sure.missed else "nothing was played since" if last else "taken"
        parts.append(Text(f"player {sure.seat} could cast for certain after event {sure.after}: {missed}"))
    if not found.sure:
        parts.append(Text("None of these players could cast for certain."))
    return Group(*parts)


def _question_row(one: JudgedQuestion) -> tuple[str, ...]:
    worth = f"{one.bits:.3f} bits, {one.expected_count:,.1f} left on average"
    if one.cost < 0.0005:
        judgement, better = "best" if one.better.proven else "as good as the best found", ""
    else:
        judgement, better = f"{one.cost:.3f} bits less", f"{one.better.placement}: {one.better.bits:.3f} bits"
    counts = f"{one.count_before:,} to {one.count_after:,}"
    return f"{one.number} ask", str(one.event.seat), counts, worth, judgement, better


def _cast_row(one: JudgedCast) -> tuple[str, ...]:
    chance = f"{one.probability:.2%} to succeed"
    judgement = "succeeded" if one.event.succeeded else "failed"
    better = ""
    if one.better.probability > one.probability:
        better = f"{one.better.placement}: {one.better.probability:.2%}"
    return f"{one.number} cast", str(one.event.seat), f"{one.count:,}", chance, judgement, better
