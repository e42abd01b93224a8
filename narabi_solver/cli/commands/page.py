"""`narabi page`: Narabi as one page for the browser."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from _gamekit import game_page
from _gamekit.program import ANSWERED
from narabi_solver import page
from narabi_solver.cli import PROGRAM
from narabi_solver.cli.options import add_deck, deck_of

EXAMPLES = [
    "narabi page --open",
    "narabi page --out narabi.html",
    "narabi page --deck my-deck.toml --out ours.html",
    "narabi page --folder site/narabi",
]


def add_options(parser: ArgumentParser) -> None:
    """Add the options of the command."""
    parser.description = """\
Writes the game as one offline page for any browser, also on a phone. The page
has three puzzles a day, random deals, deals to order, your own deals and hints.
Its own solver shows the solution and the value of every swap. A folder is for a
web server: phones can install the page from there and use it offline."""
    game_page.add_options(parser)
    add_deck(parser)


def run(options: Namespace) -> int:
    """Run the command; return its exit code."""
    game_page.write(
        options,
        lambda: page.making.page_html(deck_of(options), theme=options.theme),
        lambda: page.making.page_folder(deck_of(options), theme=options.theme),
        PROGRAM.say,
        deck=options.deck,
    )
    return ANSWERED
