"""The engine as a player: it chooses a move within its limits and comments on the move."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

from _gamekit.limits import Limits, Watch
from _gamekit.problems import number_of
from mabi_search.game import rules as game
from mabi_search.game.errors import ArgumentError, InternalError
from mabi_search.game.outcomes import LOSS, UNDECIDED, WIN, Outcome, score_text
from mabi_search.game.position import Position
from mabi_search.game.readings import is_searchable_run, sound
from mabi_search.game.rules import ALTERNATE, BLACK, PASS, WHITE, Move
from mabi_search.playing.levels import CHOICES, Level
from mabi_search.search.results import WIN_SCORE, Analysis, Line
from mabi_search.search.sizes import MAX_DEPTH

if TYPE_CHECKING:
    from mabi_search.search.memory import Memory


class Plan:
    """A line that the engine follows in a game, with its outcome for the engine's side."""

    def __init__(self) -> None:
        self.outcome: Outcome = UNDECIDED
        self.end: Position | None = None
        """The position at the end of the line, with the moves of the game; None if there is no plan."""
        self._side = ""
        self._played = 0
        """Number of moves of the game, including the first move of the line."""

    def make(self, position: Position, line: tuple[Move, ...], outcome: Outcome) -> None:
        """Set the line to follow, and check its moves by the rules."""
        self.end, self.outcome = _position_after(position, line), outcome
        self._side, self._played = position.side, len(position.moves) + 1

    def rest(self, position: Position) -> tuple[Move, ...]:
        """Return the rest of the line for the side to move; empty if the game has left it."""
        played = len(position.moves)
        if self.end is None or not self._is_of(position, self.end):
            return ()
        return self.end.moves[played:] if self.end.moves[:played] == position.moves else ()

    def has_won(self, position: Position) -> bool:
        """Return whether the side to move has already played a move of a plan that is proven to win."""
        if self.outcome != WIN or self.end is None or not self._is_of(position, self.end):
            return False
        return position.moves[: self._played] == self.end.moves[: self._played]

    def _is_of(self, position: Position, end: Position) -> bool:
        same_rules = end.rules == position.rules
        return self._side == position.side and end.base == position.base and same_rules


def ends(position: Position, line: tuple[Move, ...]) -> bool:
    """Return whether a line ends the game with a win for the side to move."""
    over = _position_after(position, line).outcome()
    return over is not None and over.outcome_for(position.side) == WIN


def _position_after(position: Position, line: tuple[Move, ...]) -> Position:
    """Return the position after a line; raise IllegalMoveError if one of its moves is illegal."""
    for move in line:
        position = position.play(move)
    return position


PATIENCE = 8
"""Factor of the node limit if a win was proven at an earlier move and must be found again."""
PATIENCE_IN_RUNS = 128
"""Factor of the node limit in a run, because one search covers the whole run."""
DEADLOCK_PLIES = 24
"""A deadlock means that the sizes of the largest groups have not changed for this number of plies."""
PATIENCE_IN_DEADLOCKS = 16
"""Number of placements searched in a deadlock to find out whether a pass wins, per node of the level's
limit."""
MOST_FOR_PASS = 1 << 16
MOVES_FOR_PROOF, MOST_FOR_PROOF = 64, 500_000
"""In deadlocks, the nodes of this number of moves are saved up for one proof search, which gets at most
`MOST_FOR_PROOF` nodes."""
SLACK_FOR_FRESH = 25
"""Hundredths of a piece that the engine may give away to avoid a repetition."""
MOVES_REMEMBERED = 16
"""The tables are large enough for this number of searches."""


class Choice(NamedTuple):
    """A move chosen by the engine."""

    move: Move
    comment: str
    """The engine's comment on the move."""
    wins: bool
    """True if the move is proven to win."""


class Thinking(NamedTuple):
    """Limits and callbacks of a search, in addition to its level."""

    seconds: float | None = None
    """Time limit in seconds."""
    stop: Callable[[], bool] | None = None
    """A function that returns True to end the search early."""
    depth: int | None = None
    """Maximum depth of the search."""
    lines: int = 1
    """Number of best moves to report."""
    threads: int = 1
    tell: Callable[[Analysis], None] | None = None
    """A function to be called with the results after each depth."""


AT_EASE = Thinking()
"""A search that only the level limits."""


class Engine:
    """A player that keeps its search tables and its plan from move to move.

    Parameters
    ----------
    level
        The strength of the engine.
    chance
        The random generator of levels that do not always play the best move.
    """

    def __init__(self, level: Level, chance: random.Random | None = None):
        self.level = level
        self.plan = Plan()
        self._memory: Memory | None = None
        self._saved = 0
        """Number of nodes saved up for a proof search."""
        self._chance = chance or random.Random()

    def search(self, position: Position, lines: int, thinking: Thinking = AT_EASE) -> Analysis:
        """Return the best moves of a position, at least one; raise ArgumentError if the game is over."""
        if position.outcome() is not None:
            raise ArgumentError("the game is over; there is nothing to search")
        if self.plan.has_won(position):
            analysis = self._deepen(position, PATIENCE, lines, thinking, {"deep_proofs": False}, for_pass=0)
            if analysis.outcome == WIN:
                return analysis
        nodes, for_pass = self.level.nodes, None
        if nodes is not None and not self.level.strict and _is_deadlock(position):
            for_pass = min(PATIENCE_IN_DEADLOCKS * nodes, MOST_FOR_PASS)
            self._saved += nodes
            proven = self._proven(position, nodes, thinking)
            if proven is not None:
                return proven
        patience = PATIENCE_IN_RUNS if is_searchable_run(position) else 1
        return self._deepen(position, patience, lines, thinking, {}, for_pass)

    def _proven(self, position: Position, nodes: int, thinking: Thinking) -> Analysis | None:
        """Spend the saved nodes on a proof search once there are enough; return a proven win, or None."""
        from mabi_search.proof.solving import decide  # loads kernels

        enough = min(MOVES_FOR_PROOF * nodes, MOST_FOR_PROOF)
        if self._saved < enough or not sound("proofs", position.rules):
            return None
        self._saved = 0
        seconds = None if thinking.seconds is None else thinking.seconds / 2
        limits = Limits(max_nodes=enough, max_seconds=seconds, stop=thinking.stop)
        verdict, _ = decide(position, limits=limits, margin=False)
        if verdict.outcome != WIN:
            return None
        line = Line(verdict.pv[0], WIN_SCORE, verdict.pv)
        depth = verdict.within or len(verdict.pv)
        return Analysis(position, depth, (line,), WIN_SCORE, verdict.nodes, verdict.seconds)

    def _deepen(
        self, position: Position, patience: int, lines: int, thinking: Thinking, options: dict[str, bool],
        for_pass: int | None = None, without: Sequence[Move] = (),
    ) -> Analysis:  # fmt: skip
        """Search to a depth of at least one ply, with `patience` times the node limit of the level."""
        from mabi_search.search.analysis import deepening  # a game between two people needs no search
        from mabi_search.search.memory import Memory, entries_for

        if self._memory is None:
            self._memory = Memory(entries_for(Limits(max_nodes=self.level.nodes), MOVES_REMEMBERED))
        analysis: Analysis | None = None
        for limits, depth in ((self._limits(patience, thinking), thinking.depth or MAX_DEPTH), (Limits(), 1)):
            for analysis in deepening(
                position,
                depth=depth,
                limits=limits,
                lines=lines,
                options=options,
                memory=self._memory,
                threads=thinking.threads,
                for_pass=for_pass,
                without=without,
            ):
                if thinking.tell is not None and analysis.lines and analysis.stopped_by is None:
                    thinking.tell(analysis)
            if analysis is not None and analysis.lines:
                return analysis
        raise InternalError(f"no move was found in {position}")

    def _limits(self, patience: int, thinking: Thinking) -> Limits:
        """Return the limits of a search, with `patience` times the node limit of the level."""
        nodes = self.level.nodes
        if nodes is not None and not self.level.strict:
            nodes *= patience
        return Limits(max_nodes=nodes, max_seconds=thinking.seconds, stop=thinking.stop)

    def choose(self, position: Position, thinking: Thinking = AT_EASE) -> Choice:
        """Return the engine's move in an unfinished game, with a comment."""
        from mabi_search.game.packed import steps_back

        line = self.plan.rest(position)
        if line:
            if thinking.tell is not None:
                thinking.tell(_planned(position, line, self.plan.outcome))
            return Choice(line[0], _comment(position, line, self.plan.outcome), self.plan.outcome == WIN)
        alone = is_searchable_run(position)
        choices = CHOICES if self.level.slack and not alone else 1
        old = () if self.level.strict else tuple(steps_back(position.state, position.rules))
        if old and thinking.seconds is not None:
            thinking = thinking._replace(seconds=thinking.seconds / 2)
        analysis = self.search(position, max(choices, thinking.lines), thinking)
        if analysis.outcome == WIN or alone:
            line = self._to_the_end(position, analysis, thinking)
            self.plan.make(position, line, analysis.outcome)
            return Choice(line[0], _comment(position, line, analysis.outcome), analysis.outcome == WIN)
        chosen = self._one_of(analysis.lines)
        if chosen.move in old and not chosen.outcome.proven:
            chosen = self._fresh(position, chosen, old, thinking) or chosen
        comment = f"{score_text(chosen.score, chosen.outcome)} at depth {analysis.depth}"
        return Choice(chosen.move, comment, chosen.outcome == WIN)

    def _fresh(
        self, position: Position, chosen: Line, old: Sequence[Move], thinking: Thinking
    ) -> Line | None:
        """Return a line that avoids the moves `old` and is nearly as good as the chosen line, or None."""
        analysis = self._deepen(position, 1, 1, thinking._replace(tell=None), {}, for_pass=0, without=old)
        best = analysis.lines[0]
        is_near = best.score >= chosen.score - SLACK_FOR_FRESH
        return best if is_near and best.move != PASS else None

    def _to_the_end(self, position: Position, analysis: Analysis, thinking: Thinking) -> tuple[Move, ...]:
        """Return the shortest winning line, continued to the end of the game; the best line if none wins."""
        from mabi_search.proof.lines import to_the_end  # loads numpy

        if analysis.outcome != WIN:
            return analysis.pv
        watch = Watch(self._limits(PATIENCE_IN_RUNS, thinking))
        won = [line.pv for line in analysis.lines if line.outcome == WIN]
        lines = [to_the_end(position, line, position.side, watch) for line in won]
        return min(lines, key=lambda line: (not ends(position, line), len(line)))

    def _one_of(self, lines: tuple[Line, ...]) -> Line:
        """Return the best line, or a random line within the slack of the level."""
        good = [line for line in lines if line.score >= lines[0].score - self.level.slack]
        return self._chance.choice(good) if len(good) > 1 else lines[0]


def _is_deadlock(position: Position) -> bool:
    """Return whether the sizes of the largest groups have not changed for `DEADLOCK_PLIES` plies."""
    state, seen = position.state, position.state.seen
    if state.mode != ALTERNATE or len(seen) <= DEADLOCK_PLIES:
        return False
    key = seen[-1 - DEADLOCK_PLIES]
    placement = key if position.rules.counts_placements else key[0]
    before = replace(state, board=tuple(map(str, placement)))
    return all(game.largest(before, side) == game.largest(state, side) for side in (WHITE, BLACK))


def _planned(position: Position, line: tuple[Move, ...], outcome: Outcome) -> Analysis:
    """Return an analysis that consists of a line of the plan, without a search."""
    score = WIN_SCORE if outcome == WIN else -WIN_SCORE if outcome == LOSS else 0
    return Analysis(position, len(line), (Line(line[0], score, line),), score, 0, 0.0)


def _comment(position: Position, line: tuple[Move, ...], outcome: Outcome) -> str:
    """Return the comment on a line of the plan."""
    moves = number_of(len(line), "move")
    if outcome == WIN:
        return "win (proven)" + (f", by a line of {moves}" if ends(position, line) else "")
    return f"{outcome}{' (proven)' * outcome.proven}, a run of {moves}"
