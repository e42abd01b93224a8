"""A line of play judged: what it needed, and where the minimum was lost."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from _gamekit.limits import Limits
from _gamekit.problems import check_kind
from narabi_solver.game.deal import Deal
from narabi_solver.game.errors import ArgumentError
from narabi_solver.game.rules import Rules, Swap, replay_legal
from narabi_solver.solving.api import solve
from narabi_solver.solving.clock import Clock
from narabi_solver.solving.solution import Outcome, Verification
from narabi_solver.solving.values import move_values


def verify(
    deal: Deal,
    line: str | Iterable[Swap],
    rules: Rules | None = None,
    limits: Limits | None = None,
) -> Verification:
    """Replay a line of play by the rules, and compare it with the minimum.

    Parameters
    ----------
    deal
        Where the line begins; after its `moves`, if it has some.
    line
        The swaps, or a text like ``"A2-C1 B1-A3"``.
    rules, limits
        As for `solve`; the limits hold for each position of the line.

    Raises
    ------
    IllegalMoveError
        The text is no line of swaps, or these rules forbid one of the deal's `moves`. An illegal swap
        of the line is no error: the result names it.
    """
    check_kind(deal, Deal, ArgumentError)
    rules = Rules() if rules is None else rules
    swaps = tuple(Swap.parse(word) for word in line.split()) if isinstance(line, str) else tuple(line)
    states, error = replay_legal(deal.state(rules), swaps, rules)
    positions = [replace(deal, moves=deal.moves + swaps[:turn]) for turn in range(len(states))]
    to_go = tuple(solve(position, rules, limits) for position in positions)
    result = Verification(deal, rules, swaps, tuple(states), error, to_go)
    lost = result.first_loss
    if lost is None:
        return result
    clock = Clock(limits)
    with clock.running():
        (moves,) = move_values([states[lost - 1]], rules, clock, within=to_go[lost - 1].turns)
    return replace(result, better=tuple(move.swap for move in moves if move.outcome is Outcome.SOLVED))
