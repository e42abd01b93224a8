"""Replays a line of play: finds the first illegal swap, and the first turn that lost the minimum."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from _gamekit.limits import Limits, SharedWatch
from _gamekit.problems import check_kind, or_default
from narabi_solver.game.deal import Deal
from narabi_solver.game.errors import ArgumentError
from narabi_solver.game.rules import Rules, State, Swap, replay_legal
from narabi_solver.solving.answers import Outcome, Solution, Verification
from narabi_solver.solving.solve import move_values, solve


def verify(
    deal: Deal,
    line: str | Iterable[Swap | str] | Solution | None = None,
    *,
    rules: Rules | None = None,
    limits: Limits | None = None,
) -> Verification:
    """Replay a line of play by the rules, and compare its length with the minimum.

    Parameters
    ----------
    deal : Deal
        The deal. The line begins after its `moves`.
    line : str, iterable of Swap or str, or Solution, optional
        A text like ``"A2-C1 B1-A3"``, the swaps or their texts, or a solution, whose line is replayed. If
        left out, the line is the `moves` of the deal.
    rules : Rules, optional
        The no-undo rule and the turn limit; the plain rules if left out.
    limits : Limits, optional
        Limits of the search from each position of the line.

    Returns
    -------
    Verification
        The states of the line up to the first illegal swap, and a solution of each state. An illegal swap
        raises no exception; the result has the reason why the swap is illegal.

    Raises
    ------
    MoveFormatError
        The text is not a line of swaps.
    IllegalMoveError
        These rules forbid one of the deal's `moves`.
    ArgumentError
        There is no line, or an argument has the wrong type.

    Examples
    --------
    >>> from narabi_solver import random_deal, solve, verify
    >>> deal = random_deal(3, seed=1)
    >>> replayed = verify(deal, solve(deal))
    >>> replayed.won, replayed.turns, replayed.minimum
    (True, 6, 6)
    """
    rules, limits = or_default(rules, Rules), or_default(limits, Limits)
    if line is None:
        if not deal.moves:
            raise ArgumentError("no line to replay: give it after the deal, or write 'moves …' in the deal")
        deal, line = replace(deal, moves=()), deal.moves
    swaps = read_line(line)
    states, error = replay_legal(deal.state(rules), swaps, rules)
    positions = (replace(deal, moves=deal.moves + swaps[:turn]) for turn in range(len(states)))
    solutions = tuple(solve(position, rules=rules, limits=limits) for position in positions)
    result = Verification(deal, rules, swaps, tuple(states), error, solutions)
    lost = result.first_loss
    if lost is None:
        return result
    return replace(result, better=tuple(_better(states[lost - 1], solutions[lost - 1], limits)))


def _better(state: State, solution: Solution, limits: Limits) -> Iterator[Swap]:
    """Yield the swaps after which a position can still be won within its minimum."""
    (moves,) = move_values([state], solution.rules, SharedWatch(limits), len(solution.swaps))
    for move in moves:
        if move.outcome is Outcome.SOLVED:
            yield move.swap


def read_line(line: str | Iterable[Swap | str] | Solution) -> tuple[Swap, ...]:
    """Return the swaps of a line; raise the same errors as `verify`."""
    if isinstance(line, Solution):
        return line.swaps
    if isinstance(line, str):
        return Swap.parse_line(line)
    if not isinstance(line, Iterable):
        raise ArgumentError(f"a line must be a text like 'A2-C1 B1-A3' or a list of swaps, not {line!r}")
    swaps = tuple(Swap.parse(swap) if isinstance(swap, str) else swap for swap in line)
    for swap in swaps:
        check_kind(swap, Swap)
    return swaps
