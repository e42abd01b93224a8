"""Reads files of deals. A deal may take several lines; `#` begins a comment; errors give the line number."""

from __future__ import annotations

from collections.abc import Sequence

from _gamekit.lines import Reader, plain_signs
from narabi_solver.game.deal import Deal
from narabi_solver.game.deck import Deck
from narabi_solver.game.errors import DealFormatError, NarabiError
from narabi_solver.game.ids import ID
from narabi_solver.game.notation import MAX_LINE, goes_on, has_a_ring, with_colons


def reader(deck: Deck | None = None, unusual: bool = False, first: int | None = None) -> Reader[Deal]:
    """Return a reader of deals; the arguments are those of `Deal.parse`."""
    words = (deck or Deck.standard()).words

    def written(lines: Sequence[str]) -> list[str]:
        return [with_colons(plain_signs(line), words) for line in lines]

    return Reader(
        what="deal",
        parse=lambda text, line: Deal.parse(text, deck=deck, unusual=unusual, first=first, line=line),
        errors=NarabiError,
        format_error=DealFormatError,
        longest=MAX_LINE,
        example="a deal is a line like those of 'narabi deal --players 3'",
        mark=(
            rf":|^\s*{ID}|{words.pattern}",
            "which has stones with cards, like 7:even, or is an id, like 4-0-17",
        ),
        goes_on=lambda before, line: goes_on(written(before), *written([line])),
        alone=lambda lines: has_a_ring(written(lines)),
    )
