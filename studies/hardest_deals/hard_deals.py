"""Looks for deals of many turns, by simulated annealing with the exact solver as judge.

::

    python -m studies.hardest_deals.hard_deals PLAYERS --restarts N  # goes on after those that are kept
    python -m studies.hardest_deals.hard_deals PLAYERS --censuses N  # 3 or 4 players: the hardest, rearranged

Each restart begins with the hardest of some random deals and ends in a **local maximum**: a deal that no
single change makes harder. A change is that two stones change places, that two stones change cards, or that
a card comes in from the box. Harder means more turns, then more nodes of the search. Restart i depends on
(seed, i) alone, and on the search, whose nodes count; what each one ended in is kept in ``hard_deals.json``
after every restart.

A census gives the exact maximum over all arrangements of one assignment of cards to stones.
"""

from __future__ import annotations

import argparse
import json
import math
import time
from itertools import combinations
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from narabi_solver import Deal, Outcome, solve
from narabi_solver.game.cards import SEAT_COUNTS
from narabi_solver.game.rules import Stone
from narabi_solver.solving.batch import solve_packed
from narabi_solver.statistics.census import census
from studies.hardest_deals.numbered_deals import Numbered, Numbering

KEPT = Path(__file__).with_suffix(".json")
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


def kept() -> dict[str, Any]:
    """Return what was found so far."""
    return json.loads(KEPT.read_text()) if KEPT.exists() else {}


def keep(every: dict[str, Any]) -> None:
    """Keep what was found."""
    KEPT.write_text(json.dumps(every, indent=0) + "\n")


def search(players: int, restarts: int) -> None:
    """Anneal until there are so many restarts."""
    judge = Judge(players)
    for restart in range(len(kept().get(str(players), {}).get("maxima", [])), restarts):
        began, before = time.process_time(), judge.judged
        hardness, deal = annealed(judge, restart)
        every = kept()
        found = every.setdefault(str(players), {"maxima": [], "open": [], "judged": 0, "seconds": 0.0})
        found["maxima"].append([*hardness, str(deal)])
        found["open"] = sorted({*found["open"], *judge.open})
        found["judged"] += judge.judged - before
        found["seconds"] = round(found["seconds"] + time.process_time() - began, 1)
        keep(every)
        print(restart, *hardness, deal, sep="\t", flush=True)


def rearrange(players: int, censuses: int) -> None:
    """Take a census of the cards of the hardest deals until there are so many."""
    every = kept()
    different: dict[frozenset[Stone], Deal] = {}
    for _, _, text in sorted(every[str(players)]["maxima"], reverse=True):
        deal = Deal.parse(text)
        different.setdefault(frozenset(deal.ring), deal)
    for deal in [*different.values()][:censuses]:
        known = every.setdefault("censuses", {}).setdefault(str(players), {})
        if str(deal) not in known:
            found = census(deal)
            counts = {str(turns): count for turns, count in found.deals.distribution.items()}
            one = found.hardest[0]
            known[str(deal)] = {
                "turns": counts,
                "unsolvable": found.deals.unsolvable,
                "hardest": str(one.deal),
                "line": " ".join(map(str, one.swaps)),
            }
            print(deal, counts, one.deal, flush=True)
            keep(every)


def solve_the_shown() -> None:
    """Keep a line of each record that the page shows; another search may find another one."""
    found = kept()
    lines = found.setdefault("lines", {})
    for players in {*map(str, SEAT_COUNTS)} & found.keys():
        for *_, text in sorted(found[players]["maxima"], reverse=True)[:SHOWN]:
            if text not in lines:
                lines[text] = " ".join(map(str, solve(Deal.parse(text)).swaps))
    keep(found)


def main() -> None:
    """Search, and keep what is found."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("players", type=int, choices=SEAT_COUNTS)
    parser.add_argument("--restarts", type=int, default=0)
    parser.add_argument("--censuses", type=int, default=0)
    options = parser.parse_args()
    search(options.players, options.restarts)
    if options.censuses:
        rearrange(options.players, options.censuses)
    solve_the_shown()


if __name__ == "__main__":
    main()
