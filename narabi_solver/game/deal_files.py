"""Reads files of deals. A deal may take several lines; `#` begins a comment; errors give the line number."""

from __future__ import annotations

from collections.abc import Sequence

from _gamekit.addresses import is_link
from _gamekit.lines import Reader, plain_signs
from narabi_solver.game.deal import Deal
from narabi_solver.game.deck import Deck
from narabi_solver.game.errors import DealFormatError, NarabiError
from narabi_solver.game.ids import ID
from narabi_solver.game.links import deal_of
from narabi_solver.game.notation import MAX_LINE, goes_on, has_a_ring, with_colons
from narabi_solver.game.rules import Rules


def reader(
    deck: Deck | None = None,
    unusual: bool = False,
    first: int | None = None,
    rules: Rules | None = None,
) -> Reader[Deal]:
    """Return a reader of deals and of links to them.

    `rules` are those of `links.deal_of`; the other arguments are those of `Deal.parse`.
    """
    words = (deck or Deck.standard()).words

    def written(lines: Sequence[str]) -> list[str]:
        return [with_colons(plain_signs(line), words) for line in lines]

    def parsed(text: str, line: int) -> Deal:
        deal, own = deal_of(text, deck, rules)
        return Deal.parse(deal, deck=own, unusual=unusual, first=first, line=line)

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
