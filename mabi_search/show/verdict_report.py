"""Verdicts as text for people, and as JSON for programs."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from mabi_search.certify.checker import CheckResult
from mabi_search.game.outcomes import UNDECIDED
from mabi_search.game.position import Position
from mabi_search.game.rules import Rules
from mabi_search.proof.verdict import Verdict
from mabi_search.show.report import board_view, rules_json, summary

SHOWN_PLIES = 24


def verdict_json(verdict: Verdict, certificate: Path | None = None) -> dict[str, Any]:
    """Return a verdict as a JSON object, with the file of its certificate if one was written."""
    found: dict[str, Any] = {
        "position": str(verdict.position),
        "outcome": verdict.outcome,
        "possible": list(verdict.possible),
        "margin": verdict.margin,
        "margin_bounds": list(verdict.margin_bounds),
        "distance": verdict.distance,
        "within": verdict.within,
        "proven": verdict.proven,
        "method": verdict.method,
        "stopped_by": verdict.stopped_by,
        "pv": list(map(str, verdict.pv)),
        "nodes": verdict.nodes,
        "seconds": verdict.seconds,
        "compile_seconds": verdict.compile_seconds,
        "certificate": None if certificate is None else str(certificate),
        "rules": rules_json(verdict.position.rules),
    }
    if verdict.all_moves:
        found["moves"] = [
            {"move": str(one.move), "outcome": one.outcome, "within": one.after.within}
            for one in verdict.all_moves
        ]
    return found


def verdict_view(verdict: Verdict) -> RenderableType:
    """Return a verdict for people."""
    parts: list[RenderableType] = [
        board_view(verdict.position),
        Text(summary(verdict.position)),
        Text(verdict.summary),
    ]
    if verdict.pv:
        shown = " ".join(map(str, verdict.pv[:SHOWN_PLIES]))
        more = len(verdict.pv) - SHOWN_PLIES
        parts.append(Text(f"for example {shown}" + f" … {more} more" * (more > 0)))
    if verdict.all_moves:
        grid = Table.grid(padding=(0, 2))
        for one in verdict.all_moves:
            within = "" if one.after.within is None else f"within {one.after.within + 1}"
            grid.add_row(Text(str(one.move)), Text(one.outcome), Text(within))
        parts.append(grid)
    parts.append(Text(f"{verdict.nodes:,} nodes, {verdict.seconds:.2f} s", style="dim"))
    return Group(*parts)


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
        "rules": rules_json(Position.parse(checked.position, Rules(**readings)).rules),
    }


def checked_text(checked: CheckResult) -> Text:
    """Return what a certificate proves for people."""
    return Text(f"accepted: {checked.summary}")
