"""The pages of the commands: what ``--help`` prints, in full."""

from __future__ import annotations

import argparse
import os
from collections.abc import Iterator
from unittest.mock import patch

from amulets_solver import cli as amulets
from docs.making.pages import contents, put
from mabi_search import cli as mabi
from narabi_solver import cli as narabi
from tales_of_arabia import cli as tales

WIDTH = "92"
PROGRAMS = (narabi.PROGRAM, mabi.PROGRAM, amulets.PROGRAM, tales.PROGRAM)


def commands(parser: argparse.ArgumentParser) -> dict[str, argparse.ArgumentParser]:
    """Return the commands of a program or the parts of a command, with their parsers."""
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            return dict(action.choices)
    return {}


def sections(parser: argparse.ArgumentParser, level: int) -> Iterator[str]:
    """Yield what a command tells of itself, and then each of its parts."""
    yield f"{'#' * level} {parser.prog}"
    yield f"```text\n{parser.format_help().rstrip()}\n```"
    for part in commands(parser).values():
        yield from sections(part, level + 1)


def write() -> None:
    """Write a page for each program, and one that lists them."""
    put("commands/index.md", f"# Commands\n\n{contents([program.name for program in PROGRAMS])}")
    with patch.dict(os.environ, {"COLUMNS": WIDTH, "NO_COLOR": "1"}):
        for program in PROGRAMS:
            name = program.name
            sentence = f"Every option of `{name}`, as `{name} --help` and `{name} COMMAND --help` print it."
            first, *rest = sections(program.parser(), 1)
            put(f"commands/{name}.md", "\n\n".join([first, sentence, *rest]) + "\n")
