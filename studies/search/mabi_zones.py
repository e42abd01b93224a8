"""Counts how far an answer to one step answers the others: whether Mabi's proofs have relevance zones.

::

    mabi tables build --size 4x4
    python -m studies.search.mabi_zones            # two minutes; docs/design/mabi-search.md has the figures

All pairs of steps in random positions of 4x4, by the table: do the answers that win after one step win after
another one as well, which may be far from all that seems to matter?
"""

from __future__ import annotations

import argparse
import random
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path

from _gamekit.progress import status
from mabi_search import Move, Outcome, Position, Rules, probe
from mabi_search.game import rules as game
from mabi_search.game.rules import ALTERNATE, PASS, SIDE_NAMES, Square
from mabi_search.tables.boards import TableSpec
from mabi_search.tables.placements import position_at

RULES, SEED, POSITIONS = Rules(size="4x4"), 45, 3_000


def around(of: Iterable[Square | None]) -> set[Square | None]:
    """Return squares and their neighbours."""
    return {one for square in of if square is not None for one in (square, *square.neighbours())}


def answers(position: Position, folder: Path | None) -> set[Move]:
    """Return the moves that win, by the table."""
    found = set[Move]()
    for move in position.legal_moves:
        after = position.play_unchecked(move)
        over = after.outcome()
        value = probe(after, folder=folder).value if over is None else over.outcome_for(after.side)
        if (value if after.side == position.side else value.turned) == Outcome.WIN:
            found.add(move)
    return found


def pairs(position: Position, folder: Path | None = None) -> Iterator[tuple[str, bool]]:
    """Yield for each answer to a step and each other step how far apart they are, and whether it wins too."""
    steps = [move for move in position.legal_moves if move != PASS]
    won = {step: answers(position.play_unchecked(step), folder) for step in steps}
    groups = [group for side in SIDE_NAMES for group in game.groups(position.state, side)]
    most = max(map(len, groups))
    largest = around(square for group in groups if len(group) == most for square in group)
    for first in steps:
        for answer in won[first]:
            zone = around(answer)
            kind = "pass" if answer == PASS else "step"
            for other in steps:
                if other != first:
                    holds = answer in won[other]
                    yield kind, holds
                    if not zone & {*other}:
                        yield f"{kind}, the other one away from it", holds
                        if not (around(zone) | largest) & {*other, *first}:
                            yield f"{kind}, both away from it and from the largest groups", holds


def drawn(rules: Rules, count: int, seed: int) -> Iterator[Position]:
    """Yield random positions of alternate play."""
    board, choose = TableSpec.of(rules), random.Random(seed)
    while count:
        position = position_at(board, choose.randrange(board.placements * board.states_each))
        if position.mode == ALTERNATE and position.outcome() is None:
            count -= 1
            yield position


def main() -> None:
    """Count."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--positions", type=int, default=POSITIONS)
    parser.add_argument("--folder", type=Path, help="of the table")
    options = parser.parse_args()
    asked, held = Counter[str](), Counter[str]()
    with status() as show:
        for number, position in enumerate(drawn(RULES, options.positions, SEED)):
            show(f"{number} of {options.positions} positions")
            for kind, holds in pairs(position, options.folder):
                asked[kind] += 1
                held[kind] += holds
    for kind, count in sorted(asked.items()):
        print(f"{kind}: {count:,}, the answer wins after the other step too in {held[kind] / count:.1%}")


if __name__ == "__main__":
    main()
