"""Writes the puzzles of the days of `narabi page`: ``python -m studies.grades.page_puzzles``, some minutes.

Each list has the first random deals of a seed that fit, as their indices, each as its step from the one
before, in base 36. The page takes one of each list a day, and starts over after the last.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import islice, pairwise
from typing import NamedTuple

import numpy as np

from benchmarks.marks import ROOT
from narabi_solver import Deck, Rules
from narabi_solver.solving import random_packed
from narabi_solver.statistics.atlas_making import AtlasSettings
from narabi_solver.statistics.blocks import answer
from narabi_solver.statistics.grading import Grades, grades

FILE = ROOT / "narabi_solver" / "page" / "files" / "puzzles.json"
SEED, DAYS, MOST_DEALS = 2026, 1461, 10_000_000
"""Four years."""


class Kind(NamedTuple):
    """Which deals fit; the columns are those of the atlas."""

    players: int
    turns: tuple[int, ...]
    search_grades: tuple[int, ...]
    longest_trail: int
    """At most."""

    def fits(self, minima: np.ndarray, found: Grades) -> np.ndarray:
        """Return which of some deals fit."""
        fits: np.ndarray = np.isin(minima, self.turns) & np.isin(found.search_grade, self.search_grades)
        return fits & (found.longest_trail <= self.longest_trail)


KINDS = {
    "easy": Kind(3, (3, 4), (1,), 1),
    "medium": Kind(4, (5,), (3,), 24),
    "hard": Kind(5, (6, 7), (5,), 24),
}


def fitting(kind: Kind) -> Iterator[int]:
    """Yield the indices of deals that fit."""
    settings = AtlasSettings(kind.players, MOST_DEALS, SEED, rules=Rules(), deck=Deck.standard())
    for start in range(0, MOST_DEALS, settings.block):
        answers = answer(settings, start, settings.block, None)
        deals = random_packed(kind.players, SEED, start, settings.block, settings.rules, settings.deck)
        found = grades(deals, answers.results, np.isin(answers.results, kind.turns))
        yield from (start + np.flatnonzero(kind.fits(answers.results, found))).tolist()


def main() -> None:
    """Write the file."""
    lists = {}
    for name, kind in KINDS.items():
        steps = (after - before for before, after in pairwise([0, *islice(fitting(kind), DAYS)]))
        written = " ".join(np.base_repr(step, 36).lower() for step in steps)
        lists[name] = {"players": kind.players, "seed": SEED, "steps": written}
    FILE.write_text(json.dumps(lists, indent=0) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
