"""`Belief`: a player's knowledge of the other players' secrets, with exact counts and probabilities."""

from __future__ import annotations

import operator
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, lru_cache
from itertools import product
from typing import Annotated, Self, SupportsIndex

import numpy as np
from numpy.typing import NDArray

from _gamekit.checks import Between
from _gamekit.facts import Fact, Facts, Result
from _gamekit.problems import check_kind, number_of, plain, shorten
from amulets_solver.belief.counting import (
    Counts,
    Sets,
    answer_masks,
    bits,
    injections,
    law_counts,
    numbers,
    placed,
    ways,
)
from amulets_solver.game.errors import ArgumentError, ContradictionError
from amulets_solver.game.placement import Placement, letter
from amulets_solver.game.readings import Rules
from amulets_solver.game.record import Record
from amulets_solver.game.rules import (
    NO,
    SIGNS,
    YES,
    Asked,
    Cast,
    Event,
    Secret,
    answer,
    check_seat,
    check_secrets,
    confirms,
    others,
)

Count = Annotated[int, Between(0)]


@dataclass(frozen=True)
class Belief(Result):
    """A player's knowledge: the player's own secret, and everything heard.

    A belief is immutable; `hear` returns a new one.

    An answer depends only on the placement and on the secret of the player who answers. The knowledge is
    therefore one set of possible fields for each opponent and amulet. The sets are linked only by the rule
    that all fields and all amulets are different.

    Parameters
    ----------
    players : int
        Number of players.
    me : Secret or tuple of str
        The player's own field and amulet, like ``("C3", "B")``.
    seat : int, default: 1
        The player's own seat.
    rules : Rules, optional
        The size of the game and the interpretation of its rules.
    sets : tuple of tuple of int, optional
        The possible fields for each opponent (clockwise from the player's left) and each amulet, as bits.

    Raises
    ------
    ArgumentError
        The field, amulet or seat does not exist, the number of players is not allowed, or `sets` has another
        shape.
    ContradictionError
        No secrets of the other players agree with `sets`.

    Examples
    --------
    >>> from amulets_solver import Belief, Placement
    >>> belief = Belief(3, me=("C3", "B"))
    >>> belief.count
    6624
    >>> placement = Placement.parse("R:A1 Y:B2 G:D4 B:C5 K:E3")
    >>> heard = belief.hear(placement, "+-")
    >>> heard.count, round(heard.marginals["2"]["A1"], 3), heard.castable
    (978, 0.0, False)
    """

    players: int
    me: Secret
    seat: int = 1
    rules: Rules = field(default_factory=Rules)
    sets: tuple[tuple[int, ...], ...] = ()

    def __init__(
        self,
        players: SupportsIndex,
        me: Secret | tuple[str, str],
        seat: SupportsIndex = 1,
        rules: Rules | None = None,
        sets: tuple[tuple[int, ...], ...] = (),
    ):
        home, amulet = me
        secret = Secret(home.upper(), letter(amulet))
        numbers = {"players": operator.index(players), "seat": operator.index(seat)}
        given = numbers | {"me": secret, "rules": rules or Rules(), "sets": sets}
        for name, value in given.items():
            object.__setattr__(self, name, value)
        self.__post_init__()

    def __post_init__(self) -> None:
        self.rules.check_players(self.players)
        check_seat(self.seat, self.players)
        check_secrets({self.seat: self.me}, self.rules)
        if not self.sets:
            object.__setattr__(self, "sets", _all_sets(self.players, self.me, self.rules))
        rows, columns = self.players - 1, self.rules.amulets
        if [len(row) for row in self.sets] != [columns] * rows:
            raise ArgumentError(f"sets must have {rows} rows of {columns} numbers")
        if self.count == 0:
            raise ContradictionError("no secrets of the other players agree with the answers and verdicts")

    @classmethod
    def of(cls, record: Record, seat: int | None = None, events: Count | None = None) -> Self:
        """Return a player's knowledge after the events of a record.

        Parameters
        ----------
        record : Record
            The record of the game.
        seat : int, optional
            The player's seat. It may be omitted if the record has only one secret.
        events : int, optional
            Number of events to use, from the first. By default all are used.

        Returns
        -------
        Belief
            The knowledge.

        Raises
        ------
        ArgumentError
            The secret of this player is not in the record, or `seat` is missing and the record has several
            secrets, or `events` is negative.
        ContradictionError
            No secrets agree with the record. The message names the first line that contradicts the earlier
            lines. It also names each line without which the other lines would agree.
        """
        begin = belief = cls._before(record, seat)
        for number, event in enumerate(record.said[:events]):
            try:
                belief = belief.after(event)
            except ContradictionError as error:
                wrong = _slips(begin, record.said[: number + 1])
                listed = "; ".join(f"{record.named(one)}: {what}" for one, what in wrong.items())
                raise ContradictionError(
                    f"{record.named(number + 1)} ({event}) contradicts the events before it: {error}. "
                    + (f"If one event is wrong: {listed}" if wrong else "More than one event is wrong")
                ) from None
        return belief

    @classmethod
    def _before(cls, record: Record, seat: int | None) -> Self:
        """Return a player's knowledge before any question."""
        owners = sorted(record.secrets)
        if seat is None and len(owners) != 1:
            if not owners:
                raise ArgumentError("the record has no line 'me SEAT FIELD AMULET'; add one for your seat")
            seats = ", ".join(map(str, owners))
            raise ArgumentError(
                f"the record has the secrets of players {seats}; name one of them as the seat"
            )
        who = owners[0] if seat is None else seat
        if who not in record.secrets:
            listed = f"only that of {', '.join(map(str, owners))}" if owners else "and no other secret"
            raise ArgumentError(
                f"the record does not have the secret of player {plain(who)}, {listed}; "
                f"add a line 'me {who} FIELD AMULET'"
            )
        return cls(record.players, record.secrets[who], who, record.rules)

    @property
    def opponents(self) -> list[int]:
        """The seats of the others, clockwise from the player's left."""
        return others(self.seat, self.players)

    def after(self, event: Event) -> Self:
        """Return the knowledge after an event.

        Parameters
        ----------
        event : Asked or Cast
            A question or a cast, by any player.

        Returns
        -------
        Belief
            The knowledge.

        Raises
        ------
        ContradictionError
            No secrets agree with the event.
        """
        if isinstance(event, Asked):
            return self.hear(event.placement, event.answers, event.seat)
        check_kind(event, Cast)
        return self.hear_cast(event.placement, event.signs, event.seat)

    def hear(self, placement: Placement, answers: str, asker: int | None = None) -> Self:
        """Return the knowledge after the answers to a question.

        Parameters
        ----------
        placement : Placement
            The placement asked.
        answers : str
            The answers from the asker's left, one sign each. Answers that are still to come may be omitted.
        asker : int, optional
            The asker's seat; by default this player's seat.

        Returns
        -------
        Belief
            The knowledge.

        Raises
        ------
        ContradictionError
            No secrets give these answers, or this player's own answer among them is wrong.
        ArgumentError
            There are too many answers, or one of them is not an answer.
        """
        check_placement(placement, self.rules)
        by_sign = answer_masks(placed(placement, self.rules), self.rules)
        sets = list(self.sets)
        for seat, sign in self._spoken(answers, asker, SIGNS):
            if seat == self.seat:
                right = answer(self.me, placement)
                if right != sign:
                    raise ContradictionError(f"a player with {self.me} answers {right}, not {sign}")
                continue
            which, at = SIGNS.index(sign), self.opponents.index(seat)
            sets[at] = tuple(one & masks[which] for one, masks in zip(sets[at], by_sign, strict=True))
        return replace(self, sets=tuple(sets))

    def hear_cast(self, placement: Placement, signs: str, caster: int | None = None) -> Self:
        """Return the knowledge after a cast.

        Parameters
        ----------
        placement : Placement
            The placement that was cast.
        signs : str
            The verdict of each player who gave one, ``y`` or ``n``, from the caster's left.
        caster : int, optional
            The caster's seat; by default this player's seat.

        Returns
        -------
        Belief
            The knowledge.

        Raises
        ------
        ContradictionError
            No secrets give these verdicts, or this player's own verdict among them is wrong.
        ArgumentError
            There are too many verdicts, or one of them is neither y nor n.
        """
        check_placement(placement, self.rules)
        homes = [1 << one for one in placed(placement, self.rules)]
        sets = list(self.sets)
        for seat, sign in self._spoken(signs, caster, YES + NO):
            if seat == self.seat:
                if (sign == YES) != confirms(self.me, placement):
                    raise ContradictionError(f"a player with {self.me} does not say {sign}")
                continue
            at = self.opponents.index(seat)
            sets[at] = tuple(
                one & (home if sign == YES else ~home) for one, home in zip(sets[at], homes, strict=True)
            )
        return replace(self, sets=tuple(sets))

    def _spoken(self, said: str, speaker: int | None, allowed: str) -> list[tuple[int, str]]:
        """Return the seat and the sign of each player who spoke."""
        who = self.seat if speaker is None else speaker
        check_seat(who, self.players)
        if not isinstance(said, str) or not {*said} <= {*allowed}:
            raise ArgumentError(f"the signs are {' '.join(allowed)}, not {shorten(str(said))}")
        if len(said) > self.players - 1:
            given = number_of(len(said), "sign was", "signs were")
            raise ArgumentError(f"{given} given for {number_of(self.players - 1, 'other player')}")
        return list(zip(others(who, self.players), said, strict=False))

    @cached_property
    def array(self) -> Sets:
        """The sets as an array of shape (opponents, amulets)."""
        return np.array(self.sets, dtype=np.uint64)

    @property
    def injections(self) -> NDArray[np.intp]:
        """Every assignment of different amulets to the opponents, one per row."""
        own = self.rules.colours.index(self.me.amulet)
        free = tuple(amulet for amulet in range(self.rules.amulets) if amulet != own)
        return injections(free, self.players - 1)

    @cached_property
    def count_by_amulets(self) -> Counts:
        """Number of hypotheses with each assignment of amulets (row of `injections`)."""
        rows = self.injections
        return ways([self.array[one, rows[:, one]] for one in range(self.players - 1)])

    @cached_property
    def count(self) -> int:
        """Exact number of hypotheses (secrets of the others) that agree with everything heard."""
        return int(self.count_by_amulets.sum())

    @property
    def known(self) -> bool:
        """Whether only one hypothesis is left."""
        return self.count == 1

    @cached_property
    def weights(self) -> Counts:
        """Number of hypotheses in which each opponent has each combination of an amulet and a field.

        The shape is (opponents, amulets, fields).
        """
        rows, size = self.injections, len(self.rules.fields)
        single = np.uint64(1) << np.arange(size, dtype=np.uint64)
        weights = np.zeros((self.players - 1, self.rules.amulets, size), dtype=np.int64)
        for opponent in range(self.players - 1):
            sets = [self.array[other, rows[:, other], None] for other in range(self.players - 1)]
            sets[opponent] = sets[opponent] & single
            counts = ways(sets)
            for amulet in range(self.rules.amulets):
                weights[opponent, amulet] = counts[rows[:, opponent] == amulet].sum(axis=0)
        return weights

    @cached_property
    def marginals(self) -> dict[str, dict[str, float]]:
        """The exact probability of each field and of each amulet, by the opponent's seat (as text)."""
        marginals = {}
        for seat, weights in zip(self.opponents, self.weights, strict=True):
            by_field = zip(self.rules.fields, weights.sum(axis=0).tolist(), strict=True)
            by_amulet = zip(self.rules.colours, weights.sum(axis=1).tolist(), strict=True)
            marginals[str(seat)] = {name: count / self.count for name, count in (*by_field, *by_amulet)}
        return marginals

    @property
    def sheet(self) -> dict[int, dict[str, str]]:
        """The letters of the amulets that each opponent may have with each field, by seat and field.

        The text is empty if the opponent cannot have the field.
        """
        colours = self.rules.colours
        return {
            seat: {
                field: "".join(colours[at] for at in np.flatnonzero(one[:, number]))
                for number, field in enumerate(self.rules.fields)
            }
            for seat, one in zip(self.opponents, self.weights, strict=True)
        }

    def law_counts(self, placement: Placement) -> dict[str, int]:
        """Return the number of hypotheses behind each possible set of answers to this player's question.

        Parameters
        ----------
        placement : Placement
            The placement asked.

        Returns
        -------
        dict of str to int
            Number of hypotheses, by answers: one sign for each opponent, from the player's left.
        """
        check_placement(placement, self.rules)
        masks = np.array(answer_masks(placed(placement, self.rules), self.rules), dtype=np.uint64)
        counts = law_counts(self.array, self.injections, masks)
        vectors = map("".join, product(SIGNS, repeat=self.players - 1))
        return {signs: count for signs, count in zip(vectors, counts.tolist(), strict=True) if count}

    def law(self, placement: Placement) -> dict[str, float]:
        """Return the exact probability of each possible set of answers to this player's question.

        Parameters
        ----------
        placement : Placement
            The placement asked.

        Returns
        -------
        dict of str to float
            Probability, by answers: one sign for each opponent, from the player's left.
        """
        return {signs: count / self.count for signs, count in self.law_counts(placement).items()}

    @cached_property
    def castable(self) -> bool:
        """Whether a sure cast exists: a placement to which everybody will certainly say yes."""
        return self.sure_fields is not None

    @cached_property
    def sure_fields(self) -> dict[str, str] | None:
        """The field, in a sure cast, of each amulet that an opponent may own; None if no cast is sure.

        With ``Rules(spare="random")``, a sure cast also requires that the opponents' amulets are known,
        because the caster cannot choose the fields of the other amulets.
        """
        possible: NDArray[np.bool_] = np.any(self.weights > 0, axis=0)
        owned: NDArray[np.bool_] = np.any(possible, axis=1)
        if (possible.sum(axis=1) > 1).any() or (possible.sum(axis=0) > 1).any():
            return None
        if self.rules.spare == "random" and owned.sum() != self.players - 1:
            return None
        return {
            self.rules.colours[amulet]: self.rules.fields[int(possible[amulet].argmax())]
            for amulet in np.flatnonzero(owned).tolist()
        }

    def hypotheses(self) -> Iterator[tuple[Secret, ...]]:
        """Yield the hypotheses: possible secrets of the other players, clockwise from this player's left.

        Yields
        ------
        tuple of Secret
            One secret for each opponent.
        """
        yield from self._complete((), 0, 0)

    def _complete(self, begun: tuple[Secret, ...], amulets: int, fields: int) -> Iterator[tuple[Secret, ...]]:
        if len(begun) == self.players - 1:
            yield begun
            return
        for amulet, mask in enumerate(self.sets[len(begun)]):
            if not amulets >> amulet & 1:
                for number in bits(mask & ~fields):
                    secret = Secret(self.rules.fields[number], self.rules.colours[amulet])
                    yield from self._complete((*begun, secret), amulets | 1 << amulet, fields | 1 << number)

    def svg(
        self, placement: Placement | None = None, *, width: float | None = None, theme: str = "auto"
    ) -> str:
        """Return the `marginals`, in percent, as a drawing in SVG.

        Parameters
        ----------
        placement : Placement, optional
            Amulets to draw on the fields, for example a question.
        width : float, optional
            Width in pixels; by default the width that the drawing needs.
        theme : str, default: "auto"
            "light", "dark", or "auto", which follows the reader's settings.

        Returns
        -------
        str
            The drawing.

        Raises
        ------
        ArgumentError
            The width is out of range, the theme is unknown, or the placement does not fit the altar.
        """
        from amulets_solver.belief import drawing  # loads XML

        if placement is not None:
            check_placement(placement, self.rules)
        known = f"Player {self.seat} with {self.me} knows that {self._left}."
        drawn = drawing.altars(
            self.marginals, self.me, self.rules, known, placement, width=width, theme=theme
        )
        return drawn.svg()

    def facts(self) -> Facts:
        """Return the player, the number of hypotheses and the rules, as facts for display."""
        known = f"{self._left} (exact)" + "; one can cast for certain" * self.castable
        return [
            Fact("seat", self.seat, f"{self.seat} of {self.players}, with {self.me}", "player"),
            Fact(
                "count",
                self.count,
                "one hypothesis is left: all is known" if self.known else known,
                "knows",
                "bold",
            ),
            Fact("rules", {"players": self.players, **self.rules.described}),
        ]

    def _repr_svg_(self) -> str:
        return self.svg()

    @property
    def _left(self) -> str:
        """Return the number of hypotheses left, in words."""
        return f"{number_of(self.count, 'hypothesis is', 'hypotheses are')} left"

    def __repr__(self) -> str:
        """Return a summary in one line."""
        sure = "; one is left" if self.known else "; a cast is certain" if self.castable else ""
        left = number_of(self.count, "hypothesis", "hypotheses")
        return f"<Belief of player {self.seat} with {self.me}: {left}{sure}>"


def check_placement(placement: object, rules: Rules) -> None:
    """Raise an error unless a placement fits the altar and its amulets.

    Raises
    ------
    ArgumentError
        The placement has another number of amulets, or fields outside the altar.
    """
    check_kind(placement, Placement)
    assert isinstance(placement, Placement)
    fields = placement.fields
    if len(fields) != rules.amulets or len(set(fields)) != len(fields) or not {*fields} <= {*rules.fields}:
        raise ArgumentError(
            f"{shorten(str(placement))} does not put {rules.amulets} amulets on different fields of "
            f"a {rules.size} altar"
        )


@lru_cache(maxsize=4_096)
def _all_sets(players: int, me: Secret, rules: Rules) -> tuple[tuple[int, ...], ...]:
    """Return the sets at the start of a game: all fields and amulets except the player's own."""
    free = (1 << len(rules.fields)) - 1 & ~(1 << numbers(rules)[me.field])
    one = tuple(free if amulet != me.amulet else 0 for amulet in rules.colours)
    return (one,) * (players - 1)


# Events that may have been recorded wrongly ----------------------------------------------------------


def _slips(belief: Belief, events: Sequence[Event]) -> dict[int, str]:
    """Return each event without which the others agree, with the possible mistakes in it.

    The keys are the numbers of the events, from 1. `belief` is the player's knowledge before the events.
    """
    reasons_of = {}
    for at, event in enumerate(events):
        rest = [*events[:at], *events[at + 1 :]]
        heard = _belief_after(belief, rest)
        if heard is None:
            continue
        fits: dict[tuple[int, str], list[str]] = {}
        for seat, said, other, changed in _changed(event, belief.players):
            if _belief_after(heard, [changed]) is not None:
                fits.setdefault((seat, said), []).append(other)
        reasons = [
            f"player {seat} said {' or '.join(other)}, not {said}" for (seat, said), other in fits.items()
        ]
        reasons_of[at + 1] = "; or ".join(reasons) or "more than one of its signs, or its placement"
    return reasons_of


def _belief_after(belief: Belief, events: Sequence[Event]) -> Belief | None:
    """Return the knowledge after some events; None if no secrets agree with them."""
    try:
        for event in events:
            belief = belief.after(event)
    except ContradictionError:
        return None
    return belief


def _changed(event: Event, players: int) -> Iterator[tuple[int, str, str, Event]]:
    """Yield each change of one sign of an event: the speaker, the old sign, the new sign, the new event."""
    said = event.answers if isinstance(event, Asked) else event.signs
    for at, (seat, sign) in enumerate(zip(others(event.seat, players), said, strict=False)):
        for other in SIGNS if isinstance(event, Asked) else YES + NO:
            if other == sign:
                continue
            if isinstance(event, Asked):
                yield seat, sign, other, replace(event, answers=said[:at] + other + said[at + 1 :])
            else:  # the first no ends a cast; after a yes the next player would have spoken
                yield seat, sign, other, replace(event, signs=said[:at] + other)
