"""`race`: a comparison of policies on the same random deals, with confidence intervals."""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, NamedTuple, SupportsIndex

from _gamekit.limits import WorkerCount
from _gamekit.philox import Seed
from _gamekit.problems import StoppedError, or_default
from _gamekit.progress import Progress
from _gamekit.work.study import StudyOfDeals, StudyStoppedError
from amulets_solver.game.errors import ArgumentError
from amulets_solver.game.readings import Rules
from amulets_solver.game.referee import Game
from amulets_solver.racing.playing import Players, random_secrets
from amulets_solver.racing.policies import Policy
from amulets_solver.racing.results import Race, RacedGame
from amulets_solver.sizes import Games


class Results(NamedTuple):
    """The results of consecutive deals of a race."""

    deals: tuple[tuple[RacedGame, ...], ...]
    """The results of the games of each deal."""

    def plus(self, other: Results) -> Results:
        """Return these results followed by `other`, the results of the next deals."""
        return Results(self.deals + other.deals)


@dataclass(frozen=True)
class RaceSettings(StudyOfDeals[Results]):
    """The settings of a race: deals, rules and policies."""

    rules: Rules
    """The size of the game and the interpretation of its rules."""
    policies: tuple[Policy, ...]
    """The policies in the order of their seats, repeated to fill the table."""

    verb = "played"
    block = 5  # about a second of work

    def __post_init__(self) -> None:
        self.rules.check_players(self.players)
        if not 1 <= len(self.policies) <= self.players:
            raise ArgumentError(f"give 1 to {self.players} policies, not {len(self.policies)}")
        for policy in self.policies:
            if self.policies.count(policy) > 1:
                raise ArgumentError(
                    f"the policy {policy.name} is given twice; a race needs different policies"
                )

    def identity(self) -> dict[str, Any]:
        """Return the settings that determine the games, as JSON."""
        return super().identity() | {
            "study": "race",
            "rules": repr(self.rules),
            "policies": [repr(policy) for policy in self.policies],
        }

    def empty(self) -> Results:
        """Return the results of no deals."""
        return Results(())

    def read(self, value: Any, start: int, count: int) -> Results:
        """Return results from their JSON form; raise ValueError if they are not results of these deals."""
        try:
            ((*deals,),) = value
            results = tuple(
                tuple(RacedGame(winner, tuple(failed), sure, asked) for winner, failed, sure, asked in games)
                for games in deals
            )
        except (TypeError, ValueError):
            raise ValueError("these are not results of games") from None
        if len(results) != count or any(len(games) != len(self.policies) for games in results):
            raise ValueError(f"expected {len(self.policies)} games for each of {count:,} deals")
        if not all(self._may_be(game) for games in results for game in games):
            raise ValueError("these are not results of games of these players")
        return Results(results)

    def named(self, totals: Results) -> dict[str, Any]:
        """Return the results of all games by name."""
        return {"deals": [[game._asdict() for game in games] for games in totals.deals]}

    def unnamed(self, value: Any) -> Any:
        """Return the results of all games without names."""
        return [[[[game[name] for name in RacedGame._fields] for game in games] for games in value["deals"]]]

    def _may_be(self, game: RacedGame) -> bool:
        seats = range(1, self.players + 1)
        numbers = [
            game.winner,
            *game.failed,
            game.questions,
            *([game.sure_after] * (game.sure_after is not None)),
        ]
        return (
            all(type(number) is int and number >= 0 for number in numbers)
            and game.winner in (0, *seats)
            and all(seat in seats for seat in game.failed)
            and (game.sure_after or 0) <= game.questions
        )

    def answer(
        self, start: int, count: int, with_rows: bool, stop: Callable[[], bool] | None
    ) -> tuple[Results, bytes]:
        """Play some deals, and return their results; a race has no rows."""
        return Results(tuple(tuple(self._games(index, stop)) for index in range(start, start + count))), b""

    def _games(self, index: int, stop: Callable[[], bool] | None) -> Iterator[RacedGame]:
        secrets = random_secrets(self.players, self.rules, self.seed, index)
        for turn in range(len(self.policies)):
            seated = [self.policies[(seat + turn) % len(self.policies)] for seat in range(self.players)]
            played = Players(Game(secrets, self.rules), seated, self.seed, index).play(stop)
            yield RacedGame(played.winner or 0, played.failed, played.sure_after, played.questions)


class RaceStoppedError(StoppedError):
    """A race was stopped; `race` has the results so far."""

    def __init__(self, message: str, race: Race | None):
        super().__init__(message)
        self.race = race
        """The results of the finished deals, as if the race had only these deals; None if no deal was
        finished."""


def race(
    players: SupportsIndex,
    games: Games,
    policies: Sequence[Policy | str],
    *,
    seed: Seed = 0,
    rules: Rules | None = None,
    workers: WorkerCount = 1,
    executor: Executor | None = None,
    scheduler: str | None = None,
    out: str | Path | None = None,
    stop: Callable[[], bool] | None = None,
    progress: Progress | None = None,
) -> Race:
    """Compare policies on random deals.

    Each deal is played once for each policy. The policies move on by one seat each time, so that each policy
    plays in every seat.

    Parameters
    ----------
    players : int
        Number of players in each game; seat 1 begins.
    games : int
        Number of deals.
    policies : sequence of Policy or str
        The policies in the order of their seats, repeated to fill the table. For names see `Policy.named`.
    seed : int, default: 0
        Seed of the deals and of the policies' random choices.
    rules : Rules, optional
        The size of the game and the interpretation of its rules.
    workers : int, default: 1
        Number of worker processes, or with an executor the number of calls that it runs at a time. The result
        does not depend on this number.
    executor : concurrent.futures.Executor, optional
        Executor to use instead of worker processes.
    scheduler : str, optional
        Address of a Dask scheduler to use instead of worker processes; needs the extra ``cluster``.
    out : str or Path, optional
        File for the results of all games, as JSON. After a stop, the same call continues from this file.
    stop : callable, optional
        Function called before each question; the race stops if it returns True.
    progress : Progress, optional
        Function called after each block, with two counts: deals `answered` in all, and `answered_now` by this
        call.

    Returns
    -------
    Race
        Shares and means with intervals.

    Raises
    ------
    ArgumentError
        An argument is out of range, or `out` belongs to another race.
    RaceStoppedError
        `stop` returned True, or a worker was lost. The error has the results so far, and `out` keeps them.
    OSError
        `out` cannot be written.

    Examples
    --------
    >>> from amulets_solver import race
    >>> result = race(3, 2, ["entropy"], seed=1)
    >>> result.games, len(result.seats)
    (2, 3)
    """
    players, games, seed, workers = map(operator.index, (players, games, seed, workers))
    chosen = tuple(Policy.named(policy) if isinstance(policy, str) else policy for policy in policies)
    settings = RaceSettings(players, games, seed, or_default(rules, Rules), chosen)
    try:
        results = settings.run(
            workers=workers, executor=executor, scheduler=scheduler, out=out, stop=stop, progress=progress
        ).totals
    except StudyStoppedError as error:
        played = _race(replace(settings, deals=error.deals), error.totals) if error.deals else None
        raise RaceStoppedError(str(error), played) from None
    return _race(settings, results)


def _race(settings: RaceSettings, results: Results) -> Race:
    return Race(
        settings.players, settings.deals, settings.seed, settings.rules, settings.policies, results.deals
    )
