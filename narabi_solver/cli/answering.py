"""What the commands of `narabi` share: answering deal by deal."""

from __future__ import annotations

import sys
from argparse import Namespace
from collections.abc import Callable, Sequence
from functools import partial

import narabi_solver
from _gamekit.program import ANSWERED, INTERRUPTED, NEGATIVE, UNDECIDED, Answers
from narabi_solver import solving
from narabi_solver.cli import PROGRAM
from narabi_solver.cli.options import deck_of
from narabi_solver.game import deal_files
from narabi_solver.game.deal import Deal
from narabi_solver.game.errors import InternalError, NarabiError
from narabi_solver.game.rules import Rules


def warm_up(deal: Deal) -> None:
    """Load or build what many deals need; meanwhile Ctrl-C ends the program where it stands."""
    with PROGRAM.ended_by_interrupt():
        solving.values.warm_up(deal.start(), Rules())


def answer_each(
    options: Namespace,
    answer: Callable[[Deal, Callable[[], bool]], int],
    search: bool = True,
    for_one: Sequence[str] = (),
) -> int:
    """Answer each deal of the DEAL argument, report bad lines, and return the exit code.

    `answer` is called with a deal and a function that tells whether Ctrl-C was pressed. It prints, and
    returns an exit code. With `search`, what the search needs is loaded first. `for_one` names the given
    options that allow only one deal.
    """
    reader = deal_files.reader(deck_of(options), options.unusual, options.first)
    with Answers(PROGRAM, options.deal, options.json) as printed:
        for entry in reader.only(options.deal, sys.stdin.buffer, for_one):
            if entry.value is None:
                printed.add(entry.problem, printed.source)
                continue
            if search:
                warm_up(entry.value)
            with PROGRAM.interruptible() as stop:
                try:
                    printed.answer(partial(answer, entry.value, stop))
                except InternalError:
                    raise
                except NarabiError as error:
                    printed.add(error, f"{printed.source}line {entry.line}: ")
                if stop():
                    return INTERRUPTED
    return printed.code


def code_of(outcome: narabi_solver.Outcome) -> int:
    """Return the exit code of an outcome."""
    return {"solved": ANSWERED, "unsolvable": NEGATIVE, "undecided": UNDECIDED}[outcome]
