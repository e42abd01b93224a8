"""The truth with a past: against a plain program and brute force; and the library against the truth."""

import itertools

import pytest

from mabi_search.rules import State
from tests.mabi.past_truth import NAMES, Small
from tests.mabi.plain_retrograde import Plain

READINGS = [
    *itertools.product([(2, 4, 2, 2)], ["run", "final"], ["unique", "leader"], ["piece", "group"]),
    ((3, 3, 4, 1), "run", "unique", "piece"),
    ((3, 3, 2, 3), "final", "unique", "piece"),
    ((3, 3, 2, 3), "run", "leader", "group"),
    ((2, 3, 2, 3), "final", "leader", "piece"),
]


@pytest.mark.parametrize(("board", "pass_rule", "freeze", "paralysis"), READINGS)
def test_without_a_past_by_the_plain_program(
    board: tuple[int, int, int, int], pass_rule: str, freeze: str, paralysis: str
) -> None:
    """Every position of alternate play, and all that follows a pass."""
    small = Small(*board, pass_rule, freeze, paralysis)
    plain = Plain(*board, pass_rule, freeze, paralysis)
    values = small.solve(())
    for number, (one, (value, distance)) in enumerate(plain.solve().items()):
        (white, black), side, holder, _ = one
        text = "".join(
            "w" if complex(x, y) in white else "b" if complex(x, y) in black else "."
            for y in range(board[0])
            for x in range(board[1])
        )
        state = State((text,), side, "-", holder or "-", 20)
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
