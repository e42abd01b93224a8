"""Builds all tables of small boards, and measures: some minutes and 2 GB.

Each table is built in a process of its own, so that the memory is its own.
"""

from __future__ import annotations

import resource
import time
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from multiprocessing import get_context
from pathlib import Path
from typing import Annotated, Any, get_args

import numpy as np
from numpy.typing import NDArray

from _gamekit.jit import build
from benchmarks.frame import Results, Run, Study
from mabi_search import Outcome, Position, Rules, probe
from mabi_search.game.packed import words
from mabi_search.game.rules import Freeze, PassRule, Setup
from mabi_search.tables import table_files
from mabi_search.tables.placements import position_at
from studies.tables.endgames_page import TABLES

SMALL = ("2x4", "2x6", "2x8", "3x3", "3x4", "3x5", "3x6", "4x4")
LARGE = "4x5"
SETUPS: tuple[Setup, ...] = get_args(Setup)
SAMPLE, POSITIONS = 1_000_000, 10_000
"""Probes by a kernel, of so many different positions."""


def cases() -> list[tuple[str, PassRule, Freeze]]:
    """Return size, pass rule and freeze rule of all tables."""
    passes: tuple[PassRule, ...] = ("run", "final", "plain", "resume")
    small: list[tuple[str, PassRule, Freeze]] = [
        (size, passing, freeze)
        for size in SMALL
        for passing in passes
        for freeze in get_args(Freeze)
        if (passing, freeze) != ("run", "none")  # of which there are no tables
    ]
    return [*small, (LARGE, "run", "unique"), (LARGE, "final", "unique"), (LARGE, "plain", "unique")]


def measured(size: str, pass_rule: PassRule, freeze: Freeze, folder: str) -> list[dict[str, Any]]:
    """Build the tables of both setups, which is mostly one; return what there is to say."""
    rows: list[dict[str, Any]] = []
    for setup in SETUPS:
        rules = Rules(setup=setup, size=size, pass_rule=pass_rule, freeze=freeze)
        board = table_files.TableSpec.of(rules)
        known = next((row for row in rows if row["pieces"] == [board.white, board.black]), None)
        if known is None:
            entry = table_files.info(board, folder=folder)
            memory = None
            if entry.state != "ready":
                entry = table_files.build(board, folder=folder)
                memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024
            assert entry.counts is not None
            # the lock is taken when the work begins, and the file appears when it ends
            seconds = (
                entry.path.stat().st_mtime - entry.path.with_name(entry.path.name + ".lock").stat().st_mtime
            )
            row = {
                "size": size,
                "pass_rule": pass_rule,
                "freeze": freeze,
                "pieces": [board.white, board.black],
                "placements": board.placements,
                "positions": sum(entry.counts.values()),
                "counts": entry.counts,
                "longest": entry.longest,
                "bytes": entry.size,
                "seconds": round(seconds, 2),
                "memory": memory,
                "starts": {},
                **motifs(table_files.load(board, folder)),
            }
            rows.append(row)
            known = row
        found = probe(Position.start(rules), folder=folder)
        known["starts"][setup] = {
            "value": found.value,
            "distance": found.distance,
            "exact": found.proven,
            "moves": [[str(move), value, distance] for move, value, distance in found.moves],
        }
    return rows


def states_with(table: table_files.Table, byte: int) -> NDArray[np.int64]:
    """Return the states of alternate play that have this byte."""
    placements, mode = np.nonzero(table.values.reshape(-1, table.board.modes)[:, :2] == byte)
    return placements * table.board.modes + mode


def motifs(table: table_files.Table) -> dict[str, Any]:
    """Return examples: the longest forced win, and who is ahead and must pass for want of a move."""
    longest = states_with(table, 2 * table.longest)
    if not longest.size:
        longest = states_with(table, 2 * table.longest + 1)
    found: dict[str, Any] = {"longest_example": str(position_at(table.board, int(longest[0])))}
    forced, stuck = states_with(table, 3), 0
    for index in forced[:: max(1, forced.size // 20_000)].tolist():
        position = position_at(table.board, index)
        if position.mode == "-" and position.holder == position.side:
            found.setdefault("ahead_and_stuck", str(position))
            stuck += 1
    return found


def probe_rates(folder: str) -> dict[str, float]:
    """Return probes a second: from a kernel, and from Python with a new position each time."""
    from mabi_search.kernels.values import byte_of  # noqa: PLC0415

    def look_up(numbering, setting, values, white, black, side, holder, found):  # type: ignore[no-untyped-def]
        for i in range(len(white)):
            found[i] = byte_of(numbering, setting, values, white[i], black[i], side[i], holder[i], 0)

    table = table_files.load(table_files.TableSpec.of(Rules(size="4x4")), folder)
    used = np.flatnonzero(table.values != 255)
    sample = np.random.default_rng(1).choice(used, POSITIONS)
    positions = [position_at(table.board, int(index)) for index in sample]
    white, black = (
        np.tile(np.array(column, np.uint64), SAMPLE // POSITIONS)
        for column in zip(*(words(position.state.board) for position in positions), strict=True)
    )
    side = np.resize(np.array(["wb".index(position.side) for position in positions], np.int64), SAMPLE)
    holder = np.resize(np.array(["wb-".index(position.holder) for position in positions], np.int64), SAMPLE)
    compiled, found = build.compiled(look_up), np.zeros(SAMPLE, np.uint8)
    for count in (1, SAMPLE):  # the first compiles
        arrays = (array[:count] for array in (white, black, side, holder, found))
        started = time.perf_counter()
        compiled(table.numbering, table.setting, table.values, *arrays)
    kernel = SAMPLE / (time.perf_counter() - started)
    assert (found == np.resize(table.values[sample], SAMPLE)).all()
    started = time.perf_counter()
    values = Counter(probe(position, folder=folder).value for position in positions)
    python = len(positions) / (time.perf_counter() - started)
    assert (
        values[Outcome.WIN] == (found[: len(positions)] % 2 == 0).sum() - (found[: len(positions)] == 0).sum()
    )
    return {"kernel": round(kernel), "python": round(python)}


def in_a_process(case: tuple[str, PassRule, Freeze], folder: Path) -> list[dict[str, Any]]:
    """Return the rows of a case, measured by a process that does nothing else."""
    with ProcessPoolExecutor(1, get_context("spawn")) as pool:
        return pool.submit(measured, *case, str(folder)).result()


def measure(run: Run, folder: Annotated[Path, "of the tables"]) -> Results:
    """Build and measure all tables."""
    cases_done = (run.part(", ".join(case), partial(in_a_process, case, folder)) for case in cases())
    rows = [row for found in cases_done for row in found]
    return {"rates": run.part("probes", lambda: probe_rates(str(folder))), "tables": rows}


STUDY = Study(__name__, TABLES, measure)
