"""`mabi analyse`: the best moves by alpha-beta search."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from _gamekit.arguments import add_drawing, add_json, add_language, add_nodes, add_seconds, whole_number
from _gamekit.facts import Fact, json_of
from _gamekit.limits import Limits
from _gamekit.program import ANSWERED, INTERRUPTED, DrawingFiles, as_text
from mabi_search import show
from mabi_search.cli import PROGRAM
from mabi_search.cli.answering import answer_each
from mabi_search.cli.options import add_position, add_readings
from mabi_search.game.position import Position
from mabi_search.search.agreeing import analyses_with_pass
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
    add_nodes(parser, "stop after N nodes")
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
            for analysis, passed in analyses_with_pass(
                position, limits, depth=options.depth, lines=options.lines, threads=options.threads
            ):
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
