"""How many endgames of the suites `solve` decides, how many alpha-beta, and what each idea brings: an hour.

One search of each position; seconds are those of the processor, so that other programs on the same cores
matter little.
"""

from __future__ import annotations

import functools
import math
import time
from collections import Counter
from collections.abc import Iterable, Iterator
from statistics import geometric_mean, median
from typing import Annotated, Any, NamedTuple

from _gamekit import intervals
from _gamekit.limits import Limits, Watch
from _gamekit.search import Stop, drive
from benchmarks.frame import Results, Run, Study, Table, beside
from benchmarks.marks import DOCS, grid
from mabi_search import Outcome, Position, analyse, solve
from mabi_search.proof.portfolio import ProofPortfolio
from mabi_search.proof.proof_search import ORDERS, ProofSearch
from mabi_search.proof.solving import decide
from mabi_search.search.sizes import MAX_DEPTH
from studies.endgames.mabi_suites import DISTANCES, EACH, SIZES, suite

PAGE, IDEAS_PAGE = DOCS / "mabi-search.md", DOCS / "design" / "mabi-search.md"
SOLVE, ALPHA_BETA, FULL, TURNS, DRIVEN = "solve", "alpha-beta", "full", "turns", "proof search"
NODES = 2_000_000
"""Of the proof search, with one idea switched off."""
SOON = 1.0
"""Seconds: the first column, and what alpha-beta has."""
IDEAS = {
    "kept plays": "trying the steps of runs that won lately first",
    "notes": "the stored results of runs",
    "freely": "the bounds on the first large group",
    "gathering": "nearness of pieces, on both sides, in the order of placements",
    "weak sum": "the largest proof number plus one for each other move, instead of the sum",
    "layouts": "layouts",
    "novelty": "new placements first in runs",
}
"""In the order of the graph's options."""
METHODS = "rules", "run", "alpha-beta", "proof search"
STOPS = "exhausted", "memory", "interrupt"
"""Why a position is undecided; the last one stands for the time."""

Row = tuple[str | None, str, int, float]
"""The outcome or None, the method or what stopped it, nodes, seconds."""


def processor_limit(seconds: float) -> Limits:
    """Return a limit of seconds of the processor."""
    end = time.process_time() + seconds
    return Limits(max_seconds=math.inf, stop=lambda: time.process_time() >= end)


def if_proven(outcome: Outcome) -> str | None:
    """Return an outcome as rows have it: None if nothing is proven."""
    return str(outcome) if outcome.proven else None


def prove(position: Position, idea: str, nodes: int) -> Row:
    """Return what the proof search alone finds with an idea switched off, or with all orders by turns."""
    if idea == TURNS:
        proofs = ProofPortfolio(position.state, position.rules)
        decided = drive(proofs, Watch(Limits(max_nodes=nodes))) is Stop.DECIDED
        return if_proven(proofs.proving.outcome if decided else Outcome.UNDECIDED), DRIVEN, proofs.nodes, 0.0
    proving = ProofSearch(position.state, position.rules, order=ORDERS[-1])
    if idea != FULL:
        proving.graph.options[list(IDEAS).index(idea)] = 0
    drive(proving, Watch(Limits()), until=nodes)
    return if_proven(proving.outcome), DRIVEN, proving.nodes, 0.0


@functools.cache
def warm() -> None:
    """Load the kernels in a process that will measure."""
    position = suite("6x6")[0].position
    solve(position, limits=Limits(max_nodes=1_000))
    analyse(position, depth=2)
    prove(position, FULL, 1_000)


def searched(kind: str, text: str, seconds: float) -> Row:
    """Return what a search finds of a position."""
    warm()
    position, started = Position.parse(text), time.process_time()
    if kind == SOLVE:
        verdict, _ = decide(position, limits=processor_limit(seconds), margin=False)
        row = if_proven(verdict.outcome), verdict.method or verdict.stopped_by or "", verdict.nodes
    elif kind == ALPHA_BETA:
        found = analyse(position, depth=MAX_DEPTH, limits=processor_limit(seconds))
        row = if_proven(found.outcome), ALPHA_BETA, found.nodes
    else:
        return prove(position, kind, NODES)
    return *row, round(time.process_time() - started, 3)


class Place(NamedTuple):
    """A position of a suite."""

    size: str
    distance: int
    number: int
    text: str
    easy: bool

    def key(self, kind: str) -> str:
        """Return what the row of a search is kept under."""
        return f"{kind} | {self.size} | {self.distance} | {self.number}"


@functools.cache
def every_place() -> list[Place]:
    """Return all positions of the suites."""
    found = []
    for size in SIZES:
        numbers: Counter[int] = Counter()
        for row in suite(size):
            found.append(Place(size, row.distance, numbers[row.distance], row.text, row.easy))
            numbers[row.distance] += 1
    return sorted(found, key=lambda place: (SIZES.index(place.size), place.distance, place.number))


def rows_of(results: Results, *kinds: str, size: str = "") -> list[tuple[Place, list[Row]]]:
    """Return the positions that were searched in all these ways, with what was found."""
    rows = results["rows"]
    return [
        (place, [rows[place.key(kind)] for kind in kinds])
        for place in every_place()
        if place.size.startswith(size) and all(place.key(kind) in rows for kind in kinds)
    ]


def parts(
    searched: list[tuple[Place, list[Row]]],
) -> Iterator[tuple[list[object], list[tuple[Place, list[Row]]]]]:
    """Yield those of each board and distance, and of each board, with the beginning of a line."""
    for size in SIZES:
        here = [one for one in searched if one[0].size == size]
        for distance in DISTANCES:
            yield [size, distance], [one for one in here if one[0].distance == distance]
        yield [size, "all"], here


def decided(rows: Iterable[Row], seconds: float) -> list[Row]:
    """Return those that were decided within so many seconds."""
    return [row for row in rows if row[0] is not None and row[3] <= seconds]


def share(rows: list[Row], seconds: float) -> str:
    """Return the share that was decided."""
    return f"{len(decided(rows, seconds)) / len(rows):.0%}" if rows else ""


def interval(rows: list[Row], seconds: float) -> str:
    """Return the ends of the interval of this share."""
    if not rows:
        return ""
    found = intervals.share(len(decided(rows, seconds)), 0, len(rows))
    return f"{found.low:.0%} to {found.high:.0%}"


def middle(rows: list[Row]) -> str:
    """Return the median of the nodes."""
    return f"{median(row[2] for row in rows):,.0f}" if rows else ""


def solved(results: Results) -> str:
    """Return how much is decided."""
    late, lines = results["seconds"], []
    for begin, these in parts(rows_of(results, SOLVE)):
        rows, easy, hard = (
            [row for place, (row,) in these if place.easy in which]
            for which in ((True, False), (True,), (False,))
        )
        done = decided(rows, late)
        by = Counter(row[1] for row in done)
        stops = Counter(row[1] if row[0] is None else STOPS[-1] for row in rows if row not in done)
        assert by.keys() <= set(METHODS) and stops.keys() <= set(STOPS), (by, stops)
        # positions of several distances come from the same games: no interval
        far, hard_far = ("", "") if "all" in begin else (interval(rows, late), interval(hard, late))
        begin += [
            len(rows),
            share(rows, SOON),
            share(rows, late),
            far,
            f"{len(decided(easy, late))} of {len(easy)}",
        ]
        begin += [share(hard, SOON), share(hard, late), hard_far, middle(done)]
        lines.append(
            [
                *begin,
                " / ".join(str(by[name]) for name in METHODS),
                " / ".join(str(stops[name]) for name in STOPS),
            ]
        )
    return grid(
        f"board | distance | positions | in {SOON:g} s | in {late:g} s | 95 % | easy "
        f"| of the others in {SOON:g} s | in {late:g} s | 95 % | median nodes | by {' / '.join(METHODS)} "
        "| not: exhausted / memory / time",
        lines,
    )


def against(results: Results) -> str:
    """Return how much alpha-beta alone decides."""
    lines = []
    for begin, these in parts(rows_of(results, SOLVE, ALPHA_BETA)):
        columns = [[rows[which] for _, rows in these] for which in (0, 1)]
        done = [tuple(bool(decided([row], SOON)) for row in rows) for _, rows in these]
        both = [rows for (_, rows), found in zip(these, done, strict=True) if all(found)]
        begin += [len(these), *(share(column, SOON) for column in columns)]
        begin += [done.count((True, False)), done.count((False, True))]
        lines.append([*begin, *(middle([rows[which] for rows in both]) for which in (0, 1))])
    return grid(
        f"board | distance | positions | `solve` in {SOON:g} s | alpha-beta in {SOON:g} s | only `solve` "
        "| only alpha-beta | where both, median nodes of `solve` | of alpha-beta",
        lines,
    )


def boards_only(text: str) -> str:
    """Return a table without the rows of single distances."""
    head, line, *rows = text.splitlines()
    return "\n".join([head, line, *(row for row in rows if " | all | " in row)])


def gains(results: Results) -> str:
    """Return what is decided with each idea switched off."""
    names = {FULL: "with all ideas"} | {name: f"without {what}" for name, what in IDEAS.items()}
    lines = []
    for name, words in (names | {TURNS: "instead: all orders, with restarts"}).items():
        these = rows_of(results, FULL, name)
        cells = []
        for size in SIZES:
            done = [row[0] is not None for place, (_, row) in these if place.size == size]
            cells.append(f"{sum(done)} of {len(done)}")
        proven = [(full[0] is not None, row[0] is not None) for _, (full, row) in these]
        both = [(full[2], row[2]) for _, (full, row) in these if full[0] and row[0]]
        times = sum(row for _, row in both) / max(sum(full for full, _ in both), 1)
        each = geometric_mean(row / full for full, row in both) if both else 1
        changed = proven.count((True, False)), proven.count((False, True))
        lines.append([words, *cells, *changed, f"{times:.2f}", f"{each:.2f}"])
    heads = " | ".join(f"decided, {size}" for size in SIZES)
    return grid(f"the proof search alone | {heads} | lost | gained | nodes, in all | for each", lines)


def gains_in_page(results: Results) -> str:
    """Return what is lost and gained, and the nodes in all."""
    rows = [line.strip("| ").split(" | ") for line in gains(results).splitlines()]
    head, full, *lines = (row for row in rows if len(row) > 1)
    pairs = zip(full[1:3], SIZES, strict=True)
    decided = " and ".join(f"{count} positions of {size}" for count, size in pairs)
    table = grid(" | ".join([head[0], *head[3:6]]), ([row[0], *row[3:6]] for row in lines))
    return f"With all ideas it decides {decided}.\n\n{table}"


def in_page(results: Results) -> str:
    """Return how much is decided at each distance, both boards side by side."""
    late, cells = results["seconds"], dict[object, list[str]]()
    for (_, distance), these in parts(rows_of(results, SOLVE)):
        rows = [row for _, (row,) in these]
        ends = f" ({interval(rows, late)})" if distance != "all" else ""
        cells.setdefault(distance, []).extend([share(rows, SOON), share(rows, late) + ends])
    heads = " | ".join(f"{size}, in {SOON:g} s | in {late:g} s" for size in SIZES)
    return grid(f"plies to the deciding pass | {heads}", ([name, *row] for name, row in cells.items()))


def in_short(results: Results, size: str) -> str:
    """Return how much is decided of a board."""
    rows = [row for _, (row,) in rows_of(results, SOLVE, size=size)]
    late = results["seconds"]
    return f"{share(rows, late)} of {len(rows)} positions on {size} decided within {late:g} s"


def digest(results: Results) -> str:
    """Return what a smaller run says."""
    return f"{', '.join(in_short(results, size) for size in SIZES)}."


def contradictions(results: Results) -> Iterator[str]:
    """Yield the positions of which two searches say different things."""
    said: dict[str, set[str]] = {}
    for key, (outcome, *_) in results["rows"].items():
        if outcome is not None:
            said.setdefault(key.partition(" | ")[2], set()).add(outcome)
    yield from (f"{place} is said to be won and lost" for place, found in said.items() if len(found) > 1)


def measure(
    run: Run,
    sample: Annotated[int, "positions of each distance for `solve`"] = EACH,
    soon: Annotated[int, "of these for alpha-beta"] = 12,
    ideas: Annotated[int, "for the proof search without an idea"] = 10,
    seconds: Annotated[float, "for each position"] = 10.0,
    workers: int = 2,
) -> Results:
    """Search the first positions of each distance in all ways."""
    counts = {SOLVE: sample, ALPHA_BETA: min(soon, sample), **dict.fromkeys((FULL, *IDEAS, TURNS), ideas)}
    calls: dict[str, tuple[Any, ...]] = {
        place.key(kind): (kind, place.text, SOON if kind == ALPHA_BETA else seconds)
        for kind, count in counts.items()
        for place in every_place()
        if place.number < count
    }
    return {"seconds": seconds, "workers": workers, "rows": run.each(searched, calls, workers)}


TABLES = [
    Table(PAGE, "solved", in_page, dated=False),
    Table(PAGE, "alpha-beta", lambda results: boards_only(against(results))),
    Table(IDEAS_PAGE, "ideas", gains_in_page, dated=False),
    beside(__file__, gains, "ideas"),
    beside(__file__, solved, "solved"),
    beside(__file__, against, "alpha_beta"),
]
STUDY = Study(__name__, TABLES, measure, contradictions, digest)
