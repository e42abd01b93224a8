"""`narabi page`: Narabi as one page for the browser."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from _gamekit import outputs
from _gamekit.arguments import add_drawing
from _gamekit.program import ANSWERED
from narabi_solver import page
from narabi_solver.cli import PROGRAM
from narabi_solver.cli.options import add_deck, deck_of

EXAMPLES = ["narabi page --out narabi.html", "narabi page --deck my-deck.toml --out ours.html"]


def add_options(parser: ArgumentParser) -> None:
    """Add the options of the command."""
    parser.description = """\
Writes the game as one offline page for any browser, on a phone too:
three puzzles a day, random deals and deals to order, your own deals, hints,
what every swap would lead to, and the solution, by a solver in the page."""
    parser.add_argument("--out", metavar="FILE", required=True, help="the page to write, like narabi.html")
    add_drawing(parser, svg=False, html=False)
    add_deck(parser)


def run(options: Namespace) -> int:
    """Run the command; return its exit code."""
    outputs.check([options.out], [options.deck], ["html"])
    made = page.making.page_html(deck_of(options), theme=options.theme).encode()
    outputs.write(options.out, [made])
    PROGRAM.say(f"written to {options.out}, {len(made) // 1000} kB: open it in a browser, on a phone too")
    return ANSWERED
