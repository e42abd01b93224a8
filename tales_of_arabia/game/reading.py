"""Parser of game records. It replays the acts, and reports problems with line and column."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

from _gamekit.lines import Statement, located, statements
from tales_of_arabia.game.acts import READERS, Act, Word, card_named, fail, first_word, read_act
from tales_of_arabia.game.dealing import check_players, wrong_cards, wrong_hand, wrong_pile
from tales_of_arabia.game.deck import Deck
from tales_of_arabia.game.errors import (
    ArgumentError,
    DeckFormatError,
    Problem,
    RecordFormatError,
    shorten,
)
from tales_of_arabia.game.readings import Rules
from tales_of_arabia.game.rules import Game

MAX_TEXT = 100_000
"""Maximum length of a record, in characters."""
EXAMPLE = "players 3; lay princess open; interrupt 2 lamp"
_MINIMUM = re.compile(r"(main-)?minimum=([0-9]{1,3})")


def read(text: str, folder: Path) -> dict[str, Any]:
    """Parse a record, and return its fields by name; see `Record.parse`."""
    if len(text) > MAX_TEXT:
        raise RecordFormatError(f"a record has at most {MAX_TEXT:,} characters, not {len(text):,}")
    reader = _Reader(folder)
    for statement in statements(text):
        reader.take(statement)
    fields = None if reader.problems else reader.fields()
    if fields is None:
        raise RecordFormatError(located(reader.problems, text))
    return fields


class _Reader:
    """Parser of statements; it collects their contents and their problems."""

    def __init__(self, folder: Path) -> None:
        self.problems: list[Problem] = []
        self._folder = folder
        self._players: int | None = None
        self._deck = Deck.standard()
        self._deck_file: str | None = None
        self._deck_known = True
        self._rules = Rules()
        self._deals: dict[int, tuple[str, ...]] = {}
        self._pile: tuple[str, ...] | None = None
        self._dealt: dict[str, str] = {}
        self._first = 1
        self._acts: list[tuple[Statement, Act]] = []
        self._seen: set[str] = set()
        self._known: dict[str, Callable[[Word, Statement], None]] = {
            "players": self._take_players,
            "deck": self._take_deck,
            "rules": self._take_rules,
            "deal": self._take_deal,
            "pile": self._take_pile,
            "first": self._take_first,
            **dict.fromkeys(READERS, self._take_act),
        }

    def take(self, statement: Statement) -> None:
        """Read a statement."""
        word, rest = first_word(Word(statement.text, statement.column))
        name = word.text.lower()
        try:
            if name not in self._known:
                lines = ", ".join(self._known)
                self._fail(f"no line begins with {shorten(word.text)}; lines begin with {lines}", statement)
            if name != "players" and "players" not in self._seen:
                self._seen.add("players")  # reported once
                self._note(f"a record must begin with the number of players, as in {EXAMPLE!r}", statement)
            elif name in self._seen and name in ("players", "deck", "rules", "pile", "first"):
                self._fail(f"there is a second line {name}", statement)
            self._check_order(name, statement)
            self._seen.add(name)
            self._known[name](rest, statement)
        except RecordFormatError as error:
            self.problems += error.problems

    def _check_order(self, name: str, statement: Statement) -> None:
        if name not in READERS and self._acts:
            self._fail(f"{name} must come before all acts", statement)
        if name == "deck" and self._seen & {"deal", "pile"}:
            self._fail("the deck must come before the lines deal and pile", statement)

    def _note(self, message: str, statement: Statement) -> None:
        self.problems.append(Problem(message, statement.line, statement.column))

    def _fail(self, message: str, statement: Statement) -> None:
        fail(message, statement.line, statement.column)

    def _take_players(self, rest: Word, statement: Statement) -> None:
        number = int(rest.text) if re.fullmatch("[0-9]{1,3}", rest.text) else rest.text
        try:
            self._players = check_players(number, self._deck)
        except ArgumentError as error:
            if "deck has" not in str(error):
                fail(str(error), statement.line, rest.column)
            self._players = int(number)  # a larger deck may follow

    def _take_deck(self, rest: Word, statement: Statement) -> None:
        self._deck_known = False
        if not rest.text:
            fail("the name of the file is missing: deck FILE", statement.line, rest.column)
        try:
            self._deck = Deck.load(self._folder / rest.text)
        except DeckFormatError as error:
            self.problems += [Problem(str(one), statement.line, rest.column) for one in error.problems]
            return
        except OSError as error:
            fail(f"{error.filename}: {error.strerror or error}", statement.line, rest.column)
        self._deck_file, self._deck_known = rest.text, True

    def _take_rules(self, rest: Word, statement: Statement) -> None:
        minima = {"minimum": 4, "main_minimum": 4}
        passing = False
        while rest.text:
            word, rest = first_word(rest)
            match = _MINIMUM.fullmatch(word.text)
            if match:
                minima["main_minimum" if match[1] else "minimum"] = int(match[2])
            elif word.text == "passing":
                passing = True
            else:
                how = "the rules are minimum=N, main-minimum=N and passing"
                fail(f"{how}, not {shorten(word.text)}", statement.line, word.column)
        try:
            self._rules = Rules(**minima, passing=passing)
        except ArgumentError as error:
            self._fail(str(error).replace("_", "-"), statement)

    def _take_first(self, rest: Word, statement: Statement) -> None:
        self._first = self._player(rest, statement)

    def _player(self, number: Word, statement: Statement) -> int:
        """Return the number of a player."""
        players = self._players or 0
        if not re.fullmatch("[1-9]", number.text) or (players and int(number.text) > players):
            who = (
                f"{shorten(number.text)} is not a player; "
                f"the players are 1 to {players or 'the number of players'}"
            )
            fail(who, statement.line, number.column)
        return int(number.text)

    def _take_deal(self, rest: Word, statement: Statement) -> None:
        number, rest = first_word(rest)
        player = self._player(number, statement)
        if player in self._deals:
            fail(f"player {player} already has a line deal", statement.line, number.column)
        cards = self._cards(rest, statement)
        if reason := wrong_hand(cards, self._deck):
            fail(f"player {player}: {reason}", statement.line, rest.column)
        self._deals[player] = cards
        self._dealt |= dict.fromkeys(cards, f"was dealt to player {player}")

    def _take_pile(self, rest: Word, statement: Statement) -> None:
        cards = self._cards(rest, statement)
        if self._players and (reason := wrong_pile(cards, self._players, self._deals, self._deck)):
            fail(reason, statement.line, rest.column)
        self._pile = cards

    def _cards(self, rest: Word, statement: Statement) -> tuple[str, ...]:
        """Return the cards in a list of names; raise an error with all problems."""
        if not self._deck_known:
            raise RecordFormatError([])  # the problem with the deck was reported
        names: list[tuple[str, int]] = []
        problems: list[Problem] = []
        column = rest.column
        for part in rest.text.split(",") if rest.text else []:
            name = Word(part.strip(), column + len(part) - len(part.lstrip()))
            try:
                names.append((card_named(name, self._deck, statement.line).name, name.column))
            except RecordFormatError as error:
                problems += error.problems
            column += len(part) + 1
        cards = tuple(name for name, _ in names)
        for at, reason in wrong_cards(cards, self._deck, self._dealt):
            problems.append(Problem(reason, statement.line, names[at][1]))
        if problems:
            raise RecordFormatError(problems)
        return cards

    def _take_act(self, rest: Word, statement: Statement) -> None:
        if self._deck_known:
            self._acts.append((statement, read_act(statement, self._deck)))

    def fields(self) -> dict[str, Any] | None:
        """Return the arguments for `Record`, by name; if an act is impossible, report it and return None."""
        if self._players is None:
            self.problems.append(Problem(f"the record is empty; a record looks like {EXAMPLE!r}"))
            return None
        try:
            game = Game.start(
                self._players, deck=self._deck, rules=self._rules, deals=self._deals, pile=self._pile
            )
        except ArgumentError as error:
            self.problems.append(Problem(str(error), 1))
            return None
        game = replace(game, teller=self._first)
        for statement, act in self._acts:
            if reason := game.why_not(act):
                self._note(reason, statement)
                return None
            game = game.play(act)
        acts = tuple(act for _, act in self._acts)
        names = ("players", "deck", "deck_file", "rules", "deals", "pile", "first")
        return {name: getattr(self, f"_{name}") for name in names} | {"acts": acts}
