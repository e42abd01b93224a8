"""`mabi serve`: the analysis board in the browser."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from _gamekit.arguments import add_serving
from _gamekit.program import ANSWERED
from _gamekit.web import serving
from mabi_search import serve
from mabi_search.cli import PROGRAM

EXAMPLES = ["mabi serve", "mabi serve --port 8000 --no-open"]


def add_options(parser: ArgumentParser) -> None:
    """Add the options of the command."""
    add_serving(parser)


def run(options: Namespace) -> int:
    """Run the command; return its exit code."""
    serving.check_installed("mabi serve")

    serving.serve(serve.making.site(), options.port, not options.no_open, PROGRAM.say)
    return ANSWERED
