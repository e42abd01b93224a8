"""What positions are worth, and what each of their swaps leads to."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from _gamekit.limits import Limits, Watch
from narabi_solver.game.rules import Rules, State, Swap, in_order, legal_swaps, play_unchecked
from narabi_solver.solving.clock import Clock
from narabi_solver.solving.solution import Outcome

# Inside the functions below stand imports of numba, which nobody should wait for who only imports the
# package.
# ruff: noqa: PLC0415


@dataclass(frozen=True)
class MoveValue:
    """A legal swap, and what it leads to."""

    swap: Swap
    outcome: Outcome
    turns: int | None
    """Turns of a shortest win that begins with the swap, the swap included; None unless solved."""


class Value(NamedTuple):
    """What is known of a state: outcome, the least number of turns, and how many lines need no more."""

    outcome: Outcome
    turns: int | None
    lines: int | None
    """None if it is not known, or was not asked for."""


def prepare(state: State, rules: Rules) -> None:
    """Load what the functions below take, kernels and table, so that no clock counts it."""
    from narabi_solver.kernels.many import children  # noqa: F401
    from narabi_solver.packed import pack
    from narabi_solver.solving import batch, receiver  # noqa: F401  (importing compiles or loads the kernels)

    batch.prepare(pack(state, rules).game)


def values(states: Sequence[State], rules: Rules, clock: Clock, count_lines: bool = False) -> list[Value]:
    """Return the value of each of some states of one deal, or of deals that can be packed together.

    Lines are counted on request, where there is a table for the stones and a batch is enough.
    """
    from narabi_solver.packed import pack
    from narabi_solver.solving import batch, one_deal

    packed = [pack(state, rules) for state in states]
    left = [rules.limit - state.turns for state in states]
    if not states or not batch.has_table(packed[0].game):
        return [_value_alone(*one, rules, clock) for one in zip(states, left, strict=True)]
    counted = count_lines and rules.undo_reading == "next"  # the kernels count by this reading
    answers = batch.solve_packed(
        batch.pack_states(packed, left), _budget(clock.limits, batch.NODE_BUDGET), clock.is_over, counted
    )
    found = []
    for i, state in enumerate(states):
        raw = one_deal.raw_result(answers, i)
        if raw.outcome is Outcome.UNDECIDED:
            found.append(_value_alone(state, left[i], rules, clock))
        else:
            turns = raw.lower_bound if raw.outcome is Outcome.SOLVED else None
            found.append(Value(raw.outcome, turns, int(answers.wins[i]) if counted else None))
    return found


def move_values(
    states: Sequence[State], rules: Rules, clock: Clock, within: int | None = None
) -> list[tuple[MoveValue, ...]]:
    """Return for each state its legal swaps with what they lead to; none where the game is over.

    Parameters
    ----------
    states
        As for `values`.
    rules, clock
        How they are played, and how long it may take; what is not known then is undecided.
    within
        Turns within which a win counts, which may not be more than are left; all that are left if None.
    """
    from narabi_solver.packed import pack, unpack_swap
    from narabi_solver.solving import batch

    packed = [pack(state, rules) for state in states]
    left = [rules.limit - state.turns if within is None else within for state in states]
    if not states or not batch.has_table(packed[0].game):
        return [_move_values_alone(*one, rules, clock) for one in zip(states, left, strict=True)]
    deals = batch.pack_states(packed, left)
    found = batch.value_moves(deals, _budget(clock.limits, batch.NODE_BUDGET), clock.is_over)
    moves: list[list[MoveValue]] = [[] for _ in states]
    for i, pair, outcome, turns in zip(*(column.tolist() for column in found), strict=True):
        state = states[i]
        swap = unpack_swap(pair >> 4, pair & 15, state.mover, state.players, state.hand)
        if outcome == Outcome.UNDECIDED:
            moves[i].append(_move_value_alone(state, swap, left[i], rules, clock))
        else:
            solved = outcome == Outcome.SOLVED
            moves[i].append(MoveValue(swap, Outcome(outcome), turns if solved else None))
    return [tuple(sorted(ways, key=lambda move: move.swap)) for ways in moves]


def _budget(limits: Limits, budget: int) -> int:
    return budget if limits.max_nodes is None else min(budget, limits.max_nodes)


def _value_alone(state: State, left: int, rules: Rules, clock: Clock) -> Value:
    """Return the value of one state, by the search for one deal; its lines are not counted."""
    from narabi_solver.solving import receiver

    if in_order(state.ring):
        return Value(Outcome.SOLVED, 0, 1)
    if clock.is_over():
        return Value(Outcome.UNDECIDED, None, None)
    raw = receiver.minimum(state, replace(rules, limit=state.turns + left), Watch(clock.each))
    if raw.outcome is Outcome.SOLVED:
        return Value(raw.outcome, raw.lower_bound, None)
    return Value(raw.outcome, None, 0 if raw.outcome is Outcome.UNSOLVABLE else None)


def _move_values_alone(state: State, left: int, rules: Rules, clock: Clock) -> tuple[MoveValue, ...]:
    if in_order(state.ring) or left <= 0:
        return ()
    return tuple(_move_value_alone(state, swap, left, rules, clock) for swap in legal_swaps(state, rules))


def _move_value_alone(state: State, swap: Swap, left: int, rules: Rules, clock: Clock) -> MoveValue:
    value = _value_alone(play_unchecked(state, swap), left - 1, rules, clock)
    return MoveValue(swap, value.outcome, None if value.turns is None else value.turns + 1)
