"""`amulets solitaire`: a game for one player, in which the other players only answer."""

from __future__ import annotations

from argparse import Namespace
from secrets import SystemRandom, randbits
from typing import TYPE_CHECKING

import amulets_solver
from _gamekit.facts import view_of
from _gamekit.problems import number_of
from _gamekit.sessions import Session, talk
from amulets_solver import racing, show
from amulets_solver.cli import PROGRAM
from amulets_solver.cli.options import add_new_game, rules_of
from amulets_solver.game.errors import ArgumentError, PlacementFormatError
from amulets_solver.game.placement import Placement, by_lot
from amulets_solver.game.record import Record
from amulets_solver.game.rules import Asked, Cast, Event, Secret, answers, signs_of_cast

if TYPE_CHECKING:
    from argparse import ArgumentParser

    from _gamekit.sessions import Views, Words

EXAMPLES = ["amulets solitaire --players 3 --seed 7"]
YOU = 1
"""The player's seat."""


def add_options(parser: ArgumentParser) -> None:
    """Add the options of the command."""
    add_new_game(parser)


def run(options: Namespace) -> int:
    """Run the command; return its exit code."""
    rules = rules_of(options)
    rules.check_players(options.players)
    seed = randbits(64) if options.seed is None else options.seed
    secrets = racing.playing.random_secrets(options.players, rules, seed, 0)
    belief = amulets_solver.Belief(options.players, secrets[YOU - 1], YOU, rules)
    return talk(PROGRAM, SolitaireSession(secrets, belief))


class SolitaireSession(Session):
    """A terminal session in which one player asks, and the program answers for the others."""

    HELP = """\
R:A1 Y:B2 G:C3 B:D4 K:E5   ask a question with this placement
cast R:A1 Y:B2 ...         cast; name the amulets of the others
hint                       show the best question, or a sure cast
beliefs                    show the probabilities of the others' secrets
show                       show the questions and answers so far
save FILE                  save what you know; 'amulets ask FILE' advises
give up                    end the game and show the others' secrets
help                       this list; quit (or Ctrl-D) ends at once"""

    def __init__(self, secrets: list[Secret], belief: amulets_solver.Belief):
        super().__init__()
        self._secrets = dict(enumerate(secrets, 1))
        self.belief = belief
        self.events: list[Event] = []

    @property
    def prompt(self) -> str:
        """The prompt, which has the number of the next question."""
        asked = sum(isinstance(event, Asked) for event in self.events)
        return f"question {asked + 1}> "

    @property
    def record(self) -> Record:
        """The record of the player's knowledge."""
        belief = self.belief
        return Record(belief.players, belief.rules, {YOU: belief.me}, tuple(self.events))

    @property
    def text(self) -> str:
        """The text of the record."""
        return f"{self.record}\n"

    def begin(self) -> Views:
        """Return the text shown at the start."""
        seats = " and ".join(map(str, self.belief.opponents))
        sentence = f"You are player {YOU} with {self.belief.me}; what have players {seats}? "
        return [sentence + show.report.known_text(self.belief)]

    def words(self) -> Words:
        """Return, for each first word of a line, the function for the rest; all other lines are questions."""
        return {
            "ask": self._ask,
            "cast": self._cast,
            "hint": self._hint,
            "beliefs": lambda rest: [show.report.beliefs_view(self.belief), show.report.below_beliefs()],
            "show": lambda rest: [show.report.spell_book(self.record), show.report.known_text(self.belief)],
            "save": self.save,
            "give": self._give_up,
        }

    def other(self, line: str) -> Views:
        """Ask a question."""
        return self._ask(line)

    def _placement(self, text: str) -> Placement:
        try:
            return Placement.parse(text, self.belief.rules)
        except PlacementFormatError as error:
            raise PlacementFormatError(error.problems, "'help' lists the commands") from None

    def _ask(self, text: str) -> Views:
        placement = self._placement(text)
        event = Asked(YOU, placement, answers(self._secrets, YOU, placement))
        self.events.append(event)
        self.belief = self.belief.after(event)
        replies = ", ".join(
            f"player {seat} {sign}" for seat, sign in zip(self.belief.opponents, event.answers, strict=True)
        )
        return [f"{replies}: {show.report.known_text(self.belief)}"]

    def _cast(self, text: str) -> Views:
        placement = by_lot(text, self.belief.rules, self.belief.players, SystemRandom().sample)
        event = Cast(YOU, placement, signs_of_cast(self._secrets, YOU, placement))
        self.events.append(event)
        result = "right: you have won" if event.succeeded else "wrong: the game is lost"
        return self._end(f"the amulets were placed like this: {placement}; {result}")

    def _hint(self, rest: str) -> Views:
        if self.belief.castable:
            named = " ".join(map(":".join, amulets_solver.cast(self.belief).named.items()))
            return [f"cast {named}: it cannot fail"]
        found = amulets_solver.question(self.belief)
        return [f"ask {found.placement}: {found.bits:.2f} bits, {found.summary}"]

    def _give_up(self, rest: str) -> Views:
        if rest.lower() != "up":
            raise ArgumentError("'give up' ends the game; 'help' lists the commands")
        return self._end("given up")

    def _end(self, result: str) -> Views:
        self.over = True
        theirs = "; ".join(f"player {seat}: {self._secrets[seat]}" for seat in self.belief.opponents)
        asked = sum(isinstance(event, Asked) for event in self.events)
        views: Views = [f"{result}, after {number_of(asked, 'question')}; {theirs}"]
        if self.events:
            views.append(view_of(show.report.judge_facts(amulets_solver.judge(self.record))))
        return views
