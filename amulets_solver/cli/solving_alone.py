"""A player alone against secrets that the program has drawn; the others only answer."""

from __future__ import annotations

from collections.abc import Callable
from secrets import SystemRandom

from rich.console import RenderableType
from rich.text import Text

from _gamekit.sessions import OwnFiles, file_named
from amulets_solver.asking.casting import cast
from amulets_solver.asking.judging import judge
from amulets_solver.asking.question import question
from amulets_solver.belief.belief import Belief
from amulets_solver.game.errors import ArgumentError, PlacementFormatError
from amulets_solver.game.placement import Placement, by_lot
from amulets_solver.game.record import Record
from amulets_solver.game.rules import Asked, Cast, Event, Secret, answers, signs_of_cast
from amulets_solver.show.judge_report import judge_view
from amulets_solver.show.report import beliefs_view, below_beliefs, known_text, spell_book

HELP = """\
R:A1 Y:B2 G:C3 B:D4 K:E5   ask: where you put the amulets
cast R:A1 Y:B2 ...         say where the amulets of the others and their fields are; the rest is drawn
hint                       the best question, or a cast that cannot fail
beliefs                    what the others may have, by what you heard
show                       what you asked and heard
save FILE                  save what you know; 'amulets ask FILE' advises
give up                    end, and see what they had
help                       this list; quit (or Ctrl-D) ends at once"""
YOU = 1
"""The player's seat."""


class SolitaireSession:
    """One game at the terminal."""

    def __init__(self, secrets: list[Secret], belief: Belief):
        self._secrets = dict(enumerate(secrets, 1))
        self.belief = belief
        self.events: list[Event] = []
        self.over = False
        """True when the player wants to stop, or the game has ended."""
        self._own_files = OwnFiles()

    @property
    def prompt(self) -> str:
        """What is asked for."""
        asked = sum(isinstance(event, Asked) for event in self.events)
        return f"question {asked + 1}> "

    @property
    def record(self) -> Record:
        """What the player knows."""
        belief = self.belief
        return Record(belief.players, belief.rules, {YOU: belief.me}, tuple(self.events))

    def begin(self) -> list[RenderableType]:
        """Return what is said in the beginning."""
        seats = " and ".join(map(str, self.belief.opponents))
        told = f"You are player {YOU} with {self.belief.me}; what have players {seats}? "
        return [Text(told + known_text(self.belief))]

    def do(self, line: str) -> list[RenderableType]:
        """Do what a line says; return what is to be shown.

        Raises
        ------
        AmuletsError
            The line is wrong; nothing has changed.
        OSError
            A file cannot be written.
        """
        word, _, rest = line.strip().partition(" ")
        commands: dict[str, Callable[[str], list[RenderableType]]] = {
            "ask": self._ask,
            "cast": self._cast,
            "hint": self._hint,
            "beliefs": lambda rest: [beliefs_view(self.belief), below_beliefs()],
            "show": lambda rest: [spell_book(self.record), Text(known_text(self.belief))],
            "save": self._save,
            "give": self._give_up,
            "help": lambda rest: [Text(HELP)],
            "quit": self._quit,
        }
        if word.lower() in commands:
            return commands[word.lower()](rest.strip())
        return self._ask(line)

    def _placement(self, text: str) -> Placement:
        try:
            return Placement.parse(text, self.belief.rules)
        except PlacementFormatError as error:
            raise PlacementFormatError(error.problems, "'help' lists the commands") from None

    def _ask(self, text: str) -> list[RenderableType]:
        placement = self._placement(text)
        event = Asked(YOU, placement, answers(self._secrets, YOU, placement))
        self.events.append(event)
        self.belief = self.belief.after(event)
        told = ", ".join(
            f"player {seat} {sign}" for seat, sign in zip(self.belief.opponents, event.answers, strict=True)
        )
        return [Text(f"{told}: {known_text(self.belief)}")]

    def _cast(self, text: str) -> list[RenderableType]:
        placement = self._placement(
            by_lot(text, self.belief.rules, self.belief.players - 1, SystemRandom().sample)
        )
        event = Cast(YOU, placement, signs_of_cast(self._secrets, YOU, placement))
        self.events.append(event)
        result = "right: you have won" if event.succeeded else "wrong: the game is lost"
        return self._end(f"the amulets stood so: {placement}; {result}")

    def _hint(self, rest: str) -> list[RenderableType]:
        if self.belief.castable:
            named = " ".join(map(":".join, cast(self.belief).named.items()))
            return [Text(f"cast {named}: it cannot fail")]
        found = question(self.belief)
        return [Text(f"ask {found.placement}: {found.bits:.2f} bits, {found.summary}")]

    def _save(self, rest: str) -> list[RenderableType]:
        path = file_named(rest, "save FILE")
        self._own_files.write(path, f"{self.record}\n")
        return [Text(f"saved to {path}")]

    def _give_up(self, rest: str) -> list[RenderableType]:
        if rest.lower() != "up":
            raise ArgumentError("'give up' ends the game; 'help' lists the commands")
        return self._end("given up")

    def _quit(self, rest: str) -> list[RenderableType]:
        self.over = True
        return []

    def _end(self, result: str) -> list[RenderableType]:
        self.over = True
        theirs = "; ".join(f"player {seat}: {self._secrets[seat]}" for seat in self.belief.opponents)
        asked = sum(isinstance(event, Asked) for event in self.events)
        told: list[RenderableType] = [Text(f"{result}, after {asked} question{'s' * (asked != 1)}; {theirs}")]
        return [*told, judge_view(judge(self.record))] if self.events else told
