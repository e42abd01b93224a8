"""`mabi probe`: value, distance and best moves from a table."""

from __future__ import annotations

from argparse import Namespace

from _gamekit import folders
from _gamekit.program import ANSWERED, UNDECIDED, as_text
from mabi_search.cli.answering import answer_each
from mabi_search.cli.program import PROGRAM
from mabi_search.game.position import Position


def run(options: Namespace) -> int:
    """Run the command; return its exit code."""
    from mabi_search.show import report
    from mabi_search.tables.probing import probe

    folder = folders.named_folder(options.folder)

    def answer(position: Position) -> int:
        found = probe(position, folder=folder)
        if options.json:
            PROGRAM.print_json(report.probed_json(found))
        else:
            PROGRAM.show(report.probed_view(found), as_text)
        return ANSWERED if found.value.proven else UNDECIDED

    return answer_each(options, answer)
