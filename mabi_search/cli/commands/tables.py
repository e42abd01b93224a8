"""`mabi tables`: build, describe or verify tables of small boards."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from pathlib import Path

from _gamekit.arguments import add_json, add_table_actions, check_table_action
from _gamekit.program import ANSWERED, INTERRUPTED, NEGATIVE, as_text
from _gamekit.progress import status
from mabi_search import show, tables
from mabi_search.cli import PROGRAM
from mabi_search.cli.options import add_folder, add_readings, folder_of, rules_of
from mabi_search.tables.boards import TableSpec
from mabi_search.tables.stored import clear, folder_named, info, infos

LARGE = 100 << 20
"""Memory needs of at least this number of bytes are announced."""
EXAMPLES = [
    "mabi tables info",
    "mabi tables build --size 4x4",
    "mabi tables verify --size 3x4 --pass-rule final --json",
    "mabi tables --clear",
]


def add_options(parser: ArgumentParser) -> None:
    """Add the options of the command."""
    add_table_actions(parser, "build a table, describe its file, or verify it by computing it again")
    add_folder(parser)
    add_readings(parser)
    add_json(parser)


def run(options: Namespace) -> int:
    """Run the command; return its exit code."""
    check_table_action(options)
    folder = folder_of(options)
    if options.clear:
        PROGRAM.say(clear(folder))
        return _list(folder, options.json)
    if options.action == "info" and options.size is None:
        return _list(folder, options.json)
    board = TableSpec.of(rules_of(options))
    if options.action == "info":
        return _show(options, board, folder, None)
    fault = None
    if board.memory_needed >= LARGE and info(board, folder=folder).state != "ready":
        needed = f"at least {board.memory_needed >> 20:,} MiB of memory and two threads"
        PROGRAM.say(f"{board.placements:,} placements need {needed}")
    with PROGRAM.interruptible() as stop, status() as progress:
        try:
            if options.action == "build":
                tables.build(board, folder=folder, stop=stop, progress=progress)
            else:
                fault = tables.verify(board, folder=folder, stop=stop, progress=progress)
        except tables.StoppedError:
            kept = "; the same command resumes after the last saved layer"
            PROGRAM.say("interrupted" + kept * (options.action == "build"))
            return INTERRUPTED
    return _show(options, board, folder, fault)


def _show(options: Namespace, board: TableSpec, folder: Path | None, fault: str | None) -> int:
    """Print the state of a table and the result of a verification."""
    table = info(board, folder=folder)
    PROGRAM.answer(table.facts(options.action == "verify", fault), options.json)
    good = fault is None and (table.state == "ready" or options.action == "info")
    return ANSWERED if good else NEGATIVE


def _list(folder: Path | None, json: bool) -> int:
    """Print the tables of a folder. As JSON, print one table on each line."""
    listed = infos(folder=folder)
    if json:
        for table in listed:
            PROGRAM.answer(table.facts(), True)
    elif listed:
        PROGRAM.show(show.report.tables_view(listed), as_text)
    else:
        print(f"no tables in {folder_named(folder)}; 'mabi tables build --size 4x4' builds one")
    return ANSWERED
