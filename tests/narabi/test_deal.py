"""Deals and their notation."""

import io
import pickle
from dataclasses import FrozenInstanceError, replace
from pathlib import Path

import pytest
from hypothesis import given, settings, strategies as st

from narabi_solver import (
    Deal,
    DealFormatError,
    Deck,
    IllegalMoveError,
    InvalidDealError,
    Knowledge,
    Place,
    Rules,
    Stone,
    Swap,
    random_deal,
)
from narabi_solver.game import deal as deal_module
from narabi_solver.game.deal_files import reader
from narabi_solver.game.notation import MAX_LINE
from narabi_solver.game.rules import in_order, legal_moves, play_unchecked
from tests.narabi.samples import EXAMPLE
from tests.nightly import nightly_twin
from tests.strategies import games, near_wins


@given(games() | games(unusual=True))
def test_text_round_trip(deal: Deal) -> None:
    again = Deal.parse(str(deal), unusual=deal.unusual)
    assert again == deal and hash(again) == hash(deal) and str(again) == str(deal)


@given(games(), st.sampled_from(["  ", "\t", " \t "]))
def test_space_is_free_and_comments_end_a_line(deal: Deal, space: str) -> None:
    text = str(deal).replace(" ", space).replace("/", f"{space}/{space}").replace(":", f"{space}:{space}")
    assert Deal.parse(f"# a comment\n\n{space}{text} # one more: / 1:white\n") == deal


def test_a_text_is_checked_once(monkeypatch: pytest.MonkeyPatch) -> None:
    played: list[Swap] = []
    play = deal_module.play
    monkeypatch.setattr(
        deal_module, "play", lambda state, swap, rules: (played.append(swap), play(state, swap, rules))[1]
    )
    deal = Deal.parse(EXAMPLE + " first C moves C1-B3 A1-B1")
    assert tuple(played) == deal.moves
    assert Deal.parse(EXAMPLE + " first B") == Deal.parse(EXAMPLE) and Deal.parse(EXAMPLE).first is None


def test_parts() -> None:
    deal = Deal.parse(EXAMPLE + " first C moves C1-B3")
    assert deal.players == 3 and deal.first == 2
    assert deal.moves == (Swap(Place(2, 0), Place(1, 2)),)
    assert deal.seats[2][3] == Stone("w", "left")
    assert (deal.state().mover, deal.state().turns, deal.state().last) == (0, 1, deal.moves[0])
    assert deal.assumed == ("at-most-6", "four-away", "colours")


def test_naming_the_usual_beginner_changes_nothing() -> None:
    assert Deal.parse(EXAMPLE + " first B") == Deal.parse(EXAMPLE)
    assert str(Deal.parse(EXAMPLE + " first B")) == str(Deal.parse(EXAMPLE))


def test_frozen_and_hashable_and_can_be_sent_to_another_process() -> None:
    deal = Deal.parse(EXAMPLE)
    with pytest.raises(FrozenInstanceError):
        deal.first = 1  # type: ignore[misc]
    assert len({deal, Deal.parse(EXAMPLE)}) == 1
    assert pickle.loads(pickle.dumps(deal)) == deal


def test_repr_is_code() -> None:
    deal = Deal.parse(EXAMPLE + " moves B4-A2")
    assert eval(repr(deal), {"Deal": Deal}) == deal
    mini = random_deal(2)
    assert eval(repr(mini), {"Deal": Deal}) == mini
    own = Deck.loads("[cards.any]\ncopies = 15")
    strange = random_deal(3, deck=own)
    assert repr(strange) == f"<Deal '{strange}' with the deck 'own deck'>"


# What is wrong, and what the message must say, with line and column.
BAD = {
    "": ["line 1: no deal"],
    "x": ["line 1, column 1: 'x' is not a stone with a card"],
    EXAMPLE.replace("0:", "7:"): ["stone 7 occurs twice"],
    EXAMPLE.replace("7:even", "7:evn"): ["unknown card 'evn'; did you mean 'even'?"],
    EXAMPLE.replace("7:even", "7:"): ["no card after '7:'"],
    EXAMPLE.replace("7:even", "seven:even"): ["unknown stone 'seven'"],
    EXAMPLE.replace("7:even", ":even"): ["':' without a stone"],
    EXAMPLE.replace("7:even ", ""): ["11 stones", "seat A has 3 stones"],
    EXAMPLE.replace("7:even", "7:even 9:odd"): ["13 stones", "seat A has 5 stones"],
    EXAMPLE.replace("0:", "9:"): ["lacks the 0, has a 9 too many"],
    EXAMPLE.replace("w:left", "d:left"): ["lacks the white blank, has a dark blank too many"],
    EXAMPLE.replace("dark", "stay"): ["card 'stay' occurs 2 times; the deck has 1"],
    EXAMPLE + " first D": ["seat D cannot begin: the seats of this deal are A to C"],
    EXAMPLE + " first": ["'first' needs a seat"],
    EXAMPLE + " next B": ["'next' is not a stone with a card", "'B' is not a stone with a card"],
    EXAMPLE + " first B x": ["unexpected 'x'; expected 'moves' or the end of the deal"],
    EXAMPLE + " moves B4-A2 C1": ["'C1' is not a swap"],
    EXAMPLE + " moves B4-A2 B4-A2": ["turn 2, B4-A2: it is seat C's turn"],
    " / ".join(["0:even"] * 16): ["16 seats with 16 stones"],
    EXAMPLE + "\n" + EXAMPLE: ["line 2: a second deal"],
    "x" * (MAX_LINE + 1): ["10,001 characters"],
    "\n# no deal\n7:evn\n": ["line 3", "1 seat with 1 stone", "unknown card"],
}


@pytest.mark.parametrize("text", BAD, ids=lambda text: text[-30:])
def test_bad_deals_are_named_with_their_place(text: str) -> None:
    with pytest.raises((DealFormatError, InvalidDealError)) as caught:
        Deal.parse(text)
    for part in BAD[text]:
        assert part in str(caught.value)


@pytest.mark.parametrize(
    ("text", "where"),
    [
        (EXAMPLE.replace("7:even", "7:evn"), "evn"),
        (EXAMPLE.replace("0:", "7:"), "7:white"),
        (EXAMPLE.replace("7:even", "seven:even"), "seven"),
        (EXAMPLE + " first D", "D"),
        (EXAMPLE + " first B x", "x"),
        (EXAMPLE + " moves B4-A2 B1-A2", "B1-A2"),
        ("\t" + EXAMPLE + "  moves  zz", "zz"),
    ],
)
def test_the_column_is_where_it_is(text: str, where: str) -> None:
    with pytest.raises((DealFormatError, InvalidDealError)) as caught:
        Deal.parse("# first line\n" + text)
    column = next(problem.column for problem in caught.value.problems if problem.column)
    assert text[column - 1 :].startswith(where)
    assert all(problem.line == 2 for problem in caught.value.problems)


def test_all_problems_are_named_at_once() -> None:
    text = EXAMPLE.replace("7:even", "7:evn").replace("1:stay", "x:stay").replace("5:dark", "5") + " moves zz"
    with pytest.raises(DealFormatError) as caught:
        Deal.parse(text)
    said = str(caught.value)
    for part in ("'evn'", "'x'", "'5'", "'zz'", "11 stones"):
        assert part in said
    places = [(p.line, p.column or 0) for p in caught.value.problems]
    assert places == sorted(places)


def test_no_beginner() -> None:
    text = EXAMPLE.replace("0:", "9:")
    with pytest.raises(InvalidDealError, match="no stone 0 to decide who begins"):
        Deal.parse(text, unusual=True)
    assert Deal.parse(text + " first A", unusual=True).state().mover == 0


def test_unusual_must_be_asked_for() -> None:
    text = EXAMPLE.replace("dark", "stay").replace("8:", "9:")
    with pytest.raises(InvalidDealError, match="unusual"):
        Deal.parse(text)
    assert Deal.parse(text, unusual=True).ring[8].label == "9"


def test_objects_are_checked_like_texts() -> None:
    deal = random_deal(4, seed=1)
    with pytest.raises(InvalidDealError, match="B2: unknown stone 'q'"):
        Deal((deal.seats[0], (deal.seats[1][0], Stone("q", "even"), deal.seats[1][2]), *deal.seats[2:]))
    with pytest.raises(InvalidDealError, match="seat E cannot begin"):
        replace(deal, first=4)


@given(st.text(max_size=300))
def test_nonsense_never_ends_in_anything_but_our_errors(text: str) -> None:
    try:
        Deal.parse(text)
    except (DealFormatError, InvalidDealError) as error:
        assert str(error)
    else:
        raise AssertionError("nonsense was taken for a deal")


GAMES = given(games(unusual=True) | near_wins(), st.booleans(), st.sampled_from([0, 1, 24]))


@settings(max_examples=30)
@GAMES
def test_swaps_are_played_as_the_rules_say(game: Deal, no_undo: bool, left: int) -> None:
    """Every swap of two places: legal ones lead on, others say why they are none."""
    rules = Rules(no_undo=no_undo, limit=min(24, len(game.moves) + left))
    state = game.state(rules)
    legal = game.legal_moves_by(rules)
    over = in_order(state.ring) or state.turns >= rules.limit
    assert list(legal) == ([] if over else list(legal_moves(state, rules)))
    for own in state.places():
        for other in state.places():
            swap = Swap(own, other)
            if swap in legal:
                assert game.play(str(swap), rules=rules).state(rules) == play_unchecked(state, swap)
            else:
                with pytest.raises(IllegalMoveError, match=f"turn {state.turns + 1}, {swap}"):
                    game.play(swap, rules=rules)


def test_legal_swaps_are_a_property_that_knows_texts() -> None:
    deal = Deal.parse(EXAMPLE)
    assert deal.legal_moves == deal.legal_moves_by(Rules())
    assert all(swap in deal.legal_moves and str(swap) in deal.legal_moves for swap in deal.legal_moves)
    assert "A1-B1" not in deal.legal_moves and "no swap" not in deal.legal_moves
    knows = Knowledge.of(deal, deal.state().mover)
    assert knows.legal_moves == knows.legal_moves_by(Rules()) == deal.legal_moves


test_more_swaps_are_played = nightly_twin(GAMES, 60, test_swaps_are_played_as_the_rules_say)


@pytest.mark.parametrize(
    ("plain", "written"),
    [
        ("7:", "７："),
        ("1:", "\u200b1\u2060:\ufeff"),
        (" / ", "／"),
        ("at-least-3", "at\u2011least\u20123"),
        ("B2-A3", "B2→A3"),
        ("B2-A3", "Ｂ２⇒ａ３"),
        ("B2-A3", "B2 \u2212 A3\ufe0f"),
    ],
)
def test_signs_of_full_width_invisible_marks_and_arrows_are_read(plain: str, written: str) -> None:
    text = f"{EXAMPLE} moves B2-A3"
    assert plain in text
    assert Deal.parse(text.replace(plain, written)) == Deal.parse(text)
    if plain == "B2-A3":
        assert Swap.parse(written) == Swap.parse(plain)
        assert Swap.parse_line(f"{written}, {written}") == (Swap.parse(plain),) * 2
    assert Deal.parse("４‐０−17\u200e") == Deal.parse("4-0-17")
    assert Place.parse("Ｂ２") == Place.parse("B2")


@pytest.mark.parametrize("more", ["moves B1-A3", "first B", "4-0-18"])
def test_an_id_stands_alone(more: str) -> None:
    with pytest.raises(
        DealFormatError, match="line 3, column 1: '4-0-17' is not a stone: an id stands alone"
    ):
        Deal.parse(f"4-0-17 {more}", line=3)
    assert Deal.parse("4-0-17 # moves") == Deal.parse("4-0-17")


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("mark", ["", "\ufeff"])
def test_files_with_any_line_end_and_mark_hold_all_their_deals(end: str, mark: str, tmp_path: Path) -> None:
    file = tmp_path / "deals.txt"
    file.write_bytes(f"{mark}{EXAMPLE}{end}# two{end}4-0-17{end}".encode())
    deals = [entry.value for entry in reader().argument(str(file), io.BytesIO())]
    assert deals == [Deal.parse(EXAMPLE), Deal.parse("4-0-17")]
