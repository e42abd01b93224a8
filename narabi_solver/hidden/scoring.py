"""Rates games: against the minimum, against teams of a policy, and by the user's own levels."""

from __future__ import annotations

import operator
import os
import tomllib
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Annotated, Self

from _gamekit import intervals
from _gamekit.checks import Between
from _gamekit.facts import Fact, Facts, Result, for_people
from _gamekit.folders import named
from _gamekit.intervals import Interval
from _gamekit.limits import Limits
from _gamekit.philox import Seed
from _gamekit.problems import number_of, or_default, reading
from _gamekit.progress import Progress
from narabi_solver.game.deal import Deal
from narabi_solver.game.errors import ArgumentError, UndecidedError, shorten
from narabi_solver.game.facts import rules_fact, within
from narabi_solver.game.rules import TRACK, Rules, in_order, is_over
from narabi_solver.hidden.assignments import random_seed
from narabi_solver.hidden.policies import Policy, Silent
from narabi_solver.hidden.team_games import play_together
from narabi_solver.solving.answers import Outcome
from narabi_solver.solving.solve import solve

TEAMS = 100
"""Default number of teams that play a deal."""
MOST_BYTES = 100_000


@dataclass(frozen=True)
class Levels:
    """Names for results, from the lowest level to the highest.

    The game's score card names levels, but no published text lists them, so users supply their own.

    Raises
    ------
    ArgumentError
        There are no levels, a name is empty or occurs twice, or the turns do not decrease from level to
        level.

    Examples
    --------
    >>> from narabi_solver.hidden import Levels
    >>> levels = Levels((("beginners", 14), ("friends", 9), ("one mind", 6)))
    >>> levels.reached(8), levels.reached(20)
    ('friends', None)
    """

    levels: tuple[tuple[str, int], ...]
    """For each level, its name, and the largest number of turns with which a game reaches the level."""

    def __post_init__(self) -> None:
        if not self.levels:
            raise ArgumentError("there are no levels; write [[levels]] with name and turns, lowest first")
        before = TRACK + 1
        for number, (name, turns) in enumerate(self.levels, 1):
            if not name.strip() or len(name) > 60:
                raise ArgumentError(f"level {number}: the name must be a text of 1 to 60 characters")
            if not 0 <= turns <= TRACK:
                raise ArgumentError(f"level {number}: turns must be a whole number from 0 to {TRACK}")
            if turns >= before:
                raise ArgumentError(f"level {number}: a higher level needs fewer turns than {before}")
            before = turns
        if len({name for name, _ in self.levels}) < len(self.levels):
            raise ArgumentError("two levels have the same name")

    @classmethod
    def loads(cls, text: str) -> Self:
        """Return the levels of a text in TOML.

        Parameters
        ----------
        text : str
            A table ``[[levels]]`` with ``name`` and ``turns`` for each level, from the lowest.

        Returns
        -------
        Levels
            The levels.

        Raises
        ------
        ArgumentError
            The text does not have this form.
        """
        try:
            data = tomllib.loads(text)
        except ValueError as error:  # a number with thousands of digits raises a plain ValueError
            raise ArgumentError(f"not TOML: {error}") from None
        except RecursionError:
            raise ArgumentError("not TOML: lists and tables are nested too deeply") from None
        tables = data.pop("levels", [])
        if data or not isinstance(tables, list) or not all(isinstance(level, dict) for level in tables):
            raise ArgumentError("expected only [[levels]] tables, each with name and turns")
        for number, level in enumerate(tables, 1):
            if level.keys() != {"name", "turns"}:
                keys = ", ".join(map(shorten, sorted(level))) or "nothing"
                raise ArgumentError(f"level {number} must have name and turns, not {keys}")
            if not isinstance(level["name"], str):
                raise ArgumentError(f"level {number}: the name must be a text of 1 to 60 characters")
            if type(level["turns"]) is not int:
                raise ArgumentError(f"level {number}: turns must be a whole number from 0 to {TRACK}")
        return cls(tuple((level["name"], level["turns"]) for level in tables))

    @classmethod
    def load(cls, path: str | os.PathLike[str]) -> Self:
        """Return the levels of a file.

        Parameters
        ----------
        path : str or path-like
            A file in TOML, as for `loads`.

        Returns
        -------
        Levels
            The levels.

        Raises
        ------
        ArgumentError
            The file does not have this form.
        OSError
            The file cannot be read.
        """
        with reading(path), open(named(path), "rb") as file:
            raw = file.read(MOST_BYTES + 1)
        try:
            if len(raw) > MOST_BYTES:
                raise ArgumentError(f"larger than {MOST_BYTES:,} bytes")
            return cls.loads(raw.decode("utf-8-sig"))
        except (ArgumentError, UnicodeDecodeError) as error:
            why = "not text in UTF-8" if isinstance(error, UnicodeDecodeError) else error
            raise ArgumentError(f"{Path(path)}: {why}") from None

    def reached(self, turns: int | None) -> str | None:
        """Return the name of the highest level that a result reaches.

        Parameters
        ----------
        turns : int or None
            Turns of a game that was won; None for a game that was not won.

        Returns
        -------
        str or None
            The name of the level; None if no level is reached.
        """
        names = [name for name, most in self.levels if turns is not None and turns <= most]
        return names[-1] if names else None

    def higher(self, turns: int | None, before: int | None) -> bool:
        """Return whether a result reaches a higher level than another result.

        Parameters
        ----------
        turns, before : int or None
            The result, and the result that it is compared with; as for `reached`.

        Returns
        -------
        bool
            True if the level for `turns` is higher than the level for `before`.
        """
        names = [name for name, _ in self.levels]
        one, other = self.reached(turns), self.reached(before)
        return one is not None and (other is None or names.index(one) > names.index(other))


@dataclass(frozen=True)
class Score(Result):
    """The rating of a game."""

    deal: Deal
    """The deal, with the swaps played as its `moves`."""
    rules: Rules
    """The rules used."""
    turns: int | None
    """Turns of the game; None if it was not won."""
    minimum: int | None
    """The minimum of the deal with all cards open; None if the deal cannot be won."""
    policy: Policy
    """The policy of the other teams."""
    others: tuple[int | None, ...]
    """The turns of each other team on the same deal, ascending; None, at the end, for each team that lost."""
    over: bool
    """Whether the game has ended; a game that goes on has no rank."""

    def __repr__(self) -> str:
        if self.percentile is None:
            return f"<Score: {self.summary}>"
        teams = number_of(len(self.others), "team")
        return f"<Score: {self.summary}; {self.percentile:.0f} % of {teams} did worse>"

    @property
    def over_par(self) -> int | None:
        """Number of turns above the minimum; None if the game was not won."""
        return None if self.turns is None or self.minimum is None else self.turns - self.minimum

    @property
    def beaten(self) -> Interval | None:
        """Share of teams that did worse, with a Clopper-Pearson interval; None for a game that goes on."""
        if not self.over:
            return None
        return intervals.share(self._worse, 0, len(self.others))

    @property
    def percentile(self) -> float | None:
        """Percentage of teams that did worse; a team with the same result counts as half a team.

        None for a game that goes on.
        """
        if not self.over:
            return None
        return 100 * (self._worse + self.others.count(self.turns) / 2) / len(self.others)

    @property
    def _worse(self) -> int:
        return sum(_counted(one) > _counted(self.turns) for one in self.others)

    @property
    def summary(self) -> str:
        """The result of the game in words."""
        if self.turns is not None:
            return f"won in {number_of(self.turns, 'turn')}"
        if self.over:
            return f"lost after {number_of(len(self.deal.moves), 'turn')}"
        if self.deal.moves:
            return f"not over after {number_of(len(self.deal.moves), 'turn')}"
        return "not played: write the swaps after 'moves'"

    def facts(self, levels: Levels | None = None, last: Score | None = None) -> Facts:
        """Return the facts about the rating.

        Parameters
        ----------
        levels : Levels, optional
            Levels for the result.
        last : Score, optional
            The score of the previous game, whose level is compared with that of this game.

        Returns
        -------
        sequence of Fact and Rows
            Each fact has a key and a value for programs, and a text for display.
        """
        more = "" if self.over_par is None else f", {self.over_par} more were played"
        par = f"this deal cannot be won{within(self.rules)}, whatever is known"
        if self.minimum is not None:
            par = f"{number_of(self.minimum, 'turn')} with all cards open{more}"
        counts, beaten = Counter(self.others), self.beaten
        teams = number_of(len(self.others), "team")
        lost = counts[None]
        turns = ", ".join(f"{counts[n]} in {n}" for n in sorted(n for n in counts if n is not None))
        rank = "none, as the game is not over"
        if beaten is not None:
            share = f"{beaten.estimate:.0%} of them ({beaten.low:.0%} to {beaten.high:.0%})"
            rank = f"better than {share}; percentile {self.percentile:.0f}"
        level = None if levels is None else levels.reached(self.turns)
        higher = None if levels is None or last is None else levels.higher(self.turns, last.turns)
        risen = {None: "", True: ": higher than last time", False: ": not higher than last time"}[higher]
        facts = [
            for_people("game", self.summary, "bold"),
            Fact("deal", self.deal, str(self.deal).partition(" moves ")[0]),
            rules_fact(self.rules, self.deal),
            Fact("over", self.over),
            Fact("won", self.turns is not None),
            Fact("turns", self.turns),
            for_people("par", par),
            Fact("minimum", self.minimum),
            Fact("over_par", self.over_par),
            Fact("policy", repr(self.policy)),
            Fact(
                "teams",
                len(self.others),
                f"{teams} of the policy {self.policy.name}: {turns or 'none won'}",
            ),
            Fact("percentile", self.percentile, rank, "rank"),
            Fact("beaten", beaten),
            Fact(
                "others",
                {"lost" if n is None else n: k for n, k in counts.items()},
                f"{lost:,} of the teams did not win" * bool(lost),
                "lost",
            ),
        ]
        if levels is not None:
            facts += [Fact("level", level, (level or "none") + risen), Fact("higher", higher)]
        return facts


def score(
    deal: Deal,
    *,
    policy: Policy | None = None,
    teams: Annotated[int, Between(1, 1_000_000)] = TEAMS,
    seed: Seed = 0,
    rules: Rules | None = None,
    stop: Callable[[], bool] | None = None,
    progress: Progress | None = None,
) -> Score:
    """Rate a game against par, which is the minimum of the deal, and against teams of a policy.

    Parameters
    ----------
    deal : Deal
        The deal with the swaps played as its `moves`.
    policy : Policy, optional
        The policy of the teams; `Silent` if left out.
    teams : int, default: 100
        Number of teams that play the deal.
    seed : int, default: 0
        Seed of the teams' random draws.
    rules : Rules, optional
        No-undo and the turn limit; the plain rules if left out.
    stop : callable, optional
        Called before each decision, and during the search for the minimum. If it returns True, the call ends
        with StoppedError, or with UndecidedError during that search.
    progress : Progress, optional
        Called after each team with the number of `teams` that have played.

    Returns
    -------
    Score
        The turns, par, and the results of the teams. A game that is not over has no rank among them.

    Raises
    ------
    ArgumentError
        An argument is out of range.
    IllegalMoveError
        The rules forbid one of the swaps.
    UndecidedError
        The search for the minimum reached the limit of 4 GiB of memory, or `stop` returned True during it.
    StoppedError
        `stop` returned True before a decision.

    Examples
    --------
    >>> from narabi_solver import Deal
    >>> from narabi_solver.hidden import score
    >>> deal = Deal.parse(
    ...     "d:higher 2:at-least-3 d:at-most-6 7:even / 1:stay 3:three-away 6:four-away 0:white"
    ...     "/ 8:2-to-6 5:dark 4:two-away w:left moves B2-A3 C1-B3 A4-B4 B2-A4 C4-A3"
    ... )
    >>> rating = score(deal, teams=10)
    >>> rating.turns, rating.minimum, rating.over_par
    (5, 5, 0)
    """
    seed = operator.index(seed)
    rules = or_default(rules, Rules)
    chosen = Silent() if policy is None else policy
    state, dealt = deal.state(rules), replace(deal, moves=())
    solution = solve(dealt, rules=rules, limits=Limits(stop=stop))
    if solution.outcome is Outcome.UNDECIDED:
        raise UndecidedError(f"stopped by {solution.stopped_by} before the minimum was known")
    others: list[int | None] = []
    for number in range(teams):
        game = play_together(dealt, chosen, rules=rules, seed=random_seed(seed, number), stop=stop)
        others.append(game.turns if game.won else None)
        if progress is not None:
            progress(f"{number + 1:,} of {number_of(teams, 'team')} played", teams=number + 1)
    turns = state.turns if in_order(state.ring) else None
    ranked = tuple(sorted(others, key=_counted))
    return Score(deal, rules, turns, solution.turns, chosen, ranked, is_over(state, rules))


def _counted(turns: int | None) -> int:
    """Return the turns of a game, for comparison; a game that was not won counts as 25 turns."""
    return TRACK + 1 if turns is None else turns
