"""Stones, and what restriction cards allow; together with `rules`, the specification of the game."""

from __future__ import annotations

from dataclasses import dataclass, fields

from _gamekit import checked

NUMBERS = "0123456789"
BLANKS = "wd"
"""The white and the dark blank."""

SEAT_COUNTS = {3: 12, 4: 12, 5: 15}
"""Stones in the ring for each number of players."""

RING_SIZES = {2: 6, **SEAT_COUNTS}
"""The same, and the mini game for two, which decks may have that list stones for it (`Deck.mini`)."""


def stone_value(stone: str) -> int:
    """Return the value of a stone for restrictions: its number, and 0 for a blank."""
    return 0 if stone in BLANKS else int(stone)


@dataclass(frozen=True)
class Card:
    """A restriction card: all given conditions must hold for the stone taken in exchange."""

    name: str
    """Its name in texts."""
    colour: str | None = None
    """"white" or "dark"."""
    parity: str | None = None
    """"even" or "odd"."""
    compare: str | None = None
    """"higher" or "lower" than the mover's own stone, strictly."""
    value: tuple[int, int] | None = None
    """Lowest and highest value allowed."""
    seat: tuple[str | int, ...] | None = None
    """Seats allowed: "left", "right", or counted clockwise from the mover's (1 is the left neighbour)."""
    distance: tuple[int, ...] | None = None
    """Distances along the ring allowed, either way."""
    never: bool = False
    """The stone may not be swapped by its owner at all."""
    copies: int = 1
    """How many copies the deck has."""
    source: str = ""
    """Where the card is known from."""
    assumed: bool = False
    """True if no known source names the card: it is an assumption."""

    @checked.trusting
    def seats_ahead(self, players: int) -> tuple[int, ...] | None:
        """Return the seats allowed, counted clockwise from the mover's; None if any.

        Parameters
        ----------
        players : int
            Number of seats at the table.

        Returns
        -------
        tuple of int or None
            The seats; 1 is the left neighbour.
        """
        if self.seat is None:
            return None
        named = {"left": 1, "right": players - 1}
        return tuple(named[seat] if isinstance(seat, str) else seat for seat in self.seat)

    @checked.trusting
    def fits_stone(self, own: str, other: str, other_colour: str) -> bool:
        """Tell whether the conditions on the stone taken in exchange hold.

        Parameters
        ----------
        own : str
            The stone with this card: a digit, "w" or "d".
        other : str
            The stone taken in exchange.
        other_colour : str
            Its colour, "white" or "dark".

        Returns
        -------
        bool
            True if they hold.
        """
        value = stone_value(other)
        return (
            not self.never
            and (self.colour is None or self.colour == other_colour)
            and (self.parity is None or self.parity == ("odd" if value % 2 else "even"))
            and (self.compare != "higher" or value > stone_value(own))
            and (self.compare != "lower" or value < stone_value(own))
            and (self.value is None or self.value[0] <= value <= self.value[1])
        )

    @checked.trusting
    def fits_place(self, own: int, other: int, players: int, *, places: int | None = None) -> bool:
        """Tell whether the conditions on the two places hold: another seat, relative seat, distance.

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
            Stones in the ring; as many as in the game if left out.

        Returns
        -------
        bool
            True if they hold.
        """
        places = RING_SIZES[players] if places is None else places
        hand = places // players
        ahead = (other // hand - own // hand) % players
        clockwise = (other - own) % places
        seats = self.seats_ahead(players)
        return (
            ahead != 0
            and (seats is None or ahead in seats)
            and (self.distance is None or min(clockwise, places - clockwise) in self.distance)
        )

    def __str__(self) -> str:
        """Return what the card says, in words."""
        if self.never:
            return "its owner may not swap it"
        stone = " ".join(word for word in (self.colour, self.parity) if word) + " stone"
        words = [("an" if stone[0] in "aeo" else "a") + " " + stone if stone != " stone" else "any stone"]
        if self.compare:
            words.append(f"of {self.compare} value than itself")
        if self.value:
            low, high = self.value
            words.append(f"of value {low}" if low == high else f"of value {low} to {high}")
        if self.distance:
            steps = " or ".join(map(str, self.distance))
            words.append(f"exactly {steps} place{'' if self.distance == (1,) else 's'} away")
        if self.seat:
            seats = " or ".join(
                f"on the {seat}" if isinstance(seat, str) else f"{seat} seat{'s' * (seat > 1)} clockwise"
                for seat in self.seat
            )
            words.append(f"of the player {seats}")
        return " ".join(words)


CONDITIONS = tuple(
    one.name for one in fields(Card) if one.name not in ("name", "copies", "source", "assumed")
)
"""The fields of a card that restrict what it allows: all but those that only describe it."""
