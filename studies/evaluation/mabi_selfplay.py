"""Games of Mabi by the search kernels alone, many a second: for learning and for matches.

A move costs a few hundred nodes here, so nothing is made anew for it: one room serves all games, positions
stay words, and the game loop is compiled. A game is over as soon as the search proves who wins; the pass of
the holder is decided by a search of the run. What stays open is counted and has no result.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from _gamekit.jit.build import compiled
from _gamekit.kernels.bits import ZERO
from mabi_search.game.packed import pack
from mabi_search.game.position import Position
from mabi_search.game.rules import Rules
from mabi_search.kernels.alphabeta import search, table, work
from mabi_search.kernels.alphabeta.complete import any_twice
from mabi_search.kernels.alphabeta.evaluation import INFINITE, WIN
from mabi_search.kernels.alphabeta.ordering import list_moves
from mabi_search.kernels.alphabeta.work import (
    ENEMY,
    ENTER,
    FINISHED,
    KEYS,
    NO_MOVE,
    NODES,
    OWN,
    PASS,
    STATE,
    USE_PROOFS,
    USE_TABLES,
    VALUE,
)
from mabi_search.kernels.runs import levels, run

MOST_PLIES = 300
"""Of a game; then it stays open."""
MAX_DEPTH = 40
WINDOW = 60
"""As in `search.analysis`."""
RUN_EFFORT = 16_384
"""Expansions that decide a pass."""
ENTRIES = 1 << 12
"""Of a table of the search."""
OPEN_GAME = -1
MIX = 0x9E37_79B9_7F4A_7C15

EXAMPLE = np.dtype(
    [
        ("own", np.uint64),
        ("enemy", np.uint64),
        ("holds", np.int8),
        ("result", np.int8),
        ("ply", np.int16),
        ("score", np.int16),
        ("game", np.int32),
    ]
)
"""A position of alternate play: the side to move, 1 if it holds, -1 if the other side does; 1 if it won, 0 if
it lost; what the search said."""


class Scratch(NamedTuple):
    """All that games are played in."""

    work: Any
    table: Any
    runs: Any
    cursor: NDArray[np.int64]
    state: NDArray[np.int64]
    """Side, holder, whether it is the first turn."""
    met: NDArray[np.int64]
    """(MOST_PLIES, 4): side, holds, ply, score."""
    words: NDArray[np.uint64]
    """(MOST_PLIES, 2)"""
    chance: NDArray[np.uint64]
    """State of the random numbers."""


def scratch(nodes: int = ENTRIES) -> Scratch:
    """Return room for games with so many nodes a move."""
    return Scratch(
        work.scratch(np.zeros((MOST_PLIES + 1, 4), np.uint64), work.memory()),
        table.empty(1 << max(12, nodes.bit_length())),
        levels.scratch(1 << 16),
        np.zeros(work.CURSOR, np.int64),
        np.zeros(3, np.int64),
        np.zeros((MOST_PLIES + 1, 4), np.int64),
        np.zeros((MOST_PLIES + 1, 2), np.uint64),
        np.zeros(1, np.uint64),
    )


@compiled
def below(chance: NDArray[np.uint64], n: int) -> int:
    """Return a random number below n, by splitmix64."""
    chance[0] += np.uint64(MIX)
    mixed = chance[0]
    mixed = (mixed ^ (mixed >> np.uint64(30))) * np.uint64(0xBF58_476D_1CE4_E5B9)
    mixed = (mixed ^ (mixed >> np.uint64(27))) * np.uint64(0x94D0_49BB_1331_11EB)
    return int(np.int64((mixed ^ (mixed >> np.uint64(31))) >> np.uint64(33))) % n


@compiled
def place(game: Scratch, own: np.uint64, enemy: np.uint64, depth: int, low: int, high: int) -> None:
    """Write the first node of the search."""
    work.set_root(game.work, own, enemy)
    node = game.work.nodes[0]
    node.side, node.mode, node.holder, node.first = game.state[0], 0, game.state[1], game.state[2]
    node.alpha, node.beta, node.low, node.best, node.best_move = low, high, 0, 0, 0
    node.depth, node.count, node.next, node.move, node.same = depth, 0, 0, 0, 0
    node.scout, node.taint, node.is_key, node.less = 0, 0, 0, 0


@compiled
def searched(
    setting: Any, game: Scratch, own: np.uint64, enemy: np.uint64, keys: int, nodes: int
) -> tuple[int, int]:
    """Return the best move and its score after about so many nodes, as `AlphaBeta` finds them."""
    work, cursor = game.work, game.cursor
    work.history[:, :] = 0
    work.killers[:, :] = NO_MOVE
    game.table.content[:, :] = ZERO
    work.options[USE_PROOFS] = 0 if any_twice(setting, work.keys, keys) else 1
    work.options[USE_TABLES] = 0
    move, score, left = NO_MOVE, 0, nodes
    for depth in range(1, MAX_DEPTH + 1):
        low, high = -INFINITE, INFINITE
        if depth > 1:
            low, high = score - WINDOW, score + WINDOW
        for _ in range(2):
            place(game, own, enemy, depth, low, high)
            cursor[:] = 0
            cursor[STATE], cursor[KEYS] = ENTER, keys
            quota = left if depth > 1 else 1 << 40
            if quota <= 0:
                return move, score
            status = search.search(setting, work, game.table, cursor, quota)
            left -= cursor[NODES]
            if status != FINISHED:
                return move, score
            if low < cursor[VALUE] < high:
                break
            low, high = -INFINITE, INFINITE
        score, move = cursor[VALUE], work.line[0, 0]
        if abs(score) >= WIN:
            break
    return move, score


@compiled
def random_step(setting: Any, game: Scratch, own: np.uint64, enemy: np.uint64, keys: int) -> int:
    """Return a random step, NO_MOVE if there is none that may be made."""
    work = game.work
    place(game, own, enemy, 1, -INFINITE, INFINITE)
    list_moves(setting, work, 0, NO_MOVE, search.own_free(setting, work, 0))
    count = work.nodes[0].count
    while count > 0:
        at = below(game.chance, count)
        move = work.moves[0, at]
        count -= 1
        work.moves[0, at] = work.moves[0, count]
        game.cursor[KEYS] = keys
        if move != PASS and search.make(setting, work, game.table, game.cursor, 0, move) >= 0:
            return int(move)
    return NO_MOVE


@compiled
def pass_wins(setting: Any, game: Scratch, own: np.uint64, enemy: np.uint64, holds: int) -> int:
    """Return 1 if the side to move wins by passing, 0 if it loses, OPEN_GAME if that is not known."""
    if holds < 0:
        return 0
    runs = game.runs
    runs.cursor[levels.AIM], runs.cursor[levels.TARGET] = levels.OVERTAKE, 0
    runs.cursor[levels.GATHER] = runs.cursor[levels.FREELY] = runs.cursor[levels.NOVELTY] = 1
    run.begin(setting, runs, enemy, own, 0, RUN_EFFORT)
    answer = run.advance(setting, runs, 1 << 40)
    if answer == levels.WINS:
        return 0
    if answer == levels.LOSES and holds > 0:
        return 1
    return OPEN_GAME


@compiled
def after(setting: Any, game: Scratch, own: np.uint64, enemy: np.uint64, keys: int, move: int) -> int:
    """Make a step: the next words are in row 1; return how many keys there are now."""
    place(game, own, enemy, 1, -INFINITE, INFINITE)
    game.cursor[KEYS] = keys
    search.make(setting, game.work, game.table, game.cursor, 0, move)
    node = game.work.nodes[1]
    game.state[0], game.state[1], game.state[2] = node.side, node.holder, 0
    return int(keys + node.is_key)


@compiled
def holding(game: Scratch) -> int:
    """Return 1 if the side to move holds, -1 if the other does, 0 if nobody."""
    if game.state[1] == 0:
        return 0
    return 1 if game.state[1] - 1 == game.state[0] else -1


@compiled
def start(setting: Any, game: Scratch, white: np.uint64, black: np.uint64, seed: int, plies: int) -> int:
    """Begin a game with so many random steps; return how many keys there are; the words are in row 1."""
    work = game.work
    game.chance[0] = np.uint64(seed)
    game.state[0], game.state[1], game.state[2] = 0, 0, 1
    work.keys[0, 0], work.keys[0, 1], work.keys[0, 2] = white, black, ZERO
    work.words[1, OWN], work.words[1, ENEMY] = white, black
    keys = 1
    for _ in range(plies):
        own, enemy = work.words[1, OWN], work.words[1, ENEMY]
        move = random_step(setting, game, own, enemy, keys)
        if move == NO_MOVE:
            break
        keys = after(setting, game, own, enemy, keys, move)
    return keys


@compiled
def self_play(
    setting: Any,
    game: Scratch,
    white: np.uint64,
    black: np.uint64,
    seed: int,
    nodes: int,
    percent: int,
) -> tuple[int, int]:
    """Play a game; return how many positions were met, and who won: 0, 1, or OPEN_GAME.

    The opening has 2 to 21 random steps, and of the later ones as many in a hundred are random as is said.
    """
    work = game.work
    game.chance[0] = np.uint64(seed)
    plies = 2 + below(game.chance, 20)
    keys = start(setting, game, white, black, seed, plies)
    count = 0
    for ply in range(plies, MOST_PLIES):
        own, enemy = work.words[1, OWN], work.words[1, ENEMY]
        side, holds = game.state[0], holding(game)
        move, score = searched(setting, game, own, enemy, keys, nodes)
        game.words[count, 0], game.words[count, 1] = own, enemy
        game.met[count, 0], game.met[count, 1], game.met[count, 2], game.met[count, 3] = (
            side,
            holds,
            ply,
            score,
        )
        count += 1
        if abs(score) >= WIN:
            return count, side if score > 0 else 1 - side
        if below(game.chance, 100) < percent:
            step = random_step(setting, game, own, enemy, keys)
            move = step if step != NO_MOVE else move
        if move == PASS:
            answer = pass_wins(setting, game, own, enemy, holds)
            return count, OPEN_GAME if answer == OPEN_GAME else side if answer == 1 else 1 - side
        keys = after(setting, game, own, enemy, keys, move)
    return count, OPEN_GAME


class Block(NamedTuple):
    """What became of some games."""

    examples: NDArray[Any]
    won: int
    passed_open: int
    """Passed, and the run stayed undecided."""
    capped: int


def begin(rules: Rules) -> tuple[Any, np.uint64, np.uint64]:
    """Return the setting and the words of the start."""
    packed = pack(Position.start(rules).state, rules)
    return packed.setting, packed.own, packed.enemy


def play_block(
    game: Scratch, rules: Rules, first: int, games: int, seed: int, nodes: int, percent: int
) -> Block:
    """Play the games from number `first` on."""
    setting, white, black = begin(rules)
    found, won, passed_open, capped = [], 0, 0, 0
    for number in range(first, first + games):
        chance = ((seed << 32) + number) * MIX % (1 << 63)
        count, winner = self_play(setting, game, white, black, chance, nodes, percent)
        if winner == OPEN_GAME:
            passed_open += count < MOST_PLIES and int(game.met[count - 1, 2]) < MOST_PLIES - 1
            capped += int(game.met[count - 1, 2]) == MOST_PLIES - 1
            continue
        won += 1
        rows = np.zeros(count, EXAMPLE)
        met = game.met[:count]
        rows["own"], rows["enemy"] = game.words[:count, 0], game.words[:count, 1]
        rows["holds"], rows["ply"], rows["score"] = met[:, 1], met[:, 2], met[:, 3]
        rows["result"], rows["game"] = met[:, 0] == winner, number
        found.append(rows)
    return Block(np.concatenate(found) if found else np.zeros(0, EXAMPLE), won, passed_open, capped)
