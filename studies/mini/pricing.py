"""The first decision, which has 60 hands: a plan, and prices that prove it the best.

Each hand must be in one group. Give each hand a price instead, and let each group take the hands for which
it is cheapest, some hands twice, some not at all: the prices of all hands, plus for each group the least of
its cost minus the prices of its hands, are never more than the cost of the best plan, whatever the prices
(Lagrangian relaxation, as for set partitions). Costs are whole numbers; so a bound by less than one below a
plan proves that plan.
"""

from __future__ import annotations

from collections.abc import Sequence

from studies.mini.search import Decision, Group, Search
from studies.mini.worlds import ALL, INFINITE, SIGNS

SCALE = 64
"""Prices are in 64ths of a turn."""
ROUNDS = 400
"""Rounds in which prices are sought."""
PATIENCE = 12
"""So many rounds without a better bound end a step size."""


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

    def solved(self) -> tuple[list[int], list[int]]:
        """Return the best plan, and prices that prove it; found by subgradients.

        Raises
        ------
        ArithmeticError
            The prices of all rounds leave a gap.
        """
        prices = [
            SCALE * swaps[0][0]
            + (min(SCALE * (swaps[1][0] - swaps[0][0]) // 2, 5 * SCALE) if swaps[1:] else 0)
            for _, _, swaps in self.hands
        ]
        best, kept, least, plan, size, waited = -INFINITE, prices, INFINITE, [0], 1.0, 0
        for number in range(ROUNDS):
            bound, taken = self.bound(prices)
            if number % 4 == 0:
                found = self._repaired(taken)
                if (cost := self.worth(found)) < least:
                    least, plan = cost, found
            if bound > best:
                best, kept, waited = bound, prices, 0
            elif (waited := waited + 1) == PATIENCE:
                size, waited, prices = size * 0.7, 0, kept
            if best > SCALE * (least - 1):
                return plan, kept
            missing = [1 - sum(chosen >> i & 1 for chosen in taken.values()) for i in range(len(self.hands))]
            step = size * (SCALE * (least + 1) - bound) / max(sum(one * one for one in missing), 1)
            prices = [price + round(step * one) for price, one in zip(prices, missing, strict=True)]
        raise ArithmeticError(f"between {best / SCALE} and {least}")

    def _repaired(self, taken: dict[Group, int]) -> list[int]:
        """Return a plan near to what groups take: hands move one by one as long as that saves something."""
        plan = [-1] * len(self.hands)
        sets: dict[Group, int] = {}
        costs: dict[Group, int] = {}

        def put(i: int, swap: int) -> None:
            plan[i], group = swap, (swap, self.hands[i][0][swap // 3])
            sets[group] = sets.get(group, 0) | 1 << i
            costs[group] = self.cost_of(group, sets[group], INFINITE)

        def more(i: int, swap: int) -> int:
            group = (swap, self.hands[i][0][swap // 3])
            return self.cost_of(group, sets.get(group, 0) | 1 << i, INFINITE) - costs.get(group, 0)

        for i, (hand, _, swaps) in enumerate(self.hands):
            for _, swap in swaps:
                if plan[i] < 0 and taken[swap, hand[swap // 3]] >> i & 1:
                    put(i, swap)
        moved = True
        while moved:
            moved = False
            for i, (hand, _, swaps) in enumerate(self.hands):
                before, saved = plan[i], 0
                if before >= 0:
                    group = (before, hand[before // 3])
                    without = sets[group] & ~(1 << i)
                    saved = costs[group] - (self.cost_of(group, without, INFINITE) if without else 0)
                    sets[group], costs[group] = without, costs[group] - saved
                cost, swap = min((more(i, swap), swap) for _, swap in swaps)
                put(i, swap if before < 0 or cost < saved else before)
                moved |= plan[i] != before
        return plan
