"""`narabi cards`: the deck, with its sources."""

from __future__ import annotations

from argparse import Namespace

from _gamekit.program import ANSWERED, as_text
from narabi_solver.cli.answering import deck_of
from narabi_solver.cli.program import PROGRAM


def run(options: Namespace) -> int:
    """Run the command; return its exit code."""
    from narabi_solver.show import report

    deck = deck_of(options)
    if options.json:
        for card in report.card_json(deck):
            PROGRAM.print_json(card)
    else:
        PROGRAM.show(report.cards_view(deck), as_text)
    return ANSWERED
