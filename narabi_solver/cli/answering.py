"""What the commands of `narabi` share: reading their options, and answering deal by deal."""

from __future__ import annotations

import os
import sys
import time
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
    from _gamekit.progress import Progress
    from narabi_solver.game.errors import StoppedError
    from narabi_solver.solving.solution import Outcome
    from narabi_solver.teams.policies import Policy


def deck_of(options: Namespace) -> Deck:
    """Return the deck of ``--deck``, by default the standard one."""
    return Deck.standard() if options.deck is None else Deck.load(options.deck)


def rules_of(options: Namespace) -> Rules:
    """Return the rules that the options name."""
    return Rules(no_undo=options.no_undo, limit=options.limit, undo_reading=options.undo_reading)


def policy_of(name: str) -> Policy:
    """Return the policy of a name, as ``module:Class`` also one in the current folder."""
    from narabi_solver.teams.policies import policy_named  # noqa: PLC0415  (loads numpy)

    if ":" in name and (here := os.getcwd()) not in sys.path:
        sys.path.append(here)  # last, so that it hides no other module; workers inherit it
    return policy_named(name)


def how_to_go_on(out: str | None) -> str:
    """Return how work that ended early can be continued; `out` is the file it was to write."""
    if out is None:
        return "nothing was saved; with --out FILE the same command could continue"
    return f"the same command continues from there ({out}.parts)"


class ProgressMeter:
    """Shows how far work on many deals is, how fast it goes, and how long the rest may take."""

    def __init__(self, deals: int, show: Progress, decimals: int = 0):
        self.deals, self.show, self.decimals = deals, show, decimals
        self.started = time.perf_counter()
        self.done = 0

    def __call__(self, text: str, /, **counts: int) -> None:
        """Show it after a block; `counts` are those of `survey`."""
        self.done = counts["answered"]
        rate = counts["answered_now"] / (time.perf_counter() - self.started)
        left = (self.deals - self.done) / rate
        self.show(f"{text}, {rate:,.{self.decimals}f} a second, {left:,.0f} s left")

    def stopped(self, error: StoppedError, interrupted: bool, out: str | None) -> int:
        """Say how work that ended early can be continued; return the exit code."""
        why = "interrupted" if interrupted else str(error)
        PROGRAM.say(f"{why} after {self.done:,} of {self.deals:,} deals; {how_to_go_on(out)}")
        return INTERRUPTED if interrupted else UNDECIDED


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
