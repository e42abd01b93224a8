"""Searches for a good strategy of one asker on the real altar, and writes it as a tree.

::

    python -m studies.amulets.best_strategy                  # writes amulets_solver/data/strategy-3.txt.gz
    python -m studies.amulets.best_strategy --seed 2         # the same by other placements, merged with it

The first question has the greatest entropy. For the second, those of greatest entropy are compared by what
their parts cost about; for the few best of them, and from the third question on, the costs are those of real
questions below. One hypothesis alone costs nothing; so questions are preferred that leave hypotheses alone.
What so many hypotheses cost about is a table of what they cost in an earlier run. A set of hypotheses is
looked up with the opponents in any order, for answers do not depend on who sits where.

Nothing here proves that a strategy is good: `amulets strategy --check` follows it by the plain rules.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Iterator
from itertools import permutations
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

import amulets_solver
from _gamekit.jit.build import compiled
from amulets_solver import Belief, Placement, Record, Rules, Secret, StrategyTree, question
from amulets_solver.asking.laws import listed, signs_of
from amulets_solver.belief.counting import placed
from amulets_solver.game.rules import SIGNS

ME = Secret("C3", "B")
ABOUT = (0.0, 0.0, 2.0, 3.0, 4.05, 5.7, 7.3, 8.9, 10.5, 12.3, 14.2, 16.1, 18.0, 20.0, 22.0, 24.1, 26.2)
"""About how many questions so many hypotheses cost together."""
EACH_MORE = 2.2
"""The same, for each one more."""
FEW, SOME = 8, 20
"""So many hypotheses are only told apart; so many are tried to be told apart by one question."""

Rows = NDArray[np.int64]
"""(hypotheses, opponents): amulet times 25 plus field."""
Place = tuple[int, ...]
Counts = NDArray[np.int64]
Sums = NDArray[np.float64]


@compiled
def scan(rows: Rows, signs: NDArray[np.uint8], worth: Sums, codes: Counts, counts: Counts, out: Sums) -> None:
    """Write into `out` what the parts of each placement cost, by the `worth` of their sizes.

    rows        as above
    signs       (placements, amulets * fields): what the owner of an amulet and a field answers, as a number
    codes       as many as `rows`, overwritten
    counts      by answers: zero, and zero again afterwards
    """
    count, opponents = rows.shape
    for number in range(len(out)):
        for row in range(count):
            code = 0
            for opponent in range(opponents):
                code = code * 4 + signs[number, rows[row, opponent]]
            codes[row] = code
            counts[code] += 1
        total = 0.0
        for row in range(count):
            code = codes[row]
            if counts[code]:
                total += worth[counts[code]]
                counts[code] = 0
        out[number] = total


@compiled
def tell_apart(rows: Rows, signs: NDArray[np.uint8], seen: Counts) -> tuple[int, int]:
    """Return the first placement that tells most hypotheses apart, and how many have another's answers.

    seen        by answers, zero
    """
    count, opponents = rows.shape
    best, least = 0, count
    for number in range(signs.shape[0]):
        alike = 0
        for row in range(count):
            code = 0
            for opponent in range(opponents):
                code = code * 4 + signs[number, rows[row, opponent]]
            if seen[code] == number + 1:
                alike += 1
                if alike >= least:
                    break
            seen[code] = number + 1
        if alike < least:
            best, least = number, alike
            if alike == 0:
                break
    return best, least


class Search:
    """Good questions for sets of hypotheses, remembered."""

    def __init__(self, players: int, options: argparse.Namespace):
        self.belief = Belief(players, ME)
        self.opponents = players - 1
        self._options = options
        every = np.array(list(permutations(range(25), 5)), dtype=np.intp)
        self._places = every[np.random.default_rng(options.seed).permutation(len(every))[: options.table]]
        pieces = np.array_split(self._places, 50)
        self._signs = np.concatenate([signs_of(some, self.belief.rules) for some in pieces])
        self._known: dict[bytes, tuple[float, Place]] = {}

    def all_rows(self) -> Rows:
        """Return all hypotheses."""
        return np.ascontiguousarray(listed(self.belief).astype(np.int64))

    def remember(self, rows: Rows, cost: float, place: Place) -> None:
        """Take a question for a set."""
        self._known[self._key(rows)] = cost, place

    def parts(self, rows: Rows, place: Any) -> list[tuple[str, Rows]]:
        """Return the answers to a question, each with the hypotheses that give it."""
        signs = signs_of(np.array([place], dtype=np.intp), self.belief.rules)[0]
        codes = signs[rows].astype(np.int64) @ (4 ** np.arange(self.opponents)[::-1])
        found = []
        for code in np.unique(codes).tolist():
            said = "".join(SIGNS[code >> 2 * at & 3] for at in reversed(range(self.opponents)))
            found.append((said, np.ascontiguousarray(rows[codes == code])))
        return found

    def cost(self, rows: Rows) -> float:
        """Return what a set of hypotheses costs by the questions found."""
        count = len(rows)
        if count == 1:
            return 0.0
        key = self._key(rows)
        if key not in self._known:
            place: Place | None = None
            if count <= SOME:
                at, alike = tell_apart(rows, self._signs, np.zeros(4**self.opponents, np.int64))
                if alike <= 1 or count <= FEW:
                    place = tuple(self._places[at].tolist())
            if place is not None:
                found = count + sum(self.cost(part) for _, part in self.parts(rows, place)), place
            else:
                out = self._scanned(rows, self._options.looked, self._worth(count))
                found = self._tried(rows, out, 3 if count <= SOME else self._options.tries)
            self._known[key] = found
        return self._known[key][0]

    def second(self, rows: Rows) -> float:
        """Return the cost of a set after the first answers."""
        key = self._key(rows)
        if key not in self._known:
            sizes = np.arange(len(rows) + 1, dtype=np.float64)
            sizes[1:] *= np.log2(sizes[1:])
            out = self._scanned(rows, self._options.looked // 3, sizes)
            chosen: dict[tuple[int, ...], Place] = {}
            for at in np.argsort(out, kind="stable"):
                alike = tuple(sorted(len(part) for _, part in self.parts(rows, self._places[at])))
                chosen.setdefault(alike, tuple(self._places[at].tolist()))
                if len(chosen) == self._options.candidates:
                    break
            ranked = sorted((self._rough(rows, place), place) for place in chosen.values())
            found = []
            for _, place in ranked[: self._options.exact]:
                found.append((len(rows) + sum(self.cost(part) for _, part in self.parts(rows, place)), place))
            self._known[key] = min(found)
        return self._known[key][0]

    def tree(self, rows: Rows, heard: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], Placement]]:
        """Yield all questions with the answers before them."""
        if len(rows) > 1:
            _, place = self._known[self._key(rows)]
            yield heard, Placement(tuple(self.belief.rules.fields[at] for at in place))
            for said, part in self.parts(rows, place):
                yield from self.tree(part, (*heard, said))

    def _key(self, rows: Rows) -> bytes:
        found = []
        for order in permutations(range(self.opponents)):
            codes = rows[:, order] @ (125 ** np.arange(self.opponents))
            codes.sort()
            found.append(codes.tobytes())
        return min(found)

    def _worth(self, most: int) -> NDArray[np.float64]:
        more = ABOUT[-1] + EACH_MORE * np.arange(1, max(1, most + 2 - len(ABOUT)))
        return np.concatenate([ABOUT, more])

    def _scanned(self, rows: Rows, looked: int, worth: NDArray[np.float64]) -> NDArray[np.float64]:
        out = np.empty(min(looked, len(self._signs)))
        counts = np.zeros(4**self.opponents, np.int64)
        scan(rows, self._signs, worth, np.zeros(len(rows), np.int64), counts, out)
        return out

    def _rough(self, rows: Rows, place: Place) -> float:
        """Return about what a set costs after a question."""
        total = float(len(rows))
        for _, part in self.parts(rows, place):
            worth = self._worth(len(part))
            few = len(part) <= FEW
            total += worth[len(part)] if few else len(part) + self._scanned(part, 30_000, worth).min()
        return total

    def _tried(self, rows: Rows, out: NDArray[np.float64], tries: int) -> tuple[float, Place]:
        """Return the best of the most promising questions, and the cost."""
        some = np.argpartition(out, tries * 4)[: tries * 4]
        best, chosen, misses = np.inf, (), 0
        seen = set()
        for at in some[np.argsort(out[some], kind="stable")]:
            if out[at] + len(rows) >= best or misses > tries:
                break
            parts = [part for _, part in self.parts(rows, self._places[at])]
            split = b"".join(part.tobytes() for part in sorted(parts, key=lambda part: part[0].tolist()))
            if split in seen or len(parts) == 1:
                continue
            seen.add(split)
            total = len(rows) + sum(self.cost(part) for part in parts)
            misses += 1
            if total < best:
                best, chosen, misses = total, tuple(self._places[at].tolist()), 0
        return best, chosen


def better_parts(search: Search, tree: StrategyTree, other: StrategyTree) -> StrategyTree:
    """Return a tree with the better of two parts after each answer to their first question."""
    found: dict[tuple[str, ...], Placement] = {(): tree.questions[()]}
    if other.questions[()] != found[()]:
        return tree
    for said, part in search.parts(search.all_rows(), placed(found[()], Rules())):
        one = min((tree, other), key=lambda one: followed(search, one, part, (said,)))
        found |= {heard: asked for heard, asked in one.questions.items() if heard[:1] == (said,)}
    return StrategyTree(tree.record, found)


def followed(search: Search, tree: StrategyTree, rows: Rows, heard: tuple[str, ...]) -> int:
    """Return what a set costs by the questions of a tree."""
    if len(rows) == 1:
        return 0
    parts = search.parts(rows, placed(tree.questions[heard], Rules()))
    return len(rows) + sum(followed(search, tree, part, (*heard, said)) for said, part in parts)


def main() -> None:
    """Search, and write the tree, with the better parts of the one that is there."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--players", type=int, default=3)
    parser.add_argument("--table", type=int, default=1_500_000, help="placements that are known")
    parser.add_argument("--looked", type=int, default=400_000, help="of these, for large sets")
    parser.add_argument("--candidates", type=int, default=24, help="second questions compared about")
    parser.add_argument("--exact", type=int, default=3, help="of these, by real questions")
    parser.add_argument("--tries", type=int, default=12, help="third questions compared by real ones")
    parser.add_argument("--seed", type=int, default=20_261_124, help="of the placements that are known")
    parser.add_argument("--out", type=Path)
    options = parser.parse_args()
    search, started = Search(options.players, options), time.process_time()
    rows = search.all_rows()
    first = placed(question(search.belief).placement, Rules())
    total = float(len(rows))
    for said, part in search.parts(rows, first):
        total += search.second(part) if len(part) > 100 else search.cost(part)
        print(f"{said} {len(part)}: {total:.0f} so far, {time.process_time() - started:.0f} s", flush=True)
    search.remember(rows, total, first)
    tree = StrategyTree(Record(options.players, secrets={1: ME}), dict(search.tree(rows)))
    data = Path(amulets_solver.__file__).parent / "data"
    out = options.out or data / f"strategy-{options.players}.txt.gz"
    if out.exists():
        tree = better_parts(search, tree, StrategyTree.load(out))
    found = tree.check()
    print(f"{found.mean:.4f} questions on average, {found.worst} at most: {found.questions}")
    out.write_bytes(tree.packed())


if __name__ == "__main__":
    main()
