"""The values of situations: a dynamic program over the rows and the hand, in whole numbers.

With each story card the teller loses the floor with probability 1 - p/d, and then wins nothing more. Points
won after h more cards therefore count with probability (p/d)^h. A value with h story cards in hand is a whole
number divided by d^h, so nothing is rounded.

Situations that cannot differ in value share one table entry. Each ending that is used needs a row of the
minimum length, which limits the number of useful endings. Rows without an ending left for them never end. A
sub-story that never ends only blocks the rows below it, so beings open at most as many rows as there are
endings. Further beings count as other cards. The tests compare with a program without these reductions,
`tests/tales/exhaustive.py`.
"""

from __future__ import annotations

from fractions import Fraction

from tales_of_arabia.game.readings import Rules
from tales_of_arabia.game.table import LOST_BY_A_ROW, WON_BY_FINISHING

Rows = tuple[int, ...]


class Values:
    """The values of situations for one risk of losing the floor."""

    def __init__(self, risk: Fraction, rules: Rules):
        keep = 1 - risk
        self._kept, self._parts = keep.numerator, keep.denominator
        self.risk = risk
        """Probability of losing the floor with each story card."""
        self._rules = rules
        self._shortest = min(rules.minimum, rules.main_minimum)
        self._known: dict[tuple[Rows, bool, int, int, int], int] = {}

    def value(self, rows: Rows, beings: int, others: int, endings: int) -> Fraction:
        """Return the expected points of best play; the first row is the main story."""
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
        """Return the points for ending the last row now; None if the rules forbid it."""
        last = main and len(rows) == 1
        if rows[-1] < self._rules.needed(last) or (last and held):
            return None
        return rows[-1] - LOST_BY_A_ROW + WON_BY_FINISHING * last
