"""Narabi as a game of OpenSpiel; importing this module registers the game as ``python_narabi``.

OpenSpiel (Lanctot et al., 2019) comes with the extra ``openspiel``. The rules are those of `game.rules`, and
the knowledge of a seat is `hidden.Knowledge`; both are plain Python. There are no questions: a seat sees only
the stones, its own cards and the swaps.
"""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from _gamekit.openspiel import CHANCE, TERMINAL, Shared, pyspiel
from narabi_solver.game.cards import BLANKS, NUMBERS, RING_SIZES
from narabi_solver.game.deal import Deal
from narabi_solver.game.deck import Deck
from narabi_solver.game.errors import ArgumentError
from narabi_solver.game.rules import (
    SEATS,
    TRACK,
    Place,
    Rules,
    State,
    Stone,
    Swap,
    in_order,
    is_over,
    legal_moves,
    play,
)
from narabi_solver.hidden.knowledge import Knowledge, all_after

NAME = "python_narabi"
DEFAULTS: dict[str, Any] = {"players": 3, "no_undo": False, "undo_reading": "next", "limit": TRACK}
"""The parameters of the game and their defaults: the number of players, and the fields of `Rules`."""
LABELS = NUMBERS + BLANKS
MOST_DEALS = 10
"""Maximum number of deals of a game: one that is over before its first turn is dealt again."""

GAME_TYPE = pyspiel.GameType(
    short_name=NAME,
    long_name="Narabi",
    dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
    chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
    information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
    utility=pyspiel.GameType.Utility.IDENTICAL,
    reward_model=pyspiel.GameType.RewardModel.TERMINAL,
    max_num_players=max(RING_SIZES),
    min_num_players=min(RING_SIZES),
    provides_information_state_string=True,
    provides_information_state_tensor=False,
    provides_observation_string=True,
    provides_observation_tensor=True,
    parameter_specification=DEFAULTS,
)


class Setting(NamedTuple):
    """The values of the parameters of the game, and the deck."""

    players: int
    rules: Rules
    deck: Deck

    @property
    def places(self) -> int:
        """Number of stones in the ring."""
        return RING_SIZES[self.players]


def setting_of(params: dict[str, Any] | None) -> Setting:
    """Return the setting for parameters of the game.

    Parameters
    ----------
    params : dict or None
        Parameters that differ from `DEFAULTS`.

    Returns
    -------
    Setting
        The number of players, the rules and the built-in deck; for two players, the deck of the mini game.

    Raises
    ------
    ArgumentError
        The value of a parameter is invalid.

    Examples
    --------
    >>> setting_of({"players": 5}).places
    15
    """
    chosen = DEFAULTS | (params or {})
    players = chosen.pop("players")
    deck = Deck.of(players)
    rules = Rules(**chosen)
    if rules.limit < 1:
        raise ArgumentError("a game of no turns cannot be played: the limit must be 1 or more")
    return Setting(players, rules, deck)


class NarabiGame(pyspiel.Game):  # type: ignore[misc]  # without types
    """The game; its parameters are those of `DEFAULTS`, as in ``python_narabi(players=4)``.

    Chance deals place by place, first all stones, then all cards. A deal that is over before its first turn
    is dealt again, except the last of `MOST_DEALS`. All players have the same utility: minus the number of
    turns if the game is won, and -1 - `limit` if it is lost.

    Examples
    --------
    >>> import pyspiel
    >>> import narabi_solver.env.openspiel
    >>> game = pyspiel.load_game("python_narabi(players=4)")
    >>> game.num_distinct_actions(), game.min_utility(), game.new_initial_state().is_chance_node()
    (144, -25.0, True)
    """

    def __init__(self, params: dict[str, Any] | None = None):
        setting = setting_of(params)
        limit = setting.rules.limit
        about = pyspiel.GameInfo(
            num_distinct_actions=setting.places**2,
            max_chance_outcomes=max(len(LABELS), len(setting.deck.cards)),
            num_players=setting.players,
            min_utility=-1.0 - limit,
            max_utility=0.0,
            utility_sum=None,
            max_game_length=limit,
        )
        super().__init__(GAME_TYPE, about, params or {})

    @property
    def setting(self) -> Setting:
        """The values of the parameters, read again because OpenSpiel copies games by their parameters."""
        return setting_of(self.get_parameters())

    def max_chance_nodes_in_history(self) -> int:
        """Return the largest number of chance nodes: one for each stone and each card of each deal."""
        return 2 * self.setting.places * MOST_DEALS

    def new_initial_state(self) -> NarabiState:
        """Return the state before anything is dealt."""
        return NarabiState(self)

    def state_of(self, deal: Deal) -> NarabiState:
        """Return the state after a deal and its `moves`, with the history of its actions.

        Parameters
        ----------
        deal : Deal
            A deal with the game's number of players, without hidden cards.

        Returns
        -------
        NarabiState
            The state.

        Raises
        ------
        ArgumentError
            The deal is over before its first turn.
        """
        if over_at_once(deal, self.setting.rules):
            raise ArgumentError("the deal is over before its first turn; expected one that can be played")
        state, cards = self.new_initial_state(), [card.name for card in self.setting.deck.cards]
        stones = [stone for seat in deal.seats for stone in seat]
        for stone in stones:
            state.apply_action(LABELS.index(stone.label))
        for stone in stones:
            state.apply_action(cards.index(stone.card))
        for swap in deal.moves:
            state.apply_action(state.action(swap))
        return state

    def make_py_observer(
        self, iig_obs_type: Any = None, params: dict[str, Any] | None = None
    ) -> SeatObserver:
        """Return an observer of states for one seat."""
        kind = iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False)
        return SeatObserver(self.setting, kind, params)


def over_at_once(deal: Deal, rules: Rules) -> bool:
    """Return whether a deal is over before its first turn."""
    return is_over(deal.start(), rules)


class Dealt(NamedTuple):
    """The state of the table, and the knowledge of each seat."""

    state: State
    knows: tuple[Knowledge, ...]


class NarabiState(pyspiel.State):  # type: ignore[misc]  # without types
    """A state of the game."""

    def __init__(self, narabi: NarabiGame):
        super().__init__(narabi)
        self._setting = Shared(narabi.setting)
        self._labels, self._cards = "", list[int]()
        self._deals = 1
        self._dealt: Shared[Dealt] | None = None

    @property
    def setting(self) -> Setting:
        """The number of players, the rules and the deck."""
        return self._setting.value

    @property
    def dealt(self) -> Dealt | None:
        """The state of the table, and the knowledge of each seat; None while chance deals."""
        return None if self._dealt is None else self._dealt.value

    @property
    def deal(self) -> Deal | None:
        """The deal with its swaps, for the solver; None while chance deals."""
        if self.dealt is None:
            return None
        return Deal(self._seats(), moves=self.dealt.knows[0].moves, deck=self.setting.deck)

    def _seats(self) -> tuple[tuple[Stone, ...], ...]:
        """Return the stones dealt to each seat."""
        cards, hand = self.setting.deck.cards, self.setting.places // self.setting.players
        stones = [
            Stone(label, cards[card].name) for label, card in zip(self._labels, self._cards, strict=True)
        ]
        return tuple(tuple(stones[i : i + hand]) for i in range(0, len(stones), hand))

    def current_player(self) -> int:
        """Return the seat to move (A = 0), or the chance player during the deal."""
        if self.dealt is None:
            return CHANCE
        return TERMINAL if self.is_terminal() else self.dealt.state.mover

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Return the numbers of the stones, or of the cards, that may come next, with their probabilities."""
        deck, remaining = self.setting.deck, Counter[int]()
        if len(self._labels) < self.setting.places:
            remaining.update(map(LABELS.index, deck.ring_stones(self.setting.players)))
            remaining.subtract(map(LABELS.index, self._labels))
        else:
            remaining.update({number: card.copies for number, card in enumerate(deck.cards)})
            remaining.subtract(self._cards)
        total = remaining.total()
        return [(number, count / total) for number, count in sorted(remaining.items()) if count]

    def _legal_actions(self, player: int) -> list[int]:
        assert self.dealt is not None
        swaps = legal_moves(self.dealt.state, self.setting.rules)
        return sorted(map(self.action, swaps))

    def swap(self, action: int) -> Swap:
        """Return the swap of an action.

        The action is own * places + other: own and other place count from A1 = 0; places is the size of the
        ring.
        """
        hand = self.setting.places // self.setting.players
        own, other = divmod(int(action), self.setting.places)  # algorithms pass numpy integers
        return Swap(Place(*divmod(own, hand)), Place(*divmod(other, hand)))

    def action(self, swap: Swap) -> int:
        """Return the action of a swap; see `swap`."""
        hand = self.setting.places // self.setting.players
        own, other = (place.seat * hand + place.position for place in (swap.own, swap.other))
        return own * self.setting.places + other

    def resample_from_infostate(self, player: int, sampler: Callable[[], float]) -> NarabiState:
        """Return a random state that a seat cannot distinguish from this one, drawn by `Knowledge.sample`.

        Algorithms such as information set Monte Carlo tree search need such states (Cowling, Powley,
        Whitehouse, 2012).

        Parameters
        ----------
        player : int
            The seat (A = 0). All stones and cards must be dealt.
        sampler : callable
            Function that draws a number from 0 to 1; it is called once.

        Returns
        -------
        NarabiState
            A state with the same stones and swaps, and with cards that agree with the knowledge of the seat.
        """
        assert self.dealt is not None
        knows, rules = self.dealt.knows[player], self.setting.rules
        worlds = (knows.sample(1, seed=seed)[0] for seed in itertools.count(int(sampler() * 2**53)))
        world = next(world for world in worlds if not over_at_once(world, rules))
        made: NarabiState = self.get_game().state_of(world)
        return made

    def _apply_action(self, action: int) -> None:
        if self.dealt is not None:
            state, swap = self.dealt.state, self.swap(action)
            after = play(state, swap, self.setting.rules)
            self._dealt = Shared(Dealt(after, tuple(all_after(self.dealt.knows, swap, state))))
        elif len(self._labels) < self.setting.places:
            self._labels += LABELS[action]
        else:
            self._cards.append(action)
            if len(self._cards) == self.setting.places:
                self._begin()

    def _begin(self) -> None:
        """Begin to play after all stones and cards are dealt, or deal again if the game is over already."""
        deal = Deal(self._seats(), deck=self.setting.deck)
        knows = tuple(Knowledge.of(deal, seat) for seat in range(self.setting.players))
        if over_at_once(deal, self.setting.rules) and self._deals < MOST_DEALS:
            self._labels, self._cards, self._deals = "", [], self._deals + 1
            return
        self._dealt = Shared(Dealt(deal.start(), knows))

    def _action_to_string(self, player: int, action: int) -> str:
        if player != CHANCE:
            return str(self.swap(action))
        return (
            LABELS[action]
            if len(self._labels) < self.setting.places
            else self.setting.deck.cards[action].name
        )

    def _won(self) -> bool:
        return self.dealt is not None and in_order(self.dealt.state.ring)

    def is_terminal(self) -> bool:
        """Return whether the numbers are in order, no turns are left, or no swap is legal."""
        if self.dealt is None:
            return False
        return is_over(self.dealt.state, self.setting.rules)

    def returns(self) -> list[float]:
        """Return the utility of each player: minus the turns of a win, -1 - `limit` for a loss, else 0."""
        worth = 0
        if self.is_terminal():
            assert self.dealt is not None
            worth = -self.dealt.state.turns if self._won() else -1 - self.setting.rules.limit
        return [float(worth)] * self.setting.players

    def __str__(self) -> str:
        """Return the deal with its swaps, or the stones and cards dealt so far."""
        if (deal := self.deal) is not None:
            return str(deal)
        return (
            f"dealing {self._labels} {' '.join(self.setting.deck.cards[card].name for card in self._cards)}"
        )


class SeatObserver:
    """Observes what a seat sees: the ring, the mover, the turns, the last swap, and the seat's own cards.

    Each entry of the arrays is 1 for true or 0 for false. ``ring`` (places, 12) has the stone at each
    place: 0 to 9, white blank, dark blank. ``mover`` (players) has the seat to move. ``turns`` (limit + 1)
    has the number of turns played. ``last`` (places) has both places of the last swap. ``cards`` (places,
    cards of the deck) has the card of each stone that the seat has now. Only observers with the private
    information of a single player have ``cards``. Only observers with public information have the other
    arrays.
    """

    def __init__(self, setting: Setting, kind: Any, params: dict[str, Any] | None):
        if params:
            raise ValueError(f"an observation has no parameters, but {params} was given")
        self._setting, self._kind = setting, kind
        shapes: dict[str, tuple[int, ...]] = {}
        if kind.public_info:
            shapes["ring"] = (setting.places, len(LABELS))
            shapes["mover"], shapes["turns"] = (setting.players,), (setting.rules.limit + 1,)
            shapes["last"] = (setting.places,)
        if self._own_cards:
            shapes["cards"] = (setting.places, len(setting.deck.cards))
        sizes = [int(np.prod(shape)) for shape in shapes.values()]
        self.tensor = np.zeros(sum(sizes), np.float32)
        parts = np.split(self.tensor, np.cumsum(sizes)[:-1])
        self.dict = {
            name: part.reshape(shape) for (name, shape), part in zip(shapes.items(), parts, strict=True)
        }

    @property
    def _own_cards(self) -> bool:
        return bool(self._kind.private_info == pyspiel.PrivateInfoType.SINGLE_PLAYER)

    def set_from(self, state: NarabiState, player: int) -> None:
        """Write the observation of a seat; all zeros while chance deals."""
        self.tensor.fill(0)
        if state.dealt is None:
            return
        now, names = state.dealt.state, [card.name for card in self._setting.deck.cards]
        for place, stone in enumerate(now.ring):
            if "ring" in self.dict:
                self.dict["ring"][place, LABELS.index(stone.label)] = 1
            if "cards" in self.dict and place // now.hand == player:
                self.dict["cards"][place, names.index(stone.card)] = 1
        if "ring" in self.dict:
            self.dict["mover"][now.mover] = 1
            self.dict["turns"][now.turns] = 1
            for swapped in now.last or ():
                self.dict["last"][now.number(swapped)] = 1

    def string_from(self, state: NarabiState, player: int) -> str:
        """Return the observation as text; with perfect recall, as a deal with ``?`` for hidden cards."""
        if state.dealt is None:
            return "dealing"
        now = state.dealt.state
        if self._kind.perfect_recall and self._kind.public_info and self._own_cards:
            return str(state.dealt.knows[player])
        parts = []
        if self._kind.public_info:
            last = " ".join(str(swapped) for swapped in now.last or ("none",))
            parts += [" ".join(stone.label for stone in now.ring), f"turn {now.turns + 1}"]
            parts += [f"seat {SEATS[now.mover]}", f"last swap {last}"]
        if self._own_cards:
            own = now.ring[player * now.hand : (player + 1) * now.hand]
            parts.append("own " + " ".join(map(str, own)))
        return ", ".join(parts)


pyspiel.register_game(GAME_TYPE, NarabiGame)
