"""Solves deals: `solve` for one, `solve_many` for any number."""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator
from itertools import islice
from typing import TYPE_CHECKING

from _gamekit.limits import Limits, Watch
from _gamekit.problems import check_kind, or_default
from _gamekit.progress import Progress
from narabi_solver import solving
from narabi_solver.game.deal import Deal
from narabi_solver.game.errors import ArgumentError
from narabi_solver.game.rules import Rules, Swap, in_order
from narabi_solver.sizes import ALGORITHMS
from narabi_solver.solving.raw_result import RawResult, Report, line_of
from narabi_solver.solving.solution import Outcome, Solution

if TYPE_CHECKING:
    from narabi_solver.solving.packed_group import PackedGroup


LARGEST_CHUNK = 256
"""Most deals that `solve_many` reads ahead."""


def solve(
    deal: Deal,
    *,
    rules: Rules | None = None,
    limits: Limits | None = None,
    algorithm: str = "auto",
    progress: Progress | None = None,
) -> Solution:
    """Return the fewest turns in which a deal can be won, with a shortest line, or that it cannot be won.

    All cards are open: the answer is for players who know every restriction.

    Parameters
    ----------
    deal : Deal
        The deal; where it has `moves`, the position after them.
    rules : Rules, optional
        No-undo, how it is read, and the turn limit; the plain rules if left out.
    limits : Limits, optional
        Nodes, seconds, memory; no limit if left out (memory: 4 GiB). Loading kernels and tables does not
        count as seconds.
    algorithm : str, default: "auto"
        "astar": A*, led by the distance from order. "bfs": the same without it, which is breadth-first
        search. "ida": iterative deepening A* over the relaxed distances, for nine numbers of 12 stones or
        ten of 15. "auto": "astar", and where that runs out of memory, "ida" if it can be used. Which
        shortest line is found depends on the algorithm.
    progress : Progress, optional
        Called between slices of work; counts: `depth`, turns that are proven not to suffice, and `nodes`,
        states expanded so far.

    Returns
    -------
    Solution
        Outcome, a shortest line, and what is proven.

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
    packed = solving.packed.pack(state, rules)
    if algorithm == "ida":
        if not solving.search.has_table(packed.game):
            raise ArgumentError(
                "algorithm 'ida' needs nine numbers of 12 stones or ten of 15; 'auto' takes any deal"
            )
        solving.search.warm_up(packed.game)
    watch = Watch(limits)  # now, as everything is loaded
    raw = solving.decide.decide(packed, rules.limit - state.turns, watch, algorithm, _report_of(progress))
    return _made(deal, rules, raw, line_of(raw, state, rules), watch.seconds)


def _report_of(progress: Progress | None) -> Report | None:
    """Return the callback of the searches: it is given the depth and the nodes."""
    if progress is None:
        return None
    return lambda depth, nodes: progress(
        f"turn {depth + 1}, {nodes:,} states expanded", depth=depth, nodes=nodes
    )


def _made(deal: Deal, rules: Rules, raw: RawResult, swaps: tuple[Swap, ...], seconds: float) -> Solution:
    return Solution(
        deal, rules, raw.outcome, swaps, raw.lower_bound, raw.stopped_by, raw.nodes, seconds,
    )  # fmt: skip


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
        Any number of deals; an iterator is read a little ahead.
    rules : Rules, optional
        No-undo, how it is read, and the turn limit; the plain rules if left out.
    limits : Limits, optional
        Limits of each deal; no limit if left out (memory: 4 GiB).
    algorithm : str, default: "auto"
        As for `solve`.

    Yields
    ------
    Solution
        The next one.

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
    """Yield deals in lists of 1, 2, 4, … 256; last, the error of the iterator, or that of illegal `moves`.

    `one` is the function for a single deal; that for many is called like it.
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


def _solve_chunk(deals: list[Deal], rules: Rules, limits: Limits) -> Iterator[Solution]:
    """Yield the solutions of deals; those with the same stones are searched together."""
    packed = solving.packed_group
    alike = list(packed.group_for_packing(deals))
    groups = [(members, packed.PackedGroup([deals[i] for i in members], rules)) for members in alike]
    for _, group in groups:
        group.warm_up()
    started = time.perf_counter()  # kernels and tables are loaded now
    found: list[tuple[PackedGroup, int]] = [(group, 0) for _, group in groups for _ in group.deals]
    for members, group in groups:
        group.search(limits)
        for n, i in enumerate(members):
            found[i] = group, n
    share = (time.perf_counter() - started) / max(len(deals), 1)
    for deal, (group, n) in zip(deals, found, strict=True):
        started = time.perf_counter()
        raw, swaps = group.answer(n)
        yield _made(deal, rules, raw, swaps, share + time.perf_counter() - started)
