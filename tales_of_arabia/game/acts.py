"""Acts of the players, and the parser of their text in records."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple, NoReturn

from _gamekit.checks import checked_fields
from _gamekit.lines import Statement
from tales_of_arabia.game.deck import Card, Deck
from tales_of_arabia.game.errors import Problem, RecordFormatError, shorten


@checked_fields
@dataclass(frozen=True)
class Lay:
    """The teller lays a story card at the end of the story that is being told."""

    card: str
    """Name of the card."""
    opens: bool = False
    """Whether the being on the card begins a sub-story."""

    def __str__(self) -> str:
        return f"lay {self.card}" + " open" * self.opens


@checked_fields
@dataclass(frozen=True)
class Interrupt:
    """Another player lays a story card that the teller has mentioned, and becomes the teller."""

    player: int
    """Number of the player who interrupts, from 1."""
    card: str
    """Name of the card."""
    opens: bool = False
    """Whether the being on the card begins a sub-story."""

    def __str__(self) -> str:
        return f"interrupt {self.player} {self.card}" + " open" * self.opens


@checked_fields
@dataclass(frozen=True)
class End:
    """The teller lays an ending on the story that is being told, and the others judge it."""

    card: str
    """Name of the card."""
    accepted: bool
    """Whether the others accepted the ending."""

    def __str__(self) -> str:
        return f"end {self.card} {'accepted' if self.accepted else 'refused'}"


@dataclass(frozen=True)
class Pass:
    """The teller passes: a house rule."""

    def __str__(self) -> str:
        return "pass"


Act = Lay | Interrupt | End | Pass


ACTS = {
    "lay": "lay NAME [open]",
    "interrupt": "interrupt PLAYER NAME [open]",
    "end": "end NAME accepted|refused",
    "pass": "pass",
}
"""The text of each act in a record."""


class Word(NamedTuple):
    """A part of a statement without surrounding spaces, with its column."""

    text: str
    column: int


def first_word(text: Word) -> tuple[Word, Word]:
    """Return the first word of a text, and the rest."""
    head = text.text.partition(" ")[0].partition("\t")[0]
    rest = text.text[len(head) :]
    return Word(head, text.column), Word(rest.strip(), text.column + len(text.text) - len(rest.lstrip()))


def fail(message: str, line: int, column: int) -> NoReturn:
    """Raise RecordFormatError with a message and its position."""
    raise RecordFormatError([Problem(message, line, column)])


def card_named(name: Word, deck: Deck, line: int) -> Card:
    """Return the card with a given name; raise RecordFormatError if the deck has none."""
    card = deck.find(name.text)
    if card is not None:
        return card
    near = deck.near(name.text)
    fail(
        f"there is no card {shorten(name.text)} in the deck" + (f"; did you mean {near!r}?" if near else ""),
        line,
        name.column,
    )


def _named(rest: Word, last: tuple[str, ...], deck: Deck, statement: Statement) -> tuple[Card, str]:
    """Return a card and the keyword after its name; the keyword is empty if there is none."""
    if not rest.text:
        how = ACTS[statement.text.split()[0].lower()]
        fail(f"the name of the card is missing: {how}", statement.line, rest.column)
    match = re.fullmatch(r"(.*\S)\s+(\S+)", rest.text)
    if match and match[2].lower() in last:
        return card_named(Word(match[1], rest.column), deck, statement.line), match[2].lower()
    return card_named(rest, deck, statement.line), ""


def _lay(rest: Word, deck: Deck, statement: Statement) -> Act:
    card, last = _named(rest, ("open",), deck, statement)
    return Lay(card.name, last == "open")


def _interrupt(rest: Word, deck: Deck, statement: Statement) -> Act:
    number, rest = first_word(rest)
    if not re.fullmatch("[0-9]{1,3}", number.text):
        given = f", not {shorten(number.text)}" if number.text else ""
        form = ACTS["interrupt"]
        fail(f"the interrupting player must be a number{given}: {form}", statement.line, number.column)
    card, last = _named(rest, ("open",), deck, statement)
    return Interrupt(int(number.text), card.name, last == "open")


def _end(rest: Word, deck: Deck, statement: Statement) -> Act:
    card, last = _named(rest, ("accepted", "refused"), deck, statement)
    if not last:
        after = rest.column + len(rest.text)
        fail(f"the verdict on the ending is missing: {ACTS['end']}", statement.line, after)
    return End(card.name, last == "accepted")


def _pass(rest: Word, deck: Deck, statement: Statement) -> Act:
    if rest.text:
        fail(f"nothing may follow 'pass', not {shorten(rest.text)}", statement.line, rest.column)
    return Pass()


READERS: dict[str, Callable[[Word, Deck, Statement], Act]] = {
    "lay": _lay,
    "interrupt": _interrupt,
    "end": _end,
    "pass": _pass,
}


def read_act(text: str | Statement, deck: Deck) -> Act:
    """Return the act that a text describes.

    Raises
    ------
    RecordFormatError
        The text is not an act. The error has the position and the correct form.
    """
    statement = text if isinstance(text, Statement) else Statement(text.strip(), 1, 1)
    word, rest = first_word(Word(statement.text, statement.column))
    read = READERS.get(word.text.lower())
    if read is None:
        known = ", ".join(ACTS.values())
        fail(f"{shorten(word.text)} is not an act; the acts are {known}", statement.line, word.column)
    return read(rest, deck, statement)
