"""`Verdict`: what is known of a position, and how it is known."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from mabi_search.game.outcomes import DRAW, LOSS, WIN, Outcome
from mabi_search.game.position import Position
from mabi_search.game.rules import NOBODY, Move

if TYPE_CHECKING:
    from mabi_search.proof.proof_search import Proving


@dataclass(frozen=True)
class Verdict:
    """What is known of a position."""

    position: Position
    outcome: Outcome
    """For the side to move, proven; undecided if it is not known."""
    margin_bounds: tuple[int, int]
    """Between these is the own largest group less the other's at the end of perfect play."""
    distance: int | None
    """Plies of alternate play up to and including the deciding pass; known from a table only."""
    within: int | None
    """The proof decides within so many of them."""
    pv: tuple[Move, ...]
    """Play to the end that the proof allows, replayed by the rules; empty where nothing is proven."""
    method: str
    """What the outcome rests on: "rules", "table", "run", "alpha-beta", "proof search"; "" if undecided."""
    nodes: int
    """Positions and placements looked at."""
    seconds: float
    stopped_by: str | None = None
    """Why it is undecided: "nodes", "seconds", "memory", "interrupt", or "exhausted": neither side can force
    anything, unless by repetitions that run out, or by runs that could not be decided."""
    proof: Proving | None = field(default=None, repr=False, compare=False)
    """The graph that proves it, if it was asked to be kept."""
    moves: tuple[tuple[Move, Verdict], ...] = ()
    """Every legal move and what is known after it, for the side that moves then; if that was asked."""

    @property
    def proven(self) -> bool:
        """True if the outcome is proven."""
        return self.outcome.proven

    @property
    def possible(self) -> tuple[Outcome, ...]:
        """The outcomes that are not excluded."""
        if self.proven:
            return (self.outcome,)
        return (WIN, LOSS) if self.position.holder != NOBODY else (WIN, DRAW, LOSS)

    @property
    def margin(self) -> int | None:
        """The margin, if it is known."""
        low, high = self.margin_bounds
        return low if low == high else None

    def _repr_svg_(self) -> str:
        proven = f"{self.outcome} for the side to move" + " (proven)" * self.proven
        line = ["the line: " + " ".join(map(str, self.pv))] if self.pv else []
        return self.position.svg(arrows=self.pv[:1], notes=[proven, *line])


def value_of(before: Position, after: Verdict) -> Outcome:
    """Return the outcome after a move for the side that made it; in a run it is to move again."""
    over = after.position.outcome() is not None
    same = after.position.side == before.side and not over
    return after.outcome if same else after.outcome.turned
