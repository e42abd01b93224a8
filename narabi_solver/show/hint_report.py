"""A hint for people and for programs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from _gamekit.report_parts import facts_view, plain_table
from narabi_solver.game.rules import SEATS
from narabi_solver.hidden.hinting import Hint
from narabi_solver.hidden.judging import HiddenJudgement, HiddenTurn
from narabi_solver.hidden.knowledge import Knowledge
from narabi_solver.show.report import reason, ring_view, rules_json

_MODELS = {
    "silent": "in each world everybody plays on as if all cards lay open",
    "silent-rollouts": "in each world the next seat decides by what it can know; then all cards lie open",
}
QUESTIONS = 5
"""Questions that people are shown."""


def hint_json(found: Hint) -> dict[str, Any]:
    """Return a hint as a JSON object."""
    knows = found.knowledge
    return known_json(knows) | {
        "moves": [
            {
                "swap": str(move.swap),
                "expected_turns": move.expected_turns,
                "standard_error": move.standard_error,
                "win_probability": move.win_probability,
            }
            for move in found.moves
        ],
        "questions": [{"ask": str(one.ask), "saves": one.saves, "yes": one.yes} for one in found.questions],
        "worlds": found.worlds,
        "exact": found.exact,
        "policy": found.policy,
        "inference": found.inference,
        "nodes": found.nodes,
        "seconds": round(found.seconds, 6),
        "compile_seconds": round(found.compile_seconds, 6),
        "rules": rules_json(found.rules, knows.players, knows.deck),
    }


def known_json(knows: Knowledge) -> dict[str, Any]:
    """Return what a seat knows as a JSON object."""
    return {
        "deal": str(knows),
        "seat": SEATS[knows.seat],
        "assignments": knows.count,
        "marginals": knows.marginals,
    }


def known_view(knows: Knowledge) -> RenderableType:
    """Return what a seat knows, for people."""
    facts: list[tuple[str, str | Text]] = [
        ("deal", str(knows)),
        ("seat", SEATS[knows.seat]),
        ("cards", f"{knows.count:,} assignments to the hidden stones are possible (exact)"),
    ]
    return Group(facts_view(facts), *_beliefs(knows))


def hint_view(found: Hint) -> RenderableType:
    """Return a hint for people: swaps, questions, and what each hidden card may be."""
    knows = found.knowledge
    if not found.moves:
        return Group(Text(f"Nothing to play: {found.why_none}."), known_view(knows))
    looked = f"all {found.worlds:,} worlds" if found.exact else f"{found.worlds:,} worlds drawn"
    facts: list[tuple[str, str | Text]] = [
        ("deal", str(knows)),
        ("seat", SEATS[knows.seat]),
        ("worlds", f"{knows.count:,} assignments of cards are possible; {looked}"),
        ("model", _MODELS[found.policy]),
    ]
    if found.inference == "soft":
        facts.append(("weights", "worlds weigh more where the others' choices look better"))
    return Group(facts_view(facts), _swaps_view(found), _questions_view(found, QUESTIONS), *_beliefs(knows))


def _beliefs(knows: Knowledge) -> list[RenderableType]:
    if not knows.marginals:
        return [Text("No card is hidden.")]
    head = "What the hidden cards may be, in percent (exact; short forms as in 'narabi cards'):"
    return [Text(head), beliefs_view(knows)]


def short_view(found: Hint, most: int) -> RenderableType:
    """Return the best swaps and questions of a hint."""
    short = replace(found, moves=found.moves[:most])
    return Group(_swaps_view(short), _questions_view(found, most))


def _swaps_view(found: Hint) -> Table:
    state = found.knowledge.state
    swaps = plain_table("swap", "by", "turns to the win", "a win is possible")
    for move in found.moves:
        error = "" if found.exact else f" ± {move.standard_error:.2f}"
        turns, won = f"{move.expected_turns:.2f}{error}", f"{move.win_probability:.0%}"
        swaps.add_row(str(move.swap), reason(state, move.swap), turns, won)
    return swaps


def _questions_view(found: Hint, most: int) -> RenderableType:
    knows, state = found.knowledge, found.knowledge.state
    if not found.questions:
        return Text("No question is expected to save anything.")
    questions = plain_table(
        "ask", "may the owner of the first place switch it with the second?", "saves", "yes"
    )
    for one in found.questions[:most]:
        words = f"{one.ask.own}: may your {knows.ring[state.number(one.ask.own)].label} take the "
        words += f"{knows.ring[state.number(one.ask.other)].label} at {one.ask.other}?"
        questions.add_row(str(one.ask), words, f"{one.saves:.2f} turns", f"{one.yes:.0%}")
    return questions


def seat_view(knows: Knowledge, limit: int) -> RenderableType:
    """Return the ring, what a seat knows of its cards, and the turns that are left."""
    state = knows.state
    grid, own = Table.grid(padding=(0, 2)), Table.grid(padding=(0, 2))
    for seat in range(state.players):
        hand = [place for place in state.places() if place.seat == seat]
        stones = "  ".join(f"{place} {state.stone(place)}" for place in hand)
        grid.add_row(Text(f"{SEATS[seat]} (you)" if seat == knows.seat else SEATS[seat]), Text(stones))
        for stone, place in ((state.stone(place), place) for place in hand if seat == knows.seat):
            own.add_row(str(place), str(stone), str(knows.deck[stone.card]))
    left = f"{limit - state.turns} of {limit} turns are left"
    return Group(ring_view(state), Text(""), grid, Text(""), own, Text(left))


def beliefs_view(knows: Knowledge) -> Table:
    """Return a table of what the hidden cards may be, in percent."""
    names = [card.name for card in knows.deck if any(card.name in one for one in knows.marginals.values())]
    cards = plain_table("place", *(knows.deck.short_forms[name] for name in names))
    for place, chances in knows.marginals.items():
        cards.add_row(place, *(f"{100 * chances[name]:.0f}" if name in chances else "" for name in names))
    return cards


def hidden_turns_json(turns: Sequence[HiddenTurn]) -> list[dict[str, Any]]:
    """Return the turns of a game, judged by what the players could know, as JSON."""
    return [
        {
            "turn": one.number,
            "seat": SEATS[one.seat],
            "swap": str(one.swap),
            "judgement": str(one.judgement),
            "expected_turns": one.expected_turns,
            "best": str(one.best),
            "best_expected_turns": one.best_expected_turns,
            "standard_error": one.standard_error,
            "turns": one.turns,
            "fewest_turns": one.fewest_turns,
            "assignments": one.assignments,
        }
        for one in turns
    ]


def hidden_turns_view(turns: Sequence[HiddenTurn]) -> RenderableType:
    """Return the turns of a game, judged by what the players could know, for people."""
    counts = Counter(one.judgement for one in turns)
    mistakes, unlucky = counts[HiddenJudgement.MISTAKE], counts[HiddenJudgement.UNLUCKY]
    told = f"By what the players could know: {_times(mistakes, 'mistake')}, {unlucky} unlucky."
    table = plain_table("turn", "swap", "judgement", "expected turns", "looked better", "with all cards open")
    for one in turns:
        better = ""
        if one.best != one.swap:
            better = f"{one.best}: {one.best_expected_turns:.2f}"
            better += f", difference ± {one.standard_error:.2f}" if one.standard_error else ""
        truth = f"{one.turns}" + (f", best {one.fewest_turns}" if one.turns > one.fewest_turns else "")
        judgement = str(one.judgement)
        table.add_row(str(one.number), str(one.swap), judgement, f"{one.expected_turns:.2f}", better, truth)
    below = (
        "Turns to the win, the swap included, if all cards lie open after it; one more than are left: lost."
    )
    return Group(Text(told), table, Text(below))


def _times(count: int, what: str) -> str:
    return f"{count or 'no'} {what}{'s' * (count != 1)}"
