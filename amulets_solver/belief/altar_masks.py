"""Sets of fields as bits of a number: field number f, counted row by row from A1 = 0, is bit f."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from amulets_solver.game.placement import Placement
from amulets_solver.game.readings import Rules


@lru_cache(maxsize=64)
def crosses(rules: Rules) -> tuple[int, ...]:
    """Return for each field the set of fields in its row or column, itself among them."""
    found = []
    for at in rules.fields:
        near = (i for i, field in enumerate(rules.fields) if field[0] == at[0] or field[1] == at[1])
        found.append(sum(1 << i for i in near))
    return tuple(found)


@lru_cache(maxsize=64)
def numbers(rules: Rules) -> dict[str, int]:
    """Return the number of each field."""
    return {field: number for number, field in enumerate(rules.fields)}


def placed(placement: Placement, rules: Rules) -> tuple[int, ...]:
    """Return the number of the field of each amulet."""
    number = numbers(rules)
    return tuple(number[field] for field in placement.fields)


def answer_masks(fields: tuple[int, ...], rules: Rules) -> list[tuple[int, int, int, int]]:
    """Return for each amulet the fields whose owner, with this amulet, answers ``*``, ``o``, ``+``, ``-``."""
    cross, everything = crosses(rules), (1 << rules.columns * rules.rows) - 1
    occupied = sum(1 << field for field in fields)
    found = []
    for field in fields:
        home = 1 << field
        near = cross[field] & ~occupied
        found.append((home, occupied & ~home, near, everything & ~occupied & ~near))
    return found


def bits(mask: int) -> Iterator[int]:
    """Yield the numbers of the bits that are set."""
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low
