"""The rules of Amulets in plain Python: the specification that other code is tested against.

Seats are numbered from 1, clockwise. `turns.whose_turn` says whose turn it is, and `referee.Game` handles
the timing of casts. The sources of the rules and their interpretation are in ``docs/rules-amulets.md``.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import permutations
from typing import NamedTuple

from _gamekit.problems import plain
from amulets_solver.game.errors import ArgumentError
from amulets_solver.game.placement import Placement
from amulets_solver.game.readings import Rules

HOME, OTHER, NEAR, NOTHING = "*", "o", "+", "-"
SIGNS = HOME + OTHER + NEAR + NOTHING
"""The possible answers. A player gives the first that applies."""
YES, NO = "y", "n"


class Secret(NamedTuple):
    """The secret of a player: a field and an amulet."""

    field: str
    """Name of the field, like "C3"."""
    amulet: str
    """Letter of the amulet, like "B"."""

    def __str__(self) -> str:
        return f"{self.field} {self.amulet}"


Secrets = Mapping[int, Secret]
"""The secret of each seat."""


def answer(secret: Secret, placement: Placement) -> str:
    """Return a player's answer to a question: the first of `SIGNS` that applies."""
    stands = placement[secret.amulet]
    if stands == secret.field:
        return HOME
    if secret.field in placement.fields:
        return OTHER
    if stands[0] == secret.field[0] or stands[1] == secret.field[1]:
        return NEAR
    return NOTHING


def others(seat: int, players: int) -> list[int]:
    """Return the other seats, clockwise from the left of `seat`."""
    return [(seat + step - 1) % players + 1 for step in range(1, players)]


def answers(secrets: Secrets, asker: int, placement: Placement) -> str:
    """Return the answers of the other players to a question, from the asker's left."""
    return "".join(answer(secrets[seat], placement) for seat in others(asker, len(secrets)))


def confirms(secret: Secret, placement: Placement) -> bool:
    """Return whether a player says yes to a cast."""
    return placement[secret.amulet] == secret.field


def signs_of_cast(secrets: Secrets, caster: int, placement: Placement) -> str:
    """Return the verdicts of the other players on a cast, from the caster's left up to the first no."""
    verdicts = ""
    for seat in others(caster, len(secrets)):
        if not confirms(secrets[seat], placement):
            return verdicts + NO
        verdicts += YES
    return verdicts


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
        One sign for each other player, from the asker's left; fewer while the question is open.
    """

    seat: int
    placement: Placement
    answers: str

    def agrees(self, secrets: Secrets) -> bool:
        """Return whether players with given secrets would give these answers.

        Parameters
        ----------
        secrets : mapping of int to Secret
            The secret of each seat.

        Returns
        -------
        bool
            True if they would.
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
        The verdict of each player who gave one, ``y`` or ``n``, from the caster's left. The first ``n`` ends
        the cast.
    heard : int, optional
        Number of answers to the open question that had been given at the cast; None if no question was open.
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
        """Return whether players with given secrets would give these verdicts.

        Parameters
        ----------
        secrets : mapping of int to Secret
            The secret of each seat.

        Returns
        -------
        bool
            True if they would.
        """
        return signs_of_cast(secrets, self.seat, self.placement) == self.signs

    def __str__(self) -> str:
        after = "" if self.heard is None else f" after {self.heard}"
        return f"cast {self.seat} {self.placement} : {self.signs}{after}"


Event = Asked | Cast


def hypotheses(
    rules: Rules, players: int, me: Secret, events: Iterable[Event] = (), seat: int = 1
) -> Iterator[tuple[Secret, ...]]:
    """Yield each combination of the other players' secrets that agrees with all events.

    The secrets are ordered clockwise from the left of `seat`. The function lists and checks every
    combination: it is the specification of a player's knowledge.
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


def check_seat(seat: object, players: int) -> None:
    """Raise ArgumentError unless the seat is at the table."""
    if seat not in range(1, players + 1):
        raise ArgumentError(f"the seats are 1 to {players}, not {plain(seat)}")


def check_secrets(secrets: Secrets, rules: Rules) -> None:
    """Raise an error unless the secrets can be dealt in a game with these rules.

    Raises
    ------
    ArgumentError
        A field or an amulet does not exist, or two players have the same one.
    """
    for seat, secret in secrets.items():
        if secret.field not in rules.fields:
            raise ArgumentError(
                f"player {seat}: {secret.field!r} is not a field; the fields are A1 to {rules.fields[-1]}"
            )
        if secret.amulet not in tuple(rules.colours):
            amulets = " ".join(rules.colours)
            raise ArgumentError(
                f"player {seat}: {secret.amulet!r} is not an amulet; the amulets are {amulets}"
            )
    for name, index in (("field", 0), ("amulet", 1)):
        held: dict[str, int] = {}
        for seat, secret in secrets.items():
            if (other := held.setdefault(secret[index], seat)) != seat:
                raise ArgumentError(f"players {other} and {seat} have the same {name}, {secret[index]}")
