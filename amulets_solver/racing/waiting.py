"""Comparison of casting now (an exact chance) with waiting (an estimate from random playouts)."""

from __future__ import annotations

import operator
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import SupportsIndex

from _gamekit.facts import AsDict, Fact
from _gamekit.intervals import CONFIDENCE, Interval, share
from _gamekit.philox import Seed, words
from _gamekit.problems import StoppedError, number_of
from _gamekit.progress import Progress
from amulets_solver.asking.casting import CastAdvice, cast
from amulets_solver.belief.belief import Belief
from amulets_solver.game.errors import ArgumentError
from amulets_solver.game.record import Record
from amulets_solver.game.referee import Game
from amulets_solver.game.rules import Secret
from amulets_solver.racing.playing import STREAM, Players
from amulets_solver.racing.policies import Policy, random_hypothesis
from amulets_solver.sizes import Games


@dataclass(frozen=True)
class WaitAdvice(AsDict):
    """The chances of winning by casting now and by waiting."""

    now: CastAdvice
    """The best cast now. A failed cast loses the game."""
    waiting: Interval
    """The estimated probability of winning by waiting and following `mine`, with a 95 % interval."""
    mine: Policy
    """The policy that the player follows after waiting."""
    rivals: Policy
    """The policy that all other players are assumed to follow."""
    games: int
    """Number of playouts."""

    @property
    def better(self) -> str:
        """The better choice, "cast" or "wait".

        It is "open" if the interval for waiting contains the chance to win by casting now.
        """
        if self.now.probability >= self.waiting.high:
            return "cast"
        return "wait" if self.now.probability <= self.waiting.low else "open"

    def facts(self) -> list[Fact]:
        """Return the chance of winning by waiting, and what is better, as facts."""
        return [
            Fact("won", self.waiting),
            Fact("better", self.better),
            Fact("policy", self.mine.name),
            Fact("rivals", self.rivals.name),
            Fact("games", self.games),
            Fact("confidence", CONFIDENCE),
        ]

    def __repr__(self) -> str:
        """Return a summary in one line."""
        waiting = self.waiting.estimate
        return f"<WaitAdvice: {self.better}; {self.now.probability:.1%} now, about {waiting:.1%} by waiting>"


def cast_or_wait(
    record: Record,
    seat: SupportsIndex | None = None,
    *,
    mine: Policy | None = None,
    rivals: Policy | None = None,
    games: Games = 200,
    seed: Seed = 0,
    stop: Callable[[], bool] | None = None,
    progress: Progress | None = None,
) -> WaitAdvice:
    """Return the chances of winning by casting now and by waiting.

    Each playout draws a hypothesis at random; all are equally likely. The rivals, each of whom knows its own
    secret and the events so far, may cast at once, in the order of precedence. This player waits, unless a
    rival's cast fails first. Then the open question, if any, is answered, and the player whose turn it is
    asks, by default player 1 at the start.

    Parameters
    ----------
    record : Record
        The record of the game.
    seat : int, optional
        The seat of the player who decides. It may be omitted if the record has only one secret.
    mine : Policy, optional
        The player's policy. By default it asks for the greatest entropy and makes only sure casts.
    rivals : Policy, optional
        The policy of the others; by default it asks for the greatest entropy and makes only sure casts.
    games : int, default: 200
        Number of playouts.
    seed : int, default: 0
        Seed of the random choices.
    stop : callable, optional
        Function called before each playout; the call stops if it returns True.
    progress : Progress, optional
        Function called after each playout, with the number of playouts `played`.

    Returns
    -------
    WaitAdvice
        Both chances.

    Raises
    ------
    ArgumentError
        An argument is out of range, the game is over, this player's cast has failed, or a question is open
        and casts wait for all answers (``after="round"``).
    ContradictionError
        No secrets agree with the record.
    StoppedError
        `stop` returned True.
    """
    games, seed = map(operator.index, (games, seed))
    belief = Belief.of(record, seat if seat is None else operator.index(seat))
    record.check_active(belief.seat)
    if record.question is not None and record.rules.after == "round":
        raise ArgumentError("a question is being answered, and casts wait for all its answers (after=round)")
    me, them = mine or Policy("entropy"), rivals or Policy("entropy")
    policies = [me if one == belief.seat else them for one in range(1, record.players + 1)]
    won = 0
    for number in range(games):
        if stop is not None and stop():
            raise StoppedError("stopped")
        theirs = random_hypothesis(belief, words(seed, number, STREAM))
        players = _going_on(record, belief, theirs, policies, seed, number)
        won += players.play(waits=belief.seat).winner == belief.seat
        if progress is not None:
            progress(f"{number + 1:,} of {number_of(games, 'game')} played out", played=number + 1)
    return WaitAdvice(cast(belief), share(won, 0, games), me, them, games)


def _going_on(
    record: Record,
    belief: Belief,
    theirs: tuple[Secret, ...],
    policies: Sequence[Policy],
    seed: int,
    number: int,
) -> Players:
    """Return the players after the record, if the others have `theirs`."""
    secrets = {belief.seat: belief.me, **dict(zip(belief.opponents, theirs, strict=True))}
    known = replace(record, secrets=secrets)
    beliefs = {seat: Belief.of(known, seat) for seat in secrets}
    return Players(Game.of(known), policies, seed, number, beliefs)
