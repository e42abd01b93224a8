"""`mabi warm`: kernels compiled now."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from _gamekit import warming
from _gamekit.arguments import add_json
from _gamekit.program import ANSWERED
from mabi_search.cli import PROGRAM

EXAMPLES = ["mabi warm"]


def add_options(parser: ArgumentParser) -> None:
    """Add the options of the command."""
    add_json(parser)


def run(options: Namespace) -> int:
    """Run the command; return its exit code."""
    steps = list(warming.kernel_steps("mabi_search.kernels"))
    warming.run(PROGRAM, steps, options.json)
    return ANSWERED
