"""`mabi diagram`: positions to be printed as puzzles."""

from __future__ import annotations

import sys
from argparse import Namespace

from _gamekit import outputs, paper
from _gamekit.limits import Limits
from _gamekit.program import ANSWERED, INTERRUPTED, UNDECIDED
from _gamekit.progress import status
from mabi_search.cli.answering import rules_of
from mabi_search.cli.program import PROGRAM
from mabi_search.game import saved_games
from mabi_search.game.errors import ArgumentError


def run(options: Namespace) -> int:
    """Run the command; return its exit code."""
    kind = paper.kind_of(options.out)
    outputs.check([options.out], options.positions, [kind[1:]])
    reader = saved_games.reader(rules_of(options))
    positions = []
    for argument in options.positions:
        for entry in reader.argument(argument, sys.stdin.buffer):
            if entry.value is None:
                raise entry.problem
            if entry.value.outcome() is not None:
                raise ArgumentError(
                    f"{argument}, line {entry.line}: the game is over, and there is no puzzle"
                )
            positions.append(entry.value)
    with PROGRAM.ended_by_interrupt():
        from mabi_search.proof.solving import solve
    from mabi_search.show.diagrams import diagrams

    verdicts = []
    with PROGRAM.interruptible() as stop, status() as show:
        limits = Limits(max_nodes=options.nodes, max_seconds=options.seconds, stop=stop)
        for number, position in enumerate(positions, 1):
            show(f"solving position {number} of {len(positions)} (Ctrl-C stops)")
            verdicts.append(solve(position, limits=limits))
            if stop():
                break
    if stop():
        PROGRAM.say("interrupted; nothing was written")
        return INTERRUPTED
    if open_ones := [str(i) for i, one in enumerate(verdicts, 1) if not one.proven]:
        more = "give more --nodes or --seconds, or leave them out"
        PROGRAM.say(f"undecided: {', '.join(open_ones)} of {len(verdicts)}; nothing was written; {more}")
        return UNDECIDED
    foot = f"mabi diagram, {len(verdicts)} positions, every solution proven"
    pages = diagrams(verdicts, title=options.title, foot=foot, size=options.paper)
    outputs.write(options.out, [pages.contents(kind)])
    count = f"{len(verdicts)} diagram{'s' * (len(verdicts) != 1)}"
    PROGRAM.say(f"{count} on {len(pages.pages)} pages written to {options.out}")
    return ANSWERED
