"""What the commands of `narabi` share: reading their options, and answering deal by deal."""

from __future__ import annotations

import os
import sys
from argparse import Namespace
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from _gamekit.limits import DEFAULT_MEMORY, MIB, Limits
from _gamekit.program import ANSWERED, BAD_INPUT, INTERRUPTED, NEGATIVE, UNDECIDED, BadLines
from narabi_solver.cli.program import PROGRAM
from narabi_solver.game import deal_files
from narabi_solver.game.deal import Deal
from narabi_solver.game.deck import Deck
from narabi_solver.game.errors import InternalError, NarabiError
from narabi_solver.game.rules import Rules

if TYPE_CHECKING:
    from narabi_solver.hidden.policies import Policy
    from narabi_solver.solving.solution import Outcome


def deck_of(options: Namespace) -> Deck:
    """Return the deck of ``--deck``, by default the standard one."""
    return Deck.standard() if options.deck is None else Deck.load(options.deck)


def rules_of(options: Namespace) -> Rules:
    """Return the rules that the options name."""
    return Rules(no_undo=options.no_undo, limit=options.limit, undo_reading=options.undo_reading)


def policy_of(name: str) -> Policy:
    """Return the policy of a name, as ``module:Class`` also one in the current folder."""
    from narabi_solver.hidden.policies import policy_named  # noqa: PLC0415  (loads numpy)

    if ":" in name and (here := os.getcwd()) not in sys.path:
        sys.path.append(here)  # last, so that it hides no other module; workers inherit it
    return policy_named(name)


def limits_of(options: Namespace, stop: Callable[[], bool]) -> Limits:
    """Return the limits that the options set, with a function that tells whether to stop."""
    memory = DEFAULT_MEMORY if options.max_memory is None else options.max_memory * MIB
    return Limits(max_nodes=options.nodes, max_seconds=options.seconds, max_memory=memory, stop=stop)


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
    name = "standard input: " if options.deal == "-" else f"{options.deal}: " * os.path.exists(options.deal)
    reader = deal_files.reader(deck_of(options), options.unusual, options.first)
    highest = ANSWERED
    answered = 0
    with BadLines(PROGRAM) as bad:
        for entry in reader.only(options.deal, sys.stdin.buffer, for_one):
            if entry.value is None:
                bad.add(entry.problem, name)
                continue
            if search:
                from narabi_solver.solving import api  # noqa: PLC0415  (not for what cannot be read)

                with PROGRAM.ended_by_interrupt():
                    api.warm_up(entry.value, getattr(options, "algorithm", "auto"))
            if answered and not options.json:
                print()
            answered += 1
            with PROGRAM.interruptible() as stop:
                try:
                    highest = max(highest, answer(entry.value, stop))
                except InternalError:
                    raise
                except NarabiError as error:
                    bad.add(error, f"{name}line {entry.line}: ")
                if stop():
                    return INTERRUPTED
    return BAD_INPUT if bad.count else highest


def code_of(outcome: Outcome) -> int:
    """Return the exit code of an outcome."""
    return {"solved": ANSWERED, "unsolvable": NEGATIVE, "undecided": UNDECIDED}[outcome]
