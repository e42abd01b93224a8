"""Rings as drawings: one, or a line of play as a strip of small ones."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace

from _gamekit.page import Frame, Replay
from _gamekit.svg import Drawing, Group, width_of
from narabi_solver.game import card_tiles, ring_parts
from narabi_solver.game.errors import ArgumentError
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
from narabi_solver.sizes import COLUMNS

WIDTH, HEIGHT, CENTRE, CARD = 640, 540, (320, 290), 13
"""Of a ring; CARD is the font size of its cards."""
LETTER, SMALL_LETTER = 15, 20
"""Sizes of the seats' letters, in a ring and in a strip."""
CELL, CELL_HEIGHT, SMALL = 250, 310, 0.5
"""In a strip: width and height of a ring with its text, and the scale of the ring."""


def ring(
    state: State,
    rules: Rules,
    *,
    swaps: Sequence[Swap] = (),
    chosen: Place | None = None,
    notes: Sequence[str] = (),
    title: str = "Narabi",
    width: float | None = None,
    theme: str = "auto",
) -> Drawing:
    """Return a state as a drawing: seats, stones with their cards, who is to move.

    Parameters
    ----------
    state, rules
        The position, and whether a swap may be undone.
    swaps
        Each drawn as an arrow from the mover's stone to the one it takes.
    chosen
        A place: the swaps that the card of its stone allows are marked.
    notes
        Further lines below the ring.
    title
        The name of the drawing.
    width, theme
        Width in pixels (640 if None), and "auto" (as the reader's pages are), "light" or "dark".

    Raises
    ------
    ArgumentError
        `chosen` or a place in `swaps` is not in the ring, the width is out of range, or the theme is unknown.
    """
    check_places(state, [*(place for swap in swaps for place in swap), *([] if chosen is None else [chosen])])
    targets = [] if chosen is None else targets_of(state, chosen, rules)
    notes = [*notes, *(_swap_text(state, swap) for swap in swaps[:1] if len(swaps) == 1)]
    notes += [] if chosen is None else [_chosen_text(state, chosen, targets)]
    arrows = [_swap_text(state, swap) for swap in swaps if len(swaps) > 1]
    told = "\n".join([ring_text(state), *notes, *arrows])
    below = [*notes, *filter(None, [order_text(state), assumed_text(state)])]
    height = HEIGHT + 18 * len(below)
    drawing = Drawing(WIDTH, height, title, told, theme, width)
    drawing.text(heading(state), (WIDTH / 2, 26), 17, weight="bold")
    part = drawing.part(*CENTRE)
    ring_parts.seats(part, state)
    ring_parts.cards(part, state, CARD)
    ring_parts.stones(part, state, chosen, targets)
    ring_parts.order(part, state, 72, 4)
    for swap in reversed(swaps):
        ring_parts.swap_arrow(part, state, swap, 4, ring_parts.letter_discs(state, LETTER))
    ring_parts.letters(part, state, LETTER)
    for row, note in enumerate(reversed(below)):
        drawing.text(note, (WIDTH / 2, height - 16 - 18 * row), 12, fill=drawing.theme.faint, longest=92)
    return drawing


def draw_ring(part: Group, state: State, *, card_size: float = CARD) -> None:
    """Draw a state into a part of a drawing, round its origin: seats, stones, cards of this size."""
    ring_parts.seats(part, state)
    ring_parts.cards(part, state, card_size)
    ring_parts.stones(part, state)
    ring_parts.letters(part, state, LETTER)


def strip(
    states: Sequence[State],
    swaps: Sequence[Swap],
    *,
    title: str,
    notes: Sequence[str] = (),
    columns: int = COLUMNS,
    width: float | None = None,
    theme: str = "auto",
) -> Drawing:
    """Return a line of play as a drawing: a small ring before each swap, numbered, and one at the end.

    Parameters
    ----------
    states, swaps
        One state more than swaps.
    title
        Stands above the rings.
    notes
        Lines below them.
    columns
        Rings side by side.
    width, theme
        Width in pixels (250 a column if None), and "auto" (as the reader's pages are), "light" or "dark".

    Raises
    ------
    ArgumentError
        `columns` is not a whole number from 1 to 25, the width is out of range, or the theme is unknown.
    """
    if type(columns) is not int or not 1 <= columns <= 25:
        raise ArgumentError(f"columns must be a whole number from 1 to 25, not {columns!r}")
    wide = max(min(columns, len(states)), 3 if notes else 2)
    rows = math.ceil(len(states) / wide)
    captions = [_caption(states, swaps, i) for i in range(len(states))]
    told = "\n".join([title, ring_text(states[0]), *(f"{head}\n{line}" for head, line in captions), *notes])
    below = [*notes, assumed_text(states[0])]
    drawing = Drawing(CELL * wide, CELL_HEIGHT * rows + 44 + 18 * len(below), title, told, theme, width)
    drawing.text(title, (CELL * wide / 2, 26), 16, weight="bold", longest=29 * wide)
    left = CELL * max(wide - len(states), 0) / 2
    for i, state in enumerate(states):
        part = drawing.part(left + CELL * (i % wide) + CELL / 2, CELL_HEIGHT * (i // wide) + 40)
        head, line = captions[i]
        part.text(head, (0, 16), 15, weight="bold")
        small = part.part(0, 180, SMALL)
        ring_parts.seats(small, state)
        ring_parts.stones(small, state)
        ring_parts.order(small, state, 108, 7)
        if i < len(swaps):
            _taking(part, state, swaps[i], 40)
            ring_parts.swap_arrow(small, state, swaps[i], 7)
        else:
            part.text(line, (0, 38), 12, fill=drawing.theme.faint, longest=44)
        ring_parts.letters(small, state, SMALL_LETTER, outside=True)
    for row, note in enumerate(below):
        at = CELL * wide / 2, CELL_HEIGHT * rows + 46 + 18 * row
        drawing.text(note, at, 12, fill=drawing.theme.faint, longest=36 * wide)
    return drawing


def _taking(part: Group, state: State, swap: Swap, y: float) -> None:
    """Draw in a row the mover's stone, its card, and the stone that it takes."""
    own, other = state.stone(swap.own), state.stone(swap.other)
    card = state.deck[own.card]
    tile, takes, gap = card_tiles.tile_width(card, 12), 12 * width_of("takes"), 6
    x = -(20 + tile + takes + 20 + 3 * gap) / 2
    ring_parts.stone(part, state, own.label, (x + 10, y), 10)
    card_tiles.tile(part, card, (x + 20 + gap, y), 12, anchor="start")
    x += 20 + tile + 2 * gap
    part.text("takes", (x + takes / 2, y), 12, fill=part.theme.faint)
    ring_parts.stone(part, state, other.label, (x + takes + gap + 10, y), 10)


def rings(
    states: Sequence[State], *, columns: int = 2, width: float | None = None, theme: str = "auto"
) -> Drawing:
    """Return rings side by side, numbered, each with its cards and who is to move.

    Parameters
    ----------
    states
        One for each ring.
    columns
        Rings side by side.
    width, theme
        Width in pixels (a pixel a unit if None), and as for `ring`.
    """
    wide = min(columns, len(states))
    rows = math.ceil(len(states) / wide)
    told = "\n\n".join(f"{i}: {heading(state)}\n{ring_text(state)}" for i, state in enumerate(states, 1))
    title = f"Narabi, {len(states)} rings"
    drawing = Drawing(WIDTH * wide, HEIGHT * rows, title, told, theme, width)
    for i, state in enumerate(states):
        part = drawing.part(WIDTH * (i % wide), HEIGHT * (i // wide))
        part.text(f"{i + 1}.  {heading(state)}", (WIDTH / 2, 26), 17, weight="bold")
        draw_ring(part.part(*CENTRE), state)
    return drawing


def line(
    states: Sequence[State],
    swaps: Sequence[Swap],
    rules: Rules,
    *,
    title: str,
    notes: Sequence[str] = (),
    columns: int = COLUMNS,
    width: float | None = None,
    theme: str = "auto",
) -> Drawing:
    """Return a line of play as a strip; without swaps the ring alone, with the title below it."""
    if swaps:
        return strip(states, swaps, title=title, notes=notes, columns=columns, width=width, theme=theme)
    return ring(states[0], rules, notes=[title, *notes], title=title, width=width, theme=theme)


def replay(
    states: Sequence[State],
    swaps: Sequence[Swap],
    rules: Rules,
    title: str,
    theme: str = "auto",
    chosen: Place | None = None,
) -> Replay:
    """Return a line of play to be stepped through, a ring a step; parameters as for `strip` and `ring`."""
    frames = []
    for i, state in enumerate(states):
        played = swaps[i : i + 1]
        drawing = ring(
            state, rules, swaps=played, chosen=chosen, title=f"{title}, {heading(state)}", theme=theme
        )
        name = f"{state.turns + 1}. {played[0]}" if played else "end" if swaps else "deal"
        told = [ring_text(state), *(_swap_text(state, swap) for swap in played)]
        told += [] if chosen is None else [_chosen_text(state, chosen, targets_of(state, chosen, rules))]
        frames.append(Frame(name, drawing, "\n".join(told)))
    return Replay(title, frames, theme=theme)


def targets_of(state: State, chosen: Place, rules: Rules) -> list[Place]:
    """Return the places with which the stone of a place may be swapped on its owner's turn."""
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
    """Return where the order of a ring begins, and which way it runs; empty if it is not in order."""
    found = order_of(state.ring)
    if found is None:
        return ""
    first, clockwise = found
    return f"{'clockwise' if clockwise else 'counterclockwise'} from the {state.ring[first].label}"


def assumed_text(state: State) -> str:
    """Return what is assumed about the cards of a ring; empty if nothing is."""
    assumed = state.deck.assumed({stone.card for stone in state.ring})
    if state.deck.colours_assumed and "colours" not in assumed:
        assumed += ("colours",)
    return f"assumed: {', '.join(assumed)}" if assumed else ""


def check_places(state: State, places: Sequence[Place]) -> None:
    """Raise ArgumentError if one of the places is not in the ring."""
    last = Place(state.players - 1, state.hand - 1)
    for place in places:
        if place.seat not in range(state.players) or place.position not in range(state.hand):
            raise ArgumentError(
                f"there is no place {place}: the places are A1 to {last}, {state.hand} a seat"
            )


def heading(state: State) -> str:
    """Return which turn it is and who is to move, or that the ring is in order."""
    if in_order(state.ring):
        return f"in order after turn {state.turns}" if state.turns else "in order as dealt"
    return f"turn {state.turns + 1}: seat {SEATS[state.mover]} to move"


def _swap_text(state: State, swap: Swap) -> str:
    return f"{swap}: {state.stone(swap.own)} takes {name_of(state.stone(swap.other).label)}"


def _chosen_text(state: State, chosen: Place, targets: Sequence[Place]) -> str:
    found = " ".join(map(str, targets)) or "nothing"
    when = "" if chosen.seat == state.mover else f" on seat {SEATS[chosen.seat]}'s turn"
    return f"{chosen} {state.stone(chosen)} can take{when}: {found}"


def _caption(states: Sequence[State], swaps: Sequence[Swap], index: int) -> tuple[str, str]:
    state = states[index]
    if index < len(swaps):
        head, _, line = _swap_text(state, swaps[index]).partition(": ")
        return f"{state.turns + 1}.  {head}", line
    words = heading(state)
    if words.startswith("in order"):
        return "in order", f"{words.removeprefix('in order ')}, {order_text(state)}"
    return "then", words
