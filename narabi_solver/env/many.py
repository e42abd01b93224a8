"""Plays many games at once in compiled code, for training. The games are those of `NarabiEnv`."""

from __future__ import annotations

import operator
from typing import Annotated

import numpy as np
from numpy.typing import ArrayLike, NDArray

from _gamekit.checks import Between
from _gamekit.philox import Seed
from narabi_solver.env.spec import GameSpec
from narabi_solver.game.cards import ORDER, numbered_stones
from narabi_solver.game.errors import ArgumentError
from narabi_solver.kernels import games as kernels
from narabi_solver.solving.packing import random_packed_and_seats

MOST_GAMES = 2**24
"""Largest number of games at once."""
AHEAD = 4_096
"""Smallest number of deals drawn at a time. If there are more games, as many deals as games are drawn."""


class ManyGames:
    """Many games at once; in each game, the seat to move observes and acts.

    When a game ends, the next deal of the seed replaces it at once. The games, observations, actions and
    rewards are those of `NarabiEnv`. Deals that are over before their first turn are skipped.

    Parameters
    ----------
    spec : GameSpec
        The game; `undo_reading` must be "next".

    Raises
    ------
    ArgumentError
        `spec` has the wrong type, or its `undo_reading` is not "next".

    Examples
    --------
    >>> import numpy as np
    >>> from narabi_solver.env import GameSpec, ManyGames
    >>> games = ManyGames(GameSpec(players=2))
    >>> games.reset(1_000, seed=7)
    >>> rewards, over = games.step(games.draw(np.random.default_rng(1)))
    >>> rewards.shape, games.observe().shape
    ((1000,), (1000, 86))
    """

    def __init__(self, spec: GameSpec):
        if spec.rules.undo_reading != "next":
            raise ArgumentError(
                f"undo_reading must be 'next' for many games at once, not {spec.rules.undo_reading!r}"
            )
        self.spec = spec
        self.reset(1)

    def reset(self, batch: Annotated[int, Between(1, MOST_GAMES)], *, seed: Seed = 0) -> None:
        """Begin new games with the first deals of a seed that are not over before their first turn.

        Parameters
        ----------
        batch : int
            Number of games.
        seed : int, default: 0
            As for `random_deal`.

        Raises
        ------
        ArgumentError
            An argument is out of range.
        """
        spec = self.spec
        seed = operator.index(seed)
        self._seed, self._dealt, self._next = seed, 0, 0
        first, _ = random_packed_and_seats(spec.players, seed, 0, 1, spec.rules, spec.cards)
        self._game = first.game
        labels = numbered_stones(spec.cards.ring_stones(spec.players))
        stones = np.zeros(15, np.uint8)
        stones[: len(labels)] = [ORDER.index(label) for label in labels]
        self._form = kernels.Form(stones, spec.players, spec.rules.limit, spec.questions)
        self._scratch = kernels.games_of(1, spec.rows, spec.actions)
        self._games = kernels.games_of(batch, spec.rows, spec.actions)
        self._seen = np.zeros((batch, spec.size), np.uint8)
        self._deals = kernels.deals_of(0)
        self._provide()
        self._next = kernels.begin_all(self._game, self._form, self._games, self._deals, 0)

    @property
    def batch(self) -> int:
        """Number of games."""
        return int(self._games.rings.size)

    @property
    def masks(self) -> NDArray[np.uint8]:
        """(batch, actions): 1 for each legal action in each game; `step` overwrites the array."""
        return self._games.masks

    @property
    def deals(self) -> NDArray[np.uint64]:
        """(batch,): the number of each game's deal in the order of the seed; `step` overwrites the array."""
        return self._games.numbers

    @property
    def won(self) -> NDArray[np.bool_]:
        """(batch,): whether the last step won the game; a new game has replaced each game that was won."""
        return np.asarray(self._games.ends == kernels.WON)

    def step(self, actions: ArrayLike) -> tuple[NDArray[np.float32], NDArray[np.bool_]]:
        """Perform an action in each game.

        Parameters
        ----------
        actions : array_like of int
            (batch,): a legal action for each game.

        Returns
        -------
        tuple of ndarray of float32 and ndarray of bool
            Both (batch,): the reward that every seat of a game receives, and whether the game ended. A new
            game has replaced each game that ended. The next step overwrites the rewards.

        Raises
        ------
        ArgumentError
            The actions are not whole numbers, their number differs from the number of games, or an action is
            illegal. In all cases no action is performed.
        """
        try:
            given = np.asarray(actions)
        except ValueError:
            given = np.array(None)  # lists of different lengths
        if given.dtype.kind not in "iu":
            raise ArgumentError("the actions must be an array of whole numbers, one for each game")
        chosen = np.ascontiguousarray(given, np.int64)
        if chosen.shape != (self.batch,):
            raise ArgumentError(
                f"the actions have shape {chosen.shape}; expected ({self.batch},), one action for each game"
            )
        self._provide()
        next_deal = kernels.step(self._game, self._form, self._games, self._deals, self._next, chosen)
        if next_deal < 0:
            game = -1 - next_deal
            raise ArgumentError(f"action {given[game]} is not legal in game {game}: see `masks`")
        self._next = next_deal
        return self._games.rewards, np.asarray(self._games.ends != kernels.GOES_ON)

    def observe(self) -> NDArray[np.uint8]:
        """Return the observation of the seat to move in each game.

        Returns
        -------
        ndarray of uint8
            (batch, size): the observations, with the layout of `GameSpec.parts`. The next call overwrites the
            array.
        """
        kernels.observe(self._game, self._form, self._games, self._seen)
        return self._seen

    def draw(self, generator: np.random.Generator) -> NDArray[np.int64]:
        """Return a random legal action for each game; all legal actions are equally likely.

        Parameters
        ----------
        generator : numpy.random.Generator
            The source of random numbers.

        Returns
        -------
        ndarray of int64
            (batch,): the actions.
        """
        actions = np.zeros(self.batch, np.int64)
        kernels.draw(self._games, generator.integers(0, 2**32, self.batch, np.uint64), actions)
        return actions

    def _provide(self) -> None:
        """Draw deals until there are enough for all games to end at once."""
        spec = self.spec
        while self._deals.rings.size - self._next < self.batch:
            count = max(AHEAD, self.batch)
            dealt = random_packed_and_seats(
                spec.players, self._seed, self._dealt, count, spec.rules, spec.cards
            )
            numbers = np.arange(self._dealt, self._dealt + count, dtype=np.uint64)
            new = kernels.Deals(dealt[0].rings, dealt[0].cards, dealt[1], numbers)
            good = np.zeros(count, np.uint8)
            kernels.playable(self._game, self._form, self._scratch, new, good)
            old = self._deals
            self._deals, self._next = kernels.joined(old, self._next, new, good == 1), 0
            self._dealt += count
