"""A player's knowledge as a drawing: an altar for each opponent, with fields shaded by probability."""

from __future__ import annotations

from collections.abc import Mapping

from _gamekit.svg import Drawing, Group
from amulets_solver.game.placement import Placement
from amulets_solver.game.readings import COLUMNS, ROWS, Rules
from amulets_solver.game.rules import Secret

CELL, LEFT, TOP, EDGE, BETWEEN = 38.0, 22.0, 56.0, 12.0, 18.0
"""Pixels: side of a field, margin for row numbers, height of the heading, border, gap between altars."""
DISC = 8.0

Shares = Mapping[str, Mapping[str, float]]
"""The probabilities of `Belief.marginals`."""


def altars(
    shares: Shares,
    me: Secret,
    rules: Rules,
    known: str,
    placement: Placement | None = None,
    *,
    width: float | None = None,
    theme: str = "auto",
) -> Drawing:
    """Return a drawing of the probability of each field and amulet, for every opponent, in percent.

    Raises
    ------
    ArgumentError
        The width is out of range, or the theme is unknown.
    """
    wide = LEFT + CELL * max(rules.columns, rules.amulets - 1)
    high = TOP + CELL * (rules.rows + 1) + 10
    count = len(shares)
    drawing = Drawing(
        EDGE * 2 + wide * count + BETWEEN * (count - 1),
        high + EDGE,
        "What the others may have, in percent",
        _description(shares, known, placement),
        theme,
        width,
    )
    for number, (seat, theirs) in enumerate(shares.items()):
        part = drawing.part(EDGE + number * (wide + BETWEEN), 0)
        part.text(f"player {seat}", (LEFT, 20), 15, anchor="start", weight="bold")
        _altar(part, theirs, me, rules)
        if placement is not None:
            _amulets(part, rules, placement)
        _owned(part, theirs, me, rules)
    return drawing


def _altar(part: Group, shares: Mapping[str, float], me: Secret, rules: Rules) -> None:
    """Draw the fields of an altar with their probabilities; the player's own field is crossed out."""
    for column, letter in enumerate(COLUMNS[: rules.columns]):
        part.text(letter, (LEFT + CELL * (column + 0.5), TOP - 10), 13, fill=part.theme.faint)
    for row, name in enumerate(ROWS[: rules.rows]):
        part.text(name, (LEFT - 10, TOP + CELL * (row + 0.5)), 13, fill=part.theme.faint)
    for number, field in enumerate(rules.fields):
        row, column = divmod(number, rules.columns)
        x, y = LEFT + CELL * column, TOP + CELL * row
        _cell(part, (x, y), shares[field])
        if field == me.field:
            part.line((x + 9, y + 9), (x + CELL - 9, y + CELL - 9), stroke=part.theme.faint, stroke_width=2)
            part.line((x + CELL - 9, y + 9), (x + 9, y + CELL - 9), stroke=part.theme.faint, stroke_width=2)


def _amulets(part: Group, rules: Rules, placement: Placement) -> None:
    """Draw each amulet of a placement, with its letter, in a corner of its field."""
    for amulet, field in zip(rules.colours, placement.fields, strict=True):
        row, column = divmod(rules.fields.index(field), rules.columns)
        at = LEFT + CELL * (column + 1) - DISC - 2, TOP + CELL * row + DISC + 2
        part.circle(at, DISC, fill=part.theme.paper, stroke=part.theme.accent, stroke_width=1.5)
        part.text(amulet, at, 11, weight="bold")


def _owned(part: Group, shares: Mapping[str, float], me: Secret, rules: Rules) -> None:
    """Draw, below an altar, the probability that the opponent has each amulet."""
    others = [amulet for amulet in rules.colours if amulet != me.amulet]
    for number, amulet in enumerate(others):
        x, y = LEFT + CELL * number, TOP + CELL * rules.rows + 8
        _cell(part, (x, y), shares[amulet], amulet)


def _cell(part: Group, at: tuple[float, float], share: float, letter: str = "") -> None:
    """Draw a field or an amulet. A higher probability is darker; an impossible cell has no number."""
    look = part.theme
    part.rect(at[0] + 1, at[1] + 1, CELL - 2, CELL - 2, rx=3, fill=look.bed)
    if share:
        shade = 0.12 + 0.5 * share
        part.rect(at[0] + 1, at[1] + 1, CELL - 2, CELL - 2, rx=3, fill=look.second, fill_opacity=shade)
        bold = "bold" if share >= 0.5 else None
        low = CELL * 0.68
        part.text(percent(share), (at[0] + CELL / 2, at[1] + low), 13, weight=bold)
    if letter:
        part.text(letter, (at[0] + CELL / 2, at[1] + 10), 11, weight="bold")


def _description(shares: Shares, known: str, placement: Placement | None) -> str:
    """Return a description of the drawing in words."""
    sentences = [known]
    for seat, theirs in shares.items():
        some = ", ".join(f"{name} {percent(share)}" for name, share in theirs.items() if share)
        sentences.append(f"Of player {seat}: {some}.")
    if placement is not None:
        sentences.append(f"The amulets stand so: {placement}.")
    return " ".join(sentences)


def percent(share: float) -> str:
    """Return a probability in percent; only impossible and certain events show as 0 and 100."""
    if share in (0.0, 1.0):
        return f"{100 * share:.0f}"
    return "<1" if share < 0.005 else ">99" if share > 0.995 else f"{100 * share:.0f}"
