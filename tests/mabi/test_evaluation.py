"""The evaluation against a plain one, and the weights of boards of every size."""

from dataclasses import replace

import numpy as np
import pytest

from _gamekit.files import DamagedFileError
from mabi_search import Rules
from mabi_search.game import rules as game
from mabi_search.game.packed import bit, pack
from mabi_search.game.rules import PASS, Square, State
from mabi_search.kernels.alphabeta import evaluation as e
from mabi_search.kernels.alphabeta.weights import FILLINGS, LINE_DISTANCES, WINDOW, WINDOW_DISTANCES
from mabi_search.search import weights
from studies.evaluation import mabi_learn
from tests.mabi.games import game as random_game
from tests.nightly import slow

PLACES = np.zeros(e.PLACES, np.int64)
NOISE = np.random.default_rng(1).integers(-99, 99, e.BY_LINE - e.BY_SIZE).astype(np.int16)
WINDOWS = (
    np.random.default_rng(2).integers(-99, 99, (LINE_DISTANCES, WINDOW_DISTANCES, FILLINGS)).astype(np.int16)
)
WINDOWS[:, :, 0] = 0


def region(squares: set[Square], start: set[Square]) -> set[Square]:
    """Return the squares that are connected with some."""
    found, new = set(start), set(start)
    while new:
        new = {near for square in new for near in square.neighbours()} & squares - found
        found |= new
    return found


def top(state: State, side: str) -> frozenset[Square]:
    """Return the largest group, of several the first."""
    return min(
        map(frozenset, game.groups(state, side)), key=lambda group: (-len(group), min(map(bit, group)))
    )


def steps(state: State, side: str, rules: Rules) -> int:
    asked = replace(state, side=side, mode="-", ply=max(state.ply, 1), seen=())
    return sum(move != PASS for move in game.legal_moves(asked, rules))


def near(state: State, side: str) -> int:
    """Return how near the pieces are to the largest group."""
    free = set(game.squares(state.board)) - set(state.pieces(game.other(side)))
    known, total = set(top(state, side)), 0
    for distance in range(1, e.REACH):
        grown = known | {one for square in known for one in square.neighbours()} & free
        total += (e.REACH - distance) * len((grown - known) & set(state.pieces(side)))
        known = grown
    return total


def margin(state: State, side: str) -> int:
    """Return how many pieces can come together before they are free, less the other side's largest group."""
    other = game.other(side)
    most, own = game.largest(state, other), set(state.pieces(side))
    tops = {square for group in game.groups(state, other) if len(group) == most for square in group}
    free = set(game.squares(state.board)) - set(state.pieces(other))
    beside = {near for square in tops for near in square.neighbours()} & free
    reach = own & beside
    for piece in own - beside:
        walked = region(free - beside, {piece})
        reach |= walked | {one for square in walked for one in square.neighbours()} & beside
    return max(len(region(reach, {piece}) & own) for piece in own) - most


def plain_lines(state: State) -> int:
    """Return the worth of all windows."""
    ranks, files = len(state.board), len(state.board[0])
    worth = 0.0
    for count, length, at in ((ranks, files, lambda i, j: (i, j)), (files, ranks, lambda i, j: (j, i))):
        for line in range(count):
            for first in range(length - WINDOW + 1):
                last = length - WINDOW - first
                stand = [state.at(Square(*at(line, first + k))) for k in range(WINDOW)]
                digits = [(".", state.side, game.other(state.side)).index(piece) for piece in stand]
                row = WINDOWS[min(line, count - 1 - line, 3), min(first, last, 2)]
                for read in [digits] * (first <= last) + [digits[::-1]] * (first >= last):
                    worth += row[sum(3**k * digit for k, digit in enumerate(read))]
    return int(worth)


def plain(state: State, rules: Rules) -> int:
    """Return the estimate by the plain rules."""
    side, other = state.side, game.other(state.side)

    def place(begin: int, *within: tuple[int, int, int]) -> int:
        at = 0
        for value, least, count in within:
            at = at * count + min(max(value - least, 0), count - 1)
        return int(NOISE[begin - e.BY_SIZE + at])

    def both(begin: int, count: int, least: int, own: int, enemy: int) -> int:
        row = 1 if state.holder == "-" else 2 if state.holder == side else 0
        return place(begin, (row, 0, 3), (own, least, count), (enemy, least, count))

    sizes = game.largest(state, side), game.largest(state, other)
    phase = ((max(sizes) - 1) // 2, 0, e.PHASES)
    touched = [
        sum(
            any(near in top(state, game.other(one)) for near in piece.neighbours())
            for piece in state.pieces(one)
        )
        for one in (side, other)
    ]
    worth = both(e.BY_SIZE, e.SIZES, 0, *sizes)
    worth += both(e.BY_STEPS, e.STEPS_TOLD, 0, steps(state, side, rules), steps(state, other, rules))
    worth += both(e.BY_MARGIN, e.MARGINS, e.LEAST_MARGIN, margin(state, side), margin(state, other))
    worth += both(e.BY_BESIDE, e.BESIDE_TOLD, 0, *touched)
    worth += place(e.BY_NEAR, phase, (near(state, side) // 2, 0, e.NEAR_TOLD))
    worth += place(e.BY_NEAR + e.PHASES * e.NEAR_TOLD, phase, (near(state, other) // 2, 0, e.NEAR_TOLD))
    worth += plain_lines(state)
    return worth | 1


@pytest.mark.parametrize("size", ["4x6", "7x3", *slow("8x8", "7x7", "2x8")])
def test_the_evaluation_is_the_plain_one(size: str) -> None:
    rules = Rules(size=size)
    table = weights.spread(NOISE, WINDOWS, rules.ranks, rules.files)
    met = 0
    for state in random_game(rules, 5, 60, passing=0):
        packed = pack(state, rules)
        holds = 0 if state.holder == "-" else 1 if state.holder == state.side else -1
        found = e.estimated(packed.setting, packed.own, packed.enemy, holds, table, PLACES)
        assert found == plain(state, rules), state
        met += 1
    assert met > 5


def test_no_weights_lead_out_of_their_array() -> None:
    rules = Rules(size="6x6")
    packed = pack(game.start(rules), rules)
    table = np.random.default_rng(3).integers(-99, 99, e.WEIGHTS).astype(np.int16)
    e.estimated(packed.setting, packed.own, packed.enemy, 0, table, PLACES)
    assert 0 <= PLACES.min() and PLACES.max() < e.WEIGHTS


def test_the_weights_are_those_of_the_last_learning() -> None:
    """They are finite and not all 0; what is kept of the learning is about them."""
    places, windows = weights.read()
    assert places.any() and windows.any()
    kept = mabi_learn.STUDY.kept()
    _, about = weights.read_checked(weights.FILE, weights.KIND, weights.VERSION)
    assert about["seed"] == kept["seed"] and about["rounds"] == kept["rounds"]


def test_what_both_sides_exchange_is_worth_the_negative() -> None:
    _, windows = weights.read()
    numbered, count = mabi_learn.parameters()
    assert set(np.abs(numbered).ravel()) == set(range(count + 1))
    swapped = [sum(3**k * (0, 2, 1)[i // 3**k % 3] for k in range(3)) for i in range(FILLINGS)]
    assert (windows == -windows[:, :, swapped]).all()


def test_the_regression_knows_the_same_windows_as_the_weights() -> None:
    numbered, count = mabi_learn.parameters()
    values = np.random.default_rng(3).integers(-9, 9, count + 1)
    values[0] = 0
    windows = (np.sign(numbered) * values[np.abs(numbered)]).astype(np.int16)
    parameters = mabi_learn.line_parameters(8)
    sums = (np.sign(parameters) * values[np.abs(parameters)]).sum(axis=1)
    lines = weights.spread(NOISE, windows, 8, 8)[e.BY_LINE :][: sums.size]
    assert (sums == lines).all()


def test_damaged_weights_are_an_error(tmp_path) -> None:
    path = tmp_path / "weights"
    weights.write(path, *weights.read(), {})
    content = path.read_bytes()
    path.write_bytes(content[:-1] + bytes([content[-1] ^ 1]))
    with pytest.raises(DamagedFileError, match="checksum"):
        weights.read(path)
