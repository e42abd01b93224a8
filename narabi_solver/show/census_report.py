"""A census for people and for programs: pure functions to rich renderables and JSON objects."""

from __future__ import annotations

from typing import Any

from rich.box import SIMPLE_HEAD
from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from _gamekit.report_parts import facts_view
from narabi_solver.game.rules import Rules
from narabi_solver.show.report import assumed_fact, rules_json
from narabi_solver.statistics.census import Census, Counts


def census_json(census: Census) -> dict[str, Any]:
    """Return a census that was not stopped as a JSON object."""
    deal, deals = census.deal, census.deals
    mean = deals.mean_turns
    return {
        "deal": str(deal),
        "players": deal.players,
        "arrangements": census.all.arrangements,
        **_counts_json(census.all),
        "deals": {
            "count": deals.arrangements,
            **_counts_json(deals),
            "mean_turns": None if mean is None else round(mean, 6),
        },
        "hardest": [{"deal": str(one.deal), "turns": one.turns} for one in census.hardest],
        "assumed": list(deal.assumed),
        "rules": rules_json(Rules(), deal.players, deal.deck),
    }


def _counts_json(counts: Counts) -> dict[str, Any]:
    distribution = {str(turns): count for turns, count in counts.distribution.items()}
    return {"distribution": distribution, "unsolvable": counts.unsolvable}


def census_view(census: Census) -> RenderableType:
    """Return a census that was not stopped for people."""
    deal, every, deals = census.deal, census.all, census.deals
    facts: list[tuple[str, str | Text]] = [
        ("stones", " ".join(sorted(map(str, deal.ring)))),
        ("players", f"{deal.players}"),
    ]
    if deals.mean_turns is not None:
        facts.append(
            ("mean", Text(f"{deals.mean_turns:.4f} turns, of the deals that can be won", style="bold"))
        )
    if deal.assumed:
        facts.append(assumed_fact(deal))
    table = Table(box=SIMPLE_HEAD, pad_edge=False)
    for heading in ("minimum", "deals", "share", "all arrangements", "share"):
        table.add_column(heading, justify="right")
    for turns in sorted({*every.distribution, *deals.distribution}):
        table.add_row(str(turns), *_row(deals, turns), *_row(every, turns))
    table.add_row("no win", *_row(deals, None), *_row(every, None))
    parts: list[RenderableType] = [
        facts_view(facts),
        table,
        Text("Deals: the player to move holds the 0. Blanks count as different stones."),
    ]
    parts += [Text(f"{one.turns} turns  {one.deal}") for one in census.hardest]
    return Group(*parts)


def _row(counts: Counts, turns: int | None) -> tuple[str, str]:
    """Return how many have a minimum, None for no win, and their share."""
    number = counts.unsolvable if turns is None else counts.distribution.get(turns, 0)
    return f"{number:,}", f"{number * 100 / counts.arrangements:.4f} %"
