"""How many modules and functions of the project a command enters, on its second call in a process.

::

    python -m benchmarks.walked
"""

from __future__ import annotations

import contextlib
import importlib
import io
import sys
from pathlib import Path
from types import CodeType, FrameType

import _gamekit
from benchmarks.house import PACKAGES
from narabi_solver import random_deal
from narabi_solver.game.rules import SEATS

HOMES = tuple(str(Path(_gamekit.__file__).parents[1] / package) for package in PACKAGES)
DEALT = random_deal(4, 7)
DEAL, SEAT = str(DEALT), SEATS[DEALT.start().mover]
COMMANDS = (
    ("narabi_solver", "solve", DEAL),
    ("narabi_solver", "hint", DEAL, "--seat", SEAT, "--worlds", "20"),
    ("narabi_solver", "review", f"{DEAL} moves {DEALT.legal_moves[0]}"),
    ("mabi_search", "solve", "start", "--size", "3x3"),
)
"""Packages with the arguments of their programs."""


def entered(package: str, arguments: tuple[str, ...]) -> set[CodeType]:
    """Run a command twice, and return the functions of the project that the second run enters."""
    main = importlib.import_module(f"{package}.cli").main
    codes: set[CodeType] = set()

    def note(frame: FrameType, event: str, argument: object) -> None:
        if event == "call" and frame.f_code.co_filename.startswith(HOMES):
            codes.add(frame.f_code)

    with contextlib.redirect_stdout(io.StringIO()):
        main([*arguments])
        sys.setprofile(note)
        try:
            main([*arguments])
        finally:
            sys.setprofile(None)
    return codes


if __name__ == "__main__":
    for package, *arguments in COMMANDS:
        codes = entered(package, tuple(arguments))
        modules = {code.co_filename for code in codes}
        print(f"{package} {arguments[0]}: {len(modules)} modules, {len(codes)} functions")
