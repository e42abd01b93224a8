"""The mini game in numbers: rings, swaps, and sets of worlds as the bits of one number.

A ring is six stones from the mover's first place: 0 to 2 are the mover's, 3 to 5 the other seat's, and after
a swap it is turned by three places. A world says which card lies under each stone, for the whole game. There
are 1,440; those in which a kind of card is missing are dealt half as often as the others. Nothing here is
shared with the checker.
"""

from __future__ import annotations

from itertools import permutations, product

LIMIT = 24
"""The last turn on which the game can be won; a lost game counts one more."""
INFINITE = 1 << 40
"""More than any cost."""
SIGNS = "eo23"
"""The cards: even, odd, two away, three away."""

Ring = tuple[int, ...]
Hand = tuple[int, ...]
"""The cards of the mover, place by place."""

RINGS: list[Ring] = list(permutations(range(6)))
NUMBER = {ring: number for number, ring in enumerate(RINGS)}
WORLDS = [cards for cards in product(range(4), repeat=6) if max(map(cards.count, range(4))) <= 2]
"""For each world the card of each stone."""
ALL = (1 << len(WORLDS)) - 1
HAS = [
    [sum(1 << i for i, cards in enumerate(WORLDS) if cards[stone] == card) for card in range(4)]
    for stone in range(6)
]
"""For each stone and card the worlds in which it has that card."""
_TWICE = sum(1 << i for i, cards in enumerate(WORLDS) if len(set(cards)) == 4)


def weight(worlds: int) -> int:
    """Return how often worlds are dealt, in 2,520ths of all deals of a ring."""
    return worlds.bit_count() + (worlds & _TWICE).bit_count()


def _in_order(ring: Ring) -> bool:
    return any(
        all((b - a) % 6 == step for a, b in zip(ring, ring[1:] + ring[:1], strict=True)) for step in (1, 5)
    )


def _after(ring: Ring, own: int, other: int) -> int:
    swapped = list(ring)
    swapped[own], swapped[other] = swapped[other], swapped[own]
    return NUMBER[(*swapped[3:], *swapped[:3])]


def fits(ring: Ring, card: int, own: int, other: int) -> bool:
    """Tell whether a card lets the stone at one place be swapped with that at another."""
    apart = abs(own - other)
    return ring[other] % 2 == card if card < 2 else min(apart, 6 - apart) == card


WON = [_in_order(ring) for ring in RINGS]
NEXT = [[[_after(ring, own, other) for other in range(3, 6)] for own in range(3)] for ring in RINGS]
"""For each ring and swap, own place and other place, the ring as the next player sees it."""
SWAPS = [
    [
        [tuple(other for other in range(3) if fits(ring, card, own, other + 3)) for card in range(4)]
        for own in range(3)
    ]
    for ring in RINGS
]
"""For each ring, own place and card the other places that the card allows."""


def _farther() -> list[list[int]]:
    far: list[list[int]] = [[] for _ in RINGS]
    left = [0 if won else ALL for won in WON]
    while True:
        for ring, worlds in enumerate(left):
            far[ring].append(worlds)
        after = left[:]
        for ring, worlds in enumerate(left):
            for own in range(3):
                for card, others in enumerate(SWAPS[ring][own]):
                    for other in others:
                        after[ring] &= ~HAS[RINGS[ring][own]][card] | left[NEXT[ring][own][other]]
            after[ring] &= worlds
        if after == left:
            return far
        left = after


FARTHER = _farther()
"""For each ring and number of turns the worlds that need more with open cards; the last cannot be won."""
_MOST = len(FARTHER[0]) - 1


def open_cost(ring: int, turn: int, worlds: int) -> int:
    """Return the turns to the end with open cards, summed over worlds; `turn` were played before."""
    total = 0
    layers = FARTHER[ring] if turn + _MOST <= LIMIT else FARTHER[ring][: LIMIT + 1 - turn]
    for far in layers:
        beyond = worlds & far
        if not beyond:
            return total
        total += beyond.bit_count() + (beyond & _TWICE).bit_count()
    return total + max(LIMIT - turn - _MOST, 0) * weight(worlds & FARTHER[ring][-1])


def hands(ring: int, worlds: int) -> list[tuple[Hand, int]]:
    """Return the hands that the mover may have, each with its worlds."""
    a, b, c = RINGS[ring][:3]
    found: list[tuple[Hand, int]] = []
    for i in range(4):
        if first := worlds & HAS[a][i]:
            for j in range(4):
                if second := first & HAS[b][j]:
                    for k in range(4):
                        if third := second & HAS[c][k]:
                            found.append(((i, j, k), third))
    return found


def turned(ring: Ring, shift: int, way: int, mirrored: bool) -> Ring:
    """Return a ring with its numbers counted from elsewhere or backwards, or seen in a mirror.

    With an odd shift the cards `even` and `odd` change places too. The game stays the same.
    """
    places = (2, 1, 0, 5, 4, 3) if mirrored else range(6)
    return tuple((way * ring[place] + shift) % 6 for place in places)


def alike(ring: Ring) -> set[Ring]:
    """Return the rings that are the same but for numbers and a mirror."""
    return {
        turned(ring, shift, way, mirror) for shift in range(6) for way in (1, -1) for mirror in (False, True)
    }


def starts() -> dict[Ring, int]:
    """Return one ring of each kind that is not in order, and how many of the kind have the 0 at the mover."""
    found: dict[Ring, int] = {}
    for ring in RINGS:
        least = min(alike(ring))
        if least == ring and not WON[NUMBER[ring]]:
            found[ring] = sum(0 in one[:3] for one in alike(ring))
    return found
