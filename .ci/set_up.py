"""Make .venv with the packages of a dependency group; a line at least every two seconds says what is done.

::

    python3 .ci/set_up.py demo    # what the programs need, and what compiles their kernels
    python3 .ci/set_up.py dev     # all that lint and tests need
"""

from __future__ import annotations

import os
import queue
import subprocess
import sys
import threading
import time
from collections.abc import Sequence
from typing import IO

SILENCE = 1.5
"""Seconds without a line of the command, after which the time is said."""
PYTHON = os.path.join(".venv", "bin", "python")


def relay(stream: IO[str], lines: queue.Queue[str | None]) -> None:
    """Put the lines of a stream into a queue, and None at its end."""
    for line in stream:
        lines.put(line)
    lines.put(None)


def run(action: str, command: Sequence[str], *, shows_progress: bool = False) -> None:
    """Run a command that may be silent for long; end the program if it fails."""
    print(action, flush=True)
    if shows_progress and sys.stdout.isatty():
        code = subprocess.run(command, check=False).returncode
    else:
        started, lines = time.monotonic(), queue.Queue[str | None]()
        with subprocess.Popen(
            command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
        ) as process:
            assert process.stdout is not None
            threading.Thread(target=relay, args=(process.stdout, lines), daemon=True).start()
            line: str | None = ""
            while line is not None:
                try:
                    line = lines.get(timeout=SILENCE)
                except queue.Empty:
                    line = f"{action}: {time.monotonic() - started:.0f} s\n"
                print(line or "", end="", flush=True)
        code = process.returncode
    if code:
        sys.exit(f"{action} failed: {' '.join(command)}")


def main(group: str) -> None:
    """Make the environment, or add to it."""
    if sys.version_info < (3, 11):  # noqa: UP036
        version = sys.version.split()[0]
        sys.exit(f"Python 3.11 or newer is needed, this is {version}: make PYTHON=...")
    pip = [PYTHON, "-m", "pip", "install", "--disable-pip-version-check"]
    run("making .venv, which is done once", [sys.executable, "-m", "venv", ".venv"])
    run("looking for pip 25.1 or newer", [*pip, "--quiet", "pip>=25.1"])
    os.environ["NARABI_MABI_WHEEL"] = "pure"
    packages = ["--no-compile", "-c", "constraints.txt", "--editable", ".", "--group", group]
    run("installing the packages", [*pip, *packages], shows_progress=True)


if __name__ == "__main__":
    main(sys.argv[1])
