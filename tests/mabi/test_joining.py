"""How many pieces can come together: no walk brings more together than the bounds say."""

import random

import pytest

from mabi_search import Rules
from mabi_search.certify.checker_bounds import most_freely_together, most_joined_together
from mabi_search.game import rules as game
from mabi_search.game.packed import setting_of, words
from mabi_search.kernels.runs import joining, levels, run, shape
from tests.mabi.pasts import NO_PAST
from tests.mabi.samples import checked_bound, surrounded

SCRATCH = levels.scratch(1 << 20, 1)
TREES = joining.scratch()


def test_no_walk_brings_more_together():
    """Every placement that can be reached is met, where a bound says that a group is out of reach."""
    choose = random.Random(5)
    told = {"freely": 0, "joined": 0}
    for number in range(350):
        readings = {
            "paralysis": choose.choice(["piece", "group"]),
            "freeze": choose.choice(["unique", "leader"]),
        }
        rules = Rules(size=choose.choice(["4x5", "5x5", "4x6", "3x7"]), **readings)  # type: ignore[arg-type]
        state = surrounded(choose, rules)
        most = game.largest(state, "b")
        if game.largest(state, "w") >= most:
            continue
        setting = setting_of(state, rules)
        white, black = words(state.board)
        freely = int(shape.most_freely_together(setting, white, black, most))
        joined = int(joining.most_joined_together(setting, TREES, white, black, most))
        if number % 4 == 0:
            assert freely == checked_bound(most_freely_together, state, "b"), state
            assert joined == checked_bound(most_joined_together, state, "b"), state
        assert joined <= freely
        if joined >= most:
            continue
        told["freely" if freely < most else "joined"] += 1
        SCRATCH.cursor[levels.AIM], SCRATCH.cursor[levels.TARGET] = levels.GREATEST, most
        run.begin_run(setting, SCRATCH, white, black, 0, 1 << 40, NO_PAST, 0)
        assert run.advance(setting, SCRATCH, 1 << 40) == levels.LOSES, (state, freely, joined)
    assert told["freely"] > 50 and told["joined"] > 10, told


@pytest.mark.parametrize(
    ("top", "expected"),
    [
        (
            "......w",
            2,
        ),  # two squares lie between the two pieces above the black group, and one piece can walk
        (".....ww", 4),
        ("w.....w", 4),
    ],
)
def test_squares_between_stuck_pieces_are_paid_for(top, expected):
    board = (top, ".w..w..", ".bbbb..", ".w..w..")
    state = game.State(board, "w", "p", "b", 20)
    setting = setting_of(state, Rules(size="4x7"))
    assert checked_bound(most_freely_together, state, "b") == 3 + top.count(
        "w"
    )  # who stands below on the left is cut off
    assert checked_bound(most_joined_together, state, "b") == expected
    assert joining.most_joined_together(setting, TREES, *words(board), 4) == expected


def test_each_region_pays_with_its_own_pieces():
    """The way about the black wall takes four pieces, two of them from the left."""
    for left, right, expected in ((".", "w", 5), ("w", ".", 6)):
        board = ("w.....w", f"{left}..bw.w", f"..wb..{right}", "...b...")
        state = game.State(board, "w", "p", "b", 20)
        setting = setting_of(state, Rules(size="4x7"))
        assert checked_bound(most_joined_together, state, "b") == expected
        assert joining.most_joined_together(setting, TREES, *words(board), 3) == expected
