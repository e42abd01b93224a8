"""Mabi for easyAI: its negamax with alpha-beta and transposition table, over our plain rules.

easyAI's players move in turn, always; where the rules let one side move again, the other one waits. The moves
come from `benchmarks.plain_alphabeta`, which is quicker than `rules.legal_moves` and tested against it.
"""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import Any

from benchmarks.plain_alphabeta import WIN, Plain
from mabi_search import Position, Rules
from mabi_search.game import rules as game
from mabi_search.game.rules import BLACK, WHITE, Move, State
from studies.strength.mabi_players import Player

WAIT = "wait"


class Mabi:
    """What easyAI asks of a game."""

    players = (None, None)

    def __init__(self, state: State, rules: Rules):
        self.state, self.plain = state, Plain(rules)
        self.current_player = 1 if state.side == WHITE else 2
        self.ai_move: Move | str | None = None
        self._before: list[State] = []

    def _mine(self) -> bool:
        return self.state.side == (WHITE if self.current_player == 1 else BLACK)

    def possible_moves(self) -> list[Any]:
        """Return the moves of the player that easyAI thinks is to move."""
        if not self._mine():
            return [WAIT]
        sides = self.state.side, game.other(self.state.side)
        return self.plain.moves(self.state, *(game.groups(self.state, side) for side in sides))

    def make_move(self, move: Any) -> None:
        """Make a move, or wait."""
        self._before.append(self.state)
        if move != WAIT:
            self.state = game.play_unchecked(self.state, move, self.plain.rules)

    def unmake_move(self, move: Any) -> None:
        """Take it back."""
        self.state = self._before.pop()

    def switch_player(self) -> None:
        """Let the other player be asked."""
        self.current_player = 3 - self.current_player

    def is_over(self) -> bool:
        """Tell whether the game has ended."""
        return self.state.over

    def scoring(self) -> float:
        """Return the score for the player to be asked: 100 for each piece of margin."""
        side = WHITE if self.current_player == 1 else BLACK
        margin = 100 * game.margin(self.state, side)
        if not self.state.over:
            return margin
        winner = game.winner(self.state)
        return 0 if winner is None else (WIN if winner == side else -WIN) + margin

    def ttentry(self) -> Any:
        """Return what the table tells positions apart by; what may not arise again is part of it."""
        state = self.state
        twice = frozenset(key for key in state.seen if state.seen.count(key) > 1)
        return state.board, state.side, state.mode, state.holder, self.current_player, state.over, twice


@dataclass(frozen=True)
class EasyAI(Player):
    """easyAI's negamax, ever deeper until an eighth of the time is used.

    The next depth takes about ten times as long as all before, so it uses the time, and sometimes more.
    """

    seconds: float

    def __call__(self, position: Position) -> Move:
        """Return its move."""
        from easyAI import TranspositionTable  # noqa: PLC0415  (the group peers)
        from easyAI.AI.Negamax import Negamax  # noqa: PLC0415

        started = time.perf_counter()
        table = TranspositionTable()
        depth = 0
        while not depth or time.perf_counter() - started < self.seconds / 8:
            depth += 1
            move = Negamax(depth, win_score=WIN, tt=table)(Mabi(position.state, position.rules))
        assert isinstance(move, Move)
        return move
