"""`narabi tables`: the lookup tables of the search."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from _gamekit.arguments import add_json, add_table_actions, check_table_action
from _gamekit.program import ANSWERED, NEGATIVE
from narabi_solver import solving
from narabi_solver.cli import PROGRAM

EXAMPLES = ["narabi tables info", "narabi tables verify --json", "narabi tables --clear"]


def add_options(parser: ArgumentParser) -> None:
    """Add the options of the command."""
    add_table_actions(parser, "build: build again; info: describe; verify: recompute and compare")
    add_json(parser)


def run(options: Namespace) -> int:
    """Run the command; return its exit code."""
    check_table_action(options)
    good = True
    if options.clear:
        PROGRAM.say(solving.tables.clear())
    with PROGRAM.ended_by_interrupt():
        for players in solving.tables.PLAYERS:
            entry = (
                solving.tables.build(players) if options.action == "build" else solving.tables.info(players)
            )
            fault = solving.tables.verify(players) if options.action == "verify" else None
            good = good and fault is None and (entry.state == "ready" or options.action in ("info", None))
            PROGRAM.answer(entry.facts(options.action == "verify", fault), options.json)
    return ANSWERED if good else NEGATIVE
