"""`narabi serve`: the page of `narabi page` with the program behind it."""

from __future__ import annotations

from argparse import Namespace

from _gamekit.program import ANSWERED
from _gamekit.web import serving
from narabi_solver.cli.program import PROGRAM


def run(options: Namespace) -> int:
    """Run the command; return its exit code."""
    serving.check_installed("narabi serve")
    from narabi_solver.page.site import site

    serving.serve(site(options.deck), options.port, not options.no_open, PROGRAM.say)
    return ANSWERED
