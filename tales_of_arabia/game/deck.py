"""Cards and decks.

A deck is read from a file. The built-in deck is the file ``data/tales.toml`` of this package. Your own deck
is a file in the same format, which `Deck.load` reads.
"""

from __future__ import annotations

import functools
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Self, TypeVar, cast

from _gamekit import toml_texts
from _gamekit.facts import Words
from _gamekit.problems import nearest, number_of
from _gamekit.toml_texts import TableReader, shown
from tales_of_arabia.game.errors import DeckFormatError, shorten

MAX_NAME = 40
MAX_WORDS = 20
NOT_IN_NAMES = ",;#"
"""Characters that separate names in a record or begin a comment."""
LAST_WORDS = ("open", "accepted", "refused")
"""Keywords that may follow a name in a record, so that no name may end with one."""


class Kind(Words):
    """The kind of a card."""

    BEING = "being"
    """A being that can tell a story within the story."""
    OTHER = "other"
    """A place, a thing or an event."""
    ENDING = "ending"
    """An ending of a story."""


@dataclass(frozen=True)
class Card:
    """A card. A deck contains each card once."""

    name: str
    """The card's name in records."""
    kind: Kind
    """The card's kind."""
    words: tuple[str, ...]
    """The words that allow an interruption with this card, or the text of an ending."""

    @property
    def is_ending(self) -> bool:
        """Whether the card is an ending, not a story card."""
        return self.kind is Kind.ENDING


def simplified(name: str) -> str:
    """Return the canonical form of a name: lower case, single spaces."""
    return " ".join(name.casefold().split())


@dataclass(frozen=True, repr=False)
class Deck:
    """The cards of a game, each of them once."""

    name: str
    """The name of the edition."""
    cards: tuple[Card, ...]
    """The cards, in the order of the file."""
    source: str = ""
    """Origin of the list of cards."""

    @functools.cached_property
    def _by_name(self) -> Mapping[str, Card]:
        return {card.name: card for card in self.cards}

    @functools.cached_property
    def _by_simple_name(self) -> Mapping[str, Card]:
        return {simplified(card.name): card for card in self.cards}

    def __repr__(self) -> str:
        return f"<Deck {self.name!r}: {number_of(len(self), 'card')}>"

    def __contains__(self, name: object) -> bool:
        return name in self._by_name

    def __iter__(self) -> Iterator[Card]:
        return iter(self.cards)

    def __len__(self) -> int:
        return len(self.cards)

    def __getitem__(self, name: str) -> Card:
        """Return the card with this exact name; raise KeyError if the deck has none."""
        return self._by_name[name]

    def find(self, text: str) -> Card | None:
        """Return the card with a given name, ignoring case and extra spaces.

        Parameters
        ----------
        text : str
            The name as typed.

        Returns
        -------
        Card or None
            The card; None if the deck has no card of this name.

        Examples
        --------
        >>> from tales_of_arabia import Deck
        >>> card = Deck.standard().find("Old  Woman")
        >>> card and card.name
        'old woman'
        """
        return self._by_simple_name.get(simplified(text))

    def near(self, text: str) -> str | None:
        """Return the card name most similar to a misspelled one.

        Parameters
        ----------
        text : str
            The name as typed.

        Returns
        -------
        str or None
            The name of a card; None if no name is similar.
        """
        found = nearest(simplified(text[: 2 * MAX_NAME]), list(self._by_simple_name))
        return None if found is None else self._by_simple_name[found].name

    @functools.cached_property
    def endings(self) -> frozenset[str]:
        """The names of the endings."""
        return frozenset(card.name for card in self.cards if card.is_ending)

    @classmethod
    def standard(cls) -> Self:
        """Return the built-in deck."""
        deck: Self = _standard(cast(Any, cls))
        return deck

    @classmethod
    def load(cls, path: str | Path) -> Self:
        """Read a deck from a TOML file.

        Parameters
        ----------
        path : str or Path
            The file. The format is explained at the top of the built-in deck,
            ``tales_of_arabia/data/tales.toml``.

        Returns
        -------
        Deck
            The deck.

        Raises
        ------
        DeckFormatError
            The file is not a deck; the message lists every problem.
        OSError
            The file cannot be read.
        """
        return toml_texts.load(path, "deck", cls.loads, DeckFormatError)

    @classmethod
    def loads(cls, text: str) -> Self:
        """Return the deck that a TOML text describes; see `load`.

        Parameters
        ----------
        text : str
            The text of a deck file.

        Returns
        -------
        Deck
            The deck.

        Raises
        ------
        DeckFormatError
            The text is not a deck; the message lists every problem.
        ArgumentError
            The argument is not a string.
        """
        return _Reader(text, DeckFormatError).deck(cls)

    def dumps(self) -> str:
        """Return the deck as the text of a deck file, which `loads` can read.

        Returns
        -------
        str
            The text.

        Raises
        ------
        DeckFormatError
            The deck contains a text that TOML cannot represent. A deck read from a file never does.
        """
        lines = ["[edition]", f"name = {_toml(self.name)}", f"source = {_toml(self.source)}", "", "[cards]"]
        for card in self.cards:
            lines.append(
                f"{_toml(card.name)} = {{ kind = {_toml(str(card.kind))}, words = {_toml(card.words)} }}"
            )
        return "\n".join(lines) + "\n"


def _toml(value: object) -> str:
    return toml_texts.written(value, DeckFormatError, "deck")


D = TypeVar("D", bound=Deck)


class _Reader(TableReader):
    """Parser of deck files; it collects all problems."""

    def deck(self, kind: type[D]) -> D:
        self.known(self.data, ("edition", "cards"), "the deck")
        edition = self.table("edition")
        self.known(edition, ("name", "source"), "[edition]")
        cards = tuple(self.card(name, entry) for name, entry in self.table("cards").items())
        if not self.data.get("cards"):
            self.wrong("no cards: a deck needs a table [cards] with a line for each card")
        self.refuse_twins(cards)
        name = self.text(edition, "name", "[edition]", default="own deck")
        source = self.text(edition, "source", "[edition]")
        if self.problems:
            self.fail()
        return kind(name, cards, source)

    def card(self, name: str, table: Any) -> Card:
        where = f"the card {shorten(name)}"
        if wrong := wrong_name(name):
            self.wrong(f"{where}: {wrong}")
        if not isinstance(table, dict):
            self.wrong(f'{where} must be like {{ kind = "being", words = ["…"] }}, not {shown(table)}')
            return Card(name, Kind.OTHER, ())
        self.known(table, ("kind", "words"), where)
        kind = table.get("kind")
        if kind not in list(Kind):
            given = f"not {shown(kind)}" if "kind" in table else "and is missing"
            self.wrong(f"kind of {where} must be 'being', 'other' or 'ending', {given}")
            kind = Kind.OTHER
        return Card(name, Kind(kind), self.words(table.get("words", [name]), where))

    def words(self, value: Any, where: str) -> tuple[str, ...]:
        if (
            not isinstance(value, list)
            or not 1 <= len(value) <= MAX_WORDS
            or not all(isinstance(word, str) and word.strip() and word.isprintable() for word in value)
        ):
            self.wrong(f"words of {where} must be a list of 1 to {MAX_WORDS} texts, not {shown(value)}")
            return ()
        return tuple(value)

    def refuse_twins(self, cards: Sequence[Card]) -> None:
        """Report names that differ only in capital letters, because records ignore case."""
        seen: dict[str, str] = {}
        for card in cards:
            first = seen.setdefault(simplified(card.name), card.name)
            if first != card.name:
                self.wrong(
                    f"the cards {shorten(first)} and {shorten(card.name)} differ only in capital letters"
                )


def wrong_name(name: str) -> str | None:
    """Return why a text cannot be the name of a card; None if it can."""
    if not name.isprintable() or not 1 <= len(name) <= MAX_NAME or name != " ".join(name.split()):
        return f"a name must be one line of 1 to {MAX_NAME} characters, with single spaces between words"
    if any(character in NOT_IN_NAMES for character in name):
        return "a name must not contain a comma, semicolon or #, which have other uses in records"
    if name.casefold().split()[-1] in LAST_WORDS:
        return f"a name must not end with {', '.join(LAST_WORDS[:-1])} or {LAST_WORDS[-1]}"
    return None


@functools.cache
def _standard(kind: Any) -> Any:
    return kind.loads((Path(__file__).parents[1] / "data" / "tales.toml").read_text("utf-8"))
