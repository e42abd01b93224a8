"""Computes in how many places a ring differs from the nearest ring in order, by dynamic programming.

A ring in order is determined by its **order** and the places of its blanks. An order is the sequence of the
numbers from the first place on: it may begin with any number and run in either direction. For each place and
number of blanks before it, `Distance.before` has the fewest wrong places up to the place, and
`Distance.after` the fewest from the place on. The bytes of all orders are side by side. Column ``b + 1`` is
for ``b`` blanks; the first and the last column stay FAR. After a swap of two places, only the part between
them is computed again.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from _gamekit.jit.entry import subroutine
from narabi_solver.kernels.state import MAX_PLACES

ORDERS = 32
"""Number of bytes side by side. Ten numbers have twenty orders; the remaining bytes repeat some of them."""
FAR = 64
"""A number larger than any number of places; its double still fits into a byte."""


MOST_NUMBERS = 10
"""Largest number of numbers in a ring."""


class Distance(NamedTuple):
    """The orders to compare a ring with, and the results; the arrays are large enough for any ring."""

    numbers: NDArray[np.uint8]
    """(11, 32): the sequence of numbers of each order."""
    differs: NDArray[np.uint8]
    """(11, 11, 32): for each label and index in an order, 1 unless the label equals the number there."""
    before: NDArray[np.uint8]
    """(16, 18, 32): the fewest wrong places before each place."""
    after: NDArray[np.uint8]
    """(16, 18, 32): the fewest wrong places from each place on."""
    between: NDArray[np.uint8]
    """(18, 32): a row of `before` after a swap."""
    labels: NDArray[np.uint8]
    """(16,): the label in each place: a number, or for a blank the count of numbers."""
    spots: NDArray[np.uint8]
    """(16,): the place of each number."""


def distance() -> Distance:
    """Return empty scratch memory for a comparison; `prepare` fills it."""
    rows, columns, labels = MAX_PLACES + 1, MAX_PLACES + 3, MOST_NUMBERS + 1
    shapes = (
        (labels, ORDERS), (labels, labels, ORDERS),
        (rows, columns, ORDERS), (rows, columns, ORDERS), (columns, ORDERS),
        (rows,), (rows,),
    )  # fmt: skip
    return Distance(*(np.zeros(shape, np.uint8) for shape in shapes))


@subroutine
def prepare(distance: Distance, places: int, ranks: int) -> None:
    """Write the orders for rings with `places` places and `ranks` numbers."""
    numbers, differs = distance.numbers, distance.differs
    for turn in range(ranks + 1):
        for order in range(ORDERS):
            way = 1 - order % 2 * 2
            numbers[turn, order] = (order // 2 + way * turn) % ranks
        for label in range(ranks + 1):
            for order in range(ORDERS):
                differs[label, turn, order] = label != numbers[turn, order]
    for column in range(places - ranks + 3):
        for place in range(places + 1):
            for order in range(ORDERS):
                distance.before[place, column, order] = FAR
                distance.after[place, column, order] = FAR
        for order in range(ORDERS):
            distance.between[column, order] = FAR
    for order in range(ORDERS):
        distance.before[0, 1, order] = distance.after[places, places - ranks + 1, order] = 0


@subroutine
def look_back(distance: Distance, places: int, ranks: int) -> int:
    """Fill `after`; return the number of places in which the ring differs from the nearest ring in order."""
    after, differs, labels = distance.after, distance.differs, distance.labels
    for place in range(places - 1, -1, -1):
        label = labels[place]
        blank_is_wrong = label != ranks
        for blanks in range(max(0, place - ranks), min(place, places - ranks) + 1):
            for order in range(ORDERS):
                blank = np.uint8(after[place + 1, blanks + 2, order] + blank_is_wrong)
                number = np.uint8(after[place + 1, blanks + 1, order] + differs[label, place - blanks, order])
                after[place, blanks + 1, order] = min(blank, number)
    wrong = np.uint8(FAR)
    for order in range(ORDERS):
        wrong = min(wrong, after[0, 1, order])
    return int(np.int64(wrong))


@subroutine
def look_ahead(distance: Distance, places: int, ranks: int) -> None:
    """Fill `before`."""
    before, differs, labels = distance.before, distance.differs, distance.labels
    for place in range(places):
        label = labels[place]
        blank_is_wrong = label != ranks
        for blanks in range(max(0, place + 1 - ranks), min(place + 1, places - ranks) + 1):
            for order in range(ORDERS):
                blank = np.uint8(before[place, blanks, order] + blank_is_wrong)
                number = np.uint8(before[place, blanks + 1, order] + differs[label, place - blanks, order])
                before[place + 1, blanks + 1, order] = min(blank, number)


@subroutine
def wrong_after(distance: Distance, places: int, ranks: int, first: int, last: int) -> int:
    """Return the number of wrong places after a swap of two places, `first` before `last`.

    `before` and `after` must be filled.
    """
    row, differs, labels = distance.between, distance.differs, distance.labels
    most = places - ranks
    for blanks in range(max(0, first - ranks), min(last + 1, most) + 1):
        for order in range(ORDERS):
            row[blanks + 1, order] = distance.before[first, blanks + 1, order]
    for place in range(first, last + 1):
        label = labels[place]
        if place == first:
            label = labels[last]
        elif place == last:
            label = labels[first]
        blank_is_wrong = label != ranks
        # from the last column on: each is written when nothing needs what it held
        for blanks in range(min(place + 1, most), max(0, place + 1 - ranks) - 1, -1):
            for order in range(ORDERS):
                blank = np.uint8(row[blanks, order] + blank_is_wrong)
                number = np.uint8(row[blanks + 1, order] + differs[label, place - blanks, order])
                row[blanks + 1, order] = min(blank, number)
    wrong = np.uint8(FAR)
    for blanks in range(max(0, last + 1 - ranks), min(last + 1, most) + 1):
        for order in range(ORDERS):
            wrong = min(wrong, np.uint8(row[blanks + 1, order] + distance.after[last + 1, blanks + 1, order]))
    return int(np.int64(wrong))
