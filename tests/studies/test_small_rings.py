"""What is kept of smaller rings agrees with the plain rules."""

import itertools
from collections import Counter
from dataclasses import replace

import numpy as np
import pytest

from narabi_solver import Deck, Rules
from narabi_solver.game.rules import State, Stone, Swap, in_order, legal_moves, play_unchecked
from studies.hardest_deals import small_rings
from studies.hardest_deals.small_rings import Ring, Search, batches

RULES = Rules()
FULL = small_rings.rings()[:2]
KEPT = small_rings.STUDY.kept()["rings"]
EFFORT = {6: (), 8: pytest.mark.slow, 9: pytest.mark.nightly}
"""By the stones in the ring: how long trying everything takes."""


def name_of(kept: dict[str, object]) -> str:
    """Return a name of a ring."""
    cards = kept["cards"]
    assert isinstance(cards, list)
    return f"{kept['players']}-{kept['stones']}-{len(cards)}"


def plain_minimum(start: State) -> int | None:
    """Return the fewest turns by trying everything, without an end of the track."""
    layer, known = {fresh(start)}, {fresh(start)}
    for turns in itertools.count():
        if any(in_order(state.ring) for state in layer):
            return turns
        after = {
            fresh(play_unchecked(state, swap)) for state in layer for swap in legal_moves(state, RULES)
        } - known
        if not after:
            return None
        layer, known = after, known | after
    raise AssertionError


def fresh(state: State) -> State:
    """Return a state as if nothing had been played."""
    return replace(state, last=None, turns=0, returns=())


def few(cards: str) -> Deck:
    """Return some cards of the built-in deck."""
    deck = Deck.standard()
    return replace(deck, cards=tuple(deck[name] for name in cards.split()))


@pytest.mark.parametrize(
    ("players", "stones", "cards"),
    [
        (2, "0123", "stay lower higher left odd"),
        (2, "0123", "two-away white at-least-3 lower"),
        (4, "0123", "right higher odd three-away left"),
        (4, "012d", "lower even stay two-away right"),
    ],
)
def test_every_deal_of_small_tables(players: int, stones: str, cards: str) -> None:
    ring = Ring(players, stones, few(cards))
    search = Search(ring)
    for assigned, ways in batches(ring):
        search.search(assigned, ways)
    found: Counter[int | None] = Counter()
    for labels in itertools.permutations(stones):
        if "0" in labels[: ring.hand]:
            for names in itertools.permutations(cards.split(), len(stones)):
                found[plain_minimum(State(tuple(map(Stone, labels, names)), ring.deck, players, 0))] += 1
    lost = found.pop(None, 0)
    assert {turns: count for turns, count in search.turns.items() if count} == found
    assert ring.deals == lost + sum(found.values())


@pytest.mark.parametrize("ring", FULL, ids=lambda ring: f"{ring.players}-{ring.stones}")
def test_single_deals_of_larger_ones(ring: Ring) -> None:
    random = np.random.default_rng(5)
    names = [card.name for card in ring.deck]
    for _ in range(3):
        cards = random.permutation(len(names))[: ring.places].tolist()
        minimums = small_rings.minimums(ring, cards)
        for number in random.choice(ring.dealt, 4).tolist():
            stones = [Stone(ring.stones[stone], names[cards[stone]]) for stone in ring.rings[number]]
            found = plain_minimum(State(tuple(stones), ring.deck, ring.players, 0))
            assert minimums[number] == (-1 if found is None else found)


def test_assignments_are_all_of_them() -> None:
    ring = FULL[1]
    ways = [ways for _, ways in ring.assignments()]
    assert sum(int(many.sum()) for many in ways) == 15 * 14 * 13 * 12 * 11 * 10
    assert sum(map(len, ways)) == KEPT[1]["different assignments"]


@pytest.mark.parametrize("kept", KEPT, ids=name_of)
def test_the_longest_lines_win(kept: dict[str, object]) -> None:
    state = small_rings.parsed(int(str(kept["players"])), str(kept["hardest"]))
    assert sorted(stone.label for stone in state.ring) == sorted(str(kept["stones"]))
    turns = kept["turns"]
    assert isinstance(turns, list) and turns[-1] > 0
    swaps = Swap.parse_line(str(kept["line"]))
    assert len(swaps) == len(turns) - 1
    for swap in swaps:
        assert not in_order(state.ring) and swap in legal_moves(state, RULES)
        state = play_unchecked(state, swap)
    assert in_order(state.ring)


@pytest.mark.parametrize(
    "kept",
    [pytest.param(kept, marks=EFFORT[len(kept["stones"])], id=name_of(kept)) for kept in KEPT],
)
def test_the_longest_minimums_are_minimums(kept: dict[str, object]) -> None:
    state = small_rings.parsed(int(str(kept["players"])), str(kept["hardest"]))
    turns = kept["turns"]
    assert isinstance(turns, list) and plain_minimum(state) == len(turns) - 1
