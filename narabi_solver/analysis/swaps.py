"""What every swap costs, and all shortest lines."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from _gamekit.limits import Limits
from _gamekit.page import html_block, html_table
from _gamekit.problems import check_kind
from _gamekit.svg import Drawing
from narabi_solver.analysis.shortest import ShortestLines
from narabi_solver.game import drawing
from narabi_solver.game.deal import Deal
from narabi_solver.game.errors import ArgumentError, UndecidedError
from narabi_solver.game.rules import Rules, Swap, why_illegal
from narabi_solver.solving.clock import Clock
from narabi_solver.solving.solution import Outcome, remarks
from narabi_solver.solving.values import MoveValue, move_values, prepare, values

if TYPE_CHECKING:
    import networkx as nx

# Inside the functions below stand imports of networkx, which nobody should wait for who only imports the
# package.
# ruff: noqa: PLC0415


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

    shortest: ShortestLines | None = field(default=None, compare=False, repr=False)
    """The shortest lines, worked out when they are asked for; None without a win."""
    clock: Clock = field(default_factory=Clock, compare=False, repr=False)
    """What the analysis might use, and has used; what is worked out later goes on with it."""

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
    def notes(self) -> tuple[str, ...]:
        """Why there is no swap to value, where that is so; see `solution.remarks`."""
        return () if self.moves else remarks(self.deal, self.rules)

    @property
    def decided(self) -> bool:
        """True if the position and every swap are."""
        outcomes = [self.outcome, *(move.outcome for move in self.moves)]
        return Outcome.UNDECIDED not in outcomes and self.optimal_lines is not None

    @property
    def lines_known(self) -> bool:
        """True if all shortest lines could be worked out within the limits; works them out."""
        if self.shortest is None:
            return self.outcome is Outcome.UNSOLVABLE
        return self.shortest.graph is not None

    @property
    def graph(self) -> nx.DiGraph[int]:
        """All shortest lines as a directed graph without cycles.

        Node 0 is the position. Nodes have `text` (the position in the notation of deals), `turn` (turns
        played since node 0), `to_go` and `choices` (how many swaps are legal there); edges have `swap`.
        It can be written by networkx's own writers.

        Raises
        ------
        UndecidedError
            The limits of the analysis were reached before all lines were known.
        """
        import networkx as nx

        if self.shortest is None:
            return nx.DiGraph()
        if self.shortest.graph is None:
            raise UndecidedError("the limits were reached before all shortest lines were known")
        return self.shortest.graph

    @property
    def forced_turns(self) -> tuple[int, ...] | None:
        """The turns, from 1, on which all shortest lines play the same swap; None if that is undecided."""
        return () if self.shortest is None else self.shortest.forced_turns

    @property
    def chance(self) -> float | None:
        """The chance to win in the minimum of turns by swaps taken at random from the legal ones.

        Traps lower it turn by turn, further shortest lines raise it, and turns with one legal swap leave it.
        None if the limits were reached before all lines were known.
        """
        return 0.0 if self.shortest is None else self.shortest.chance

    @property
    def difficulty(self) -> float | None:
        """How hard it is to find the minimum, in bits: -log2 of `chance`; None like it, or without a win."""
        return None if self.shortest is None else self.shortest.difficulty

    @property
    def grade(self) -> int | None:
        """The difficulty as a grade from 1 (easy) to 5; None like it; see `shortest.GRADE_BITS`."""
        return None if self.shortest is None else self.shortest.grade

    @property
    def trap_free(self) -> bool | None:
        """True if no legal swap on any shortest line loses the minimum; None if that is undecided."""
        return False if self.shortest is None else self.shortest.trap_free

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
        """Yield all shortest lines, in the order of `rules.legal_swaps` turn by turn. Errors: see `graph`."""
        if self.turns is not None:
            yield from _lines_from(self.graph, 0, ())


def _lines_from(graph: nx.DiGraph[int], node: int, line: tuple[Swap, ...]) -> Iterator[tuple[Swap, ...]]:
    if graph.nodes[node]["to_go"] == 0:
        yield line
    for after, data in graph.adj[node].items():
        yield from _lines_from(graph, after, (*line, Swap.parse(data["swap"])))


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
        As for `solve`. Seconds, and `stop`, are those of the whole analysis, with what is worked out later;
        nodes and memory are those of each position that is searched.

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
    check_kind(deal, Deal, ArgumentError)
    rules = Rules() if rules is None else rules
    state = deal.state(rules)
    clock = Clock(limits)
    prepare(state, rules)
    with clock.running():
        (value,) = values([state], rules, clock, count_lines=True)
        shortest = None if value.turns is None else ShortestLines(deal, rules, value.turns, clock)
        lines = shortest.count if shortest is not None and value.lines is None else value.lines
        (moves,) = move_values([state], rules, clock)
    return Analysis(deal, rules, value.outcome, value.turns, lines, moves, shortest, clock)


def swap_graph(deal: Deal, rules: Rules | None = None) -> nx.DiGraph[str]:
    """Return who can swap with whom in a position.

    Nodes are the places, "A1", with their `stone`. An edge runs from a place to each place that the card
    of its stone allows; `now` tells whether the player to move may do so on this turn.
    """
    check_kind(deal, Deal, ArgumentError)
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
