"""A judged game for people and for programs."""

from __future__ import annotations

from typing import Any

from rich.box import SIMPLE_HEAD
from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from _gamekit.report_parts import facts_view
from narabi_solver.analysis.reviewing import Judgement, Review, ReviewedTurn, turn_cost
from narabi_solver.show.report import assumed_fact, reason, rules_json, undo_fact

STYLES = {
    Judgement.BEST: "green",
    Judgement.SLIP: "bold yellow",
    Judgement.LOSES: "bold red",
    Judgement.LOST: "dim",
    Judgement.UNKNOWN: "dim",
}


def review_json(found: Review) -> dict[str, Any]:
    """Return a review as a JSON object."""
    return {
        "turns": len(found.turns),
        "minimum": found.minimum,
        "won": found.won,
        "lost": found.lost,
        "thrown_away": found.thrown_away,
        "slips": [
            {
                "turn": slip.turn,
                "swap": str(slip.swap),
                "cost": slip.cost,
                "instead": [str(swap) for swap in slip.instead],
            }
            for slip in found.slips
        ],
        "swaps": [_turn_json(turn) for turn in found.turns],
        "summary": found.summary,
        "outcome": str(found.outcome),
        "proven": found.proven,
        "decided": found.decided,
        "stopped_by": found.stopped_by,
        "nodes": found.nodes,
        "seconds": round(found.seconds, 6),
        "compile_seconds": round(found.compile_seconds, 6),
        "assumed": list(found.deal.assumed),
        "deal": str(found.deal),
        "rules": rules_json(found.rules, found.deal.players, found.deal.deck),
    }


def _turn_json(turn: ReviewedTurn) -> dict[str, Any]:
    return {
        "turn": turn.turn,
        "swap": str(turn.swap),
        "judgement": str(turn.judgement),
        "cost": turn.cost,
        "moves": {str(move.swap): turn.cost_of(move) for move in turn.moves},
    }


def review_view(found: Review) -> RenderableType:
    """Return a review for people: the summary, and a table with every swap."""
    facts: list[tuple[str, str | Text]] = [
        ("game", Text(found.summary, style="bold")),
        ("deal", str(found.deal)),
    ]
    facts += undo_fact(found.rules)
    if found.deal.assumed:
        facts.append(assumed_fact(found.deal))
    if found.stopped_by:
        facts.append(("limits", f"not everything is known: stopped by {found.stopped_by}"))
    table = Table(box=SIMPLE_HEAD, pad_edge=False)
    table.add_column("turn", justify="right")
    for heading in ("swap", "by", "judgement", "better", "all legal swaps"):
        table.add_column(heading, overflow="fold", no_wrap=heading == "swap")
    for state, turn in zip(found.states, found.turns, strict=False):
        judged = Text(f"{turn.judgement}{turn_cost(turn)}", style=STYLES[turn.judgement])
        better = " or ".join(map(str, turn.instead))
        table.add_row(str(turn.turn), str(turn.swap), reason(state, turn.swap), judged, better, turn.others)
    return Group(facts_view(facts), table)
