"""`Verdict`: the proven outcome of a position, and the method that proved it."""

from __future__ import annotations

from collections.abc import Container
from dataclasses import asdict, dataclass, replace

from _gamekit.facts import AsDict, Fact, Facts, Result, Rows, effort
from _gamekit.problems import number_of
from mabi_search.game.errors import InternalError
from mabi_search.game.marks import ScoredLine
from mabi_search.game.notation import line_words
from mabi_search.game.outcomes import DRAW, LOSS, WIN, Outcome, signed
from mabi_search.game.position import Position
from mabi_search.game.rules import ALTERNATE, LAST_CALL, NOBODY, SIDE_NAMES, Move, other

WHY = {
    "nodes": "node limit reached",
    "seconds": "time limit reached",
    "memory": "the search's tables are full",
    "interrupt": "interrupted",
    "lost": "a worker or the scheduler was lost",
    "max_plies": "game stopped by max_plies",
    "depth": "alpha-beta reached its maximum depth",
    "exhausted": "search space exhausted; nothing is forced, except perhaps by repetition or undecided runs",
}
"""The displayed text for each value of `Verdict.stopped_by`."""
WORTH = (LOSS, DRAW, WIN)
"""Outcomes from worst to best."""
SHOWN_PLIES = 24
"""Maximum number of plies of a displayed line."""


@dataclass(frozen=True)
class Verdict(Result):
    """The outcome of a position, with bounds on the margin and the line of its proof.

    Examples
    --------
    >>> from mabi_search import Position, solve
    >>> verdict = solve(Position.parse("1bw1/b1w1/1w1b w - w 9"))
    >>> print(verdict.outcome, verdict.proven, verdict.method, verdict.pv[0])
    win True alpha-beta pass
    """

    position: Position
    """The position that was solved."""
    outcome: Outcome
    """The proven outcome for the side to move, or undecided."""
    margin_bounds: tuple[int, int]
    """Lower and upper bound on the margin after perfect play, for the side to move."""
    distance: int | None
    """Exact number of plies of alternate play, including the deciding pass, if a table gives it. It is 0 if
    the game is already won or lost, and otherwise None."""
    within: int | None
    """Upper bound on that number of plies, from the proof; None if the proof gives none."""
    pv: tuple[Move, ...]
    """The principal variation of the proof, checked by the rules; empty if nothing is proven."""
    method: str
    """The method of the proof: "rules", "table", "run", "alpha-beta" or "proof search"; "" if undecided."""
    nodes: int
    """Number of positions and placements searched."""
    seconds: float
    """Wall-clock seconds of the search."""
    stopped_by: str | None = None
    """The reason why the position is undecided: "nodes", "seconds", "memory", "interrupt", "depth",
    "max_plies", "lost" (a worker or the scheduler) or "exhausted". "exhausted" means that neither side can
    force anything, except perhaps by repetition or by undecided runs."""
    all_moves: tuple[MoveVerdict, ...] = ()
    """Every legal move with its outcome, if these were asked for; otherwise empty."""
    excluded: tuple[Outcome, ...] = ()
    """For an undecided position: outcomes that proofs of the positions before or after it exclude."""

    @property
    def proven(self) -> bool:
        """True if the outcome is proven."""
        return self.outcome.proven

    @property
    def possible(self) -> tuple[Outcome, ...]:
        """The outcomes that are still possible."""
        if self.proven:
            return (self.outcome,)
        outcomes = (WIN, LOSS) if self.position.holder != NOBODY else (WIN, DRAW, LOSS)
        return tuple(outcome for outcome in outcomes if outcome not in self.excluded)

    def _narrowed(
        self, among: Container[Outcome], method: str, pv: tuple[Move, ...] = (), within: int | None = None
    ) -> Verdict:
        """Return the verdict narrowed to the outcomes in `among`, which `method` has proven."""
        possible = tuple(outcome for outcome in self.possible if outcome in among)
        if not possible:
            raise InternalError(f"the proofs of {self.position} and of its moves contradict each other")
        if self.proven or possible == self.possible:
            return self
        low, high = self.margin_bounds
        bounds = low if LOSS in possible else max(low, 0), high if WIN in possible else min(high, 0)
        if len(possible) > 1:
            excluded = tuple(o for o in Outcome if o.proven and o not in possible)
            return replace(self, excluded=excluded, margin_bounds=bounds)
        return replace(
            self, outcome=possible[0], margin_bounds=bounds, within=within, pv=pv, method=method,
            stopped_by=None, excluded=(),
        )  # fmt: skip

    @property
    def margin(self) -> int | None:
        """The margin after perfect play; None if it is not known exactly."""
        low, high = self.margin_bounds
        return low if low == high else None

    @property
    def _result(self) -> str:
        """The winner in words, or the outcome if no side is known to win."""
        side = self.position.side
        winner = {WIN: side, LOSS: other(side)}.get(self.outcome)
        return f"{SIDE_NAMES[winner]} wins" if winner else str(self.outcome)

    @property
    def summary(self) -> str:
        """The verdict in one sentence: who wins, with proof and margin, or why it is undecided."""
        if not self.proven:
            possible = " or ".join(self.possible)
            return f"undecided ({WHY.get(self.stopped_by or '', self.stopped_by)}); possible: {possible}"
        low, high = self.margin_bounds
        if self.outcome == LOSS:  # the other side's
            low, high = -high, -low
        margin = f"margin {signed(low, '+')}" + f" to {signed(high, '+')}" * (low != high)
        if self.distance is not None:
            far = f" at distance {self.distance}"
        elif self.within:
            far = f" within {number_of(self.within, 'ply', 'plies')} of alternate play"
        else:
            far = ""
        return f"{self._result} (proven: {self.method}){far}; {margin}"

    def __repr__(self) -> str:
        """Return the outcome and the principal variation in one line of text."""
        how = f" (proven: {self.method})" if self.proven else f", stopped by {self.stopped_by}"
        line = f": {' '.join(map(str, self.pv[:8]))}{' …' * (len(self.pv) > 8)}" if self.pv else ""
        return f"<Verdict: {self.outcome} for the side to move{how}{line}>"

    def _repr_svg_(self) -> str:
        proven = self._result + " (proven)" * self.proven
        line = ["the line: " + line_words(self.pv, len(self.pv))] if self.pv else []
        return self.position.svg(arrows=self.pv[:1], notes=[ScoredLine("", proven), *line])

    def facts(self) -> Facts:
        """Return the outcome with its bounds and line, and the outcomes of the moves if these were solved."""
        more = len(self.pv) - SHOWN_PLIES
        end = "draw" if self.outcome == DRAW else "win"
        shown = " ".join(map(str, self.pv[:SHOWN_PLIES])) + f" … {more} more" * (more > 0)
        facts: list[Fact | Rows] = [
            Fact("position", self.position),
            Fact("outcome", self.outcome, self.summary, "", "bold"),
            Fact("possible", self.possible),
            Fact("margin", self.margin),
            Fact("margin_bounds", self.margin_bounds),
            Fact("distance", self.distance),
            Fact("within", self.within),
            Fact("proven", self.proven),
            Fact("method", self.method),
            Fact("stopped_by", self.stopped_by),
            Fact("pv", self.pv, f"a line to the {end}: {shown}" * bool(self.pv), ""),
        ]
        if self.all_moves:
            facts.append(Rows("moves", [move.facts() for move in self.all_moves]))
        return [*facts, *effort(self, label=""), Fact("rules", asdict(self.position.rules))]


@dataclass(frozen=True)
class MoveVerdict(AsDict):
    """A legal move and its outcome.

    Examples
    --------
    >>> from mabi_search import Position, solve
    >>> first = solve(Position.parse("1bw1/b1w1/1w1b w - w 9"), all_moves=True).all_moves[0]
    >>> print(first.move, first.outcome, first.after.outcome)
    b1a1 win loss
    """

    move: Move
    """The move."""
    outcome: Outcome
    """The proven outcome for the side that makes the move, or undecided."""
    after: Verdict
    """The verdict of the position after the move, for the side to move there."""
    within: int | None = None
    """Upper bound on the number of plies of alternate play, including the move, from the proof; None if the
    proof gives none. A move in a run does not count."""

    @property
    def proven(self) -> bool:
        """True if the outcome is proven."""
        return self.outcome.proven

    def facts(self) -> list[Fact]:
        """Return the move and its outcome as a table row."""
        plies = f"within {self.within}" if self.within else ""
        return [
            Fact("move", self.move, str(self.move)),
            Fact("outcome", self.outcome, self.outcome),
            Fact("within", self.after.within, plies, "plies"),
        ]


def after_move(before: Position, move: Move, after: Verdict) -> MoveVerdict:
    """Return the verdict of a move, given the verdict of the position after it."""
    within = None if after.within is None else after.within + (before.mode in (ALTERNATE, LAST_CALL))
    return MoveVerdict(move, _for_mover(before, after, after.outcome), after, within)


def _for_mover(before: Position, after: Verdict, outcome: Outcome) -> Outcome:
    """Convert an outcome between the side to move after a move and the side that made it.

    In a run the same side moves again, and the outcome stays the same.
    """
    over = after.position.outcome() is not None
    return outcome if after.position.side == before.side and not over else outcome.turned


def concluded(verdict: Verdict, moves: tuple[MoveVerdict, ...]) -> Verdict:
    """Combine the verdicts of a position and of its moves. Each narrows the possible outcomes of the other.

    Raises
    ------
    InternalError
        The verdicts contradict each other.
    """
    if not moves:
        return verdict
    before = verdict.position
    possible = [
        [_for_mover(before, move.after, outcome) for outcome in move.after.possible] for move in moves
    ]
    secured = max(min(map(WORTH.index, outcomes)) for outcomes in possible)
    among_all = {o for outcomes in possible for o in outcomes if WORTH.index(o) >= secured}
    narrowed = verdict._narrowed(among_all, "")
    if narrowed.proven and not verdict.proven:
        best = max(zip(moves, possible, strict=True), key=lambda pair: pair[1] == [narrowed.outcome])[0]
        narrowed = replace(narrowed, method=best.after.method, pv=(best.move, *best.after.pv))
    most = max(map(WORTH.index, narrowed.possible))
    within = narrowed.within
    if within is not None and before.mode in (ALTERNATE, LAST_CALL):
        within = within - 1 if within else None
    concluded_moves = []
    for move in moves:
        first = narrowed.pv[:1] == (move.move,)
        among = [narrowed.outcome] if first else WORTH[: most + 1]
        after = move.after
        if after.position.outcome() is None:
            turned = [_for_mover(before, after, outcome) for outcome in among]
            line = narrowed.pv[1:] if first else ()
            after = after._narrowed(turned, narrowed.method, line, within if len(among) == 1 else None)
        concluded_moves.append(after_move(before, move.move, after))
    return replace(narrowed, all_moves=tuple(concluded_moves))
