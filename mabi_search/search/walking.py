"""`Walk`: one thread's way through the tree of a search, in slices."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from typing import Any

import numpy as np

from mabi_search.game.packed import PackedPosition
from mabi_search.kernels.alphabeta import work as places
from mabi_search.kernels.alphabeta.search import search

SHARED_SLICE = 2_000
"""Nodes after which each of several threads looks whether it is still needed: some milliseconds."""


class Walk:
    """One thread's way through a tree.

    Parameters
    ----------
    packed
        The first position, with its past.
    holder
        Of the tie there: 0, 1, 2 for nobody, White, Black.
    room, tables
        Its own, to work in, and the tables, which all threads share.
    """

    def __init__(self, packed: PackedPosition, holder: int, room: Any, tables: Sequence[Any]):
        self.packed, self.holder, self.work, self.tables = packed, holder, room, tables
        self.cursor = np.zeros(places.CURSOR, np.int64)
        self._before = 0

    @property
    def nodes(self) -> int:
        """Positions that were searched, on all ways together."""
        return self._before + int(self.cursor[places.NODES])

    @property
    def value(self) -> int:
        """The score, once the way has come to its end."""
        return int(self.cursor[places.VALUE])

    def begin(self, depth: int, low: int, high: int) -> None:
        """Stand at the first position, to search it to a depth with a window."""
        work, packed = self.work, self.packed
        self._before = self.nodes
        work.words[0] = packed.own, packed.enemy
        work.nodes[0] = 0
        node, code = work.nodes[0], int(packed.code)
        node.side, node.mode, node.holder = code >> 2, code & 3, self.holder
        node.first, node.alpha, node.beta, node.depth = packed.first, low, high, depth
        self.cursor[:] = 0
        self.cursor[places.STATE], self.cursor[places.KEYS] = places.ENTER, len(packed.keys)

    def go_on(self, quota: int) -> bool:
        """Go on for about so many nodes; return True at the end."""
        estimates, proofs = self.tables
        status = search(self.packed.setting, self.work, estimates, proofs, self.cursor, quota)
        return bool(status == places.FINISHED)


@contextmanager
def accompanied(companions: Sequence[Walk], is_enough: Callable[[], bool]) -> Iterator[None]:
    """Let others walk beside the main thread; when it is done they stop, wherever they are.

    They also stop when `is_enough` returns True, which all of them ask. If the system has no room for so many
    threads, there are fewer.
    """
    done = threading.Event()

    def accompany(walk: Walk) -> None:
        while not (done.is_set() or is_enough() or walk.go_on(SHARED_SLICE)):
            pass

    started = list[threading.Thread]()
    try:
        with suppress(RuntimeError):  # as Python calls it
            for walk in companions:
                thread = threading.Thread(target=accompany, args=(walk,), daemon=True)
                thread.start()
                started.append(thread)
        yield
    finally:
        done.set()
        for thread in started:
            thread.join()
