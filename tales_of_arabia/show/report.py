"""Games, decks, plans and thresholds for people and as JSON."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rich.console import Group, RenderableType
from rich.text import Text

from _gamekit.report_parts import facts_view, plain_table
from tales_of_arabia.game.cards import Card, Kind
from tales_of_arabia.game.deck import Deck
from tales_of_arabia.game.readings import Rules
from tales_of_arabia.game.record import Record
from tales_of_arabia.game.rules import Game
from tales_of_arabia.game.table_words import happened, player_words, row_title, some
from tales_of_arabia.planning.plans import Plan, line_words
from tales_of_arabia.planning.thresholds import Threshold

BEING_MARK = "*"
"""Behind the name of a card that can tell a story."""


def rules_json(rules: Rules) -> dict[str, Any]:
    """Return the readings as JSON."""
    return {"minimum": rules.minimum, "main_minimum": rules.main_minimum, "passing": rules.passing}


def game_json(record: Record) -> dict[str, Any]:
    """Return the last moment of a record as JSON."""
    game = record.game
    return {
        "scores": {str(player): points for player, points in game.scores.items()},
        "teller": game.teller,
        "rows": [list(row) for row in game.rows],
        "over": game.over,
        "finisher": game.finisher,
        "players": game.players,
        "acts": len(record.acts),
        "hands": {str(player): game.hand(player).size for player in game.scores},
        "draw": len(game.draw),
        "won": {str(player): list(game.won[player - 1]) for player in game.scores},
        "rules": rules_json(game.rules),
    }


def steps_json(record: Record) -> list[dict[str, Any]]:
    """Return what each act of a record led to as JSON."""
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
    """Return the table: open stories one below the other, each further right, and the players."""
    lines = []
    for depth, row in enumerate(game.rows):
        last = depth == len(game.rows) - 1
        indent = "  " * depth
        lines.append(Text(indent + row_title(game, depth), style="bold" if last else "dim"))
        cards = ", ".join(_marked(game.deck[card]) for card in row) or "no card yet"
        lines.append(Text(f"{indent}  {cards}"))
    if game.over:
        lines.append(Text("The main story is ended, and the game is over.", style="bold"))
    lines.append(Text(""))
    for player in game.scores:
        tells = player == (game.finisher or game.teller)
        lines.append(
            Text("> " * tells + "  " * (not tells) + player_words(game, player), style="bold" * tells)
        )
    lines.append(Text(f"  {some(len(game.draw), 'card')} in the draw pile"))
    return Group(*lines)


def _marked(card: Card) -> str:
    return card.name + BEING_MARK * (card.kind is Kind.BEING)


def steps_view(record: Record) -> RenderableType:
    """Return the acts of a record, each with what it changed."""
    table = plain_table("", "act", "what happens", "scores")
    for number, (before, act, after) in enumerate(
        zip(record.moments, record.acts, record.moments[1:], strict=False), 1
    ):
        scores = " ".join(str(points) for points in after.points)
        table.add_row(str(number), str(act), happened(before, after), scores)
    return table


def deck_json(deck: Deck) -> list[dict[str, Any]]:
    """Return the cards of a deck as JSON."""
    return [{"name": card.name, "kind": str(card.kind), "words": list(card.words)} for card in deck]


def deck_view(deck: Deck) -> RenderableType:
    """Return the cards of a deck."""
    table = plain_table("kind", "card", "words")
    for card in deck:
        table.add_row(str(card.kind), card.name, ", ".join(card.words))
    counts = ", ".join(some(sum(card.kind is kind for card in deck), kind) for kind in Kind)
    facts = [("deck", deck.name), ("cards", f"{len(deck)}: {counts}")]
    return Group(facts_view(facts + [("source", deck.source)] * bool(deck.source)), table)


def plan_json(plan: Plan) -> dict[str, Any]:
    """Return a plan as JSON."""
    situation = plan.situation
    return {
        "value": float(plan.value),
        "act": plan.act,
        "values": {act: float(value) for act, value in plan.values.items()},
        "line": list(plan.line),
        "beings": situation.beings,
        "others": situation.others,
        "endings": situation.endings,
        "rows": list(situation.rows),
        "risk": float(plan.risk),
        "rules": rules_json(situation.rules),
    }


def plan_view(plan: Plan) -> RenderableType:
    """Return a plan."""
    situation = plan.situation
    hand = (
        f"{some(situation.beings, 'being')}, {some(situation.others, 'other')}, "
        f"{some(situation.endings, 'ending')}; rows {', '.join(map(str, situation.rows))}"
    )
    facts = [
        ("hand", hand),
        ("risk", f"{float(plan.risk):g} of losing the floor with each story card"),
        ("best", f"{plan.act}, worth {float(plan.value):.4f} points (exact)"),
        ("line", f"{line_words(plan) or 'nothing can be won'}"),
    ]
    table = plain_table("act", "points to come", right=True)
    for act, value in sorted(plan.values.items(), key=lambda one: (one[0] != plan.act, -one[1])):
        table.add_row(act, f"{float(value):.4f}", style="bold" if act == plan.act else "")
    return Group(facts_view(facts), table)


def threshold_json(one: Threshold) -> dict[str, Any]:
    """Return a threshold as JSON."""
    return {
        "cards": one.cards,
        "risk": None if one.risk is None else float(one.risk),
        "value": None if one.best is None else float(one.best.value),
        "line": None if one.best is None else list(one.best.line),
    }


def threshold_cells(one: Threshold) -> tuple[str, str, str]:
    """Return a threshold as the cells of a table: cards, risk, plan."""
    if one.risk is None or one.best is None:
        return str(one.cards), "never", "a sub-story never pays"
    return str(one.cards), f"{float(one.risk):.4f}", line_words(one.best)


def thresholds_view(found: Sequence[Threshold]) -> RenderableType:
    """Return thresholds as a table."""
    table = plain_table("story cards", "from a risk of", "the best plan there")
    for one in found:
        table.add_row(*threshold_cells(one))
    return table
