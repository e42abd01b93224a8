"""Solves one deal by A*, or by IDA* on request or when A* runs out of memory.

The rule of no-undo has two interpretations, the readings `next` and `receiver` (see `Rules.undo_reading`).
IDA* uses the reading `next`. If the reading `receiver` forbids the line that IDA* returns, A* decides the
deal. The functions below `solve` return an answer as a row of `PackedSolutions`, with the name of the limit
that stopped the search, or None.
"""

from __future__ import annotations

from collections.abc import Callable

from _gamekit.limits import Limits, Watch
from _gamekit.problems import number_of, or_default
from _gamekit.progress import Progress
from _gamekit.search import drive
from narabi_solver import solving
from narabi_solver.game.deal import Deal
from narabi_solver.game.errors import ArgumentError
from narabi_solver.game.returns import sends_back
from narabi_solver.game.rules import Rules, in_order
from narabi_solver.kernels.batch import PackedSolutions
from narabi_solver.sizes import ALGORITHMS
from narabi_solver.solving.packed import PackedState, line_of, pack
from narabi_solver.solving.search import AStar
from narabi_solver.solving.solution import Outcome, Solution, solution_of

Report = Callable[[int, int], None]
"""Callback between slices of work. Its arguments are the number of turns proven not to suffice, and the
number of nodes expanded.
"""


def solve(
    deal: Deal,
    *,
    rules: Rules | None = None,
    limits: Limits | None = None,
    algorithm: str = "auto",
    progress: Progress | None = None,
) -> Solution:
    """Find the fewest turns in which a deal can be won, with a shortest line, or prove that there is no win.

    All cards are open: the answer holds for players who know every restriction.

    Parameters
    ----------
    deal : Deal
        The deal. If it has `moves`, the position after them is solved.
    rules : Rules, optional
        No-undo with its reading, and the turn limit; the plain rules if left out.
    limits : Limits, optional
        Limits of nodes, seconds and memory. If left out, the only limit is 4 GiB of memory. Seconds do not
        include the loading of kernels and tables.
    algorithm : str, default: "auto"
        "astar" is A* with an estimate from the distance of the ring from order. "bfs" is the same search
        without an estimate, a breadth-first search. "ida" is iterative deepening A* with estimates from a
        table, for 12 stones with nine numbers or 15 with ten. "auto" is "astar", followed by "ida" if memory
        runs out and there is a table. The algorithms may return different shortest lines.
    progress : Progress, optional
        Called between slices of work with two counts: `depth`, the number of turns that are proven not to
        suffice, and `nodes`, the number of states expanded so far.

    Returns
    -------
    Solution
        The outcome, a shortest line, and the proven bounds.

    Raises
    ------
    IllegalMoveError
        These rules forbid one of the deal's `moves`.
    ArgumentError
        An argument has the wrong type, the algorithm is unknown, or it is "ida" and there is no table for
        the stones.

    Examples
    --------
    >>> from narabi_solver import Deal, solve
    >>> deal = Deal.parse(
    ...     "d:higher 2:at-least-3 d:at-most-6 7:even / 1:stay 3:three-away 6:four-away 0:white"
    ...     "/ 8:2-to-6 5:dark 4:two-away w:left"
    ... )
    >>> solution = solve(deal)
    >>> solution.outcome, solution.turns, solution.proven
    (<Outcome.SOLVED: 'solved'>, 5, True)
    """
    rules, limits = or_default(rules, Rules), or_default(limits, Limits)
    if algorithm not in ALGORITHMS:
        raise ArgumentError(f"algorithm must be one of {', '.join(ALGORITHMS)}, not {algorithm!r}")
    state = deal.state(rules)
    if in_order(state.ring):
        return Solution(deal, rules, Outcome.SOLVED, (), lower_bound=0)
    packed = pack(state, rules)
    if algorithm == "ida":
        if not solving.search.has_table(packed.game):
            raise ArgumentError(
                "algorithm 'ida' needs nine numbers of 12 stones or ten of 15; 'auto' takes any deal"
            )
        solving.search.warm_up(packed.game)
    watch = Watch(limits)  # the clock starts after loading

    def report(depth: int, nodes: int) -> None:
        if progress is not None:
            progress(f"turn {depth + 1}, {number_of(nodes, 'state')} expanded", depth=depth, nodes=nodes)

    answer, stopped_by = decide(packed, rules.limit - state.turns, watch, algorithm, report)
    swaps = line_of(answer, 0, state, rules)
    return solution_of(deal, rules, answer, 0, swaps, stopped_by, watch.seconds)


def decide(
    packed: PackedState,
    turns_left: int,
    watch: Watch,
    algorithm: str = "auto",
    report: Report | None = None,
) -> tuple[PackedSolutions, str | None]:
    """Return the answer to one state. With "ida" the state must not be in order.

    Parameters
    ----------
    packed
        The state.
    turns_left
        Number of turns that may still be played.
    watch
        The watch. If it stops the search, the answer is undecided.
    algorithm
        "astar"; "bfs", A* without an estimate; "ida", for stones that have a table; or "auto". With "auto",
        IDA* takes over from the bound proven so far if A* runs out of memory.
    report
        Called between slices of work; see `Report`.
    """
    if algorithm == "ida":
        answer, stopped_by = _deepened(packed, turns_left, watch, report)
        if stopped_by == "forbidden":
            stopped_by = go_on(answer, 0, packed, turns_left, watch, report)
        return answer, stopped_by
    answer, stopped_by = by_astar(packed, turns_left, watch, report, estimates=algorithm != "bfs")
    if stopped_by == "memory" and algorithm == "auto" and solving.search.has_table(packed.game):
        watch.spent = int(answer.nodes[0])
        deeper, stopped_by = _deepened(packed, turns_left, watch, report, int(answer.bound[0]))
        deeper.nodes[0] += answer.nodes[0]
        return deeper, "memory" if stopped_by == "forbidden" else stopped_by
    return answer, stopped_by


def go_on(
    answers: PackedSolutions,
    i: int,
    packed: PackedState,
    turns_left: int,
    watch: Watch,
    report: Report | None = None,
) -> str | None:
    """Decide by A* a state that IDA* left undecided, and write its row; return the limit that stopped A*.

    The result is None if no limit stopped A*. The nodes of both searches count.
    """
    bound, nodes = answers.bound[i], answers.nodes[i]
    watch.spent = int(nodes)
    if (stopped_by := watch.stopped_by(0)) is not None:
        return stopped_by
    led, stopped_by = by_astar(packed, turns_left, watch, report)
    led.nodes[0] += nodes
    led.bound[0] = max(bound, led.bound[0])
    answers.put(i, led)
    return stopped_by


def _deepened(
    packed: PackedState, turns_left: int, watch: Watch, report: Report | None, known: int = 0
) -> tuple[PackedSolutions, str | None]:
    """Return the answer of IDA*; undecided and "forbidden" if its line is illegal under `receiver`."""
    answer, stopped_by = solving.search.deepening(packed, turns_left, watch, report, known)
    places, hand = packed.game.places, packed.game.hand
    if packed.returns is not None and sends_back(packed.returns, answer.line(0), places, hand):
        answer.leave_open(0)
        return answer, "forbidden"
    return answer, stopped_by


def by_astar(
    packed: PackedState,
    turns_left: int,
    watch: Watch,
    report: Report | None = None,
    estimates: bool = True,
) -> tuple[PackedSolutions, str | None]:
    """Return the answer to one state by A*, or by breadth-first search without `estimates`; see `decide`."""
    search = AStar(packed, turns_left, watch.limits.max_memory, estimates)

    def tell() -> None:
        if report is not None:
            report(search.bound - 1, search.nodes)

    stopped_by = drive(search, watch, tell).limit
    return search.answer(), stopped_by
