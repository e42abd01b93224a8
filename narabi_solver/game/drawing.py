"""Drawings of rings: one ring, or a line of play as a strip of small rings."""

from __future__ import annotations

import math
import textwrap
from collections.abc import Callable, Sequence
from typing import NamedTuple

from _gamekit.languages import FIRST, Language, given_or_first, language_of
from _gamekit.page import Frame, Play, Replay
from _gamekit.svg import Drawing, Group, width_of
from narabi_solver.game import ring_parts
from narabi_solver.game.cards import Card
from narabi_solver.game.errors import ArgumentError
from narabi_solver.game.ring_texts import (
    assumed_text,
    caption,
    chosen_text,
    heading,
    order_text,
    ring_text,
    swap_text,
    targets_of,
)
from narabi_solver.game.rules import Place, Rules, State, Swap
from narabi_solver.sizes import COLUMNS, LAYOUTS, Columns

LETTER, SMALL_LETTER = 15, 20
"""Font sizes of the seats' letters, in a ring and in a strip."""
CELL, CELL_HEIGHT, SMALL = 250, 310, 0.5
"""In a strip: width and height of a ring with its text, and the scale of the ring."""
LINE = 18
"""Height of a line of text below rings."""
LIST_ROW = 27
"""Height of a row in the list of stones and cards."""


class Layout(NamedTuple):
    """The measures of a drawing of a ring, in pixels unless another width is requested."""

    width: float
    scale: float
    """Scale of the ring itself."""
    middle: float
    """Distance from the top to the middle of the ring."""
    end: float
    """Distance from the top to the first line below the ring."""
    card: float
    """Font size of the cards, in the units of the ring."""
    listed: bool
    """True if the names of the cards are listed below the ring, and only their signs are around it."""
    line: int
    """Greatest number of characters in a line of text."""


_LAYOUTS = {
    "wide": Layout(660, 1, 290, 540, card=13, listed=False, line=96),
    "phone": Layout(360, 0.74, 219, 412, card=16.5, listed=True, line=56),
}


def _layout_of(name: str) -> Layout:
    """Return the layout of this name, or raise ArgumentError."""
    if name not in LAYOUTS:
        raise ArgumentError(f"the layout must be {' or '.join(LAYOUTS)}, not {name!r}")
    return _LAYOUTS[name]


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
    layout: str = "wide",
    language: Language | None = None,
) -> Drawing:
    """Return a state as a drawing of the seats, the stones with their cards, and the player to move.

    Raises
    ------
    ArgumentError
        `chosen` or a place in `swaps` is not in the ring, the width is out of range, or the theme or
        the layout is unknown.
    """
    sizes = _layout_of(layout)
    check_places(state, [*(place for swap in swaps for place in swap), *([] if chosen is None else [chosen])])
    targets = [] if chosen is None else targets_of(state, chosen, rules)
    notes = [*notes, *(swap_text(state, swap, language) for swap in swaps[:1] if len(swaps) == 1)]
    notes += [] if chosen is None else [chosen_text(state, chosen, targets, language)]
    arrows = [swap_text(state, swap, language) for swap in swaps if len(swaps) > 1]
    description = "\n".join([ring_text(state, language), *notes, *arrows])
    below = _wrapped([*notes, order_text(state, language), assumed_text(state, language)], sizes.line)
    height = _height(state, sizes)
    drawing = Drawing(sizes.width, height + LINE * len(below), title, description, theme, width)
    _draw(drawing, state, sizes, heading(state, language), swaps, chosen, targets, language)
    for row, note in enumerate(below):
        at = sizes.width / 2, height + 2 + LINE * row
        drawing.text(note, at, 12, fill=drawing.theme.faint)
    return drawing


def _wrapped(texts: Sequence[str], longest: int) -> list[str]:
    """Return texts as lines of at most `longest` characters."""
    return [line for text in texts for line in textwrap.wrap(text, longest, break_on_hyphens=False)]


def _height(state: State, sizes: Layout) -> float:
    """Return the height of a ring with its heading and its list of cards."""
    return sizes.end + (LIST_ROW * math.ceil(len(state.ring) / 2) + 4 if sizes.listed else 0)


def _draw(
    part: Group,
    state: State,
    sizes: Layout,
    words: str,
    swaps: Sequence[Swap] = (),
    chosen: Place | None = None,
    targets: Sequence[Place] = (),
    language: Language | None = None,
) -> None:
    """Draw a ring with words above it, and with a list of its cards if the layout has one."""
    texts = given_or_first("narabi_solver", language)
    part.text(words, (sizes.width / 2, 26), 17, weight="bold")
    table = part.part(sizes.width / 2, sizes.middle, sizes.scale)
    ring_parts.seats(table, state)
    ring_parts.cards(table, state, sizes.card, lambda card: "" if sizes.listed else card.called(texts))
    ring_parts.stones(table, state, chosen, targets)
    ring_parts.order(table, state, 72, 4)
    for swap in reversed(swaps):
        ring_parts.swap_arrow(table, state, swap, 4, ring_parts.letter_discs(state, LETTER))
    ring_parts.letters(table, state, LETTER)
    if sizes.listed:
        _list(part.part(0, sizes.end), state, sizes.width / 2, texts)


def _list(part: Group, state: State, width: float, texts: Language) -> None:
    """List the stones with their places and cards in two columns of the given width."""
    rows = math.ceil(len(state.ring) / 2)
    for i, place in enumerate(state.places()):
        stone, x, y = state.stone(place), width * (i // rows), LIST_ROW * (i % rows)
        part.text(str(place), (x + 10, y), 12.5, "start", fill=part.theme.faint)
        ring_parts.stone(part, state, stone.label, (x + 44, y), 11)
        card = state.deck[stone.card]
        ring_parts.tile(part, card, card.called(texts), (x + 61, y), 12, anchor="start")


def draw_ring(part: Group, state: State, *, card_size: float, called: Callable[[Card], str]) -> None:
    """Draw a state round the origin of a part; `card_size` is a font size, `called` returns a card's name."""
    ring_parts.seats(part, state)
    ring_parts.cards(part, state, card_size, called)
    ring_parts.stones(part, state)
    ring_parts.letters(part, state, LETTER)


def strip(
    states: Sequence[State],
    swaps: Sequence[Swap],
    *,
    title: str,
    notes: Sequence[str] = (),
    columns: Columns = COLUMNS,
    width: float | None = None,
    theme: str = "auto",
    layout: str = "wide",
    language: Language | None = None,
) -> Drawing:
    """Return a line of play as a drawing: a small numbered ring before each swap, and a ring at the end.

    Raises
    ------
    ArgumentError
        `columns` is not a whole number from 1 to 25, the width is out of range, or the theme or
        the layout is unknown.
    """
    phone = _layout_of(layout).listed
    wide = 1 if phone else max(min(columns, len(states)), 3 if notes else 2)
    captions = [caption(states, swaps, i, language) for i in range(len(states))]
    description = "\n".join(
        [title, ring_text(states[0], language), *(f"{head}\n{line}" for head, line in captions), *notes]
    )
    above = _wrapped([title], 28 * wide)
    below = _wrapped([*notes, assumed_text(states[0], language)], 38 * wide)
    top = 20 + 20 * len(above)
    bottom = top + CELL_HEIGHT * math.ceil(len(states) / wide)
    shown = 360 if phone and width is None else width
    drawing = Drawing(CELL * wide, bottom + 4 + LINE * len(below), title, description, theme, shown)
    for row, words in enumerate(above):
        drawing.text(words, (CELL * wide / 2, 26 + 20 * row), 16, weight="bold")
    left = CELL * max(wide - len(states), 0) / 2
    for i, state in enumerate(states):
        part = drawing.part(left + CELL * (i % wide) + CELL / 2, top + CELL_HEIGHT * (i // wide))
        head, line = captions[i]
        part.text(head, (0, 16), 15, weight="bold")
        small = part.part(0, 180, SMALL)
        ring_parts.seats(small, state)
        ring_parts.stones(small, state)
        ring_parts.order(small, state, 108, 7)
        if i < len(swaps):
            _taking(part, state, swaps[i], 40, given_or_first("narabi_solver", language))
            ring_parts.swap_arrow(small, state, swaps[i], 7)
        else:
            part.text(line, (0, 38), 12, fill=drawing.theme.faint, longest=44)
        ring_parts.letters(small, state, SMALL_LETTER, outside=True)
    for row, note in enumerate(below):
        drawing.text(note, (CELL * wide / 2, bottom + 6 + LINE * row), 12, fill=drawing.theme.faint)
    return drawing


def _taking(part: Group, state: State, swap: Swap, y: float, texts: Language) -> None:
    """Draw the mover's stone, its card and the stone taken, in a row."""
    own, other = state.stone(swap.own), state.stone(swap.other)
    card = state.deck[own.card]
    called, word = card.called(texts), texts.text("replay.takes")
    tile, takes, gap = ring_parts.tile_width(called, 12), 12 * width_of(word), 6
    x = -(20 + tile + takes + 20 + 3 * gap) / 2
    ring_parts.stone(part, state, own.label, (x + 10, y), 10)
    ring_parts.tile(part, card, called, (x + 20 + gap, y), 12, anchor="start")
    x += 20 + tile + 2 * gap
    part.text(word, (x + takes / 2, y), 12, fill=part.theme.faint)
    ring_parts.stone(part, state, other.label, (x + takes + gap + 10, y), 10)


def rings(
    states: Sequence[State],
    *,
    columns: int = 2,
    width: float | None = None,
    theme: str = "auto",
    layout: str = "wide",
    language: Language | None = None,
) -> Drawing:
    """Return numbered rings side by side, each with its cards and the player to move."""
    sizes = _layout_of(layout)
    wide = 1 if sizes.listed else min(columns, len(states))
    description = "\n\n".join(f"{i}.  {ring_text(state, language)}" for i, state in enumerate(states, 1))
    title = given_or_first("narabi_solver", language).text("replay.rings", n=len(states))
    height = max(_height(state, sizes) for state in states)
    rows = math.ceil(len(states) / wide)
    drawing = Drawing(sizes.width * wide, height * rows, title, description, theme, width)
    for i, state in enumerate(states):
        part = drawing.part(sizes.width * (i % wide), height * (i // wide))
        _draw(part, state, sizes, f"{i + 1}.  {heading(state, language)}", language=language)
    return drawing


def line(
    states: Sequence[State],
    swaps: Sequence[Swap],
    rules: Rules,
    *,
    title: str,
    notes: Sequence[str] = (),
    columns: Columns = COLUMNS,
    width: float | None = None,
    theme: str = "auto",
    layout: str = "wide",
) -> Drawing:
    """Return a line of play as a strip; if there are no swaps, as a single ring with the title below it."""
    if swaps:
        return strip(
            states, swaps, title=title, notes=notes, columns=columns, width=width, theme=theme, layout=layout
        )
    return ring(states[0], rules, notes=[title, *notes], title=title, width=width, theme=theme, layout=layout)


def replay(
    states: Sequence[State],
    swaps: Sequence[Swap],
    rules: Rules,
    title: str,
    theme: str = "auto",
    chosen: Place | None = None,
    language: str = FIRST,
    play: Play | None = None,
) -> Replay:
    """Return a line of play as a slide show, a ring for each step; parameters as for `strip` and `ring`."""
    texts, frames = language_of("narabi_solver", language), []
    for i, state in enumerate(states):
        played = swaps[i : i + 1]
        last = texts.text("replay.end" if swaps else "replay.deal")
        name = f"{state.turns + 1}. {played[0]}" if played else last
        wide, phone = (
            ring(
                state,
                rules,
                swaps=played,
                chosen=chosen,
                title=f"{title}, {heading(state, texts)}",
                theme=theme,
                layout=layout,
                language=texts,
            )
            for layout in LAYOUTS
        )
        description = [ring_text(state, texts), *(swap_text(state, swap, texts) for swap in played)]
        if chosen is not None:
            description.append(chosen_text(state, chosen, targets_of(state, chosen, rules), texts))
        frames.append(Frame(name, wide, "\n".join(description), phone))
    return Replay(title, frames, theme=theme, language=language, play=play)


def play_of(game: str, rules: Rules, page: str | None) -> Play:
    """Return a `Play` for a game.

    The link of the `Play` opens the game on the page at address `page`. If no-undo is in force, the link also
    has its `undo_reading`. The link is None if `page` is None.
    """
    undo = {} if not rules.no_undo else {"undo": "receiver" if rules.undo_reading == "receiver" else "next"}
    return Play.at(page, game, deal=game, **undo)


def check_places(state: State, places: Sequence[Place]) -> None:
    """Raise ArgumentError if one of the places is not in the ring."""
    last = Place(state.players - 1, state.hand - 1)
    for place in places:
        if place.seat not in range(state.players) or place.position not in range(state.hand):
            raise ArgumentError(
                f"there is no place {place}: the places are A1 to {last}, {state.hand} a seat"
            )
