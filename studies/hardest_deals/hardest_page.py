"""The tables of the hardest deals, from what `unsolvable_deals`, `small_rings` and `hard_deals` kept."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import partial
from typing import Any

from _gamekit import intervals
from benchmarks.frame import Results, Study, Table
from benchmarks.marks import DOCS
from narabi_solver.game.rules import SEATS, TRACK
from studies.hardest_deals import hard_deals, small_rings, unsolvable_deals
from studies.hardest_deals.unsolvable_deals import FIRST, NONE, SECOND, stuck_words

PLAYERS = ("3", "4", "5")
PAGE = DOCS / "hardest-deals.md"
RESULTS = DOCS / "results.md"
FOUND = {
    FIRST: re.compile(r"\| the first player has no legal swap \| ([\d,]+) \|"),
    SECOND: re.compile(r"\| every game ends without a legal swap, after 1 turn at most \| ([\d,]+) \|"),
}
"""What `results_page` wrote about the same deals."""


def millionths(share: float | Fraction, digits: int = 3) -> str:
    """Return a share in millionths."""
    return f"{float(share) * 1e6:.{digits}f}"


def exact(players: str, name: str) -> Fraction:
    """Return which share of all deals was counted."""
    counts = results()[players]["exact"]
    return Fraction(counts[name], counts["deals"])


def results() -> dict[str, Any]:
    """Return what `unsolvable_deals` kept."""
    return dict(json.loads(unsolvable_deals.KEPT.read_text()))


def surveyed(players: str) -> tuple[int, dict[str, int]]:
    """Return how many deals the survey had, and how many were lost for each reason."""
    part = RESULTS.read_text().partition("## Deals that cannot be won")
    deals = re.search(rf"### {players} players, ([\d,]+) deals", part[0])
    lost = part[2].partition(f"**{players} players**")[2].partition("**3" if players == "5" else "\n**")[0]
    counts = {name: sum(map(number, pattern.findall(lost))) for name, pattern in FOUND.items()}
    assert deals
    every = sum(map(number, re.findall(r" \| ([\d,]+) \| `", lost)))
    return number(deals[1]), {**counts, NONE: every - sum(counts.values())}


def number(text: str) -> int:
    """Return the number of a text with commas."""
    return int(text.replace(",", ""))


def counted() -> Iterator[str]:
    """Yield the table of the exact counts."""
    yield "| players | first player stuck | in millionths | then the second | in millionths | both |"
    yield "|---|---|---|---|---|---|"
    for players in results():
        first, second = exact(players, FIRST), exact(players, SECOND)
        yield (
            f"| {players} | {first} | {millionths(first)} | {second} | {millionths(second)} "
            f"| **{millionths(first + second)}** |"
        )


def compared() -> Iterator[str]:
    """Yield how many deals of samples were expected to be lost, and how many were."""
    yield "| players | deals | of | first stuck: expected | found | then the second: expected | found |"
    yield "|---|---|---|---|---|---|---|"
    for players, found in results().items():
        own = found["blocks"] * unsolvable_deals.BLOCK[int(players)]
        for deals, lost, of in (
            (*surveyed(players), "the [survey](results.md#deals-that-cannot-be-won)"),
            (own, found["random"], f"seed {unsolvable_deals.SEED}"),
        ):
            cells = (
                f"{float(exact(players, name) * deals):,.1f} | {lost.get(name, 0):,}"
                for name in (FIRST, SECOND)
            )
            yield f"| {players} | {deals:,} | {of} | {' | '.join(cells)} |"


def strata(players: str) -> Iterator[tuple[str, Fraction | int, int, int]]:
    """Yield parts of the other deals: name, share of all deals, deals drawn, and lost but not counted."""
    found = results()[players]
    for ahead in range(1, int(players)):
        drawn = found["strata"].get(stuck_words(ahead))
        if drawn:
            lost = sum(drawn["lost"].values()) - drawn["lost"].get(SECOND, 0) * (ahead == 1)
            yield (
                f"seat {SEATS[ahead]} is stuck",
                exact(players, "one other seat stuck"),
                drawn["drawn"],
                lost,
            )
    deals, reasons = surveyed(players)
    deals += found["blocks"] * unsolvable_deals.BLOCK[int(players)]
    yield "no seat is stuck", 1, deals, found["random"].get(NONE, 0) + reasons[NONE]


def sampled() -> Iterator[str]:
    """Yield the table of the deals that are lost otherwise."""
    yield "| players | A holds the 0, as dealt … | share of all deals | drawn | lost | adds, in millionths |"
    yield "|---|---|---|---|---|---|"
    for players in results():
        for name, part, drawn, lost in strata(players):
            found = intervals.share(lost, 0, drawn)
            whole = "at most 1" if part == 1 else f"{millionths(part, 2)} millionths"
            yield (
                f"| {players} | {name} | {whole} | {drawn:,} | {lost} "
                f"| {millionths(part * found.low, 4)} to {millionths(part * found.high, 4)} |"
            )


def together() -> Iterator[str]:
    """Yield the sums."""
    for players in results():
        counts = exact(players, FIRST) + exact(players, SECOND)
        found = [(part, intervals.share(lost, 0, drawn)) for _, part, drawn, lost in strata(players)]
        low = sum(part * one.low for part, one in found)
        high = sum(part * one.high for part, one in found)
        sure = 100 - 2.5 * len(found)
        yield (
            f"* **{players} players**: {millionths(counts)} millionths for certain; all in all "
            f"{millionths(counts + low)} to {millionths(counts + high)}, with at least {sure} % confidence."
        )


def named(kept: dict[str, Any]) -> str:
    """Return the name of a ring."""
    stones, cards = kept["stones"], len(kept["cards"])
    return f"| {kept['players']} | {len(stones)}: `{' '.join(stones)}` | {cards} |"


def rings() -> list[dict[str, Any]]:
    """Return what `small_rings` kept."""
    return list(json.loads(small_rings.KEPT.read_text()))


def small() -> Iterator[str]:
    """Yield the table of smaller rings."""
    yield "| players | stones | cards | deals | never won | won beyond 24 | longest | so many deals |"
    yield "|---|---|---|---|---|---|---|---|"
    for kept in rings():
        turns = kept["turns"]
        yield (
            f"{named(kept)} {kept['deals']:,} | {kept['never']:,} | {sum(turns[TRACK + 1 :]):,} "
            f"| **{len(turns) - 1}** | {turns[-1]:,} |"
        )


def longest() -> Iterator[str]:
    """Yield the longest deals of smaller rings."""
    for kept in rings():
        yield (
            f"* {kept['players']} players, {len(kept['stones'])} stones, {len(kept['cards'])} cards: "
            f"`{kept['hardest']}`, {len(kept['turns']) - 1} turns: `{kept['line']}`"
        )


def maxima() -> Iterator[str]:
    """Yield the table of the records."""
    kept = hard_deals.kept()
    yield "| players | record | restarts | deals judged | different local maxima, by turns |"
    yield "|---|---|---|---|---|"
    for players in PLAYERS:
        found = kept[players]
        maxima = {text: turns for turns, _, text in found["maxima"]}
        counts = Counter(maxima.values())
        ends = ", ".join(f"{counts[turns]} with {turns}" for turns in sorted(counts, reverse=True))
        record = max(counts)
        yield f"| {players} | **{record}** | {len(found['maxima'])} | {found['judged']:,} | {ends} |"
    twice = sum(len(kept[p]["maxima"]) - len({text for *_, text in kept[p]["maxima"]}) for p in PLAYERS)
    yield ""
    yield f"{twice} restarts ended in a local maximum seen before. So there are many more than were seen."


def censuses() -> Iterator[str]:
    """Yield the table of the censuses."""
    yield "| players | cards of | arrangements that can be dealt | unsolvable | maximum | so many deals |"
    yield "|---|---|---|---|---|---|"
    for players, found_of in hard_deals.kept()["censuses"].items():
        for deal, found in found_of.items():
            dealt = {int(turns): count for turns, count in found["turns"].items()}
            lost = found["unsolvable"]
            every, most = sum(dealt.values()) + lost, max(dealt)
            yield f"| {players} | `{deal}` | {every:,} | {lost:,} | **{most}** | {dealt[most]:,} |"


def records() -> Iterator[str]:
    """Yield the hardest local maxima, most nodes first, each with a shortest line."""
    kept = hard_deals.kept()
    for players in PLAYERS:
        for turns, _, text in sorted(kept[players]["maxima"], reverse=True)[: hard_deals.SHOWN]:
            yield f"* {players} players, {turns} turns: `{text}`: `{kept['lines'][text]}`"


TEXTS = {
    "counted": counted,
    "compared": compared,
    "sampled": sampled,
    "together": together,
    "rings": small,
    "longest": longest,
    "maxima": maxima,
    "censuses": censuses,
    "hardest": records,
}


def text_of(lines: Callable[[], Iterator[str]], _: Results) -> str:
    """Return what stands between two marks."""
    return "\n".join(lines())


STUDY = Study(__name__, [Table(PAGE, mark, partial(text_of, lines)) for mark, lines in TEXTS.items()])
