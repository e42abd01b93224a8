"""Many deals at once, as packed arrays: the basis of `solve_many` and of surveys.

>>> from itertools import islice
>>> from narabi_solver import Rules, random_deals
>>> from narabi_solver.solving.batch import pack_deals, solve_packed
>>> deals = list(islice(random_deals(4, seed=7), 8))
>>> solve_packed(pack_deals(deals, Rules())).bound
array([5, 5, 2, 6, 5, 5, 5, 5], dtype=uint8)
"""

from __future__ import annotations

import functools
import operator
from collections.abc import Callable, Sequence
from itertools import chain
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from _gamekit import checked
from _gamekit.jit import entry
from _gamekit.problems import number_of
from narabi_solver.game.cards import ORDER, RING_SIZES
from narabi_solver.game.deal import Deal
from narabi_solver.game.deck import Deck
from narabi_solver.game.errors import ArgumentError, InternalError
from narabi_solver.game.returns import Returns, returns_after, sends_back
from narabi_solver.game.rules import Rules, Stone
from narabi_solver.kernels import children, replay
from narabi_solver.kernels.batch import PackedSolutions as PackedSolutions
from narabi_solver.kernels.outcomes import OUTCOMES, SOLVED, UNDECIDED, WAITING
from narabi_solver.kernels.state import MAX_PLACES, MAX_SWAPS, Game
from narabi_solver.solving import search
from narabi_solver.solving.dealing import deal_block
from narabi_solver.solving.packed import PackedState, card_numbers, game_of, pack
from narabi_solver.solving.solution import Outcome

NOT_ALIKE = "deals packed together must have the same deck, stones and number of players"
"""The message for deals that cannot be packed together."""

SLICE_NODES = 50_000
"""Number of nodes between two calls of `stop`: about 5 ms with 12 stones, 25 ms with 15."""


class PackedDeals(NamedTuple):
    """Arrays of n deals of one `Game`; `kernels.state` describes the layout of rings and swaps."""

    game: Game
    rings: NDArray[np.uint64]
    """(n,): the rings, from the mover's first place."""
    cards: NDArray[np.uint8]
    """(n, 15): for each stone, the index of its card in the deck."""
    banned: NDArray[np.uint8]
    """(n,): the code of the swap that no-undo forbids; 0 for none."""
    turns_left: NDArray[np.uint8]
    """(n,): the number of turns that may still be played."""
    returns: tuple[Returns, ...] | None = None
    """(n,): swaps that would send a stone back too soon, under the reading `receiver`; None under `next`."""

    def __repr__(self) -> str:
        return f"<PackedDeals: {number_of(len(self.rings), 'deal')}>"

    def some(self, which: NDArray[np.int64]) -> PackedDeals:
        """Return the deals with the given indices."""
        return self._replace(
            rings=self.rings[which],
            cards=self.cards[which],
            banned=self.banned[which],
            turns_left=self.turns_left[which],
            returns=None if self.returns is None else tuple(self.returns[i] for i in which.tolist()),
        )


class PackedChildren(NamedTuple):
    """The m legal swaps of `PackedDeals`, deal by deal, and the states after them.

    Deals in order have no swaps here.
    """

    parents: NDArray[np.int64]
    """(m,): for each swap, the index of its deal."""
    pairs: NDArray[np.uint8]
    """(m,): each swap as own place * 16 + other place, counted from the mover's first place."""
    after: PackedDeals
    """(m,): the states after the swaps."""

    def __repr__(self) -> str:
        return f"<PackedChildren: {number_of(len(self.parents), 'swap')}>"

    @property
    def counted(self) -> bool:
        """True if the kernels can count the shortest lines from the states, as under the reading `next`."""
        return self.after.returns is None

    def known(self, answers: PackedSolutions) -> NDArray[np.uint8] | None:
        """Return (m,): lower bounds on the minimums of the states, from the answers to the deals.

        Return None under the reading `receiver`.
        """
        return np.maximum(answers.bound, 1)[self.parents] - np.uint8(1) if self.counted else None


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

    @classmethod
    def of(cls, answers: PackedSolutions, children: PackedChildren, after: PackedSolutions) -> PackedAnalyses:
        """Return the analyses that follow from the answers to deals and to their children."""
        parents, turns = children.parents, after.bound + np.uint8(1)
        begins = np.searchsorted(parents, np.arange(answers.status.size + 1))

        def total(values: NDArray[Any]) -> NDArray[np.int64]:
            return np.asarray(np.diff(np.append(0, np.cumsum(values, dtype=np.int64))[begins]))

        best = answers.are(Outcome.SOLVED)[parents] & (turns <= answers.bound[parents])
        unknown = after.are(Outcome.UNDECIDED) | (after.wins == 0) | (not children.counted)
        uncounted = total(best & unknown)
        lines = np.where(answers.bound == 0, answers.wins, total(best * after.wins) * (uncounted == 0))
        moves = PackedMoves(parents, children.pairs, after.status, turns)
        return cls(answers._replace(nodes=answers.nodes + total(after.nodes), wins=lines), moves)


def pack_states(states: Sequence[PackedState], turns_left: Sequence[int]) -> PackedDeals:
    """Return packed states of one game as arrays."""
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


class PackedRings(NamedTuple):
    """Arrays of n packed rings with the same stones."""

    labels: str
    """The labels of the stones, in the order of their numbers."""
    rings: NDArray[np.uint64]
    """(n,): the rings, from the mover's first place."""
    cards: NDArray[np.uint8]
    """(n, 15): for each stone, the index of its card in the deck."""
    movers: NDArray[np.int64]
    """(n,): the seat to move in each ring, from A = 0."""

    def __repr__(self) -> str:
        return f"<PackedRings: {number_of(len(self.rings), 'ring')}>"


class _Codes(dict[Stone, int]):
    """For each stone with its card: 256 times the label's index in `ORDER`, plus the card's deck index."""

    def __init__(self, deck: Deck):
        super().__init__()
        self.numbers = card_numbers(deck)

    def __missing__(self, stone: Stone) -> int:
        self[stone] = code = ORDER.index(stone.label) * 256 + self.numbers[stone.card]
        return code


_codes = functools.lru_cache(maxsize=64)(_Codes)


@checked.trusting
def pack_rings(
    stones: Sequence[Stone], movers: Sequence[int | None], deck: Deck, players: int
) -> PackedRings:
    """Pack many rings at once, in the layout of `pack`.

    Parameters
    ----------
    stones
        The stones of all rings, ring by ring, each ring clockwise from A1.
    movers
        The seat to move in each ring; None for the seat that holds the 0.
    deck, players
        The deck, and the number of seats.

    Raises
    ------
    ArgumentError
        The rings do not have the same stones.
    """
    count, places = len(movers), RING_SIZES[players]
    hand = places // players
    codes = np.array(list(map(_codes(deck).__getitem__, stones)), np.int64).reshape(count, places)
    holders = np.argmin(codes, axis=1) // hand  # the 0 is the first in `ORDER`
    seats = np.array([-1 if mover is None else mover for mover in movers], np.int64)
    seats = np.where(seats < 0, holders, seats)
    around = (np.arange(places) + hand * seats[:, None]) % places
    codes = np.take_along_axis(codes, around, axis=1)
    # sorted by label, then by place: the place of each stone in the lowest bits
    ranked = np.sort((codes >> 8 << 16) | (np.arange(places) << 8) | (codes & 255), axis=1)
    kinds = ranked >> 16
    if (kinds != kinds[0]).any():
        raise ArgumentError(NOT_ALIKE)
    cards = np.zeros((count, MAX_PLACES), np.uint8)
    cards[:, :places] = ranked & 255
    spots = (ranked >> 8 & 255).astype(np.uint64)
    rings = np.bitwise_or.reduce(np.arange(places, dtype=np.uint64) << (np.uint64(4) * spots), axis=1)
    return PackedRings("".join(ORDER[kind] for kind in kinds[0]), rings, cards, seats)


def pack_deals(deals: Sequence[Deal], rules: Rules) -> PackedDeals:
    """Return deals as arrays.

    Parameters
    ----------
    deals
        At least one deal. All must have the same deck, the same stones and the same number of players.
    rules
        The rules of the deals.

    Raises
    ------
    ArgumentError
        There are no deals, or they cannot be packed together.
    IllegalMoveError
        These rules forbid one of a deal's `moves`.
    """
    return pack_deals_and_seats(deals, rules)[0]


@checked.trusting
def pack_deals_and_seats(deals: Sequence[Deal], rules: Rules) -> tuple[PackedDeals, NDArray[np.int64]]:
    """Return the result of `pack_deals`, and (n,) the seats to move, from A = 0."""
    if not deals:
        raise ArgumentError("no deals to pack")
    if any(map(operator.attrgetter("moves"), deals)):
        return _pack_played(deals, rules)
    deck, players = deals[0].deck, deals[0].players
    if any((deal.deck is not deck and deal.deck != deck) or len(deal.seats) != players for deal in deals):
        raise ArgumentError(NOT_ALIKE)
    stones = list(chain.from_iterable(chain.from_iterable([deal.seats for deal in deals])))
    labels, rings, cards, seats = pack_rings(stones, [deal.first for deal in deals], deck, players)
    packed = _as_dealt(game_of(deck, labels, players, rules.no_undo), rings, cards, rules)
    return packed, seats


def _pack_played(deals: Sequence[Deal], rules: Rules) -> tuple[PackedDeals, NDArray[np.int64]]:
    """Return the result of `pack_deals_and_seats` for deals of which some have `moves`."""
    positions = [deal.state(rules) for deal in deals]
    states = [pack(position, rules) for position in positions]
    if any(state.game is not states[0].game for state in states):
        raise ArgumentError(NOT_ALIKE)
    packed = pack_states(states, [rules.limit - position.turns for position in positions])
    return packed, np.array([position.mover for position in positions], np.int64)


def _as_dealt(game: Game, rings: NDArray[np.uint64], cards: NDArray[np.uint8], rules: Rules) -> PackedDeals:
    """Return packed rings as deals in which no swap has been played."""
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
    """Return the deals `start` to `start` + `count` - 1 of a seed as arrays, in the layout of `pack_deals`.

    Parameters and errors are as for `random_deals.random_deal`, which returns the same deals.
    """
    return random_packed_and_seats(players, seed, start, count, rules, deck)[0]


def random_packed_and_seats(
    players: int, seed: int, start: int, count: int, rules: Rules, deck: Deck | None = None
) -> tuple[PackedDeals, NDArray[np.uint8]]:
    """Return the result of `random_packed`, and (count,) the seats that begin, from A = 0."""
    deck = Deck.of(players) if deck is None else deck
    block = deal_block(players, seed, start, count, deck)
    game = game_of(deck, block.labels, players, rules.no_undo)
    return _as_dealt(game, block.rings, block.cards, rules), block.first


def solve_packed(
    deals: PackedDeals,
    max_nodes: int = search.NODE_BUDGET,
    stop: Callable[[], bool] | None = None,
    count_all: bool = False,
    known: NDArray[np.uint8] | None = None,
) -> PackedSolutions:
    """Return the answers to packed deals. A separate kernel has replayed every line.

    If the reading `receiver` of no-undo forbids the line found for a deal, the deal is undecided, and its
    bound is the minimum under the reading `next`.

    Parameters
    ----------
    deals
        Deals of the usual stones: 12 stones with nine numbers, or 15 with ten.
    max_nodes
        Limit of nodes for each deal. A deal that needs more is undecided.
    stop
        Called after about every 50,000 nodes. If it returns True, the deals without an answer stay undecided.
    count_all
        Count all shortest lines of each deal, under the reading `next`. This takes longer.
    known
        (n,): proven lower bounds on the minimums, from which the search begins. Lines are then counted only
        for deals whose minimum equals the bound. None if no bound is known.

    Raises
    ------
    ArgumentError
        There is no table for the stones of these deals.
    InternalError
        A line does not win.
    """
    game = deals.game
    if not search.has_table(game):
        raise ArgumentError("only rings of 12 stones with nine numbers, or of 15 with ten, have a table")
    under_way = search.Search(game, deals.rings, deals.cards, deals.banned, deals.turns_left, known)
    while under_way.run(SLICE_NODES, max_nodes, count_all):
        if stop is not None and stop():
            break
    answers = under_way.found
    answers.status[answers.status == WAITING] = UNDECIDED
    check_lines(deals, answers)
    answers.leave_open(forbidden(deals, answers))
    return answers


def forbidden(deals: PackedDeals, answers: PackedSolutions) -> list[int]:
    """Return the indices of deals whose line is illegal under `receiver`; another line may be as short."""
    game, returns = deals.game, deals.returns
    if returns is None:
        return []
    solved = np.flatnonzero(answers.status == SOLVED).tolist()
    return [i for i in solved if sends_back(returns[i], answers.line(i), game.places, game.hand)]


def packed_state(deals: PackedDeals, i: int) -> PackedState:
    """Return one of the packed deals as a state."""
    returns = None if deals.returns is None else deals.returns[i]
    return PackedState(deals.game, deals.cards[i : i + 1], int(deals.rings[i]), int(deals.banned[i]), returns)


def analyse_packed(
    deals: PackedDeals, max_nodes: int = search.NODE_BUDGET, stop: Callable[[], bool] | None = None
) -> PackedAnalyses:
    """Return the minimums of packed deals, the values of all legal swaps, and the numbers of shortest lines.

    Parameters
    ----------
    deals, max_nodes, stop
        As for `solve_packed`. The limit of nodes applies to each position that is searched.

    Raises
    ------
    ArgumentError
        There is no table for the stones of these deals.
    InternalError
        A line does not win.

    Examples
    --------
    >>> from narabi_solver import Rules
    >>> from narabi_solver.solving.batch import analyse_packed, random_packed
    >>> found = analyse_packed(random_packed(3, 1, 0, 1000, Rules()))
    >>> found.deals.bound[:5], found.deals.wins[:5]
    (array([6, 5, 4, 5, 4], dtype=uint8), array([32,  6,  9, 15,  1]))
    >>> first = found.moves.deals == 0
    >>> found.moves.turns[first]
    array([7, 6, 6, 7, 6, 7, 6, 6, 7, 7, 7, 7, 7], dtype=uint8)
    """
    answers, children = solve_packed(deals, max_nodes, stop), children_of(deals)
    after = solve_packed(children.after, max_nodes, stop, children.counted, children.known(answers))
    return PackedAnalyses.of(answers, children, after)


def children_of(deals: PackedDeals) -> PackedChildren:
    """Return the legal swaps of packed deals, with the states after them."""
    game, most = deals.game, MAX_SWAPS * deals.rings.size
    parents, pairs = np.zeros(most, np.int64), np.zeros(most, np.uint8)
    rings, banned = np.zeros(most, np.uint64), np.zeros(most, np.uint8)
    count = children.children(game, deals.rings, deals.cards, deals.banned, parents, pairs, rings, banned)
    in_time = np.flatnonzero(deals.turns_left[parents[:count]])
    returns = None
    if deals.returns is not None:
        in_time, returns = _kept(game, deals.returns, parents, pairs, in_time)
    parents = parents[in_time]
    left = deals.turns_left[parents] - np.uint8(1)
    after = PackedDeals(game, rings[in_time], deals.cards[parents], banned[in_time], left, returns)
    return PackedChildren(parents, pairs[in_time], after)


def _kept(
    game: Game,
    returns: Sequence[Returns],
    parents: NDArray[np.int64],
    pairs: NDArray[np.uint8],
    swaps: NDArray[np.int64],
) -> tuple[NDArray[np.int64], tuple[Returns, ...]]:
    """Return the indices of swaps that send no stone back too soon, and the history after each such swap."""
    kept, after = [], []
    for swap in swaps.tolist():
        before, (own, other) = returns[parents[swap]], divmod(int(pairs[swap]), 16)
        if (own, other) not in before:
            kept.append(swap)
            after.append(returns_after(before, own, other, game.places, game.hand))
    return np.array(kept, np.int64), tuple(after)


def warm_up(game: Game) -> None:
    """Load the kernels for a game, and load or build its table if there is one."""
    entry.load(replay.replay)
    search.warm_up(game)


def check_lines(deals: PackedDeals, answers: PackedSolutions) -> None:
    """Replay every line in a separate kernel; raise InternalError if a line does not win."""
    bad = replay.replay(deals.game, deals.rings, deals.cards, deals.banned, answers, np.zeros(15, np.int64))
    if bad >= 0:
        raise InternalError(f"the line found for packed deal {bad} does not win; please report this")


checked.room(globals())
