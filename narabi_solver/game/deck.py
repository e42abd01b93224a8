"""The deck: the restriction cards, the colours of the numbers, and the stones in the ring.

A deck is data. The built-in deck is the file ``data/narabi.toml`` of this package. A user's deck is a file in
the same format (`Deck.load`).
"""

from __future__ import annotations

import base64
import functools
import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, NoReturn, Self, TypeVar, cast

from _gamekit import checks, toml_texts
from _gamekit.addresses import unpacked
from _gamekit.problems import number_of
from _gamekit.toml_texts import TableReader, shown
from narabi_solver.game.cards import (
    BLANKS,
    CONDITIONS,
    MAX_COPIES,
    NUMBERS,
    RING_SIZES,
    SEAT_COUNTS,
    Card,
    different_integers,
    in_file,
)
from narabi_solver.game.errors import ArgumentError, DeckFormatError, read_json, shorten

MAX_NAME = 40
MAX_CARDS = 256
MAX_LINK = 2 * toml_texts.MAX_BYTES
"""Largest number of characters of a deck in a link."""
_FLAGS = re.ASCII | re.IGNORECASE | re.MULTILINE
_NUMBERS = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine")
_SPACE = r"\t-\r\x1c- \x85\xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000"
"""The characters for which `str.isspace` is true, as a character class of Python and of JavaScript."""
_CARD_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9_.+-]*\Z")
_CARD_KEYS = (*CONDITIONS, "copies", "source", "assumed")
_OWN_NAME = "own deck"
_IN_LINK = re.compile(r"(?:^|[#&?])deck=([A-Za-z0-9_-]+)")


def _spelling(name: str) -> str:
    """Return a pattern, for Python and for JavaScript, of the abbreviations of a name: see `Deck.meant`."""
    parts = name.split("-")
    each = [] if "" in parts else ["-?".join(map(_beginning, parts)), _in_words(name, "-*")]
    return "|".join([_beginning(name), *each])


def _in_words(name: str, between: str) -> str:
    """Return a pattern of a name in which numbers may be words or digits: `two to six`, `3 away`."""
    figures = {word: figure for figure, word in enumerate(_NUMBERS)}
    either = {str(figure): f"(?:{figure}|{word})" for word, figure in figures.items()}
    either |= {word: either[str(figure)] for word, figure in figures.items()}
    return between.join(either.get(part, re.escape(part)) for part in name.split("-"))


def words_pattern(names: str, cards: str) -> str:
    """Return a pattern of a card in one or several words, after a colon or after its stone.

    The pattern is valid in Python and in JavaScript, and ignores the case of ASCII letters. It has five
    groups: the colon and the card; or the stone, the space and the card. The pattern also matches a colon
    with a complete name, as in printed deals, or with any other word. In these two cases no group matches.
    """
    card, space, end = f"({cards}|\\?)", "[ \\t]", f"(?=[{_SPACE}/,;#]|$)"
    keyword = f"(?:first|moves){end}"
    printed = f":{space}*(?:{names}){end}(?=[{_SPACE}]*(?:[/,;#]|$|[0-9wd]{space}*:|{keyword}))"
    other = f":{space}*[^{_SPACE}/:,;]+"
    apart = f"(?<![^{_SPACE}/,;])([0-9wd])({space}+)(?!{keyword}){card}{end}"
    return f"{printed}|(:{space}*){card}{end}|{other}|{apart}"


def _beginning(text: str) -> str:
    """Return a regular expression that matches any non-empty prefix of a text."""
    escaped = [re.escape(character) for character in text]
    return "(?:".join(escaped) + ")?" * (len(escaped) - 1)


def _abbreviations(name: str) -> list[str]:
    """Return some abbreviations of a name, shortest first, with the name itself last."""
    first, *others = name.split("-")
    initials = "".join(part[:1] for part in others)
    abbreviations = {first[:length] + rest for length in range(1, len(first) + 1) for rest in ("", initials)}
    return [*sorted(abbreviations, key=lambda text: (len(text), text != name[: len(text)], text)), name]


@checks.checked_fields
@dataclass(frozen=True)
class Deck:
    """Restriction cards, the colours of the numbers, and the stones in the ring.

    Raises
    ------
    ArgumentError
        Two cards have the same name, there are too many cards, `white` is not different numbers, or `stones`
        are not rings.
    """

    name: str
    """The name of the edition."""
    cards: tuple[Card, ...]
    """The cards, in the order of the file."""
    white: tuple[int, ...]
    """The numbers on white stones; the other numbers are on dark stones."""
    stones: tuple[tuple[int, str], ...]
    """Pairs of a number of players and the stones in the ring, as a text of one character for each stone."""
    colours_source: str = ""
    """The source that documents the colours; empty if there is none."""
    colours_assumed: bool = False
    """True if no known source names the colours, so that the colours are an assumption."""

    def __post_init__(self) -> None:
        names = [card.name for card in self.cards]
        twice = next((name for name in names if names.count(name) > 1), None)
        if twice is not None:
            raise ArgumentError(f"two cards are called {shorten(twice)}; give each card a name of its own")
        if len(names) > MAX_CARDS:
            raise ArgumentError(_too_many(len(names)))
        white = _white(list(self.white))
        if white is None:
            raise ArgumentError(f"white must be different whole numbers from 0 to 9, not {self.white}")
        object.__setattr__(self, "white", white)
        tables = [players for players, _ in self.stones]
        for players, stones in self.stones:
            if tables.count(players) > 1 or players not in RING_SIZES:
                raise ArgumentError(
                    f"stones must name different numbers of players from {min(RING_SIZES)} to "
                    f"{max(RING_SIZES)}, not {tables}"
                )
            if not _is_ring(stones, RING_SIZES[players]):
                raise ArgumentError(_no_ring(players, stones))

    def __hash__(self) -> int:
        """Return a hash of a few fields only: caches hash a deck at every look-up, and decks are few."""
        return hash((self.name, self.white, len(self.cards)))

    def __repr__(self) -> str:
        return f"<Deck {self.name!r}: {number_of(sum(card.copies for card in self.cards), 'card')}>"

    @functools.cached_property
    def _by_name(self) -> Mapping[str, Card]:
        return {card.name: card for card in self.cards}

    def __contains__(self, name: object) -> bool:
        return name in self._by_name

    def __iter__(self) -> Iterator[Card]:
        return iter(self.cards)

    def __getitem__(self, name: str) -> Card:
        """Return the card of this name; KeyError if the deck has none."""
        return self._by_name[name]

    def meant(self, text: str) -> tuple[str, ...]:
        """Return the names of the cards that a text may mean.

        Parameters
        ----------
        text : str
            A name or an abbreviation, in small or capital letters. An abbreviation is a beginning of each
            part of the name (``al3``, ``at-l-3``) or of the whole name (``hi``). Numbers may be digits or
            words (``two-to-six``, ``3away``).

        Returns
        -------
        tuple of str
            The names: one if the text is unambiguous, none if it fits no card. The exact name of a card means
            only that card.

        Examples
        --------
        >>> from narabi_solver import Deck
        >>> Deck.standard().meant("AL3"), Deck.standard().meant("l")
        (('at-least-3',), ('lower', 'left'))
        """
        if text in self:
            return (text,)
        names = [card.name for card in self.cards]
        same = tuple(name for name in names if name.lower() == text.lower())
        return same or tuple(
            name for name, pattern in self.spellings.items() if re.fullmatch(pattern, text.lower())
        )

    @functools.cached_property
    def spellings(self) -> Mapping[str, str]:
        """For each name of a card, a pattern of the name's abbreviations, for Python and for JavaScript."""
        return {card.name: _spelling(card.name.lower()) for card in self.cards}

    @functools.cached_property
    def words(self) -> re.Pattern[str]:
        """A pattern that finds cards, and stones with cards, written in words; see `notation.with_colons`."""
        names = sorted((card.name.lower() for card in self.cards), key=len, reverse=True)
        words = [_in_words(name, r"[ \t-]*") for name in names if all(name.split("-")) and "-" in name]
        cards = "|".join([*words, *self.spellings.values()])
        return re.compile(words_pattern("|".join(map(re.escape, names)), cards), _FLAGS)

    @functools.cached_property
    def short_forms(self) -> Mapping[str, str]:
        """For each name of a card, its shortest unambiguous abbreviation, or else the name itself."""
        return {
            card.name: next(text for text in _abbreviations(card.name) if self.meant(text) == (card.name,))
            for card in self.cards
        }

    @checks.trusting
    def colour(self, stone: str) -> str:
        """Return the colour of a stone.

        Parameters
        ----------
        stone : str
            A digit, "w" (white blank) or "d" (dark blank).

        Returns
        -------
        str
            "white" or "dark".
        """
        if stone in BLANKS:
            return "white" if stone == "w" else "dark"
        return "white" if int(stone) in self.white else "dark"

    @functools.cached_property
    def tables(self) -> tuple[int, ...]:
        """The numbers of players for which the deck lists stones: 3, 4, 5, and 2 if it has the mini game."""
        return tuple(players for players, _ in self.stones)

    @property
    def table_words(self) -> str:
        """The numbers of players in words, for example "3, 4 or 5"."""
        *first, last = map(str, self.tables)
        return f"{', '.join(first)} or {last}"

    def ring_stones(self, players: int) -> str:
        """Return the stones in the ring for a number of players, one character for each stone.

        Parameters
        ----------
        players : int
            One of `tables`.

        Returns
        -------
        str
            The stones.

        Raises
        ------
        ArgumentError
            The deck lists no stones for this number of players.
        """
        if players not in self.tables:
            raise ArgumentError(f"players must be {self.table_words}, not {players!r}")
        return dict(self.stones)[players]

    def assumed(self, names: Mapping[str, object] | set[str]) -> tuple[str, ...]:
        """Return the assumed cards among the given ones, and "colours" if a given card needs assumed colours.

        Parameters
        ----------
        names : mapping or set of str
            Names of the given cards; of a mapping, the keys.

        Returns
        -------
        tuple of str
            The names of the assumed cards in the order of the deck, and then "colours".
        """
        cards = [card for card in self.cards if card.name in names]
        colours = self.colours_assumed and any(card.colour for card in cards)
        return tuple(card.name for card in cards if card.assumed) + (("colours",) if colours else ())

    @classmethod
    def standard(cls) -> Self:
        """Return the built-in deck."""
        deck: Self = _built_in(cast(Any, cls), "narabi.toml")
        return deck

    @classmethod
    def mini(cls) -> Self:
        """Return the deck of the mini game: two players, six stones, for programs that learn."""
        deck: Self = _built_in(cast(Any, cls), "mini.toml")
        return deck

    @classmethod
    def of(cls, players: int) -> Self:
        """Return the built-in deck for a number of players.

        Parameters
        ----------
        players : int
            Number of players, 2 to 5.

        Returns
        -------
        Deck
            `Deck.mini` for two players, else `Deck.standard`.

        Raises
        ------
        ArgumentError
            There is no game for this number of players.
        """
        mini = cls.mini()  # lists the stones of every table
        if players not in mini.tables:
            raise ArgumentError(f"players must be {mini.table_words}, not {players!r}")
        return mini if players == 2 else cls.standard()

    @classmethod
    def load(cls, path: str | Path) -> Self:
        """Return the deck of a TOML file.

        Parameters
        ----------
        path : str or Path
            The file. Its format is explained at the top of the built-in deck,
            ``narabi_solver/data/narabi.toml``.

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

    def dumps(self) -> str:
        """Return the text of a deck file, from which `loads` returns the same deck.

        Returns
        -------
        str
            The text.

        Raises
        ------
        DeckFormatError
            A string in this deck cannot be written to a deck file. No deck that was read from a file has such
            strings.
        """
        lines = ["[edition]", _line("name", self.name), "[stones]"]
        lines += [_line(str(players), " ".join(stones)) for players, stones in self.stones]
        lines += ["[colours]", _line("white", self.white), _line("source", self.colours_source)]
        lines += [_line("assumed", self.colours_assumed)]
        for card in self.cards:
            lines.append(f"[cards.{_toml(card.name)}]")
            lines += [_line(key, value) for key, value in _entry(card).items()]
        return "\n".join(lines) + "\n"

    def to_link(self) -> str:
        """Return the deck as a part of the page's address; `from_link` reads such a part.

        Returns
        -------
        str
            Text like ``deck=eyJiYXNl...``: the data of a deck file as JSON, in the alphabet of base 64 for
            addresses. The text holds only the differences from the built-in deck if the order of the cards
            allows that.

        Raises
        ------
        DeckFormatError
            The name of a card is a whole number, so that the page would sort the card before all other cards;
            or the deck is too long for a link.
        """
        self._check_for_link()
        text = json.dumps(self._changes(), ensure_ascii=False, separators=(",", ":"))
        try:
            short = _Reader(text, DeckFormatError, _of_link).deck(Deck) == self
        except DeckFormatError:
            short = False
        if not short:
            text = json.dumps(self._whole(), ensure_ascii=False, separators=(",", ":"))
        link = base64.urlsafe_b64encode(text.encode()).decode().rstrip("=")
        if len(link) > MAX_LINK:
            raise DeckFormatError(
                f"this deck is too long for a link: {len(link):,} characters, at most {MAX_LINK:,}; shorten "
                "its sources, or give the deck as a file"
            )
        return f"deck={link}"

    @classmethod
    def from_link(cls, link: str) -> Self:
        """Return the deck that a link to the page contains.

        Parameters
        ----------
        link : str
            An address with a part ``deck=...``, or that part alone.

        Returns
        -------
        Deck
            The deck.

        Raises
        ------
        DeckFormatError
            The link contains no valid deck; the message lists every problem.

        Examples
        --------
        >>> from narabi_solver import Deck
        >>> deck = Deck.loads('base = "standard"')
        >>> Deck.from_link("https://example.org/narabi/#deal=4-0-17&" + deck.to_link()) == deck
        True
        """
        parts: list[str] = _IN_LINK.findall(link.rpartition("#")[2])
        if not parts:
            raise DeckFormatError("this link holds no deck: a part like deck=eyJiYXNl... is missing")
        if len(parts) > 1:
            raise DeckFormatError(f"this link holds {len(parts)} decks: leave one part deck=...")
        if len(parts[0]) > MAX_LINK:
            raise DeckFormatError(f"the deck in this link is too long: at most {MAX_LINK:,} characters")
        try:
            text = unpacked(parts[0]).decode()
        except ValueError:
            raise DeckFormatError("the deck in this link is damaged: copy the whole link") from None
        deck = _Reader(text, DeckFormatError, _of_link).deck(cls)
        deck._check_for_link()
        return deck

    def _check_for_link(self) -> None:
        """Raise DeckFormatError if a card's name is a whole number: JavaScript would sort that card first."""
        numbers = [card.name for card in self.cards if card.name.isdigit()]
        if numbers:
            raise DeckFormatError(
                f"a link cannot hold a card called {numbers[0]}: its name must have a letter or another sign"
            )

    def _whole(self) -> dict[str, Any]:
        """Return the data of a deck file."""
        return {
            "edition": {"name": self.name},
            "stones": {str(players): stones for players, stones in self.stones},
            "colours": self._colours(),
            "cards": {card.name: _entry(card) for card in self.cards},
        }

    def _changes(self) -> dict[str, Any]:
        """Return the data of a deck file that lists only the differences from the built-in deck."""
        whole, usual = self._whole(), {**Deck.standard()._whole(), "edition": {"name": _OWN_NAME}}
        before, changed = usual["cards"], {}
        for name, entry in whole["cards"].items():
            if name in before and {**before[name], "copies": entry["copies"]} == entry:
                changed[name] = {"copies": entry["copies"]}
            else:
                changed[name] = {key: value for key, value in entry.items() if (key, value) != ("copies", 1)}
        kept = [name for name in before if before[name] == whole["cards"].get(name)]
        whole["cards"] = {name: entry for name, entry in changed.items() if name not in kept}
        whole["cards"] |= {name: {"copies": 0} for name in before if name not in changed}
        return {"base": "standard"} | {
            key: part for key, part in whole.items() if part and part != usual[key]
        }

    def _colours(self) -> dict[str, Any]:
        table = {"white": list(self.white), "source": self.colours_source, "assumed": self.colours_assumed}
        return {key: value for key, value in table.items() if value or key == "white"}

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


def _of_link(text: str) -> Any:
    """Return the data of JSON as JavaScript reads it: 1.0 is a whole number, and NaN is not JSON."""

    def number(written: str) -> int | float:
        value = float(written)
        return int(value) if value.is_integer() else value

    def refuse(written: str) -> NoReturn:
        raise json.JSONDecodeError(f"{written} is not a number", text, text.find(written))

    return read_json(text, parse_float=number, parse_constant=refuse)


def _entry(card: Card) -> dict[str, Any]:
    """Return a card as a table of a deck file."""
    return {
        key: in_file(value) for key in _CARD_KEYS if (value := getattr(card, key)) not in (None, False, "")
    }


def _toml(value: object) -> str:
    return toml_texts.written(value, DeckFormatError, "deck")


def _line(key: str, value: object) -> str:
    return f"{key} = {_toml(value)}"


D = TypeVar("D", bound=Deck)


class _Reader(TableReader):
    """Reads a deck from text and collects every problem."""

    def deck(self, kind: type[D]) -> D:
        self.known(self.data, ("base", "edition", "stones", "colours", "cards"), "the deck")
        base = self.data.get("base")
        if "base" in self.data and base != "standard":
            self.wrong(f"base must be 'standard' or be left out, not {shown(base)}")
        edition = self.table("edition")
        self.known(edition, ("name", "source"), "[edition]")
        self.text(edition, "source", "[edition]")
        colours = self.table("colours")
        white, colours_source, colours_assumed = self.colours(colours)
        stones = self.stones(self.table("stones"))
        usual = {card.name: card for card in Deck.standard()} if base == "standard" else {}
        given = {name: self.card(name, entry, usual.get(name)) for name, entry in self.table("cards").items()}
        cards = tuple(card for card in (usual | given).values() if card is not None)
        if not usual and not given or not cards and not self.problems:
            self.wrong('no cards: a deck needs a table [cards.NAME], or base = "standard"')
        if len(cards) > MAX_CARDS:
            self.wrong(_too_many(len(cards)))
        if not self.problems:
            deck = kind(
                name=self.text(edition, "name", "[edition]", default=_OWN_NAME),
                cards=cards,
                white=white,
                stones=stones,
                colours_source=colours_source,
                colours_assumed=colours_assumed,
            )
            self.reject_impossible(deck)
        if self.problems:
            self.fail()
        return deck

    def colours(self, table: dict[str, Any]) -> tuple[tuple[int, ...], str, bool]:
        if "colours" not in self.data:
            standard = Deck.standard()
            return standard.white, standard.colours_source, standard.colours_assumed
        self.known(table, ("white", "source", "assumed"), "[colours]")
        white = table.get("white")
        numbers = _white(white)
        if numbers is None:
            self.wrong(f"white in [colours] must be different whole numbers from 0 to 9, not {shown(white)}")
        return (
            numbers or (),
            self.text(table, "source", "[colours]"),
            self.flag(table, "assumed", "[colours]"),
        )

    def stones(self, table: dict[str, Any]) -> tuple[tuple[int, str], ...]:
        if "stones" not in self.data:
            return Deck.standard().stones
        self.known(table, tuple(map(str, RING_SIZES)), "[stones]")
        for players in SEAT_COUNTS:
            if str(players) not in table:
                self.wrong(f"[stones] has no key {players} with the stones for {players} players")
        rings = []
        for players, count in RING_SIZES.items():
            if players not in SEAT_COUNTS and str(players) not in table:
                continue
            stones = "".join(self.text(table, str(players), "[stones]").split())
            if str(players) in table and not _is_ring(stones, count):
                self.wrong(_no_ring(players, table[str(players)]))
            rings.append((players, stones))
        return tuple(rings)

    def card(self, name: str, table: Any, usual: Card | None) -> Card | None:
        """Return the card of a table, or None if the table is wrong or has no copies.

        `usual` is the card with this name in the base deck, or None.
        """
        before = len(self.problems)
        good = _CARD_NAME.match(name) and len(name) <= MAX_NAME
        where = f"[cards.{name}]" if good else f"[cards.{shorten(name)}]"
        if not good:
            self.wrong(
                f"{where}: a card's name is 1 to {MAX_NAME} letters, digits and - _ . +; "
                "a letter or digit comes first"
            )
        if not isinstance(table, dict):
            self.wrong(f"{where} must be a table, not {shown(table)}")
            return None
        self.known(table, _CARD_KEYS, where)
        copies = table.get("copies", 1)
        least = 1 if usual is None else 0
        if type(copies) is not int or not least <= copies <= MAX_COPIES:
            self.wrong(
                f"copies in {where} must be a whole number from {least} to {MAX_COPIES}, not {shown(copies)}"
            )
        asked = {name: self.asked(name, table, where) for name in CONDITIONS if name in table}
        if asked.get("never") and len(asked) > 1:
            self.wrong(f"{where}: never = true cannot be combined with other conditions")
        given = {"copies": copies} if "copies" in table else {}
        if "source" in table:
            given["source"] = self.text(table, "source", where)
        if "assumed" in table:
            given["assumed"] = self.flag(table, "assumed", where)
        if len(self.problems) > before or not copies:
            return None
        return Card(name, **given, **asked) if asked or usual is None else replace(usual, **given)

    def asked(self, name: str, table: dict[str, Any], where: str) -> Any:
        asked = CONDITIONS[name].read(table[name])
        if asked is None:
            self.wrong(f"{name} in {where} must be {CONDITIONS[name].wants}, not {shown(table[name])}")
        return asked

    def reject_impossible(self, deck: Deck) -> None:
        """Report each card that allows no swap for any number of players, unless it is declared `never`."""
        for card in deck:
            if not card.never and not any(_can_be_played(card, deck, players) for players in deck.tables):
                self.wrong(
                    f"[cards.{card.name}] can never be played: no stone fits {str(card)!r}; "
                    "write never = true if you mean that"
                )


def _white(given: object) -> tuple[int, ...] | None:
    """Return the numbers on white stones, sorted; None if they are invalid."""
    return () if given == [] else different_integers(given, 0, 9)


def _is_ring(stones: str, count: int) -> bool:
    """Return whether a ring of `count` stones may have these: a 0, and no number twice."""
    numbers = [stone for stone in stones if stone not in BLANKS]
    good = len(stones) == count and all(stone in NUMBERS for stone in numbers) and "0" in numbers
    return good and len(set(numbers)) == len(numbers)


def _no_ring(players: int, given: object) -> str:
    return (
        f"{players} in [stones] must list {RING_SIZES[players]} stones: a 0, no number twice, "
        f"w or d for each blank; not {shown(given)}"
    )


def _too_many(cards: int) -> str:
    return f"{cards} different cards: a deck has at most {MAX_CARDS}"


def _can_be_played(card: Card, deck: Deck, players: int) -> bool:
    stones = deck.ring_stones(players)
    hand = len(stones) // players
    return any(
        card.fits_stone(own, other, deck.colour(other))
        for i, own in enumerate(stones)
        for j, other in enumerate(stones)
        if i != j
    ) and any(
        card.fits_place(own, other, players) for own in range(hand) for other in range(hand, len(stones))
    )


@functools.cache
def _built_in(kind: Any, name: str) -> Any:
    return kind.loads((Path(__file__).parents[1] / "data" / name).read_text("utf-8"))
