"""The baselines that the search is measured against do what they say."""

import random

import pytest

from benchmarks.mabi_positions import load
from benchmarks.plain_alphabeta import INFINITE, WIN, Plain
from mabi_search import Position, Rules, analyse
from mabi_search.game import rules as game
from mabi_search.game.rules import State
from studies.strength.mabi_players import Greedy
from tests.mabi.games import every_reading, game as random_game

READINGS = list(every_reading())


@pytest.mark.parametrize("number", range(0, len(READINGS), 5))
def test_the_plain_search_knows_the_legal_moves(number: int) -> None:
    rules = Rules(size=("3x4", "4x4", "2x8")[number % 3], **READINGS[number])
    for state in random_game(rules, number, 40, passing=0.05):
        if not state.over:
            own, enemy = (game.groups(state, side) for side in (state.side, game.other(state.side)))
            assert set(Plain(rules).moves(state, own, enemy)) == set(game.legal_moves(state, rules))


def minimax(state: State, depth: int, rules: Rules) -> int:
    if depth == 0:
        return 100 * game.margin(state, state.side)
    best = -INFINITE
    for move in game.legal_moves(state, rules):
        after = game.play_unchecked(state, move, rules)
        if after.over:
            winner, margin = game.winner(state), 100 * game.margin(state, state.side)
            value = 0 if winner is None else (WIN if winner == state.side else -WIN) + margin
        else:
            value = minimax(after, depth - 1, rules)
            value = value if after.side == state.side else -value
        best = max(best, value)
    return best


def test_the_plain_search_is_minimax_with_fewer_nodes() -> None:
    for seed, rule in enumerate(("run", "resume", "final", "plain")):
        rules = Rules(size="3x4", pass_rule=rule)
        for state in list(random_game(rules, seed, 12))[::4]:
            if not state.over:
                assert Plain(rules).search(state, 3) == minimax(state, 3, rules)


def test_greedy_takes_the_largest_margin_and_does_not_give_the_game_away() -> None:
    position = Position.start(Rules(size="4x4"))
    move = Greedy(1)(position)
    assert position.play(move).groups["w"][0].__len__() == 2
    assert str(Greedy(1)(position.play("a1a2").play("pass"))) == "pass"
    assert Greedy(1)(position) == move


def test_the_positions() -> None:
    found = dict(load())
    assert len(found) == 60 and len({str(position) for position in found.values()}) == 60
    for name in random.Random(1).sample(sorted(found), 6):
        assert found[name].mode == "-" and not analyse(found[name], depth=2).proven
