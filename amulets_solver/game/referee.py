"""Referee of a game in plain Python: turns, questions, answers and casts."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Self

from amulets_solver.game.errors import ArgumentError, IllegalActError
from amulets_solver.game.placement import Placement
from amulets_solver.game.readings import Rules
from amulets_solver.game.record import Record
from amulets_solver.game.rules import (
    Asked,
    Cast,
    Event,
    Secret,
    answer,
    answers,
    check_seat,
    check_secrets,
    signs_of_cast,
)
from amulets_solver.game.turns import passed


class Game:
    """A game led by a referee, who knows all secrets and gives the answers.

    Parameters
    ----------
    secrets : sequence of Secret
        The secret of each seat, from seat 1 on.
    rules : Rules, optional
        The size of the game and the interpretation of its rules.
    first : int, default: 1
        The seat that begins.

    Raises
    ------
    ArgumentError
        Two players have the same field or the same amulet, or `first` is not a seat.

    Examples
    --------
    >>> from amulets_solver import Game, Placement
    >>> game = Game([("A1", "R"), ("B4", "Y"), ("C3", "G")])
    >>> game.ask(1, Placement.parse("R:A2 Y:B4 G:A3 B:D5 K:E1"))
    '*+'
    >>> game.turn, game.over
    (2, False)
    >>> game.cast(3, Placement.parse("R:A1 Y:B4 G:C1 B:D5 K:E1"))
    'yy'
    >>> game.winner
    3
    """

    def __init__(
        self, secrets: Sequence[tuple[str, str]], rules: Rules | None = None, first: int = 1
    ) -> None:
        self.rules = Rules() if rules is None else rules
        self.rules.check_players(len(secrets))
        self.secrets: dict[int, Secret] = {seat: Secret(*one) for seat, one in enumerate(secrets, 1)}
        check_secrets(self.secrets, self.rules)
        check_seat(first, self.players)
        self._record = Record(self.players, self.rules, self.secrets, turns={0: first})

    @classmethod
    def of(cls, record: Record) -> Self:
        """Return the game at the end of a record.

        Parameters
        ----------
        record : Record
            The record of the game, with the secrets of all players.

        Returns
        -------
        Game
            The game, which can continue.

        Raises
        ------
        ArgumentError
            A secret is missing, or the answers in the record do not agree with the secrets.
        IllegalActError
            The rules forbid an event of the record.
        """
        missing = [str(seat) for seat in range(1, record.players + 1) if seat not in record.secrets]
        if missing:
            raise ArgumentError(
                f"a resumed game needs the secrets of all players; the line 'me {missing[0]} …' is missing"
            )
        asked = (event.seat for event in record.events if isinstance(event, Asked))
        first = record.turns.get(0) or next(asked, 1)
        game = cls([record.secrets[seat] for seat in sorted(record.secrets)], record.rules, first)
        for event in record.events:
            game._answer_until(event.heard if isinstance(event, Cast) else None)
            if isinstance(event, Cast):
                game.cast(event.seat, event.placement)
            else:
                game._check(event.seat, event.placement)
                game._ask(event.seat, event.placement)
        game._answer_until(record.heard)
        agree = all(event.agrees(game.secrets) for event in record.events)
        if not agree or game._record.said != record.said:
            raise ArgumentError("the answers in the record do not agree with these secrets")
        game._record = replace(game._record, turns={**game._record.turns, **record.turns})
        return game

    @property
    def record(self) -> Record:
        """The record of the game so far, with all secrets.

        An open question has all its answers, including those still to come. If a cast between two answers
        ended the game, the question has only the answers before the cast.
        """
        return replace(self._record, turn=None if self.over or self.answering else self.turn)

    @property
    def events(self) -> list[Event]:
        """The questions with all their answers, and the casts; an open question and its casts come later."""
        events, asked = self._record.events, self._record.question
        return list(events if asked is None else events[: events.index(asked)])

    @property
    def failed(self) -> frozenset[int]:
        """The seats whose casts have failed."""
        return self._record.failed

    @property
    def winner(self) -> int | None:
        """The seat that has won; None if nobody has."""
        return self._record.winner

    @property
    def turn(self) -> int:
        """The seat whose turn it is; while a question is being answered, the asker's."""
        asked = self._record.question
        return asked.seat if asked is not None else self._record.next_turn or self.last_cast.seat

    @turn.setter
    def turn(self, seat: int) -> None:
        self._record = replace(
            self._record, turns={**self._record.turns, len(self._record.events): seat}, turn=None
        )

    @property
    def players(self) -> int:
        """Number of players."""
        return len(self.secrets)

    @property
    def over(self) -> bool:
        """Whether the game has ended: a player has won, or every player's cast has failed."""
        return self._record.over

    @property
    def answering(self) -> bool:
        """Whether a question is being answered."""
        return self._record.question is not None

    @property
    def question(self) -> tuple[int, Placement]:
        """The seat that asked the open question, and its placement.

        Raises
        ------
        IllegalActError
            No question is open.
        """
        asked = self._record.question
        if asked is None:
            raise IllegalActError("no question is being answered")
        return asked.seat, asked.placement

    @property
    def heard(self) -> str:
        """The answers given so far to the open question; empty if no question is open."""
        asked = self._record.question
        return "" if asked is None else asked.answers[: self._record.heard]

    @property
    def last_cast(self) -> Cast:
        """The last cast.

        Raises
        ------
        IllegalActError
            Nobody has cast yet.
        """
        casts = [event for event in self._record.events if isinstance(event, Cast)]
        if not casts:
            raise IllegalActError("nobody has cast yet")
        return casts[-1]

    def put(self, seat: int, placement: Placement) -> None:
        """Put a question without hearing the answers; `next_answer` gives them one by one.

        Parameters
        ----------
        seat : int
            The asker's seat.
        placement : Placement
            The placement of the amulets.

        Raises
        ------
        IllegalActError
            The game is over, a question is open, it is not this player's turn, this player's cast has failed,
            or the placement does not fit the altar.
        """
        self._check(seat, placement)
        if self.answering:
            raise IllegalActError("a question is being answered; its answers come first")
        if seat != self.turn:
            raise IllegalActError(f"it is the turn of player {self.turn}, not of player {seat}")
        self._ask(seat, placement)

    def next_answer(self) -> tuple[int, str]:
        """Return the seat that answers next, and its answer.

        Returns
        -------
        tuple of int and str
            The seat, and the sign of the answer.

        Raises
        ------
        IllegalActError
            No question is being answered.
        """
        _, placement = self.question
        seat, *rest = self._record.answering
        heard = self.players - 1 - len(rest)
        self._record = replace(self._record, heard=heard if rest else None)
        return seat, answer(self.secrets[seat], placement)

    def ask(self, seat: int, placement: Placement) -> str:
        """Ask a question and return all answers.

        Parameters
        ----------
        seat : int
            The asker's seat.
        placement : Placement
            The placement of the amulets.

        Returns
        -------
        str
            One sign for each other player, from the asker's left.

        Raises
        ------
        IllegalActError
            As for `put`.
        """
        self.put(seat, placement)
        return "".join(self.next_answer()[1] for _ in range(self.players - 1))

    def pass_turn(self, seat: int) -> None:
        """Pass the turn without a question.

        Parameters
        ----------
        seat : int
            The seat whose turn it is.

        Raises
        ------
        IllegalActError
            It is not this player's turn, a question is open, or the game is over.
        """
        if self.over or self.answering or seat != self.turn:
            raise IllegalActError(f"player {seat} has no turn to pass now")
        self.turn = passed(self.players, self._record.events, self._record.turns, seat)

    def cast(self, seat: int, placement: Placement) -> str:
        """Try to cast the spell.

        Parameters
        ----------
        seat : int
            The caster's seat; it need not be this player's turn.
        placement : Placement
            The placement of the amulets.

        Returns
        -------
        str
            The verdicts of the other players, up to the first no.

        Raises
        ------
        IllegalActError
            The game is over, an earlier cast of this player has failed, or the placement does not fit the
            altar. With ``after="round"``, casts are also forbidden while a question is open.
        """
        self._check(seat, placement)
        if self.answering and self.rules.after == "round":
            raise IllegalActError("players may cast only after all answers to the question (after=round)")
        signs = signs_of_cast(self.secrets, seat, placement)
        event = Cast(seat, placement, signs, self._record.heard)
        self._record = replace(self._record, events=(*self._record.events, event), turn=None)
        return signs

    def casters(self) -> list[int]:
        """Return the seats that may still cast, in order of precedence.

        Returns
        -------
        list of int
            The seats. The last asker comes first, and the others follow clockwise.
        """
        return self._record.casters

    def _ask(self, seat: int, placement: Placement) -> None:
        asked = Asked(seat, placement, answers(self.secrets, seat, placement))
        self._record = replace(self._record, events=(*self._record.events, asked), turn=None, heard=0)

    def _answer_until(self, heard: int | None) -> None:
        """Answer the open question until `heard` answers are given; None means all."""
        while self.answering and (heard is None or (self._record.heard or 0) < heard):
            self.next_answer()

    def _check(self, seat: int, placement: Placement) -> None:
        if self.over:
            raise IllegalActError("the game is over")
        if seat not in self.secrets:
            raise IllegalActError(f"the seats are 1 to {self.players}, not {seat!r}")
        if seat in self.failed:
            raise IllegalActError(f"player {seat}'s cast failed; this player may only answer questions")
        if len(placement.fields) != self.rules.amulets or not {*placement.fields} <= {*self.rules.fields}:
            raise IllegalActError(
                f"{placement} is not a placement of {self.rules.amulets} amulets on a {self.rules.size} altar"
            )
