"""Views of a ring or a sequence of swaps: in the terminal, as a drawing, or as a web page."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from _gamekit.facts import Fact, Facts, view_of
from _gamekit.languages import FIRST, Language, language_of
from _gamekit.page import Replay
from _gamekit.problems import number_of
from _gamekit.svg import Drawing
from narabi_solver.game import drawing
from narabi_solver.game.deal import Deal
from narabi_solver.game.errors import ArgumentError
from narabi_solver.game.facts import assumed_fact, rules_fact
from narabi_solver.game.ring_texts import heading, targets_of
from narabi_solver.game.rules import (
    SEATS,
    Place,
    Rules,
    State,
    Swap,
    in_order,
    legal_moves,
    refusal,
    replay_legal,
)
from narabi_solver.show.report import rings_view, turns_table


@dataclass(frozen=True)
class View:
    """A deal and the legal part of a line, which is a sequence of swaps played from the deal."""

    deal: Deal
    rules: Rules
    swaps: tuple[Swap, ...]
    states: tuple[State, ...]
    """The state before the line and after each of its legal swaps."""
    illegal: Swap | None
    """The first illegal swap of the line; None if all swaps are legal."""
    summary: str | None = None
    """The summary of the solution from which the line comes; None if the line has another source."""
    chosen: Place | None = None
    """A place. The stones that its stone may be swapped with are marked. None if no place is chosen."""

    @classmethod
    def of(
        cls, deal: Deal, rules: Rules, swaps: tuple[Swap, ...], summary: str | None, chosen: str | None
    ) -> View:
        """Return the view of a deal and a line.

        Raises
        ------
        ArgumentError
            A place is chosen together with a line, or is not in the ring.
        IllegalMoveError
            The rules forbid one of the deal's `moves`.
        MoveFormatError
            `chosen` is not a place.
        """
        if chosen and swaps:
            raise ArgumentError("--stone cannot be combined with a line of swaps")
        states, _ = replay_legal(deal.state(rules), swaps, rules)
        legal = len(states) - 1
        place = Place.parse(chosen) if chosen else None
        drawing.check_places(states[0], [place] if place else [])
        illegal = swaps[legal] if legal < len(swaps) else None
        return cls(deal, rules, swaps[:legal], tuple(states), illegal, summary, place)

    @property
    def error(self) -> str | None:
        """The reason why the swap `illegal` is illegal; None if all swaps are legal."""
        return self._error(language_of("narabi_solver"))

    def _error(self, language: Language) -> str | None:
        if self.illegal is None:
            return None
        return refusal(self.states[-1], self.illegal, self.rules, language)

    @property
    def title(self) -> str:
        """The title above a line."""
        played = number_of(len(self.swaps), "turn")
        end = "the ring is in order" if in_order(self.states[-1].ring) else "the ring is not in order yet"
        return self.summary or f"{played}: {end}"

    def _title(self, language: Language) -> str:
        """Return the title above a line; in languages other than English, it describes the last position."""
        return self.title if language.name == FIRST else heading(self.states[-1], language)

    def drawing(self, width: float | None, theme: str, layout: str, language: str = FIRST) -> Drawing:
        """Return a drawing of the ring, or of the line as a strip."""
        texts = language_of("narabi_solver", language)
        error = self._error(texts)
        notes = [error] if error else []
        if self.swaps:
            return drawing.strip(
                self.states,
                self.swaps,
                title=self._title(texts),
                notes=notes,
                width=width,
                theme=theme,
                layout=layout,
                language=texts,
            )
        notes += [self.summary] if self.summary and language == FIRST else []
        return drawing.ring(
            self.states[0],
            self.rules,
            chosen=self.chosen,
            notes=notes,
            width=width,
            theme=theme,
            layout=layout,
            language=texts,
        )

    def replay(self, theme: str, language: str, page: str | None) -> Replay:
        """Return the line as a slide show; `page` is the address of the page to play on."""
        texts = language_of("narabi_solver", language)
        title = self.title
        if language != FIRST or not self.swaps:
            title = f"Narabi, {heading(self.states[-1], texts)}"
        title += f"; {self._error(texts)}" if self.illegal else ""
        game = replace(self.deal, moves=self.deal.moves + self.swaps)
        play = drawing.play_of(str(game), self.rules, page)
        return drawing.replay(self.states, self.swaps, self.rules, title, theme, self.chosen, language, play)


def sheet_of(
    views: Sequence[View], width: float | None, theme: str, layout: str, language: str = FIRST
) -> Drawing:
    """Return the drawing of a single view, or the first rings of several views side by side."""
    if len(views) == 1:
        return views[0].drawing(width, theme, layout, language)
    states = [view.states[0] for view in views]
    texts = language_of("narabi_solver", language)
    return drawing.rings(states, width=width, theme=theme, layout=layout, language=texts)


def view_facts(view: View) -> Facts:
    """Return the facts about the line, and about the last ring and the mover's legal swaps."""
    state, summarised = view.states[-1], bool(view.summary or view.swaps)
    over = in_order(state.ring)
    return [
        Fact("deal", view.deal, str(view.deal)),
        Fact("line", view.swaps, view.title * summarised),
        Fact("legal", view.error is None),
        Fact("error", view.error, view.error or "", "illegal", "bold red"),
        rules_fact(view.rules, view.deal),
        assumed_fact(view.deal.assumed),
        Fact("ring", state.ring),
        Fact("in_order", over),
        Fact("seat", SEATS[state.mover], heading(state) * (not view.swaps), "now", "bold"),
        Fact("legal_swaps", [] if over else legal_moves(state, view.rules)),
    ]


def view_text(view: View) -> RenderableType:
    """Return a view for people: the line turn by turn, or the ring and the swaps of the mover or `chosen`."""
    state, facts = view.states[0], view_of(view_facts(view))
    if view.swaps:
        return Group(facts, turns_table(view.states, view.swaps), rings_view(view.states))
    seat = state.mover if view.chosen is None else view.chosen.seat
    shown = [view.chosen] if view.chosen else [place for place in state.places() if place.seat == seat]
    targets = [] if in_order(state.ring) else [_targets(view, shown)]
    return Group(facts, Text(""), rings_view(view.states), Text(""), *targets)


def _targets(view: View, places: list[Place]) -> Table:
    """Return a table of stones, their cards in words, and the places of the stones they may swap with."""
    state, table = view.states[0], Table.grid(padding=(0, 2))
    for place in places:
        stone = state.stone(place)
        targets = targets_of(state, place, view.rules)
        taken = " ".join(map(str, targets)) or "nothing"
        table.add_row(
            Text(str(place), style="dim"), str(stone), str(state.deck[stone.card]), Text(taken, style="bold")
        )
    return table
