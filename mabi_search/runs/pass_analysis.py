"""Analyse an immediate pass: its outcome, and the largest group that the opponent can form alone."""

from __future__ import annotations

from dataclasses import dataclass

from _gamekit.facts import AsDict, Fact
from _gamekit.limits import Limits, Watch, limited
from _gamekit.problems import number_of
from _gamekit.search import drive
from mabi_search.game import rules as game
from mabi_search.game.errors import ArgumentError
from mabi_search.game.notation import line_words
from mabi_search.game.outcomes import Outcome
from mabi_search.game.position import Position
from mabi_search.game.rules import PASS, PASSED, SIDE_NAMES, Move, other
from mabi_search.runs.pass_searches import PassFacts, PassSearches

DEFAULT_NODES = 600_000


@dataclass(frozen=True)
class PassAnalysis(AsDict):
    """The analysis of a pass: its outcome, and the largest group that the opponent can form alone.

    Examples
    --------
    >>> from mabi_search import Position, analyse_pass
    >>> after_pass = analyse_pass(Position.parse("1b1b/w1w1/w1w1 w - w 3"))
    >>> print(after_pass.proven, after_pass.shortest, *after_pass.run)
    True True b3c3
    """

    position: Position
    """The position before the pass."""

    outcome: Outcome
    """The proven outcome for the side that passes, or undecided."""
    refutation: tuple[Move, ...]
    """The opponent's winning run with its final pass; empty unless the side that passes loses."""
    most: int
    """The size of the largest group that the opponent is known to reach in the run."""
    most_bound: int
    """An upper bound on the size of the opponent's groups in the run. It equals `most` if `most` is exact."""
    run: tuple[Move, ...]
    """A run to a group of size `most`, checked by the rules."""
    fewest: int
    """A lower bound on the number of moves of a run to `most`. If it equals the length of `run`, no run is
    shorter."""
    nodes: int
    """Number of placements searched."""
    seconds: float
    """Wall-clock seconds of the search."""
    stopped_by: str | None
    """The limit that stopped the search: "nodes", "seconds", "memory" or "interrupt". None if everything is
    known."""

    @property
    def proven(self) -> bool:
        """True if the outcome is proven."""
        return self.outcome.proven

    @property
    def exact(self) -> bool:
        """True if `most` is proven to be the largest size."""
        return self.most == self.most_bound

    @property
    def shortest(self) -> bool:
        """True if `run` is proven to be a shortest run to `most`."""
        return len(self.run) == self.fewest

    def __repr__(self) -> str:
        return f"<PassAnalysis: {self.facts()[1].words}>"

    def facts(self) -> list[Fact]:
        """Return the outcome and the opponent's largest group as facts."""
        me, them = SIDE_NAMES[self.position.side], SIDE_NAMES[other(self.position.side)]
        end = f"is a {self.outcome} (proven)" if self.proven else "is not decided"
        size = str(self.most) if self.exact else f"at least {self.most}, at most {self.most_bound}"
        length = "the fewest" if self.shortest else f"at least {self.fewest} are needed"
        moves = f"{number_of(len(self.run), 'move')}, {length}"
        run, wins = line_words(self.run, 12), line_words(self.refutation, 12)
        reached = f"if {me} passes now, that {end}; in the run {them} can reach a group of {size}"
        won = f"  {them} wins by {wins} ({number_of(len(self.refutation), 'move')})" * (
            len(self.refutation) > 1
        )
        return [
            Fact("outcome", self.outcome if self.proven else None),
            Fact("most", self.most, reached, ""),
            Fact("most_bound", self.most_bound),
            Fact("run", self.run, f"  by {run} ({moves})" * bool(self.run), ""),
            Fact("fewest", self.fewest),
            Fact("refutation", self.refutation, won, ""),
            Fact("nodes", self.nodes),
            Fact("stopped_by", self.stopped_by),
        ]


def analyse_pass(position: Position, *, limits: Limits | None = None) -> PassAnalysis:
    """Analyse an immediate pass: its outcome, and the largest group that the opponent can form alone.

    Parameters
    ----------
    position : Position
        A position of alternate play, with its history. Repetitions in the history may forbid steps.
    limits : Limits, optional
        Limits of the search. The default is 600,000 placements if neither nodes nor seconds are limited.

    Returns
    -------
    PassAnalysis
        The proven outcome of the pass; the size of the largest group that the opponent can form, or bounds on
        this size; and a run to the largest group found.

    Raises
    ------
    ArgumentError
        No run follows, because a pass is illegal, ends the game, or locks nobody out; or `max_plies` is set.

    Examples
    --------
    >>> from mabi_search import Position, analyse_pass
    >>> after_pass = analyse_pass(Position.parse("1b1b/w1w1/w1w1 w - w 3"))
    >>> print(after_pass.outcome, after_pass.most, after_pass.exact)
    win 2 True
    """
    limits = limited(limits, DEFAULT_NODES)
    state, rules = position.state, position.rules
    reason = game.why_illegal(state, PASS, rules)
    after = state if reason else game.play_unchecked(state, PASS, rules)
    if reason is None and (after.over or after.mode != PASSED):
        reason = "no run follows: " + (
            "the pass ends the game" if after.over else "a pass locks nobody out here"
        )
    if reason is None and rules.max_plies is not None:
        reason = "runs are analysed without a limit on their length, but max_plies limits it"
    if reason is not None:
        raise ArgumentError(f"a pass cannot be analysed here: {reason}")
    facts, watch = PassFacts(position, after), Watch(limits)
    searches = PassSearches(facts, limits.max_memory, limits.max_nodes)
    stop = drive(searches, watch)
    if facts.run is None:
        facts.run, facts.most, facts.fewest = (), facts.own, 0
    return PassAnalysis(
        position, facts.outcome, facts.refutation, facts.most, facts.bound, facts.run, facts.fewest,
        searches.nodes, watch.seconds, None if facts.known else stop.limit or "memory",
    )  # fmt: skip
