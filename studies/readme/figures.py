"""Writes the table of figures in README.md, from what the other scripts measured.

::

    python -m studies.readme.figures    # after the scripts whose results it reads
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from benchmarks import mabi_perft, mabi_search_speed, run, survey_speed
from benchmarks.marks import ROOT, put
from studies.endgames import mabi_endgames, mabi_endgames_page
from studies.endgames.mabi_suites import SIZES

BEGIN, END = "<!-- figures begin -->", "<!-- figures end -->"


def kept(script: Any) -> Any:
    """Return what a script measured last."""
    return json.loads(script.RESULTS.read_text())


def narabi() -> Iterator[tuple[str, str, str]]:
    """Yield what is measured of Narabi: what, how much, compared with what."""
    for one in kept(run)["searches"][:3]:
        deals = 1 / one["seconds_a_deal"]
        yield (
            f"Narabi, {one['what']}",
            f"{deals:,.0f} deals a second",
            f"{one['ratio']:,.0f} times a plain breadth-first search",
        )
    survey = kept(survey_speed)["one"]
    yield (
        "Narabi, a survey, 3 players",
        f"{survey['deals_a_second']:,.0f} deals a second",
        f"{survey['of_dealing_and_solving']:.0%} of dealing and solving alone",
    )


def mabi() -> Iterator[tuple[str, str, str]]:
    """Yield what is measured of Mabi."""
    perft = kept(mabi_perft)["perft"][0]
    yield (
        f"Mabi, perft of the start, depth {perft['depth']}",
        f"{perft['leaves_a_second'] / 1e6:,.0f} M leaves a second",
        f"{perft['share_of_twin']:.2f} of the same in C",
    )
    search = kept(mabi_search_speed)
    yield (
        "Mabi, the search of moves",
        f"{search['nodes_a_second'] / 1e6:.1f} M nodes a second",
        f"{search['times_plain']:,} times an alpha-beta in plain Python",
    )
    yield from endgames(kept(mabi_endgames))


def endgames(results: dict[str, Any]) -> Iterator[tuple[str, str, str]]:
    """Yield how many endgames are decided, on each board."""
    page = mabi_endgames_page
    late, soon = (results[kind]["seconds"] for kind in (page.SOLVE, page.ALPHA_BETA))
    for size in SIZES:
        every = [one.row(results, page.SOLVE) for one in page.places(results, page.SOLVE) if one.size == size]
        both = [one for one in page.places(results, page.SOLVE, page.ALPHA_BETA) if one.size == size]
        solve, alpha_beta = (
            page.share([one.row(results, kind) for one in both], soon)
            for kind in (page.SOLVE, page.ALPHA_BETA)
        )
        yield (
            f"Mabi, {len(every)} endgames on {size}",
            f"{page.share(every, late)} proven in {late:g} s each",
            f"{len(both)} of them in {soon:g} s: {solve}; alpha-beta alone {alpha_beta}",
        )


def table() -> str:
    """Return the README's table."""
    return "\n".join(
        [
            "| what | how much | compared |",
            "|---|---|---|",
            *(f"| {' | '.join(row)} |" for row in (*narabi(), *mabi())),
        ]
    )


def main() -> None:
    """Write the table."""
    put(ROOT / "README.md", table(), BEGIN, END)
    print(table())


if __name__ == "__main__":
    main()
