"""`narabi enter`: puts in a deal, and the game played with it."""

from __future__ import annotations

import os
import sys
from argparse import Namespace

from _gamekit import outputs
from _gamekit.program import ANSWERED, BAD_INPUT
from narabi_solver.cli.answering import deck_of, rules_of
from narabi_solver.cli.entering import HELP, EnterSession
from narabi_solver.cli.program import PROGRAM
from narabi_solver.game.errors import ArgumentError, InternalError, NarabiError


def run(options: Namespace) -> int:
    """Run the command; return its exit code."""
    if options.out is not None:
        outputs.check([options.out], [options.deck])
        if os.path.lexists(options.out):
            raise ArgumentError(f"{options.out} exists and is not overwritten; name another file")
    session = EnterSession(options.players, deck_of(options), options.unusual, rules_of(options))
    terminal = sys.stdin.isatty()
    wrong = not _ask(session, terminal)
    if not session.kept:
        return ANSWERED
    try:
        text = f"{session.entry.deal}\n"
    except NarabiError:
        PROGRAM.say("this is no whole deal yet, and nothing was saved; so far there are:")
        _tell([f"  {line}" for part in session.shown() for line in part.splitlines()])
        return BAD_INPUT
    if options.out is None:
        print(text, end="", flush=True)
    else:
        outputs.write(options.out, [text.encode()])
        PROGRAM.say(f"written to {options.out}")
    return BAD_INPUT if wrong and not terminal else ANSWERED


def _ask(session: EnterSession, terminal: bool) -> bool:
    """Do what the lines of the standard input say; tell whether all of them were right."""
    right = True
    if terminal:
        _complete_with_tab(session)
        _tell([HELP, *session.shown()])
    while not session.over:
        line = _line(session.prompt) if terminal else sys.stdin.readline()
        if not line:
            break
        try:
            shown = session.do(line)
        except InternalError:
            raise
        except NarabiError as error:
            right = False
            PROGRAM.say_problems(error)
        else:
            _tell(shown if terminal else [])
    return right


def _tell(lines: list[str]) -> None:
    """Print for the user; the standard output is for the deal alone."""
    for line in lines:
        print(line, file=sys.stderr, flush=True)


def _line(prompt: str) -> str:
    """Return a line typed at the terminal, with its end; nothing at the end of the input."""
    if not sys.stdout.isatty():
        print(prompt, end="", file=sys.stderr, flush=True)
        return sys.stdin.readline()
    try:
        return input(prompt) + "\n"
    except EOFError:
        return ""


def _complete_with_tab(session: EnterSession) -> None:
    try:
        import readline
    except ImportError:  # not on every system
        return
    readline.set_completer_delims(" \t\n:,;")

    def complete(word: str, index: int) -> str | None:
        found = session.complete(readline.get_line_buffer()[: readline.get_endidx()])
        return found[index] if index < len(found) else None

    readline.set_completer(complete)
    readline.parse_and_bind("tab: complete")
