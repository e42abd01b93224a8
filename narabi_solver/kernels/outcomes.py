"""What is known of a position: the outcomes, and the numbers that kernels write for them. Loads nothing."""

from __future__ import annotations

from _gamekit.facts import Words

SOLVED, UNSOLVABLE, UNDECIDED, WAITING = range(4)
"""Status of a deal; the first three stand for the outcomes in their order, the last for no answer yet."""


class Outcome(Words):
    """What is known of a position. The first two are proofs.

    Every result with an `outcome` also has `proven`, True unless the outcome is `UNDECIDED`; `stopped_by`,
    the limit that left something undecided ("nodes", "seconds", "memory", or "interrupt" if `Limits.stop`
    returned True), None if none did; `nodes`, the states expanded in total; and `seconds`, the time in total,
    without loading tables.

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
    """The search was stopped early; `stopped_by` says why, and `lower_bound` what is proven nevertheless."""


OUTCOMES = tuple(Outcome)
"""The outcome of each status but WAITING."""
