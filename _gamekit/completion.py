"""The command `completion` of all programs, which prints a completion script for a shell, made by shtab."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator

from _gamekit.problems import extra
from _gamekit.program import ANSWERED

FILES = {"bash": "_shtab_compgen_files", "zsh": "_files", "tcsh": "f"}
"""The function that completes file names in each shell, in shtab's format."""
NAMES_OF_FILES = ("FILE", "DEAL", "GAME", "POSITION", "RECORD", "CERTIFICATE")
"""Metavariables of arguments that may be file names."""
EXAMPLES = ['eval "$(PROGRAM completion bash)"', "PROGRAM completion zsh > ~/.zfunc/_PROGRAM"]


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add the options of the command."""
    parser.add_argument("shell", choices=("bash", "zsh", "tcsh"), help="your shell")


def run(options: argparse.Namespace) -> int:
    """Run the command; return its exit code."""
    sys.stdout.write(f"{script(options.program.parser(), options.shell)}\n")
    return ANSWERED


def script(parser: argparse.ArgumentParser, shell: str) -> str:
    """Return a completion script.

    Raises
    ------
    MissingExtraError
        shtab is not installed.
    """
    with extra("completion", "completion needs"):
        import shtab  # an extra
    for action in _actions(parser):
        if action.metavar in NAMES_OF_FILES:
            action.complete = FILES  # type: ignore[attr-defined]
    text: str = shtab.complete(parser, shell)
    return text


def _actions(parser: argparse.ArgumentParser) -> Iterator[argparse.Action]:
    for action in parser._actions:
        yield action
        if isinstance(action, argparse._SubParsersAction):
            for one in action.choices.values():
                yield from _actions(one)
