"""The rules of Narabi in plain Python: the specification, and the reference for all tests.

The stones lie in a ring; places are counted clockwise from A1. There are 3, 4 or 5 seats, or 2 in
the mini game; each seat owns a contiguous arc of the ring. ``docs/rules-narabi.md`` gives the sources of the
rules and discusses unclear ones.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from numbers import Integral
from typing import TYPE_CHECKING, Annotated, Literal, NamedTuple, Self, SupportsIndex

from _gamekit import checks
from _gamekit.checks import Between, checked_fields
from _gamekit.languages import Language, given_or_first
from _gamekit.lines import plain_signs
from _gamekit.play_words import MoveWords
from narabi_solver.game.cards import BLANKS, NUMBERS
from narabi_solver.game.deck import Deck
from narabi_solver.game.errors import ArgumentError, IllegalMoveError, MoveFormatError

TRACK = 24
"""The last space of the score track. A game not won by this turn is lost."""

UndoReading = Literal["next", "receiver"]
"""The two interpretations of the no-undo rule. "next" binds only the next player. "receiver" also binds both
players who received a stone.
"""

SEATS = "ABCDE"
LARGEST_HAND = 4
"""Largest number of stones of a seat."""
_PLACE = re.compile(r"([A-E])([1-9])\Z", re.IGNORECASE)
SWAP_WORDS = MoveWords("[A-E][1-4]")
"""The notation of swaps in a line of play."""


class Place(NamedTuple):
    """A place in the ring."""

    seat: int
    """Seat, clockwise from A = 0."""
    position: int
    """Place within the seat, clockwise from 0."""

    @classmethod
    def parse(cls, text: str) -> Self:
        """Return the place of a text like ``A2``.

        Parameters
        ----------
        text : str
            The letter of a seat, A to E, and a digit, 1 to 9; small letters are accepted too. No ring has
            more than four places a seat.

        Returns
        -------
        Place
            The place.

        Raises
        ------
        MoveFormatError
            The text is not a place.
        ArgumentError
            The argument is not a string.
        """
        match = _PLACE.match(plain_signs(text))
        if not match:
            raise MoveFormatError(f"{text[:40]!r} is not a place; a place is written like A2")
        return cls(SEATS.index(match[1].upper()), int(match[2]) - 1)

    def __str__(self) -> str:
        if not self.is_in(len(SEATS), sys.maxsize):
            return repr(self)
        return f"{SEATS[self.seat]}{self.position + 1}"

    def __repr__(self) -> str:
        """Return code that creates the place."""
        name = type(self).__name__
        if not self.is_in(len(SEATS), LARGEST_HAND):
            return f"{name}(seat={self.seat!r}, position={self.position!r})"
        return f"{name}.parse('{self}')"

    def is_in(self, players: int, hand: int) -> bool:
        """Return whether a ring with these numbers of seats and stones has this place.

        Parameters
        ----------
        players, hand : int
            Number of seats, and number of stones of each seat.

        Returns
        -------
        bool
            True if the ring has this place. False also if a coordinate is not a whole number.
        """
        numbers: tuple[object, ...] = self
        whole = all(isinstance(number, Integral) for number in numbers)
        return whole and 0 <= self.seat < players and 0 <= self.position < hand


class Swap(NamedTuple):
    """An exchange of two stones."""

    own: Place
    """The place of the mover's stone."""
    other: Place
    """The place of the stone taken in exchange."""

    @classmethod
    def parse(cls, text: str) -> Self:
        """Return the swap of a text like ``A2-C1``.

        Parameters
        ----------
        text : str
            Two places, the mover's own place first. Small letters, ``A2C1``, ``A2xC1`` and ``A2 C1`` are
            accepted too.

        Returns
        -------
        Swap
            The swap.

        Raises
        ------
        MoveFormatError
            The text is not a swap.
        ArgumentError
            The argument is not a string.
        """
        places = SWAP_WORDS.places(plain_signs(text))
        if places is None:
            raise MoveFormatError(
                f"{text[:40]!r} is not a swap; a swap is written like A2-C1, own place first"
            )
        own, other = places
        return cls(Place.parse(own), Place.parse(other))

    @classmethod
    def parse_line(cls, text: str) -> tuple[Self, ...]:
        """Return the swaps of a line of play like ``B2-A3 C1-B3``.

        Parameters
        ----------
        text : str
            Swaps in the notation of `parse`, separated by spaces or commas. They may be numbered: ``1. B2-A3,
            2. C1-B3``.

        Returns
        -------
        tuple of Swap
            The swaps, not checked for legality.

        Raises
        ------
        MoveFormatError
            A word is not a swap, or a turn number is missing.
        ArgumentError
            The argument is not a string.

        Examples
        --------
        >>> from narabi_solver import Swap
        >>> " ".join(map(str, Swap.parse_line("1. b2a3, 2. C1xB3")))
        'B2-A3 C1-B3'
        """
        swaps = []
        for written in SWAP_WORDS.split(plain_signs(text)):
            swaps.append(cls.parse(written.text))
            if written.expected is not None:
                raise MoveFormatError(written.wrong_number())
        return tuple(swaps)

    def __str__(self) -> str:
        return f"{self.own}-{self.other}"

    def __repr__(self) -> str:
        """Return code that creates the swap."""
        name = type(self).__name__
        if all(isinstance(place, Place) and place.is_in(len(SEATS), LARGEST_HAND) for place in self):
            return f"{name}.parse('{self}')"
        return f"{name}(own={self.own!r}, other={self.other!r})"


class LegalMoves(tuple[Swap, ...]):
    """The legal swaps of a position. The operator ``in`` accepts texts as well as swaps."""

    __slots__ = ()

    def __contains__(self, swap: object) -> bool:
        try:
            return super().__contains__(Swap.parse(swap) if isinstance(swap, str) else swap)
        except MoveFormatError:
            return False


@checked_fields
@dataclass(frozen=True, kw_only=True)
class Rules:
    """The optional rules of a game. The plain rules, `Rules()`, have a limit of 24 turns and allow undoing.

    Raises
    ------
    ArgumentError
        The limit is not a whole number from 0 to 24, or the reading is unknown.
    """

    no_undo: bool = False
    """True if nobody may swap the same two places that were swapped on the previous turn."""
    limit: Annotated[int, Between(0, TRACK)] = TRACK
    """The last turn on which the game can be won."""
    undo_reading: UndoReading = "next"
    """The interpretation of `no_undo`. "next" is the rule that `no_undo` describes. "receiver" is stricter:
    neither of the two players whose stones were swapped may, on their next turn, send back the received
    stone.
    """

    if TYPE_CHECKING:  # numpy's numbers are taken too

        def __init__(
            self,
            *,
            no_undo: bool = False,
            limit: SupportsIndex = TRACK,
            undo_reading: UndoReading = "next",
        ) -> None: ...

    def __post_init__(self) -> None:
        if self.undo_reading != "next" and not self.no_undo:
            raise ArgumentError(
                f"undo_reading {self.undo_reading!r} (--undo-reading) works only with "
                "no_undo=True (--no-undo)"
            )

    @property
    def reading(self) -> UndoReading | None:
        """The interpretation of no-undo, `undo_reading`; None if no-undo is not in force."""
        return self.undo_reading if self.no_undo else None

    @property
    def undo_words(self) -> str:
        """No-undo and its interpretation in words; empty if no-undo is not in force."""
        return f"no undo (reading: {self.undo_reading})" if self.no_undo else ""


class Stone(NamedTuple):
    """A stone with its restriction card, which stays with it."""

    label: str
    """A digit, "w" (white blank) or "d" (dark blank)."""
    card: str
    """Name of the stone's restriction card."""

    def __str__(self) -> str:
        return f"{self.label}:{self.card}"


@dataclass(frozen=True)
class State:
    """A position: the ring, the player to move, and the history that the rules need."""

    ring: tuple[Stone, ...]
    """The stones, clockwise from A1."""
    deck: Deck
    """The deck, which defines the cards."""
    players: int
    """Number of seats."""
    mover: int
    """The seat to move (A = 0)."""
    last: Swap | None = None
    """The swap of the previous turn; None at the start."""
    turns: int = 0
    """Number of turns played."""
    returns: tuple[Swap, ...] = ()
    """The swaps that would send a received stone back to where it came from, sorted. A stone counts as
    received until its owner has made another turn or the stone has been moved again.
    """

    @property
    def hand(self) -> int:
        """Number of stones of each player."""
        return len(self.ring) // self.players

    @checks.trusting
    def stone(self, place: Place) -> Stone:
        """Return the stone at a place.

        Parameters
        ----------
        place : Place
            A place in the ring.

        Returns
        -------
        Stone
            The stone, with its card.
        """
        return self.ring[self.number(place)]

    @checks.trusting
    def number(self, place: Place) -> int:
        """Return the number of a place in the ring, clockwise from A1 = 0.

        Parameters
        ----------
        place : Place
            A place in the ring.

        Returns
        -------
        int
            The number.
        """
        return place.seat * self.hand + place.position

    def places(self) -> Iterator[Place]:
        """Return an iterator over all places, clockwise from A1.

        Returns
        -------
        iterator of Place
            The places.
        """
        return (Place(seat, position) for seat in range(self.players) for position in range(self.hand))


def first_player(ring: tuple[Stone, ...], players: int) -> int | None:
    """Return the seat that has the stone 0; None if there is no 0."""
    labels = [stone.label for stone in ring]
    return labels.index("0") // (len(ring) // players) if "0" in labels else None


def in_order(ring: Iterable[Stone]) -> bool:
    """Return whether the numbers, blanks skipped, are in cyclic order round the ring, in either direction."""
    numbers = [int(stone.label) for stone in ring if stone.label not in BLANKS]
    ascending = sorted(numbers)
    turned = [ascending[i:] + ascending[:i] for i in range(max(len(ascending), 1))]
    return numbers in turned or numbers[::-1] in turned


def order_of(ring: Iterable[Stone]) -> tuple[int, bool] | None:
    """Return the index of the lowest number in a ring in order, and whether numbers ascend clockwise.

    Return None if the ring is not in order or has no numbers.
    """
    stones = list(ring)
    numbers = [int(stone.label) for stone in stones if stone.label not in BLANKS]
    if not numbers or not in_order(stones):
        return None
    lowest = numbers.index(min(numbers))
    turned = numbers[lowest:] + numbers[:lowest]
    return [stone.label for stone in stones].index(str(min(numbers))), turned == sorted(numbers)


Reason = Callable[[Language], str]
"""Function that returns the reason why a swap is illegal, in a language."""


def why_illegal(state: State, swap: Swap, rules: Rules, language: Language | None = None) -> str | None:
    """Return the reason why the mover may not make this swap; None if the swap is legal.

    This function does not check whether the game is over. The reason is in English if no language is given.
    """
    return _in_words(_forbidden(state, swap, rules), language)


def why_undone(state: State, swap: Swap, rules: Rules) -> str | None:
    """Return the reason why no-undo forbids a swap, cards aside; None if no-undo allows the swap."""
    return _in_words(_undone(state, swap, rules), None)


def why_over(state: State, rules: Rules, language: Language | None = None) -> str | None:
    """Return the reason why the game is over; None if it continues.

    This function does not check whether the mover has a legal swap.
    """
    texts = given_or_first("narabi_solver", language)
    if in_order(state.ring):
        return texts.text("read.over")
    return texts.text("read.track", turn=rules.limit) if state.turns >= rules.limit else None


def refusal(state: State, swap: Swap, rules: Rules, language: Language | None = None) -> str | None:
    """Return the turn and the reason why a swap cannot be played; None if the swap can be played."""
    why = why_over(state, rules, language) or why_illegal(state, swap, rules, language)
    if why is None:
        return None
    texts = given_or_first("narabi_solver", language)
    return texts.text("read.turn", turn=state.turns + 1, word=swap, why=why)


def _in_words(reason: Reason | None, language: Language | None) -> str | None:
    return None if reason is None else reason(given_or_first("narabi_solver", language))


def _forbidden(state: State, swap: Swap, rules: Rules) -> Reason | None:
    """Return the reason why a swap is illegal, as a function of the language; None if the swap is legal."""
    for place in swap:
        if not place.is_in(state.players, state.hand):
            fields = {"last": Place(state.players - 1, state.hand - 1), "hand": state.hand}
            return lambda texts: texts.text("replay.no-place", place=place, **fields)
    if swap.own.seat != state.mover:
        seats = {"seat": SEATS[state.mover], "owner": SEATS[swap.own.seat]}
        return lambda texts: texts.text("illegal.turn", place=swap.own, **seats)
    if swap.other.seat == state.mover:
        return lambda texts: texts.text("illegal.own")
    own, other = state.stone(swap.own), state.stone(swap.other)
    card = state.deck[own.card]
    if not card.fits_stone(own.label, other.label, state.deck.colour(other.label)):
        return lambda texts: texts.text(
            "illegal.never" if card.never else "illegal.stone",
            stone=name_of(own.label, texts),
            other=name_of(other.label, texts),
            words=card.words(texts),
        )
    numbers = state.number(swap.own), state.number(swap.other)
    if not card.fits_place(*numbers, state.players, places=len(state.ring)):
        return lambda texts: texts.text(
            "illegal.place", place=swap.other, stone=name_of(own.label, texts), words=card.words(texts)
        )
    return _undone(state, swap, rules)


def _undone(state: State, swap: Swap, rules: Rules) -> Reason | None:
    if rules.no_undo and state.last is not None and set(swap) == set(state.last):
        return lambda texts: texts.text("illegal.undo", swap=state.last)
    if rules.undo_reading == "receiver" and swap in state.returns:
        label = state.stone(swap.own).label
        return lambda texts: texts.text("illegal.back", stone=name_of(label, texts), place=swap.other)
    return None


def name_of(label: str, language: Language | None = None) -> str:
    """Return the name of a stone in a language; in English if none is given."""
    return label if label in NUMBERS else given_or_first("narabi_solver", language).text(f"stone.{label}")


def legal_moves(state: State, rules: Rules) -> list[Swap]:
    """Return all legal swaps of the mover, sorted by own place, then by other place.

    The game is lost if there are none.
    """
    return [
        swap
        for own in state.places()
        if own.seat == state.mover
        for other in state.places()
        if _forbidden(state, swap := Swap(own, other), rules) is None
    ]


def is_over(state: State, rules: Rules) -> bool:
    """Return whether the game has ended: the ring is in order, the turns are used up, or no swap is legal."""
    return in_order(state.ring) or state.turns >= rules.limit or not legal_moves(state, rules)


def play_unchecked(state: State, swap: Swap) -> State:
    """Return the state after a swap without checking the swap."""
    ring = list(state.ring)
    a, b = map(state.number, swap)
    ring[a], ring[b] = ring[b], ring[a]
    return replace(
        state,
        ring=tuple(ring),
        mover=(state.mover + 1) % state.players,
        last=swap,
        turns=state.turns + 1,
        returns=_returns_after(state, swap),
    )


def _returns_after(state: State, swap: Swap) -> tuple[Swap, ...]:
    """Return `State.returns` after a swap; the mover's earlier entries expire."""
    kept = (back for back in state.returns if back.own.seat != state.mover and back.own != swap.other)
    return tuple(sorted((*kept, swap, Swap(swap.other, swap.own))))


def play(state: State, swap: Swap, rules: Rules) -> State:
    """Return the state after a swap.

    Raises
    ------
    IllegalMoveError
        The game is over, or the swap is illegal; the message says why.
    """
    if (why := refusal(state, swap, rules)) is not None:
        raise IllegalMoveError(why)
    return play_unchecked(state, swap)


def replay(state: State, swaps: Iterable[Swap], rules: Rules) -> State:
    """Return the state after a line of play; raise IllegalMoveError at the first illegal swap."""
    for swap in swaps:
        state = play(state, swap, rules)
    return state


def replay_legal(state: State, swaps: Iterable[Swap], rules: Rules) -> tuple[list[State], str | None]:
    """Return the states of a line up to its first illegal swap, and why it is illegal; None if no swap is."""
    states = [state]
    for swap in swaps:
        if (why := refusal(states[-1], swap, rules)) is not None:
            return states, why
        states.append(play_unchecked(states[-1], swap))
    return states, None
