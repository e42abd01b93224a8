"""How far a bound from above reaches: deals in which some cards are made `stay`, solved.

::

    python -m studies.hardest_deals.stricter_deals  # a minute of one core; then hardest_page

A card forbids swaps and commands none, so whoever has stricter cards needs no fewer turns: the minimum of a
deal with some cards made `stay`, the strictest of all, bounds every deal that has any cards in their places.
"""

from __future__ import annotations

import argparse
import json
import random
from collections import Counter
from collections.abc import Iterator
from itertools import islice
from math import comb, factorial, perm
from pathlib import Path
from typing import Any

from _gamekit.progress import status
from benchmarks.run import about
from narabi_solver import Deal, Deck, random_deals, solve_many
from narabi_solver.game.cards import RING_SIZES

KEPT = Path(__file__).with_suffix(".json")
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
        turns = {int(minimum): deals for minimum, deals in row["turns"].items()}
        won, lost = sum(turns.values()), row["lost"]
        share = f"{won * 100 / (won + lost):.2f} %"
        lines.append(
            f"| {row['players']} | {row['stay']} | {share} | {max(turns)} | {lost:,} "
            f"| {searches(row['players'], row['stay']):.1e} |"
        )
    by = f"{results['deals']:,} deals each, by `{results['command']}` at commit {results['commit']}."
    return "\n".join([*lines, "", by])


def main() -> None:
    """Solve, and keep what was found."""
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
    KEPT.write_text(json.dumps(results | {"rows": rows}) + "\n")
    print(table(results | {"rows": rows}))


if __name__ == "__main__":
    main()
