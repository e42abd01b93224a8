"""Thresholds: the lowest risk of losing the floor at which a teller with a fresh hand opens a sub-story."""

from __future__ import annotations

import operator
from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated, SupportsIndex

from _gamekit.checks import Between, public
from _gamekit.facts import AsDict, Fact
from _gamekit.problems import or_default
from tales_of_arabia.game.readings import Rules
from tales_of_arabia.planning.plans import Plan, line_words, plan
from tales_of_arabia.planning.situation import MOST_ENDINGS, MOST_FRESH, Situation

STEPS = 10_000
"""Risks are multiples of 1 / STEPS."""


@dataclass(frozen=True)
class Threshold(AsDict):
    """The lowest risk at which opening a sub-story pays, for a number of story cards."""

    cards: int
    """Number of story cards in the hand at the start of the main story. The hand also has all the beings
    and endings that can be useful."""
    risk: Fraction | None
    """The lowest multiple of 1/10,000 at which a sub-story pays; None if it never pays."""
    best: Plan | None
    """The plan at this risk; None if a sub-story never pays."""

    def facts(self) -> list[Fact]:
        """Return the number of cards, the risk and the best plan, as facts for a table row."""
        risk, best = self.risk, self.best
        return [
            Fact("cards", self.cards, str(self.cards), "story cards"),
            Fact(
                "risk",
                risk and float(risk),
                "never" if risk is None else f"{float(risk):.4f}",
                "from a risk of",
            ),
            Fact("value", best and float(best.value)),
            Fact(
                "line",
                best and best.line,
                line_words(best) if best else "a sub-story never pays",
                "the best plan there",
            ),
        ]


@public
def threshold(
    cards: Annotated[SupportsIndex, Between(1, MOST_FRESH)], *, rules: Rules | None = None
) -> Threshold:
    """Return the lowest risk of losing the floor at which a teller with a fresh hand should open a sub-story.

    A fresh hand is held at the start of the main story, with enough beings and endings. With a higher risk,
    later cards are worth less. A sub-story that pays at one risk therefore pays at every higher risk below 1,
    and bisection finds the lowest.

    Parameters
    ----------
    cards : int
        Number of story cards in the hand, 1 to 20.
    rules : Rules, optional
        The options of the rules.

    Returns
    -------
    Threshold
        The risk, exact to 1/10,000.

    Raises
    ------
    ArgumentError
        The number of cards is out of range.

    Examples
    --------
    >>> from tales_of_arabia import threshold
    >>> [float(threshold(cards).risk or 0) for cards in (7, 8, 9, 10)]
    [0.4655, 0.2063, 0.1566, 0.1199]
    """
    cards = operator.index(cards)
    hand = or_default(rules, Rules)
    low, high = 0, STEPS
    while low < high:
        middle = (low + high) // 2
        if pays(cards, Fraction(middle, STEPS), hand):
            high = middle
        else:
            low = middle + 1
    if low == STEPS:
        return Threshold(cards, None, None)
    risk = Fraction(low, STEPS)
    return Threshold(cards, risk, plan(_fresh(cards, True, hand), risk=risk))


def thresholds(cards: Iterable[SupportsIndex], *, rules: Rules | None = None) -> list[Threshold]:
    """Return the thresholds of several numbers of cards.

    Parameters
    ----------
    cards : iterable of int
        Numbers of story cards in the hand.
    rules : Rules, optional
        The options of the rules.

    Returns
    -------
    list of Threshold
        The thresholds, in the same order.

    Raises
    ------
    ArgumentError
        A number of cards is out of range.
    """
    return [threshold(count, rules=rules) for count in cards]


def pays(cards: int, risk: Fraction, rules: Rules) -> bool:
    """Return whether a fresh hand is worth more with beings, which can open sub-stories, than without."""
    opening, plain = (plan(_fresh(cards, beings, rules), risk=risk) for beings in (True, False))
    return opening.value > plain.value


def _fresh(cards: int, beings: bool, rules: Rules) -> Situation:
    """Return a hand at the start of the game, with every useful ending, and with or without beings."""
    most = cards // min(rules.minimum, rules.main_minimum)
    return Situation(
        beings=most * beings, others=cards - most * beings, endings=min(most, MOST_ENDINGS), rules=rules
    )
