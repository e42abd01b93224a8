"""What if the side to move passes now: what the opponent can reach alone, and whether it decides."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from _gamekit.limits import Limits, Watch, limited
from _gamekit.moved import attributes, keyword_options
from _gamekit.problems import check_kind
from mabi_search.game import rules as game
from mabi_search.game.errors import ArgumentError, IllegalMoveError, InternalError
from mabi_search.game.outcomes import DRAW, LOSS, UNDECIDED, WIN, Outcome
from mabi_search.game.position import Position
from mabi_search.game.rules import NOBODY, PASS, PASSED, Move, State

if TYPE_CHECKING:
    from mabi_search.packed import PackedPosition
    from mabi_search.runs.run_search import Run, RunSearch

ENTRIES = 1 << 16
"""Placements kept in each search of an answer to a run."""
ALONE_ENTRIES = 1 << 19
"""Placements kept when only the size matters, which needs no answers."""
DEFAULT_NODES = 600_000
PER_EXPANSION = 60
"""A third of the nodes is for each search, and an expansion meets about 20 placements."""


@dataclass(frozen=True)
class PassAnalysis:
    """What a pass now leads to: who wins, and how large a group the other side can make, moving alone.

    Examples
    --------
    >>> from mabi_search import Position, analyse_pass
    >>> found = analyse_pass(Position.parse("1b1b/w1w1/w1w1 w - w 3"))
    >>> print(found.proven, found.shortest, *found.run)
    True True b3c3
    """

    position: Position
    """Before the pass."""

    outcome: Outcome
    """For the side that passes, proven; undecided if it is not known."""
    refutation: tuple[Move, ...]
    """If it loses, the run that wins, with its pass."""
    most: int
    """The largest group the opponent is shown to reach, moving alone."""
    most_bound: int
    """No run reaches a larger one; equal to `most` if that is exact."""
    run: tuple[Move, ...]
    """A run to `most`, replayed by the rules."""
    fewest: int
    """No run to `most` has fewer moves; equal to the length of `run` if that is a shortest one."""
    nodes: int
    """Placements searched."""
    seconds: float
    """Wall-clock seconds, without those in which kernels were compiled or loaded."""
    stopped_by: str | None
    """The limit that was reached, if anything is open: "nodes", "seconds", "memory", "interrupt"."""

    @property
    def proven(self) -> bool:
        """True if the outcome is proven."""
        return self.outcome.proven

    @property
    def exact(self) -> bool:
        """True if `most` is the largest size for certain."""
        return self.most == self.most_bound

    @property
    def shortest(self) -> bool:
        """True if `run` is a shortest one to `most` for certain."""
        return len(self.run) == self.fewest


@keyword_options
def analyse_pass(position: Position, *, limits: Limits | None = None) -> PassAnalysis:
    """Return what happens if the side to move passes now: what the opponent can reach, moving alone.

    Parameters
    ----------
    position : Position
        Of alternate play, with its past, which may forbid steps.
    limits : Limits, optional
        600,000 placements if neither nodes nor seconds are limited.

    Returns
    -------
    PassAnalysis
        The largest group the opponent can reach, exact or between two bounds, a run to it, and what is
        proven about the pass.

    Raises
    ------
    ArgumentError
        No run follows: a pass is not legal, ends the game, or locks nobody out; or `max_plies` is set.

    Examples
    --------
    >>> from mabi_search import Position, analyse_pass
    >>> found = analyse_pass(Position.parse("1b1b/w1w1/w1w1 w - w 3"))
    >>> print(found.outcome, found.most, found.exact)
    win 2 True
    """
    check_kind(position, Position)
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
        raise ArgumentError(f"no analysis of a pass here: {reason}")
    return _Runner(position, after, limits).answer()


class _Runner:
    """The side that runs, after the pass."""

    def __init__(self, position: Position, state: State, limits: Limits):
        self.watch = Watch(limits)
        with self.watch.uncounted():
            from mabi_search import packed  # noqa: PLC0415  (loads kernels)
            from mabi_search.kernels.runs import levels, shape  # noqa: PLC0415  (compiled when needed)
            from mabi_search.runs import run_search  # noqa: PLC0415

        self.levels, self.shape, self.run_search = levels, shape, run_search
        self.position, self.rules = position, position.rules
        self.state, self.limits = state, limits
        self.packed: PackedPosition = packed.pack(state, self.rules)
        self.nodes = 0
        self.stopped_by: str | None = None
        self.own, self.enemy = (game.largest(state, side) for side in (state.side, game.other(state.side)))
        self.repeated = packed.twice(self.packed, in_runs=True)
        """A situation has occurred twice already, so steps that a run needs may be forbidden."""

    def answer(self) -> PassAnalysis:
        levels = self.levels
        outcome, refutation = self._decide()
        search = self.run_search.RunSearch(self.watch, ALONE_ENTRIES, answers=False)
        bound = self._together()
        self._search(search, levels.GREATEST, bound, 2)
        most = search.greatest().most
        run = self._steps(search.greatest())
        if search.loses:
            bound = most
        if run:
            self._search(search, levels.SHORTEST, most, 3)
            fewest = search.depth
            if search.wins:
                run = self._steps(search.found())
                fewest = len(run or ()) if search.whole else fewest
        if run is None:
            run, most = (), self.own
        if not run:
            fewest = 0
        stopped_by = None if outcome.proven and most == bound and len(run) == fewest else self.stopped_by
        return PassAnalysis(
            self.position,
            outcome,
            refutation,
            most,
            bound,
            run,
            fewest,
            self.nodes,
            self.watch.seconds,
            stopped_by,
        )

    def _decide(self) -> tuple[Outcome, tuple[Move, ...]]:
        """Return the outcome for the side that passed, and what wins against it."""
        state = self.state
        if state.holder == state.side:
            return LOSS, (PASS,)
        sure = self.rules.repetition != "off"  # else the runner may run for ever
        if state.holder != NOBODY and self._together() <= self.enemy:
            return (WIN if sure else UNDECIDED), ()
        if (
            not sure
            or self.repeated
            or self.rules.pass_rule == "resume"
            or self.rules.repetition == "placement"
        ):
            return UNDECIDED, ()
        search = self.run_search.RunSearch(self.watch, ENTRIES)
        self._search(search, self.levels.OVERTAKE, 0, 1)
        if search.wins:
            return LOSS, (*(self._steps(search.found()) or ()), PASS)
        if search.loses:
            return (DRAW if state.holder == NOBODY else WIN), ()
        return UNDECIDED, ()

    def _together(self) -> int:
        """Return the most of the runner's pieces in a region of the squares not taken by the other side."""
        return int(self.shape.most_together(self.packed.setting, self.packed.own, self.packed.enemy))

    def _search(self, search: RunSearch, aim: int, target: int, part: int) -> None:
        """Search for an aim with a third of what the limits allow."""
        limits, before = self.limits, search.made
        seconds = None if limits.max_seconds is None else limits.max_seconds * part / 3
        self.watch.limits = replace(limits, max_nodes=None, max_seconds=seconds)  # nodes limit the expansions
        expansions = self.run_search.ALL
        if limits.max_nodes is not None:
            expansions = max(limits.max_nodes // PER_EXPANSION, 1)
        search.begin(self.packed, self.state.holder == self.state.side, aim, target, expansions)
        search.go_on()
        self.nodes += search.made - before
        if not search.wins and not search.loses:
            used_up = "memory" if search.full else "nodes"
            self.stopped_by = search.stopped_by or self.stopped_by or used_up

    def _steps(self, run: Run) -> tuple[Move, ...] | None:
        """Return the steps of a run, replayed by the rules; None if a situation would arise too often."""
        steps, state = run.steps, self.state
        try:
            for move in steps:
                state = game.play(state, move, self.rules)
        except IllegalMoveError as error:
            if self.repeated:
                return None
            raise InternalError(f"the run {' '.join(map(str, steps))}: {error}") from None
        if game.largest(state, state.side) != run.most:
            raise InternalError(f"the run {' '.join(map(str, steps))} does not reach a group of {run.most}")
        return steps


__getattr__ = attributes(__name__, {"Passed": "PassAnalysis"})
