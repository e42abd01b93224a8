"""The share of deals that cannot be won: nearly all of it counted exactly, the rest sampled in strata.

::

    python -m studies.hardest_deals.unsolvable_deals            # writes unsolvable_deals.json; ten minutes

`unsolvable_counts` counts the deals that are lost within one turn. The others are sampled: deals in which a
certain seat is stuck from the beginning are rare, so they are drawn apart; deals without a stuck seat are
looked for among random deals. Every block depends on the seed and its number alone, and is kept.
"""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Any

import numpy as np

from narabi_solver import Deal, Deck, Outcome, Rules, solve
from narabi_solver.game.cards import SEAT_COUNTS
from narabi_solver.game.rules import SEATS, State, in_order, legal_moves, play_unchecked
from narabi_solver.solving.batch import PackedDeals, random_packed, solve_packed
from studies.hardest_deals.numbered_deals import Numbered, Numbering
from studies.hardest_deals.unsolvable_counts import Table, first_stuck, seat_stuck, second_stuck

KEPT = Path(__file__).with_suffix(".json")
SEED = 33
BLOCK = {3: 1_000_000, 4: 1_000_000, 5: 50_000}
BLOCKS = {3: 40, 4: 40, 5: 6}
"""Blocks of random deals."""
DRAWN = {3: 0, 4: 400_000, 5: 20_000}
"""Deals drawn for each seat that may be stuck."""

FIRST, SECOND, NONE = "first player stuck", "then second player stuck", "no seat stuck"


def table(players: int) -> Table:
    """Return the table of the built-in deck."""
    deck = Deck.standard()
    return Table(players, Numbering(players).labels, deck)


def why(deal: Deal) -> str:
    """Return why an unsolvable deal is lost: at once, after a turn, or which seat is stuck as dealt."""
    start, rules = deal.start(), Rules()
    after = [play_unchecked(start, swap) for swap in legal_moves(start, rules)]
    if not after:
        return FIRST
    if not any(in_order(state.ring) or legal_moves(state, rules) for state in after):
        return SECOND
    for ahead in range(1, deal.players):
        seat = (start.mover + ahead) % deal.players
        if not legal_moves(State(start.ring, start.deck, start.players, seat), rules):
            return stuck_words(ahead)
    return NONE


def stuck_words(ahead: int) -> str:
    """Return the name of the stratum in which a seat is stuck, counted from the first player."""
    return f"seat {SEATS[ahead]} stuck"


def lost(numbering: Numbering, packed: PackedDeals) -> list[Deal]:
    """Return those of some deals that cannot be won, each by a proof."""
    answers = solve_packed(packed)
    rest = np.flatnonzero(~answers.are(Outcome.SOLVED)).tolist()
    deals = [numbering.deal(numbering.unpacked(packed, i)) for i in rest]
    outcomes = [solve(deal).outcome for deal in deals]
    assert Outcome.UNDECIDED not in outcomes
    return [deal for deal, one in zip(deals, outcomes, strict=True) if one is Outcome.UNSOLVABLE]


def drawn(of: Table, ahead: int, count: int) -> list[Numbered]:
    """Return random deals in which A holds the 0 and one other seat is stuck."""
    random = np.random.Generator(np.random.Philox(key=[SEED, of.players << 32 | ahead]))
    hands = [(hand, cards) for hand in of.hands() for cards in _sleeved(of.stuck(hand))]
    stones, deck = range(len(of.stones)), range(len(of.cards))
    found = []
    for number in random.integers(len(hands), size=count):
        hand, sleeves = hands[number]
        rest = [int(stone) for stone in random.permutation(stones) if stone != of.zero and stone not in hand]
        rest.insert(int(random.integers(of.hand)), of.zero)
        first = ahead * of.hand
        cards = dict(zip(hand, sleeves, strict=True))
        left = (int(card) for card in random.permutation(deck) if card not in sleeves)
        for stone in stones:
            if stone not in cards:
                cards[stone] = next(left)
        ring = (*rest[:first], *hand, *rest[first:])
        found.append(Numbered(ring, tuple(cards[stone] for stone in stones)))
    return found


def _sleeved(sets: tuple[int, ...], used: tuple[int, ...] = ()) -> list[tuple[int, ...]]:
    """Return all ways to take a different card of each set."""
    if len(used) == len(sets):
        return [used]
    cards = (card for card in range(sets[len(used)].bit_length()) if sets[len(used)] >> card & 1)
    return [way for card in cards if card not in used for way in _sleeved(sets, (*used, card))]


def exact(of: Table) -> dict[str, Any]:
    """Return the counts, of the deals in which A holds the 0."""
    return {
        "deals": of.deals,
        FIRST: first_stuck(of),
        SECOND: second_stuck(of),
        "one other seat stuck": seat_stuck(of),
        "cards of a stuck hand": stuck_cards(of),
        "hands": sum(1 for _ in of.first_hands()) + sum(1 for _ in of.hands()),
    }


def stuck_cards(of: Table) -> list[str]:
    """Return the cards with which a stone can be without legal swap, in any hand."""
    found = 0
    for hand in (*of.first_hands(), *of.hands()):
        for one in of.stuck(hand):
            found |= one
    return [card.name for number, card in enumerate(of.cards) if found >> number & 1]


def main() -> None:
    """Count and sample, and keep what is found."""
    results = json.loads(KEPT.read_text()) if KEPT.exists() else {}

    def keep() -> None:
        KEPT.write_text(json.dumps(results, indent=1) + "\n")

    for players in SEAT_COUNTS:
        of, numbering = table(players), Numbering(players)
        found = results.setdefault(str(players), {"blocks": 0, "random": {}, "strata": {}})
        if "exact" not in found:
            found["exact"] = exact(of)
            keep()
        for ahead in range(1, players):
            name = stuck_words(ahead)
            if name not in found["strata"] and DRAWN[players]:
                reasons = Counter(
                    map(why, lost(numbering, numbering.packed(drawn(of, ahead, DRAWN[players]))))
                )
                found["strata"][name] = {"drawn": DRAWN[players], "lost": dict(sorted(reasons.items()))}
                keep()
        while found["blocks"] < BLOCKS[players]:
            start = found["blocks"] * BLOCK[players]
            packed = random_packed(players, SEED, start, BLOCK[players], Rules())
            reasons = Counter(found["random"]) + Counter(map(why, lost(numbering, packed)))
            found["random"] = dict(sorted(reasons.items()))
            found["blocks"] += 1
            keep()
            print(players, found["blocks"], found["random"], flush=True)


if __name__ == "__main__":
    main()
