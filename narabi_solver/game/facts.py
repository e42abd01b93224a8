"""Facts that many results of Narabi say: the rules, what is assumed, what a swap does."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from _gamekit.facts import Fact, Result
from narabi_solver.game.deal import Deal
from narabi_solver.game.deck import Deck
from narabi_solver.game.rules import TRACK, Rules, State, Swap, name_of

EXPANDED = "state{} expanded"
"""What a node is called to people."""


class DealResult(Result):
    """What is known of a deal by some rules, and what JSON says of both."""

    deal: Deal
    rules: Rules

    @property
    def _rules(self) -> dict[str, Any]:
        return rules_of(self.rules, self.deal.players, self.deal.deck)

    @property
    def _assumed(self) -> tuple[str, ...]:
        return self.deal.assumed


def rules_of(rules: Rules, players: int, deck: Deck) -> dict[str, Any]:
    """Return the rules of an answer, for JSON."""
    return {
        "players": players,
        "no_undo": rules.no_undo,
        "undo_reading": rules.reading,
        "limit": rules.limit,
        "deck": deck.name,
    }


def rules_fact(rules: Rules, deal: Deal) -> Fact:
    """Return the rules of an answer; people read only what differs from the plain rules."""
    return Fact("rules", rules_of(rules, deal.players, deal.deck), rules_words(rules))


def rules_words(rules: Rules) -> str:
    """Return no-undo with its reading, and a limit below the track's; empty for the plain rules."""
    limit = f"{rules.limit} turn{'s' * (rules.limit != 1)} at most"
    return ", ".join([rules.undo_words] * rules.no_undo + [limit] * (rules.limit < TRACK))


def within(rules: Rules, played: int = 0) -> str:
    """Return " within 3 turns", the end of a proof that there is no win; empty if the whole track is left."""
    left = rules.limit - played
    return f" within {left} turn{'s' * (left != 1)}" if left < TRACK else ""


def assumed_fact(assumed: Sequence[str]) -> Fact:
    """Return what an answer assumes: names of cards, and "colours"."""
    return Fact("assumed", assumed, assumed_words(assumed))


def assumed_words(assumed: Sequence[str]) -> str:
    """Return what an answer assumes, for people; empty if nothing."""
    return ", ".join(assumed) + "  (see 'narabi cards')" * bool(assumed)


def reason(before: State, swap: Swap | None) -> str:
    """Return what a swap of a state takes with what; nothing where there is none."""
    if swap is None:
        return ""
    own, other = before.stone(swap.own), before.stone(swap.other)
    return f"{own} takes {name_of(other.label)}"
