"""Advice for a seat on what to play or ask, from worlds that agree with its knowledge."""

from __future__ import annotations

import math
import operator
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Annotated, Any, Literal

import numpy as np
from numpy.typing import NDArray

from _gamekit.checks import Between
from _gamekit.facts import AsDict, Fact, Facts, Result, Rows, effort, for_people
from _gamekit.limits import Limits, SharedWatch
from _gamekit.philox import Seed
from _gamekit.problems import number_of, or_default
from _gamekit.progress import Progress
from narabi_solver.analysis.why import Why, why_better
from narabi_solver.game.errors import ArgumentError
from narabi_solver.game.facts import reason, rules_of, rules_words
from narabi_solver.game.rules import SEATS, Rules, State, Swap, why_over
from narabi_solver.hidden.inference import softened, turns_by_partner
from narabi_solver.hidden.knowledge import Knowledge
from narabi_solver.hidden.standard_errors import ROUNDING, Comparison, compared, share_words
from narabi_solver.hidden.worlds import Worlds, WorldsDrawn, questions_of
from narabi_solver.sizes import HINT_POLICIES, INFERENCES
from narabi_solver.solving.answers import MoveValue, Outcome
from narabi_solver.solving.search import warm_up

WORLDS = 64
"""Default number of worlds."""
QUESTIONS = 5
"""Number of questions shown to people."""
MODELS = {
    "silent": "in each world everybody plays on as if all cards lay open",
    "silent-rollouts": "in each world the next seat decides by what it can know; then all cards lie open",
}
"""For each policy, its assumption about the partners, in words."""


@dataclass(frozen=True)
class HintedSwap(AsDict):
    """A legal swap with its results over the worlds."""

    swap: Swap
    """The swap."""
    expected_turns: float
    """Mean number of turns to the win, this swap included. A lost world counts as the number of turns left,
    plus one.
    """
    standard_error: float
    """Standard error of that mean, from the drawing of worlds; 0 if all worlds, or only one, were used."""
    win_probability: float
    """Total weight of the worlds that are won after the swap; the weights of all worlds sum to 1."""

    def facts(self) -> list[Fact]:
        """Return the swap and its results."""
        turns = f"{self.expected_turns:.2f}" if self.win_probability else "not won"
        won = share_words(self.win_probability)
        return [
            Fact("swap", self.swap, str(self.swap)),
            Fact("expected_turns", self.expected_turns, turns, "turns to the win"),
            Fact("standard_error", self.standard_error),
            Fact("win_probability", self.win_probability, won, "a win is possible"),
        ]


@dataclass(frozen=True)
class HintedQuestion(AsDict):
    """A question to another seat, with the expected value of its answer."""

    ask: Swap
    """The question: may the owner of the first place swap the stone there with the stone at the second
    place?
    """
    saves: float
    """Mean number of turns that knowing the answer saves."""
    yes: float
    """The probability of a yes: the total weight of the worlds in which the answer is yes."""

    def facts(self) -> list[Fact]:
        """Return the question and its value as facts for a table row."""
        return [
            Fact("ask", self.ask, str(self.ask)),
            Fact("saves", self.saves, f"{self.saves:.2f} turns"),
            Fact("yes", self.yes, share_words(self.yes)),
        ]


@dataclass(frozen=True)
class Hint(Result):
    """Advice for a seat on what to play or ask.

    Each world is evaluated as if all cards were open after the swap, or after the next turn, depending on
    `policy`. From then on all seats play perfectly, including the advised seat. The hint does not depend on
    the hidden cards themselves.
    """

    knowledge: Knowledge
    """The knowledge of the seat."""
    rules: Rules
    """The rules used."""
    moves: tuple[HintedSwap, ...]
    """All legal swaps of the seat, best first; empty if it is another seat's turn or the game is over."""
    questions: tuple[HintedQuestion, ...]
    """Questions whose answers have a positive expected value, best first."""
    worlds: int
    """Number of worlds used."""
    exact: bool
    """True if all possible worlds were used."""
    policy: str = "silent"
    """The assumed policy of the partners."""
    inference: str = "none"
    """"soft" if the other seats' swaps count as evidence of what their cards forbid; else "none"."""
    why: Comparison | None = None
    """The reason why the best swap is ranked before the second; None if there are fewer than two swaps."""
    nodes: int = field(default=0, compare=False)
    """Number of states expanded in total."""
    seconds: float = field(default=0.0, compare=False)
    """Seconds in total, excluding the loading of tables."""

    @property
    def why_none(self) -> str:
        """The reason why there are no swaps; empty if there are some."""
        knows = self.knowledge
        if self.moves:
            return ""
        if (over := why_over(knows.state, self.rules)) is not None:
            return over
        if knows.mover != knows.seat:
            return f"it is seat {SEATS[knows.mover]}'s turn"
        return f"seat {SEATS[knows.seat]} has no legal swap, so the game is lost"

    def __repr__(self) -> str:
        best = f"best {self.moves[0].swap} of {len(self.moves)}" if self.moves else self.why_none
        worlds = number_of(self.worlds, "world")
        return f"<Hint for seat {SEATS[self.knowledge.seat]}: {best}; {worlds} looked at>"

    def facts(self, most: Annotated[int, Between(0)] = QUESTIONS) -> Facts:
        """Return the best swaps and questions, and the basis of the advice.

        Parameters
        ----------
        most : int, default: 5
            Largest number of questions shown to people.

        Returns
        -------
        sequence of Fact and Rows
            Each fact has a key and a value for programs, and a text for display.
        """
        knows, hinted = self.knowledge, bool(self.moves)
        worlds = number_of(self.worlds, "world")
        looked = f"{worlds} drawn (estimates)"
        if self.exact:
            looked = f"all {worlds} (exact)" if self.worlds != 1 else "the only world (exact)"
        weights = "worlds weigh more where the others' choices look better"
        return [
            for_people(
                "to play", f"nothing: {self.why_none}" if not hinted else str(self.moves[0].swap), "bold"
            ),
            Fact("why", self.why, self._why_words),
            *knows.facts(),
            Fact("worlds", self.worlds, looked * hinted),
            Fact("exact", self.exact),
            Fact("policy", self.policy, MODELS[self.policy] * hinted, "model"),
            Fact("inference", self.inference, weights * (hinted and self.inference == "soft"), "weights"),
            *effort(self),
            Fact("rules", rules_of(self.rules, knows.players, knows.deck), rules_words(self.rules)),
            Rows("moves", [self._move_facts(move, knows.state) for move in self.moves]),
            for_people("", self._lost_words),
            Rows("questions", [self._question_facts(one, knows.state) for one in self.questions], most=most),
            for_people("", "No question is expected to save anything." * (hinted and not self.questions)),
        ]

    def _repr_svg_(self) -> str:
        return self.knowledge.svg()

    @property
    def _why_words(self) -> str:
        if self.why is None:
            return "it is the only legal swap" * bool(self.moves)
        return self.why.sentence

    @property
    def _lost_words(self) -> str:
        """Return what lost worlds count as; empty if no world is lost."""
        if all(move.win_probability > 1 - ROUNDING for move in self.moves):
            return ""
        limit = self.rules.limit
        turns = number_of(limit - self.knowledge.state.turns + 1, "turn")
        return f"A world without a win by turn {limit} counts as {turns}."

    def _move_facts(self, move: HintedSwap, state: State) -> list[Fact]:
        swap, turns, *others = move.facts()
        if move is self.moves[0]:
            swap = swap._replace(style="bold")
        if move.win_probability and not self.exact:
            turns = turns._replace(words=f"{turns.words} ± {move.standard_error:.2f}")
        return [swap, for_people("by", reason(state, move.swap)), turns, *others]

    def _question_facts(self, question: HintedQuestion, state: State) -> list[Fact]:
        own, other = (self.knowledge.ring[state.number(place)].label for place in question.ask)
        words = f"{question.ask.own}: may your {own} take the {other} at {question.ask.other}?"
        asked, *values = question.facts()
        return [
            asked,
            for_people("may the owner of the first place switch it with the second?", words),
            *values,
        ]


def hint(
    knowledge: Knowledge,
    *,
    worlds: WorldsDrawn = WORLDS,
    seed: Seed = 0,
    rules: Rules | None = None,
    limits: Limits | None = None,
    policy: Literal["silent", "silent-rollouts"] = "silent",
    inference: Literal["none", "soft"] = "none",
    progress: Progress | None = None,
) -> Hint:
    """Return advice for a seat on what to play or ask, from its knowledge only.

    Parameters
    ----------
    knowledge : Knowledge
        The knowledge of the seat. If it is another seat's turn, the hint has no swaps and uses no worlds.
    worlds : int, default: 64
        Largest number of worlds. If no more than this are possible, all of them are used and the means are
        exact; otherwise, this number of worlds is drawn.
    seed : int, default: 0
        Seed of the draws: 0 to 2^64 - 1.
    rules : Rules, optional
        No-undo and the turn limit; the plain rules if left out.
    limits : Limits, optional
        Nodes apply to each search, seconds to the whole hint; no limit if left out.
    policy : {"silent", "silent-rollouts"}, default: "silent"
        Assumption about the partners. With "silent", all cards are open after the swap. With
        "silent-rollouts", the next seat decides by its own knowledge, and all cards are open afterwards.
    inference : {"none", "soft"}, default: "none"
        With "soft", the swaps that the other seats chose are evidence of what their cards forbid, and
        determine the weights of the worlds.
    progress : Progress, optional
        Called after every 256 worlds with the number of `worlds` done. With "silent-rollouts", it is also
        called after each swap that has been evaluated, with the number of these swaps as `worlds`.

    Returns
    -------
    Hint
        Every legal swap with its mean number of turns, and the questions that are worth asking.

    Raises
    ------
    ArgumentError
        An argument is out of range.
    IllegalMoveError
        The rules forbid one of the swaps played.
    UndecidedError
        A limit was reached before every world was decided.

    References
    ----------
    .. [1] I. Frank and D. Basin, "Search in games with incomplete information: a case study using bridge card
       play", *Artificial Intelligence* 100, 1998, on the errors of evaluating worlds one by one.

    Examples
    --------
    >>> from narabi_solver import Deal, Knowledge, hint
    >>> deal = Deal.parse(
    ...     "d:higher 2:at-least-3 d:at-most-6 7:even / 1:stay 3:three-away 6:four-away 0:white"
    ...     "/ 8:2-to-6 5:dark 4:two-away w:left"
    ... )
    >>> advice = hint(Knowledge.of(deal, "B"), worlds=20)
    >>> len(advice.moves), advice.exact
    (8, False)
    """
    worlds, seed = map(operator.index, (worlds, seed))
    for name, value, allowed in (("policy", policy, HINT_POLICIES), ("inference", inference, INFERENCES)):
        if value not in allowed:
            raise ArgumentError(f"{name} must be {' or '.join(allowed)}, not {value!r}")
    rules = or_default(rules, Rules)
    if not knowledge.legal_moves_by(rules):
        return Hint(knowledge, rules, (), (), 0, False, policy, inference)
    here = Worlds.of(knowledge, worlds, seed, rules)
    limits = or_default(limits, Limits)
    warm_up(here.packed(0, 1).game)
    watch = SharedWatch(limits)
    if inference == "soft":
        here = softened(knowledge, here, watch)
    turns = here.turns(watch, _teller(progress, f"of {number_of(len(here.cards), 'world')} looked at"))
    by_swap = {swap: turns_after.astype(float) for swap, turns_after in turns.items()}
    if policy == "silent-rollouts":
        tell = _teller(progress, f"of {number_of(len(turns), 'swap')} followed")
        for number, (swap, turns_after) in enumerate(turns.items(), 1):
            by_swap[swap] = turns_by_partner(here, swap, turns_after, watch)
            if tell is not None:
                tell(number)
    moves = [_hinted(swap, turns_after, here) for swap, turns_after in by_swap.items()]
    moves.sort(key=lambda move: (round(move.expected_turns, 9), -round(move.win_probability, 9), move.swap))
    questions = worth_asking(knowledge, here, by_swap)
    why = None
    if len(moves) > 1:
        two = moves[0].swap, moves[1].swap
        alone = len(here.cards) == 1 and here.exact and policy == "silent"
        why = compared(knowledge, here, by_swap, *two, _open(here, by_swap, *two, watch) if alone else None)
    return Hint(
        knowledge,
        rules,
        tuple(moves),
        questions,
        len(here.cards),
        here.exact,
        policy,
        inference,
        why,
        watch.nodes,
        watch.seconds,
    )


def _teller(progress: Progress | None, what: str) -> Callable[[int], None] | None:
    """Return a function that reports a count to `progress`; None if `progress` is None."""
    if progress is None:
        return None
    return lambda count: progress(f"{count:,} {what}", worlds=count)


def _hinted(swap: Swap, turns: NDArray[np.float64], worlds: Worlds) -> HintedSwap:
    """Return a swap with its means over the worlds; a world that needs more turns than are left is lost.

    The worlds may have weights. The standard error is that of the weighted mean of a random sample.
    """
    mean, count = float(worlds.weights @ turns), len(turns)
    spread = float((worlds.weights**2) @ (turns - mean) ** 2)
    error = 0.0 if worlds.exact or count < 2 else math.sqrt(spread * count / (count - 1))
    return HintedSwap(swap, mean, error, float(worlds.weights @ (turns <= worlds.left)))


def _open(
    worlds: Worlds, turns: Mapping[Swap, NDArray[Any]], best: Swap, second: Swap, watch: SharedWatch
) -> Why | None:
    """Return why `best` is better than `second` when only one world is possible."""
    moves = []
    for swap in (best, second):
        count = int(turns[swap][0])
        won = count <= worlds.left
        moves.append(MoveValue(swap, Outcome.SOLVED if won else Outcome.UNSOLVABLE, count if won else None))
    return why_better(worlds.position(0), moves, second, worlds.rules, watch)


def worth_asking(
    knowledge: Knowledge, worlds: Worlds, turns: Mapping[Swap, NDArray[Any]]
) -> tuple[HintedQuestion, ...]:
    """Return the questions whose answers save turns on average over the worlds, best first."""
    weighed = np.array([*turns.values()]) * worlds.weights
    total = weighed.sum(axis=1)
    hints = []
    for ask in questions_of(knowledge):
        yes = worlds.answers(ask)
        if yes.all() or not yes.any():
            continue
        if_yes = weighed @ yes
        saves = float(total.min() - if_yes.min() - (total - if_yes).min())
        if saves > ROUNDING:
            hints.append(HintedQuestion(ask, saves, float(worlds.weights @ yes)))
    return tuple(sorted(hints, key=lambda question: (-question.saves, question.ask)))
