"""`race`: policies on the same random deals, in all seats by turns; means and shares with intervals."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from _gamekit.intervals import Interval, mean_of, share
from _gamekit.problems import StoppedError, or_default
from _gamekit.progress import Progress
from _gamekit.workers import Workers
from amulets_solver.game.errors import ArgumentError
from amulets_solver.game.readings import Rules
from amulets_solver.game.referee import Game
from amulets_solver.racing.playing import Played, Players, random_secrets
from amulets_solver.racing.policies import Policy
from amulets_solver.sizes import MAX_GAMES, MAX_SEED

BLOCK = 5
"""Deals that a worker takes at a time: about a second of work."""


class Result(NamedTuple):
    """How a game went, in numbers."""

    winner: int
    """The seat; 0: nobody."""
    failed: tuple[int, ...]
    """Seats that failed to cast."""
    sure_after: int | None
    """Questions until somebody could cast for certain; None if the game ended before."""
    questions: int
    """Questions of the game."""


@dataclass(frozen=True)
class PolicyShare:
    """What a policy reached."""

    policy: Policy
    """The policy."""
    won: Interval
    """Share of all games that a player of this policy won."""
    failed: int
    """Casts that failed."""
    difference: Interval | None
    """How much greater the share is than the first policy's, on the same deals; None for that one."""


@dataclass(frozen=True)
class Race:
    """What a race brought; intervals are of 95 % confidence."""

    players: int
    """How many play each game."""
    deals: int
    """Random deals; each is played once for each policy, the policies one seat further each time."""
    seed: int
    """Of the deals."""
    rules: Rules
    """The size of the game and the readings."""
    policies: tuple[Policy, ...]
    """They sit round the table in this order, again and again."""
    results: tuple[tuple[Result, ...], ...]
    """For each deal its games; the same for any number of workers."""

    @property
    def games(self) -> int:
        """Games played."""
        return self.deals * len(self.policies)

    @property
    def nobody(self) -> int:
        """Games that nobody won."""
        return sum(not game.winner for games in self.results for game in games)

    @property
    def questions_to_sure_cast(self) -> Interval:
        """Questions, of all players together, until somebody could cast for certain, where that happened."""
        by_deal = [[game.sure_after for game in games if game.sure_after] for games in self.results]
        return mean_of([sum(some) / len(some) for some in by_deal if some])

    @property
    def without_sure_cast(self) -> int:
        """Games that ended before anybody could cast for certain."""
        return sum(game.sure_after is None for games in self.results for game in games)

    @property
    def questions(self) -> Interval:
        """Questions of a game, of all players together."""
        return mean_of([sum(game.questions for game in games) / len(games) for games in self.results])

    @property
    def counts_to_sure_cast(self) -> dict[int, int]:
        """For each number of questions until a sure cast how many games needed it."""
        found: dict[int, int] = {}
        for games in self.results:
            for game in games:
                if game.sure_after is not None:
                    found[game.sure_after] = found.get(game.sure_after, 0) + 1
        return dict(sorted(found.items()))

    @property
    def seats(self) -> tuple[Interval, ...]:
        """For each seat, from the one that begins, the share of games that it won."""
        return tuple(map(self._seat, range(1, self.players + 1)))

    @property
    def shares(self) -> tuple[PolicyShare, ...]:
        """What each policy reached, in the order given."""
        return tuple(map(self._policy, range(len(self.policies))))

    def _seat(self, seat: int) -> Interval:
        return self._share(lambda game, turn: game.winner == seat)

    def _share(self, hit: Callable[[Result, int], bool]) -> Interval:
        """Return the share of games that are hits; games of one deal are no independent ones."""
        by_deal = [[hit(game, turn) for turn, game in enumerate(games)] for games in self.results]
        if len(self.policies) == 1:
            return share(sum(map(sum, by_deal)), 0, self.games)
        found = mean_of([sum(hits) / len(hits) for hits in by_deal])
        return Interval(found.estimate, max(0.0, found.low), min(1.0, found.high))

    def _policy(self, number: int) -> PolicyShare:
        def wins(game: Result, turn: int, which: int = number) -> bool:
            return game.winner > 0 and self._sits(game.winner, turn) == which

        difference = None
        if number:
            difference = mean_of(
                [
                    sum(wins(game, turn) - wins(game, turn, 0) for turn, game in enumerate(games))
                    / len(games)
                    for games in self.results
                ]
            )
        failed = sum(
            self._sits(seat, turn) == number
            for games in self.results
            for turn, game in enumerate(games)
            for seat in game.failed
        )
        return PolicyShare(self.policies[number], self._share(wins), failed, difference)

    def _sits(self, seat: int, turn: int) -> int:
        """Return the number of the policy in a seat, in one of the games of a deal."""
        return (seat - 1 + turn) % len(self.policies)

    def __repr__(self) -> str:
        """Return it in one line."""
        mean = self.questions_to_sure_cast.estimate
        told = "no sure cast" if mean is None else f"{mean:.2f} questions until a sure cast"
        return f"<Race: {self.games:,} games of {self.players} players; {told}>"


class RaceStoppedError(StoppedError):
    """A race was stopped; `race` is what it has until then."""

    def __init__(self, message: str, race: Race | None):
        super().__init__(message)
        self.race = race
        """The same as a race of the first deals alone, all of which were played; None if none was."""


def race(
    players: int,
    games: int,
    policies: Sequence[Policy | str],
    *,
    seed: int = 0,
    rules: Rules | None = None,
    workers: int = 1,
    stop: Callable[[], bool] | None = None,
    progress: Progress | None = None,
) -> Race:
    """Play random deals between policies.

    Each deal is played as often as there are policies; they move on by one seat each time, so all of them
    sit in all seats equally often.

    Parameters
    ----------
    players : int
        How many play each game; seat 1 begins.
    games : int
        Deals.
    policies : sequence of Policy or str
        They sit round the table in this order, again and again; a name as for `Policy.named`.
    seed : int, default: 0
        Of the deals, and of what policies draw.
    rules : Rules, optional
        The size of the game and the readings.
    workers : int, default: 1
        Worker processes; the result is the same for any number.
    stop : callable, optional
        Called before each question; True ends the call.
    progress : Progress, optional
        Called after some deals; counts: deals `played`.

    Returns
    -------
    Race
        Shares and means with intervals.

    Raises
    ------
    ArgumentError
        An argument is out of range.
    RaceStoppedError
        `stop` returned True, or a worker was lost; the error has the games played until then.

    Examples
    --------
    >>> found = race(3, 2, ["entropy"], seed=1)
    >>> found.games, len(found.seats)
    (2, 3)
    """
    rules = or_default(rules, Rules)
    rules.check_players(players)
    if type(games) is not int or not 1 <= games <= MAX_GAMES:
        raise ArgumentError(f"games must be a whole number from 1 to {MAX_GAMES:,}, not {games!r}")
    if type(seed) is not int or not 0 <= seed <= MAX_SEED:
        raise ArgumentError(f"seed must be a whole number from 0 to 2^64 - 1, not {seed!r}")
    chosen = tuple(Policy.named(one) if isinstance(one, str) else one for one in policies)
    if not 1 <= len(chosen) <= players or len(set(chosen)) < len(chosen):
        raise ArgumentError(f"name one policy or more, each once, and {players} at most")
    blocks = [(players, rules, chosen, seed, at, min(BLOCK, games - at)) for at in range(0, games, BLOCK)]
    found: dict[int, list[tuple[Result, ...]]] = {}
    done = 0
    try:
        for at, results in Workers(workers).results(_play_block, blocks, stop):
            found[at] = results
            done += len(results)
            if progress is not None:
                progress(f"{done:,} of {games:,} deals played", played=done)
    except StoppedError as error:
        first = _first_deals(found)
        played = Race(players, len(first), seed, rules, chosen, first) if first else None
        raise RaceStoppedError(str(error), played) from None
    return Race(players, games, seed, rules, chosen, _first_deals(found))


def _first_deals(found: dict[int, list[tuple[Result, ...]]]) -> tuple[tuple[Result, ...], ...]:
    """Return the games of the first deals, up to the first block that is not there."""
    deals: list[tuple[Result, ...]] = []
    while len(deals) in found:
        deals += found[len(deals)]
    return tuple(deals)


def _play_block(
    players: int,
    rules: Rules,
    policies: tuple[Policy, ...],
    seed: int,
    start: int,
    count: int,
    stop: Callable[[], bool] | None,
) -> tuple[int, list[tuple[Result, ...]]]:
    """Return the number of a block's first deal, and for each deal its games."""
    return start, [
        tuple(_results(players, rules, policies, seed, index, stop)) for index in range(start, start + count)
    ]


def _results(
    players: int,
    rules: Rules,
    policies: tuple[Policy, ...],
    seed: int,
    index: int,
    stop: Callable[[], bool] | None,
) -> Iterator[Result]:
    secrets = random_secrets(players, rules, seed, index)
    for turn in range(len(policies)):
        seated = [policies[(seat + turn) % len(policies)] for seat in range(players)]
        yield _numbers(Players(Game(secrets, rules), seated, seed, index).play(stop))


def _numbers(played: Played) -> Result:
    return Result(played.winner or 0, played.failed, played.sure_after, played.questions)
