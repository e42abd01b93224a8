"""The specification against the rule book, by hand."""

import pytest
from hypothesis import given

from narabi_solver import ArgumentError, Deal, IllegalMoveError, MoveFormatError, Place, Rules, Swap
from narabi_solver.game.cards import Card
from narabi_solver.game.deck import Deck
from narabi_solver.game.rules import (
    Stone,
    first_player,
    in_order,
    legal_moves,
    play,
    replay,
    why_illegal,
)
from tests.narabi.samples import EXAMPLE, minimum_turns
from tests.strategies import games


def ring(labels: str) -> tuple[Stone, ...]:
    return tuple(Stone(label, "stay") for label in labels)


@pytest.mark.parametrize(
    ("labels", "expected"),
    [
        ("012345678wdd", True),
        ("w34d5678d012", True),  # any starting place, blanks anywhere
        ("876543210wdd", True),  # counterclockwise
        ("10wdd8765432", True),
        ("102345678wdd", False),
        ("0d1w2d345687", False),
        ("0123456789wwddd", True),
        ("0123456798wwddd", False),
    ],
)
def test_in_order(labels: str, expected: bool) -> None:
    assert in_order(ring(labels)) is expected


def test_in_order_skips_numbers_that_are_not_there() -> None:
    assert in_order(ring("0135678wdd9w"))
    assert not in_order(ring("0153678wdd9w"))


def test_holder_of_the_0_begins_and_turns_pass_clockwise() -> None:
    state = Deal.parse(EXAMPLE).state()
    assert state.mover == 1 == first_player(state.ring, 3)
    for expected in (2, 0, 1):
        state = play(state, legal_moves(state, Rules())[0], Rules())
        assert state.mover == expected
    assert Deal.parse(EXAMPLE + " first A").state().mover == 0


# What each card of the built-in deck allows: the stone moved, a stone it may take, one it may not.
STONE_CARDS = {
    "white": ("3", "w024", "d135"),
    "dark": ("3", "d157", "w02"),
    "even": ("3", "wd048", "157"),
    "odd": ("2", "1357", "wd04"),
    "higher": ("3", "45678", "0123wd"),
    "lower": ("3", "012wd", "345"),
    "at-least-3": ("0", "345678", "wd012"),
    "2-to-6": ("0", "23456", "wd01789"),
    "at-most-6": ("9", "wd0123456", "789"),
    "stay": ("3", "", "0123456789wd"),
    "left": ("3", "0wd9", ""),
}


@pytest.mark.parametrize("name", STONE_CARDS)
def test_cards_about_stones(name: str) -> None:
    deck = Deck.standard()
    own, allowed, forbidden = STONE_CARDS[name]
    for other in allowed:
        assert deck[name].fits_stone(own, other, deck.colour(other)), other
    for other in forbidden:
        assert not deck[name].fits_stone(own, other, deck.colour(other)), other


@pytest.mark.parametrize(
    ("name", "players", "own", "expected"),
    [
        ("left", 3, 0, {4, 5, 6, 7}),
        ("right", 3, 0, {8, 9, 10, 11}),
        ("left", 5, 13, {0, 1, 2}),  # seat E's left neighbour is A
        ("right", 4, 4, {0, 1, 2}),
        ("two-away", 3, 3, {5}),  # the other place two away is the mover's own
        ("two-away", 4, 4, {2, 6}),
        ("three-away", 4, 0, {3, 9}),
        ("four-away", 5, 14, {10, 3}),
        ("white", 3, 0, set(range(4, 12))),
    ],
)
def test_cards_about_places(name: str, players: int, own: int, expected: set[int]) -> None:
    card = Deck.standard()[name]
    places = 15 if players == 5 else 12
    assert {other for other in range(places) if card.fits_place(own, other, players)} == expected


def test_all_conditions_of_a_card_must_hold() -> None:
    card = Card("own", colour="white", value=(2, 6), seat=("left",), distance=(2,))
    assert card.fits_stone("0", "4", "white")
    assert not card.fits_stone("0", "4", "dark") and not card.fits_stone("0", "8", "white")
    assert [p for p in range(12) if card.fits_place(3, p, 3)] == [5]


def test_why_illegal_names_the_reason() -> None:
    state = Deal.parse(EXAMPLE).state()
    reasons = {
        "A1-B1": "seat B's turn",
        "B2-B3": "both stones are the mover's own",
        "B1-A1": "the 1's card does not let its owner swap it",
        "B2-A1": "A1 does not fit: the 3's card allows any stone exactly 3 places away",
        "B4-A2": None,
        "D1-A2": "no place D1",
        "B4-A4": "the 7 does not fit: the 0's card allows a white stone",
    }
    for text, reason in reasons.items():
        found = why_illegal(state, Swap.parse(text), Rules())
        assert found is None if reason is None else found and reason in found, (text, found)


def test_places_that_are_none() -> None:
    state = Deal.parse(EXAMPLE).state()
    for place in (Place(-1, 0), Place(0, -3), Place(3, 0), Place(0, 4)):
        assert "no place" in (why_illegal(state, Swap(Place(1, 3), place), Rules()) or "")


def test_no_undo_forbids_only_the_next_player_only_the_same_places() -> None:
    deal = Deal.parse(
        "0:at-most-6 2:left 1:left 3:left / 4:at-most-6 5:right 6:right 7:right"
        " / 8:left w:left d:left d:left",
        unusual=True,
    )
    state = play(deal.state(), Swap.parse("A1-B1"), Rules())
    back = Swap.parse("B1-A1")
    assert why_illegal(state, back, Rules()) is None
    assert "undo A1-B1" in (why_illegal(state, back, Rules(no_undo=True)) or "")
    assert why_illegal(state, Swap.parse("B1-A2"), Rules(no_undo=True)) is None
    later = replay(state, [Swap.parse("B2-A2"), Swap.parse("C1-A3")], Rules(no_undo=True))
    assert why_illegal(later, Swap.parse("A1-B1"), Rules(no_undo=True)) is None


def test_a_turn_after_the_last_loses() -> None:
    deal = Deal.parse(EXAMPLE)
    line = [Swap.parse(word) for word in "B2-A3 C1-B3 A4-B4 B2-A4 C4-A3".split()]
    assert in_order(replay(deal.state(), line, Rules(limit=5)).ring)
    with pytest.raises(IllegalMoveError, match="ended with turn 4"):
        replay(deal.state(), line, Rules(limit=4))
    with pytest.raises(IllegalMoveError, match="turn 6, A1-B1: the ring is in order already"):
        replay(deal.state(), [*line, Swap.parse("A1-B1")], Rules())


def test_no_legal_swap_is_an_empty_list() -> None:
    deal = Deal.parse(
        "0:stay 5:stay 3:stay / 1:odd 2:even w:left / 4:dark d:white 8:left / 7:odd 6:lower d:left",
        unusual=True,
    )
    assert legal_moves(deal.state(), Rules()) == []
    assert minimum_turns(deal.state(), Rules()) is None


@given(games())
def test_a_swap_is_legal_exactly_if_it_is_in_the_list(game: Deal) -> None:
    state = game.state()
    swaps = [Swap(own, other) for own in state.places() for other in state.places()]
    assert [s for s in swaps if why_illegal(state, s, Rules()) is None] == legal_moves(state, Rules())


@pytest.mark.parametrize("limit", [-1, 25, 2.0, True, None])
def test_limits_out_of_range(limit: object) -> None:
    with pytest.raises(ArgumentError, match="limit must be a whole number"):
        Rules(limit=limit)  # type: ignore[arg-type]


@pytest.mark.parametrize("text", ["", "A2", "A2C", "A2-C5", "F1-A1", "A0-B1", "A2-C1-B1"])
def test_swaps_that_are_none(text: str) -> None:
    with pytest.raises(MoveFormatError, match="is not a swap"):
        Swap.parse(text)


def test_swap_text() -> None:
    assert str(Swap.parse("a2-c1")) == "A2-C1"
    assert Swap.parse("A2-C1") == Swap(Place(0, 1), Place(2, 0))
