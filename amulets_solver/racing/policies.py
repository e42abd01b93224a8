"""Policies: rules that decide a player's questions and casts."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeVar

from _gamekit.philox import below, drawn
from _gamekit.problems import shorten
from amulets_solver.asking.casting import CastAdvice, cast
from amulets_solver.asking.question import question
from amulets_solver.belief.belief import Belief
from amulets_solver.belief.counting import bits
from amulets_solver.game.errors import ArgumentError
from amulets_solver.game.placement import Placement
from amulets_solver.game.readings import Rules
from amulets_solver.game.rules import Secret
from amulets_solver.sizes import GOALS, POLICIES

T = TypeVar("T")

GAMBLE = 0.5
"""Default probability of success at which the policy "gambler" casts."""


@dataclass(frozen=True)
class Policy:
    """A policy that decides a player's questions and casts.

    Parameters
    ----------
    asks : str
        "entropy", "expected-size" or "castable": ask the best question found for this goal. "consistent":
        draw a hypothesis and place its amulets on their owners' fields. "random": ask a random placement.
    threshold : float, default: 1.0
        Lowest probability of success at which the policy casts. With 1 it makes only sure casts.
    """

    asks: str
    threshold: float = 1.0

    def __post_init__(self) -> None:
        if self.asks not in (*GOALS, "consistent", "random"):
            names = ", ".join((*GOALS, "consistent", "random"))
            raise ArgumentError(f"asks must be one of {names}, not {shorten(str(self.asks))}")
        if not 0 < self.threshold <= 1:
            raise ArgumentError(
                f"the probability from which a player casts must be in (0, 1], not {self.threshold!r}"
            )

    @classmethod
    def named(cls, name: str) -> Policy:
        """Return the policy with a given name.

        Parameters
        ----------
        name : str
            One of `POLICIES`. A colon and a number set the threshold, like ``entropy:0.75``; ``gambler`` is
            ``entropy:0.5``.

        Returns
        -------
        Policy
            The policy.

        Raises
        ------
        ArgumentError
            No policy has this name.
        """
        known = (
            f"the policies are {', '.join(POLICIES)}, with an optional threshold like entropy:0.4; "
            "gambler is entropy:0.5"
        )
        asks, colon, chance = str(name).partition(":")
        if asks not in POLICIES:
            raise ArgumentError(f"{shorten(str(name))} is not a policy; {known}")
        threshold = GAMBLE if asks == "gambler" else 1.0
        if colon:
            try:
                threshold = float(chance) if len(chance) < 25 else 0.0
            except ValueError:
                raise ArgumentError(f"{shorten(chance)} is not a probability; {known}") from None
        return cls("entropy" if asks == "gambler" else asks, threshold)

    @property
    def name(self) -> str:
        """The policy's name, in the form that `named` accepts."""
        return self.asks if self.threshold == 1 else f"{self.asks}:{self.threshold:g}"

    def ask(self, belief: Belief, source: Iterator[int]) -> Placement:
        """Return the placement to ask.

        Parameters
        ----------
        belief : Belief
            The player's knowledge.
        source : iterator of int
            Random integers.

        Returns
        -------
        Placement
            The question.
        """
        if self.asks == "random":
            return Placement(tuple(drawn(belief.rules.fields, belief.rules.amulets, source)))
        if self.asks == "consistent":
            return consistent(belief.rules, random_hypothesis(belief, source), source)
        return question(belief, self.asks).placement

    def cast(self, belief: Belief) -> CastAdvice | None:
        """Return the cast to make now, or None to wait.

        Parameters
        ----------
        belief : Belief
            The player's knowledge.

        Returns
        -------
        CastAdvice or None
            The cast; None to wait.
        """
        if belief.castable:
            return cast(belief)
        most = len(belief.injections)  # most hypotheses that say yes, on average over the draws
        if self.threshold == 1 or most < self.threshold * belief.count:
            return None
        advice = cast(belief)
        return advice if advice.probability >= self.threshold else None


def random_hypothesis(belief: Belief, source: Iterator[int]) -> tuple[Secret, ...]:
    """Return a hypothesis drawn at random; all are equally likely."""
    rules, counts = belief.rules, belief.count_by_amulets.tolist()
    left, row = below(belief.count, source), 0
    while left >= counts[row]:
        left -= counts[row]
        row += 1
    amulets = belief.injections[row].tolist()
    choices = [list(bits(belief.sets[one][amulet])) for one, amulet in enumerate(amulets)]
    while True:
        fields = [_one_of(some, source) for some in choices]
        if len(set(fields)) == len(fields):
            return tuple(
                Secret(rules.fields[field], rules.colours[amulet])
                for field, amulet in zip(fields, amulets, strict=True)
            )


def consistent(rules: Rules, theirs: tuple[Secret, ...], source: Iterator[int]) -> Placement:
    """Return a placement with each secret's amulet on the secret's field, and the others on random fields."""
    return completed(rules, {secret.amulet: secret.field for secret in theirs}, source)


def laid(rules: Rules, advice: CastAdvice, source: Iterator[int]) -> Placement:
    """Return the placement of a cast, with random fields for spare amulets under ``spare="random"``."""
    return completed(rules, advice.named, source) if rules.spare == "random" else advice.placement


def completed(rules: Rules, named: Mapping[str, str], source: Iterator[int]) -> Placement:
    """Return a placement with the named amulets fixed, and the others on random free fields."""
    places = dict(named)
    free = [field for field in rules.fields if field not in places.values()]
    rest = [amulet for amulet in rules.colours if amulet not in places]
    places |= dict(zip(rest, drawn(free, len(rest), source), strict=True))
    return Placement(tuple(places[amulet] for amulet in rules.colours))


def _one_of(some: Sequence[T], source: Iterator[int]) -> T:
    return some[below(len(some), source)]
