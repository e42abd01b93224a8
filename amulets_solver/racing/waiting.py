"""Casting now (an exact chance) compared with waiting (an estimate from games played out)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from _gamekit.intervals import Interval, share
from _gamekit.philox import Seed, words
from _gamekit.problems import StoppedError
from _gamekit.progress import Progress
from amulets_solver.asking.casting import CastAdvice, cast
from amulets_solver.belief.belief import Belief
from amulets_solver.game.errors import ArgumentError
from amulets_solver.game.record import Record
from amulets_solver.game.referee import Game
from amulets_solver.game.rules import Asked, Secret, others
from amulets_solver.racing.playing import STREAM, Players
from amulets_solver.racing.policies import Policy, random_hypothesis
from amulets_solver.sizes import Games


@dataclass(frozen=True)
class WaitAdvice:
    """The chances of winning by casting now and by waiting."""

    now: CastAdvice
    """The best cast now; a failed cast loses the game."""
    waiting: Interval
    """The probability of winning by waiting and playing on by a policy: an estimate with a 95 % interval."""
    mine: Policy
    """The policy by which the player plays on."""
    rivals: Policy
    """The policy assumed of all others."""
    games: int
    """Number of games played out."""

    @property
    def better(self) -> str:
        """The better choice; "open" if the interval does not decide it."""
        if self.now.probability >= self.waiting.high:
            return "cast"
        return "wait" if self.now.probability <= self.waiting.low else "open"

    def __repr__(self) -> str:
        """Return a summary in one line."""
        waiting = self.waiting.estimate
        return f"<WaitAdvice: {self.better}; {self.now.probability:.1%} now, about {waiting:.1%} by waiting>"


def cast_or_wait(
    record: Record,
    seat: int | None = None,
    *,
    mine: Policy | None = None,
    rivals: Policy | None = None,
    games: Games = 200,
    seed: Seed = 0,
    stop: Callable[[], bool] | None = None,
    progress: Progress | None = None,
) -> WaitAdvice:
    """Return the chances of winning by casting now and by waiting.

    Hypotheses are drawn, each with the same probability. The game goes on from the left of the last asker, or
    from the player whose turn it is by the record. Each rival knows its own secret and what was heard.

    Parameters
    ----------
    record : Record
        The record of the game.
    seat : int, optional
        The seat that decides; may be left out if the record has one secret.
    mine : Policy, optional
        The player's policy; by default it asks for the greatest entropy and casts when the cast cannot fail.
    rivals : Policy, optional
        The policy of the others; by default the same.
    games : int, default: 200
        Number of games to play out.
    seed : int, default: 0
        Seed of the random choices.
    stop : callable, optional
        Called before each game; True ends the call.
    progress : Progress, optional
        Called after each game; counts: games `played`.

    Returns
    -------
    WaitAdvice
        Both chances.

    Raises
    ------
    ArgumentError
        An argument is out of range, the game is over, or this player has failed to cast.
    ContradictionError
        No secrets agree with the record.
    StoppedError
        `stop` returned True.
    """
    belief = Belief.of(record, seat)
    if record.heard is not None:
        raise ArgumentError(
            "a question is being answered; the chance of waiting is known when all have answered"
        )
    record.check_active(belief.seat)
    failed = set(record.failed)
    me, them = mine or Policy("entropy"), rivals or Policy("entropy")
    policies = [me if one == belief.seat else them for one in range(1, record.players + 1)]
    won = 0
    for number in range(games):
        if stop is not None and stop():
            raise StoppedError("stopped")
        theirs = random_hypothesis(belief, words(seed, number, STREAM))
        game, beliefs = _going_on(record, belief, theirs, failed)
        won += Players(game, policies, seed, number, beliefs).play().winner == belief.seat
        if progress is not None:
            progress(f"{number + 1:,} of {games:,} games played out", played=number + 1)
    return WaitAdvice(cast(belief), share(won, 0, games), me, them, games)


def _going_on(
    record: Record, belief: Belief, theirs: tuple[Secret, ...], failed: set[int]
) -> tuple[Game, dict[int, Belief]]:
    """Return the game, and the knowledge of each player, if the others have these secrets."""
    secrets = {belief.seat: belief.me, **dict(zip(belief.opponents, theirs, strict=True))}
    beliefs = {}
    for seat, secret in secrets.items():
        one = Belief(record.players, secret, seat, record.rules)
        for event in record.events:
            one = one.after(event)
        beliefs[seat] = one
    asked = [event.seat for event in record.events if isinstance(event, Asked)]
    turns = others(asked[-1], record.players) + asked[-1:] if asked else list(range(1, record.players + 1))
    first = record.turn or next(seat for seat in turns if seat not in failed)
    game = Game([secrets[seat] for seat in sorted(secrets)], record.rules, first)
    game.failed |= failed
    return game, beliefs
