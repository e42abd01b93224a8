"""Lines of play by the values of a table."""

from __future__ import annotations

from collections import deque

from mabi_search.game.outcomes import DRAW, WIN
from mabi_search.game.position import Position
from mabi_search.game.rules import PASS, PASSED, RUN, Board, Move, other
from mabi_search.tables.probing import ProbeResult, probe

MOST_MET = 1_000
"""Maximum number of positions that the search for a line to a draw visits."""


def table_line(entry: ProbeResult) -> tuple[Move, ...]:
    """Return a line that keeps a proven value of a table at every ply; () if none was found.

    A line to a draw ends the game. Another line may end at a run for which the table gives no moves.
    """
    position = entry.position
    if entry.value == DRAW:
        return _drawn(position)
    winner = position.side if entry.value == WIN else other(position.side)
    after = position
    while after.outcome() is None:
        moves = _won(probe(after)) if after.side == winner else _lost(probe(after))
        if not moves:
            break
        for move in moves:
            after = after.play_unchecked(move)
    return after.moves[len(position.moves) :]


def _won(entry: ProbeResult) -> tuple[Move, ...]:
    """Return the winner's next moves: a step or a pass in alternate play, otherwise the whole run."""
    if entry.position.mode in (PASSED, RUN):
        return entry.winning_run
    best = (move for move, value, far in entry.moves if (value, far) == (WIN, entry.distance))
    return tuple(best)[:1]


def _lost(entry: ProbeResult) -> tuple[Move, ...]:
    """Return the loser's next move: the one that delays the loss longest, but in a run a pass."""
    if entry.position.mode in (PASSED, RUN):
        return (PASS,)
    return (max(entry.moves, key=lambda probed: probed.distance or 0).move,)


def _drawn(position: Position) -> tuple[Move, ...]:
    """Return a line to a draw on which every position is proven to be a draw with its history."""
    edge, met = deque([position]), set[tuple[Board, str, str, str]]()
    while edge and len(met) <= MOST_MET:
        here = edge.popleft()
        for move in reversed(here.legal_moves):
            after = here.play_unchecked(move)
            over, state = after.outcome(), after.state
            if over is not None and over.outcome_for(position.side) == DRAW:
                return after.moves[len(position.moves) :]
            key = state.board, state.side, state.mode, state.holder
            if over is None and key not in met:
                met.add(key)
                if probe(after).outcome == DRAW:
                    edge.append(after)
    return ()
