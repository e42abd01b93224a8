"""The site that `narabi serve` serves."""

from __future__ import annotations

import os

from _gamekit.web.site import Site
from narabi_solver.game.deck import Deck
from narabi_solver.page.making import served_files


def site(deck_file: str | None) -> Site:
    """Return the page with the program behind it, for the deck of a file; None for the built-in one.

    Raises
    ------
    DeckFormatError
        The file is not a deck.
    OSError
        It cannot be read.
    """
    deck = Deck.standard() if deck_file is None else Deck.load(deck_file)
    arguments = [] if deck_file is None else [os.path.abspath(deck_file)]
    return Site(
        folders=(("_gamekit.web", "data"),),
        answers=("narabi_solver.page.answers", *arguments),
        made=served_files(deck),
    )
