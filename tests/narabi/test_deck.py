"""The deck as data."""

import itertools
import re
from dataclasses import fields, replace
from pathlib import Path

import pytest
from hypothesis import example, given

from _gamekit.languages import languages_of
from narabi_solver import (
    Deal,
    Deck,
    DeckFormatError,
    InvalidDealError,
    random_deal,
    random_deals,
    solve,
    solve_many,
)
from narabi_solver.certify import referee
from narabi_solver.game.cards import CONDITIONS, Card
from narabi_solver.page.making import file_text
from tests.conftest import Run
from tests.strategies import CONDITION_VALUES, cards, odd_deal, odd_deals, printable


def test_the_built_in_deck() -> None:
    deck = Deck.standard()
    assert sum(card.copies for card in deck) == 15
    assert [card.name for card in deck if card.assumed] == ["at-most-6", "four-away"]
    assert all(card.source for card in deck)
    assert deck.colours_assumed and deck.white == (0, 2, 4, 6, 8)
    assert deck.colour("w") == "white" and deck.colour("d") == "dark"


def test_equal_decks_have_equal_hashes() -> None:
    deck = Deck.standard()
    again = replace(deck, cards=tuple(replace(card) for card in deck))
    assert again == deck and hash(again) == hash(deck)
    assert len({deck, again, replace(deck, colours_source="elsewhere")}) == 2


def test_assumptions_are_named_where_they_matter() -> None:
    deck = Deck.standard()
    assert deck.assumed({"even", "left"}) == ()
    assert deck.assumed({"white"}) == ("colours",)
    assert deck.assumed({"four-away", "dark", "at-most-6"}) == ("at-most-6", "four-away", "colours")


@given(odd_deals())
@example(odd_deal(["ab-"], 1))
@example(odd_deal(["ab-", "ab--"], 1))  # it was another deal, without a word
@example(odd_deal(["two", "two-first", "two-moves"], 2))
@example(odd_deal(["moves", "first", "m"], 3, 4, 3))  # "first D moves": no stone D with a card
def test_what_is_printed_of_cards_with_odd_names_is_read(deal: Deal) -> None:
    deck = Deck.loads(deal.deck.dumps())
    assert deck == deal.deck
    again = Deal.parse(str(deal), deck=deck)
    assert (str(again), again.state()) == (str(deal), deal.state())


def test_a_card_in_words_goes_before_the_first_of_its_words() -> None:
    """Where no printed deal has what follows."""
    deal = odd_deal(["two", "two-away"], 1)
    text = str(deal).replace("two-away", "two away")
    assert text != str(deal) and Deal.parse(text, deck=deal.deck) == Deal.parse(str(deal), deck=deal.deck)


OWN = """
[colours]
white = [1, 2]
[cards.low-neighbour]
seat = "left"
value = [0, 4]
copies = 11
source = "my copy"
[cards.far-white]
colour = "white"
distance = [5, 6]
"""


def test_own_deck_with_new_combinations() -> None:
    deck = Deck.loads(OWN)
    near, far = deck
    assert (near.copies, near.source, near.assumed) == (11, "my copy", False)
    assert near.fits_stone("0", "3", "dark") and not near.fits_stone("0", "5", "dark")
    assert near.fits_place(0, 5, 3) and not near.fits_place(0, 9, 3)
    assert far.distance == (5, 6) and deck.colour("2") == "white" and deck.colour("4") == "dark"
    assert deck.assumed({"far-white"}) == ()
    text = "/".join(" ".join(f"{s}:low-neighbour" for s in seat) for seat in ("0123", "4567", "8wd"))
    deal = Deal.parse(text + " d:far-white", deck=deck)
    assert (
        Deal.parse(str(deal), deck=deck)
        == deal
        != Deal.parse(str(deal), deck=Deck.loads(OWN + "[edition]\nname='x'"))
    )
    assert solve(deal).turns == 0


@given(cards())
def test_every_combination_can_be_written_in_a_deck_file(card: Card) -> None:
    text = replace(Deck.standard(), cards=(card,)).dumps()
    try:
        (read,) = Deck.loads(text)
    except DeckFormatError as error:
        assert "can never be played" in str(error)  # such as a value of 7 that is even
    else:
        assert read == card


@pytest.mark.parametrize("name", CONDITIONS)
def test_whatever_has_rules_for_conditions_has_this_one(name: str) -> None:
    values = CONDITION_VALUES.get(name, ())
    assert values, f"tests/strategies.py has no values for {name}"
    own = [Card("own", **{name: value}) for value in values]
    words = {str(card) for card in own}
    assert len(words) == len(values) and str(Card("any")) not in words, f"{name} has no words"
    assert name in referee.Conditions._fields, f"certify/referee.py has no {name}"
    assert re.search(rf"^  {name}: {{$", file_text("rules.js"), re.MULTILINE), f"rules.js has no {name}"
    for card in own:
        deck = replace(Deck.standard(), cards=(card,))
        assert Deck.loads(deck.dumps()) == deck, f"a deck file cannot ask for {name} as the program does"
        for players, ring in deck.stones:
            stones = [referee.Dealt(label, referee.Conditions(**card.conditions)) for label in ring]
            table = referee.Table(stones, deck.white, players, 0, None)
            for own_place, label in enumerate(ring):
                takes = {
                    i for i, other in enumerate(ring) if card.fits_stone(label, other, deck.colour(other))
                }
                assert table.takes[own_place] == takes, f"certify/referee.py has another {name} of stones"
            for place, reach in enumerate(table.reach[0]):
                there = [i for i in range(len(ring)) if card.fits_place(place, i, players)]
                assert reach == there, f"certify/referee.py has another {name} of places"


def test_conditions_are_the_fields_of_a_card_that_do_not_only_describe_it() -> None:
    assert {field.name for field in fields(Card)} - {"name", "copies", "source", "assumed"} == {*CONDITIONS}


BAD = {
    "not TOML": "[cards",
    "no cards": "",
    "unknown key 'color'": "[cards.x]\ncolor = 'white'",
    "unknown key 'card'": "[card.x]",
    "must be 'white' or 'dark', not 'red'": "[cards.x]\ncolour = 'red'",
    "parity in [cards.x] must be": "[cards.x]\nparity = 2",
    "value in [cards.x] must be [low, high]": "[cards.x]\nvalue = [5, 2]",
    "with 0 <= low <= high <= 9, not 3": "[cards.x]\nvalue = 3",
    "from 1 to 7, not 8": "[cards.x]\ndistance = 8",
    "from 1 to 7, not []": "[cards.x]\ndistance = []",
    "from 1 to 4, not [0]": "[cards.x]\nseat = [0]",
    "'left', 'right' or a list": "[cards.x]\nseat = 'up'",
    "from 1 to 99, not 0": "[cards.x]\ncopies = 0",
    "must be true or false": "[cards.x]\nnever = 1",
    "never = true cannot be combined": "[cards.x]\nnever = true\nparity = 'odd'",
    "can never be played": "[cards.x]\nparity = 'odd'\nvalue = [4, 4]",
    "can never be played: no stone fits 'any stone exactly 7": "[cards.x]\nseat = 'left'\ndistance = 7",
    "not [3, 15]": "[cards.x]\ncopies = [3, 15]",
    "source in [edition] must be one line of printable text": "[edition]\nsource = 5\n[cards.x]",
    "12 stones: a 0": "[stones]\n3 = '1 2 3 4 5 6 7 8 9 w d d'\n4 = '0 1 2 3 4 5 6 7 8 w d d'\n"
    "5 = '0 1 2 3 4 5 6 7 8 9 w w d d d'\n[cards.x]",
    "a card's name": "[cards.'two words']",
    "must be a table, not 3": "[cards]\nx = 3",
    "cards must be a table": "cards = 3",
    "white in [colours]": "[colours]\nwhite = [10]\n[cards.x]",
    "[stones] has no key 4": "[stones]\n3 = '0 1 2 3 4 5 6 7 8 w d d'\n[cards.x]",
    "must list 12 stones": "[stones]\n3 = '0 0 1'\n4 = '0'\n5 = '0'\n[cards.x]",
    "source in [cards.x] must be one line of printable text": "[cards.x]\nsource = 1",
    "257 different cards: a deck has at most 256": "".join(f"[cards.c{i}]\n" for i in range(257)),
}


@pytest.mark.parametrize("message", BAD)
def test_bad_decks(message: str) -> None:
    with pytest.raises(DeckFormatError) as caught:
        Deck.loads(BAD[message])
    assert message in str(caught.value)


def test_a_deck_of_the_most_cards_is_solved() -> None:
    deck = Deck.loads("".join(f"[cards.c{i}]\n" for i in range(256)))
    deals = list(itertools.islice(random_deals(3, seed=1, deck=deck), 80))
    assert deals == [random_deal(3, 1, i, deck=deck) for i in range(80)]
    assert max(deck.cards.index(deck[stone.card]) for deal in deals for stone in deal.ring) == 255
    assert [answer.turns for answer in solve_many(deals)] == [solve(deal).turns for deal in deals]


@pytest.mark.parametrize("name", ["only", "from-to", "away", "and"])
def test_a_card_of_any_name_keeps_it_in_every_language(name: str) -> None:
    """These words are in the tables of texts, where names are composed of them."""
    card = Deck.loads(f"base = 'standard'\n[cards.{name}]\nvalue = [0, 5]\n")[name]
    for language in languages_of("narabi_solver").values():
        assert card.called(language) == name


def test_a_built_in_name_is_translated_only_with_its_conditions() -> None:
    own = Deck.loads("""base = 'standard'
cards.white = { colour = 'dark' }
cards.two-away = { distance = 3 }
cards.stay = { parity = 'odd' }
""")
    for name, language in languages_of("narabi_solver").items():
        for card in Deck.standard():
            assert card.called(language) == language.text(f"name.{card.name}"), name
        for changed in ("white", "two-away", "stay"):
            assert own[changed].called(language) == changed
        assert own["dark"].called(language) == language.text("name.dark")


def test_an_unknown_card_names_those_of_the_deck() -> None:
    text = str(random_deal(3, 1)).replace(":", ":zz")
    own = Deck.loads("".join(f"[cards.own-{number}]\n" for number in range(25)))
    with pytest.raises(InvalidDealError) as caught:
        Deal.parse(text, deck=own)
    message = str(caught.value)
    assert "the deck has own-0, own-1, " in message and "own-19 and 5 more" in message
    assert message.count("the deck has") == 1 and "narabi cards" not in message
    with pytest.raises(InvalidDealError, match="'narabi cards' lists them all"):
        Deal.parse(text.replace(":zz", ":" + 20 * "z"))


def test_all_that_is_wrong_is_named() -> None:
    with pytest.raises(DeckFormatError) as caught:
        Deck.loads("[cards.x]\ncolour = 'red'\ncopies = 0\nfoo = 1\n[bar]")
    assert len(caught.value.problems) == 4


def test_bad_files(tmp_path: Path) -> None:
    binary, large = tmp_path / "binary", tmp_path / "large"
    binary.write_bytes(b"\xff\x00")
    large.write_bytes(b"#" * 2_000_000)
    for path, message in ((binary, "not a text file"), (large, "too large for a deck file")):
        with pytest.raises(DeckFormatError, match=message):
            Deck.load(path)
    with pytest.raises(OSError):
        Deck.load(tmp_path / "missing")


@given(printable, printable, printable)
@example("Narabi \N{DOMINO TILE HORIZONTAL-06-06}", '"""', "\\u0041 \\")
@example("'", "x" * 1980, '"' * 980)
def test_any_text_survives(name: str, colours_source: str, source: str) -> None:
    card = replace(Card("own"), source=source)
    deck = replace(Deck.standard(), name=name, colours_source=colours_source, cards=(card,))
    assert Deck.loads(deck.dumps()) == deck


@pytest.mark.parametrize("text", ["\ud83d", "a\nb", "\x7f", "\0", "\x9f", "\u2028"])
def test_what_is_no_text_of_one_line_is_neither_read_nor_written(text: str) -> None:
    for deck in (f"[edition]\nname = '{text}'\n[cards.x]", f"[cards.x]\nsource = '{text}'"):
        with pytest.raises(DeckFormatError) as caught:
            Deck.loads(deck)
        assert str(caught.value).isprintable()
    with pytest.raises(DeckFormatError, match="cannot be written"):
        replace(Deck.standard(), name=text).dumps()


def test_a_name_of_half_a_character_is_refused_in_words_that_can_be_printed() -> None:
    with pytest.raises(DeckFormatError, match="a card's name") as caught:
        Deck.loads("[cards.'\ud83d']")
    assert str(caught.value).isprintable()


def test_a_text_too_long_for_a_line_is_refused() -> None:
    """In several lines it can be read, and could not be written."""
    lines = "\\\n".join(["x" * 1000] * 2)
    with pytest.raises(DeckFormatError, match="source in .cards.x. must fit on a line"):
        Deck.loads(f'[cards.x]\nsource = """{lines}"""')
    with pytest.raises(DeckFormatError, match="name in .edition. must fit on a line"):
        Deck.loads("[edition]\nname = '" + '"' * 1500 + "'\n[cards.x]")


CHANGED = """
base = "standard"
[colours]
white = [1, 2, 5]
[cards.low-left]
value = [0, 4]
seat = "left"
[cards.four-away]
copies = 0
[cards.odd]
copies = 2
[cards.even]
parity = "even"
colour = "dark"
"""


def test_a_deck_file_with_a_base_names_only_what_differs() -> None:
    deck, usual = Deck.loads(CHANGED), Deck.standard()
    assert deck.white == (1, 2, 5) and not deck.colours_assumed
    assert [card.name for card in deck] == [
        *(card.name for card in usual if card.name != "four-away"),
        "low-left",
    ]
    assert (deck["odd"].copies, deck["odd"].parity, deck["odd"].source) == (2, "odd", usual["odd"].source)
    assert (deck["even"].colour, deck["even"].source) == ("dark", "")
    assert Deck.loads("base = 'standard'") == replace(usual, name="own deck")
    alone = Deck.loads("base = 'standard'\n[cards.low]\nvalue = [0, 4]\n")
    assert alone.cards == (*usual.cards, Card("low", value=(0, 4)))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("base = 'mini'", "base must be 'standard' or be left out, not 'mini'"),
        ("base = 'standard'\n[cards.new]\ncopies = 0", "copies in [cards.new] must be a whole number from 1"),
        ("[cards.odd]\ncopies = 0", "copies in [cards.odd] must be a whole number from 1"),
    ],
)
def test_what_a_deck_file_with_a_base_may_not_say(text: str, message: str) -> None:
    with pytest.raises(DeckFormatError, match=re.escape(message)):
        Deck.loads(text)


@given(odd_deals())
@example(odd_deal(["two", "even"], 1))
def test_a_link_holds_every_deck(deal: Deal) -> None:
    deck = deal.deck
    if any(card.name.isdigit() for card in deck):
        with pytest.raises(DeckFormatError, match="a link cannot hold a card called"):
            deck.to_link()
    else:
        assert Deck.from_link(deck.to_link()) == deck


@pytest.mark.parametrize("deck", [Deck.standard(), Deck.mini(), Deck.loads(OWN), Deck.loads(CHANGED)])
def test_a_link_is_read_wherever_it_stands(deck: Deck) -> None:
    link = deck.to_link()
    assert re.fullmatch(r"deck=[A-Za-z0-9_-]+", link)
    for text in (link, f"#{link}", f"https://example.org/?a=b#deal=4-0-17&{link}&undo=next"):
        assert Deck.from_link(text) == deck
    assert len(Deck.loads(CHANGED).to_link()) < 300, "only what differs"


@pytest.mark.parametrize("link", ["", "deal=4-0-17", "deck=", "deck=a", "deck=W10", "deck=eyJ4IjoxfQ"])
def test_a_damaged_link_is_refused(link: str) -> None:
    with pytest.raises(DeckFormatError):
        Deck.from_link(link)


def test_the_deck_is_printed_as_a_file_and_as_a_link(narabi_here: Run, tmp_path: Path) -> None:
    file = tmp_path / "deck.toml"
    file.write_text(CHANGED)
    deck = Deck.load(file)
    printed = narabi_here("cards", "--deck", str(file), "--toml")
    assert Deck.loads(printed.stdout) == deck
    link = narabi_here("cards", "--deck", str(file), "--link").stdout.strip()
    assert Deck.from_link(link) == deck
    assert narabi_here("cards", "--deck", f"#{link}", "--toml").stdout == printed.stdout
    assert narabi_here("cards", "--toml", "--link").returncode == 2
