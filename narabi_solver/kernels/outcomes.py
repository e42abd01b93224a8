"""Outcomes of a position, and the numbers that kernels write for them; this module loads nothing."""

from __future__ import annotations

from _gamekit.words import Words

SOLVED, UNSOLVABLE, UNDECIDED, WAITING = range(4)
"""The status of a deal. The first three are the outcomes, in their order; the last means that there is no
answer yet.
"""

STOPS = (None, "nodes", "seconds", "memory", "interrupt")
"""The limits that can stop a search, by their numbers in arrays; the first means that none did."""


class Outcome(Words):
    """The outcome of a search. The first two are proofs.

    Every result with an `outcome` also has `proven`, which is True unless the outcome is `UNDECIDED`.
    `stopped_by` is the limit that left something undecided, or None. It is "nodes", "seconds", "memory", or
    "interrupt" if `Limits.stop` returned True. `nodes` is the number of states expanded. `seconds` is the
    time of the search, without loading tables.

    Examples
    --------
    >>> from narabi_solver import Outcome
    >>> Outcome.SOLVED == "solved", str(Outcome.UNDECIDED)
    (True, 'undecided')
    """

    SOLVED = "solved"
    """A shortest line was found and replayed; no shorter one exists."""
    UNSOLVABLE = "unsolvable"
    """Proven: no line of legal swaps wins within the turn limit."""
    UNDECIDED = "undecided"
    """The search was stopped early. `stopped_by` is the reason, and `lower_bound` the bound proven so far."""


OUTCOMES = tuple(Outcome)
"""The outcome of each status except WAITING."""
