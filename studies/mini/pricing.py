"""The first decision, which has 60 hands: a plan, and prices that prove it the best.

Each hand must be in one group. Give each hand a price instead, and let each group take the hands for which
it is cheapest, some hands twice, some not at all: the prices of all hands, plus for each group the least of
its cost minus the prices of its hands, are never more than the cost of the best plan, whatever the prices
(Lagrangian relaxation, as for set partitions). Costs are whole numbers; so a bound by less than one below a
plan proves that plan. How plans and prices were found does not matter.
"""

from __future__ import annotations

from collections.abc import Sequence

from studies.mini.search import Decision, Group, Search
from studies.mini.worlds import ALL, INFINITE, SIGNS

SCALE = 64
"""Prices are in 64ths of a turn."""


class First(Decision):
    """The first decision with a ring."""

    def __init__(self, ring: int):
        super().__init__(Search(), ring, 0, ALL)
        self._known: dict[tuple[Group, int], tuple[int, bool]] = {}
        self._members: dict[Group, list[tuple[int, int]]] = {}
        for i, (hand, _, swaps) in enumerate(self.hands):
            for bound, swap in swaps:
                self._members.setdefault((swap, hand[swap // 3]), []).append((i, bound))

    @property
    def names(self) -> list[str]:
        """The hands, as texts."""
        return ["".join(SIGNS[card] for card in hand) for hand, _, _ in self.hands]

    def cost_of(self, group: Group, chosen: int, below: int) -> int:
        """Return the cost of a group of hands, which are the bits of `chosen`; as `Search.group`."""
        bound, exact = self._known.get((group, chosen), (0, False))
        if exact or bound >= below:
            return bound
        worlds = sum(some for i, (_, some, _) in enumerate(self.hands) if chosen >> i & 1)
        found = max(bound, self.search.group(self.ring, 0, group[0], worlds, below))
        self._known[group, chosen] = found, found < below
        return found

    def worth(self, plan: Sequence[int]) -> int:
        """Return the cost of a plan, a swap for each hand; exactly."""
        groups: dict[Group, int] = {}
        for i, swap in enumerate(plan):
            group = (swap, self.hands[i][0][swap // 3])
            groups[group] = groups.get(group, 0) | 1 << i
        return self.stuck + sum(self.cost_of(group, chosen, INFINITE) for group, chosen in groups.items())

    def bound(self, prices: Sequence[int]) -> tuple[int, dict[Group, int]]:
        """Return the bound by prices, in `SCALE`ths, and the hands that each group takes."""
        taken = {group: self._cheapest(group, prices) for group in self._members}
        total = SCALE * self.stuck + sum(prices) + sum(least for least, _ in taken.values())
        return total, {group: chosen for group, (_, chosen) in taken.items()}

    def _cheapest(self, group: Group, prices: Sequence[int]) -> tuple[int, int]:
        """Return the least cost minus prices of all sets of hands of a group, and the set."""
        gains = []
        for i, open_bound in self._members[group]:
            below = -(-prices[i] // SCALE)
            if open_bound < below and (cost := self.cost_of(group, 1 << i, below)) < below:
                gains.append((SCALE * cost - prices[i], i, cost))
        gains.sort()
        rest = [0]
        for gain, _, _ in reversed(gains):
            rest.insert(0, rest[0] + gain)
        best = which = 0

        def choose(k: int, chosen: int, cost: int, paid: int) -> None:
            nonlocal best, which
            if SCALE * cost - paid < best:
                best, which = SCALE * cost - paid, chosen
            if k == len(gains) or SCALE * cost - paid + rest[k] >= best:
                return
            _, i, alone = gains[k]
            below = (best - rest[k + 1] + paid + prices[i] - 1) // SCALE + 1  # the least that is of no use
            if cost + alone < below:
                found = self.cost_of(group, chosen | 1 << i, below) if chosen else alone
                if found < below:
                    choose(k + 1, chosen | 1 << i, found, paid + prices[i])
            choose(k + 1, chosen, cost, paid)

        choose(0, 0, 0, 0)
        return best, which

    def proves(self, prices: Sequence[int], cost: int) -> bool:
        """Tell whether prices prove that no plan costs less than this."""
        return self.bound(prices)[0] > SCALE * (cost - 1)
