"""Artificial pasts: positions of small boards whose earlier play shuffles, so that repetition matters.

`pasts(size, count, seed)` yields positions. Each begins with a text of random pieces, mostly with small
groups, and is played on by the plain rules: few pieces do the walking, and often they go back where they came
from. Most positions are such that a step would be the third time of a situation. Kinds, in turn:

- `shuffled`: alternate play, at random with a bias.
- `around`: alternate play around a situation that is to arise twice: away from it and back, and away again.
- `in_runs`: some alternate play, perhaps, then a pass and a run; sometimes it is passed again, and so on.
"""

import random
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from dataclasses import replace
from typing import Any
from unittest.mock import patch

import numpy as np

from mabi_search.game import notation
from mabi_search.game.packed import PackedPosition, pack
from mabi_search.game.position import Position
from mabi_search.game.rules import EMPTY, PASS, Move, Rules, State, counted, largest, start, why_illegal
from mabi_search.kernels.runs.levels import BARRED
from mabi_search.runs.run_search import RunSearch

SIZES = ("2x4", "3x3", "3x4", "2x6", "4x4")
NO_PAST = np.zeros((0, 4), np.uint64)
"""The situations of a game in which none has arisen."""
BACK = 0.75
"""How often a piece goes back where it came from, if it may."""
TRIES = 12
"""So many games are played for a position in which repetition forbids a step."""


def is_barred(state: State, rules: Rules) -> bool:
    """Tell whether the side to move may not enter some placement in a run, since it has occurred twice."""
    search = RunSearch(most=1 << 10, answers=False)
    search.begin(pack(state, rules), False)
    return bool(np.any(search.scratch.nodes[0]["parent"] == BARRED))


def forgetting() -> AbstractContextManager[object]:
    """Return a context in which runs are searched without their past."""
    plain = RunSearch.begin

    def begin(search: RunSearch, packed: PackedPosition, *more: Any, **named: Any) -> None:
        plain(search, packed._replace(keys=packed.keys[:0]), *more, **named)

    return patch.object(RunSearch, "begin", begin)


def pasts(
    size: str, count: int, seed: int = 1, pieces: tuple[int, int] | None = None, **readings: str
) -> Iterator[Position]:
    """Yield positions with a past; the pieces are as many as in the start, if not given."""
    rules = Rules(size=size, **readings)  # type: ignore[arg-type]
    kinds: tuple[Callable[[Position, random.Random], Position], ...] = (shuffled, around, in_runs)
    for number in range(count):
        choose = random.Random(f"{seed} {number}")
        for _ in range(TRIES):
            position = kinds[number % len(kinds)](base(rules, pieces, choose), choose)
            if hindered(position):
                break
        yield Position.parse(str(position), rules)


def base(rules: Rules, pieces: tuple[int, int] | None, choose: random.Random) -> Position:
    """Return a position of random pieces, without a past; the best of some for shuffling."""
    found = [_random(rules, pieces, choose) for _ in range(choose.randint(1, 4))]
    position = min(found, key=lambda state: max(largest(state, "w"), largest(state, "b")))
    return Position.parse(notation.text_of(position), rules)


def _random(rules: Rules, pieces: tuple[int, int] | None, choose: random.Random) -> State:
    text = "".join(start(rules).board)
    white, black = pieces or (text.count("w"), text.count("b"))
    kinds = ["w"] * white + ["b"] * black + ["."] * (rules.ranks * rules.files - white - black)
    choose.shuffle(kinds)
    flat = "".join(kinds)
    board = tuple(flat[i : i + rules.files] for i in range(0, len(flat), rules.files))
    state = State(board, choose.choice("wb"), "-", "-", choose.randint(20, 21))
    most = largest(state, "w"), largest(state, "b")
    if most[0] != most[1]:
        state = replace(state, holder="w" if most[0] > most[1] else "b")
    elif most[0] > 1:
        state = replace(state, holder=choose.choice("wb"))
    return state


def steps_of(position: Position) -> list[Move]:
    """Return the legal moves but the pass."""
    return [move for move in position.legal_moves if move != PASS]


def opposite(move: Move) -> Move:
    """Return the step back."""
    return Move(move.target, move.origin)


def hindered(position: Position) -> bool:
    """Tell whether a step would be the third time of a situation."""
    state = position.state
    if len(state.seen) - len(set(state.seen)) == 0:
        return False
    steps = (Move(a, b) for a in state.pieces(state.side) for b in a.neighbours() if state.at(b) == EMPTY)
    return any("third time" in (why_illegal(state, step, position.rules) or "") for step in steps)


def shuffled(position: Position, choose: random.Random, least: int = 7, most: int = 24) -> Position:
    """Return a position after steps, many of them back, with few pieces; also within a run."""
    came: dict[tuple[str, object], Move] = {}
    few = {square for side in "wb" for square in position.state.pieces(side) if choose.random() < 0.4}
    for number in range(most):
        side, last = position.side, None
        if number >= least and hindered(position) and choose.random() < 0.6:
            break
        for square in position.state.pieces(side):
            back = came.get((side, square))
            if back and choose.random() < BACK and why_illegal(position.state, back, position.rules) is None:
                last = back
        if last is None:
            found = steps_of(position)
            if not found:
                break
            last = choose.choice([move for move in found if move.origin in few] or found)
        few.add(last.target)
        came = {key: move for key, move in came.items() if key != (side, last.origin)}
        came[side, last.target] = opposite(last)
        position = position.play_unchecked(last)
    return position


def away_and_back(position: Position, choose: random.Random, plies: int = 4) -> Position:
    """Return a position after a step of each side and both back, or the first plies of that."""
    played: list[Move] = []
    for number in range(plies):
        if number < 2:
            found = steps_of(position)
            if not found:
                break
            played.append(choose.choice(found))
        else:
            played.append(opposite(played[number - 2]))
            if why_illegal(position.state, played[-1], position.rules) is not None:
                break
        position = position.play_unchecked(played[-1])
    return position


def around(position: Position, choose: random.Random) -> Position:
    """Return a position near one or more that have arisen twice: mostly where a side would step into them."""
    for _ in range(choose.choice((0, 0, 1, 2))):
        position = away_and_back(position, choose)
        for move in steps_of(position)[:1]:
            position = position.play_unchecked(move)
    position = away_and_back(position, choose)
    return away_and_back(position, choose, choose.choice((1, 2, 3, 3, 3, 3)))


def in_runs(position: Position, choose: random.Random) -> Position:
    """Return a position in a run, perhaps not the first; some texts begin in a run."""
    kind = choose.random()
    if kind < 0.3:
        position = shuffled(position, choose, 1, 4)
    elif kind < 0.5:
        position = Position(replace(position.base, mode="p", seen=()), (), position.rules)
        if kind < 0.4:
            position = Position(counted(replace(position.base, mode="r"), position.rules), (), position.rules)
        position = shuffled(position, choose, 3, choose.randint(1, 16))
    runs = choose.choice((1, 1, 2, 3)) if position.rules.pass_rule == "run" else 1
    for number in range(runs):
        if position.mode == "p" or (position.mode == "r" and position.rules.pass_rule == "final"):
            break
        position = position.play_unchecked(PASS)
        if number + 1 == runs and choose.random() < 0.1:
            break
        position = shuffled(position, choose, 3, choose.randint(1, 16))
    return position
