"""Results of searches with their proven bounds, values of swaps, and results of replaying lines of play."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, NamedTuple

from _gamekit.checks import unchecked
from _gamekit.facts import AsDict, Fact, Facts, Result, effort, for_people, for_programs
from _gamekit.problems import number_of
from narabi_solver import game
from narabi_solver.game.deal import Deal
from narabi_solver.game.facts import assumed_fact, deal_fact, reason_fact, rules_fact, within
from narabi_solver.game.rules import SEATS, Rules, State, Swap, in_order, legal_moves, play
from narabi_solver.kernels.outcomes import Outcome as Outcome
from narabi_solver.sizes import COLUMNS, Columns

if TYPE_CHECKING:
    from _gamekit.page import Replay
    from narabi_solver.kernels.batch import PackedSolutions


@dataclass(frozen=True)
class MoveValue(AsDict):
    """A legal swap and its value."""

    swap: Swap
    """The swap."""
    outcome: Outcome
    """Whether the position after the swap is solved, unsolvable or undecided."""
    turns: int | None
    """Turns of a shortest win that begins with the swap, the swap included; None unless solved."""

    def facts(self) -> list[Fact]:
        """Return the swap and its value."""
        return [
            Fact("swap", self.swap, str(self.swap)),
            Fact("outcome", self.outcome),
            Fact("turns", self.turns, turns_text(self.outcome, self.turns), "leads to a win in"),
        ]

    @property
    def proven(self) -> bool:
        """True unless the outcome is undecided."""
        return self.outcome is not Outcome.UNDECIDED


class Value(NamedTuple):
    """The outcome and the minimum of a position."""

    outcome: Outcome
    """Solved, unsolvable or undecided."""
    turns: int | None
    """The minimum; None unless solved."""
    lines: int | None
    """Number of shortest lines; 0 if unsolvable; None if it is unknown or was not requested."""

    @property
    def proven(self) -> bool:
        """True unless the outcome is undecided."""
        return self.outcome is not Outcome.UNDECIDED


def turns_text(outcome: Outcome, turns: int | None, limit: str = "") -> str:
    """Return the minimum of a position in words, or "no win" or "undecided".

    `limit` is appended to "no win". It is the result of `facts.within`, or empty if the rules are shown
    elsewhere.
    """
    if turns is not None:
        return number_of(turns, "turn")
    return f"no win{limit}" if outcome is Outcome.UNSOLVABLE else "undecided"


def value_of(outcome: Outcome, bound: int, wins: int = 0) -> Value:
    """Return a row of `PackedSolutions` as a value; if solved, `wins` 0 means an unknown number of lines."""
    if outcome is Outcome.SOLVED:
        return Value(outcome, bound, wins or None)
    return Value(outcome, None, 0 if outcome is Outcome.UNSOLVABLE else None)


@dataclass(frozen=True)
class Solution(Result):
    """The minimum of a deal with a shortest line of swaps, or the lower bound proven so far.

    Turns count from the position after the deal's `moves`.
    """

    deal: Deal
    """The deal, with its `moves`."""
    rules: Rules
    """The rules used."""
    outcome: Outcome
    """Whether the deal is solved, unsolvable or undecided."""
    swaps: tuple[Swap, ...]
    """A shortest line to a win; empty unless solved."""
    lower_bound: int
    """The proven lower bound on the number of turns to a win. If solved, it is the minimum; if unsolvable, it
    is one more than the number of turns left.
    """
    stopped_by: str | None = None
    """The limit that was reached: "nodes", "seconds", "memory" or "interrupt"; None unless undecided."""
    nodes: int = 0
    """Number of states expanded."""
    seconds: float = 0.0
    """Seconds of the search, excluding the loading of tables."""

    @property
    def turns(self) -> int | None:
        """The minimum number of turns; None unless solved."""
        return len(self.swaps) if self.outcome is Outcome.SOLVED else None

    @property
    def proven(self) -> bool:
        """True if the minimum is proven, or proven not to exist; False if undecided."""
        return self.outcome is not Outcome.UNDECIDED

    @property
    def assumed(self) -> tuple[str, ...]:
        """Assumptions behind the answer: names of assumed cards, and "colours"."""
        return self.deal.assumed

    @property
    def why_over(self) -> tuple[str, ...]:
        """The reason why the game is over: the ring is in order, or no swap is legal; else empty."""
        if self.turns == 0 or self.outcome is Outcome.UNSOLVABLE:
            return why_over(self.deal, self.rules)
        return ()

    @property
    def summary(self) -> str:
        """The answer in a few words, with the status of the proof."""
        if self.turns == 0:
            return f"solved in 0 turns (proven): {self.why_over[0]}"
        if self.turns is not None:
            return f"solved in {number_of(self.turns, 'turn')} and in no fewer (proven)"
        if self.outcome is Outcome.UNDECIDED:
            least = number_of(self.lower_bound, "turn")
            return f"undecided: stopped by {self.stopped_by}; a win takes {least} or more"
        limit = within(self.rules, len(self.deal.moves))
        return f"no win{limit} (proven)" if limit else "unsolvable (proven)"

    def states(self) -> list[State]:
        """Return the states of the line, replayed by the rules.

        Returns
        -------
        list of State
            The state of the deal, and the state after each swap.
        """
        states = [self.deal.state(self.rules)]
        for swap in self.swaps:
            states.append(play(states[-1], swap, self.rules))
        return states

    def svg(
        self,
        *,
        columns: Columns = COLUMNS,
        width: float | None = None,
        theme: str = "auto",
        layout: str = "wide",
    ) -> str:
        """Return the line as an SVG text, with a small ring for each turn; without a line, the ring alone.

        Parameters
        ----------
        columns : int, default: 3
            Number of rings side by side. The layout for phones has one.
        width : float, optional
            Width in pixels; 250 for each column if left out, or 360 for a phone.
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
            `columns` is not a whole number from 1 to 25, the width is out of range, or the theme or
            the layout is unknown.
        """
        states, title = self.states(), self.summary
        return game.drawing.line(
            states,
            self.swaps,
            self.rules,
            title=title,
            columns=columns,
            width=width,
            theme=theme,
            layout=layout,
        ).svg()

    def __repr__(self) -> str:
        """Return the summary and the line on one line."""
        line = f": {' '.join(map(str, self.swaps))}" if self.swaps else ""
        return f"<Solution: {self.summary}{line}>"

    def _repr_svg_(self) -> str:
        return self.svg()

    def facts(self) -> Facts:
        """Return the facts about the deal; if it cannot be won, the reason comes first."""
        swaps = list(map(str, self.swaps))
        first = [
            deal_fact(self.deal),
            Fact("outcome", self.outcome, self.summary, style="bold"),
            reason_fact(self.why_over),
        ]
        return [
            *(first if self.outcome is not Outcome.UNSOLVABLE else first[::-1]),
            Fact("turns", self.turns),
            rules_fact(self.rules, self.deal),
            Fact("swaps", swaps, " ".join(swaps), "line"),
            *for_programs(self, "lower_bound", "proven", "stopped_by"),
            Fact("played", len(self.deal.moves)),
            assumed_fact(self.assumed),
            *effort(self),
        ]

    def replay(self, *, theme: str = "auto") -> Replay:
        """Return the line as a slide show for a notebook or a page.

        Parameters
        ----------
        theme : str, default: "auto"
            "light", "dark", or "auto" for the reader's own colour scheme.

        Returns
        -------
        Replay
            The slide show. A notebook displays it, and `save` writes it as a page.

        Raises
        ------
        ArgumentError
            The theme is unknown.
        """
        return game.drawing.replay(self.states(), self.swaps, self.rules, self.summary, theme)


def solution_of(
    deal: Deal,
    rules: Rules,
    answers: PackedSolutions,
    i: int,
    swaps: tuple[Swap, ...],
    seconds: float,
) -> Solution:
    """Return the solution of a deal from a row of the answers; `swaps` is its line."""
    outcome, bound, nodes = answers.outcome_of(i), int(answers.bound[i]), int(answers.nodes[i])
    return unchecked(
        Solution,
        deal=deal,
        rules=rules,
        outcome=outcome,
        swaps=swaps,
        lower_bound=bound,
        stopped_by=answers.stopped_by(i),
        nodes=nodes,
        seconds=seconds,
    )


def why_over(deal: Deal, rules: Rules) -> tuple[str, ...]:
    """Return the reason why a game is over: the ring is in order, or no swap is legal. Empty if it continues.

    If the reason depends on an interpretation of the rules, the text ends with "(a reading)".
    """
    state = deal.state(rules)
    if in_order(state.ring):
        dealt = "dealt in order, which counts as won (a reading)"
        return ("the ring is in order" if deal.moves else dealt,)
    if state.turns >= rules.limit or legal_moves(state, rules):
        return ()
    seat = SEATS[state.mover]
    forbidden = legal_moves(state, replace(rules, no_undo=False, undo_reading="next"))
    if not forbidden:
        return (f"Seat {seat} has no legal swap.",)
    swaps = " or ".join(map(str, forbidden))
    return (
        f"Seat {seat} has no legal swap: {swaps} would swap back, which no-undo forbids. "
        "That loses the game (a reading).",
    )


@dataclass(frozen=True)
class Verification(Result):
    """The result of replaying a line of play."""

    deal: Deal
    """The deal from which the line begins."""
    rules: Rules
    """The rules used."""
    swaps: tuple[Swap, ...]
    """The whole line, including the swaps after an illegal one."""
    states: tuple[State, ...]
    """The state before the line and after each of its legal swaps."""
    error: str | None
    """The reason why the first illegal swap is illegal; None if all swaps are legal."""
    solutions: tuple[Solution, ...]
    """The solution from each state."""
    better: tuple[Swap, ...] = ()
    """The swaps on turn `first_loss` after which the minimum could still have been reached."""

    @property
    def legal(self) -> bool:
        """True if every swap of the line is legal."""
        return self.error is None

    @property
    def in_order(self) -> bool:
        """True if the ring is in order after the legal swaps."""
        return in_order(self.states[-1].ring)

    @property
    def won(self) -> bool:
        """True if every swap of the line is legal and the ring is in order after the last swap."""
        return self.legal and self.in_order

    @property
    def lost(self) -> bool:
        """True if it is proven that no win is possible after the legal swaps."""
        return self.solutions[-1].outcome is Outcome.UNSOLVABLE

    @property
    def turns(self) -> int:
        """Number of legal swaps replayed."""
        return len(self.states) - 1

    @property
    def summary(self) -> str:
        """The result of the line (illegal, unfinished, lost or won), and the number of legal turns."""
        word = "won" if self.in_order else "lost" if self.lost else "unfinished"
        if not self.legal:
            word = f"illegal on turn {self.turns + 1}"
        played = number_of(self.turns, "legal turn")
        end = "in order" if self.in_order else "not in order"
        after = f"{word}: {played}, the ring is {end} after {'it' if self.turns == 1 else 'them'}"
        return f"{after}, and no win is possible by turn {self.rules.limit}" if self.lost else after

    def __repr__(self) -> str:
        """Return the summary on one line."""
        return f"<Verification: {self.summary}>"

    def _repr_svg_(self) -> str:
        played = self.swaps[: self.turns]
        notes = [self.error] if self.error else []
        return game.drawing.line(self.states, played, self.rules, title=self.summary, notes=notes).svg()

    def facts(self) -> Facts:
        """Return the facts about the line: its end, and a comparison with the minimum."""
        over = "" if self.error or self.in_order else " ".join(self.solutions[-1].why_over)
        lost = f"the minimum was out of reach after turn {self.first_loss}"
        better = f"on turn {self.first_loss}: {' or '.join(map(str, self.better))}"
        return [
            for_people("line", self.summary, "bold"),
            Fact("error", self.error, self.error or "", "illegal", "bold red"),
            for_people("reason", over),
            deal_fact(self.deal),
            *for_programs(self, "legal", "in_order", "turns"),
            Fact("minimum", self.minimum, self.solutions[0].summary),
            *for_programs(self, "outcome", "proven", "decided"),
            rules_fact(self.rules, self.deal),
            assumed_fact(self.deal.assumed),
            Fact("first_loss", self.first_loss, lost * (self.first_loss is not None), "lost"),
            Fact("better", self.better, better * (self.first_loss is not None)),
        ]

    @property
    def outcome(self) -> Outcome:
        """Whether the deal from which the line begins is solved, unsolvable or undecided."""
        return self.solutions[0].outcome

    @property
    def proven(self) -> bool:
        """True unless the outcome of the deal is undecided; `decided` is true if all states are proven."""
        return self.solutions[0].proven

    @property
    def stopped_by(self) -> str | None:
        """The first limit that left a state undecided; None if all states are decided."""
        return next(
            (solution.stopped_by for solution in self.solutions if solution.stopped_by is not None), None
        )

    @property
    def nodes(self) -> int:
        """Number of states expanded for all solutions."""
        return sum(one.nodes for one in self.solutions)

    @property
    def seconds(self) -> float:
        """Total seconds of the searches for all solutions."""
        return sum(one.seconds for one in self.solutions)

    @property
    def minimum(self) -> int | None:
        """The minimum of the deal from which the line begins; None if it is unknown or there is no win."""
        return self.solutions[0].turns

    @property
    def decided(self) -> bool:
        """True if every state was solved or proven unsolvable."""
        return all(solution.proven for solution in self.solutions)

    @property
    def first_loss(self) -> int | None:
        """The first turn, from 1, after which the minimum was out of reach; None if no such turn is known."""
        minimum = self.minimum
        if minimum is None:
            return None
        for turn, solution in enumerate(self.solutions):
            if not solution.proven and turn + solution.lower_bound <= minimum:
                return None
            if solution.turns is None or turn + solution.turns > minimum:
                return turn
        return None
