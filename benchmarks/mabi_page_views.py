"""Positions and answers as the page shows them: it draws what it is told, and knows no rule."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable
from dataclasses import asdict, replace
from typing import TYPE_CHECKING, Any

from mabi_search.game import rules as game
from mabi_search.game.drawing import reachable
from mabi_search.game.marks import marks, stuck
from mabi_search.game.outcomes import LOSS, WIN, Outcome
from mabi_search.game.position import Position
from mabi_search.game.rules import ALTERNATE, BLACK, PASS, SIDE_NAMES, WHITE, Move, Square, other

if TYPE_CHECKING:
    from mabi_search.certify.certificates import Certificate
    from mabi_search.reviewing.game_review import ReviewedPly

GOOD = ("best", "good")
"""Judgements of moves that are as good as any."""
SURE = {WIN: 1, LOSS: -1}


def position_view(position: Position) -> dict[str, Any]:
    """Return all that the page draws and says of a position."""
    state, over = position.state, position.outcome()
    return {
        "text": str(position),
        "board": list(state.board),
        "side": state.side,
        "mode": state.mode,
        "ply": state.ply,
        "holder": state.holder,
        "largest": {side: game.largest(state, side) for side in (WHITE, BLACK)},
        "words": position.words(),
        "over": None if over is None else str(over),
        "moves": texts(position.legal_moves),
        "no_pass": None if over else position.why_not(PASS),
        "groups": [texts(sorted(group)) for side in (WHITE, BLACK) for group in position.groups[side]],
        "marks": {str(square): mark for square, mark in marks(state, position.rules).items()},
        "told": {str(square): words for square, words in _pieces(position).items()},
        "rules": asdict(position.rules),
    }


def texts(things: Iterable[Move | Square]) -> list[str]:
    """Return moves or squares as texts."""
    return list(map(str, things))


def _pieces(position: Position) -> dict[Square, str]:
    """Return what there is to say about each piece: where it can go, or why it cannot."""
    state, descriptions = position.state, {}
    steps: dict[Square, list[str]] = {}
    for move in position.legal_moves:
        if move.origin is not None:
            steps.setdefault(move.origin, []).append(str(move.target))
    turned = replace(state, side=other(state.side), mode=ALTERNATE, ply=max(state.ply, 1), seen=())
    held = marks(state, position.rules)
    for side in (WHITE, BLACK):
        reasons = position.stuck() if side == position.side else stuck(turned, position.rules)
        for group in position.groups[side]:
            size = f"in a group of {len(group)}" if len(group) > 1 else "alone"
            for square in group:
                words = f"{SIDE_NAMES[side]}, {size}"
                if square in steps:
                    words += f"; can go to {' or '.join(steps[square])}"
                elif square in reasons and (side == position.side or square in held):
                    words += f"; {reasons[square]}"
                descriptions[square] = words
    return descriptions


def worth(outcome: Outcome, score: int | None, side: str) -> dict[str, Any]:
    """Return what a position is worth to White: proven, estimated in hundredths of a piece, or not known."""
    white = outcome if side == WHITE else outcome.turned
    if outcome.proven:
        return {"sure": SURE.get(white, 0), "score": None, "told": _winner(white)}
    if score is None:
        return {"sure": None, "score": None, "told": "not known"}
    estimate = score if side == WHITE else -score
    return {"sure": None, "score": estimate, "told": f"{estimate / 100:+.2f}"}


def judged_view(ply: ReviewedPly) -> dict[str, Any]:
    """Return what a move did, in words and as a mark for the list of moves."""
    return {
        "judged": ply.judged,
        "mark": ply.mark,
        "good": ply.judgement in GOOD,
        "better": texts(ply.better),
        "told": str(ply),
    }


def reasons_view(certificate: Certificate) -> dict[str, int]:
    """Return how many answers a certificate has: moves, runs, and reasons why the loser cannot overtake."""
    kinds = Counter(
        entry.get("cannot") or ("run" if "run" in entry else "move")
        for entry in map(json.loads, certificate.lines[1:])
    )
    return {"answers": certificate.answers, **kinds}


def _winner(white: Outcome) -> str:
    """Return a proven outcome in words."""
    names = {WIN: SIDE_NAMES[WHITE], LOSS: SIDE_NAMES[BLACK]}
    return f"{names[white]} wins" if white in names else "a draw"


def run_view(position: Position) -> list[str]:
    """Return the squares that the other side can get to if the side to move passes now."""
    regions = reachable(position.state.board, other(position.side))
    return texts(sorted(square for region in regions for square in region))
