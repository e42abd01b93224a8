"""Decides whether a ring can be won in as few turns as its distance from order allows.

A swap corrects at most two places. If a ring differs from a ring in order in 2n places, n turns can win only
by exchanges of two stones that are in each other's places. If it differs in 2n - 1 places, one swap corrects
only one of its two places, and a later swap corrects the other: three stones are permuted cyclically. Each
exchange then needs a turn that the seats, the cards and no-undo allow. Such a line never undoes a swap.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from _gamekit.jit.entry import helper, subroutine
from _gamekit.kernels.bits import ONE, ZERO
from narabi_solver.kernels.children import fits_stones, other_place, own_place
from narabi_solver.kernels.order_distance import ORDERS, Distance
from narabi_solver.kernels.state import MAX_PLACES, NOWHERE, Game, back_of, stone_at, swapped


class Trial(NamedTuple):
    """Scratch memory of the search for the last turns."""

    goal: NDArray[np.uint8]
    """The label of each place in the ring in order that is the goal."""
    ways: NDArray[np.int64]
    """For each place, the next kind of label to try: 0 for a number, 1 for a blank, 2 for none."""
    blanks: NDArray[np.int64]
    """Number of blanks before each place of the goal."""
    wrong: NDArray[np.int64]
    """Number of wrong places before each place."""
    alone: NDArray[np.int64]
    """For each place, the count of numbers that cannot reach their goal by an exchange, among the places
    before it.
    """
    goal_of: NDArray[np.int64]
    """The place of each number in the goal."""
    tried: NDArray[np.int64]
    """The swap that is being tried on each turn."""


def trial() -> Trial:
    """Return empty scratch memory for a trial."""
    rows = (np.zeros(MAX_PLACES + 1, np.int64) for _ in range(6))
    return Trial(np.zeros(MAX_PLACES + 1, np.uint8), *rows)


@subroutine
def wins_in(
    game: Game,
    cards: NDArray[np.uint8],
    distance: Distance,
    ring: np.uint64,
    backs: np.uint64,
    played: int,
    turns: int,
    trial: Trial,
    line: NDArray[np.uint8],
) -> bool:
    """Return whether a ring can be won in `turns` turns, which is half its distance from order, rounded up.

    distance    has the labels of the ring, with `after` filled
    line        the swaps are written here, after those played, in the form of `PackedSolutions`
    """
    for order in range(ORDERS):
        if order >= 2 * game.ranks:
            break
        if int(distance.after[0, 1, order]) <= 2 * turns and wins_by_order(
            game, cards, distance, ring, backs, played, turns, trial, line, order
        ):
            return True
    return False


@subroutine
def wins_by_order(
    game: Game,
    cards: NDArray[np.uint8],
    distance: Distance,
    ring: np.uint64,
    backs: np.uint64,
    played: int,
    turns: int,
    trial: Trial,
    line: NDArray[np.uint8],
    order: int,
) -> bool:
    """Return whether the ring can be won in one order of the numbers, with any places of the blanks."""
    places, ranks, labels = game.places, game.ranks, distance.labels
    goal, ways, blanks, wrong, alone = trial.goal, trial.ways, trial.blanks, trial.wrong, trial.alone
    place = 0
    ways[0] = blanks[0] = wrong[0] = alone[0] = 0
    while place >= 0:
        if place == places:
            half_swaps = 2 * turns - wrong[place]
            if alone[place] <= 3 * half_swaps and exchanges(
                game, cards, labels, ring, backs, played, turns, half_swaps, trial, line
            ):
                return True
            place -= 1
            continue
        way, before = ways[place], blanks[place]
        ways[place] += 1
        label = np.uint8(ranks)
        if way == 2:
            place -= 1
            continue
        if way == 0:
            if place - before == ranks:
                continue
            label = distance.numbers[place - before, order]
        elif before == places - ranks:
            continue
        now_wrong = wrong[place] + (label != labels[place])
        half_swaps = 2 * turns - now_wrong - np.int64(distance.after[place + 1, before + way + 1, order])
        if half_swaps >= 0:
            goal[place] = label
            now_alone = alone[place] + left_alone(game, distance, trial, place)
            if now_alone <= 3 * half_swaps:
                place += 1
                ways[place], blanks[place], wrong[place] = 0, before + way, now_wrong
                alone[place] = now_alone
    return False


@helper
def left_alone(game: Game, distance: Distance, trial: Trial, place: int) -> int:
    """Return how many more numbers cannot reach their place by an exchange, now that this place has a goal.

    An exchange needs two places of different seats; each must hold the label that the other needs.
    """
    labels, goal, goal_of = distance.labels, trial.goal, trial.goal_of
    ranks, hand = game.ranks, game.hand
    wanted, lies = np.int64(goal[place]), np.int64(labels[place])
    if wanted == lies:
        if lies < ranks:
            goal_of[lies] = place
        return 0
    alone = 0
    if wanted < ranks:
        goal_of[wanted] = place
        now = np.int64(distance.spots[wanted])
        if now < place:
            alone += goal[now] != labels[place] or now // hand == place // hand
    if lies < ranks:
        there = goal_of[lies]
        if there < place and goal[there] == lies:
            alone += labels[there] != goal[place] or there // hand == place // hand
    return alone


@helper
def mended(labels: NDArray[np.uint8], goal: NDArray[np.uint8], own: int, other: int) -> int:
    """Return the number of places that a swap of two wrong places corrects; 0 if a place is not wrong."""
    if labels[own] == goal[own] or labels[other] == goal[other]:
        return 0
    return int(labels[own] == goal[other]) + int(labels[other] == goal[own])


@helper
def exchange(labels: NDArray[np.uint8], own: int, other: int) -> None:
    """Exchange the labels of two places."""
    label = labels[own]
    labels[own] = labels[other]
    labels[other] = label


@subroutine
def exchanges(
    game: Game,
    cards: NDArray[np.uint8],
    labels: NDArray[np.uint8],
    ring: np.uint64,
    backs: np.uint64,
    played: int,
    turns: int,
    half_swaps: int,
    trial: Trial,
    line: NDArray[np.uint8],
) -> bool:
    """Return whether `turns` turns can transform the ring into the goal; if not, restore the labels."""
    places, hand = game.places, game.hand
    goal, tried = trial.goal, trial.tried
    moved = NOWHERE  # where a half swap left a stone that is wrong still
    turn = 0
    tried[0] = 0
    while turn < turns:
        first = turn * hand % places
        swap = tried[turn]
        while swap < hand * (places - hand):
            own = first + own_place(game, swap)
            other = (first + other_place(game, swap)) % places
            mends = mended(labels, goal, own, other)
            if mends == 2 or (mends == 1 and half_swaps == 1 and moved == NOWHERE):
                card = cards[0, stone_at(ring, own)]
                reached = (game.reach[card, own - first] >> np.uint64(swap)) & ONE
                # `backs` binds a seat in its next turn alone, and no stone that a half swap has moved since
                remembers = turn * hand < places and own != moved
                if (
                    reached != ZERO
                    and fits_stones(game, cards, 0, ring, own, other)
                    and not (remembers and back_of(backs, own, places) == other)
                ):
                    break
            swap += 1
        if swap < hand * (places - hand):
            tried[turn] = swap
            line[played + turn] = game.pairs[swap]
            exchange(labels, own, other)
            ring = swapped(ring, own, other)
            if mends == 1:
                moved = own if labels[own] != goal[own] else other
            turn += 1
            tried[turn] = 0
        elif turn == 0:
            return False
        else:
            turn -= 1
            first = turn * hand % places
            own = first + own_place(game, tried[turn])
            other = (first + other_place(game, tried[turn])) % places
            if moved == own or moved == other:
                mends = int(labels[own] == goal[own]) + int(labels[other] == goal[other])
                if mends == 1:
                    moved = NOWHERE
            exchange(labels, own, other)
            ring = swapped(ring, own, other)
            tried[turn] += 1
    return True
