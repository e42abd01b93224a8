"""`narabi warm`: kernels and tables made ready now."""

from __future__ import annotations

import functools
import os
from argparse import ArgumentParser, Namespace

from _gamekit import warming
from _gamekit.arguments import add_json
from _gamekit.program import ANSWERED
from narabi_solver import solving
from narabi_solver.cli import PROGRAM
from narabi_solver.game.cards import SEAT_COUNTS

TABLE_SECONDS = 4.0
"""Approximate time to build a table."""
EXAMPLES = ["narabi warm"]


def add_options(parser: ArgumentParser) -> None:
    """Add the options of the command."""
    add_json(parser)


def run(options: Namespace) -> int:
    """Run the command; return its exit code."""

    def load_table(players: int) -> None:
        solving.tables.load(players)

    steps = list(warming.kernel_steps("narabi_solver.kernels"))
    for players in SEAT_COUNTS:
        ready = os.path.exists(solving.table_parts.table_path(players))
        seconds = warming.LOADING if ready else TABLE_SECONDS
        name = f"table for {players} players"
        steps.append(warming.Step(name, functools.partial(load_table, players), seconds, ready))
    warming.run(PROGRAM, steps, options.json)
    return ANSWERED
