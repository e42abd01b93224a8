"""Policies for `narabi team` that call a function of arrays, for example a trained network, to decide."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar, SupportsIndex

import numpy as np
from numpy.typing import NDArray

from narabi_solver.env.spec import GameSpec
from narabi_solver.game.errors import ArgumentError
from narabi_solver.game.rules import Rules, Swap
from narabi_solver.hidden.knowledge import Knowledge
from narabi_solver.hidden.policies import Policy, Question

Act = Callable[[NDArray[np.uint8], NDArray[np.int8]], SupportsIndex]
"""Function from an observation and a mask to an action."""


class ArrayPolicy(Policy):
    """A policy that calls a function of arrays, for example a trained network, for each decision.

    Parameters
    ----------
    act : callable
        Function from the results of `GameSpec.observation` and `GameSpec.mask` to a legal action.
    spec : GameSpec
        The game for which the function was trained.
    label : str, default: "array"
        Name of the policy in tables.

    Examples
    --------
    >>> from narabi_solver.env import ArrayPolicy, GameSpec
    >>> first = ArrayPolicy(lambda observation, mask: mask.argmax(), GameSpec(players=2), "first")
    >>> first
    ArrayPolicy('first')
    """

    name: ClassVar[str] = "array"

    def __init__(self, act: Act, spec: GameSpec, label: str = "array"):
        self.act, self.spec, self.label = act, spec, label

    def __repr__(self) -> str:
        return f"ArrayPolicy({self.label!r})"

    def decide(self, knowledge: Knowledge, rules: Rules, seed: int) -> Swap | Question:
        """Return the decision of the function; see `Policy`.

        Raises
        ------
        ArgumentError
            The game differs from `spec`, or the number from the function is not an action.
        """
        if rules != self.spec.rules or knowledge.players != self.spec.players:
            raise ArgumentError(f"{self!r} was trained for another game: {self.spec}")
        chosen: Any = self.act(self.spec.observation(knowledge), self.spec.mask(knowledge))
        return self.spec.decision(int(chosen), knowledge.seat)
