"""`narabi page`: Narabi as one page for the browser."""

from __future__ import annotations

from argparse import Namespace

from _gamekit import outputs
from _gamekit.program import ANSWERED
from narabi_solver.cli.answering import deck_of
from narabi_solver.cli.program import PROGRAM


def run(options: Namespace) -> int:
    """Run the command; return its exit code."""
    from narabi_solver.page.making import page_html

    outputs.check([options.out], [options.deck], ["html"])
    page = page_html(deck_of(options), theme=options.theme).encode()
    outputs.write(options.out, [page])
    PROGRAM.say(f"written to {options.out}, {len(page) // 1000} kB: open it in a browser, on a phone too")
    return ANSWERED
