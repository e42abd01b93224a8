"""Start the programs: Ctrl-C ends them with exit code 130 and no traceback, even during imports.

This module is imported first, so it imports next to nothing.
"""

import os

INTERRUPTED = 130
"""Exit code of a program that Ctrl-C ended."""

try:
    import importlib
    import signal
except KeyboardInterrupt:
    os._exit(INTERRUPTED)

TYPE_CHECKING = False
if TYPE_CHECKING:  # `typing` takes a while
    from types import FrameType
    from typing import NoReturn


def heed() -> None:
    """Let Ctrl-C end the process at once, until `loaded`; a process that ignores SIGINT still does.

    An exception would not do: imported code may catch it or print it.
    """
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, _end)


def _end(number: int, frame: "FrameType | None") -> "NoReturn":
    os._exit(INTERRUPTED)


def loaded() -> None:
    """Let Ctrl-C raise KeyboardInterrupt again, as the code of a program expects."""
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
    raise AssertionError("it ends the process")
