"""`mabi engine`: run the engine for another program, line by line."""

from __future__ import annotations

import sys
from argparse import ArgumentParser, Namespace

from _gamekit.program import ANSWERED
from mabi_search.playing.server import Server

HELLO = "info string the line protocol of Mabi: 'ugi' lists the options, 'quit' ends"

EXAMPLES = ["mabi engine", "printf 'position startpos\\ngo depth 5\\n' | mabi engine"]


def add_options(parser: ArgumentParser) -> None:
    """Add the options of the command."""


def run(options: Namespace) -> int:
    """Run the command; return its exit code."""
    if sys.stdin.isatty():
        print(HELLO)
    Server(lambda line: print(line, flush=True)).serve(sys.stdin.fileno())
    return ANSWERED
