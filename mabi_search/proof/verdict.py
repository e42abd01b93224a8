"""`Verdict`: what is proven about a position, and by which method."""

from __future__ import annotations

from collections.abc import Container
from dataclasses import asdict, dataclass, replace

from _gamekit.facts import Fact, Facts, Result, Rows, effort
from mabi_search.game.errors import InternalError
from mabi_search.game.marks import ScoredLine
from mabi_search.game.outcomes import DRAW, LOSS, WIN, Outcome
from mabi_search.game.position import Position
from mabi_search.game.rules import ALTERNATE, NOBODY, Move

WHY = {
    "nodes": "node limit reached",
    "seconds": "time limit reached",
    "memory": "out of memory",
    "interrupt": "interrupted",
    "lost": "a worker or the scheduler was lost",
    "max_plies": "game stopped by max_plies",
    "depth": "alpha-beta reached its maximum depth",
    "exhausted": "search space exhausted; nothing is forced, except perhaps by repetition or undecided runs",
}
"""What `Verdict.stopped_by` means."""
WORTH = (LOSS, DRAW, WIN)
"""Outcomes, the worst first."""
SHOWN_PLIES = 24
"""Of a proof, for people."""


@dataclass(frozen=True)
class Verdict(Result):
    """What is known of a position.

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
    """Proven, for the side to move; or undecided."""
    margin_bounds: tuple[int, int]
    """Lower and upper bound on the margin at the end of perfect play: own largest group minus the other's."""
    distance: int | None
    """Exact plies of alternate play up to and including the deciding pass; only tables know it."""
    within: int | None
    """Upper bound on that distance, from the proof."""
    pv: tuple[Move, ...]
    """The principal variation of the proof, replayed by the rules; empty if nothing is proven."""
    method: str
    """What proved the outcome: "rules", "table", "run", "alpha-beta", "proof search"; "" if undecided."""
    nodes: int
    """Positions and placements searched."""
    seconds: float
    """Wall-clock seconds of the search."""
    stopped_by: str | None = None
    """Why it is undecided: "nodes", "seconds", "memory", "interrupt", "lost" (a worker or the scheduler), or
    "exhausted": neither side can force anything, except perhaps by repetition or by undecided runs."""
    all_moves: tuple[MoveVerdict, ...] = ()
    """Every legal move with its outcome, if `all_moves` was set."""
    excluded: tuple[Outcome, ...] = ()
    """Outcomes that an undecided position cannot have, by the proofs of its moves or of the one before it."""

    @property
    def proven(self) -> bool:
        """True if the outcome is proven."""
        return self.outcome.proven

    @property
    def possible(self) -> tuple[Outcome, ...]:
        """The outcomes that are not excluded."""
        if self.proven:
            return (self.outcome,)
        every = (WIN, LOSS) if self.position.holder != NOBODY else (WIN, DRAW, LOSS)
        return tuple(outcome for outcome in every if outcome not in self.excluded)

    def _narrowed(
        self, among: Container[Outcome], method: str, pv: tuple[Move, ...] = (), within: int | None = None
    ) -> Verdict:
        """Return what is known if the outcome is among these, which `method` proved."""
        possible = tuple(outcome for outcome in self.possible if outcome in among)
        if not possible:
            raise InternalError(f"what is proven of {self.position} contradicts what is proven of its moves")
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
        """The margin, if it is known."""
        low, high = self.margin_bounds
        return low if low == high else None

    @property
    def summary(self) -> str:
        """What is known, in a sentence: the proof, or why there is none."""
        if not self.proven:
            possible = " or ".join(self.possible)
            return f"undecided ({WHY.get(self.stopped_by or '', self.stopped_by)}); possible: {possible}"
        low, high = self.margin_bounds
        margin = f"margin {low:+}" if low == high else f"margin {low:+} to {high:+}"
        if self.distance is not None:
            far = f" at distance {self.distance}"
        elif self.within:
            plies = "ply" if self.within == 1 else "plies"
            far = f" within {self.within} {plies} of alternate play"
        else:
            far = ""
        return f"{self.outcome} for the side to move (proven: {self.method}){far}; {margin}"

    def __repr__(self) -> str:
        """Return the outcome and the line, on one line."""
        how = f" (proven: {self.method})" if self.proven else f", stopped by {self.stopped_by}"
        line = f": {' '.join(map(str, self.pv[:8]))}{' …' * (len(self.pv) > 8)}" if self.pv else ""
        return f"<Verdict: {self.outcome} for the side to move{how}{line}>"

    def _repr_svg_(self) -> str:
        proven = f"{self.outcome} for the side to move" + " (proven)" * self.proven
        line = ["the line: " + " ".join(map(str, self.pv))] if self.pv else []
        return self.position.svg(arrows=self.pv[:1], notes=[ScoredLine("", proven), *line])

    def facts(self) -> Facts:
        """Return what is known, by which line and, if that was asked, of each move."""
        more = len(self.pv) - SHOWN_PLIES
        example = f"for example {' '.join(map(str, self.pv[:SHOWN_PLIES]))}" + f" … {more} more" * (more > 0)
        found: list[Fact | Rows] = [
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
            Fact("pv", self.pv, example * bool(self.pv), ""),
        ]
        if self.all_moves:
            found.append(Rows("moves", [one.facts() for one in self.all_moves]))
        return [*found, *effort(self, label=""), Fact("rules", asdict(self.position.rules))]


@dataclass(frozen=True)
class MoveVerdict:
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
    """Proven, for the side that makes the move; or undecided."""
    after: Verdict
    """The verdict after the move, for the side to move then."""

    @property
    def proven(self) -> bool:
        """True if the outcome is proven."""
        return self.outcome.proven

    def facts(self) -> list[Fact]:
        """Return the move and what is known of it: a row of a table."""
        within = self.after.within
        plies = "" if within is None else f"within {within + 1}"
        return [
            Fact("move", self.move, str(self.move)),
            Fact("outcome", self.outcome, self.outcome),
            Fact("within", within, plies, "plies"),
        ]


def after_move(before: Position, move: Move, after: Verdict) -> MoveVerdict:
    """Return the verdict of a move from the one after it."""
    return MoveVerdict(move, _for_mover(before, after, after.outcome), after)


def _for_mover(before: Position, after: Verdict, outcome: Outcome) -> Outcome:
    """Turn an outcome after a move, for the side to move there, or one for who made it, to the other's view.

    In a run the same side is to move again.
    """
    over = after.position.outcome() is not None
    return outcome if after.position.side == before.side and not over else outcome.turned


def concluded(verdict: Verdict, moves: tuple[MoveVerdict, ...]) -> Verdict:
    """Return a verdict with all moves, where the value follows from the moves, and they from the value.

    Raises
    ------
    InternalError
        They contradict each other.
    """
    if not moves:
        return verdict
    before = verdict.position
    possible = [[_for_mover(before, one.after, outcome) for outcome in one.after.possible] for one in moves]
    secured = max(min(map(WORTH.index, each)) for each in possible)
    found = verdict._narrowed({o for each in possible for o in each if WORTH.index(o) >= secured}, "")
    if found.proven and not verdict.proven:
        best = max(zip(moves, possible, strict=True), key=lambda pair: pair[1] == [found.outcome])[0]
        found = replace(found, method=best.after.method, pv=(best.move, *best.after.pv))
    most = max(map(WORTH.index, found.possible))
    within = None
    if found.within and before.mode == ALTERNATE:
        within = found.within - 1
    known = []
    for one in moves:
        first = found.pv[:1] == (one.move,)
        among = [found.outcome] if first else WORTH[: most + 1]
        after = one.after
        if after.position.outcome() is None:
            turned = [_for_mover(before, after, outcome) for outcome in among]
            line = found.pv[1:] if first else ()
            after = after._narrowed(turned, found.method, line, within if len(among) == 1 else None)
        known.append(after_move(before, one.move, after))
    return replace(found, all_moves=tuple(known))
