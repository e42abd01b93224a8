"""Positions, games and reviews by the program in the form in which the page has them, to be compared."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import asdict, replace
from typing import Any

from _gamekit.limits import Limits
from _gamekit.lines import lines_of
from mabi_search.game import notation, rules as game, saved_games
from mabi_search.game.errors import ArgumentError, shorten
from mabi_search.game.marks import marks, stuck
from mabi_search.game.outcomes import LOSS, WIN, Outcome, signed
from mabi_search.game.position import Position
from mabi_search.game.rules import (
    ALTERNATE,
    BLACK,
    PASS,
    READINGS,
    SIDE_NAMES,
    WHITE,
    Move,
    Rules,
    Square,
    other,
)
from mabi_search.reviewing.game_review import ReviewedPly, review
from mabi_search.search.sizes import REVIEW_NODES

Fields = Mapping[str, Any]
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
    return {"sure": None, "score": estimate, "told": signed(estimate / 100)}


def judged_view(ply: ReviewedPly) -> dict[str, Any]:
    """Return what a move did, in words and as a mark for the list of moves."""
    return {
        "judged": ply.judged,
        "mark": ply.mark,
        "good": ply.judgement in GOOD,
        "better": texts(ply.better),
        "told": str(ply),
    }


def _winner(white: Outcome) -> str:
    """Return a proven outcome in words."""
    names = {WIN: SIDE_NAMES[WHITE], LOSS: SIDE_NAMES[BLACK]}
    return f"{names[white]} wins" if white in names else "a draw"


def position_of(fields: Fields) -> Position:
    """Return the position that the page asks about."""
    given = fields["game"]
    position = Position.parse(given["base"], Rules(**given["rules"]))
    for move in given["moves"]:
        position = position.play(Move.parse(move))
    return position


def look(fields: Fields) -> dict[str, Any]:
    """Return a position as it is drawn, and who made the moves before it."""
    position = position_of(fields)
    beginning = Position(position.base, (), position.rules)
    sides, before = "", beginning
    for move in position.moves:
        sides, before = sides + before.side, before.play(move)
    return position_view(position) | {"sides": sides, "pass_told": pass_told(position)}


def pass_told(position: Position) -> str:
    """Return what the page says of a pass: how it ends the game, now or by an unwanted answer; or a run."""
    if position.outcome() or position.why_not(PASS):
        return ""
    passed = position.play(PASS)
    if end := passed.outcome():
        return f"A pass now ends the game: {end}."
    end = passed.play(PASS).outcome()
    them = {"w": "White", "b": "Black"}[passed.side]
    if end is None or end.winner != position.side:
        return f"{them} can then pass too: {end}."
    return f"{them} then moves alone, as long as {them} likes." if passed.state.mode == "p" else ""


def why(fields: Fields) -> dict[str, Any]:
    """Return why a move is illegal; None if it is not."""
    return {"why": position_of(fields).why_not(Move.parse(fields["move"]))}


def rules_in(text: str) -> Rules | None:
    """Return the rules that a saved game names; None if it names none.

    Raises
    ------
    ArgumentError
        What it names are no rules.
    """
    marked = [
        line.removeprefix(notation.RULES_MARK)
        for line in lines_of(text)
        if line.startswith(notation.RULES_MARK)
    ]
    if not marked:
        return None
    words = dict(word.partition("=")[::2] for word in marked[0].split())
    plies = words.pop("max_plies", "")
    if not set(words) <= set(READINGS) or not re.fullmatch("[0-9]{0,6}", plies):
        example = notation.rules_text(Rules())
        raise ArgumentError(f"{shorten(marked[0].strip())} are no rules; they are written like {example}")
    return Rules(**words, max_plies=int(plies) if plies else None)  # type: ignore[arg-type]


def load(fields: Fields) -> dict[str, Any]:
    """Return the game of a text: a position with its moves, or a saved game, which names its rules."""
    rules = rules_in(fields["text"]) or Rules(**fields["rules"])
    game = saved_games.loads(fields["text"], rules, "the text")
    base = str(Position(game.base, (), game.rules))
    return {"base": base, "moves": texts(game.moves), "rules": asdict(game.rules)}


def save(fields: Fields) -> dict[str, Any]:
    """Return the text of a saved game."""
    return {"text": saved_games.dumps(position_of(fields))}


ANSWERS = {"look": look, "why": why, "load": load, "save": save}
"""What answers the questions of rules and texts, by their names in the page."""


def reviewed(fields: Fields) -> dict[str, Any]:
    """Return the review of a game."""
    position = position_of(fields)
    found = review(position, limits=Limits(max_nodes=REVIEW_NODES))
    sides = [*(ply.side for ply in found.plies), position.side]
    worths = [worth(one.outcome, one.score, side) for one, side in zip(found.worths, sides, strict=True)]
    return {
        "summary": found.summary,
        "stopped": found.stopped_by is not None,
        "worths": worths,
        "plies": list(map(judged_view, found.plies)),
    }
