"""Sessions at the terminal: commands line by line, until the user quits."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from _gamekit import folders, outputs
from _gamekit.problems import ArgumentError, GameError, InternalError, shorten
from _gamekit.program import ANSWERED, BAD_INPUT, Program, as_text

if TYPE_CHECKING:
    from rich.console import RenderableType

    Views = list[RenderableType]
    """Outputs to show below one another; texts are printed unchanged."""
    Words = dict[str, Callable[[str], Views]]
    """Commands by the first word of a line; each takes the rest of the line."""


class Session:
    """A game at the terminal, controlled by lines; each kind of session has its own words."""

    HELP = ""
    """The help on the session's own words; `help` and `quit` are common to all sessions."""
    SAVED = ""
    """The message about a saved file; ``{name}`` is its name."""

    def __init__(self, kept: Path | None = None):
        """Start a session; if `kept` is a file, the game is written to it after every act."""
        self.over = False
        """True when the session is to end."""
        self.files = OwnFiles(kept)

    @property
    def prompt(self) -> str:
        """The prompt."""
        raise NotImplementedError

    @property
    def text(self) -> str:
        """The text to save."""
        raise NotImplementedError

    def begin(self) -> Views:
        """Return the outputs before the first line."""
        return []

    def words(self) -> Words:
        """Return what the first words of lines do, given the rest of the line."""
        raise NotImplementedError

    def other(self, line: str) -> Views:
        """Handle a line that begins with none of the words."""
        raise ArgumentError(f"{shorten(line.partition(' ')[0])} is not a command; 'help' lists them")

    def do(self, line: str) -> Views:
        """Handle a line; return the outputs.

        Raises
        ------
        GameError
            The line is wrong; nothing has changed.
        OSError
            A file cannot be read or written; nothing has changed.
        """
        line = line.strip()
        word, _, rest = line.partition(" ")
        words = {"help": self.help, "quit": self.quit, "exit": self.quit, **self.words()}
        act = words.get(word.lower())
        return self.other(line) if act is None else act(rest.strip())

    def read(self) -> str:
        """Return the next line with its line end; an empty text at the end of the input."""
        terminal = sys.stdin.isatty()
        if terminal:
            print(self.prompt, end="", flush=True)
        line = sys.stdin.readline()
        if terminal and not line:
            print()  # so that the shell's prompt begins on a new line
        return line

    def tell(self, program: Program, views: Views) -> None:
        """Print the outputs of a line."""
        from rich.text import Text  # not for a bad command line

        for view in views:
            program.show(Text(view) if isinstance(view, str) else view, as_text)

    def help(self, rest: str = "") -> Views:
        """Return the help text."""
        return [self.HELP]

    def quit(self, rest: str = "") -> Views:
        """End the session."""
        self.over = True
        return []

    def save(self, name: str) -> Views:
        """Write `text` to a file."""
        path = self.files.save(name, self.text)
        return [f"saved to {path}{self.SAVED.format(name=name)}"]


def alone(act: Callable[[], Views]) -> Callable[[str], Views]:
    """Return the command of a word that must be alone in its line: 'undo 3' is not 'undo'."""

    def do(rest: str) -> Views:
        if rest:
            raise ArgumentError(
                f"nothing may follow this command, but {shorten(rest)} does; 'help' lists all"
            )
        return act()

    return do


def talk(program: Program, session: Session) -> int:
    """Handle the lines of the standard input; return the exit code.

    A wrong line is answered with an error, and the session goes on. The exit code reports it only if the
    input is no terminal. At a terminal, Ctrl-C ends the session when it is pressed twice.
    """
    wrong, pressed, terminal = False, False, sys.stdin.isatty()
    session.tell(program, [*[session.HELP] * terminal, *session.begin()])
    while not session.over:
        try:
            line = session.read()
        except KeyboardInterrupt:
            if terminal:
                print(flush=True)  # messages begin on a new line
            if pressed or not terminal:
                raise
            pressed = True
            kept = session.files.kept
            saved = "'help' lists how to save before" if kept is None else f"all is saved in {kept.name}"
            program.say(f"press Ctrl-C again to end; {saved}")
            continue
        pressed = False
        if not line:
            break
        if not line.strip():
            continue
        try:
            views = session.do(line)
        except InternalError:
            raise
        except GameError as error:
            wrong = True
            program.say_problems(error)
        except OSError as error:
            wrong = True
            program.say(f"{error.filename}: {error.strerror or error}")
        else:
            session.tell(program, views)
    return BAD_INPUT if wrong and not terminal else ANSWERED


def file_named(name: str, commands: str) -> Path:
    """Return the path of a file that a line names, ``~`` for the home folder.

    Raises
    ------
    ArgumentError
        No name is given (`commands` says how), or there is no such home folder.
    OSError
        No file can have this name.
    """
    if not name:
        raise ArgumentError(f"name a file: {commands}")
    try:
        return folders.named(name).expanduser().absolute()
    except RuntimeError as error:  # of ~name
        raise ArgumentError(f"{name}: {error}") from None


def check_beginning(record: str | None, players: int | None) -> None:
    """Raise an error unless a game's command line names either its players or a record.

    Raises
    ------
    ArgumentError
        It names both or neither, or the record is to come from the standard input.
    """
    if (record is None) == (players is None):
        raise ArgumentError("give --players for a new game, or a record to continue")
    if record == "-":
        raise ArgumentError(
            "the standard input is for the commands of the session; name a file with the record"
        )


def kept_file(name: str | None, record: str | None) -> Path | None:
    """Return the file in which a game is kept: a new one, or the one that its record was read from.

    Raises
    ------
    ArgumentError
        Another file of this name exists.
    OSError
        The file cannot be written.
    """
    if name is None:
        return None
    path = file_named(name, "--save FILE")
    outputs.path_of(path)
    if path.exists() and (record is None or not os.path.exists(record) or not path.samefile(record)):
        raise ArgumentError(f"{path} exists and is not overwritten; name another file")
    return path


class OwnFiles:
    """The files that a session has written or read; others are not overwritten."""

    def __init__(self, kept: Path | None = None) -> None:
        self.kept = kept
        """The file in which the session is kept after every act, if there is one."""
        self._paths: set[Path] = set() if kept is None else {kept}

    def keep(self, text: str) -> None:
        """Write the file in which the session is kept, if there is one; errors as for `write`."""
        if self.kept is not None:
            self.write(self.kept, text)

    def save(self, name: str, text: str) -> Path:
        """Write the file that a line ``save FILE`` names, and return its path; errors as for `write`."""
        path = file_named(name, "save FILE")
        self.write(path, text)
        return path

    def add(self, path: Path) -> None:
        """Add a file to the session's own."""
        self._paths.add(path)

    def write(self, path: Path, text: str) -> None:
        """Write a file whole or not at all.

        Raises
        ------
        ArgumentError
            The file exists, and is not the session's own.
        OSError
            The file cannot be written.
        """
        if path.exists() and path not in self._paths:
            raise ArgumentError(f"{path} exists and is not overwritten; name another file")
        outputs.write(path, [text.encode()])
        self.add(path)
