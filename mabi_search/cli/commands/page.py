"""`mabi page`: Mabi as one page for the browser."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from _gamekit import outputs
from _gamekit.arguments import add_drawing
from _gamekit.program import ANSWERED
from mabi_search import serve
from mabi_search.cli import PROGRAM

EXAMPLES = ["mabi page --out mabi.html", "mabi page --out mabi.html --theme dark"]


def add_options(parser: ArgumentParser) -> None:
    """Add the options of the command."""
    parser.description = """\
Writes the board as one offline page for any browser, on a phone too: play
against the engine or between two people, analysis, what a pass leads to.
The engine in it is that of the program, compiled to WebAssembly."""
    parser.add_argument("--out", metavar="FILE", required=True, help="the page to write, like mabi.html")
    add_drawing(parser, svg=False, html=False)


def run(options: Namespace) -> int:
    """Run the command; return its exit code."""
    outputs.check([options.out], kinds=["html"])
    made = serve.making.page_html(theme=options.theme).encode()
    outputs.write(options.out, [made])
    PROGRAM.say(f"written to {options.out}, {len(made) // 1000} kB: open it in a browser, on a phone too")
    return ANSWERED
