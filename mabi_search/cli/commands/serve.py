"""`mabi serve`: the analysis board in the browser."""

from __future__ import annotations

from argparse import Namespace

from _gamekit.program import ANSWERED
from _gamekit.web import serving
from mabi_search.cli.program import PROGRAM


def run(options: Namespace) -> int:
    """Run the command; return its exit code."""
    serving.check_installed("mabi serve")
    from mabi_search.serve.site import SITE

    serving.serve(SITE, options.port, not options.no_open, PROGRAM.say)
    return ANSWERED
