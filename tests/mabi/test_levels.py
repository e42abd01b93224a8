"""How strong the engine plays, and how its clock is shared out."""

from __future__ import annotations

from typing import Any

from mabi_search import Move, Position
from mabi_search.playing.levels import LEVELS, seconds_for_move
from mabi_search.playing.player import Engine


def test_weak_levels_give_something_away_and_strong_ones_nothing() -> None:
    position = Position.start().play("a1a2").play("h8h7")

    class Last:
        def choice(self, lines: tuple[Any, ...]) -> Any:
            return lines[-1]

    weak = Engine(LEVELS[0]._replace(slack=10_000), Last()).choose(position).move  # type: ignore[arg-type]
    best = Engine(LEVELS[0]._replace(slack=0)).choose(position).move
    assert weak != best and position.why_not(weak) is None and isinstance(best, Move)


def test_clocks_last() -> None:
    left = 60.0
    for _ in range(500):
        taken = seconds_for_move(left, 1.0)
        assert 0 < taken < left
        left += 1.0 - taken
    assert seconds_for_move(0.01, 0) < 0.1
