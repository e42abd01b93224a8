"""Rings as drawings: one, or a line of play as a strip of small ones."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace

from _gamekit.page import Frame, Replay
from _gamekit.svg import Drawing, Group, Point, towards
from narabi_solver.game.cards import BLANKS
from narabi_solver.game.errors import ArgumentError
from narabi_solver.game.rules import SEATS, Place, Rules, State, Swap, in_order, name_of, why_illegal
from narabi_solver.sizes import COLUMNS

RADIUS, STONE = 165, 24
"""Radius of the ring, and of a stone."""
WIDTH, HEIGHT, CENTRE = 600, 540, (300, 290)
CELL, CELL_HEIGHT, SMALL = 240, 284, 0.53
"""In a strip: width and height of a ring with its text, and the scale of the ring."""
LONGEST_NAME = 16
"""Characters of a card's name that fit beside a stone."""


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
        Width in pixels (600 if None), and "auto" (as the reader's pages are), "light" or "dark".

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
    below = [*notes, assumed_text(state)]
    height = HEIGHT + 18 * len(below)
    drawing = Drawing(WIDTH, height, title, told, theme, width)
    drawing.text(heading(state), (WIDTH / 2, 26), 17, weight="bold")
    part = drawing.part(*CENTRE)
    _seats(part, state)
    _cards(part, state)
    _stones(part, state, chosen, targets)
    for swap in reversed(swaps):
        _swap_arrow(part, state, swap, 4)
    _letters(part, state, 15)
    for row, note in enumerate(reversed(below)):
        drawing.text(note, (WIDTH / 2, height - 16 - 18 * row), 12, fill=drawing.theme.faint, longest=92)
    return drawing


def draw_ring(part: Group, state: State, *, card_size: float = 14) -> None:
    """Draw a state into a part of a drawing, round its origin: seats, stones, cards of this size."""
    _seats(part, state)
    _cards(part, state, card_size)
    _stones(part, state, None, [])
    _letters(part, state, 15)


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
        Width in pixels (240 a column if None), and "auto" (as the reader's pages are), "light" or "dark".

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
    drawing.text(title, (CELL * wide / 2, 26), 16, weight="bold", longest=28 * wide)
    left = CELL * max(wide - len(states), 0) / 2
    for i, state in enumerate(states):
        part = drawing.part(left + CELL * (i % wide) + CELL / 2, CELL_HEIGHT * (i // wide) + 40)
        head, line = captions[i]
        done = i == len(swaps)
        part.text(head, (0, 16), 15, weight="bold")
        part.text(line, (0, 36), 12, fill=drawing.theme.faint, longest=38)
        small = part.part(0, 166, SMALL)
        _seats(small, state)
        _stones(small, state, None, [])
        if not done:
            _swap_arrow(small, state, swaps[i], 7)
        _letters(small, state, 21)
    for row, note in enumerate(below):
        at = CELL * wide / 2, CELL_HEIGHT * rows + 46 + 18 * row
        drawing.text(note, at, 12, fill=drawing.theme.faint, longest=36 * wide)
    return drawing


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
    return "\n".join([*lines, *filter(None, [assumed_text(state)])])


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
        return "in order", words.removeprefix("in order ")
    return "then", words


def _centre(state: State, number: float, radius: float = RADIUS) -> Point:
    """Return a place in the ring, counted clockwise from A1 = 0 at the top."""
    angle = 2 * math.pi * number / len(state.ring)
    return radius * math.sin(angle), -radius * math.cos(angle)


def _seats(part: Group, state: State) -> None:
    """Draw each seat's stretch of the ring, the mover's with an outline."""
    theme = part.theme
    for seat in range(state.players):
        start, end = seat * state.hand - 0.45, (seat + 1) * state.hand - 0.55
        mover = _moves(state, seat)
        outer, inner = RADIUS + STONE + 5, RADIUS - STONE - 5
        corners = [_centre(state, number, radius) for radius in (outer, inner) for number in (start, end)]
        a, b, d, c = (f"{x:.1f} {y:.1f}" for x, y in corners)
        part.path(
            f"M{a} A{outer} {outer} 0 0 1 {b} L{c} A{inner} {inner} 0 0 0 {d} Z",
            fill=theme.field,
            stroke=theme.accent if mover else theme.field,
            stroke_width=3.5 if mover else 1,
            stroke_linejoin="round",
        )


def _letters(part: Group, state: State, size: float) -> None:
    """Write the seats' letters inside the ring, the mover's on a disc of its own colour."""
    theme = part.theme
    for seat in range(state.players):
        at = _centre(state, (seat + 0.5) * state.hand - 0.5, RADIUS - STONE - 5 - 2 * size)
        mover = _moves(state, seat)
        part.circle(at, (0.95 if mover else 0.6) * size, fill=theme.accent if mover else theme.paper)
        part.text(SEATS[seat], at, 1.15 * size, fill=theme.paper if mover else theme.faint, weight="bold")


def _moves(state: State, seat: int) -> bool:
    return seat == state.mover and not in_order(state.ring)


def _cards(part: Group, state: State, size: float = 14) -> None:
    """Write each stone's card outside the ring, and the name of its place with it."""
    distance = RADIUS + STONE + 18
    for i, place in enumerate(state.places()):
        x, y = _centre(state, i, distance)
        side = x / distance
        anchor = "start" if side > 0.2 else "end" if side < -0.2 else "middle"
        below = (size + 1) * (1 if y > -0.75 * distance else -1)
        part.text(state.stone(place).card, (x, y), size, anchor, longest=LONGEST_NAME)
        part.text(str(place), (x, y + below), 11 * size / 14, anchor, fill=part.theme.faint)


def _stones(part: Group, state: State, chosen: Place | None, targets: Sequence[Place]) -> None:
    theme = part.theme
    for i, place in enumerate(state.places()):
        label, at = state.stone(place).label, _centre(state, i)
        white = state.deck.colour(label) == "white"
        ink = theme.dark if white else theme.white
        if place in targets:
            part.circle(
                at, STONE + 3.5, fill="none", stroke=theme.second, stroke_width=5, stroke_dasharray="7 4"
            )
        if place == chosen:
            part.circle(at, STONE + 3.5, fill="none", stroke=theme.accent, stroke_width=6)
        part.circle(at, STONE, fill=theme.white if white else theme.dark, stroke=theme.edge, stroke_width=1.5)
        if label in BLANKS:
            part.circle(at, 0.55 * STONE, fill="none", stroke=ink, stroke_width=1.5, stroke_dasharray="3 3")
        else:
            part.text(label, at, 26, fill=ink, weight="bold")


def _swap_arrow(part: Group, state: State, swap: Swap, width: float) -> None:
    """Draw an arrow from the mover's stone to the one it takes, through the inside of the ring."""
    own, other = (_centre(state, state.number(place)) for place in swap)
    bend = 0.3 * (own[0] + other[0]) / 2, 0.3 * (own[1] + other[1]) / 2
    start, end = (towards(at, bend, STONE + 3) for at in (own, other))
    part.arrow(start, end, width, part.theme.accent, bend)
