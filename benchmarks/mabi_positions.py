"""Sixty positions of Mabi to measure the search with: `mabi_positions.txt`, drawn once and then frozen.

They are from games that mixed random steps with the moves of the search of that time, twenty from plies 4 to
10, 16 to 30, and 40 to 80, all undecided. The script that drew them was deleted after commit 076d7c30.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from mabi_search import Position

FILE = Path(__file__).with_name("mabi_positions.txt")


def load() -> Iterator[tuple[str, Position]]:
    """Yield name and position of each line."""
    for line in FILE.read_text().splitlines():
        if line and not line.startswith("#"):
            name, _, text = line.partition(": ")
            yield name, Position.parse(text)
