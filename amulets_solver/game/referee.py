"""Referee of a game in plain Python: turns, questions, answers and casts."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Self

from amulets_solver.game.errors import ArgumentError, IllegalActError
from amulets_solver.game.placement import Placement
from amulets_solver.game.readings import Rules
from amulets_solver.game.record import Record
from amulets_solver.game.rules import (
    NO,
    Asked,
    Cast,
    Event,
    Secret,
    answer,
    answers,
    check_secrets,
    others,
    signs_of_cast,
)
from amulets_solver.game.turns import passed, whose_turn


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
        if first not in self.secrets:
            raise ArgumentError(f"the seats are 1 to {self.players}, not {first!r}")
        self._turns = {0: first}
        self.failed: set[int] = set()
        self.events: list[Event] = []
        self.winner: int | None = None
        self._question: tuple[int, Placement] | None = None
        self._said = ""
        self._within: list[Cast] = []

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
            if isinstance(event, Cast):
                game._answer_until(event.heard)
                game.cast(event.seat, event.placement)
            else:
                game._answer_until(None)
                game._check(event.seat, event.placement)
                game._question, game._said = (event.seat, event.placement), ""
        game._answer_until(record.heard)
        if game.record.events != record.events:
            raise ArgumentError("the answers in the record do not agree with these secrets")
        game._turns |= record.turns
        return game

    @property
    def record(self) -> Record:
        """The record of the game so far, with all secrets.

        An open question has all its answers, including those still to come. If a cast between two answers
        ended the game, the question has only the answers before the cast.
        """
        asked = [] if self._question is None else self._whole_question()
        heard = None if self._question is None else len(self._said)
        events = (*self.events, *asked)
        turn = None if self.over or asked else self.turn
        return Record(
            self.players, self.rules, self.secrets, events, turn=turn, heard=heard, turns=self._turns
        )

    @property
    def turn(self) -> int:
        """The seat whose turn it is; while a question is being answered, the asker's."""
        if self._question is not None:
            return self._question[0]
        return whose_turn(self.players, self.events, self._turns) or self.last_cast.seat

    @turn.setter
    def turn(self, seat: int) -> None:
        self._turns[len(self.events)] = seat

    @property
    def players(self) -> int:
        """Number of players."""
        return len(self.secrets)

    @property
    def over(self) -> bool:
        """Whether the game has ended: a player has won, or every player's cast has failed."""
        return self.winner is not None or len(self.failed) == self.players

    @property
    def answering(self) -> bool:
        """Whether a question is being answered."""
        return self._question is not None

    @property
    def question(self) -> tuple[int, Placement]:
        """The seat that asked the open question, and its placement.

        Raises
        ------
        IllegalActError
            No question is open.
        """
        if self._question is None:
            raise IllegalActError("no question is being answered")
        return self._question

    @property
    def last_cast(self) -> Cast:
        """The last cast.

        Raises
        ------
        IllegalActError
            Nobody has cast yet.
        """
        casts = [*(event for event in self.events if isinstance(event, Cast)), *self._within]
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
        if self._question is not None:
            raise IllegalActError("a question is being answered; its answers come first")
        if seat != self.turn:
            raise IllegalActError(f"it is the turn of player {self.turn}, not of player {seat}")
        self._question, self._said = (seat, placement), ""

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
        asker, placement = self.question
        seat = others(asker, self.players)[len(self._said)]
        sign = answer(self.secrets[seat], placement)
        self._said += sign
        if len(self._said) == self.players - 1:
            self._end_question()
        return seat, sign

    def ask(self, seat: int, placement: Placement) -> str:
        """Put a question, and return all answers.

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
        if self.over or self._question is not None or seat != self.turn:
            raise IllegalActError(f"player {seat} has no turn to pass now")
        self.turn = passed(self.players, self.events, self._turns, seat)

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
        if self._question is not None and self.rules.after == "round":
            raise IllegalActError("players may cast only after all answers to the question (after=round)")
        signs = signs_of_cast(self.secrets, seat, placement)
        if self._question is None:
            self.events.append(Cast(seat, placement, signs))
        else:
            self._within.append(Cast(seat, placement, signs, len(self._said)))
        if NO not in signs:
            self.winner = seat
        else:
            self.failed.add(seat)
        if self.over and self._question is not None:
            self._end_question()
        return signs

    def casters(self) -> list[int]:
        """Return the seats that may still cast, in order of precedence.

        Returns
        -------
        list of int
            The seats. The last asker comes first, and the others follow clockwise.
        """
        asked = [event.seat for event in self.events if isinstance(event, Asked)]
        last = self._question[0] if self._question else asked[-1] if asked else self.turn
        return [seat for seat in [last, *others(last, self.players)] if seat not in self.failed]

    def _end_question(self) -> None:
        """Add the open question with its answers to the events, then the casts made between the answers."""
        asker, placement = self.question
        self.events += [Asked(asker, placement, self._said), *self._within]
        self._question, self._said, self._within = None, "", []

    def _whole_question(self) -> list[Event]:
        asker, placement = self.question
        return [Asked(asker, placement, answers(self.secrets, asker, placement)), *self._within]

    def _answer_until(self, heard: int | None) -> None:
        """Answer the open question until `heard` answers are given; None means all."""
        while self._question is not None and (heard is None or len(self._said) < heard):
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
