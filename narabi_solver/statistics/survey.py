"""Statistics over many random deals, each with its interval: `survey` and `paired_survey`."""

from __future__ import annotations

import functools
import time
from collections.abc import Callable
from concurrent.futures import Executor
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

import numpy as np
from numpy.typing import NDArray

from _gamekit.moved import Renamed, given_numbers, keyword_options
from _gamekit.problems import check_kind, or_default
from narabi_solver.game.deal import Deal
from narabi_solver.game.deck import Deck
from narabi_solver.game.errors import ArgumentError
from narabi_solver.game.random_deals import random_deal
from narabi_solver.game.rules import TRACK, Rules
from narabi_solver.solving.values import warm_up
from narabi_solver.statistics import intervals, parquet
from narabi_solver.statistics.blocks import (
    UNDECIDED,
    UNSOLVABLE,
    Comparison,
    Study,
    Tally,
    answer,
    compare,
    version,
)
from narabi_solver.statistics.intervals import Interval
from narabi_solver.statistics.workers import Workers

if TYPE_CHECKING:
    from _gamekit.progress import Progress

T = TypeVar("T")

RENAMED = {"report": Renamed("progress", given_numbers("answered", "answered_now"))}
"""Options of version 0.1, with their new names."""


@dataclass(frozen=True)
class Survey:
    """How many random deals have each fate, with estimates for all deals."""

    study: Study
    """The deals and the rules."""
    tally: Tally
    """How many deals have each fate; the same for any number of workers."""
    seconds: float
    """Wall-clock seconds of this call."""
    answered: int
    """Deals answered by this call; the others were in the file already."""

    @property
    def nodes(self) -> int:
        """States expanded for all deals."""
        return self.tally.nodes

    @property
    def distribution(self) -> dict[int, int]:
        """For each minimum that occurs, how many deals have it."""
        return {turns: n for turns, n in enumerate(self.tally.counts[: TRACK + 1]) if n}

    @property
    def solved(self) -> int:
        """Deals that can be won."""
        return sum(self.tally.counts[: TRACK + 1])

    @property
    def unsolvable(self) -> int:
        """Deals that are proven not to be winnable within the turn limit."""
        return self.tally.counts[UNSOLVABLE]

    @property
    def undecided(self) -> int:
        """Deals that took more nodes or memory than allowed."""
        return self.tally.counts[UNDECIDED]

    @property
    def solvable(self) -> Interval:
        """The share of deals that can be won; Clopper-Pearson."""
        return intervals.share(self.solved, self.undecided, self.study.deals)

    @property
    def mean_turns(self) -> Interval:
        """The mean minimum of the deals that can be won; Student's t."""
        return intervals.mean(self.tally.counts[: self.study.rules.limit + 1], self.undecided)

    def share(self, turns: int) -> Interval:
        """Return the share of deals with this minimum; Clopper-Pearson, each interval by itself.

        Parameters
        ----------
        turns : int
            A minimum, 0 to 24.

        Returns
        -------
        Interval
            The share, with its interval.
        """
        return intervals.share(self.tally.counts[turns], self.undecided, self.study.deals)

    @property
    def band(self) -> list[Interval]:
        """For each number of turns, from 0, the share of deals won in so many; all hold together."""
        counts = self.tally.counts[: self.study.rules.limit + 1]
        return intervals.band(counts, self.undecided, self.study.deals)

    @property
    def deals_per_second(self) -> float:
        """Deals that this call answered in a second; 0 if all were in the file already."""
        return self.answered / self.seconds if self.answered else 0.0

    @property
    def assumed(self) -> tuple[str, ...]:
        """Assumptions behind the figures: names of assumed cards, and "colours"."""
        return self.study.deck.assumed({card.name for card in self.study.deck})

    def examples(self, fate: int) -> list[tuple[int, Deal]]:
        """Return the first deals of a fate with their numbers.

        Parameters
        ----------
        fate : int
            A number of turns; or 25 for the unsolvable deals, and 26 for the undecided ones.

        Returns
        -------
        list of tuple
            Numbers, each with its deal.
        """
        return [
            (number, random_deal(self.study.players, self.study.seed, number, deck=self.study.deck))
            for number in self.tally.examples[fate]
        ]


@dataclass(frozen=True)
class PairedSurvey:
    """The fates of the same deals by two sets of rules, or with two decks."""

    first: Study
    """The deals and the first rules."""
    second: Study
    """The same deals with the second rules, or the second deck."""
    comparison: Comparison
    """How many deals have each pair of fates."""
    seconds: float
    """Wall-clock seconds."""

    @property
    def counts(self) -> NDArray[np.int64]:
        """(27, 27): deals by their fate in the first study (row) and in the second (column)."""
        return self.comparison.counts

    @property
    def _solvable(self) -> NDArray[np.int64]:
        """(3, 3): the same for solvable, unsolvable and undecided."""
        ends = [0, UNSOLVABLE, UNDECIDED]
        by_row: NDArray[np.int64] = np.add.reduceat(self.counts, ends, axis=0)
        return np.asarray(np.add.reduceat(by_row, ends, axis=1), np.int64)

    @property
    def both(self) -> int:
        """Deals that can be won in both."""
        return int(self._solvable[0, 0])

    @property
    def only_first(self) -> int:
        """Deals that can be won in the first study and not in the second."""
        return int(self._solvable[0, 1])

    @property
    def only_second(self) -> int:
        """Deals that can be won in the second study and not in the first."""
        return int(self._solvable[1, 0])

    @property
    def neither(self) -> int:
        """Deals that can be won in neither."""
        return int(self._solvable[1, 1])

    @property
    def undecided(self) -> int:
        """Deals that are undecided in one study at least."""
        return self.first.deals - self.both - self.only_first - self.only_second - self.neither

    @property
    def p_value(self) -> float:
        """P-value of McNemar's exact test that either study is as likely to be the only one lost."""
        return intervals.mcnemar(self.only_first, self.only_second)

    @property
    def differences(self) -> dict[int, int]:
        """For the deals won in both: how many need 0, 1, 2, … turns more in the second study."""
        turns = np.arange(TRACK + 1)
        more = turns[None, :] - turns[:, None]
        won = self.counts[: TRACK + 1, : TRACK + 1]
        return {int(d): int(won[more == d].sum()) for d in np.unique(more) if won[more == d].any()}

    @property
    def changed(self) -> Interval:
        """The share of deals whose fate changes; Clopper-Pearson."""
        same = int(np.trace(self.counts[:UNDECIDED, :UNDECIDED]))
        return intervals.share(self.first.deals - same - self.undecided, self.undecided, self.first.deals)

    def examples(self) -> list[tuple[int, Deal]]:
        """Return the first deals whose fate changes, with their numbers and with the first deck.

        Returns
        -------
        list of tuple
            Numbers, each with its deal.
        """
        one = self.first
        return [(n, random_deal(one.players, one.seed, n, deck=one.deck)) for n in self.comparison.different]


@keyword_options(renamed=RENAMED)
def survey(
    players: int,
    deals: int,
    *,
    seed: int = 0,
    rules: Rules | None = None,
    deck: Deck | None = None,
    max_nodes: int | None = None,
    workers: int = 1,
    executor: Executor | None = None,
    scheduler: str | None = None,
    out: str | Path | None = None,
    stop: Callable[[], bool] | None = None,
    progress: Progress | None = None,
) -> Survey:
    """Return statistics over the deals 0 to `deals` - 1 of a seed.

    Parameters
    ----------
    players : int
        3, 4 or 5.
    deals : int
        How many.
    seed : int, default: 0
        As for `random_deal`.
    rules : Rules, optional
        The rules they are solved by; the plain ones if left out.
    deck : Deck, optional
        The deck; the built-in one if left out.
    max_nodes : int, optional
        Nodes for each deal; a deal that takes more is undecided. None: no limit but 4 GiB of memory.
    workers : int, default: 1
        Worker processes; 1 means this one. With an executor: how many calls it runs at a time.
    executor : concurrent.futures.Executor, optional
        Any executor, instead of worker processes.
    scheduler : str, optional
        Address of a Dask scheduler, instead of both; needs the extra ``cluster``.
    out : str or Path, optional
        A parquet file with one row per deal; needs the extra ``parquet``. After a stop, the same call
        continues from there.
    stop : callable, optional
        Called at least five times a second; True ends the call.
    progress : Progress, optional
        Called after each block; counts: deals `answered` so far, and those `answered_now`, by this call.

    Returns
    -------
    Survey
        How many deals have each minimum, with estimates for all deals.

    Raises
    ------
    ArgumentError
        An argument is out of range or contradicts another, or `out` is of another study.
    StoppedError
        `stop` returned True, or a worker process was lost; with `out`, nothing finished is lost.
    OSError
        `out` cannot be written; nothing finished is lost.

    Examples
    --------
    >>> from narabi_solver import survey
    >>> found = survey(3, 20_000, seed=1)
    >>> found.solved, found.unsolvable, found.undecided
    (20000, 0, 0)
    >>> print("{:.3f} turns, {:.3f} to {:.3f}".format(*found.mean_turns))
    4.613 turns, 4.602 to 4.623
    """
    study = Study(
        players, deals, seed, or_default(rules, Rules), or_default(deck, Deck, Deck.standard), max_nodes
    )
    who = Workers(workers, executor, scheduler)
    warm_up(random_deal(players, seed, deck=deck).state(), Rules())  # before the clock runs
    started = time.perf_counter()
    if out is None:
        tally, _ = _tallied(study, who, None, stop, progress)
        return Survey(study, tally, time.perf_counter() - started, deals)
    with parquet.Store(Path(out), study) as store:
        known = store.result()
        if known is not None:
            return Survey(study, known, time.perf_counter() - started, 0)
        tally, answered = _tallied(study, who, store, stop, progress)
        store.finish(tally)
    return Survey(study, tally, time.perf_counter() - started, answered)


def _tallied(
    study: Study,
    workers: Workers,
    store: parquet.Store | None,
    stop: Callable[[], bool] | None,
    progress: Progress | None,
) -> tuple[Tally, int]:
    """Return the tally of all deals, and how many were answered by this call."""
    done = {} if store is None else store.done()
    total = functools.reduce(Tally.plus, done.values(), Tally.empty())
    answered = 0
    left = ((study, block, store is not None) for block in range(study.blocks) if block not in done)
    for block, made_by, tally, payload in workers.results(_answer_block, left, stop):
        _check_version(made_by)
        if store is not None:
            store.write(block, tally, payload)
        total = total.plus(tally)
        answered += sum(tally.counts)
        if progress is not None:
            _tell(progress, study, sum(total.counts), answered)
    return total, answered


def _tell(progress: Progress, study: Study, answered: int, now: int) -> None:
    progress(f"{answered:,} of {study.deals:,} deals answered", answered=answered, answered_now=now)


def _answer_block(
    study: Study, block: int, with_rows: bool, stop: Callable[[], bool] | None
) -> tuple[int, str, Tally, bytes]:
    """Return a block's number, the version that answered it, its tally, and its rows or nothing."""
    start, count = study.span(block)
    answers = answer(study, start, count, stop)
    return (
        block,
        version(),
        answers.tally(start),
        parquet.payload(study, start, answers) if with_rows else b"",
    )


def _check_version(made_by: str) -> None:
    if made_by != version():
        raise ArgumentError(f"a worker has version {made_by} of this library, not {version()}")


@keyword_options(renamed=RENAMED)
def paired_survey(
    players: int,
    deals: int,
    *,
    seed: int = 0,
    rules: tuple[Rules, Rules] = (Rules(), Rules(no_undo=True)),
    decks: tuple[Deck, Deck] | None = None,
    max_nodes: int | None = None,
    workers: int = 1,
    executor: Executor | None = None,
    scheduler: str | None = None,
    stop: Callable[[], bool] | None = None,
    progress: Progress | None = None,
) -> PairedSurvey:
    """Return the fates of the same deals by two sets of rules, or with two decks.

    Parameters
    ----------
    players : int
        3, 4 or 5.
    deals : int
        How many.
    seed : int, default: 0
        As for `survey`.
    rules : tuple of two Rules, optional
        Both; without and with no-undo if left out.
    decks : tuple of two Deck, optional
        Both; the built-in deck twice if left out. A deal with the second deck is the deal with the first
        one, each card replaced by the card in the same place of the deck file: both decks must have the same
        number of cards and the same stones.
    max_nodes : int, optional
        As for `survey`.
    workers : int, default: 1
        As for `survey`.
    executor : concurrent.futures.Executor, optional
        As for `survey`.
    scheduler : str, optional
        As for `survey`.
    stop : callable, optional
        As for `survey`.
    progress : Progress, optional
        As for `survey`.

    Returns
    -------
    PairedSurvey
        How many deals have each pair of fates.

    Raises
    ------
    ArgumentError
        An argument is out of range or contradicts another, or the decks do not match.
    StoppedError
        `stop` returned True, or a worker process was lost.

    Examples
    --------
    >>> from narabi_solver import paired_survey
    >>> found = paired_survey(3, 20_000, seed=1)
    >>> found.both, found.only_first, found.only_second, found.neither
    (20000, 0, 0, 0)
    """
    one, two = _both(decks or (Deck.standard(), Deck.standard()), Deck)
    rules = _both(rules, Rules)
    first = Study(players, deals, seed, rules[0], one, max_nodes)
    second = Study(players, deals, seed, rules[1], two, max_nodes)
    if [card.copies for card in one] != [card.copies for card in two]:
        raise ArgumentError(
            "paired decks must have the same number of cards, with the same copies in the same order"
        )
    if one.ring_stones(players) != two.ring_stones(players):
        raise ArgumentError("paired decks must have the same stones")
    warm_up(random_deal(players, seed, deck=one).state(), Rules())  # before the clock runs
    started = time.perf_counter()
    total = Comparison.empty()
    calls = ((first, second, block) for block in range(first.blocks))
    for made_by, part in Workers(workers, executor, scheduler).results(_compare_block, calls, stop):
        _check_version(made_by)
        total = total.plus(part)
        if progress is not None:
            _tell(progress, first, int(total.counts.sum()), int(total.counts.sum()))
    return PairedSurvey(first, second, total, time.perf_counter() - started)


def _both(pair: tuple[T, T], kind: type[T]) -> tuple[T, T]:
    """Return a pair of objects of a class; raise ArgumentError if it is something else."""
    if not isinstance(pair, tuple) or len(pair) != 2:
        raise ArgumentError(f"a tuple of two {kind.__name__.removesuffix('s')}s is needed, not {pair!r}")
    for one in pair:
        check_kind(one, kind)
    return pair


def _compare_block(
    first: Study, second: Study, block: int, stop: Callable[[], bool] | None
) -> tuple[str, Comparison]:
    return version(), compare(first, second, *first.span(block), stop)
