"""Analyses for people and for programs."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Any

from rich.box import SIMPLE_HEAD
from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from _gamekit.report_parts import facts_view
from narabi_solver.analysis.costs import Costs
from narabi_solver.analysis.swaps import Analysis, turns_text
from narabi_solver.game.rules import SEATS, State, Swap
from narabi_solver.show.report import assumed_fact, reason, rules_json, undo_fact
from narabi_solver.solving.solution import Outcome
from narabi_solver.solving.values import Value


def analysis_json(analysis: Analysis, costs: Costs | None, lines: int) -> dict[str, Any]:
    """Return an analysis as a JSON object, with up to `lines` shortest lines."""
    deal = analysis.deal
    value: dict[str, Any] = {
        "deal": str(deal),
        "outcome": str(analysis.outcome),
        "turns": analysis.turns,
        "optimal_lines": analysis.optimal_lines,
        "moves": [
            {"swap": str(move.swap), "outcome": str(move.outcome), "turns": move.turns}
            for move in analysis.moves
        ],
        "traps": [str(swap) for swap in analysis.traps],
        "forced_turns": None if analysis.forced_turns is None else list(analysis.forced_turns),
        "difficulty": None if analysis.difficulty is None else round(analysis.difficulty, 3),
        "grade": analysis.grade,
        "why_over": list(analysis.why_over),
        "assumed": list(deal.assumed),
        "rules": rules_json(analysis.rules, deal.players, deal.deck),
    }
    if lines:
        known = [list(map(str, line)) for line in islice(_lines(analysis), lines)]
        value["lines"] = known if analysis.lines_known else None
    if costs is not None:
        value["costs"] = {
            "stones": {str(place): _value_json(cost) for place, cost in costs.stones.items()},
            "seats": {SEATS[seat]: _value_json(cost) for seat, cost in costs.seats.items()},
            "all_lifted": _value_json(costs.all_lifted),
        }
    return value


def _value_json(value: Value) -> dict[str, Any]:
    return {"outcome": str(value.outcome), "turns": value.turns}


def analysis_view(analysis: Analysis, costs: Costs | None, lines: int) -> RenderableType:
    """Return an analysis for people, with up to `lines` shortest lines."""
    state = analysis.deal.state(analysis.rules)
    facts: list[tuple[str, str | Text]] = [("deal", str(analysis.deal))]
    turns = turns_text(analysis.outcome, analysis.turns)
    facts.append(("minimum", Text(turns, style="bold")))
    facts += undo_fact(analysis.rules)
    facts += [("note", note) for note in analysis.why_over]
    if analysis.deal.assumed:
        facts.append(assumed_fact(analysis.deal))
    if analysis.turns:
        facts += _lines_facts(analysis)
    parts: list[RenderableType] = [facts_view(facts)]
    if analysis.moves:
        table = Table(box=SIMPLE_HEAD, pad_edge=False)
        for heading in ("swap", "by", "leads to a win in"):
            table.add_column(heading)
        for move in analysis.moves:
            best = move.turns is not None and move.turns == analysis.turns
            shown = Text(turns_text(move.outcome, move.turns) + "  best" * best, style="bold" if best else "")
            table.add_row(str(move.swap), reason(state, move.swap), shown)
        parts.append(table)
    parts += [Text(" ".join(map(str, line))) for line in islice(_lines(analysis), lines)]
    if costs is not None:
        parts.append(_costs(state, costs))
    return Group(*parts)


def _lines(analysis: Analysis) -> Iterator[tuple[Swap, ...]]:
    """Return all shortest lines; none if they are not known."""
    return analysis.lines() if analysis.lines_known else iter(())


def _lines_facts(analysis: Analysis) -> Iterator[tuple[str, str]]:
    """Yield what is known of the shortest lines, and of the swaps that are on none."""
    count = "an unknown number of" if analysis.optimal_lines is None else str(analysis.optimal_lines)
    forced = "undecided"
    if analysis.forced_turns is not None:
        forced = ", ".join(map(str, analysis.forced_turns)) or "none"
    lines = f"{count} shortest line{'s' * (analysis.optimal_lines != 1)}"
    yield "lines", f"{lines}; turns with only one good swap: {forced}"
    difficulty = "undecided"
    if analysis.difficulty is not None:
        difficulty = f"{analysis.difficulty:.1f} bits, grade {analysis.grade} of 5"
    yield "difficulty", difficulty
    unknown = sum(move.outcome is Outcome.UNDECIDED for move in analysis.moves)
    traps = f"{len(analysis.traps)} of {len(analysis.moves)} swaps lose the minimum"
    yield "traps", traps + f"; {unknown} undecided" * bool(unknown)


def _costs(state: State, costs: Costs) -> RenderableType:
    """Return what each restriction costs, and the single cards it is due to."""
    table = Table(box=SIMPLE_HEAD, pad_edge=False)
    for heading in ("without the card of", "minimum"):
        table.add_column(heading)
    for place, cost in costs.stones.items():
        note = "  less" * (place in costs.culprits)
        table.add_row(f"{place}  {state.stone(place)}", turns_text(cost.outcome, cost.turns) + note)
    for seat, cost in costs.seats.items():
        table.add_row(f"all of seat {SEATS[seat]}", turns_text(cost.outcome, cost.turns))
    table.add_row("all stones", turns_text(costs.all_lifted.outcome, costs.all_lifted.turns))
    culprits = ", ".join(str(state.stone(place)) for place in costs.culprits)
    because = f" because of {culprits}" if culprits else "; no single card is to blame"
    return Group(table, Text(turns_text(costs.position.outcome, costs.position.turns) + because))
