"""Perfect play on small boards of Mabi, from complete tables: how long wins take, and which moves they need.

Shares of moves are those of a sample of positions, drawn by a seed. A step is **quiet** if it changes the
size of neither side's largest group.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import Annotated, Any

import numpy as np

from benchmarks.frame import Results, Run, Study, Table, beside
from benchmarks.marks import DOCS
from mabi_search import Outcome, Position, Rules, probe
from mabi_search.game import rules as game
from mabi_search.game.rules import PASS, Move, Setup
from mabi_search.tables import table_files
from mabi_search.tables.placements import position_at

SIZES = "3x4", "2x8", "3x6", "4x4", "4x5"
SETUP: Setup = "diagonals"
"""Gives the sides as many pieces each on most boards."""
SLICES = 64
"""Of a table, so that counting needs little memory."""
SAMPLE = 3_000
SEED = 32
UNUSED = 255
"""The byte of what is no position."""


def quiet(position: Position, move: Move) -> bool:
    """Tell whether a step leaves the sizes of both sides' largest groups as they are."""
    after = game.play_unchecked(position.state, move, position.rules)
    return all(game.largest(after, side) == game.largest(position.state, side) for side in "wb")


def shares(table: table_files.Table) -> dict[str, Any]:
    """Return how many positions are won, at which distances, and how often the turn decides."""
    counts = sum(np.bincount(part, minlength=256) for part in np.array_split(table.values, SLICES))
    assert isinstance(counts, np.ndarray)
    counts[UNUSED] = 0
    return {
        "positions": int(counts.sum()),
        "undecided": int(counts[0]),
        "draw": int(counts[1]),
        "win": {byte // 2: int(counts[byte]) for byte in range(2, UNUSED, 2) if counts[byte]},
        "loss": {byte // 2: int(counts[byte]) for byte in range(3, UNUSED, 2) if counts[byte]},
        "turn": turns(table),
    }


def turns(table: table_files.Table) -> dict[str, int]:
    """Return of how many placements (with a holder) whoever is to move wins, loses, or neither.

    In "mover loses" both sides would like the other to be to move.
    """
    board = table.board
    pairs: Counter[tuple[int, int]] = Counter()
    for part in np.array_split(table.values.reshape(board.placements, 2, -1), SLICES):
        used = (part != UNUSED).all(axis=1)
        # 0 where neither is forced, 2 for a win of the side to move, 3 for a loss
        kinds = np.where(part < 2, 0, 2 + (part & 1)).astype(np.uint8)
        both = kinds[:, 0][used] * 4 + kinds[:, 1][used]
        for number, count in enumerate(np.bincount(both, minlength=16).tolist()):
            pairs[divmod(number, 4)] += count
    return {
        "placements": pairs.total(),
        "mover wins": pairs[2, 2],
        "mover loses": pairs[3, 3],
        "same side wins": pairs[2, 3] + pairs[3, 2],
        "neither": pairs[0, 0],
    }


def drawn(table: table_files.Table, kind: int, count: int) -> Iterator[Position]:
    """Yield positions: won ones for kind 2, lost ones for 3, undecided ones for 0."""
    values = table.values
    chosen = values == 0 if kind == 0 else (values != UNUSED) & (values > 1) & ((values & 1) == (kind & 1))
    found = np.flatnonzero(chosen)
    for number in random.Random(f"{SEED} {kind}").sample(range(found.size), min(count, found.size)):
        yield position_at(table.board, int(found[number]))


def of_wins(positions: Sequence[Position], folder: str | None) -> dict[str, int]:
    """Return how many won positions need which moves."""
    names = (
        "pass",
        "only pass",
        "only quiet",
        "shortest only quiet",
        "one move",
        "not by a pass",
        "steps lose",
    )
    counts = dict.fromkeys(names, 0) | {"positions": len(positions), "moves": 0, "winning": 0}
    for position in positions:
        found = probe(position, folder=folder)
        winning = {one.move: one.distance for one in found.moves if one.value == Outcome.WIN}
        steps = [move for move in winning if move != PASS]
        shortest = [move for move, distance in winning.items() if distance == found.distance]
        counts["moves"] += len(found.moves)
        counts["winning"] += len(winning)
        counts["pass"] += PASS in winning
        counts["only pass"] += list(winning) == [PASS]
        counts["one move"] += len(winning) == 1
        counts["not by a pass"] += PASS not in winning
        only_quiet = PASS not in winning and all(quiet(position, move) for move in steps)
        counts["only quiet"] += only_quiet
        counts["shortest only quiet"] += all(move != PASS and quiet(position, move) for move in shortest)
        counts["steps lose"] += any(one.value == Outcome.LOSS for one in found.moves if one.move != PASS)
    return counts


def of_losses(positions: Sequence[Position]) -> dict[str, int]:
    """Return who loses: the holder or not, with steps left or none."""
    counts = {"positions": len(positions), "holder": 0, "no step": 0, "holder without a step": 0}
    for position in positions:
        stuck = list(position.legal_moves) == [PASS]
        counts["holder"] += position.holder == position.side
        counts["no step"] += stuck
        counts["holder without a step"] += stuck and position.holder == position.side
    return counts


def of_undecided(positions: Sequence[Position], folder: str | None) -> dict[str, int]:
    """Return what passes and steps come to where neither side can force anything."""
    counts = {
        "positions": len(positions),
        "holder": 0,
        "pass loses": 0,
        "safe steps": 0,
        "steps": 0,
        "one safe": 0,
    }
    for position in positions:
        moves = probe(position, folder=folder).moves
        safe = [one for one in moves if one.value != Outcome.LOSS and one.move != PASS]
        counts["holder"] += position.holder == position.side
        counts["pass loses"] += any(one.move == PASS and one.value == Outcome.LOSS for one in moves)
        counts["steps"] += sum(one.move != PASS for one in moves)
        counts["safe steps"] += len(safe)
        counts["one safe"] += len(safe) == 1
    return counts


def measured(size: str, folder: str) -> dict[str, Any]:
    """Return what the table of a size says; build it if it is not there."""
    board = table_files.TableSpec.of(Rules(size=size, setup=SETUP))
    if table_files.info(board, folder=folder).state != "ready":
        table_files.build(board, folder=folder)
    table = table_files.load(board, folder)
    start = probe(Position.start(Rules(size=size, setup=SETUP)), folder=folder)
    return {
        "pieces": [board.white, board.black],
        "start": {"value": str(start.value), "distance": start.distance},
        **shares(table),
        "wins": of_wins(list(drawn(table, 2, SAMPLE)), folder),
        "losses": of_losses(list(drawn(table, 3, SAMPLE))),
        "undecided moves": of_undecided(list(drawn(table, 0, SAMPLE)), folder),
    }


def percent(part: int, whole: int) -> str:
    """Return a share."""
    return f"{part / whole:.1%}" if whole else "-"


def at_least(distances: dict[str, int], share: float) -> int:
    """Return the distance that this share of positions does not exceed."""
    left = share * sum(distances.values())
    for distance, number in sorted((int(one), number) for one, number in distances.items()):
        left -= number
        if left <= 0:
            return distance
    return 0


SHOWN = {
    "positions of alternate play",
    "nine in ten wins take at most … plies",
    "of the wins: the winner's own pass decides",
    "whoever is to move wins",
    "of the won positions: a pass wins",
    "all winning moves are quiet, of those that no pass wins",
    "of the lost positions: the loser holds",
    "of the undecided positions: exactly one step does not lose",
}
"""Labels of the rows that the page has."""


def tables(answer: dict[str, Any]) -> str:
    """Return all that stands between the marks."""
    boards = answer["boards"]
    names = list(boards)
    lines = ["| | " + " | ".join(names) + " |", "|---|" + "---|" * len(names)]

    def row(label: str, cells: list[str]) -> None:
        lines.append(f"| {label} | {' | '.join(cells)} |")

    every = [boards[name] for name in names]
    row("pieces", [" : ".join(map(str, one["pieces"])) for one in every])
    row("positions of alternate play", [f"{one['positions']:,}" for one in every])
    row(
        "the start, for White, and its distance",
        [f"{one['start']['value']}, {one['start']['distance']}" for one in every],
    )
    row(
        "decided",
        [percent(one["positions"] - one["undecided"] - one["draw"], one["positions"]) for one in every],
    )
    row(
        "undecided: neither side can force anything",
        [percent(one["undecided"], one["positions"]) for one in every],
    )
    row("half of the wins take at most … plies", [str(at_least(one["win"], 0.5)) for one in every])
    row("nine in ten wins take at most … plies", [str(at_least(one["win"], 0.9)) for one in every])
    row("99 in 100", [str(at_least(one["win"], 0.99)) for one in every])
    row("the longest", [str(max(map(int, one["win"]))) for one in every])
    own = [sum(number for d, number in one["win"].items() if int(d) % 2) for one in every]
    row(
        "of the wins: the winner's own pass decides",
        [percent(part, sum(one["win"].values())) for part, one in zip(own, every, strict=True)],
    )
    for label, name in (
        ("of the placements: the same side wins, whoever is to move", "same side wins"),
        ("whoever is to move wins", "mover wins"),
        ("whoever is to move loses", "mover loses"),
        ("neither side can force anything, whoever is to move", "neither"),
    ):
        row(label, [percent(one["turn"][name], one["turn"]["placements"]) for one in every])
    for label, name in (
        ("of the won positions: a pass wins", "pass"),
        ("a pass is the only winning move", "only pass"),
        ("there is one winning move", "one move"),
        ("all winning moves are quiet steps", "only quiet"),
        ("all shortest wins begin with a quiet step", "shortest only quiet"),
        ("some step loses", "steps lose"),
    ):
        row(label, [percent(one["wins"][name], one["wins"]["positions"]) for one in every])
    row(
        "all winning moves are quiet, of those that no pass wins",
        [percent(one["wins"]["only quiet"], one["wins"]["not by a pass"]) for one in every],
    )
    for label, name in (
        ("of the lost positions: the loser holds", "holder"),
        ("the loser has no step", "no step"),
        ("the loser holds and has no step", "holder without a step"),
    ):
        row(label, [percent(one["losses"][name], one["losses"]["positions"]) for one in every])
    for label, name in (
        ("of the undecided positions: a pass would lose", "pass loses"),
        ("the side to move holds", "holder"),
        ("of the undecided positions: exactly one step does not lose", "one safe"),
    ):
        row(
            label,
            [percent(one["undecided moves"][name], one["undecided moves"]["positions"]) for one in every],
        )
    row(
        "steps that do not lose, of all steps there",
        [percent(one["undecided moves"]["safe steps"], one["undecided moves"]["steps"]) for one in every],
    )
    lines += [
        "",
        f"Shares of moves: {answer['sample']:,} positions of each kind, drawn by seed {answer['seed']}.",
    ]
    return "\n".join(lines)


def measure(run: Run, folder: Annotated[Path, "of tables; those that it lacks are built"]) -> Results:
    """Measure each board."""
    boards = {size: run.part(size, partial(measured, size, str(folder))) for size in SIZES}
    return {"boards": boards, "sample": SAMPLE, "seed": SEED}


def in_page(answer: Results) -> str:
    """Return the rows that the page has; the rest is in the CSV file."""
    lines = tables(answer).splitlines()
    rows = [line for line in lines[2:] if line.split(" | ")[0].removeprefix("| ") in SHOWN]
    assert len(rows) == len(SHOWN)
    return "\n".join([*lines[:2], *rows, *lines[-2:]])


TABLES = [
    Table(DOCS / "mabi-endings.md", "perfect", in_page),
    beside(__file__, tables),
]
STUDY = Study(__name__, TABLES, measure)
