"""A deal played by a team: the referee sees all cards, each seat what it may know."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from _gamekit.philox import MAX_SEED, Seed
from _gamekit.problems import or_default
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
    legal_moves,
    play_unchecked,
    replay,
    why_illegal,
)
from narabi_solver.hidden.knowledge import Knowledge, all_after
from narabi_solver.hidden.policies import Policy, Question

MOST_QUESTIONS = 1_000
"""Questions that a policy may ask in one turn; one that asks more would never play."""


@dataclass(frozen=True)
class TeamGame:
    """A game that a team played."""

    deal: Deal
    """The deal, with the swaps as its `moves`."""
    won: bool
    """Whether the numbers came in order within the turn limit."""
    events: tuple[Event, ...]
    """The swaps, and the answers that all heard."""
    decisions: int
    """How often a policy was asked."""
    seconds: float = field(compare=False)
    """Processor time of all decisions."""

    def __repr__(self) -> str:
        return f"<TeamGame: {'won' if self.won else 'lost'} after {self.turns} turns>"

    @property
    def turns(self) -> int:
        """Turns played."""
        return len(self.deal.moves)

    @property
    def questions(self) -> int:
        """Questions asked."""
        return len(self.events) - self.turns


def play_together(
    deal: Deal,
    policies: Sequence[Policy] | Policy,
    *,
    rules: Rules | None = None,
    seed: Seed = 0,
    stop: Callable[[], bool] | None = None,
) -> TeamGame:
    """Return the game that a team plays, each seat by a policy and by what it knows.

    Parameters
    ----------
    deal : Deal
        With all cards, as dealt.
    policies : sequence of Policy, or Policy
        One for each seat from A, or the same for all.
    rules : Rules, optional
        No-undo and the turn limit; the plain rules if left out.
    seed : int, default: 0
        For what policies draw: 0 to 2^64 - 1.
    stop : callable, optional
        Called before each decision; True ends the game.

    Returns
    -------
    TeamGame
        What was played and asked. It depends on the arguments alone.

    Raises
    ------
    ArgumentError
        The policies are not one for each seat, the deal has `moves`, or a policy decided what the rules
        forbid.
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
        decision = table.decide((seed + decisions) % (MAX_SEED + 1))
        seconds += time.process_time() - started
        decisions += 1
        table.take(decision)
    played = tuple(event for event in table.events if isinstance(event, Swap))
    after = Deal(deal.seats, deal.first, played, deal.deck, unusual=deal.unusual)
    return TeamGame(after, table.won, tuple(table.events), decisions, seconds)


def _seated(policies: Sequence[Policy] | Policy, players: int) -> tuple[Policy, ...]:
    seated = (policies,) * players if isinstance(policies, Policy) else tuple(policies)
    if len(seated) != players:
        raise ArgumentError(f"{len(seated)} policies for {players} seats: give one for each, or one for all")
    return seated


class Table:
    """What the referee keeps: the state with all cards, and what each seat knows.

    Parameters
    ----------
    deal : Deal
        As dealt.
    policies : sequence of Policy or None
        For each seat how it decides; None for a person, who is not asked here.
    rules : Rules
        The rules of the game.
    events : sequence of Swap and Answer, optional
        What has happened already.

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
        """Whether the numbers are in order."""
        return in_order(self.state.ring)

    @property
    def over(self) -> bool:
        """Whether the game is won or lost."""
        state = self.state
        return self.won or state.turns >= self.rules.limit or not legal_moves(state, self.rules)

    def decide(self, seed: int) -> Swap | Question:
        """Return what the policy of the seat to move decides.

        Raises
        ------
        ArgumentError
            A person sits there.
        """
        policy = self.policies[self.state.mover]
        if policy is None:
            raise ArgumentError(f"a person sits at seat {SEATS[self.state.mover]}")
        return policy.decide(self.knows[self.state.mover], self.rules, seed)

    def take(self, decision: Swap | Question) -> Event:
        """Answer a question, or play a swap; everybody hears or sees it.

        Raises
        ------
        ArgumentError
            A policy may not decide that, or a question is not about a stone of another seat.
        IllegalMoveError
            A person may not play that.
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
        raise ArgumentError(f"policy {policy.name!r} decided {swap}, which may not be played: {reason}")

    def _answer(self, ask: Swap) -> Answer:
        policy, places = self.policies[self.state.mover], list(self.state.places())
        who = "you" if policy is None else f"policy {policy.name!r}"
        self._asked += 1
        if self._asked > MOST_QUESTIONS:
            raise ArgumentError(f"{who} asked more than {MOST_QUESTIONS:,} questions in a turn")
        if not {*ask} <= {*places} or ask.own.seat in (self.state.mover, ask.other.seat):
            raise ArgumentError(
                f"{who} asked {ask}, which is no question to another seat: its stone first, like C1-A2"
            )
        return Answer(ask, allows(self.state, ask, self.state.stone(ask.own).card))


def _all_cards(game: PlayedGame, seat: int) -> Knowledge:
    deal = game.deal
    return Knowledge(seat, deal.players, deal.ring, deal.start().mover, game.events, deal.deck)
