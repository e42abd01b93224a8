"""Writes the tables of figures in docs/index.md and in the paper, from what the other scripts measured."""

from __future__ import annotations

from collections.abc import Iterator

from benchmarks import mabi_perft, narabi_speed, survey_speed
from benchmarks.frame import Results, Study, Table, measured
from benchmarks.marks import DOCS, grid, in_short
from benchmarks.peers import peers as general
from studies.endgames import mabi_endgames
from studies.endgames.mabi_endgames import ALPHA_BETA, SOLVE, SOON, rows_of, share
from studies.endgames.mabi_suites import SIZES

PAPER = DOCS / "paper" / "paper.md"


def narabi() -> Iterator[tuple[str, ...]]:
    """Yield what is measured of Narabi: what, how much, and mostly compared with what."""
    batch = narabi_speed.STUDY.kept()["searches"][0]
    yield (
        f"Narabi, {batch['what']}",
        f"{in_short(1 / batch['seconds_a_deal'])} deals a second",
        f"{in_short(batch['ratio'])} × faster than a breadth-first search in plain Python",
    )
    survey = survey_speed.STUDY.kept()["one"]
    yield (
        "Narabi, a survey, 3 players",
        f"{in_short(survey['deals_a_second'])} deals a second",
    )


def mabi() -> Iterator[tuple[str, ...]]:
    """Yield what is measured of Mabi."""
    perft = mabi_perft.STUDY.kept()["perft"][0]
    yield (
        f"Mabi, perft of the start, depth {perft['depth']}",
        f"{in_short(perft['leaves_a_second'] / 1e6)} M leaves a second",
        f"{perft['share_of_twin']:.2f} × the speed of the C version",
    )
    results, size = mabi_endgames.STUDY.kept(), SIZES[0]
    rows, late = [row for _, (row,) in rows_of(results, SOLVE, size=size)], results["seconds"]
    count, solve, alpha_beta = side_by_side(results, size)
    yield (
        f"Mabi, {len(rows)} endgames on {size}",
        f"{share(rows, late)} proven in {late:g} s each",
        f"{solve} of {count} in {SOON:g} s each (plain alpha-beta: {alpha_beta})",
    )


def side_by_side(results: Results, size: str) -> list[str]:
    """Return how many endgames of a board were given to `solve` and to alpha-beta, and what each proves."""
    both = [rows for _, rows in rows_of(results, SOLVE, ALPHA_BETA, size=size)]
    return [str(len(both)), *(share([rows[which] for rows in both], SOON) for which in (0, 1))]


def table(_: Results) -> str:
    """Return the figures of the first page."""
    return "\n".join(f"* {what}: {', '.join(figures)}" for what, *figures in (*narabi(), *mabi()))


def peers(_: Results) -> str:
    """Return the paper's table of general solvers: the mean time of a deal, and times that of `solve`."""
    results = general.STUDY.kept()
    groups = results["groups"]
    lines = [
        [
            rows[0]["system"],
            *(f"{general.shown(row['mean'])} ({in_short(row['times_solve'])})" for row in rows),
        ]
        for rows in zip(*(group["rows"] for group in groups), strict=True)
    ]
    heads = " | ".join(f"{group['players']} players" for group in groups)
    text = grid(f"mean time for a deal, times `solve` | {heads}", lines)
    counts = ", ".join(f"{one['deals']} deals of {one['players']} players" for one in groups)
    return f"{text}\n\n{counts}; seed {results['seed']}. {measured(results['about'])}"


def proven(_: Results) -> str:
    """Return the paper's table of endgames of Mabi."""
    results = mabi_endgames.STUDY.kept()
    heads = f"board | positions | `mabi solve` proves in {SOON:g} s | alpha-beta alone"
    text = grid(heads, ([size, *side_by_side(results, size)] for size in SIZES))
    return f"{text}\n\n{measured(results['about'])}"


STUDY = Study(
    __name__,
    [
        Table(DOCS / "index.md", "figures", table),
        Table(PAPER, "peers", peers),
        Table(PAPER, "endgames", proven),
    ],
)
