"""Many deals at once, on packed arrays: the base of `solve_many` and of surveys.

>>> from itertools import islice
>>> from narabi_solver import Rules, random_deals
>>> from narabi_solver.solving.batch import pack_deals, solve_packed
>>> deals = list(islice(random_deals(4, seed=7), 8))
>>> solve_packed(pack_deals(deals, Rules())).bound
array([5, 5, 2, 6, 5, 5, 5, 5], dtype=uint8)
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from _gamekit import checked
from _gamekit.jit import entry
from _gamekit.problems import check_kind
from narabi_solver.game.deal import Deal
from narabi_solver.game.deck import Deck
from narabi_solver.game.errors import ArgumentError, InternalError
from narabi_solver.game.ids import check_arguments
from narabi_solver.game.returns import Returns, returns_after, sends_back
from narabi_solver.game.rules import Rules
from narabi_solver.kernels.batch import LINE, SOLVED, UNDECIDED, UNSOLVABLE, WAITING, Batch
from narabi_solver.kernels.checking import replay
from narabi_solver.kernels.fifteen import ida as fifteen
from narabi_solver.kernels.many import children, dealing
from narabi_solver.kernels.state import MAX_SWAPS, Game
from narabi_solver.kernels.twelve import ida as twelve
from narabi_solver.solving import tables
from narabi_solver.solving.packed import (
    NOT_ALIKE,
    ORDER,
    PackedState,
    card_numbers,
    game_of,
    pack,
    pack_rings,
)
from narabi_solver.solving.solution import Outcome

OUTCOMES = {SOLVED: Outcome.SOLVED, UNSOLVABLE: Outcome.UNSOLVABLE, UNDECIDED: Outcome.UNDECIDED}
"""The outcomes that the kernels' status codes stand for."""

STATUS = {outcome: status for status, outcome in OUTCOMES.items()}

NODE_BUDGET = 4_000_000
"""Nodes of a deal's IDA* search before it is left to the breadth-first search."""

SLICE_NODES = 50_000
"""Nodes between two checks of `stop`: 5 ms with 12 stones, 25 ms with 15."""


class PackedDeals(NamedTuple):
    """Deals of one `Game`, n of them; `kernels.state` draws rings and swaps."""

    game: Game
    rings: NDArray[np.uint64]
    """(n,): the rings, from the mover's first place."""
    cards: NDArray[np.uint8]
    """(n, 15): for each stone the number of its card."""
    banned: NDArray[np.uint8]
    """(n,): what no-undo remembers."""
    turns_left: NDArray[np.uint8]
    """(n,): turns that may still be played."""
    returns: tuple[Returns, ...] | None = None
    """(n,): what the reading `receiver` of no-undo remembers; None if it is read as `next`."""


class PackedSolutions(NamedTuple):
    """The answers to `PackedDeals`, in their order."""

    status: NDArray[np.uint8]
    """(n,): status codes of the kernels, the keys of `OUTCOMES`."""
    bound: NDArray[np.uint8]
    """(n,): no win takes fewer turns; the minimum where solved, turns_left + 1 where unsolvable."""
    nodes: NDArray[np.int64]
    """(n,): nodes expanded."""
    lines: NDArray[np.uint8]
    """(n, 24): own place * 16 + other place of each swap, seen from each mover; 0 after the last."""
    wins: NDArray[np.int64]
    """(n,): how many shortest lines there are if they were counted, else 1 where solved."""

    @property
    def outcome(self) -> NDArray[np.object_]:
        """(n,): the outcomes, as objects; `are` is quicker."""
        return _outcomes(self.status)

    def are(self, outcome: Outcome) -> NDArray[np.bool_]:
        """Return (n,): whether the outcomes are this one."""
        return np.asarray(self.status == STATUS[outcome])


class PackedMoves(NamedTuple):
    """The legal swaps of `PackedDeals` that are not in order, deal by deal, m of them, and their values."""

    deals: NDArray[np.int64]
    """(m,): for each swap its deal."""
    pairs: NDArray[np.uint8]
    """(m,): own place * 16 + other place, seen from the mover."""
    status: NDArray[np.uint8]
    """(m,): as in `PackedSolutions`, of the state that the swap leads to."""
    turns: NDArray[np.uint8]
    """(m,): where solved, the turns of a shortest win that begins with the swap, which counts."""

    @property
    def outcome(self) -> NDArray[np.object_]:
        """(m,): the outcomes of the states that the swaps lead to, as objects; `are` is quicker."""
        return _outcomes(self.status)

    def are(self, outcome: Outcome) -> NDArray[np.bool_]:
        """Return (m,): whether the outcomes are this one."""
        return np.asarray(self.status == STATUS[outcome])


def _outcomes(status: NDArray[np.uint8]) -> NDArray[np.object_]:
    """Return the outcomes that the kernels' status codes stand for."""
    return np.array([*OUTCOMES.values()], object)[status]


def has_table(game: Game) -> bool:
    """Tell whether there is a table for the stones: nine numbers of 12, or ten of 15."""
    return (game.places, game.ranks) in ((12, 9), (15, 10))


def pack_states(states: Sequence[PackedState], turns_left: Sequence[int]) -> PackedDeals:
    """Return packed states, all of one game, as arrays."""
    return PackedDeals(
        game=states[0].game,
        rings=np.array([state.ring for state in states], np.uint64),
        cards=np.concatenate([state.cards for state in states]),
        banned=np.array([state.banned for state in states], np.uint8),
        turns_left=np.array(turns_left, np.uint8),
        returns=_all_returns([state.returns for state in states]),
    )


def _all_returns(returns: Sequence[Returns | None]) -> tuple[Returns, ...] | None:
    return tuple(one for one in returns if one is not None) or None


def pack_deals(deals: Sequence[Deal], rules: Rules) -> PackedDeals:
    """Return deals as arrays.

    Parameters
    ----------
    deals
        At least one; all with the same deck, the same stones and the same number of players.
    rules
        The rules to solve them by.

    Raises
    ------
    ArgumentError
        There are no deals, or they cannot be packed together.
    IllegalMoveError
        These rules forbid one of a deal's `moves`.
    """
    return pack_deals_and_seats(deals, rules)[0]


def pack_deals_and_seats(deals: Sequence[Deal], rules: Rules) -> tuple[PackedDeals, NDArray[np.int64]]:
    """Return what `pack_deals` does, and (n,) the seats of the players to move, from A = 0."""
    if not deals:
        raise ArgumentError("no deals to pack")
    for deal in deals:
        check_kind(deal, Deal, ArgumentError)
    if any(deal.moves for deal in deals):
        return _pack_played(deals, rules)
    deck, players = deals[0].deck, deals[0].players
    if any((deal.deck is not deck and deal.deck != deck) or len(deal.seats) != players for deal in deals):
        raise ArgumentError(NOT_ALIKE)
    stones = [stone for deal in deals for seat in deal.seats for stone in seat]
    labels, rings, cards, seats = pack_rings(stones, [deal.first for deal in deals], deck, players)
    packed = _as_dealt(game_of(deck, labels, players, rules.no_undo), rings, cards, rules)
    return packed, seats


def _pack_played(deals: Sequence[Deal], rules: Rules) -> tuple[PackedDeals, NDArray[np.int64]]:
    """Return deals of which some have `moves`, and the seats of the players to move."""
    positions = [deal.state(rules) for deal in deals]
    states = [pack(position, rules) for position in positions]
    if any(state.game is not states[0].game for state in states):
        raise ArgumentError(NOT_ALIKE)
    packed = pack_states(states, [rules.limit - position.turns for position in positions])
    return packed, np.array([position.mover for position in positions], np.int64)


def _as_dealt(game: Game, rings: NDArray[np.uint64], cards: NDArray[np.uint8], rules: Rules) -> PackedDeals:
    """Return packed deals in which nobody has moved."""
    count = rings.size
    return PackedDeals(
        game,
        rings,
        cards,
        banned=np.zeros(count, np.uint8),
        turns_left=np.full(count, rules.limit, np.uint8),
        returns=((),) * count if rules.undo_reading == "receiver" else None,
    )


def random_packed(
    players: int, seed: int, start: int, count: int, rules: Rules, deck: Deck | None = None
) -> PackedDeals:
    """Return the deals `start` to `start` + `count` - 1 of a seed as arrays, as `pack_deals` would.

    Parameters and errors are those of `random_deals.random_deal`, whose deals these are.
    """
    return random_packed_and_seats(players, seed, start, count, rules, deck)[0]


def random_packed_and_seats(
    players: int, seed: int, start: int, count: int, rules: Rules, deck: Deck | None = None
) -> tuple[PackedDeals, NDArray[np.uint8]]:
    """Return what `random_packed` does, and (count,) the seats of the first players, from A = 0."""
    deck = Deck.standard() if deck is None else deck
    check_arguments(players, seed, start, deck)
    labels = sorted(deck.ring_stones(players), key=ORDER.index)
    stones = np.array([labels.index(label) for label in deck.ring_stones(players)], np.uint8)
    numbers = card_numbers(deck)
    cards = np.array([numbers[card.name] for card in deck for _ in range(card.copies)], np.uint8)
    rings, drawn = np.zeros(count, np.uint64), np.zeros((count, 15), np.uint8)
    seats = np.zeros(count, np.uint8)
    room = np.zeros(15, np.uint8), np.zeros(dealing.ROOM, np.uint64), stones.copy(), cards.copy()
    dealing.deal(np.uint64(seed), np.uint64(start), players, stones, cards, *room, rings, drawn, seats)
    packed = _as_dealt(game_of(deck, "".join(labels), players, rules.no_undo), rings, drawn, rules)
    return packed, seats


def solve_packed(
    deals: PackedDeals,
    max_nodes: int = NODE_BUDGET,
    stop: Callable[[], bool] | None = None,
    count_all: bool = False,
) -> PackedSolutions:
    """Return the answers to packed deals; every line was replayed in a separate kernel.

    A deal whose line the reading `receiver` of no-undo forbids is undecided, with the bound by `next`.

    Parameters
    ----------
    deals
        Deals of the usual stones: nine numbers of 12, or ten of 15.
    max_nodes
        Nodes for each deal; a deal that takes more is undecided.
    stop
        Called about every 20 ms; True leaves the deals that have no answer yet undecided.
    count_all
        Count all shortest lines of each deal, by the reading `next`; takes longer.

    Raises
    ------
    ArgumentError
        There is no table for the stones of these deals.
    InternalError
        A line does not win.
    """
    game = deals.game
    if not has_table(game):
        raise ArgumentError("there are tables for nine numbers of 12 stones and ten of 15 only")
    batch = waiting(deals)
    search = searcher(game, batch)
    while search.run(SLICE_NODES, max_nodes, count_all):
        if stop is not None and stop():
            break
    batch.status[batch.status == WAITING] = UNDECIDED
    check_lines(deals, batch)
    found = answers(batch)
    if unsettled := forbidden(deals, found):
        found.status[unsettled] = UNDECIDED
        found.lines[unsettled] = found.wins[unsettled] = 0
    return found


def unanswered(deals: PackedDeals) -> PackedSolutions:
    """Return the answers to packed deals with all of them undecided."""
    found = answers(waiting(deals))
    found.status[:] = UNDECIDED
    return found


def forbidden(deals: PackedDeals, found: PackedSolutions) -> list[int]:
    """Return the deals whose lines the reading `receiver` forbids; another line may be as short."""
    game, returns = deals.game, deals.returns
    if returns is None:
        return []
    solved = np.flatnonzero(found.status == SOLVED).tolist()
    return [i for i in solved if sends_back(returns[i], line_of(found, i), game.places, game.hand)]


def packed_state(deals: PackedDeals, i: int) -> PackedState:
    """Return one of some packed deals."""
    returns = None if deals.returns is None else deals.returns[i]
    return PackedState(deals.game, deals.cards[i : i + 1], int(deals.rings[i]), int(deals.banned[i]), returns)


def value_moves(
    deals: PackedDeals, max_nodes: int = NODE_BUDGET, stop: Callable[[], bool] | None = None
) -> PackedMoves:
    """Return the value of every legal swap; parameters and errors are those of `solve_packed`."""
    parents, pairs, after = children_of(deals)
    answers = solve_packed(after, max_nodes, stop)
    return PackedMoves(parents, pairs, answers.status, answers.bound + np.uint8(1))


def children_of(deals: PackedDeals) -> tuple[NDArray[np.int64], NDArray[np.uint8], PackedDeals]:
    """Return `deals` and `pairs` of `PackedMoves`, and the states that the swaps lead to."""
    game, room = deals.game, MAX_SWAPS * deals.rings.size
    parents, pairs = np.zeros(room, np.int64), np.zeros(room, np.uint8)
    rings, banned = np.zeros(room, np.uint64), np.zeros(room, np.uint8)
    count = children.children(game, deals.rings, deals.cards, deals.banned, parents, pairs, rings, banned)
    in_time = np.flatnonzero(deals.turns_left[parents[:count]])
    returns = None
    if deals.returns is not None:
        in_time, returns = _kept(game, deals.returns, parents, pairs, in_time)
    parents = parents[in_time]
    left = deals.turns_left[parents] - np.uint8(1)
    after = PackedDeals(game, rings[in_time], deals.cards[parents], banned[in_time], left, returns)
    return parents, pairs[in_time], after


def _kept(
    game: Game,
    returns: Sequence[Returns],
    parents: NDArray[np.int64],
    pairs: NDArray[np.uint8],
    swaps: NDArray[np.int64],
) -> tuple[NDArray[np.int64], tuple[Returns, ...]]:
    """Return which of some swaps send no stone back too soon, and what is remembered after each."""
    kept, after = [], []
    for swap in swaps.tolist():
        before, (own, other) = returns[parents[swap]], divmod(int(pairs[swap]), 16)
        if (own, other) not in before:
            kept.append(swap)
            after.append(returns_after(before, own, other, game.places, game.hand))
    return np.array(kept, np.int64), tuple(after)


class Searcher:
    """The search of a batch, to be run in slices."""

    def run(self, quota: int, max_nodes: int, count_all: bool = False) -> int:
        """Expand about `quota` nodes, `max_nodes` a deal at most; return how many deals are left."""
        raise NotImplementedError

    def under_way(self) -> tuple[int, int]:
        """Return nodes and bound of the first deal under way that has no answer yet."""
        raise NotImplementedError


class _Search12(Searcher):
    def __init__(self, game: Game, batch: Batch):
        self.table = tables.load_relaxed(game.places // game.hand)
        self.game, self.batch = game, batch
        self.lanes, self.cursor = twelve.lanes(), np.zeros(2, np.int64)

    def run(self, quota: int, max_nodes: int, count_all: bool = False) -> int:
        work = self.game, self.table, self.batch, self.lanes, self.cursor
        return int(twelve.search(*work, quota, max_nodes, count_all))

    def under_way(self) -> tuple[int, int]:
        return int(self.lanes.jobs[0, twelve.NODES]), int(self.lanes.jobs[0, twelve.BOUND])


class _Search15(Searcher):
    def __init__(self, game: Game, batch: Batch):
        self.table = tables.load_near()
        self.game, self.batch = game, batch
        self.lanes, self.cursor = fifteen.lanes(), np.zeros(2, np.int64)

    def run(self, quota: int, max_nodes: int, count_all: bool = False) -> int:
        work = self.game, self.table, self.batch, self.lanes, self.cursor
        return int(fifteen.search(*work, quota, max_nodes, count_all))

    def under_way(self) -> tuple[int, int]:
        return int(self.lanes.jobs[0, fifteen.NODES]), int(self.lanes.jobs[0, fifteen.BOUND])


def warm_up(game: Game) -> None:
    """Load or build what a batch needs, kernels and table."""
    entry.load(replay.replay)
    warm_up_search(game)


def warm_up_search(game: Game) -> None:
    """Load or build what the search of a game needs, kernels and table."""
    if has_table(game):
        tables.load(game.places // game.hand)
        entry.load(twelve.search if game.places == 12 else fifteen.search)


def searcher(game: Game, batch: Batch) -> Searcher:
    """Return the search of a batch that waits for its answers; its game has a table."""
    return _Search12(game, batch) if game.places == 12 else _Search15(game, batch)


def waiting(deals: PackedDeals) -> Batch:
    """Return deals with room for their answers."""
    count = deals.rings.size
    return Batch(
        rings=deals.rings,
        cards=deals.cards,
        banned=deals.banned,
        turns_left=deals.turns_left,
        status=np.full(count, WAITING, np.uint8),
        bound=np.zeros(count, np.uint8),
        nodes=np.zeros(count, np.int64),
        lines=np.zeros((count, LINE), np.uint8),
        wins=np.zeros(count, np.int64),
    )


def answers(batch: Batch) -> PackedSolutions:
    """Return the answers of a batch that was searched."""
    return PackedSolutions(batch.status, batch.bound, batch.nodes, batch.lines, batch.wins)


def check_lines(deals: PackedDeals, batch: Batch) -> None:
    """Replay every line in a separate kernel; raise InternalError if one does not win."""
    bad = replay.replay(
        deals.game,
        deals.rings,
        deals.cards,
        deals.banned,
        batch.status,
        batch.bound,
        batch.lines,
        np.zeros(15, np.int64),
    )
    if bad >= 0:
        raise InternalError(f"the line found for packed deal {bad} does not win; please report this")


def line_of(solutions: PackedSolutions, deal: int) -> list[tuple[int, int]]:
    """Return own and other place of each swap of a deal's line."""
    return [(code >> 4, code & 15) for code in solutions.lines[deal, : solutions.bound[deal]].tolist()]


checked.room(globals())
