"""Results for people and for programs: pure functions to text, rich renderables and JSON objects."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

from rich.box import SIMPLE_HEAD
from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from _gamekit.program import DARK_PIECE, LIGHT_PIECE
from _gamekit.report_parts import facts_view
from narabi_solver.game.cards import BLANKS
from narabi_solver.game.deal import Deal
from narabi_solver.game.deck import Deck
from narabi_solver.game.rules import SEATS, TRACK, Place, Rules, State, Stone, Swap, in_order, name_of
from narabi_solver.solving.solution import Outcome, Solution, Verification

if TYPE_CHECKING:
    from narabi_solver.certify.checker import CheckResult

MOVED, MOVER = "underline", "bold reverse"


def rules_json(rules: Rules, players: int, deck: Deck) -> dict[str, Any]:
    """Return the rules of an answer."""
    return {
        "players": players,
        "no_undo": rules.no_undo,
        "undo_reading": rules.reading,
        "limit": rules.limit,
        "deck": deck.name,
    }


def solution_json(solution: Solution) -> dict[str, Any]:
    """Return a solution as a JSON object."""
    deal = solution.deal
    return {
        "deal": str(deal),
        "outcome": str(solution.outcome),
        "turns": solution.turns,
        "swaps": [str(swap) for swap in solution.swaps],
        "lower_bound": solution.lower_bound,
        "proven": solution.proven,
        "stopped_by": solution.stopped_by,
        "nodes": solution.nodes,
        "seconds": round(solution.seconds, 6),
        "compile_seconds": round(solution.compile_seconds, 6),
        "why_over": list(solution.why_over),
        "assumed": list(solution.assumed),
        "played": len(deal.moves),
        "rules": rules_json(solution.rules, deal.players, deal.deck),
    }


def verification_json(result: Verification) -> dict[str, Any]:
    """Return a replayed line as a JSON object."""
    return {
        "legal": result.legal,
        "in_order": result.in_order,
        "turns": result.turns,
        "minimum": result.minimum,
        "first_loss": result.first_loss,
        "error": result.error,
        "better": [str(swap) for swap in result.better],
        "outcome": str(result.solutions[0].outcome),
        "proven": result.proven,
        "decided": result.decided,
        "assumed": list(result.deal.assumed),
        "deal": str(result.deal),
        "rules": rules_json(result.rules, result.deal.players, result.deal.deck),
    }


def checked_json(checked: CheckResult) -> dict[str, Any]:
    """Return what the checker verified as a JSON object."""
    deal = checked.deal
    return {
        "summary": checked.summary,
        "turns": checked.turns,
        "bound_confirmed": checked.bound_confirmed,
        "states": checked.states,
        "deal": str(deal),
        "own_deck": deal.deck != Deck.standard(),
        "rules": rules_json(checked.rules, deal.players, deal.deck),
    }


def claim_text(checked: CheckResult) -> str:
    """Return what a verified claim is about: the deal, and the rules if they are not the usual ones."""
    rules, deal = checked.rules, checked.deal
    notes = [rules.undo_words] * rules.no_undo + [f"limit {rules.limit}"] * (rules.limit != TRACK)
    notes += ["custom deck"] * (deal.deck != Deck.standard())
    return f"{deal}" + f"  ({', '.join(notes)})" * bool(notes)


def card_json(deck: Deck) -> Iterator[dict[str, Any]]:
    """Yield each card of a deck as a JSON object."""
    for card in deck:
        yield {
            "card": card.name,
            "short": deck.short_forms[card.name],
            "says": str(card),
            "conditions": card.conditions,
            "copies": card.copies,
            "source": card.source,
            "assumed": card.assumed,
        }


def undo_fact(rules: Rules) -> list[tuple[str, str | Text]]:
    """Return no-undo with its reading, as a fact; nothing without it."""
    return [("rules", rules.undo_words)] if rules.no_undo else []


def solution_view(solution: Solution) -> RenderableType:
    """Return a solution for people: the summary, the line, and the ring turn by turn."""
    deal = solution.deal
    states = solution.states()
    summary = Text(solution.summary, style="bold")
    facts: list[tuple[str, str | Text]] = [("deal", str(deal)), ("outcome", summary)]
    if solution.outcome is Outcome.UNSOLVABLE:  # the reason first
        facts = [*(("reason", why) for why in solution.why_over), *facts[::-1]]
    facts += undo_fact(solution.rules)
    if solution.swaps:
        facts.append(("line", " ".join(map(str, solution.swaps))))
    if solution.assumed:
        facts.append(assumed_fact(deal))
    facts.append(
        (
            "effort",
            f"{solution.nodes:,} state{'s' * (solution.nodes != 1)} expanded in {solution.seconds:.2f} s",
        )
    )
    parts: list[RenderableType] = [facts_view(facts)]
    if solution.swaps:
        parts += [turns_table(states, solution.swaps)]
    if solution.outcome is Outcome.SOLVED:
        parts += [rings_view(states)]
    return Group(*parts)


def verification_view(result: Verification) -> RenderableType:
    """Return a replayed line for people."""
    facts: list[tuple[str, str | Text]] = [
        ("line", Text(result.summary, style="bold")),
    ]
    if result.error:
        facts.append(("illegal", Text(result.error, style="bold red")))
    elif not result.in_order:
        facts += [("reason", why) for why in result.solutions[-1].why_over]
    facts += [("deal", str(result.deal))]
    facts.append(("minimum", result.solutions[0].summary))
    facts += undo_fact(result.rules)
    if result.deal.assumed:
        facts.append(assumed_fact(result.deal))
    if result.first_loss is not None:
        facts.append(("lost", f"the minimum was out of reach after turn {result.first_loss}"))
        facts.append(("better", f"on turn {result.first_loss}: {' or '.join(map(str, result.better))}"))
    parts: list[RenderableType] = [facts_view(facts)]
    if result.turns:
        parts.append(turns_table(result.states, result.swaps[: result.turns], result.solutions))
    return Group(*parts)


def cards_view(deck: Deck) -> RenderableType:
    """Return a deck for people: what each card says, and its source."""
    table = Table(box=SIMPLE_HEAD, pad_edge=False)
    for heading in ("card", "short", "its stone may be swapped with", "copies", "known from"):
        table.add_column(heading, justify="right" if heading == "copies" else "left")
    for card in deck:
        source = Text(card.source)
        if card.assumed and not card.source.startswith("assumed"):
            source = Text("assumed: ") + source
        says = "nothing: " + str(card) if card.never else str(card)
        table.add_row(
            Text(card.name), Text(deck.short_forms[card.name]), Text(says), str(card.copies), source
        )
    white = " ".join(map(str, deck.white)) or "none"
    dark = " ".join(str(n) for n in range(10) if n not in deck.white) or "none"
    lines = [f"{deck.name}: {sum(card.copies for card in deck)} cards"]
    colours = f"white stones: {white} and w (a blank); dark stones: {dark} and d (a blank)"
    if deck.colours_source:
        colours += f"\n  {deck.colours_source}"
    stones = "\n".join(f"{players} players: {' '.join(stones)}" for players, stones in deck.stones)
    return Group(*(Text(line) for line in lines), table, Text(colours), Text(stones))


class TableEntry(Protocol):
    """The fields of `tables.TableInfo`; reports do not import `tables`, which would load the kernels."""

    @property
    def players(self) -> int:
        """Number of players."""

    @property
    def path(self) -> Path | None:
        """The file."""

    @property
    def state(self) -> str:
        """Whether it is "ready", "missing", or what is wrong."""

    @property
    def size(self) -> int:
        """Its bytes."""

    @property
    def layers(self) -> dict[str, int]:
        """Arrangements at each distance."""


def table_json(entry: TableEntry, fault: str | None) -> dict[str, Any]:
    """Return what is known of a table as a JSON object; `fault` is what a verification found wrong."""
    return {
        "players": entry.players,
        "path": None if entry.path is None else str(entry.path),
        "state": entry.state,
        "bytes": entry.size,
        "layers": entry.layers,
        "fault": fault,
    }


def table_view(entry: TableEntry, fault: str | None, action: str) -> RenderableType:
    """Return what is known of a table for people."""
    facts: list[tuple[str, str | Text]] = [("table", f"{entry.players} players: {entry.state}")]
    if entry.path is not None:
        facts.append(("file", f"{entry.path}" + f" ({entry.size:,} bytes)" * (entry.size > 0)))
    if action == "verify":
        facts.append(("recomputed", fault or "identical: checksum, layers and every entry"))
    for turns, count in entry.layers.items():
        facts.append((f"{turns} turns", f"{count:,} arrangements"))
    return Group(facts_view(facts), Text(""))


def assumed_fact(deal: Deal) -> tuple[str, str]:
    """Return the line of a view that says what of a deal is assumed."""
    return "assumed", ", ".join(deal.assumed) + "  (see 'narabi cards')"


def turns_table(
    states: Sequence[State], swaps: Sequence[Swap], to_go: Sequence[Solution] | None = None
) -> Table:
    """Return a table with the ring before and after each swap; swapped stones stand in brackets."""
    close = 0 if states[0].players > 3 else 1  # so that it fits 80 columns
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


def reason(before: State, swap: Swap | None) -> str:
    """Return what a swap of a state takes with what; nothing where there is none."""
    if swap is None:
        return ""
    own, other = before.stone(swap.own), before.stone(swap.other)
    return f"{own} takes {name_of(other.label)}"


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
    """Return the first ring and the last one, drawn as rings."""
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
    """Return the ring drawn as a ring, clockwise from A1 at the top, the seats' letters inside."""
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
