"""`narabi hint`: advice for a seat on what to play or ask, from its knowledge."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

import narabi_solver
from _gamekit.arguments import add_drawing, add_json, add_language, whole_number
from _gamekit.program import DrawingFiles
from _gamekit.progress import status
from narabi_solver.cli import EXAMPLE, PROGRAM
from narabi_solver.cli.options import (
    HIDDEN,
    add_deck,
    add_drawing_seed,
    add_limit,
    add_limits,
    add_seen,
    add_undo,
    answer_known,
    knowledge_of,
    limits_of,
    rules_of,
)
from narabi_solver.game.errors import UndecidedError
from narabi_solver.sizes import HINT_POLICIES, INFERENCES

EXAMPLES = [
    f"narabi hint {EXAMPLE} --seat B",
    "narabi hint game.txt --seat C --worlds 500 --json",
]


def add_options(parser: ArgumentParser) -> None:
    """Add the options of the command."""
    parser.description = f"""\
Advises a seat what to play or ask while the others' cards are hidden. Worlds
that agree with the seat's knowledge are drawn, and each is played on as if all
cards lay open. If it is another seat's turn, the answer is what the seat knows.
{HIDDEN}"""
    add_seen(parser, "the seat to advise")
    parser.add_argument(
        "--policy",
        choices=HINT_POLICIES,
        default="silent",
        help="what partners do. silent (default): as described above; silent-rollouts: the next seat decides "
        "by what it can know, and then all cards lie open",
    )
    parser.add_argument(
        "--inference",
        choices=INFERENCES,
        default="none",
        help="soft: the others' choices count as evidence of what their cards forbid (default none)",
    )
    parser.add_argument(
        "--worlds", type=whole_number(1, 100_000), default=64, metavar="K", help="worlds to draw (default 64)"
    )
    add_drawing_seed(parser)
    add_undo(parser)
    add_limit(parser)
    add_deck(parser)
    add_limits(parser)
    add_drawing(parser, html=False)
    add_language(parser, "narabi_solver", "the drawing")
    add_json(parser)


def run(options: Namespace) -> int:
    """Run the command; return its exit code."""
    knows = knowledge_of(options)
    drawn = DrawingFiles(PROGRAM, options, options.deal, options.deck)
    with PROGRAM.interruptible() as stop, status() as tell:
        try:
            advice = narabi_solver.hint(
                knows,
                worlds=options.worlds,
                seed=options.seed,
                rules=rules_of(options),
                limits=limits_of(options, stop),
                policy=options.policy,
                inference=options.inference,
                progress=lambda text, /, **counts: tell(text),
            )
        except UndecidedError as error:
            return PROGRAM.stopped(error, stop())
    return answer_known(options, knows, advice.facts(), drawn)
