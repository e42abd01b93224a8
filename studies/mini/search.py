"""What a team needs at least from a position, exactly, by what the seats know together.

Both seats see every swap and know both stones of it from then on. So a position is a ring, the turns played
and the worlds that both hold for possible: each seat's hands, as far as the swaps so far have not excluded
them. The mover's decision is a swap for each hand it may have. Hands that give the same card away by the same
swap stay together, a group; the other seat cannot tell them apart. The cost of a group is what the team needs
from there. More hands in a group never cost less than the parts by themselves, since who could tell them
apart might play the same: so costs of parts are bounds, and open cards are a bound for all.

Costs are sums over worlds of the turns to the end; a lost game counts as 25 turns in all.
"""

from __future__ import annotations

from studies.mini.worlds import (
    HAS,
    INFINITE,
    LIMIT,
    NEXT,
    RINGS,
    SWAPS,
    WON,
    Hand,
    hands,
    open_cost,
    weight,
)

Group = tuple[int, int]
"""A swap, own place * 3 + other place, and the card that is given away."""


class Search:
    """Costs of positions, which are remembered."""

    def __init__(self) -> None:
        self._known: dict[tuple[int, int, int], tuple[int, bool]] = {}
        self._least: dict[tuple[int, int, int], int] = {}

    def least(self, ring: int, turn: int, worlds: int) -> int:
        """Return a bound: the mover knows its hand, and after its swap all cards are open."""
        if WON[ring]:
            return 0
        key = (ring, turn, worlds)
        if (found := self._least.get(key)) is None:
            found = alone = 0
            for hand, some in hands(ring, worlds):
                if not some & (some - 1):
                    alone |= some
                    continue
                costs = [
                    open_cost(NEXT[ring][own][other], turn + 1, some)
                    for own in range(3)
                    for other in SWAPS[ring][own][hand[own]]
                ]
                lost = not costs or turn >= LIMIT
                found += weight(some) * (LIMIT + 1 - turn) if lost else min(costs) + weight(some)
            self._least[key] = found = found + open_cost(ring, turn, alone)
        return found

    def group(self, ring: int, turn: int, swap: int, worlds: int, below: int) -> int:
        """Return the cost of a group with this turn: exact if it is `below`, or else a bound that is not."""
        own, other = divmod(swap, 3)
        after = NEXT[ring][own][other]
        total = weight(worlds)
        if WON[after]:
            return total
        parts = []
        for has in HAS[RINGS[ring][3 + other]]:
            if some := worlds & has:
                least = self.least(after, turn + 1, some)
                total += least
                parts.append((some, least))
        for some, least in parts:
            if total >= below:
                break
            total += max(self.cost(after, turn + 1, some, below - total + least) - least, 0)
        return total

    def cost(self, ring: int, turn: int, worlds: int, below: int) -> int:
        """Return the cost of a position: exact if it is `below`, or else a bound that is not below."""
        if WON[ring]:
            return 0
        if not worlds & (worlds - 1) or turn >= LIMIT:
            return open_cost(ring, turn, worlds)
        key = (ring, turn, worlds)
        bound, exact = self._known.get(key, (0, False))
        if exact or bound >= below:
            return bound
        bound = max(bound, self.least(ring, turn, worlds))
        if bound < below:
            decision, step = Decision(self, ring, turn, worlds), 2
            while bound < below and not exact:  # asked for more and more: a narrow search costs little
                limit = min(below, bound + step)
                bound = decision.stuck + decision.best(limit - decision.stuck)
                exact, step = bound < limit, 2 * step
            self._known[key] = bound, exact
        return bound


class Decision:
    """What the mover can do with each hand."""

    def __init__(self, search: Search, ring: int, turn: int, worlds: int):
        self.search, self.ring, self.turn = search, ring, turn
        self.stuck = 0
        """The cost of hands without a legal swap, which lose at once."""
        self.hands: list[tuple[Hand, int, list[tuple[int, int]]]] = []
        """The other hands, each with its worlds, and with bounds of its swaps, the least first."""
        self.plan: dict[Hand, int] = {}
        """The swap for each hand that `best` found."""
        for hand, some in hands(ring, worlds):
            swaps = sorted(
                (open_cost(NEXT[ring][own][other], turn + 1, some) + weight(some), own * 3 + other)
                for own in range(3)
                for other in SWAPS[ring][own][hand[own]]
            )
            if swaps:
                self.hands.append((hand, some, swaps))
            else:
                self.stuck += weight(some) * (LIMIT + 1 - turn)

    def _sharpen(self, below: int) -> int:
        """Bound each swap by its cost if the other seat is told the hand; return the sum of the least."""
        total = sum(swaps[0][0] for _, _, swaps in self.hands)
        for i, (hand, some, swaps) in enumerate(self.hands):
            if total >= below:
                break
            rest = total - swaps[0][0]
            sharper = []
            for bound, swap in swaps:
                if bound < below - rest:
                    found = self.search.group(self.ring, self.turn, swap, some, below - rest)
                    sharper.append((max(bound, found), swap))
                else:
                    sharper.append((bound, swap))
            sharper.sort()
            self.hands[i] = hand, some, sharper
            total = rest + sharper[0][0]
        return total

    def best(self, below: int) -> int:
        """Return the least cost of all plans, without `stuck`: exact if it is `below`, or else a bound."""
        least = self._sharpen(below)
        if least >= below:
            return least
        self.hands.sort(
            key=lambda one: one[2][0][0] - one[2][1][0] if len(one[2]) > 1 else -INFINITE
        )  # first those to whom it matters most
        rest = [0]
        for _, _, swaps in reversed(self.hands):
            rest.insert(0, rest[0] + swaps[0][0])
        groups: dict[Group, tuple[int, int]] = {}
        chosen = [0] * len(self.hands)
        best = below

        def assign(i: int, total: int) -> None:
            nonlocal best
            if i == len(self.hands):
                best = total
                self.plan = {hand: swap for (hand, _, _), swap in zip(self.hands, chosen, strict=True)}
                return
            hand, some, swaps = self.hands[i]
            for bound, swap in swaps:
                if total + bound + rest[i + 1] >= best:
                    return
                group = (swap, hand[swap // 3])
                worlds, before = groups.get(group, (0, 0))
                allowed = best - total + before - rest[i + 1]
                found = bound
                if worlds:  # one hand by itself costs its bound, which is exact if it is allowed at all
                    found = self.search.group(self.ring, self.turn, swap, worlds | some, allowed)
                if found < allowed:
                    groups[group], chosen[i] = (worlds | some, found), swap
                    assign(i + 1, total - before + found)
                    groups[group] = worlds, before

        assign(0, 0)
        return best
