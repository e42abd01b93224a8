"""The minimum by clingo, an answer set solver: the model is ``narabi.lp``.

Horizons are tried in turn in one multi-shot control, so that what was learned about the first turns is
kept: `#program step(t)` adds a turn, `#program check(t)` asks whether the ring is in order after it. A
horizon without a model is a proven lower bound. One thread, default configuration.

Tried on random deals of seed 2026, 12 of three and of four players and 3 of five; means in ms a deal, answers
all the same:

======================================================  ==  ===  ====
model                                                    3    4     5
======================================================  ==  ===  ====
own place and other place chosen, order as pairs (this)  61   88   224
the same, each stone in one place said redundantly       84   86   231
own stone and other stone chosen                         93  111   915
pairs of places chosen                                  186  139   740
order read round the ring by an automaton                90  114  1086
this, configuration trendy                              122  106   259
this, configuration handy                                94  100   261
this, configuration crafty                               86  100   313
this, configuration jumpy                                78   94   329
======================================================  ==  ===  ====
"""

from __future__ import annotations

import time
from collections.abc import Collection
from pathlib import Path

import clingo

from benchmarks.peers.puzzle import Puzzle, read
from narabi_solver import Deal
from narabi_solver.game.rules import TRACK

MODEL = Path(__file__).with_name("narabi.lp")


def minimum(deal: Deal, limit: int = TRACK, seconds: float = 60) -> int | None:
    """Return the fewest further turns to a win; None: proven that there is no win within the limit.

    Raises
    ------
    TimeoutError
        Undecided after so many seconds.
    """
    until = time.monotonic() + seconds
    puzzle = read(deal)
    if puzzle.ready:
        return 0
    sizes = {name: getattr(puzzle, name) for name in ("places", "players", "hand", "first")}
    control = clingo.Control([f"-c{name}={value}" for name, value in sizes.items()])
    control.add("base", [], facts(puzzle))
    control.load(str(MODEL))
    control.ground([("base", [])])
    for turn in range(1, limit - puzzle.played + 1):
        number = clingo.Number(turn)
        control.ground([("step", [number]), ("check", [number])])
        query = clingo.Function("query", [number])
        control.assign_external(query, True)
        with control.solve(async_=True) as handle:
            if not handle.wait(max(until - time.monotonic(), 0)):
                handle.cancel()
                raise TimeoutError(f"undecided after {seconds:g} s: no win within {turn - 1} turns (proven)")
            if handle.get().satisfiable:
                return turn
        control.release_external(query)
    return None


def facts(puzzle: Puzzle) -> str:
    """Return a puzzle's stones and cards as facts."""
    stones = [(i, j) for i in puzzle.ranks for j in puzzle.ranks if i < j]
    tuples: dict[str, Collection[tuple[int, ...]]] = {
        "fits": puzzle.fits,
        "reach": puzzle.reach,
        "apart": puzzle.apart,
        "numbers": stones,
    }
    return "\n".join(f"{name}{values}." for name, rows in tuples.items() for values in sorted(rows))
