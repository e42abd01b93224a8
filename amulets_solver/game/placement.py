"""Placements of amulets on fields. Their text format is stable: ``R:A1 Y:B2 G:C3 B:D4 K:E5``."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Self

from _gamekit.problems import number_of, or_default
from amulets_solver.game.errors import ArgumentError, PlacementFormatError, Problem, shorten
from amulets_solver.game.readings import AMULETS, Rules

MAX_TEXT = 1_000
"""Maximum length of a placement, in characters."""
EXAMPLE = "R:A1 Y:B2 G:C3 B:D4 K:E5"
COLOURS = {"RED": "R", "YELLOW": "Y", "GREEN": "G", "BLUE": "B", "BLACK": "K", "WHITE": "W"}
"""The letter of each amulet, by its colour."""
_WORD = re.compile(r"[^\s,;]+")
_FIELD = re.compile("[A-F][1-6]")


@dataclass(frozen=True)
class Placement:
    """A placement of the amulets on different fields.

    Parameters
    ----------
    fields : tuple of str
        The field of each amulet, in the order of the amulets: red, yellow, green, blue, black.

    Examples
    --------
    >>> from amulets_solver import Placement
    >>> placement = Placement.parse("y:b2 r:a1 g:c3 k:e5 b:d4")
    >>> print(placement, placement["K"])
    R:A1 Y:B2 G:C3 B:D4 K:E5 E5
    """

    fields: tuple[str, ...]

    def __post_init__(self) -> None:
        for field in self.fields:
            if not _FIELD.fullmatch(field):
                raise ArgumentError(f"a field must be written like B3, not {shorten(field)}")
        if len(set(self.fields)) < len(self.fields):
            raise ArgumentError(f"two amulets stand on the same field: {self}")

    @classmethod
    def parse(cls, text: str, rules: Rules | None = None) -> Self:
        """Return the placement that a text describes.

        Parameters
        ----------
        text : str
            A word for each amulet, like ``R:A1`` or ``red:A1``, in any order.
        rules : Rules, optional
            Size of the altar and number of amulets. By default five amulets on a 5x5 altar.

        Returns
        -------
        Placement
            The placement. Its ``str`` lists the amulets in the fixed order.

        Raises
        ------
        PlacementFormatError
            The text is too long, or a word is not an amulet and a field. An amulet or a field does not exist
            or is named twice, or an amulet is missing.
        """
        rules = or_default(rules, Rules)
        if len(text) > MAX_TEXT:
            raise PlacementFormatError(f"a placement has at most {MAX_TEXT:,} characters, not {len(text):,}")
        words = [(match.group(), match.start() + 1) for match in _WORD.finditer(text)]
        fields, problems = read_words(words, rules)
        if problems:
            lines = text.split("\n")
            alone = lines[0] if len(lines) == 1 else ""
            raise PlacementFormatError(
                [Problem(one.message, None, one.column if alone else None, alone) for one in problems]
            )
        return cls(fields)

    def __getitem__(self, amulet: str) -> str:
        """Return the field on which an amulet stands.

        Raises
        ------
        ArgumentError
            The placement has no such amulet.
        """
        at = AMULETS.find(amulet) if len(amulet) == 1 else -1
        if not 0 <= at < len(self.fields):
            amulets = " ".join(AMULETS[: len(self.fields)])
            raise ArgumentError(f"an amulet must be one of {amulets}, not {shorten(amulet)}")
        return self.fields[at]

    def __str__(self) -> str:
        return " ".join(f"{amulet}:{field}" for amulet, field in zip(AMULETS, self.fields, strict=False))


def letter(amulet: str) -> str:
    """Return the letter of an amulet, given its letter or its colour in any case."""
    return COLOURS.get(amulet.upper(), amulet.upper())


def by_lot(text: str, rules: Rules, players: int, draw: Callable[[list[str], int], list[str]]) -> Placement:
    """Return the placement of a cast that names all amulets, or only those of the other players.

    With ``spare="random"``, the amulets that are not named are drawn on free fields.

    Raises
    ------
    PlacementFormatError
        The text is not such a placement.
    """
    words = [match.group().upper().partition(":") for match in _WORD.finditer(text)]
    placed = {letter(amulet) for amulet, _, _ in words} & {*rules.colours}
    if rules.spare == "random" and len(words) == len(placed) == players - 1:
        free = [field for field in rules.fields if field not in {field for _, _, field in words}]
        rest = [amulet for amulet in rules.colours if amulet not in placed]
        text = " ".join([text, *map(":".join, zip(rest, draw(free, len(rest)), strict=True))])
    try:
        return Placement.parse(text, rules)
    except PlacementFormatError as error:
        theirs = f"the amulets of the {number_of(players - 1, 'other player')}"
        named = f"name {theirs}, or all amulets" * (rules.spare == "random")
        raise PlacementFormatError(error.problems, named) from None


def read_words(words: list[tuple[str, int]], rules: Rules) -> tuple[tuple[str, ...], list[Problem]]:
    """Return the field of each amulet, and the problems; `words` has pairs of a word and its column."""
    field_of: dict[str, str] = {}
    taken: dict[str, str] = {}
    problems: list[Problem] = []

    def wrong(message: str, column: int) -> None:
        problems.append(Problem(message, None, column))

    for word, column in words:
        amulet, colon, field = word.upper().partition(":")
        if not colon or not amulet or not field:
            wrong(f"{shorten(word)} is not an amulet on a field, like R:A1", column)
            continue
        at = column + len(amulet) + 1
        amulet = letter(amulet)
        if amulet not in tuple(rules.colours):
            wrong(f"{shorten(amulet)} is not an amulet; the amulets are {' '.join(rules.colours)}", column)
        elif amulet in field_of:
            wrong(f"amulet {amulet} is placed twice", column)
        if field not in rules.fields:
            wrong(f"{shorten(field)} is not a field; the fields are A1 to {rules.fields[-1]}", at)
        elif field in taken:
            wrong(f"{field} already holds amulet {taken[field]}; a field holds at most one", at)
        else:
            taken[field] = amulet
        field_of.setdefault(amulet, field)
    missing = [amulet for amulet in rules.colours if amulet not in field_of]
    if missing and not problems:
        last = words[-1][1] if words else 1
        wrong(f"no field for {' '.join(missing)}; a placement looks like {EXAMPLE!r}", last)
    if problems:
        return (), problems
    return tuple(field_of[amulet] for amulet in rules.colours), []
