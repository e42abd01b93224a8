"""The tables of stopped games in ``docs/mabi-endings.md``, made from what `mabi_stopped` found."""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Iterable, Iterator
from statistics import median
from typing import Any

from benchmarks.frame import Results, Table, beside
from benchmarks.marks import DOCS, grid

PAGE = DOCS / "mabi-endings.md"
VALUES = "win", "loss", "undecided"
SHORT = 3
"""With so few steps left a pass is nearly forced."""

Game = dict[str, Any]


def shuffles(sample: dict[str, Any]) -> bool:
    """Tell whether the engine shuffles after a sample."""
    return not sample["grown"] and sample["repeated"] > 0


def of(part: int, whole: int) -> str:
    """Return how many of them."""
    return f"{part} of {whole}"


def middle(numbers: Iterable[float]) -> str:
    """Return the median and the ends."""
    found = sorted(numbers)
    return f"{median(found):,.0f} ({found[0]:,.0f} to {found[-1]:,.0f})" if found else "-"


def outcomes(found: Iterable[str]) -> str:
    """Return how many are won, lost and undecided."""
    counts = Counter(found)
    return " / ".join(str(counts[value]) for value in VALUES)


def in_runs(results: Results) -> str:
    """Return what there is to say of games that were stopped in a run."""
    games = closed(results)
    ends = [game["samples"][-1] for game in games]
    firsts, lasts = [game["runs"][0] for game in games], [game["runs"][-1] for game in games]
    stuck = sum(end["steps"] == 0 for end in ends)
    nearly = sum(0 < end["steps"] <= SHORT for end in ends)
    holds = sum(end["holder"] == end["side"] for end in ends)
    known = [run["solve"]["nodes"] for run in firsts if run["solve"]["outcome"] != "undecided"]
    lines = [run["solve"]["line"] for run in firsts if run["solve"]["outcome"] == "win"]
    counts = Counter(len(game["runs"]) for game in games)
    afters = [
        after["solve"]["outcome"]
        for game in games
        for run, after in itertools.pairwise(game["runs"])
        if run["solve"]["outcome"] == "win"
    ]
    numbers = sorted(counts)
    home = results["home"]
    rows = {
        "ply of the first pass: median and range": middle(game["first_pass"] for game in games),
        "who passes first has no step left": of(stuck, len(games)),
        f"has one to {SHORT} steps left": of(nearly, len(games)),
        "who passes first holds": of(holds, len(games)),
        "first run, for the runner: won / lost / undecided": outcomes(solved(firsts)),
        "nodes of `solve` that decide it": middle(known),
        "plies of the winning run found, its pass included": middle(lines),
        f"games stopped in run number {' / '.join(map(str, numbers))}": " / ".join(
            str(counts[number]) for number in numbers
        ),
        "the run in which the game was stopped, for the runner at its start: won / lost / undecided": (
            outcomes(solved(lasts))
        ),
        "the same at ply 300": outcomes(game["cap"]["outcome"] for game in games),
        "steps of that run": middle(run["steps"] for run in lasts),
        "won runs that their runner ended by a pass: still won / not known / thrown away": " / ".join(
            str(afters.count(value)) for value in ("loss", "undecided", "win")
        ),
        f"won runs that `{home['player']}` wins today": of(home["won"], home["runs"]),
    }
    return grid(f"stopped in a run | {len(games)} of {len(results['games'])} games", rows.items())


def before(results: Results) -> str:
    """Return how the side that is going to pass stands before."""
    games, lines = closed(results), []
    for back in sorted({row["back"] for game in games for row in game["before"]}):
        rows = [row for game in games for row in game["before"] if row["back"] == back]
        fewer = sum(row["steps"] < row["their_steps"] for row in rows)
        holds = sum(row["holds"] for row in rows)
        steps = middle(row["steps"] for row in rows), middle(row["their_steps"] for row in rows)
        values = outcomes(row["solve"] for row in rows)
        lines.append([back, len(rows), of(holds, len(rows)), of(fewer, len(rows)), *steps, values])
    heads = (
        "plies before the first pass | games | the side that will pass holds | it has fewer steps "
        "| its steps, median and range | the other's | `solve`, for it: won / lost / undecided"
    )
    return grid(heads, lines)


def foretold(games: list[Game]) -> str:
    """Return how often the side that holds, or has fewer steps, in a sample is the one that passes first."""
    pairs = [(sample, one["samples"][-1]["side"]) for one in games for sample in one["samples"][:-1]]
    holders = [sample["holder"] == passer for sample, passer in pairs]
    fewer = [
        (sample["steps"] < sample["their_steps"]) == (sample["side"] == passer)
        for sample, passer in pairs
        if sample["steps"] != sample["their_steps"]
    ]
    return (
        "Looked at forwards, in samples of these games: the side that holds is the one that passes first in "
        f"{of(sum(holders), len(holders))}, the side with fewer steps in {of(sum(fewer), len(fewer))}."
    )


def sampled(results: Results) -> str:
    """Return what the engine does in positions that are won, lost or undecided."""
    samples, lines = samples_of(results), []
    for value in VALUES:
        if rows := [sample for sample in samples if sample["solve"]["outcome"] == value]:
            passes = outcomes(row["pass"] for row in rows), outcomes(row["their_pass"] for row in rows)
            steps = middle(row["steps"] for row in rows), sum(row["safe"] < row["steps"] for row in rows)
            moved = sum(map(shuffles, rows)), sum(row["repeated"] > 0 for row in rows)
            score = f"{median(row['score'] for row in rows) / 100:+.2f}"
            lines.append(
                [value, len(rows), *(of(count, len(rows)) for count in moved), *passes, *steps, score]
            )
    heads = (
        "`solve` says, for the side to move | samples | the engine shuffles "
        "| some situation arises again | a pass would win / lose / not known "
        "| a pass of the other side | steps, median and range | some step is proven to lose | score, median"
    )
    return grid(heads, lines)


def samples_of(results: Results) -> list[dict[str, Any]]:
    """Return the samples of alternate play of all games."""
    return [sample for game in results["games"].values() for sample in game["samples"] if sample["plies"]]


def in_words(results: Results) -> str:
    """Return what else the samples say."""
    samples = samples_of(results)
    ties = sum(row["sizes"][0] == row["sizes"][1] for row in samples)
    bans = sum(row["forbidden"] > 0 for row in samples)
    wins = [sample["kept"] for sample in samples if "kept" in sample]
    sentences = [
        foretold(closed(results)),
        f"Largest groups are equal in {of(ties, len(samples))} samples; repetition forbids steps in {bans}.",
        f"After the engine's move in a won sample it is still won {of(wins.count('loss'), len(wins))} times, "
        f"and thrown away {wins.count('win')} times; otherwise it is not known.",
    ]
    effort = results["effort"]
    sentences += [
        f"Nodes: `solve` {effort['crux']:,} at passes and at ply 300, {effort['sample']:,} elsewhere; "
        f"a pass {effort['passing']:,}; steps proven to lose {effort['steps']:,}."
    ]
    return "\n".join(f"* {sentence}" for sentence in sentences)


def held(results: Results) -> str:
    """Return how the side to move stands if it holds, and if it does not."""
    samples, sides = samples_of(results), []
    for holds, words in ((True, "holds"), (False, "does not hold")):
        if rows := [sample for sample in samples if (sample["holder"] == sample["side"]) == holds]:
            line = [words, len(rows), middle(row["steps"] for row in rows)]
            score = f"{median(row['score'] for row in rows) / 100:+.2f}"
            sides.append([*line, score, outcomes(row["pass"] for row in rows)])
    heads = "the side to move | samples | steps, median and range | score, median"
    heads += " | a pass would win / lose / not known"
    return grid(heads, sides)


def plan(found: dict[str, Any]) -> str:
    """Return how a game went on."""
    if not found["passed"]:
        return f"no pass in {found['plies']}"
    solve = found["solve"]
    value = {"win": "who passes loses", "loss": "who passes wins"}.get(solve["outcome"], "not known")
    return f"a pass after {found['plies']}: {value}"


def open_ones(results: Results) -> str:
    """Return the games that were stopped in alternate play, one by one."""
    lines = []
    for number, game in results["games"].items():
        if not game["runs"]:
            end, used, plans = game["samples"][-1], game["stretch"], game["played_on"]
            white = used["squares"] if used["first"] == "w" else used["squares"][::-1]
            sizes = " : ".join(map(str, end["sizes"]))
            line = [number, f"{sizes}, {end['holder']}", f"{end['side']}: {end['steps']}", end["their_steps"]]
            line += [
                f"{end['pass']} / {end['their_pass']}",
                end["solve"]["outcome"],
                f"{white[0]}, {white[1]}",
            ]
            line += [used["situations"], end["forbidden"]]
            lines.append(line + [plan(plans[name]) for name in ("strong", "fresh", "patient")])
    heads = (
        "game | largest groups, holder | to move: steps | the other: steps | a pass of either | `solve` "
        "| squares in use by White, Black | different situations, of 100 plies "
        "| steps that repetition forbids | 100,000 nodes a move | fresh situations first | goes on as before"
    )
    return grid(heads, lines)


def closed(results: Results) -> list[Game]:
    """Return the games that were stopped in a run."""
    return [game for game in results["games"].values() if game["runs"]]


def solved(runs: Iterable[dict[str, Any]]) -> Iterator[str]:
    """Yield what `solve` says of runs."""
    yield from (run["solve"]["outcome"] for run in runs)


TABLES = [
    Table(PAGE, "samples", in_words),
    beside(__file__, in_runs, "stopped"),
    beside(__file__, before, "before"),
    beside(__file__, sampled, "sampled"),
    beside(__file__, held, "held"),
    beside(__file__, open_ones, "open"),
]
