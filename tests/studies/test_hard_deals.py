"""The records are what they are said to be: minimums, shown by other searches, and local maxima."""

import itertools
from itertools import combinations, islice
from math import factorial

import pytest

from benchmarks import plain_bfs
from narabi_solver import Deal, Deck, Outcome, Rules, Swap, random_deals, solve, solve_many
from narabi_solver.game.rules import Stone, in_order, replay
from narabi_solver.solving import pack_deals
from studies.hardest_deals import hard_deals, stricter_deals
from studies.hardest_deals.numbered_deals import Numbering
from tests.nightly import nightly

RULES = Rules()
KEPT = hard_deals.STUDY.kept()
RECORDS = {players: max(KEPT[players]["maxima"]) for players in ("3", "4", "5")}


def test_the_lines_of_the_page_win() -> None:
    lines = [line.split("`") for line in hard_deals.records(KEPT, hard_deals.SHOWN).split("\n")]
    assert len(lines) == 3 * hard_deals.SHOWN
    for told, deal, _, line, _ in lines:
        swaps = Swap.parse_line(line)
        assert in_order(replay(Deal.parse(deal).start(), swaps, RULES).ring)
        assert f" {len(swaps)} turns" in told


@pytest.mark.nightly
@pytest.mark.parametrize("players", ["3", "4"])
def test_records_are_minimums_by_the_plain_search(players: str) -> None:
    turns, _, text = RECORDS[players]
    assert plain_bfs.solve(Deal.parse(text), RULES) == turns


@pytest.mark.slow
@pytest.mark.parametrize("players", ["3", *nightly("4")])
def test_records_are_minimums_by_breadth_first_search(players: str) -> None:
    turns, _, text = RECORDS[players]
    assert solve(Deal.parse(text), algorithm="bfs").turns == turns


@pytest.mark.parametrize(
    ("players", "algorithm"),
    [
        *itertools.product(["3", "4"], ["astar", "ida"]),
        *(("5", "ida"), *nightly(("5", "astar"))),
    ],
)
def test_records_are_minimums_by_two_searches_with_estimates_of_their_own(
    players: str, algorithm: str
) -> None:
    """A* by the distance from order, IDA* by its table; with five players all layers need more than 4 GiB."""
    turns, _, text = RECORDS[players]
    solution = solve(Deal.parse(text), algorithm=algorithm)
    assert (solution.outcome, solution.turns) == (Outcome.SOLVED, turns)


def neighbours(deal: Deal) -> list[Deal]:
    """Return all deals that a single change makes of this one."""
    hand = len(deal.seats[0])
    ring = list(deal.ring)
    rings = []
    for a, b in combinations(range(len(ring)), 2):
        stones, cards = ring.copy(), ring.copy()
        stones[a], stones[b] = stones[b], stones[a]
        cards[a], cards[b] = Stone(ring[a].label, ring[b].card), Stone(ring[b].label, ring[a].card)
        rings += [stones, cards]
    boxed = {card.name for card in Deck.standard()} - {stone.card for stone in ring}
    for place, stone in enumerate(ring):
        for card in sorted(boxed):
            rings.append([*ring[:place], Stone(stone.label, card), *ring[place + 1 :]])
    return [Deal(tuple(tuple(one[i : i + hand]) for i in range(0, len(one), hand))) for one in rings]


@pytest.mark.parametrize("players", ["3", "4"])
def test_maxima_are_local_maxima(players: str) -> None:
    turns, _, text = RECORDS[players]  # nodes are those of the search that found it
    assert all((one.turns or 0) <= turns for one in solve_many(neighbours(Deal.parse(text))))


@pytest.mark.parametrize("players", [3, 4, 5])
def test_changes_are_all_neighbours(players: int) -> None:
    judge = hard_deals.Judge(players)
    numbering = Numbering(players)
    (start,) = numbering.random(7, 0, 1)
    after = {str(turned(numbering.deal(judge.changed(start, change)))) for change in judge.changes()}
    assert after == {str(turned(deal)) for deal in neighbours(numbering.deal(start))}


def turned(deal: Deal) -> Deal:
    """Return a deal turned so that A begins."""
    first = deal.start().mover
    return Deal(deal.seats[first:] + deal.seats[:first])


def test_numbers_and_deals() -> None:
    numbering = Numbering(4)
    deals = numbering.random(7, 0, 20)
    named = [numbering.deal(deal) for deal in deals]
    packed = numbering.packed(deals)
    assert packed.rings.tolist() == pack_deals(named, RULES).rings.tolist()
    assert [numbering.unpacked(packed, i) for i in range(20)] == deals
    assert all(deal.start().mover == 0 for deal in named)


def test_censuses_hold_the_deal_they_are_of() -> None:
    for players, censuses in KEPT["censuses"].items():
        for deal, found in censuses.items():
            turns = {text: turns for turns, _, text in KEPT[players]["maxima"]}[deal]
            assert found["turns"][str(turns)] > 0
            swaps = Swap.parse_line(found["line"])
            hardest = Deal.parse(found["hardest"])
            assert sorted(hardest.ring) == sorted(Deal.parse(deal).ring)
            assert in_order(replay(hardest.start(), swaps, RULES).ring)
            assert len(swaps) == max(map(int, found["turns"]))


@pytest.mark.parametrize("players", [3, 4, 5])
def test_a_stricter_deal_is_no_sooner_won(players: int) -> None:
    """Also as the plain rules see it: whatever may be swapped in it may be swapped in the deal itself."""
    deals = list(islice(random_deals(players, seed=9), 40))
    turns = [solution.turns for solution in solve_many(deals)]
    for cards in (1, 4):
        some = list(stricter_deals.stricter(iter(deals), cards))
        assert all(str(one).count(":stay") >= cards for one in some)
        for deal, strict, fewest, found in zip(deals, some, turns, solve_many(some), strict=True):
            assert set(strict.legal_moves) <= set(deal.legal_moves)
            assert found.turns is None or (fewest is not None and found.turns >= fewest)


def test_how_many_stricter_deals_there_are() -> None:
    """With none made `stay`: stones with two dark blanks alike, on places up to turning, with any cards."""
    assert stricter_deals.searches(4, 0) == factorial(12) / 2 / 4 * factorial(15) / factorial(3)
