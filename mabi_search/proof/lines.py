"""Lines of play for verdicts: by the values of a table, or the moves of a proof, continued to the end."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator

from _gamekit.limits import Watch
from mabi_search.game import rules as game
from mabi_search.game.errors import InternalError
from mabi_search.game.outcomes import DRAW, LOSS, WIN
from mabi_search.game.position import Position
from mabi_search.game.readings import sound
from mabi_search.game.rules import ALTERNATE, PASS, PASSED, RUN, Board, Move, State
from mabi_search.proof.proof_search import ProofSearch
from mabi_search.proof.verdict import Verdict
from mabi_search.runs.run_search import winning_run
from mabi_search.search.results import replayed
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
    winner = position.side if entry.value == WIN else game.other(position.side)
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


def line_of(proving: ProofSearch, position: Position) -> tuple[Move, ...]:
    """Return the line of a proof: the winner's moves, and the loser's moves that delay the end longest.

    The last move is the pass that ends alternate play.
    """
    moves: list[Move] = []
    while not moves or moves[-1] != PASS:
        value, _ = proving.value(position.state)
        if value == WIN:
            move = proving.answer(position.state)
        elif value == LOSS:
            move = _longest(proving, position)
        else:
            raise InternalError(f"the proof of {position} has a gap")
        moves.append(move)
        position = replayed(position, (move,))
    return tuple(moves)


def _longest(proving: ProofSearch, position: Position) -> Move:
    """Return the legal move that delays the loss longest; PASS if there is no other."""
    legal = (move for move in proving.longest(position.state) if position.why_not(move) is None)
    return next(legal, PASS)


def to_the_end(
    position: Position, line: tuple[Move, ...], winner: str | None, watch: Watch, hint: tuple[Move, ...] = ()
) -> tuple[Move, ...]:
    """Continue a line to the end of the game once alternate play is over.

    Parameters
    ----------
    winner
        The side that wins; None for a draw.
    watch
        The limits. If they stop the search for a winning run, the line is returned unchanged.
    hint
        Steps to try first in the run after the line.
    """
    after, moves = replayed(position, line), list(line)
    while after.outcome() is None and after.mode != ALTERNATE:
        more = _out_of_run(after, winner, watch, hint)
        if not more:
            return line
        for move in more:
            if after.why_not(move) is not None:
                return line
            after = after.play_unchecked(move)
        moves += more
    over = after.outcome()
    return tuple(moves) if over is None or over.winner == winner else line


def _out_of_run(
    position: Position, winner: str | None, watch: Watch, hint: tuple[Move, ...]
) -> tuple[Move, ...]:
    """Return the moves of a run, up to its pass, after which `winner` wins; () if none are known."""
    rules = position.rules
    ends = position.mode != RUN or rules.run_is_last
    if ends and position.holder == winner:
        return (PASS,)
    known = sound("one choice", rules)
    if position.side != winner:
        return (PASS,) if ends or known or winner is not None else ()
    if not known:
        return ()
    steps = winning_run(position.state, rules, watch, hint)
    return () if steps is None else (*steps, PASS)


def runs_in(verdict: Verdict) -> Iterator[tuple[State, tuple[Move, ...]]]:
    """Yield each of the winner's runs in a verdict's line: the state before it, and its steps.

    Nothing is yielded for a line of alpha-beta: its moves may rely on the rule of repetition.
    """
    position, steps = verdict.position, list[Move]()
    winner = position.side if verdict.outcome == WIN else game.other(position.side)
    first = position.state
    for move in verdict.pv if verdict.method != "alpha-beta" else ():
        runs = position.mode != ALTERNATE and position.side == winner
        if runs and move == PASS:
            yield first, tuple(steps)
        elif runs:
            steps.append(move)
        position = position.play_unchecked(move)
        if move == PASS:
            first, steps = position.state, []
