"""The minimum by OR-tools CP-SAT: a model a horizon, of truth values and clauses.

The turns grow in one model; for each horizon it is cloned, and the clone is asked whether the ring is in
order after the last turn. A horizon without a solution is a proven lower bound. One worker; presolve and
the linear relaxation are off, since they cost more than they save here.

Tried on random deals of seed 2026; means in ms a deal for 3, 4 and 5 players, answers all the same:

=================================================================  ====  ===  ===
model                                                                 3    4    5
=================================================================  ====  ===  ===
of 8, 8 and 2 deals: clauses, no presolve, not linearised (this)    143  162  481
the same with default parameters                                    227  264  672
the same with presolve, not linearised                              236  247  553
the same with presolve, not linearised, no probing                  256  298  600
the same, no symmetries either                                      205  231  559
the same, one round of presolve                                     202  239  494
of 5 and 5 deals, default parameters: clauses                       203  229    -
the same, order as forbidden pairs of places, not as supports       321  364    -
places as integers, with element, table and all-different          1592  856    -
=================================================================  ====  ===  ===
"""

from __future__ import annotations

import time
from typing import Any

from ortools.sat.python import cp_model

from benchmarks.peers.puzzle import Puzzle, read
from narabi_solver import Deal
from narabi_solver.game.rules import TRACK


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
    model = cp_model.CpModel()
    yes, no = model.new_constant(1), model.new_constant(0)
    ring = [
        [yes if stone == place else no for place in range(puzzle.places)] for stone in range(puzzle.places)
    ]
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    solver.parameters.cp_model_presolve = False
    solver.parameters.linearization_level = 0
    for turn in range(1, limit - puzzle.played + 1):
        ring = add_turn(model, puzzle, turn, ring)
        asked = model.clone()
        add_order(asked, puzzle, ring)
        solver.parameters.max_time_in_seconds = max(until - time.monotonic(), 0)
        status = solver.solve(asked)
        if status in (cp_model.OPTIMAL, cp_model.FEASIBLE):
            return turn
        if status == cp_model.UNKNOWN:
            raise TimeoutError(f"undecided after {seconds:g} s: no win within {turn - 1} turns (proven)")
        if status != cp_model.INFEASIBLE:
            raise ValueError(f"CP-SAT rejects the model: {solver.status_name(status)}")
    return None


def add_turn(model: Any, puzzle: Puzzle, turn: int, ring: list[list[Any]]) -> list[list[Any]]:
    """Add a turn to the model; return whether each stone (row) lies in each place (column) after it."""
    every = range(puzzle.places)
    mine = [place for place in every if place // puzzle.hand == puzzle.seat(turn)]
    others = [place for place in every if place not in mine]
    after = [[model.new_bool_var("") for _ in every] for _ in every]
    own_place = {place: model.new_bool_var("") for place in mine}
    other_place = {place: model.new_bool_var("") for place in others}
    gives = [model.new_bool_var("") for _ in every]
    takes = [model.new_bool_var("") for _ in every]
    for choice in (own_place.values(), other_place.values(), gives, takes, *after, *zip(*after, strict=True)):
        model.add_exactly_one(choice)
    for stone in every:
        for places, moved in ((own_place, gives[stone]), (other_place, takes[stone])):
            for place, chosen in places.items():
                here = ring[stone][place]
                model.add_bool_or(~chosen, ~here, moved)
                model.add_bool_or(~chosen, ~moved, here)
                model.add_bool_or(chosen, ~here, after[stone][place])
        for place in mine:
            model.add_bool_or(~takes[stone], ~own_place[place], after[stone][place])
        for place in others:
            model.add_bool_or(~gives[stone], ~other_place[place], after[stone][place])
        for taken in every:
            if (stone, taken) not in puzzle.fits:
                model.add_bool_or(~gives[stone], ~takes[taken])
        for place in mine:
            for other in others:
                if (stone, place, other) not in puzzle.reach:
                    model.add_bool_or(~gives[stone], ~own_place[place], ~other_place[other])
    return after


def add_order(model: Any, puzzle: Puzzle, ring: list[list[Any]]) -> None:
    """Demand that the ring is in order, either way round."""
    clockwise = model.new_bool_var("")
    places = puzzle.places
    steps = {
        (i, j): [d for d in range(places) if (i, j, d) in puzzle.apart]
        for i, rank in puzzle.ranks.items()
        for j, other in puzzle.ranks.items()
        if rank < other
    }
    for (i, j), distances in steps.items():
        for place in range(places):
            for way, sign in ((clockwise, 1), (~clockwise, -1)):
                supports = [ring[j][(place + sign * distance) % places] for distance in distances]
                model.add_bool_or(~way, ~ring[i][place], *supports)
