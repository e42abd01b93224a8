"""The tables of stopped games in ``docs/mabi-endings.md``, made from what `mabi_stopped` found."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from statistics import median
from typing import Any

from benchmarks.marks import DOCS, put

PAGE = DOCS / "mabi-endings.md"
BEGIN, END = "<!-- stopped begin -->", "<!-- stopped end -->"
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


def in_runs(games: list[Game]) -> Iterator[str]:
    """Yield what there is to say of games that were stopped in a run."""
    ends = [one["samples"][-1] for one in games]
    firsts, lasts = [one["runs"][0] for one in games], [one["runs"][-1] for one in games]
    stuck = sum(end["steps"] == 0 for end in ends)
    holds = sum(end["holder"] == end["side"] for end in ends)
    known = [run["solve"]["nodes"] for run in firsts if run["solve"]["outcome"] != "undecided"]
    lines = [run["solve"]["line"] for run in firsts if run["solve"]["outcome"] == "win"]
    yield f"| stopped in a run | {len(games)} games |"
    yield "|---|---|"
    yield f"| ply of the first pass: median and range | {middle(one['first_pass'] for one in games)} |"
    yield f"| who passes first has no step left | {of(stuck, len(games))} |"
    nearly = sum(0 < end["steps"] <= SHORT for end in ends)
    yield f"| has one to {SHORT} steps left | {of(nearly, len(games))} |"
    yield f"| who passes first holds | {of(holds, len(games))} |"
    values = outcomes(run["solve"]["outcome"] for run in firsts)
    yield f"| first run, for the runner: won / lost / undecided | {values} |"
    yield f"| nodes of `solve` that decide it | {middle(known)} |"
    yield f"| plies of the winning run found, its pass included | {middle(lines)} |"
    counts = Counter(len(one["runs"]) for one in games)
    yield (
        f"| games stopped in run number {' / '.join(map(str, sorted(counts)))} | "
        + " / ".join(str(counts[number]) for number in sorted(counts))
        + " |"
    )
    yield (
        "| the run in which the game was stopped, for the runner at its start: won / lost / undecided | "
        f"{outcomes(run['solve']['outcome'] for run in lasts)} |"
    )
    yield f"| the same at ply 300 | {outcomes(one['cap']['outcome'] for one in games)} |"
    yield f"| steps of that run | {middle(run['steps'] for run in lasts)} |"
    next_ones = [
        (one["solve"]["outcome"], two["solve"]["outcome"])
        for game in games
        for one, two in zip(game["runs"], game["runs"][1:], strict=False)
        if one["solve"]["outcome"] == "win"
    ]
    kept, open_, spoiled = (
        sum(two == value for _, two in next_ones) for value in ("loss", "undecided", "win")
    )
    yield (
        "| won runs that their runner ended by a pass: still won / not known / thrown away "
        f"| {kept} / {open_} / {spoiled} |"
    )


def before(games: list[Game]) -> Iterator[str]:
    """Yield how the side that is going to pass stands before."""
    yield (
        "| plies before the first pass | games | the side that will pass holds | it has fewer steps "
        "| its steps, median and range | the other's | `solve`, for it: won / lost / undecided |"
    )
    yield "|---|" + "---|" * 6
    for back in sorted({row["back"] for one in games for row in one["before"]}):
        rows = [row for one in games for row in one["before"] if row["back"] == back]
        fewer = sum(row["steps"] < row["their_steps"] for row in rows)
        holds = sum(row["holds"] for row in rows)
        yield (
            f"| {back} | {len(rows)} | {of(holds, len(rows))} | {of(fewer, len(rows))} "
            f"| {middle(row['steps'] for row in rows)} | {middle(row['their_steps'] for row in rows)} "
            f"| {outcomes(row['solve'] for row in rows)} |"
        )


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


def sampled(games: list[Game]) -> Iterator[str]:
    """Yield what the engine does in positions that are won, lost or undecided."""
    samples = [sample for one in games for sample in one["samples"] if sample["plies"]]
    yield (
        "| `solve` says, for the side to move | samples | the engine shuffles "
        "| some situation arises again | a pass would win / lose / not known "
        "| a pass of the other side | steps, median and range | some step is proven to lose | score, median |"
    )
    yield "|---|" + "---|" * 8
    for value in VALUES:
        rows = [sample for sample in samples if sample["solve"]["outcome"] == value]
        if rows:
            losing = sum(row["safe"] < row["steps"] for row in rows)
            yield (
                f"| {value} | {len(rows)} | {of(sum(map(shuffles, rows)), len(rows))} "
                f"| {of(sum(row['repeated'] > 0 for row in rows), len(rows))} "
                f"| {outcomes(row['pass'] for row in rows)} | {outcomes(row['their_pass'] for row in rows)} "
                f"| {middle(row['steps'] for row in rows)} | {losing} "
                f"| {median(row['score'] for row in rows) / 100:+.2f} |"
            )
    yield ""
    ties = sum(row["sizes"][0] == row["sizes"][1] for row in samples)
    bans = sum(row["forbidden"] > 0 for row in samples)
    yield f"Largest groups are equal in {of(ties, len(samples))} samples; repetition forbids steps in {bans}."
    wins = [sample["kept"] for sample in samples if "kept" in sample]
    yield (
        f"After the engine's move in a won sample it is still won {of(wins.count('loss'), len(wins))} times, "
        f"and thrown away {wins.count('win')} times; otherwise it is not known."
    )
    for holds, words in ((True, "holds"), (False, "does not hold")):
        rows = [sample for sample in samples if (sample["holder"] == sample["side"]) == holds]
        steps = middle(row["steps"] for row in rows)
        yield (
            f"Where the side to move {words}: {len(rows)} samples, steps {steps}, "
            f"median score {median(row['score'] for row in rows) / 100:+.2f}, "
            f"a pass would win / lose / not known {outcomes(row['pass'] for row in rows)}."
        )


def plan(found: dict[str, Any]) -> str:
    """Return how a game went on."""
    if not found["passed"]:
        return f"no pass in {found['plies']}"
    solve = found["solve"]
    value = {"win": "who passes loses", "loss": "who passes wins"}.get(solve["outcome"], "not known")
    return f"a pass after {found['plies']}: {value}"


def open_ones(games: dict[str, Game]) -> Iterator[str]:
    """Yield the games that were stopped in alternate play, one by one."""
    yield (
        "| game | largest groups, holder | to move: steps | the other: steps | a pass of either | `solve` "
        "| squares in use by White, Black "
        "| different situations, of 100 plies | steps that repetition forbids "
        "| 100,000 nodes a move | fresh situations first | goes on as before |"
    )
    yield "|---|" + "---|" * 11
    for number, one in games.items():
        end, used = one["samples"][-1], one["stretch"]
        white = used["squares"] if used["first"] == "w" else used["squares"][::-1]
        sizes = " : ".join(map(str, end["sizes"]))
        plans = one["played_on"]
        yield (
            f"| {number} | {sizes}, {end['holder']} | {end['side']}: {end['steps']} | {end['their_steps']} "
            f"| {end['pass']} / {end['their_pass']} | {end['solve']['outcome']} | {white[0]}, {white[1]} "
            f"| {used['situations']} | {end['forbidden']} "
            f"| {plan(plans['strong'])} | {plan(plans['fresh'])} | {plan(plans['patient'])} |"
        )


def at_home(home: dict[str, Any] | None) -> Iterator[str]:
    """Yield how many of the won runs a later engine wins, if that was counted."""
    if home is not None:
        yield ""
        won, written = of(home["won"], home["runs"]), f"`{home['command']}`, commit {home['commit']}"
        yield f"Of the won runs `{home['player']}` now wins {won}: {written}."


def tables(answer: dict[str, Any]) -> str:
    """Return all that stands between the marks."""
    games: dict[str, Game] = answer["games"]
    closed = [one for one in games.values() if one["runs"]]
    open_games = {number: one for number, one in games.items() if not one["runs"]}
    effort = answer["effort"]
    lines = [
        f"Of {len(games)} games {len(closed)} were stopped in a run, {len(open_games)} in alternate play.",
        "",
        *in_runs(closed),
        "",
        "Before the first pass of these games:",
        "",
        *before(closed),
        "",
        foretold(closed),
        "",
        "Positions of alternate play of all games, every 40 plies:",
        "",
        *sampled(list(games.values())),
        "",
        "The games stopped in alternate play, at ply 300, and how they go on in alternate play (a pass of",
        "either: of the side to move / of the other side, for the side that passes):",
        "",
        *open_ones(open_games),
        "",
        f"Nodes: `solve` {effort['crux']:,} at passes and at ply 300, {effort['sample']:,} elsewhere; "
        f"a pass {effort['passing']:,}; steps proven to lose {effort['steps']:,}.",
        f"Written by `{answer['command']}` at commit {answer['commit']}; the games are of commit 31dc739.",
        *at_home(answer.get("home")),
    ]
    return "\n".join(lines)


def write(answer: dict[str, Any]) -> None:
    """Write the page."""
    put(PAGE, tables(answer), BEGIN, END)
