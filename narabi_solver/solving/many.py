"""Solves any number of deals: those with the same stones are searched and replayed together."""

from __future__ import annotations

import functools
import time
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice

import numpy as np
from numpy.typing import NDArray

from _gamekit.limits import Limits
from _gamekit.problems import check_kind, or_default
from narabi_solver.game.deal import Deal
from narabi_solver.game.deck import Deck
from narabi_solver.game.errors import ArgumentError
from narabi_solver.game.rules import Rules, Swap
from narabi_solver.kernels.batch import PackedSolutions
from narabi_solver.kernels.outcomes import SOLVED
from narabi_solver.kernels.state import Game
from narabi_solver.solving import batch
from narabi_solver.solving.api import solve
from narabi_solver.solving.batch import PackedDeals
from narabi_solver.solving.batch_then_rest import by_batch, decide_rest
from narabi_solver.solving.packed import line_of, swaps_of
from narabi_solver.solving.replaying import Replayer
from narabi_solver.solving.solution import Solution, solution_of

LARGEST_CHUNK = 1024
"""Largest number of deals that `solve_many` reads at once."""


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


def _solve_chunk(deals: list[Deal], rules: Rules, limits: Limits) -> Iterator[Solution]:
    """Yield the solutions of deals; deals with the same stones are searched together."""
    groups = packed_groups(deals, rules)
    for _, packed, _ in groups:
        batch.warm_up(packed.game)
    started = time.perf_counter()  # kernels and tables are loaded now
    rows: dict[int, tuple[PackedDeals, PackedSolutions, int, tuple[Swap, ...] | None]] = {}
    for members, packed, movers in groups:
        answers = by_batch(packed, limits)
        lines = lines_of([deals[i] for i in members], packed.game, movers, answers, rules)
        rows |= {i: (packed, answers, n, lines[n]) for n, i in enumerate(members)}
    share = (time.perf_counter() - started) / max(len(deals), 1)
    for i, deal in enumerate(deals):
        packed, answers, n, swaps = rows[i]
        stopped_by, seconds = None, share
        if swaps is None:
            started = time.perf_counter()
            stopped_by = decide_rest(packed, answers, n, functools.partial(deal.state, rules), rules, limits)
            swaps = line_of(answers, n, deal.state(rules), rules)
            seconds += time.perf_counter() - started
        yield solution_of(deal, rules, answers, n, swaps, stopped_by, seconds)


def packed_groups(
    deals: Sequence[Deal], rules: Rules
) -> list[tuple[list[int], PackedDeals, NDArray[np.int64]]]:
    """Return groups of deals that can be packed together: their indices, packed deals, and seats to move.

    Deals with `moves` form separate groups.
    """
    decks: dict[Deck, int] = {}
    by_id: dict[int, int] = {}  # hashing a deck is slow
    groups: dict[object, list[int]] = defaultdict(list)
    for i, deal in enumerate(deals):
        deck = by_id.get(id(deal.deck))
        if deck is None:
            deck = by_id[id(deal.deck)] = decks.setdefault(deal.deck, len(decks))
        stones = tuple(sorted(stone.label for stone in deal.ring)) if deal.unusual else ()
        groups[deck, len(deal.seats), not deal.moves, stones].append(i)
    return [
        (members, *batch.pack_deals_and_seats([deals[i] for i in members], rules))
        for members in groups.values()
    ]


def lines_of(
    deals: Sequence[Deal], game: Game, movers: NDArray[np.int64], answers: PackedSolutions, rules: Rules
) -> list[tuple[Swap, ...] | None]:
    """Return the replayed line of each deal of a group; None if `line_of` must still replay the line."""
    if deals[0].moves or rules.undo_reading != "next":
        return [None] * len(deals)
    turns = np.where(answers.status == SOLVED, answers.bound, 0).astype(np.uint8)
    replayer = _replayer(deals[0].deck, deals[0].players, game.places, rules)
    wins = (answers.status == SOLVED) & replayer.wins(deals, movers, answers.lines, turns)
    lines = swaps_of(answers.lines[:, : turns.max(initial=0)], movers, replayer.players, game.hand)
    rows = zip(lines, turns.tolist(), wins.tolist(), strict=True)
    return [tuple(swaps[:end]) if won else None for swaps, end, won in rows]


_replayer = functools.lru_cache(maxsize=16)(Replayer)
