"""Values with a past under the pass rules "resume" and "plain", by the plain program of all positions.

`value(position)` answers for the side to move. The situations that have arisen twice are forbidden, and the
values of everything else are found anew. So a value that a table calls proven with the past must be this one.
"""

from collections import Counter
from functools import lru_cache
from typing import Any

from mabi_search.game.position import Position
from mabi_search.game.rules import Board, Rules
from tests.mabi.plain_retrograde import TURN, Plain

Placement = tuple[frozenset[complex], ...]


class PlainPast(Plain):
    """The plain program where some situations (placement, side to move, mode) may not be entered."""

    shut: frozenset[tuple[Placement, str, str]] = frozenset()

    def placements_after(self, placement: Placement, side: str) -> list[Placement]:
        every = super().placements_after(placement, side)  # type: ignore[no-untyped-call]
        return [after for after in every if (after, TURN[side], "-") not in self.shut]

    def answers(self, placement: Placement, side: str, holder: str | None) -> frozenset[Any]:
        seen, edge = set(), [(placement, holder)]
        while edge:
            here, held = edge.pop()
            for after in super().placements_after(here, side):  # type: ignore[no-untyped-call]
                state = after, self.holder(after, held)  # type: ignore[no-untyped-call]
                if state not in seen and (after, side, "r") not in self.shut:
                    seen.add(state)
                    edge.append(state)
        return frozenset((after, TURN[side], held, True) for after, held in seen)


@lru_cache(64)
def _solved(rules: Rules, white: int, black: int, shut: frozenset[Any]) -> tuple[PlainPast, dict[Any, Any]]:
    readings = rules.pass_rule, rules.freeze, rules.paralysis
    plain = PlainPast(rules.ranks, rules.files, white, black, *readings)  # type: ignore[no-untyped-call]
    plain.shut = shut
    return plain, plain.solve()  # type: ignore[no-untyped-call]


def _placement(board: Board) -> Placement:
    signs = {complex(x, y): sign for y, rank in enumerate(board) for x, sign in enumerate(rank)}
    return tuple(frozenset(square for square in signs if signs[square] == side) for side in "wb")


def value(position: Position) -> str:
    """Return "win", "loss", "draw" or "undecided"; in a run, "undecided" may also stand for a draw."""
    over = position.outcome()
    if over is not None:
        return str(over.outcome_for(position.side))
    state, text = position.state, "".join(position.state.board)
    twice = frozenset(
        (_placement(board), side, mode)  # type: ignore[arg-type]
        for (board, side, mode), times in Counter(state.seen).items()
        if times > 1
    )
    plain, known = _solved(position.rules, text.count("w"), text.count("b"), twice)
    here, holder = _placement(state.board), None if state.holder == "-" else state.holder
    if state.mode in "-q":
        return str(known[here, state.side, holder, state.mode == "q"][0])
    values = {known[answer][0] for answer in plain.answers(here, state.side, holder)}
    if state.mode == "r":
        values.add(known[here, TURN[state.side], holder, True][0])
    else:
        values.add("draw" if holder is None else "loss" if holder == state.side else "win")
    if "loss" in values:
        return "win"
    return "loss" if values == {"win"} else "undecided" if "undecided" in values else "draw"
