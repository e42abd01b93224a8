"""Narabi as a PettingZoo AEC environment, in which several agents act one at a time.

Games follow the same rules as in `narabi team`. Each agent sees only the knowledge of its seat. There is no
parallel form: in Narabi one seat acts at a time, so the other agents would have no actions.
"""

from __future__ import annotations

import sys
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from _gamekit.philox import Seed
from _gamekit.problems import check_kind, extra
from narabi_solver import game
from narabi_solver.env.spec import GameSpec
from narabi_solver.game.deal import Deal
from narabi_solver.game.deck import Deck
from narabi_solver.game.errors import ArgumentError
from narabi_solver.game.random_deals import random_deal
from narabi_solver.game.ring_texts import ring_text
from narabi_solver.game.rules import Rules, Swap
from narabi_solver.hidden.team_games import Table
from narabi_solver.hidden.team_study import LOST

with extra("env", "the environment needs"):
    from gymnasium import spaces
    from pettingzoo import AECEnv
    from pettingzoo.utils import wrappers

RENDER_MODES = ("ansi", "human", "svg")
BEGUN = (
    "_table",
    "agent_selection",
    "agents",
    "infos",
    "rewards",
    "terminations",
    "truncations",
    "_cumulative_rewards",
)
"""The attributes that an environment has after the first `reset`."""


class NarabiEnv(AECEnv):  # type: ignore[misc]  # pettingzoo is not typed
    """Narabi with hidden cards and an agent at each seat: ``player_0`` at A, and so on clockwise.

    Each agent observes ``{"observation": array, "action_mask": array}``. `GameSpec` defines these arrays and
    the actions. All agents win or lose together and have the same reward: -1 for each turn. A lost game adds
    a final reward that brings the sum to -25. A question costs nothing. A game ends when the ring is in
    order, after the last turn, or when the next seat has no legal swap. A game is never truncated.

    Parameters
    ----------
    spec : GameSpec
        The game.
    render_mode : str, optional
        With "ansi", `render` returns a text with all cards, for spectators. With "human", `render` prints
        that text. With "svg", `render` returns a drawing.

    Raises
    ------
    ArgumentError
        The mode is unknown, or `spec` has the wrong type.
    """

    metadata: ClassVar[dict[str, Any]] = {
        "name": "narabi_v0",
        "render_modes": [*RENDER_MODES],
        "is_parallelizable": False,
        "render_fps": 1,
    }

    def __init__(self, spec: GameSpec, render_mode: str | None = None):
        super().__init__()
        if render_mode not in (None, *RENDER_MODES):
            raise ArgumentError(f"render_mode must be one of {', '.join(RENDER_MODES)}, not {render_mode!r}")
        self.spec, self.render_mode = spec, render_mode
        self.possible_agents = [f"player_{seat}" for seat in range(spec.players)]
        self._seats = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self._observed = {agent: self._observation_space() for agent in self.possible_agents}
        self._acted = {agent: spaces.Discrete(spec.actions) for agent in self.possible_agents}
        self._seed = self._next = 0

    def _observation_space(self) -> spaces.Dict:
        highest = self.spec.highest
        mask = spaces.Box(0, 1, (self.spec.actions,), np.int8)
        return spaces.Dict(
            {"observation": spaces.Box(np.zeros_like(highest), highest, dtype=np.uint8), "action_mask": mask}
        )

    def __getattr__(self, name: str) -> Any:
        if name in BEGUN:
            raise AttributeError("no game has begun: call reset() first")
        raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}")

    def __str__(self) -> str:
        return str(self.metadata["name"])

    def observation_space(self, agent: str) -> spaces.Dict:
        """Return the space of an agent's observations.

        Parameters
        ----------
        agent : str
            Name of the agent.

        Returns
        -------
        gymnasium.spaces.Dict
            The space, with the keys "observation" and "action_mask".
        """
        return self._observed[agent]

    def action_space(self, agent: str) -> spaces.Discrete:
        """Return the space of an agent's actions.

        Parameters
        ----------
        agent : str
            Name of the agent.

        Returns
        -------
        gymnasium.spaces.Discrete
            The numbers of all actions. The mask shows which actions are legal.
        """
        return self._acted[agent]

    def reset(self, seed: Seed | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a new game with the next deal of the seed that is not over before its first turn.

        Parameters
        ----------
        seed : int, optional
            Seed of `random_deal`. The deals begin with number 0 of this seed. If left out, the deals of
            the previous seed continue; a new environment has seed 0.
        options : dict, optional
            With the key "deal", a `Deal` to play instead; the deal must have the number of players and the
            deck of `spec`.

        Raises
        ------
        ArgumentError
            The seed is not a whole number from 0 to 2^64 - 1, or the deal does not fit `spec` or is over.
        """
        if seed is not None:
            self._seed, self._next = int(seed), 0
        deal = (options or {}).get("deal")
        self._table = self._dealt() if deal is None else self._table_of(deal)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.agents[self._table.state.mover]

    def _dealt(self) -> Table:
        """Return the next game of the seed that is not over before its first turn."""
        while True:
            deal = random_deal(self.spec.players, self._seed, self._next, deck=self.spec.cards)
            self._next += 1
            table = self._table_without_policies(deal)
            if not table.over:
                return table

    def _table_of(self, deal: Deal) -> Table:
        check_kind(deal, Deal)
        if deal.players != self.spec.players or deal.deck != self.spec.cards:
            raise ArgumentError(
                f"this environment plays deals of {self.spec.players} players with the deck "
                f"{self.spec.cards.name!r}, not of {deal.players} with {deal.deck.name!r}"
            )
        table = self._table_without_policies(deal)
        if deal.moves or table.over:
            raise ArgumentError(
                "the deal has moves or its game is over; expected a deal without moves that can be played"
            )
        return table

    def _table_without_policies(self, deal: Deal) -> Table:
        return Table(deal, [None] * deal.players, self.spec.rules)

    def observe(self, agent: str) -> dict[str, NDArray[Any]]:
        """Return an agent's observation and its legal actions.

        Parameters
        ----------
        agent : str
            Name of the agent.

        Returns
        -------
        dict of str to ndarray
            The arrays "observation" and "action_mask". The mask is all 0 if it is another agent's turn.
        """
        knows = self._table.knows[self._seats[agent]]
        return {"observation": self.spec.observation(knows), "action_mask": self.spec.mask(knows)}

    def step(self, action: int | None) -> None:
        """Perform an action of the selected agent, then select the next agent.

        Parameters
        ----------
        action : int or None
            An action that the agent's mask allows; None after the game is over.

        Raises
        ------
        ArgumentError
            The mask does not allow the action; the game is unchanged.
        """
        agent = self.agent_selection
        if self.terminations[agent]:
            self._was_dead_step(action)
            return
        table, seat = self._table, self._seats[agent]
        if (
            action is None
            or not 0 <= action < self.spec.actions
            or not self.spec.mask(table.knows[seat])[action]
        ):
            raise ArgumentError(
                f"action {action!r} is not legal now; the mask of {agent} shows the legal actions"
            )
        self._cumulative_rewards[agent] = 0.0
        event = table.take(self.spec.decision(int(action), seat))
        over = table.over
        reward = -1.0 if isinstance(event, Swap) else 0.0
        if over and not table.won:
            reward -= LOST - table.state.turns
        self.rewards = dict.fromkeys(self.agents, reward)
        self.terminations = dict.fromkeys(self.agents, over)
        self.agent_selection = self.agents[table.state.mover]
        self._accumulate_rewards()

    def render(self) -> str | None:
        """Return or print the table with all cards, in the form of `render_mode`.

        Returns
        -------
        str or None
            A text, or a drawing as SVG; None if the text was printed or there is no mode.
        """
        if self.render_mode == "svg":
            return game.drawing.ring(self._table.state, self.spec.rules).svg()
        if self.render_mode is None:
            return None
        text = "\n".join([ring_text(self._table.state), *map(str, self._table.events)])
        if self.render_mode == "ansi":
            return text
        sys.stdout.write(text + "\n")
        return None

    def close(self) -> None:
        """Do nothing: the environment has no resources to release."""


def env(
    *,
    players: int = 3,
    questions: int = 0,
    rules: Rules | None = None,
    deck: Deck | None = None,
    render_mode: str | None = None,
) -> AECEnv:
    """Return the environment with the usual wrapper, which checks the order of calls.

    Parameters
    ----------
    players : int, default: 3
        3, 4 or 5; 2 for the mini game.
    questions : int, default: 0
        Number of questions that a seat may ask in a turn.
    rules : Rules, optional
        The no-undo rule and the turn limit; the plain rules if left out.
    deck : Deck, optional
        The deck; the built-in deck for the number of players if left out.
    render_mode : str, optional
        The form of `render`, as in `NarabiEnv`.

    Returns
    -------
    pettingzoo.AECEnv
        The environment; its `unwrapped` is a `NarabiEnv`.

    Raises
    ------
    ArgumentError
        An argument is out of range.

    Examples
    --------
    >>> from narabi_solver.env import env
    >>> mini = env(players=2)
    >>> mini.reset(seed=7)
    >>> seen, reward, over, *_ = mini.last()
    >>> assert seen is not None
    >>> seen["observation"].shape, seen["action_mask"].shape, reward, over
    ((86,), (9,), 0.0, False)
    """
    spec = GameSpec(players=players, questions=questions, rules=rules or Rules(), deck=deck)
    return wrappers.OrderEnforcingWrapper(NarabiEnv(spec, render_mode))
