"""`narabi enter`: enters a deal, and the game played with it."""

from __future__ import annotations

import os
import sys
from argparse import ArgumentParser, Namespace
from dataclasses import replace
from typing import TYPE_CHECKING

from _gamekit import outputs
from _gamekit.program import ANSWERED, BAD_INPUT
from _gamekit.sessions import Session, talk
from narabi_solver.cli import PROGRAM
from narabi_solver.cli.options import (
    add_deck,
    add_limit,
    add_players,
    add_undo,
    add_unusual,
    deck_of,
    rules_of,
)
from narabi_solver.game.cards import BLANKS, SEAT_COUNTS
from narabi_solver.game.deck import Deck
from narabi_solver.game.entering import DealEntry
from narabi_solver.game.errors import (
    ArgumentError,
    InvalidDealError,
    MoveFormatError,
    NarabiError,
    shorten,
)
from narabi_solver.game.rules import SEATS, SWAP_WORDS, Place, Rules, in_order

if TYPE_CHECKING:
    from collections.abc import Iterable

    from _gamekit.program import Program
    from _gamekit.sessions import Views, Words

EXAMPLES = ["narabi enter --players 4 --out game.txt", "narabi enter | narabi solve -"]


def add_options(parser: ArgumentParser) -> None:
    """Add the options of the command."""
    parser.description = """\
Asks for the stones round the ring, clockwise from A1, and then for the swaps
as they were played. Each swap is checked by the rules, and you can correct
entries. The deal is written as text, which every command reads, to --out or to
standard output."""
    add_players(parser, "number of players (default: asked for)")
    parser.add_argument("--out", metavar="FILE", help="write the deal to a new file")
    add_undo(parser)
    add_limit(parser)
    add_deck(parser)
    add_unusual(parser)


def run(options: Namespace) -> int:
    """Run the command; return its exit code."""
    if options.out is not None:
        outputs.check([options.out], [options.deck], ["text"])
        if os.path.lexists(options.out):
            raise ArgumentError(f"{options.out} exists and is not overwritten; name another file")
    deck = deck_of(options) or Deck.standard()
    session = EnterSession(options.players, deck, options.unusual, rules_of(options))
    if sys.stdin.isatty():
        _complete_with_tab(session)
    code = talk(PROGRAM, session)
    if not session.kept:
        return ANSWERED
    try:
        text = f"{session.entry.deal}\n"
    except NarabiError:
        session.tell_so_far(PROGRAM, "the deal is not complete, so nothing was saved")
        return BAD_INPUT
    try:
        if options.out is None:
            print(text, end="", flush=True)
        else:
            outputs.write(options.out, [text.encode()])
            PROGRAM.say(f"written to {options.out}")
    except OSError:
        session.tell_so_far(PROGRAM, "nothing was saved")
        raise
    return code


class EnterSession(Session):
    """A session in which a deal is entered line by line."""

    HELP = """\
stones    clockwise from A1, one or more a line, like 7:even, 7 even or 7e
swaps     once the ring is full, as they were played: B2-A3
A2 7:odd  another stone or card at A2
first B   seat B begins, not the holder of the 0
back      remove the last stone or swap
cards     the cards, with their short forms
done      end, and write the text of the deal
quit      end without it; help: this list
Tab completes."""
    SAVES = "'done' writes the deal"

    def __init__(self, players: int | None, deck: Deck, unusual: bool, rules: Rules):
        """Create a session with an empty ring; without `players`, the first line is the number of players."""
        super().__init__()
        self.entry = DealEntry(players or min(SEAT_COUNTS), deck, unusual, rules)
        self.players_known = players is not None
        self.kept = True
        """False after `quit`: the text of the deal is not written."""

    @property
    def prompt(self) -> str:
        """The prompt for the next line."""
        if not self.players_known:
            return "players (3, 4 or 5)> "
        place = self.entry.next_place
        if place is not None:
            return f"{place}> "
        try:
            state = self.entry.deal.state(self.entry.rules)
        except InvalidDealError:
            return "correct the deal> "
        if in_order(state.ring):
            return "in order, done?> "
        return f"turn {state.turns + 1}, seat {SEATS[state.mover]}> "

    @property
    def text(self) -> str:
        """The ring so far, with the missing stones or the swaps played."""
        return "\n".join(map(str, self.begin()))

    def begin(self) -> Views:
        """Return the ring so far, with the missing stones or the swaps played."""
        lines = [str(self.entry)]
        if self.entry.missing:
            lines.append(f"missing: {' '.join(self.entry.missing)}")
        if self.entry.moves:
            lines.append(f"played: {' '.join(map(str, self.entry.moves))}")
        return [*lines]

    def words(self) -> Words:
        """Return the action for each command word; other lines are stones, places and swaps."""
        return {
            "?": self.help,
            "cards": lambda rest: [self._cards()],
            "done": self._done,
            "end": self._done,
            "back": lambda rest: self._now(self.entry.back()),
            "undo": lambda rest: self._now(self.entry.back()),
            "first": lambda rest: self._now(self.entry.begin(rest)),
        }

    def other(self, line: str) -> Views:
        """Set the number of players, add stones, change a stone, or play swaps."""
        word, _, rest = line.partition(" ")
        self._put_in(line, word, rest)
        return self.begin()

    def quit(self, rest: str = "") -> Views:
        """End the session without writing the text of the deal."""
        self.kept = False
        return super().quit()

    def _now(self, entry: DealEntry) -> Views:
        self.entry = entry
        return self.begin()

    def _cards(self) -> str:
        short = self.entry.deck.short_forms
        return "  ".join(f"{name} ({short[name]})" for name in self.entry.cards_left)

    def _done(self, rest: str) -> Views:
        _ = self.entry.deal  # raises an error if something is missing
        self.over = True
        return []

    def _put_in(self, line: str, word: str, rest: str) -> None:
        if not self.players_known:
            if line not in map(str, SEAT_COUNTS):
                raise ArgumentError(f"the number of players is 3, 4 or 5, not {shorten(line)}")
            self.entry, self.players_known = replace(self.entry, players=int(line)), True
        elif self._is_place(word) and rest and SWAP_WORDS.places(line) is None:
            if word[0].lower() in BLANKS and self.entry.deck.meant(word[1:]) and self.entry.next_place:
                raise ArgumentError(
                    f"{word} may be a place or a blank with its card; write {word[0]}:{word[1:]}"
                )
            self.entry = self._changed(word, rest)
        elif self.entry.next_place is None:
            self.entry = self.entry.play(line)
        else:
            self.entry = self.entry.add(line)
        if self.entry.next_place is None:
            _ = self.entry.deal  # reports an impossible full ring at once

    def _changed(self, place: str, stone: str) -> DealEntry:
        """Return the entry with another stone at a place, and with its swaps, which must still be legal."""
        changed, swaps = self.entry.change(place, stone), self.entry.moves
        try:
            return changed.play(" ".join(map(str, swaps))) if swaps else changed
        except NarabiError as error:
            raise ArgumentError(
                f"with this stone, the swaps do not fit: {error}; take them back first, with 'back'"
            ) from None

    @staticmethod
    def _is_place(word: str) -> bool:
        try:
            Place.parse(word)
        except MoveFormatError:
            return False
        return True

    def complete(self, text: str) -> list[str]:
        """Return the possible completions of the last word of a line."""
        return self.entry.completions(text) if self.players_known else []

    def read(self) -> str:
        """Return the next line; Tab completes at a terminal."""
        if not sys.stdin.isatty():
            return sys.stdin.readline()
        if not sys.stdout.isatty():
            print(self.prompt, end="", file=sys.stderr, flush=True)
            return sys.stdin.readline()
        try:
            return input(self.prompt) + "\n"
        except EOFError:
            return ""

    def tell(self, program: Program, views: Views) -> None:
        """Print views to standard error if a person types; standard output is for the deal."""
        if sys.stdin.isatty():
            _tell(views)


def _tell(lines: Iterable[object]) -> None:
    for line in lines:
        print(line, file=sys.stderr, flush=True)


def _complete_with_tab(session: EnterSession) -> None:
    try:
        import readline  # noqa: PLC0415  (not on every system)
    except ImportError:
        return
    readline.set_completer_delims(" \t\n:,;")

    def complete(word: str, index: int) -> str | None:
        completions = session.complete(readline.get_line_buffer()[: readline.get_endidx()])
        return completions[index] if index < len(completions) else None

    readline.set_completer(complete)
    readline.parse_and_bind("tab: complete")
