"""What the page asks about: games, given as a position and the moves from there."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Mapping
from typing import Any, NamedTuple

from _gamekit.web.answering import Fields, text_of
from mabi_search.game.errors import ArgumentError
from mabi_search.game.notation import MAX_TEXT
from mabi_search.game.position import Position
from mabi_search.game.rules import READINGS, Move, Rules

MOST_PLIES = 2_000
"""Of a game on the board."""
KEPT = 512
"""Positions that are kept: those that were looked at last."""
LONGEST_MOVE = 8


def rules_of(fields: Fields) -> Rules:
    """Return the readings that a question names; those left out are the default ones."""
    given = fields.get("rules", {})
    if not isinstance(given, Mapping) or not set(given) <= {*READINGS, "size", "max_plies"}:
        known = ", ".join([*READINGS, "size", "max_plies"])
        raise ArgumentError(f"rules must be an object with any of {known}")
    return Rules(**given)


class Moment(NamedTuple):
    """A position in a game."""

    position: Position
    sides: str
    """Who made each of the moves before it."""


class Games:
    """Reads the game of a question; its positions are kept, since the next question is beside them."""

    def __init__(self) -> None:
        self._kept: OrderedDict[tuple[Any, ...], Moment] = OrderedDict()

    def position(self, fields: Fields) -> Position:
        """Return the position that a question is about; errors as for `moment`."""
        return self.moment(fields).position

    def moment(self, fields: Fields) -> Moment:
        """Return the position that a question is about, and who made the moves before it.

        Raises
        ------
        MabiError
            There is no such position, or the question is not well formed.
        """
        game = fields.get("game")
        if not isinstance(game, Mapping):
            raise ArgumentError("game must be an object with base, moves and rules")
        moves = game.get("moves", [])
        if not isinstance(moves, list) or len(moves) > MOST_PLIES:
            raise ArgumentError(f"moves must be a list of at most {MOST_PLIES:,} moves")
        if not all(isinstance(move, str) and len(move) <= LONGEST_MOVE for move in moves):
            raise ArgumentError("each of the moves must be a text like a1b1, or pass")
        return self._after(text_of(game, "base", MAX_TEXT), rules_of(game), tuple(moves))

    def _after(self, base: str, rules: Rules, moves: tuple[str, ...]) -> Moment:
        """Return the moment after some moves; played from the longest beginning that is known."""
        known = len(moves)
        while known and (base, rules, moves[:known]) not in self._kept:
            known -= 1
        moment = self._kept.get((base, rules, moves[:known]))
        if moment is None:
            moment = Moment(short_enough(Position.parse(base, rules)), "")
        for i, move in enumerate(moves[known:], known + 1):
            before = moment.position
            moment = Moment(before.play(Move.parse(move)), moment.sides + before.side)
            self._keep((base, rules, moves[:i]), moment)
        self._keep((base, rules, moves), moment)
        return moment

    def _keep(self, key: tuple[Any, ...], moment: Moment) -> None:
        self._kept[key] = moment
        self._kept.move_to_end(key)
        while len(self._kept) > KEPT:
            self._kept.popitem(last=False)


def short_enough(position: Position) -> Position:
    """Return a position; ArgumentError if its game is longer than the board takes."""
    if len(position.moves) > MOST_PLIES:
        raise ArgumentError(f"{len(position.moves):,} moves; a game on the board has {MOST_PLIES:,} at most")
    return position
