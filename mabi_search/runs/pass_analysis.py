"""Analyse an immediate pass: its outcome, and the largest group that the opponent can form alone."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import count

from _gamekit.facts import Fact
from _gamekit.limits import Limits, Watch, limited
from _gamekit.problems import number_of
from _gamekit.search import Search, Status, Stop, drive
from mabi_search.game import rules as game
from mabi_search.game.errors import ArgumentError, IllegalMoveError, InternalError
from mabi_search.game.outcomes import DRAW, LOSS, UNDECIDED, WIN, Outcome
from mabi_search.game.packed import PackedPosition, pack, twice
from mabi_search.game.position import Position
from mabi_search.game.readings import sound
from mabi_search.game.rules import NOBODY, PASS, PASSED, SIDE_NAMES, Move, State, other
from mabi_search.kernels.runs import levels
from mabi_search.runs.layouts import EACH, large_placements
from mabi_search.runs.overtaking import joined_together, together
from mabi_search.runs.region_search import RegionSearch
from mabi_search.runs.run_search import Run, RunSearch, cannot_overtake

ENTRIES = 1 << 16
"""Number of placements for which each level has memory, in a search for an answer to a placement."""
ALONE_ENTRIES = 1 << 19
"""The same number for a search that aims at a group of a given size and ignores answers."""
DEFAULT_NODES = 600_000
PER_EXPANSION = 20
"""Approximate number of placements that an expansion generates."""
FIRST_EXPANSIONS = 64
"""Number of expansions of the first search. Each later search has 16 times as many."""
LAYOUTS_AT = 1
"""The round of searches, counted from 0, in which all placements with a large group are examined."""
ANSWERS = (256, 16384)
"""Number of expansions in the first and in the second search for an answer to a placement."""


@dataclass(frozen=True)
class PassAnalysis:
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
        run, wins = _some(self.run), _some(self.refutation)
        reached = f"if {me} passes now, that {end}; in the run {them} can reach a group of {size}"
        won = f"  {them} wins by {wins} ({len(self.refutation)} plies)" * (len(self.refutation) > 1)
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


def _some(moves: tuple[Move, ...], most: int = 12) -> str:
    """Return the first moves of a line, with an ellipsis if there are more."""
    return " ".join(map(str, moves[:most])) + " …" * (len(moves) > most)


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
    return _Runner(position, after, limits).answer()


class _EnoughError(Exception):
    """A limit was reached."""


class _Runner:
    """Analyse the run after the pass.

    Several searches take turns, with more effort each time, until everything is known or a limit is reached.
    """

    def __init__(self, position: Position, state: State, limits: Limits):
        self.watch = Watch(limits)
        self.position, self.rules, self.state, self.limits = position, position.rules, state, limits
        self.packed: PackedPosition = pack(state, self.rules)
        self.nodes = 0
        self.stopped_by: str | None = None
        self.own, self.enemy = (game.largest(state, side) for side in (state.side, position.side))
        self.repeated = twice(self.packed, in_runs=True)
        """True if a situation has occurred twice. Repetition may then forbid steps of a run."""
        self.outcome: Outcome = UNDECIDED
        self.refutation: tuple[Move, ...] = ()
        self.most, self.bound = self.own, together(state.board, state.side)
        self.run: tuple[Move, ...] | None = ()
        """The run to `most`; None if repetition forbids it."""
        self.fewest = 0
        self.winning = RunSearch(limits.max_memory)
        self.growing = RunSearch(limits.max_memory, ALONE_ENTRIES, answers=False)
        self.shortening = RunSearch(limits.max_memory, ALONE_ENTRIES, answers=False)
        self.confined = RegionSearch(position.state, self.rules, limits.max_memory)
        self.answers = RunSearch(limits.max_memory, ENTRIES)
        self.last: dict[RunSearch, tuple[int, int]] = {}
        """For each search, the number of expansions allowed last time and the number of placements generated
        then."""
        self.ended: set[RunSearch] = set()
        """The searches that would find no more placements with more effort."""

    def answer(self) -> PassAnalysis:
        state, sure = self.state, self.rules.limits_repetition  # otherwise the runner never has to pass
        if state.holder == state.side:
            self.outcome, self.refutation = LOSS, (PASS,)
        elif self.own <= self.enemy and joined_together(state, self.position.side) < self.enemy:
            self.bound = min(self.bound, self.enemy - 1)
        searches = not self.repeated and sound("pass searches", self.rules)
        try:
            for effort in count():
                before, expansions = self.nodes, FIRST_EXPANSIONS << 4 * effort
                self._confine(8 * expansions)
                if sure and self.bound <= self.enemy and state.holder == self.position.side:
                    self.outcome = WIN
                if searches:
                    self._overtake(expansions)
                    if effort == LAYOUTS_AT:
                        self._answer_all()
                self._grow(expansions)
                self._shorten(expansions)
                if self._is_known or (self.nodes == before and effort > LAYOUTS_AT):
                    break
        except _EnoughError:
            pass
        if self.run is None:
            self.run, self.most, self.fewest = (), self.own, 0
        known = self._is_known
        return PassAnalysis(
            self.position, self.outcome, self.refutation, self.most, self.bound, self.run, self.fewest,
            self.nodes, self.watch.seconds, None if known else self.stopped_by or "memory",
        )  # fmt: skip

    @property
    def _is_known(self) -> bool:
        exact = self.run is not None and self.most == self.bound and len(self.run) == self.fewest
        return self.outcome.proven and exact

    def _confine(self, until: int) -> None:
        """Try to prove bounds on groups region by region: the other side's largest size, then `most`."""
        while self.own <= self.enemy and self.most < self.bound:
            if self.confined.status is Status.EXHAUSTED or self.confined.most >= self.bound:
                if self.confined.most == self.most:
                    return
                memory = self.limits.max_memory
                self.confined = RegionSearch(self.position.state, self.rules, memory, self.most)
            stop = self._drive(self.confined, until)
            self._check()
            if stop is not Stop.DECIDED:
                return
            self.bound = min(self.bound, self.confined.most)

    def _overtake(self, expansions: int) -> None:
        """Search for a winning run."""
        search = self.winning
        if self.outcome.proven or not self._search(search, levels.OVERTAKE, 0, expansions):
            return
        if search.wins:
            run = search.run_to_aim()
            steps = self._steps(run) or ()
            self.outcome, self.refutation = LOSS, (*steps, PASS)
            if run.most > self.most:
                self.most, self.run = run.most, steps
        elif search.loses:
            self.outcome = DRAW if self.state.holder == NOBODY else WIN
        self._check()

    def _answer_all(self) -> None:
        """Try to answer every placement with a large group, including unreachable ones."""
        if self.outcome.proven or self.state.holder != self.position.side:
            return
        states = large_placements(self.state, self.position.side, self._follow, self._count)
        if states is None:
            return
        sizes = [game.largest(state, self.state.side) for state in states]
        self.bound = min(self.bound, max(sizes, default=self.enemy - 1))
        answers = sound("answered runs", self.rules) and all(map(self._has_answer, states))
        if answers or self.bound <= self.enemy:
            self.outcome = WIN

    def _has_answer(self, state: State) -> bool:
        """Return whether the side that passed is the holder, or wins by a run after the runner's pass."""
        if state.holder == self.position.side:
            return True
        packed = pack(game.play_unchecked(state, PASS, self.rules), self.rules)
        for expansions in ANSWERS:
            self.answers.begin(packed, False, expansions=expansions)
            self._drive(self.answers)
            self._check()
            if self.answers.wins:
                return True
        return False

    def _follow(self, state: State) -> Iterator[State]:
        self._count(1)
        for move in game.legal_moves(state, self.rules):
            if move != PASS:
                yield game.play_unchecked(state, move, self.rules)

    def _count(self, nodes: int = EACH) -> None:
        self.nodes += nodes
        self.watch.spent = self.nodes
        self.stopped_by = self.watch.stopped_by(0)
        self._check()

    def _grow(self, expansions: int) -> None:
        """Search for a run to a larger group, or for a proof that no larger group can be reached."""
        search = self.growing
        if self.run is None or self.most == self.bound:
            return
        if self._search(search, levels.GREATEST, self.bound, expansions):
            run = search.greatest()
            if run.most > self.most:
                self.most, self.run = run.most, self._steps(run)
                self._refute(self.run or ())
            if search.loses:
                self.bound = self.most
            self._check()

    def _refute(self, steps: tuple[Move, ...]) -> None:
        """Report a loss if the runner overtakes by these steps, and the side that passed cannot answer."""
        state = self.state
        for move in steps:
            state = game.play(state, move, self.rules)
        overtakes = state.holder == state.side and sound("one choice", self.rules)
        ends = self.rules.run_is_last or (self.rules.limits_repetition and cannot_overtake(state, self.rules))
        if overtakes and ends and not self.outcome.proven:
            self.outcome, self.refutation = LOSS, (*steps, PASS)

    def _shorten(self, expansions: int) -> None:
        """Search for a shorter run to a group of size `most`, and for a lower bound on its length."""
        search = self.shortening
        if not self.run or len(self.run) == self.fewest:
            return
        if self._search(search, levels.SHORTEST, self.most, expansions):
            self.fewest = max(self.fewest, search.depth)
            if search.wins:
                self.run = self._steps(search.run_to_aim())
                self.fewest = len(self.run or ()) if search.whole else min(self.fewest, len(self.run or ()))
            self._check()

    def _search(self, search: RunSearch, aim: int, target: int, expansions: int) -> bool:
        """Search the run with this number of expansions; return False if more expansions would not help."""
        if search in self.ended:
            return False
        if self.limits.max_nodes is not None:
            expansions = min(expansions, max((self.limits.max_nodes - self.nodes) // PER_EXPANSION, 1))
        before = search.nodes
        search.begin(self.packed, self.state.holder == self.state.side, aim, target, expansions)
        self._drive(search, before=before)
        made = search.nodes - before
        fewer, made_with_fewer = self.last.get(search, (0, 0))
        if search.full or (made == made_with_fewer and expansions > fewer):
            self.ended.add(search)
        self.last[search] = expansions, made
        return True

    def _drive(self, search: Search, until: int | None = None, before: int | None = None) -> Stop:
        before = search.nodes if before is None else before
        self.watch.spent = self.nodes - before
        stop = drive(search, self.watch, until=until)
        self.nodes += search.nodes - before
        self.stopped_by = stop.limit or self.watch.stopped_by(search.nodes)  # short searches end first
        return stop

    def _check(self) -> None:
        """End all searches if a limit was reached."""
        if self.stopped_by is not None:
            raise _EnoughError

    def _steps(self, run: Run) -> tuple[Move, ...] | None:
        """Return the steps of a run, checked by the rules; None if repetition forbids one of them."""
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
