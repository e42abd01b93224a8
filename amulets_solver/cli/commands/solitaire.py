"""`amulets solitaire`: a game for one player against the program."""

from __future__ import annotations

from argparse import ArgumentTypeError, Namespace
from dataclasses import replace
from secrets import SystemRandom, randbits
from typing import TYPE_CHECKING

import amulets_solver
from _gamekit.facts import view_of
from _gamekit.problems import number_of, shorten
from _gamekit.sessions import Session, alone, talk
from amulets_solver import racing, show
from amulets_solver.cli import PROGRAM
from amulets_solver.cli.options import add_new_game, rules_of
from amulets_solver.game.errors import ArgumentError, PlacementFormatError
from amulets_solver.game.placement import Placement, by_lot
from amulets_solver.game.record import Record
from amulets_solver.game.referee import Game
from amulets_solver.game.rules import NO, Asked, others
from amulets_solver.racing.playing import Choice, Players, Step
from amulets_solver.racing.policies import Policy
from amulets_solver.sizes import POLICIES

if TYPE_CHECKING:
    from argparse import ArgumentParser

    from _gamekit.sessions import Views, Words

EXAMPLES = ["amulets solitaire --players 3 --seed 7", "amulets solitaire --players 4 --rivals gambler"]
YOU = 1
"""The player's seat."""
RIVALS_HELP = """
next                       go on to the next answer or turn, without a cast
next all                   go on to your turn
pass                       end your turn without a question"""
"""The commands that only a game with rivals has."""


def add_options(parser: ArgumentParser) -> None:
    """Add the options of the command."""
    parser.add_argument(
        "--rivals",
        type=policy,
        metavar="POLICY",
        help=f"the others ask and cast too, by a policy: {', '.join(POLICIES)} (default: they only answer)",
    )
    add_new_game(parser)


def policy(name: str) -> Policy:
    """Parse the name of a policy."""
    try:
        return Policy.named(name)
    except ArgumentError as error:
        raise ArgumentTypeError(str(error)) from None


def run(options: Namespace) -> int:
    """Run the command; return its exit code."""
    rules = rules_of(options)
    rules.check_players(options.players)
    seed = randbits(64) if options.seed is None else options.seed
    secrets = racing.playing.random_secrets(options.players, rules, seed, 0)
    return talk(PROGRAM, SolitaireSession(Game(secrets, rules), options.rivals, seed))


class SolitaireSession(Session):
    """A terminal session of one player, in which the program answers, asks and casts for the others."""

    HELP = """\
R:A1 Y:B2 G:C3 B:D4 K:E5   ask a question with this placement
cast R:A1 Y:B2 ...         cast; name the amulets of the others
hint                       show the best question, or a sure cast
beliefs                    show the probabilities of the others' secrets
show                       show the questions and answers so far
save FILE                  save what you know; 'amulets ask FILE' advises
give up                    end the game and show the others' secrets
help                       this list; quit (or Ctrl-D) ends at once"""

    def __init__(self, game: Game, rivals: Policy | None = None, seed: int = 0):
        super().__init__()
        self.game = game
        self._rivals = rivals
        policies = [None, *[rivals] * (game.players - 1)]
        self._players = Players(game, policies, seed, 0)
        self._steps = self._players.steps(YOU)
        self._choice: Choice | None = None
        """The decision that the player makes next; None at the end of the game."""
        if rivals is not None:
            self.HELP += RIVALS_HELP
        self._begun = False
        self._go()

    @property
    def belief(self) -> amulets_solver.Belief:
        """The player's knowledge."""
        return self._players.beliefs[YOU]

    @property
    def prompt(self) -> str:
        """The prompt, which has the number of the next question."""
        return f"question {self._asked + 1}> " if self._choice is Choice.ASK else "next or cast> "

    @property
    def record(self) -> Record:
        """The record of the player's knowledge."""
        record = self.game.record
        return replace(record, secrets={YOU: self.game.secrets[YOU]}, events=record.said)

    @property
    def _asked(self) -> int:
        return sum(isinstance(event, Asked) for event in self.record.events)

    @property
    def text(self) -> str:
        """The text of the record."""
        return f"{self.record}\n"

    def begin(self) -> Views:
        """Return the text shown at the start."""
        seats = " and ".join(map(str, self.belief.opponents))
        sentence = f"You are player {YOU} with {self.belief.me}; what have players {seats}? "
        return [sentence + show.report.known_text(self.belief)]

    def _go(self, question: Placement | None = None, all: bool = False) -> list[Step]:
        """Go on to the player's next decision, or with `all` to the next turn; return what happens.

        The player asks the question, if one is given. Nobody else casts in a game without rivals, so that it
        goes on to the player's turn.
        """
        happened: list[Step] = []
        self._choice = None
        while self._choice is None:
            try:
                step = self._steps.send(question if self._begun else None)
            except StopIteration:
                break
            self._begun, question = True, None
            if step is Choice.ASK or (step is Choice.CAST and self._rivals is not None and not all):
                self._choice = step
            happened.append(step)
        return happened

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
            **({} if self._rivals is None else {"next": self._next, "pass": alone(self._pass)}),
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
        if self._choice is not Choice.ASK:
            raise ArgumentError("it is not your turn to ask; 'next' goes on, and 'cast' casts")
        if self._rivals is not None:
            return self._went(self._go(placement))
        *_, answered = (step for step in self._go(placement) if isinstance(step, Asked))
        replies = ", ".join(
            f"player {seat} {sign}"
            for seat, sign in zip(self.belief.opponents, answered.answers, strict=True)
        )
        return [f"{replies}: {show.report.known_text(self.belief)}"]

    def _next(self, rest: str) -> Views:
        if rest.lower() not in ("", "all"):
            raise ArgumentError(f"type 'next' or 'next all', not 'next' with {shorten(rest)}")
        if self._choice is Choice.ASK:
            raise ArgumentError("it is your turn: ask, 'cast' or 'pass'")
        return self._went(self._go(all=bool(rest)))

    def _pass(self) -> Views:
        if self._choice is not Choice.ASK:
            raise ArgumentError("it is not your turn; 'next' goes on")
        return self._went(self._go())

    def _went(self, steps: list[Step]) -> Views:
        """Return what happened, and what the player knows then or how the game ended."""
        views: Views = [line for step in steps if (line := self._said(step))]
        if self._choice is not None:
            return [*views, show.report.known_text(self.belief)]
        winner = self.game.winner
        return [*views, *self._end("nobody has won" if winner is None else f"player {winner} has won")]

    def _said(self, step: Step) -> str:
        """Return what is said aloud at a step; empty if nothing is."""
        if isinstance(step, Choice):
            return "it is your turn" * (step is Choice.ASK)
        theirs = others(step.seat, self.game.players)
        if isinstance(step, Asked):
            if not step.answers:
                return f"player {step.seat} asks {step.placement}"
            return f"player {theirs[len(step.answers) - 1]} answers {step.answers[-1]}"
        verdicts = ", ".join(
            f"player {seat} says {'no' if sign == NO else 'yes'}"
            for seat, sign in zip(theirs, step.signs, strict=False)
        )
        return f"player {step.seat} casts {step.placement}: {verdicts}"

    def _cast(self, text: str) -> Views:
        placement = by_lot(text, self.game.rules, self.game.players, SystemRandom().sample)
        event = self._players.cast(YOU, placement)
        laid = f"the amulets were placed like this: {placement}"
        if event.succeeded:
            return self._end(f"{laid}; right: you have won")
        if self._rivals is None:
            return self._end(f"{laid}; wrong: the game is lost")
        return [f"{laid}; wrong: you only answer from now on", *self._went(self._go(all=True))]

    def _hint(self, rest: str) -> Views:
        if self.belief.castable:
            named = " ".join(map(":".join, amulets_solver.cast(self.belief).named.items()))
            return [f"cast {named}: it cannot fail"]
        found = amulets_solver.question(self.belief)
        return [show.report.question_text(self.belief, found)]

    def _give_up(self, rest: str) -> Views:
        if rest.lower() != "up":
            raise ArgumentError("'give up' ends the game; 'help' lists the commands")
        return self._end("given up")

    def _end(self, result: str) -> Views:
        self.over = True
        theirs = "; ".join(f"player {seat}: {self.game.secrets[seat]}" for seat in self.belief.opponents)
        views: Views = [f"{result}, after {number_of(self._asked, 'question')}; {theirs}"]
        if self.record.events:
            views.append(view_of(amulets_solver.judge(self.record).facts()))
        return views
