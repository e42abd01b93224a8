"""Sets of fields as bits, and exact counts of hypotheses without listing them.

Field number f, counted row by row from A1 = 0, is bit f of a set.

A hypothesis chooses one field from each of the sets S1, S2 …, all different. The number of such choices is a
sum over the partitions of the sets into blocks. Each partition contributes a product over its blocks B:
(-1)^(|B|-1) (|B|-1)! times the number of fields common to all sets of B. This is inclusion-exclusion over
the partition lattice. For two sets it is |S1| |S2| - |S1 & S2|; four sets have 15 partitions. The functions
make many such counts at once with numpy.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from functools import lru_cache
from itertools import permutations

import numpy as np
from numpy.typing import NDArray

from amulets_solver.game.placement import Placement
from amulets_solver.game.readings import Rules
from amulets_solver.game.rules import SIGNS


@lru_cache(maxsize=64)
def crosses(rules: Rules) -> tuple[int, ...]:
    """Return, for each field, the set of fields in its row and column, including the field itself."""
    found = []
    for at in rules.fields:
        near = (i for i, field in enumerate(rules.fields) if field[0] == at[0] or field[1] == at[1])
        found.append(sum(1 << i for i in near))
    return tuple(found)


@lru_cache(maxsize=64)
def numbers(rules: Rules) -> dict[str, int]:
    """Return the number of each field, by its name."""
    return {field: number for number, field in enumerate(rules.fields)}


def placed(placement: Placement, rules: Rules) -> tuple[int, ...]:
    """Return the number of the field on which each amulet stands."""
    number = numbers(rules)
    return tuple(number[field] for field in placement.fields)


def answer_masks(fields: tuple[int, ...], rules: Rules) -> list[tuple[int, int, int, int]]:
    """Return four sets for each amulet: the fields whose owner answers ``*``, ``o``, ``+`` and ``-``."""
    cross, everything = crosses(rules), (1 << rules.columns * rules.rows) - 1
    occupied = sum(1 << field for field in fields)
    found = []
    for field in fields:
        home = 1 << field
        near = cross[field] & ~occupied
        found.append((home, occupied & ~home, near, everything & ~occupied & ~near))
    return found


def bits(mask: int) -> Iterator[int]:
    """Yield the numbers of the bits that are set."""
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


Sets = NDArray[np.uint64]
Counts = NDArray[np.int64]


@lru_cache(maxsize=8)
def partitions(sets: int) -> tuple[tuple[int, tuple[int, ...]], ...]:
    """Return all partitions of a number of sets, each with its factor and its blocks as bits."""
    found: list[tuple[int, ...]] = [()]
    for new in range(sets):
        bit = 1 << new
        found = [
            blocks[:at] + (blocks[at] | bit,) + blocks[at + 1 :] if at < len(blocks) else (*blocks, bit)
            for blocks in found
            for at in range(len(blocks) + 1)
        ]
    return tuple((math.prod(_factor(block.bit_count()) for block in blocks), blocks) for blocks in found)


def _factor(size: int) -> int:
    factor = math.factorial(size - 1)
    return -factor if size % 2 == 0 else factor


def ways(sets: list[Sets]) -> Counts:
    """Return the number of ways to choose a different field from each of the sets.

    Parameters
    ----------
    sets
        The sets, as arrays that broadcast together. The result has the broadcast shape.
    """
    common: dict[int, Sets] = {}
    sizes: dict[int, Counts] = {}
    for block in range(1, 1 << len(sets)):
        last = block.bit_length() - 1
        rest = block ^ (1 << last)
        common[block] = common[rest] & sets[last] if rest else sets[last]
        sizes[block] = np.bitwise_count(common[block]).astype(np.int64)
    total: Counts | int = 0
    for factor, blocks in partitions(len(sets)):
        product: Counts | int = factor
        for block in blocks:
            product = product * sizes[block]
        total = total + product
    assert not isinstance(total, int)
    return total


@lru_cache(maxsize=64)
def injections(amulets: tuple[int, ...], opponents: int) -> NDArray[np.intp]:
    """Return every assignment of different amulets to the opponents, one per row."""
    return np.array(list(permutations(amulets, opponents)), dtype=np.intp).reshape(-1, opponents)


def law_counts(sets: Sets, rows: NDArray[np.intp], masks: Sets) -> Counts:
    """Return the number of hypotheses that give each answer vector (the signs of all opponents).

    The answer vectors are the last axis of the result, and the last opponent's sign changes fastest.

    Parameters
    ----------
    sets
        `Belief.array`, of shape (opponents, amulets).
    rows
        `Belief.injections`.
    masks
        The results of `answer_masks` for one or more placements, of shape (…, amulets, 4).
    """
    opponents = sets.shape[0]
    parts = []
    for one in range(opponents):
        split = sets[one, :, None] & masks  # (…, amulets, 4)
        shape = [1] * opponents
        shape[one] = len(SIGNS)
        parts.append(split[..., rows[:, one], :].reshape(*split.shape[:-2], len(rows), *shape))
    counts = ways(parts).sum(axis=-opponents - 1)
    found: Counts = counts.reshape(*counts.shape[: counts.ndim - opponents], -1)
    return found


def entropy(counts: NDArray[np.generic]) -> NDArray[np.float64]:
    """Return the entropy, in bits, of each distribution of counts along the last axis."""
    total = counts.sum(axis=-1, keepdims=True)
    share = counts / total
    logs = np.log2(share, out=np.zeros_like(share), where=share > 0)
    found: NDArray[np.float64] = 0.0 - (share * logs).sum(axis=-1)
    return found
