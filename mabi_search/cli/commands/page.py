"""`mabi page`: Mabi as one page for the browser."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from _gamekit import outputs
from _gamekit.arguments import add_drawing
from _gamekit.program import ANSWERED
from _gamekit.web import offline
from mabi_search import serve
from mabi_search.cli import PROGRAM

EXAMPLES = ["mabi page --out mabi.html --theme dark", "mabi page --folder site/mabi"]


def add_options(parser: ArgumentParser) -> None:
    """Add the options of the command."""
    parser.description = """\
Writes the board as one offline page for any browser, on a phone too: play
against the engine or between two people, analysis, proofs, reviews, puzzles.
The engine in it is that of the program, compiled to WebAssembly.
A folder is for a web server: phones can install the page from there, and it
then works without a network."""
    written = parser.add_mutually_exclusive_group(required=True)
    written.add_argument("--out", metavar="FILE", help="the page to write, like mabi.html")
    written.add_argument("--folder", metavar="FOLDER", help="the folder to write, for a web server")
    add_drawing(parser, svg=False, html=False)


def run(options: Namespace) -> int:
    """Run the command; return its exit code."""
    if options.folder is not None:
        files = serve.making.page_folder(theme=options.theme)
        offline.write(files, options.folder)
        PROGRAM.say(offline.words(files, options.folder))
        return ANSWERED
    outputs.check([options.out], kinds=["html"])
    made = serve.making.page_html(theme=options.theme).encode()
    outputs.write(options.out, [made])
    PROGRAM.say(f"written to {options.out}, {len(made) // 1000} kB: open it in a browser, on a phone too")
    return ANSWERED
