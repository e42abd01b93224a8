"""Game records: texts with one line for each event."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import NamedTuple, Self

from _gamekit.facts import Fact, Facts, Result, Rows, for_people
from _gamekit.problems import number_of
from amulets_solver.game.errors import ArgumentError
from amulets_solver.game.notation import read
from amulets_solver.game.placement import Placement
from amulets_solver.game.readings import Rules
from amulets_solver.game.rules import Asked, Cast, Event, Secret, check_seat, check_secrets, others
from amulets_solver.game.turns import lines_of, needed_turns, whose_turn


class Moment(NamedTuple):
    """A moment of a game: a question is asked, one answer is given, or a cast is made."""

    number: int
    """Number of the latest question or cast, counted from 1."""
    heard: int | None
    """Number of answers given so far to the open question; None if no question is open."""
    event: Event
    """The cast, or the question with the answers given so far."""


@dataclass(frozen=True)
class Record(Result):
    """A record of a game. A player's record has one secret; a referee's record has all secrets.

    Parameters
    ----------
    players : int
        Number of players.
    rules : Rules
        The size of the game and the interpretation of its rules.
    secrets : mapping of int to Secret
        The known secrets, by seat.
    events : tuple of Asked and Cast
        The questions and casts, in order.
    start : Placement, optional
        The placement at the start of the game, which nobody answers.
    turn : int, optional
        The seat whose turn it is at the end, if `events` and `turns` do not determine it.
    heard : int, optional
        Number of answers given so far to the open question; None if no question is open. `events` may already
        contain the answers still to come. If a cast between two answers ended the game, `events` has only the
        answers before the cast.
    turns : mapping of int to int, optional
        The seats that began or to which others passed the turn, by the number of events before. Entries that
        follow from the events are left out.

    Raises
    ------
    ArgumentError
        The number of players is not allowed, a seat does not exist, or the secrets cannot be dealt.

    Examples
    --------
    >>> from amulets_solver import Record
    >>> record = Record.parse('''
    ...     players 3
    ...     me 1 C3 B
    ...     ask 1 R:A1 Y:B2 G:C4 B:D3 K:E5 : +-
    ... ''')
    >>> record.secrets[1].field, str(record.events[0])
    ('C3', 'ask 1 R:A1 Y:B2 G:C4 B:D3 K:E5 : +-')
    """

    players: int
    rules: Rules = field(default_factory=Rules)
    secrets: Mapping[int, Secret] = field(default_factory=dict, hash=False)
    events: tuple[Event, ...] = ()
    start: Placement | None = None
    turn: int | None = None
    heard: int | None = None
    lines: tuple[int, ...] = field(default=(), compare=False, repr=False)
    """The line number of each event in the text; empty if the record was not read from a text."""
    turns: Mapping[int, int] = field(default_factory=dict, hash=False)

    def __post_init__(self) -> None:
        self.rules.check_players(self.players)
        given = [*self.secrets, *(event.seat for event in self.events), *self.turns.values()]
        for seat in [*given, *([] if self.turn is None else [self.turn])]:
            check_seat(seat, self.players)
        check_secrets(self.secrets, self.rules)
        turns = needed_turns(self.players, self.events, self.turns, self.turn)
        object.__setattr__(self, "turns", turns)
        at = self._last_question
        if at is None:
            return
        asked, last = self.events[at], self.events[-1]
        assert isinstance(asked, Asked)
        if self.over and isinstance(last, Cast) and last.heard is not None:
            ended = replace(asked, answers=asked.answers[: last.heard])  # nobody answers any more
            events = (*self.events[:at], ended, *self.events[at + 1 :])
            object.__setattr__(self, "events", events)
            object.__setattr__(self, "heard", last.heard)
        elif self.heard is None and len(asked.answers) < self.players - 1:
            object.__setattr__(self, "heard", len(asked.answers))

    @classmethod
    def parse(cls, text: str) -> Self:
        """Return the record that a text describes.

        Parameters
        ----------
        text : str
            One event a line, or several separated by ``;``. Comments begin with ``#``.

        Returns
        -------
        Record
            The record. Its ``str`` is an equivalent text.

        Raises
        ------
        RecordFormatError
            The text is not a record; the message lists all problems with line and column.
        """
        return cls(**read(text))

    @property
    def _size(self) -> str:
        """Return the number of players, and of questions and casts, in words."""
        events = number_of(len(self.events), "question or cast", "questions and casts")
        return f"{self.players} players, {events}"

    def __repr__(self) -> str:
        return f"<Record: {self._size}>"

    def facts(self) -> Facts:
        """Return the players, the secrets, and the questions and casts, as facts for display."""
        return [
            for_people("", self._size, "bold"),
            for_people(
                "secrets",
                "; ".join(f"player {seat}: {secret}" for seat, secret in sorted(self.secrets.items())),
            ),
            self.book,
            Fact("players", self.players),
            Fact("secrets", self.secrets),
            Fact("events", [str(event) for event in self.events]),
            Fact("rules", {"players": self.players, **self.rules.described}),
        ]

    @property
    def book(self) -> Rows:
        """The questions and casts as a table, as players write them down."""
        headings = self.spell_book_headings
        return Rows("", [list(map(for_people, headings, row)) for row in self.spell_book])

    @property
    def spell_book_headings(self) -> list[str]:
        """The headings of the columns of `spell_book`."""
        return ["by", *self.rules.colours, *(f"player {seat}" for seat in range(1, self.players + 1))]

    @property
    def spell_book(self) -> list[list[str]]:
        """One row for each question and cast: the seat, the amulets' fields, and each player's sign."""
        rows = []
        for event in self.said:
            spoken = event.answers if isinstance(event, Asked) else event.signs
            signs = dict(zip(others(event.seat, self.players), spoken, strict=False))
            what = str(event.seat) if isinstance(event, Asked) else f"{event.seat} casts"
            columns = [signs.get(seat, "") for seat in range(1, self.players + 1)]
            rows.append([what, *event.placement.fields, *columns])
        return rows

    @property
    def said(self) -> tuple[Event, ...]:
        """The events so far. If a question is open, it has only the answers already given."""
        at = self._last_question
        if self.heard is None or at is None:
            return self.events
        last = self.events[at]
        assert isinstance(last, Asked)
        begun = replace(last, answers=last.answers[: self.heard])
        return (*self.events[:at], begun, *self.events[at + 1 :])

    @property
    def moments(self) -> Iterator[Moment]:
        """All moments of the game, in order. A cast between two answers comes between them."""
        asked: Asked | None = None
        given = 0

        def answered(until: int, number: int) -> Iterator[Moment]:
            nonlocal given
            while asked is not None and given < min(until, len(asked.answers)):
                given += 1
                heard = given if given < self.players - 1 else None
                yield Moment(number, heard, replace(asked, answers=asked.answers[:given]))

        for number, event in enumerate(self.said, 1):
            before = event.heard if isinstance(event, Cast) and event.heard is not None else self.players
            yield from answered(before, number - 1)
            if isinstance(event, Asked):
                asked, given = event, 0
                yield Moment(number, 0, replace(event, answers=""))
            else:
                yield Moment(number, given if asked is not None and given < self.players - 1 else None, event)
        yield from answered(self.players, len(self.events))

    @property
    def _last_question(self) -> int | None:
        """Index of the last question among the events."""
        asked = [at for at, event in enumerate(self.events) if isinstance(event, Asked)]
        return asked[-1] if asked else None

    @property
    def question(self) -> Asked | None:
        """The question that is being answered, with all its answers in `events`; None if no question is."""
        at = self._last_question
        if self.heard is None or at is None or self.over:
            return None
        asked = self.events[at]
        assert isinstance(asked, Asked)
        return asked

    @property
    def answering(self) -> list[int]:
        """The seats that have still to answer the open question, in order; empty if no question is open."""
        asked = self.question
        return [] if asked is None else others(asked.seat, self.players)[self.heard :]

    @property
    def casters(self) -> list[int]:
        """The seats that may still cast, in order of precedence: the last asker's, the others' clockwise."""
        at = self._last_question
        last = self.next_turn or 1 if at is None else self.events[at].seat
        return [seat for seat in [last, *others(last, self.players)] if seat not in self.failed]

    @property
    def failed(self) -> frozenset[int]:
        """The seats whose casts have failed. These players may no longer ask or cast."""
        return frozenset(
            event.seat for event in self.events if isinstance(event, Cast) and not event.succeeded
        )

    @property
    def winner(self) -> int | None:
        """The seat that has won; None if nobody has."""
        won = (event.seat for event in self.events if isinstance(event, Cast) and event.succeeded)
        return next(won, None)

    def check_active(self, seat: int) -> None:
        """Raise an error unless a player may still ask and cast.

        Parameters
        ----------
        seat : int
            The player's seat.

        Raises
        ------
        ArgumentError
            There is no such seat, the game is over, or this player's cast has failed.
        """
        check_seat(seat, self.players)
        if self.winner is not None:
            raise ArgumentError(f"the game is over: player {self.winner} has won")
        if self.over:
            raise ArgumentError("the game is over: every player's cast has failed, so nobody wins")
        if seat in self.failed:
            raise ArgumentError(f"player {seat}'s cast failed; this player may only answer questions")

    @property
    def over(self) -> bool:
        """Whether the game has ended: a player has won, or every player's cast has failed."""
        return self.winner is not None or len(self.failed) == self.players

    def named(self, number: int) -> str:
        """Return the name of an event.

        Parameters
        ----------
        number : int
            Number of the event, from 1.

        Returns
        -------
        str
            ``line N`` if the record was read from a text, otherwise ``event N``.

        Raises
        ------
        ArgumentError
            There is no such event.
        """
        if number not in range(1, len(self.events) + 1):
            raise ArgumentError(f"number must be from 1 to {len(self.events)}, not {number}")
        return f"line {self.lines[number - 1]}" if self.lines else f"event {number}"

    @property
    def next_turn(self) -> int | None:
        """The seat whose turn it is after the events; None if it is not known, or if nobody has a turn."""
        return whose_turn(self.players, self.events, self.turns)

    @property
    def order(self) -> tuple[int | None, dict[int, int]]:
        """The seat whose turn it is, and the questions that were asked out of turn.

        The seat is None if it is not known. For each question out of turn, the dictionary maps the number of
        the event to the seat whose turn it was. Turns skip the players whose casts have failed.
        """
        wrong = {}
        for number, event in enumerate(self.events):
            turn = whose_turn(self.players, self.events[:number], self.turns)
            if isinstance(event, Asked) and turn not in (None, event.seat):
                wrong[number + 1] = turn
        return self.next_turn, wrong

    def __str__(self) -> str:
        usual = Rules()
        lines = [f"players {self.players}"]
        for word, name in (("altar", "size"), ("amulets", "amulets"), ("after", "after"), ("spare", "spare")):
            value = getattr(self.rules, name)
            lines += [f"{word} {value}"] * (value != getattr(usual, name))
        lines += [f"start {self.start}"] * (self.start is not None)
        lines += [f"me {seat} {secret}" for seat, secret in sorted(self.secrets.items())]
        lines += lines_of(self.players, self.events, self.turns, self.turn)
        for word in ("turn", "heard"):
            lines += [f"{word} {getattr(self, word)}"] * (getattr(self, word) is not None)
        return "\n".join(lines)
