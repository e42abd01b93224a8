"""The baseline: a breadth-first search in plain Python, over tuples and sets. Frozen; do not edit.

As fast as this idea gets without compiled code and without knowing anything about the game but its
rules. Stones are small integers and the ring is a tuple that starts with the mover's first place, so
that no seat is stored. What a card allows is worked out beforehand, for each stone and place. A ring is
compared with the set of rings known before it is looked at more closely, and whether it is in order is
asked once for each new ring, as soon as it is made.
"""

from __future__ import annotations

from narabi_solver.game.cards import BLANKS
from narabi_solver.game.deal import Deal
from narabi_solver.game.rules import Rules, in_order

Ring = tuple[int, ...]


def solve(deal: Deal, rules: Rules) -> int | None:
    """Return the minimum number of turns from the deal; None if there is no win within the limit."""
    state = deal.state(rules)
    if in_order(state.ring):
        return 0
    hand, places = state.hand, len(state.ring)
    first = state.mover * hand
    stones = state.ring[first:] + state.ring[:first]
    numbers = sorted(int(stone.label) for stone in stones if stone.label not in BLANKS)
    rank = [numbers.index(int(s.label)) if s.label not in BLANKS else -1 for s in stones]
    ascending = list(range(len(numbers)))
    wins = set()
    for turn in ascending:
        order = ascending[turn:] + ascending[:turn]
        wins |= {tuple(order), tuple(order[::-1])}
    cards = [state.deck[stone.card] for stone in stones]
    colours = [state.deck.colour(stone.label) for stone in stones]
    targets = [
        frozenset(
            j
            for j, other in enumerate(stones)
            if i != j and cards[i].fits_stone(stone.label, other.label, colours[j])
        )
        for i, stone in enumerate(stones)
    ]
    reach = [
        [
            tuple(q for q in range(hand, places) if cards[i].fits_place(own, q, state.players))
            for own in range(hand)
        ]
        for i in range(places)
    ]
    banned: Ring = ()
    if rules.no_undo and state.last is not None:
        banned = tuple((state.number(place) - first) % places for place in reversed(state.last))
    banned_first = banned if rules.no_undo else None
    return _search(hand, places, targets, reach, rank, wins, banned_first, rules.limit - state.turns)


def _search(
    hand: int,
    places: int,
    targets: list[frozenset[int]],
    reach: list[list[tuple[int, ...]]],
    rank: list[int],
    wins: set[Ring],
    banned_first: Ring | None,
    limit: int,
) -> int | None:
    start = tuple(range(places))
    own_places = range(hand)
    is_number = [r >= 0 for r in rank]
    # With no-undo a node is (ring, banned swap): the mover's own place and the other one. None: no such rule.
    no_undo = banned_first is not None
    layer: list[tuple[Ring, Ring]] = [(start, banned_first or ())]
    known: set[object] = {layer[0] if no_undo else start}
    for turn in range(1, limit + 1):
        following: list[tuple[Ring, Ring]] = []
        for ring, banned in layer:
            for own in own_places:
                stone = ring[own]
                allowed = targets[stone]
                for other in reach[stone][own]:
                    taken = ring[other]
                    if taken in allowed and (own, other) != banned:
                        child = list(ring)
                        child[own] = taken
                        child[other] = stone
                        child = child[hand:] + child[:hand]
                        after = tuple(child)
                        if no_undo:
                            undo: Ring = (other - hand, own + places - hand) if other < 2 * hand else ()
                            node: object = (after, undo)
                        else:
                            undo, node = (), after
                        if node not in known:
                            known.add(node)
                            if tuple([rank[s] for s in after if is_number[s]]) in wins:
                                return turn
                            following.append((after, undo))
        layer = following
        if not layer:
            return None
    return None
