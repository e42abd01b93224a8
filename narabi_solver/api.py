"""The questions one may ask: `solve`, `solve_many`, `verify`."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace

from narabi_mabi_common.limits import Limits, Watch
from narabi_solver.deal import Deal
from narabi_solver.errors import ArgumentError, IllegalMoveError, InternalError
from narabi_solver.rules import Rules, Swap, in_order, play
from narabi_solver.solution import Outcome, Solution, Verification

ALGORITHMS = ("auto", "bfs")

Report = Callable[[int, int], None]
"""Called now and then with the depth reached and the states expanded."""


def prepare() -> None:
    """Compile the kernels, or load them; `solve` does so by itself when it first needs them."""
    import narabi_solver.search  # noqa: F401, PLC0415  (import is the work, and it takes time)


def solve(
    deal: Deal,
    rules: Rules | None = None,
    limits: Limits | None = None,
    algorithm: str = "auto",
    report: Report | None = None,
) -> Solution:
    """Return the fewest turns in which a deal can be won, with a line that does it, or that none does.

    Parameters
    ----------
    deal
        The deal; where it has `moves`, the position after them.
    rules
        No-undo and the turn limit; the plain rules if left out.
    limits
        Nodes, seconds, memory; what is left out does not limit (memory: 4 GiB).
    algorithm
        "auto" or "bfs": a breadth-first search.
    report
        Called between slices of work with the depth and the states expanded so far.

    Raises
    ------
    IllegalMoveError
        These rules forbid one of the deal's `moves`.
    ArgumentError
        An unknown algorithm.

    Examples
    --------
    >>> from narabi_solver import Deal, solve
    >>> deal = Deal.parse(
    ...     "d:higher 2:at-least-3 d:at-most-6 7:even / 1:stay 3:three-away 6:four-away 0:white"
    ...     "/ 8:2-to-6 5:dark 4:two-away w:left"
    ... )
    >>> solution = solve(deal)
    >>> solution.outcome, solution.turns, solution.proven
    (<Outcome.SOLVED: 0>, 5, True)
    """
    if algorithm not in ALGORITHMS:
        raise ArgumentError(f"algorithm must be one of {', '.join(ALGORITHMS)}, not {algorithm!r}")
    rules = Rules() if rules is None else rules
    state = deal.state(rules)
    if in_order(state.ring):
        return Solution(deal, rules, Outcome.SOLVED, (), lower_bound=0)
    from narabi_solver import search  # noqa: PLC0415  (numba is loaded when it is needed)
    from narabi_solver.packed import pack, unpack_swap  # noqa: PLC0415

    watch = Watch(Limits() if limits is None else limits)
    raw = search.breadth_first(pack(state, rules), rules.limit - state.turns, watch, report)
    swaps = tuple(
        unpack_swap(own, other, (state.mover + turn) % state.players, state.players, state.hand)
        for turn, (own, other) in enumerate(raw.swaps)
    )
    solution = Solution(
        deal, rules, raw.outcome, swaps, raw.lower_bound, raw.stopped_by, raw.nodes, watch.seconds
    )
    if solution.outcome is Outcome.SOLVED and not _replays(solution):
        raise InternalError(f"the line {' '.join(map(str, swaps))} does not win {deal}; please report this")
    return solution


def _replays(solution: Solution) -> bool:
    try:
        return solution.is_win()
    except IllegalMoveError:
        return False


def solve_many(
    deals: Iterable[Deal],
    rules: Rules | None = None,
    limits: Limits | None = None,
    algorithm: str = "auto",
) -> Iterator[Solution]:
    """Return an iterator over the solutions of any number of deals, in their order, each made when asked for.

    The limits hold for each deal. Parameters and errors are those of `solve`.
    """
    return (solve(deal, rules, limits, algorithm) for deal in deals)


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
    rules = Rules() if rules is None else rules
    swaps = tuple(Swap.parse(word) for word in line.split()) if isinstance(line, str) else tuple(line)
    states = [deal.state(rules)]
    error = None
    for swap in swaps:
        try:
            states.append(play(states[-1], swap, rules))
        except IllegalMoveError as illegal:
            error = str(illegal)
            break
    positions = [replace(deal, moves=deal.moves + swaps[:turn]) for turn in range(len(states))]
    to_go = tuple(solve(position, rules, limits) for position in positions)
    return Verification(deal, rules, swaps, tuple(states), error, to_go)
