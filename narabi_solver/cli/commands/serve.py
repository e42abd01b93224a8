"""`narabi serve`: the page of `narabi page` with the program behind it."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from _gamekit.arguments import add_serving
from _gamekit.program import ANSWERED
from _gamekit.web import serving
from narabi_solver import page
from narabi_solver.cli import PROGRAM
from narabi_solver.cli.options import add_deck

EXAMPLES = ["narabi serve", "narabi serve --port 8000 --no-open"]


def add_options(parser: ArgumentParser) -> None:
    """Add the options of the command."""
    add_serving(parser)
    add_deck(parser)


def run(options: Namespace) -> int:
    """Run the command; return its exit code."""
    serving.check_installed("narabi serve")

    serving.serve(page.making.site(options.deck), options.port, not options.no_open, PROGRAM.say)
    return ANSWERED
