"""Looks for deals of many turns, by local search with the exact solver as judge.

::

    python -m benchmarks.hard_deals PLAYERS SECONDS [SEED]

A climb begins with the hardest of some random deals. Each round tries changes of it, all solved as one
batch: two stones change places, two cards change stones, or a card comes in from the box. The best is
taken if it is as hard or harder: more turns first, then more nodes. After rounds without gain a new climb
begins. Prints each new record, and is the same for the same seed but for where the time ends.
"""

from __future__ import annotations

import sys
import time

import numpy as np

from narabi_solver import Deal, Deck, Outcome, Rules
from narabi_solver.game.cards import SEAT_COUNTS
from narabi_solver.game.rules import Stone
from narabi_solver.packed import ORDER
from narabi_solver.solving.batch import PackedDeals, PackedSolutions, random_packed, solve_packed

START, CHANGES, PATIENCE = 2_000, 400, 40
MAX_NODES = 3_000_000


def changed(deals: PackedDeals, best: int, random: np.random.Generator, pool: np.ndarray) -> PackedDeals:
    """Return changes of one deal; the holder of the 0 keeps the turn."""
    places = deals.game.places
    rings = [[int(deals.rings[best]) >> 4 * p & 15 for p in range(places)] for _ in range(CHANGES)]
    cards = np.repeat(deals.cards[best : best + 1], CHANGES, axis=0)
    for i in range(CHANGES):
        for _ in range(int(random.integers(1, 4))):
            kind = random.integers(3)
            a, b = random.choice(places, 2, replace=False)
            if kind == 0:
                hand = deals.game.hand
                if 0 not in (rings[i][a], rings[i][b]) or (a < hand and b < hand):
                    rings[i][a], rings[i][b] = rings[i][b], rings[i][a]
            elif kind == 1:
                cards[i, a], cards[i, b] = cards[i, b], cards[i, a]
            elif boxed := [card for card in pool if card not in cards[i, :places]]:
                cards[i, a] = boxed[int(random.integers(len(boxed)))]
    words = np.array([sum(stone << 4 * p for p, stone in enumerate(ring)) for ring in rings], np.uint64)
    zeros, left = np.zeros(CHANGES, np.uint8), np.full(CHANGES, 24, np.uint8)
    return PackedDeals(deals.game, words, cards, zeros, left)


def hardness(answers: PackedSolutions) -> np.ndarray:
    """Return a number for each deal: turns, then nodes; unsolvable and undecided ones are no records."""
    solved = answers.are(Outcome.SOLVED)
    return np.where(solved, answers.bound.astype(np.int64) * (1 << 40) + answers.nodes, -1)


def as_deal(deals: PackedDeals, i: int, players: int) -> Deal:
    """Return a packed deal whose first player sits at A."""
    deck = Deck.standard()
    labels = sorted(deck.ring_stones(players), key=ORDER.index)
    cards = list(deck)
    places = deals.game.places
    numbers = [int(deals.rings[i]) >> 4 * p & 15 for p in range(places)]
    stones = [Stone(labels[n], cards[deals.cards[i, n]].name) for n in numbers]
    hand = places // players
    return Deal(tuple(tuple(stones[p : p + hand]) for p in range(0, places, hand)))


def main() -> None:
    """Climb until the time is over."""
    players, seconds = int(sys.argv[1]), float(sys.argv[2])
    random = np.random.Generator(np.random.Philox(int(sys.argv[3]) if len(sys.argv) > 3 else 0))
    pool = np.arange(len(Deck.standard().cards))
    record, until = -1, time.monotonic() + seconds
    start = 0
    while time.monotonic() < until:
        deals = random_packed(players, 2029, start, START if SEAT_COUNTS[players] == 12 else 200, Rules())
        start += deals.rings.size
        scores = hardness(solve_packed(deals, MAX_NODES))
        best, score, idle = int(scores.argmax()), int(scores.max()), 0
        while idle < PATIENCE and time.monotonic() < until:
            if score > record:
                record = score
                deal = as_deal(deals, best, players)
                print(score >> 40, score & ((1 << 40) - 1), deal, sep="\t", flush=True)
            near = changed(deals, best, random, pool)
            scores = hardness(solve_packed(near, MAX_NODES))
            found = int(scores.argmax())
            idle = 0 if scores[found] > score else idle + 1
            if scores[found] >= score:
                deals, best, score = near, found, int(scores[found])


if __name__ == "__main__":
    main()
