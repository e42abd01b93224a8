"""Verdicts as text for people, and as JSON for programs."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from _gamekit.facts import view_of
from mabi_search.certify.checker import CheckResult
from mabi_search.game.outcomes import UNDECIDED
from mabi_search.game.position import Position
from mabi_search.game.rules import Rules
from mabi_search.proof.verdict import Verdict
from mabi_search.show.report import board_view, summary


def verdict_view(verdict: Verdict) -> RenderableType:
    """Return a verdict for people: the board, and what it says."""
    position = verdict.position
    return Group(board_view(position), Text(summary(position)), view_of(verdict.facts()))


def readings_view(found: list[tuple[Position, Verdict]]) -> RenderableType:
    """Return the verdicts under all readings as a table, the readings that decide first."""
    table = Table(box=None, pad_edge=False)
    for name in ("paralysis", "freeze", "pass rule", "repetition", "outcome"):
        table.add_column(name)
    for position, verdict in found:
        rules = position.rules
        table.add_row(rules.paralysis, rules.freeze, rules.pass_rule, rules.repetition, verdict.outcome)
    outcomes = {verdict.outcome for _, verdict in found} - {UNDECIDED}
    same = "all proven outcomes agree" if len(outcomes) < 2 else "the outcome depends on the readings"
    return Group(table, Text(same))


def checked_json(checked: CheckResult) -> dict[str, Any]:
    """Return what a certificate proves as a JSON object."""
    readings: dict[str, Any] = dict(checked.readings)
    return {
        "position": checked.position,
        "outcome": checked.outcome,
        "accepted": True,
        "answers": checked.answers,
        "placements": checked.placements,
        "rules": asdict(Position.parse(checked.position, Rules(**readings)).rules),
    }


def checked_text(checked: CheckResult) -> Text:
    """Return what a certificate proves for people."""
    return Text(f"accepted: {checked.summary}")
