"""What is new to a run: by sets of squares and pairs, and what that is worth."""

import random
from itertools import combinations

import numpy as np
import pytest

from mabi_search import Limits, Position, solve
from mabi_search.kernels.runs import novelty
from tests.mabi.samples import winner_after
from tests.parts import called

HARD = (
    "wbbb4/2ww3b/3b1bw1/1bwwwbw1/1wbbbw2/2wbw1wb/1bwb1w1b/6w1 w p b 40",
    "1b6/2bb2w1/w1wbwwbb/1wb2wb1/1bbw1wb1/1wwwwbbw/1b2bwwb/8 w p b 40",
    "2bb1b2/2b1w1w1/3wbbb1/2w1wbwb/1wbb2b1/1wwwwwwb/2bb1b2/w1w1w3 b p w 41",
)
"""Runs that win, and were not decided with 16,384 expansions, 48,000 placements and more, in the order of
what seems best."""


def test_what_is_new():
    choose = random.Random(3)
    kinds = novelty.scratch(2)[1]
    labels = [5, 70, 4096 + 7]
    assert len({called(novelty.row_of)(np.uint64(one)) for one in labels}) == 3
    found = {0: 0, novelty.NEW_PAIR: 0, novelty.NEW_SQUARE: 0}
    for stamp in (1, 2, 7):  # each search begins with nothing seen
        squares = {label: set() for label in labels}
        pairs = {label: set() for label in labels}
        for _ in range(150):
            label = choose.choice(labels)
            own = sorted(choose.sample((0, 3, 9, 17, 30, 41, 52, 63), 3))
            both = set(combinations(own, 2))
            expected = novelty.NEW_PAIR if both - pairs[label] else 0
            if set(own) - squares[label]:
                expected = novelty.NEW_SQUARE
            word = np.uint64(sum(1 << square for square in own))
            seen = kinds[called(novelty.row_of)(np.uint64(label))]
            assert called(novelty.bonus)(seen, np.uint64(stamp), word) == expected
            squares[label] |= set(own)
            pairs[label] |= both
            found[expected] += 1
    assert min(found.values()) > 20


def test_what_a_step_brings_that_is_new():
    """After a placement of the same kind only what was entered can be new: the same is found, and seen."""
    choose = random.Random(4)
    whole, by_steps = novelty.scratch(1)[0, 0], novelty.scratch(1)[0, 0]
    own, found = {1, 2, 3, 12, 13}, {0: 0, novelty.NEW_PAIR: 0, novelty.NEW_SQUARE: 0}
    for number in range(600):
        target = choose.choice([square for square in range(20) if square not in own])
        if number:
            own = own - {choose.choice(sorted(own))} | {target}
        word, stamp = np.uint64(sum(1 << square for square in own)), np.uint64(1)
        expected = called(novelty.bonus)(whole, stamp, word)
        if number:
            assert called(novelty.bonus_of_step)(by_steps, word, np.uint64(1 << target)) == expected
        else:
            called(novelty.bonus)(by_steps, stamp, word)
        assert (whole == by_steps).all()
        found[expected] += 1
    assert min(found.values()) >= 10


@pytest.mark.parametrize("text", HARD)
def test_runs_that_are_long_in_other_orders(text):
    position = Position.parse(text)
    verdict = solve(position, limits=Limits(max_nodes=30_000))
    assert (verdict.outcome, verdict.method) == ("win", "run")
    assert winner_after(position, verdict.pv) == "win"
