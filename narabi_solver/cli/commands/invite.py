"""`narabi invite`: a page for each seat of a deal, with a link that contains only that seat's cards."""

from __future__ import annotations

import re
import sys
from argparse import ArgumentParser, Namespace

from _gamekit import outputs, paper
from _gamekit.arguments import add_language, add_paper
from _gamekit.languages import language_of
from _gamekit.problems import MissingExtraError
from _gamekit.program import ANSWERED, BAD_INPUT, Answers
from narabi_solver import show
from narabi_solver.cli import PROGRAM
from narabi_solver.cli.options import add_deck, deck_of
from narabi_solver.game import deal_files
from narabi_solver.game.errors import ArgumentError

EXAMPLES = [
    "narabi invite 4-0-17 --page https://example.org/narabi/",
    "narabi invite 4-0-17 --page https://example.org/narabi/ --out invitations.pdf",
]


def add_options(parser: ArgumentParser) -> None:
    """Add the options of the command."""
    parser.description = """\
Writes a sheet for each seat: a link and its QR code, which open the page with
that seat's own cards and no others. Each player then enters the swaps on a phone
as they are played. QR codes need the extra qr, a PDF the extra pdf."""
    parser.add_argument(
        "deal", metavar="DEAL", help="a deal, its id, a file with one, or - for standard input"
    )
    parser.add_argument(
        "--page", metavar="ADDRESS", required=True, help="where the page of 'narabi page' is: an http address"
    )
    add_paper(parser, "Narabi", "; without it, or without the extra qr, the links are printed")
    add_language(parser, "narabi_solver", "the sheets")
    add_deck(parser)


def run(options: Namespace) -> int:
    """Run the command; return its exit code."""
    if not re.match(r"https?://[^\s#]+", options.page):
        raise ArgumentError(
            f"--page must be an address that begins with https:// or http://, not {options.page!r}"
        )
    language = language_of("narabi_solver", options.language)
    title = options.title or "Narabi"
    texts = (title, language.text("invite.how"), language.text("invite.seat", seat="A"))
    if options.out is not None:
        kind = paper.kind_of(options.out, "".join(texts))
        outputs.check([options.out], [options.deal, options.deck], [kind[1:]])
    reader = deal_files.reader(deck_of(options))
    with Answers(PROGRAM, options.deal) as printed:
        deals = [*printed.readable(reader.only(options.deal, sys.stdin.buffer, ["invitations"]))]
    if printed.count:
        return BAD_INPUT
    ((_, deal),) = deals
    links = show.invitations.links(deal, options.page, language)
    if options.out is None:
        print(*links, sep="\n")
        return ANSWERED
    try:
        pages = show.invitations.invitations(
            deal, options.page, language=language, title=title, size=options.paper
        )
    except MissingExtraError:
        print(*links, sep="\n")
        raise
    outputs.write(options.out, [pages.contents(kind)])
    PROGRAM.say(f"{deal.players} invitations written to {options.out}")
    return ANSWERED
