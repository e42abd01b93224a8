"""Writes ``docs/hardest-deals.md`` from what `unsolvable_deals`, `small_rings` and `hard_deals` kept.

::

    python -m studies.hardest_deals.hardest_page
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from _gamekit import intervals
from benchmarks.marks import DOCS, unwrapped
from narabi_solver import Deal, solve
from narabi_solver.game.rules import SEATS, TRACK
from studies.hardest_deals import hard_deals, small_rings, unsolvable_deals
from studies.hardest_deals.unsolvable_deals import FIRST, NONE, SECOND, stuck_words

PLAYERS = ("3", "4", "5")
SHOWN = 3
"""Deals of each number of players."""
PAGE = DOCS / "hardest-deals.md"
RESULTS = DOCS / "results.md"
FOUND = {
    FIRST: re.compile(r"\| the first player has no legal swap \| ([\d,]+) \|"),
    SECOND: re.compile(r"\| every game ends without a legal swap, after 1 turn at most \| ([\d,]+) \|"),
}
"""What `results_page` wrote about the same deals."""

HEAD = """# The hardest deals

The hardest deals known take 9, 11 and 10 turns with 3, 4 and 5 players. With 3 players no deal is known
that cannot be won; with 4 about 94 in a million cannot be won, and with 5 about 77. The two lists below
show which deals these are. All figures hold for the plain rules and the built-in deck, with its assumed cards
and colours ([what is assumed](what-is-proven.md)).
"""

METHOD = """
Every figure on this page is written by `python -m studies.hardest_deals.hardest_page`.
"""

UNSOLVABLE = """## Deals that cannot be won

A seat is *stuck* if it has no legal swap. Each card of the deck asks only for the stone taken in exchange
or only for places. So whether a seat is stuck depends on its own stones and their cards, not on how the
others lie. A stuck hand of three has the cards {cards}, each on a stone where it forbids everything:
`higher` on the highest number, or on the next where the highest is in the same hand, and `lower` on a 0 or
a blank. **With 3 players no hand of four can be stuck**: no game of three ever ends for want of a legal
swap.

**Counted exactly**, by combinatorics (`studies/hardest_deals/unsolvable_counts.py`; on small tables, trying
every deal by the plain rules gives the same counts), for deals that are not in order as dealt:

1. The first player is stuck.
2. The first player has legal swaps, none wins, and each leaves the second player stuck. That player was
   stuck from the beginning, and the first one can take none of their stones: a swap between the two could
   be swapped back.
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
Deals that are lost in another way are **sampled**, and the solver proves each loss. Deals in which another
seat is stuck as dealt are drawn separately, and those of case 2 are not counted again. Deals without a stuck
seat are looked for in both samples above. The intervals are 95 %, Clopper-Pearson, each by itself.
"""


SMALL = """
## Every deal of smaller rings

The game has rings of 12 and 15 stones. In the smaller ones here, three quarters of the stones, rounded up,
are numbers from 0; the rest are a dark blank and, from 8 stones on, a white one. The deck has all 15 cards,
of which as many are dealt as there are stones; or only the {nine} that are not assumed, ask for no assumed
colour and name no values ({names});
or these with `white` and `dark`. Every arrangement of the stones with every assignment of the cards, A
holding the 0, was searched (`studies/hardest_deals/small_rings.py`). A card that can never be used, such as
`four-away` in a ring of six, stays in the deck. The track has 24 spaces; *longest* takes no account of its
end. Larger decks for 8 and 9 stones were not searched: all 15 cards have 259 million and 1.8 billion
assignments.

The maximum does not grow with the ring: in the smallest ones the cards leave most players one swap at a
time, and the way to order is long. Some deals of six stones could be won, but the track ends too soon. With
the same nine cards the maximum falls from six stones to eight and to nine. So smaller rings give no bound
for the real one.
"""

LONGEST = """
The first of the longest deals, and a line. Each is replayed by the plain rules, and the tests try everything
in plain Python to show that no line is shorter.
"""


def named(kept: dict[str, Any]) -> str:
    """Return the name of a ring."""
    stones, cards = kept["stones"], len(kept["cards"])
    return f"| {kept['players']} | {len(stones)}: `{' '.join(stones)}` | {cards} |"


def small() -> Iterator[str]:
    """Yield the part about smaller rings."""
    rings = json.loads(small_rings.KEPT.read_text())
    yield SMALL.format(nine=len(small_rings.NINE), names=", ".join(f"`{name}`" for name in small_rings.NINE))
    yield "| players | stones | cards | deals | never won | won beyond 24 | longest | so many deals |"
    yield "|---|---|---|---|---|---|---|---|"
    for kept in rings:
        turns = kept["turns"]
        yield (
            f"{named(kept)} {kept['deals']:,} | {kept['never']:,} | {sum(turns[TRACK + 1 :]):,} "
            f"| **{len(turns) - 1}** | {turns[-1]:,} |"
        )
    yield LONGEST
    for kept in rings:
        yield (
            f"* {kept['players']} players, {len(kept['stones'])} stones, {len(kept['cards'])} cards: "
            f"`{kept['hardest']}`, {len(kept['turns']) - 1} turns: `{kept['line']}`"
        )


RECORDS = """
## Records

Simulated annealing over stones and cards with the exact solver as judge, seed {seed}
(`python -m studies.hardest_deals.hard_deals PLAYERS --restarts N`). Each restart begins with the hardest of
some random deals and ends in a local maximum: no exchange of two stones or of two cards, and no card from the
box, gives a harder deal (more turns, then more nodes of the search). Deals that differ only by
turning the table or by exchanging like stones count once.
"""

BRACKET = """
The records are lower bounds of the maximum; each minimum is proven by the solver, and by searches of other
kinds in the tests. The only **proven upper bound** is the 24 spaces of the track ([why](hardest-bound.md)).
For single assignments of cards to stones a census of all arrangements gives the exact maximum:
"""


def records() -> Iterator[str]:
    """Yield the part about the records."""
    kept = hard_deals.kept()
    yield RECORDS.format(seed=hard_deals.SEED)
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
    yield BRACKET
    yield "| players | cards of | arrangements that can be dealt | unsolvable | maximum | so many deals |"
    yield "|---|---|---|---|---|---|"
    for players, censuses in kept["censuses"].items():
        for deal, found in censuses.items():
            dealt = {int(turns): count for turns, count in found["turns"].items()}
            lost = found["unsolvable"]
            every, most = sum(dealt.values()) + lost, max(dealt)
            yield f"| {players} | `{deal}` | {every:,} | {lost:,} | **{most}** | {dealt[most]:,} |"
    yield ""
    yield "The hardest local maxima, most nodes first, each with a shortest line:"
    yield ""
    for players in PLAYERS:
        for turns, _, text in sorted(kept[players]["maxima"], reverse=True)[:SHOWN]:
            yield f"* {players} players, {turns} turns: `{text}`: `{kept['lines'][text]}`"


def page() -> str:
    """Return the page."""
    return unwrapped("\n".join([HEAD, *unsolvable(), *small(), *records(), METHOD]))


def solve_the_shown() -> None:
    """Keep a line of each record that is shown; another search may find another one."""
    kept = hard_deals.kept()
    lines = kept.setdefault("lines", {})
    for players in PLAYERS:
        for *_, text in sorted(kept[players]["maxima"], reverse=True)[:SHOWN]:
            if text not in lines:
                lines[text] = " ".join(map(str, solve(Deal.parse(text)).swaps))
    hard_deals.keep(kept)


def main() -> None:
    """Write the page."""
    solve_the_shown()
    PAGE.write_text(page())


if __name__ == "__main__":
    main()
