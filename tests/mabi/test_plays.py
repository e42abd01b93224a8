"""What is known of runs: every play that is noted can be played, and what is near is found."""

import random
from dataclasses import replace

import numpy as np
import pytest

from _gamekit.limits import Watch
from _gamekit.search import drive
from mabi_search import Limits, Position, Rules
from mabi_search.game import packed as packing, rules as game
from mabi_search.game.rules import State
from mabi_search.kernels import groups
from mabi_search.kernels.proof import graph as g, plays
from mabi_search.kernels.runs import shape
from mabi_search.proof import proof_search
from mabi_search.proof.proof_search import ProofSearch
from tests.mabi import games
from tests.parts import in_python

HARD = "1b3b/w1w1w1/b2bbb/1w2w1/wb3b/1wwbw1 w - b 10"
TEXT = "1b1b4/1ww1w1b1/1bwbbwb1/2wwb1w1/1b1bw1wb/1wwwbbw1/1b1b2b1/3ww3 w - w 96"


def proven(text: str, nodes: int) -> ProofSearch:
    """Return a proof search of a position that has made so many nodes."""
    position = Position.parse(text)
    found = ProofSearch(position.state, position.rules)
    drive(found, Watch(Limits()), until=nodes)
    return found


def noted(found: ProofSearch) -> list[tuple[State, int]]:
    """Return the runners, here White, at the placements that are noted to win, and the tails."""
    rows = found.graph.known.noted
    states = []
    for own, enemy, what in rows[rows[:, 2] >= g.WINNING].tolist():
        board = board_of(found.state, own, enemy)
        start = replace(found.state, board=board, side="w", holder="b", mode="r", ply=100, seen=())
        states.append((start, what - g.WINNING))
    return states


def board_of(state: State, white: int, black: int) -> tuple[str, ...]:
    """Return the board with these pieces, as wide as that of a state."""
    rows = [["."] * len(row) for row in state.board]
    for piece, word in (("w", white), ("b", black)):
        for at in packing.squares_of(word):
            rows[at.rank][at.file] = piece
    return tuple(map("".join, rows))


@pytest.mark.slow
def test_every_tail_can_be_played() -> None:
    """From the placement where it is noted, step by step, until the runner holds."""
    found = proven(HARD, 30_000)
    plays, all_noted = found.graph.known.plays, noted(found)
    for state, tail in all_noted[::4]:
        play, behind = divmod(tail, g.TAILS)
        for code in plays[play, behind + 1 : plays[play, 0] + 1]:
            move = packing.move_of(int(code))
            assert game.why_illegal(state, move, found.rules) is None
            state = replace(game.play_unchecked(state, move, found.rules), seen=())
        assert state.holder == "w"
    assert len(all_noted) > 2_000 and sum(tail % g.TAILS > 0 for _, tail in all_noted) > 1_000


@pytest.mark.nightly
def test_what_is_near_is_found() -> None:
    """One step or two away, as the plain rules have it; not by way of holding."""
    choose = random.Random(5)
    found = {0: 0, 1: 0, 2: 0, 3: 0}
    rules = Rules(size="4x4")
    while min(found.values()) < 2:
        *_, state = games.game(rules, choose.randrange(1 << 30), choose.randrange(6, 30), passing=0)
        if state.mode != "-" or state.over or state.holder == state.side:
            continue
        run = replace(state, mode="r", seen=())
        one = steps(run, rules)
        near = {key(after) for after in one}
        two = {True: set[int](), False: set[int]()}
        for between in one:
            two[between.holder == run.side] |= {key(after) for after in steps(between, rules)}
        further = two[False] - near - {key(run)}
        held = two[True] - two[False] - near - {key(run)}
        goal, at = choose.choice([(near, 1), (further, 2), ({key(run) ^ 1}, 0), (held, 3)])
        if not goal or found[at] == 8:
            continue
        packed = packing.pack(run, rules)
        searched = ProofSearch(replace(state, seen=()), rules)
        chosen = choose.choice(sorted(goal))
        in_python(plays.note)(searched.graph, np.uint64(chosen), packed.enemy, g.WINNING)
        word, between = in_python(plays.find_noted)(packed.setting, searched.graph, packed.own, packed.enemy)
        if at == 0:
            assert word == between == 0 or int(word) in near | further
        elif at == 3:
            assert word == between == 0
        else:
            assert int(word) == chosen and (at == 1) == (between == packed.own)
            assert at == 1 or int(between) in near
        found[at] += 1


def steps(state: State, rules: Rules) -> list[State]:
    """Return the states after the steps of a run, whatever has arisen."""
    moves = [move for move in game.legal_moves(state, rules) if move != game.PASS]
    return [replace(game.play_unchecked(state, move, rules), seen=()) for move in moves]


def key(state: State) -> int:
    """Return the pieces of the runner as a word."""
    return int(packing.words(state.board)["wb".index(state.side)])


def test_nearness_is_both_floods() -> None:
    choose = random.Random(7)
    for number in range(400):
        squares = choose.sample(range(64), choose.randint(4, 40))
        half = len(squares) // 2
        own, enemy = (np.uint64(sum(1 << at for at in some)) for some in (squares[:half], squares[half:]))
        setting = packing.pack(Position.start(Rules()).state, Rules()).setting
        top, enemy_top = (np.uint64(in_python(groups.top_and_size)(pieces)[0]) for pieces in (own, enemy))
        reach = choose.randint(2, 9)
        expected = (
            in_python(shape.gathering)(setting, own, top, enemy, reach),
            *in_python(shape.gathering_and_together)(setting, enemy, enemy_top, own, reach),
        )
        assert in_python(shape.nearness)(setting, own, top, enemy, enemy_top, reach) == expected, number
        assert expected[2] == in_python(shape.together)(setting, enemy, own)


def test_a_graph_that_grows_is_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    """With room for few nodes at first."""
    at_once = proven(TEXT, 200_000)
    monkeypatch.setattr(proof_search, "FIRST_NODES", 1 << 8)
    grown = proven(TEXT, 200_000)
    assert len(grown.graph.words) < len(at_once.graph.words)
    made = int(grown.graph.cursor[g.NODES])
    assert made > 1 << 9 and made == at_once.graph.cursor[g.NODES]
    assert (grown.graph.nodes[:made] == at_once.graph.nodes[:made]).all()
    assert in_python(plays.recall)(grown.graph, grown.packed.own, grown.packed.enemy) == 0
