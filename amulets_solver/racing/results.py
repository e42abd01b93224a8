"""Results of races: shares and means with confidence intervals."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple

from _gamekit.facts import AsDict, Fact, Facts, Result, Rows, for_people
from _gamekit.intervals import CONFIDENCE, Interval, mean_of, share
from _gamekit.problems import number_of
from amulets_solver.game.readings import Rules
from amulets_solver.racing.policies import Policy


class RacedGame(NamedTuple):
    """The result of one game."""

    winner: int
    """The seat that won; 0 if nobody did."""
    failed: tuple[int, ...]
    """The seats whose casts failed."""
    sure_after: int | None
    """Number of questions before somebody could make a sure cast; None if nobody could."""
    questions: int
    """Number of questions in the game."""


@dataclass(frozen=True)
class PolicyShare(AsDict):
    """The results of a policy in a race."""

    policy: Policy
    """The policy."""
    won: Interval
    """Share of games won by a player with this policy."""
    failed: int
    """Number of casts that failed."""
    difference: Interval | None
    """Share won minus the first policy's share, on the same deals; None for the first policy."""

    def facts(self) -> list[Fact]:
        """Return the results as facts for a table row."""
        more = share_text(self.difference) if self.difference else ""
        return [
            Fact("policy", self.policy.name, self.policy.name),
            Fact("won", self.won, share_text(self.won)),
            Fact("difference", self.difference, more, "more than the first"),
            Fact("failed", self.failed, f"{self.failed:,}", "failed casts"),
        ]


@dataclass(frozen=True)
class Race(Result):
    """The results of a race. Intervals have 95 % confidence."""

    players: int
    """Number of players in each game."""
    deals: int
    """Number of random deals. Each is played once for each policy, and the policies move on by one seat each
    time."""
    seed: int
    """Seed of the deals."""
    rules: Rules
    """The size of the game and the interpretation of its rules."""
    policies: tuple[Policy, ...]
    """The policies in the order of their seats, repeated to fill the table."""
    results: tuple[tuple[RacedGame, ...], ...]
    """The results of the games of each deal. They do not depend on the number of workers."""

    @property
    def games(self) -> int:
        """Number of games played."""
        return self.deals * len(self.policies)

    @property
    def nobody(self) -> int:
        """Number of games that nobody won."""
        return sum(not game.winner for games in self.results for game in games)

    @property
    def questions_to_sure_cast(self) -> Interval:
        """Mean number of questions before a sure cast was possible, over the games in which it was.

        The mean is taken first over the games of a deal, then over the deals.
        """
        by_deal = [[game.sure_after for game in games if game.sure_after] for games in self.results]
        return mean_of([sum(some) / len(some) for some in by_deal if some])

    @property
    def without_sure_cast(self) -> int:
        """Number of games that ended before anybody could make a sure cast."""
        return sum(game.sure_after is None for games in self.results for game in games)

    @property
    def questions(self) -> Interval:
        """Mean number of questions in a game, counting those of all players."""
        return mean_of([sum(game.questions for game in games) / len(games) for games in self.results])

    @property
    def counts_to_sure_cast(self) -> dict[int, int]:
        """Number of games for each number of questions before a sure cast was possible."""
        found: dict[int, int] = {}
        for games in self.results:
            for game in games:
                if game.sure_after is not None:
                    found[game.sure_after] = found.get(game.sure_after, 0) + 1
        return dict(sorted(found.items()))

    @property
    def seats(self) -> tuple[Interval, ...]:
        """Share of games won by each seat. Seat 1 begins the game."""
        return tuple(map(self._seat, range(1, self.players + 1)))

    @property
    def shares(self) -> tuple[PolicyShare, ...]:
        """The results of each policy, in the order given."""
        return tuple(map(self._policy, range(len(self.policies))))

    def _seat(self, seat: int) -> Interval:
        return self._share(lambda game, turn: game.winner == seat)

    def _share(self, hit: Callable[[RacedGame, int], bool]) -> Interval:
        """Return the share of games that are hits; the interval treats each deal as one observation."""
        by_deal = [[hit(game, turn) for turn, game in enumerate(games)] for games in self.results]
        if len(self.policies) == 1:
            return share(sum(map(sum, by_deal)), 0, self.games)
        found = mean_of([sum(hits) / len(hits) for hits in by_deal])
        return Interval(found.estimate, max(0.0, found.low), min(1.0, found.high))

    def _policy(self, number: int) -> PolicyShare:
        def wins(game: RacedGame, turn: int, which: int = number) -> bool:
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
        """Return the index of the policy in a seat, in game number `turn` of a deal."""
        return (seat - 1 + turn) % len(self.policies)

    def facts(self) -> Facts:
        """Return the settings of the race, and the share of games won by each policy, as facts."""
        names = ", ".join(one.name for one in self.policies)
        deals = number_of(self.deals, "random deal")
        dealt = f"{self.games:,}: {deals} of {self.players} players, seed {self.seed}"
        asked = f"{mean_text(self.questions_to_sure_cast)} before somebody had a sure cast"
        without = f"{number_of(self.without_sure_cast, 'game')} ended before anybody had a sure cast"
        seats = [
            [
                Fact("seat", seat, f"{seat} (begins)" if seat == 1 else str(seat)),
                Fact("won", one, share_text(one)),
            ]
            for seat, one in enumerate(self.seats, 1)
        ]
        policies = [one.facts() for one in self.shares]
        return [
            Fact("players", self.players),
            Fact("games", self.games, dealt),
            Fact("deals", self.deals),
            Fact("seed", self.seed),
            for_people("policies", f"{names}, seated in this order" + self._turns),
            Fact("questions_to_sure_cast", self.questions_to_sure_cast, asked, "questions"),
            Fact(
                "questions",
                self.questions,
                f"{mean_text(self.questions)} until the end of the game",
                "in all",
            ),
            Fact(
                "without_sure_cast",
                self.without_sure_cast,
                without * bool(self.without_sure_cast),
                "no sure cast",
            ),
            Fact("distribution", self.counts_to_sure_cast),
            Fact("nobody", self.nobody, number_of(self.nobody, "game") * bool(self.nobody), "nobody won"),
            Rows("seats", seats, [1]),
            Rows("policies", policies, range(1, 4), None if len(policies) > 1 else 0),
            Fact("confidence", CONFIDENCE, f"Intervals in brackets have {CONFIDENCE:.0%} confidence.", ""),
            Fact("rules", {"players": self.players, **self.rules.described}),
        ]

    @property
    def _turns(self) -> str:
        """How often a deal is played, in words; empty for one policy."""
        if len(self.policies) == 1:
            return ""
        return f"; each deal is played {len(self.policies)} times, with the policies moved on by one seat"

    def __repr__(self) -> str:
        """Return a summary in one line."""
        mean = self.questions_to_sure_cast.estimate
        average = "no sure cast" if mean is None else f"{mean:.2f} questions until a sure cast"
        return f"<Race: {number_of(self.games, 'game')} of {self.players} players; {average}>"


def mean_text(mean: Interval) -> str:
    """Return a mean with its interval."""
    if mean.estimate is None:
        return "unknown:"
    ends = f" ({mean.low:.2f} to {mean.high:.2f})" if abs(mean.low) < float("inf") else ""
    return f"{mean.estimate:.2f}{ends}"


def share_text(share: Interval) -> str:
    """Return a share or a difference of shares with its interval, in percent."""
    if share.estimate is None:
        return "unknown"
    ends = f" ({100 * share.low:.1f} to {100 * share.high:.1f})" if abs(share.low) < float("inf") else ""
    return f"{100 * share.estimate:.1f} %{ends}"
