"""What the commands print, as text and with --json, compared with golden listings: times are masked.

A change of what is printed is a visible change: look at its difference, then write the listings anew with
NARABI_MABI_GOLDEN=write.
"""

import os
import re
from pathlib import Path

import pytest

from tests.conftest import ROOT, Run
from tests.nightly import slow

LISTINGS = ROOT / "tests" / "data" / "outputs"
COMMANDS = LISTINGS / "commands.txt"
TIMES = re.compile(
    r"(?P<key>\"(?:(?:compile_)?seconds|\w+_per_second|milliseconds)\": )[\d.e+-]+"
    r"|\b[\d,.]+ (?:s|ms|nodes/s|a second)\b"
)
LONG = re.compile(r"\d+\.\d{7,}(?:e-\d+)?")
"""Numbers whose last digits may depend on the version of a library."""


def _masked(text: str) -> str:
    """Return a text without times, and without spaces at the ends of lines."""
    text = TIMES.sub(lambda found: (found["key"] or "") + "TIME", text)
    text = text.replace("TIME, TIME", "TIME")  # what took no time at all has no rate
    text = LONG.sub(lambda found: f"{float(found[0]):.6f}", text)
    return "\n".join(line.rstrip() for line in text.split("\n"))


def arguments_of(line: str) -> list[str]:
    """Return the words of a command; those with spaces stand between single quotes."""
    return [quoted or plain for quoted, plain in re.findall(r"'([^']*)'|(\S+)", line)]


@pytest.mark.parametrize("program", ["narabi", "amulets", "tales", *slow("mabi")])
def test_outputs_of_commands_are_those_of_the_listing(
    program: str, program_here: Run, warm: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "120")
    monkeypatch.setenv("NO_COLOR", "1")
    listed = []
    for line in COMMANDS.read_text().splitlines():
        if line.startswith(f"{program} "):
            done = program_here(*arguments_of(line.replace("ROOT/", f"{ROOT}/")), folder=tmp_path)
            assert done.returncode in (0, 1, 3), (line, done.stderr)
            listed.append(f"$ {line}\n{_masked(done.stdout)}[exit code {done.returncode}]\n")
    found, golden = "\n".join(listed).replace(f"{ROOT}/", "ROOT/"), LISTINGS / f"{program}.txt"
    if os.environ.get("NARABI_MABI_GOLDEN") == "write":
        golden.write_text(found)
    assert found == golden.read_text()
