"""Find the rest of a run that keeps the value of a table, with the history of the position."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable

from mabi_search.game.outcomes import LOSS, Outcome
from mabi_search.game.position import Position
from mabi_search.game.rules import PASS, Move, State

MOST_MET = 1_000
"""Maximum number of states of a run that are searched."""


def kept_run(
    position: Position,
    distance: int,
    value_of: Callable[[State], tuple[Outcome, int | None]],
    first: State,
) -> tuple[Move, ...] | None:
    """Return the shortest legal rest of a run, with its pass, after which the other side loses.

    The other side loses at `distance` by the table, or the pass ends the game. The run does not return to a
    placement with the same holder, nor to that of `first`. The result is None if there is no such run or if
    `MOST_MET` states do not suffice.
    """
    edge = deque([position])
    met = {(state.board, state.holder) for state in (first, position.state)}
    while edge and len(met) <= MOST_MET:
        here = edge.popleft()
        for move in reversed(here.legal_moves):
            after = here.play_unchecked(move)
            state = after.state
            if move == PASS:
                over = after.outcome()
                wins = over is not None and over.winner == here.side and distance == 0
                if wins or (over is None and value_of(state) == (LOSS, distance)):
                    return after.moves[len(position.moves) :]
            elif (state.board, state.holder) not in met:
                met.add((state.board, state.holder))
                edge.append(after)
    return None
