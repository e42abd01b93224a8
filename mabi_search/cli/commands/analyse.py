"""`mabi analyse`: the best moves by alpha-beta search."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Callable
from typing import TYPE_CHECKING

from _gamekit.limits import Limits
from _gamekit.program import ANSWERED, INTERRUPTED, DrawingFiles, as_text
from mabi_search.cli.answering import answer_each
from mabi_search.cli.program import PROGRAM
from mabi_search.game.errors import ArgumentError
from mabi_search.game.position import Position

if TYPE_CHECKING:
    from mabi_search.runs.pass_analysis import PassAnalysis


def run(options: Namespace) -> int:
    """Run the command; return its exit code."""
    from mabi_search.search.analysis import analyses
    from mabi_search.show import report

    with PROGRAM.ended_by_interrupt():
        import mabi_search.kernels.alphabeta  # noqa: F401  (loads numpy)

    drawn = DrawingFiles(PROGRAM, options, options.position)

    def answer(position: Position) -> int:
        with PROGRAM.interruptible() as stop:
            limits = Limits(max_nodes=options.nodes, max_seconds=options.seconds, stop=stop)
            shown = 0
            passed = _passed(position, options, stop)
            for found in analyses(
                position, depth=options.depth, limits=limits, lines=options.lines, threads=options.threads
            ):
                if options.json:
                    PROGRAM.print_json(report.analysis_json(found, passed))
                elif found.depth > shown or not found.lines:
                    PROGRAM.show(report.analysis_text(found), as_text)
                shown = found.depth
            if passed is not None and not options.json:
                PROGRAM.show(report.passed_text(position, passed), as_text)
            drawn.write(options.svg, lambda: found.svg(width=options.width, theme=options.theme))
            return INTERRUPTED if stop() else ANSWERED

    return answer_each(options, answer, drawn.options)


def _passed(position: Position, options: Namespace, stop: Callable[[], bool]) -> PassAnalysis | None:
    """Return what a pass now leads to, within a tenth of the limits; None if no run follows it."""
    from mabi_search.runs.pass_analysis import analyse_pass

    nodes = None if options.nodes is None else options.nodes // 10
    seconds = None if options.seconds is None else options.seconds / 10
    try:
        return analyse_pass(position, limits=Limits(max_nodes=nodes, max_seconds=seconds, stop=stop))
    except ArgumentError:
        return None
