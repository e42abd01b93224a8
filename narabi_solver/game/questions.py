"""Yes-or-no questions about the card of a stone, and the answers to them.

In the notation an answer is written among the moves, after the word "asked":
``moves B2-A3 asked C1-A2=yes C1-A2``.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from narabi_solver.game.cards import Card
from narabi_solver.game.errors import MoveFormatError, shorten
from narabi_solver.game.rules import State, Swap

ASKED = "asked"
_ANSWER = re.compile(r"(?P<swap>[^=]+)=(?P<answer>yes|no)\Z", re.IGNORECASE)


class Answer(NamedTuple):
    """The answer to the question whether a stone's card allows a swap with a stone of another seat."""

    swap: Swap
    """The place of the stone in question, and the place of the stone that it would take."""
    yes: bool
    """True if the answer was yes."""

    def __str__(self) -> str:
        return f"{ASKED} {self.swap}={'yes' if self.yes else 'no'}"


Event = Swap | Answer
"""A public event of a game: a swap, or the answer to a question."""


def events_of(words: Sequence[str]) -> Iterator[tuple[int, Event | MoveFormatError]]:
    """Yield each event in the words after "moves", or its error; the index of its last word comes first."""
    number = 0
    while number < len(words):
        word = words[number]
        asked = word.lower() == ASKED
        if asked:
            number += 1
            word = words[number] if number < len(words) else ""
        try:
            yield min(number, len(words) - 1), _answer(word) if asked else Swap.parse(word)
        except MoveFormatError as error:
            yield min(number, len(words) - 1), error
        number += 1


def _answer(word: str) -> Answer:
    match = _ANSWER.match(word)
    if match is None:
        raise MoveFormatError(f"after 'asked' comes an answer like B2-C1=yes, not {shorten(word)}")
    return Answer(Swap.parse(match["swap"]), match["answer"].lower() == "yes")


def allows(state: State, swap: Swap, card: str) -> bool:
    """Return whether a card would allow a swap if the mover's stone had this card."""
    return allows_each(state, swap, [state.deck[card]])[0]


def allows_each(state: State, swap: Swap, cards: Iterable[Card]) -> list[bool]:
    """Return whether each of some cards would allow a swap if the mover's stone had this card."""
    own, other = state.number(swap.own), state.number(swap.other)
    label, taken, players = state.ring[own].label, state.ring[other].label, state.players
    colour = state.deck.colour(taken)
    return [card.fits_stone(label, taken, colour) and card.fits_place(own, other, players) for card in cards]
