"""Perft: count sequences of plies."""

from __future__ import annotations

import operator
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Annotated, SupportsIndex

import numpy as np

from _gamekit.checks import Between
from _gamekit.facts import AsDict, Fact, Facts, Rows, for_people
from _gamekit.limits import Limits, Watch, limited
from _gamekit.problems import number_of
from _gamekit.search import FixedMemory, Status, drive
from mabi_search.game.packed import pack
from mabi_search.game.position import Position
from mabi_search.game.rules import Move
from mabi_search.kernels.perft import count as kernel
from mabi_search.search.sizes import MAX_DEPTH


@dataclass(frozen=True)
class Perft(AsDict):
    """The number of sequences of exactly `depth` plies.

    Examples
    --------
    >>> from mabi_search import Limits, Position, perft
    >>> perft(Position.start(), 3).nodes
    50086
    >>> stopped = perft(Position.start(), 9, limits=Limits(max_nodes=10))
    >>> stopped.nodes, stopped.stopped_by
    (None, 'nodes')
    """

    position: Position
    """The position where the sequences start."""
    depth: int
    """The number of plies of each sequence."""
    nodes: int | None
    """The number of sequences; None if the count was stopped."""
    stopped_by: str | None = None
    """The limit that stopped the count: "nodes", "seconds" or "interrupt". None if the count is complete."""

    def __repr__(self) -> str:
        count = f"stopped by {self.stopped_by}" if self.nodes is None else number_of(self.nodes, "position")
        return f"<Perft: depth {self.depth}, {count}>"

    def facts(self, divided: Sequence[tuple[Move, Perft]] | None = None, seconds: float = 0.0) -> Facts:
        """Return the count and its parts as facts.

        Parameters
        ----------
        divided : sequence of tuple of Move and Perft, optional
            Each move with the count after it.
        seconds : float, optional
            Seconds that the count took.

        Returns
        -------
        sequence of Fact and Rows
            The facts. Each has a key and a value for programs, and a text for display.
        """
        facts: list[Fact | Rows] = [Fact("position", self.position), Fact("depth", self.depth)]
        if divided is not None:
            parts = [(str(move), part.nodes) for move, part in divided]
            rows = [
                [for_people("", move), for_people("", "stopped" if n is None else f"{n:,}")]
                for move, n in parts
            ]
            facts += [Fact("divide", dict(parts)), Rows("", rows)]
        count = f"stopped by {self.stopped_by}; the count is unknown"
        if self.nodes is not None:
            rate = f", {self.nodes / seconds:,.0f} a second" if seconds > 0.01 else ""
            count = f"{self.nodes:,} in {seconds:.2f} s{rate}"
        return [
            *facts,
            Fact("nodes", self.nodes, f"perft {self.depth}: {count}", ""),
            Fact("stopped_by", self.stopped_by),
            Fact("rules", asdict(self.position.rules)),
        ]


def perft(
    position: Position,
    depth: Annotated[SupportsIndex, Between(0, MAX_DEPTH)],
    *,
    limits: Limits | None = None,
) -> Perft:
    """Return the number of sequences of exactly `depth` plies.

    A pass is a ply. Games that end earlier are not counted.

    Parameters
    ----------
    position : Position
        The position where the sequences start, with its history.
    depth : int
        Number of plies, 0 to 60.
    limits : Limits, optional
        Limits of the count. `max_seconds` and `stop` are checked about 50 times a second. `max_nodes` limits
        the positions that are visited one by one. By default there are no limits.

    Returns
    -------
    Perft
        The result. Its `nodes` is the number of sequences, or None if a limit was reached.

    Raises
    ------
    ArgumentError
        An argument is of the wrong kind, or the depth is out of range.

    Examples
    --------
    >>> from mabi_search import Position, perft
    >>> perft(Position.start(), 4).nodes
    2211450
    """
    depth = operator.index(depth)
    limits = limited(limits)
    plies = position.rules.max_plies
    if depth == 0:
        return Perft(position, 0, 1)
    if position.outcome() is not None or (plies is not None and position.ply + depth > plies):
        return Perft(position, depth, 0)
    search = PerftSearch(position, depth)
    stopped_by = drive(search, Watch(limits)).limit
    return Perft(position, depth, None if stopped_by else search.total, stopped_by)


class PerftSearch(FixedMemory):
    """The count of the sequences of a position that is not over, for `drive`."""

    def __init__(self, position: Position, depth: int):
        packed = pack(position.state, position.rules)
        stack = kernel.stack_for(depth)
        keys = np.concatenate([packed.keys, np.zeros((depth + 1, packed.keys.shape[1]), np.uint64)])
        self.cursor = np.zeros(kernel.CURSOR, np.int64)
        self.cursor[kernel.KEYS] = len(packed.keys)
        self._work = packed.setting, stack, keys, self.cursor
        kernel.begin(*self._work, packed.own, packed.enemy, packed.code, packed.first)
        self.depth = depth
        self.nodes = 0
        """Number of positions visited one by one."""

    @property
    def total(self) -> int:
        """Number of sequences counted so far."""
        return int(self.cursor[kernel.TOTAL])

    def advance(self, quota: int) -> Status:
        """Visit at most `quota` positions."""
        self.nodes += quota
        finished = kernel.search(*self._work, self.depth, quota) == kernel.FINISHED
        return Status.DECIDED if finished else Status.RUNNING


def divide(
    position: Position,
    depth: Annotated[SupportsIndex, Between(1, MAX_DEPTH)],
    *,
    limits: Limits | None = None,
) -> list[tuple[Move, Perft]]:
    """Return the number of sequences after each legal move.

    Parameters
    ----------
    position : Position
        The position with its history.
    depth : int
        Number of plies, including the move, 1 to 60.
    limits : Limits, optional
        Limits of each single count, as for `perft`.

    Returns
    -------
    list of tuple of Move and Perft
        Each move with its count, in the order of the legal moves. The list ends with the first count that was
        stopped.

    Raises
    ------
    ArgumentError
        An argument is of the wrong kind, or the depth is out of range.

    Examples
    --------
    >>> from mabi_search import Position, divide
    >>> move, count = divide(Position.start(), 2)[0]
    >>> print(move, count.nodes)
    a1b1 53
    """
    depth = operator.index(depth)
    counts = []
    for move in position.legal_moves:
        counts.append((move, perft(position.play(move), depth - 1, limits=limits)))
        if counts[-1][1].nodes is None:
            break
    return counts
