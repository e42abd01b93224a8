"""Searches that take turns to decide one position of alternate play."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from mabi_search import packed as packing
from mabi_search import rules as game
from mabi_search.kernels.alphabeta import levels
from mabi_search.kernels.proof import graph as g
from mabi_search.kernels.proof import region, search
from mabi_search.overtaking import regions, untaken
from mabi_search.proving import DECIDED, EXHAUSTED, ORDERS, SLICE, Order, Proving
from mabi_search.rules import Rules, State
from narabi_mabi_common.limits import Watch

FIRST_TURN = 250_000
"""Nodes that each search makes in its first turn; by each later one twice as many."""
TRY = 1_000_000
"""Nodes of a search that begins anew."""
MOST_PLACEMENTS = 1 << 23
"""Of the pieces of a region that are met."""
PLACEMENT_BYTES = 16
NEVER = "never"


class Confined:
    """Whether the side that runs after a pass can ever overtake: each region's placements are all met.

    It ends without an answer where a larger group can be had, and where there is no room for all placements.

    Parameters
    ----------
    state
        Alternate play, before the pass.
    watch
        Of the limits.
    """

    def __init__(self, state: State, rules: Rules, watch: Watch):
        self.watch = watch
        self.packed = packing.pack(state, rules)
        self.most = game.largest(state, state.side)
        board, runner = state.board, game.other(state.side)
        held = [
            [at for at in one if board[at.rank][at.file] == runner]
            for one in regions(untaken(board, state.side))
        ]
        self.room = min(
            MOST_PLACEMENTS, 1 << (watch.limits.max_memory // PLACEMENT_BYTES | 2).bit_length() - 1
        )
        """Placements that there is room for, a power of two."""
        self.left = sorted(packing.bits(pieces) for pieces in held if len(pieces) > self.most)
        """The runner's pieces in the regions that hold enough of them, and were not looked through."""
        self.met: region.Met | None = None
        self.before = 0
        """Placements met in regions before this one."""
        self.over = False

    @property
    def made(self) -> int:
        """Placements met."""
        return self.before + (0 if self.met is None else int(self.met.cursor[region.COUNT]))

    def go_on(self, until: int, show: Callable[[str], None]) -> str | None:
        """Go on until so many placements were met; return NEVER, the limit that was reached, or None."""
        while not self.over and (self.made < until or not self.left):
            if not self.left:
                self.over = True
                return NEVER
            if self.met is None:
                self.met = region.room(self.room)
                region.begin(self.met, self.left[-1], self.most)
            how = region.advance(self.packed.setting, self.met, self.packed.own, SLICE)
            if how != region.RUNNING:
                self.before, self.met = self.made, None
                self.left.pop()
                self.over = how != region.NEVER
            if (reason := self.watch.stopped_by(self.made)) is not None:
                return reason
            show(f"{self.made:,} placements after a pass")
        return None


class Proofs:
    """Searches for a proof that take turns.

    Some go on in each turn, with more nodes: one for each of `ORDERS`, and `Confined`, of what a pass at once
    leads to. Between these there are **tries**, which begin anew: a search that has not found a proof soon is
    often held by something that cannot be decided, where another order finds one at once. All share what is
    known of runs.
    """

    def __init__(self, state: State, rules: Rules, watch: Watch):
        self.state, self.rules, self.watch = state, rules, watch
        self.known = g.known()
        self.orders: dict[Order, Proving] = {}
        self.ended: dict[Order, str] = {}
        """Why an order cannot go on."""
        self.trial: Proving | None = None
        """The try that was made last."""
        self.tries = 0
        self.tried = 0
        """Nodes of the tries before it."""
        self.confined: Confined | None = None
        self.until = 0
        self.spent = 0
        """Nodes that were made elsewhere; they count for the limit."""

    @property
    def nodes(self) -> int:
        """Nodes made in all."""
        made = self.tried + sum(proving.nodes for proving in self.orders.values())
        made += 0 if self.trial is None else self.trial.nodes
        return made + (0 if self.confined is None else self.confined.made)

    def go_on(self, until: int | None, show: Callable[[str], None]) -> str | None:
        """Let each search make so many nodes in all; None: as many as the limits allow.

        Return DECIDED, EXHAUSTED, the limit that was reached, or None.
        """
        while until is None or self.until < until:
            self.until = max(FIRST_TURN, 2 * self.until)
            if until is not None:
                self.until = min(self.until, until)
            for order in ORDERS:
                reason = self._turn(order, show)
                if reason is not None and order not in self.ended:
                    return reason
            reason = self._confine(show)
            if reason is not None:
                return reason
            if len(self.ended) == len(self.orders) and self.confined is not None and self.confined.over:
                return "memory" if "memory" in self.ended.values() else EXHAUSTED
            reason = self._try(show)
            if reason is not None:
                return reason
        return None

    def _turn(self, order: Order, show: Callable[[str], None]) -> str | None:
        """Let a search go on, unless it has ended."""
        if order in self.ended:
            return None
        if order not in self.orders:
            self.orders[order] = self._proving(order)
        reason = self._search(self.orders[order], self.until, show)
        if reason in (EXHAUSTED, "memory"):
            self.ended[order] = reason
        return reason

    def _try(self, show: Callable[[str], None]) -> str | None:
        """Make tries, as many nodes in all as `ORDERS` together; return as `go_on`."""
        if EXHAUSTED in self.ended.values():
            return None
        while (left := len(ORDERS) * self.until - self.tried) > 0:
            order = ORDERS[-1 - self.tries % len(ORDERS)]
            rounds = self.tries // len(ORDERS)
            self.tries += 1
            self.trial = self._proving(order._replace(answers=rounds % 2 == 0, seed=rounds + 1))
            reason = self._search(self.trial, min(left, TRY), show)
            if reason not in (None, EXHAUSTED, "memory"):
                return reason
            self.tried += max(self.trial.nodes, 1)
            self.trial = None
        return None

    def _proving(self, order: Order) -> Proving:
        return Proving(self.state, self.rules, self._watch(), order=order, known=self.known)

    def _search(self, proving: Proving, until: int, show: Callable[[str], None]) -> str | None:
        proving.watch.spent = self.spent + self.nodes - proving.nodes
        return proving.go_on(until, show)

    def _confine(self, show: Callable[[str], None]) -> str | None:
        """Look whether the other side can ever overtake after a pass at once, while that is not known."""
        if self.confined is None:
            self.confined = Confined(self.state, self.rules, self._watch())
        confined = self.confined
        if any(proving.graph.nodes[0, g.PASSING] != g.PASS_OPEN for proving in self.orders.values()):
            confined.over = True
        confined.watch.spent = self.spent + self.nodes - confined.made
        reason = confined.go_on(self.until, show)
        if reason != NEVER:
            return reason
        for proving in self.orders.values():
            search.tell_pass(proving.packed.setting, proving.graph, levels.LOSES)
        return DECIDED if self.orders[ORDERS[0]].outcome is not None else None

    def _watch(self) -> Watch:
        """Return a watch for one of the searches."""
        limits = self.watch.limits
        watch = Watch(replace(limits, max_memory=limits.max_memory // (len(ORDERS) + 2)))
        watch.started = self.watch.started
        return watch

    @property
    def decided(self) -> Proving:
        """The search that decided the first position."""
        searches = list(self.orders.values()) + ([] if self.trial is None else [self.trial])
        return next(proving for proving in searches if proving.outcome is not None)
