"""The words of drawings of rings: headings, captions, and descriptions for people who cannot see them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from narabi_solver.game.rules import (
    SEATS,
    Place,
    Rules,
    State,
    Swap,
    in_order,
    name_of,
    order_of,
    why_illegal,
)


def targets_of(state: State, chosen: Place, rules: Rules) -> list[Place]:
    """Return the places with which the stone at a place may be swapped on its owner's turn."""
    turn = replace(state, mover=chosen.seat)
    kept = rules if chosen.seat == state.mover else Rules()
    return [place for place in state.places() if why_illegal(turn, Swap(chosen, place), kept) is None]


def ring_text(state: State) -> str:
    """Return a state as text, with the same content as its drawing."""
    lines = [heading(state)]
    for seat in range(state.players):
        places = (Place(seat, index) for index in range(state.hand))
        lines.append(f"{SEATS[seat]}: " + "  ".join(f"{place} {state.stone(place)}" for place in places))
    white = [stone.label for stone in state.ring if state.deck.colour(stone.label) == "white"]
    lines.append(f"white stones: {' '.join(sorted(white))}; w and d are blanks, d a dark one")
    names = dict.fromkeys(stone.card for stone in state.ring)
    lines.append("cards: " + "; ".join(f"{name} = {state.deck[name]}" for name in names))
    return "\n".join([*lines, *filter(None, [order_text(state), assumed_text(state)])])


def order_text(state: State) -> str:
    """Return the lowest number and the direction of a ring in order; empty if the ring is not in order."""
    where = order_of(state.ring)
    if where is None:
        return ""
    first, clockwise = where
    return f"{'clockwise' if clockwise else 'counterclockwise'} from the {state.ring[first].label}"


def assumed_text(state: State) -> str:
    """Return the assumptions about the cards of a ring; empty if there are none."""
    assumed = state.deck.assumed({stone.card for stone in state.ring})
    if state.deck.colours_assumed and "colours" not in assumed:
        assumed += ("colours",)
    return f"assumed: {', '.join(assumed)}" if assumed else ""


def heading(state: State) -> str:
    """Return the number of the turn and the player to move, or that the ring is in order."""
    if in_order(state.ring):
        return f"in order after turn {state.turns}" if state.turns else "in order as dealt"
    return f"turn {state.turns + 1}: seat {SEATS[state.mover]} to move"


def swap_text(state: State, swap: Swap) -> str:
    """Return a swap in words."""
    return f"{swap}: {state.stone(swap.own)} takes {name_of(state.stone(swap.other).label)}"


def chosen_text(state: State, chosen: Place, targets: Sequence[Place]) -> str:
    """Return in words which stones the stone at a place can take."""
    taken = " ".join(map(str, targets)) or "nothing"
    when = "" if chosen.seat == state.mover else f" on seat {SEATS[chosen.seat]}'s turn"
    return f"{chosen} {state.stone(chosen)} can take{when}: {taken}"


def caption(states: Sequence[State], swaps: Sequence[Swap], index: int) -> tuple[str, str]:
    """Return the two parts of the caption above a ring of a line, in bold and in regular type."""
    state = states[index]
    if index < len(swaps):
        head, _, line = swap_text(state, swaps[index]).partition(": ")
        return f"{state.turns + 1}.  {head}", line
    words = heading(state)
    if words.startswith("in order"):
        return "in order", f"{words.removeprefix('in order ')}, {order_text(state)}"
    return "then", words
