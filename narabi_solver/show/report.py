"""Results for people and for programs: functions that return text, rich renderables or facts."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING

from rich.box import SIMPLE_HEAD
from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from _gamekit.facts import Fact, Rows, table_of, view_of
from _gamekit.problems import number_of
from _gamekit.program import DARK_PIECE, LIGHT_PIECE
from narabi_solver.game.cards import BLANKS
from narabi_solver.game.deck import Deck
from narabi_solver.game.facts import reason
from narabi_solver.game.rules import SEATS, TRACK, Place, State, Stone, Swap, in_order
from narabi_solver.solving.answers import Outcome, Solution, Verification

if TYPE_CHECKING:
    from narabi_solver.certify.checker import CheckResult

MOVED, MOVER = "underline", "bold reverse"


def claim_text(checked: CheckResult) -> str:
    """Return the deal of a verified claim; notes name the rules and the deck if they are not the default."""
    rules, deal = checked.rules, checked.deal
    notes = [rules.undo_words] * rules.no_undo + [f"limit {rules.limit}"] * (rules.limit != TRACK)
    notes += ["custom deck"] * checked.own_deck
    return f"{deal}" + f"  ({', '.join(notes)})" * bool(notes)


def card_facts(deck: Deck) -> Rows:
    """Return a row for each card of a deck, with the card's conditions in words and its source."""
    rows = []
    for card in deck:
        says = "nothing: " * card.never + str(card)
        assumed = "assumed: " * (card.assumed and not card.source.startswith("assumed"))
        rows.append(
            [
                Fact("card", card.name, card.name),
                Fact("short", deck.short_forms[card.name], deck.short_forms[card.name]),
                Fact("says", str(card), says, "its stone may be swapped with"),
                Fact("conditions", card.conditions),
                Fact("copies", card.copies, str(card.copies)),
                Fact("source", card.source, assumed + card.source, "known from"),
                Fact("assumed", card.assumed),
            ]
        )
    return Rows("cards", rows, [3])


def solution_view(solution: Solution) -> RenderableType:
    """Return a solution for people: facts, a table of its turns, and drawings of the first and last ring."""
    states = solution.states()
    parts: list[RenderableType] = [view_of(solution.facts())]
    if solution.swaps:
        parts += [turns_table(states, solution.swaps)]
    if solution.outcome is Outcome.SOLVED:
        parts += [rings_view(states)]
    return Group(*parts)


def verification_view(result: Verification) -> RenderableType:
    """Return the facts about a replayed line for people, and a table of its legal turns."""
    parts: list[RenderableType] = [view_of(result.facts())]
    if result.turns:
        parts.append(turns_table(result.states, result.swaps[: result.turns], result.solutions))
    return Group(*parts)


def cards_view(deck: Deck) -> RenderableType:
    """Return a deck for people: the words and source of each card, the colours, and the stones by players."""
    white = " ".join(map(str, deck.white)) or "none"
    dark = " ".join(str(n) for n in range(10) if n not in deck.white) or "none"
    lines = [f"{deck.name}: {number_of(sum(card.copies for card in deck), 'card')}"]
    colours = f"white stones: {white} and w (a blank); dark stones: {dark} and d (a blank)"
    if deck.colours_source:
        colours += f"\n  {deck.colours_source}"
    stones = "\n".join(f"{players} players: {' '.join(stones)}" for players, stones in deck.stones)
    return Group(*(Text(line) for line in lines), table_of(card_facts(deck)), Text(colours), Text(stones))


def turns_table(
    states: Sequence[State], swaps: Sequence[Swap], to_go: Sequence[Solution] | None = None
) -> Table:
    """Return a table of the ring at the start and after each swap; swapped stones are in brackets."""
    close = 0 if states[0].players > 3 else 1  # to fit 80 columns
    table = Table(box=SIMPLE_HEAD, pad_edge=False, padding=(0, close))
    table.add_column("turn", justify="right")
    table.add_column("swap", no_wrap=True)
    table.add_column("by", overflow="fold")
    for seat in range(states[0].players):
        table.add_column(SEATS[seat], no_wrap=True)
    if to_go:
        table.add_column("to go", justify="right")
    for turn, state in enumerate(states):
        swap = swaps[turn - 1] if turn else None
        cells: list[str | Text] = [str(state.turns), str(swap or ""), reason(states[turn - 1], swap)]
        cells += [_seat(state, seat, swap) for seat in range(state.players)]
        if to_go:
            cells.append(_to_go(to_go[turn]))
        table.add_row(*cells)
    return table


def _to_go(solution: Solution) -> str:
    if solution.outcome is Outcome.SOLVED:
        return str(solution.turns)
    return "lost" if solution.outcome is Outcome.UNSOLVABLE else f"{solution.lower_bound}+"


def _seat(state: State, seat: int, swap: Swap | None) -> Text:
    text = Text()
    for index in range(state.hand):
        place = Place(seat, index)
        moved = swap is not None and place in swap
        text.append("[" if moved else " ")
        text.append(state.stone(place).label, style=_style(state.stone(place), state.deck, moved))
        text.append("]" if moved else " ")
    return text


def _style(stone: Stone, deck: Deck, moved: bool = False) -> str:
    style = LIGHT_PIECE if deck.colour(stone.label) == "white" else DARK_PIECE
    return f"{style} {MOVED}" if moved else style


def rings_view(states: Sequence[State]) -> Table:
    """Return drawings of the first and the last ring, with titles; a single ring is drawn once."""
    table = Table.grid(padding=(0, 6))
    shown = [states[0]] if len(states) == 1 else [states[0], states[-1]]
    titles = [
        "in order" if in_order(state.ring) else f"after turn {state.turns}" if state.turns else "the deal"
        for state in shown
    ]
    table.add_row(*(Text(title, style="dim") for title in titles))
    table.add_row(*map(ring_view, shown))
    return table


def ring_view(state: State) -> Text:
    """Return the ring drawn as a circle, clockwise from A1 at the top, with the seats' letters inside."""
    rows, columns = 11, 37
    canvas = [[(" ", "")] * columns for _ in range(rows)]

    def put(turn: float, scale: float, character: str, style: str) -> None:
        angle = 2 * math.pi * turn
        row = round((rows - 1) / 2 * (1 - scale * math.cos(angle)))
        column = round((columns - 1) / 2 * (1 + scale * math.sin(angle)))
        canvas[row][column] = (character, style)

    places = len(state.ring)
    for i, stone in enumerate(state.ring):
        blank = stone.label in BLANKS
        put(i / places, 1, stone.label, _style(stone, state.deck) + (" dim" if blank else ""))
    for seat in range(state.players):
        middle = (seat * state.hand + (state.hand - 1) / 2) / places
        put(middle, 0.55, SEATS[seat], MOVER if seat == state.mover else "dim")
    text = Text()
    for number, row in enumerate(canvas):
        for character, style in row:
            text.append(character, style=style)
        if number < rows - 1:
            text.append("\n")
    return text
