"""`team`: the number of turns that hidden cards cost, measured by policies that play many random deals."""

from __future__ import annotations

import math
import operator
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from _gamekit import intervals
from _gamekit.facts import AsDict, Fact, Facts, Result, Rows, for_people
from _gamekit.intervals import CONFIDENCE, Interval
from _gamekit.limits import Limits, WorkerCount
from _gamekit.problems import number_of, or_default
from _gamekit.progress import Progress
from _gamekit.work.study import DealCount
from _gamekit.work.study_files import arrow, stream
from narabi_solver.game.deal import Deal
from narabi_solver.game.deck import Deck
from narabi_solver.game.errors import ArgumentError, StoppedError
from narabi_solver.game.facts import rules_of, rules_words, within
from narabi_solver.game.random_deals import random_deal
from narabi_solver.game.rules import TRACK, Rules
from narabi_solver.hidden.assignments import random_seed
from narabi_solver.hidden.policies import Policy, policy_named
from narabi_solver.hidden.team_games import TeamGame, play_together
from narabi_solver.solving.answers import Outcome
from narabi_solver.solving.packing import pack
from narabi_solver.solving.search import warm_up
from narabi_solver.solving.solve import solve
from narabi_solver.statistics.blocks import DealStudy

if TYPE_CHECKING:
    import pyarrow as pa

LOST = TRACK + 1
"""Number of turns that a lost game counts as."""


@dataclass(frozen=True)
class TeamSettings(DealStudy["TeamTotals"]):
    """The settings of a study of teams: the deals, the rules and the policies.

    Raises
    ------
    ArgumentError
        An argument is out of range, there is no policy, or a policy is given twice.
    """

    policies: tuple[Policy, ...]
    """The policies; each of them plays every deal, in all seats."""

    verb = "played"
    block = 2  # about a second of work

    def __post_init__(self) -> None:
        super().__post_init__()
        if not self.policies or len(set(map(repr, self.policies))) < len(self.policies):
            raise ArgumentError("expected at least one policy, and each policy only once")

    @property
    def rows(self) -> int:
        """Number of rows of the file for each deal."""
        return len(self.policies)

    def identity(self) -> dict[str, Any]:
        """Return everything on which the games depend, as JSON, to compare with saved studies.

        Returns
        -------
        dict
            Settings by name.
        """
        return super().identity() | {"study": "team", "policies": [repr(policy) for policy in self.policies]}

    def columns(self) -> pa.Schema:
        """Return the schema of the rows; it needs pyarrow.

        Returns
        -------
        pyarrow.Schema
            Names and types of the columns.
        """
        return columns()

    def empty(self) -> TeamTotals:
        """Return the totals of no deals.

        Returns
        -------
        TeamTotals
            All zero.
        """
        return TeamTotals.empty(len(self.policies))

    def read(self, value: Any, start: int, count: int) -> TeamTotals:
        """Return totals from their JSON.

        Parameters
        ----------
        value : object
            The JSON value.
        start, count : int
            Number of the first deal, and number of deals.

        Returns
        -------
        TeamTotals
            The totals.

        Raises
        ------
        ValueError
            The value is not the totals of the given deals.
        """
        return TeamTotals.of_json(len(self.policies), value, count)

    def without_times(self, totals: TeamTotals) -> TeamTotals:
        """Return the totals without the processor time of the decisions.

        Parameters
        ----------
        totals : TeamTotals
            The totals.

        Returns
        -------
        TeamTotals
            The totals with 0 seconds.
        """
        return totals._replace(policies=tuple(one._replace(seconds=0.0) for one in totals.policies))

    def answer(
        self, start: int, count: int, with_rows: bool, stop: Callable[[], bool] | None
    ) -> tuple[TeamTotals, bytes]:
        """Return the totals of some deals, and their rows.

        Parameters
        ----------
        start, count : int
            Number of the first deal, and number of deals.
        with_rows : bool
            True to return rows.
        stop : callable or None
            Called before each decision. If it returns True, the call ends with StoppedError.

        Returns
        -------
        tuple
            The totals, and the rows, which are empty without `with_rows`.
        """
        total, rows = self.empty(), []
        for number in range(start, start + count):
            deal = random_deal(self.players, self.seed, number, deck=self.deck)
            minimum = _minimum(deal, self.rules, stop)
            games: list[TeamGame | None] = [None] * len(self.policies)
            if minimum is not None:
                games = [_played(deal, policy, self, number, stop) for policy in self.policies]
            total = total.plus(counted(minimum, games))
            rows += [_row(number, deal, minimum, *one) for one in zip(self.policies, games, strict=True)]
        return total, _stream(rows) if with_rows else b""


class PolicyTotals(NamedTuple):
    """The results of a policy on some deals that can be won."""

    gaps: tuple[int, ...]
    """(26,): the number of deals for each number of turns above the minimum, from 0."""
    turns: int
    """Total turns of all games; a lost game counts as 25."""
    lost: int
    """Number of games that were not won."""
    questions: int
    """Number of questions asked."""
    decisions: int
    """Number of decisions of the policy."""
    seconds: float
    """Processor time of the decisions, in seconds."""

    def plus(self, other: PolicyTotals) -> PolicyTotals:
        """Return the sum of both totals."""
        return PolicyTotals(
            tuple(map(sum, zip(self.gaps, other.gaps, strict=True))),
            self.turns + other.turns,
            self.lost + other.lost,
            self.questions + other.questions,
            self.decisions + other.decisions,
            self.seconds + other.seconds,
        )


class TeamTotals(NamedTuple):
    """The results of all policies on a set of deals."""

    minimums: tuple[int, ...]
    """(25,): the number of deals with each minimum."""
    unsolvable: int
    """Number of deals that cannot be won even with open cards; nobody plays them."""
    policies: tuple[PolicyTotals, ...]
    """The totals of each policy."""

    @classmethod
    def empty(cls, policies: int) -> TeamTotals:
        """Return the totals of no deals."""
        return cls((0,) * (TRACK + 1), 0, (PolicyTotals((0,) * (LOST + 1), 0, 0, 0, 0, 0.0),) * policies)

    def plus(self, other: TeamTotals) -> TeamTotals:
        """Return the sum of both totals, which does not depend on the order of adding, except for seconds."""
        return TeamTotals(
            tuple(map(sum, zip(self.minimums, other.minimums, strict=True))),
            self.unsolvable + other.unsolvable,
            tuple(a.plus(b) for a, b in zip(self.policies, other.policies, strict=True)),
        )

    @classmethod
    def of_json(cls, policies: int, value: Any, count: int) -> TeamTotals:
        """Return totals from their JSON; raise ValueError if they are not the totals of `count` deals."""
        try:
            minimums, unsolvable, by_policy = value
            totals = cls(
                tuple(minimums),
                unsolvable,
                tuple(PolicyTotals(tuple(policy[0]), *policy[1:]) for policy in by_policy),
            )
            whole = [*totals.minimums, unsolvable]
            for policy in totals.policies:
                whole += [*policy.gaps, *policy[1:5]]
            good = all(type(number) is int and number >= 0 for number in whole)
            good = good and all(policy.seconds >= 0 for policy in totals.policies)
        except (TypeError, ValueError):
            raise ValueError("these are not the totals of teams") from None
        if not good or len(totals.policies) != policies:
            raise ValueError("these are not the totals of these policies")
        solvable = sum(totals.minimums)
        if solvable + unsolvable != count or any(sum(policy.gaps) != solvable for policy in totals.policies):
            raise ValueError(f"expected the totals of {count:,} deals")
        return totals


@dataclass(frozen=True)
class TeamResult(AsDict):
    """The results of a policy in a study."""

    policy: Policy
    """The policy."""
    totals: PolicyTotals
    """The totals of the policy."""

    @property
    def games(self) -> int:
        """Number of games: one for each deal that can be won."""
        return sum(self.totals.gaps)

    @property
    def mean_turns(self) -> float:
        """Mean turns of a game; a lost game counts as 25."""
        return self.totals.turns / self.games if self.games else math.nan

    @property
    def gap(self) -> Interval:
        """Mean excess of the turns over the minimum of the deal, with an interval by Student's t."""
        return intervals.mean(self.totals.gaps, 0)

    @property
    def lost(self) -> int:
        """Number of games that were not won."""
        return self.totals.lost

    @property
    def questions(self) -> float:
        """Mean number of questions per game."""
        return self.totals.questions / self.games if self.games else math.nan

    @property
    def milliseconds(self) -> float:
        """Mean processor time of a decision, in milliseconds; a question is a decision, too.

        NaN if there was no decision, or if the results were read from a finished file, which keeps no times.
        """
        return 1_000 * self.totals.seconds / self.totals.decisions if self.totals.seconds else math.nan

    def facts(self) -> list[Fact]:
        """Return the results as a row of a table."""
        return [
            Fact("policy", self.policy.name, self.policy.name),
            Fact("settings", repr(self.policy)),
            Fact("games", self.games),
            Fact("mean_turns", self.mean_turns, f"{self.mean_turns:.2f}", "turns"),
            Fact("gap", self.gap, _interval(self.gap), "more than the minimum"),
            Fact("lost", self.lost, f"{self.lost:,}"),
            Fact("questions", self.questions, f"{self.questions:.1f}"),
            Fact("milliseconds", self.milliseconds, f"{self.milliseconds:.1f}", "ms a decision"),
        ]


def _interval(interval: Interval) -> str:
    return (
        "none"
        if interval.estimate is None
        else f"{interval.estimate:.2f} ({interval.low:.2f} to {interval.high:.2f})"
    )


@dataclass(frozen=True)
class TeamStudy(Result):
    """The turns that hidden cards cost: the results of policies on the same deals, and the minimums."""

    settings: TeamSettings
    """The deals, the rules and the policies."""
    totals: TeamTotals
    """The totals of all deals. Apart from seconds, they do not depend on the number of workers."""
    seconds: float
    """Wall-clock seconds of this call."""

    @property
    def optimum(self) -> Interval:
        """The mean minimum of the deals that can be won, with an interval by Student's t."""
        return intervals.mean(self.totals.minimums, 0)

    @property
    def results(self) -> tuple[TeamResult, ...]:
        """The results of each policy, in the given order."""
        return tuple(map(TeamResult, self.settings.policies, self.totals.policies))

    @property
    def unsolvable(self) -> int:
        """Number of deals that cannot be won even with open cards; they were not played."""
        return self.totals.unsolvable

    def facts(self) -> Facts:
        """Return the facts about the study, with a row for each policy."""
        settings, games = self.settings, self.settings.deals - self.unsolvable
        deals = number_of(settings.deals, "random deal")
        dealt = f"{deals} of {settings.players} players, seed {settings.seed}"
        unsolvable = f"{self.unsolvable:,} that cannot be won{within(settings.rules)}, whatever is known"
        optimum = f"{_interval(self.optimum)} turns on average, with all cards open" if games else "none"
        confidence = f"In brackets: intervals of {CONFIDENCE:.0%} confidence. Questions are those of a game."
        rules = rules_of(settings.rules, settings.players, settings.deck)
        return [
            Fact("players", settings.players),
            Fact("deals", settings.deals, dealt),
            Fact("seed", settings.seed),
            Fact("unsolvable", self.unsolvable, unsolvable * bool(self.unsolvable), "not played"),
            Fact("optimum", self.optimum, optimum, "minimum"),
            for_people("lost games", f"count as {TRACK + 1} turns"),
            Rows("policies", [one.facts() for one in self.results], range(1, 6), None if games else 0),
            Fact("confidence", CONFIDENCE, confidence, ""),
            Fact("assumed", settings.deck.assumed({card.name for card in settings.deck})),
            Fact("seconds", round(self.seconds, 6)),
            Fact("rules", rules, rules_words(settings.rules)),
        ]

    def __repr__(self) -> str:
        """Return a description on one line."""
        of = "; ".join(f"{result.policy.name} {result.mean_turns:.2f} turns" for result in self.results)
        return f"<TeamStudy: {number_of(self.settings.deals, 'deal')}; {of}>"


def team(
    players: int,
    deals: DealCount,
    policies: Sequence[Policy | str],
    *,
    seed: int = 0,
    rules: Rules | None = None,
    deck: Deck | None = None,
    workers: WorkerCount = 1,
    executor: Executor | None = None,
    scheduler: str | None = None,
    out: str | Path | None = None,
    stop: Callable[[], bool] | None = None,
    progress: Progress | None = None,
) -> TeamStudy:
    """Return the results of teams on the first `deals` deals of a seed; all seats of a team share a policy.

    Parameters
    ----------
    players : int
        3, 4 or 5; 2 for the mini game.
    deals : int
        Number of deals.
    policies : sequence of Policy or str
        The policies, or names for `policy_named`; each policy plays every deal.
    seed : int, default: 0
        As for `random_deal`. The random draws of policies depend on it, too.
    rules : Rules, optional
        The rules of the games; the plain rules if left out.
    deck : Deck, optional
        The deck; `Deck.of(players)` if left out.
    workers, executor, scheduler : optional
        As for `survey`.
    out : str or Path, optional
        A parquet file with a row for each deal and policy, which needs the extra ``parquet``. After a stop,
        the same call continues with the rows in the file.
    stop : callable, optional
        Called before each decision. If it returns True, the call ends with StoppedError.
    progress : Progress, optional
        As for `survey`.

    Returns
    -------
    TeamStudy
        The means of each policy, with intervals.

    Raises
    ------
    ArgumentError
        An argument is out of range, a policy made an illegal decision, or `out` has another study.
    StoppedError
        `stop` returned True, or a worker process died. With `out`, finished blocks are saved.
    OSError
        `out` cannot be written. Finished blocks are saved.

    Examples
    --------
    >>> from narabi_solver.hidden import Open, Silent, team
    >>> study = team(3, 4, [Open(), Silent()], seed=1)
    >>> [policy.gap.estimate for policy in study.results]
    [0.0, ...]
    """
    chosen = or_default(deck, Deck, lambda: Deck.of(players))
    deals, workers = map(operator.index, (deals, workers))
    given = tuple(policy_named(one) if isinstance(one, str) else one for one in policies)
    settings = TeamSettings(players, deals, seed, or_default(rules, Rules), chosen, given)
    warm_up(pack(random_deal(players, seed, deck=chosen).start(), Rules()).game)  # before the clock runs
    done = settings.run(
        workers=workers, executor=executor, scheduler=scheduler, out=out, stop=stop, progress=progress
    )
    return TeamStudy(settings, done.totals, done.seconds)


def _minimum(deal: Deal, rules: Rules, stop: Callable[[], bool] | None) -> int | None:
    solution = solve(deal, rules=rules, limits=Limits(stop=stop))
    if solution.outcome is Outcome.UNDECIDED:
        raise StoppedError(f"the minimum of a deal was not found: stopped by {solution.stopped_by}")
    return solution.turns


def _played(
    deal: Deal, policy: Policy, settings: TeamSettings, number: int, stop: Callable[[], bool] | None
) -> TeamGame:
    seed = random_seed(settings.seed, number)
    return play_together(deal, policy, rules=settings.rules, seed=seed, stop=stop)


def counted(minimum: int | None, games: Sequence[TeamGame | None]) -> TeamTotals:
    """Return the totals of one deal."""
    by_policy = []
    for game in games:
        gaps = [0] * (LOST + 1)
        if game is None or minimum is None:
            by_policy.append(PolicyTotals(tuple(gaps), 0, 0, 0, 0, 0.0))
            continue
        turns = game.turns if game.won else LOST
        gaps[turns - minimum] = 1
        by_policy.append(
            PolicyTotals(tuple(gaps), turns, int(not game.won), game.questions, game.decisions, game.seconds)
        )
    minimums = [0] * (TRACK + 1)
    if minimum is not None:
        minimums[minimum] = 1
    return TeamTotals(tuple(minimums), int(minimum is None), tuple(by_policy))


Row = tuple[int, str, int | None, str, bool | None, int | None, int | None, str | None]


def _row(number: int, deal: Deal, minimum: int | None, policy: Policy, game: TeamGame | None) -> Row:
    before = number, str(deal), minimum, policy.name
    if game is None:
        return *before, None, None, None, None
    return *before, game.won, game.turns, game.questions, " ".join(map(str, game.events))


def columns() -> Any:
    """Return the schema of the rows of a study, which needs pyarrow."""
    pa = arrow()
    return pa.schema(
        [
            pa.field("index", pa.uint64(), nullable=False),
            pa.field("deal", pa.string(), nullable=False),
            pa.field("minimum", pa.uint8()),
            pa.field("policy", pa.string(), nullable=False),
            pa.field("won", pa.bool_()),
            pa.field("turns", pa.uint8()),
            pa.field("questions", pa.uint16()),
            pa.field("events", pa.string()),
        ]
    )


def _stream(rows: Iterable[Row]) -> bytes:
    pa, schema = arrow(), columns()
    by_column = zip(*rows, strict=True)
    return stream(
        [pa.array(values, field.type) for values, field in zip(by_column, schema, strict=True)], schema
    )
