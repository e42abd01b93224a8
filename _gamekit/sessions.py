"""Sessions at the terminal: line by line, until somebody wants to stop."""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Callable
from contextlib import AbstractContextManager
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from _gamekit import folders, outputs
from _gamekit.problems import ArgumentError
from _gamekit.program import ANSWERED, BAD_INPUT, Program, as_text

if TYPE_CHECKING:
    from rich.console import RenderableType


class Session(Protocol):
    """Something that does what lines say."""

    over: bool
    """True when nobody wants to go on."""

    @property
    def prompt(self) -> str:
        """What is asked for."""

    def do(self, line: str) -> list[RenderableType]:
        """Do what a line says; return what is to be shown."""


def talk(
    program: Program,
    session: Session,
    guard: Callable[[], AbstractContextManager[None]] = contextlib.nullcontext,
) -> int:
    """Do what the lines of the standard input say; return the exit code.

    A wrong line is answered with what is wrong, and the session goes on. The code says so only if nobody
    sits at a terminal.

    Parameters
    ----------
    program, session
        Whose lines they are.
    guard
        What surrounds the work of each line, like `Program.ended_by_interrupt`.
    """
    wrong, terminal = False, sys.stdin.isatty()
    while not session.over:
        if terminal:
            print(session.prompt, end="", flush=True)
        line = sys.stdin.readline()
        if not line:
            if terminal:
                print()  # the shell's prompt begins a line
            break
        if not line.strip():
            continue
        try:
            with guard():
                views = session.do(line)
        except program.bug:
            raise
        except program.bad_input as error:
            wrong = True
            program.say_problems(error)
        except OSError as error:
            wrong = True
            program.say(f"{error.filename}: {error.strerror or error}")
        else:
            for view in views:
                program.show(view, as_text)
    return BAD_INPUT if wrong and not terminal else ANSWERED


def file_named(name: str, commands: str) -> Path:
    """Return the path of a file that a line names, ``~`` for the home folder.

    Raises
    ------
    ArgumentError
        No name is given (`commands` says how), or there is no such home folder.
    OSError
        Nothing can have this name.
    """
    if not name:
        raise ArgumentError(f"name a file: {commands}")
    try:
        return folders.named(name).expanduser().absolute()
    except RuntimeError as error:  # of ~name
        raise ArgumentError(f"{name}: {error}") from None


class OwnFiles:
    """The files that a session has written or read; others are not overwritten."""

    def __init__(self) -> None:
        self._paths: set[Path] = set()

    def add(self, path: Path) -> None:
        """Take a file for one of the session's own."""
        self._paths.add(path)

    def write(self, path: Path, text: str) -> None:
        """Write a file whole or not at all.

        Raises
        ------
        ArgumentError
            It exists, and is not the session's own.
        OSError
            It cannot be written.
        """
        if path.exists() and path not in self._paths:
            raise ArgumentError(f"{path} exists and is not overwritten; name another file")
        outputs.write(path, [text.encode()])
        self.add(path)
