"""Runs that won are tried again: a play wins in another position only if the plain rules say so."""

import random
from dataclasses import replace

import numpy as np
import pytest

from mabi_search import Rules, packed
from mabi_search import rules as game
from mabi_search.kernels.alphabeta.evaluation import WEIGHTS
from mabi_search.kernels.proof import passing
from mabi_search.overtaking import together
from mabi_search.proving import g
from mabi_search.rules import Move, Square, State
from tests.mabi import games


def wins(state: State, play: list[Move], rules: Rules) -> bool:
    """Replay the steps that are legal; tell whether the other side is seen never to overtake."""
    other = game.other(state.side)
    for move in play:
        if game.why_illegal(state, move, rules) is None:
            state = game.play_unchecked(state, move, rules)
            most = game.largest(state, state.side)
            if most > game.largest(state, other):
                if rules.pass_rule == "final" or together(state.board, other) <= most:
                    return True
    return False


@pytest.mark.parametrize("readings", [{}, {"pass_rule": "final", "paralysis": "group"}, {"freeze": "leader"}])
def test_plays_win_where_the_rules_say_so(readings):
    choose = random.Random(str(readings) + "a")
    graph = g.room(2, np.zeros((0, 4), np.uint64), np.array(WEIGHTS, np.int64), 8)
    found = {True: 0, False: 0}
    for seed in range(24):
        rules = Rules(size=choose.choice(["3x4", "4x4", "4x6"]), repetition="off", **readings)
        *_, state = games.game(rules, seed, choose.randrange(4, 40), passing=0)
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
            graph.plays[0, 0] = len(play)
            graph.plays[0, 1 : len(play) + 1] = [packed.move_code(move) for move in play]
            side = int(state.side == "b")
            with np.errstate(over="ignore"):
                answer = passing.wins_here.py_func(pack.setting, graph, pack.own, pack.enemy, side, 0)
            assert bool(answer) == wins(state, play, rules)
            found[bool(answer)] += 1
    assert min(found.values()) > 3
