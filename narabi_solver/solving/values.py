"""Values of positions and of their legal swaps: the outcome, and the fewest turns to a win."""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from _gamekit.limits import SharedWatch
from _gamekit.problems import number_of
from narabi_solver.game.rules import Rules, State, Swap, play_unchecked
from narabi_solver.kernels.batch import PackedSolutions
from narabi_solver.solving import batch
from narabi_solver.solving.batch import PackedAnalyses, PackedChildren, PackedDeals
from narabi_solver.solving.batch_then_rest import by_batch, decide_rest, left_open
from narabi_solver.solving.packed import pack, unpack_swap
from narabi_solver.solving.solution import Outcome


@dataclass(frozen=True)
class MoveValue:
    """A legal swap and its value."""

    _json = ("swap", "outcome", "turns")

    swap: Swap
    """The swap."""
    outcome: Outcome
    """Whether the position after the swap is solved, unsolvable or undecided."""
    turns: int | None
    """Turns of a shortest win that begins with the swap, the swap included; None unless solved."""

    @property
    def proven(self) -> bool:
        """True unless the outcome is undecided."""
        return self.outcome is not Outcome.UNDECIDED


class Value(NamedTuple):
    """The outcome and the minimum of a position."""

    outcome: Outcome
    """Solved, unsolvable or undecided."""
    turns: int | None
    """The minimum; None unless solved."""
    lines: int | None
    """Number of shortest lines; 0 if unsolvable; None if it is unknown or was not requested."""

    @property
    def _json(self) -> tuple[str, ...]:
        """The keys in JSON."""
        return "outcome", "turns"

    @property
    def proven(self) -> bool:
        """True unless the outcome is undecided."""
        return self.outcome is not Outcome.UNDECIDED


def turns_text(outcome: Outcome, turns: int | None, limit: str = "") -> str:
    """Return the minimum of a position in words, or "no win" or "undecided".

    `limit` is appended to "no win". It is the result of `facts.within`, or empty if the rules are shown
    elsewhere.
    """
    if turns is not None:
        return number_of(turns, "turn")
    return f"no win{limit}" if outcome is Outcome.UNSOLVABLE else "undecided"


def warm_up(state: State, rules: Rules) -> None:
    """Load the kernels and the table for the functions below, so that no clock counts the loading."""
    batch.warm_up(pack(state, rules).game)


def values(states: Sequence[State], rules: Rules, watch: SharedWatch) -> list[Value]:
    """Return the values, without counts of lines, of states that can be packed together."""
    if not states:
        return []
    packed = [pack(state, rules) for state in states]
    deals = batch.pack_states(packed, [rules.limit - state.turns for state in states])
    answers = _all(deals, states.__getitem__, rules, watch)
    return [value_of(*one) for one in zip(answers.outcome.tolist(), answers.bound.tolist(), strict=True)]


def value_of(outcome: Outcome, bound: int, wins: int = 0) -> Value:
    """Return a row of `PackedSolutions` as a value; if solved, `wins` 0 means an unknown number of lines."""
    if outcome is Outcome.SOLVED:
        return Value(outcome, bound, wins or None)
    return Value(outcome, None, 0 if outcome is Outcome.UNSOLVABLE else None)


def analyses(
    deals: PackedDeals, plain: Callable[[int], State], rules: Rules, watch: SharedWatch
) -> PackedAnalyses:
    """Return the values of packed states and of all their legal swaps; parameters are as for `values_after`.

    Shortest lines are counted under the reading `next`, if IDA* decides the position after each first swap
    of these lines.
    """
    answers, children = _all(deals, plain, rules, watch), batch.children_of(deals)
    after = _after(children, plain, rules, watch, children.counted, children.known(answers))
    return PackedAnalyses.of(answers, children, after)


def _all(
    deals: PackedDeals,
    plain: Callable[[int], State],
    rules: Rules,
    watch: SharedWatch,
    known: NDArray[np.uint8] | None = None,
    count_all: bool = False,
) -> PackedSolutions:
    """Return the answers to some states; the watch counts their nodes."""
    limits = watch.each
    answers = by_batch(deals, limits, count_all, known)
    rest = left_open(deals, answers, limits)
    nodes, left = np.delete(answers.nodes, rest), np.delete(answers.are(Outcome.UNDECIDED), rest)
    for i in rest:
        stopped_by = decide_rest(deals, answers, i, functools.partial(plain, i), rules, limits)
        watch.count(int(answers.nodes[i]), stopped_by)
    stopped_by = None
    if left.any():
        stopped_by = (
            "nodes" if limits.max_nodes is not None and nodes[left].max() >= limits.max_nodes else "interrupt"
        )
    watch.count(int(nodes.sum()), stopped_by)
    return answers


def move_values(
    states: Sequence[State], rules: Rules, watch: SharedWatch, within: int | None = None
) -> list[tuple[MoveValue, ...]]:
    """Return the values of the legal swaps of each state; empty if the game is over.

    Parameters
    ----------
    states
        As for `values`.
    rules, watch
        The rules, and the limits of the search. Swaps that are unknown at a limit are undecided.
    within
        Count only wins within this number of turns, which must not exceed the turns left. None for all turns
        left.
    """
    if not states:
        return []
    packed = [pack(state, rules) for state in states]
    left = [rules.limit - state.turns if within is None else within for state in states]
    deals = batch.pack_states(packed, left)
    moves: list[list[MoveValue]] = [[] for _ in states]
    for parent, pair, outcome, bound in values_after(deals, states.__getitem__, rules, watch):
        turns = bound + 1 if outcome is Outcome.SOLVED else None
        moves[parent].append(MoveValue(swap_of(pair, states[parent]), outcome, turns))
    return [tuple(sorted(ways, key=lambda move: move.swap)) for ways in moves]


def values_after(
    deals: PackedDeals, plain: Callable[[int], State], rules: Rules, watch: SharedWatch
) -> Iterator[tuple[int, int, Outcome, int]]:
    """Yield the value of each legal swap of packed states; states in order have none.

    Each item has the index of the state, the swap, and the outcome and the bound of the state after the swap.
    The swap is own place * 16 + other place, counted from the mover's first place.

    Parameters
    ----------
    deals
        The states.
    plain
        Function that returns a state by its index. It is called for the states that A* decides, to replay
        their lines by `game.rules`.
    rules, watch
        The rules, and the limits of the search. Swaps that are unknown at a limit are undecided.
    """
    children = batch.children_of(deals)
    answers = _after(children, plain, rules, watch)
    columns = children.parents, children.pairs, answers.outcome, answers.bound
    yield from zip(*(column.tolist() for column in columns), strict=True)


def _after(
    children: PackedChildren,
    plain: Callable[[int], State],
    rules: Rules,
    watch: SharedWatch,
    count_all: bool = False,
    known: NDArray[np.uint8] | None = None,
) -> PackedSolutions:
    """Return the answers to the states after swaps; `count_all` and `known` are as for `solve_packed`."""

    def plain_after(i: int) -> State:
        before = plain(int(children.parents[i]))
        return play_unchecked(before, swap_of(int(children.pairs[i]), before))

    return _all(children.after, plain_after, rules, watch, known, count_all)


def swap_of(pair: int, state: State) -> Swap:
    """Convert own place * 16 + other place, counted from the mover's first place, to a swap."""
    return unpack_swap(pair >> 4, pair & 15, state.mover, state.players, state.hand)
