"""The value of every legal swap of a position, and all shortest lines."""

from __future__ import annotations

import functools
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from itertools import islice
from typing import TYPE_CHECKING, Annotated

import numpy as np
from numpy.typing import NDArray

from _gamekit.checks import Between
from _gamekit.facts import Fact, Facts, Result, Rows, for_people, for_programs
from _gamekit.limits import Limits, SharedWatch
from _gamekit.problems import check_kind, number_of, or_default
from _gamekit.svg import Drawing
from narabi_solver.analysis.shortest import Node, ShortestLines, shortest_lines
from narabi_solver.analysis.why import Why, why_better
from narabi_solver.game import drawing
from narabi_solver.game.deal import Deal
from narabi_solver.game.errors import ArgumentError, UndecidedError
from narabi_solver.game.facts import assumed_fact, deal_fact, reason, reason_fact, rules_fact, within
from narabi_solver.game.rules import Rules, Swap, why_illegal
from narabi_solver.solving.answers import MoveValue, Outcome, turns_text, value_of, why_over
from narabi_solver.solving.packing import PackedDeals, pack_deals_and_seats, packed_groups, unpack_swap
from narabi_solver.solving.search import deepens, warm_up
from narabi_solver.solving.solve import PackedAnalyses, analyses, chunks

if TYPE_CHECKING:
    import networkx as nx

# The functions below import networkx themselves, so that importing the package stays fast.
# ruff: noqa: PLC0415


@dataclass(frozen=True)
class Analysis(Result):
    """A position with the value of every legal swap."""

    deal: Deal
    """The deal, whose position after its `moves` is analysed."""
    rules: Rules
    """The rules used."""
    outcome: Outcome
    """Whether the position is solved, unsolvable or undecided."""
    turns: int | None
    """The minimum, which is the fewest turns to win; None unless solved."""
    optimal_lines: int | None
    """Number of shortest lines: 1 for a ring in order, 0 without a win; None if undecided."""
    moves: tuple[MoveValue, ...]
    """All legal swaps of the player to move, in the order of `rules.legal_moves`; empty if the ring is in
    order.
    """

    shortest: ShortestLines | None = field(default=None, compare=False, repr=False)
    """All shortest lines; None if no win was found, or if the lines were neither requested nor needed for
    `optimal_lines`.
    """
    why: Why | None = field(default=None, compare=False, repr=False)
    """The reason why a best swap is better than the best of the `traps`; None if there are no traps, the
    reason was not requested, or a limit was reached.
    """
    stopped_by: str | None = None
    """The limit that left a value undecided; None if all values are decided."""
    nodes: int = field(default=0, compare=False)
    """Number of states expanded in total."""
    seconds: float = field(default=0.0, compare=False)
    """Seconds in total, excluding the loading of tables."""

    def __repr__(self) -> str:
        """Return the minimum and the best swaps on one line."""
        best = f"; best {' '.join(map(str, self.best))}" if self.best else ""
        return f"<Analysis: {self._minimum}, {number_of(len(self.moves), 'legal swap')}{best}>"

    @property
    def proven(self) -> bool:
        """True unless the outcome is undecided; `decided` covers every swap too."""
        return self.outcome is not Outcome.UNDECIDED

    @property
    def best(self) -> tuple[Swap, ...]:
        """The swaps with which shortest lines begin."""
        return tuple(move.swap for move in self.moves if self.turns is not None and move.turns == self.turns)

    @property
    def traps(self) -> tuple[Swap, ...]:
        """The swaps after which a win is impossible or takes longer than the minimum; empty without a win."""
        if self.turns is None:
            return ()
        slow = (move for move in self.moves if move.outcome is not Outcome.UNDECIDED)
        return tuple(move.swap for move in slow if move.turns != self.turns)

    @property
    def why_over(self) -> tuple[str, ...]:
        """The reason why the game is over: the ring is in order, or no swap is legal; otherwise empty."""
        return () if self.moves else why_over(self.deal, self.rules)

    @property
    def decided(self) -> bool:
        """True if the position and every swap are decided."""
        outcomes = [self.outcome, *(move.outcome for move in self.moves)]
        return Outcome.UNDECIDED not in outcomes and self.optimal_lines is not None

    @property
    def _minimum(self) -> str:
        return turns_text(self.outcome, self.turns, within(self.rules, len(self.deal.moves)))

    def _lines(self) -> ShortestLines | None:
        """Return the shortest lines; None without a win.

        Raises
        ------
        ArgumentError
            The shortest lines were not requested.
        """
        if self.shortest is None and self.turns is not None:
            raise ArgumentError("the shortest lines are not known: use analyse(deal, lines=True)")
        return self.shortest

    @property
    def lines_known(self) -> bool:
        """True if all shortest lines were found, or it is proven that there are none."""
        shortest = self._lines()
        return self.outcome is Outcome.UNSOLVABLE if shortest is None else shortest.nodes is not None

    @property
    def graph(self) -> nx.DiGraph[int]:
        """All shortest lines as a directed graph without cycles.

        Node 0 is the analysed position. A node has `text`, its position in the notation of deals, and `turn`,
        the number of turns played since node 0. A node also has `to_go`, the number of turns of a shortest
        win, and `choices`, the number of legal swaps. An edge has `swap`, the swap as text. networkx can
        write the graph to files.

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
        """Return the positions on the shortest lines; empty if there is no win.

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
        """The turns on which all shortest lines play the same swap; the first turn of the lines is 1.

        Empty if no win was found; None if a limit was reached before all lines were known.
        """
        shortest = self._lines()
        return () if shortest is None else shortest.forced_turns

    @property
    def chance(self) -> float | None:
        """The probability that random legal swaps win in the minimum number of turns.

        Traps lower the probability, additional shortest lines raise it, and turns with one legal swap do not
        change it. It is 0 if no win was found, and None if a limit was reached before all lines were known.
        """
        shortest = self._lines()
        return 0.0 if shortest is None else shortest.chance

    @property
    def difficulty(self) -> float | None:
        """The difficulty of a win in the minimum, in bits: -log2 of `chance`.

        None if undecided or without a win.
        """
        shortest = self._lines()
        return None if shortest is None else shortest.difficulty

    @property
    def grade(self) -> int | None:
        """The grade of the difficulty, from 1 (easy) to 5 (hard); None if there is no `difficulty`.

        See `shortest.GRADE_BITS`.
        """
        shortest = self._lines()
        return None if shortest is None else shortest.grade

    @property
    def trap_free(self) -> bool | None:
        """True if every legal swap from every position on a shortest line keeps the minimum.

        False if no win was found; None if a limit was reached before all lines were known.
        """
        shortest = self._lines()
        return False if shortest is None else shortest.trap_free

    def svg(self, *, width: float | None = None, theme: str = "auto", layout: str = "wide") -> str:
        """Return the ring as an SVG text, with arrows for the swaps that keep the minimum.

        Parameters
        ----------
        width : float, optional
            Width in pixels; 660 if left out, and 360 for a phone.
        theme : str, default: "auto"
            "light", "dark", or "auto" for the reader's own colour scheme.
        layout : str, default: "wide"
            "wide" or "phone". The layout for phones is readable at a width of 360 pixels.

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
        minimum = f"minimum: {self._minimum}"
        swaps = number_of(len(self.moves), "swap")
        keep = f"{len(self.best)} of {swaps} keep{'s' * (len(self.best) == 1)} it"
        notes = [minimum + f"; arrows: {keep}" * bool(self.best)]
        state = self.deal.state(self.rules)
        return drawing.ring(
            state, self.rules, swaps=self.best, notes=notes, width=width, theme=theme, layout=layout
        )

    def _repr_svg_(self) -> str:
        return self.svg()

    def facts(self, lines: Annotated[int, Between(0)] = 0) -> Facts:
        """Return the facts about the position and about every swap.

        Parameters
        ----------
        lines : int, default: 0
            Largest number of shortest lines among the facts.

        Returns
        -------
        sequence of Fact and Rows
            Each fact has a key and a value for programs, and a text for display.

        Raises
        ------
        ArgumentError
            `lines` is negative.
        """
        limits = f"stopped by {self.stopped_by}" * bool(self.stopped_by)
        minimum = self._minimum
        minimum += " (proven)" if self.proven else f", {limits}"
        facts: list[Fact | Rows] = [
            deal_fact(self.deal),
            for_people("minimum", minimum, "bold"),
            *for_programs(self, "outcome", "turns"),
            reason_fact(self.why_over),
            Fact("why", self.why, "" if self.why is None else self.why.sentence),
            rules_fact(self.rules, self.deal),
            assumed_fact(self.deal.assumed),
            for_people("limits", limits * self.proven),
            *self._facts_of_lines(),
            Rows("moves", [self._move_facts(move) for move in self.moves]),
        ]
        if lines:  # in JSON only on request
            shown = list(islice(self.lines(), lines)) if self.lines_known else None
            facts.append(Fact("lines", shown, "\n".join(" ".join(map(str, one)) for one in shown or ()), ""))
        return facts

    def _facts_of_lines(self) -> list[Fact]:
        """Return the facts about the shortest lines and about the traps; fewer if no lines were requested."""
        if self.shortest is None and self.turns is not None:
            return for_programs(self, "optimal_lines", "traps")
        line_count, forced, hard = self.optimal_lines, self.forced_turns, self.difficulty
        count = "an unknown number of" if line_count is None else f"{line_count:,}"
        alone = "undecided" if forced is None else ", ".join(map(str, forced)) or "none"
        unknown = sum(move.outcome is Outcome.UNDECIDED for move in self.moves)
        swaps = number_of(len(self.moves), "swap")
        lines = f"{count} shortest line{'s' * (line_count != 1)}; turns with only one good swap: {alone}"
        difficulty = "undecided" if hard is None else f"{hard:.1f} bits, grade {self.grade} of 5"
        traps = f"{len(self.traps)} of {swaps} lose{'s' * (len(self.traps) == 1)} the minimum"
        traps += f"; {unknown} undecided" * bool(unknown)
        won = bool(self.turns)  # else there is nothing to tell people
        return [
            Fact("optimal_lines", line_count, lines * won, "lines"),
            Fact("forced_turns", forced),
            Fact("difficulty", None if hard is None else round(hard, 3), difficulty * won),
            Fact("grade", self.grade),
            Fact("traps", self.traps, traps * won),
        ]

    def _move_facts(self, move: MoveValue) -> list[Fact]:
        swap, outcome, turns = move.facts()
        if move.swap in self.best:
            turns = turns._replace(words=f"{turns.words}  best", style="bold")
        return [swap, for_people("by", reason(self.deal.state(self.rules), move.swap)), outcome, turns]

    def lines(self) -> Iterator[tuple[Swap, ...]]:
        """Yield all shortest lines, sorted by their swaps in the order of `Deal.legal_moves`.

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


def analyse(
    deal: Deal,
    *,
    rules: Rules | None = None,
    limits: Limits | None = None,
    lines: bool = False,
    why: bool = False,
) -> Analysis:
    """Return the value of every legal swap of the player to move, and the number of shortest lines.

    Parameters
    ----------
    deal : Deal
        The position: the deal after its `moves`.
    rules : Rules, optional
        The no-undo rule and the turn limit; the plain rules if left out.
    limits : Limits, optional
        Seconds and `stop` apply to the whole analysis; nodes and memory apply to each position that is
        searched.
    lines : bool, default: False
        Also find all shortest lines, with their graph, the difficulty and the grade. The call then takes
        about ten times as long.
    why : bool, default: False
        Also explain why a best swap is better than the best of the `traps`. This takes about as long as
        finding all shortest lines.

    Returns
    -------
    Analysis
        The values of the position and of every swap. A value that is unknown when a limit is reached is
        undecided.

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
    rules, limits = or_default(rules, Rules), or_default(limits, Limits)
    check_kind(deal, Deal)
    packed, movers = pack_deals_and_seats([deal], rules)
    warm_up(packed.game)
    watch = SharedWatch(limits)
    (analysis,) = _made([deal], movers, packed, analyses(packed, watch), rules)
    turns, count, shortest = analysis.turns, analysis.optimal_lines, None
    uncounted = count is None  # batches count lines only for some stones and readings
    if turns is not None and (lines or uncounted):
        shortest = shortest_lines(deal, rules, turns, watch)
        count = shortest.count if uncounted else count
    worse = [move for move in analysis.moves if move.turns != turns] if why else []
    because = None
    if worse:
        next_best = min(worse, key=lambda move: (move.turns is None, move.turns or 0))
        because = why_better(deal.state(rules), analysis.moves, next_best.swap, rules, watch)
    return replace(
        analysis,
        optimal_lines=count,
        shortest=shortest,
        why=because,
        stopped_by=watch.stopped_by,
        nodes=watch.nodes,
        seconds=watch.seconds,
    )


def analyse_many(
    deals: Iterable[Deal], *, rules: Rules | None = None, limits: Limits | None = None
) -> Iterator[Analysis]:
    """Return an iterator over the analyses of any number of deals, in the same order, computed lazily.

    The analyses equal those of `analyse` and are computed several times as fast, unless `limits` has seconds
    or `stop`, or the rules have the `undo_reading` "receiver". For millions of deals, use the arrays of
    `solving.analyse_packed`.

    Parameters
    ----------
    deals : iterable of Deal
        Any number of deals. At most 1024 deals of an iterator are read ahead.
    rules : Rules, optional
        The no-undo rule and the turn limit; the plain rules if left out.
    limits : Limits, optional
        Limits of each analysis. If left out, the only limit is 4 GiB of memory.

    Yields
    ------
    Analysis
        The analysis of the next deal.

    Raises
    ------
    IllegalMoveError
        These rules forbid one of the `moves` of a deal.
    ArgumentError
        An argument has the wrong type.

    Examples
    --------
    >>> from itertools import islice
    >>> from narabi_solver import analyse_many, random_deals
    >>> deals = islice(random_deals(3, seed=1), 4)
    >>> [(one.turns, len(one.best), len(one.traps)) for one in analyse_many(deals)]
    [(6, 5, 8), (5, 5, 7), (4, 6, 8), (5, 5, 9)]
    """
    rules, limits = or_default(rules, Rules), or_default(limits, Limits)
    alone = limits.max_seconds is not None or limits.stop is not None
    for chunk, error in chunks(deals, rules, "analyse"):
        analysed = {} if alone else _analyse_chunk(chunk, rules, limits)
        for i, deal in enumerate(chunk):
            yield analysed.get(i) or analyse(deal, rules=rules, limits=limits)
        if error is not None:
            raise error


def _analyse_chunk(deals: list[Deal], rules: Rules, limits: Limits) -> dict[int, Analysis]:
    """Return the analyses of those deals that the batch search decides fully, keyed by index in `deals`."""
    groups = [group for group in packed_groups(deals, rules) if deepens(group[1].game)]
    for _, packed, _ in groups:
        warm_up(packed.game)
    watch = SharedWatch(limits)
    made: dict[int, Analysis] = {}
    for members, packed, movers in groups:
        some = [deals[i] for i in members]
        made |= zip(members, _made(some, movers, packed, analyses(packed, watch), rules), strict=True)
    seconds = watch.seconds / max(len(made), 1)
    return {i: replace(analysis, seconds=seconds) for i, analysis in made.items() if analysis.decided}


def _made(
    deals: list[Deal], movers: NDArray[np.int64], packed: PackedDeals, columns: PackedAnalyses, rules: Rules
) -> list[Analysis]:
    """Return the analyses of deals from the arrays of a batch; `movers` has the seat to move of each deal."""
    (answers, moves), game = columns, packed.game
    own, other = moves.pairs >> 4, moves.pairs & 15
    first = (game.hand * movers)[moves.deals]
    sorts = (moves.deals * game.places + (first + own) % game.places) * game.places
    order = np.argsort(sorts + (first + other) % game.places)  # the order of `rules.legal_moves`
    swaps = movers[moves.deals], moves.pairs, moves.outcome, moves.turns
    valued = [
        _move(*move, game.places // game.hand, game.hand)
        for move in zip(*(column[order].tolist() for column in swaps), strict=True)
    ]
    begins = np.searchsorted(moves.deals, np.arange(movers.size + 1)).tolist()
    rows = answers.outcome.tolist(), answers.bound.tolist(), answers.wins.tolist(), answers.nodes.tolist()
    return [
        Analysis(deal, rules, *value_of(*answer), tuple(valued[begin:end]), nodes=nodes)
        for deal, begin, end, nodes, *answer in zip(
            deals, begins, begins[1:], rows[-1], *rows[:3], strict=False
        )
    ]


@functools.lru_cache(maxsize=1 << 15)
def _move(mover: int, pair: int, outcome: Outcome, turns: int, players: int, hand: int) -> MoveValue:
    swap = unpack_swap(pair >> 4, pair & 15, mover, players, hand)
    return MoveValue(swap, outcome, turns if outcome is Outcome.SOLVED else None)


def swap_graph(deal: Deal, *, rules: Rules | None = None) -> nx.DiGraph[str]:
    """Return a graph of the swaps that the cards of a position allow.

    The nodes are the places, like "A1". A node has the attribute `stone`, the stone with its card.
    An edge leads from a place to each place with which the card of this stone allows a swap. The attribute
    `now` of an edge is True if `rules` allow the player to move to make the swap.

    Parameters
    ----------
    deal : Deal
        The position: the deal after its `moves`.
    rules : Rules, optional
        The no-undo rule and the turn limit; the plain rules if left out.

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
