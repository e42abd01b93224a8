"""Look up the value of a position in a table, and decide whether it is proven with the position's history.

``docs/endgames.md`` contains the proof that `ProbeResult.proven` is correct.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import asdict, dataclass, field
from functools import cached_property, partial
from pathlib import Path
from typing import NamedTuple

from _gamekit.facts import AsDict, Fact, Facts, Rows
from _gamekit.limits import Limits, Watch
from mabi_search.game import rules as game
from mabi_search.game.errors import ArgumentError
from mabi_search.game.outcomes import DRAW, LOSS, UNDECIDED, WIN, Outcome
from mabi_search.game.position import Position
from mabi_search.game.rules import (
    ALTERNATE,
    BLACK,
    LAST_CALL,
    NOBODY,
    PASS,
    PASSED,
    RUN,
    WHITE,
    Move,
    State,
)
from mabi_search.tables import stored
from mabi_search.tables.boards import table_spec_of
from mabi_search.tables.kept_runs import kept_run
from mabi_search.tables.placements import MODES_OF_STATES, index_of, number_of
from mabi_search.tables.stored import StoredTable

SHORTEST_RETURN = 4
"""Minimum number of steps of alternate play before a placement recurs with the same side to move."""

Value = tuple[Outcome, int | None]
"""A value for the side to move, and the distance of a win or a loss; otherwise None."""


class ProbedMove(NamedTuple):
    """The value of a legal move, according to a table.

    Examples
    --------
    >>> from mabi_search import Position, Rules, probe, tables
    >>> small = Rules(size="3x3")
    >>> _ = tables.build(tables.TableSpec.of(small))
    >>> move, value, distance = probe(Position.start(small)).moves[0]
    >>> print(move, value, distance)
    a1b1 win 2
    """

    move: Move
    """The move."""
    value: Outcome
    """The value for the side that makes the move."""
    distance: int | None
    """The distance, as in `ProbeResult`. It includes the move, unless the move is part of a run."""


@dataclass(frozen=True)
class ProbeResult(AsDict):
    """The value of a position, according to a table.

    Examples
    --------
    >>> from mabi_search import Position, Rules, probe, tables
    >>> small = Rules(size="3x3")
    >>> _ = tables.build(tables.TableSpec.of(small))
    >>> entry = probe(Position.start(small))
    >>> print(entry.value, entry.distance, entry.proven, entry.outcome)
    win 2 True win
    """

    position: Position
    """The position that was probed."""
    value: Outcome
    """The value for the side to move, regardless of the history. It is undecided if neither side can force a
    result, or if it depends on a run from one tie to another, which the table does not contain."""
    distance: int | None
    """Number of plies of alternate play, including the deciding pass; None unless the position is won or
    lost. In a run, only plies after the run count, so 0 means that no alternate play follows."""
    proven: bool
    """True if the value is proven for this position with its history. An undecided value is never proven."""
    seconds: float
    """Wall-clock seconds, including the time for reading the table."""
    _table: StoredTable = field(repr=False, compare=False)

    nodes = 0
    """Always 0, because nothing is searched."""
    stopped_by = None
    """Always None, because looking up a value has no limits."""

    @property
    def outcome(self) -> Outcome:
        """The value if it is proven for this position with its history; otherwise undecided."""
        return self.value if self.proven else UNDECIDED

    def facts(self) -> Facts:
        """Return the values of the position and of every move as facts."""
        at = "" if self.distance is None else f" at distance {self.distance}"
        past = not self.proven and self.value.proven
        doubt = "; not proven with this history and these rules" * past
        return [
            Fact("position", self.position),
            Fact("value", self.value, f"{self.value} for the side to move{at}{doubt}", ""),
            Fact("distance", self.distance),
            Fact("proven", self.proven),
            Fact("best_moves", self.best_moves),
            Rows("moves", [self._row(move) for move in self.moves]),
            Fact("rules", asdict(self.position.rules)),
        ]

    def _row(self, probed: ProbedMove) -> list[Fact]:
        far = "" if probed.distance is None else str(probed.distance)
        proven = probed.move in self.proven_moves
        doubt = "" if proven or not probed.value.proven else "not proven"
        return [
            Fact("move", probed.move, str(probed.move), ""),
            Fact("value", probed.value, probed.value, ""),
            Fact("distance", probed.distance, far, ""),
            Fact("proven", proven, "best" if not doubt and probed.move in self.best_moves else doubt, ""),
        ]

    @cached_property
    def moves(self) -> tuple[ProbedMove, ...]:
        """Every legal move with its value for the side that makes it, and its distance."""
        return tuple(_moves(self._table, self.position))

    @cached_property
    def best_moves(self) -> tuple[Move, ...]:
        """The legal moves that keep the value and, for a win or a loss, the distance.

        If the value is proven, only moves that are proven to keep it with the history are included. The tuple
        is empty if repetition forbids all these moves, and for some draws.
        """
        return tuple(
            probed.move
            for probed in self.moves
            if self._keeps(probed) and (not self.proven or probed.move in self.proven_moves)
        )

    @cached_property
    def proven_moves(self) -> tuple[Move, ...]:
        """The legal moves whose value is proven with the history."""
        return tuple(probed.move for probed in self.moves if self._is_proven(probed))

    def _keeps(self, probed: ProbedMove) -> bool:
        """Return whether a move keeps the value and the distance according to the table."""
        value = probed.value
        return value == self.value and (probed.distance == self.distance or value not in (WIN, LOSS))

    def _is_proven(self, probed: ProbedMove) -> bool:
        """Return whether the value of a move is proven with the history."""
        position, after = self.position, self.position.play_unchecked(probed.move)
        if after.state.over or (self.proven and self.value == probed.value == LOSS):
            return True
        if self.proven and self.value == WIN and self._keeps(probed):
            if position.mode in (ALTERNATE, LAST_CALL) or probed.move == PASS:
                return True
            return self._kept_run(after) is not None
        stopped = after.outcome() is not None
        return not stopped and _exact(self._table, after, *_value(self._table, after.state))

    @cached_property
    def winning_run(self) -> tuple[Move, ...]:
        """A legal rest of the run, with its pass, that keeps the win and the distance.

        The tuple is empty unless the position is in a run and won. It is also empty if no such run was found.
        """
        in_run = self.position.mode in (PASSED, RUN) and self.value == WIN
        return (self._kept_run(self.position) or ()) if in_run else ()

    def _kept_run(self, after: Position) -> tuple[Move, ...] | None:
        """Return the rest of a run that keeps the win and the distance, here or after a step."""
        return kept_run(after, self.distance or 0, partial(_value, self._table), self.position.state)

    def _repr_svg_(self) -> str:
        at = "" if self.distance is None else f" at distance {self.distance}"
        note = f"{self.value} for the side to move{at}; arrows: the moves that keep it"
        return self.position.svg(arrows=self.best_moves, notes=[note])


def probe(position: Position, *, folder: str | Path | None = None) -> ProbeResult:
    """Look up a position in the table for its board, pieces and readings.

    Parameters
    ----------
    position : Position
        A position for which `mabi_search.tables.build` or ``mabi tables build`` has built a table.
    folder : str or Path, optional
        The folder that contains the tables. The default is the cache folder.

    Returns
    -------
    ProbeResult
        The value and the distance regardless of the history, and whether they are proven with it.

    Raises
    ------
    mabi_search.tables.MissingTableError
        The table is missing or damaged.
    ArgumentError
        No table can exist for the board, the game is over, or an argument is of the wrong kind.

    Examples
    --------
    >>> from mabi_search import Position, Rules, probe, tables
    >>> small = Rules(size="3x3")
    >>> _ = tables.build(tables.TableSpec.of(small))
    >>> entry = probe(Position.start(small))
    >>> print(entry.outcome, entry.distance, entry.best_moves[0])
    win 2 a1b1
    """
    watch = Watch(Limits())
    if game.is_over(position.state, position.rules):
        raise ArgumentError("the game is over; only positions with a side to move can be probed")
    text = "".join(position.state.board)
    table = stored.load(table_spec_of(position.rules, text.count(WHITE), text.count(BLACK)), folder)
    value, distance = _start(table, position) if position.ply == 0 else _value(table, position.state)
    proven = _exact(table, position, value, distance)
    return ProbeResult(position, value, distance, proven, watch.seconds, table)


def _value(table: StoredTable, state: State) -> Value:
    """Return the table's value for the side to move, regardless of the history."""
    if MODES_OF_STATES.index(state.mode) >= table.board.modes:
        value = _value_in_run(table, state, table.alone[number_of(table.board, state.board)])
        return value, (0 if value in (WIN, LOSS) else None)
    byte = table.values[index_of(table.board, state)]
    if byte > 1:
        return (LOSS if byte & 1 else WIN), (byte >> 1) - (state.mode == PASSED)
    return (DRAW if byte else UNDECIDED), None


def _value_in_run(table: StoredTable, state: State, alone: int) -> Outcome:
    """Return the value of a run for the side that moves alone."""
    own, other = (1, 2) if state.side == WHITE else (2, 1)
    ends = game.pass_ends(state, table.board.rules)
    if alone & own or (state.holder == state.side and (ends or not alone & other)):
        return WIN
    if state.holder == NOBODY and (ends or not alone & other):
        return DRAW
    white, black = _sizes(state.board)
    if state.holder not in (NOBODY, state.side) or (white != black and table.board.rules.freezes):
        return LOSS
    return UNDECIDED  # a run may leave a tie and reach another tie; the table does not contain this


def _moves(table: StoredTable, position: Position) -> Iterator[ProbedMove]:
    """Yield every legal move with its value for the side to move."""
    for move in position.legal_moves:
        after = game.play_unchecked(position.state, move, position.rules)
        if after.over:
            winner = game.winner(after)
            value = DRAW if winner is None else WIN if winner == position.side else LOSS
            plies = None if winner is None else int(position.mode in (ALTERNATE, LAST_CALL))
            yield ProbedMove(move, value, plies)
            continue
        value, distance = _value(table, after)
        if after.side != position.side:
            value = value.turned
        if distance is not None and position.mode in (ALTERNATE, LAST_CALL):
            distance += 1
        elif distance is not None and not position.rules.resumes:
            distance = 0
        yield ProbedMove(move, value, distance if value in (WIN, LOSS) else None)


def _start(table: StoredTable, position: Position) -> Value:
    """Return the value and the distance of White's first turn. No table contains them."""
    replies = [(value, distance or 0) for _, value, distance in _moves(table, position)]
    if wins := [distance for value, distance in replies if value == WIN]:
        return WIN, min(wins)
    values = {value for value, _ in replies}
    if values == {LOSS}:
        return LOSS, max(distance for _, distance in replies)
    return (UNDECIDED if UNDECIDED in values else DRAW), None


def _exact(table: StoredTable, position: Position, value: Outcome, distance: int | None) -> bool:
    """Return whether a value is proven for a position with its history. docs/endgames.md explains why."""
    rules, state = position.rules, position.state
    if value == UNDECIDED or rules.max_plies is not None:
        return False
    if value == WIN and game.pass_ends(state, rules) and state.holder == state.side:
        return True  # the pass ends the game
    if rules.resumes and distance is not None and distance <= (state.mode in (ALTERNATE, LAST_CALL)):
        return True  # passes decide, no pass is forbidden, and the loser has no step
    if not rules.limits_repetition:
        return not rules.locks
    if not rules.freezes and state.holder == NOBODY:
        # a tie of single pieces can come with each of three holders
        returns = 1 if rules.resumes or not rules.locks else 2
        if (distance or returns * SHORTEST_RETURN + 1) > returns * SHORTEST_RETURN:
            return False
    past = Counter(state.seen)
    now = max(_sizes(state.board))
    placements = rules.counts_placements
    for key, times in past.items():
        board: game.Board = key if placements else key[0]  # type: ignore[assignment]
        if board != state.board and rules.freezes and max(_sizes(board)) < now:
            continue  # the largest group on the board never shrinks
        if placements:
            if board != state.board or times > 1:
                return False
        elif not _harmless(table, position, value, (board, str(key[1]), str(key[2])), times):
            return False
    if placements:
        runs = rules.locks and not rules.resumes
        return runs and rules.freezes and (distance or 0) <= SHORTEST_RETURN
    return True


def _harmless(
    table: StoredTable, position: Position, value: Outcome, key: tuple[game.Board, str, str], times: int
) -> bool:
    """Return whether the side that forces the value never needs this situation a third time."""
    board, side, mode = key
    state = position.state
    here = (board, side, mode) == (state.board, state.side, state.mode)
    if state.mode in (PASSED, RUN) and not position.rules.resumes:
        return value != WIN or mode != RUN or side != state.side or here or times < game.OCCURRENCES
    if mode != ALTERNATE and not position.rules.resumes:
        return True
    forcing = state.side if value == WIN else game.other(state.side)
    if value != DRAW and (side == forcing) == (mode == ALTERNATE):
        return True  # only the other side's steps lead there
    return times + _holders(table, board, state.holder) - here <= game.OCCURRENCES


def _sizes(board: game.Board) -> tuple[int, int]:
    """Return the sizes of the largest groups of White and of Black."""
    return game.largest(State(board), WHITE), game.largest(State(board), BLACK)


def _holders(table: StoredTable, board: game.Board, now: str) -> int:
    """Return the number of different holders with which the placement on a board can still occur."""
    white, black = _sizes(board)
    if white != black:
        return 1
    if white == 1 and table.board.rules.freezes:
        return 1
    return 3 if white == 1 and now == NOBODY else 2
