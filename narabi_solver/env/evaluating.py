"""How well policies play: their turns against the minimum of each deal, alone and with each other."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from _gamekit.intervals import Interval
from _gamekit.problems import or_default
from narabi_solver.game.deal import Deal
from narabi_solver.game.errors import ArgumentError
from narabi_solver.game.rules import Rules
from narabi_solver.hidden.assignments import random_seed
from narabi_solver.hidden.policies import Policy
from narabi_solver.hidden.team_games import play_together
from narabi_solver.hidden.team_study import TeamResult, TeamTotals, counted
from narabi_solver.solving.many import solve_many
from narabi_solver.solving.solution import Outcome


@dataclass(frozen=True)
class Evaluation(TeamResult):
    """How deals were played: all seats by one policy, or one seat by it and the others by a partner."""

    partner: Policy
    """How the other seats decide."""
    unsolvable: int
    """Deals that nobody can win, whatever is known; they were not played."""

    @property
    def regret(self) -> Interval:
        """Mean turns more than the minimum of the same deal, all cards open; a lost game counts as 25."""
        return self.gap

    def __repr__(self) -> str:
        with_ = "" if self.partner == self.policy else f" with {self.partner!r}"
        low, high, mean = self.regret.low, self.regret.high, self.mean_turns
        return (
            f"<{self.policy!r}{with_}: {self.games:,} games, {mean:.2f} turns, "
            f"regret {self.regret.estimate:.2f} ({low:.2f} to {high:.2f}), {self.lost} lost>"
        )


@dataclass(frozen=True)
class CrossPlay:
    """How policies play with each other."""

    policies: tuple[Policy, ...]
    """The policies."""
    results: tuple[tuple[Evaluation, ...], ...]
    """For each policy at one seat, and each at all others, how they played."""

    def __repr__(self) -> str:
        return f"<CrossPlay: {len(self.policies)} policies, {self.results[0][0].games} games of each pair>"

    @property
    def regret(self) -> NDArray[np.float64]:
        """(n, n): the mean regret of the row's policy at one seat, with that of the column at the others."""
        return np.array([[one.regret.estimate for one in row] for row in self.results])

    @property
    def mean_turns(self) -> NDArray[np.float64]:
        """(n, n): the mean turns of the same games."""
        return np.array([[one.mean_turns for one in row] for row in self.results])


def evaluate(
    policy: Policy,
    deals: Iterable[Deal],
    *,
    partner: Policy | None = None,
    rules: Rules | None = None,
    seed: int = 0,
    stop: Callable[[], bool] | None = None,
) -> Evaluation:
    """Return how a policy plays deals, against the minimum of each.

    Parameters
    ----------
    policy : Policy
        One of `teams.POLICIES`, an `ArrayPolicy`, or your own.
    deals : iterable of Deal
        As dealt, without moves.
    partner : Policy, optional
        Sits at all seats but one, which is another one from deal to deal: A in the first, B in the second.
        Left out, the policy sits everywhere.
    rules : Rules, optional
        No-undo and the turn limit; the plain rules if left out.
    seed : int, default: 0
        For what policies draw.
    stop : callable, optional
        Called before each decision; True ends the call.

    Returns
    -------
    Evaluation
        Mean turns, and the regret with its interval. Deals that nobody can win are left out.

    Raises
    ------
    ArgumentError
        An argument has the wrong type, no deal can be won, or a policy decided what the rules forbid.
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
    """Return how each policy plays with each as its partner, on the same deals.

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
        A matrix; what each plays with itself stands on the diagonal.

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
    """Return deals with their minimums; None where a deal cannot be won."""
    found = []
    for solution in solve_many(deals, rules=rules):
        if solution.outcome is Outcome.UNDECIDED:
            raise ArgumentError(f"the minimum of {solution.deal} takes more memory than there is")
        found.append((solution.deal, solution.turns))
    if all(turns is None for _, turns in found):
        raise ArgumentError("there is no deal that can be won, so there is nothing to play")
    return found


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
    for one in played():
        totals = totals.plus(one)
    return Evaluation(policy, totals.policies[0], partner, totals.unsolvable)
