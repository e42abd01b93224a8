"""Questions about positions, and what an answer to one has."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Generic, NamedTuple, Protocol, TypeVar

from _gamekit.facts import Facts
from _gamekit.limits import Limits
from _gamekit.progress import Progress
from mabi_search.game.position import Position


class Answer(Protocol):
    """An answer to a question about a position."""

    @property
    def code(self) -> int:
        """The exit code."""
        ...

    def lines(self) -> list[Facts]:
        """Return the facts of each line of JSON."""
        ...


A = TypeVar("A", bound=Answer)


class Question(NamedTuple, Generic[A]):
    """A question about a position. It can be asked in another process."""

    position: Position
    limits: Limits
    what: Callable[[Position, Limits, Progress], Iterable[A]]
    """The function that yields the answers."""

    def answers(self, stop: Callable[[], bool] | None, progress: Progress) -> Iterable[A]:
        """Return the answers, here, in a worker or for a line of a file."""
        return self.what(self.position, replace(self.limits, stop=stop), progress)


Ask = Callable[[Position], Question[A]]
