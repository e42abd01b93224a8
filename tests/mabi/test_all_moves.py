"""The value of a position and the values of its moves say the same, whatever the limits are."""

from __future__ import annotations

import random

import pytest

from mabi_search import Limits, Outcome, Position, Rules, solve
from mabi_search.game.outcomes import DRAW, LOSS, UNDECIDED, WIN
from mabi_search.game.rules import READINGS
from mabi_search.proof.solving import Verdict
from tests.nightly import nightly, slow

SIZES = ("2x2", "2x3", "3x3", "2x5", "3x4")
NODES = (1, 20, 300, 3_000, 30_000)


def small_position(seed: int) -> Position:
    """Return a random position of a small board, under random readings, perhaps after some moves."""
    choose = random.Random(seed)
    while True:
        readings = {name: choose.choice(values) for name, values in READINGS.items() if name != "setup"}
        if choose.random() < 0.5:
            readings |= {"pass_rule": "run", "repetition": "situation", "freeze": "unique"}
        rules = Rules(size=choose.choice(SIZES), **readings)
        squares = rules.ranks * rules.files
        pieces = choose.randint(1, max(squares // 3, 1)), choose.randint(1, max(squares // 3, 1))
        flat = list("w" * pieces[0] + "b" * pieces[1] + "." * (squares - sum(pieces)))
        choose.shuffle(flat)
        rows = ["".join(flat[i : i + rules.files]) for i in range(0, squares, rules.files)]
        board = "/".join(row.replace(".", "1") for row in rows)
        for digits in range(rules.files, 1, -1):
            board = board.replace("1" * digits, str(digits))
        side, mode, holder = choose.choice("wb"), choose.choice("--pr"), choose.choice("-wb")
        text = f"{board} {side} {mode} {holder} {choose.randint(1, 9)}"
        try:
            position = Position.parse(text, rules)
        except ValueError:
            continue
        for _ in range(choose.choice((0, 0, 0, 4, 10))):
            steps = [move for move in position.legal_moves if str(move) != "pass"]
            if steps:
                position = position.play(choose.choice(steps))
        if position.outcome() is None:
            return position


def check_agreement(verdict: Verdict) -> None:
    """Assert that position and moves do not contradict each other, and that all that follows is said."""
    value, order = verdict.outcome, (LOSS, DRAW, WIN)
    assert [one.move for one in verdict.all_moves] == list(verdict.position.legal_moves)
    may: list[set[Outcome]] = []
    for one in verdict.all_moves:
        over = one.after.position.outcome() is not None
        same = one.after.position.side == verdict.position.side and not over
        assert one.outcome == (one.after.outcome if same else one.after.outcome.turned)
        may.append({other if same else other.turned for other in one.after.possible})
    least = max(min(map(order.index, some)) for some in may)
    by_moves = {other for some in may for other in some if order.index(other) >= least}
    values = {one.outcome for one in verdict.all_moves}
    if value == UNDECIDED:
        assert set(verdict.possible) == by_moves and len(by_moves) > 1 and not verdict.pv
        assert WIN not in values and UNDECIDED in values and (LOSS in by_moves) == (DRAW not in values)
        low, high = verdict.margin_bounds
        assert low <= high and (low >= 0 or LOSS in by_moves)
        return
    assert verdict.possible == (value,) and value in by_moves and verdict.pv
    assert next(one.outcome for one in verdict.all_moves if one.move == verdict.pv[0]) == value
    assert (WIN in values) == (value == WIN)
    assert value != LOSS or values == {LOSS}


@pytest.mark.parametrize("seeds", [range(8), *slow(range(8, 40)), *nightly(range(40, 200))], ids=str)
def test_the_value_and_the_moves_agree(seeds: range) -> None:
    for seed in seeds:
        position = small_position(seed)
        for nodes in (NODES[seed % len(NODES)], NODES[-1]):
            check_agreement(solve(position, limits=Limits(max_nodes=nodes), all_moves=True))


def test_a_pass_that_draws_excludes_a_loss() -> None:
    verdict = solve(Position.parse("w3/4/3b w - - 4"), limits=Limits(max_nodes=100_000), all_moves=True)
    check_agreement(verdict)
    assert verdict.outcome == UNDECIDED and verdict.possible == (WIN, DRAW)
    assert {str(one.move): one.outcome for one in verdict.all_moves}["pass"] == DRAW


@pytest.mark.parametrize(("size", "nodes"), [("4x4", 4_000), *slow(("4x5", 1_000), ("4x5", 4_000))])
def test_a_proof_says_what_its_first_move_is_worth(size: str, nodes: int) -> None:
    """Where too few nodes are left to solve the moves one by one."""
    position = Position.start(Rules(size=size))  # type: ignore[arg-type]
    verdict = solve(position, limits=Limits(max_nodes=nodes), all_moves=True)
    check_agreement(verdict)
    assert verdict.outcome == WIN


FULL = "wb/bw w - - 0"
"""No piece can move, so both sides pass."""


def same(position: Position, nodes: int) -> Verdict:
    """Return the verdict, after checking that it does not depend on `all_moves`."""
    limits = Limits(max_nodes=nodes)
    one, every = solve(position, limits=limits), solve(position, limits=limits, all_moves=True)
    assert not one.all_moves and every.all_moves
    for name in ("outcome", "possible", "margin_bounds", "pv", "method", "within", "stopped_by"):
        assert getattr(one, name) == getattr(every, name), f"{position}: {name}"
    return one


def test_the_answer_is_the_same_without_all_moves() -> None:
    """A search that tried everything also looks at what the moves prove."""
    for nodes in (1, 20_000_000):
        verdict = same(Position.parse(FULL), nodes)
        assert verdict.outcome == DRAW and list(map(str, verdict.pv)) == ["pass", "pass"]
    for seed in (9, 13, 21):  # exhausted
        assert same(small_position(seed), NODES[2]).stopped_by == "exhausted"


def test_steps_of_a_run_are_no_plies_of_alternate_play() -> None:
    lost = solve(Position.parse("bb2/bb1w/2w1/1w1w b r b 20 moves pass"), all_moves=True)
    assert lost.outcome == LOSS and {one.within for one in lost.all_moves} <= {0, None}
    words = {fact.key: fact.words for one in lost.all_moves for fact in one.facts()}
    assert words["within"] == ""
    [passed] = solve(Position.parse(FULL), all_moves=True).all_moves
    assert passed.within == 1 and passed.facts()[2].words == "within 1"
