"""Statistics over many random deals, with confidence intervals: `survey` and `paired_survey`."""

from __future__ import annotations

import itertools
import operator
from collections import Counter
from collections.abc import Callable
from concurrent.futures import Executor
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple, SupportsIndex

import numpy as np
from numpy.typing import NDArray

from _gamekit import intervals
from _gamekit.checks import Between
from _gamekit.facts import Fact, Facts, Result, Rows, for_people
from _gamekit.intervals import Interval as Interval
from _gamekit.limits import Limits, WorkerCount
from _gamekit.problems import number_of, or_default
from _gamekit.progress import Progress
from _gamekit.work.study import DealCount, StudyOfDeals
from narabi_solver.game.deal import Deal
from narabi_solver.game.deck import Deck
from narabi_solver.game.errors import ArgumentError
from narabi_solver.game.facts import assumed_fact, rules_of, rules_words, within
from narabi_solver.game.random_deals import random_deal
from narabi_solver.game.rules import TRACK, Rules
from narabi_solver.solving.packing import pack
from narabi_solver.solving.search import warm_up
from narabi_solver.statistics import parquet
from narabi_solver.statistics.blocks import (
    RESULTS,
    UNDECIDED,
    UNSOLVABLE,
    DealStudy,
    Totals,
    answer,
    name_of_result,
)

if TYPE_CHECKING:
    import pyarrow as pa

BLOCK = {2: 1_024, 3: 65_536, 4: 65_536, 5: 8_192}
"""Number of deals in a block, for each number of players: a fraction of a second of work."""
MOST_DIFFERENT = 20
"""Largest number of deals with different results that a comparison lists; the first such deals are listed."""


@dataclass(frozen=True)
class SurveySettings(DealStudy[Totals]):
    """The settings of a survey: the deals, the rules and the deck.

    Raises
    ------
    ArgumentError
        An argument is out of range.
    """

    max_nodes: int | None = None
    """Limit of nodes for each deal; a deal that needs more is undecided."""

    def __post_init__(self) -> None:
        super().__post_init__()
        Limits(max_nodes=self.max_nodes)

    @property
    def block(self) -> int:
        """Number of deals in a block."""
        return BLOCK[self.players]

    def identity(self) -> dict[str, Any]:
        """Return everything on which the answers depend, as JSON."""
        return super().identity() | {"max_nodes": self.max_nodes}

    def columns(self) -> pa.Schema:
        """Return the schema of the rows."""
        return parquet.schema()

    def empty(self) -> Totals:
        """Return the totals of no deals."""
        return Totals.empty()

    def read(self, value: Any, start: int, count: int) -> Totals:
        """Return totals from their JSON."""
        return Totals.of_json(value, start, count)

    def answer(
        self, start: int, count: int, with_rows: bool, stop: Callable[[], bool] | None
    ) -> tuple[Totals, bytes]:
        """Return the totals of a block of deals, and the rows of the deals, if `with_rows`."""
        block = answer(self, start, count, stop, self.max_nodes)
        return block.totals(start), parquet.payload(self, start, block) if with_rows else b""


@dataclass(frozen=True)
class Survey(Result):
    """The number of random deals with each result, and estimates for all possible deals."""

    settings: SurveySettings
    """The deals and the rules."""
    totals: Totals
    """The number of deals with each result, the first examples, and the nodes expanded. They do not depend on
    the number of workers.
    """
    seconds: float
    """Wall-clock seconds of this call."""
    answered: int
    """Number of deals answered by this call; the other deals were in the file already."""

    @property
    def nodes(self) -> int:
        """Number of states expanded for all deals."""
        return self.totals.nodes

    @property
    def distribution(self) -> dict[int, int]:
        """The number of deals with each minimum that occurs."""
        return {turns: n for turns, n in enumerate(self.totals.counts[: TRACK + 1]) if n}

    @property
    def solved(self) -> int:
        """Number of deals that can be won."""
        return sum(self.totals.counts[: TRACK + 1])

    @property
    def unsolvable(self) -> int:
        """Number of deals proven to be unsolvable within the turn limit."""
        return self.totals.counts[UNSOLVABLE]

    @property
    def undecided(self) -> int:
        """Number of deals that needed more nodes or memory than allowed."""
        return self.totals.counts[UNDECIDED]

    @property
    def solvable(self) -> Interval:
        """The share of deals that can be won, with its Clopper-Pearson interval."""
        return intervals.share(self.solved, self.undecided, self.settings.deals)

    @property
    def mean_turns(self) -> Interval:
        """The mean minimum of the deals that can be won, with an interval by Student's t."""
        return intervals.mean(self.totals.counts[: self.settings.rules.limit + 1], self.undecided)

    def share(self, turns: Annotated[int, Between(0, TRACK)]) -> Interval:
        """Return the share of deals with this minimum, and its Clopper-Pearson interval.

        Parameters
        ----------
        turns : int
            A minimum, 0 to 24.

        Returns
        -------
        Interval
            The share, with its interval.

        Raises
        ------
        ArgumentError
            `turns` is out of range.
        """
        return self._share(turns)

    def _share(self, result: int) -> Interval:
        return intervals.share(self.totals.counts[result], self.undecided, self.settings.deals)

    @property
    def band(self) -> list[Interval]:
        """The shares of deals won in at most 0, 1, 2, … turns, with simultaneous confidence intervals."""
        counts = self.totals.counts[: self.settings.rules.limit + 1]
        return intervals.band(counts, self.undecided, self.settings.deals)

    @property
    def deals_per_second(self) -> float:
        """Deals per second answered by this call; 0 if all deals were in the file already."""
        return self.answered / self.seconds if self.answered else 0.0

    @property
    def assumed(self) -> tuple[str, ...]:
        """Assumptions behind the figures: names of assumed cards, and "colours"."""
        return self.settings.deck.assumed({card.name for card in self.settings.deck})

    def examples(self, result: Annotated[int, Between(0, UNDECIDED)]) -> list[tuple[int, Deal]]:
        """Return the first deals with a result, each with its number.

        Parameters
        ----------
        result : int
            A number of turns, 25 for unsolvable deals, or 26 for undecided deals.

        Returns
        -------
        list of tuple
            Pairs of a number and its deal.

        Raises
        ------
        ArgumentError
            `result` is out of range.
        """
        return [
            (number, random_deal(self.settings.players, self.settings.seed, number, deck=self.settings.deck))
            for number in self.totals.examples[result]
        ]

    def __repr__(self) -> str:
        mean = self.mean_turns.estimate
        turns = "none won" if mean is None else f"{mean:.4f} turns"
        deals = number_of(self.settings.deals, "deal")
        return f"<Survey: {deals} of {self.settings.players} players; {turns}>"

    def facts(self) -> Facts:
        """Return the number of deals with each result, and the estimates for all possible deals."""
        settings, mean = self.settings, self.mean_turns
        limit = settings.rules.limit
        word = "solvable" if limit == TRACK else f"in {number_of(limit, 'turn')}"
        share = f"{intervals.percent(self.solvable.estimate)}  ({intervals.span(self.solvable)})"
        lost = (
            f"{self.unsolvable:,} not solvable{within(settings.rules)} (proven), {self.undecided:,} undecided"
        )
        turns = ""
        if mean.estimate is not None:
            turns = f"{mean.estimate:.4f} turns  ({mean.low:.4f} to {mean.high:.4f}), of the solvable ones"
        took = "; all answers were in the file"
        if self.answered:
            took = f"; {number_of(self.answered, 'deal')} in {self.seconds:.1f} s, "
            took += f"{self.deals_per_second:,.0f} a second"
        examples = [(result, numbers) for result, numbers in enumerate(self.totals.examples) if numbers]
        note = (
            "Intervals of 95 %: Clopper-Pearson for shares, each by itself, Student's t for the mean; the "
            "band (Dvoretzky-Kiefer-Wolfowitz-Massart) holds for all turns together."
        )
        return [
            Fact("players", settings.players),
            Fact("deals", settings.deals, _deals(settings)),
            Fact("seed", settings.seed),
            Fact(
                "rules",
                _rules(settings) | {"max_nodes": settings.max_nodes},
                rules_words(settings.rules) or "plain",
            ),
            Fact("solvable", self.solvable, share, word, "bold"),
            Fact("solved", self.solved),
            Fact("unsolvable", self.unsolvable, lost, "lost"),
            Fact("undecided", self.undecided),
            Fact("mean_turns", mean, turns, "mean", "bold"),
            assumed_fact(self.assumed),
            Fact("nodes", self.nodes, f"{number_of(self.nodes, 'node')}{took}", "effort"),
            Fact("deals_per_second", self.deals_per_second),
            Fact("distribution", self.distribution),
            Fact("shares", {turns: self.share(turns) for turns in self.distribution}),
            Fact("band", dict(enumerate(self.band))),
            Fact("confidence", intervals.CONFIDENCE),
            Fact("examples", {name_of_result(result): numbers for result, numbers in examples}),
            Rows("", [self._row(result, numbers[0]) for result, numbers in examples], range(6)),
            for_people("", note),
        ]

    def _row(self, result: int, first: int) -> list[Fact]:
        """Return a result as a row of a table."""
        limit = within(self.settings.rules)
        share, fewer = (intervals.percent(self.undecided / self.settings.deals), ""), ("", "")
        if result != UNDECIDED:
            share = _shown(self._share(result))
            fewer = _shown(self.band[result]) if result <= TRACK else fewer
        return [
            for_people(
                "turns", f"no win{limit}" if limit and result == UNSOLVABLE else name_of_result(result)
            ),
            for_people("deals", f"{self.totals.counts[result]:,}"),
            for_people("share", share[0]),
            for_people("95 % interval", share[1]),
            for_people("or fewer", fewer[0]),
            for_people("95 % band", fewer[1]),
            for_people("first", f"{first:,}"),
        ]


def _shown(interval: Interval) -> tuple[str, str]:
    """Return an estimate and its interval, in percent, as two cells of a table."""
    return intervals.percent(interval.estimate), intervals.span(interval).replace(" %", "")


def _rules(settings: SurveySettings) -> dict[str, Any]:
    return rules_of(settings.rules, settings.players, settings.deck)


def _deals(settings: SurveySettings) -> str:
    """Return a description of the deals: their number, players, seed and deck."""
    return (
        f"{settings.deals:,} of {settings.players} players, seed {settings.seed}, deck {settings.deck.name}"
    )


COUNTED = ("first", "second", "deals")
"""The names of the numbers in `Comparison.counts` in a file."""


class Comparison(NamedTuple):
    """The number of deals with each pair of results, under two sets of rules or with two decks."""

    counts: tuple[tuple[int, int, int], ...]
    """For each pair that occurs: the first result, the second result, and the number of deals."""
    different: tuple[int, ...]
    """The numbers of the first deals with different results, at most `MOST_DIFFERENT`."""

    def plus(self, other: Comparison) -> Comparison:
        """Return the sum of both comparisons, which does not depend on the order of adding."""
        added = Counter({(a, b): number for a, b, number in self.counts})
        for a, b, number in other.counts:
            added[a, b] += number
        counts = tuple((*pair, number) for pair, number in sorted(added.items()))
        return Comparison(counts, tuple(sorted(self.different + other.different)[:MOST_DIFFERENT]))


@dataclass(frozen=True)
class PairedSettings(StudyOfDeals[Comparison]):
    """The settings of a paired survey."""

    first: SurveySettings
    """The deals and the first rules."""
    second: SurveySettings
    """The same deals with the second rules or the second deck."""

    @property
    def block(self) -> int:
        """Number of deals in a block."""
        return self.first.block

    def identity(self) -> dict[str, Any]:
        """Return everything on which the answers depend, as JSON."""
        both = {"first": self.first.identity(), "second": self.second.identity()}
        return super().identity() | {"study": "paired survey"} | both

    def named(self, totals: Comparison) -> dict[str, Any]:
        """Return the comparison with named fields."""
        counts = [dict(zip(COUNTED, one, strict=True)) for one in totals.counts]
        return {"counts": counts, "different": list(totals.different)}

    def unnamed(self, value: Any) -> Any:
        """Return the comparison without names."""
        return [[[one[name] for name in COUNTED] for one in value["counts"]], value["different"]]

    def empty(self) -> Comparison:
        """Return the comparison of no deals."""
        return Comparison((), ())

    def read(self, value: Any, start: int, count: int) -> Comparison:
        """Return a comparison from its JSON."""
        try:
            counts, different = value
            comparison = Comparison(tuple((a, b, number) for a, b, number in counts), tuple(different))
            whole = [*itertools.chain(*comparison.counts), *comparison.different]
        except (TypeError, ValueError):
            raise ValueError("this is not a comparison of deals") from None
        if any(type(number) is not int or number < 0 for number in whole):
            raise ValueError("not all numbers are whole numbers, 0 or more")
        pairs = [one[:2] for one in comparison.counts]
        if sorted(set(pairs)) != pairs or any(max(pair) >= RESULTS for pair in pairs):
            raise ValueError("these are not pairs of results")
        if sum(number for _, _, number in comparison.counts) != count:
            raise ValueError(f"expected the totals of {count:,} deals")
        differing = sum(number for a, b, number in comparison.counts if a != b)
        rising = all(a < b for a, b in itertools.pairwise((start - 1, *comparison.different, start + count)))
        if len(comparison.different) != min(differing, MOST_DIFFERENT) or not rising:
            raise ValueError("the examples are not among the deals that are counted")
        return comparison

    def answer(
        self, start: int, count: int, with_rows: bool, stop: Callable[[], bool] | None
    ) -> tuple[Comparison, bytes]:
        """Return the comparison of a block of deals, without rows."""
        a, b = (
            answer(settings, start, count, stop, settings.max_nodes).results.astype(np.int64)
            for settings in (self.first, self.second)
        )
        pairs, numbers = np.unique(a * RESULTS + b, return_counts=True)
        counts = zip((pairs // RESULTS).tolist(), (pairs % RESULTS).tolist(), numbers.tolist(), strict=True)
        different = start + np.flatnonzero(a != b)[:MOST_DIFFERENT]
        return Comparison(tuple(counts), tuple(different.tolist())), b""


@dataclass(frozen=True)
class PairedSurvey(Result):
    """The results of the same deals under two sets of rules, or with two decks."""

    first: SurveySettings
    """The deals and the first rules."""
    second: SurveySettings
    """The same deals with the second rules or the second deck."""
    comparison: Comparison
    """The number of deals with each pair of results."""
    seconds: float
    """Wall-clock seconds of this call."""
    answered: int
    """Number of deals answered by this call; the other deals were in the file already."""

    @property
    def counts(self) -> NDArray[np.int64]:
        """(27, 27): the number of deals with each first result (row) and second result (column)."""
        counts = np.zeros((RESULTS, RESULTS), np.int64)
        for first, second, number in self.comparison.counts:
            counts[first, second] = number
        return counts

    @property
    def deals_per_second(self) -> float:
        """Deals per second answered by this call; 0 if all deals were in the file already."""
        return self.answered / self.seconds if self.answered else 0.0

    @property
    def assumed(self) -> tuple[str, ...]:
        """Assumptions behind the figures, for both decks: names of assumed cards, then "colours"."""
        named = [
            settings.deck.assumed({card.name for card in settings.deck})
            for settings in (self.first, self.second)
        ]
        return tuple(sorted(dict.fromkeys(itertools.chain(*named)), key="colours".__eq__))

    @property
    def _solvable(self) -> NDArray[np.int64]:
        """(3, 3): `counts`, summed over solvable, unsolvable and undecided results."""
        ends = [0, UNSOLVABLE, UNDECIDED]
        by_row: NDArray[np.int64] = np.add.reduceat(self.counts, ends, axis=0)
        return np.asarray(np.add.reduceat(by_row, ends, axis=1), np.int64)

    @property
    def both(self) -> int:
        """Number of deals that can be won with both settings."""
        return int(self._solvable[0, 0])

    @property
    def only_first(self) -> int:
        """Number of deals that can be won with the first settings only."""
        return int(self._solvable[0, 1])

    @property
    def only_second(self) -> int:
        """Number of deals that can be won with the second settings only."""
        return int(self._solvable[1, 0])

    @property
    def neither(self) -> int:
        """Number of deals that can be won with neither of the settings."""
        return int(self._solvable[1, 1])

    @property
    def undecided(self) -> int:
        """Number of deals that are undecided with at least one of the settings."""
        return self.first.deals - self.both - self.only_first - self.only_second - self.neither

    @property
    def p_value(self) -> float:
        """P-value of McNemar's exact test.

        The null hypothesis is that a deal is as likely to count in `only_first` as in `only_second`.
        """
        return intervals.mcnemar(self.only_first, self.only_second)

    @property
    def differences(self) -> dict[int, int]:
        """The number of deals with each difference of the minimums, among the deals won with both settings.

        A positive difference is a higher minimum with the second settings.
        """
        turns = np.arange(TRACK + 1)
        more = turns[None, :] - turns[:, None]
        won = self.counts[: TRACK + 1, : TRACK + 1]
        return {int(d): int(won[more == d].sum()) for d in np.unique(more) if won[more == d].any()}

    def __repr__(self) -> str:
        return (
            f"<PairedSurvey: {number_of(self.first.deals, 'deal')} of {self.first.players} players; "
            f"won with both {self.both:,}, with the first {self.only_first:,}, "
            f"with the second {self.only_second:,}>"
        )

    def facts(self) -> Facts:
        """Return the number of deals won with both, one or neither of the settings, and the differences."""
        first, second = self.first, self.second
        changed = f"{intervals.percent(self.changed.estimate)}  ({intervals.span(self.changed)})"
        numbers = ", ".join(f"{n:,}" for n in self.comparison.different) or "none"
        limit = within(first.rules) if first.rules.limit == second.rules.limit else " by these rules"
        neither = f"{self.neither:,} not solvable{limit} (proven)"
        rows = [
            [
                for_people("turns more by the second rules", f"{more:+d}" if more else "0"),
                for_people("deals", f"{count:,}"),
            ]
            for more, count in self.differences.items()
        ]
        return [
            Fact("players", first.players),
            Fact("deals", first.deals, _deals(first)),
            Fact("seed", first.seed),
            Fact("rules", [_rules(first), _rules(second)]),
            for_people("first", rules_words(first.rules) or "plain"),
            for_people("second", rules_words(second.rules) or "plain"),
            for_people("second deck", second.deck.name if second.deck != first.deck else ""),
            Fact("solved_by_both", self.both, f"{self.both:,} by both", "solvable"),
            Fact("solved_by_first_only", self.only_first, f"{self.only_first:,}", "by the first only"),
            Fact("solved_by_second_only", self.only_second, f"{self.only_second:,}", "by the second only"),
            Fact("solved_by_neither", self.neither, neither, "by neither"),
            Fact("undecided", self.undecided, f"{self.undecided:,}"),
            Fact("mcnemar_p", self.p_value, f"p = {self.p_value:.3g} (exact)", "McNemar"),
            Fact("changed", self.changed, changed, style="bold"),
            Fact("more_turns", self.differences),
            Rows("", rows, [0, 1]),
            Fact("examples", self.comparison.different, numbers, "the first deals that differ"),
            Fact("confidence", intervals.CONFIDENCE),
            Fact("deals_per_second", self.deals_per_second),
            Fact("assumed", self.assumed),
        ]

    @property
    def changed(self) -> Interval:
        """The share of deals whose two results differ, with its Clopper-Pearson interval."""
        same = int(np.trace(self.counts[:UNDECIDED, :UNDECIDED]))
        return intervals.share(self.first.deals - same - self.undecided, self.undecided, self.first.deals)

    def examples(self) -> list[tuple[int, Deal]]:
        """Return the first deals whose two results differ, with the first deck, each with its number.

        Returns
        -------
        list of tuple
            Pairs of a number and its deal.
        """
        first = self.first
        return [
            (n, random_deal(first.players, first.seed, n, deck=first.deck)) for n in self.comparison.different
        ]


def _most_nodes(limits: Limits | None) -> int | None:
    """Return the limit of nodes; raise an error for limits that depend on the machine."""
    limits = or_default(limits, Limits)
    if limits != Limits(max_nodes=limits.max_nodes):
        raise ArgumentError(
            "the only limit of a survey is max_nodes, since its results must not depend on the machine; "
            "to stop a survey, use its argument stop"
        )
    return limits.max_nodes


def survey(
    players: SupportsIndex,
    deals: DealCount,
    *,
    seed: SupportsIndex = 0,
    rules: Rules | None = None,
    deck: Deck | None = None,
    limits: Limits | None = None,
    workers: WorkerCount = 1,
    executor: Executor | None = None,
    scheduler: str | None = None,
    out: str | Path | None = None,
    stop: Callable[[], bool] | None = None,
    progress: Progress | None = None,
) -> Survey:
    """Return statistics over the first `deals` deals of a seed.

    Parameters
    ----------
    players : int
        3, 4 or 5; 2 for the mini game.
    deals : int
        Number of deals.
    seed : int, default: 0
        As for `random_deal`.
    rules : Rules, optional
        The rules of the deals; the plain rules if left out.
    deck : Deck, optional
        The deck; `Deck.of(players)` if left out.
    limits : Limits, optional
        The limit `max_nodes` of each deal; a deal that needs more is undecided. Other limits are refused, as
        the results must not depend on the machine.
    workers : int, default: 1
        Number of worker processes; 1 means this process. With an executor, the number of calls that it runs
        at a time.
    executor : concurrent.futures.Executor, optional
        An executor to use instead of worker processes.
    scheduler : str, optional
        Address of a Dask scheduler to use instead of worker processes or an executor. It needs the extra
        ``cluster``.
    out : str or Path, optional
        A parquet file with one row for each deal, which needs the extra ``parquet``. After a stop, the same
        call continues with the rows in the file.
    stop : callable, optional
        Called at least five times a second. If it returns True, the call ends with StoppedError.
    progress : Progress, optional
        Called after each block with two numbers of deals: `answered` in total, and `answered_now` by this
        call. While the blocks are joined in a file, also called with the number `joined` of these blocks.

    Returns
    -------
    Survey
        The number of deals with each result, and estimates for all possible deals.

    Raises
    ------
    ArgumentError
        An argument is out of range or contradicts another, or `out` has another survey.
    StoppedError
        `stop` returned True, or a worker process died. With `out`, finished blocks are saved.
    OSError
        `out` cannot be written. Finished blocks are saved.

    Examples
    --------
    >>> from narabi_solver import survey
    >>> statistics = survey(3, 20_000, seed=1)
    >>> statistics.solved, statistics.unsolvable, statistics.undecided
    (20000, 0, 0)
    >>> print("{:.3f} turns, {:.3f} to {:.3f}".format(*statistics.mean_turns))
    4.613 turns, 4.602 to 4.623
    """
    players, deals, seed, workers = map(operator.index, (players, deals, seed, workers))
    deck = or_default(deck, Deck, lambda: Deck.of(players))
    settings = SurveySettings(players, deals, seed, or_default(rules, Rules), deck, _most_nodes(limits))
    warm_up(pack(random_deal(players, seed, deck=deck).state(), Rules()).game)  # before the clock runs
    done = settings.run(
        workers=workers, executor=executor, scheduler=scheduler, out=out, stop=stop, progress=progress
    )
    return Survey(settings, *done)


def paired_survey(
    players: SupportsIndex,
    deals: DealCount,
    *,
    seed: SupportsIndex = 0,
    rules: tuple[Rules, Rules] = (Rules(), Rules(no_undo=True)),
    decks: tuple[Deck, Deck] | None = None,
    limits: Limits | None = None,
    workers: WorkerCount = 1,
    executor: Executor | None = None,
    scheduler: str | None = None,
    out: str | Path | None = None,
    stop: Callable[[], bool] | None = None,
    progress: Progress | None = None,
) -> PairedSurvey:
    """Return the results of the same deals under two sets of rules, or with two decks.

    Parameters
    ----------
    players : int
        3, 4 or 5; 2 for the mini game.
    deals : int
        Number of deals.
    seed : int, default: 0
        As for `survey`.
    rules : tuple of two Rules, optional
        The first and the second rules; without and with no-undo if left out.
    decks : tuple of two Deck, optional
        The first and the second deck; `Deck.of(players)` twice if left out. A deal with the second deck has
        the same stones, and each card is replaced by the card in the same place of the second deck file. Both
        decks must have the same number of cards and the same stones.
    limits : Limits, optional
        As for `survey`.
    workers, executor, scheduler : optional
        As for `survey`.
    out : str or Path, optional
        A JSON file for the totals. After a stop, the same call continues with the totals in the file.
    stop, progress : optional
        As for `survey`.

    Returns
    -------
    PairedSurvey
        The number of deals with each pair of results.

    Raises
    ------
    ArgumentError
        An argument is out of range or contradicts another, the decks do not match, or `out` has another
        survey.
    StoppedError
        `stop` returned True, or a worker process died. With `out`, finished blocks are saved.
    OSError
        `out` cannot be written. Finished blocks are saved.

    Examples
    --------
    >>> from narabi_solver import paired_survey
    >>> pairs = paired_survey(3, 20_000, seed=1)
    >>> pairs.both, pairs.only_first, pairs.only_second, pairs.neither
    (20000, 0, 0, 0)
    """
    players, deals, seed, workers = map(operator.index, (players, deals, seed, workers))
    first_deck, second_deck = decks or (Deck.of(players), Deck.of(players))
    max_nodes = _most_nodes(limits)
    first = SurveySettings(players, deals, seed, rules[0], first_deck, max_nodes)
    second = SurveySettings(players, deals, seed, rules[1], second_deck, max_nodes)
    if [card.copies for card in first_deck] != [card.copies for card in second_deck]:
        raise ArgumentError(
            "paired decks must have the same number of cards, with the same copies in the same order"
        )
    if first_deck.ring_stones(players) != second_deck.ring_stones(players):
        raise ArgumentError("paired decks must have the same stones")
    warm_up(pack(random_deal(players, seed, deck=first_deck).state(), Rules()).game)  # before the clock runs
    done = PairedSettings(players, deals, seed, first, second).run(
        workers=workers, executor=executor, scheduler=scheduler, out=out, stop=stop, progress=progress
    )
    return PairedSurvey(first, second, *done)
