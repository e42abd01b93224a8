"""The value of each act of the teller, and the best act."""

from __future__ import annotations

import functools
import re
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, replace
from fractions import Fraction

from _gamekit.facts import Fact, Facts, Result, Rows, for_people
from _gamekit.problems import number_of
from tales_of_arabia.game.errors import ArgumentError, shorten
from tales_of_arabia.game.rules import Game
from tales_of_arabia.planning.situation import Situation
from tales_of_arabia.planning.values import Values

LAY, LAY_BEING, OPEN, END, STOP = "lay", "lay being", "open", "end", "stop"
PREFERRED = (END, LAY, LAY_BEING, OPEN, STOP)
"""Order of preference among acts of equal value: first take points, then keep beings."""
LONGEST_RISK = 12
"""Largest number of decimals of a risk. A risk with more decimals makes the exact numbers longer."""

LONGEST_EXPONENT = 5
"""Largest number of characters of the exponent of a risk like ``1e-3``."""

Risk = int | float | Fraction | str


@dataclass(frozen=True, repr=False)
class Plan(Result):
    """The exact values of the acts in a situation, in points still to be won."""

    situation: Situation
    """The hand and the rows."""
    risk: Fraction
    """Probability of losing the floor with each story card."""
    values: Mapping[str, Fraction] = field(hash=False)
    """The value of each possible act if best play follows. The acts are "lay" (a card that is not a being),
    "lay being", "open" (lay a being and open a sub-story), "end" and "stop"."""
    _known: Values = field(compare=False)

    @property
    def value(self) -> Fraction:
        """The value of the situation in points."""
        return max(self.values.values())

    @property
    def act(self) -> str:
        """The best act; "stop" if no points can be won."""
        if not self.value:
            return STOP
        return next(act for act in PREFERRED if self.values.get(act) == self.value)

    @functools.cached_property
    def line(self) -> tuple[str, ...]:
        """The sequence of best acts if the teller never loses the floor."""
        plan, acts = self, []
        while plan.act != STOP:
            acts.append(plan.act)
            after = situation_after(plan.situation, plan.act)
            if after is None:
                break
            plan = Plan(after, self.risk, act_values(after, self._known), self._known)
        return tuple(acts)

    def __repr__(self) -> str:
        return f"<Plan: {self.act}, worth {float(self.value):.4g} points at a risk of {float(self.risk):g}>"

    def facts(self) -> Facts:
        """Return the situation, the best act and all values, as facts for display."""
        situation = self.situation
        hand = ", ".join(
            number_of(count, kind)
            for count, kind in (
                (situation.beings, "being"),
                (situation.others, "other"),
                (situation.endings, "ending"),
            )
        )
        acts = sorted(self.values.items(), key=lambda one: (one[0] != self.act, -one[1]))
        rows = [
            [
                for_people("act", act, "bold" * (act == self.act)),
                for_people("points to come", f"{float(value):.4f}"),
            ]
            for act, value in acts
        ]
        return [
            for_people("hand", f"{hand}; rows {', '.join(map(str, situation.rows))}"),
            Fact("beings", situation.beings),
            Fact("others", situation.others),
            Fact("endings", situation.endings),
            Fact("rows", situation.rows),
            Fact("risk", float(self.risk), f"{float(self.risk):g} of losing the floor with each story card"),
            Fact(
                "act", self.act, f"{self.act}, worth {float(self.value):.4f} points (exact)", "best", "bold"
            ),
            Fact("value", float(self.value)),
            Fact("line", self.line, line_words(self) or "nothing can be won"),
            Fact("values", {act: float(value) for act, value in self.values.items()}),
            Rows("", rows, [1]),
            Fact("rules", asdict(situation.rules)),
        ]


def line_words(plan: Plan) -> str:
    """Return the acts in `Plan.line` as text, with the number of times that each act is repeated."""
    words: list[list[str | int]] = []
    for act in plan.line:
        if words and words[-1][0] == act:
            words[-1][1] = int(words[-1][1]) + 1
        else:
            words.append([act, 1])
    return ", ".join(f"{act} × {count}" if count != 1 else str(act) for act, count in words)


def situation_after(situation: Situation, act: str) -> Situation | None:
    """Return the situation after a possible act; None if the act ends the game."""
    *below, top = situation.rows
    if act == END:
        rows, endings = tuple(below), situation.endings - 1
        return replace(situation, rows=rows, endings=endings) if rows else None
    rows = (*below, top + 1, 0) if act == OPEN else (*below, top + 1)
    if act == LAY:
        return replace(situation, rows=rows, others=situation.others - 1)
    return replace(situation, rows=rows, beings=situation.beings - 1)


def act_values(situation: Situation, values: Values) -> dict[str, Fraction]:
    """Return the value of each possible act."""
    keep = 1 - values.risk
    points = values.points(situation.rows, True, situation.held) if situation.endings else None
    possible = {
        LAY: situation.others > 0,
        LAY_BEING: situation.beings > 0,
        OPEN: situation.beings > 0,
        END: points is not None,
    }
    found = {}
    for act in (act for act, can in possible.items() if can):
        after = situation_after(situation, act)
        later = Fraction(0) if after is None else _value(after, values)
        found[act] = (points or 0) + later if act == END else keep * later
    return {**found, STOP: Fraction(0)}


def _value(situation: Situation, values: Values) -> Fraction:
    return values.value(situation.rows, situation.beings, situation.others, situation.endings)


def exact_risk(risk: Risk) -> Fraction:
    """Return a risk as an exact fraction; 0.1 gives 1/10.

    Raises
    ------
    ArgumentError
        The risk is not a number from 0 to 1, or has too many digits.
    """
    exponent = re.search(r"e([-+]?[0-9_]+)\s*$", str(risk), re.IGNORECASE)
    if exponent is not None and len(exponent[1]) > LONGEST_EXPONENT:  # the fraction might not fit in memory
        raise ArgumentError(f"a risk must have at most {LONGEST_RISK} decimals, not {shorten(str(risk))}")
    try:
        exact = Fraction(risk if isinstance(risk, Fraction) else str(risk))
    except (ValueError, ZeroDivisionError):
        raise ArgumentError(f"a risk must be a number from 0 to 1, not {shorten(str(risk))}") from None
    if not 0 <= exact <= 1:
        raise ArgumentError(f"a risk must be a number from 0 to 1, not {shorten(str(risk))}")
    if exact.denominator > 10**LONGEST_RISK:
        raise ArgumentError(f"a risk must have at most {LONGEST_RISK} decimals, not {shorten(str(risk))}")
    return exact


def plan(situation: Situation | Game, *, risk: Risk = 0) -> Plan:
    """Return the value of each of the teller's acts, and the best act.

    With each story card laid, the teller loses the floor with probability `risk`, and then wins nothing more.
    The plan ignores drawn cards and the stories of others. It assumes that all endings are accepted.

    Parameters
    ----------
    situation : Situation or Game
        The hand and the rows, or a game in which the teller's hand is known.
    risk : int, float, Fraction or str
        Probability of losing the floor with each story card, from 0 to 1. The value 0.1 means exactly 1/10.

    Returns
    -------
    Plan
        The exact values.

    Raises
    ------
    ArgumentError
        The risk is not a number from 0 to 1, or the teller's hand is not known.

    Examples
    --------
    >>> from tales_of_arabia import Situation, plan
    >>> advice = plan(Situation(beings=2, others=7, endings=2), risk=0.2)
    >>> advice.act, round(float(advice.value), 4)
    ('open', 1.3264)
    >>> plan(Situation(beings=2, others=7, endings=2)).value  # undisturbed: a point for each card
    Fraction(9, 1)
    """
    if isinstance(situation, Game):
        situation = Situation.of(situation)
    values = Values(exact_risk(risk), situation.rules)
    return Plan(situation, values.risk, act_values(situation, values), values)
