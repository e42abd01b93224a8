"""Exact values of every legal swap in positions of Narabi, as parquet files; and how good answers are.

::

    python -m studies.values.move_values make FOLDER --rows 100000
    python -m studies.values.move_values score answers.txt FOLDER/open.parquet --split test

Row i depends on the seed and i alone. An answer is a line with an id and a swap, like ``4-52-17 A2-C1``.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pyarrow as pa
import pyarrow.parquet

from _gamekit.intervals import mean_of, share
from _gamekit.progress import status
from benchmarks.frame import commit, machine
from benchmarks.marks import marked, unwrapped
from narabi_solver import Deal, Knowledge, analyse, hint, random_deal
from narabi_solver.game.cards import SEAT_COUNTS
from narabi_solver.game.rules import TRACK, in_order
from narabi_solver.hidden.assignments import random_words

SEED = 52
MOST_TURNS = 6
"""So many swaps at most were played before a position."""
SAMPLE = Path(__file__).with_name("sample")
CARD = "README.md"
SPLITS = ("train",) * 8 + ("validation", "test")
"""By the last digit of a row's number: all rows of a deal are in one split, since each deal has one row."""
BEGIN, END = "<!-- rows begin -->", "<!-- rows end -->"
SWAP = pa.struct([("swap", pa.string()), ("turns", pa.float64()), ("wins", pa.float64())])
COLUMNS = pa.schema(
    [
        ("id", pa.string()),
        ("split", pa.string()),
        ("players", pa.uint8()),
        ("position", pa.string()),
        ("seat", pa.string()),
        ("swaps", pa.list_(SWAP)),
    ]
)


class Row(NamedTuple):
    """A position, and what each legal swap is worth."""

    id: str
    split: str
    players: int
    position: str
    """A deal with the swaps played; where cards are hidden with ``?`` for them."""
    seat: str
    """Who is to move."""
    swaps: list[dict[str, Any]]
    """Each legal swap, the turns to the win that begin with it, and the chance of a win."""


def deal_of(players: int, number: int) -> Deal:
    """Return a random deal with some swaps played: half of them the best, half any."""
    deal = random_deal(players, SEED, number)
    words = random_words(SEED, number)
    for _ in range(next(words) % (MOST_TURNS + 1)):
        found = analyse(deal)
        if not found.moves or in_order(deal.state().ring):
            return deal
        swaps = found.best if found.best and next(words) % 2 else tuple(one.swap for one in found.moves)
        after = deal.play(swaps[next(words) % len(swaps)])
        if in_order(after.state().ring) or not after.legal_moves:
            return deal
        deal = after
    return deal


def open_row(number: int) -> Row:
    """Return a position with open cards, of three, four and five players in turn."""
    players = list(SEAT_COUNTS)[number % len(SEAT_COUNTS)]
    deal = deal_of(players, number)
    swaps = [
        {"swap": str(one.swap), "turns": one.turns, "wins": float(one.turns is not None)}
        for one in analyse(deal).moves
    ]
    return _row(number, deal, str(deal), swaps)


def hidden_row(number: int) -> Row:
    """Return a position of the mini game as its mover sees it, over all worlds that are possible then."""
    deal = deal_of(2, number)
    knows = Knowledge.of(deal, deal.state().mover)
    found = hint(knows, worlds=knows.count)
    assert found.exact or not found.moves
    swaps = [
        {"swap": str(one.swap), "turns": one.expected_turns, "wins": one.win_probability}
        for one in found.moves
    ]
    return _row(number, deal, str(knows), swaps)


def _row(number: int, deal: Deal, text: str, swaps: list[dict[str, Any]]) -> Row:
    name = f"{deal.players}-{SEED}-{number}"
    return Row(name, SPLITS[number % 10], deal.players, text, "ABCDE"[deal.state().mover], swaps)


KINDS = {"open": open_row, "hidden": hidden_row}


def make(folder: Path, rows: int) -> None:
    """Write both files and the card."""
    made_by = {"commit": commit()} | machine()
    folder.mkdir(parents=True, exist_ok=True)
    counts = {}
    for kind, row in KINDS.items():
        with status() as show:
            found = []
            for number in range(rows):
                show(f"{kind}: {number:,} of {rows:,} rows")
                found.append(row(number)._asdict())
            found = [one for one in found if one["swaps"]]  # some deals are in order as dealt
        table = pa.Table.from_pylist(found, COLUMNS)
        part = folder / f"{kind}.parquet.part"
        pa.parquet.write_table(table, part, compression="zstd")
        part.replace(folder / f"{kind}.parquet")
        counts[kind] = [
            len(found),
            sum(len(one["swaps"]) for one in found),
            (folder / f"{kind}.parquet").stat().st_size,
        ]
    text = table_of(rows, counts, made_by)
    card = folder / CARD
    before, _, rest = Path(__file__).with_name("card.md").read_text().partition("ROWS\n")
    card.write_text(unwrapped(f"{before}{marked(text, BEGIN, END)}\n{rest}"))
    print(text)


def table_of(rows: int, counts: dict[str, list[int]], made_by: dict[str, Any]) -> str:
    """Return the card's table."""
    lines = ["| file | rows | swaps | bytes |", "|---|---|---|---|"]
    for kind, numbers in counts.items():
        lines.append(f"| `{kind}.parquet` | {' | '.join(f'{one:,}' for one in numbers)} |")
    command = f"python -m studies.values.move_values make FOLDER --rows {rows}"
    by = f"Written by `{command}` at commit {made_by['commit']}."
    return "\n".join([*lines, "", by])


class Scored(NamedTuple):
    """How good answers are."""

    asked: int
    answered: int
    illegal: int
    best: int
    regrets: list[float]
    """For each question turns more than by the best swap; a lost game if there is no legal answer."""

    def facts(self) -> dict[str, Any]:
        """Return what is printed."""
        best, regret = share(self.best, 0, self.asked), mean_of(self.regrets)
        counts = {"asked": self.asked, "answered": self.answered, "illegal": self.illegal}
        return counts | {"best": best._asdict(), "regret": regret._asdict()}


def scored(answers: Iterable[str], rows: Iterable[dict[str, Any]]) -> Scored:
    """Return how good answers are.

    Parameters
    ----------
    answers : iterable of str
        Lines with an id and a swap; the first of an id counts, other lines do not.
    rows : iterable of dict
        The rows that are asked.

    Returns
    -------
    Scored
        A missing or illegal answer counts as a lost game.
    """
    said: dict[str, str] = {}
    for line in answers:
        words = line.split()
        if len(words) == 2:
            said.setdefault(words[0], words[1].upper())
    asked = answered = illegal = best = 0
    regrets = []
    for row in rows:
        asked += 1
        lost = float(TRACK + 1 - row["position"].partition(" moves ")[2].count("-"))
        worth = {one["swap"]: lost if one["turns"] is None else one["turns"] for one in row["swaps"]}
        least = min(worth.values())
        answer = said.get(row["id"])
        answered += answer is not None
        illegal += answer is not None and answer not in worth
        regrets.append(worth.get(answer or "", lost) - least)
        best += regrets[-1] < 1e-9 and answer in worth
    return Scored(asked, answered, illegal, best, regrets)


def rows_of(path: Path, split: str) -> Iterator[dict[str, Any]]:
    """Yield the rows of a split of a file."""
    yield from pa.parquet.read_table(path, filters=[("split", "=", split)]).to_pylist()


def main() -> None:
    """Make the data set, or score answers."""
    parser = argparse.ArgumentParser(prog="python -m studies.values.move_values", description=main.__doc__)
    parts = parser.add_subparsers(required=True, dest="part")
    making = parts.add_parser("make")
    making.add_argument("folder", type=Path)
    making.add_argument("--rows", type=int, default=100_000)
    scoring = parts.add_parser("score")
    scoring.add_argument("answers", type=Path)
    scoring.add_argument("data", type=Path)
    scoring.add_argument("--split", choices=sorted(set(SPLITS)), default="test")
    asked = parser.parse_args()
    if asked.part == "make":
        make(asked.folder, asked.rows)
        return
    found = scored(asked.answers.read_text().splitlines(), rows_of(asked.data, asked.split))
    if not found.asked:
        sys.exit(f"{asked.data} has no rows of the split {asked.split}")
    print(json.dumps(found.facts()))


if __name__ == "__main__":
    main()
