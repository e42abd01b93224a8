"""`tales cards`: the cards of a deck, for printing."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from _gamekit import outputs, paper
from _gamekit.arguments import add_language, add_paper
from _gamekit.languages import language_of
from _gamekit.problems import number_of
from _gamekit.program import ANSWERED
from tales_of_arabia import show
from tales_of_arabia.cli import PROGRAM
from tales_of_arabia.cli.options import add_deck, deck_of

EXAMPLES = ["tales cards --out cards.pdf", "tales cards --language de --paper letter --out karten.html"]


def add_options(parser: ArgumentParser) -> None:
    """Add the options of the command."""
    parser.description = """\
Writes the cards of a deck, nine on a page. After each page come the backs, for
printing on both sides; all backs are alike. In other languages a card also has
its English name, for records. A deck of your own is printed as it is. A PDF
needs the extra pdf."""
    add_paper(parser, "Tales of Arabia")
    add_language(parser, "tales_of_arabia", "the cards")
    add_deck(parser)


def run(options: Namespace) -> int:
    """Run the command; return its exit code."""
    deck, language = deck_of(options), language_of("tales_of_arabia", options.language)
    title = language.text("cards.title") if options.title is None else options.title
    kind = paper.kind_of(options.out, show.cards.letters(deck, language, title))
    outputs.check([options.out], [options.deck], [kind[1:]])
    pages = show.cards.cards(deck, language=language, title=title, size=options.paper)
    outputs.write(options.out, [pages.contents(kind)])
    made = f"{number_of(len(deck), 'card')} on {number_of(len(pages.pages), 'page')}"
    PROGRAM.say(f"{made} written to {options.out}")
    return ANSWERED
