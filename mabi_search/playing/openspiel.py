"""Mabi as an OpenSpiel game. Importing this module registers it as ``python_mabi``.

The extra ``openspiel`` installs OpenSpiel (Lanctot et al., 2019). The rules are those of `game.rules`, in
plain Python. A ply takes some milliseconds on the full board.
"""

from __future__ import annotations

from math import comb
from typing import Any

import numpy as np

from _gamekit.openspiel import LONGEST_GAME, TERMINAL, PublicObserver, Shared, pyspiel
from mabi_search.game import rules as game
from mabi_search.game.errors import ArgumentError
from mabi_search.game.position import Position
from mabi_search.game.rules import (
    BLACK,
    MODES,
    NOBODY,
    OCCURRENCES,
    PASS,
    READINGS,
    WHITE,
    Move,
    Rules,
    Square,
    State,
)

NAME = "python_mabi"
SIDES = (WHITE, BLACK)
DEFAULTS: dict[str, Any] = {name: values[0] for name, values in READINGS.items()} | {
    "size": "8x8",
    "max_plies": 1_000,
}
"""The parameters with their defaults: readings and size as in `Rules`, and the number of plies after which a
game is stopped as a draw. 0 is the `None` of `Rules`: no limit."""
STEPS = ((-1, 0), (0, -1), (0, 1), (1, 0))
"""The directions, in the order of actions: down, left, right, up."""
ALL_MODES = ("-", "p", "r", "q")

GAME_TYPE = pyspiel.GameType(
    short_name=NAME,
    long_name="Mabi",
    dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
    chance_mode=pyspiel.GameType.ChanceMode.DETERMINISTIC,
    information=pyspiel.GameType.Information.PERFECT_INFORMATION,
    utility=pyspiel.GameType.Utility.ZERO_SUM,
    reward_model=pyspiel.GameType.RewardModel.TERMINAL,
    max_num_players=2,
    min_num_players=2,
    provides_information_state_string=True,
    provides_information_state_tensor=False,
    provides_observation_string=True,
    provides_observation_tensor=True,
    parameter_specification=DEFAULTS,
)


def longest_game(rules: Rules) -> int:
    """Return an upper bound on the number of plies of a game.

    Parameters
    ----------
    rules : Rules
        The rules of the game.

    Returns
    -------
    int
        `max_plies` if it is set, otherwise a bound from the rule of repetition. Each placement may occur a
        limited number of times with each side to move and mode, and two passes may follow it.

    Raises
    ------
    ArgumentError
        No rule ends a game, or the bound exceeds the range of OpenSpiel.

    Examples
    --------
    >>> longest_game(Rules(max_plies=40)), longest_game(Rules(size="2x2"))
    (40, 432)
    """
    if rules.max_plies is not None:
        return rules.max_plies
    if not rules.limits_repetition:
        raise ArgumentError("a game of OpenSpiel without a rule of repetition needs max_plies above 0")
    state = Position.start(rules).state
    white, black = (sum(1 for _ in state.pieces(side)) for side in SIDES)
    squares = rules.ranks * rules.files
    placements = comb(squares, white) * comb(squares - white, black)
    situations = 1 if rules.counts_placements else len(SIDES) * len(MODES[rules.pass_rule])
    bound = 3 * OCCURRENCES * situations * placements
    if bound > LONGEST_GAME:
        raise ArgumentError(f"a game on {rules.size} may last for {bound:,} plies: set max_plies")
    return bound


def rules_of(params: dict[str, Any] | None) -> Rules:
    """Return the rules for the parameters of the game.

    Parameters
    ----------
    params : dict or None
        Some of `DEFAULTS`.

    Returns
    -------
    Rules
        The rules, with a size.

    Raises
    ------
    ArgumentError
        A parameter has an invalid value.

    Examples
    --------
    >>> rules_of({"size": "4x6", "max_plies": 0}) == Rules(size="4x6")
    True
    """
    chosen = DEFAULTS | (params or {})
    plies = chosen.pop("max_plies")
    return Rules(max_plies=plies or None, **chosen)


def action_of(move: Move, rules: Rules) -> int:
    """Return the action number of a move: 4 * square + direction. The pass has the last number.

    Parameters
    ----------
    move : Move
        A step or the pass.
    rules : Rules
        The rules, with the size of the board.

    Returns
    -------
    int
        The number, with squares counted from a1 along the ranks.

    Examples
    --------
    >>> [action_of(Move.parse(text), Rules(size="8x8")) for text in ("a1b1", "a1a2", "b1a1", "pass")]
    [2, 3, 5, 256]
    """
    if move.origin is None or move.target is None:
        return 4 * rules.ranks * rules.files
    step = (move.target.rank - move.origin.rank, move.target.file - move.origin.file)
    return 4 * (move.origin.rank * rules.files + move.origin.file) + STEPS.index(step)


def move_of(action: int, rules: Rules) -> Move:
    """Return the move with an action number.

    Parameters
    ----------
    action : int
        A number as returned by `action_of`.
    rules : Rules
        The rules, with the size of the board.

    Returns
    -------
    Move
        The move, legal or not.

    Examples
    --------
    >>> str(move_of(5, Rules(size="8x8"))), str(move_of(256, Rules(size="8x8")))
    ('b1a1', 'pass')
    """
    square, direction = divmod(action, 4)
    if square == rules.ranks * rules.files:
        return PASS
    origin = Square(*divmod(square, rules.files))
    up, right = STEPS[direction]
    return Move(origin, Square(origin.rank + up, origin.file + right))


class MabiGame(pyspiel.Game):  # type: ignore[misc]  # without types
    """Mabi for OpenSpiel, with parameters like ``python_mabi(size=4x4,pass_rule=final)``.

    `DEFAULTS` lists the parameters. The return is 1 for the winner and -1 for the loser; it is 0 for a draw
    and for a stopped game. Repetition depends on earlier moves, which are part of an information state but
    not of an observation.

    Examples
    --------
    >>> import pyspiel
    >>> import mabi_search.playing.openspiel
    >>> state = pyspiel.load_game("python_mabi(size=3x4)").new_initial_state()
    >>> state.apply_action(state.string_to_action("a1b1"))
    >>> state.current_player(), "pass" in map(state.action_to_string, state.legal_actions())
    (1, True)
    """

    def __init__(self, params: dict[str, Any] | None = None):
        rules = rules_of(params)
        about = pyspiel.GameInfo(
            num_distinct_actions=action_of(PASS, rules) + 1,
            max_chance_outcomes=0,
            num_players=2,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=longest_game(rules),
        )
        super().__init__(GAME_TYPE, about, params or {})

    @property
    def rules(self) -> Rules:
        """The rules. They are computed, because OpenSpiel copies a game by its parameters alone."""
        return rules_of(self.get_parameters())

    def new_initial_state(self) -> MabiState:
        """Return the start of a game."""
        return MabiState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: dict[str, Any] | None = None) -> Any:
        """Return an observer of the board, or of all earlier moves as text."""
        if iig_obs_type is None or (iig_obs_type.public_info and not iig_obs_type.perfect_recall):
            return BoardObserver(self.rules, params)
        return PublicObserver(iig_obs_type, params)


class MabiState(pyspiel.State):  # type: ignore[misc]  # without types
    """A state of the game. The other functions of this library accept its `position`."""

    def __init__(self, mabi: MabiGame):
        super().__init__(mabi)
        self._rules = Shared(mabi.rules)
        self._now = Shared(Position.start(mabi.rules).state)

    @property
    def rules(self) -> Rules:
        """The rules of the game."""
        return self._rules.value

    @property
    def state(self) -> State:
        """The current state, as in `game.rules`."""
        return self._now.value

    @property
    def position(self) -> Position:
        """The position with its history, for `analyse`, `solve` and other functions."""
        moves = (move_of(action, self.rules) for action in self.history())
        return Position(Position.start(self.rules).state, tuple(moves), self.rules)

    def current_player(self) -> int:
        """Return 0 for White, 1 for Black, or TERMINAL."""
        return TERMINAL if self.is_terminal() else SIDES.index(self.state.side)

    def _legal_actions(self, player: int) -> list[int]:
        return sorted(action_of(move, self.rules) for move in game.legal_moves(self.state, self.rules))

    def _apply_action(self, action: int) -> None:
        self._now = Shared(game.play(self.state, move_of(action, self.rules), self.rules))

    def _action_to_string(self, player: int, action: int) -> str:
        return str(move_of(action, self.rules))

    def is_terminal(self) -> bool:
        """Return whether the game is over or was stopped."""
        return game.is_over(self.state, self.rules)

    def returns(self) -> list[float]:
        """Return the returns of White and of Black: 1 and -1 in some order, or 0 for both."""
        winner = game.winner(self.state) if self.state.over else None
        return [0.0 if winner is None else 1.0 if side == winner else -1.0 for side in SIDES]

    def __str__(self) -> str:
        """Return the notation of the position without its history."""
        return str(Position(self.state, (), self.rules))


class BoardObserver:
    """Observe a state as planes, each as large as the board.

    The first two planes are the pieces of White and of Black. Each other plane is constant, 1 for yes and 0
    for no: White to move, each mode, and each holder (nobody, White, Black). The modes are alternate play,
    after a pass, in a run, and after a pass that locks nobody out.
    """

    def __init__(self, rules: Rules, params: dict[str, Any] | None):
        if params:
            raise ValueError(f"an observation has no parameters, but {params} was given")
        self._shape = (3 + len(ALL_MODES) + 3, rules.ranks, rules.files)
        self.tensor = np.zeros(int(np.prod(self._shape)), np.float32)
        self.dict = {"observation": self.tensor.reshape(self._shape)}

    def set_from(self, state: MabiState, player: int) -> None:
        """Write the observation of a state, which is the same for both players."""
        planes, now = self.dict["observation"], state.state
        planes.fill(0)
        for plane, side in enumerate(SIDES):
            for square in now.pieces(side):
                planes[plane, square.rank, square.file] = 1
        planes[2] = now.side == WHITE
        planes[3 + ALL_MODES.index(now.mode)] = 1
        planes[3 + len(ALL_MODES) + (NOBODY, *SIDES).index(now.holder)] = 1

    def string_from(self, state: MabiState, player: int) -> str:
        """Return the observation as text: the position in notation, without its history."""
        return str(state)


pyspiel.register_game(GAME_TYPE, MabiGame)
