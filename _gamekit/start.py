"""Entry points of the programs. Ctrl-C ends them with exit code 130 and no traceback, even during imports.

This module is imported first, and imports as little as possible.
"""

import os

INTERRUPTED = 130
"""Exit code after Ctrl-C."""

try:
    import importlib
    import signal
except KeyboardInterrupt:
    os._exit(INTERRUPTED)

TYPE_CHECKING = False
if TYPE_CHECKING:  # importing `typing` is slow
    from types import FrameType
    from typing import NoReturn


def heed() -> None:
    """Make Ctrl-C end the process at once, until `loaded` is called.

    An exception would not be enough, because imported code may catch or print it. A process that ignores
    SIGINT continues to ignore it.
    """
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, _end)


def _end(number: int, frame: "FrameType | None") -> "NoReturn":
    os._exit(INTERRUPTED)


def loaded() -> None:
    """Make Ctrl-C raise KeyboardInterrupt again, as programs expect."""
    if signal.getsignal(signal.SIGINT) is _end:
        signal.signal(signal.SIGINT, signal.default_int_handler)


def narabi() -> "NoReturn":
    """Run the program `narabi`, and end the process."""
    _run("narabi_solver")


def mabi() -> "NoReturn":
    """Run the program `mabi`, and end the process."""
    _run("mabi_search")


def amulets() -> "NoReturn":
    """Run the program `amulets`, and end the process."""
    _run("amulets_solver")


def tales() -> "NoReturn":
    """Run the program `tales`, and end the process."""
    _run("tales_of_arabia")


def _run(package: str) -> "NoReturn":
    heed()
    program = importlib.import_module(f"{package}.cli")
    program.run()
    raise AssertionError("the program ends the process")
