"""What a seat should play or ask, judged over worlds that agree with what it knows."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field

from _gamekit import compiling
from _gamekit.limits import Limits
from _gamekit.moved import keyword_options
from _gamekit.problems import check_kind, or_default
from narabi_solver.game.errors import ArgumentError, UndecidedError
from narabi_solver.game.rules import SEATS, Rules, State, Swap, in_order, legal_swaps, play_unchecked
from narabi_solver.hidden.knowledge import HIDDEN, Knowledge, allows
from narabi_solver.solving.clock import Clock
from narabi_solver.solving.solution import Outcome
from narabi_solver.solving.values import values, warm_up

WORLDS = 64
"""Worlds that are looked at by default."""


@dataclass(frozen=True)
class HintedSwap:
    """A legal swap, and what it leads to over the worlds."""

    swap: Swap
    """The swap."""
    expected_turns: float
    """Mean number of turns to the win, this one included; a lost world counts as one more than are left."""
    standard_error: float
    """Of that mean, for drawing worlds; 0 if all worlds were looked at."""
    win_probability: float
    """Share of the worlds in which a win is possible after it."""


@dataclass(frozen=True)
class HintedQuestion:
    """A question to another seat, and what its answer is expected to save."""

    ask: Swap
    """May the owner of the first place switch that stone with the one at the second place?"""
    saves: float
    """Turns by which the best swap gets better on average when the answer is known."""
    yes: float
    """The probability of a yes among the worlds."""


@dataclass(frozen=True)
class Hint:
    """What a seat should play or ask.

    The worlds are looked at as if all cards lay open from then on. That is the model of the partners: they,
    and the seat itself later, play as well as anyone could. Nothing depends on the hidden cards themselves.
    """

    knowledge: Knowledge
    """What it was judged by."""
    rules: Rules
    """The rules used."""
    moves: tuple[HintedSwap, ...]
    """All legal swaps of the seat, the best first."""
    questions: tuple[HintedQuestion, ...]
    """Questions whose answer is expected to save something, the best first."""
    worlds: int
    """How many worlds were looked at."""
    exact: bool
    """True if these were all there are."""
    nodes: int = field(default=0, compare=False)
    """States expanded in total."""
    seconds: float = field(default=0.0, compare=False)
    """Time in total, without loading kernels and tables."""
    compile_seconds: float = field(default=0.0, compare=False)
    """Time that compiling kernels took besides."""


@keyword_options
def hint(
    knowledge: Knowledge,
    *,
    worlds: int = WORLDS,
    seed: int = 0,
    rules: Rules | None = None,
    limits: Limits | None = None,
) -> Hint:
    """Return what a seat should play or ask, by what it knows alone.

    Parameters
    ----------
    knowledge : Knowledge
        Of the seat whose turn it is.
    worlds : int, default: 64
        How many worlds are drawn; if there are not more, all are looked at and the means are exact.
    seed : int, default: 0
        For drawing them: 0 to 2^64 - 1.
    rules : Rules, optional
        No-undo and the turn limit; the plain rules if left out.
    limits : Limits, optional
        Nodes of each search, seconds for all together; no limit if left out.

    Returns
    -------
    Hint
        Every legal swap with its mean, and the questions worth asking.

    Raises
    ------
    ArgumentError
        It is not the seat's turn, the game is over, or an argument is out of range.
    UndecidedError
        A limit was reached before every world was decided.

    References
    ----------
    .. [1] I. Frank and D. Basin, "Search in games with incomplete information: a case study using bridge card
       play", *Artificial Intelligence* 100, 1998, on what looking at worlds one by one misses.

    Examples
    --------
    >>> from narabi_solver import Deal, Knowledge, hint
    >>> deal = Deal.parse(
    ...     "d:higher 2:at-least-3 d:at-most-6 7:even / 1:stay 3:three-away 6:four-away 0:white"
    ...     "/ 8:2-to-6 5:dark 4:two-away w:left"
    ... )
    >>> found = hint(Knowledge.of(deal, "B"), worlds=20)
    >>> len(found.moves), found.exact
    (8, False)
    """
    check_kind(knowledge, Knowledge)
    if type(worlds) is not int or worlds < 1:
        raise ArgumentError(f"worlds must be a whole number, 1 or more, not {worlds!r}")
    rules = or_default(rules, Rules)
    if knowledge.mover != knowledge.seat:
        whose = f"it is seat {SEATS[knowledge.mover]}'s turn"
        raise ArgumentError(f"{whose}, and the hint is for seat {SEATS[knowledge.seat]}")
    drawn = knowledge.worlds(worlds, seed=seed)
    states, weights = [state for state, _ in drawn], [weight for _, weight in drawn]
    swaps = (
        [] if in_order(states[0].ring) or states[0].turns >= rules.limit else legal_swaps(states[0], rules)
    )
    if not swaps:
        raise ArgumentError("the game is over, or the seat has no legal swap: there is nothing to advise")
    exact = knowledge.count <= worlds
    clock = Clock(or_default(limits, Limits))
    warm_up(states[0], rules)
    with clock.running():
        turns = [_turns([play_unchecked(state, swap) for state in states], rules, clock) for swap in swaps]
        left = rules.limit - states[0].turns
        moves = [_hinted(swap, one, weights, left, exact) for swap, one in zip(swaps, turns, strict=True)]
        questions = _questions(knowledge, states, weights, turns)
    return Hint(
        knowledge,
        rules,
        tuple(sorted(moves, key=lambda move: (move.expected_turns, -move.win_probability, move.swap))),
        questions,
        len(states),
        exact,
        clock.nodes,
        clock.seconds,
        compiling.Spent().seconds,
    )


def _turns(states: Sequence[State], rules: Rules, clock: Clock) -> list[int]:
    """Return for positions after a swap the turns to the win, the swap included; a lost one as too many."""
    found = values(states, rules, clock)
    if any(value.outcome is Outcome.UNDECIDED for value in found):
        raise UndecidedError(f"stopped by {clock.stopped_by} before every world was decided")
    left = rules.limit - (states[0].turns - 1)
    return [left + 1 if value.turns is None else value.turns + 1 for value in found]


def _hinted(swap: Swap, turns: list[int], weights: list[float], left: int, exact: bool) -> HintedSwap:
    """Return a swap with its means; `left` turns are left, and more turns than that mean a lost world."""
    mean = math.fsum(weight * count for weight, count in zip(weights, turns, strict=True))
    spread = math.fsum(weight * (count - mean) ** 2 for weight, count in zip(weights, turns, strict=True))
    error = 0.0 if exact or len(turns) < 2 else math.sqrt(spread / (len(turns) - 1))
    won = math.fsum(weight for weight, count in zip(weights, turns, strict=True) if count <= left)
    return HintedSwap(swap, mean, error, won)


def _questions(
    knowledge: Knowledge, states: list[State], weights: list[float], turns: list[list[int]]
) -> tuple[HintedQuestion, ...]:
    """Return the questions whose answers save something, the best first."""
    best = min(math.fsum(map(math.prod, zip(weights, one, strict=True))) for one in turns)
    found = []
    for ask in _possible_questions(knowledge, states[0]):
        by_card: dict[str, bool] = {}
        yes = [
            by_card.setdefault(card, allows(state, ask, card))
            for state in states
            for card in [state.stone(ask.own).card]
        ]
        parts = ([i for i, said in enumerate(yes) if said is answer] for answer in (True, False))
        known = math.fsum(
            min(math.fsum(weights[i] * one[i] for i in part) for one in turns) for part in parts if part
        )
        saves = best - known
        if saves > 1e-9:
            found.append(
                HintedQuestion(ask, saves, math.fsum(w for w, y in zip(weights, yes, strict=True) if y))
            )
    return tuple(sorted(found, key=lambda one: (-one.saves, one.ask)))


def _possible_questions(knowledge: Knowledge, state: State) -> list[Swap]:
    """Return all questions about hidden stones of other seats."""
    places = list(state.places())
    ring = dict(zip(places, knowledge.ring, strict=True))
    return [
        Swap(own, other)
        for own in places
        if own.seat != knowledge.seat and ring[own].card == HIDDEN
        for other in places
        if other.seat != own.seat
    ]
