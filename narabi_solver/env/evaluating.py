"""Evaluates policies, alone and with each other, by the turns of their games and the minimum of each deal."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from _gamekit.intervals import Interval
from _gamekit.problems import number_of, or_default
from narabi_solver.game.deal import Deal
from narabi_solver.game.errors import ArgumentError
from narabi_solver.game.facts import within
from narabi_solver.game.rules import Rules
from narabi_solver.hidden.assignments import random_seed
from narabi_solver.hidden.policies import Policy
from narabi_solver.hidden.team_games import play_together
from narabi_solver.hidden.team_study import TeamResult, TeamTotals, counted
from narabi_solver.solving.answers import Outcome
from narabi_solver.solving.solve import solve_many


@dataclass(frozen=True)
class Evaluation(TeamResult):
    """The results of a policy on some deals: at all seats, or at one seat with a partner at the others."""

    partner: Policy
    """The policy of the other seats."""
    unsolvable: int
    """Number of deals that cannot be won even with open cards; they were not played."""

    @property
    def regret(self) -> Interval:
        """Mean excess of a game's turns over the minimum of its deal with open cards, as an interval.

        A lost game counts as 25 turns.
        """
        return self.gap

    def __repr__(self) -> str:
        with_ = "" if self.partner == self.policy else f" with {self.partner!r}"
        low, high, mean = self.regret.low, self.regret.high, self.mean_turns
        return (
            f"<{self.policy!r}{with_}: {number_of(self.games, 'game')}, {mean:.2f} turns, "
            f"regret {self.regret.estimate:.2f} ({low:.2f} to {high:.2f}), {self.lost} lost>"
        )


@dataclass(frozen=True)
class CrossPlay:
    """The results of policies that played with themselves and with each other."""

    policies: tuple[Policy, ...]
    """The policies."""
    results: tuple[tuple[Evaluation, ...], ...]
    """The results of each policy (row) at one seat, with each policy (column) at all other seats."""

    def __repr__(self) -> str:
        return f"<CrossPlay: {len(self.policies)} policies, {self.results[0][0].games} games of each pair>"

    @property
    def regret(self) -> NDArray[np.float64]:
        """(n, n): the mean regret of the row's policy at one seat with the column's policy at the others."""
        return np.array([[evaluation.regret.estimate for evaluation in row] for row in self.results])

    @property
    def mean_turns(self) -> NDArray[np.float64]:
        """(n, n): the mean number of turns of the games of each pair; rows and columns as for `regret`."""
        return np.array([[evaluation.mean_turns for evaluation in row] for row in self.results])


def evaluate(
    policy: Policy,
    deals: Iterable[Deal],
    *,
    partner: Policy | None = None,
    rules: Rules | None = None,
    seed: int = 0,
    stop: Callable[[], bool] | None = None,
) -> Evaluation:
    """Return the results of a policy on some deals, compared with the minimum of each deal.

    Parameters
    ----------
    policy : Policy
        A built-in policy, an `ArrayPolicy`, or your own policy.
    deals : iterable of Deal
        The deals, without moves.
    partner : Policy, optional
        The policy of all seats but one; `policy` plays that seat, which is A in the first deal, B in the
        second, and so on. If left out, `policy` plays all seats.
    rules : Rules, optional
        The no-undo rule and the turn limit; the plain rules if left out.
    seed : int, default: 0
        Seed of the random draws of the policies.
    stop : callable, optional
        Called before each decision. If it returns True, the call ends with StoppedError.

    Returns
    -------
    Evaluation
        The mean number of turns, and the regret with its interval. Deals that cannot be won are left out.

    Raises
    ------
    ArgumentError
        An argument has the wrong type, or no deal can be won. The search for a minimum ran out of memory, or
        a policy made an illegal decision.
    StoppedError
        `stop` returned True.

    Examples
    --------
    >>> from itertools import islice
    >>> from narabi_solver import random_deals
    >>> from narabi_solver.env import evaluate
    >>> from narabi_solver.hidden import Open
    >>> evaluation = evaluate(Open(), islice(random_deals(3, seed=1), 20))
    >>> evaluation.games, evaluation.mean_turns, evaluation.regret.estimate
    (20, 4.55, 0.0)
    """
    rules = or_default(rules, Rules)
    others = policy if partner is None else partner
    return _evaluated(policy, others, _solved(deals, rules), rules, seed, stop)


def cross_play(
    policies: Sequence[Policy],
    deals: Iterable[Deal],
    *,
    rules: Rules | None = None,
    seed: int = 0,
    stop: Callable[[], bool] | None = None,
) -> CrossPlay:
    """Return the results of each policy with every policy, itself included, as its partner on the same deals.

    Parameters
    ----------
    policies : sequence of Policy
        The policies.
    deals : iterable of Deal
        As for `evaluate`.
    rules : Rules, optional
        As for `evaluate`.
    seed : int, default: 0
        As for `evaluate`.
    stop : callable, optional
        As for `evaluate`.

    Returns
    -------
    CrossPlay
        The results as a matrix. Its diagonal has the games of each policy with itself.

    Raises
    ------
    ArgumentError, StoppedError
        As for `evaluate`.

    Examples
    --------
    >>> from itertools import islice
    >>> from narabi_solver import Deck, random_deals
    >>> from narabi_solver.env import cross_play
    >>> from narabi_solver.hidden import Greedy, Silent
    >>> table = cross_play([Silent(), Greedy()], islice(random_deals(2, seed=1, deck=Deck.mini()), 6))
    >>> bool(table.regret[0, 0] < table.regret[0, 1] < table.regret[1, 1])
    True
    """
    rules = or_default(rules, Rules)
    solved = _solved(deals, rules)
    chosen = tuple(policies)
    rows = (
        tuple(_evaluated(policy, partner, solved, rules, seed, stop) for partner in chosen)
        for policy in chosen
    )
    return CrossPlay(chosen, tuple(rows))


def _solved(deals: Iterable[Deal], rules: Rules) -> list[tuple[Deal, int | None]]:
    """Return deals with their minimums; None for a deal that cannot be won."""
    solved = []
    for solution in solve_many(deals, rules=rules):
        if solution.outcome is Outcome.UNDECIDED:
            raise ArgumentError(f"the search for the minimum of {solution.deal} ran out of memory")
        solved.append((solution.deal, solution.turns))
    if not solved:
        raise ArgumentError("there are no deals; expected at least one deal that can be won")
    if all(turns is None for _, turns in solved):
        limit = within(rules)
        raise ArgumentError(
            f"none of the deals can be won{limit}; expected at least one deal that can be won"
        )
    return solved


def _evaluated(
    policy: Policy,
    partner: Policy,
    solved: Sequence[tuple[Deal, int | None]],
    rules: Rules,
    seed: int,
    stop: Callable[[], bool] | None,
) -> Evaluation:

    def played() -> Iterator[TeamTotals]:
        for number, (deal, minimum) in enumerate(solved):
            if minimum is None:
                yield counted(None, [None])
                continue
            seats = [partner] * deal.players
            seats[number % deal.players] = policy
            drawn = random_seed(seed, number)
            yield counted(minimum, [play_together(deal, seats, rules=rules, seed=drawn, stop=stop)])

    totals = TeamTotals.empty(1)
    for game in played():
        totals = totals.plus(game)
    return Evaluation(policy, totals.policies[0], partner, totals.unsolvable)
