"""Tables of small boards: against a plain program, against search, and their files."""

import itertools
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from mabi_search import Position, Rules, analyse, probe
from mabi_search.game.rules import PASS, State
from mabi_search.kernels import groups
from mabi_search.kernels.runs import levels, run
from mabi_search.tables import table_files
from mabi_search.tables.placements import position_at
from mabi_search.tables.retrograde import TableSpec
from tests.mabi.pasts import NO_PAST
from tests.mabi.plain_retrograde import Plain
from tests.mabi.samples import built, every, random_positions
from tests.nightly import nightly, slow

SAMPLE = [
    ("2x4", "run", "leader", "group"),
    ("2x4", "final", "unique", "piece"),
    ("2x4", "plain", "leader", "piece"),
    ("2x4", "plain", "none", "group"),
    ("3x3", "run", "unique", "piece"),
    ("3x3", "final", "none", "group"),
    ("2x3", "plain", "none", "piece"),
    ("2x2", "final", "none", "piece"),
    *nightly(
        ("2x4", "run", "unique", "piece"),
        ("2x4", "plain", "unique", "piece"),
        ("2x4", "run", "leader", "piece"),
        ("2x4", "plain", "leader", "group"),
        ("2x4", "final", "none", "piece"),
        ("2x4", "final", "none", "group"),
        ("2x4", "plain", "none", "piece"),
        ("3x3", "final", "unique", "piece"),
        ("3x3", "plain", "unique", "piece"),
        ("3x4", "run", "unique", "piece"),
    ),
]


@pytest.mark.slow
@pytest.mark.parametrize(("size", "pass_rule", "freeze", "paralysis"), SAMPLE)
def test_every_position_by_a_plain_program(
    folder: Path, size: str, pass_rule: str, freeze: str, paralysis: str
) -> None:
    setup = "diagonals" if size == "3x4" else "rows"  # with 3 : 3 pieces, who is overtaken overtakes again
    rules = built(folder, size=size, setup=setup, pass_rule=pass_rule, freeze=freeze, paralysis=paralysis)
    board = TableSpec.of(rules)
    plain = Plain(rules.ranks, rules.files, board.white, board.black, pass_rule, freeze, paralysis)
    expected = plain.solve()
    step = 211 if size == "3x4" else 1
    for position, one in itertools.islice(every(rules, plain), 0, None, step):
        found = probe(position, folder=folder)
        assert (found.value, found.distance) == expected[one], str(position)
        if pass_rule != "plain":
            assert_runs(position, plain, one, folder)
    counts = table_files.info(board, folder=folder).counts
    values = [value for value, _ in expected.values()]
    assert counts == {value: values.count(value) for value in ("win", "loss", "draw", "undecided")}


def assert_runs(position: Position, plain: Plain, one: tuple[Any, ...], folder: Path) -> None:
    """Compare what follows a pass, and the first step after it."""
    passed = position.play_unchecked(PASS)
    found = probe(passed, folder=folder)
    assert found.value == {1: "loss", 0: "draw", -1: "win"}[plain.ways(one)[0]], str(passed)
    for move in list(passed.legal_moves)[:-1][:2]:
        after = passed.play(move)
        placement = tuple(
            frozenset(complex(square.file, square.rank) for square in after.state.pieces(side))
            for side in "wb"
        )
        overtakes = plain.can_overtake(placement, passed.side)
        found = probe(after, folder=folder)
        if overtakes or after.holder not in (passed.side, "-"):
            assert found.value == ("win" if overtakes else "loss"), str(after)
        else:
            assert found.value != "win" or plain.pass_rule == "final" or after.holder == passed.side


@pytest.mark.parametrize(
    "readings", [{}, *slow({"freeze": "leader", "paralysis": "group"}, {"pass_rule": "final"})]
)
def test_runs_of_a_table_are_those_of_the_search(folder: Path, readings: dict[str, str]) -> None:
    """Two algorithms that share the moves only: backwards over all placements, best first over one's own."""
    rules = built(folder, size="4x4", **readings)
    table = table_files.load(TableSpec.of(rules), folder)
    scratch = levels.scratch(1 << 14)
    choose = random.Random(1)
    answers = set()
    for _ in range(1_500):
        squares = choose.sample([8 * y + x for y in range(4) for x in range(4)], 8)
        own, enemy = (np.uint64(sum(1 << square for square in part)) for part in (squares[:4], squares[4:]))
        if groups.largest_group(own) >= groups.largest_group(enemy):
            continue
        scratch.cursor[levels.AIM] = levels.OVERTAKE
        run.begin_run(table.setting, scratch, own, enemy, 0, 1 << 14, NO_PAST, 0)
        found = run.advance(table.setting, scratch, 1 << 40)
        sets = [sum(1 << 4 * (i // 8) + i % 8 for i in part) for part in (squares[:4], squares[4:])]
        left = [square for square in range(16) if not sets[0] >> square & 1]
        local = sum(1 << i for i, square in enumerate(left) if sets[1] >> square & 1)
        number = int(table.numbering.rank[sets[0]]) * len(table.numbering.black_left)
        number += int(np.searchsorted(table.numbering.black_left, local))
        assert found == (levels.WINS if table.alone[number] & 1 else levels.LOSES)
        answers.add(found)
    assert answers == {levels.WINS, levels.LOSES}


@pytest.mark.slow
def test_overtaken_again(folder: Path) -> None:
    """Where `run` and `final` differ: who overtakes in a run can be overtaken in the next."""
    both = (built(folder, size="4x4", pass_rule=rule) for rule in ("run", "final"))
    table, other = (table_files.load(TableSpec.of(rules), folder) for rules in both)
    plain = Plain(4, 4, 0, 0)
    differ = np.flatnonzero(table.alone != other.alone)
    assert differ.size
    for number in np.random.default_rng(1).choice(differ, 5).tolist():
        for side in range(2):
            position = position_at(table.board, (number * 2 + side) * 2)
            placement = tuple(
                frozenset(complex(s.file, s.rank) for s in position.state.pieces(one)) for one in "wb"
            )
            expected = plain.can_overtake(placement, "wb"[side])
            assert bool(table.alone[number] >> side & 1) == expected, str(position)


@pytest.mark.parametrize(
    ("size", "pass_rule", "distance", "wins", "losses"),
    [("3x4", "run", 2, 8, 2), ("4x4", "run", 3, 4, 4), ("3x4", "resume", 2, 8, 2)],
)
def test_first_moves(folder: Path, size: str, pass_rule: str, distance: int, wins: int, losses: int) -> None:
    """Under `run` found by others: rules-mabi.md. Under `resume` the plain program says the same."""
    found = probe(Position.start(built(folder, size=size, pass_rule=pass_rule)), folder=folder)
    assert (found.value, found.distance, found.proven) == ("win", distance, True)
    values = [value for _, value, _ in found.moves]
    assert (values.count("win"), values.count("loss"), len(values)) == (wins, losses, wins + losses)
    assert found.best_moves and all(move in found.position.legal_moves for move in found.best_moves)


SMALL = ["2x4", "2x6", "3x3"]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("pass_rule", "size"),
    [
        *itertools.product(["run", "final", "resume"], ["3x4"]),
        *(("final", "3x5"), ("final", "4x4"), ("resume", "2x7")),
        *nightly(("run", "3x5"), ("resume", "3x5"), ("run", "2x8")),
        *nightly(*itertools.product(["run", "final", "resume"], SMALL)),
        *nightly(("final", "2x8"), ("run", "4x4"), ("resume", "4x4")),
    ],
)
def test_against_search(folder: Path, pass_rule: str, size: str) -> None:
    """What the search proves is what the table says, in random positions and without their past."""
    rules = built(folder, size=size, pass_rule=pass_rule)
    proven = 0
    for position in random_positions(rules, 1, 25):
        found = probe(position, folder=folder)
        analysis = analyse(position, depth=4)
        if analysis.proven and found.proven:
            proven += 1
            assert analysis.outcome == found.value, str(position)
    assert proven > 5


@pytest.mark.slow
@pytest.mark.parametrize(
    ("pass_rule", "setup"),
    [
        *itertools.product(["run", "final", "plain"], ["rows"]),
        *(("run", "diagonals"), ("plain", "diagonals")),
        *nightly(("final", "diagonals"), ("resume", "rows"), ("resume", "diagonals")),
    ],
)
def test_values_follow_from_the_moves(folder: Path, pass_rule: str, setup: str) -> None:
    """A law: value and distance are what the values after all moves make them."""
    rules = built(folder, size="4x4", pass_rule=pass_rule, setup=setup)
    for position in random_positions(rules, 2, 60):
        fresh = Position(State(*_alone(position)), (), rules)
        found = probe(fresh, folder=folder)
        assert found.value == "undecided" or found.proven
        wins = [distance for _, value, distance in found.moves if value == "win"]
        losses = [distance for _, value, distance in found.moves if value == "loss"]
        others = len(found.moves) - len(wins) - len(losses)
        if wins:
            assert (found.value, found.distance) == ("win", min(wins))
        elif not others:
            assert (found.value, found.distance) == ("loss", max(losses))
        else:
            assert found.value in ("draw", "undecided")
        assert found.best_moves and set(found.best_moves) <= set(fresh.legal_moves)


def _alone(position: Position) -> tuple[tuple[str, ...], str, str, str, int]:
    state = position.state
    return state.board, state.side, state.mode, state.holder, state.ply


def test_best_play_ends_as_foretold(folder: Path) -> None:
    """Winners who follow the table, runs too, win against any play, by the rules with repetition."""
    rules = built(folder, size="4x4")
    choose = random.Random(3)
    games = 0
    for position in random_positions(rules, 4, 40):
        found = probe(position, folder=folder)
        if not found.proven or found.value != "win" or found.distance is None:
            continue
        games += 1
        winner, left = position.side, found.distance
        while position.mode == "-" and position.outcome() is None:
            if position.side == winner:
                found = probe(position, folder=folder)
                assert found.value == "win" and (found.distance or 0) <= left
                left = found.distance or 0
                position = position.play(found.best_moves[0])
            else:
                position = position.play(choose.choice(list(position.legal_moves)))
        found = probe(position, folder=folder) if position.outcome() is None else None
        assert found is None or found.value == ("win" if position.side == winner else "loss")
    assert games > 10


def test_exact_and_the_past(folder: Path) -> None:
    """A situation seen twice makes the value of who could enter it doubtful, and of nobody else."""
    rules = built(folder, size="3x4")
    start = Position.start(rules)
    shuffled = start
    for _ in range(7):
        shuffled = _shuffle(shuffled)
    assert any(shuffled.state.seen.count(key) == 2 for key in shuffled.state.seen)
    found = probe(shuffled, folder=folder)
    assert found.value in ("win", "loss")
    assert {probe(one, folder=folder).proven for one in _prefixes(shuffled)} == {True, False}
    back = Position.start(rules).play("c1d1").play("b2b1").play("d1c1").play("b1b2")
    assert probe(back, folder=folder).proven  # the start, twice with White to move
    for move, side, exact in (("a1b1", "w", True), ("c1d1", "b", False)):
        after = back.play(move)
        found = probe(after, folder=folder)  # White may enter the start no more, so White's loss is in doubt
        assert (found.value, found.proven) == ("loss" if side == "w" else "win", exact)
    built(folder, size="4x4")
    own = Position.parse("b2b/w1w1/wb1b/2w1 w - w 20 moves c1d1 d4c4 d1c1 c4d4 c1c2")
    found = probe(
        own, folder=folder
    )  # twice was what only the loser's steps lead to, with the largest groups as now
    assert (found.value, found.distance, found.proven) == ("loss", 2, True)
    for name, value in (("repetition", "off"), ("repetition", "placement"), ("max_plies", 99)):
        other = Position.parse(str(shuffled).split(" moves")[0], Rules(**{"size": "3x4", name: value}))  # type: ignore[arg-type]
        assert probe(other, folder=folder).proven is (value == "placement")


def _shuffle(position: Position) -> Position:
    """Return a position after each side has moved without making a group, or back."""
    for move in position.legal_moves:
        after = position.play(move)
        if move != PASS and (len(position.moves) < 2 or _is_back(position, str(move))):
            if after.state.holder == "-":
                return after
    return position.play(next(iter(position.legal_moves)))


def _is_back(position: Position, move: str) -> bool:
    last = str(position.moves[-2])
    return move == last[2:] + last[:2]


def _prefixes(position: Position) -> Iterator[Position]:
    for count in range(1, len(position.moves) + 1):
        yield Position(position.base, position.moves[:count], position.rules)
