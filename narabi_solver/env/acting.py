"""What a program learnt, as a policy among those of `narabi team`."""

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
"""Is given an observation and a mask, and returns an action."""


class ArrayPolicy(Policy):
    """Decides by a function of arrays: how a learnt policy plays with those of `narabi_solver.hidden`.

    Parameters
    ----------
    act : callable
        Is given what `GameSpec.observation` and `GameSpec.mask` return, and returns an action that is legal.
    spec : GameSpec
        The game that it was learnt in.
    label : str, default: "array"
        What it is called in tables.

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
        """Return what the function decides; see `Policy`.

        Raises
        ------
        ArgumentError
            The game is not the one that it was learnt in, or the function returned no action.
        """
        if rules != self.spec.rules or knowledge.players != self.spec.players:
            raise ArgumentError(f"{self!r} was learnt in another game: {self.spec}")
        chosen: Any = self.act(self.spec.observation(knowledge), self.spec.mask(knowledge))
        return self.spec.decision(int(chosen), knowledge.seat)
