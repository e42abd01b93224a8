"""Deals and their answers as arrays: what the searches read and write."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from _gamekit.jit.forms import form_of
from narabi_solver.kernels.outcomes import OUTCOMES, SOLVED, UNDECIDED, WAITING, Outcome

LINE = 24
"""Swaps of the longest line."""


class PackedSolutions(NamedTuple):
    """The answers to n packed deals, in their order."""

    status: NDArray[np.uint8]
    """(n,): which of `OUTCOMES`; WAITING as long as there is no answer."""
    bound: NDArray[np.uint8]
    """(n,): no win takes fewer turns; the minimum where solved, turns_left + 1 where unsolvable."""
    nodes: NDArray[np.int64]
    """(n,): nodes expanded."""
    lines: NDArray[np.uint8]
    """(n, 24): own place * 16 + other place of each swap, seen from each mover; 0 after the last."""
    wins: NDArray[np.int64]
    """(n,): how many shortest lines there are if they were counted, else 1 where solved; 0 if by A*."""

    def __repr__(self) -> str:
        return f"<PackedSolutions: {len(self.status):,} deals>"

    @property
    def outcome(self) -> NDArray[np.object_]:
        """(n,): the outcomes, as objects; `are` is quicker."""
        return np.array(OUTCOMES, object)[self.status]

    def outcome_of(self, deal: int) -> Outcome:
        """Return the outcome of a deal that has an answer."""
        return OUTCOMES[int(self.status[deal])]

    def are(self, outcome: Outcome) -> NDArray[np.bool_]:
        """Return (n,): whether the outcomes are this one."""
        return np.asarray(self.status == OUTCOMES.index(outcome))

    def codes(self, deal: int) -> list[int]:
        """Return the swaps of a deal's line as `lines` has them; none unless it is solved."""
        codes: list[int] = self.lines[deal, : self.bound[deal]].tolist()
        return codes if self.status[deal] == SOLVED else []

    def line(self, deal: int) -> list[tuple[int, int]]:
        """Return own and other place of each swap of a deal's line; none unless it is solved."""
        return [(code >> 4, code & 15) for code in self.codes(deal)]

    def put(self, deal: int, answer: PackedSolutions) -> None:
        """Write the answer to a deal, which is the only one of other columns, into its row."""
        for name in self._fields:
            getattr(self, name)[deal] = getattr(answer, name)[0]

    def leave_open(self, deals: int | list[int]) -> None:
        """Make deals undecided; their bounds stand."""
        self.status[deals] = UNDECIDED
        self.lines[deals] = self.wins[deals] = 0


class Batch(NamedTuple):
    """Deals of a search, n of them, and the answers that it writes; `solving.batch.PackedDeals` says more."""

    rings: NDArray[np.uint64]
    cards: NDArray[np.uint8]
    banned: NDArray[np.uint8]
    turns_left: NDArray[np.uint8]
    found: PackedSolutions
    """Its `bound` is what was known before: no win takes fewer turns; 0 where nothing was."""


def waiting(count: int, status: int = WAITING) -> PackedSolutions:
    """Return room for the answers to so many deals."""
    return PackedSolutions(
        np.full(count, status, np.uint8),
        np.zeros(count, np.uint8),
        np.zeros(count, np.int64),
        np.zeros((count, LINE), np.uint8),
        np.zeros(count, np.int64),
    )


SOLUTIONS = form_of(waiting(1))
"""The form of `PackedSolutions`."""

BATCH = form_of(
    Batch(
        np.zeros(1, np.uint64),
        np.zeros((1, 15), np.uint8),
        np.zeros(1, np.uint8),
        np.zeros(1, np.uint8),
        waiting(1),
    )
)
"""The form of a `Batch`."""
