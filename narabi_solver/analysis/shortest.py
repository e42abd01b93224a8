"""All shortest lines of a position, as a graph of the positions on the lines."""

from __future__ import annotations

import functools
import math
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from _gamekit.facts import AsDict, Fact
from _gamekit.limits import SharedWatch
from narabi_solver.game.deal import Deal
from narabi_solver.game.rules import Rules, State, Stone, play_unchecked
from narabi_solver.solving.answers import Outcome
from narabi_solver.solving.packing import backs_of, pack
from narabi_solver.solving.search import warm_up
from narabi_solver.solving.solve import move_values

if TYPE_CHECKING:
    import networkx as nx

GRADE_BITS = (13.7, 14.8, 15.7, 16.8)
"""Difficulties, in bits, at which grades 2, 3, 4 and 5 begin. Each grade applies to about a fifth of all
random deals of 12 stones, according to ``python -m studies.grades.grades``.
"""

TOGETHER = 256
"""Largest number of positions whose swaps are searched in one call."""

Identity = tuple[tuple[Stone, ...], int]
"""The ring of a position and its history for no-undo; the positions of a layer have the same mover."""

Layer = dict[tuple[Identity, int], tuple[int, State]]
"""The positions after a number of turns, each with the number of its node. A key has the identity of a
position and a counter. The counter distinguishes equal positions that follow different swaps of one position.
Such swaps exchange blanks that look alike.
"""


@dataclass
class Node:
    """A position on shortest lines."""

    text: str
    """The position in the notation of deals."""
    turn: int
    """Number of turns played before this position, from the first position of the lines."""
    to_go: int
    """Number of turns of a shortest win from this position."""
    choices: int = 0
    """Number of legal swaps."""
    after: dict[int, str] = field(default_factory=dict)
    """The numbers of the next nodes on shortest lines, each with the swap that leads to that node."""


@dataclass(frozen=True)
class ShortestLines(AsDict):
    """All shortest lines of a position that can be won; computed by `analyse(deal, lines=True)`.

    All values except `turns` are None if a limit was reached before all lines were known.
    """

    turns: int
    """The minimum, which is the number of swaps of each line."""
    nodes: list[Node] | None = field(compare=False, repr=False)
    """The positions on the lines, turn by turn."""

    @functools.cached_property
    def graph(self) -> nx.DiGraph[int] | None:
        """The positions on the lines as a directed graph, numbered turn by turn; see `Analysis.graph`."""
        import networkx as nx  # noqa: PLC0415  (takes longer to load than an analysis)

        if self.nodes is None:
            return None
        graph: nx.DiGraph[int] = nx.DiGraph()
        for number, node in enumerate(self.nodes):
            graph.add_node(number, text=node.text, turn=node.turn, to_go=node.to_go, choices=node.choices)
        for number, node in enumerate(self.nodes):
            for after, swap in node.after.items():
                graph.add_edge(number, after, swap=swap)
        return graph

    @functools.cached_property
    def count(self) -> int | None:
        """Number of shortest lines."""
        if self.nodes is None:
            return None
        ways = [1] * len(self.nodes)
        for number, node in reversed([*enumerate(self.nodes)]):
            if node.to_go:
                ways[number] = sum(ways[after] for after in node.after)
        return ways[0]

    @functools.cached_property
    def chance(self) -> float | None:
        """The probability that random legal swaps play a shortest line."""
        if self.nodes is None:
            return None
        chance = [1.0] * len(self.nodes)
        for number, node in reversed([*enumerate(self.nodes)]):
            if node.to_go:
                chance[number] = sum(chance[after] for after in node.after) / node.choices
        return chance[0]

    @property
    def difficulty(self) -> float | None:
        """The difficulty of playing a shortest line, in bits: -log2 of `chance`."""
        return None if self.chance is None else -math.log2(self.chance)

    @property
    def grade(self) -> int | None:
        """The difficulty as a grade from 1 (easy) to 5 (hard); `GRADE_BITS` has the limits."""
        return None if self.difficulty is None else 1 + sum(self.difficulty >= bits for bits in GRADE_BITS)

    @property
    def forced_turns(self) -> tuple[int, ...] | None:
        """The turns on which all lines play the same swap; the first turn of the lines is 1."""
        if self.nodes is None:
            return None
        swaps: dict[int, set[str]] = {}
        for node in self.nodes:
            swaps.setdefault(node.turn + 1, set()).update(node.after.values())
        return tuple(turn for turn, played in sorted(swaps.items()) if len(played) == 1)

    @property
    def trap_free(self) -> bool | None:
        """True if every legal swap from every position on the lines keeps the minimum."""
        return None if self.nodes is None else all(len(node.after) == node.choices for node in self.nodes)

    def facts(self) -> list[Fact]:
        """Return the number of lines and their difficulty as facts."""
        return [
            Fact("turns", self.turns),
            Fact("optimal_lines", self.count),
            Fact("forced_turns", self.forced_turns),
            Fact("difficulty", self.difficulty),
            Fact("grade", self.grade),
            Fact("trap_free", self.trap_free),
        ]


def shortest_lines(deal: Deal, rules: Rules, turns: int, watch: SharedWatch) -> ShortestLines:
    """Return all shortest lines of a position whose minimum is `turns`; `watch` limits the search."""
    state = deal.state(rules)
    warm_up(pack(state, rules).game)
    nodes = [Node(position_text(state, deal), 0, turns)]
    layer: Layer = {(_identity(state, rules), 0): (0, state)}
    growing = _Growing(deal, rules, watch, nodes)
    for to_go in range(turns, 0, -1):
        following = growing.next_layer(list(layer.values()), to_go)
        if following is None:
            return ShortestLines(turns, None)
        layer = following
    return ShortestLines(turns, nodes)


class _Growing:
    """Finds the positions on the shortest lines, layer by layer."""

    def __init__(self, deal: Deal, rules: Rules, watch: SharedWatch, nodes: list[Node]):
        self.deal, self.rules, self.watch, self.nodes = deal, rules, watch, nodes

    def next_layer(self, layer: list[tuple[int, State]], to_go: int) -> Layer | None:
        """Add the swaps of a layer that keep the minimum; return the next layer, or None at a limit.

        Only wins within `to_go` turns matter, so no swap is searched any deeper.
        """
        following: Layer = {}
        for start in range(0, len(layer), TOGETHER):
            part = layer[start : start + TOGETHER]
            moves = move_values([state for _, state in part], self.rules, self.watch, to_go)
            for (node, state), ways in zip(part, moves, strict=True):
                if any(move.outcome is Outcome.UNDECIDED for move in ways):
                    return None
                self.nodes[node].choices = len(ways)
                for move in ways:
                    if move.outcome is Outcome.SOLVED:
                        self._enter(following, node, str(move.swap), play_unchecked(state, move.swap))
        return following

    def _enter(self, following: Layer, node: int, swap: str, after: State) -> None:
        """Record a swap of a node, and add the position after the swap to the next layer if it is new."""
        key, before = (_identity(after, self.rules), 0), self.nodes[node]
        while key in following and following[key][0] in before.after:
            key = key[0], key[1] + 1
        if key not in following:
            following[key] = (len(self.nodes), after)
            self.nodes.append(Node(position_text(after, self.deal), before.turn + 1, before.to_go - 1))
        before.after[following[key][0]] = swap


def _identity(state: State, rules: Rules) -> Identity:
    return state.ring, backs_of(state, rules)


def position_text(state: State, deal: Deal) -> str:
    """Return a position of a deal in the notation of deals, as if the position had been dealt."""
    hand = state.hand
    seats = tuple(state.ring[i : i + hand] for i in range(0, len(state.ring), hand))
    return str(Deal(seats, state.mover, deck=deal.deck, unusual=True))
