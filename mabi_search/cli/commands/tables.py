"""`mabi tables`: the table of a small board."""

from __future__ import annotations

from argparse import Namespace

from _gamekit import folders
from _gamekit.program import ANSWERED, INTERRUPTED, NEGATIVE, as_text
from _gamekit.progress import status
from mabi_search.cli.answering import rules_of
from mabi_search.cli.program import PROGRAM


def run(options: Namespace) -> int:
    """Run the command; return its exit code."""
    from mabi_search.show import report

    with PROGRAM.ended_by_interrupt():
        from mabi_search.tables import table_files  # importing compiles or loads the kernels
    board = table_files.Board.of(rules_of(options))
    fault, folder = None, folders.named_folder(options.folder)
    with PROGRAM.interruptible() as stop, status() as progress:
        try:
            if options.action == "build":
                table_files.build(board, folder=folder, stop=stop, progress=progress)
            elif options.action == "verify":
                fault = table_files.verify(board, folder=folder, stop=stop, progress=progress)
        except table_files.StoppedError:
            kept = "; the same command resumes after the last saved layer"
            PROGRAM.say("interrupted" + kept * (options.action == "build"))
            return INTERRUPTED
    info = table_files.info(board, folder=folder)
    if options.json:
        PROGRAM.print_json(report.table_json(info, fault))
    else:
        PROGRAM.show(report.table_view(info, fault, options.action), as_text)
    good = fault is None and (info.state == "ready" or options.action == "info")
    return ANSWERED if good else NEGATIVE
