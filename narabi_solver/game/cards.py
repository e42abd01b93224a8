"""Stones and restriction cards; together with `rules`, the specification of the game.

A condition of a card is a field of `Card` and an entry of `CONDITIONS`. The entry defines how a deck file
states the condition, how the condition is tested, and how it is worded. `ring_parts` draws its sign.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterable
from dataclasses import dataclass, fields
from typing import Annotated, Any

from _gamekit import checks
from _gamekit.checks import Between
from _gamekit.languages import Language, language_of
from _gamekit.problems import ArgumentError, plain, shorten

HIDDEN = "?"
"""The mark of a card that is not known."""
NUMBERS = "0123456789"
BLANKS = "wd"
"""The labels of the white blank and of the dark blank."""

ORDER = NUMBERS + BLANKS
"""The labels of all stones in the order used for sorting: digits, white blank, dark blank."""

SEAT_COUNTS = {3: 12, 4: 12, 5: 15}
"""Number of stones in the ring for each number of players."""

RING_SIZES = {2: 6, **SEAT_COUNTS}
"""Number of stones in the ring for each number of players, including the mini game for two players. A deck
has the mini game only if it lists stones for two players (`Deck.mini`).
"""

DESCRIBED = {
    "two-away": "2-away",
    "three-away": "3-away",
    "four-away": "4-away",
    "at-least-3": "3-to-9",
    "at-most-6": "0-to-6",
}
"""For each translated name that does not list the card's conditions, the name that lists them."""


def numbered_stones(labels: Iterable[str]) -> str:
    """Return the labels of stones as one string, sorted in the order of `ORDER`."""
    return "".join(sorted(labels, key=ORDER.index))


def stone_value(stone: str) -> int:
    """Return the value of a stone for restrictions: its number, or 0 for a blank."""
    return 0 if stone in BLANKS else int(stone)


MAX_COPIES = 99
"""Largest number of copies of a card in a deck."""


@checks.checked_fields
@dataclass(frozen=True)
class Card:
    """A restriction card. A swap must satisfy all conditions that the card has.

    Raises
    ------
    ArgumentError
        A condition has an impossible value, `never` has another condition beside it, or `copies` is out of
        range.
    """

    name: str
    """Name of the card in deck files and in deals as text."""
    colour: str | None = None
    """Required colour of the stone taken: "white" or "dark"."""
    parity: str | None = None
    """Required parity of the stone taken: "even" or "odd"."""
    compare: str | None = None
    """"higher" if the stone taken must be strictly higher than the mover's own stone, "lower" if strictly
    lower.
    """
    value: tuple[int, int] | None = None
    """Lowest and highest allowed value of the stone taken."""
    distance: tuple[int, ...] | None = None
    """Allowed distances to the stone taken, in places along the ring in the shorter direction."""
    seat: tuple[str | int, ...] | None = None
    """Allowed seats of the stone taken: ("left",), ("right",), or numbers of seats clockwise from the mover's
    seat. The left neighbour is 1.
    """
    never: bool = False
    """True if a mover may never make a swap with an own stone that has this card."""
    copies: Annotated[int, Between(1, MAX_COPIES)] = 1
    """Number of copies in the deck."""
    source: str = ""
    """The source that documents the card; empty if there is none."""
    assumed: bool = False
    """True if no known source names the card, so that the card is an assumption."""

    def __post_init__(self) -> None:
        for name, condition in CONDITIONS.items():
            given = getattr(self, name)
            if given is None:
                continue
            asked = condition.read(in_file(given))
            if asked is None:
                raise ArgumentError(
                    f"{name} of the card {shorten(self.name)} must be {condition.wants}, not {plain(given)}"
                )
            object.__setattr__(self, name, asked)
        if self.never and len(self.conditions) > 1:
            raise ArgumentError(
                f"the card {shorten(self.name)}: never cannot be combined with other conditions"
            )

    @functools.cached_property
    def conditions(self) -> dict[str, Any]:
        """The conditions of the card: a mapping from the name of each condition to the required value."""
        return {name: asked for name in CONDITIONS if (asked := getattr(self, name))}

    @functools.cached_property
    def _on_stone(self) -> list[tuple[StoneTest, Any]]:
        tests = ((CONDITIONS[name].on_stone, asked) for name, asked in self.conditions.items())
        return [(test, asked) for test, asked in tests if test]

    @functools.cached_property
    def _on_place(self) -> list[tuple[PlaceTest, Any]]:
        tests = ((CONDITIONS[name].on_place, asked) for name, asked in self.conditions.items())
        return [(test, asked) for test, asked in tests if test]

    def __getstate__(self) -> dict[str, Any]:
        """Return the fields only: the cached tests are functions and cannot be pickled."""
        return {field.name: getattr(self, field.name) for field in fields(self)}

    @checks.trusting
    def fits_stone(self, own: str, other: str, other_colour: str) -> bool:
        """Return whether the stone taken in exchange meets the card's conditions on stones.

        Parameters
        ----------
        own : str
            The stone with this card: a digit, "w" or "d".
        other : str
            The stone taken in exchange.
        other_colour : str
            The colour of the stone taken, "white" or "dark".

        Returns
        -------
        bool
            True if the stone meets all of these conditions.
        """
        for test, asked in self._on_stone:
            if not test(asked, own, other, other_colour):
                return False
        return True

    @checks.trusting
    def fits_place(self, own: int, other: int, players: int, *, places: int | None = None) -> bool:
        """Return whether two places are at different seats, and meet the conditions on seat and distance.

        Places are counted clockwise round the ring from the first place of any seat.

        Parameters
        ----------
        own : int
            The place of the stone with this card.
        other : int
            The place of the stone taken in exchange.
        players : int
            Number of seats at the table.
        places : int, optional
            Number of stones in the ring; the number for these players if left out.

        Returns
        -------
        bool
            True if the places are at different seats and meet these conditions.
        """
        places = RING_SIZES[players] if places is None else places
        hand = places // players
        ahead = (other // hand - own // hand) % players
        clockwise = (other - own) % places
        steps = min(clockwise, places - clockwise)
        for test, asked in self._on_place:
            if not test(asked, ahead, steps, players):
                return False
        return ahead != 0

    def __str__(self) -> str:
        """Return the text of the card in words."""
        return self.words(language_of("narabi_solver"))

    def called(self, language: Language) -> str:
        """Return the name of the card in a language.

        A name that describes the card's conditions is translated, like "white", "two-away" or
        "white-1-to-5-left". Any other name stays as it is.

        Parameters
        ----------
        language : Language
            One of `languages_of("narabi_solver")`.

        Returns
        -------
        str
            The name for people. Deals as text always use `name`.
        """
        listed = self._named(language_of("narabi_solver"))
        if DESCRIBED.get(self.name) == listed:
            return language.text(f"name.{self.name}")
        return self._named(language) if self.name == listed else self.name

    def _named(self, language: Language) -> str:
        """Return a name that lists the card's conditions; the page names new cards in the same way."""
        if self.never:
            return language.text("name.stay")
        parts = [language.text(f"name.{word}") for word in (self.colour, self.parity, self.compare) if word]
        if self.value:
            low, high = self.value
            key = "composed.only" if low == high else "composed.from-to"
            parts.append(language.text(key, low=low, high=high))
        parts += [language.text("composed.away", n=steps) for steps in self.distance or ()]
        seats = self.seat or ()
        parts += [language.text(f"name.{one}") if isinstance(one, str) else str(one) for one in seats]
        return language.text("composed.and").join(parts) or language.text("composed.any")

    def words(self, language: Language) -> str:
        """Return the text of the card in a language.

        Parameters
        ----------
        language : Language
            One of `languages_of("narabi_solver")`.

        Returns
        -------
        str
            The words, without a full stop.
        """
        if self.never:
            return language.text("card.never")
        stone = "-".join(word for word in (self.colour, self.parity) if word) or "any"
        parts = {
            name: condition.words(self.conditions[name], language) if name in self.conditions else ""
            for name, condition in CONDITIONS.items()
        }
        return " ".join(language.text("card.all", stone=language.text(f"card.{stone}"), **parts).split())


StoneTest = Callable[[Any, str, str, str], bool]
"""Function that tests the stone taken. Its arguments are the required value, the card's own stone, the stone
taken and the colour of the stone taken.
"""

PlaceTest = Callable[[Any, int, int, int], bool]
"""Function that tests the places. Its arguments are the required value, the number of seats clockwise from
the mover's seat, the distance along the ring and the number of players.
"""


@dataclass(frozen=True)
class Condition:
    """A kind of condition that a card may have.

    The tests receive the required value from the field of `Card`. This value is never falsy.
    """

    wants: str
    """Description of the valid values in a deck file, for a message such as "must be ..."."""
    read: Callable[[object], Any]
    """Function that converts the value in a deck file to the required value; None if the value is invalid."""
    words: Callable[[Any, Language], str]
    """Function that returns the words for the required value; empty if `Card.words` itself adds the words."""
    on_stone: StoneTest | None = None
    """Test of the stone taken in exchange."""
    on_place: PlaceTest | None = None
    """Test of the two places."""


def in_file(value: object) -> object:
    """Return the value of a field of `Card` as a deck file states it."""
    if not isinstance(value, tuple):
        return value
    return value[0] if value in (("left",), ("right",)) else list(value)


def _one_of(*choices: str) -> Callable[[object], str | None]:
    return lambda given: given if isinstance(given, str) and given in choices else None


def _integers(low: int, high: int) -> Callable[[object], tuple[int, ...] | None]:
    return lambda given: different_integers(given, low, high)


def different_integers(given: object, low: int, high: int) -> tuple[int, ...] | None:
    """Return an integer, or a list of different integers, as a sorted tuple; None if it is not valid."""
    values = given if isinstance(given, list) else [given]
    good = {value for value in values if type(value) is int and low <= value <= high}
    return tuple(sorted(good)) if len(good) == len(values) > 0 else None


def _compares(way: str, own: str, other: str, _: str) -> bool:
    lower, higher = (own, other) if way == "higher" else (other, own)
    return stone_value(lower) < stone_value(higher)


def _range(given: object) -> tuple[int, int] | None:
    if isinstance(given, list) and len(given) == 2 and all(type(value) is int for value in given):
        low, high = given
        return (low, high) if 0 <= low <= high <= 9 else None
    return None


def _range_words(asked: tuple[int, int], language: Language) -> str:
    low, high = asked
    return language.text("card.value-one" if low == high else "card.value", low=low, high=high)


def _distance_words(steps: tuple[int, ...], language: Language) -> str:
    distances = language.text("card.or").join(map(str, steps))
    return language.text("card.distance", distances=distances, n=steps[-1])


def _seats(given: object) -> tuple[str | int, ...] | None:
    return (str(given),) if given in ("left", "right") else different_integers(given, 1, max(SEAT_COUNTS) - 1)


def _from_seat(seats: tuple[str | int, ...], ahead: int, _: int, players: int) -> bool:
    named = {"left": 1, "right": players - 1}
    return any(ahead == (named[seat] if isinstance(seat, str) else seat) for seat in seats)


def _seat_words(seats: tuple[str | int, ...], language: Language) -> str:
    each = (
        language.text(f"card.{seat}" if isinstance(seat, str) else "card.seats-clockwise", n=seat)
        for seat in seats
    )
    return language.text("card.seat", seats=language.text("card.or").join(each))


CONDITIONS = {
    "colour": Condition(
        wants="'white' or 'dark'",
        read=_one_of("white", "dark"),
        words=lambda *_: "",
        on_stone=lambda colour, own, other, other_colour: colour == other_colour,
    ),
    "parity": Condition(
        wants="'even' or 'odd'",
        read=_one_of("even", "odd"),
        words=lambda *_: "",
        on_stone=lambda parity, own, other, _: parity == ("odd" if stone_value(other) % 2 else "even"),
    ),
    "compare": Condition(
        wants="'higher' or 'lower'",
        read=_one_of("higher", "lower"),
        words=lambda way, language: language.text(f"card.{way}"),
        on_stone=_compares,
    ),
    "value": Condition(
        wants="[low, high] with 0 <= low <= high <= 9",
        read=_range,
        words=_range_words,
        on_stone=lambda asked, own, other, _: asked[0] <= stone_value(other) <= asked[1],
    ),
    "distance": Condition(
        wants="different whole numbers from 1 to 7",
        read=_integers(1, 7),
        words=_distance_words,
        on_place=lambda distances, ahead, steps, players: steps in distances,
    ),
    "seat": Condition(
        wants="'left', 'right' or a list of seats: different whole numbers from 1 to 4",
        read=_seats,
        words=_seat_words,
        on_place=_from_seat,
    ),
    "never": Condition(
        wants="true or false",
        read=lambda given: given if isinstance(given, bool) else None,
        words=lambda *_: "",
        on_stone=lambda *_: False,
    ),
}
"""The kinds of conditions, by name. Each name is also a field of `Card`. Signs are drawn in this order."""
