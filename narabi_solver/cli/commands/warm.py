"""`narabi warm`: kernels and tables made ready now."""

from __future__ import annotations

import functools
import os
from argparse import Namespace

from _gamekit.program import ANSWERED
from narabi_solver.cli.program import PROGRAM
from narabi_solver.game.cards import SEAT_COUNTS

TABLE_SECONDS = 4.0
"""Approximate time to build a table."""


def run(options: Namespace) -> int:
    """Run the command; return its exit code."""
    from _gamekit import warming
    from narabi_solver.solving.table_parts import table_path

    def load_table(players: int) -> None:
        from narabi_solver.solving import tables  # loads numpy

        tables.load(players)

    steps = list(warming.kernel_steps("narabi_solver.kernels"))
    for players in SEAT_COUNTS:
        ready = os.path.exists(table_path(players))
        seconds = warming.LOADING if ready else TABLE_SECONDS
        name = f"table for {players} players"
        steps.append(warming.Step(name, functools.partial(load_table, players), seconds, ready))
    warming.run(PROGRAM, steps, options.json)
    return ANSWERED
