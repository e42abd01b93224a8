"""Runs that won are tried again: a play wins in another position only if the plain rules say so."""

import random
from dataclasses import replace

import numpy as np
import pytest

from mabi_search import Rules
from mabi_search.certify.checker_bounds import most_in_a_region
from mabi_search.game import packed, rules as game
from mabi_search.game.rules import Move, Square, State
from mabi_search.kernels.runs import levels, run
from mabi_search.runs.run_search import steps_to
from tests.mabi.games import game as played
from tests.mabi.pasts import NO_PAST
from tests.mabi.samples import checked_bound
from tests.nightly import slow
from tests.parts import in_python


def wins(state: State, play: list[Move], rules: Rules) -> bool:
    """Replay the steps that are legal; tell whether the other side is seen never to overtake."""
    other = game.other(state.side)
    for move in play:
        if game.why_illegal(state, move, rules) is None:
            state = game.play_unchecked(state, move, rules)
            most = game.largest(state, state.side)
            if most > game.largest(state, other):
                if rules.pass_rule == "final" or checked_bound(most_in_a_region, state, state.side) <= most:
                    return True
    return False


def replayed(state: State, steps: tuple[Move, ...], rules: Rules) -> np.uint64:
    """Return the runner's pieces after some steps, each of which has to be legal."""
    for step in steps:
        assert game.why_illegal(state, step, rules) is None
        state = game.play_unchecked(state, step, rules)
    return packed.pack(state, rules).own


@pytest.mark.parametrize(
    ("readings", "games"),
    [
        ({}, 4),
        *slow(({}, 24), ({"pass_rule": "final", "paralysis": "group"}, 24), ({"freeze": "leader"}, 24)),
    ],
)
def test_plays_win_where_the_rules_say_so(readings, games):
    choose = random.Random(str(readings) + "a")
    scratch = levels.scratch(1 << 8, 1)
    found = {True: 0, False: 0}
    for seed in range(games):
        rules = Rules(size=choose.choice(["3x4", "4x4", "4x6"]), repetition="off", **readings)
        *_, state = played(rules, seed, choose.randrange(4, 40), passing=0)
        state = replace(state, mode="p", holder=game.other(state.side), seen=(), over=False, ply=20)
        ahead = game.largest(state, state.side) > game.largest(state, game.other(state.side))
        if ahead:
            continue
        squares = list(game.squares(state.board))
        for _ in range(20):
            play = []
            while len(play) < 95:
                a = choose.choice(squares)
                b = choose.choice([Square(*one) for one in a.neighbours() if one in squares])
                play.append(Move(a, b))
            pack = packed.pack(state, rules)
            codes = np.array([len(play), *map(packed.move_code, play)], np.int64)
            scratch.cursor[:] = 0  # and so the aim is to overtake
            run.begin_run(pack.setting, scratch, pack.own, pack.enemy, 0, 1, NO_PAST, 0)
            index = in_python(run.follow)(pack.setting, scratch, codes)
            assert (index >= 0) == wins(state, play, rules)
            assert (
                replayed(state, steps_to(scratch, max(index, 0)), rules)
                == scratch.placements[0, max(index, 0)]
            )
            found[bool(index >= 0)] += 1
    assert min(found.values()) > 3
