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
from mabi_search.proving import DECIDED, EXHAUSTED, SLICE, Proving
from mabi_search.rules import Rules, State
from narabi_mabi_common.limits import Watch

FIRST_TURN = 250_000
"""Nodes that each search makes in its first turn; by each later one four times as many."""
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
            for one in regions(board, untaken(board, state.side))
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

    Two have another order each: what one decides at once the other may never. The third is `Confined`, of
    what a pass at once leads to.
    """

    def __init__(self, state: State, rules: Rules, watch: Watch):
        self.state, self.rules, self.watch = state, rules, watch
        self.orders: dict[bool, Proving] = {}
        self.ended: dict[bool, str] = {}
        """Why an order cannot go on."""
        self.confined: Confined | None = None
        self.until = 0
        self.spent = 0
        """Nodes that were made elsewhere; they count for the limit."""

    @property
    def nodes(self) -> int:
        """Nodes made in all."""
        made = 0 if self.confined is None else self.confined.made
        return made + sum(proving.nodes for proving in self.orders.values())

    def go_on(self, until: int | None, show: Callable[[str], None]) -> str | None:
        """Let each search make so many nodes in all; None: as many as the limits allow.

        Return DECIDED, EXHAUSTED, the limit that was reached, or None.
        """
        while until is None or self.until < until:
            self.until = max(FIRST_TURN, 4 * self.until)
            if until is not None:
                self.until = min(self.until, until)
            for other in (False, True):
                reason = self._turn(other, show)
                if reason is not None and other not in self.ended:
                    return reason
            reason = self._confine(show)
            if reason is not None:
                return reason
            if len(self.ended) == len(self.orders) and self.confined is not None and self.confined.over:
                return "memory" if "memory" in self.ended.values() else EXHAUSTED
        return None

    def _turn(self, other: bool, show: Callable[[str], None]) -> str | None:
        """Let an order go on, unless it has ended."""
        if other in self.ended:
            return None
        if other not in self.orders:
            self.orders[other] = Proving(self.state, self.rules, self._watch(), other=other)
        proving = self.orders[other]
        proving.watch.spent = self.spent + self.nodes - proving.nodes
        reason = proving.go_on(self.until, show)
        if reason in (EXHAUSTED, "memory"):
            self.ended[other] = reason
        return reason

    def _confine(self, show: Callable[[str], None]) -> str | None:
        """Look whether the other side can ever overtake after a pass at once, while that is not known."""
        if self.confined is None:
            self.confined = Confined(self.state, self.rules, self._watch())
        confined = self.confined
        if any(proving.graph.nodes[0, g.PASSING] != g.PASS_OPEN for proving in self.orders.values()):
            confined.over = True
        confined.watch.spent = self.spent + self.nodes - confined.made
        reason = confined.go_on(2 * self.until, show)
        if reason != NEVER:
            return reason
        for proving in self.orders.values():
            search.tell_pass(proving.packed.setting, proving.graph, levels.LOSES)
        return DECIDED if self.orders[False].outcome is not None else None

    def _watch(self) -> Watch:
        """Return a watch for one of the searches."""
        limits = self.watch.limits
        watch = Watch(replace(limits, max_memory=limits.max_memory // 3))
        watch.started = self.watch.started
        return watch

    @property
    def decided(self) -> Proving:
        """The order that decided the first position."""
        return next(proving for proving in self.orders.values() if proving.outcome is not None)
