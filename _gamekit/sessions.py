"""Interactive sessions at a terminal: a user types commands, one per line, until the session ends."""

from __future__ import annotations

import contextlib
import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from _gamekit import folders, outputs
from _gamekit.problems import ArgumentError, GameError, InternalError, shorten
from _gamekit.program import ANSWERED, BAD_INPUT, Program, Terminated, as_text

if TYPE_CHECKING:
    from rich.console import RenderableType

    Views = list[RenderableType]
    """Outputs to print one after another. Strings are printed unchanged."""
    Words = dict[str, Callable[[str], Views]]
    """For each first word of a line, the function that handles the rest of the line."""


class Session:
    """A game at the terminal that the user controls by typing commands; subclasses define the commands."""

    HELP = ""
    """The help text, which lists the commands."""
    SAVED = ""
    """Text added to the message about a saved file; ``{name}`` stands for the name of the file."""
    SAVES = "'help' lists how to save"
    """The words on Ctrl-C about how to save, where nothing is kept in a file."""

    def __init__(self, kept: Path | None = None):
        """Start a session that saves the game to the file `kept`, if given, after every act."""
        self.over = False
        """Whether the session has ended, so that no further line is read."""
        self.files = OwnFiles(kept)

    @property
    def prompt(self) -> str:
        """The text shown before the user types."""
        raise NotImplementedError

    @property
    def text(self) -> str:
        """The text to save."""
        raise NotImplementedError

    @property
    def open_text(self) -> str:
        """The part of the text that everybody at the terminal may see."""
        return self.text

    def begin(self) -> Views:
        """Return the outputs at the start of the session."""
        return []

    def words(self) -> Words:
        """Return, for each first word of a line, the function that handles the rest of the line."""
        raise NotImplementedError

    def other(self, line: str) -> Views:
        """Handle a line that does not begin with a command."""
        raise ArgumentError(f"{shorten(line.partition(' ')[0])} is not a command; 'help' lists them")

    def do(self, line: str) -> Views:
        """Handle a line, and return the outputs.

        Raises
        ------
        GameError
            The line is wrong. Nothing has changed.
        OSError
            A file cannot be read or written. Nothing has changed.
        """
        line = line.strip()
        word, _, rest = line.partition(" ")
        words = {"help": self.help, "quit": self.quit, "exit": self.quit, **self.words()}
        act = words.get(word.lower())
        return self.other(line) if act is None else act(rest.strip())

    def read(self) -> str:
        """Read a line, and return it with its line end; return an empty text at the end of the input."""
        terminal = sys.stdin.isatty()
        if terminal:
            print(self.prompt, end="", flush=True)
        line = sys.stdin.readline()
        if terminal and not line:
            print()  # the shell's prompt begins on a new line
        return line

    def tell(self, program: Program, views: Views) -> None:
        """Print outputs."""
        from rich.text import Text  # not needed for a bad command line

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
        """Save the game to a file."""
        path = self.files.save(name, self.text)
        return [f"saved to {path}{self.SAVED.format(name=name)}"]

    def tell_so_far(self, program: Program, why: str) -> None:
        """Print on the error output what was entered, after the reason why it is not in a file."""
        program.say(f"{why}; entered so far:")
        with contextlib.suppress(OSError):
            for line in self.open_text.splitlines():
                print(f"  {line}", file=sys.stderr, flush=True)


def alone(act: Callable[[], Views]) -> Callable[[str], Views]:
    """Return a function that calls `act`, and that raises an error if more words follow on the line."""

    def do(rest: str) -> Views:
        if rest:
            raise ArgumentError(
                f"nothing may follow this command, not even {shorten(rest)}; type 'help' for a list"
            )
        return act()

    return do


def talk(program: Program, session: Session) -> int:
    """Handle the lines of the standard input, and return the exit code.

    After a wrong line, an error is printed and the session continues. Wrong lines change the exit code only
    if the input is not a terminal. At a terminal, Ctrl-C must be pressed twice to end the session. After an
    error or a signal, the function prints what was entered and not saved.
    """
    begun = session.open_text
    try:
        return _talk(program, session)
    except BaseException:
        saved = session.files.saved
        if session.open_text != begun and (saved is None or saved != session.text):
            session.tell_so_far(program, "the session ends and is not saved")
        raise


def _talk(program: Program, session: Session) -> int:
    wrong, pressed, terminal = False, False, sys.stdin.isatty()
    if session.files.problem:
        program.say(session.files.problem)
    session.tell(program, [*[session.HELP] * terminal, *session.begin()])
    while not session.over:
        try:
            line = session.read()
        except KeyboardInterrupt as interrupt:
            if terminal:
                print(flush=True)  # messages begin on a new line
            if pressed or not terminal or isinstance(interrupt, Terminated):
                raise
            pressed = True
            kept = session.files.kept
            saved = f"{session.SAVES} before" if kept is None else f"all is saved in {kept.name}"
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
            program.say(f"{error.filename}: {error.strerror or error}; nothing was changed or recorded")
        else:
            session.tell(program, views)
    return BAD_INPUT if wrong and not terminal else ANSWERED


def file_named(name: str, commands: str) -> Path:
    """Return the path of a file that a user names; ``~`` stands for the home folder.

    Raises
    ------
    ArgumentError
        The name is empty, or the home folder does not exist. The message shows the correct form, `commands`.
    OSError
        The name is not valid.
    """
    if not name:
        raise ArgumentError(f"name a file: {commands}")
    try:
        return folders.named(name).expanduser().absolute()
    except RuntimeError as error:  # of ~name
        raise ArgumentError(f"{name}: {error}") from None


def check_beginning(record: str | None, players: int | None) -> None:
    """Raise an error unless a command line gives either the number of players or a record.

    Raises
    ------
    ArgumentError
        It gives both or neither, or the record is the standard input.
    """
    if (record is None) == (players is None):
        raise ArgumentError("give --players for a new game, or a record to continue")
    if record == "-":
        raise ArgumentError(
            "the standard input is for the commands of the session; name a file with the record"
        )


def kept_file(name: str | None, record: str | None) -> Path | None:
    """Return the path `name` to save a game to; None if no name is given.

    Raises
    ------
    ArgumentError
        A file with this name exists, and the record was not read from it.
    OSError
        The file cannot be written.
    """
    if name is None:
        return None
    path = file_named(name, "--save FILE")
    outputs.check([path], kinds=["text"])
    if path.exists() and (record is None or not os.path.exists(record) or not path.samefile(record)):
        raise ArgumentError(f"{path} exists and is not overwritten; name another file")
    return path


class OwnFiles:
    """The files that a session has written or read. The session does not overwrite any others."""

    def __init__(self, kept: Path | None = None) -> None:
        self.kept = kept
        """The file to which the session is saved after every act; None if there is no such file."""
        self.problem = ""
        """The reason why the file `kept` cannot be written, if so."""
        self.saved: str | None = None
        """The text of the session that was saved last."""
        self._paths: set[Path] = set() if kept is None else {kept}

    def keep(self, text: str) -> None:
        """Save the session to the file `kept`, if there is one; errors as for `write`."""
        if self.kept is not None:
            self.write(self.kept, text)
            self.saved = text

    def keep_first(self, text: str) -> None:
        """Save a session at its start. If a file that exists cannot be written, `problem` says so."""
        try:
            self.keep(text)
        except OSError as error:
            if self.kept is None or not self.kept.exists():
                raise
            self.problem = (
                f"{self.kept}: {error.strerror}; nothing can be recorded here: copy the file to another "
                "folder to go on"
            )

    def save(self, name: str, text: str) -> Path:
        """Write the file named in a line ``save FILE``, and return its path; errors as for `write`."""
        path = file_named(name, "save FILE")
        self.write(path, text)
        self.saved = text
        return path

    def add(self, path: Path) -> None:
        """Add a file to the files that the session may overwrite."""
        self._paths.add(path)

    def write(self, path: Path, text: str, kind: str = "text") -> None:
        """Write a file of a kind of `outputs.check_suffix` atomically.

        Raises
        ------
        ArgumentError
            The file exists, and the session has neither written nor read it.
        OSError
            The file cannot be written, or its suffix means another format.
        """
        if path.exists() and path not in self._paths:
            raise ArgumentError(f"{path} exists and is not overwritten; name another file")
        outputs.check_suffix(path, kind)
        outputs.write(path, [text.encode()])
        self.add(path)
