"""Games between policies. Each policy sees only what its player can know."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum

from _gamekit.philox import drawn, words
from _gamekit.problems import StoppedError
from amulets_solver.belief.belief import Belief
from amulets_solver.game.placement import Placement
from amulets_solver.game.readings import Rules
from amulets_solver.game.referee import Game
from amulets_solver.game.rules import Asked, Cast, Event, Secret
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


class Choice(Enum):
    """A decision that is left to a person."""

    ASK = "ask"
    """The question, on the person's turn."""
    CAST = "cast"
    """Whether to cast before the next answer or question."""


Step = Event | Choice
"""A question with the answers given so far, a cast, or a decision that is left to a person."""


class Players:
    """The players of a game in progress, with their knowledge and policies.

    A player without a policy asks and casts nothing.
    """

    def __init__(
        self,
        game: Game,
        policies: Sequence[Policy | None],
        seed: int,
        index: int,
        beliefs: Mapping[int, Belief] | None = None,
    ):
        self.game = game
        self._policies = dict(enumerate(policies, 1))
        self._sources: dict[int, Iterator[int]] = {
            seat: words(seed, index, STREAM + seat) for seat in game.secrets
        }
        self.beliefs = (
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

        If `waits` is a seat, the others may cast before the next answer or question, and this player only
        after a cast.

        Raises
        ------
        StoppedError
            `stop` returned True; it is called before each question.
        """
        for _ in self.steps(stop=stop, waits=waits):
            pass
        game = self.game
        return Played(tuple(game.events), game.winner, tuple(sorted(game.failed)), self._sure_after)

    def steps(
        self,
        person: int | None = None,
        *,
        stop: Callable[[], bool] | None = None,
        waits: int | None = None,
    ) -> Generator[Step, Placement | None, None]:
        """Play the game to its end, and yield what happens.

        A decision of the seat `person` is yielded as a `Choice`. A placement that is sent back is asked; None
        asks nothing. The person casts by `cast`, before None is sent. For other arguments see `play`.
        """
        game = self.game
        if waits is not None:
            yield from self._casts(waits=waits)
        while not game.over and self._asked < MOST_QUESTIONS:
            if not game.answering:
                if stop is not None and stop():
                    raise StoppedError("stopped")
                placement, seat = None, game.turn
                if seat == person:
                    placement = yield Choice.ASK
                elif (policy := self._policies[seat]) is not None:
                    placement = policy.ask(self.beliefs[seat], self._sources[seat])
                if placement is None:
                    if not game.over and game.turn == seat:  # no cast of this player has failed
                        game.pass_turn(seat)
                    continue
                game.put(seat, placement)
                self._asked += 1
                yield Asked(seat, placement, "")
            yield from self._answers(person)

    def cast(self, seat: int, placement: Placement) -> Cast:
        """Cast for a player, and return the cast, which all players hear."""
        self.game.cast(seat, placement)
        event = self.game.last_cast
        if not self.game.over:
            self.beliefs = {one: belief.after(event) for one, belief in self.beliefs.items()}
        return event

    def _answers(self, person: int | None) -> Iterator[Step]:
        """Answer the open question, with a chance to cast whenever the rules allow it."""
        game = self.game
        asker, placement = game.question
        signs = game.heard
        while game.answering:
            signs += game.next_answer()[1]
            asked = Asked(asker, placement, signs)
            may_cast = not game.answering or game.rules.after == "answer"
            if may_cast:
                self.beliefs = {seat: belief.after(asked) for seat, belief in self.beliefs.items()}
            yield asked
            if may_cast:
                yield from self._casts(person)

    def _casts(self, person: int | None = None, waits: int | None = None) -> Iterator[Step]:
        """Ask each player, the last asker first, whether to cast; yield the casts made.

        The player in the seat `waits` casts only after another cast.
        """
        failed = self.game.failed
        for seat in self.game.casters():
            if seat == waits and self.game.failed == failed:
                continue
            belief, policy = self.beliefs[seat], self._policies[seat]
            if self._sure_after is None and belief.castable:
                self._sure_after = self._asked
            if seat == person:
                yield Choice.CAST
            elif policy is not None and (advice := policy.cast(belief)) is not None:
                yield self.cast(seat, laid(self.game.rules, advice, self._sources[seat]))
            if self.game.over:
                return
