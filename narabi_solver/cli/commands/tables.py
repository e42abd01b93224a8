"""`narabi tables`: the lookup tables of the search."""

from __future__ import annotations

from argparse import Namespace

from _gamekit.program import ANSWERED, NEGATIVE, as_text
from narabi_solver.cli.program import PROGRAM


def run(options: Namespace) -> int:
    """Run the command; return its exit code."""
    from narabi_solver.show import report

    good = True
    with PROGRAM.ended_by_interrupt():
        from narabi_solver.solving import tables  # importing compiles or loads the kernels

        for players in tables.PLAYERS:
            entry = tables.build(players) if options.action == "build" else tables.info(players)
            fault = tables.verify(players) if options.action == "verify" else None
            good = good and fault is None and (entry.state == "ready" or options.action == "info")
            if options.json:
                PROGRAM.print_json(report.table_json(entry, fault))
            else:
                PROGRAM.show(report.table_view(entry, fault, options.action), as_text)
    return ANSWERED if good else NEGATIVE
