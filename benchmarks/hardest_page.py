"""Writes ``docs/hardest-deals.md`` from what was kept by `unsolvable_deals`.

::

    python -m benchmarks.hardest_page
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from _gamekit import intervals
from benchmarks import unsolvable_deals
from benchmarks.marks import DOCS
from benchmarks.unsolvable_deals import FIRST, NONE, SECOND, stuck_words
from narabi_solver.game.rules import SEATS

PAGE = DOCS / "hardest-deals.md"
RESULTS = DOCS / "results.md"
FOUND = {
    FIRST: re.compile(r"\| the first player has no legal swap \| ([\d,]+) \|"),
    SECOND: re.compile(r"\| every game ends without a legal swap, after 1 turn at most \| ([\d,]+) \|"),
}
"""What `results_page` wrote about the same deals."""

HEAD = """# The hardest deals

Deals that cannot be won, and deals that take the most turns. Plain rules, the built-in deck with its
assumed cards and colours ([what is assumed](what-is-proven.md)). Every figure here is written by `python -m
benchmarks.hardest_page`.
"""

UNSOLVABLE = """## Deals that cannot be won

A seat is *stuck* if it has no legal swap. Each card of the deck asks only for the stone taken in exchange
or only for places, so whether a seat is stuck depends on its own stones and their cards, not on how the
others lie. A stuck hand of three has the cards {cards}, each on a stone where it forbids everything:
`higher` on the highest number, or on the next where the highest is in the same hand, and `lower` on a 0 or
a blank. **With 3 players no hand of four can be stuck**: no game of three ever ends for want of a legal
swap.

**Counted exactly** (`benchmarks/unsolvable_counts.py`, by combinatorics; on small tables the counts are
those of trying every deal by the plain rules), for deals that are not in order as dealt:

1. The first player is stuck.
2. The first player has legal swaps, none wins, and each leaves the second player stuck. That player was
   stuck from the beginning, and the first one can take none of their stones: after a swap between the two,
   the stone received may go back.
"""


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


def unsolvable() -> Iterator[str]:
    """Yield the part about deals that cannot be won."""
    cards = results()["4"]["exact"]["cards of a stuck hand"]
    assert cards == results()["5"]["exact"]["cards of a stuck hand"]
    yield UNSOLVABLE.format(cards=", ".join(f"`{card}`" for card in cards))
    yield from counted()
    yield ""
    yield from compared()
    yield SAMPLED
    yield from sampled()
    yield ""
    yield from together()


SAMPLED = """
**Sampled** are the deals that are lost in another way, each lost deal with a proof of the solver. Deals in
which another seat is stuck as dealt are drawn apart; of those with seat B stuck the ones of case 2 are not
counted again. Deals without a stuck seat are looked for in both samples above. The intervals are 95 %,
Clopper-Pearson, each by itself.
"""


def page() -> str:
    """Return the page."""
    return "\n".join([HEAD, *unsolvable()]) + "\n"


def main() -> None:
    """Write the page."""
    PAGE.write_text(page())


if __name__ == "__main__":
    main()
