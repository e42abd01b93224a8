"""`mabi page`: write Mabi as a web page."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from _gamekit import game_page
from _gamekit.program import ANSWERED
from mabi_search import page
from mabi_search.cli import PROGRAM

EXAMPLES = ["mabi page --open", "mabi page --out mabi.html --theme dark", "mabi page --folder site/mabi"]


def add_options(parser: ArgumentParser) -> None:
    """Add the options of the command."""
    parser.description = """\
Writes the board as one offline page for any browser, on a phone too: play
against the engine or between two people, analysis, proofs, reviews, puzzles.
The engine in it is that of the program, compiled to WebAssembly.
A folder is for a web server: phones can install the page from there, and it
then works without a network."""
    game_page.add_options(parser)


def run(options: Namespace) -> int:
    """Run the command; return its exit code."""
    game_page.write(
        options,
        lambda: page.making.page_html(theme=options.theme),
        lambda: page.making.page_folder(theme=options.theme),
        PROGRAM.say,
    )
    return ANSWERED
