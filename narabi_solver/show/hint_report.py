"""Tables of hidden cards for a terminal."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from _gamekit.facts import Facts, Rows, for_people, plain_table, view_of
from _gamekit.problems import number_of
from narabi_solver.game.rules import SEATS
from narabi_solver.hidden.judging import HiddenJudgement, HiddenTurn
from narabi_solver.hidden.knowledge import Knowledge
from narabi_solver.show.report import ring_view


def known_view(facts: Facts, knows: Knowledge) -> RenderableType:
    """Return facts for people, and a table of the cards that the hidden stones may have, in percent."""
    if not knows.marginals:
        return Group(view_of(facts), Text("No card is hidden."))
    head = "What the hidden cards may be, in percent (exact; short forms as in 'narabi cards'):"
    return Group(view_of(facts), Text(head), beliefs_view(knows))


def seat_view(knows: Knowledge, limit: int) -> RenderableType:
    """Return the ring, the stones of all seats, the cards of the seat's own stones, and the turns left."""
    state = knows.state
    grid, own = Table.grid(padding=(0, 2)), Table.grid(padding=(0, 2))
    for seat in range(state.players):
        hand = [place for place in state.places() if place.seat == seat]
        stones = "  ".join(f"{place} {state.stone(place)}" for place in hand)
        grid.add_row(Text(f"{SEATS[seat]} (you)" if seat == knows.seat else SEATS[seat]), Text(stones))
        for stone, place in ((state.stone(place), place) for place in hand if seat == knows.seat):
            own.add_row(str(place), str(stone), str(knows.deck[stone.card]))
    left, turns = limit - state.turns, number_of(limit, "turn")
    left_words = f"{left} of {turns} {'is' if left == 1 else 'are'} left"
    return Group(ring_view(state), Text(""), grid, Text(""), own, Text(left_words))


def beliefs_view(knows: Knowledge) -> Table:
    """Return a table of the probabilities of the hidden cards, in percent."""
    names = [card.name for card in knows.deck if any(card.name in one for one in knows.marginals.values())]
    cards = plain_table("place", *(knows.deck.short_forms[name] for name in names))
    for place, chances in knows.marginals.items():
        cards.add_row(place, *(f"{100 * chances[name]:.0f}" if name in chances else "" for name in names))
    return cards


def hidden_facts(turns: Sequence[HiddenTurn]) -> Facts:
    """Return the judged turns of a game as a table, with the number of mistakes and unlucky swaps."""
    counts = Counter(turn.judgement for turn in turns)
    mistakes, unlucky = counts[HiddenJudgement.MISTAKE], counts[HiddenJudgement.UNLUCKY]
    times = number_of(mistakes, "mistake") if mistakes else "no mistakes"
    below = (
        "Turns to the win, the swap included, if all cards lie open after it. "
        "A lost game counts as one turn more than are left."
    )
    return [
        for_people("", f"By what the players could know: {times}, {unlucky} unlucky."),
        Rows("hidden", [turn.facts() for turn in turns]),
        for_people("", below),
    ]
