"""Games for programs that learn: observations as arrays, actions as numbers.

Places are counted from the observing seat: place 0 is that seat's first place, and the other places follow
clockwise. An observation is a function of that seat's `Knowledge`, so the observation cannot reveal
hidden cards.
"""

from __future__ import annotations

import functools
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Annotated, TypeVar

import numpy as np
from numpy.typing import NDArray

from _gamekit.checks import Between
from _gamekit.problems import MissingExtraError as MissingExtraError, or_default
from narabi_solver.game.cards import ORDER, RING_SIZES
from narabi_solver.game.deck import Deck
from narabi_solver.game.errors import ArgumentError
from narabi_solver.game.ids import check_arguments
from narabi_solver.game.questions import Answer, Event
from narabi_solver.game.rules import TRACK, Place, Rules, Swap, in_order, legal_moves
from narabi_solver.hidden.knowledge import HIDDEN, Knowledge
from narabi_solver.hidden.policies import Question, asked
from narabi_solver.hidden.team_games import MOST_QUESTIONS

NOTHING, SWAPPED, SAID_NO, SAID_YES = range(4)
"""Kinds of events in an observation: no event, a swap, a question answered no, a question answered yes."""

MOST_CARDS = 255
"""Largest number of different cards in a deck, because an entry of an observation has 8 bits."""

T = TypeVar("T")


@dataclass(frozen=True, kw_only=True)
class GameSpec:
    """A game, and its representation as arrays.

    Raises
    ------
    ArgumentError
        An argument is out of range.

    Examples
    --------
    >>> from narabi_solver.env import GameSpec
    >>> mini = GameSpec(players=2)
    >>> mini.places, mini.actions, mini.size
    (6, 9, 86)
    >>> GameSpec(players=3, questions=2).actions
    96
    """

    players: int = 3
    """Number of players: 3, 4 or 5; 2 for the mini game."""
    questions: Annotated[int, Between(0, MOST_QUESTIONS)] = 0
    """Number of questions that a seat may ask in a turn; 0 for the silent game."""
    rules: Rules = field(default_factory=Rules)
    """No-undo and the turn limit."""
    deck: Deck | None = None
    """The deck; if left out, the built-in deck for the number of players (`Deck.of`)."""

    def __post_init__(self) -> None:
        check_arguments(self.players, 0, 0, self.cards)
        if self.rules.limit < 1:
            raise ArgumentError("a game of no turns cannot be played: the limit must be 1 or more")
        if len(self.cards.cards) > MOST_CARDS:
            raise ArgumentError(
                f"the deck has {len(self.cards.cards)} different cards; expected at most {MOST_CARDS}"
            )

    @functools.cached_property
    def cards(self) -> Deck:
        """The deck of the game: `deck`, or the built-in deck if `deck` was left out."""
        return or_default(self.deck, Deck, lambda: Deck.of(self.players))

    @property
    def places(self) -> int:
        """Number of stones in the ring."""
        return RING_SIZES[self.players]

    @property
    def hand(self) -> int:
        """Number of stones of each seat."""
        return self.places // self.players

    @property
    def others(self) -> int:
        """Number of stones of the other seats."""
        return self.places - self.hand

    @property
    def swaps(self) -> int:
        """Number of actions that are swaps.

        The action of a swap is own place * `others` + other place. Own places count from 0. Other places
        count from 0 after the own places.
        """
        return self.hand * self.others

    @property
    def actions(self) -> int:
        """Number of actions: the swaps, and then the questions if any may be asked.

        The action of a question is `swaps` + x * `others` + y. The stone in question is at place x, counted
        from 0 after the asker's own places. The stone that it would take is at place y, counted from 0 after
        the places of the owner of the stone in question.
        """
        return self.swaps + (self.others**2 if self.questions else 0)

    @property
    def rows(self) -> int:
        """Largest number of events in a game."""
        return self.rules.limit * (1 + self.questions)

    @functools.cached_property
    def parts(self) -> dict[str, slice]:
        """The parts of an observation, each with its slice.

        Places are counted clockwise from the first place of the observing seat.

        * ``ring``: for each place, the index of its stone in `narabi_solver.game.cards.ORDER`.
        * ``cards``: for each place, 1 + the index, in the deck, of the card of the stone there; 0 if the
          observing seat never had the stone.
        * ``mover``: number of seats clockwise from the observing seat to the seat to move.
        * ``turn``: number of turns played.
        * ``history``: three numbers for each event so far, oldest first, and zeros after the last event. The
          first number is 1 for a swap, 2 for a question answered no, 3 for a question answered yes. The
          second number is the place of the mover's stone, or of the stone in question. The third number is
          the place of the other stone.
        """
        sizes = {"ring": self.places, "cards": self.places, "mover": 1, "turn": 1, "history": 3 * self.rows}
        ends = np.cumsum([*sizes.values()]).tolist()
        return {name: slice(end - size, end) for (name, size), end in zip(sizes.items(), ends, strict=True)}

    @property
    def size(self) -> int:
        """Number of entries of an observation."""
        return 2 * self.places + 2 + 3 * self.rows

    @property
    def highest(self) -> NDArray[np.uint8]:
        """(size,): the highest value of each entry of an observation; the lowest is 0."""
        highest = np.zeros(self.size, np.uint8)
        highest[self.parts["ring"]] = len(ORDER) - 1
        highest[self.parts["cards"]] = len(self.cards.cards)
        highest[self.parts["mover"]] = self.players - 1
        highest[self.parts["turn"]] = TRACK
        highest[self.parts["history"]] = np.tile([SAID_YES, self.places - 1, self.places - 1], self.rows)
        return highest

    def decision(self, action: int, seat: int) -> Swap | Question:
        """Return the swap or question of an action.

        Parameters
        ----------
        action : int
            Number of the action, 0 to `actions` - 1.
        seat : int
            The acting seat (A = 0).

        Returns
        -------
        Swap or Question
            The swap or question, with places counted from A1.

        Raises
        ------
        ArgumentError
            There is no such action or seat.
        """
        self._check_seat(seat)
        if not 0 <= action < self.actions:
            raise ArgumentError(f"an action is a whole number from 0 to {self.actions - 1}, not {action!r}")
        if action < self.swaps:
            own, other = divmod(action, self.others)
            return Swap(self._place(own, seat), self._place(self.hand + other, seat))
        x, y = divmod(action - self.swaps, self.others)
        asked = self._place(self.hand + x, seat)
        return Question(Swap(asked, self._place(self.hand + y, asked.seat)))

    def action(self, decision: Swap | Question, seat: int) -> int:
        """Return the action of a swap or a question; the inverse of `decision`.

        Parameters
        ----------
        decision : Swap or Question
            The decision of the acting seat.
        seat : int
            The acting seat (A = 0).

        Returns
        -------
        int
            The action.

        Raises
        ------
        ArgumentError
            There is no such seat.
        """
        self._check_seat(seat)
        if isinstance(decision, Question):
            own, other = decision.ask
            x, y = self._from(own, seat) - self.hand, self._from(other, own.seat) - self.hand
            return self.swaps + x * self.others + y
        own, other = decision
        return self._from(own, seat) * self.others + self._from(other, seat) - self.hand

    def mask(self, knows: Knowledge) -> NDArray[np.int8]:
        """Return the mask of the legal actions of a seat.

        Parameters
        ----------
        knows : Knowledge
            The knowledge of the seat.

        Returns
        -------
        ndarray of int8
            (actions,): 1 for each legal action; all 0 if it is not the seat's turn or the game is over.

        Raises
        ------
        ArgumentError
            As for `observation`.
        """
        self._check(knows)
        mask = np.zeros(self.actions, np.int8)
        state, rules = knows.state, self.rules
        if state.mover != knows.seat or in_order(state.ring) or state.turns >= rules.limit:
            return mask
        mask[[self.action(swap, knows.seat) for swap in legal_moves(state, rules)]] = 1
        if asked(knows) < self.questions and mask.any():
            mask[self.swaps :] = 1
        return mask

    def observation(self, knows: Knowledge) -> NDArray[np.uint8]:
        """Return the observation of a seat, which includes the history; see `parts`.

        Parameters
        ----------
        knows : Knowledge
            The knowledge of the seat.

        Returns
        -------
        ndarray of uint8
            (size,): the entries of the observation.

        Raises
        ------
        ArgumentError
            The knowledge is of a game with another number of players.
        """
        self._check(knows)
        entries = np.zeros(self.size, np.uint8)
        ring = _turned(knows.ring, knows.seat * self.hand)
        number = self._card_numbers
        entries[self.parts["ring"]] = [ORDER.index(stone.label) for stone in ring]
        entries[self.parts["cards"]] = [number[stone.card] for stone in ring]
        entries[self.parts["mover"]] = (knows.mover - knows.seat) % self.players
        entries[self.parts["turn"]] = knows.state.turns
        numbers = [number for event in knows.events for number in self._numbers(event, knows.seat)]
        entries[self.parts["history"]][: len(numbers)] = numbers
        return entries

    def _check(self, knows: Knowledge) -> None:
        if knows.players != self.players:
            raise ArgumentError(f"the knowledge is of {knows.players} players; this game has {self.players}")

    @functools.cached_property
    def _card_numbers(self) -> dict[str, int]:
        return {HIDDEN: 0, **{card.name: i for i, card in enumerate(self.cards, 1)}}

    def _numbers(self, event: Event, seat: int) -> tuple[int, int, int]:
        kind = (SAID_YES if event.yes else SAID_NO) if isinstance(event, Answer) else SWAPPED
        own, other = event.swap if isinstance(event, Answer) else event
        return kind, self._from(own, seat), self._from(other, seat)

    def _check_seat(self, seat: int) -> None:
        """Raise an error unless the seat is at the table."""
        if not 0 <= seat < self.players:
            raise ArgumentError(f"a seat is a whole number from 0 to {self.players - 1}, not {seat!r}")

    def _place(self, number: int, seat: int) -> Place:
        """Return the place whose number is counted from a seat's first place."""
        return Place(*divmod((number + seat * self.hand) % self.places, self.hand))

    def _from(self, place: Place, seat: int) -> int:
        """Return the number of a place counted from a seat's first place."""
        return (place.seat * self.hand + place.position - seat * self.hand) % self.places


def _turned(ring: Sequence[T], start: int) -> Sequence[T]:
    return [*ring[start:], *ring[:start]]
