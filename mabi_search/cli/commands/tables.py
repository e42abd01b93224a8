"""`mabi tables`: the tables of small boards."""

from __future__ import annotations

from argparse import Namespace
from pathlib import Path

from _gamekit import folders
from _gamekit.program import ANSWERED, INTERRUPTED, NEGATIVE, as_text
from _gamekit.progress import status
from mabi_search.cli.answering import rules_of
from mabi_search.cli.program import PROGRAM
from mabi_search.tables.boards import TableSpec
from mabi_search.tables.stored import folder_named, info, infos


def run(options: Namespace) -> int:
    """Run the command; return its exit code."""
    folder = folders.named_folder(options.folder)
    if options.action == "info" and options.size is None:
        return _list(folder, options.json)
    board = TableSpec.of(rules_of(options))
    if options.action == "info":
        return _show(options, board, folder, None)
    with PROGRAM.ended_by_interrupt():
        from mabi_search.tables import table_files  # importing compiles or loads the kernels
    fault = None
    with PROGRAM.interruptible() as stop, status() as progress:
        try:
            if options.action == "build":
                table_files.build(board, folder=folder, stop=stop, progress=progress)
            else:
                fault = table_files.verify(board, folder=folder, stop=stop, progress=progress)
        except table_files.StoppedError:
            kept = "; the same command resumes after the last saved layer"
            PROGRAM.say("interrupted" + kept * (options.action == "build"))
            return INTERRUPTED
    return _show(options, board, folder, fault)


def _show(options: Namespace, board: TableSpec, folder: Path | None, fault: str | None) -> int:
    """Show what is known of one table, and what a verification found."""
    from mabi_search.show import report

    found = info(board, folder=folder)
    if options.json:
        PROGRAM.print_json(report.table_json(found, fault))
    else:
        PROGRAM.show(report.table_view(found, fault, options.action), as_text)
    good = fault is None and (found.state == "ready" or options.action == "info")
    return ANSWERED if good else NEGATIVE


def _list(folder: Path | None, json: bool) -> int:
    """Show the tables that there are in a folder, as JSON one a line."""
    from mabi_search.show import report

    found = infos(folder=folder)
    if json:
        for one in found:
            PROGRAM.print_json(report.table_json(one, None))
    elif found:
        PROGRAM.show(report.tables_view(found), as_text)
    else:
        print(f"no tables in {folder_named(folder)}; 'mabi tables build --size 4x4' builds one")
    return ANSWERED
