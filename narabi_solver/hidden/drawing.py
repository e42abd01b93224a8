"""The probabilities of hidden cards as a drawing: a column for each stone, a row for each card."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from _gamekit.languages import Language
from _gamekit.svg import Drawing
from narabi_solver.game import ring_parts
from narabi_solver.game.cards import Card
from narabi_solver.game.rules import State

LEFT, TOP, WIDE, HIGH, EDGE = 116.0, 74.0, 46.0, 26.0, 10.0
"""In pixels: space left of the cells for card names, space above them for stones, width and height of a
cell, and width of the border.
"""
STONE = 15.0


def beliefs(
    chances: Mapping[str, Mapping[str, float]],
    count: int,
    seat: str,
    deck: Iterable[Card],
    state: State,
    *,
    texts: Language,
    width: float | None = None,
    theme: str = "auto",
) -> Drawing:
    """Return a drawing of the exact probability of each card for every hidden stone, in percent.

    A seat knows that `count` assignments of cards are possible.

    Raises
    ------
    ArgumentError
        The width is out of range, or the theme is unknown.
    """
    called = {card.name: card.called(texts) for card in deck}
    names = [name for name in called if any(name in by_card for by_card in chances.values())]
    stones = dict(zip(map(str, state.places()), state.ring, strict=True))
    assignments = f"{count:,}".replace(",", texts.text("replay.thousands"))
    sentences = [texts.text("replay.knows", seat=seat, count=assignments, n=count)]
    for place, by_card in chances.items():
        shares = ", ".join(f"{called[name]} {_percent(by_card[name])}" for name in names if name in by_card)
        sentences.append(f"{place}, {stones[place].label}: {shares}.")
    drawing = Drawing(
        LEFT + WIDE * max(len(chances), 4) + EDGE,
        TOP + HIGH * len(names) + EDGE,
        texts.text("replay.chances"),
        " ".join(sentences),
        theme,
        width,
    )
    look = drawing.theme
    for column, (place, by_card) in enumerate(chances.items()):
        x = LEFT + WIDE * (column + 0.5)
        drawing.text(place, (x, 20), 14, weight="bold")
        ring_parts.stone(drawing, state, stones[place].label, (x, 48), STONE)
        for row, name in enumerate(names):
            top = TOP + HIGH * row
            drawing.rect(x - WIDE / 2 + 1, top + 1, WIDE - 2, HIGH - 2, rx=3, fill=look.bed)
            if name in by_card:
                shade = 0.1 + 0.5 * by_card[name]
                drawing.rect(
                    x - WIDE / 2 + 1, top + 1, WIDE - 2, HIGH - 2, rx=3, fill=look.second, fill_opacity=shade
                )
                sure = "bold" if by_card[name] >= 0.5 else None
                drawing.text(_percent(by_card[name]), (x, top + HIGH / 2), 13, weight=sure)
    for row, name in enumerate(names):
        drawing.text(called[name], (LEFT - 8, TOP + HIGH * (row + 0.5)), 14, anchor="end", longest=14)
    if not chances:
        drawing.text(texts.text("replay.nothing-hidden"), (LEFT, TOP / 2), 14, anchor="start")
    return drawing


def _percent(share: float) -> str:
    """Return a share in whole percent; "<1" and ">99" replace the 0 and 100 of cards that are uncertain."""
    if share >= 1:
        return "100"
    return "<1" if share < 0.005 else ">99" if share > 0.995 else f"{100 * share:.0f}"
