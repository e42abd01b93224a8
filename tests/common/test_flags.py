"""Flags mean the same in both programs, under their old names too."""

import argparse

import pytest

from mabi_search.cli import arguments as mabi_arguments
from narabi_solver.cli import arguments as narabi_arguments


@pytest.mark.parametrize(
    ("program", "words"),
    [
        (narabi_arguments, ["solve", "-"]),
        (narabi_arguments, ["analyse", "-"]),
        (narabi_arguments, ["verify", "-", ""]),
        (mabi_arguments, ["solve", "start"]),
        (mabi_arguments, ["analyse", "start"]),
    ],
)
def test_limits(program: object, words: list[str]) -> None:
    parser: argparse.ArgumentParser = program.build()  # type: ignore[attr-defined]
    for nodes, seconds in (("--nodes", "--seconds"), ("--max-nodes", "--max-seconds")):
        options = parser.parse_args([*words, nodes, "7", seconds, "1.5"])
        assert (options.nodes, options.seconds) == (7, 1.5)
