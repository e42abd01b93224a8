"""Solves one deal or many, and values positions and their swaps: views of the rows of `search`."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import islice
from typing import Any, NamedTuple, SupportsIndex

import numpy as np
from numpy.typing import NDArray

from _gamekit.limits import Limits, SharedWatch
from _gamekit.problems import check_kind, number_of, or_default
from _gamekit.progress import Progress
from narabi_solver.game.deal import Deal
from narabi_solver.game.errors import ArgumentError, IllegalMoveError, InternalError
from narabi_solver.game.rules import Rules, State, Swap, in_order, replay
from narabi_solver.kernels.batch import PackedSolutions as PackedSolutions
from narabi_solver.kernels.outcomes import OUTCOMES
from narabi_solver.sizes import ALGORITHMS
from narabi_solver.solving.answers import (
    MoveValue,
    Outcome,
    Solution,
    Value,
    solution_of,
    value_of,
)
from narabi_solver.solving.packing import (
    PackedChildren,
    PackedDeals,
    children_of,
    pack,
    pack_states,
    packed_groups,
    swap_of,
    swaps_of,
    unpack_swap,
)
from narabi_solver.solving.search import BATCH, NODE_BUDGET, has_table, search, warm_up

LARGEST_CHUNK = 1024
"""Largest number of deals that `solve_many` reads at once."""


class PackedMoves(NamedTuple):
    """The m legal swaps of `PackedDeals` with their values, deal by deal; deals in order have none."""

    deals: NDArray[np.int64]
    """(m,): for each swap, the index of its deal."""
    pairs: NDArray[np.uint8]
    """(m,): each swap as own place * 16 + other place, counted from the mover's first place."""
    status: NDArray[np.uint8]
    """(m,): the status of the state after each swap, as in `PackedSolutions`."""
    turns: NDArray[np.uint8]
    """(m,): if solved, the number of turns of a shortest win that begins with the swap, the swap included."""

    def __repr__(self) -> str:
        return f"<PackedMoves: {number_of(len(self.deals), 'swap')}>"

    @property
    def outcome(self) -> NDArray[np.object_]:
        """(m,): the outcomes of the states after the swaps, as objects; a comparison by `are` is faster."""
        return np.array(OUTCOMES, object)[self.status]

    def are(self, outcome: Outcome) -> NDArray[np.bool_]:
        """Return (m,): whether the outcome after each swap equals `outcome`."""
        return np.asarray(self.status == OUTCOMES.index(outcome))


class PackedAnalyses(NamedTuple):
    """The answers to n packed deals, and the values of all their legal swaps."""

    deals: PackedSolutions
    """The answers. `wins` is the number of shortest lines under the reading `next`, or 0 if it is unknown.
    `nodes` includes the nodes expanded for the states after the swaps.
    """
    moves: PackedMoves
    """The legal swaps of all deals, with their values."""

    def __repr__(self) -> str:
        deals, swaps = number_of(len(self.deals.status), "deal"), number_of(len(self.moves.deals), "swap")
        return f"<PackedAnalyses: {deals}, {swaps}>"


def analyses_of(answers: PackedSolutions, children: PackedChildren, after: PackedSolutions) -> PackedAnalyses:
    """Return the analyses that follow from the answers to deals and to their children."""
    parents, turns = children.parents, after.bound + np.uint8(1)
    begins = np.searchsorted(parents, np.arange(answers.status.size + 1))

    def total(values: NDArray[Any]) -> NDArray[np.int64]:
        return np.asarray(np.diff(np.append(0, np.cumsum(values, dtype=np.int64))[begins]))

    best = answers.are(Outcome.SOLVED)[parents] & (turns <= answers.bound[parents])
    uncounted = total(best & (after.are(Outcome.UNDECIDED) | (after.wins == 0)))
    lines = np.where(uncounted == 0, total(best * after.wins), 0)
    lines[answers.are(Outcome.SOLVED) & (answers.bound == 0)] = 1
    moves = PackedMoves(parents, children.pairs, after.status, turns)
    return PackedAnalyses(answers._replace(nodes=answers.nodes + total(after.nodes), wins=lines), moves)


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
        runs out and there is a table. Under the reading `receiver` of no-undo, "ida" is "astar". The
        algorithms may return different shortest lines.
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
        if not has_table(packed.game):
            raise ArgumentError(
                "algorithm 'ida' needs nine numbers of 12 stones or ten of 15; 'auto' takes any deal"
            )
        warm_up(packed.game)
    watch = SharedWatch(limits)  # the clock starts after loading

    def report(depth: int, nodes: int) -> None:
        if progress is not None:
            progress(f"turn {depth + 1}, {number_of(nodes, 'node')}", depth=depth, nodes=nodes)

    answers = search(packed, watch, algorithm=algorithm, report=report)
    return solution_of(deal, rules, answers, 0, line_of(answers, 0, state, rules), watch.seconds)


def line_of(answers: PackedSolutions, i: int, state: State, rules: Rules) -> tuple[Swap, ...]:
    """Return the line of row `i` of the answers as swaps, replayed by `game.rules`; empty unless solved.

    Raises
    ------
    InternalError
        The line does not win.
    """
    swaps = tuple(
        unpack_swap(own, other, (state.mover + turn) % state.players, state.players, state.hand)
        for turn, (own, other) in enumerate(answers.line(i))
    )
    try:
        wins = answers.outcome_of(i) is not Outcome.SOLVED or in_order(replay(state, swaps, rules).ring)
    except IllegalMoveError:
        wins = False
    if not wins:
        words, stones = " ".join(map(str, swaps)), " ".join(map(str, state.ring))
        raise InternalError(f"the line {words} does not win the ring {stones}; please report this")
    return swaps


def solve_many(
    deals: Iterable[Deal],
    *,
    rules: Rules | None = None,
    limits: Limits | None = None,
    algorithm: str = "auto",
) -> Iterator[Solution]:
    """Return an iterator over the solutions of any number of deals, in their order, computed lazily.

    Parameters
    ----------
    deals : iterable of Deal
        Any number of deals. At most 1024 deals of an iterator are read ahead.
    rules : Rules, optional
        No-undo with its reading, and the turn limit; the plain rules if left out.
    limits : Limits, optional
        Limits of each deal. If left out, the only limit is 4 GiB of memory.
    algorithm : str, default: "auto"
        As for `solve`.

    Yields
    ------
    Solution
        The solution of the next deal.

    Raises
    ------
    IllegalMoveError
        These rules forbid one of the `moves` of a deal.
    ArgumentError
        An argument has the wrong type.
    """
    rules, limits = or_default(rules, Rules), or_default(limits, Limits)
    in_batches = algorithm == "auto" and limits.max_seconds is None and limits.stop is None
    for chunk, error in chunks(deals, rules, "solve"):
        if in_batches and chunk:
            yield from _solve_chunk(chunk, rules, limits)
        else:
            yield from (solve(deal, rules=rules, limits=limits, algorithm=algorithm) for deal in chunk)
        if error is not None:
            raise error


def chunks(deals: Iterable[Deal], rules: Rules, one: str) -> Iterator[tuple[list[Deal], Exception | None]]:
    """Yield lists of 1, 2, 4, … 1024 deals, each with None, or with the error that ends the sequence.

    The error comes from the iterator, from an item that is not a deal, or from illegal `moves`. `one` is the
    name, for messages, of the function for a single deal; the function for many deals adds "_many".

    Raises
    ------
    ArgumentError
        `deals` is not an iterable, or is a single deal.
    """
    given: object = deals
    if isinstance(given, str) or not isinstance(given, Iterable):
        check_kind(given, Deal)
        raise ArgumentError(f"{one}_many needs an iterable of deals; for one deal use {one}")
    source = iter(deals)
    size = 1
    while True:
        chunk: list[Deal] = []
        try:
            for deal in islice(source, size):
                check_kind(deal, Deal)
                if deal.moves:
                    deal.state(rules)
                chunk.append(deal)
        except Exception as error:
            yield chunk, error
            return
        if not chunk:
            return
        yield chunk, None
        size = min(2 * size, LARGEST_CHUNK)


def _solve_chunk(deals: list[Deal], rules: Rules, limits: Limits) -> list[Solution]:
    """Return the solutions of deals; deals with the same stones are searched together."""
    groups = packed_groups(deals, rules)
    for _, packed, _ in groups:
        warm_up(packed.game)
    watch = SharedWatch(limits)  # kernels and tables are loaded now
    rows: dict[int, tuple[PackedSolutions, int, list[Swap]]] = {}
    for members, packed, movers in groups:
        answers, game = search(packed, watch), packed.game
        turns = np.where(answers.are(Outcome.SOLVED), answers.bound, 0)
        lines = swaps_of(answers.lines[:, : turns.max()], movers, game.places // game.hand, game.hand)
        for row, (i, swaps, end) in enumerate(zip(members, lines, turns.tolist(), strict=True)):
            rows[i] = answers, row, swaps[:end]
    seconds = watch.seconds / len(deals)
    return [
        solution_of(deal, rules, answers, row, tuple(swaps), seconds)
        for deal, (answers, row, swaps) in ((deal, rows[i]) for i, deal in enumerate(deals))
    ]


def values(states: Sequence[State], rules: Rules, watch: SharedWatch) -> list[Value]:
    """Return the values, without counts of lines, of states that can be packed together."""
    if not states:
        return []
    answers = search(pack_states(states, rules), watch)
    return [value_of(*row) for row in zip(answers.outcome.tolist(), answers.bound.tolist(), strict=True)]


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
    deals = pack_states(states, rules)
    if within is not None:
        deals.turns_left[:] = within
    children = children_of(deals)
    answers = search(children.after, watch)
    columns = children.parents, children.pairs, answers.outcome, answers.bound
    moves: list[list[MoveValue]] = [[] for _ in states]
    for parent, pair, outcome, bound in zip(*(column.tolist() for column in columns), strict=True):
        turns = bound + 1 if outcome is Outcome.SOLVED else None
        moves[parent].append(MoveValue(swap_of(pair, states[parent]), outcome, turns))
    return [tuple(sorted(ways, key=lambda move: move.swap)) for ways in moves]


def analyses(deals: PackedDeals, watch: SharedWatch, algorithm: str = BATCH) -> PackedAnalyses:
    """Return the values of packed positions and of all their legal swaps.

    Shortest lines are counted if IDA* decides the position after each first swap of these lines.
    """
    answers, children = search(deals, watch, algorithm=algorithm), children_of(deals)
    known = np.maximum(answers.bound, 1)[children.parents] - np.uint8(1)
    after = search(children.after, watch, algorithm=algorithm, known=known, count=True)
    return analyses_of(answers, children, after)


def solve_packed(
    deals: PackedDeals,
    max_nodes: SupportsIndex = NODE_BUDGET,
    stop: Callable[[], bool] | None = None,
    count_all: bool = False,
    known: NDArray[np.uint8] | None = None,
) -> PackedSolutions:
    """Return the answers to packed deals. A separate kernel has replayed every line.

    Parameters
    ----------
    deals : PackedDeals
        The deals. IDA* searches those of the usual stones, 12 with nine numbers or 15 with ten. A*, which is
        slower, searches others, and all deals under the reading `receiver` of no-undo.
    max_nodes : int, default: 4,000,000
        Limit of nodes for each deal. A deal that needs more is undecided.
    stop : callable, optional
        Called about every 20 ms. If it returns True, the deals without an answer stay undecided.
    count_all : bool, default: False
        True to count all shortest lines of each deal that IDA* searches, which takes longer.
    known : numpy.ndarray, optional
        (n,): proven lower bounds on the minimums, from which the search begins. Lines are then counted only
        for deals whose minimum equals the bound. None if no bound is known.

    Returns
    -------
    PackedSolutions
        The answers, with a row for each deal.

    Raises
    ------
    InternalError
        A line does not win.

    Examples
    --------
    >>> from itertools import islice
    >>> from narabi_solver import Rules, pack_deals, random_deals, solve_packed
    >>> solve_packed(pack_deals(list(islice(random_deals(4, seed=7), 8)), Rules())).bound
    array([5, 5, 2, 6, 5, 5, 5, 5], dtype=uint8)
    """
    watch = SharedWatch(Limits(max_nodes=max_nodes, stop=stop))
    return search(deals, watch, algorithm="ida", known=known, count=count_all)


def analyse_packed(
    deals: PackedDeals, max_nodes: SupportsIndex = NODE_BUDGET, stop: Callable[[], bool] | None = None
) -> PackedAnalyses:
    """Return the minimums of packed deals, the values of all legal swaps, and the numbers of shortest lines.

    Parameters
    ----------
    deals : PackedDeals
        The deals, as for `solve_packed`.
    max_nodes : int, default: 4,000,000
        Limit of nodes for each position that is searched.
    stop : callable, optional
        Called about every 20 ms. If it returns True, the deals without an answer stay undecided.

    Returns
    -------
    PackedAnalyses
        The minimums, with a row for each deal, and the swaps, with a row for each swap.

    Raises
    ------
    InternalError
        A line does not win.

    Examples
    --------
    >>> from narabi_solver import Rules, analyse_packed, random_packed
    >>> found = analyse_packed(random_packed(3, 1, 0, 1000, Rules()))
    >>> found.deals.bound[:5], found.deals.wins[:5]
    (array([6, 5, 4, 5, 4], dtype=uint8), array([32,  6,  9, 15,  1]))
    >>> first = found.moves.deals == 0
    >>> found.moves.turns[first]
    array([7, 6, 6, 7, 6, 7, 6, 6, 7, 7, 7, 7, 7], dtype=uint8)
    """
    return analyses(deals, SharedWatch(Limits(max_nodes=max_nodes, stop=stop)), "ida")
