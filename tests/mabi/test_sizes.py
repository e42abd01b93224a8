"""The sizes of groups that are kept from step to step, against groups that are found anew."""

from __future__ import annotations

import itertools

import numpy as np
import pytest

from mabi_search import Position
from mabi_search.game import rules as game
from mabi_search.game.packed import pack, squares_of
from mabi_search.game.rules import BLACK, READINGS, WHITE, Rules
from mabi_search.kernels import groups, moves, sizes
from tests.mabi.games import game as random_game
from tests.nightly import slow
from tests.parts import in_python

NONE = sizes.Sizes(*[np.uint64(0)] * 5)


def size_at(kept: sizes.Sizes, place: int) -> int:
    return 1 + sum((int(word) >> place & 1) << digit for digit, word in enumerate(kept))


@pytest.mark.parametrize("size", ["4x6", "7x3", *slow("8x8", "7x7")])
def test_sizes_after_steps_are_those_of_groups_found_anew(size: str) -> None:
    met, rules = set[int](), Rules(size=size)
    for seed in range(3):
        words, kept = dict[str, np.uint64](), dict[str, sizes.Sizes]()
        for state in random_game(rules, seed, 40):
            packed = pack(state, rules)
            white, black = (packed.own, packed.enemy) if state.side == WHITE else (packed.enemy, packed.own)
            for side, word in ((WHITE, white), (BLACK, black)):
                if side not in words:
                    kept[side] = in_python(sizes.sizes_of)(word)
                elif word != words[side]:
                    origin, target = words[side] & ~word, word & ~words[side]
                    kept[side] = in_python(sizes.sizes_after)(kept[side], word, origin, target)
                words[side] = word
                for group in game.groups(state, side):
                    for square in group:
                        assert size_at(kept[side], square.rank * 8 + square.file) == len(group), state
                    met.add(len(group))
                assert not any(digit & ~word for digit in kept[side]), state
    assert max(met) > 3


@pytest.mark.parametrize("size", ["4x6", *slow("8x8", "7x3")])
def test_largest_groups_and_pieces_that_may_step(size: str) -> None:
    frozen = 0
    for paralysis, freeze in itertools.product(READINGS["paralysis"], READINGS["freeze"]):
        rules = Rules(size=size, paralysis=paralysis, freeze=freeze)
        for state in random_game(rules, 7, 30):
            packed = pack(state, rules)
            ours, theirs = (in_python(sizes.sizes_of)(word) for word in (packed.own, packed.enemy))
            tops, most = in_python(sizes.tops_and_size)(packed.own, ours)
            _, enemy_most = in_python(sizes.tops_and_size)(packed.enemy, theirs)
            found = game.groups(state, state.side)
            assert most == max(map(len, found)), state
            assert set(squares_of(tops)) == {at for group in found if len(group) == most for at in group}
            first, _ = in_python(groups.top_and_size)(packed.own)
            assert in_python(sizes.first_top)(tops, most) == first, state
            arguments = packed.setting, packed.own, ours, tops, most, theirs, enemy_most
            free = in_python(sizes.unheld)(*arguments)
            assert free == in_python(moves.movable)(packed.setting, packed.own, packed.enemy, 0), state
            frozen += bool(tops & ~free)
    assert frozen


def test_a_group_of_more_than_half_the_board() -> None:
    """Positions may be set up with any number of pieces."""
    for ranks in range(4, 8):
        text = "/".join([*["w" * 8] * ranks, *["7b"] * (8 - ranks)])
        state = Position.parse(f"{text} w - w 9").state
        packed = pack(state, Rules())
        ours, theirs = (in_python(sizes.sizes_of)(word) for word in (packed.own, packed.enemy))
        tops, most = in_python(sizes.tops_and_size)(packed.own, ours)
        assert (tops, most) == (packed.own, 8 * ranks)
        arguments = packed.setting, packed.own, ours, tops, most, theirs, 8 - ranks
        assert in_python(sizes.unheld)(*arguments) == 0
        held = packed.setting, packed.enemy, theirs, packed.enemy, 8 - ranks, ours, most
        assert in_python(sizes.unheld)(*held) == in_python(moves.movable)(
            packed.setting, packed.enemy, packed.own, 0
        )


def test_no_pieces_and_one_group_of_all() -> None:
    everything = np.uint64(0xFFFF_FFFF)
    assert in_python(sizes.tops_and_size)(np.uint64(0), NONE) == (0, 0)
    kept = in_python(sizes.sizes_of)(everything)
    assert in_python(sizes.tops_and_size)(everything, kept) == (everything, 32)
