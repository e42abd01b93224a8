"""How a seat may decide: each policy a small class that is given a `Knowledge`, and nothing else.

`POLICIES` are those of the library. One of your own is a subclass of `Policy` that can be imported, so that
worker processes find it.
"""

from __future__ import annotations

import importlib
from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar, NamedTuple

import numpy as np
from numpy.typing import NDArray

from _gamekit.checked import checked_fields
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
"""Worlds that are drawn for so many stones: a decision takes some 10 to 50 ms."""


class Question(NamedTuple):
    """What a seat asks before it plays."""

    ask: Swap
    """May the owner of the first place switch that stone with the one at the second place?"""


class Policy(ABC):
    """How a seat decides what to play.

    Two with the same ``repr`` must decide alike: studies are saved under it.
    """

    name: ClassVar[str]
    """What it is called in commands and tables."""
    cards_open: ClassVar[bool] = False
    """Whether it is given the knowledge of all cards: to compare with, as nobody has that at a table."""

    def __repr__(self) -> str:
        """Return its name; one with settings of its own should be a dataclass."""
        return f"{type(self).__name__}()"

    @abstractmethod
    def decide(self, knowledge: Knowledge, rules: Rules, seed: int) -> Swap | Question:
        """Return what the seat does.

        Parameters
        ----------
        knowledge : Knowledge
            Of the seat whose turn it is, which has a legal swap.
        rules : Rules
            The rules of the game.
        seed : int
            For what is drawn at random: 0 to 2^64 - 1, another one for each decision.

        Returns
        -------
        Swap or Question
            A legal swap; or a question, and then it decides again, knowing the answer.
        """


class Random(Policy):
    """Plays any legal swap, each with the same probability."""

    name = "random"

    def decide(self, knowledge: Knowledge, rules: Rules, seed: int) -> Swap | Question:
        """Return a swap; see `Policy`."""
        return _drawn(legal_moves(knowledge.state, rules), seed)


class Greedy(Policy):
    """Looks at the stones alone: leaves as many numbers as possible in front of the next one."""

    name = "greedy"

    def decide(self, knowledge: Knowledge, rules: Rules, seed: int) -> Swap | Question:
        """Return a swap; see `Policy`."""
        state = knowledge.state
        after = {swap: _in_sequence(play_unchecked(state, swap)) for swap in legal_moves(state, rules)}
        return _drawn([swap for swap, count in after.items() if count == max(after.values())], seed)


def _drawn(swaps: list[Swap], seed: int) -> Swap:
    return swaps[next(random_words(seed, 0)) * len(swaps) >> 32]


def _in_sequence(state: State) -> int:
    """Return the number of neighbours with consecutive numbers, blanks skipped, in the better direction."""
    numbers = [int(stone.label) for stone in state.ring if stone.label not in BLANKS]
    steps = [(b - a) % len(numbers) for a, b in zip(numbers, numbers[1:] + numbers[:1], strict=True)]
    return max(steps.count(1), steps.count(len(numbers) - 1))


@checked_fields
@dataclass(frozen=True)
class Silent(Policy):
    """Plays the swap that takes fewest turns on average over worlds that agree with what the seat knows.

    In each of them everybody plays on as if all cards lay open [Levy]_.

    Raises
    ------
    ArgumentError
        A setting is out of range.

    References
    ----------
    .. [Levy] D. Levy, "The million pound bridge program", in *Heuristic Programming in Artificial
       Intelligence*, 1989, on looking at worlds one by one.
    """

    name: ClassVar[str] = "silent"
    worlds: WorldsDrawn | None = None
    """How many worlds are drawn; None: 64 with 12 stones, 24 with 15."""

    def drawn(self, knowledge: Knowledge, rules: Rules, seed: int) -> Worlds:
        """Return the worlds that are looked at.

        Parameters
        ----------
        knowledge : Knowledge
            What the seat knows.
        rules : Rules
            The rules.
        seed : int
            For drawing.

        Returns
        -------
        Worlds
            They agree with what it knows.
        """
        most = self.worlds or WORLDS[len(knowledge.stones)]
        return Worlds.of(knowledge, most, seed, rules)

    def decide(self, knowledge: Knowledge, rules: Rules, seed: int) -> Swap | Question:
        """Return a swap; see `Policy`."""
        worlds = self.drawn(knowledge, rules, seed)
        return _best(worlds, worlds.turns(SharedWatch()))


def _means(worlds: Worlds, turns: Mapping[Swap, NDArray[np.int64]]) -> dict[Swap, float]:
    return {swap: float(worlds.weights @ one) for swap, one in turns.items()}


def _best(worlds: Worlds, turns: Mapping[Swap, NDArray[np.int64]]) -> Swap:
    """Return the swap of the least mean, the first of several."""
    means = _means(worlds, turns)
    return min(means, key=means.__getitem__)


@checked_fields
@dataclass(frozen=True)
class Open(Silent):
    """Knows all cards, and plays a shortest line: no team can do better."""

    name: ClassVar[str] = "open"
    cards_open: ClassVar[bool] = True


@checked_fields
@checked_fields
@dataclass(frozen=True)
class SilentSoft(Silent):
    """Like `Silent`, but treats what the others chose to play as evidence of what their cards forbid.

    See `hidden.inference`.
    """

    name: ClassVar[str] = "silent-soft"

    def drawn(self, knowledge: Knowledge, rules: Rules, seed: int) -> Worlds:
        """Return the worlds that are looked at, with weights; see `Silent`."""
        return softened(knowledge, super().drawn(knowledge, rules, seed), SharedWatch())


@checked_fields
@dataclass(frozen=True)
class SilentRollouts(SilentSoft):
    """Like `SilentSoft`, but assumes that the next seat does not know the cards either.

    Of the swaps that look best, each is followed by what the next seat would play by what it can know
    (`hidden.inference`).
    """

    name: ClassVar[str] = "silent-rollouts"
    candidates: int = 4
    """So many swaps are followed."""

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
    """Like `Silent`, but asks first: the question that saves most, as long as one saves enough."""

    name: ClassVar[str] = "asking"
    most: int = 100
    """Questions that may be asked in a turn."""
    least: float = 0.02
    """Turns that a question must save."""

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
    """Like `Asking`, with one question a turn."""

    name: ClassVar[str] = "asking-once"
    most: int = 1


def asked(knowledge: Knowledge) -> int:
    """Return how many questions were asked in this turn."""
    count = 0
    for event in reversed(knowledge.events):
        if isinstance(event, Swap):
            break
        count += 1
    return count


POLICIES: dict[str, type[Policy]] = {
    kind.name: kind for kind in (Open, Random, Greedy, Silent, SilentSoft, SilentRollouts, AskingOnce, Asking)
}
"""The policies of the library, by their names."""


def policy_named(text: str) -> Policy:
    """Return a policy with its usual settings.

    Parameters
    ----------
    text : str
        A name in `POLICIES`; or ``module:Class`` for one of your own, which is imported.

    Returns
    -------
    Policy
        The policy.

    Raises
    ------
    ArgumentError
        There is none of that name, or it cannot be imported.

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
            f"there is no policy {text!r}: there are {', '.join(POLICIES)}, or your own as module:Class"
        )
    try:
        kind = getattr(importlib.import_module(module), name)
    except Exception as error:  # whatever the module does
        raise ArgumentError(f"the policy {text!r} cannot be imported: {error}") from None
    if not (isinstance(kind, type) and issubclass(kind, Policy)):
        raise ArgumentError(f"{text!r} is not a subclass of Policy")
    try:
        return kind()
    except Exception as error:  # as above
        raise ArgumentError(f"{text!r} cannot be made without arguments: {error}") from None
