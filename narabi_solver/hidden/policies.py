"""Policies for the decisions of a seat. A policy sees only the `Knowledge` of the seat, the rules and a seed.

`POLICIES` has the policies that play any deal. A policy of your own is a subclass of `Policy` that can be
imported, so that worker processes find it.
"""

from __future__ import annotations

import importlib
import operator
from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar, NamedTuple

import numpy as np
from numpy.typing import NDArray

from _gamekit.checks import checked_fields
from _gamekit.limits import SharedWatch
from narabi_solver.game.cards import BLANKS
from narabi_solver.game.errors import ArgumentError
from narabi_solver.game.rules import Rules, State, Swap, legal_moves, play_unchecked
from narabi_solver.hidden.assignments import random_words
from narabi_solver.hidden.hinting import worth_asking
from narabi_solver.hidden.inference import softened, turns_by_partner
from narabi_solver.hidden.knowledge import Knowledge
from narabi_solver.hidden.worlds import Worlds, WorldsDrawn

WORLDS = {6: 64, 12: 64, 15: 24}
"""Largest number of worlds by number of stones, chosen so that a decision takes about 10 to 50 ms."""


class Question(NamedTuple):
    """A question that a seat asks another seat before making its swap."""

    ask: Swap
    """The question: may the owner of the first place swap the stone there with the stone at the second
    place?
    """


class Policy(ABC):
    """A rule for the decisions of a seat.

    Two policies with the same ``repr`` must make the same decisions, because saved studies identify policies
    by their ``repr``.
    """

    name: ClassVar[str]
    """Name of the policy in commands and tables."""
    cards_open: ClassVar[bool] = False
    """True if the policy sees all cards, as no player does; such a policy is for comparison only."""

    def __repr__(self) -> str:
        """Return code with the name of the class. A policy with settings should be a dataclass."""
        return f"{type(self).__name__}()"

    @abstractmethod
    def decide(self, knowledge: Knowledge, rules: Rules, seed: int) -> Swap | Question:
        """Return the decision of the seat.

        Parameters
        ----------
        knowledge : Knowledge
            The knowledge of the seat to move, which has a legal swap.
        rules : Rules
            The rules of the game.
        seed : int
            Seed of random draws: 0 to 2^64 - 1, different for each decision.

        Returns
        -------
        Swap or Question
            A legal swap, or a question. After a question, the policy decides again with the answer.
        """


class Random(Policy):
    """Plays a random legal swap; all legal swaps are equally likely."""

    name = "random"

    def decide(self, knowledge: Knowledge, rules: Rules, seed: int) -> Swap | Question:
        """Return a swap; see `Policy`."""
        return _drawn(legal_moves(knowledge.state, rules), seed)


class Greedy(Policy):
    """Plays a legal swap after which the most neighbours have consecutive numbers; ignores later turns.

    If several swaps are equally good, one of them is drawn.
    """

    name = "greedy"

    def decide(self, knowledge: Knowledge, rules: Rules, seed: int) -> Swap | Question:
        """Return a swap; see `Policy`."""
        state = knowledge.state
        after = {swap: _in_sequence(play_unchecked(state, swap)) for swap in legal_moves(state, rules)}
        return _drawn([swap for swap, count in after.items() if count == max(after.values())], seed)


def _drawn(swaps: list[Swap], seed: int) -> Swap:
    return swaps[next(random_words(seed, 0)) * len(swaps) >> 32]


def _in_sequence(state: State) -> int:
    """Return the number of adjacent pairs in sequence, ignoring blanks, in the better direction."""
    numbers = [int(stone.label) for stone in state.ring if stone.label not in BLANKS]
    steps = [(b - a) % len(numbers) for a, b in zip(numbers, numbers[1:] + numbers[:1], strict=True)]
    return max(steps.count(1), steps.count(len(numbers) - 1))


@checked_fields
@dataclass(frozen=True)
class Silent(Policy):
    """Plays the swap with the fewest mean turns over worlds that agree with the knowledge of the seat.

    In each world, all seats continue as if all cards were open [Levy]_.

    Raises
    ------
    ArgumentError
        A setting is out of range.

    References
    ----------
    .. [Levy] D. Levy, "The million pound bridge program", in *Heuristic Programming in Artificial
       Intelligence*, 1989, which introduces the evaluation of single worlds.
    """

    name: ClassVar[str] = "silent"
    worlds: WorldsDrawn | None = None
    """Largest number of worlds; if None, 64 with 6 or 12 stones and 24 with 15."""

    def drawn(self, knowledge: Knowledge, rules: Rules, seed: int) -> Worlds:
        """Return the worlds for a decision.

        Parameters
        ----------
        knowledge : Knowledge
            The knowledge of the seat.
        rules : Rules
            The rules.
        seed : int
            Seed of the draws.

        Returns
        -------
        Worlds
            Worlds that agree with the knowledge.
        """
        most = self.worlds or WORLDS[len(knowledge.stones)]
        return Worlds.of(knowledge, operator.index(most), seed, rules)

    def decide(self, knowledge: Knowledge, rules: Rules, seed: int) -> Swap | Question:
        """Return a swap; see `Policy`."""
        worlds = self.drawn(knowledge, rules, seed)
        return _best(worlds, worlds.turns(SharedWatch()))


def _means(worlds: Worlds, turns: Mapping[Swap, NDArray[np.int64]]) -> dict[Swap, float]:
    return {swap: float(worlds.weights @ turns_after) for swap, turns_after in turns.items()}


def _best(worlds: Worlds, turns: Mapping[Swap, NDArray[np.int64]]) -> Swap:
    """Return the swap with the fewest mean turns; the first such swap if there are several."""
    means = _means(worlds, turns)
    return min(means, key=means.__getitem__)


@checked_fields
@dataclass(frozen=True)
class Open(Silent):
    """Sees all cards and plays a shortest sequence of swaps to the win: no team can do better."""

    name: ClassVar[str] = "open"
    cards_open: ClassVar[bool] = True


@checked_fields
@dataclass(frozen=True)
class SilentSoft(Silent):
    """Like `Silent`, but treats the swaps of other seats as evidence of what their cards forbid.

    See `hidden.inference`.
    """

    name: ClassVar[str] = "silent-soft"

    def drawn(self, knowledge: Knowledge, rules: Rules, seed: int) -> Worlds:
        """Return the worlds for a decision, with weights; see `Silent`."""
        return softened(knowledge, super().drawn(knowledge, rules, seed), SharedWatch())


@checked_fields
@dataclass(frozen=True)
class SilentRollouts(SilentSoft):
    """Like `SilentSoft`, but assumes that the next seat does not know the cards either.

    After each of the best-looking swaps, the next seat plays by the model of `hidden.inference`.
    """

    name: ClassVar[str] = "silent-rollouts"
    candidates: int = 4
    """Number of best-looking swaps after which the next seat's decision is modelled."""

    def decide(self, knowledge: Knowledge, rules: Rules, seed: int) -> Swap | Question:
        """Return a swap; see `Policy`."""
        watch = SharedWatch()
        worlds = self.drawn(knowledge, rules, seed)
        turns = worlds.turns(watch)
        means = _means(worlds, turns)
        followed = {
            swap: float(worlds.weights @ turns_by_partner(worlds, swap, turns[swap], watch))
            for swap in sorted(means, key=means.__getitem__)[: self.candidates]
        }
        return min(followed, key=lambda swap: (followed[swap], means[swap]))


@checked_fields
@dataclass(frozen=True)
class Asking(Silent):
    """Like `Silent`, but first asks the questions that save enough turns, the best question first."""

    name: ClassVar[str] = "asking"
    most: int = 100
    """Largest number of questions in a turn."""
    least: float = 0.02
    """Least mean number of turns that a question must save to be asked."""

    def decide(self, knowledge: Knowledge, rules: Rules, seed: int) -> Swap | Question:
        """Return a swap or a question; see `Policy`."""
        worlds = self.drawn(knowledge, rules, seed)
        turns = worlds.turns(SharedWatch())
        if asked(knowledge) < self.most:
            for question in worth_asking(knowledge, worlds, turns)[:1]:
                if question.saves >= self.least:
                    return Question(question.ask)
        return _best(worlds, turns)


@checked_fields
@dataclass(frozen=True)
class AskingOnce(Asking):
    """Like `Asking`, but with at most one question in a turn."""

    name: ClassVar[str] = "asking-once"
    most: int = 1


def asked(knowledge: Knowledge) -> int:
    """Return the number of questions asked in this turn."""
    count = 0
    for event in reversed(knowledge.events):
        if isinstance(event, Swap):
            break
        count += 1
    return count


POLICIES: dict[str, type[Policy]] = {
    kind.name: kind for kind in (Open, Random, Greedy, Silent, SilentSoft, SilentRollouts, AskingOnce, Asking)
}
"""The policies of the library that play any deal, by name."""


def policy_named(text: str) -> Policy:
    """Return a policy with its default settings.

    Parameters
    ----------
    text : str
        A name in `POLICIES`, or ``module:Class`` for a policy of your own, which is imported.

    Returns
    -------
    Policy
        The policy.

    Raises
    ------
    ArgumentError
        There is no such policy, or it cannot be imported or created.

    Examples
    --------
    >>> from narabi_solver.hidden import policy_named
    >>> policy_named("silent")
    Silent(worlds=None)
    """
    if text in POLICIES:
        return POLICIES[text]()
    module, colon, name = text.partition(":")
    if not colon:
        raise ArgumentError(
            f"there is no policy {text!r}; policies are {', '.join(POLICIES)}, or your own as module:Class"
        )
    try:
        kind = getattr(importlib.import_module(module), name)
    except Exception as error:  # the module may raise anything
        raise ArgumentError(f"the policy {text!r} cannot be imported: {error}") from None
    if not (isinstance(kind, type) and issubclass(kind, Policy)):
        raise ArgumentError(f"{text!r} is not a subclass of Policy")
    try:
        return kind()
    except Exception as error:  # the class may raise anything
        raise ArgumentError(f"{text!r} cannot be created without arguments: {error}") from None
