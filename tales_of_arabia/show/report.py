"""Games, decks, plans and thresholds as text and as JSON."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rich.console import Group, RenderableType
from rich.text import Text

from _gamekit.facts import Fact, Rows, for_people, plain_table, view_of
from _gamekit.problems import number_of
from tales_of_arabia.game.deck import Card, Deck, Kind
from tales_of_arabia.game.record import Record
from tales_of_arabia.game.rules import Game
from tales_of_arabia.game.table_words import happened, player_words, row_title, why_over

BEING_MARK = "*"
"""Mark after the name of a being."""


def steps_json(record: Record) -> list[dict[str, Any]]:
    """Return the acts of a record, each with the game after it, as JSON."""
    return [
        {
            "act": str(act),
            "teller": game.teller,
            "rows": [list(row) for row in game.rows],
            "scores": {str(player): points for player, points in game.scores.items()},
        }
        for act, game in zip(record.acts, record.moments[1:], strict=True)
    ]


def table_view(game: Game) -> RenderableType:
    """Return the table for a terminal: the open stories, each indented below its parent, and the players."""
    lines = []
    for depth, row in enumerate(game.rows):
        last = depth == len(game.rows) - 1
        indent = "  " * depth
        lines.append(Text(indent + row_title(game, depth), style="bold" if last else "dim"))
        cards = ", ".join(_marked(game.deck[card]) for card in row) or "no card yet"
        lines.append(Text(f"{indent}  {cards}"))
    if game.over:
        reason = why_over(game)
        lines.append(Text(f"{reason[0].upper()}{reason[1:]}.", style="bold"))
    lines.append(Text(""))
    for player in game.scores:
        tells = player == (game.finisher or game.teller)
        lines.append(
            Text("> " * tells + "  " * (not tells) + player_words(game, player), style="bold" * tells)
        )
    lines.append(Text(f"  {number_of(len(game.draw), 'card')} in the draw pile"))
    return Group(*lines)


def _marked(card: Card) -> str:
    return card.name + BEING_MARK * (card.kind is Kind.BEING)


def steps_view(record: Record) -> RenderableType:
    """Return the acts of a record and their effects, for a terminal."""
    table = plain_table("", "act", "what happens", "scores")
    for number, (before, act, after) in enumerate(
        zip(record.moments, record.acts, record.moments[1:], strict=False), 1
    ):
        scores = " ".join(str(points) for points in after.points)
        table.add_row(str(number), str(act), happened(before, after), scores)
    return table


def card_facts(card: Card) -> list[Fact]:
    """Return a card as facts."""
    return [
        Fact("kind", card.kind, str(card.kind)),
        Fact("name", card.name, card.name, "card"),
        Fact("words", card.words, ", ".join(card.words)),
    ]


def hand_view(deck: Deck, hand: Sequence[str]) -> RenderableType:
    """Return the cards of a hand, in the order of the deck, for a terminal."""
    return view_of([Rows("", [card_facts(card) for card in deck if card.name in hand])])


def deck_view(deck: Deck) -> RenderableType:
    """Return the cards of a deck, for a terminal."""
    counts = ", ".join(number_of(sum(card.kind is kind for card in deck), kind) for kind in Kind)
    facts = [
        for_people("deck", deck.name),
        for_people("cards", f"{len(deck)}: {counts}"),
        for_people("source", deck.source or ""),
    ]
    return view_of([*facts, Rows("", list(map(card_facts, deck)))])
