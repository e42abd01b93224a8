"""Blocks of consecutive random deals: their answers, and totals that can be added."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from _gamekit.limits import Limits, SharedWatch
from _gamekit.work.study import StudyOfDeals
from _gamekit.work.study_files import T
from narabi_solver.game.cards import numbered_stones
from narabi_solver.game.deck import Deck
from narabi_solver.game.errors import InternalError, StoppedError
from narabi_solver.game.ids import check_arguments
from narabi_solver.game.random_deals import random_deal
from narabi_solver.game.rules import TRACK, Rules
from narabi_solver.kernels.batch import PackedSolutions
from narabi_solver.solving.answers import Outcome
from narabi_solver.solving.packing import PackedDeals, random_packed_and_seats, unpack_start
from narabi_solver.solving.search import search
from narabi_solver.solving.solve import line_of

CHECKED = 1_000
"""The line of one deal in `CHECKED` is also replayed by `game.rules`."""

UNSOLVABLE, UNDECIDED = TRACK + 1, TRACK + 2
"""Numbers for the results of deals without a win. The result of a solved deal is its minimum."""
RESULTS = TRACK + 3
_RESULT_OF = {Outcome.UNSOLVABLE: UNSOLVABLE, Outcome.UNDECIDED: UNDECIDED}

EXAMPLES = 5
"""Largest number of deals listed for each result; the first such deals are listed."""


@dataclass(frozen=True)
class DealStudy(StudyOfDeals[T]):
    """The settings of a study of Narabi: the deals, the rules and the deck.

    Raises
    ------
    ArgumentError
        An argument is out of range.
    """

    rules: Rules
    """The rules of the game."""
    deck: Deck
    """The deck."""

    def __post_init__(self) -> None:
        check_arguments(self.players, self.seed, 0, self.deck)

    def identity(self) -> dict[str, Any]:
        """Return everything on which the answers depend, as JSON."""
        return super().identity() | {
            "no_undo": self.rules.no_undo,
            "undo_reading": self.rules.reading,
            "limit": self.rules.limit,
            "deck": self.deck.dumps(),
        }


class Totals(NamedTuple):
    """The number of deals with each result and their first examples, and the nodes expanded."""

    counts: tuple[int, ...]
    """The number of deals for each result."""
    nodes: int
    """Number of nodes expanded for all deals."""
    examples: tuple[tuple[int, ...], ...]
    """For each result, the numbers of the first deals with that result, at most `EXAMPLES`."""

    @classmethod
    def empty(cls) -> Totals:
        """Return the totals of no deals."""
        return cls((0,) * RESULTS, 0, ((),) * RESULTS)

    def plus(self, other: Totals) -> Totals:
        """Return the sum of both totals, which does not depend on the order of adding."""
        return Totals(
            tuple(a + b for a, b in zip(self.counts, other.counts, strict=True)),
            self.nodes + other.nodes,
            tuple(
                tuple(sorted(a + b)[:EXAMPLES]) for a, b in zip(self.examples, other.examples, strict=True)
            ),
        )

    @classmethod
    def of_json(cls, value: Any, start: int, count: int) -> Totals:
        """Return totals from their JSON.

        Raises
        ------
        ValueError
            The value is not the totals of the given deals.
        """
        try:
            counts, nodes, examples = value
            totals = cls(tuple(counts), nodes, tuple(map(tuple, examples)))
            numbers = [*totals.counts, nodes, *itertools.chain(*totals.examples)]
        except (TypeError, ValueError):
            raise ValueError("these are not the totals of a survey") from None
        if len(totals.counts) != RESULTS or len(totals.examples) != RESULTS:
            raise ValueError(f"expected {RESULTS} results")
        if any(type(number) is not int or number < 0 for number in numbers):
            raise ValueError("not all numbers are whole numbers, 0 or more")
        totals._check(start, count)
        return totals

    def _check(self, start: int, count: int) -> None:
        if sum(self.counts) != count:
            raise ValueError(f"expected the totals of {count:,} deals, not of {sum(self.counts):,}")
        for some, first in zip(self.counts, self.examples, strict=True):
            rising = all(a < b for a, b in itertools.pairwise((start - 1, *first, start + count)))
            if len(first) != min(some, EXAMPLES) or not rising:
                raise ValueError("the examples are not among the deals that are counted")


class Block(NamedTuple):
    """A block of n deals with their answers."""

    deals: PackedDeals
    """The deals."""
    seats: NDArray[np.uint8]
    """(n,): the seat that begins each deal, from A = 0."""
    answers: PackedSolutions
    """The answers."""
    results: NDArray[np.uint8]
    """(n,): the result of each deal: its minimum, `UNSOLVABLE` or `UNDECIDED`."""

    def totals(self, start: int) -> Totals:
        """Return the totals of the block, whose first deal has number `start`."""
        counts = np.bincount(self.results, minlength=RESULTS)
        examples = (
            tuple((start + np.flatnonzero(self.results == result)[:EXAMPLES]).tolist())
            if counts[result]
            else ()
            for result in range(RESULTS)
        )
        return Totals(tuple(counts.tolist()), int(self.answers.nodes.sum()), tuple(examples))


def answer(
    settings: DealStudy[Any],
    start: int,
    count: int,
    stop: Callable[[], bool] | None = None,
    max_nodes: int | None = None,
) -> Block:
    """Return deals `start` to `start` + `count` - 1 with their answers.

    `max_nodes` limits the search of each deal.

    A separate kernel replays every line. The line of one deal in `CHECKED` is also replayed by
    `game.rules`.

    Raises
    ------
    StoppedError
        `stop`, which is called about every 20 ms, returned True.
    InternalError
        An answer is wrong.
    """
    packed, seats = random_packed_and_seats(
        settings.players, settings.seed, start, count, settings.rules, settings.deck
    )
    answers = search(packed, SharedWatch(Limits(max_nodes=max_nodes, stop=stop)))
    if stop is not None and stop():
        raise StoppedError("stopped")
    results = answers.bound.copy()
    for outcome, result in _RESULT_OF.items():
        results[answers.are(outcome)] = result
    block = Block(packed, seats, answers, results)
    _check(settings, start, block)
    return block


def _check(settings: DealStudy[Any], start: int, block: Block) -> None:
    """Replay the lines of some deals by `game.rules`, and compare the first of these with `random_deal`."""
    sample = range(-start % CHECKED, block.results.size, CHECKED)
    labels = numbered_stones(settings.deck.ring_stones(settings.players))
    for i in sample:
        state = unpack_start(block.deals, i, int(block.seats[i]), labels, settings.deck)
        if (
            i == sample[0]
            and state != random_deal(settings.players, settings.seed, start + i, deck=settings.deck).start()
        ):
            raise InternalError(f"deal {start + i} of seed {settings.seed} is not the one of `random_deal`")
        line_of(block.answers, i, state, settings.rules)


def name_of_result(result: int) -> str:
    """Return "unsolvable", "undecided", or the number of turns, for a result of `Block.results`."""
    return {UNSOLVABLE: "unsolvable", UNDECIDED: "undecided"}.get(result, str(result))
