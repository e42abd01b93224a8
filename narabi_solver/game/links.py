"""Reads links of the page that name a deal."""

from __future__ import annotations

from urllib.parse import unquote_plus

from _gamekit.addresses import is_link, parts_of, unpacked
from narabi_solver.game.deck import Deck
from narabi_solver.game.errors import DealFormatError, read_json
from narabi_solver.game.rules import Rules

UNDO_OPTIONS = {
    "allowed": "",
    "next": "--no-undo",
    "receiver": "--no-undo --undo-reading receiver",
    "expert": "--no-undo",
}
"""For each reading of no-undo in a link, the options of a command with the same reading."""


def deal_of(text: str, deck: Deck | None, rules: Rules | None) -> tuple[str, Deck | None]:
    """Return the text and the deck of the deal that a link names; of another text, the text itself.

    Parameters
    ----------
    text, deck
        The text, and the deck that was given with it, or None.
    rules
        The rules that were given with it, which must have the no-undo rule of the link; None if they do not
        matter.

    Raises
    ------
    DealFormatError, DeckFormatError, ArgumentError
        The link names no deal, a deck although one is given, or another no-undo rule.
    """
    if not is_link(text):
        return text, deck
    parts = parts_of(text)
    if "deal" not in parts:
        raise DealFormatError(
            "this link names no deal with #deal=; open it, and copy the deal that the page shows as text"
        )
    undo = parts.get("undo", "allowed")
    if undo not in UNDO_OPTIONS:
        raise DealFormatError(f"undo in a link is {', '.join(UNDO_OPTIONS)}, not {undo[:40]!r}")
    if rules is not None and undo != "allowed":
        reading = "receiver" if undo == "receiver" else "next"
        if not rules.no_undo or rules.undo_reading != reading:
            raise DealFormatError(f"the game of this link has a no-undo rule: add {UNDO_OPTIONS[undo]}")
    if "deck" in parts:
        if deck is not None:
            raise DealFormatError("this link has a deck of its own: leave out --deck")
        deck = Deck.from_link(f"deck={parts['deck']}")
    return _unsealed(parts["deal"]), deck


def _unsealed(deal: str) -> str:
    """Return the text of a deal; the page writes it as ``~`` and base64 while its cards are hidden."""
    if not deal.startswith("~"):
        return deal
    try:
        return unquote_plus(read_json(unpacked(deal[1:])), errors="strict")
    except (ValueError, TypeError, AttributeError):
        raise DealFormatError("the deal in this link is damaged: copy the whole link") from None
