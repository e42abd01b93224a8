"""The searches that analyse a pass by turns, and what they know together.

In the run after the pass, the other side is the **runner**. Each search reports to
`PassFacts` what it proves.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator
from dataclasses import replace

from _gamekit.search import FixedMemory, Search, Status, Turns
from mabi_search.game import rules as game
from mabi_search.game.errors import IllegalMoveError, InternalError
from mabi_search.game.outcomes import DRAW, LOSS, UNDECIDED, WIN, Outcome
from mabi_search.game.packed import PackedPosition, pack, twice
from mabi_search.game.position import Position
from mabi_search.game.readings import sound
from mabi_search.game.rules import NOBODY, PASS, Move, State
from mabi_search.kernels.runs import levels
from mabi_search.runs.layouts import LargePlacements, TooManyError
from mabi_search.runs.region_search import RegionSearch
from mabi_search.runs.run_search import Run, RunSearch, cannot_overtake, joined_bound, region_bound

ENTRIES = 1 << 16
"""Number of placements for which each level has memory, in a search for an answer to a placement."""
ALONE_ENTRIES = 1 << 19
"""The same number for a search that aims at a group of a given size and ignores answers."""
PER_EXPANSION = 20
"""Approximate number of placements that an expansion generates."""
FIRST_EXPANSIONS, FACTOR = 64, 16
"""Number of expansions of the first search for a winning run, and the factor from each to the next."""
FIRST_ROUND = FIRST_EXPANSIONS * PER_EXPANSION * FACTOR // (FACTOR - 1)
"""Number of nodes of the first round of turns. In each round, one search for a winning run ends."""
SHARES = {"regions": 0.5, "winning run": 1, "layouts": 1, "greatest group": 1, "shortest run": 1}
"""The searches in the order of their turns. Each has this many times the nodes of a round."""
ANSWERS = (256, 16384)
"""Number of expansions in the first and in the second search for an answer to a placement."""


class PassFacts:
    """The facts known about a pass. The searches report to them, and ask them whether they still matter.

    Parameters
    ----------
    position
        The position before the pass.
    state
        The state after it.
    """

    def __init__(self, position: Position, state: State):
        self.before, self.rules, self.state = position.state, position.rules, state
        self.packed: PackedPosition = pack(state, self.rules)
        self.own, self.enemy = (game.largest(state, side) for side in (state.side, position.side))
        self.repeated = twice(self.packed, in_runs=True)
        """True if a situation has occurred twice. Repetition may then forbid steps of a run."""
        self.outcome: Outcome = UNDECIDED
        """The outcome for the side that passes."""
        self.refutation: tuple[Move, ...] = ()
        self.most = self.own
        self.run: tuple[Move, ...] | None = ()
        """The run to `most`; None if repetition forbids it."""
        self.fewest = 0
        self.bound = region_bound(self.packed)
        if state.holder == state.side:
            self.outcome, self.refutation = LOSS, (PASS,)
        elif self.own <= self.enemy and joined_bound(self.packed, self.enemy) < self.enemy:
            self.bounded(self.enemy - 1)
        self.bounded(self.bound)

    @property
    def known(self) -> bool:
        """True if the outcome, the size of the greatest group, and the length of a shortest run are known."""
        exact = self.run is not None and self.most == self.bound and len(self.run) == self.fewest
        return self.outcome.proven and exact

    @property
    def status(self) -> Status:
        """The status of a search that goes on unless everything is known."""
        return Status.DECIDED if self.known else Status.RUNNING

    @property
    def held(self) -> bool:
        """True if the side that passes is the holder."""
        return self.state.holder == game.other(self.state.side)

    def bounded(self, bound: int) -> None:
        """Record that the runner's groups never have more than `bound` pieces."""
        self.bound = min(self.bound, bound)
        # without a limit on repetition, the runner never has to pass
        if self.rules.limits_repetition and self.held and self.bound <= self.enemy:
            self.outcome = WIN

    def reached(self, run: Run) -> None:
        """Record a run, which refutes the pass if the side that passed cannot overtake after it."""
        if run.most <= self.most:
            return
        self.most, self.run = run.most, self.steps(run)
        state = self.state
        for move in self.run or ():
            state = game.play(state, move, self.rules)
        overtakes = state.holder == state.side and sound("one choice", self.rules)
        ends = self.rules.run_is_last or (self.rules.limits_repetition and cannot_overtake(state, self.rules))
        if overtakes and ends and not self.outcome.proven:
            self.outcome, self.refutation = LOSS, (*(self.run or ()), PASS)

    def won(self, run: Run) -> None:
        """Record a run after which the runner wins by a pass."""
        steps = self.steps(run) or ()
        self.outcome, self.refutation = LOSS, (*steps, PASS)
        if run.most > self.most:
            self.most, self.run = run.most, steps

    def shortened(self, run: Run, whole: bool) -> None:
        """Record a run to a group of size `most` or more; `whole` says that no run is shorter."""
        self.run = self.steps(run)
        length = len(self.run or ())
        self.most, self.fewest = run.most, length if whole else min(self.fewest, length)

    def steps(self, run: Run) -> tuple[Move, ...] | None:
        """Return the steps of a run, checked by the rules; None if repetition forbids one of them."""
        state, text = self.state, " ".join(map(str, run.steps))
        try:
            for move in run.steps:
                state = game.play(state, move, self.rules)
        except IllegalMoveError as error:
            if self.repeated:
                return None
            raise InternalError(f"the run {text}: {error}") from None
        if game.largest(state, state.side) != run.most:
            raise InternalError(f"the run {text} does not reach a group of {run.most}")
        return run.steps


class Regions(FixedMemory):
    """A search for bounds on groups, region by region: first the other side's largest size, then `most`.

    Where several regions have enough pieces to overtake, their groups can free one another from the freeze.
    The second bound is then one without a freeze, which allows every step that the freeze allows.
    """

    def __init__(self, facts: PassFacts, max_memory: int):
        self.facts, self.max_memory = facts, max_memory
        self.search = RegionSearch(facts.before, facts.rules, max_memory)
        self._several = self.search.regions_left > 0
        self._earlier = 0

    @property
    def nodes(self) -> int:
        """Number of placements searched."""
        return self._earlier + self.search.nodes

    def advance(self, quota: int) -> Status:
        """Search the regions, or begin with the next size."""
        facts = self.facts
        if facts.own > facts.enemy or facts.most >= facts.bound:
            return Status.EXHAUSTED
        if self.search.status is Status.EXHAUSTED or self.search.most >= facts.bound:
            if self.search.most == facts.most:
                return Status.EXHAUSTED
            self._earlier = self.nodes
            rules = replace(facts.rules, freeze="none") if self._several else facts.rules
            self.search = RegionSearch(facts.before, rules, self.max_memory, facts.most)
        if self.search.advance(quota) is Status.DECIDED:
            facts.bounded(self.search.most)
        return facts.status


class WinningRun(FixedMemory):
    """A search for a winning run, each time from scratch with more expansions.

    `nodes_left` returns the number of nodes that remain, or None. The search has no more expansions than are
    possible within them, since a part of its expansions is for answers.
    """

    def __init__(self, facts: PassFacts, max_memory: int, nodes_left: Callable[[], int | None]):
        self.facts, self.nodes_left, self.search = facts, nodes_left, RunSearch(max_memory)
        self.expansions, self._before, self._made = 0, 0, 0
        self.ended = False
        """True if more expansions would not help."""

    @property
    def nodes(self) -> int:
        """Number of placements generated in all searches."""
        return self.search.nodes

    def advance(self, quota: int) -> Status:
        """Search, and begin again with more expansions after a search without an answer."""
        facts, search = self.facts, self.search
        if facts.outcome.proven or self.ended:
            return Status.EXHAUSTED
        if self.expansions == 0 or search.answer != levels.RUNNING:
            self._begin()
        search.advance(quota)
        if search.wins:
            facts.won(search.run_to_aim())
        elif search.loses:
            facts.outcome = DRAW if facts.state.holder == NOBODY else WIN
        elif search.answer == levels.UNKNOWN:
            made, self._made = self._made, search.nodes - self._before
            self.ended = self.ended or search.full or made == self._made
        return facts.status

    def _begin(self) -> None:
        self.expansions = self.expansions * FACTOR or FIRST_EXPANSIONS
        nodes_left = self.nodes_left()
        if nodes_left is not None and nodes_left // PER_EXPANSION < self.expansions:
            self.expansions, self.ended = max(nodes_left // PER_EXPANSION, 1), True
        self._before = self.search.nodes
        holds = self.facts.state.holder == self.facts.state.side
        self.search.begin(self.facts.packed, holds, expansions=self.expansions)


class Layouts(FixedMemory):
    """A search of all placements with a large group, including unreachable ones, and of an answer to each."""

    def __init__(self, facts: PassFacts, max_memory: int):
        self.facts, self.answers = facts, RunSearch(max_memory, ENTRIES)
        self.placements = LargePlacements(facts.state, game.other(facts.state.side), self._follow)
        self._work = self._answer_all()
        self._asked = False
        self._quota = 0

    @property
    def nodes(self) -> int:
        """Number of placements and answers searched."""
        return self.placements.nodes + self.answers.nodes

    def advance(self, quota: int) -> Status:
        """Go on from the second round; most passes are decided in the first."""
        facts, asked = self.facts, self._asked
        self._asked, self._quota = True, quota
        if not asked or facts.outcome.proven or not facts.held:
            return Status.EXHAUSTED
        works = next(self._work, False)
        return facts.status if works or facts.known else Status.EXHAUSTED

    def _answer_all(self) -> Iterator[bool]:
        """Yield True after each slice of work."""
        facts = self.facts
        try:
            for _ in self.placements.look():
                yield True
        except TooManyError:
            return
        states = self.placements.states
        facts.bounded(max((game.largest(state, state.side) for state in states), default=facts.enemy - 1))
        if not sound("answered runs", facts.rules):
            return
        for state in states:
            if state.holder == state.side and not (yield from self._answer(state)):
                return
        facts.outcome = WIN

    def _answer(self, state: State) -> Generator[bool, None, bool]:
        """Search a winning run after the runner's pass; return whether there is one."""
        packed = pack(game.play_unchecked(state, PASS, self.facts.rules), self.facts.rules)
        for expansions in ANSWERS:
            self.answers.begin(packed, False, expansions=expansions)
            while self.answers.advance(self._quota) is Status.RUNNING:
                yield True
            if self.answers.wins:
                return True
        return False

    def _follow(self, state: State) -> Iterator[State]:
        for move in game.legal_moves(state, self.facts.rules):
            if move != PASS:
                yield game.play_unchecked(state, move, self.facts.rules)


class GroupSearch(FixedMemory):
    """A base of searches of the run for a group of at least `target` pieces, without answers."""

    def __init__(self, facts: PassFacts, max_memory: int):
        self.facts, self.search = facts, RunSearch(max_memory, ALONE_ENTRIES, answers=False)
        self.target = 0

    @property
    def nodes(self) -> int:
        """Number of placements generated."""
        return self.search.nodes

    def work(self, aim: int, target: int, quota: int) -> bool:
        """Search, from scratch if the target is another; return whether the search is over."""
        if target != self.target:
            self.target = target
            holds = self.facts.state.holder == self.facts.state.side
            self.search.begin(self.facts.packed, holds, aim, target)
        elif self.search.answer != levels.RUNNING or self.search.full:
            return True
        self.search.advance(quota)
        return False


class GreatestGroup(GroupSearch):
    """A search for a run to a larger group, or for a proof that no larger group can be reached."""

    def advance(self, quota: int) -> Status:
        """Search, and report each run to a larger group."""
        facts = self.facts
        if facts.run is None or facts.most == facts.bound:
            return Status.EXHAUSTED
        if self.work(levels.GREATEST, self.target or facts.bound, quota):
            return Status.EXHAUSTED
        facts.reached(self.search.greatest())
        if self.search.loses:
            facts.bounded(facts.most)
        return facts.status


class ShortestRun(GroupSearch):
    """A search for a shorter run to a group of size `most`, and for a lower bound on its length."""

    def advance(self, quota: int) -> Status:
        """Search, from scratch if `most` has grown."""
        facts = self.facts
        if not facts.run or len(facts.run) == facts.fewest:
            return Status.EXHAUSTED
        if self.work(levels.SHORTEST, facts.most, quota):
            return Status.EXHAUSTED
        facts.fewest = max(facts.fewest, self.search.depth)
        if self.search.wins:
            facts.shortened(self.search.run_to_aim(), self.search.whole)
        return facts.status


class PassSearches(Turns):
    """The searches of a pass, which take turns until everything is known.

    Parameters
    ----------
    facts
        What the searches report to.
    max_memory
        The memory limit in bytes, of each search.
    max_nodes
        The limit of nodes, or None.
    """

    def __init__(self, facts: PassFacts, max_memory: int, max_nodes: int | None):
        searches: dict[str, Search] = {"regions": Regions(facts, max_memory)}
        if not facts.repeated and sound("pass searches", facts.rules):
            searches["winning run"] = WinningRun(
                facts, max_memory, lambda: None if max_nodes is None else max_nodes - self.nodes
            )
            searches["layouts"] = Layouts(facts, max_memory)
        searches["greatest group"] = GreatestGroup(facts, max_memory)
        searches["shortest run"] = ShortestRun(facts, max_memory)
        super().__init__([(search, SHARES[name]) for name, search in searches.items()], FIRST_ROUND, FACTOR)
