"""The share of deals that cannot be won: nearly all of it counted exactly, the rest sampled: ten minutes.

`unsolvable_counts` counts the deals that are lost within one turn. The others are sampled: deals in which a
certain seat is stuck from the beginning are rare, so they are drawn apart; deals without a stuck seat are
looked for among random deals. Every block depends on the seed and its number alone.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from functools import partial
from typing import Annotated, Any

import numpy as np

from _gamekit import intervals
from benchmarks.frame import Results, Run, Study, Table, beside
from benchmarks.marks import DOCS, grid
from narabi_solver import Deal, Deck, Outcome, Rules, solve
from narabi_solver.game.cards import SEAT_COUNTS
from narabi_solver.game.rules import SEATS, State, in_order, legal_moves, play_unchecked
from narabi_solver.solving import PackedDeals, random_packed, solve_packed
from studies.hardest_deals import unsolvable_counts
from studies.hardest_deals.numbered_deals import Numbered, Numbering
from studies.hardest_deals.unsolvable_counts import first_stuck, seat_stuck, second_stuck
from studies.results import results_page

PAGE = DOCS / "hardest-deals.md"
SEED = 33
BLOCK = {3: 1_000_000, 4: 1_000_000, 5: 50_000}
"""Random deals of each block."""

FIRST, SECOND, NONE = "first player stuck", "then second player stuck", "no seat stuck"
FOUND = {
    FIRST: re.compile(r"\| the first player has no legal swap \| ([\d,]+) \|"),
    SECOND: re.compile(r"\| every game ends without a legal swap, after 1 turn at most \| ([\d,]+) \|"),
}
"""What `results_page` wrote about the same deals."""


def table(players: int) -> unsolvable_counts.Table:
    """Return the table of the built-in deck."""
    deck = Deck.standard()
    return unsolvable_counts.Table(players, Numbering(players).labels, deck)


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


def drawn(of: unsolvable_counts.Table, ahead: int, count: int) -> list[Numbered]:
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


def exact(of: unsolvable_counts.Table) -> dict[str, Any]:
    """Return the counts, of the deals in which A holds the 0."""
    return {
        "deals": of.deals,
        FIRST: first_stuck(of),
        SECOND: second_stuck(of),
        "one other seat stuck": seat_stuck(of),
        "cards of a stuck hand": stuck_cards(of),
        "hands": sum(1 for _ in of.first_hands()) + sum(1 for _ in of.hands()),
    }


def stuck_cards(of: unsolvable_counts.Table) -> list[str]:
    """Return the cards with which a stone can be without legal swap, in any hand."""
    found = 0
    for hand in (*of.first_hands(), *of.hands()):
        for one in of.stuck(hand):
            found |= one
    return [card.name for number, card in enumerate(of.cards) if found >> number & 1]


def reasons(numbering: Numbering, packed: PackedDeals) -> dict[str, int]:
    """Return how many deals are lost, by the reason."""
    return dict(sorted(Counter(map(why, lost(numbering, packed))).items()))


def random_block(players: int, start: int, count: int) -> dict[str, int]:
    """Return how many of some random deals are lost, by the reason."""
    return reasons(Numbering(players), random_packed(players, SEED, start, count, Rules()))


def stratum(players: int, ahead: int, count: int) -> dict[str, int]:
    """Return how many deals in which one seat is stuck are lost, by the reason."""
    numbering = Numbering(players)
    return reasons(numbering, numbering.packed(drawn(table(players), ahead, count)))


def millionths(share: float | Fraction, digits: int = 3) -> str:
    """Return a share in millionths."""
    return f"{float(share) * 1e6:.{digits}f}"


def share_of(found: dict[str, Any], name: str) -> Fraction:
    """Return which share of all deals was counted."""
    return Fraction(found["exact"][name], found["exact"]["deals"])


def surveyed(players: str) -> tuple[int, dict[str, int]]:
    """Return how many deals the survey had, and how many were lost for each reason."""
    texts = results_page.STUDY.kept()["texts"]
    deals = re.search(rf"### {players} players, ([\d,]+) deals", texts["turns"])
    lost = texts["unsolvable"].partition(f"**{players} players**")[2].partition("\n**")[0]
    counts = {name: sum(map(number, pattern.findall(lost))) for name, pattern in FOUND.items()}
    assert deals
    every = sum(map(number, re.findall(r" \| ([\d,]+) \| `", lost)))
    return number(deals[1]), {**counts, NONE: every - sum(counts.values())}


def number(text: str) -> int:
    """Return the number of a text with commas."""
    return int(text.replace(",", ""))


def counted(results: Results) -> str:
    """Return the table of the exact counts."""
    lines = []
    for players, found in results["players"].items():
        first, second = share_of(found, FIRST), share_of(found, SECOND)
        both = f"**{millionths(first + second)}**"
        lines.append([players, first, millionths(first), second, millionths(second), both])
    return grid(
        "players | first player stuck | in millionths | then the second | in millionths | both", lines
    )


def compared(results: Results) -> str:
    """Return how many deals of samples were expected to be lost, and how many were."""
    lines = []
    for players, found in results["players"].items():
        survey = *surveyed(players), "the survey of the results"
        for deals, counts, of in (survey, (found["deals"], found["random"], f"seed {SEED}")):
            line = [players, f"{deals:,}", of]
            for name in (FIRST, SECOND):
                line += [f"{float(share_of(found, name) * deals):,.1f}", f"{counts.get(name, 0):,}"]
            lines.append(line)
    return grid(
        "players | deals | of | first stuck: expected | found | then the second: expected | found", lines
    )


def strata(players: str, found: dict[str, Any]) -> Iterator[tuple[str, Fraction | int, int, int]]:
    """Yield parts of the other deals: name, share of all deals, deals drawn, and lost but not counted."""
    for ahead in range(1, int(players)):
        if drawn_deals := found["strata"].get(stuck_words(ahead)):
            counts = drawn_deals["lost"]
            rest = sum(counts.values()) - counts.get(SECOND, 0) * (ahead == 1)
            part = share_of(found, "one other seat stuck")
            yield f"seat {SEATS[ahead]} is stuck", part, drawn_deals["drawn"], rest
    deals, counts = surveyed(players)
    yield "no seat is stuck", 1, deals + found["deals"], found["random"].get(NONE, 0) + counts[NONE]


def sampled(results: Results) -> str:
    """Return the table of the deals that are lost otherwise."""
    lines = []
    for players, found in results["players"].items():
        for name, part, count, rest in strata(players, found):
            ends = intervals.share(rest, 0, count)
            whole = "at most 1" if part == 1 else f"{millionths(part, 2)} millionths"
            adds = f"{millionths(part * ends.low, 4)} to {millionths(part * ends.high, 4)}"
            lines.append([players, name, whole, f"{count:,}", rest, adds])
    heads = "players | A holds the 0, as dealt … | share of all deals | drawn | lost | adds, in millionths"
    return grid(heads, lines)


def together(results: Results) -> str:
    """Return the sums."""
    lines = []
    for players, found in results["players"].items():
        counts = share_of(found, FIRST) + share_of(found, SECOND)
        ends = [(part, intervals.share(rest, 0, count)) for _, part, count, rest in strata(players, found)]
        low, high = (sum(part * getattr(one, end) for part, one in ends) for end in ("low", "high"))
        lines.append(
            f"* **{players} players**: {millionths(counts)} millionths for certain; all in all "
            f"{millionths(counts + low)} to {millionths(counts + high)}, with at least "
            f"{100 - 2.5 * len(ends)} % confidence."
        )
    return "\n".join(lines)


def measure(
    run: Run,
    blocks: Annotated[tuple[int, ...], "of random deals, for 3, 4 and 5 players"] = (40, 40, 6),
    draws: Annotated[tuple[int, ...], "deals for each seat that may be stuck"] = (0, 400_000, 20_000),
    workers: int = 2,
) -> Results:
    """Count, and sample."""
    found = {}
    for players, many, draw in zip(SEAT_COUNTS, blocks, draws, strict=True):
        size = BLOCK[players]
        calls = {f"{players} players, block {i}": (players, i * size, size) for i in range(many)}
        names = {stuck_words(ahead): (players, ahead, draw) for ahead in range(1, players) if draw}
        drawn_deals = run.each(
            stratum, {f"{players} players, {name}": call for name, call in names.items()}, workers
        )
        parts = run.each(random_block, calls, workers).values()
        found[str(players)] = {
            "exact": run.part(f"{players} players, counted", partial(exact_of, players)),
            "deals": many * size,
            "random": dict(sum(map(Counter, parts), Counter[str]())),
            "strata": {
                name: {"drawn": draw, "lost": one}
                for name, one in zip(names, drawn_deals.values(), strict=True)
            },
        }
    return {"players": found}


def exact_of(players: int) -> dict[str, Any]:
    """Return the counts of the built-in deck."""
    return exact(table(players))


TABLES = [
    Table(PAGE, "counted", counted, dated=False),
    Table(PAGE, "together", together),
    beside(__file__, compared, "compared"),
    beside(__file__, sampled, "sampled"),
]
STUDY = Study(__name__, TABLES, measure)
