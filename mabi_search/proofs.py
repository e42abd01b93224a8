"""Searches that take turns to decide one position of alternate play."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np

from mabi_search import packed as packing
from mabi_search import rules as game
from mabi_search.kernels.alphabeta import levels, run
from mabi_search.kernels.proof import graph as g
from mabi_search.kernels.proof import region, search
from mabi_search.kernels.proof.passing import TRIES
from mabi_search.overtaking import regions, untaken
from mabi_search.proving import DECIDED, EXHAUSTED, EXPANSIONS, ORDERS, SLICE, Order, Proving, aim
from mabi_search.rules import Rules, State
from narabi_mabi_common.limits import Watch

FIRST_TURN = 250_000
"""Nodes that each search makes in its first turn; by each later one twice as many."""
TRY = 1_000_000
"""Nodes of a search that begins anew."""
MOST_PLACEMENTS = 1 << 23
"""Of the pieces of a region that are met."""
MOST_RUN = 1 << 22
"""Placements of a run that are met."""
LONG_SHARE = 2
"""Nodes of long runs for each one of an order."""
PLACEMENT_BYTES, RUN_BYTES = 16, 80
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


class LongRuns:
    """Runs that are searched for longer than a proof search does, one after the other.

    The first is that after a pass at once; then those after passes that were asked in vain with all efforts.
    If all placements that a run can reach are met, that is also known of every other run among these.

    Parameters
    ----------
    memory
        In bytes.
    """

    def __init__(self, memory: int):
        self.entries = min(MOST_RUN, 1 << (memory // RUN_BYTES | 2).bit_length() - 1)
        """Placements that there is room for, a power of two."""
        self.room: levels.Runs | None = None
        self.proving: Proving | None = None
        """In whose graph the pass is that is looked at."""
        self.node = 0
        self.searched: set[tuple[int, int]] = set()
        """The pieces of who passes and who runs, of runs that were begun."""
        self.before = 0
        """Placements met in runs before this one."""

    @property
    def made(self) -> int:
        """Placements met."""
        here = 0 if self.room is None or self.proving is None else int(self.room.cursor[levels.MADE])
        return self.before + here

    def go_on(self, searches: list[Proving]) -> None:
        """Go on with the run that was chosen, for a slice; tell the searches how it ends."""
        assert self.proving is not None
        assert self.room is not None
        setting, graph = self.proving.packed.setting, self.proving.graph
        answer = levels.UNKNOWN  # if the search has found another way
        if _is_open(graph, self.node):
            answer = run.advance(setting, self.room, SLICE)
        if answer == levels.RUNNING:
            return
        search.tell_run(setting, graph, self.room, self.node, answer)
        own, enemy = graph.words[self.node]
        for other in searches:
            node = search.find(other.graph, own, enemy, graph.nodes[self.node, g.CODE])
            if node >= 0 and _is_open(other.graph, node):
                search.tell_pass(setting, other.graph, node, answer)
        self.before, self.proving = self.made, None

    def choose(self, searches: list[Proving]) -> bool:
        """Begin with a run, unless one is being searched; return False if there is none to search."""
        if self.proving is not None:
            return True
        for proving in searches:
            nodes = proving.graph.nodes[: proving.graph.cursor[g.NODES]]
            dear = (nodes[:, g.STATUS] == g.OPEN) & (nodes[:, g.PASSING] == g.PASS_OPEN)
            dear[1:] &= nodes[1:, g.EFFORT] >= TRIES
            for node in sorted(map(int, np.flatnonzero(dear)), key=lambda node: int(nodes[node, g.LAYER])):
                if tuple(map(int, proving.graph.words[node])) not in self.searched:
                    self._begin(proving, node)
                    return True
        return False

    def _begin(self, proving: Proving, node: int) -> None:
        if self.room is None:
            self.room = levels.room(self.entries)
        self.proving, self.node = proving, node
        own, enemy = proving.graph.words[node]
        self.searched.add((int(own), int(enemy)))
        aim(self.room)
        run.begin_run(proving.packed.setting, self.room, enemy, own, 0, EXPANSIONS[-1])


def _is_open(graph: g.Graph, node: int) -> bool:
    """Tell whether it matters, and is not known, what a pass leads to."""
    return bool(graph.nodes[node, g.STATUS] == g.OPEN and graph.nodes[node, g.PASSING] == g.PASS_OPEN)


class Proofs:
    """Searches for a proof that take turns.

    Some go on in each turn, with more nodes: one for each of `ORDERS`, `LongRuns`, and `Confined`, of what a
    pass at once leads to. Between these there are **tries**, which begin anew: a search that has not found a
    proof soon is often held by something that cannot be decided, where another order finds one at once. All
    share what is known of runs.
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
        self.confined = Confined(state, rules, self._watch())
        self.longer = LongRuns(self._watch().limits.max_memory)
        self.until = 0
        self.spent = 0
        """Nodes that were made elsewhere; they count for the limit."""

    @property
    def nodes(self) -> int:
        """Nodes made in all."""
        made = self.tried + sum(proving.nodes for proving in self.orders.values())
        made += 0 if self.trial is None else self.trial.nodes
        return made + self.longer.made + self.confined.made

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
            for more in (self._confine, self._run_longer, self._try):
                reason = more(show)
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
        confined = self.confined
        if any(proving.graph.nodes[0, g.PASSING] != g.PASS_OPEN for proving in self.orders.values()):
            confined.over = True
        confined.watch.spent = self.spent + self.nodes - confined.made
        reason = confined.go_on(self.until, show)
        if reason != NEVER:
            return reason
        for proving in self.orders.values():
            search.tell_pass(proving.packed.setting, proving.graph, 0, levels.LOSES)
        return DECIDED if self.orders[ORDERS[0]].outcome is not None else None

    def _run_longer(self, show: Callable[[str], None]) -> str | None:
        """Search runs for longer; return as `go_on`."""
        searches, watch = list(self.orders.values()), self._watch()
        watch.spent = self.spent + self.nodes - self.longer.made
        while self.longer.made < LONG_SHARE * self.until and self.longer.choose(searches):
            self.longer.go_on(searches)
            if any(proving.outcome is not None for proving in searches):
                return DECIDED
            if (reason := watch.stopped_by(self.longer.made)) is not None:
                return reason
            show(f"{self.longer.made:,} placements of long runs")
        if len(self.ended) < len(self.orders) or not self.confined.over or self.longer.choose(searches):
            return None
        return "memory" if "memory" in self.ended.values() else EXHAUSTED

    def _watch(self) -> Watch:
        """Return a watch for one of the searches."""
        limits = self.watch.limits
        watch = Watch(replace(limits, max_memory=limits.max_memory // (len(ORDERS) + 3)))
        watch.started = self.watch.started
        return watch

    @property
    def decided(self) -> Proving:
        """The search that decided the first position."""
        searches = list(self.orders.values()) + ([] if self.trial is None else [self.trial])
        return next(proving for proving in searches if proving.outcome is not None)
