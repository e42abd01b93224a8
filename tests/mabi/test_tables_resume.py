"""Tables under `resume`, where runs lead back into alternate play: runs, and what the past can spoil."""

import random
from collections import Counter, deque
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from mabi_search import Position, Rules, analyse, probe
from mabi_search.game.rules import PASS, Move
from mabi_search.tables import table_files
from mabi_search.tables.placements import position_at
from mabi_search.tables.retrograde import TableSpec
from tests.mabi.plain_retrograde import Plain
from tests.mabi.samples import built, every
from tests.nightly import nightly, slow


@pytest.mark.slow
@pytest.mark.parametrize(
    ("size", "freeze", "paralysis"),
    [
        ("2x4", "unique", "piece"),
        ("2x4", "none", "piece"),
        ("3x3", "leader", "group"),
        *nightly(("2x4", "leader", "group"), ("2x4", "none", "group"), ("3x3", "unique", "piece")),
        *nightly(("3x4", "unique", "piece"), ("3x4", "leader", "group")),
    ],
)
def test_every_position_by_a_plain_program(folder: Path, size: str, freeze: str, paralysis: str) -> None:
    """All positions of two pieces a side (3x3: four and one), and what runs lead to."""
    rules = Rules(size=size, pass_rule="resume", freeze=freeze, paralysis=paralysis)
    board = TableSpec.of(rules, 2, 2) if size == "3x4" else TableSpec.of(rules)
    table_files.build(board, folder=folder)
    plain = Plain(rules.ranks, rules.files, board.white, board.black, "resume", freeze, paralysis)
    expected = plain.solve()
    for i, (position, one) in enumerate(every(rules, plain)):
        found = probe(position, folder=folder)
        assert (found.value, found.distance) == expected[one], str(position)
        if i % 19 == 0 or size != "3x4":
            assert_resuming_runs(position, plain, one, expected, folder)
    counts = table_files.info(board, folder=folder).counts
    values = [value for value, _ in expected.values()]
    assert counts == {value: values.count(value) for value in ("win", "loss", "draw", "undecided")}


def assert_resuming_runs(
    position: Position, plain: Plain, one: tuple[Any, ...], expected: dict[Any, Any], folder: Path
) -> None:
    """Compare what follows a pass, and the first steps after it, which lead back into alternate play."""
    if position.mode != "-":
        return
    passed = position.play_unchecked(PASS)
    answers = plain.answers(one[0], passed.side, one[2])
    assert_answered(passed, plain.after_pass(one, expected), answers, expected, folder)
    for move in list(passed.legal_moves)[:-1][:2]:
        after = passed.play(move)
        placement = tuple(
            frozenset(complex(square.file, square.rank) for square in after.state.pieces(side))
            for side in "wb"
        )
        here = placement, position.side, after.holder.replace("-", "") or None, True
        answers = plain.answers(placement, passed.side, here[2]) | {here}
        assert_answered(after, plain.best_answer(answers, expected), answers, expected, folder)


def assert_answered(
    position: Position,
    value: tuple[str, int],
    answers: frozenset[Any],
    expected: dict[Any, Any],
    folder: Path,
) -> None:
    """Compare the value of a run with that which all its answers make; "" is neither won nor lost."""
    found = probe(position, folder=folder)
    if value[0]:
        assert (found.value, found.distance) == value, str(position)
    else:
        unclear = ("undecided", None) in {expected[one] for one in answers}
        assert found.value in (("draw", "undecided") if unclear else ("draw",)), str(position)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("size", "freeze"),
    [
        *(("3x4", "unique"), ("3x4", "leader"), ("3x4", "none")),
        *nightly(("4x4", "unique"), ("4x4", "leader"), ("4x4", "none")),
    ],
)
def test_values_follow_from_the_moves(folder: Path, size: str, freeze: str) -> None:
    """A law, in all modes: value and distance are what the values after all moves make them."""
    rules = built(folder, size=size, freeze=freeze, pass_rule="resume")
    table = table_files.load(TableSpec.of(rules), folder)
    modes = set()
    for index in np.random.default_rng(7).choice(np.flatnonzero(table.values != 255), 80).tolist():
        position = position_at(table.board, index)
        modes.add(position.mode)
        found = probe(position, folder=folder)
        wins = [distance for _, value, distance in found.moves if value == "win"]
        losses = [distance for _, value, distance in found.moves if value == "loss"]
        if wins:
            assert (found.value, found.distance) == ("win", min(wins)), str(position)
        elif len(losses) == len(found.moves):
            assert (found.value, found.distance) == ("loss", max(losses)), str(position)
        else:
            assert found.value in ("draw", "undecided"), str(position)
        assert found.best_moves and set(found.best_moves) <= set(position.legal_moves)
    assert modes == set("-qpr")


@pytest.mark.slow
@pytest.mark.parametrize(
    ("size", "freeze"),
    [("3x4", "unique"), ("3x4", "leader"), ("3x4", "none"), *nightly(("4x4", "leader"))],
)
def test_against_search_in_all_modes(folder: Path, size: str, freeze: str) -> None:
    """What the search proves is what the table says, in runs and in answers to them too."""
    rules = built(folder, size=size, freeze=freeze, pass_rule="resume")
    table = table_files.load(TableSpec.of(rules), folder)
    proven = Counter[str]()
    for index in np.random.default_rng(8).choice(np.flatnonzero(table.values != 255), 60).tolist():
        position = position_at(table.board, index)
        analysis = analyse(position, depth=3)
        if analysis.proven:
            proven[position.mode] += 1
            assert analysis.outcome == probe(position, folder=folder).value, str(position)
    assert min(proven[mode] for mode in "-qpr") > 0, proven


def positions_with_a_past(table: table_files.Table, seed: int, count: int) -> Iterator[Position]:
    """Yield positions after games that begin anywhere, go back and forth, and have passes and runs."""
    choose = random.Random(seed)
    used = np.flatnonzero(table.values != 255)
    for _ in range(count):
        base = position_at(table.board, int(choose.choice(used)))
        position = Position.parse(str(base), table.board.rules)
        for _ in range(choose.randint(0, 20)):
            moves = [move for move in position.legal_moves if move != PASS or choose.random() < 0.1]
            back = [move for move in moves if move != PASS and _is_own_back(position, move)]
            after = position.play(choose.choice(back if back and choose.random() < 0.8 else moves or [PASS]))
            if after.outcome() is not None:
                break
            position = after
        yield position


def _is_own_back(position: Position, move: Move) -> bool:
    """Tell whether a step takes back one of the last two."""
    return any((move.target, move.origin) == (one.origin, one.target) for one in position.moves[-2:])


def run_from(position: Position, distance: int, folder: Path) -> list[Move]:
    """Return the shortest legal run to an answer that is lost at a distance, its pass included."""
    edge, seen = deque([position]), set()
    while edge:
        here = edge.popleft()
        answer = here.play(PASS)
        if answer.outcome() is None:
            found = probe(answer, folder=folder)
            if (found.value, found.distance) == ("loss", distance):
                return [*here.moves[len(position.moves) :], PASS]
        for move in here.legal_moves:
            after = here.play(move)
            if move != PASS and (after.state.board, after.holder) not in seen:
                seen.add((after.state.board, after.holder))
                edge.append(after)
    raise AssertionError(f"{position}: no run keeps distance {distance}")


@pytest.mark.parametrize(
    ("size", "setup", "freeze"),
    [
        ("2x4", "rows", "unique"),
        *slow(("3x3", "diagonals", "leader"), ("2x4", "diagonals", "none")),
        *nightly(("3x4", "diagonals", "unique")),
    ],
)
def test_exact_wins_under_resume_are_won(folder: Path, size: str, setup: str, freeze: str) -> None:
    """Whoever forces a value called exact wins by the table, runs too, whatever the past forbids."""
    rules = built(folder, size=size, setup=setup, freeze=freeze, pass_rule="resume")
    table = table_files.load(TableSpec.of(rules), folder)
    choose = random.Random(5)
    repeated = runs = 0
    for position in positions_with_a_past(table, 6, 400):
        found = probe(position, folder=folder)
        if not found.proven or found.value == "draw":
            continue
        repeated += len(set(position.state.seen)) < len(position.state.seen)
        winner = position.side if found.value == "win" else "wb"[position.side == "w"]
        left = (found.distance or 0) + 1
        while position.outcome() is None:
            if position.side != winner:
                position = position.play(choose.choice(list(position.legal_moves)))
                continue
            found = probe(position, folder=folder)
            assert found.value == "win" and found.distance is not None and found.distance < left
            left = found.distance
            if position.mode in "pr" and left:
                runs += 1
                for move in run_from(position, left, folder):
                    position = position.play(move)
            else:
                position = position.play(found.best_moves[0])
        outcome = position.outcome()
        assert outcome is not None and outcome.winner == winner, str(position)
    assert repeated > 5 and runs > 3


def test_exact_and_the_past_of_a_run(folder: Path) -> None:
    """Placements seen twice in this run make the runner's win doubtful, and not its loss."""
    rules = built(folder, size="3x4", pass_rule="resume")
    table = table_files.load(TableSpec.of(rules), folder)
    answers = {}
    for index in np.random.default_rng(1).permutation(np.flatnonzero(table.values != 255)).tolist():
        position = position_at(table.board, index)
        found = probe(position, folder=folder)
        if position.mode != "r" or found.value not in ("win", "loss") or position.holder == "-":
            continue
        assert found.proven  # nothing is past
        step = next(iter(position.legal_moves))
        after = position.play(step)
        back = Move(step.target, step.origin)
        if step == PASS or back not in after.legal_moves:
            continue
        again = after.play(back).play(step).play(back)
        answers[found.value] = probe(again, folder=folder)
        if len(answers) == 2:
            break
    assert {one.value: one.proven for one in answers.values()} == {"win": False, "loss": True}
