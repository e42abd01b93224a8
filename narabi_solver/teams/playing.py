"""A deal played by a team: the referee sees all cards, each seat what it may know."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from _gamekit.moved import keyword_options
from _gamekit.problems import check_kind, or_default
from narabi_solver.game.deal import Deal
from narabi_solver.game.errors import ArgumentError
from narabi_solver.game.questions import Answer, Event, allows
from narabi_solver.game.random_deals import MAX_SEED
from narabi_solver.game.rules import SEATS, Rules, State, Swap, in_order, legal_swaps, play_unchecked
from narabi_solver.hidden.knowledge import Knowledge, all_after
from narabi_solver.statistics.blocks import StoppedError
from narabi_solver.teams.policies import Policy, Question

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

    @property
    def turns(self) -> int:
        """Turns played."""
        return len(self.deal.moves)

    @property
    def questions(self) -> int:
        """Questions asked."""
        return len(self.events) - self.turns


@keyword_options
def play_together(
    deal: Deal,
    policies: Sequence[Policy] | Policy,
    *,
    rules: Rules | None = None,
    seed: int = 0,
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
    >>> from narabi_solver.teams import Greedy, Open, play_together
    >>> deal = Deal.parse(
    ...     "d:higher 2:at-least-3 d:at-most-6 7:even / 1:stay 3:three-away 6:four-away 0:white"
    ...     "/ 8:2-to-6 5:dark 4:two-away w:left"
    ... )
    >>> game = play_together(deal, Open())
    >>> game.won, game.turns
    (True, 5)
    """
    check_kind(deal, Deal)
    rules = or_default(rules, Rules)
    if type(seed) is not int or not 0 <= seed <= MAX_SEED:
        raise ArgumentError(f"seed must be a whole number from 0 to {MAX_SEED}, not {seed!r}")
    if deal.moves:
        raise ArgumentError("a team plays a deal from its beginning: leave out its moves")
    table = _Table(deal, _seated(policies, deal.players), rules)
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
    return TeamGame(after, in_order(table.state.ring), tuple(table.events), decisions, seconds)


def _seated(policies: Sequence[Policy] | Policy, players: int) -> tuple[Policy, ...]:
    seated = (policies,) * players if isinstance(policies, Policy) else tuple(policies)
    for policy in seated:
        check_kind(policy, Policy)
    if len(seated) != players:
        raise ArgumentError(f"{len(seated)} policies for {players} seats: give one for each, or one for all")
    return seated


class _Table:
    """What the referee keeps: the state with all cards, and what each seat knows."""

    def __init__(self, deal: Deal, policies: tuple[Policy, ...], rules: Rules):
        self.state: State = deal.start()
        self.policies, self.rules = policies, rules
        self.events: list[Event] = []
        self.asked = 0
        self.knows = [
            _all_cards(deal, seat) if policy.cards_open else Knowledge.of(deal, seat)
            for seat, policy in enumerate(policies)
        ]

    @property
    def over(self) -> bool:
        state = self.state
        return in_order(state.ring) or state.turns >= self.rules.limit or not legal_swaps(state, self.rules)

    def decide(self, seed: int) -> Swap | Question:
        mover = self.state.mover
        return self.policies[mover].decide(self.knows[mover], self.rules, seed)

    def take(self, decision: Swap | Question) -> None:
        """Answer a question, or play a swap; everybody hears or sees it."""
        who = self.policies[self.state.mover].name
        if isinstance(decision, Question):
            self.asked += 1
            if self.asked > MOST_QUESTIONS:
                raise ArgumentError(f"policy {who!r} asked more than {MOST_QUESTIONS:,} questions in a turn")
            self._answer(decision.ask, who)
            return
        self.asked = 0
        if decision not in legal_swaps(self.state, self.rules):
            seat = SEATS[self.state.mover]
            raise ArgumentError(f"policy {who!r} decided {decision}, which seat {seat} may not play")
        self.knows = all_after(self.knows, decision, self.state)
        self.events.append(decision)
        self.state = play_unchecked(self.state, decision)

    def _answer(self, ask: Swap, who: str) -> None:
        if ask.own.seat in (self.state.mover, ask.other.seat):
            raise ArgumentError(f"policy {who!r} asked {ask}, which is no question to another seat")
        yes = allows(self.state, ask, self.state.stone(ask.own).card)
        answer = Answer(ask, yes)
        self.knows = all_after(self.knows, answer, self.state)
        self.events.append(answer)


def _all_cards(deal: Deal, seat: int) -> Knowledge:
    return Knowledge(seat, deal.players, deal.ring, deal.start().mover, (), deal.deck)
