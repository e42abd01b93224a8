"""A record: what happened in a game, as a text with a line for each thing."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from _gamekit.problems import check_text
from amulets_solver.game.placement import Placement
from amulets_solver.game.readings import Rules
from amulets_solver.game.rules import Event, Secret


@dataclass(frozen=True)
class Record:
    """What was written down of a game: by one player, with the own secret, or by a referee, with all.

    Parameters
    ----------
    players : int
        How many there are.
    rules : Rules
        The size of the game and the readings.
    secrets : mapping of int to Secret
        The secrets that are known, by seat.
    events : tuple of Asked and Cast
        What happened, in order.
    start : Placement, optional
        Where the amulets stood in the beginning; nobody answers that.

    Examples
    --------
    >>> from amulets_solver import Record
    >>> record = Record.parse('''
    ...     players 3
    ...     me 1 C3 B
    ...     ask 1 R:A1 Y:B2 G:C4 B:D3 K:E5 : +-
    ... ''')
    >>> record.secrets[1].field, record.events[0].answers
    ('C3', '+-')
    """

    players: int
    rules: Rules = field(default_factory=Rules)
    secrets: Mapping[int, Secret] = field(default_factory=dict)
    events: tuple[Event, ...] = ()
    start: Placement | None = None
    lines: tuple[int, ...] = field(default=(), compare=False, repr=False)
    """For each event the line of the text it was read from."""

    @classmethod
    def parse(cls, text: str) -> Record:
        """Return the record that a text describes.

        Parameters
        ----------
        text : str
            A thing a line, or separated by ``;``; ``#`` begins a comment.

        Returns
        -------
        Record
            The record; ``str`` of it is the text again.

        Raises
        ------
        RecordFormatError
            Something is wrong with it; all problems are named, with line and column.
        """
        from amulets_solver.game.notation import read  # noqa: PLC0415  (it makes records)

        check_text(text)
        return read(text)

    def __str__(self) -> str:
        usual = Rules()
        lines = [f"players {self.players}"]
        for word, name in (("altar", "size"), ("amulets", "amulets"), ("after", "after"), ("spare", "spare")):
            value = getattr(self.rules, name)
            lines += [f"{word} {value}"] * (value != getattr(usual, name))
        lines += [f"start {self.start}"] * (self.start is not None)
        lines += [f"me {seat} {secret}" for seat, secret in sorted(self.secrets.items())]
        return "\n".join([*lines, *map(str, self.events)])
