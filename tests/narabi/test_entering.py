"""A deal put in stone by stone is the deal; what cannot be put in is refused and leaves the rest alone."""

import pytest
from hypothesis import given, settings, strategies as st

from narabi_solver import (
    ArgumentError,
    Deal,
    DealEntry,
    DealFormatError,
    IllegalMoveError,
    InvalidDealError,
    MoveFormatError,
)
from tests.narabi.samples import EXAMPLE
from tests.nightly import nightly_twin
from tests.strategies import games

WAYS = ("{}:{}", "{} {}", "{}{}", " {} , {} ", "{}: {}")


ENTERED = given(games(), st.data())


@settings(max_examples=15)
@ENTERED
def test_putting_a_deal_in_gives_the_deal(deal: Deal, data: st.DataObject) -> None:
    entry = DealEntry(deal.players)
    for stone in deal.ring:
        card = data.draw(st.sampled_from([stone.card, stone.card.upper(), deal.deck.short_forms[stone.card]]))
        assert stone.label in entry.missing and stone.card in entry.cards_left
        assert stone.card in entry.completions(f"{stone.label} {stone.card[:1]}")
        entry = entry.add(data.draw(st.sampled_from(WAYS)).format(stone.label, card))
        if data.draw(st.booleans()):
            entry = entry.back().add(str(stone))
    assert entry.next_place is None and entry.missing == ()
    if deal.first is not None:
        entry = entry.begin("abcde"[deal.first])
    for swap in deal.moves:
        assert str(swap) in entry.completions(str(swap)[:1])
        entry = entry.play(str(swap).lower()).back().play(str(swap))
    assert entry.deal == deal


test_putting_more_deals_in = nightly_twin(ENTERED, 100, test_putting_a_deal_in_gives_the_deal)


def test_several_stones_at_once_and_corrections() -> None:
    seat = "d:h, 2:al3, d am6 7e"
    entry = DealEntry(3).add(seat)
    assert entry.add("1 s 3th 6f 0w 8,2 5:d 4 tw w le").deal == Deal.parse(EXAMPLE)
    assert entry.change("a2", "2 odd").change("A2", "2 al3") == entry
    assert str(entry).splitlines()[0] == "A  d:higher 2:at-least-3 d:at-most-6 7:even"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("7 odd", "stone 7 is already in the ring"),
        ("d odd", "the ring already has every dark blank; the missing stones are 0 1 3 4 5 6 8 w"),
        ("9 odd", "this ring has no 9; the missing stones are 0 1 3 4 5 6 8 w"),
        ("x odd", "unknown stone 'x'"),
        ("x", "unknown stone 'x'; a stone is a digit"),
        ("hello", "unknown stone 'hello'"),
        ("1 even", "card 'even' is already in the ring; the cards left are white, dark, odd"),
        ("1 l", "may be lower or left"),
        ("1 zz", "unknown card 'zz'; there are white"),
        ("1 zz", "narabi enter --deck FILE takes a deck of your own"),
        ("1", "the 1 has no card; write stone:card"),
        ("1 odd 1 left", "stone 1 is already in the ring"),
    ],
)
def test_what_cannot_be_put_in(text: str, said: str) -> None:
    entry = DealEntry(3).add("d:h 2:al3 d:am6 7:e")
    with pytest.raises(DealFormatError, match=said):
        entry.add(text)


def test_the_rest_of_what_is_refused() -> None:
    full = DealEntry(3).add(EXAMPLE)
    for wrong, error in (
        (lambda: DealEntry(6), ArgumentError),
        (lambda: DealEntry(3).back(), DealFormatError),
        (lambda: full.add("0 odd"), DealFormatError),
        (lambda: full.change("A0", "1 odd"), MoveFormatError),
        (lambda: DealEntry(3).change("A1", "1 odd"), DealFormatError),
        (lambda: full.change("A1", "d odd 1 odd"), DealFormatError),
        (lambda: full.begin("D"), DealFormatError),
        (lambda: full.play("B4-A2").begin("A"), DealFormatError),
        (lambda: DealEntry(3).add("0 odd").play("A1-B1"), InvalidDealError),
        (lambda: full.play("B1-A1"), IllegalMoveError),
        (lambda: full.play("hello"), MoveFormatError),
    ):
        with pytest.raises(error):
            wrong()
    assert full.play("B4-A2").change("A1", "d odd").moves == ()
    twice = DealEntry(3, unusual=True).add("w odd w odd w odd w odd")
    assert [stone.card for stone in twice.stones] == ["odd"] * 4
