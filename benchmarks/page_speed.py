"""How long Narabi's page takes to solve deals, under node and in Chromium, and to advise: some minutes.

Every answer is compared with the program's (`page_cases`); nothing is written if one differs.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Annotated, Any

import numpy as np

from benchmarks.frame import Results, Run, Study, Table
from benchmarks.marks import SPEED, grid
from benchmarks.page_cases import (
    PLACES,
    SEED,
    compared_deals,
    deck_tables,
    differing_hints,
    in_node,
    script_of,
)
from narabi_solver import random_deal
from narabi_solver.game.cards import SEAT_COUNTS
from tests.browser.starting import chromium

WORLDS = 64
"""Worlds of a hint that is timed."""


def solved(place: str, deals: int) -> dict[str, Any]:
    """Return the milliseconds of solving, by players, and what differs from the program."""
    found = compared_deals(place, deals)
    rows = {
        players: [len(times), *(round(float(np.quantile(times, share)), 2) for share in (0.5, 0.99, 1))]
        for players, times in found["times"].items()
    }
    return {"wrong": found["wrong"], "milliseconds": rows}


def advised(players: int, count: int) -> list[float]:
    """Return the median and the most processor seconds of first hints with hidden cards, under node."""
    deals = [random_deal(players, SEED, i) for i in range(count)]
    games = [
        {"deck": "built-in", "text": str(one), "seat": one.state().mover, "undo": "allowed", "seed": i}
        for i, one in enumerate(deals)
    ]
    times = in_node(script_of("hintTimes", deck_tables(), games, WORLDS))
    return [round(float(share(times)) / 1000, 3) for share in (np.median, np.max)]


def measure(
    run: Run,
    deals: Annotated[int, "of each kind that are solved"] = 1_000,
    hints: Annotated[int, "that are compared"] = 300,
    timed: Annotated[int, "hints of each number of players that are timed"] = 20,
) -> Results:
    """Time both, where there is no Chromium only under node; then compare hints."""
    places = [place for place in PLACES if place == "node" or chromium()]
    return {
        "solved": {place: run.part(f"deals in {place}", partial(solved, place, deals)) for place in places},
        "timed": timed,
        "advised": {
            players: run.part(f"hints, {players} players", partial(advised, players, timed))
            for players in SEAT_COUNTS
        },
        "hints": hints,
        "differing": run.part(f"{hints} hints are compared", partial(differing_hints, hints)),
    }


def differences(results: Results) -> Iterator[str]:
    """Yield what the page says otherwise than the program."""
    for one in results["solved"].values():
        yield from one["wrong"]
    yield from results["differing"]


def solving(results: Results) -> str:
    """Return the table of solving."""
    rows = [
        [place, players, f"{count:,}", *(f"{one:.1f}" for one in times)]
        for place, one in results["solved"].items()
        for players, (count, *times) in one["milliseconds"].items()
    ]
    return grid("in | players | deals | ms, median | 99 % | slowest", rows)


def advising(results: Results) -> str:
    """Return the table of hints."""
    rows = [
        [players, results["timed"], f"{median:.2f}", f"{most:.2f}"]
        for players, (median, most) in results["advised"].items()
    ]
    table = grid(f"players | hints of {WORLDS} worlds | processor s, median | most", rows)
    return f"{table}\n\nIn {results['hints']} games page and program gave the same hint."


STUDY = Study(
    __name__,
    [Table(SPEED, "compared", solving, dated=False), Table(SPEED, "timed", advising)],
    measure,
    differences,
)
