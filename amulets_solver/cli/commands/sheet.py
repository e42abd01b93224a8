"""`amulets sheet`: spell books, the altar and the cards of a game, for printing."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from _gamekit import outputs, paper
from _gamekit.arguments import add_language, add_paper
from _gamekit.languages import language_of
from _gamekit.problems import number_of
from _gamekit.program import ANSWERED
from amulets_solver import show
from amulets_solver.cli import PROGRAM
from amulets_solver.cli.options import add_players

EXAMPLES = [
    "amulets sheet --players 4 --out amulets.pdf",
    "amulets sheet --players 3 --language de --paper letter --out amulette.html",
]


def add_options(parser: ArgumentParser) -> None:
    """Add the options of the command."""
    parser.description = """\
Writes what a game needs: a spell book for each player, the altar with amulets
to cut out, the field cards and amulet cards, and their backs. A PDF needs the
extra pdf."""
    add_paper(parser, "Amulets")
    add_language(parser, "amulets_solver", "the pages")
    add_players(parser)


def run(options: Namespace) -> int:
    """Run the command; return its exit code."""
    language = language_of("amulets_solver", options.language)
    title = language.text("sheet.title") if options.title is None else options.title
    kind = paper.kind_of(options.out, show.sheet.texts(language, title))
    outputs.check([options.out], kinds=[kind[1:]])
    pages = show.sheet.sheet(options.players, language=language, title=title, size=options.paper)
    outputs.write(options.out, [pages.contents(kind)])
    PROGRAM.say(f"{number_of(len(pages.pages), 'page')} written to {options.out}")
    return ANSWERED
