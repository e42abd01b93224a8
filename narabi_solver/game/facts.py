"""Facts that many results of Narabi have in common: the rules, the assumptions, a swap in words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from _gamekit.facts import Fact
from _gamekit.problems import number_of
from narabi_solver.game.deal import Deal
from narabi_solver.game.deck import Deck
from narabi_solver.game.rules import TRACK, Rules, State, Swap, name_of


def deal_fact(deal: Deal) -> Fact:
    """Return a deal as a fact."""
    text = str(deal)
    return Fact("deal", text, text)


def reason_fact(why_over: Sequence[str]) -> Fact:
    """Return the reason why a game is over as a fact; empty if it continues."""
    return Fact("why_over", why_over, " ".join(why_over), "reason")


def rules_of(rules: Rules, players: int, deck: Deck) -> dict[str, Any]:
    """Return the rules, the number of players and the name of the deck as an object for JSON."""
    return {
        "players": players,
        "no_undo": rules.no_undo,
        "undo_reading": rules.reading,
        "limit": rules.limit,
        "deck": deck.name,
    }


def rules_fact(rules: Rules, deal: Deal) -> Fact:
    """Return the rules as a fact. The text for people has only the differences from the plain rules."""
    return Fact("rules", rules_of(rules, deal.players, deal.deck), rules_words(rules))


def rules_words(rules: Rules) -> str:
    """Return no-undo, if in force, and a limit below 24 turns in words; empty for the plain rules."""
    limit = f"{number_of(rules.limit, 'turn')} at most"
    return ", ".join([rules.undo_words] * rules.no_undo + [limit] * (rules.limit < TRACK))


def within(rules: Rules, played: int = 0) -> str:
    """Return the turns left after `played` turns, like " within 3 turns"; empty if all 24 are left."""
    turns_left = rules.limit - played
    return f" within {number_of(turns_left, 'turn')}" if turns_left < TRACK else ""


def assumed_fact(assumed: Sequence[str]) -> Fact:
    """Return assumptions as a fact: the names of assumed cards, and "colours" for assumed colours."""
    return Fact("assumed", assumed, assumed_words(assumed))


def assumed_words(assumed: Sequence[str]) -> str:
    """Return assumptions in words, with a reference to `narabi cards`; empty if there are none."""
    return ", ".join(assumed) + "  (see 'narabi cards')" * bool(assumed)


def reason(before: State, swap: Swap | None) -> str:
    """Return a swap in words, like "7:even takes 4"; empty if there is no swap."""
    if swap is None:
        return ""
    own, other = before.stone(swap.own), before.stone(swap.other)
    return f"{own} takes {name_of(other.label)}"
