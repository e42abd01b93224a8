"""`narabi know`: the knowledge of a seat about the hidden cards."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from _gamekit.arguments import add_drawing, add_json, add_language
from _gamekit.program import DrawingFiles
from narabi_solver.cli import EXAMPLE, PROGRAM
from narabi_solver.cli.options import HIDDEN, add_deck, add_seen, answer_known, knowledge_of

EXAMPLES = [f"narabi know {EXAMPLE} --seat A", "narabi know game.txt --seat C --json"]


def add_options(parser: ArgumentParser) -> None:
    """Add the options of the command."""
    parser.description = f"""\
Counts the assignments of cards to the hidden stones that agree with everything
the seat saw and heard, and computes the probability of each card of each stone.
Both are exact. Any seat may move next.
{HIDDEN}"""
    add_seen(parser, "the seat whose knowledge is shown")
    add_deck(parser)
    add_drawing(parser, html=False)
    add_language(parser, "narabi_solver", "the drawing")
    add_json(parser)


def run(options: Namespace) -> int:
    """Run the command; return its exit code."""
    knows = knowledge_of(options)
    drawn = DrawingFiles(PROGRAM, options, options.deal, options.deck)
    return answer_known(options, knows, knows.facts(), drawn)
