"""`mabi perft`: how many sequences of moves there are."""

from __future__ import annotations

import time
from argparse import Namespace

from _gamekit.limits import Limits
from _gamekit.program import ANSWERED, INTERRUPTED, UNDECIDED, as_text
from mabi_search.cli.answering import answer_each
from mabi_search.cli.program import PROGRAM
from mabi_search.game.position import Position


def run(options: Namespace) -> int:
    """Run the command; return its exit code."""
    from mabi_search.search.perft import divide, perft
    from mabi_search.show import report

    with PROGRAM.ended_by_interrupt():
        import mabi_search.kernels.perft  # noqa: F401  (loads numpy)

    def answer(position: Position) -> int:
        started = time.perf_counter()
        with PROGRAM.interruptible() as stop:
            limits = Limits(max_seconds=options.seconds, stop=stop)
            found = perft(position, options.depth, limits=limits, statistics=options.statistics)
            divided = None
            if options.divide and options.depth and found.nodes is not None:
                divided = divide(position, options.depth, limits=Limits(stop=stop))
            seconds = time.perf_counter() - started
            if options.json:
                PROGRAM.print_json(report.perft_json(found, divided))
            else:
                PROGRAM.show(report.perft_view(found, divided, seconds), as_text)
            if stop():
                return INTERRUPTED
        return UNDECIDED if found.nodes is None else ANSWERED

    return answer_each(options, answer)
