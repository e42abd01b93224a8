"""The bound of what one asker of Amulets needs, and the search of good questions: compiled, against numpy."""

import numpy as np
import pytest

from amulets_solver import Rules
from amulets_solver.asking.laws import signs_of

pytestmark = pytest.mark.nightly


def test_what_a_part_costs_is_what_its_answers_say() -> None:
    from studies.amulets.lower_bound import OWN, SIZE, THEIRS, Bound, first_questions  # compiles

    bound = Bound()
    firsts = list(first_questions(bound.belief))
    signs = signs_of(firsts[300][None], Rules())[0][bound.rows]
    bound.fours = bound.fours[:40]
    places = [[*four, own] for four in bound.fours.tolist() for own in range(SIZE) if own not in four]
    every = np.zeros((len(places), 5), dtype=np.intp)
    every[:, [*THEIRS, OWN]] = places
    for one, other in ((2, 3), (0, 3), (3, 3)):
        part = bound.rows[(signs[:, 0] == one) & (signs[:, 1] == other)]
        codes = signs_of(every, Rules())[:, part].astype(np.int64) @ (4, 1)
        least = min(int(bound.costs[np.bincount(row, minlength=16)].sum()) for row in codes)
        assert bound.part(part) == len(part) + least
    assert len(firsts) == 627


def test_what_questions_leave_is_scanned_as_it_is() -> None:
    from studies.amulets.best_strategy import scan, tell_apart  # compiles

    chance = np.random.default_rng(1)
    rows = chance.integers(0, 125, (20, 2))
    signs = chance.integers(0, 4, (50, 125), np.uint8)
    worth, out, counts = np.arange(21.0) ** 2, np.zeros(50), np.zeros(16, np.int64)
    scan(rows, signs, worth, np.zeros(20, np.int64), counts, out)
    codes = signs[:, rows].astype(np.int64) @ (4, 1)
    assert out.tolist() == [worth[np.bincount(row)].sum() for row in codes] and not counts.any()
    alike = [20 - len(np.unique(row)) for row in codes]
    assert tell_apart(rows, signs, counts) == (int(np.argmin(alike)), min(alike))
