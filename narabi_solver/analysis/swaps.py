"""The value of every swap, and all shortest lines."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from _gamekit.jit import spent
from _gamekit.limits import Limits
from _gamekit.problems import or_default
from _gamekit.svg import Drawing
from narabi_solver.analysis.shortest import Node, ShortestLines, shortest_lines
from narabi_solver.game import drawing
from narabi_solver.game.deal import Deal
from narabi_solver.game.errors import ArgumentError, UndecidedError
from narabi_solver.game.rules import Rules, Swap, why_illegal
from narabi_solver.solving.clock import Clock
from narabi_solver.solving.solution import Outcome, why_over
from narabi_solver.solving.values import MoveValue, move_values, values, warm_up

if TYPE_CHECKING:
    import networkx as nx

# The functions below import networkx themselves, so that importing the package stays fast.
# ruff: noqa: PLC0415


@dataclass(frozen=True)
class Analysis:
    """A position with the value of every legal swap."""

    deal: Deal
    """The deal; where it has `moves`, the position after them."""
    rules: Rules
    """The rules used."""
    outcome: Outcome
    """What is known of the position."""
    turns: int | None
    """The minimum; None unless solved."""
    optimal_lines: int | None
    """How many lines of so many turns win: 1 for a deal in order, 0 without a win; None if undecided."""
    moves: tuple[MoveValue, ...]
    """All legal swaps of the player to move, in the order of `rules.legal_swaps`; none in order."""

    shortest: ShortestLines | None = field(default=None, compare=False, repr=False)
    """All shortest lines; None without a win, or if not requested."""
    stopped_by: str | None = None
    """The limit that left something undecided; None if none did. `Outcome` says more."""
    nodes: int = field(default=0, compare=False)
    """States expanded in total."""
    seconds: float = field(default=0.0, compare=False)
    """Time in total, without loading kernels and tables."""
    compile_seconds: float = field(default=0.0, compare=False)
    """Seconds in which kernels were compiled for this answer, beside `seconds`; 0.0 if none were."""

    def __repr__(self) -> str:
        """Return the minimum and the best swaps, on one line."""
        best = f"; best {' '.join(map(str, self.best))}" if self.best else ""
        return f"<Analysis: {turns_text(self.outcome, self.turns)}, {len(self.moves)} legal swaps{best}>"

    @property
    def proven(self) -> bool:
        """True unless the outcome is undecided; `decided` is about every swap too."""
        return self.outcome is not Outcome.UNDECIDED

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
    def why_over(self) -> tuple[str, ...]:
        """Why the game is over in this position: in order, or no legal swap; empty if it goes on."""
        return () if self.moves else why_over(self.deal, self.rules)

    @property
    def decided(self) -> bool:
        """True if the position and every swap are."""
        outcomes = [self.outcome, *(move.outcome for move in self.moves)]
        return Outcome.UNDECIDED not in outcomes and self.optimal_lines is not None

    def _lines(self) -> ShortestLines | None:
        """Return the shortest lines; None without a win.

        Raises
        ------
        ArgumentError
            They were not asked for.
        """
        if self.shortest is None and self.turns is not None:
            raise ArgumentError("the shortest lines are not known: use analyse(deal, lines=True)")
        return self.shortest

    @property
    def lines_known(self) -> bool:
        """True if all shortest lines were found within the limits, or it is proven that there are none."""
        shortest = self._lines()
        return self.outcome is Outcome.UNSOLVABLE if shortest is None else shortest.nodes is not None

    @property
    def graph(self) -> nx.DiGraph[int]:
        """All shortest lines as a directed graph without cycles.

        Node 0 is the position. Nodes have `text` (the position in the notation of deals), `turn` (turns
        played since node 0), `to_go` (turns of a shortest win from there) and `choices` (how many swaps are
        legal there); edges have `swap`. networkx can write it to files.

        Raises
        ------
        UndecidedError
            The limits of the analysis were reached before all lines were known.
        """
        import networkx as nx

        shortest, _ = self._lines(), self._nodes()
        graph = None if shortest is None else shortest.graph
        return nx.DiGraph() if graph is None else graph

    def _nodes(self) -> list[Node]:
        """Return the positions on the shortest lines; none without a win.

        Raises
        ------
        UndecidedError
            The limits of the analysis were reached before all lines were known.
        """
        shortest = self._lines()
        if shortest is not None and shortest.nodes is None:
            raise UndecidedError("the limits were reached before all shortest lines were known")
        return [] if shortest is None or shortest.nodes is None else shortest.nodes

    @property
    def forced_turns(self) -> tuple[int, ...] | None:
        """The turns, from 1, on which all shortest lines play the same swap; None if that is undecided."""
        shortest = self._lines()
        return () if shortest is None else shortest.forced_turns

    @property
    def chance(self) -> float | None:
        """The chance to win in the minimum of turns with random legal swaps.

        Traps lower it, more shortest lines raise it, and turns with one legal swap do not change it.
        None if the limits were reached before all lines were known.
        """
        shortest = self._lines()
        return 0.0 if shortest is None else shortest.chance

    @property
    def difficulty(self) -> float | None:
        """How hard it is to find the minimum, in bits: -log2 of `chance`; None like it, or without a win."""
        shortest = self._lines()
        return None if shortest is None else shortest.difficulty

    @property
    def grade(self) -> int | None:
        """The difficulty as a grade from 1 (easy) to 5; None like it; see `shortest.GRADE_BITS`."""
        shortest = self._lines()
        return None if shortest is None else shortest.grade

    @property
    def trap_free(self) -> bool | None:
        """True if no legal swap on any shortest line loses the minimum; None if that is undecided."""
        shortest = self._lines()
        return False if shortest is None else shortest.trap_free

    def svg(self, *, width: float | None = None, theme: str = "auto", layout: str = "wide") -> str:
        """Return the ring as an SVG text, with the swaps that keep the minimum as arrows; as `Deal.svg`.

        Parameters
        ----------
        width : float, optional
            Width in pixels; 660 if left out, and 360 for a phone.
        theme : str, default: "auto"
            "auto" (light or dark as the reader's pages are), "light" or "dark".
        layout : str, default: "wide"
            "wide", or "phone": readable when it is 360 pixels wide.

        Returns
        -------
        str
            The drawing.

        Raises
        ------
        ArgumentError
            The width is out of range, or the theme or the layout is unknown.
        """
        return self._drawing(width, theme, layout).svg()

    def _drawing(self, width: float | None, theme: str, layout: str = "wide") -> Drawing:
        minimum = f"minimum: {turns_text(self.outcome, self.turns)}"
        notes = [minimum + f"; arrows: {len(self.best)} of {len(self.moves)} swaps keep it" * bool(self.best)]
        state = self.deal.state(self.rules)
        return drawing.ring(
            state, self.rules, swaps=self.best, notes=notes, width=width, theme=theme, layout=layout
        )

    def _repr_svg_(self) -> str:
        return self.svg()

    def _repr_html_(self) -> str:
        from _gamekit import notebook

        known = turns_text(self.outcome, self.turns)
        known = (
            f"minimum: {known} (proven)"
            if self.proven
            else f"minimum: undecided, stopped by {self.stopped_by}"
        )
        lines = "" if self.optimal_lines is None else f"{self.optimal_lines:,} shortest lines"
        facts = [
            *(("reason", why) for why in self.why_over),
            ("deal", str(self.deal)),
            ("rules", self.rules.undo_words),
            ("assumed", ", ".join(self.deal.assumed)),
            ("lines", lines * bool(self.turns)),
            ("limits", f"stopped by {self.stopped_by}" if self.proven and self.stopped_by else ""),
            notebook.effort(self.nodes, self.seconds),
        ]
        rows = [(str(move.swap), turns_text(move.outcome, move.turns)) for move in self.moves]
        best = [i for i, move in enumerate(self.moves) if move.swap in self.best]
        shown = [notebook.table(("swap", "leads to a win in"), rows, best)] if rows else []
        return notebook.result(known, facts, self.svg(), *shown)

    def lines(self) -> Iterator[tuple[Swap, ...]]:
        """Yield all shortest lines, in the order of `Deal.legal_swaps` turn by turn.

        Yields
        ------
        tuple of Swap
            A line.

        Raises
        ------
        UndecidedError
            The limits of the analysis were reached before all lines were known.
        """
        if self.turns is not None:
            yield from _lines_from(self._nodes(), 0, ())


def _lines_from(nodes: list[Node], number: int, line: tuple[Swap, ...]) -> Iterator[tuple[Swap, ...]]:
    if nodes[number].to_go == 0:
        yield line
    for after, swap in nodes[number].after.items():
        yield from _lines_from(nodes, after, (*line, Swap.parse(swap)))


def turns_text(outcome: Outcome, turns: int | None) -> str:
    """Return in how many turns a position is won, or what else is known."""
    if outcome is Outcome.SOLVED:
        return f"{turns} turn{'s' * (turns != 1)}"
    return "no win" if outcome is Outcome.UNSOLVABLE else "undecided"


def analyse(
    deal: Deal, *, rules: Rules | None = None, limits: Limits | None = None, lines: bool = False
) -> Analysis:
    """Return the value of every legal swap of the player to move, and the number of shortest lines.

    Parameters
    ----------
    deal : Deal
        The deal; where it has `moves`, the position after them.
    rules : Rules, optional
        No-undo, how it is read, and the turn limit; the plain rules if left out.
    limits : Limits, optional
        Seconds and `stop` are for the whole analysis; nodes and memory are for each position that is
        searched.
    lines : bool, default: False
        Also find all shortest lines: their graph, the difficulty and the grade. That takes about ten times
        as long.

    Returns
    -------
    Analysis
        What is known of the position and of every swap; what the limits did not allow is undecided.

    Raises
    ------
    IllegalMoveError
        These rules forbid one of the deal's `moves`.
    ArgumentError
        An argument has the wrong type.

    Examples
    --------
    >>> from narabi_solver import analyse, random_deal
    >>> analysis = analyse(random_deal(3, seed=1), lines=True)
    >>> analysis.turns, analysis.optimal_lines, [str(swap) for swap in analysis.best]
    (6, 32, ['C1-A2', 'C1-A4', 'C1-B3', 'C2-A2', 'C2-A4'])
    >>> analysis.grade
    5
    """
    rules = or_default(rules, Rules)
    clock = Clock(or_default(limits, Limits))
    state = deal.state(rules)
    warm_up(state, rules)
    with clock.running():
        (value,) = values([state], rules, clock, count_lines=True)
        (moves,) = move_values([state], rules, clock)
        shortest = None
        uncounted = value.lines is None  # a batch does not count the lines of all stones and readings
        if value.turns is not None and (lines or uncounted):
            shortest = shortest_lines(deal, rules, value.turns, clock)
    count = shortest.count if shortest is not None and uncounted else value.lines
    return Analysis(
        deal,
        rules,
        value.outcome,
        value.turns,
        count,
        moves,
        shortest,
        clock.stopped_by,
        clock.nodes,
        clock.seconds,
        spent.Spent().seconds,
    )


def swap_graph(deal: Deal, *, rules: Rules | None = None) -> nx.DiGraph[str]:
    """Return who can swap with whom in a position.

    Nodes are the places, "A1", with their `stone`. An edge runs from a place to each place that the card
    of its stone allows; `now` tells whether the player to move may do so on this turn.

    Parameters
    ----------
    deal : Deal
        The deal; where it has `moves`, the position after them.
    rules : Rules, optional
        No-undo, how it is read, and the turn limit; the plain rules if left out.

    Returns
    -------
    networkx.DiGraph
        The graph.

    Raises
    ------
    IllegalMoveError
        These rules forbid one of the deal's `moves`.
    ArgumentError
        An argument has the wrong type.
    """
    import networkx as nx

    rules = or_default(rules, Rules)
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
