"""The rules of Amulets in plain Python: the specification, and the oracle of all tests.

Sources and readings: ``docs/rules-amulets.md``. Seats are numbered from 1, clockwise. Turns and the moments
to cast are in `referee.Game`.
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
"""The possible answers, the highest first."""
YES, NO = "y", "n"


class Secret(NamedTuple):
    """The secret of a player: a field and an amulet."""

    field: str
    """Like "C3"."""
    amulet: str
    """Its letter, like "B"."""

    def __str__(self) -> str:
        return f"{self.field} {self.amulet}"


Secrets = Mapping[int, Secret]
"""The secret of each seat."""


def answer(secret: Secret, placement: Placement) -> str:
    """Return a player's answer to a question: the first of the four that applies."""
    stands = placement[secret.amulet]
    if stands == secret.field:
        return HOME
    if secret.field in placement.fields:
        return OTHER
    if stands[0] == secret.field[0] or stands[1] == secret.field[1]:
        return NEAR
    return NOTHING


def others(seat: int, players: int) -> list[int]:
    """Return the other seats, clockwise from the left of a seat."""
    return [(seat + step - 1) % players + 1 for step in range(1, players)]


def answers(secrets: Secrets, asker: int, placement: Placement) -> str:
    """Return the answers of all others to a question, from the asker's left."""
    return "".join(answer(secrets[seat], placement) for seat in others(asker, len(secrets)))


def confirms(secret: Secret, placement: Placement) -> bool:
    """Return whether a player says yes to a cast."""
    return placement[secret.amulet] == secret.field


def signs_of_cast(secrets: Secrets, caster: int, placement: Placement) -> str:
    """Return the signs of the others to a cast, from the caster's left, up to the first no."""
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
        The asker's seat.
    placement : Placement
        The placement of the amulets.
    answers : str
        A sign for each other player, from the asker's left; fewer while the question is open.
    """

    seat: int
    placement: Placement
    answers: str

    def agrees(self, secrets: Secrets) -> bool:
        """Return whether secrets give these answers.

        Parameters
        ----------
        secrets : mapping of int to Secret
            The secret of each seat.

        Returns
        -------
        bool
            True if the secrets agree.
        """
        return answers(secrets, self.seat, self.placement).startswith(self.answers)

    def __str__(self) -> str:
        return f"ask {self.seat} {self.placement} : {self.answers}"


@dataclass(frozen=True)
class Cast:
    """An attempt to cast the spell.

    Parameters
    ----------
    seat : int
        The caster's seat.
    placement : Placement
        The placement of the amulets.
    signs : str
        ``y`` or ``n`` for each player who spoke, from the caster's left; ``n`` ends the cast.
    heard : int, optional
        Number of answers to the preceding question given by then; None if all were.
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
        """Return whether secrets give these signs.

        Parameters
        ----------
        secrets : mapping of int to Secret
            The secret of each seat.

        Returns
        -------
        bool
            True if the secrets agree.
        """
        return signs_of_cast(secrets, self.seat, self.placement) == self.signs

    def __str__(self) -> str:
        after = "" if self.heard is None else f" after {self.heard}"
        return f"cast {self.seat} {self.placement} : {self.signs}{after}"


Event = Asked | Cast


def hypotheses(
    rules: Rules, players: int, me: Secret, events: Iterable[Event] = (), seat: int = 1
) -> Iterator[tuple[Secret, ...]]:
    """Yield all secrets of the others, clockwise from the left of a seat, that agree with all events.

    This is the specification of a player's knowledge: every combination is listed and checked.
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
    """Raise an error unless the secrets can be dealt from these cards.

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
