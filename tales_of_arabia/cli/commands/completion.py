"""`tales completion`: a script that teaches a shell the commands and options."""

from __future__ import annotations

from argparse import Namespace

from _gamekit.program import ANSWERED
from tales_of_arabia.cli import arguments


def run(options: Namespace) -> int:
    """Run the command; return its exit code."""
    from _gamekit import completion

    print(completion.script(arguments.build(), options.shell))
    return ANSWERED
