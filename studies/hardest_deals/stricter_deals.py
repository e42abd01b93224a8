"""How far a bound from above reaches: deals in which some cards are made `stay`, solved.

::

    python -m studies.hardest_deals.stricter_deals  # writes docs/hardest-bound.md; a minute of one core

A card forbids swaps and commands none, so whoever has stricter cards needs no fewer turns: the minimum of a
deal with some cards made `stay`, the strictest of all, bounds every deal that has any cards in their places.
"""

from __future__ import annotations

import argparse
import random
from collections import Counter
from collections.abc import Iterator
from itertools import islice
from math import comb, factorial, perm
from typing import Any

from _gamekit.progress import status
from benchmarks.frame import about
from benchmarks.marks import DOCS, unwrapped
from narabi_solver import Deal, Deck, random_deals, solve_many
from narabi_solver.game.cards import RING_SIZES

PAGE = DOCS / "hardest-bound.md"
SEED = 51
DEALS = 4_000
PLAYERS = (3, 4, 5)
MOST = 6
"""Cards made `stay`, at most."""

HEAD = """# Why no bound below 24 turns is known

The hardest deals known take [9, 11 and 10 turns](hardest-deals.md#records) with 3, 4 and 5 players. That
none takes more than 24 follows from the track alone.

A relaxation does not help: it shortens games, so what it bounds is the minimum of a deal from below. A bound
from above needs deals that are **stricter**. A card forbids swaps and commands none; so if a deal with some
of its cards made `stay` can be won in k turns, no deal with any other cards in their places needs more.
One search then speaks for all assignments of these cards: 60,480 if nine are left for six places.

The table shows random deals made stricter in this way. To prove a bound, every stricter deal of some kind
would have to be won within it, or, where one is not, all that it covers. Two things stand in the way. A few
cards made `stay` already make deals that nobody can win, and their number grows with each: each of them has
to be taken apart again. And where so many are made `stay` that they could be counted, the last column is
still far beyond what can be searched: ten thousand a second are 3e11 in a year of one core. What is missing
is a rule that tells from a part of a deal that it can be won; nobody has found one.

"""


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
    """Return how many of some random deals have each minimum, by turns, and how many cannot be won."""
    some = islice(random_deals(players, seed=SEED), deals)
    turns = Counter(solution.turns for solution in solve_many(stricter(some, cards)))
    lost = turns.pop(None, 0)
    return {"players": players, "stay": cards, "turns": dict(sorted(turns.items())), "lost": lost}


def searches(players: int, cards: int) -> float:
    """Return how many deals there are with so many of their cards made `stay`, up to turning the table."""
    places = RING_SIZES[players]
    blanks = {12: factorial(2), 15: factorial(2) * factorial(3)}[places]  # like ones change nothing
    arrangements = factorial(places) // blanks // players
    return float(arrangements * comb(places, cards) * perm(len(tuple(Deck.standard())), places - cards))


def table(results: dict[str, Any]) -> str:
    """Return the page's table."""
    lines = [
        "| players | cards made `stay` | won | in at most | lost | deals of this kind |",
        "|---|---|---|---|---|---|",
    ]
    for row in results["rows"]:
        turns = row["turns"]
        won, lost = sum(turns.values()), row["lost"]
        share = f"{won * 100 / (won + lost):.2f} %"
        lines.append(
            f"| {row['players']} | {row['stay']} | {share} | {max(turns)} | {lost:,} "
            f"| {searches(row['players'], row['stay']):.1e} |"
        )
    by = f"{results['deals']:,} deals each, by `{results['command']}` at commit {results['commit']}."
    return "\n".join([*lines, "", by])


def main() -> None:
    """Solve, and write the page."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--deals", type=int, default=DEALS)
    options = parser.parse_args()
    results = about() | {"deals": options.deals, "command": "python -m studies.hardest_deals.stricter_deals"}
    rows = []
    for players in PLAYERS:
        for cards in range(MOST + 1):
            with status() as show:
                show(f"{players} players, {cards} cards")
                rows.append(solved(players, cards, options.deals))
    PAGE.write_text(unwrapped(HEAD + table(results | {"rows": rows}) + "\n"))


if __name__ == "__main__":
    main()
