"""A judged game for people and for programs."""

from __future__ import annotations

from typing import Any

from rich.box import SIMPLE_HEAD
from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from mabi_search.game.rules import SIDE_NAMES
from mabi_search.reviewing.game_review import TURNING, GameReview, Judgement, ReviewedPly, Worth
from mabi_search.show.report import rules_json

LINE = 6
"""Moves of a better line that a table shows."""


def review_json(found: GameReview) -> dict[str, Any]:
    """Return a review as a JSON object."""
    return {
        "plies": [_ply_json(ply) for ply in found.plies],
        "turning_points": [ply.ply for ply in found.turning_points],
        "summary": found.summary,
        "stopped_by": found.stopped_by,
        "nodes": found.nodes,
        "seconds": round(found.seconds, 6),
        "compile_seconds": round(found.compile_seconds, 6),
        "position": str(found.position),
        "rules": rules_json(found.position.rules),
    }


def _ply_json(ply: ReviewedPly) -> dict[str, Any]:
    return {
        "ply": ply.ply,
        "side": ply.side,
        "move": str(ply.move),
        "judgement": str(ply.judgement),
        "value_before": _value(ply.before),
        "value_after": _value(ply.after),
        "proven": ply.proven,
        "better": [str(move) for move in ply.better],
    }


def _value(worth: Worth) -> str | float | None:
    """Return an outcome as its name, an estimate in pieces, None where nothing is known."""
    if worth.proven:
        return str(worth.outcome)
    return None if worth.score is None else worth.score / 100


def review_view(found: GameReview) -> RenderableType:
    """Return a review for people: the summary, and a table with every ply."""
    table = Table(box=SIMPLE_HEAD, pad_edge=False)
    for heading in ("ply", "side", "move", "judgement", "before", "after", "better"):
        table.add_column(heading, justify="right" if heading == "ply" else "left", overflow="fold")
    for ply in found.plies:
        style = "bold red" if ply.judgement in TURNING else "dim" if ply.judgement is Judgement.LOST else ""
        line = " ".join(map(str, ply.better[:LINE])) + " …" * (len(ply.better) > LINE)
        judged = Text(ply.judged, style=style)
        side = SIDE_NAMES[ply.side]
        table.add_row(str(ply.ply), side, str(ply.move), judged, str(ply.before), str(ply.after), line)
    return Group(Text(found.summary, style="bold"), Text("Values are for the side that moves."), table)
