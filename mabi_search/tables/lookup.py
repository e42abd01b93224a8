"""Find the table for a search, and the largest distances from the root at which its values may be used.

docs/endgames.md contains the proof that these values are correct.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import numpy as np

from mabi_search.game.errors import ArgumentError
from mabi_search.game.packed import PackedPosition
from mabi_search.game.rules import BLACK, NOBODY, WHITE, Rules, State
from mabi_search.kernels.alphabeta.complete import Complete, decided_at
from mabi_search.kernels.board import ALTERNATE, LAST_CALL
from mabi_search.kernels.groups import largest_group
from mabi_search.tables.boards import MissingTableError, table_spec_of
from mabi_search.tables.kernel_tables import load

ANY_DISTANCE = 1 << 10
"""More plies than a search and a table can reach together."""
HOLDERS = (NOBODY, WHITE, BLACK)


class TableLookup(NamedTuple):
    """A table for a search, and the largest distances from the root up to which its values may be used."""

    complete: Complete
    best: int
    """The largest distance for the best line. If the table gives the root's own distance, `best` is equal to
    it, so that the search finds a shortest line.
    """
    others: int
    """The largest distance for the other lines."""


class Tie(NamedTuple):
    """A situation of alternate play in which the largest groups of both sides have equal sizes."""

    own: np.uint64
    enemy: np.uint64
    side: int


def table_lookup(
    state: State, rules: Rules, packed: PackedPosition, folder: str | Path | None = None
) -> TableLookup | None:
    """Return the table for a position; None if there is no table or the history may matter.

    The caller must have checked that the readings allow a table, and that no situation has occurred twice.
    """
    text = "".join(state.board)
    try:
        table = load(table_spec_of(rules, text.count(WHITE), text.count(BLACK)), folder)
    except (ArgumentError, MissingTableError):
        return None
    complete = Complete(table.numbering, table.values, table.alone)
    side, mode = divmod(int(packed.code), 4)
    distance = ANY_DISTANCE
    if state.ply > 0 and mode in (ALTERNATE, LAST_CALL):
        holder = HOLDERS.index(state.holder)
        answer = decided_at(packed.setting, complete, packed.own, packed.enemy, side, mode, holder)
        distance = abs(answer) - 1 if answer else ANY_DISTANCE
    allowed = [within for within in (distance, ANY_DISTANCE) if _harmless(packed, complete, within)]
    return TableLookup(complete, allowed[0], allowed[-1]) if allowed else None


def _harmless(packed: PackedPosition, complete: Complete, within: int) -> bool:
    """Return False if an earlier tie is lost within a distance both with White and with Black as the holder.

    If the result is True, no earlier tie can occur for the third time.
    """
    return not any(
        all(
            -within <= decided_at(packed.setting, complete, *tie, ALTERNATE, HOLDERS.index(holder)) < 0
            for holder in (WHITE, BLACK)
        )
        for tie in _ties(packed)
    )


def _ties(packed: PackedPosition) -> Iterator[Tie]:
    """Yield earlier ties of groups as large as the largest group now.

    Only these ties can recur with another holder.
    """
    most = max(largest_group(packed.own), largest_group(packed.enemy))
    for white, black, code, _ in packed.keys:
        mover, mode = divmod(int(code), 4)
        tie = Tie(white, black, mover) if mover == 0 else Tie(black, white, mover)
        if mode == ALTERNATE and largest_group(white) == largest_group(black) == most > 1:
            yield tie
