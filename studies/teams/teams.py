"""What hidden cards cost, by policies on the same deals; and times hints. Forty minutes with two workers.

Turns are the same everywhere for the same seed. Milliseconds are processor time, on a machine that does other
work too.
"""

from __future__ import annotations

import math
import re
import statistics
import tempfile
import time
from collections.abc import Callable, Iterator
from functools import partial
from itertools import islice
from pathlib import Path
from typing import Annotated, Any

import pyarrow.parquet
import scipy

from _gamekit.intervals import Interval
from benchmarks.frame import Results, Run, Study, Table, beside
from benchmarks.marks import DOCS, cells, grid
from narabi_solver import Deal, Deck, Knowledge, hint, random_deals
from narabi_solver.hidden import POLICIES, TeamStudy, team

SEED = 20_261_123
DEALS = {3: 600, 4: 600, 5: 150}
HINTS = 20
"""Deals whose first turn a hint is timed for."""


def shown(one: Interval) -> str:
    """Return a mean with its interval."""
    return f"{one.estimate:.2f} ({one.low:.2f} to {one.high:.2f})"


def table(study: TeamStudy) -> str:
    """Return the table of a study."""
    rows = (
        [f"`{one.policy.name}`", f"{one.mean_turns:.2f}", shown(one.gap), one.lost]
        + [f"{one.questions:.1f}", f"{one.milliseconds:.1f}"]
        for one in study.results
    )
    return grid("policy | turns | more than the minimum | lost | questions a game | ms a decision", rows)


def mean(values: list[float]) -> Interval:
    """Return a mean of numbers of any sign with its interval, by Student's t."""
    centre, half = statistics.fmean(values), half_width(values)
    return Interval(centre, centre - half, centre + half)


def half_width(values: list[float]) -> float:
    """Return half of the 95 % interval of a mean."""
    error = statistics.stdev(values) / math.sqrt(len(values))
    return float(scipy.stats.t.ppf(0.975, len(values) - 1)) * error


def turns_of(rows: list[dict[str, Any]], policy: str) -> dict[int, float]:
    """Return for each deal the turns that a policy took."""
    return {
        row["index"]: float(row["turns"] if row["won"] else 25) for row in rows if row["policy"] == policy
    }


def differences(rows: list[dict[str, Any]], worse: str, better: str) -> Interval:
    """Return by how many turns one policy is better than another on the same deals."""
    first, second = turns_of(rows, worse), turns_of(rows, better)
    return mean([first[deal] - second[deal] for deal in first])


def costs_of_cards(rows: list[dict[str, Any]], deck: Deck) -> list[tuple[str, float, float]]:
    """Return for each card how many turns more `silent` loses if it lies in the ring, not in the box.

    That is a difference of means of other deals, and half of its 95 % interval.
    """
    gaps: dict[str, tuple[list[float], list[float]]] = {card.name: ([], []) for card in deck}
    for row in rows:
        if row["policy"] != "silent":
            continue
        there = {stone.card for stone in Deal.parse(row["deal"]).ring}
        gap = float((row["turns"] if row["won"] else 25) - row["minimum"])
        for name, (inside, outside) in gaps.items():
            (inside if name in there else outside).append(gap)
    found = []
    for name, (inside, outside) in gaps.items():
        if min(len(inside), len(outside)) < 2:
            continue
        error = math.sqrt(sum(statistics.variance(one) / len(one) for one in (inside, outside)))
        found.append((name, statistics.fmean(inside) - statistics.fmean(outside), 1.96 * error))
    return sorted(found, key=lambda one: -one[1])


def milliseconds(work: Callable[[Knowledge], object], knows: list[Knowledge]) -> float:
    """Return the processor time of a call, the median over seats."""
    work(knows[0])
    times = []
    for one in knows:
        started = time.process_time()
        work(one)
        times.append(1_000 * (time.process_time() - started))
    return statistics.median(times)


def counted(knows: Knowledge) -> None:
    """Count the assignments anew."""
    _ = Knowledge(knows.seat, knows.players, knows.stones, knows.first, knows.events, knows.deck).count


def times() -> str:
    """Return a table of what a count, marginals and a hint take in the first turn of a deal."""
    rows = []
    for players in DEALS:
        knows = [
            Knowledge.of(deal, deal.start().mover) for deal in islice(random_deals(players, seed=SEED), HINTS)
        ]
        found = [
            milliseconds(work, knows)
            for work in (
                counted,
                lambda one: one.assignments.marginals(),
                lambda one: one.world_cards(64),
                hint,
            )
        ]
        rows.append([players, *(f"{value:.1f}" for value in found)])
    heads = "players | count, ms | marginals besides, ms | 64 worlds drawn, ms | hint with 64 worlds, ms"
    return grid(heads, rows)


def played(players: int, count: int, workers: int) -> str:
    """Return what the page says of teams of so many players."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "team.parquet"
        policies = [kind() for kind in POLICIES.values()]
        study = team(players, count, policies, seed=SEED, workers=workers, out=path)
        rows = pyarrow.parquet.read_table(path).to_pylist()
    one, every, signs, partner = (
        shown(differences(rows, *two))
        for two in (
            ("silent", "asking-once"),
            ("asking-once", "asking"),
            ("silent", "silent-soft"),
            ("silent-soft", "silent-rollouts"),
        )
    )
    lines = [
        f"## {players} players, {count:,} deals\n",
        f"The minimum is {shown(study.optimum)} turns on average.\n",
        table(study),
        "",
        f"On the same deals, one question a turn saves `silent` {one} turns, and asking every "
        f"worthwhile question saves a further {every}. Taking choices as evidence saves "
        f"`silent` {signs} turns; assuming that the next seat does not know the cards either "
        f"saves a further {partner}.\n",
        *(cards(rows) if players < 5 else ()),
    ]
    return "\n".join(lines)


def cards(rows: list[dict[str, Any]]) -> Iterator[str]:
    """Yield which cards cost most when they are hidden."""
    costs = costs_of_cards(rows, Deck.standard())
    differ = [name for name, more, half in costs if abs(more) > half]
    yield (
        "How many more turns `silent` loses (or fewer, with a minus) when a card is in the ring and not in "
        f"the box. {significance(differ, len(costs))}\n"
    )
    yield grid("card | turns", ([f"`{name}`", f"{more:+.2f} ± {half:.2f}"] for name, more, half in costs))
    yield ""


def significance(differ: list[str], cards: int) -> str:
    """Return a sentence on the cards whose interval does not contain 0, as one in twenty does by chance."""
    if not differ:
        return "No card differs significantly: every interval contains 0."
    names = ", ".join(f"`{name}`" for name in differ)
    return f"No card differs significantly, except {names}; of {cards} cards one may do so by chance."


def measure(
    run: Run,
    deals: Annotated[int, "of each number of players, instead of 600, 600 and 150"] = 0,
    workers: int = 2,
) -> Results:
    """Let all teams play, then time hints."""
    sizes = {players: deals or usual for players, usual in DEALS.items()}
    texts = [
        run.part(f"{players} players", partial(played, players, count, workers))
        for players, count in sizes.items()
    ]
    hints = run.part("hints", lambda: f"## What a hint takes\n\n{times()}")
    return {"texts": [*texts, hints], "seed": SEED}


def parts(results: Results) -> dict[str, list[list[list[str]]]]:
    """Return the tables of each number of players; those of the hints come last."""
    tables = [[cells(part) for part in text.split("\n\n") if part[0] == "|"] for text in results["texts"]]
    return dict(zip([*map(str, DEALS), "hints"], tables, strict=True))


def in_page(results: Results) -> str:
    """Return what each policy loses, a column for each number of players, and what else is said."""
    rows: dict[str, list[str]] = {}
    for players, ((_, *lines), *_) in parts(results).items():
        for policy, turns, more, lost, *_ in lines if players != "hints" else ():
            rows.setdefault(policy, [policy]).append(f"{turns}: {more}" + f", {lost} lost" * (lost != "0"))
    deals = re.findall(r"^## (.*)$", "\n".join(results["texts"][:-1]), re.MULTILINE)
    said = [re.findall(r"On the same deals, (.*)|not in the box. (.*)", text) for text in results["texts"]]
    bullets = (
        f"* {name}: {' '.join(one or other for one, other in sentences)}"
        for name, sentences in zip(deals, said, strict=False)
    )
    return "\n".join([grid(" | ".join(["policy", *deals]), rows.values()), "", *bullets])


def hints(results: Results) -> str:
    """Return what a hint takes."""
    (head, *rows) = parts(results)["hints"][0]
    return grid(" | ".join(head), rows)


def together(results: Results, which: int) -> str:
    """Return the tables of all numbers of players as one."""
    tables = {players: found[which] for players, found in parts(results).items() if len(found) > which}
    tables.pop("hints", None)
    heads = " | ".join(["players", *next(iter(tables.values()))[0]])
    return grid(heads, ([players, *row] for players, rows in tables.items() for row in rows[1:]))


PAGE = DOCS / "teams.md"
TABLES = [
    Table(PAGE, "teams", in_page, dated=False),
    Table(PAGE, "hints", hints),
    beside(__file__, partial(together, which=0), "teams"),
    beside(__file__, partial(together, which=1), "cards"),
]
STUDY = Study(__name__, TABLES, measure)
