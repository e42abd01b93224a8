"""Positions and tables that several tests stand on."""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

from hypothesis import strategies as st

from mabi_search import Position, Rules
from mabi_search.certify.certificate_format import digest
from mabi_search.game import rules as game
from mabi_search.game.rules import PASS, State
from mabi_search.tables import table_files
from mabi_search.tables.boards import TableSpec
from tests.mabi.plain_retrograde import Plain

SHORT = "1bw1b1/1w1bw1/1wbbb1/w1wbw1/1bwb2/3w2 b - b 59"
LOST = "1b4b1/wbw2ww1/1bb3b1/wb1wb3/2bbwbwb/1bwwwbw1/ww1b4/2w3wb b - b 51"
TRIED = "1b2b1/1wwbwb/bwb1w1/1wbw2/3b1b/3ww1 w - w 70"
LARGE = "6/1w1b2/wbbbwb/wwwbwb/1bwwb1/6 w - w 58"
JOINED = "6/b1wbw1/b1wbbb/wbwww1/3bwb/3w2 w - w 44"
LEFT = "wb6/1bw1w2b/3bbbw1/1wwwwwbb/1bwbwbb1/1ww1bbw1/2bwbw2/8 w - w 184"
TEXTS = (
    "3w4/1bww1b2/1wbbbbwb/1www1bwb/1bwb1b2/2w2bw1/1bwwwwb1/5b2 w - w 134",
    "1b1b4/1ww1w1b1/1bwbbwb1/2wwb1w1/1b1bw1wb/1wwwbbw1/1b1b2b1/3ww3 w - w 96",
)
LARGE_RUN = "5w2/1bw1wbb1/wbwbbbb1/2w1wbw1/1bwb1bwb/wbww1w2/3b1wb1/w7 b - b 115"
"""Black passes, and White, moving alone, wins by a run that a search of a few hundred placements finds."""
SHUFFLED = (
    "2b1/1wbw/w1w1/1b1b b r b 21 moves d1c1 c1d1 d1d2 b1a1 d2d1 d1d2 d2d1 d1c1 c1b1 b1b2 a1b1 c4b4 b4c4 b1c1 "
    "b2b1 c4d4 c3c4 c4c3 c3c4 c4b4"
)
"""The shortest run that wins enters what has arisen twice."""


def signed(lines):
    head = json.loads(lines[0]) | {"lines": len(lines) - 1, "sha256": digest(lines[1:])}
    return [json.dumps(head), *lines[1:]]


def built(folder: Path, **readings: str) -> Rules:
    rules = Rules(**readings)
    if table_files.info(TableSpec.of(rules), folder=folder).state != "ready":
        table_files.build(TableSpec.of(rules), folder=folder)
    return rules


def every(rules: Rules, plain: Plain) -> Iterator[tuple[Position, tuple[object, ...]]]:
    """Yield all positions of alternate play with the position of the plain program."""
    for one in plain.positions():
        (white, black), side, holder, asked = one
        board = tuple(
            "".join(
                "w" if complex(x, y) in white else "b" if complex(x, y) in black else "."
                for x in range(rules.files)
            )
            for y in range(rules.ranks)
        )
        state = State(board, side, "q" if asked else "-", holder or "-", 20)
        yield Position(state, (), rules), one


def random_positions(rules: Rules, seed: int, count: int) -> Iterator[Position]:
    """Yield positions of random games of few plies, each with its past."""
    choose = random.Random(seed)
    for _ in range(count):
        position = Position.start(rules)
        for _ in range(choose.randint(1, 24)):
            steps = [move for move in position.legal_moves if move != PASS]
            if not steps:
                break
            position = position.play(choose.choice(steps))
        yield position


def position_of(state: State, rules: Rules) -> Position:
    """Return the position of a state in the middle of a game, with its past."""
    position = object.__new__(Position)
    for name, value in {"base": state, "moves": (), "rules": rules, "_state": state}.items():
        object.__setattr__(position, name, value)
    return position


def symmetric(state: State) -> list[State]:
    """Return a state mirrored, turned, and with the colours changed; its past is left out."""
    flip = {"w": "b", "b": "w", "-": "-", ".": "."}
    board = state.board
    boards = [
        tuple(row[::-1] for row in board),
        board[::-1],
        tuple("".join(column) for column in zip(*board, strict=True)),
    ]
    found = [State(b, state.side, state.mode, state.holder, state.ply) for b in boards]
    changed = tuple("".join(flip[c] for c in row) for row in board)
    found.append(State(changed, flip[state.side], state.mode, flip[state.holder], state.ply))
    return found


@st.composite
def placed(draw: Callable[..., object]) -> tuple[Rules, game.State]:
    """Draw readings, and a position whose side to move runs and does not hold."""
    size = draw(st.sampled_from(["3x4", "2x6", "3x3", "2x7"]))
    readings = {name: draw(st.sampled_from(game.READINGS[name])) for name in ("paralysis", "freeze")}
    rules = Rules(size=size, pass_rule=draw(st.sampled_from(["run", "final"])), repetition="off", **readings)  # type: ignore[arg-type]
    squares = rules.ranks * rules.files
    flat = draw(st.permutations(["w"] * draw(st.integers(1, squares // 3)) + ["b"] * draw(st.integers(2, 4))))  # type: ignore[call-overload]
    flat = draw(st.permutations([*flat, *"." * (squares - len(flat))]))
    text = "".join(flat)  # type: ignore[arg-type]
    board = tuple(text[i : i + rules.files] for i in range(0, squares, rules.files))
    state = game.State(board, "w", "p", "b", 20)
    if game.largest(state, "w") > game.largest(state, "b"):
        state = replace(state, side="b", holder="w")
    return rules, state


def surrounded(choose: random.Random, rules: Rules) -> game.State:
    """Return a position with a large black group, and hardly more white pieces about it than it has."""
    squares = [(rank, file) for rank in range(rules.ranks) for file in range(rules.files)]
    group = [choose.choice(squares)]
    size = choose.randint(4, 8)
    while len(group) < size:
        rank, file = choose.choice(group)
        near = choose.choice([(rank + 1, file), (rank - 1, file), (rank, file + 1), (rank, file - 1)])
        if near in squares and near not in group:
            group.append(near)
    left = [square for square in squares if square not in group]
    choose.shuffle(left)
    white = choose.randint(size, min(size + 3, len(left) - 3))
    colour = dict.fromkeys(group, "b") | dict.fromkeys(left[:white], "w")
    colour |= dict.fromkeys(left[white : white + choose.randint(0, 2)], "b")
    board = tuple(
        "".join(colour.get((rank, file), game.EMPTY) for file in range(rules.files))
        for rank in range(rules.ranks)
    )
    return game.State(board, "w", "p", "b", 20)


def winner_after(position: Position, moves: tuple[game.Move, ...]) -> str | None:
    """Return the outcome for the side to move after a line that is replayed; None if the game goes on."""
    side = position.side
    for move in moves:
        position = position.play(move)
    over = position.outcome()
    if over is None:
        return None
    return "draw" if over.winner is None else "win" if over.winner == side else "loss"


DEADLOCKS = (
    ("8/3wbbw1/bw1bwb1b/1wwwwwb1/bbbbbbw1/w1w2w2/3bwbb1/2w1w3 w - w 300", 6),
    ("8/2wb1ww1/bbwbbwbb/1wwbwwb1/wbbw1bww/bww1b2b/2b5/1w6 w - w 300", 4),
    ("1w6/1bb1wbw1/wb2wb2/1b1bwb2/1wbwwwb1/w2wbbw1/3wb1wb/2bw1b2 w - w 300", 6),
)
"""Neither side has anything but the pass, and it wins; the largest group that the other side reaches then."""
LONG_GAME = (
    "start moves "
    "a7a8 b4a4 g7g6 f4g4 e7e8 d8d7 a1a2 f8f7 e3e2 d7d8 e1d1 g4f4 e2e1 d6c6 e5e4 d8d7 c3d3 h4h3 e8d8 "
    "f2f3 a5b5 h2h1 b5b4 f6f5 d3c3 d4d3 g6g7 h3h2 a8a7 h8g8 e1f1 d3e3 g7h7 g8h8 b4b5 c6d6 f1f2 h2g2 "
    "c1b1 d6c6 a3b3 a4a3 a2a1 h6g6 b5a5 b6a6 c7c8 c6b6 b3b4 a3b3 c5b5 d2e2 a1a2 g6g7 a5a4 g2h2 d1d2 "
    "f7f6 a4a5 h2h3 a5a4 h1h2 c8c7 b8b7 b4c4 h2h1 a4a3 a6a5 c3c2 h8g8 d8e8 d7d6 a2a1 g7g6 e8f8 h3h4 "
    "a1a2 b6a6 g1f1 d6e6 c7c8 h1g1 c8b8 a5a4 a7a8 g8h8 f1e1 h4h5 c2c1 h8g8 c4b4 a6a7 a2a1 g1h1 f8e8 "
    "h5h4 e8f8 b7b6 b5c5 b6a6 c5d5 a6b6 d5c5 g8h8 h7h6 h1h2 f8f7 b6b7 c5d5 a4a5 a1a2 b7c7 c1d1 h4g4 "
    "d5e5 c7c6 b8c8 c6c7 a2a1 a7b7 "
)
"""120 plies by chance, without a pass."""


def checked_bound(bound: Callable[[int, int, int], int], state: State, standing: str) -> int:
    """Return what a bound of the checker says of a run against a standing side."""
    signs = {side: sum(1 << 9 * square.rank + square.file for square in state.pieces(side)) for side in "wb"}
    board = sum(1 << 9 * square.rank + square.file for square in game.squares(state.board))
    return bound(board, signs[game.other(standing)], signs[standing])
