"""What may have been noted wrongly, if no secrets agree with all that was heard."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from amulets_solver.game.errors import ContradictionError
from amulets_solver.game.rules import NO, SIGNS, YES, Asked, Event, others

if TYPE_CHECKING:
    from amulets_solver.belief.belief import Belief


def slips(belief: Belief, events: Sequence[Event]) -> dict[int, str]:
    """Return which events could be wrong, by their numbers from 1, and in what: if only one of them is.

    Parameters
    ----------
    belief
        What the player knew in the beginning.
    events
        What was noted; no secrets agree with all of it.
    """
    found = {}
    for at, event in enumerate(events):
        rest = [*events[:at], *events[at + 1 :]]
        heard = _after(belief, rest)
        if heard is None:
            continue
        fits: dict[tuple[int, str], list[str]] = {}
        for seat, said, other, changed in _changed(event, belief.players):
            if _after(heard, [changed]) is not None:
                fits.setdefault((seat, said), []).append(other)
        reasons = [
            f"player {seat} said {' or '.join(other)}, not {said}" for (seat, said), other in fits.items()
        ]
        found[at + 1] = "; or ".join(reasons) or "more than one sign of it, or where the amulets stood"
    return found


def _after(belief: Belief, events: Sequence[Event]) -> Belief | None:
    """Return the knowledge after some events; None if they cannot be."""
    try:
        for event in events:
            belief = belief.after(event)
    except ContradictionError:
        return None
    return belief


def _changed(event: Event, players: int) -> Iterator[tuple[int, str, str, Event]]:
    """Yield an event with one sign changed: whose it is, the sign, the other sign, the event."""
    said = event.answers if isinstance(event, Asked) else event.signs
    for at, (seat, sign) in enumerate(zip(others(event.seat, players), said, strict=False)):
        for other in SIGNS if isinstance(event, Asked) else YES + NO:
            if other == sign:
                continue
            if isinstance(event, Asked):
                yield seat, sign, other, replace(event, answers=said[:at] + other + said[at + 1 :])
            else:  # the first no ends it, and after a yes the next one would have spoken
                yield seat, sign, other, replace(event, signs=said[:at] + other)
