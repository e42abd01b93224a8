"""Blocks of random deals: the units of work of a survey, done anywhere and in any order.

A block depends only on the `SurveySettings` and its number. `Totals` are combined by adding up, and by
keeping the smallest numbers. So a survey does not depend on which worker does which block, or when.
"""

from __future__ import annotations

import hashlib
import importlib.metadata
import itertools
import json
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from _gamekit.limits import Limits
from _gamekit.philox import MAX_SEED
from narabi_solver.game.deck import Deck
from narabi_solver.game.errors import ArgumentError, InternalError, NarabiError, StoppedError
from narabi_solver.game.random_deals import check_arguments, random_deal
from narabi_solver.game.rules import TRACK, Rules, State, Stone, in_order, play
from narabi_solver.solving.raw_result import unpack_swap
from narabi_solver.solving.solution import Outcome

if TYPE_CHECKING:
    from narabi_solver.solving.raw_result import RawResult

BLOCK = {3: 65_536, 4: 65_536, 5: 8_192}
"""Deals of a block, for each number of players: a fraction of a second of work."""

CHECKED = 1_000
"""One line in this many is replayed in plain Python."""

UNSOLVABLE, UNDECIDED = TRACK + 1, TRACK + 2
"""Results of a deal, as numbers; a solved deal's result is its minimum number of turns."""
RESULTS = TRACK + 3
_RESULT_OF = {Outcome.UNSOLVABLE: UNSOLVABLE, Outcome.UNDECIDED: UNDECIDED}

EXAMPLES = 5
"""For each result the numbers of so many deals are kept, the first ones."""
DIFFERENT = 20
"""The numbers of so many deals with different results are kept, the first ones."""


@dataclass(frozen=True)
class SurveySettings:
    """The settings of a survey: which deals, by which rules.

    Raises
    ------
    ArgumentError
        An argument is out of range.
    """

    players: int
    deals: int
    seed: int
    rules: Rules
    deck: Deck
    max_nodes: int | None = None
    """Nodes for each deal; a deal that takes more is undecided."""

    def __post_init__(self) -> None:
        check_arguments(self.players, self.seed, 0, self.deck)
        if type(self.deals) is not int or not 1 <= self.deals <= MAX_SEED:
            raise ArgumentError(f"deals must be a whole number, 1 or more, not {self.deals!r}")
        Limits(max_nodes=self.max_nodes)

    @property
    def blocks(self) -> int:
        """How many blocks there are."""
        return -(-self.deals // BLOCK[self.players])

    def span(self, block: int) -> tuple[int, int]:
        """Return the number of a block's first deal, and how many deals it has."""
        size = BLOCK[self.players]
        return block * size, min(size, self.deals - block * size)

    def identity(self) -> dict[str, Any]:
        """Return everything the answers depend on, as JSON: saved surveys are compared by it."""
        return {
            "players": self.players,
            "deals": self.deals,
            "seed": self.seed,
            "no_undo": self.rules.no_undo,
            "undo_reading": self.rules.reading,
            "limit": self.rules.limit,
            "max_nodes": self.max_nodes,
            "deck": self.deck.dumps(),
            "block": BLOCK[self.players],
            "version": version(),
        }

    @property
    def fingerprint(self) -> str:
        """A hash of `identity`, which every saved block contains."""
        return hashlib.sha256(json.dumps(self.identity(), sort_keys=True).encode()).hexdigest()


def version() -> str:
    """Return the version of this library."""
    return importlib.metadata.version("narabi-mabi")


class Totals(NamedTuple):
    """How many of some deals have each result."""

    counts: tuple[int, ...]
    """For each result the number of deals."""
    nodes: int
    """Nodes expanded for all of them."""
    examples: tuple[tuple[int, ...], ...]
    """For each result the numbers of the first deals that have it, `EXAMPLES` at most."""

    @classmethod
    def empty(cls) -> Totals:
        """Return the totals of no deals."""
        return cls((0,) * RESULTS, 0, ((),) * RESULTS)

    def plus(self, other: Totals) -> Totals:
        """Return the totals of both; any order of adding gives the same."""
        return Totals(
            tuple(a + b for a, b in zip(self.counts, other.counts, strict=True)),
            self.nodes + other.nodes,
            tuple(
                tuple(sorted(a + b)[:EXAMPLES]) for a, b in zip(self.examples, other.examples, strict=True)
            ),
        )

    @classmethod
    def of_json(cls, value: Any, span: tuple[int, int] | None = None) -> Totals:
        """Return totals that were written as JSON.

        Parameters
        ----------
        value
            What was read.
        span
            The number of the first deal that it counts, and how many it counts; compared if given.

        Raises
        ------
        ValueError
            These are no totals, or not those of these deals.
        """
        try:
            counts, nodes, examples = value
            totals = cls(tuple(counts), nodes, tuple(map(tuple, examples)))
            numbers = [*totals.counts, nodes, *itertools.chain(*totals.examples)]
        except (TypeError, ValueError):
            raise ValueError("these are no totals of a survey") from None
        if len(totals.counts) != RESULTS or len(totals.examples) != RESULTS:
            raise ValueError(f"there are not {RESULTS} results")
        if any(type(number) is not int or number < 0 for number in numbers):
            raise ValueError("not all numbers are whole numbers, 0 or more")
        if span is not None:
            totals._check(*span)
        return totals

    def _check(self, start: int, count: int) -> None:
        if sum(self.counts) != count:
            raise ValueError(f"{sum(self.counts):,} deals are counted, not {count:,}")
        for some, first in zip(self.counts, self.examples, strict=True):
            rising = all(a < b for a, b in itertools.pairwise((start - 1, *first, start + count)))
            if len(first) != min(some, EXAMPLES) or not rising:
                raise ValueError("the examples are not among the deals that are counted")


class Answers(NamedTuple):
    """The answers of a block of n deals."""

    results: NDArray[np.uint8]
    """(n,): turns, `UNSOLVABLE` or `UNDECIDED`."""
    nodes: NDArray[np.int64]
    """(n,): nodes expanded."""
    lines: NDArray[np.uint8]
    """(n, 24): as in `batch.PackedSolutions`."""
    rings: NDArray[np.uint64]
    """(n,): the deals, as in `batch.PackedDeals`."""
    cards: NDArray[np.uint8]
    """(n, 15): their cards."""
    seats: NDArray[np.uint8]
    """(n,): who begins."""

    def totals(self, start: int) -> Totals:
        """Return how many deals have each result; the first deal has number `start`."""
        counts = np.bincount(self.results, minlength=RESULTS)
        examples = (
            tuple((start + np.flatnonzero(self.results == result)[:EXAMPLES]).tolist())
            if counts[result]
            else ()
            for result in range(RESULTS)
        )
        return Totals(tuple(counts.tolist()), int(self.nodes.sum()), tuple(examples))


def answer(
    settings: SurveySettings, start: int, count: int, stop: Callable[[], bool] | None = None
) -> Answers:
    """Return the answers of deals `start` to `start` + `count` - 1.

    Every line is replayed in a kernel of its own, and one in `CHECKED` by the plain rules.

    Raises
    ------
    StoppedError
        `stop` returned True; it is called about every 20 ms.
    InternalError
        An answer is wrong.
    """
    from narabi_solver.solving import batch  # noqa: PLC0415  (loads numpy)
    from narabi_solver.solving.decide import Decided  # noqa: PLC0415

    packed, seats = batch.random_packed_and_seats(
        settings.players, settings.seed, start, count, settings.rules, settings.deck
    )
    limits = Limits(max_nodes=settings.max_nodes, stop=stop)

    def plain(i: int) -> State:
        return random_deal(settings.players, settings.seed, start + i, deck=settings.deck).start()

    decided = Decided(packed, plain, settings.rules, limits)
    _stop_if(stop)
    found = decided.by_batch
    answers = Answers(found.bound.copy(), found.nodes, found.lines, packed.rings, packed.cards, seats)
    for outcome, result in _RESULT_OF.items():
        answers.results[found.are(outcome)] = result
    for i in decided.open.tolist():
        _write(answers, i, decided.minimum(i))
        _stop_if(stop)
    _check(settings, start, answers)
    return answers


def _stop_if(stop: Callable[[], bool] | None) -> None:
    if stop is not None and stop():
        raise StoppedError("stopped")


def _write(answers: Answers, i: int, raw: RawResult) -> None:
    """Store the answer of a deal that a batch left open."""
    answers.nodes[i] = raw.nodes
    answers.results[i] = _RESULT_OF.get(raw.outcome, len(raw.swaps))
    answers.lines[i] = 0
    answers.lines[i, : len(raw.swaps)] = [own << 4 | other for own, other in raw.swaps]


def _check(settings: SurveySettings, start: int, answers: Answers) -> None:
    """Replay the lines of some deals by the plain rules, and generate the first of them again."""
    sample = range(-start % CHECKED, answers.results.size, CHECKED)
    for i in sample:
        state = _unpacked(settings, answers, i)
        if (
            i == sample[0]
            and state != random_deal(settings.players, settings.seed, start + i, deck=settings.deck).start()
        ):
            raise InternalError(f"deal {start + i} of seed {settings.seed} is not the one of `random_deal`")
        if answers.results[i] <= TRACK and not _wins(settings, state, answers, i):
            raise InternalError(f"the line found for deal {start + i} of seed {settings.seed} does not win")


def _unpacked(settings: SurveySettings, answers: Answers, i: int) -> State:
    """Return a packed deal as a state of the plain rules."""
    from narabi_solver.packed import ORDER  # noqa: PLC0415

    labels = sorted(settings.deck.ring_stones(settings.players), key=ORDER.index)
    cards, ring, places = list(settings.deck), int(answers.rings[i]), len(labels)
    numbers = [ring >> 4 * place & 0xF for place in range(places)]
    stones = [Stone(labels[stone], cards[answers.cards[i, stone]].name) for stone in numbers]
    mover = int(answers.seats[i])
    turned = places - mover * (places // settings.players)
    return State(tuple(stones[turned:] + stones[:turned]), settings.deck, settings.players, mover)


def _wins(settings: SurveySettings, state: State, answers: Answers, i: int) -> bool:
    codes = answers.lines[i, : answers.results[i]].tolist()
    try:
        for code in codes:
            swap = unpack_swap(code >> 4, code & 15, state.mover, state.players, state.hand)
            state = play(state, swap, settings.rules)
    except NarabiError:
        return False
    return in_order(state.ring)


class Comparison(NamedTuple):
    """How many deals have each pair of results, by two sets of rules."""

    counts: NDArray[np.int64]
    """(results, results): first rules by row, second by column."""
    different: tuple[int, ...]
    """The numbers of the first deals whose results differ, `DIFFERENT` at most."""

    @classmethod
    def empty(cls) -> Comparison:
        """Return the comparison of no deals."""
        return cls(np.zeros((RESULTS, RESULTS), np.int64), ())

    def plus(self, other: Comparison) -> Comparison:
        """Return the comparison of both; any order of adding gives the same."""
        different = tuple(sorted(self.different + other.different)[:DIFFERENT])
        return Comparison(self.counts + other.counts, different)


def compare(
    first: SurveySettings,
    second: SurveySettings,
    start: int,
    count: int,
    stop: Callable[[], bool] | None = None,
) -> Comparison:
    """Return the results of the same deals with two settings; errors as for `answer`."""
    a = answer(first, start, count, stop).results
    b = answer(second, start, count, stop).results
    pairs = np.bincount(a.astype(np.int64) * RESULTS + b, minlength=RESULTS * RESULTS)
    different = tuple((start + np.flatnonzero(a != b)[:DIFFERENT]).tolist())
    return Comparison(pairs.reshape(RESULTS, RESULTS), different)


def name_of_result(result: int) -> str:
    """Return "unsolvable", "undecided", or the number of turns."""
    return {UNSOLVABLE: "unsolvable", UNDECIDED: "undecided"}.get(result, str(result))
