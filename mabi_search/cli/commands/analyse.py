"""`mabi analyse`: the best moves by alpha-beta search."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial

import mabi_search
from _gamekit.arguments import add_drawing, add_json, add_language, add_nodes, add_seconds, whole_number
from _gamekit.facts import Fact, json_of
from _gamekit.limits import Limits
from _gamekit.program import ANSWERED, INTERRUPTED, DrawingFiles, as_text
from mabi_search import show
from mabi_search.cli import PROGRAM
from mabi_search.cli.answering import answer_each
from mabi_search.cli.options import add_position, add_readings
from mabi_search.game.errors import ArgumentError
from mabi_search.game.outcomes import LOSS, WIN
from mabi_search.game.position import Position
from mabi_search.game.rules import PASS
from mabi_search.search.analysis import deepening
from mabi_search.search.results import WIN_SCORE, Analysis, Line
from mabi_search.search.sizes import DEFAULT_DEPTH, MAX_DEPTH, MAX_LINES, MAX_THREADS

EXAMPLES = ["mabi analyse start --depth 6", "mabi analyse 'start moves a1a2' --seconds 10 --lines 3"]


def add_options(parser: ArgumentParser) -> None:
    """Add the options of the command."""
    add_position(parser)
    parser.add_argument(
        "--depth",
        type=whole_number(1, MAX_DEPTH),
        metavar="D",
        help=f"search to a depth of D plies (default {DEFAULT_DEPTH} if no limit is given)",
    )
    add_nodes(parser, "stop after N positions")
    add_seconds(parser)
    parser.add_argument(
        "--lines",
        type=whole_number(1, MAX_LINES),
        default=1,
        metavar="K",
        help="show the K best moves (default 1); moves after the first need a second search, about as long",
    )
    parser.add_argument(
        "--threads",
        type=whole_number(1, MAX_THREADS),
        default=1,
        metavar="T",
        help="search with T threads (default 1); with several threads, estimates vary a little",
    )
    add_drawing(parser, html=False)
    add_language(parser, "mabi_search", "the drawing")
    add_readings(parser)
    add_json(parser)


def run(options: Namespace) -> int:
    """Run the command; return its exit code."""
    drawn = DrawingFiles(PROGRAM, options, options.position)

    def answer(position: Position) -> int:
        with PROGRAM.interruptible() as stop:
            limits = Limits(max_nodes=options.nodes, max_seconds=options.seconds, stop=stop)
            shown = 0
            passed = None
            for analysis, passed in _agreeing(position, _passed(position, options, stop), options, limits):
                if options.json:
                    after = None if passed is None else json_of(passed.facts())
                    PROGRAM.answer([*analysis.facts(), Fact("if_passed", after)], True)
                elif analysis.depth > shown or not analysis.lines:
                    PROGRAM.show(show.report.analysis_text(analysis), as_text)
                shown = analysis.depth
            if passed is not None and not options.json:
                PROGRAM.answer(passed.facts(), False)
            drawn.write(
                options.svg,
                lambda: analysis.svg(width=options.width, theme=options.theme, language=options.language),
            )
            return INTERRUPTED if stop() else ANSWERED

    return answer_each(options, answer, drawn.options)


def _passed(
    position: Position, options: Namespace, stop: Callable[[], bool]
) -> mabi_search.PassAnalysis | None:
    """Return the analysis of a pass, with a tenth of the limits; None if the pass cannot be analysed."""
    nodes = None if options.nodes is None else options.nodes // 10
    seconds = None if options.seconds is None else options.seconds / 10
    try:
        return mabi_search.analyse_pass(
            position, limits=Limits(max_nodes=nodes, max_seconds=seconds, stop=stop)
        )
    except ArgumentError:
        return None


def _agreeing(
    position: Position, passed: mabi_search.PassAnalysis | None, options: Namespace, limits: Limits
) -> Iterator[tuple[Analysis, mabi_search.PassAnalysis | None]]:
    """Yield the analyses of a position, each with an analysis of a pass that agrees with it."""
    lost = passed is not None and passed.outcome == LOSS
    if passed is not None and lost and list(position.legal_moves) == [PASS]:
        line = _pass_line(passed)
        yield Analysis(position, 1, (line,), line.score, passed.nodes, passed.seconds), passed
        return
    search = partial(deepening, position, limits=limits, lines=options.lines, threads=options.threads)
    without = (PASS,) if lost else ()
    for analysis in search(depth=options.depth, without=without):
        if passed is not None:
            if lost and analysis.pv[:1] == without and not analysis.proven:  # by the search of a run
                *_, analysis = search(depth=analysis.depth, without=without, options={"runs": False})
            analysis = _with_pass(analysis, passed, options.lines)
            passed = _concluded(passed, analysis)
        yield analysis, passed
        if analysis.proven and options.lines == 1:
            return


def _pass_line(passed: mabi_search.PassAnalysis) -> Line:
    """Return the line of a pass whose outcome is proven."""
    score = {WIN: WIN_SCORE, LOSS: -WIN_SCORE}.get(passed.outcome, 0)
    return Line(PASS, score, (PASS, *passed.refutation))


def _with_pass(analysis: Analysis, passed: mabi_search.PassAnalysis, most: int) -> Analysis:
    """Return an analysis of at most `most` lines that includes the proven outcome of a pass."""
    others = [line for line in analysis.lines if line.move != PASS]
    if not passed.proven or (not others and passed.outcome == LOSS):
        return analysis
    if any(line.move == PASS and line.proven for line in analysis.lines):
        return analysis
    lines = sorted([*others, _pass_line(passed)], key=lambda line: -line.score)[:most]
    return replace(analysis, lines=tuple(lines), score=lines[0].score, depth=max(analysis.depth, 1))


def _concluded(passed: mabi_search.PassAnalysis, analysis: Analysis) -> mabi_search.PassAnalysis:
    """Return the analysis of a pass with the outcome that the analysis of the position proves for it."""
    lines = [line.outcome for line in analysis.lines if line.move == PASS and line.proven]
    known = [*lines, *[LOSS] * (analysis.outcome == LOSS)]
    return replace(passed, outcome=known[0]) if known and not passed.proven else passed
