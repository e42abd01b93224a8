"""Reads deals in files, and links of the page that name a deal.

In a file a deal may take several lines; `#` begins a comment; errors give the line number.
"""

from __future__ import annotations

from collections.abc import Sequence
from urllib.parse import unquote_plus

from _gamekit.addresses import is_link, parts_of, unpacked
from _gamekit.lines import Reader, plain_signs
from narabi_solver.game.deal import Deal, read_game
from narabi_solver.game.deck import Deck
from narabi_solver.game.errors import DealFormatError, NarabiError, read_json
from narabi_solver.game.ids import ID
from narabi_solver.game.notation import MAX_LINE, goes_on, has_a_ring, with_colons
from narabi_solver.game.rules import Rules

UNDO_OPTIONS = {
    "allowed": "",
    "next": "--no-undo",
    "receiver": "--no-undo --undo-reading receiver",
    "expert": "--no-undo",
}
"""For each reading of no-undo in a link, the options of a command with the same reading."""


def reader(
    deck: Deck | None = None,
    unusual: bool = False,
    first: int | None = None,
    rules: Rules | None = None,
    moves_by: Rules | None = None,
) -> Reader[Deal]:
    """Return a reader of deals and of links to them.

    `rules` are those of `deal_of`, and `moves_by` those of `read_game`; the other arguments are those of
    `Deal.parse`.
    """
    words = (deck or Deck.standard()).words

    def written(lines: Sequence[str]) -> list[str]:
        return [with_colons(plain_signs(line), words) for line in lines]

    def parsed(text: str, line: int) -> Deal:
        deal, own = deal_of(text, deck, rules)
        return read_game(Deal, deal, deck=own, unusual=unusual, first=first, line=line, rules=moves_by)[0]

    return Reader(
        what="deal",
        parse=parsed,
        errors=NarabiError,
        format_error=DealFormatError,
        longest=MAX_LINE,
        example="a deal is a line like those of 'narabi deal --players 3'",
        mark=(
            rf":|^\s*{ID}|{words.pattern}",
            "which has stones with cards, like 7:even, or is an id, like 4-0-17",
        ),
        goes_on=lambda before, line: (
            not (is_link(before[0]) or is_link(line)) and goes_on(written(before), *written([line]))
        ),
        alone=lambda lines: is_link(lines[0]) or has_a_ring(written(lines)),
    )


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
