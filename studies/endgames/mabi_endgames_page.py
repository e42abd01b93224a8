"""The tables in ``docs/endgames-solved.md``, made from what `mabi_endgames` measured."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from statistics import geometric_mean, median
from typing import Any, NamedTuple

from _gamekit import intervals
from benchmarks.marks import DOCS
from studies.endgames.mabi_suites import DISTANCES, EACH, SIZES, suite

PAGE = DOCS / "endgames-solved.md"
BEGIN, END = "<!-- solved begin -->", "<!-- solved end -->"
SOLVE, ALPHA_BETA, FULL, TURNS, DRIVEN = "solve", "alpha-beta", "full", "turns", "proof search"
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
PARTS = SOLVE, ALPHA_BETA, "ideas"
METHODS = "rules", "run", "alpha-beta", "proof search"
STOPS = "exhausted", "memory", "interrupt"
"""Why a position is undecided; the last one stands for the time."""
SOON = 1

Row = tuple[str | None, str, int, float]
"""The outcome or None, the method or what stopped it, nodes, seconds."""


def key_of(kind: str, size: str, distance: int, number: int) -> str:
    """Return what the row of a position is kept under."""
    return f"{kind} | {size} | {distance} | {number}"


def part_of(kind: str) -> str:
    """Return which part of the results has the rows of a kind."""
    return kind if kind in PARTS else "ideas"


class Place(NamedTuple):
    """A position that was measured."""

    size: str
    distance: int
    number: int
    easy: bool

    def row(self, results: dict[str, Any], kind: str) -> Row:
        """Return what was found of it."""
        row: Row = results[part_of(kind)]["rows"][key_of(kind, *self[:3])]
        return row


def places(results: dict[str, Any], *kinds: str) -> list[Place]:
    """Return the positions that were measured in all these ways."""
    found = []
    for size in SIZES:
        for distance in DISTANCES:
            rows = (row for row in suite(size) if row.distance == distance)
            for number, row in enumerate(rows):
                if all(
                    key_of(kind, size, distance, number) in results[part_of(kind)]["rows"] for kind in kinds
                ):
                    found.append(Place(size, distance, number, row.easy))
    return found


def parts(all_places: list[Place]) -> Iterator[tuple[str, list[Place]]]:
    """Yield the positions of each board and distance, and of each board, with the beginning of a line."""
    for size in SIZES:
        for distance in DISTANCES:
            yield (
                f"| {size} | {distance} |",
                [place for place in all_places if place[:2] == (size, distance)],
            )
        yield f"| {size} | all |", [place for place in all_places if place.size == size]


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


def yardstick(results: dict[str, Any]) -> Iterator[str]:
    """Yield how much is decided."""
    late = results[SOLVE]["seconds"]
    yield (
        f"| board | distance | positions | in {SOON} s | in {late:g} s | 95 % | easy "
        f"| of the others in {SOON} s | in {late:g} s | 95 % | median nodes | by {' / '.join(METHODS)} "
        "| not: exhausted / memory / time |"
    )
    yield "|---|" + "---|" * 12
    for begin, these in parts(places(results, SOLVE)):
        rows = [place.row(results, SOLVE) for place in these]
        easy = [place.row(results, SOLVE) for place in these if place.easy]
        hard = [place.row(results, SOLVE) for place in these if not place.easy]
        done = decided(rows, late)
        by = Counter(row[1] for row in done)
        stops = Counter(row[1] if row[0] is None else STOPS[-1] for row in rows if row not in done)
        assert by.keys() <= set(METHODS) and stops.keys() <= set(STOPS), (by, stops)
        # positions of several distances come from the same games: no interval
        far, hard_far = ("", "") if "all" in begin else (interval(rows, late), interval(hard, late))
        yield (
            f"{begin} {len(rows)} | {share(rows, SOON)} | {share(rows, late)} | {far} "
            f"| {len(decided(easy, late))} of {len(easy)} | {share(hard, SOON)} | {share(hard, late)} "
            f"| {hard_far} | {middle(done)} | {' / '.join(str(by[name]) for name in METHODS)} "
            f"| {' / '.join(str(stops[name]) for name in STOPS)} |"
        )


def against(results: dict[str, Any]) -> Iterator[str]:
    """Yield how much alpha-beta alone decides."""
    late = results[ALPHA_BETA]["seconds"]
    yield (
        f"| board | distance | positions | `solve` in {late:g} s | alpha-beta in {late:g} s | only `solve` "
        "| only alpha-beta | where both, median nodes of `solve` | of alpha-beta |"
    )
    yield "|---|" + "---|" * 8
    for begin, these in parts(places(results, SOLVE, ALPHA_BETA)):
        pairs = [(place.row(results, SOLVE), place.row(results, ALPHA_BETA)) for place in these]
        firsts, seconds = [one for one, _ in pairs], [two for _, two in pairs]
        done = [(bool(decided([one], late)), bool(decided([two], late))) for one, two in pairs]
        both = [pair for pair, found in zip(pairs, done, strict=True) if all(found)]
        yield (
            f"{begin} {len(pairs)} | {share(firsts, late)} | {share(seconds, late)} "
            f"| {done.count((True, False))} | {done.count((False, True))} "
            f"| {middle([one for one, _ in both])} | {middle([two for _, two in both])} |"
        )


def gains(results: dict[str, Any]) -> Iterator[str]:
    """Yield what is decided with each idea switched off."""
    these = places(results, FULL)
    full = [place.row(results, FULL) for place in these]
    heads = " | ".join(f"decided, {size}" for size in SIZES)
    yield f"| the proof search alone | {heads} | lost | gained | nodes, in all | for each |"
    yield "|---|" + "---|" * (len(SIZES) + 4)
    names = {FULL: "with all ideas"} | {name: f"without {what}" for name, what in IDEAS.items()}
    names[TURNS] = "instead: all orders, with restarts"
    for name, words in names.items():
        rows = [place.row(results, name) for place in these]
        cells = []
        for size in SIZES:
            done = [row[0] is not None for place, row in zip(these, rows, strict=True) if place.size == size]
            cells.append(f"{sum(done)} of {len(done)}")
        pairs = [(one[0] is not None, two[0] is not None) for one, two in zip(full, rows, strict=True)]
        both = [(one[2], two[2]) for one, two in zip(full, rows, strict=True) if one[0] and two[0]]
        times = sum(two for _, two in both) / max(sum(one for one, _ in both), 1)
        each = geometric_mean(two / one for one, two in both) if both else 1
        lost, gained = pairs.count((True, False)), pairs.count((False, True))
        yield f"| {words} | {' | '.join(cells)} | {lost} | {gained} | {times:.2f} | {each:.2f} |"


def written(part: dict[str, Any]) -> list[str]:
    """Return how a part was measured."""
    begin, end = part["load"]
    cores = f"{part['workers']} processes on {part['cores']} cores"
    if max(begin, end) > part["workers"] + 1:
        cores += ", under other load too"
    return [
        "",
        f"Written by `{part['command']}` at commit {part['commit']}, {part['date']}, on {part['processor']}: "
        f"{cores} (load {begin} at the start, {end} at the end).",
        "",
    ]


COLUMNS = (
    f"The suites in `studies/endgames/suites/` have {EACH} positions of each distance. A row with fewer "
    "positions has the first ones. No two searches contradicted each other.",
    "",
    "* *In 1 s*, *in 10 s*: the share that is decided, by processor time. *95 %*: the Clopper-Pearson "
    "interval of the share in 10 s. A whole board has no interval, as positions of different distances "
    "mostly come from the same games.",
    "* *Easy*: positions that a search of two plies decides, and how many of them `solve` decides. *Of the "
    "others*: the shares without them.",
    "* *Median nodes*: of the decided positions.",
    "* *By …*: which method decided.",
    "* *Not*: why the others are undecided. *Exhausted*: everything within reach was tried, and some runs "
    "stay undecided.",
    "",
    "`studies/endgames/suites/*.values.txt` has the value of each move, where few nodes prove it.",
)
"""The meaning of the columns of the first table."""


def tables(results: dict[str, Any]) -> str:
    """Return all that stands between the marks."""
    lines = []
    if SOLVE in results:
        lines += [*yardstick(results), "", *COLUMNS, *written(results[SOLVE])]
    if SOLVE in results and ALPHA_BETA in results:
        lines += ["## Against alpha-beta", ""]
        lines += [
            "`analyse` is alpha-beta alone, with its transposition table. It searched positions that "
            "`solve` searched too. *Only* counts the positions that one of the two decides and the other "
            "does not.",
            "",
        ]
        lines += [*against(results), *written(results[ALPHA_BETA])]
    if "ideas" in results:
        part = results["ideas"]
        lines += [
            "## The ideas, one by one",
            "",
            "Each row switches off one idea of the proof search, or replaces it. The proof search works "
            f"alone, in the last of its orders, with {part['nodes']:,} nodes for a position.",
            "",
            "* *Lost*: positions that only the search with all ideas decides.",
            "* *Gained*: positions that only the search of this row decides.",
            "* *Nodes*: as a multiple of those of the search with all ideas, where both decide. *In all* "
            "compares the sums, *for each* is the geometric mean.",
            "",
        ]
        lines += [*gains(results), *written(part)]
    return "\n".join(lines).rstrip()
