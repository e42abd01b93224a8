"""The values of situations: a dynamic program over the rows and the hand, in whole numbers.

With each story card the teller loses the floor with probability 1 - p/d, and then wins nothing more. So
points won after h more cards count with probability (p/d)^h, and values with h story cards in hand are whole
numbers over d^h: nothing is rounded.

Irrelevant differences are removed before a value is looked up. Each ending that is used needs a row of the
minimum length, which limits the number of useful endings. Rows for which no ending is left are never ended. A
sub-story that is never ended only covers others. So no more beings open one than there are endings; further
beings count as other cards. (`tests/tales/exhaustive.py` removes nothing.)
"""

from __future__ import annotations

from fractions import Fraction

from tales_of_arabia.game.readings import Rules
from tales_of_arabia.game.table import LOST_BY_A_ROW, WON_BY_FINISHING

Rows = tuple[int, ...]


class Values:
    """The values of situations for one chance of losing the floor."""

    def __init__(self, risk: Fraction, rules: Rules):
        keep = 1 - risk
        self._kept, self._parts = keep.numerator, keep.denominator
        self.risk = risk
        """Probability of losing the floor with a card."""
        self._rules = rules
        self._shortest = min(rules.minimum, rules.main_minimum)
        self._known: dict[tuple[Rows, bool, int, int, int], int] = {}

    def value(self, rows: Rows, beings: int, others: int, endings: int) -> Fraction:
        """Return the expected points of the best play; the first row is the main story."""
        whole = self._best(rows, True, beings, others, endings)
        return Fraction(whole, self._parts ** (beings + others))

    def _best(self, rows: Rows, main: bool, beings: int, others: int, endings: int) -> int:
        """Return the value times d^h; `main` is True if the first row is the main story."""
        endings = min(endings, (beings + others + sum(rows)) // self._shortest)
        if not endings or not rows:
            return 0
        if len(rows) > endings:
            rows, main = rows[-endings:], False
        if beings > endings:
            beings, others = endings, others + beings - endings
        state = rows, main, beings, others, endings
        known = self._known.get(state)
        if known is None:
            known = self._known[state] = self._looked_up(*state)
        return known

    def _looked_up(self, rows: Rows, main: bool, beings: int, others: int, endings: int) -> int:
        longer = (*rows[:-1], rows[-1] + 1)
        values = [0]
        if others:
            values.append(self._kept * self._best(longer, main, beings, others - 1, endings))
        if beings:
            values.append(self._kept * self._best(longer, main, beings - 1, others, endings))
            values.append(self._kept * self._best((*longer, 0), main, beings - 1, others, endings))
        if (points := self.points(rows, main, beings + others)) is not None:
            won = points * self._parts ** (beings + others)
            values.append(won + self._best(rows[:-1], main, beings, others, endings - 1))
        return max(values)

    def points(self, rows: Rows, main: bool, held: int) -> int | None:
        """Return the points for ending the last row now; None if it may not be ended."""
        last = main and len(rows) == 1
        if rows[-1] < self._rules.needed(last) or (last and held):
            return None
        return rows[-1] - LOST_BY_A_ROW + WON_BY_FINISHING * last
