"""The words of drawings of rings: headings, captions, and descriptions for people who cannot see them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from _gamekit.languages import Language, given_or_first
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
    """Return the places with which the stone at a place may be swapped on its owner's turn.

    No-undo is ignored unless the owner is the seat to move.
    """
    turn = replace(state, mover=chosen.seat)
    kept = rules if chosen.seat == state.mover else Rules()
    return [place for place in state.places() if why_illegal(turn, Swap(chosen, place), kept) is None]


def ring_text(state: State, language: Language | None = None) -> str:
    """Return a state as text in English or another language, with the same content as its drawing."""
    texts = given_or_first("narabi_solver", language)
    lines = [heading(state, texts)]
    for seat in range(state.players):
        places = (Place(seat, index) for index in range(state.hand))
        lines.append(
            f"{SEATS[seat]}: " + "  ".join(f"{place} {_stone(state, place, texts)}" for place in places)
        )
    white = sorted(stone.label for stone in state.ring if state.deck.colour(stone.label) == "white")
    lines.append(texts.text("replay.white", stones=" ".join(white)))
    names = dict.fromkeys(stone.card for stone in state.ring)
    shown = [state.deck[name] for name in names]
    cards = "; ".join(f"{card.called(texts)} = {card.words(texts)}" for card in shown)
    lines.append(texts.text("replay.cards", cards=cards))
    return "\n".join([*lines, *filter(None, [order_text(state, texts), assumed_text(state, texts)])])


def _stone(state: State, place: Place, language: Language) -> str:
    """Return a stone with the name of its card in a language."""
    stone = state.stone(place)
    return f"{stone.label}:{state.deck[stone.card].called(language)}"


def order_text(state: State, language: Language | None = None) -> str:
    """Return, for a ring in order, the lowest number and the ascending direction in words; else empty."""
    where = order_of(state.ring)
    if where is None:
        return ""
    first, clockwise = where
    key = "replay.clockwise" if clockwise else "replay.counterclockwise"
    return given_or_first("narabi_solver", language).text(key, stone=state.ring[first].label)


def assumed_text(state: State, language: Language | None = None) -> str:
    """Return the assumptions about the cards and colours of a ring in words; empty if there are none."""
    assumed = state.deck.assumed({stone.card for stone in state.ring})
    if state.deck.colours_assumed and "colours" not in assumed:
        assumed += ("colours",)
    texts = given_or_first("narabi_solver", language)
    called = [
        texts.text("replay.colours") if name == "colours" else state.deck[name].called(texts)
        for name in assumed
    ]
    return texts.text("replay.assumed", names=", ".join(called)) if called else ""


def heading(state: State, language: Language | None = None) -> str:
    """Return the number of the turn and the player to move, or that the ring is in order."""
    texts = given_or_first("narabi_solver", language)
    if not in_order(state.ring):
        return texts.text("replay.to-move", turn=state.turns + 1, seat=SEATS[state.mover])
    return texts.text("replay.in-order", turn=state.turns) if state.turns else texts.text("replay.as-dealt")


def swap_text(state: State, swap: Swap, language: Language | None = None) -> str:
    """Return a swap in words."""
    texts, label = given_or_first("narabi_solver", language), state.stone(swap.other).label
    own, other = _stone(state, swap.own, texts), name_of(label, texts)
    return texts.text("replay.swap", swap=swap, own=own, other=other)


def chosen_text(
    state: State, chosen: Place, targets: Sequence[Place], language: Language | None = None
) -> str:
    """Return a sentence that lists `targets`, the places with which the stone at `chosen` may be swapped."""
    texts = given_or_first("narabi_solver", language)
    places = " ".join(map(str, targets)) or texts.text("replay.nothing")
    fields = {"place": chosen, "stone": _stone(state, chosen, texts), "places": places}
    if chosen.seat == state.mover:
        return texts.text("replay.chosen", **fields)
    return texts.text("replay.chosen-later", seat=SEATS[chosen.seat], **fields)


def caption(
    states: Sequence[State], swaps: Sequence[Swap], index: int, language: Language | None = None
) -> tuple[str, str]:
    """Return the two parts of the caption above a ring of a line of play, in bold and in regular type."""
    state, texts = states[index], given_or_first("narabi_solver", language)
    if index < len(swaps):
        swap = str(swaps[index])
        line = swap_text(state, swaps[index], texts).removeprefix(swap)
        return f"{state.turns + 1}.  {swap}", line.lstrip(" :：")
    if not in_order(state.ring):
        return texts.text("replay.then"), heading(state, texts)
    return heading(state, texts), order_text(state, texts)
