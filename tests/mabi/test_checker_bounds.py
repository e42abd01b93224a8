"""The checker's bounds are true, since no run by the plain rules does more, and as sharp as the search's."""

import itertools
import random
from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from typing import Any

import pytest

from mabi_search import Rules
from mabi_search.certify.checker_bounds import most_freely_together, most_in_a_region, most_joined_together
from mabi_search.certify.checker_layouts import TooManyError, large_moments
from mabi_search.certify.checker_rules import Moment, Readings, greatest, read
from mabi_search.game import rules as game
from mabi_search.game.notation import text_of
from mabi_search.game.packed import pack
from mabi_search.game.rules import Board, State
from mabi_search.kernels.runs import shape
from mabi_search.runs.layouts import large_placements
from mabi_search.runs.run_search import joined_bound, region_bound
from studies.endgames.mabi_suites import suite
from tests.mabi.games import game as played
from tests.mabi.samples import surrounded
from tests.nightly import nightly, slow

READINGS: list[dict[str, Any]] = [{}, {"paralysis": "group"}, {"freeze": "leader"}]


def readings_of(rules: Rules) -> Readings:
    return Readings(rules.paralysis, rules.freeze, rules.pass_rule, "situation")


def moment_of(state: State, rules: Rules) -> Moment:
    """Return the checker's moment of a run of White against Black, who holds."""
    return read(text_of(state), readings_of(rules))[0]


def board_of(rules: Rules) -> int:
    return sum(1 << 9 * rank + file for rank in range(rules.ranks) for file in range(rules.files))


def pieces_of(state: State) -> tuple[int, int]:
    """Return the pieces as the checker writes them, whoever is ahead."""
    white, black = (sum(1 << 9 * square.rank + square.file for square in state.pieces(side)) for side in "wb")
    return white, black


def steps_by_the_rules(state: State, rules: Rules) -> list[State]:
    """Return what the steps of a run lead to, without past."""
    return [
        State(after.board, "w", "r", "b", 20)
        for square in state.pieces("w")
        if game.can_step(state, square, rules)
        for target in square.neighbours()
        if state.at(target) == game.EMPTY
        for after in (game.play_unchecked(state, game.Move(square, target), rules),)
    ]


def met_by_the_rules(
    first: State, rules: Rules, known: dict[Board, list[State]], most: int = 1 << 20
) -> Iterator[tuple[State, bool]]:
    """Yield the states of a run, and whether no group was as large as Black's before; most of them first."""
    large = game.largest(first, "b")
    met = {first.board}
    early, late = [first], []
    while (early or late) and len(met) < most:
        before = bool(early)
        state = early.pop() if early else late.pop()
        yield state, before
        if state.board not in known:
            known[state.board] = steps_by_the_rules(state, rules)
        for after in known[state.board]:
            if after.board not in met:
                met.add(after.board)
                still = before and game.largest(state, "w") < large
                (early if still else late).append(after)


def assert_true(first: State, rules: Rules, known: dict[Board, list[State]], most: int = 1 << 20) -> bool:
    """Compare the bounds with a run; return whether it makes a large group."""
    moment, large = moment_of(first, rules), game.largest(first, "b")
    white, black = moment.pieces
    region = most_in_a_region(moment.board, white, black)
    freely = most_freely_together(moment.board, white, black)
    joined = most_joined_together(moment.board, white, black)
    assert joined <= freely <= region
    larges = set()
    for state, before in met_by_the_rules(first, rules, known, most):
        size = game.largest(state, "w")
        assert size <= region, (first, state)
        assert not before or size <= joined, (first, state)
        if size >= large:
            larges.add(pieces_of(state)[0])
    if first.holder == "b":
        try:
            found = large_moments(moment, readings_of(rules), lambda: None)
        except TooManyError:
            return bool(larges)
        assert larges <= {one.pieces[0] for one in found}, first
        assert all((one.holder == 0) == (greatest(one.pieces[0]) > large) for one in found)
    return bool(larges)


def every_state(ranks: int, files: int) -> Iterator[State]:
    """Yield all runs of White, Black holding if it may; where Black stands alike, one after the other."""
    squares = ranks * files
    for standing in itertools.product(".b", repeat=squares):
        free = [at for at in range(squares) if standing[at] == "."]
        for walking in itertools.product(".w", repeat=len(free)):
            signs = list(standing)
            for at, sign in zip(free, walking, strict=True):
                signs[at] = sign
            if "w" in walking and "b" in standing:
                board = tuple("".join(signs[rank * files :][:files]) for rank in range(ranks))
                white, black = game.largest(State(board), "w"), game.largest(State(board), "b")
                holder = "b" if black >= max(white, 2) else "-" if white == black else "w"
                yield State(board, "w", "r", holder, 20)


@pytest.mark.parametrize(
    ("ranks", "files", "readings"),
    [
        *((2, files, readings) for files in (2, 3) for readings in READINGS),
        *slow((2, 4, READINGS[1])),
        *nightly((2, 4, READINGS[0]), (2, 4, READINGS[2])),
    ],
)
def test_on_small_boards_no_run_does_more(ranks: int, files: int, readings: dict[str, Any]) -> None:
    rules, known, made = Rules(size=f"{ranks}x{files}", **readings), dict[Board, list[State]](), 0
    for state in every_state(ranks, files):
        made += assert_true(state, rules, known)
    assert made


@pytest.mark.slow
def test_on_3x3_no_run_does_more() -> None:
    """Every tenth board: all take half a minute."""
    rules, known, made = Rules(size="3x3"), dict[Board, list[State]](), 0
    for state in itertools.islice(every_state(3, 3), 1, None, 10):
        made += assert_true(state, rules, known)
    assert made


def shuffled(choose: random.Random) -> State:
    """Return a run of five White pieces against five of Black, who is not behind, on 4x4."""
    while True:
        signs = list("wwwwwbbbbb......")
        choose.shuffle(signs)
        state = State(tuple("".join(signs[rank * 4 :][:4]) for rank in range(4)), "w", "r", "b", 20)
        if game.largest(state, "b") >= max(2, game.largest(state, "w")):
            return state


@pytest.mark.parametrize("size", ["4x4", *slow("8x8"), *nightly("6x6")])
def test_on_larger_boards_no_run_that_is_tried_does_more(size: str, monkeypatch: pytest.MonkeyPatch) -> None:
    for most in ("MOST_GROUPS", "MOST_FILLINGS"):
        monkeypatch.setattr(f"mabi_search.certify.checker_layouts.{most}", 1 << 12)
    choose, made = random.Random(size), 0
    for number in range(24):
        rules = Rules(size=size, **READINGS[number % 3])
        state = shuffled(choose) if size == "4x4" else surrounded(choose, rules)
        if game.largest(state, "w") <= game.largest(state, "b"):
            made += assert_true(state, rules, {}, 60)
    assert made


def test_they_are_as_sharp_as_those_of_the_search() -> None:
    """So that what the search's say is accepted; the kernels are the search's."""
    choose, states = random.Random(11), []
    for number in range(150):
        rules = Rules(size=("4x5", "5x5", "6x6", "8x8")[number % 4])
        states.append((surrounded(choose, rules), rules))
    for endgame in suite("8x8")[:40]:
        board = endgame.position.state.board
        states.append((State(board, "w", "r", "b", 20), Rules(size="8x8")))
    for number in range(9):
        rules = Rules(size=("4x4", "6x6", "8x8")[number % 3])
        *_, state = played(rules, number, 10 + 5 * number)
        states.append((state, rules))
    sharper = 0
    for state, rules in states:
        for runner in "wb":
            packed = pack(replace(state, side=runner), rules)
            running, standing = pieces_of(state)[:: 1 if runner == "w" else -1]
            most = game.largest(state, game.other(runner))
            assert most_in_a_region(board_of(rules), running, standing) == region_bound(packed)
            joined = most_joined_together(board_of(rules), running, standing)
            assert joined == joined_bound(packed, most)
            freely = most_freely_together(board_of(rules), running, standing)
            assert freely == shape.most_freely_together(packed.setting, packed.own, packed.enemy, most)
            sharper += joined < freely
    assert sharper > 5


@pytest.mark.slow
@pytest.mark.parametrize("readings", [READINGS[0], *nightly(*READINGS[1:])])
def test_large_groups_are_those_of_the_search(readings: dict[str, Any]) -> None:
    choose, compared = random.Random(f"large {readings}"), 0
    for _ in range(6):
        rules = Rules(size="4x5", **readings)
        state = surrounded(choose, rules)
        if game.largest(state, "w") > game.largest(state, "b"):
            continue
        plain = large_placements(state, "b", partial(steps_by_the_rules, rules=rules))
        if plain is not None:
            found = large_moments(moment_of(state, rules), readings_of(rules), lambda: None)
            pieces = {pieces_of(one)[0] for one in plain}
            assert {one.pieces[0] for one in found} == pieces, state
            compared += bool(pieces)
    assert compared > 1
