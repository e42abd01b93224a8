"""Games of teams: the referee sees all cards, and each seat has its own knowledge."""

from __future__ import annotations

import operator
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from _gamekit.philox import MAX_SEED, Seed
from _gamekit.problems import number_of, or_default
from narabi_solver.game.deal import Deal
from narabi_solver.game.errors import ArgumentError, IllegalMoveError, StoppedError
from narabi_solver.game.played import PlayedGame
from narabi_solver.game.questions import Answer, Event, allows
from narabi_solver.game.rules import (
    SEATS,
    Rules,
    State,
    Swap,
    in_order,
    is_over,
    play_unchecked,
    replay,
    why_illegal,
)
from narabi_solver.hidden.knowledge import Knowledge, all_after
from narabi_solver.hidden.policies import Policy, Question

MOST_QUESTIONS = 1_000
"""Largest number of questions in one turn, to stop a policy that would ask for ever."""


@dataclass(frozen=True)
class TeamGame:
    """A game played by a team."""

    deal: Deal
    """The deal, with the swaps as its `moves`."""
    won: bool
    """True if the numbers were put in order within the turn limit."""
    events: tuple[Event, ...]
    """The swaps, and the answers to questions, in order."""
    decisions: int
    """Number of decisions of policies."""
    seconds: float = field(compare=False)
    """Processor time of all decisions, in seconds."""

    def __repr__(self) -> str:
        return f"<TeamGame: {'won' if self.won else 'lost'} after {number_of(self.turns, 'turn')}>"

    @property
    def turns(self) -> int:
        """Number of turns played."""
        return len(self.deal.moves)

    @property
    def questions(self) -> int:
        """Number of questions asked."""
        return len(self.events) - self.turns


def play_together(
    deal: Deal,
    policies: Sequence[Policy] | Policy,
    *,
    rules: Rules | None = None,
    seed: Seed = 0,
    stop: Callable[[], bool] | None = None,
) -> TeamGame:
    """Return the game of a team in which each seat decides by a policy and by its own knowledge.

    Parameters
    ----------
    deal : Deal
        The deal with all cards, without `moves`.
    policies : sequence of Policy, or Policy
        A policy for each seat from A, or one policy for all seats.
    rules : Rules, optional
        No-undo and the turn limit; the plain rules if left out.
    seed : int, default: 0
        Seed of the random draws of policies: 0 to 2^64 - 1.
    stop : callable, optional
        Called before each decision. If it returns True, the game ends with StoppedError.

    Returns
    -------
    TeamGame
        The swaps and answers, which depend only on the arguments.

    Raises
    ------
    ArgumentError
        The number of policies differs from the number of seats, or the deal has `moves`. A policy made an
        illegal decision, or asked more than 1,000 questions in a turn.
    StoppedError
        `stop` returned True.

    Examples
    --------
    >>> from narabi_solver import Deal
    >>> from narabi_solver.hidden import Greedy, Open, play_together
    >>> deal = Deal.parse(
    ...     "d:higher 2:at-least-3 d:at-most-6 7:even / 1:stay 3:three-away 6:four-away 0:white"
    ...     "/ 8:2-to-6 5:dark 4:two-away w:left"
    ... )
    >>> game = play_together(deal, Open())
    >>> game.won, game.turns
    (True, 5)
    """
    rules = or_default(rules, Rules)
    if deal.moves:
        raise ArgumentError("a team plays a deal from its beginning: leave out its moves")
    table = Table(deal, _seated(policies, deal.players), rules)
    seconds, decisions = 0.0, 0
    while not table.over:
        if stop is not None and stop():
            raise StoppedError("stopped")
        started = time.process_time()
        decision = table.decide((operator.index(seed) + decisions) % (MAX_SEED + 1))
        seconds += time.process_time() - started
        decisions += 1
        table.take(decision)
    played = tuple(event for event in table.events if isinstance(event, Swap))
    after = Deal(deal.seats, deal.first, played, deal.deck, unusual=deal.unusual)
    return TeamGame(after, table.won, tuple(table.events), decisions, seconds)


def _seated(policies: Sequence[Policy] | Policy, players: int) -> tuple[Policy, ...]:
    seated = (policies,) * players if isinstance(policies, Policy) else tuple(policies)
    if len(seated) != players:
        raise ArgumentError(
            f"expected a single policy, or a sequence of {players} policies (one for each seat); "
            f"the sequence has {len(seated)}"
        )
    return seated


class Table:
    """The records of the referee: the state with all cards, and the knowledge of each seat.

    Parameters
    ----------
    deal : Deal
        The deal, without `moves`.
    policies : sequence of Policy or None
        The policy of each seat; None for a person, whose decisions the caller passes to `take`.
    rules : Rules
        The rules of the game.
    events : sequence of Swap and Answer, optional
        The swaps and answers so far.

    Raises
    ------
    IllegalMoveError
        The rules forbid one of the swaps.
    """

    def __init__(
        self, deal: Deal, policies: Sequence[Policy | None], rules: Rules, events: Sequence[Event] = ()
    ):
        game = PlayedGame(deal, tuple(events))
        self.state: State = replay(deal.start(), game.moves, rules)
        self.policies, self.rules = tuple(policies), rules
        self.events: list[Event] = list(events)
        self.knows = [
            _all_cards(game, seat) if policy is not None and policy.cards_open else Knowledge.of(game, seat)
            for seat, policy in enumerate(self.policies)
        ]
        self._asked = 0

    @property
    def won(self) -> bool:
        """True if the numbers are in order."""
        return in_order(self.state.ring)

    @property
    def over(self) -> bool:
        """True if the game is won or lost."""
        return is_over(self.state, self.rules)

    def decide(self, seed: int) -> Swap | Question:
        """Return the decision of the policy of the seat to move.

        Raises
        ------
        ArgumentError
            The seat to move is a person's.
        """
        policy = self.policies[self.state.mover]
        if policy is None:
            raise ArgumentError(f"a person sits at seat {SEATS[self.state.mover]}")
        return policy.decide(self.knows[self.state.mover], self.rules, seed)

    def take(self, decision: Swap | Question) -> Event:
        """Play a swap or answer a question; return the event, which all seats see.

        Raises
        ------
        ArgumentError
            A policy chose an illegal swap, a question is not about a stone of another seat, or 1,000
            questions were already asked in this turn.
        IllegalMoveError
            A person made an illegal swap.
        """
        event = self._answer(decision.ask) if isinstance(decision, Question) else self._played(decision)
        self.knows = all_after(self.knows, event, self.state)
        self.events.append(event)
        if isinstance(event, Swap):
            self.state, self._asked = play_unchecked(self.state, event), 0
        return event

    def _played(self, swap: Swap) -> Swap:
        reason = why_illegal(self.state, swap, self.rules)
        if reason is None:
            return swap
        policy = self.policies[self.state.mover]
        if policy is None:
            raise IllegalMoveError(reason)
        raise ArgumentError(f"policy {policy.name!r} chose {swap}, which is illegal: {reason}")

    def _answer(self, ask: Swap) -> Answer:
        policy, places = self.policies[self.state.mover], list(self.state.places())
        who = "you" if policy is None else f"policy {policy.name!r}"
        self._asked += 1
        if self._asked > MOST_QUESTIONS:
            raise ArgumentError(f"{who} asked more than {MOST_QUESTIONS:,} questions in a turn")
        if not {*ask} <= {*places} or ask.own.seat in (self.state.mover, ask.other.seat):
            raise ArgumentError(
                f"{who} asked {ask}, which is not a question to another seat; write that seat's stone "
                "first, like C1-A2"
            )
        return Answer(ask, allows(self.state, ask, self.state.stone(ask.own).card))


def _all_cards(game: PlayedGame, seat: int) -> Knowledge:
    deal = game.deal
    return Knowledge(seat, deal.players, deal.ring, deal.start().mover, game.events, deal.deck)
