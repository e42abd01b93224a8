"""What the commands of `mabi` share: answering position by position."""

from __future__ import annotations

import os
import sys
from argparse import Namespace
from collections.abc import Callable, Sequence

from _gamekit.program import ANSWERED, BAD_INPUT, INTERRUPTED, BadLines
from mabi_search.cli.options import rules_of
from mabi_search.cli.program import PROGRAM
from mabi_search.game import saved_games
from mabi_search.game.position import Position


def answer_each(options: Namespace, answer: Callable[[Position], int], for_one: Sequence[str] = ()) -> int:
    """Answer each position of the argument, report lines that are not positions, return the exit code.

    `for_one` names the options that allow one position only.
    """
    text = options.position
    name = "standard input: " if text == "-" else f"{text}: " * os.path.exists(text)
    highest, answered = ANSWERED, 0
    with BadLines(PROGRAM) as bad:
        for entry in saved_games.reader(rules_of(options)).only(text, sys.stdin.buffer, for_one):
            if entry.value is None:
                bad.add(entry.problem, f"{name}line {entry.line}: ")
                continue
            if answered and not options.json:
                print()
            answered += 1
            code = answer(entry.value)
            if code == INTERRUPTED:
                return code
            highest = max(highest, code)
    return BAD_INPUT if bad.count else highest
