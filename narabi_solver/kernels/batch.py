"""Deals and their answers as arrays: the input and output of the searches."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from _gamekit.jit.forms import form_of
from narabi_solver.kernels.outcomes import OUTCOMES, SOLVED, STOPS, UNDECIDED, WAITING, Outcome

LINE = 24
"""Largest number of swaps of a line."""


class PackedSolutions(NamedTuple):
    """The answers to n packed deals, in their order."""

    status: NDArray[np.uint8]
    """(n,): the index of the outcome in `OUTCOMES`; WAITING if there is no answer yet."""
    bound: NDArray[np.uint8]
    """(n,): a proven lower bound on the turns to a win: the minimum if solved, turns_left + 1 if unsolvable.
    """
    nodes: NDArray[np.int64]
    """(n,): the number of nodes expanded."""
    lines: NDArray[np.uint8]
    """(n, 24): the swaps of each line, as own place * 16 + other place, counted from the first place of each
    mover; 0 after the last swap.
    """
    wins: NDArray[np.int64]
    """(n,): the number of shortest lines of a solved deal. If lines were not counted, 1 after IDA* and 0
    after A*.
    """
    stops: NDArray[np.uint8]
    """(n,): the index in `STOPS` of the limit that left a deal undecided; 0 unless undecided."""

    def __repr__(self) -> str:
        return f"<PackedSolutions: {len(self.status):,} deal{'s' * (len(self.status) != 1)}>"

    @property
    def outcome(self) -> NDArray[np.object_]:
        """(n,): the outcomes as objects; a comparison by `are` is faster."""
        return np.array(OUTCOMES, object)[self.status]

    def outcome_of(self, deal: int) -> Outcome:
        """Return the outcome of a deal that has an answer."""
        return OUTCOMES[int(self.status[deal])]

    def are(self, outcome: Outcome) -> NDArray[np.bool_]:
        """Return (n,): whether each outcome equals `outcome`."""
        return np.asarray(self.status == OUTCOMES.index(outcome))

    def codes(self, deal: int) -> list[int]:
        """Return the swaps of a deal's line, coded as in `lines`; empty unless the deal is solved."""
        codes: list[int] = self.lines[deal, : self.bound[deal]].tolist()
        return codes if self.status[deal] == SOLVED else []

    def line(self, deal: int) -> list[tuple[int, int]]:
        """Return the own and other place of each swap of a deal's line; empty unless the deal is solved."""
        return [(code >> 4, code & 15) for code in self.codes(deal)]

    def stopped_by(self, deal: int) -> str | None:
        """Return "nodes", "seconds", "memory" or "interrupt", which left a deal undecided; else None."""
        return STOPS[int(self.stops[deal])]

    def leave(self, deals: int | NDArray[np.int64], limit: str) -> None:
        """Mark deals as left undecided by a limit; their bounds remain."""
        self.status[deals], self.stops[deals] = UNDECIDED, STOPS.index(limit)
        self.lines[deals] = self.wins[deals] = 0


class Batch(NamedTuple):
    """The n deals of a search, as in `solving.PackedDeals`, and the answers that the search writes."""

    rings: NDArray[np.uint64]
    cards: NDArray[np.uint8]
    backs: NDArray[np.uint64]
    turns_left: NDArray[np.uint8]
    found: PackedSolutions
    """The answers. At the start, `bound` has the known lower bounds, or 0."""


def waiting(count: int, status: int = WAITING) -> PackedSolutions:
    """Return empty answers to `count` deals, all with the same status."""
    return PackedSolutions(
        np.full(count, status, np.uint8),
        np.zeros(count, np.uint8),
        np.zeros(count, np.int64),
        np.zeros((count, LINE), np.uint8),
        np.zeros(count, np.int64),
        np.zeros(count, np.uint8),
    )


SOLUTIONS = form_of(waiting(1))
"""The form of `PackedSolutions`."""

BATCH = form_of(
    Batch(
        np.zeros(1, np.uint64),
        np.zeros((1, 15), np.uint8),
        np.zeros(1, np.uint64),
        np.zeros(1, np.uint8),
        waiting(1),
    )
)
"""The form of a `Batch`."""
