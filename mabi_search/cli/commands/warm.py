"""`mabi warm`: kernels compiled now."""

from __future__ import annotations

from argparse import Namespace

from _gamekit.program import ANSWERED
from mabi_search.cli.program import PROGRAM


def run(options: Namespace) -> int:
    """Run the command; return its exit code."""
    from _gamekit import warming

    steps = list(warming.kernel_steps("mabi_search.kernels"))
    warming.run(PROGRAM, steps, options.json)
    return ANSWERED
