"""Judges each swap of a game by the knowledge of its player, to distinguish mistakes from bad luck."""

from __future__ import annotations

import math
import operator
from dataclasses import dataclass, replace

import numpy as np

from _gamekit.facts import AsDict, Fact, Words
from _gamekit.limits import Limits, SharedWatch
from _gamekit.philox import Seed
from _gamekit.problems import number_of, or_default
from _gamekit.progress import Progress
from narabi_solver.game.played import PlayedGame
from narabi_solver.game.questions import Answer
from narabi_solver.game.rules import SEATS, Rules, State, Swap, play
from narabi_solver.hidden.hinting import WORLDS
from narabi_solver.hidden.knowledge import Knowledge
from narabi_solver.hidden.standard_errors import ROUNDING
from narabi_solver.hidden.worlds import Worlds, WorldsDrawn
from narabi_solver.solving.packing import pack
from narabi_solver.solving.search import warm_up

ERRORS = 2.0
"""A swap is a mistake if another swap looks better by more than this number of standard errors."""


class HiddenJudgement(Words):
    """The judgement of a swap by the knowledge of its player.

    Another swap looked better if its mean turns were fewer by more than two standard errors.
    """

    BEST = "best"
    """No other swap looked better, and no other swap was better with open cards."""
    UNLUCKY = "unlucky"
    """No other swap looked better, but another swap was better with open cards."""
    MISTAKE = "mistake"
    """Another swap looked better."""


@dataclass(frozen=True)
class HiddenTurn(AsDict):
    """A swap of a game, judged by the knowledge of its player."""

    number: int
    """The number of the turn, from 1."""
    swap: Swap
    """The swap that was played."""
    judgement: HiddenJudgement
    """The judgement of the swap."""
    expected_turns: float
    """Mean turns to the win, the swap included, over worlds that agree with the seat's knowledge."""
    best: Swap
    """The swap that looked best; the played swap if no other swap looked better."""
    best_expected_turns: float
    """Mean turns to the win after the best-looking swap, that swap included, over the same worlds."""
    standard_error: float
    """Standard error of the difference of the two means, from the drawing of worlds; 0 if all worlds, or only
    one world, were used, or if no other swap looked better.
    """
    turns: int
    """Turns to the win with open cards, the swap included; if the game is lost, the number of turns left plus
    one.
    """
    fewest_turns: int
    """Turns to the win after the best swap with open cards, that swap included."""
    assignments: int
    """Number of assignments of cards that the seat considered possible."""

    def __repr__(self) -> str:
        return f"<HiddenTurn {self.number}: {self.swap}, {self.judgement}>"

    @property
    def seat(self) -> int:
        """The seat that played the swap (A = 0)."""
        return self.swap.own.seat

    def facts(self) -> list[Fact]:
        """Return the judgement as a row of a table."""
        better = ""
        if self.best != self.swap:
            better = f"{self.best}: {self.best_expected_turns:.2f}"
            better += f", difference ± {self.standard_error:.2f}" if self.standard_error else ""
        truth = f"{self.turns}" + f", best {self.fewest_turns}" * (self.turns > self.fewest_turns)
        return [
            Fact("turn", self.number, str(self.number)),
            Fact("seat", SEATS[self.seat]),
            Fact("swap", self.swap, str(self.swap)),
            Fact("judgement", self.judgement, self.judgement),
            Fact("expected_turns", self.expected_turns, f"{self.expected_turns:.2f}", "expected turns"),
            Fact("best", self.best, better, "looked better"),
            Fact("best_expected_turns", self.best_expected_turns),
            Fact("standard_error", self.standard_error),
            Fact("turns", self.turns, truth, "with all cards open"),
            Fact("fewest_turns", self.fewest_turns),
            Fact("assignments", self.assignments),
        ]


def judge_hidden(
    game: PlayedGame,
    *,
    worlds: WorldsDrawn = WORLDS,
    seed: Seed = 0,
    rules: Rules | None = None,
    limits: Limits | None = None,
    progress: Progress | None = None,
) -> tuple[HiddenTurn, ...]:
    """Return a judgement of every swap of a game by the knowledge of its player.

    A player knows the cards of the stones that they have or had, the swaps played, and the answers. All seats
    are assumed to continue as if all cards were open, as in `hint`.

    Parameters
    ----------
    game : PlayedGame
        The game with all cards and with the answers.
    worlds : int, default: 64
        Largest number of worlds for each turn, as for `hint`.
    seed : int, default: 0
        Seed of the draws: 0 to 2^64 - 1.
    rules : Rules, optional
        No-undo and the turn limit; the plain rules if left out.
    limits : Limits, optional
        Nodes apply to each search, seconds to the whole game; no limit if left out.
    progress : Progress, optional
        Called after each turn with the number of `turns` judged.

    Returns
    -------
    tuple of HiddenTurn
        A judgement for each swap.

    Raises
    ------
    ArgumentError
        An argument is out of range.
    IllegalMoveError
        The rules forbid one of the swaps.
    UndecidedError
        A limit was reached before every world was decided.

    Examples
    --------
    >>> from narabi_solver import PlayedGame, judge_hidden
    >>> game = PlayedGame.parse(
    ...     "d:higher 2:at-least-3 d:at-most-6 7:even / 1:stay 3:three-away 6:four-away 0:white"
    ...     "/ 8:2-to-6 5:dark 4:two-away w:left moves B4-C1"
    ... )
    >>> [str(turn.judgement) for turn in judge_hidden(game)]
    ['mistake']
    """
    rules, limits = or_default(rules, Rules), or_default(limits, Limits)
    state = game.deal.start()
    warm_up(pack(state, rules).game)
    watch = SharedWatch(limits)
    judged: list[HiddenTurn] = []
    for i, event in enumerate(game.events):
        if isinstance(event, Answer):
            continue
        after = play(state, event, rules)
        knows = Knowledge.of(replace(game, events=game.events[:i]), state.mover)
        drawn = Worlds.of(knows, operator.index(worlds), operator.index(seed), rules)
        judged.append(_judged(len(judged) + 1, event, state, drawn, knows.count, watch))
        state = after
        if progress is not None:
            progress(f"{len(judged)} of {number_of(game.turns, 'turn')} judged", turns=len(judged))
    return tuple(judged)


def _judged(
    number: int, swap: Swap, state: State, drawn: Worlds, assignments: int, watch: SharedWatch
) -> HiddenTurn:
    turns = drawn.turns(watch)
    means = {choice: float(drawn.weights @ counts) for choice, counts in turns.items()}
    best = min(means, key=means.__getitem__)
    more = turns[swap] - turns[best]
    spread = float(drawn.weights @ (more - (means[swap] - means[best])) ** 2)
    count = len(more)
    error = 0.0 if drawn.exact or count < 2 else math.sqrt(spread / (count - 1))
    names = [card.name for card in state.deck]
    cards = np.array([[names.index(stone.card) for stone in state.ring]], np.uint8)
    truth = Worlds(state, drawn.rules, cards, np.ones(1), exact=True).turns(watch)
    fewest = min(int(counts[0]) for counts in truth.values())
    judged = HiddenJudgement.MISTAKE
    if means[swap] - means[best] <= ERRORS * error + ROUNDING:
        best, error = swap, 0.0
        judged = HiddenJudgement.BEST if truth[swap][0] == fewest else HiddenJudgement.UNLUCKY
    return HiddenTurn(
        number, swap, judged, means[swap], best, means[best], error, int(truth[swap][0]), fewest, assignments
    )
