"""Writes the tables of figures in README.md and in the paper, from what the other scripts measured."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from benchmarks import mabi_perft, narabi_speed, survey_speed
from benchmarks.frame import Results, Study, Table, measured
from benchmarks.marks import DOCS, ROOT, in_short
from benchmarks.peers import peers as general
from studies.endgames import mabi_endgames, mabi_endgames_page
from studies.endgames.mabi_suites import SIZES

PAPER = DOCS / "paper" / "paper.md"


def narabi() -> Iterator[tuple[str, str, str]]:
    """Yield what is measured of Narabi: what, how much, compared with what."""
    batch = narabi_speed.STUDY.kept()["searches"][0]
    yield (
        f"Narabi, {batch['what']}",
        f"{in_short(1 / batch['seconds_a_deal'])} deals a second",
        f"{in_short(batch['ratio'])} × faster than a plain breadth-first search",
    )
    survey = survey_speed.STUDY.kept()["one"]
    yield (
        "Narabi, a survey, 3 players",
        f"{in_short(survey['deals_a_second'])} deals a second",
        f"{survey['of_dealing_and_solving'] * 100:.0f} % of the speed without statistics",
    )


def mabi() -> Iterator[tuple[str, str, str]]:
    """Yield what is measured of Mabi."""
    perft = mabi_perft.STUDY.kept()["perft"][0]
    yield (
        f"Mabi, perft of the start, depth {perft['depth']}",
        f"{in_short(perft['leaves_a_second'] / 1e6)} M leaves a second",
        f"{perft['share_of_twin']:.2f} × the speed of the C version",
    )
    results, page, size = json.loads(mabi_endgames.RESULTS.read_text()), mabi_endgames_page, SIZES[0]
    late, soon = (results[kind]["seconds"] for kind in (page.SOLVE, page.ALPHA_BETA))
    every = [one.row(results, page.SOLVE) for one in page.places(results, page.SOLVE) if one.size == size]
    count, solve, alpha_beta = side_by_side(results, size)
    yield (
        f"Mabi, {len(every)} endgames on {size}",
        f"{page.share(every, late)} proven in {late:g} s each",
        f"{solve} of {count} in {soon:g} s each (plain alpha-beta: {alpha_beta})",
    )


def side_by_side(results: dict[str, Any], size: str) -> list[str]:
    """Return how many endgames of a board were given to `solve` and to alpha-beta, and what each proves."""
    page = mabi_endgames_page
    both = [one for one in page.places(results, page.SOLVE, page.ALPHA_BETA) if one.size == size]
    soon = results[page.ALPHA_BETA]["seconds"]
    shares = (
        page.share([one.row(results, kind) for one in both], soon) for kind in (page.SOLVE, page.ALPHA_BETA)
    )
    return [str(len(both)), *shares]


def table(_: Results) -> str:
    """Return the README's figures."""
    return "\n".join(f"* {what}: {how_much}, {compared}" for what, how_much, compared in (*narabi(), *mabi()))


def written(results: list[dict[str, Any]]) -> str:
    """Return the line below a table: by which commands, at which commits."""
    by = " and ".join(f"`{one['command']}` at commit {one['commit']}" for one in results)
    return f"Measured by {by} on {results[0]['processor']}."


def peers(_: Results) -> str:
    """Return the paper's table of general solvers: the mean time of a deal, and times that of `solve`."""
    results = general.STUDY.kept()
    groups = results["groups"]
    lines = [
        "| mean time for a deal, times `solve` | "
        + " | ".join(f"{one['players']} players" for one in groups)
        + " |",
        "|---" * (len(groups) + 1) + "|",
    ]
    for rows in zip(*(one["rows"] for one in groups), strict=True):
        cells = (f"{general.shown(row['mean'])} ({in_short(row['times_solve'])})" for row in rows)
        lines.append(f"| {rows[0]['system']} | {' | '.join(cells)} |")
    counts = ", ".join(f"{one['deals']} deals of {one['players']} players" for one in groups)
    return "\n".join([*lines, "", f"{counts}; seed {results['seed']}. {measured(results['about'])}"])


def proven(_: Results) -> str:
    """Return the paper's table of endgames of Mabi."""
    results, page = json.loads(mabi_endgames.RESULTS.read_text()), mabi_endgames_page
    soon = results[page.ALPHA_BETA]["seconds"]
    lines = [
        f"| board | positions | `mabi solve` proves in {soon:g} s | alpha-beta alone |",
        "|---|---|---|---|",
        *(f"| {' | '.join([size, *side_by_side(results, size)])} |" for size in SIZES),
    ]
    return "\n".join([*lines, "", written([results[page.SOLVE], results[page.ALPHA_BETA]])])


STUDY = Study(
    __name__,
    [
        Table(ROOT / "README.md", "figures", table),
        Table(PAPER, "peers", peers),
        Table(PAPER, "endgames", proven),
    ],
)
