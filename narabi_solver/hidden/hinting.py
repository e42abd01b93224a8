"""What a seat should play or ask, judged over worlds that agree with what it knows."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from _gamekit import compiling
from _gamekit.limits import Limits
from _gamekit.moved import keyword_options
from _gamekit.problems import check_kind, or_default
from narabi_solver.game.errors import ArgumentError
from narabi_solver.game.rules import SEATS, Rules, Swap
from narabi_solver.hidden.knowledge import Knowledge
from narabi_solver.hidden.worlds import Worlds, questions_of
from narabi_solver.solving.clock import Clock
from narabi_solver.solving.values import warm_up

WORLDS = 64
"""Worlds that are looked at by default."""
ROUNDING = 1e-9
"""A question that saves less saves nothing: means are rounded."""


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
    here = Worlds.of(knowledge, worlds, seed, rules)
    exact = knowledge.count <= worlds
    clock = Clock(or_default(limits, Limits))
    warm_up(here.position(0), rules)
    with clock.running():
        turns = here.turns(clock)
        if not turns:
            raise ArgumentError("the game is over, or the seat has no legal swap: there is nothing to advise")
        moves = [_hinted(swap, one, here, exact) for swap, one in turns.items()]
        questions = worth_asking(knowledge, here, turns)
    return Hint(
        knowledge,
        rules,
        tuple(sorted(moves, key=lambda move: (move.expected_turns, -move.win_probability, move.swap))),
        questions,
        len(here.cards),
        exact,
        clock.nodes,
        clock.seconds,
        compiling.Spent().seconds,
    )


def _hinted(swap: Swap, turns: NDArray[np.int64], worlds: Worlds, exact: bool) -> HintedSwap:
    """Return a swap with its means; more turns than are left mean a lost world."""
    mean = float(worlds.weights @ turns)
    spread = float(worlds.weights @ (turns - mean) ** 2)
    error = 0.0 if exact or len(turns) < 2 else math.sqrt(spread / (len(turns) - 1))
    return HintedSwap(swap, mean, error, float(worlds.weights @ (turns <= worlds.left)))


def worth_asking(
    knowledge: Knowledge, worlds: Worlds, turns: Mapping[Swap, NDArray[np.int64]]
) -> tuple[HintedQuestion, ...]:
    """Return the questions whose answers save something, the best first.

    Parameters
    ----------
    knowledge, worlds
        What the seat knows, and what it therefore holds for possible.
    turns : mapping of Swap to (n,)
        Turns to the win that each swap leads to in each world.
    """
    weighed = np.array([*turns.values()]) * worlds.weights
    total = weighed.sum(axis=1)
    found = []
    for ask in questions_of(knowledge):
        yes = worlds.answers(ask)
        if yes.all() or not yes.any():
            continue
        if_yes = weighed @ yes
        saves = float(total.min() - if_yes.min() - (total - if_yes).min())
        if saves > ROUNDING:
            found.append(HintedQuestion(ask, saves, float(worlds.weights @ yes)))
    return tuple(sorted(found, key=lambda one: (-one.saves, one.ask)))
