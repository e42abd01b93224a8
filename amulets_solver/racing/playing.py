"""Games between policies. Each policy sees only what its player can know."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from _gamekit.philox import drawn, words
from _gamekit.problems import StoppedError
from amulets_solver.belief.belief import Belief
from amulets_solver.game.readings import Rules
from amulets_solver.game.referee import Game
from amulets_solver.game.rules import Asked, Event, Secret, others
from amulets_solver.racing.policies import Policy, laid

STREAM = 16
"""Number of the random stream that deals the secrets. Seat s uses stream `STREAM` + s."""
MOST_QUESTIONS = 1_000
"""Number of questions after which a game ends without a winner. Only bad policies reach it."""


@dataclass(frozen=True)
class Played:
    """A finished game between policies."""

    events: tuple[Event, ...]
    """The questions and casts, in order."""
    winner: int | None
    """The seat that won; None if nobody won."""
    failed: tuple[int, ...]
    """The seats whose casts failed."""
    sure_after: int | None
    """Number of questions before a player could first make a sure cast; None if nobody could. Players whose
    casts have failed do not count."""

    @property
    def questions(self) -> int:
        """Total number of questions of all players."""
        return sum(isinstance(event, Asked) for event in self.events)


def random_secrets(players: int, rules: Rules, seed: int, index: int) -> list[Secret]:
    """Return the secrets of one random deal. They depend only on the arguments."""
    source = words(seed, index, STREAM)
    fields = drawn(rules.fields, players, source)
    return list(map(Secret, fields, drawn(rules.colours, players, source)))


class Players:
    """The players of a game in progress, with their knowledge and policies."""

    def __init__(
        self,
        game: Game,
        policies: Sequence[Policy],
        seed: int,
        index: int,
        beliefs: Mapping[int, Belief] | None = None,
    ):
        self.game = game
        self._policies = dict(enumerate(policies, 1))
        self._sources: dict[int, Iterator[int]] = {
            seat: words(seed, index, STREAM + seat) for seat in game.secrets
        }
        self._beliefs = (
            dict(beliefs)
            if beliefs
            else {
                seat: Belief(game.players, secret, seat, game.rules) for seat, secret in game.secrets.items()
            }
        )
        self._sure_after: int | None = None
        self._asked = 0

    def play(self, stop: Callable[[], bool] | None = None, waits: int | None = None) -> Played:
        """Play the game to its end.

        If `waits` is a seat, the others may cast before the next question, and this player only after a cast.

        Raises
        ------
        StoppedError
            `stop` returned True; it is called before each question.
        """
        if waits is not None:
            self._cast(waits)
        while not self.game.over and self._asked < MOST_QUESTIONS:
            if stop is not None and stop():
                raise StoppedError("stopped")
            seat = self.game.turn
            self.game.put(seat, self._policies[seat].ask(self._beliefs[seat], self._sources[seat]))
            self._answer()
        game = self.game
        return Played(tuple(game.events), game.winner, tuple(sorted(game.failed)), self._sure_after)

    def _answer(self) -> None:
        """Answer the open question, with a chance to cast whenever the rules allow it."""
        asker, placement = self.game.question
        signs = ""
        before = dict(self._beliefs)
        self._asked += 1
        for _ in others(asker, self.game.players):
            signs += self.game.next_answer()[1]
            whole = len(signs) == self.game.players - 1
            if whole or self.game.rules.after == "answer":
                self._beliefs = {
                    seat: belief.hear(placement, signs, asker) for seat, belief in before.items()
                }
                casts = self._cast()
                before = {seat: _heard(belief, casts) for seat, belief in before.items()}
            if self.game.over:
                return

    def _cast(self, waits: int | None = None) -> list[Event]:
        """Ask each policy, the last asker's first, whether to cast; return the casts made.

        The player in the seat `waits` casts only after another cast.
        """
        happened: list[Event] = []
        for seat in self.game.casters():
            if seat == waits and not happened:
                continue
            belief = self._beliefs[seat]
            if self._sure_after is None and belief.castable:
                self._sure_after = self._asked
            advice = self._policies[seat].cast(belief)
            if advice is None:
                continue
            self.game.cast(seat, laid(self.game.rules, advice, self._sources[seat]))
            event = self.game.last_cast
            happened.append(event)
            if self.game.over:
                break
            self._beliefs = {one: belief.after(event) for one, belief in self._beliefs.items()}
        return happened


def _heard(belief: Belief, events: Sequence[Event]) -> Belief:
    for event in events:
        belief = belief.after(event)
    return belief
