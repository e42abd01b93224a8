"""Deals and swaps as people write them: read like the canonical text, or refused, never guessed."""

import io

import pytest
from hypothesis import given, strategies as st

from narabi_solver import (
    Deal,
    DealFormatError,
    Deck,
    InvalidDealError,
    MoveFormatError,
    Swap,
    random_deal,
    verify,
)
from narabi_solver.game import deal_files
from narabi_solver.game.entering import DealEntry
from narabi_solver.hidden.knowledge import Knowledge
from tests.narabi.samples import EXAMPLE
from tests.strategies import deals, games

SEATS = EXAMPLE.split(" / ")
cases = st.sampled_from([str, str.upper, str.lower, str.title])


@st.composite
def written(draw: st.DrawFn, deal: Deal) -> str:
    """Return a deal as somebody may write it down."""
    between = draw(st.sampled_from([" / ", " /\n", "\n", ",\n", ", ", ";", "  # one seat\n"]))
    stones = draw(st.sampled_from([" ", "\t", ", "] if between != ", " else [" "]))
    text = between.join(stones.join(map(str, seat)) for seat in deal.seats)
    if deal.first is not None:
        text += draw(st.sampled_from([" first ", "\nFirst "])) + "ABCDE"[deal.first]
    if deal.moves:
        text += draw(st.sampled_from([" moves ", "\nMoves ", "\nmoves\n"])) + line(draw, deal.moves)
    return draw(cases)(text)


def line(draw: st.DrawFn, swaps: tuple[Swap, ...]) -> str:
    dash = draw(st.sampled_from(["-", "", "x", " ", " - ", "–", "->"]))
    number = draw(st.sampled_from(["", "{}.", "{}. ", "{}) "]))
    words = [f"{number.format(turn)}{swap.own}{dash}{swap.other}" for turn, swap in enumerate(swaps, 1)]
    return draw(st.sampled_from([" ", ", ", "; ", "\n"] if number or dash != " " else [" ", ","])).join(words)


@given(st.data(), deals() | games())
def test_a_handwritten_deal_is_the_deal(data: st.DataObject, deal: Deal) -> None:
    text = data.draw(written(deal))
    assert Deal.parse(text) == deal
    (entry,) = deal_files.reader().lines(io.BytesIO(f"# a deal\n\n{text}\n\n# the end\n".encode()))
    assert (entry.value, entry.line) == (deal, 3)


@given(st.data(), games())
def test_a_handwritten_line_is_the_line(data: st.DataObject, deal: Deal) -> None:
    text = data.draw(cases)(data.draw(st.composite(lambda draw: line(draw, deal.moves))()))
    assert Swap.parse_line(text) == deal.moves


@given(st.lists(deals() | games(), min_size=2, max_size=4), st.data())
def test_deals_over_several_lines_in_one_file(all_deals: list[Deal], data: st.DataObject) -> None:
    text = "\n\n".join(data.draw(written(deal)) for deal in all_deals)
    assert [entry.value for entry in deal_files.reader().lines(io.BytesIO(text.encode()))] == all_deals


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (EXAMPLE.replace(" / ", " ").replace(" ", ", "), "12 seats with 12 stones"),
        ("\n".join(SEATS[:2]), "2 seats with 8 stones"),
        (EXAMPLE + "\n" + EXAMPLE, "line 2: a second deal where one was expected"),
        ("\n".join(SEATS * 2), "line 4: a second deal where one was expected"),
        ("\n".join(SEATS).replace("2-to-6", "2-to-7"), "line 3, column 3: unknown card '2-to-7'"),
        (EXAMPLE + "\nmoves 1. b4a2 3. c1b3", "line 2, column 18: c1b3 has the number 3, expected 2"),
        (EXAMPLE + " moves b4 a2 c1", "'c1' is not a swap"),
        (EXAMPLE + "\nmoves b4a2\nc1b9", "line 3, column 1: 'c1b9' is not a swap"),
        ("\n".join(SEATS) + "\nfirst\nmoves b4a2", "line 4, column 1: 'first' needs a seat"),
    ],
)
def test_what_is_not_clear_is_refused_at_its_place(text: str, said: str) -> None:
    with pytest.raises((DealFormatError, InvalidDealError)) as error:
        Deal.parse(text)
    assert said in str(error.value)


def test_a_broken_line_does_not_take_the_next_deal_with_it() -> None:
    broken = ["7:even", EXAMPLE.replace(" 7:even", ""), "hello", "moves_ b4a2"]
    text = "".join(f"{line}\n{EXAMPLE}\n" for line in broken)
    entries = list(deal_files.reader().lines(io.BytesIO(text.encode())))
    assert [entry.value and str(entry.value) for entry in entries] == [None, EXAMPLE] * 4


def test_names_that_differ_in_capital_letters_alone_are_two_cards() -> None:
    own = Deck.loads("[cards.any]\ncopies = 9\n[cards.Any]\ncopies = 9\nparity = 'odd'\n[cards.even]\n")
    found = {name: own.meant(name) for name in ("any", "Any", "ANY", "EVEN", "a", "x", "")}
    both = ("any", "Any")
    assert found == {
        "any": ("any",), "Any": ("Any",), "ANY": both, "EVEN": ("even",), "a": both, "x": (), "": (),
    }  # fmt: skip
    with pytest.raises(InvalidDealError, match="card 'ANY' may be any or Any"):
        Deal.parse(" / ".join([" ".join(f"{n}:ANY" for n in "0123")] * 3), deck=own)


def test_short_forms() -> None:
    deck = Deck.standard()
    for name, short in deck.short_forms.items():
        assert deck.meant(short) == (name,) and len(short) <= 4, (name, short)
        assert all(len(deck.meant(name[:n])) != 1 for n in range(1, min(len(short), len(name))))
    text = EXAMPLE
    for name, short in sorted(deck.short_forms.items(), key=lambda pair: -len(pair[0])):
        text = text.replace(f":{name} ", f":{short} ")
    assert Deal.parse(text) == Deal.parse(EXAMPLE) and len(text) < len(EXAMPLE) - 40
    with pytest.raises(InvalidDealError, match="line 1, column 46: card 'l' may be lower or left"):
        Deal.parse(EXAMPLE.replace("1:stay", "1:l"))


def test_stones_and_cards_in_words() -> None:
    lines = [
        "d higher, 2 at least three, d At-Most 6, 7 even # ours",
        "1 Stay, 3 3 away, 6 four away, 0 White",
        "8 two to six, 5 Dark, 4 2away, W:Left",
    ]
    for text in ("\n".join(lines), " / ".join(lines).replace(" # ours", "")):
        assert Deal.parse(text) == Deal.parse(EXAMPLE)
    entry = DealEntry(3).add(lines[0].split(" #")[0]).add(lines[1]).add(lines[2])
    assert entry.deal == Deal.parse(EXAMPLE)
    two = io.BytesIO(f"{lines[0]}\n{lines[1]}\n{lines[2]}\n\n{EXAMPLE}\n".encode())
    assert [one.value for one in deal_files.reader().lines(two)] == [Deal.parse(EXAMPLE)] * 2
    for text, said in (
        ("8 two to seven", "'to' is not a stone"),
        ("3 l", "column 3: card 'l' may be lower or left"),
    ):
        with pytest.raises((DealFormatError, InvalidDealError), match=said):
            Deal.parse("\n".join([text, *lines[1:]]))


def test_a_line_is_read_so_wherever_it_is_given() -> None:
    assert verify(Deal.parse(EXAMPLE), "1. b4a2, 2. C1xB3").swaps == Swap.parse_line("B4-A2 C1-B3")
    with pytest.raises(MoveFormatError, match="has the number 4, expected 2"):
        Swap.parse_line("1. B4-A2 4. C1-B3")


def test_two_seats_of_three_stones_are_a_deal_of_the_mini_game() -> None:
    one, two = "0 even 5 odd 1 odd / 4 even 3 two-away 2 three-away", "0:even 1:even 2:tw / 3:tw 4:th 5:odd"
    text = f"{one}\nfirst B\n{two}\n{EXAMPLE}\n"
    expected = [
        Deal.parse(one, deck=Deck.mini(), first=1),
        Deal.parse(two, deck=Deck.mini()),
        Deal.parse(EXAMPLE),
    ]
    read = [entry.value for entry in deal_files.reader().lines(io.BytesIO(text.encode()))]
    assert read == expected
    four = str(random_deal(4, 1))
    seats = four.split(" / ")
    assert Deal.parse(f"{seats[0]} / {seats[1]}\n/ {seats[2]} / {seats[3]}") == Deal.parse(four)
    assert Knowledge.parse(f"{one.replace('2 three-away', '2 ?')}", "A").deck == Deck.mini()


def test_somebody_who_waits_for_an_answer_gets_it_before_the_next_line() -> None:
    class Pipe(io.BytesIO):
        def readline(self, size: int | None = -1, /) -> bytes:
            asked.append(1)
            return super().readline(size)

    asked: list[int] = []
    entries = deal_files.reader().lines(Pipe(f"{EXAMPLE}\n{EXAMPLE}\n".encode()), live=True)
    assert next(entries).value == Deal.parse(EXAMPLE) and len(asked) == 1
