"""The rules of Amulets in plain Python: the specification, and the oracle of all tests.

Sources and readings: ``docs/rules-amulets.md``. Seats are numbered from 1, clockwise. Who may do what when:
`referee.Game`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import permutations
from typing import NamedTuple

from amulets_solver.game.errors import ArgumentError
from amulets_solver.game.placement import Placement
from amulets_solver.game.readings import Rules

HOME, OTHER, NEAR, NOTHING = "*", "o", "+", "-"
SIGNS = HOME + OTHER + NEAR + NOTHING
"""What one may answer, the higher answer first."""
YES, NO = "y", "n"


class Secret(NamedTuple):
    """What a player drew: a field, and an amulet."""

    field: str
    """Like "C3"."""
    amulet: str
    """Its letter, like "B"."""

    def __str__(self) -> str:
        return f"{self.field} {self.amulet}"


Secrets = Mapping[int, Secret]
"""The secret of each seat."""


def answer(secret: Secret, placement: Placement) -> str:
    """Return what a player answers to a question: the first of the four that holds."""
    stands = placement[secret.amulet]
    if stands == secret.field:
        return HOME
    if secret.field in placement.fields:
        return OTHER
    if stands[0] == secret.field[0] or stands[1] == secret.field[1]:
        return NEAR
    return NOTHING


def others(seat: int, players: int) -> list[int]:
    """Return the other seats, clockwise from the left of one."""
    return [(seat + step - 1) % players + 1 for step in range(1, players)]


def answers(secrets: Secrets, asker: int, placement: Placement) -> str:
    """Return what everybody else answers to a question, from the asker's left."""
    return "".join(answer(secrets[seat], placement) for seat in others(asker, len(secrets)))


def confirms(secret: Secret, placement: Placement) -> bool:
    """Tell whether a player says yes to a cast."""
    return placement[secret.amulet] == secret.field


def signs_of_cast(secrets: Secrets, caster: int, placement: Placement) -> str:
    """Return what the others say to a cast, from the caster's left: the first no ends it."""
    said = ""
    for seat in others(caster, len(secrets)):
        if not confirms(secrets[seat], placement):
            return said + NO
        said += YES
    return said


@dataclass(frozen=True)
class Asked:
    """A question with its answers.

    Parameters
    ----------
    seat : int
        Who asked.
    placement : Placement
        Where the amulets were put.
    answers : str
        A sign for each other player, from the asker's left; fewer while it is being answered.
    """

    seat: int
    placement: Placement
    answers: str

    def agrees(self, secrets: Secrets) -> bool:
        """Tell whether these secrets give these answers.

        Parameters
        ----------
        secrets : mapping of int to Secret
            The secret of each seat.

        Returns
        -------
        bool
            True if they do.
        """
        return answers(secrets, self.seat, self.placement).startswith(self.answers)

    def __str__(self) -> str:
        return f"ask {self.seat} {self.placement} : {self.answers}"


@dataclass(frozen=True)
class Cast:
    """A try of casting the spell.

    Parameters
    ----------
    seat : int
        Who cast.
    placement : Placement
        Where the amulets were put.
    signs : str
        ``y`` or ``n`` for each player that spoke, from the caster's left; ``n`` ends it.
    heard : int, optional
        So many answers of the question before were given by then; None: all of them.
    """

    seat: int
    placement: Placement
    signs: str
    heard: int | None = None

    @property
    def succeeded(self) -> bool:
        """Whether everybody said yes."""
        return NO not in self.signs

    def agrees(self, secrets: Secrets) -> bool:
        """Tell whether with these secrets the others say so.

        Parameters
        ----------
        secrets : mapping of int to Secret
            The secret of each seat.

        Returns
        -------
        bool
            True if they do.
        """
        return signs_of_cast(secrets, self.seat, self.placement) == self.signs

    def __str__(self) -> str:
        after = "" if self.heard is None else f" after {self.heard}"
        return f"cast {self.seat} {self.placement} : {self.signs}{after}"


Event = Asked | Cast


def hypotheses(
    rules: Rules, players: int, me: Secret, events: Iterable[Event] = (), seat: int = 1
) -> Iterator[tuple[Secret, ...]]:
    """Yield what the others may have, clockwise from the left of a seat: all that agrees with all events.

    This is the specification of what a player knows: every combination is listed and looked at.
    """
    heard = list(events)
    fields = [field for field in rules.fields if field != me.field]
    amulets = [amulet for amulet in rules.colours if amulet != me.amulet]
    seats = others(seat, players)
    for some in permutations(fields, players - 1):
        for colours in permutations(amulets, players - 1):
            theirs = tuple(map(Secret, some, colours))
            secrets = {seat: me, **dict(zip(seats, theirs, strict=True))}
            if all(event.agrees(secrets) for event in heard):
                yield theirs


def check_secrets(secrets: Secrets, rules: Rules) -> None:
    """Refuse secrets that were not dealt from these cards.

    Raises
    ------
    ArgumentError
        A field or an amulet does not exist, or two players have the same one.
    """
    for seat, secret in secrets.items():
        if secret.field not in rules.fields:
            raise ArgumentError(
                f"player {seat}: {secret.field!r} is not a field; they are A1 to {rules.fields[-1]}"
            )
        if secret.amulet not in tuple(rules.colours):
            raise ArgumentError(
                f"player {seat}: {secret.amulet!r} is not an amulet; they are {' '.join(rules.colours)}"
            )
    for name, index in (("field", 0), ("amulet", 1)):
        held: dict[str, int] = {}
        for seat, secret in secrets.items():
            if (other := held.setdefault(secret[index], seat)) != seat:
                raise ArgumentError(f"players {other} and {seat} have the same {name}, {secret[index]}")
