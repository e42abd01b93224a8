"""Decks: the built-in one, files of one's own, and everything that can be wrong with them."""

from __future__ import annotations

from pathlib import Path

import pytest

from tales_of_arabia import Deck, DeckFormatError, Kind
from tests.tales.games import SMALL


def test_the_built_in_deck() -> None:
    deck = Deck.standard()
    kinds = [card.kind for card in deck]
    assert [kinds.count(kind) for kind in (Kind.BEING, Kind.OTHER, Kind.ENDING)] == [24, 40, 32]
    assert all(len(card.words) == 1 for card in deck if card.is_ending)
    assert "king" in deck and deck["king"].kind is Kind.BEING and deck.find("nobody") is None


@pytest.mark.parametrize("deck", [Deck.standard(), SMALL])
def test_written_and_read_again(deck: Deck) -> None:
    assert Deck.loads(deck.dumps()) == deck


BAD = {
    "not TOML": "[cards",
    "no cards: a deck needs a table [cards]": "[edition]\nname = 'x'",
    "unknown key 'colours' in the deck": "[colours]\n[cards]\na = { kind = 'being' }",
    "cards must be a table [cards], not 3": "cards = 3",
    "kind of the card 'a' must be 'being', 'other' or 'ending', not 'x'": "[cards]\na = { kind = 'x' }",
    "kind of the card 'a' must be 'being', 'other' or 'ending', and is missing": "[cards]\na = {}",
    "unknown key 'copies' in the card 'a'": "[cards]\na = { kind = 'being', copies = 2 }",
    "words of the card 'a' must be a list of 1 to 20 texts, not []": "[cards]\na = {kind='being', words=[]}",
    "words of the card 'a' must be a list of 1 to 20 texts, not 'b'": "[cards]\na={kind='being', words='b'}",
    "the card 'a, b': a name must not contain a comma": "[cards]\n'a, b' = { kind = 'being' }",
    "the card 'half  open': a name must be one line": "[cards]\n'half  open' = { kind = 'being' }",
    "the card 'half open': a name must not end with open": "[cards]\n'half open' = { kind = 'being' }",
    "the cards 'a' and 'A' differ only in capital letters": "[cards]\na={kind='being'}\nA={kind='being'}",
    "the card 'a' must be like": "[cards]\na = 1",
}


@pytest.mark.parametrize("message", BAD)
def test_bad_decks(message: str) -> None:
    with pytest.raises(DeckFormatError) as caught:
        Deck.loads(BAD[message])
    assert message in str(caught.value)


def test_all_problems_of_a_file_are_named(tmp_path: Path) -> None:
    path = tmp_path / "deck.toml"
    path.write_text("[edition]\nyear = 1\n[cards]\na = 1\nb = { kind = 2 }\n")
    with pytest.raises(DeckFormatError) as caught:
        Deck.load(path)
    assert len(caught.value.problems) == 3 and all(str(path) in str(one) for one in caught.value.problems)
