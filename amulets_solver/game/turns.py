"""Whose turn it is. It follows from the questions, the casts, and the turns that players stated or passed.

`turns` maps a number of events to the seat whose turn it was after them, because it began or others passed.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from amulets_solver.game.rules import Asked, Cast, Event, others

Turns = Mapping[int, int]


def whose_turn(players: int, events: Sequence[Event], turns: Turns) -> int | None:
    """Return the seat whose turn it is after some events; None if it is not known.

    After a question, it is the turn of the next player clockwise. Players whose casts have failed have no
    turn.
    """
    failed = {event.seat for event in events if isinstance(event, Cast) and not event.succeeded}
    candidates: list[int] = []
    for number in range(len(events), -1, -1):
        if number in turns:
            candidates = [turns[number], *others(turns[number], players)]
        elif number and isinstance(asked := events[number - 1], Asked):
            candidates = [*others(asked.seat, players), asked.seat]
        if candidates:
            break
    return next((seat for seat in candidates if seat not in failed), None)


def passed(players: int, events: Sequence[Event], turns: Turns, seat: int) -> int:
    """Return the seat whose turn it is after a player, who has not failed, passes."""
    return whose_turn(players, events, {**turns, len(events): seat % players + 1}) or seat


def needed_turns(players: int, events: Sequence[Event], turns: Turns, turn: int | None) -> dict[int, int]:
    """Return the entries of `turns` that the events do not imply, and the entry that explains `turn`.

    `turn` is the seat whose turn it is at the end, if given. Passes that explain it came right after the last
    question.
    """
    needed: dict[int, int] = {}
    for number, seat in sorted(turns.items()):
        before = whose_turn(players, events[:number], needed)
        if number <= len(events) and before != seat:
            needed[0 if before is None else number] = seat
    if turn is None or whose_turn(players, events, needed) == turn:
        return needed
    last = after_question(events)
    return {number: seat for number, seat in needed.items() if number < last} | {last: turn}


def lines_of(players: int, events: Sequence[Event], turns: Turns, turn: int | None) -> list[str]:
    """Return the lines of a record for its events, its beginner and its passes.

    Passes that follow from the line ``turn`` at the end of the record are left out.
    """
    last = after_question(events)
    rest = {number: seat for number, seat in turns.items() if number != last}
    written = rest if needed_turns(players, events, rest, turn) == turns else turns
    lines: list[str] = []
    for number in range(len(events) + 1):
        lines += map(str, events[number - 1 : number]) if number else []
        before = {earlier: seat for earlier, seat in turns.items() if earlier < number}
        seat = whose_turn(players, events[:number], before)
        if number not in written:
            continue
        if seat is None:
            lines.append(f"first {written[number]}")
        while seat not in (None, whose_turn(players, events[:number], turns)):
            lines.append(f"pass {seat}")
            seat = passed(players, events[:number], turns, seat)
    return lines


def after_question(events: Sequence[Event]) -> int:
    """Return the number of events up to the last question, including it."""
    return max((number for number, event in enumerate(events, 1) if isinstance(event, Asked)), default=0)
