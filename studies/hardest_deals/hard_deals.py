"""Looks for deals of many turns, by simulated annealing with the exact solver as judge.

Each restart begins with the hardest of some random deals and ends in a **local maximum**: a deal that no
single change makes harder. A change is that two stones change places, that two stones change cards, or that
a card comes in from the box. Harder means more turns, then more nodes of the search. Restart i depends on
(seed, i) alone, and on the search, whose nodes count.

A census gives the exact maximum over all arrangements of one assignment of cards to stones.
"""

from __future__ import annotations

import math
from collections import Counter
from functools import partial
from itertools import combinations
from typing import Annotated, Any, NamedTuple

import numpy as np

from benchmarks.frame import Results, Run, Study, Table, beside
from benchmarks.marks import DOCS, grid
from narabi_solver import Deal, Outcome, solve
from narabi_solver.game.cards import SEAT_COUNTS
from narabi_solver.game.rules import Stone
from narabi_solver.solving import solve_packed
from narabi_solver.statistics.census import census
from studies.hardest_deals.numbered_deals import Numbered, Numbering

PAGE = DOCS / "hardest-deals.md"
SEED = 33
MAX_NODES = 300_000
"""A deal that takes more nodes is passed over; if no win within the record is proven, it is kept apart."""
SHOWN = 3
"""Deals of each number of players on the page."""
BATCH = 64
STEPS = {3: 2_000, 4: 2_000, 5: 400}
"""Batches of changes tried in a restart."""
START = {3: 2_000, 4: 2_000, 5: 500}
HOT, COLD = 0.4, 0.03
"""Temperatures at the beginning and at the end, in turns."""
NODES_WEIGHT = 1 / 8
"""What a factor e of nodes counts, in turns: it shows the way where turns are equal."""


class Hardness(NamedTuple):
    """How hard a deal is; unsolvable and undecided ones are no records."""

    turns: int
    nodes: int

    @property
    def height(self) -> float:
        """What annealing climbs."""
        return self.turns + NODES_WEIGHT * math.log(max(self.nodes, 1)) if self.turns >= 0 else -math.inf


class Judge:
    """Solves deals of one number of players."""

    def __init__(self, players: int):
        self.numbering = Numbering(players)
        self.zero = self.numbering.labels.index("0")
        self.judged = 0
        self.open: set[str] = set()
        """Undecided deals that take at least as many turns as the record and one more."""
        self.record = 0

    def judge(self, deals: list[Numbered]) -> list[Hardness]:
        """Return how hard deals are."""
        answers = solve_packed(self.numbering.packed(deals), MAX_NODES)
        self.judged += len(deals)
        solved, undecided = answers.are(Outcome.SOLVED), answers.are(Outcome.UNDECIDED)
        self.record = max(self.record, int(answers.bound[solved].max(initial=0)))
        for i in np.flatnonzero(undecided & (answers.bound > self.record)):
            self.open.add(str(self.numbering.deal(deals[i])))
        return [
            Hardness(int(answers.bound[i]), int(answers.nodes[i])) if solved[i] else Hardness(-1, 0)
            for i in range(len(deals))
        ]

    def changes(self) -> list[tuple[str, int, int]]:
        """Return all single changes of a deal: two places, two stones, or a stone and a card of the box."""
        pairs = list(combinations(range(self.numbering.places), 2))
        boxed = len(self.numbering.names) - self.numbering.places
        return [
            *(("places", a, b) for a, b in pairs),
            *(("cards", a, b) for a, b in pairs),
            *(("box", stone, card) for stone in range(self.numbering.places) for card in range(boxed)),
        ]

    def changed(self, deal: Numbered, change: tuple[str, int, int]) -> Numbered:
        """Return a deal after a change; the holder of the 0 is turned to the first places."""
        kind, a, b = change
        ring, cards = list(deal.ring), list(deal.cards)
        if kind == "places":
            ring[a], ring[b] = ring[b], ring[a]
            first = ring.index(self.zero) // self.numbering.hand * self.numbering.hand
            ring = ring[first:] + ring[:first]
        elif kind == "cards":
            cards[a], cards[b] = cards[b], cards[a]
        else:
            cards[a] = [card for card in range(len(self.numbering.names)) if card not in cards][b]
        return Numbered(tuple(ring), tuple(cards))


def annealed(judge: Judge, restart: int) -> tuple[Hardness, Deal]:
    """Return the local maximum in which a restart ends."""
    players = judge.numbering.players
    random = np.random.Generator(np.random.Philox(key=[SEED, players << 32 | restart]))
    here, deal = hardest(judge, judge.numbering.random(SEED, restart * START[players], START[players]))
    top, top_deal = here, deal
    changes = judge.changes()
    for step in range(STEPS[players]):
        heat = HOT * (COLD / HOT) ** (step / STEPS[players])
        tried = [judge.changed(deal, changes[i]) for i in random.choice(len(changes), BATCH, replace=False)]
        bars = here.height + heat * np.log(random.random(BATCH))
        for hardness, near, bar in zip(judge.judge(tried), tried, bars, strict=True):
            if hardness.height >= bar:  # the first that is taken: the rest were changes of the deal before
                here, deal = hardness, near
                break
        if here > top:
            top, top_deal = here, deal
    return climbed(judge, top, top_deal)


def climbed(judge: Judge, here: Hardness, deal: Numbered) -> tuple[Hardness, Deal]:
    """Return the local maximum above a deal."""
    changes = judge.changes()
    while True:
        best, near = hardest(judge, [judge.changed(deal, change) for change in changes])
        if best <= here:
            return here, judge.numbering.deal(deal)
        here, deal = best, near


def hardest(judge: Judge, deals: list[Numbered]) -> tuple[Hardness, Numbered]:
    """Return the hardest of some deals."""
    judged = judge.judge(deals)
    best = max(range(len(deals)), key=judged.__getitem__)
    return judged[best], deals[best]


def restarted(players: int, restart: int) -> dict[str, Any]:
    """Return the local maximum in which a restart ends, and what was judged on the way."""
    judge = Judge(players)
    hardness, deal = annealed(judge, restart)
    return {"maximum": [*hardness, str(deal)], "judged": judge.judged, "open": sorted(judge.open)}


def of_census(text: str) -> dict[str, Any]:
    """Return what a census of the cards of a deal says."""
    found = census(Deal.parse(text))
    hardest_deal = found.hardest[0]
    return {
        "turns": {str(turns): count for turns, count in found.deals.distribution.items()},
        "unsolvable": found.deals.unsolvable,
        "hardest": str(hardest_deal.deal),
        "line": " ".join(map(str, hardest_deal.swaps)),
    }


def measure(
    run: Run,
    restarts: Annotated[tuple[int, ...], "for 3, 4 and 5 players"] = (80, 70, 40),
    censuses: Annotated[tuple[int, ...], "of the cards of the hardest deals"] = (1, 1, 0),
    workers: int = 2,
) -> Results:
    """Anneal, take censuses, and solve the records once more for their lines."""
    results: Results = {"censuses": {}, "lines": {}}
    for players, many, of_these in zip(SEAT_COUNTS, restarts, censuses, strict=True):
        calls = {f"{players} players, restart {i}": (players, i) for i in range(many)}
        found = [*run.each(restarted, calls, workers).values()]
        maxima = [one["maximum"] for one in found]
        results[str(players)] = {
            "maxima": maxima,
            "open": sorted({text for one in found for text in one["open"]}),
            "judged": sum(one["judged"] for one in found),
        }
        different: dict[frozenset[Stone], str] = {}
        for _, _, text in sorted(maxima, reverse=True):
            different.setdefault(frozenset(Deal.parse(text).ring), text)
        results["censuses"][str(players)] = {
            text: run.part(text, partial(of_census, text)) for text in [*different.values()][:of_these]
        }
        for *_, text in sorted(maxima, reverse=True)[:SHOWN]:
            results["lines"][text] = " ".join(map(str, solve(Deal.parse(text)).swaps))
    return results


def maxima(results: Results) -> str:
    """Return the table of the records."""
    lines, twice = [], 0
    for players in map(str, SEAT_COUNTS):
        found = results[players]["maxima"]
        counts = Counter({text: turns for turns, _, text in found}.values())
        ends = ", ".join(f"{counts[turns]} with {turns}" for turns in sorted(counts, reverse=True))
        judged = f"{results[players]['judged']:,}"
        lines.append([players, f"**{max(counts, default=0)}**", len(found), judged, ends])
        twice += len(found) - counts.total()
    return (
        f"{grid('players | record | restarts | deals judged | different local maxima, by turns', lines)}\n\n"
        f"{twice} restarts ended in a local maximum seen before. So there are many more than were seen."
    )


def of_censuses(results: Results) -> str:
    """Return the table of the censuses."""
    lines = []
    for players, texts in results["censuses"].items():
        for text, found in texts.items():
            dealt, lost = {int(turns): count for turns, count in found["turns"].items()}, found["unsolvable"]
            every, most = f"{sum(dealt.values()) + lost:,}", max(dealt)
            lines.append([players, f"`{text}`", every, f"{lost:,}", f"**{most}**", f"{dealt[most]:,}"])
    heads = "players | cards of | arrangements that can be dealt | unsolvable | maximum | so many deals"
    return grid(heads, lines)


def records(results: Results, shown: int = 1) -> str:
    """Return the hardest local maxima, most nodes first, each with a shortest line."""
    return "\n".join(
        f"* {players} players, {turns} turns: `{text}`: `{results['lines'][text]}`"
        for players in map(str, SEAT_COUNTS)
        for turns, _, text in sorted(results[players]["maxima"], reverse=True)[:shown]
    )


def everything(results: Results) -> str:
    """Return all local maxima, the hardest first; those of the page and some more with a line."""
    rows = (
        [players, turns, nodes, text, results["lines"].get(text, "")]
        for players in map(str, SEAT_COUNTS)
        for turns, nodes, text in sorted(results[players]["maxima"], reverse=True)
    )
    return grid("players | turns | nodes of the search | deal | a shortest line", rows)


TABLES = [
    Table(PAGE, "maxima", maxima, dated=False),
    Table(PAGE, "censuses", of_censuses, dated=False),
    Table(PAGE, "hardest", records),
    beside(__file__, everything),
]
STUDY = Study(__name__, TABLES, measure)
