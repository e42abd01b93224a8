"""All shortest lines of a position, as a graph of the positions on them."""

from __future__ import annotations

import functools
import math
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from narabi_solver.game.deal import Deal
from narabi_solver.game.returns import Returns
from narabi_solver.game.rules import Rules, State, play_unchecked
from narabi_solver.solving.clock import Clock
from narabi_solver.solving.solution import Outcome
from narabi_solver.solving.values import move_values, warm_up

if TYPE_CHECKING:
    import networkx as nx

    from narabi_solver.packed import PackedState

# The functions below import numba and networkx themselves, so that importing the package stays fast.
# ruff: noqa: PLC0415

GRADE_BITS = (13.7, 14.8, 15.7, 16.8)
"""Bits of difficulty at which grades 2, 3, 4 and 5 begin: about a fifth of the random deals of 12 stones
has each grade. ``python -m studies.grades.grades`` counts them."""

TOGETHER = 256
"""Positions expanded between two checks of the clock."""

Identity = tuple[int, int, Returns | None, bytes]

Layer = dict[tuple[Identity, int], tuple[int, State]]
"""Positions after so many turns, with their nodes. The key is what tells positions apart, and a number for
those that two swaps of one position lead to (blanks that look alike were swapped)."""


@dataclass(frozen=True)
class ShortestLines:
    """All shortest lines of a position that can be won; computed by `analyse(deal, lines=True)`.

    Everything is None if a limit was reached before all lines were known.
    """

    turns: int
    """The minimum: swaps of each line."""
    graph: nx.DiGraph[int] | None = field(compare=False, repr=False)
    """The positions on the lines, numbered turn by turn; see `Analysis.graph`."""

    @functools.cached_property
    def count(self) -> int | None:
        """How many lines there are."""
        if self.graph is None:
            return None
        ways: dict[int, int] = {}
        for node in sorted(self.graph, reverse=True):  # nodes were numbered turn by turn
            won = self.graph.nodes[node]["to_go"] == 0
            ways[node] = 1 if won else sum(ways[after] for after in self.graph.adj[node])
        return ways[0]

    @functools.cached_property
    def chance(self) -> float | None:
        """The chance to play one of them with random legal swaps."""
        if self.graph is None:
            return None
        chance: dict[int, float] = {}
        for node in sorted(self.graph, reverse=True):
            data = self.graph.nodes[node]
            if data["to_go"] == 0:
                chance[node] = 1.0
            else:
                chance[node] = sum(chance[after] for after in self.graph.adj[node]) / data["choices"]
        return chance[0]

    @property
    def difficulty(self) -> float | None:
        """How hard it is to find one of them, in bits: -log2 of `chance`."""
        return None if self.chance is None else -math.log2(self.chance)

    @property
    def grade(self) -> int | None:
        """The difficulty as a grade from 1 (easy) to 5; `GRADE_BITS` are the limits."""
        return None if self.difficulty is None else 1 + sum(self.difficulty >= bits for bits in GRADE_BITS)

    @property
    def forced_turns(self) -> tuple[int, ...] | None:
        """The turns, from 1, on which all of them play the same swap."""
        if self.graph is None:
            return None
        swaps: dict[int, set[str]] = {}
        for before, _, swap in self.graph.edges(data="swap"):
            swaps.setdefault(self.graph.nodes[before]["turn"] + 1, set()).add(swap)
        return tuple(turn for turn, played in sorted(swaps.items()) if len(played) == 1)

    @property
    def trap_free(self) -> bool | None:
        """True if no legal swap on any of them loses the minimum."""
        graph = self.graph
        if graph is None:
            return None
        return all(graph.out_degree(node) == data["choices"] for node, data in graph.nodes(data=True))


def shortest_lines(deal: Deal, rules: Rules, turns: int, clock: Clock) -> ShortestLines:
    """Return the shortest lines of a position whose minimum is known, within what the clock allows."""
    import networkx as nx

    from narabi_solver.packed import pack

    state = deal.state(rules)
    warm_up(state, rules)
    graph: nx.DiGraph[int] = nx.DiGraph()
    graph.add_node(0, text=position_text(state, deal), turn=0, to_go=turns, choices=0)
    layer: Layer = {(_identity(pack(state, rules)), 0): (0, state)}
    growing = _Growing(deal, rules, clock, graph)
    with clock.running():
        for to_go in range(turns, 0, -1):
            following = growing.next_layer(list(layer.values()), to_go)
            if following is None:
                return ShortestLines(turns, None)
            layer = following
    return ShortestLines(turns, graph)


class _Growing:
    """Builds the graph of the shortest lines, layer by layer."""

    def __init__(self, deal: Deal, rules: Rules, clock: Clock, graph: nx.DiGraph[int]):
        self.deal, self.rules, self.clock, self.graph = deal, rules, clock, graph

    def next_layer(self, layer: list[tuple[int, State]], to_go: int) -> Layer | None:
        """Add the positions that shortest lines reach after one more turn; None if the time is up.

        Only wins within the turns left matter, so no swap is searched any deeper.
        """
        following: Layer = {}
        for start in range(0, len(layer), TOGETHER):
            part = layer[start : start + TOGETHER]
            moves = move_values([state for _, state in part], self.rules, self.clock, to_go)
            for (node, state), ways in zip(part, moves, strict=True):
                if any(move.outcome is Outcome.UNDECIDED for move in ways):
                    return None
                self.graph.nodes[node]["choices"] = len(ways)
                for move in ways:
                    if move.outcome is Outcome.SOLVED:
                        self._enter(following, node, str(move.swap), play_unchecked(state, move.swap))
        return following

    def _enter(self, following: Layer, node: int, swap: str, after: State) -> None:
        """Add a swap of a node, and the position it leads to."""
        from narabi_solver.packed import pack

        key = _identity(pack(after, self.rules)), 0
        while key in following and self.graph.has_edge(node, following[key][0]):
            key = key[0], key[1] + 1
        if key not in following:
            following[key] = (self.graph.number_of_nodes(), after)
            data = self.graph.nodes[node]
            text = position_text(after, self.deal)
            self.graph.add_node(
                following[key][0], text=text, turn=data["turn"] + 1, to_go=data["to_go"] - 1, choices=0
            )
        self.graph.add_edge(node, following[key][0], swap=swap)


def _identity(packed: PackedState) -> Identity:
    """Return what tells positions of a deal apart; blanks have no fixed numbers, so their cards count."""
    return packed.ring, packed.banned, packed.returns, packed.cards.tobytes()


def position_text(state: State, deal: Deal) -> str:
    """Return a position of a deal in the notation of deals, as if it had been dealt like that."""
    hand = state.hand
    seats = tuple(state.ring[i : i + hand] for i in range(0, len(state.ring), hand))
    return str(Deal(seats, state.mover, deck=deal.deck, unusual=True))
