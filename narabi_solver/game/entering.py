"""Builds a deal stone by stone round the ring, and then its game swap by swap."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import Self

from _gamekit.lines import plain_signs
from narabi_solver.game.cards import BLANKS, NUMBERS, SEAT_COUNTS
from narabi_solver.game.deal import Deal
from narabi_solver.game.deck import Deck
from narabi_solver.game.errors import ArgumentError, DealFormatError, InvalidDealError, shorten
from narabi_solver.game.notation import with_colons
from narabi_solver.game.rules import SEATS, Place, Rules, Stone, Swap, name_of

_BETWEEN = re.compile(r"[\s:,;/]+")


@dataclass(frozen=True)
class DealEntry:
    """A deal that is being entered. A method that changes the deal returns a new entry.

    Parameters
    ----------
    players : int
        3, 4 or 5.
    deck : Deck, optional
        The deck, which defines the cards; the built-in deck if left out.
    unusual : bool, default: False
        Allow stones that the deck lacks, and extra copies of its cards.
    rules : Rules, optional
        The no-undo rule and the turn limit, for the swaps; the plain rules if left out.
    stones : tuple of Stone, default: ()
        The stones entered so far, clockwise from A1.
    first : int, optional
        The seat that begins (A = 0); None for the seat that has the stone 0.
    moves : tuple of Swap, default: ()
        The swaps entered so far.

    Raises
    ------
    ArgumentError
        There is no game for this number of players.

    Examples
    --------
    >>> from narabi_solver import DealEntry
    >>> entry = DealEntry(3).add("d higher, 2 al3").add("d:am6").add("7e")
    >>> str(entry.next_place), " ".join(entry.missing)
    ('B1', '0 1 3 4 5 6 8 w')
    >>> print(entry.change("A4", "7 odd"))
    A  d:higher 2:at-least-3 d:at-most-6 7:odd
    B  _ _ _ _
    C  _ _ _ _
    """

    players: int
    deck: Deck = field(default_factory=Deck.standard)
    unusual: bool = False
    rules: Rules = field(default_factory=Rules)
    stones: tuple[Stone, ...] = ()
    first: int | None = None
    moves: tuple[Swap, ...] = ()

    def __post_init__(self) -> None:
        if self.players not in SEAT_COUNTS:
            raise ArgumentError(f"a game has 3, 4 or 5 players, not {self.players!r}")

    @property
    def hand(self) -> int:
        """Number of stones of each seat."""
        return SEAT_COUNTS[self.players] // self.players

    @property
    def next_place(self) -> Place | None:
        """The place of the next stone; None if the ring is full."""
        full = len(self.stones) == SEAT_COUNTS[self.players]
        return None if full else Place(*divmod(len(self.stones), self.hand))

    @property
    def missing(self) -> tuple[str, ...]:
        """The stones that the deck lists for this ring and that have not been entered yet."""
        missing = Counter(self.deck.ring_stones(self.players)) - Counter(stone.label for stone in self.stones)
        return tuple(sorted(missing.elements(), key=(NUMBERS + BLANKS).index))

    @property
    def cards_left(self) -> tuple[str, ...]:
        """The names of the cards that have copies left; with `unusual`, of all cards."""
        used = Counter(stone.card for stone in self.stones)
        return tuple(card.name for card in self.deck if self.unusual or used[card.name] < card.copies)

    @property
    def deal(self) -> Deal:
        """The deal, with the swaps entered so far.

        Raises
        ------
        InvalidDealError
            The deal is incomplete or impossible; the message lists every problem.
        """
        seats = tuple(self.stones[i : i + self.hand] for i in range(0, len(self.stones), self.hand))
        empty: tuple[tuple[Stone, ...], ...] = ((),) * (self.players - len(seats))
        return Deal(seats + empty, self.first, self.moves, self.deck, self.unusual)

    def add(self, text: str) -> Self:
        """Return the entry with one or several more stones.

        Parameters
        ----------
        text : str
            Stones with their cards, clockwise, like ``7:even``, ``7 even``, ``7 e`` or ``7e``. Spaces or
            commas separate them.

        Returns
        -------
        DealEntry
            The entry.

        Raises
        ------
        DealFormatError
            The text is not a stone with its card, the ring has no place left, or the deck has no such card
            left.
        """
        entry = self
        for stone in self._stones(text):
            if entry.next_place is None:
                raise DealFormatError(f"the ring is full; {stone} has no place in it")
            entry = entry._with(len(entry.stones), stone)
        return entry

    def change(self, place: Place | str, text: str) -> Self:
        """Return the entry with another stone and card at a place that already has a stone.

        Parameters
        ----------
        place : Place or str
            The place, like "B2".
        text : str
            One stone with its card, as for `add`.

        Returns
        -------
        DealEntry
            The entry, without the swaps entered so far, because they may be illegal now.

        Raises
        ------
        DealFormatError
            There is no stone at the place, the text is not one stone with its card, or the deck has no such
            card left.
        MoveFormatError
            The text is not a place.
        """
        at = Place.parse(place) if isinstance(place, str) else place
        index = at.seat * self.hand + at.position
        if not at.is_in(self.players, self.hand) or index >= len(self.stones):
            raise DealFormatError(f"there is no stone at {at} to be changed")
        stone, *more = self._stones(text)
        if more:
            raise DealFormatError(f"one stone lies at {at}, not {1 + len(more)}")
        return replace(self, moves=())._with(index, stone)

    def back(self) -> Self:
        """Return the entry without the last swap; if there is no swap, without the last stone.

        Returns
        -------
        DealEntry
            The entry. If a stone was removed, the seat that has the stone 0 begins again.

        Raises
        ------
        DealFormatError
            Nothing has been entered yet.
        """
        if self.moves:
            return replace(self, moves=self.moves[:-1])
        if not self.stones:
            raise DealFormatError("nothing has been entered yet")
        return replace(self, stones=self.stones[:-1], first=None)

    def begin(self, seat: str) -> Self:
        """Return the entry with a seat that begins instead of the seat that has the stone 0.

        Parameters
        ----------
        seat : str
            The letter of the seat.

        Returns
        -------
        DealEntry
            The entry.

        Raises
        ------
        DealFormatError
            There is no such seat, or swaps have been entered already.
        """
        seats = SEATS[: self.players]
        if len(seat) != 1 or seat.upper() not in seats:
            raise DealFormatError(f"the seats are {seats[0]} to {seats[-1]}, not {shorten(seat)}")
        if self.moves:
            raise DealFormatError("take the swaps back first: who made them depends on who begins")
        return replace(self, first=seats.index(seat.upper()))

    def play(self, text: str) -> Self:
        """Return the entry with further swaps played; the ring must be full.

        Parameters
        ----------
        text : str
            Swaps, like ``B2-A3 C1-B3``.

        Returns
        -------
        DealEntry
            The entry.

        Raises
        ------
        InvalidDealError
            The ring is not full, or the deal is impossible.
        IllegalMoveError
            A swap is illegal; the message says why.
        MoveFormatError
            The text is not a sequence of swaps.
        """
        deal = self.deal
        for swap in Swap.parse_line(text):
            deal = deal.play(swap, rules=self.rules)
        return replace(self, moves=deal.moves)

    def completions(self, text: str) -> list[str]:
        """Return the possible completions of the last word of a line.

        Parameters
        ----------
        text : str
            The line so far.

        Returns
        -------
        list of str
            Names of cards after a stone, missing stones elsewhere, and legal swaps if the ring is full; none
            if the deal is impossible.
        """
        *before, last = _BETWEEN.split(text)
        if self.next_place is None:
            try:
                legal = self.deal.legal_moves_by(self.rules)
            except InvalidDealError:
                return []
            return [str(swap) for swap in legal if str(swap).startswith(last.upper())]
        if len([word for word in before if word]) % 2:
            return [name for name in self.cards_left if name.startswith(last.lower())]
        return [label for label in dict.fromkeys(self.missing) if label.startswith(last.lower())]

    def __str__(self) -> str:
        """Return the ring after the swaps entered so far, one seat per line."""
        stones = self.deal.state(self.rules).ring if self.moves else self.stones
        words = [*map(str, stones), *["_"] * (SEAT_COUNTS[self.players] - len(stones))]
        lines = [words[i : i + self.hand] for i in range(0, len(words), self.hand)]
        return "\n".join(f"{SEATS[seat]}  {' '.join(line)}" for seat, line in enumerate(lines))

    def _stones(self, text: str) -> Iterator[Stone]:
        words = [word for word in _BETWEEN.split(with_colons(plain_signs(text), self.deck.words)) if word]
        if not words:
            raise DealFormatError(f"{shorten(text)} is not a stone; write a stone with its card, like 7:even")
        while words:
            word = words.pop(0)
            label, card = word[0].lower(), word[1:]
            if label not in NUMBERS + BLANKS:
                what = f"unknown stone {shorten(word)}"
                raise DealFormatError(f"{what}; a stone is a digit, w (white blank) or d (dark blank)")
            if not card and not words:
                raise DealFormatError(f"the {name_of(label)} has no card; write stone:card, like 7:even")
            card = card or words.pop(0)
            yield Stone(label, self._card(card))

    def _card(self, text: str) -> str:
        meant = self.deck.meant(text)
        if len(meant) > 1:
            raise DealFormatError(f"card {shorten(text)} may be {' or '.join(meant)}; write more of its name")
        if not meant:
            raise DealFormatError(
                f"unknown card {shorten(text)}; there are {', '.join(self.cards_left)}; "
                "narabi enter --deck FILE takes a deck of your own"
            )
        return meant[0]

    def _with(self, index: int, stone: Stone) -> Self:
        """Return the entry with a stone at an index, counted from A1 = 0, in place of any stone there."""
        others = (*self.stones[:index], *self.stones[index + 1 :])
        rest = replace(self, stones=others)
        if stone.label in NUMBERS and any(stone.label == other.label for other in others):
            raise DealFormatError(f"stone {stone.label} is already in the ring")
        if not self.unusual and stone.label not in rest.missing:
            name, known = name_of(stone.label), stone.label in self.deck.ring_stones(self.players)
            why = f"the ring already has every {name}" if known else f"this ring has no {name}"
            raise DealFormatError(f"{why}; the missing stones are {' '.join(rest.missing)}")
        if stone.card not in rest.cards_left:
            left = ", ".join(rest.cards_left)
            raise DealFormatError(f"card {stone.card!r} is already in the ring; the cards left are {left}")
        return replace(self, stones=(*self.stones[:index], stone, *self.stones[index + 1 :]))
