"""Invitations to a deal: a page for each seat, with a link and a QR code that reveal only its own cards."""

from __future__ import annotations

from urllib.parse import quote_plus

from _gamekit import paper, qr
from _gamekit.languages import Language
from narabi_solver.game.cards import SEAT_COUNTS
from narabi_solver.game.deal import Deal
from narabi_solver.game.deck import Deck
from narabi_solver.game.errors import ArgumentError
from narabi_solver.game.rules import SEATS
from narabi_solver.hidden.knowledge import Knowledge

CODE, LINE = 300.0, 84
"""Width of a QR code in points, and number of characters in a line of the link below the code."""


def link_for(deal: Deal, seat: int, address: str) -> str:
    """Return a link that opens the web page with only the knowledge of one seat in a deal."""
    seen = quote_plus(str(Knowledge.of(deal, seat)), safe=":/?")
    deck = "" if deal.deck == Deck.standard() else f"&{deal.deck.to_link()}"
    return f"{address.split('#')[0]}#deal={seen}{deck}"


def links(deal: Deal, address: str, language: Language) -> list[str]:
    """Return a line for each seat: its name, and its link.

    Raises
    ------
    ArgumentError
        The web page has no game for this deal.
    """
    if deal.players not in SEAT_COUNTS:
        raise ArgumentError(f"the page has games of 3, 4 or 5 players, and none of {deal.players}")
    return [
        f"{language.text('invite.seat', seat=SEATS[seat])}: {link_for(deal, seat, address)}"
        for seat in range(deal.players)
    ]


def invitations(deal: Deal, address: str, *, language: Language, title: str, size: str = "a4") -> paper.Paper:
    """Return an invitation page for each seat. It links to that seat's own cards only.

    Raises
    ------
    ArgumentError
        The web page has no game for this deal.
    MissingExtraError
        segno is not installed.
    """
    pages = []
    for name, link in (line.split(": ", 1) for line in links(deal, address, language)):
        page = paper.new_page(size, title, f"{name} {link}")
        width, _ = paper.SIZES[size]
        page.text(title, (width / 2, paper.MARGIN + 8), 16, weight="bold", longest=60)
        page.text(name, (width / 2, paper.MARGIN + 44), 24, weight="bold")
        how = language.text("invite.how")
        page.text(how, (width / 2, paper.MARGIN + 74), paper.fitting(how, width - 2 * paper.MARGIN, 10))
        qr.draw(page.part((width - CODE) / 2, paper.MARGIN + 90), link, CODE)
        for i in range(0, len(link), LINE):
            at = paper.MARGIN, paper.MARGIN + 110 + CODE + 12 * (i // LINE)
            page.text(link[i : i + LINE], at, 9, anchor="start", longest=LINE)
        pages.append(page)
    return paper.Paper(title, size, pages, language.name)
