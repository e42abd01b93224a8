"""The table kept at the terminal: what each line does."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from rich.console import RenderableType
from rich.text import Text

from _gamekit.sessions import OwnFiles, file_named
from tales_of_arabia.game.acts import Act
from tales_of_arabia.game.errors import ArgumentError, RecordFormatError
from tales_of_arabia.game.notation import READERS, read_act
from tales_of_arabia.game.record import Record
from tales_of_arabia.game.table_words import happened
from tales_of_arabia.show import report

HELP = """\
lay NAME [open]               the teller lays a story card; a being (*) may open
interrupt PLAYER NAME [open]  another player lays it, and tells on
end NAME accepted|refused     the teller lays an ending, and the others judge it
pass                          where the house rule allows it
words NAME   what a card says           why LINE    why an act is impossible
show         the table                  steps       what happened
undo         take the last act back     svg FILE    draw the table
save FILE    save the record            help, quit  this list; stop (or Ctrl-D)"""


class Session:
    """One game at the terminal."""

    def __init__(self, record: Record, kept: Path | None = None):
        self.record = record
        self.over = False
        """True when the players want to stop."""
        self._own_files = OwnFiles(kept)

    @property
    def prompt(self) -> str:
        """What is asked for."""
        game = self.record.game
        return "the game is over> " if game.over else f"player {game.teller} tells> "

    def do(self, line: str) -> list[RenderableType]:
        """Do what a line says; return what is to be shown.

        Raises
        ------
        TalesError
            The line is wrong; nothing has changed.
        OSError
            A file cannot be written.
        """
        word, _, rest = line.strip().partition(" ")
        commands: dict[str, Callable[[str], list[RenderableType]]] = {
            "help": lambda rest: [Text(HELP)],
            "show": lambda rest: [report.table_view(self.record.game)],
            "steps": lambda rest: [report.steps_view(self.record)],
            "words": self._words,
            "why": self._why,
            "undo": self._undo,
            "save": self._save,
            "svg": self._svg,
            "quit": self._quit,
            "exit": self._quit,
        }
        if word.lower() in commands:
            return commands[word.lower()](rest.strip())
        if word.lower() not in READERS:
            raise ArgumentError(f"{word[:40]!r} is not a command; 'help' lists them")
        return self._happens(line.strip())

    def _happens(self, line: str) -> list[RenderableType]:
        before = self.record.game
        self._go_to(self.record.played(self._act(line)))
        said = happened(before, self.record.game)
        return [*([Text(said)] if said else []), report.table_view(self.record.game)]

    def _go_to(self, record: Record) -> None:
        self._own_files.keep(_text(record))
        self.record = record

    def _act(self, line: str) -> Act:
        try:
            return read_act(line, self.record.deck)
        except RecordFormatError as error:  # people at a table have no lines and columns
            raise ArgumentError(error.problems[0].message) from None

    def _words(self, rest: str) -> list[RenderableType]:
        card = self.record.deck.find(rest)
        if card is None:
            raise ArgumentError(f"there is no card {rest[:40]!r} in the deck")
        return [Text(f"{card.name} ({card.kind}): {', '.join(card.words)}")]

    def _why(self, rest: str) -> list[RenderableType]:
        return [Text(self.record.game.why_not(self._act(rest)) or f"{rest} is possible")]

    def _undo(self, rest: str) -> list[RenderableType]:
        if not self.record.acts:
            raise ArgumentError("nothing has happened that could be taken back")
        *acts, last = self.record.acts
        self._go_to(replace(self.record, acts=tuple(acts)))
        return [Text(f"{last} taken back"), report.table_view(self.record.game)]

    def _save(self, rest: str) -> list[RenderableType]:
        path = self._own_files.save(rest, _text(self.record))
        return [Text(f"saved to {path}; 'tales referee {rest}' goes on")]

    def _svg(self, rest: str) -> list[RenderableType]:
        path = file_named(rest, "svg FILE")
        self._own_files.write(path, self.record.game.svg())
        return [Text(f"drawn to {path}")]

    def _quit(self, rest: str) -> list[RenderableType]:
        self.over = True
        return []


def _text(record: Record) -> str:
    """Return the text of a record with the whole path of its deck, so that it can be read from any folder."""
    if record.deck_file is None:
        return f"{record}\n"
    path = str(Path(record.deck_file).absolute())
    if set(path) & {";", "#", "\n"}:
        raise ArgumentError(f"a record cannot name the deck {path}: it has ; or # in it")
    return f"{replace(record, deck_file=path)}\n"
