"""Game records: the players, the known cards and the acts, one line each."""

from __future__ import annotations

import functools
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Self

from _gamekit.facts import AsDict, Fact, for_programs
from _gamekit.problems import number_of, plain
from tales_of_arabia.game.acts import Act
from tales_of_arabia.game.dealing import check_players
from tales_of_arabia.game.deck import Deck
from tales_of_arabia.game.errors import ArgumentError
from tales_of_arabia.game.reading import read
from tales_of_arabia.game.readings import Rules
from tales_of_arabia.game.rules import Game


@dataclass(frozen=True, repr=False)
class Record(AsDict):
    """A written record of a game; `moments` replays it."""

    players: int
    """Number of players."""
    acts: tuple[Act, ...] = ()
    """The acts, in order."""
    deck: Deck = field(default_factory=Deck.standard)
    """The deck."""
    deck_file: str | None = None
    """The file that the deck was read from; None for the built-in deck."""
    rules: Rules = field(default_factory=Rules)
    """The options of the rules."""
    deals: Mapping[int, tuple[str, ...]] = field(default_factory=dict, hash=False)
    """The known hands at the start, by player."""
    pile: tuple[str, ...] | None = None
    """The draw pile at the start, from the top; None if it is not known."""
    first: int = 1
    """The player who tells first."""

    def __post_init__(self) -> None:
        check_players(self.players, self.deck)
        if self.first not in range(1, self.players + 1):
            raise ArgumentError(f"the players are 1 to {self.players}, not {plain(self.first)}")

    @classmethod
    def parse(cls, text: str, folder: str | Path | None = None) -> Self:
        """Return the record that a text describes, and check it by replaying the acts.

        Parameters
        ----------
        text : str
            One statement a line, or several separated by ``;``. Comments begin with ``#``.
        folder : str or Path, optional
            The folder to which the path of the deck file is relative; by default the working folder.

        Returns
        -------
        Record
            The record.

        Raises
        ------
        RecordFormatError
            The text is not a record; the message lists every problem. If all lines are well formed, the
            message names the first impossible act.

        Examples
        --------
        >>> from tales_of_arabia import Record
        >>> record = Record.parse("players 2; lay king; interrupt 2 jinni open")
        >>> record.game.teller, record.game.rows
        (2, (('king', 'jinni'), ()))
        """
        return cls(**read(text, Path() if folder is None else Path(folder)))

    @functools.cached_property
    def moments(self) -> tuple[Game, ...]:
        """The game before the first act and after each act.

        Raises
        ------
        IllegalActError
            An act is impossible.
        """
        start = Game.start(self.players, deck=self.deck, rules=self.rules, deals=self.deals, pile=self.pile)
        games = [replace(start, teller=self.first)]
        for act in self.acts:
            games.append(games[-1].play(act))
        return tuple(games)

    @property
    def game(self) -> Game:
        """The game after the last act."""
        return self.moments[-1]

    def played(self, act: Act) -> Self:
        """Return a new record with one more act.

        Parameters
        ----------
        act : Lay, Interrupt, End or Pass
            The act to add at the end.

        Returns
        -------
        Record
            The longer record.

        Raises
        ------
        IllegalActError
            The act is impossible; the message gives the reason.
        """
        after = replace(self, acts=(*self.acts, act))
        vars(after)["moments"] = (*self.moments, self.game.play(act))
        return after

    def facts(self) -> list[Fact]:
        """Return the game after the last act as facts for programs, which `tales score --json` prints."""
        game = self.game
        return [
            Fact("scores", game.scores),
            *for_programs(game, "teller", "rows", "over", "finisher", "players"),
            Fact("acts", len(self.acts)),
            Fact("hands", {player: game.hand(player).size for player in game.scores}),
            Fact("draw", len(game.draw)),
            Fact("won", {player: game.won[player - 1] for player in game.scores}),
            Fact("rules", asdict(game.rules)),
        ]

    def __repr__(self) -> str:
        count = len(self.acts)
        return f"<Record: {self.players} players, {number_of(count, 'act')}>"

    def __str__(self) -> str:
        lines = [f"players {self.players}"]
        if self.deck_file is not None:
            lines.append(f"deck {self.deck_file}")
        if self.rules != Rules():
            lines.append(f"rules {rules_words(self.rules)}")
        lines += [f"deal {player} {', '.join(cards)}" for player, cards in self.deals.items()]
        if self.pile is not None:
            lines.append(f"pile {', '.join(self.pile)}".rstrip())
        lines += [f"first {self.first}"] * (self.first != 1)
        return "\n".join([*lines, *map(str, self.acts)])


def rules_words(rules: Rules) -> str:
    """Return the options of the rules as text for a record."""
    return f"minimum={rules.minimum} main-minimum={rules.main_minimum}" + " passing" * rules.passing
