"""`narabi page`: Narabi as one page for the browser."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from _gamekit import outputs
from _gamekit.arguments import add_drawing
from _gamekit.program import ANSWERED
from _gamekit.web import offline
from narabi_solver import page
from narabi_solver.cli import PROGRAM
from narabi_solver.cli.options import add_deck, deck_of

EXAMPLES = [
    "narabi page --out narabi.html",
    "narabi page --deck my-deck.toml --out ours.html",
    "narabi page --folder site/narabi",
]


def add_options(parser: ArgumentParser) -> None:
    """Add the options of the command."""
    parser.description = """\
Writes the game as one offline page for any browser, on a phone too:
three puzzles a day, random deals and deals to order, your own deals, hints,
what every swap would lead to, and the solution, by a solver in the page.
A folder is for a web server: phones can install the page from there, and it
then works without a network."""
    written = parser.add_mutually_exclusive_group(required=True)
    written.add_argument("--out", metavar="FILE", help="the page to write, like narabi.html")
    written.add_argument("--folder", metavar="FOLDER", help="the folder to write, for a web server")
    add_drawing(parser, svg=False, html=False)
    add_deck(parser)


def run(options: Namespace) -> int:
    """Run the command; return its exit code."""
    if options.folder is not None:
        return _folder(options)
    outputs.check([options.out], [options.deck], ["html"])
    made = page.making.page_html(deck_of(options), theme=options.theme).encode()
    outputs.write(options.out, [made])
    PROGRAM.say(f"written to {options.out}, {len(made) // 1000} kB: open it in a browser, on a phone too")
    return ANSWERED


def _folder(options: Namespace) -> int:
    """Write the files for a server; the folder is made if it is not there."""
    made = page.making.page_folder(deck_of(options), theme=options.theme)
    offline.write(made, options.folder, [options.deck])
    PROGRAM.say(offline.words(made, options.folder))
    return ANSWERED
