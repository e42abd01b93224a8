"""What every swap costs, and all shortest lines."""

from __future__ import annotations

import functools
import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, NamedTuple

from narabi_mabi_common.limits import Limits, Watch
from narabi_mabi_common.page import html_block, html_table
from narabi_mabi_common.svg import Drawing
from narabi_solver import drawing
from narabi_solver.deal import Deal
from narabi_solver.errors import ArgumentError
from narabi_solver.rules import (
    Rules,
    State,
    Swap,
    in_order,
    legal_swaps,
    play_unchecked,
    why_illegal,
)
from narabi_solver.solution import Outcome

if TYPE_CHECKING:
    import networkx as nx

    from narabi_solver.packed import PackedState

# Inside the functions below stand imports of numba and networkx, which nobody should wait for who only
# imports the package.
# ruff: noqa: PLC0415

GRADE_BITS = (13.7, 14.8, 15.7, 16.8)
"""Bits of difficulty at which grades 2, 3, 4 and 5 begin: about a fifth of the random deals of 12 stones
has each grade. ``python -m benchmarks.grades`` counts them."""


@dataclass(frozen=True)
class MoveValue:
    """A legal swap, and what it leads to."""

    swap: Swap
    outcome: Outcome
    turns: int | None
    """Turns of a shortest win that begins with the swap, the swap included; None unless solved."""


class Value(NamedTuple):
    """What is known of a state: outcome, the least number of turns, and how many lines need no more."""

    outcome: Outcome
    turns: int | None
    lines: int | None
    """None if it is not known, or was not asked for."""


@dataclass(frozen=True)
class Analysis:
    """A position with every legal swap valued."""

    deal: Deal
    rules: Rules
    outcome: Outcome
    turns: int | None
    """The minimum; None unless solved."""
    optimal_lines: int | None
    """How many lines of so many turns win: 1 for a deal in order, 0 without a win; None if undecided."""
    moves: tuple[MoveValue, ...]
    """All legal swaps of the player to move, in the order of `rules.legal_swaps`; none in order."""

    limits: Limits = field(default_factory=Limits, compare=False, repr=False)
    """What the analysis might use; what is worked out later stops with it."""

    @property
    def best(self) -> tuple[Swap, ...]:
        """The swaps with which a shortest line begins."""
        return tuple(move.swap for move in self.moves if self.turns is not None and move.turns == self.turns)

    @property
    def traps(self) -> tuple[Swap, ...]:
        """The swaps after which the minimum is out of reach, or the game lost."""
        if self.turns is None:
            return ()
        slow = (move for move in self.moves if move.outcome is not Outcome.UNDECIDED)
        return tuple(move.swap for move in slow if move.turns != self.turns)

    @property
    def decided(self) -> bool:
        """True if the position and every swap are."""
        outcomes = [self.outcome, *(move.outcome for move in self.moves)]
        return Outcome.UNDECIDED not in outcomes and self.optimal_lines is not None

    @functools.cached_property
    def graph(self) -> nx.DiGraph[int]:
        """All shortest lines as a directed graph without cycles.

        Node 0 is the position. Nodes have `text` (the position in the notation of deals), `turn` (turns
        played since node 0), `to_go` and `choices` (how many swaps are legal there); edges have `swap`.
        It can be written by networkx's own writers.
        """
        return _optimal_graph(self)

    @property
    def forced_turns(self) -> tuple[int, ...]:
        """The turns, from 1, on which all shortest lines play the same swap."""
        swaps: dict[int, set[str]] = {}
        for before, _, swap in self.graph.edges(data="swap"):
            swaps.setdefault(self.graph.nodes[before]["turn"] + 1, set()).add(swap)
        return tuple(turn for turn, played in sorted(swaps.items()) if len(played) == 1)

    @functools.cached_property
    def chance(self) -> float:
        """The chance to win in the minimum of turns by swaps taken at random from the legal ones.

        Traps lower it turn by turn, further shortest lines raise it, and turns with one legal swap leave it.
        """
        if self.turns is None:
            return 0.0
        chance: dict[int, float] = {}
        for node in sorted(self.graph, reverse=True):  # nodes were numbered turn by turn
            data = self.graph.nodes[node]
            if data["to_go"] == 0:
                chance[node] = 1.0
            else:
                chance[node] = sum(chance[after] for after in self.graph.adj[node]) / data["choices"]
        return chance[0]

    @property
    def difficulty(self) -> float | None:
        """How hard it is to find the minimum, in bits: -log2 of `chance`; None without a win."""
        return None if self.turns is None else -math.log2(self.chance)

    @property
    def grade(self) -> int | None:
        """The difficulty as a grade from 1 (easy) to 5; None without a win. `GRADE_BITS` are the borders."""
        return None if self.difficulty is None else 1 + sum(self.difficulty >= bits for bits in GRADE_BITS)

    @property
    def trap_free(self) -> bool:
        """True if no legal swap on any shortest line loses the minimum."""
        good = (self.graph.out_degree(node) == data["choices"] for node, data in self.graph.nodes(data=True))
        return self.turns is not None and all(good)

    def svg(self, *, width: float | None = None, theme: str = "light") -> str:
        """Return the ring as an SVG text, with the swaps that keep the minimum as arrows; as `Deal.svg`."""
        return self._drawing(width, theme).svg()

    def _drawing(self, width: float | None, theme: str) -> Drawing:
        minimum = f"minimum: {turns_text(self.outcome, self.turns)}"
        notes = [minimum + f"; arrows: {len(self.best)} of {len(self.moves)} swaps keep it" * bool(self.best)]
        state = self.deal.state(self.rules)
        return drawing.ring(state, self.rules, swaps=self.best, notes=notes, width=width, theme=theme)

    def _repr_svg_(self) -> str:
        return self.svg()

    def _repr_html_(self) -> str:
        best = ["best" if move.turns is not None and move.turns == self.turns else "" for move in self.moves]
        rows = [
            (str(move.swap), turns_text(move.outcome, move.turns), mark)
            for move, mark in zip(self.moves, best, strict=True)
        ]
        return html_block(
            self._drawing(None, "light"), [], html_table(("swap", "leads to a win in", ""), rows)
        )

    def lines(self) -> Iterator[tuple[Swap, ...]]:
        """Yield all shortest lines, in the order of `rules.legal_swaps` turn by turn."""
        if self.turns is not None:
            yield from self._lines_from(0, ())

    def _lines_from(self, node: int, line: tuple[Swap, ...]) -> Iterator[tuple[Swap, ...]]:
        if len(line) == self.turns:
            yield line
        for after, data in self.graph.adj[node].items():
            yield from self._lines_from(after, (*line, Swap.parse(data["swap"])))


def turns_text(outcome: Outcome, turns: int | None) -> str:
    """Return in how many turns a position is won, or what else is known."""
    if outcome is Outcome.SOLVED:
        return f"{turns} turn{'s' * (turns != 1)}"
    return "no win" if outcome is Outcome.UNSOLVABLE else "undecided"


def analyse(deal: Deal, rules: Rules | None = None, limits: Limits | None = None) -> Analysis:
    """Return the value of every legal swap of the player to move, and the number of shortest lines.

    Parameters
    ----------
    deal
        The deal; where it has `moves`, the position after them.
    rules, limits
        As for `solve`; the limits hold for each position that is searched.

    Raises
    ------
    IllegalMoveError
        These rules forbid one of the deal's `moves`.

    Examples
    --------
    >>> from narabi_solver import analyse, random_deal
    >>> analysis = analyse(random_deal(3, seed=1))
    >>> analysis.turns, analysis.optimal_lines, [str(swap) for swap in analysis.best]
    (6, 32, ['C1-A2', 'C1-A4', 'C1-B3', 'C2-A2', 'C2-A4'])
    """
    rules = Rules() if rules is None else rules
    limits = Limits() if limits is None else limits
    state = deal.state(rules)
    (value,) = values([state], rules, limits, count_lines=True)
    (moves,) = move_values([state], rules, limits)
    return Analysis(deal, rules, value.outcome, value.turns, value.lines, moves, limits)


def values(states: Sequence[State], rules: Rules, limits: Limits, count_lines: bool = False) -> list[Value]:
    """Return the value of each of some states of one deal, or of deals that can be packed together."""
    from narabi_solver import batch, search
    from narabi_solver.packed import pack

    packed = [pack(state, rules) for state in states]
    left = [rules.limit - state.turns for state in states]
    if not states or not batch.has_table(packed[0].game):
        return [_value_alone(state, rules, limits, count_lines) for state in states]
    counted = count_lines and rules.undo_reading == "next"  # the kernels count by this reading
    answers = batch.solve_packed(
        batch.pack_states(packed, left), _budget(limits, batch.NODE_BUDGET), limits.stop, counted
    )
    found = []
    for i, state in enumerate(states):
        raw = search.raw_result(answers, i)
        if raw.outcome is Outcome.UNDECIDED:
            found.append(_value_alone(state, rules, limits, count_lines))
        else:
            turns = raw.lower_bound if raw.outcome is Outcome.SOLVED else None
            lines: int | None = int(answers.wins[i])
            if count_lines and not counted and turns is not None:
                lines = _count_lines(state, rules, limits, turns)
            found.append(Value(raw.outcome, turns, lines))
    return found


def _budget(limits: Limits, budget: int) -> int:
    return budget if limits.max_nodes is None else min(budget, limits.max_nodes)


def _value_alone(state: State, rules: Rules, limits: Limits, count_lines: bool) -> Value:
    """Return the value of one state, by the search for one deal; lines are counted by following them."""
    from narabi_solver import receiver

    if in_order(state.ring):
        return Value(Outcome.SOLVED, 0, 1)
    raw = receiver.minimum(state, rules, Watch(limits))
    if raw.outcome is not Outcome.SOLVED:
        return Value(raw.outcome, None, 0 if raw.outcome is Outcome.UNSOLVABLE else None)
    lines = _count_lines(state, rules, limits, raw.lower_bound) if count_lines else None
    return Value(raw.outcome, raw.lower_bound, lines)


def _count_lines(state: State, rules: Rules, limits: Limits, turns: int) -> int | None:
    """Return how many lines win a state in so many turns, which is its minimum; None if undecided."""
    layer = {state: 1}
    for to_go in range(turns, 0, -1):
        following: dict[State, int] = {}
        moves = move_values(list(layer), rules, limits)
        for (before, lines), ways in zip(layer.items(), moves, strict=True):
            for move in ways:
                if move.outcome is Outcome.UNDECIDED:
                    return None
                if move.turns == to_go:
                    after = play_unchecked(before, move.swap)
                    following[after] = following.get(after, 0) + lines
        layer = following
    return sum(layer.values())


def move_values(states: Sequence[State], rules: Rules, limits: Limits) -> list[tuple[MoveValue, ...]]:
    """Return for each state its legal swaps with what they lead to; none where the game is over."""
    from narabi_solver import batch
    from narabi_solver.packed import pack, unpack_swap

    packed = [pack(state, rules) for state in states]
    if not states or not batch.has_table(packed[0].game):
        return [_move_values_alone(state, rules, limits) for state in states]
    deals = batch.pack_states(packed, [rules.limit - state.turns for state in states])
    found = batch.value_moves(deals, _budget(limits, batch.NODE_BUDGET), limits.stop)
    moves: list[list[MoveValue]] = [[] for _ in states]
    for i, pair, outcome, turns in zip(*(column.tolist() for column in found), strict=True):
        state = states[i]
        swap = unpack_swap(pair >> 4, pair & 15, state.mover, state.players, state.hand)
        if outcome == Outcome.UNDECIDED:
            value = _value_alone(play_unchecked(state, swap), rules, limits, count_lines=False)
            moves[i].append(_move_value(swap, value))
        else:
            solved = outcome == Outcome.SOLVED
            moves[i].append(MoveValue(swap, Outcome(outcome), turns if solved else None))
    return [tuple(sorted(ways, key=lambda move: move.swap)) for ways in moves]


def _move_values_alone(state: State, rules: Rules, limits: Limits) -> tuple[MoveValue, ...]:
    if in_order(state.ring) or state.turns >= rules.limit:
        return ()
    return tuple(
        _move_value(swap, _value_alone(play_unchecked(state, swap), rules, limits, count_lines=False))
        for swap in legal_swaps(state, rules)
    )


def _move_value(swap: Swap, value: Value) -> MoveValue:
    return MoveValue(swap, value.outcome, None if value.turns is None else value.turns + 1)


def _optimal_graph(analysis: Analysis) -> nx.DiGraph[int]:
    import networkx as nx

    from narabi_solver.packed import pack

    graph: nx.DiGraph[int] = nx.DiGraph()
    if analysis.turns is None:
        return graph
    rules = analysis.rules
    state = analysis.deal.state(rules)
    layer: dict[object, tuple[int, State]] = {_identity(pack(state, rules)): (0, state)}
    _add_position(graph, analysis.deal, state, 0, analysis.turns)
    limits = Limits(stop=analysis.limits.stop)  # a graph with gaps would tell nothing
    for turn in range(analysis.turns):
        to_go = analysis.turns - turn
        following: dict[object, tuple[int, State]] = {}
        moves = move_values([state for _, state in layer.values()], rules, limits)
        for (node, state), ways in zip(layer.values(), moves, strict=True):
            if any(move.outcome is Outcome.UNDECIDED for move in ways):
                raise ArgumentError("stopped before all shortest lines were known")
            graph.nodes[node]["choices"] = len(ways)
            for move in ways:
                if move.turns == to_go:
                    after = play_unchecked(state, move.swap)
                    key = _identity(pack(after, rules))
                    if key not in following:
                        following[key] = (graph.number_of_nodes(), after)
                        text = position_text(after, analysis.deal)
                        graph.add_node(
                            following[key][0], text=text, turn=turn + 1, to_go=to_go - 1, choices=0
                        )
                    graph.add_edge(node, following[key][0], swap=str(move.swap))
        layer = following
    return graph


def _add_position(graph: nx.DiGraph[int], deal: Deal, state: State, turn: int, to_go: int) -> None:
    text = position_text(state, deal)
    graph.add_node(graph.number_of_nodes(), text=text, turn=turn, to_go=to_go, choices=0)


def _identity(packed: PackedState) -> object:
    """Return what tells positions of a deal apart; blanks are numbered anew, so their cards count."""
    return packed.ring, packed.banned, packed.returns, packed.cards.tobytes()


def position_text(state: State, deal: Deal) -> str:
    """Return a position of a deal in the notation of deals, as if it had been dealt so."""
    hand = state.hand
    seats = tuple(state.ring[i : i + hand] for i in range(0, len(state.ring), hand))
    return str(Deal(seats, state.mover, deck=deal.deck, unusual=True))


def swap_graph(deal: Deal, rules: Rules | None = None) -> nx.DiGraph[str]:
    """Return who can swap with whom in a position.

    Nodes are the places, "A1", with their `stone`. An edge runs from a place to each place that the card
    of its stone allows; `now` tells whether the player to move may do so on this turn.
    """
    import networkx as nx

    rules = Rules() if rules is None else rules
    state = deal.state(rules)
    graph: nx.DiGraph[str] = nx.DiGraph()
    graph.add_nodes_from((str(place), {"stone": str(state.stone(place))}) for place in state.places())
    for own in state.places():
        for other in state.places():
            at_turn = replace(state, mover=own.seat)
            if why_illegal(at_turn, Swap(own, other), Rules()) is None:
                now = why_illegal(state, Swap(own, other), rules) is None
                graph.add_edge(str(own), str(other), now=now)
    return graph
