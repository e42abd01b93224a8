"""The proof search, and the proven results that its graph contains."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from _gamekit.limits import DEFAULT_MEMORY
from _gamekit.problems import number_of
from _gamekit.search import Status, Stop
from mabi_search.game import packed as packing, rules as game
from mabi_search.game.errors import InternalError
from mabi_search.game.outcomes import LOSS, UNDECIDED, WIN, Outcome
from mabi_search.game.packed import PackedPosition
from mabi_search.game.rules import BLACK, NOBODY, WHITE, Move, Rules, State
from mabi_search.kernels.alphabeta.work import MAX_MOVES
from mabi_search.kernels.proof import graph as g, search
from mabi_search.search.weights import weights_for

FEWEST_NODES, FIRST_NODES, MOST_NODES = 1 << 12, 1 << 18, 1 << 28
"""Minimum capacity of the graph in nodes, and its initial capacity if the memory limit allows it. Only nodes
that have been created occupy memory."""
NODE_BYTES = 16 + g.NODE.itemsize + 6 * g.EDGE.itemsize + 3 * 4
"""Bytes per node of the graph. While the graph is enlarged, it needs half as much again."""
DECIDED, EXHAUSTED = Stop.DECIDED, Stop.EXHAUSTED
STATUSES = {
    search.RUNNING: Status.RUNNING, search.DECIDED: Status.DECIDED,
    search.EXHAUSTED: Status.EXHAUSTED, search.FULL: Status.FULL,
}  # fmt: skip
HOLDERS = (NOBODY, WHITE, BLACK)
OF_STATUS = (UNDECIDED, WIN, LOSS)
"""The outcome for each status of a node: OPEN, WON, LOST."""


class Order(NamedTuple):
    """The heuristics of a proof search. A position that one order decides at once may defeat another."""

    weak_sum: bool
    """If False, the proof number of a loss is the sum of the moves' proof numbers. If True, it is the
    greatest of them, plus 1 for each other open move."""
    gathering: bool
    """True if the search of runs prefers placements whose pieces are close together."""
    novelty: bool
    """True if the search of runs prefers placements unlike those already searched."""
    costs: tuple[tuple[int, int], ...]
    """Proof numbers (win, loss) of the run after a pass, by the number of failed searches of that run."""
    answers: bool = False
    """True if moves that won in other positions are searched first."""
    seed: int = 0
    """Seed of the random noise added to the proof numbers of new positions."""
    disturbed: int = 0
    """Upper bound of that noise: a power of two minus 1."""

    @property
    def options(self) -> dict[int, int]:
        """The values of the kernel's options."""
        return {
            g.USE_WEAK_SUM: int(self.weak_sum), g.USE_GATHERING: int(self.gathering),
            g.USE_NOVELTY: int(self.novelty), g.USE_ANSWERS: int(self.answers),
            g.SEED: self.seed, g.DISTURBED: self.disturbed,
        }  # fmt: skip


CHEAP = ((1, 3), (2, 6), (3, 9), (5, 15), (20, 60), (80, 240))
DOUBTFUL = ((1, 3), (2, 6), (3, 9), (5, 50), (20, 200), (80, 800))
"""Costs under the assumption that a run left undecided by several searches is more likely to win."""
ORDERS = (
    Order(weak_sum=True, gathering=True, novelty=False, costs=CHEAP),
    Order(weak_sum=False, gathering=False, novelty=False, costs=CHEAP),
    Order(weak_sum=True, gathering=True, novelty=True, costs=DOUBTFUL),
)


def code_of(state: State) -> int:
    """Return the code of a state of alternate play, as in `Node.code` of the graph."""
    side = int(state.side == BLACK)
    return side | HOLDERS.index(state.holder) << 1 | (state.ply == 0) << 3


def past_of(packed: PackedPosition) -> np.ndarray[Any, np.dtype[np.uint64]]:
    """Return an array with one row per earlier situation of alternate play.

    The columns are own pieces, enemy pieces, side to move, and how often the situation has occurred.
    """
    times = Counter(tuple(key[:3]) for key in packed.keys.tolist() if key[2] & 3 == 0)
    rows = []
    for (white, black, code), often in times.items():
        own, enemy = (white, black) if code >> 2 == 0 else (black, white)
        rows.append((own, enemy, code >> 2, often))
    return np.array(rows, np.uint64).reshape(-1, 4)


class ProofSearch:
    """A search that proves the outcome of a position of alternate play, under pass rule `run` or `final`.

    By default the question is who wins. With a goal (side, margin), it is whether that side can be ahead by
    at least `margin` pieces at the end. The other side's goal is to prevent that. A win then means that the
    side to move reaches its goal.

    Parameters
    ----------
    state, rules
        The position and its rules.
    max_memory
        The memory limit in bytes.
    goal
        A side and a margin of at least 1.
    order
        The heuristics of the search.
    """

    def __init__(
        self,
        state: State,
        rules: Rules,
        max_memory: int = DEFAULT_MEMORY,
        goal: tuple[str, int] | None = None,
        order: Order = ORDERS[0],
    ):
        self.state, self.rules = state, rules
        self.packed = packing.pack(state, rules)
        self.most_nodes = min(MOST_NODES, max(FEWEST_NODES, max_memory * 2 // (3 * NODE_BYTES)))
        self.graph = g.scratch(
            min(FIRST_NODES, 1 << self.most_nodes.bit_length() - 1),
            past_of(self.packed),
            weights_for(len(state.board), len(state.board[0])),
            np.array(order.costs, np.int64),
            g.known(),
        )
        self._set(order)
        code = code_of(state)
        if goal is not None:
            side, margin = goal
            self.graph.goal[:] = 1, int(side == BLACK), margin
            reaches = side if game.margin(state, side) >= margin else game.other(side)
            code = code_of(replace(state, holder=reaches))
        search.begin(self.packed.setting, self.graph, self.packed.own, self.packed.enemy, code)

    @property
    def nodes(self) -> int:
        """Number of nodes created, plus number of placements searched in runs."""
        return int(self.graph.cursor[g.NODES] + self.graph.cursor[g.MADE])

    def below(self, node: int) -> NDArray[np.int32]:
        """Return the children of a node; an empty array if the node has not been expanded."""
        row = self.graph.nodes[node]
        return np.asarray(self.graph.edges["child"][max(row.edge, 0) : max(row.edge, 0) + row.edges])

    @property
    def top(self) -> int:
        """The node where the search starts: the root, 0, unless `search_from` has set another node."""
        return int(self.graph.cursor[g.TOP])

    def _set(self, order: Order) -> None:
        self.order = order
        for place, value in order.options.items():
            self.graph.options[place] = value
        self.graph.costs[:] = order.costs

    def begin_again(self, order: Order) -> None:
        """Restart the search in another order, and keep proven results."""
        self._set(order)
        search.begin_again(self.graph)

    def advance(self, quota: int) -> Status:
        """Search about `quota` nodes."""
        return STATUSES[search.prove(self.packed.setting, self.graph, quota)]

    def progress_text(self) -> str:
        """Return the progress of the search: its size, and the proof numbers of the root."""
        row = self.graph.nodes[0]
        nodes = int(self.graph.cursor[g.NODES])
        costs = [f"{cost:,}" if cost < g.INFINITE else "infinite" for cost in (row.phi, row.delta)]
        return f"{number_of(nodes, 'node')}; proof number of a win: {costs[0]}, of a loss: {costs[1]}"

    def reserve(self, count: int) -> None:
        """Ensure capacity for `count` more nodes and for the expansion of one node.

        Raises
        ------
        MemoryError
            The memory limit does not allow it.
        """
        cursor = self.graph.cursor
        while (
            cursor[g.NODES] + count + MAX_MOVES > len(self.graph.words)
            or cursor[g.EDGE_COUNT] + MAX_MOVES > len(self.graph.edges)
        ):  # fmt: skip
            if not self.grow():
                raise MemoryError("the graph of a proof is too large")

    def grow(self) -> bool:
        """Double the capacity of the graph; return False if the memory limit does not allow it."""
        graph = self.graph
        n = len(graph.words)
        if 2 * n > self.most_nodes:
            return False

        def longer(array: Any) -> Any:
            grown = np.zeros_like(array, shape=(2 * len(array), *array.shape[1:]))
            grown[: len(array)] = array
            return grown

        self.graph = graph._replace(
            words=longer(graph.words),
            nodes=longer(graph.nodes),
            edges=longer(graph.edges),
            slots=np.zeros(4 * n, np.int32),
            untold=longer(graph.untold),
        )
        search.rehash(self.graph)
        return True

    # Proven results

    def node_of(self, state: State) -> int | None:
        """Return the node of a state of alternate play; None if the graph does not contain it."""
        white, black = packing.words(state.board)
        own, enemy = (white, black) if state.side == WHITE else (black, white)
        node = int(search.find(self.graph, own, enemy, code_of(state)))
        return None if node < 0 else node

    @property
    def outcome(self) -> Outcome:
        """The proven outcome of the root for the side to move; undecided if there is no proof yet."""
        return OF_STATUS[self.graph.nodes[0].status]

    def value(self, state: State) -> tuple[Outcome, int]:
        """Return the proven outcome of a state for the side to move, and the number of plies of its proof."""
        node = self.node_of(state)
        if node is None:
            return UNDECIDED, 0
        row = self.graph.nodes[node]
        return OF_STATUS[row.status], int(row.distance)

    def answer(self, state: State) -> Move:
        """Return the winning move of a state that is a proven win."""
        node = self.node_of(state)
        if node is None or self.graph.nodes[node].status != g.WON:
            raise InternalError(f"{state} is not a proven win")
        return packing.move_of(int(self.graph.nodes[node].answer))

    def longest(self, state: State) -> list[Move]:
        """Return the steps of a state, those with the longest proofs first; none if it is not expanded."""
        node = self.node_of(state)
        if node is None or self.graph.nodes[node].edge < 0:
            return []
        row = self.graph.nodes[node]
        edges = self.graph.edges[row.edge : row.edge + row.edges]
        order = np.argsort(-self.graph.nodes["distance"][edges["child"]], kind="stable")
        return [packing.move_of(abs(int(code))) for code in edges["move"][order]]

    def play_of(self, state: State) -> tuple[Move, ...]:
        """Return the stored run that refutes a pass in this state; () if there is none."""
        node = self.node_of(state)
        tail = -1 if node is None else int(self.graph.nodes[node].play)
        if tail < 0:
            return ()
        play, behind = divmod(tail, g.TAILS)
        steps = int(self.graph.known.plays[play, 0])
        codes = self.graph.known.plays[play, behind + 1 : steps + 1]
        return tuple(packing.move_of(int(code)) for code in codes)
