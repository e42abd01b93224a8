"""The exact maximum of turns on smaller rings, by every deal of every assignment of cards: seven minutes.

The rules know rings of 12 and 15 stones. Here three quarters of the stones are numbers from 0, rounded up,
and the rest blanks, a dark one first. The minimum of every arrangement is found layer by layer, for many
assignments of cards at once: each is one bit of the words. Two cards that come to the same on a stone (on a
blank `lower` and `stay` both never move) are searched once, and counted as often as they can be dealt.
"""

from __future__ import annotations

import itertools
import math
from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property, partial
from typing import Annotated, Any

import numpy as np
from numpy.typing import NDArray

from _gamekit.jit.entry import helper, kernel
from _gamekit.jit.forms import int32, uint8, uint64, void
from benchmarks.frame import Results, Run, Study, Table, beside
from benchmarks.marks import DOCS, grid
from narabi_solver import Deck
from narabi_solver.game.cards import BLANKS, Card
from narabi_solver.game.rules import SEATS, TRACK, State, Stone

WORDS = 8
"""As many as `layer` has variables for."""
LANES = 64 * WORDS
"""Assignments that are searched together."""

Words = NDArray[np.uint64]
Flags = NDArray[np.uint8]
"""0 or 1."""


@dataclass(frozen=True)
class Ring:
    """A ring of a size that the game does not have, and the cards of which as many are dealt."""

    players: int
    stones: str
    deck: Deck

    @property
    def name(self) -> str:
        """How a run names it."""
        return f"{self.players} players, {self.stones}, {len(self.deck.cards)} cards"

    @property
    def places(self) -> int:
        """Stones in the ring."""
        return len(self.stones)

    @property
    def hand(self) -> int:
        """Stones of each seat."""
        return self.places // self.players

    @property
    def deals(self) -> int:
        """How many deals there are in which A holds the 0."""
        return len(self.rings) // self.players * math.perm(len(self.deck.cards), self.places)

    @cached_property
    def rings(self) -> NDArray[np.uint8]:
        """(arrangements, places): the stone in each place, from the mover's first; in ascending order."""
        return np.array(list(itertools.permutations(range(self.places))), np.uint8)

    @cached_property
    def swaps(self) -> list[tuple[int, int]]:
        """The mover's own places and the others."""
        return list(itertools.product(range(self.hand), range(self.hand, self.places)))

    @cached_property
    def after(self) -> NDArray[np.int32]:
        """(arrangements, swaps): the number of the arrangement after a swap, as the next player sees it."""
        found = np.empty((len(self.rings), len(self.swaps)), np.int32)
        for number, (own, other) in enumerate(self.swaps):
            ring = self.rings.copy()
            ring[:, own], ring[:, other] = self.rings[:, other], self.rings[:, own]
            found[:, number] = ranks(np.roll(ring, -self.hand, axis=1))
        return found

    @cached_property
    def twins(self) -> NDArray[np.int64]:
        """(arrangements,): the first arrangement that has the same minimum, by symmetry.

        With two players the ring may be seen from below: distances stay, and each seat is the other's
        neighbour on both sides. With three the order of play would turn round.
        """
        every = np.arange(len(self.rings))
        if self.players > 2:
            return every
        mirrored = np.roll(self.rings[:, ::-1], self.hand, axis=1)
        return np.minimum(every, ranks(mirrored))

    @cached_property
    def won(self) -> NDArray[np.bool_]:
        """(arrangements,): whether the ring is in order."""
        numbers = sum(label not in BLANKS for label in self.stones)
        lines = self.rings[self.rings < numbers].reshape(-1, numbers)  # numbers come first
        turned = [np.roll(np.arange(numbers), shift) for shift in range(numbers)]
        cycles = {tuple(cycle[::way]) for cycle in turned for way in (1, -1)}
        return np.array([tuple(line) in cycles for line in lines.tolist()])

    @cached_property
    def dealt(self) -> NDArray[np.int64]:
        """The arrangements in which the mover holds the 0."""
        return np.flatnonzero((self.rings[:, : self.hand] == 0).any(axis=1))

    @cached_property
    def may_take(self) -> NDArray[np.bool_]:
        """(cards, stones, stones): whether a card on a stone lets it take the other."""
        labels = self.stones
        return np.array(
            [
                [[card.fits_stone(own, other, self.deck.colour(other)) for other in labels] for own in labels]
                for card in self.deck
            ]
        )

    @cached_property
    def reaches(self) -> NDArray[np.bool_]:
        """(cards, swaps): whether a card allows the places of a swap."""
        return np.array([[self._reaches(card, *swap) for swap in self.swaps] for card in self.deck])

    def _reaches(self, card: Card, own: int, other: int) -> bool:
        return card.fits_place(own, other, self.players, places=self.places)

    @cached_property
    def equal_cards(self) -> NDArray[np.int64]:
        """(stones, cards): the first card that comes to the same on this stone."""
        found = np.zeros((self.places, len(self.deck.cards)), np.int64)
        for stone in range(self.places):
            known: dict[bytes, int] = {}
            for card in range(len(self.deck.cards)):
                may_take = np.delete(self.may_take[card, stone], stone)
                allowed = may_take[:, None] & self.reaches[card]
                found[stone, card] = known.setdefault(allowed.tobytes(), card)
        return found

    def assignments(self) -> Iterator[tuple[NDArray[np.int64], NDArray[np.int64]]]:
        """Yield chunks of different assignments of cards (n, stones), and (n,) how often each is dealt."""
        cards = range(len(self.deck.cards))
        begins = {(self.equal_cards[0, a], self.equal_cards[1, b]) for a in cards for b in cards if a != b}
        for begin in sorted(begins):
            yield self._beginning(begin)

    def _beginning(self, begin: tuple[int, int]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        cards = len(self.deck.cards)
        rows = np.zeros((1, 3), np.int64)  # code, cards used, ways
        rows[0, 2] = 1
        for stone in range(self.places):
            parts = []
            for card in range(cards):
                if stone < 2 and self.equal_cards[stone, card] != begin[stone]:
                    continue
                free = rows[rows[:, 1] >> card & 1 == 0].copy()
                free[:, 0] = free[:, 0] * cards + self.equal_cards[stone, card]
                free[:, 1] |= 1 << card
                parts.append(free)
            rows = np.concatenate(parts)
            last = stone == self.places - 1
            key = rows[:, 0] if last else rows[:, 0] << cards | rows[:, 1]
            _, first, group = np.unique(key, return_index=True, return_inverse=True)
            ways = np.bincount(group, weights=rows[:, 2]).astype(np.int64)
            rows = rows[first]
            rows[:, 2] = ways
        powers = cards ** np.arange(self.places - 1, -1, -1)
        return rows[:, :1] // powers % cards, rows[:, 2]


def ranks(rings: NDArray[np.uint8]) -> NDArray[np.int32]:
    """Return the numbers of some arrangements among all in ascending order."""
    places = rings.shape[1]
    found = np.zeros(len(rings), np.int32)
    for place in range(places):
        lower = (rings[:, place + 1 :] < rings[:, place : place + 1]).sum(axis=1, dtype=np.int32)
        found = found * (places - place) + lower
    return found


ONES, PAIRS = np.uint64(0x5555_5555_5555_5555), np.uint64(0x3333_3333_3333_3333)
FOURS, BYTES = np.uint64(0x0F0F_0F0F_0F0F_0F0F), np.uint64(0x0101_0101_0101_0101)
BY1, BY2, BY4, BY56 = (np.uint64(shift) for shift in (1, 2, 4, 56))


@helper
def popcount(word: np.uint64) -> np.uint64:
    """Return how many bits are set; without a loop, so that the loop over words is vectorised."""
    word = word - ((word >> BY1) & ONES)
    word = (word & PAIRS) + ((word >> BY2) & PAIRS)
    return (((word + (word >> BY4)) & FOURS) * BYTES) >> BY56


@kernel(
    void(
        *(uint64[:, ::1], uint64[:, ::1], uint64[::1], int32[:, ::1], uint8[:, ::1], uint8[:, ::1]),
        *(uint64[:, :, ::1], uint64[:, :, ::1], uint8[::1], uint8[::1], uint8[::1], uint8[::1]),
        uint64[::1],
    )
)
def layer(
    before: Words,
    now: Words,
    lanes: Words,
    after: NDArray[np.int32],
    rings: NDArray[np.uint8],
    swaps: NDArray[np.uint8],
    may_take: Words,
    reaches: Words,
    dealt: Flags,
    full: Flags,
    fresh: Flags,
    changed: Flags,
    found: NDArray[np.uint64],
) -> None:
    """Write into `now` where a win takes a turn more than in `before`, or fewer; add how many are new.

    before, now     (arrangements, WORDS): one bit for each assignment
    lanes           (WORDS,): the assignments that count
    may_take        (stones, stones, WORDS): whether the first stone may take the second
    reaches         (stones, swaps, WORDS): whether the stone's card allows the places
    full            (arrangements,): all bits are set; kept here
    fresh, changed  (arrangements,): bits were set in the last layer; are in this one, overwritten
    found           (2,): all new bits, and those in arrangements that can be dealt
    """
    for ring in range(before.shape[0]):
        changed[ring] = touched = False
        if full[ring]:
            for word in range(WORDS):
                now[ring, word] = before[ring, word]
            continue
        # single variables, not an array: these are kept in wide registers (1.7 to 2.2 times as fast)
        a = before[ring, 0]
        b = before[ring, 1]
        c = before[ring, 2]
        d = before[ring, 3]
        e = before[ring, 4]
        f = before[ring, 5]
        g = before[ring, 6]
        h = before[ring, 7]
        for swap in range(swaps.shape[0]):
            child = after[ring, swap]
            if fresh[child]:  # the others' bits were taken over before
                touched = True
                own, other = rings[ring, swaps[swap, 0]], rings[ring, swaps[swap, 1]]
                a |= may_take[own, other, 0] & reaches[own, swap, 0] & before[child, 0]
                b |= may_take[own, other, 1] & reaches[own, swap, 1] & before[child, 1]
                c |= may_take[own, other, 2] & reaches[own, swap, 2] & before[child, 2]
                d |= may_take[own, other, 3] & reaches[own, swap, 3] & before[child, 3]
                e |= may_take[own, other, 4] & reaches[own, swap, 4] & before[child, 4]
                f |= may_take[own, other, 5] & reaches[own, swap, 5] & before[child, 5]
                g |= may_take[own, other, 6] & reaches[own, swap, 6] & before[child, 6]
                h |= may_take[own, other, 7] & reaches[own, swap, 7] & before[child, 7]
        now[ring, 0] = a
        now[ring, 1] = b
        now[ring, 2] = c
        now[ring, 3] = d
        now[ring, 4] = e
        now[ring, 5] = f
        now[ring, 6] = g
        now[ring, 7] = h
        if not touched:
            continue
        new = missing = np.uint64(0)
        for word in range(WORDS):
            new += popcount(now[ring, word] & ~before[ring, word])
            missing |= now[ring, word] ^ lanes[word]
        full[ring] = missing == np.uint64(0)
        changed[ring] = new != np.uint64(0)
        found[0] += new
        if dealt[ring]:
            found[1] += new


class Search:
    """The search of all deals of a ring."""

    def __init__(self, ring: Ring):
        self.ring = ring
        self.kept, self.number = np.unique(ring.twins, return_inverse=True)
        self.after = np.ascontiguousarray(self.number[ring.after[self.kept]].astype(np.int32))
        self.rings = ring.rings[self.kept]
        self.swaps = np.array(ring.swaps, np.uint8)
        self.won = ring.won[self.kept]
        self.dealt = (self.rings[:, : ring.hand] == 0).any(axis=1)
        self.dealt_flags = self.dealt.astype(np.uint8)
        self.twice = len(ring.rings) // len(self.kept)
        """As many arrangements are alike by symmetry: always all of them, since no stones are alike."""
        self.turns: Counter[int] = Counter()
        """For each number of turns, as if the track had no end, how many deals take it."""
        self.hardest: dict[str, Any] = {"turns": -1}
        shape = len(self.kept), WORDS
        self.before, self.now = np.zeros(shape, np.uint64), np.zeros(shape, np.uint64)

    def search(self, cards: NDArray[np.int64], ways: int) -> None:
        """Search the deals of some assignments, each of which can be dealt in so many ways."""
        stones = np.arange(self.ring.places)
        lanes = packed(np.ones((1, len(cards)), np.bool_))[0]
        may_take = packed(np.moveaxis(self.ring.may_take[cards, stones], 0, -1))
        by_card = self.ring.reaches[cards]
        reaches = packed(np.moveaxis(by_card, 0, -1))
        self.before[:] = np.where(self.won[:, None], lanes, np.uint64(0))
        self.turns[0] += int((self.won & self.dealt).sum()) * len(cards) * ways * self.twice
        full, fresh = self.won.astype(np.uint8), self.won.astype(np.uint8)
        changed = np.zeros_like(full)
        for turns in itertools.count(1):
            rows = self.before, self.now, lanes, self.after, self.rings, self.swaps, may_take, reaches
            found = np.zeros(2, np.uint64)
            layer(*rows, self.dealt_flags, full, fresh, changed, found)
            new, dealt = found.tolist()
            if not new:
                return
            self.turns[turns] += dealt * ways * self.twice
            if dealt and turns > self.hardest["turns"]:
                self.hardest = {"turns": turns, **self._first_new(cards)}
            self.before, self.now = self.now, self.before
            fresh, changed = changed, fresh

    def _first_new(self, cards: NDArray[np.int64]) -> dict[str, Any]:
        """Return the first deal of the last layer."""
        new = self.now & ~self.before & np.where(self.dealt[:, None], ~np.uint64(0), np.uint64(0))
        number, word = np.argwhere(new)[0].tolist()
        lane = 64 * word + (int(new[number, word]) & -int(new[number, word])).bit_length() - 1
        names = [card.name for card in self.ring.deck]
        of = dealt_cards(self.ring, cards[lane].tolist())
        stones = [f"{self.ring.stones[stone]}:{names[of[stone]]}" for stone in self.rings[number].tolist()]
        hand = self.ring.hand
        seats = (" ".join(stones[i : i + hand]) for i in range(0, len(stones), hand))
        return {"deal": " / ".join(seats)}


def dealt_cards(ring: Ring, equal_cards: list[int], used: tuple[int, ...] = ()) -> tuple[int, ...]:
    """Return different cards that come to the same as these, some of which may be given twice."""
    if len(used) == len(equal_cards):
        return used
    for card in range(len(ring.deck.cards)):
        if ring.equal_cards[len(used), card] == equal_cards[len(used)] and card not in used:
            rest = dealt_cards(ring, equal_cards, (*used, card))
            if rest:
                return rest
    return ()


def packed(lanes: NDArray[np.bool_]) -> Words:
    """Return arrays of bits, one for each lane, as words."""
    padded = np.zeros((*lanes.shape[:-1], LANES), np.bool_)
    padded[..., : lanes.shape[-1]] = lanes
    return np.packbits(padded, axis=-1, bitorder="little").view(np.uint64)


def batches(ring: Ring) -> Iterator[tuple[NDArray[np.int64], int]]:
    """Yield all assignments in batches of those that can be dealt in equally many ways."""
    waiting: dict[int, list[NDArray[np.int64]]] = defaultdict(list)
    for cards, ways in ring.assignments():
        for many in np.unique(ways).tolist():
            waiting[many].append(cards[ways == many])
            if sum(map(len, waiting[many])) >= LANES:
                joined = np.concatenate(waiting[many])
                full = len(joined) // LANES * LANES
                for start in range(0, full, LANES):
                    yield joined[start : start + LANES], many
                waiting[many] = [joined[full:]]
    for many, parts in waiting.items():
        if len(joined := np.concatenate(parts)):
            yield joined, many


def line(ring: Ring, deal: str) -> str:
    """Return a shortest line of a deal, as if the track had no end."""
    labels = [word.split(":") for word in deal.replace("/", " ").split()]
    here = [ring.stones.index(label) for label, _ in labels]  # no two stones are alike
    names = [card.name for card in ring.deck]
    cards = [names.index(labels[here.index(stone)][1]) for stone in range(ring.places)]
    left = minimums(ring, cards)
    number, swaps, turns = int(ranks(np.array([here], np.uint8))[0]), [], 0
    while left[number]:
        fits = allowed(ring, cards, np.array([number]))[0]
        nearer = fits & (left[ring.after[number]] == left[number] - 1)
        swap = int(np.flatnonzero(nearer)[0])
        places = ((place + turns * ring.hand) % ring.places for place in ring.swaps[swap])
        swaps.append("-".join(f"{SEATS[place // ring.hand]}{place % ring.hand + 1}" for place in places))
        number, turns = int(ring.after[number, swap]), turns + 1
    return " ".join(swaps)


def allowed(ring: Ring, cards: list[int], numbers: NDArray[np.int64]) -> NDArray[np.bool_]:
    """Return (n, swaps): whether each swap is legal in some arrangements, with these cards."""
    stones = np.arange(ring.places)
    may_take, reaches = ring.may_take[cards, stones], ring.reaches[cards]
    own, other = np.array(ring.swaps).T
    rings = ring.rings[numbers]
    return may_take[rings[:, own], rings[:, other]] & reaches[rings[:, own], np.arange(len(own))]


def minimums(ring: Ring, cards: list[int]) -> NDArray[np.int64]:
    """Return (arrangements,): the minimum of each with these cards, as if the track had no end; -1: none."""
    found = np.where(ring.won, 0, -1)
    fits = allowed(ring, cards, np.arange(len(found)))
    for turns in itertools.count(1):
        new = (found < 0) & (fits & (found[ring.after] == turns - 1)).any(axis=1)
        if not new.any():
            return found
        found[new] = turns
    raise AssertionError


def searched(ring: Ring, run: Run) -> dict[str, Any]:
    """Return what there is to say about all deals of a ring."""
    search = Search(ring)
    assignments = 0
    for number, (cards, ways) in enumerate(batches(ring)):
        search.search(cards, ways)
        assignments += len(cards)
        if number % 500 == 0:
            run.show(f"{ring.name}: {assignments:,} assignments")
    turns = [search.turns[turns] for turns in range(search.hardest["turns"] + 1)]
    return {
        "players": ring.players,
        "stones": ring.stones,
        "cards": [card.name for card in ring.deck],
        "deals": ring.deals,
        "different assignments": assignments,
        "turns": turns,
        "never": ring.deals - sum(turns),
        "hardest": search.hardest["deal"],
        "line": line(ring, search.hardest["deal"]),
    }


def parsed(players: int, text: str) -> State:
    """Return the state of a deal of these rings, in which A begins."""
    stones = tuple(Stone(*word.split(":")) for word in text.replace("/", " ").split())
    return State(stones, Deck.standard(), players, mover=0)


NINE = ("even", "odd", "higher", "lower", "left", "right", "two-away", "three-away", "stay")
"""The cards that are not assumed, ask for no assumed colour, and name no values."""
ELEVEN = ("white", "dark", *NINE)


def rings() -> list[Ring]:
    """Return the rings that are searched."""
    full = Deck.standard()
    eleven, nine = (replace(full, cards=tuple(map(full.__getitem__, names))) for names in (ELEVEN, NINE))
    two, three = Ring(2, "01234d", full), Ring(3, "01234d", full)
    eight, larger = Ring(2, "012345wd", eleven), Ring(3, "0123456wd", nine)
    fewer = [replace(ring, deck=nine) for ring in (two, three, eight)]
    return [two, three, *fewer, eight, larger]


def small(results: Results) -> str:
    """Return the table of smaller rings."""
    lines = []
    for ring in results["rings"]:
        stones, turns = ring["stones"], ring["turns"]
        line = [ring["players"], f"{len(stones)}: `{' '.join(stones)}`", len(ring["cards"])]
        counts = ring["deals"], ring["never"], sum(turns[TRACK + 1 :])
        lines.append([*line, *(f"{count:,}" for count in counts), f"**{len(turns) - 1}**", f"{turns[-1]:,}"])
    heads = "players | stones | cards | deals | never won | won beyond 24 | longest | so many deals"
    return grid(heads, lines)


def longest(results: Results) -> str:
    """Return the longest deals of smaller rings."""
    rows = (
        [ring["players"], len(ring["stones"]), len(ring["cards"]), len(ring["turns"]) - 1]
        + [f"`{ring['hardest']}`", f"`{ring['line']}`"]
        for ring in results["rings"]
    )
    return grid("players | stones | cards | turns | deal | line", rows)


def measure(run: Run, count: Annotated[int, "rings, the smallest first"] = 7) -> Results:
    """Search the rings."""
    return {"rings": [run.part(ring.name, partial(searched, ring, run)) for ring in rings()[:count]]}


PAGE = DOCS / "hardest-deals.md"
STUDY = Study(__name__, [Table(PAGE, "rings", small), beside(__file__, longest)], measure)
