"""An atlas as JSON, and as a view."""

from __future__ import annotations

from typing import Any

from rich.console import Group, RenderableType
from rich.table import Table

from _gamekit.report_parts import facts_view
from narabi_solver.statistics.atlas_making import Atlas


def atlas_json(atlas: Atlas) -> dict[str, Any]:
    """Return an atlas as JSON."""
    settings = atlas.settings
    return {
        "file": str(atlas.path),
        "players": settings.players,
        "deals": settings.deals,
        "seed": settings.seed,
        "distribution": {str(turns): n for turns, n in atlas.distribution.items()},
        "unsolvable": atlas.unsolvable,
        "deals_per_second": atlas.deals_per_second,
    }


def atlas_view(atlas: Atlas) -> RenderableType:
    """Return an atlas for people."""
    settings = atlas.settings
    effort = "all deals were in the file"
    if atlas.answered:
        effort = f"{atlas.answered:,} deals in {atlas.seconds:.1f} s, {atlas.deals_per_second:,.0f} a second"
    facts = [
        ("atlas", str(atlas.path)),
        ("deals", f"{settings.deals:,} of {settings.players} players, seed {settings.seed}"),
        ("lost", f"{atlas.unsolvable:,} not solvable (proven)"),
        ("effort", effort),
    ]
    table = Table(box=None, pad_edge=False)
    for heading in ("turns", "deals"):
        table.add_column(heading, justify="right")
    for turns, count in atlas.distribution.items():
        table.add_row(str(turns), f"{count:,}")
    return Group(facts_view(facts), table)
