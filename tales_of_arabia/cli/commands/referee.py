"""`tales referee`: a referee at the terminal for people who tell stories at a table."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from _gamekit.arguments import add_kept, whole_number
from _gamekit.sessions import Session, alone, check_beginning, file_named, kept_file, talk
from tales_of_arabia import show
from tales_of_arabia.cli import PROGRAM
from tales_of_arabia.cli.options import add_deck, add_minima, deck_of, record_of, rules_of
from tales_of_arabia.game.acts import READERS, read_act
from tales_of_arabia.game.dealing import FEWEST_PLAYERS, MOST_PLAYERS
from tales_of_arabia.game.errors import ArgumentError, RecordFormatError
from tales_of_arabia.game.record import Record
from tales_of_arabia.game.table_words import happened

if TYPE_CHECKING:
    from _gamekit.sessions import Views, Words
    from tales_of_arabia.game.acts import Act

EXAMPLES = [
    "tales referee --players 4 --save evening.txt",
    "tales referee evening.txt",
    "tales referee --players 3 --passing",
]


def add_options(parser: ArgumentParser) -> None:
    """Add the options of the command."""
    add_kept(parser)
    parser.add_argument(
        "--players",
        type=whole_number(FEWEST_PLAYERS, MOST_PLAYERS),
        metavar="N",
        help="begin a new game for N players",
    )
    parser.add_argument(
        "--first",
        type=whole_number(1, MOST_PLAYERS),
        metavar="N",
        help="the player who tells first (default 1)",
    )
    add_deck(parser)
    add_minima(parser)
    parser.add_argument(
        "--passing", action="store_true", help="house rule: the teller may pass and then draws a card"
    )


def run(options: Namespace) -> int:
    """Run the command; return its exit code."""
    record = _beginning(options)
    _ = record.game  # report first a deck that is too small for the players
    kept = kept_file(options.save, options.record)
    return talk(PROGRAM, TableSession(record, kept))


def _beginning(options: Namespace) -> Record:
    """Return the record to continue, or the record of a new game."""
    check_beginning(options.record, options.players)
    rules = rules_of(options)
    if options.record is None:
        return Record(
            options.players, deck=deck_of(options), deck_file=options.deck, rules=rules, first=_first(options)
        )
    record = record_of(options.record)
    if options.deck is not None or rules not in (type(rules)(), record.rules):
        raise ArgumentError("the record already has its deck and rules; omit --deck and the options of rules")
    if options.first is not None:
        raise ArgumentError("the record already has its first player; omit --first")
    return record


def _first(options: Namespace) -> int:
    """Return the player who tells first."""
    first: int = options.first or 1
    if first > options.players:
        raise ArgumentError(f"player {first} cannot begin: the players are 1 to {options.players}")
    return first


class TableSession(Session):
    """A terminal session that keeps track of one game."""

    HELP = """\
lay NAME [open]               the teller lays a story card; a being (*) may open
interrupt PLAYER NAME [open]  another player lays a card, and becomes the teller
end NAME accepted|refused     the teller lays an ending, and the others judge it
pass                          the teller passes, if the house rule allows it
words NAME   show a card's words        why LINE    why an act is impossible
show         show the table             steps       list the acts so far
undo         take back the last act     svg FILE    draw the table
save FILE    save the record            help, quit  this list; end (or Ctrl-D)"""
    SAVED = "; 'tales referee {name}' continues it"

    def __init__(self, record: Record, kept: Path | None = None):
        super().__init__(kept)
        self.record = record

    @property
    def prompt(self) -> str:
        """The prompt, which names the player who tells the current story."""
        game = self.record.game
        return "the game is over> " if game.over else f"player {game.teller} tells> "

    @property
    def text(self) -> str:
        """The record, with the absolute path of its deck."""
        return _text(self.record)

    @property
    def open_text(self) -> str:
        """The record."""
        return str(self.record)

    def begin(self) -> Views:
        """Return the table."""
        return [show.report.table_view(self.record.game)]

    def words(self) -> Words:
        """Return, for each first word of a line, the function for the rest; all other lines are acts."""
        return {
            "show": alone(self.begin),
            "steps": alone(self._steps),
            "words": self._words,
            "why": self._why,
            "undo": alone(self._undo),
            "save": self.save,
            "svg": self._svg,
        }

    def other(self, line: str) -> Views:
        """Play the act on a line, or report that the line is not a command."""
        if line.partition(" ")[0].lower() not in READERS:
            return super().other(line)
        return self._happens(line)

    def _happens(self, line: str) -> Views:
        before = self.record.game
        self._go_to(self.record.played(self._act(line)))
        effects = happened(before, self.record.game)
        return [*([effects] if effects else []), show.report.table_view(self.record.game)]

    def _go_to(self, record: Record) -> None:
        self.files.keep(_text(record))
        self.record = record

    def _act(self, line: str) -> Act:
        try:
            return read_act(line, self.record.deck)
        except RecordFormatError as error:  # people at a table have no lines and columns
            raise ArgumentError(error.problems[0].message) from None

    def _words(self, rest: str) -> Views:
        card = self.record.deck.find(rest)
        if card is None:
            raise ArgumentError(f"there is no card {rest[:40]!r} in the deck")
        return [f"{card.name} ({card.kind}): {', '.join(card.words)}"]

    def _why(self, rest: str) -> Views:
        return [self.record.game.why_not(self._act(rest)) or f"{rest} is possible"]

    def _steps(self) -> Views:
        if not self.record.acts:
            raise ArgumentError("nobody has acted yet")
        return [show.report.steps_view(self.record)]

    def _undo(self) -> Views:
        if not self.record.acts:
            raise ArgumentError("there is nothing to take back")
        *acts, last = self.record.acts
        self._go_to(replace(self.record, acts=tuple(acts)))
        return [f"{last} taken back", show.report.table_view(self.record.game)]

    def _svg(self, rest: str) -> Views:
        path = file_named(rest, "svg FILE")
        self.files.write(path, self.record.game.svg(), "svg")
        return [f"drawn to {path}"]


def _text(record: Record) -> str:
    """Return the text of a record with the absolute path of its deck, so that it can be read anywhere."""
    if record.deck_file is None:
        return f"{record}\n"
    path = str(Path(record.deck_file).absolute())
    if set(path) & {";", "#", "\n"}:
        raise ArgumentError(
            f"a record cannot name the deck {path}: the path contains ';', '#' or a line break"
        )
    return f"{replace(record, deck_file=path)}\n"
