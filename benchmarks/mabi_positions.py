"""Sixty positions of Mabi to measure the search with: `mabi_positions.txt`, drawn once and then frozen.

::

    python -m benchmarks.mabi_positions     # draws them again, to a file that must not exist
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path

from mabi_search import Limits, Position, Rules, analyse
from mabi_search.game.notation import text_of
from mabi_search.game.rules import PASS

FILE = Path(__file__).with_name("mabi_positions.txt")
PLIES = {"opening": (4, 10), "middle": (16, 30), "late": (40, 80)}
EACH = 20
CHANCE = 0.3
NODES = 1_000


def load() -> Iterator[tuple[str, Position]]:
    """Yield name and position of each line."""
    for line in FILE.read_text().splitlines():
        if line and not line.startswith("#"):
            name, _, text = line.partition(": ")
            yield name, Position.parse(text)


def draw(kind: str, number: int) -> Position | None:
    """Return a position of a game of seed (kind, number), without its past; None if it does not serve."""
    choose = random.Random(f"{kind} {number}")
    position = Position.start(Rules())
    for _ in range(choose.randint(*PLIES[kind])):
        steps = [move for move in position.legal_moves if move != PASS]
        if not steps or position.mode != "-":
            return None
        if choose.random() < CHANCE or position.ply < 2:
            move = choose.choice(steps)
        else:
            found = analyse(position, limits=Limits(max_nodes=NODES))
            if found.proven:
                return None
            move = found.lines[0].move if found.lines else choose.choice(steps)
        position = position.play(move)
    if position.mode != "-" or position.outcome() is not None:
        return None
    alone = without_past(position)
    return None if analyse(alone, depth=2).proven else alone


def without_past(position: Position) -> Position:
    """Return the position as if it had been set up."""
    return Position.parse(text_of(position.state))


def main() -> None:
    """Draw."""
    lines = [f"# {EACH} of each kind by benchmarks/mabi_positions.py; the number is the seed. Frozen."]
    for kind in PLIES:
        number = found = 0
        while found < EACH:
            position = draw(kind, number)
            if position is not None:
                found += 1
                lines.append(f"{kind}-{number}: {position}")
            number += 1
    with FILE.open("x") as file:
        file.write("\n".join(lines) + "\n")


if __name__ == "__main__":
    main()
