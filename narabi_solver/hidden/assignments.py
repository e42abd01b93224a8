"""Counts, lists and draws the ways to assign cards to stones if each stone may have only certain cards.

Cards that the same stones may have are interchangeable and form a class. Dynamic programming over the number
of used cards of each class therefore counts the ways, in integers of any size. Copies of a card count as
different cards, as they are in the box, so all ways are equally probable.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from _gamekit.philox import words
from narabi_solver.game.errors import InternalError

WORD = 1 << 32
Used = tuple[int, ...]
"""For each class, the number of its cards that are in use."""


@dataclass(frozen=True)
class Assignments:
    """The ways to assign cards to stones.

    Parameters
    ----------
    allowed : tuple of frozenset of str
        For each stone, the names of the cards that it may have.
    copies : mapping of str to int
        Number of copies of each card.
    """

    allowed: tuple[frozenset[str], ...]
    copies: Mapping[str, int]

    @cached_property
    def classes(self) -> list[list[str]]:
        """The names of the cards in each class; cards that fit no stone are left out."""
        by_stones: dict[tuple[int, ...], list[str]] = {}
        for name, count in self.copies.items():
            stones = tuple(i for i, names in enumerate(self.allowed) if name in names)
            if stones and count:
                by_stones.setdefault(stones, []).append(name)
        return list(by_stones.values())

    @cached_property
    def _sizes(self) -> list[int]:
        """For each class, its number of cards; every copy counts."""
        return [sum(self.copies[name] for name in names) for names in self.classes]

    @cached_property
    def _choices(self) -> list[list[int]]:
        """For each stone, the classes of the cards that it may have."""
        return [
            [k for k, names in enumerate(self.classes) if names[0] in allowed] for allowed in self.allowed
        ]

    def _steps(self, stone: int, used: Used) -> Iterator[tuple[int, int, Used]]:
        """Yield each class with a free card for a stone, the number of its free cards, and the new `used`."""
        for k in self._choices[stone]:
            free = self._sizes[k] - used[k]
            if free > 0:
                yield k, free, (*used[:k], used[k] + 1, *used[k + 1 :])

    @cached_property
    def _ways_before(self) -> list[dict[Used, int]]:
        """For each stone, and the end: number of ways for the earlier stones, by the cards that they use."""
        layers: list[dict[Used, int]] = [{(0,) * len(self.classes): 1}]
        for stone in range(len(self.allowed)):
            layer: dict[Used, int] = {}
            for used, ways in layers[-1].items():
                for _, free, after in self._steps(stone, used):
                    layer[after] = layer.get(after, 0) + ways * free
            layers.append(layer)
        return layers

    @cached_property
    def _ways_after(self) -> list[dict[Used, int]]:
        """For each stone, and the end: number of ways for it and later stones, by the cards in use before."""
        layers: list[dict[Used, int]] = [dict.fromkeys(self._ways_before[-1], 1)]
        for stone in reversed(range(len(self.allowed))):
            last = layers[-1]
            layers.append(
                {
                    used: sum(free * last.get(after, 0) for _, free, after in self._steps(stone, used))
                    for used in self._ways_before[stone]
                }
            )
        return layers[::-1]

    @cached_property
    def count(self) -> int:
        """Number of ways to assign cards to all stones."""
        return sum(self._ways_before[-1].values())

    def marginals(self) -> list[dict[str, float]]:
        """Return, for each stone, the probability of each card that it may have, in the order of `copies`."""
        marginals = []
        for stone in range(len(self.allowed)):
            by_class = [0] * len(self.classes)
            for used, ways in self._ways_before[stone].items():
                for k, free, after in self._steps(stone, used):
                    by_class[k] += ways * free * self._ways_after[stone + 1].get(after, 0)
            of_class = {name: k for k, names in enumerate(self.classes) for name in names}
            marginals.append(
                {
                    name: by_class[k] * copies / (self._sizes[k] * self.count)
                    for name, copies in self.copies.items()
                    if (k := of_class.get(name, -1)) >= 0 and by_class[k]
                }
            )
        return marginals

    def ways(self) -> Iterator[tuple[list[str], int]]:
        """Yield every assignment of card names, and its number of ways; copies count as different cards.

        Raises
        ------
        InternalError
            The sum of these numbers differs from `count`.
        """
        copies_left = {name: count for name, count in self.copies.items() if count}

        class_of = {name: k for k, names in enumerate(self.classes) for name in names}

        def rest(stone: int, used: Used) -> Iterator[tuple[list[str], int]]:
            if stone == len(self.allowed):
                yield [], 1
                return
            for name, copies in list(copies_left.items()):
                if copies and name in self.allowed[stone]:
                    k = class_of[name]
                    after = (*used[:k], used[k] + 1, *used[k + 1 :])
                    if not self._ways_after[stone + 1].get(after):
                        continue  # no way continues like this
                    copies_left[name] = copies - 1  # restored after the later stones
                    for names, weight in rest(stone + 1, after):
                        yield [name, *names], weight * copies
                    copies_left[name] = copies

        listed = 0
        for names, weight in rest(0, (0,) * len(self.classes)):
            listed += weight
            yield names, weight
        if listed != self.count:
            raise InternalError(f"listed {listed} card assignments, but counted {self.count}")

    def listed(self, most: int) -> list[tuple[list[str], int]] | None:
        """Return a list of all pairs that `ways` yields if there are at most `most` of them; else None."""
        together = math.prod(map(math.factorial, self.copies.values()))
        if self.count > most * together:  # each way has at most this weight
            return None
        ways = list(itertools.islice(self.ways(), most + 1))
        return ways if len(ways) <= most else None

    def draw(self, source: Iterator[int]) -> list[str]:
        """Draw one of the ways, with equal probabilities; return the name of each stone's card."""
        copies_left = {name: count for name, count in self.copies.items() if count}
        used: Used = (0,) * len(self.classes)
        drawn = []
        for stone in range(len(self.allowed)):
            steps, weights = self._weighed(stone, used)
            k, used = steps[_pick(weights, source) if len(steps) > 1 else 0]
            names = self.classes[k]
            name = names[_pick([copies_left[name] for name in names], source) if len(names) > 1 else 0]
            copies_left[name] -= 1
            drawn.append(name)
        return drawn

    def _weighed(self, stone: int, used: Used) -> tuple[list[tuple[int, Used]], list[int]]:
        """Return, from a cache, the steps of a stone and the number of ways that begin with each step."""
        weighed = self._kept.get((stone, used))
        if weighed is None:
            steps = list(self._steps(stone, used))
            weights = [cards * self._ways_after[stone + 1].get(after, 0) for _, cards, after in steps]
            weighed = self._kept[stone, used] = [(k, after) for k, _, after in steps], weights
        return weighed

    @cached_property
    def _kept(self) -> dict[tuple[int, Used], tuple[list[tuple[int, Used]], list[int]]]:
        return {}


def _pick(weights: Sequence[int], source: Iterator[int]) -> int:
    """Return a random index; its probability is proportional to its weight."""
    at = _below(sum(weights), source)
    for i, weight in enumerate(weights):
        if at < weight:
            return i
        at -= weight
    raise AssertionError("the drawn number is not below the sum of the weights")


def _below(n: int, source: Iterator[int]) -> int:
    """Return a uniformly random integer from 0 to n - 1, for n of any size."""
    size = 1
    while WORD**size < n:
        size += 1
    while True:
        drawn = 0
        for _ in range(size):
            drawn = drawn * WORD + next(source)
        if drawn < WORD**size // n * n:  # otherwise small numbers would be more likely
            return drawn % n


def random_words(seed: int, index: int) -> Iterator[int]:
    """Yield the random 32-bit words of draw number `index` of a seed; they are the same on every machine."""
    return words(seed, index, STREAM)


def random_seed(seed: int, index: int) -> int:
    """Return the seed of random object number `index`, derived from a common seed; it is below 2^64."""
    source = random_words(seed, index)
    return next(source) << 32 | next(source)


STREAM = 2
"""Number of the random generator's stream used in this module; `random_deals` uses other streams."""
