"""How far a bound from above reaches: deals in which some cards are made `stay`, solved.

A minute of one core.

A card forbids swaps and commands none, so whoever has stricter cards needs no fewer turns: the minimum of a
deal with some cards made `stay`, the strictest of all, bounds every deal that has any cards in their places.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from functools import partial
from itertools import islice
from math import comb, factorial, perm
from typing import Annotated, Any

from benchmarks.frame import Results, Run, Study, beside
from benchmarks.marks import grid
from narabi_solver import Deal, Deck, random_deals, solve_many
from narabi_solver.game.cards import RING_SIZES

SEED = 51
DEALS = 4_000
PLAYERS = (3, 4, 5)
MOST = 6
"""Cards made `stay`, at most."""


def stricter(deals: Iterator[Deal], cards: int) -> Iterator[Deal]:
    """Yield deals with some cards, drawn by lot, made `stay`."""
    for index, deal in enumerate(deals):
        words = str(deal).split()
        places = [place for place, word in enumerate(words) if ":" in word]
        random.Random(f"{SEED} {index}").shuffle(places)
        for place in places[:cards]:  # of more cards, these are some
            words[place] = f"{words[place].partition(':')[0]}:stay"
        yield Deal.parse(" ".join(words), unusual=True)


def solved(players: int, cards: int, deals: int) -> dict[str, Any]:
    """Return how many of some random deals can be won, in how many turns at most, and how many cannot."""
    some = islice(random_deals(players, seed=SEED), deals)
    turns = Counter(solution.turns for solution in solve_many(stricter(some, cards)))
    lost = turns.pop(None, 0)
    return {
        "players": players,
        "stay": cards,
        "won": turns.total(),
        "most": max(filter(None, turns)),
        "lost": lost,
    }


def searches(players: int, cards: int) -> float:
    """Return how many deals there are with so many of their cards made `stay`, up to turning the table."""
    places = RING_SIZES[players]
    blanks = {12: factorial(2), 15: factorial(2) * factorial(3)}[places]  # like ones change nothing
    arrangements = factorial(places) // blanks // players
    return float(arrangements * comb(places, cards) * perm(len(tuple(Deck.standard())), places - cards))


def table(results: dict[str, Any]) -> str:
    """Return the table."""
    rows = []
    for row in results["rows"]:
        won, lost = row["won"], row["lost"]
        line = [row["players"], row["stay"], f"{won * 100 / (won + lost):.2f} %", row["most"], f"{lost:,}"]
        rows.append([*line, f"{searches(row['players'], row['stay']):.1e}"])
    heads = "players | cards made `stay` | won | in at most | lost | deals of this kind"
    return f"{grid(heads, rows)}\n\n{results['deals']:,} deals each."


def measure(run: Run, deals: Annotated[int, "of each kind"] = DEALS) -> Results:
    """Solve deals with no card made `stay`, with one, and so on."""
    rows = [
        run.part(f"{players} players, {cards} cards", partial(solved, players, cards, deals))
        for players in PLAYERS
        for cards in range(MOST + 1)
    ]
    return {"deals": deals, "rows": rows}


STUDY = Study(__name__, [beside(__file__, table)], measure)
