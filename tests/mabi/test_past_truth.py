"""The truth with a past: against a plain program and brute force; and the library against the truth."""

import itertools
import random
from dataclasses import replace
from pathlib import Path

import pytest

from _gamekit.limits import Limits
from mabi_search import Position, Rules, analyse, probe, solve
from mabi_search.game.rules import State
from mabi_search.tables import table_files
from mabi_search.tables.retrograde import TableSpec
from tests.mabi.brute_force import Brute, RunsChosen, TooMuchError
from tests.mabi.past_truth import NAMES, UNDECIDED, Small, truth
from tests.mabi.pasts import pasts
from tests.mabi.plain_retrograde import TURN, Plain
from tests.nightly import nightly, slow, thinned

READINGS = [
    *itertools.product([(2, 4, 2, 2)], ["run", "final"], ["unique", "leader"], ["piece", "group"]),
    ((3, 3, 4, 1), "run", "unique", "piece"),
    ((3, 3, 2, 3), "final", "unique", "piece"),
    ((3, 3, 2, 3), "run", "leader", "group"),
    ((2, 3, 2, 3), "final", "leader", "piece"),
]


@pytest.mark.parametrize(("board", "pass_rule", "freeze", "paralysis"), thinned(5, READINGS))
def test_without_a_past_by_the_plain_program(
    board: tuple[int, int, int, int], pass_rule: str, freeze: str, paralysis: str
) -> None:
    """Every position of alternate play, and all that follows a pass."""
    small = Small(*board, pass_rule, freeze, paralysis)
    plain = Plain(*board, pass_rule, freeze, paralysis)
    values = small.solve(())
    for number, (one, (value, distance)) in enumerate(plain.solve().items()):
        (white, black), side, holder, _ = one
        state = State(text_of(plain, (white, black)), side, "-", holder or "-", 20)
        at, mover = small.numbered(state), "wb".index(side)
        assert NAMES[int(values.alternate[mover][at])] == value
        assert (int(values.distance[mover][at]) or None) == distance
        if number % 50 == 0:
            assert small.truth(state) == (value, distance, value != "undecided")
        passed = int(values.runs.passed[1 - mover][at])
        assert -passed == plain.ways(one)[0]
        if plain.can_overtake((white, black), side):
            assert values.runs.going[mover][at] == 1
        elif holder != side or pass_rule == "final":
            assert values.runs.going[mover][at] != 1 or holder == side
    assert small.count * 2 == len(list(plain.positions()))


def text_of(plain: Plain, placement: tuple[frozenset[complex], ...]) -> tuple[str]:
    """Return the squares in one row."""
    order = sorted(plain.squares, key=lambda square: (square.imag, square.real))
    return ("".join("w" if one in placement[0] else "b" if one in placement[1] else "." for one in order),)


class Hindered(Plain):
    """The plain program where some situations may not be entered."""

    def __init__(self, *board: int, pass_rule: str, shut: float, seed: int):
        super().__init__(*board, pass_rule)
        choose, self.mode = random.Random(seed), "-"
        self.shut = {
            (one, side, mode)
            for one in self.placements
            for side in "wb"
            for mode in "-r"
            if choose.random() < shut
        }

    def placements_after(self, placement, side):  # type: ignore[no-untyped-def]
        mover = TURN[side] if self.mode == "-" else side
        found = super().placements_after(placement, side)
        return [one for one in found if (one, mover, self.mode) not in self.shut]

    def can_overtake(self, placement, side):  # type: ignore[no-untyped-def]
        before, self.mode = self.mode, "r"
        found = super().can_overtake(placement, side)
        self.mode = before
        return found


@pytest.mark.parametrize("shut", [0.3, *slow(0.05, 0.7)])
@pytest.mark.parametrize(("board", "pass_rule"), [((2, 4, 2, 2), "run"), ((3, 3, 2, 3), "final")])
def test_with_any_situations_forbidden_by_the_plain_program(
    board: tuple[int, int, int, int], pass_rule: str, shut: float
) -> None:
    plain = Hindered(*board, pass_rule=pass_rule, shut=shut, seed=1)
    small = Small(*board, pass_rule)
    values = small.solve((text_of(plain, one), side, mode) for one, side, mode in plain.shut)
    for (placement, side, holder, _), (value, distance) in plain.solve().items():
        at = small.numbered(State(text_of(plain, placement), side, "-", holder or "-", 20))
        mover = "wb".index(side)
        assert NAMES[int(values.alternate[mover][at])] == value
        assert (int(values.distance[mover][at]) or None) == distance


def without_past(position: Position) -> Position:
    return Position(replace(position.state, seen=()), (), position.rules)


@pytest.mark.parametrize(
    ("size", "pieces", "pass_rule", "freeze", "least"),
    [
        ("2x3", (2, 2), "run", "unique", 8),
        ("2x3", (1, 2), "final", "unique", 15),
        *slow(("2x4", (1, 2), "final", "leader", 12), ("2x4", (2, 2), "final", "unique", 8)),
    ],
)
def test_by_brute_force(size: str, pieces: tuple[int, int], pass_rule: str, freeze: str, least: int) -> None:
    """What all play with the whole past proves is the truth, and a short win in the truth is proven so."""
    brute = Brute(Rules(size=size, pass_rule=pass_rule, freeze=freeze), 500)
    agreed = 0
    for position in pasts(size, 24, 1, pieces, pass_rule=pass_rule, freeze=freeze):
        expected = truth(position)
        try:
            found = brute.value(position, 6)
        except TooMuchError:
            continue
        if expected.sure and (found is not None or (expected.distance or 7) <= 6):
            assert found is not None and NAMES[found] == expected.value, str(position)
            agreed += 1
    assert agreed >= least


@pytest.mark.parametrize(
    ("size", "readings"),
    [
        ("2x4", {}),
        *slow(("2x6", {"pass_rule": "final"})),
        *nightly(("3x4", {"setup": "diagonals", "freeze": "leader"})),
    ],
)
def test_the_library_never_contradicts(size: str, readings: dict[str, str], tmp_path: Path) -> None:
    """Proofs of the search, and what a table calls exact, hold with the past."""
    board = TableSpec.of(Rules(size=size, **readings))  # type: ignore[arg-type]
    table_files.build(board, folder=tmp_path)
    proven = exact = differ = 0
    for position in pasts(size, 15, 1, **readings):
        expected = truth(position)
        differ += expected.value != truth(without_past(position)).value
        outcome = analyse(position, depth=4, limits=Limits(max_nodes=20_000)).outcome
        if outcome.proven and expected.sure:
            proven += 1
            assert outcome == expected.value, str(position)
        found = probe(position, folder=tmp_path)
        if found.proven:
            exact += 1
            assert found.value == expected.value != UNDECIDED, str(position)
            assert (found.distance or 0) >= (expected.distance or 0), str(position)
    assert proven > 4 and exact and differ


@pytest.mark.parametrize(
    ("size", "pieces", "pass_rule"),
    [
        ("2x3", (2, 2), "run"),
        ("2x3", (1, 2), "final"),
        *slow(("2x4", (1, 2), "final"), ("2x4", (2, 2), "final")),
    ],
)
def test_runs_as_choices_by_brute_force(size: str, pieces: tuple[int, int], pass_rule: str) -> None:
    rules = Rules(size=size, pass_rule=pass_rule)  # type: ignore[arg-type]
    brute, chosen = Brute(rules, 500), RunsChosen(rules, 5_000)
    agreed = set()
    for position in pasts(size, 30, 1, pieces, pass_rule=pass_rule):
        if any(key[2] == "r" for key in position.state.seen):
            continue
        try:
            found = brute.value(position, 5)
        except TooMuchError:
            continue
        assert chosen.value(position, 5) == found, str(position)
        agreed.add(found)
    assert len(agreed) > 1


WITH_ITS_PAST = "1bw3w1/1b1wbbw1 b - w 21 moves e1e2 g1h1 e2d2 h1g1 d2e2 g1h1 e2d2"
"""The example of docs/proofs.md."""


@pytest.mark.slow
def test_a_win_that_rests_on_the_past() -> None:
    """All play by the plain rules with the whole past: White wins in 3 plies, and without it loses in 4."""
    position = Position.parse(WITH_ITS_PAST)
    brute = RunsChosen(position.rules, 1_000)
    assert [brute.value(position, depth) for depth in (2, 3)] == [None, 1]
    assert [brute.value(without_past(position), depth) for depth in (3, 4)] == [None, -1]
    verdict = solve(position)
    assert (verdict.outcome, verdict.method) == ("win", "alpha-beta")
    assert solve(without_past(position)).outcome == "loss"
    answered = position.play("h1g1")
    assert answered.why_not("d2e2") == "the move would bring about this situation for the third time"
    brute = RunsChosen(position.rules, 1_000)
    assert brute.value(answered, 2) == -1 and brute.value(without_past(answered), 3) == 1
