"""The exact counts of unsolvable deals are those of trying every deal of small tables by the plain rules."""

import itertools
from collections import Counter

import pytest

from narabi_solver import Deal, Deck, Rules
from narabi_solver.game.rules import State, Stone, in_order, legal_moves, play_unchecked
from narabi_solver.solving import pack_deals
from studies.hardest_deals import unsolvable_deals
from studies.hardest_deals.numbered_deals import Numbering
from studies.hardest_deals.unsolvable_counts import Table, first_stuck, seat_stuck, second_stuck
from studies.hardest_deals.unsolvable_deals import FIRST, SECOND
from studies.results.results_page import SEED as SEED_OF_SURVEY
from tests.nightly import nightly, slow

RULES = Rules()


def table(players: int, stones: str, cards: str) -> Table:
    """Return a table with some cards of the built-in deck."""
    deck = Deck.standard()
    names = cards.split()
    return Table(players, stones, Deck("few", tuple(deck[name] for name in names), deck.white, ()))


def counted(of: Table) -> Counter[str]:
    """Return how many deals of each kind there are, by trying all in which A holds the 0."""
    found: Counter[str] = Counter()
    names = [card.name for card in of.cards]
    for ring in itertools.permutations(of.stones):
        if "0" not in ring[: of.hand]:
            continue
        for cards in itertools.permutations(names, len(ring)):
            stones = tuple(map(Stone, ring, cards))
            state = State(stones, of.deck, of.players, mover=0)
            found["deals"] += 1
            found["second seat stuck"] += not legal_moves(State(stones, of.deck, of.players, mover=1), RULES)
            if in_order(stones):
                continue
            after = [play_unchecked(state, swap) for swap in legal_moves(state, RULES)]
            found["first stuck"] += not after
            lost = (not in_order(one.ring) and not legal_moves(one, RULES) for one in after)
            found["then second stuck"] += bool(after) and all(lost)
    return found


SMALL = [
    *slow((2, "0123", "stay higher lower odd three-away white")),
    *slow((4, "0123", "stay higher lower odd two-away left")),
    (4, "01d3", "stay lower right odd two-away at-least-3"),
    *nightly(
        (5, "012d4", "stay higher lower odd right even"), (3, "0123wd", "stay higher lower odd white left")
    ),
]


@pytest.mark.parametrize(("players", "stones", "cards"), SMALL)
def test_counts_of_small_tables(players: int, stones: str, cards: str) -> None:
    of = table(players, stones, cards)
    by_trying = counted(of)
    assert of.deals == by_trying["deals"]
    assert first_stuck(of) == by_trying["first stuck"]
    assert second_stuck(of) == by_trying["then second stuck"]
    assert seat_stuck(of) == by_trying["second seat stuck"]


def test_what_is_kept_is_counted_again() -> None:
    of = unsolvable_deals.table(4)
    kept = unsolvable_deals.STUDY.kept()["players"]["4"]["exact"]
    assert kept["deals"] == of.deals
    assert kept[FIRST] == first_stuck(of) and kept["one other seat stuck"] == seat_stuck(of)
    assert kept["cards of a stuck hand"] == unsolvable_deals.stuck_cards(of)


@pytest.mark.slow
@pytest.mark.parametrize("players", [3, *nightly(4)])
def test_the_second_count_is_counted_again(players: int) -> None:
    of = unsolvable_deals.table(players)
    assert unsolvable_deals.STUDY.kept()["players"][str(players)]["exact"][SECOND] == second_stuck(of)


@pytest.mark.parametrize(("players", "ahead"), [(4, 1), (4, 3), (5, 2)])
def test_deals_that_are_drawn(players: int, ahead: int) -> None:
    numbering = Numbering(players)
    for numbered in unsolvable_deals.drawn(unsolvable_deals.table(players), ahead, 40):
        start = numbering.deal(numbered).start()
        assert start.mover == 0
        assert not legal_moves(State(start.ring, start.deck, players, mover=ahead), RULES)


def test_lost_deals_are_found_and_told_apart() -> None:
    numbering = Numbering(4)
    survey = [unsolvable_deals.random_packed(4, SEED_OF_SURVEY, number, 1, RULES) for number in (0, 1)]
    assert not [deal for packed in survey for deal in unsolvable_deals.lost(numbering, packed)]
    texts = {
        FIRST: "w:at-least-3 d:two-away 6:dark / 2:left 7:at-most-6 4:2-to-6 / 3:even 1:four-away d:right "
        "/ 8:higher 0:lower 5:stay",
        SECOND: "1:three-away 3:even d:at-most-6 / 0:two-away 2:2-to-6 5:four-away / 7:stay d:lower 8:higher "
        "/ 6:left w:dark 4:white",
    }
    deals = {reason: Deal.parse(text) for reason, text in texts.items()}
    assert {reason: unsolvable_deals.why(deal) for reason, deal in deals.items()} == {r: r for r in deals}
    packed = pack_deals([*deals.values()], RULES)
    assert len(unsolvable_deals.lost(numbering, packed)) == 2
