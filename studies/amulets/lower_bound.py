"""Bounds from below what one asker needs with three players, by all pairs of questions: half an hour.

For each first question, up to exchanging rows, columns, both with each other and the other amulets, and for
each of its answers all 6,375,600 second questions are compared by `least_cost` of the parts that they leave.
The smallest sums bound what any strategy needs on average.

Most second questions are left out by what each opponent answers alone: the parts of one opponent's answer are
split into four in the cheapest way. A set of hypotheses costs the same with the
opponents exchanged, so mirrored answers are looked at once.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from itertools import permutations
from typing import Annotated

import numpy as np
from numpy.typing import NDArray

from _gamekit.jit.build import compiled
from amulets_solver import Belief, Placement, Rules, Secret
from amulets_solver.asking.bounds import bounds, least_cost
from amulets_solver.asking.laws import Fields, listed, near_table, signs_of
from amulets_solver.asking.placements import representatives
from benchmarks.frame import Results, Run, Study, Table
from benchmarks.marks import DOCS, grid

ME = Secret("C3", "B")
SIZE, AMULETS, VECTORS = 25, 5, 16
OWN = Rules().colours.index(ME.amulet)
THEIRS = tuple(amulet for amulet in range(AMULETS) if amulet != OWN)
NONE_LEFT = np.uint64(0)

Masks = NDArray[np.uint64]
Costs = NDArray[np.int64]
Places = NDArray[np.int16]


@compiled
def bits(mask: np.uint64) -> int:
    """Return how many bits are set."""
    count = 0
    while mask != NONE_LEFT:
        mask &= mask - np.uint64(1)
        count += 1
    return count


@compiled
def joint_cost(
    allowed: Masks,
    pairs: Costs,
    near: NDArray[np.uint8],
    near_masks: Masks,
    place: Places,
    costs: Costs,
    counts: Costs,
) -> int:
    """Return what the parts of a placement cost.

    allowed     (pairs, 4): for each pair of the first opponent and amulet of the second a mask of fields
    pairs       (pairs, 3): amulet and field of the first opponent, how many hypotheses
    place       (5,): fields of the four amulets of others, then of the own
    counts      (16,): overwritten
    """
    counts[:] = 0
    occupied = NONE_LEFT
    for amulet in range(5):
        occupied |= np.uint64(1) << np.uint64(place[amulet])
    for row in range(len(pairs)):
        first, field, total = pairs[row]
        if field == place[first]:
            sign = 0
        elif occupied >> np.uint64(field) & np.uint64(1):
            sign = 4
        elif near[place[first], field]:
            sign = 8
        else:
            sign = 12
        home = other = close = 0
        for second in range(4):
            mask = allowed[row, second]
            home += bits(mask >> np.uint64(place[second]) & np.uint64(1))
            other += bits(mask & occupied)
            close += bits(mask & near_masks[place[second]] & ~occupied)
        other -= home
        counts[sign] += home
        counts[sign + 1] += other
        counts[sign + 2] += close
        counts[sign + 3] += total - home - other - close
    cost = 0
    for vector in range(16):
        cost += costs[counts[vector]]
    return cost


@compiled
def least_of(
    allowed: Masks,
    pairs: Costs,
    single: Costs,
    by_field: Costs,
    close_to: Costs,
    crosses: Costs,
    near: NDArray[np.uint8],
    near_masks: Masks,
    fours: Places,
    costs: Costs,
    quarters: Costs,
    counts: Costs,
    place: Places,
    least: Costs,
    size: int,
    best: int,
) -> int:
    """Return the least cost of the parts of any placement, or `best` if none has less.

    single      (2, 4, 25): hypotheses by what an opponent has
    by_field    (2, 25): `single`, of all amulets
    close_to    (2, 4, 25, 25): `single` at the last field, if it is near the one before
    crosses     (2, 4, 25): `close_to`, of all last fields
    fours       (placements, 4): fields of the amulets of others; the own is tried on all other fields
    quarters    for each count what it costs at least if it is split into four
    counts      (16,), like `place` (5,) and `least` (25,) overwritten
    """
    for number in range(fours.shape[0]):
        for amulet in range(4):
            place[amulet] = fours[number, amulet]
        least[:] = 0
        for one in range(2):
            home = occupied = close = 0
            for amulet in range(4):
                at = place[amulet]
                home += single[one, amulet, at]
                occupied += by_field[one, at]
                close += crosses[one, amulet, at]
                for other in range(4):
                    close -= close_to[one, amulet, at, place[other]]
            for own in range(25):
                there = occupied - home + by_field[one, own]
                nearby = close
                for amulet in range(4):
                    nearby -= close_to[one, amulet, place[amulet], own]
                if there < 0 or nearby < 0 or home + there + nearby > size:
                    continue  # the field is taken
                cost = quarters[home] + quarters[there] + quarters[nearby]
                least[own] = max(least[own], cost + quarters[size - home - there - nearby])
        for amulet in range(4):
            least[place[amulet]] = best
        for own in range(25):
            if least[own] < best:
                place[4] = own
                best = min(best, joint_cost(allowed, pairs, near, near_masks, place, costs, counts))
    return best


def split_in_two(costs: Costs) -> Costs:
    """Return for each count what its two parts cost at least."""
    return np.array([(costs[: count + 1] + costs[count::-1]).min() for count in range(len(costs))])


class Bound:
    """What every first question costs at least."""

    def __init__(self) -> None:
        self.belief = Belief(3, ME)
        self.rows = listed(self.belief)
        near = near_table(Rules())
        self.near = near.astype(np.uint8)
        self.near_masks = (near @ (1 << np.arange(SIZE, dtype=np.uint64))).astype(np.uint64)
        every = np.array(list(permutations(range(SIZE), AMULETS - 1)), dtype=np.int16)
        self.fours = every[np.random.default_rng(20_261_124).permutation(len(every))]
        self.costs = np.array([least_cost(count, VECTORS) for count in range(len(self.rows) + 1)])
        self.quarters = split_in_two(split_in_two(self.costs))

    def of(self, first: Fields, enough: int) -> int:
        """Return what all hypotheses cost at least together, if this placement is asked first.

        Parts are looked at while the sum, with what is known at once of the others, is below `enough`.
        """
        signs = signs_of(first[None], Rules())[0][self.rows]
        parts = []
        for one in range(4):
            for other in range(one, 4):
                part = self.rows[(signs[:, 0] == one) & (signs[:, 1] == other)]
                parts.append((len(part), 1 if one == other else 2, part))
        parts.sort(key=lambda found: found[:2], reverse=True)
        total = len(self.rows) + sum(times * int(self.costs[count]) for count, times, _ in parts)
        for count, times, part in parts:
            if total >= enough:
                break
            total += times * (self.part(part) - int(self.costs[count]))
        return total

    def part(self, rows: Fields) -> int:
        """Return what a set of hypotheses costs at least."""
        if len(rows) <= 1:
            return 0
        amulets, fields = rows // SIZE, rows % SIZE
        at = np.searchsorted(THEIRS, amulets)
        single = np.zeros((2, 4, SIZE), np.int64)
        for one in range(2):
            np.add.at(single[one], (at[:, one], fields[:, one]), 1)
        allowed = np.zeros((4 * SIZE, 4), np.uint64)
        masks = np.uint64(1) << fields[:, 1].astype(np.uint64)
        np.bitwise_or.at(allowed, (at[:, 0] * SIZE + fields[:, 0], at[:, 1]), masks)
        there = np.flatnonzero(single[0].ravel())
        pairs = np.column_stack([there // SIZE, there % SIZE, single[0].ravel()[there]])
        count = len(rows)
        worst = int(self.costs[count]) + count * AMULETS
        close_to = self.near * single[:, :, None]
        hypotheses = single, single.sum(axis=1), close_to, close_to.sum(axis=3)
        tables = self.near, self.near_masks, self.fours, self.costs, self.quarters
        scratch = np.zeros(VECTORS, np.int64), np.zeros(AMULETS, np.int16), np.zeros(SIZE, np.int64)
        least: int = least_of(allowed[there], pairs, *hypotheses, *tables, *scratch, count, worst)
        return count + least


def first_questions(belief: Belief) -> Iterator[Fields]:
    """Yield one placement of each class under exchanges that keep the asker's field and amulet."""
    found = representatives(belief, 20_000)
    assert found is not None
    home = Rules().fields.index(ME.field)
    others = [line for line in range(5) if line != home // 5]
    orders = [np.insert(np.array(one), home // 5, home // 5) for one in permutations(others)]
    assert home // 5 == home % 5
    maps = []
    for down in orders:
        for right in orders:
            whole = down[:, None] * 5 + right[None, :]
            maps += [whole.ravel(), whole.T.ravel()]
    seen = set()
    for place in found:
        moved = np.array(maps)[:, place]
        theirs = np.sort(moved[:, list(THEIRS)], axis=1)
        key = min(map(tuple, np.column_stack([moved[:, OWN], theirs]).tolist()))
        if key not in seen:
            seen.add(key)
            yield place


def measure(run: Run, most: Annotated[int, "first questions that are looked at"] = 627) -> Results:
    """Look at the first questions, each with what was least before."""
    bound, costs = Bound(), dict[str, int]()
    firsts = {
        str(Placement(tuple(Rules().fields[at] for at in place))): place
        for place in first_questions(bound.belief)
    }
    for name in [*firsts][:most]:
        enough = min(costs.values(), default=10**9)
        costs[name] = run.part(name, partial(bound.of, firsts[name], enough))
    after_one = {players: bounds(Belief(players, ME)) for players in (3, 4, 5)}
    return {
        "after_one": {str(players): [least.mean, least.worst] for players, least in after_one.items()},
        "of": len(firsts),
        "hypotheses": len(bound.rows),
        "costs": costs,
    }


def mean(results: Results) -> float:
    """Return what any strategy needs on average at least that begins with one of the questions looked at."""
    return float(min(results["costs"].values()) / results["hypotheses"])


def table(results: Results) -> str:
    """Return the table of what no strategy of one asker can do better."""
    after_two = {"3": f"{mean(results):.4f}"}
    rows = (
        [players, f"{least:.4f}", after_two.get(players, ""), worst]
        for players, (least, worst) in results["after_one"].items()
    )
    heads = "players | on average, after one question | on average, after two | in the worst case"
    return grid(heads, rows)


STUDY = Study(__name__, [Table(DOCS / "amulets.md", "bounds", table)], measure)
