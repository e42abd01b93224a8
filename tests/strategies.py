"""Hypothesis strategies, all of them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from hypothesis import strategies as st

from narabi_solver import Deal, Deck, Limits, Rules, State, Stone, Swap, random_deal
from narabi_solver.game.cards import SEAT_COUNTS, Card
from narabi_solver.game.rules import in_order, is_over, legal_moves, play_unchecked

NAMES = [card.name for card in Deck.standard()]

players = st.sampled_from(sorted(SEAT_COUNTS))
seeds = st.integers(0, 2**64 - 1)
rules = st.builds(Rules, no_undo=st.booleans())
printable = st.text(st.characters().filter(str.isprintable))


def with_stones(deal: Deal, change: Callable[[Stone], Stone]) -> Deal:
    """Return a deal with each stone changed."""
    return replace(deal, seats=tuple(tuple(map(change, seat)) for seat in deal.seats))


@st.composite
def deals(draw: st.DrawFn, seat_counts: st.SearchStrategy[int] = players, unusual: bool = False) -> Deal:
    """Return a deal of the built-in deck that any seat begins; if unusual, with any cards and copies."""
    deal = random_deal(draw(seat_counts), draw(seeds))
    deal = replace(deal, first=draw(st.none() | st.integers(0, deal.players - 1)), unusual=unusual)
    if not unusual:
        return deal
    return with_stones(deal, lambda stone: Stone(stone.label, draw(st.sampled_from(NAMES))))


_PARTS = ("first", "moves", "two", "2", "3", "w", "D", "B", "C1", "even", "toString", "constructor")
odd_names = st.from_regex(r"[A-Za-z0-9][A-Za-z0-9_.+-]{0,4}", fullmatch=True) | st.builds(
    str.__add__,
    st.lists(st.sampled_from(_PARTS), min_size=1, max_size=3).flatmap(
        lambda parts: st.sampled_from(["-", "--", ".", ""]).map(lambda between: between.join(parts))
    ),
    st.sampled_from(["", "", "-", "--", "_", "+."]),
)
"""Names of cards that a deck file may have, alike or like other words of a deal."""


def odd_deal(names: list[str], seed: int, seat_count: int = 3, first: int = 1) -> Deal:
    """Return a game of a deck with cards of these names, which allow everything.

    One swap is played, unless the ring is in order as dealt.
    """
    deck = replace(Deck.standard(), cards=tuple(Card(name, copies=20) for name in names))
    deal = random_deal(seat_count, seed, deck=deck)
    begun = Deal(deal.seats, first % seat_count, deck=deck)
    state, rules = begun.start(), Rules()
    return begun if is_over(state, rules) else begun.play(legal_moves(state, rules)[seed % 7])


@st.composite
def odd_deals(draw: st.DrawFn) -> Deal:
    """Return a game of a deck whose names of cards are odd."""
    names = draw(st.lists(odd_names, min_size=1, max_size=5, unique=True))
    return odd_deal(names, draw(seeds), draw(players), draw(st.integers(0, 4)))


@st.composite
def games(draw: st.DrawFn, unusual: bool = False, longest: int = 8) -> Deal:
    """Return a deal with some legal moves, no-undo kept."""
    deal = draw(deals(unusual=unusual))
    state, moves = deal.start(), []
    for _ in range(draw(st.integers(0, longest))):
        choices = legal_moves(state, Rules(no_undo=True))
        if not choices or in_order(state.ring):
            break
        swap = draw(st.sampled_from(choices))
        state = play_unchecked(state, swap)
        moves.append(swap)
    return Deal(deal.seats, deal.first, tuple(moves), deal.deck, deal.unusual)


@st.composite
def states(draw: st.DrawFn) -> State:
    """Return a state somewhere in a game with any cards."""
    return draw(games(unusual=True)).state()


@st.composite
def near_wins(draw: st.DrawFn, seat_counts: st.SearchStrategy[int] = players) -> Deal:
    """Return a deal a few exchanges away from order, with any cards: often solvable in few turns."""
    count = draw(seat_counts)
    places = SEAT_COUNTS[count]
    numbers = [str(n) for n in range(9 if places == 12 else 10)]
    turn = draw(st.integers(0, len(numbers) - 1))
    ring = numbers[turn:] + numbers[:turn]
    for blank in "wdd" if places == 12 else "wwddd":
        ring.insert(draw(st.integers(0, len(ring))), blank)
    if draw(st.booleans()):
        ring.reverse()
    for _ in range(draw(st.integers(0, 3))):
        a, b = draw(st.integers(0, places - 1)), draw(st.integers(0, places - 1))
        ring[a], ring[b] = ring[b], ring[a]
    hand = places // count
    stones = [Stone(label, draw(st.sampled_from(NAMES))) for label in ring]
    seats = tuple(tuple(stones[i : i + hand]) for i in range(0, places, hand))
    return Deal(seats, draw(st.integers(0, count - 1)), unusual=True)


CONDITION_VALUES: dict[str, tuple[Any, ...]] = {
    "colour": ("white", "dark"),
    "parity": ("even", "odd"),
    "compare": ("higher", "lower"),
    "value": ((2, 6), (0, 4), (7, 7), (3, 9)),
    "distance": ((2,), (1, 4), (5, 6, 7)),
    "seat": (("left",), ("right",), (1, 2), (2,), (3, 4)),
    "never": (True,),
}
"""For each condition some values as a card has them, which allow different swaps; the first has a sign."""


@st.composite
def cards(draw: st.DrawFn) -> Card:
    """Return a card of any conditions that can be combined, in the form in which a deck file gives them."""
    combined = CONDITION_VALUES.items() - {("never", (True,))}
    return Card("own", **{name: draw(st.sampled_from((None, *values))) for name, values in sorted(combined)})


def swap_of(state: State, own: int, other: int) -> Swap:
    """Return the swap of two places counted from A1."""
    places = list(state.places())
    return Swap(places[own], places[other])


SOME_NODES = Limits(max_nodes=3_000)
"""Enough for many deals, little enough for all."""
