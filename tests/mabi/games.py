"""Random games by the plain rules, for tests."""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterator

from mabi_search.game.rules import PASS, READINGS, Rules, State, is_over, legal_moves, play_unchecked, start

SIZES = ("8x8", "4x4", "3x4", "4x6", "5x5", "2x8", "7x3", "2x2")
NAMES = ("paralysis", "freeze", "pass_rule", "repetition")


def every_reading() -> Iterator[dict[str, str]]:
    """Yield all combinations of readings that change play."""
    for values in itertools.product(*(READINGS[name] for name in NAMES)):
        yield dict(zip(NAMES, values, strict=True))


def game(rules: Rules, seed: int, plies: int, passing: float = 0.1) -> Iterator[State]:
    """Yield the states of a random game, from the start; games that shuffle are likely."""
    choose = random.Random(seed)
    state = start(rules)
    back: list[object] = []
    for _ in range(plies):
        yield state
        if is_over(state, rules):
            return
        moves = list(legal_moves(state, rules))
        steps = [move for move in moves if move != PASS]
        undo = [move for move in steps if (move.target, move.origin) in back[-2:]]
        if not steps or (PASS in moves and choose.random() < passing):
            move = PASS
        elif undo and choose.random() < 0.4:
            move = choose.choice(undo)  # so that repetition is met
        else:
            move = choose.choice(steps)
        back.append((move.origin, move.target))
        state = play_unchecked(state, move, rules)
    yield state
