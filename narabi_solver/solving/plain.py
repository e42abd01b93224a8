"""The fewest turns of a deal in plain Python, with nothing to compile or load: quick for one deal.

Breadth-first, but two turns ahead. Each new state is tested at once for a win in two more turns; so a deal
of five turns needs only the states within three, a few hundred. The test is cheap because it compares with
all winning rings at once: there are 3,960 of 12 stones (60,060 of 15) if blanks are alike, and a word
has a field of a few bits for each. The fields of `_Wins.matches[place][rank]` are 1 for the winning rings
which have that number, or a blank, in that place. So the sum over all places counts for every winning
ring where it agrees with a ring. A swap changes two places: two turns can win only where all but four
agree, and the fields are as wide as it takes for their highest bit to say that.

A state is one integer: a byte for the stone in each place, and above them what no-undo remembers: half a
byte for each place, which is 1 + the place where its stone may not be sent back to.
"""

from __future__ import annotations

import functools
from collections.abc import Iterator
from itertools import combinations, pairwise
from operator import ne
from typing import NamedTuple

from _gamekit.limits import Watch
from narabi_solver.game.cards import BLANKS
from narabi_solver.game.rules import Rules, State, Swap
from narabi_solver.solving.raw_result import RawResult, Report
from narabi_solver.solving.solution import Outcome

SLICE = 100
"""Most states expanded between two checks of the limits."""

STATE_BYTES = 200
"""Approximate memory of a known state."""

BLANK = 10
"""The rank of a blank; a number's rank is its place among the numbers of the ring."""

Line = list[tuple[int, int]]
"""Swaps of places, own place first."""


class _Wins(NamedTuple):
    """All rings in order, blanks alike, a field of `width` bits each."""

    width: int
    columns: list[bytes]
    """For each place what lies there: the rank for each winning ring, the highest field first."""
    matches: list[dict[int, int]]
    """For each place and rank: 1 in the fields of the winning rings that have it there."""
    start: int
    """What the fields begin with, so that their highest bit is set when all places but four agree."""
    highest: int
    """The highest bit of each field."""


@functools.lru_cache(maxsize=8)
def _wins(places: int, ranks: int) -> _Wins:
    """Return the rings in order for so many places and numbers, three or more."""
    orders = [[(first + way * i) % ranks for i in range(ranks)] for first in range(ranks) for way in (1, -1)]
    numbers = [bytes(order[i] for order in orders) for i in range(ranks)]
    blanks = bytes([BLANK]) * len(orders)
    parts: list[list[bytes]] = [[] for _ in range(places)]
    for chosen in combinations(range(places), ranks):
        for place in range(places):
            parts[place].append(blanks)
        for i, place in enumerate(chosen):
            parts[place][-1] = numbers[i]
    columns = [b"".join(part) for part in parts]
    width = 4 if places <= 12 else 5
    base, half = 1 << width, 1 << width - 1

    def fields(digits: bytes) -> int:
        return int(digits, base)

    one = [bytes(49 if byte == rank else 48 for byte in range(256)) for rank in range(BLANK + 1)]  # "1", "0"
    everywhere = fields(b"1" * len(columns[0]))
    matches = [
        {rank: fields(column.translate(one[rank])) for rank in (*range(ranks), BLANK)} for column in columns
    ]
    return _Wins(width, columns, matches, (half - (places - 4)) * everywhere, half * everywhere)


def search(
    state: State, rules: Rules, watch: Watch, report: Report | None = None, budget: int | None = None
) -> RawResult:
    """Return the minimum of a state that is not in order yet.

    Parameters
    ----------
    state, rules
        The state, and all readings of the rules.
    watch
        Its limits stop the search as undecided.
    report
        Called between slices with the depth reached and the states expanded.
    budget
        States after which the search stops as undecided, with `stopped_by` "budget"; None for no such limit.
    """
    return _Search(state, rules, watch, report, budget).run()


class _StoppedError(Exception):
    """A limit is reached."""


class _Step(NamedTuple):
    """A place that a stone may go to, whatever lies there."""

    other: int
    """The other place."""
    both: int
    """1 in the bytes of both places."""
    undo: int
    """What no-undo remembers of such a swap for the stone that went there; 0 for nothing."""


class _Search:
    """One search. Places are counted from the first mover's first one; that player's seat is seat 0."""

    def __init__(self, state: State, rules: Rules, watch: Watch, report: Report | None, budget: int | None):
        self.watch, self.report, self.budget = watch, report, budget
        self.stopped_by: str | None = None
        self.left, self.reading = rules.limit - state.turns, rules.reading
        self.players, self.hand, self.places = state.players, state.hand, len(state.ring)
        first = state.mover * state.hand
        stones = state.ring[first:] + state.ring[:first]
        numbers = sorted(int(stone.label) for stone in stones if stone.label not in BLANKS)
        self.rank = [BLANK if s.label in BLANKS else numbers.index(int(s.label)) for s in stones]
        self.wins = _wins(self.places, len(numbers))
        self.matches = [[column[rank] for rank in self.rank] for column in self.wins.matches]
        """For each place and stone, what it adds to the fields."""
        cards = [state.deck[stone.card] for stone in stones]
        self.allows = [
            [
                i != j and card.fits_stone(own.label, other.label, state.deck.colour(other.label))
                for j, other in enumerate(stones)
            ]
            for i, (own, card) in enumerate(zip(stones, cards, strict=True))
        ]
        """For each stone and each other one, whether its card allows the swap."""
        self.reach = [
            [[j for j in range(self.places) if card.fits_place(i, j, self.players)] for card in cards]
            for i in range(self.places)
        ]
        """For each place and stone, the places that its card reaches from there."""
        self.memory_at = 8 * self.places
        self.ring_mask = (1 << self.memory_at) - 1
        self.steps = [
            [[self._step(i, j, stone) for j in reached] for stone, reached in enumerate(reaches)]
            for i, reaches in enumerate(self.reach)
        ]
        """For each place and stone, its steps."""
        self.memory_of_seat = [
            sum(15 << 4 * place for place in range(first, first + self.hand))
            for first in range(0, self.places, self.hand)
        ]
        self.root = int.from_bytes(bytes(range(self.places)), "little") | self._memory(state)
        self.known: list[dict[int, int]] = [{} for _ in range(self.players)]
        """For each seat to move, the known states, each with its parent."""
        self.known[0][self.root] = self.root
        self.nodes, self.bound = 0, 1

    def _step(self, own: int, other: int, stone: int) -> _Step:
        can_return = own in self.reach[other][stone]
        next_moves = other // self.hand == (own // self.hand + 1) % self.players
        remembered = can_return and (self.reading == "receiver" or self.reading == "next" and next_moves)
        undo = self._remembered(other, own) if remembered else 0
        return _Step(other, 1 << 8 * own | 1 << 8 * other, undo)

    def _remembered(self, place: int, origin: int) -> int:
        """Return what is remembered where the stone in a place may not go back to its origin."""
        return 1 + origin << 4 * place + self.memory_at

    def _memory(self, state: State) -> int:
        """Return what no-undo remembers of the swaps before the search."""
        swaps = state.returns if self.reading == "receiver" else ()
        if self.reading == "next" and state.last is not None:
            swaps = (Swap(state.last.other, state.last.own),)
        first = state.mover * state.hand
        places = [[(state.number(place) - first) % self.places for place in swap] for swap in swaps]
        return sum(self._remembered(lies, origin) for lies, origin in places)

    def run(self) -> RawResult:
        """Return the minimum."""
        try:
            line = self._line()
        except _StoppedError:
            return RawResult(Outcome.UNDECIDED, [], self.bound, self.stopped_by, self.nodes)
        if line is None:
            return RawResult(Outcome.UNSOLVABLE, [], self.left + 1, None, self.nodes)
        seats = [turn % self.players * self.hand for turn in range(len(line))]
        from_mover = [
            ((own - first) % self.places, (other - first) % self.places)
            for first, (own, other) in zip(seats, line, strict=True)
        ]
        return RawResult(Outcome.SOLVED, from_mover, len(line), None, self.nodes)

    def _line(self) -> Line | None:
        """Return a shortest line; None if there is none within the turns left."""
        if self.left == 0:
            return None
        self._slice()
        self.nodes = 1
        if line := self._one_turn():
            return line
        self.bound = 2
        if self.left == 1:
            return None
        near = self._fields(self._stones(self.root)) & self.wins.highest
        if line := self._two_turns(self.root, 0, near):
            return line
        self.bound = 3
        layer = [self.root]
        while layer and self.bound <= self.left:
            following: list[int] = []
            done = 0
            while done < len(layer):
                part = layer[done : done + self._slice()]
                done += len(part)
                if line := self._expand(part, following):
                    return line
            layer = following
            self.bound += 1
        return None

    def _slice(self) -> int:
        """Return how many states to expand before the next check of the limits; stop if one is reached."""
        if self.report is not None and self.nodes:
            self.report(self.bound - 1, self.nodes)
        quota = min(SLICE, self.watch.next_slice(self.nodes))
        self.stopped_by = self.watch.stopped_by(self.nodes)
        if self.stopped_by is None and self.budget is not None:
            quota = min(quota, self.budget - self.nodes)
            self.stopped_by = "budget" if quota <= 0 else None
        if self.stopped_by is None and sum(map(len, self.known)) * STATE_BYTES > self.watch.limits.max_memory:
            self.stopped_by = "memory"
        if self.stopped_by is not None:
            raise _StoppedError
        return quota

    def _stones(self, key: int) -> bytes:
        """Return the stone in each place."""
        return (key & self.ring_mask).to_bytes(self.places, "little")

    def _fields(self, stones: bytes) -> int:
        """Return where the winning rings agree with a ring: see the top of this file."""
        return self.wins.start + sum([row[stone] for row, stone in zip(self.matches, stones, strict=True)])

    def _expand(self, layer: list[int], following: list[int]) -> Line | None:
        """Add the new states after one more turn to `following`; return a line if one is found."""
        turns = self.bound - 2
        known, matches, highest = self.known[turns % self.players], self.matches, self.wins.highest
        for key in layer:
            self.nodes += 1
            stones = self._stones(key)
            fields = self._fields(stones)
            for own, other, child in self._children(key, stones, turns - 1):
                if child in known or child & self.ring_mask in known:
                    continue
                known[child] = key
                following.append(child)
                here, there, stone, taken = matches[own], matches[other], stones[own], stones[other]
                near = (fields - here[stone] - there[taken] + here[taken] + there[stone]) & highest
                if near and (end := self._two_turns(child, turns, near)):
                    return self._line_to(child, turns) + end
        return None

    def _children(self, key: int, stones: bytes, turns: int) -> Iterator[tuple[int, int, int]]:
        """Yield the legal swaps of a state after so many turns, and the states they make."""
        seat = turns % self.players
        first = seat * self.hand
        ring, memory = key & self.ring_mask, key >> self.memory_at
        receiver, kept = self.reading == "receiver", memory & ~self.memory_of_seat[seat]
        for own in range(first, first + self.hand):
            stone = stones[own]
            allowed = self.allows[stone]
            forbidden = (memory >> 4 * own & 15) - 1
            for other, both, undo in self.steps[own][stone]:
                taken = stones[other]
                if allowed[taken] and other != forbidden:
                    child = ring ^ (stone ^ taken) * both | undo
                    if receiver:
                        child |= (kept & ~(15 << 4 * other)) << self.memory_at
                        if other in self.reach[own][taken]:
                            child |= self._remembered(own, other)
                    yield own, other, child

    def _line_to(self, key: int, turns: int) -> Line:
        """Return the swaps from the first state to one after so many turns."""
        line: Line = []
        for turn in range(turns, 0, -1):
            before = self.known[turn % self.players][key]
            pairs = enumerate(zip(self._stones(before), self._stones(key), strict=True))
            own, other = (place for place, (old, new) in pairs if old != new)
            mover = (turn - 1) % self.players
            line.append((own, other) if own // self.hand == mover else (other, own))
            key = before
        return line[::-1]

    def _one_turn(self) -> Line | None:
        """Return a swap that wins."""
        for own, other, child in self._children(self.root, self._stones(self.root), 0):
            ring = [self.rank[stone] for stone in self._stones(child)]
            numbers = [rank for rank in ring if rank != BLANK]
            steps = {(after - rank) % len(numbers) for rank, after in pairwise([*numbers, numbers[0]])}
            if steps in ({1}, {len(numbers) - 1}):
                return [(own, other)]
        return None

    def _two_turns(self, key: int, turns: int, near: int) -> Line | None:
        """Return two swaps that win; `near` marks the winning rings that may be near enough."""
        stones = self._stones(key)
        ring = [self.rank[stone] for stone in stones]
        children = list(self._children(key, stones, turns))
        while near:
            field = near.bit_length() - 1
            near ^= 1 << field
            index = len(self.wins.columns[0]) - 1 - field // self.wins.width
            wanted = [column[index] for column in self.wins.columns]
            wrong = sum(map(ne, ring, wanted))
            for own, other, child in children:
                stone, taken, here, there = ring[own], ring[other], wanted[own], wanted[other]
                gain = (here == taken) + (there == stone) - (here == stone) - (there == taken)
                if wrong - gain == 2:
                    after = self._stones(child)
                    last = {p for p, stone in enumerate(after) if self.rank[stone] != wanted[p]}
                    for end in self._children(child, after, turns + 1):
                        if last == {end[0], end[1]}:
                            return [(own, other), (end[0], end[1])]
        return None
