"""`amulets sit`: one player's session at a real table."""

from __future__ import annotations

import os
import re
from argparse import ArgumentParser, Namespace
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import amulets_solver
from _gamekit.arguments import whole_number
from _gamekit.problems import ProblemsError, StoppedError
from _gamekit.progress import status
from _gamekit.sessions import Session, alone, file_named, talk
from amulets_solver import show
from amulets_solver.cli import PROGRAM
from amulets_solver.cli.options import add_players, add_rules, record_of, rules_of
from amulets_solver.game.errors import ArgumentError, ContradictionError, PlacementFormatError, shorten
from amulets_solver.game.placement import Placement, letter
from amulets_solver.game.record import Record
from amulets_solver.game.rules import Asked, Cast, Secret, others
from amulets_solver.game.spoken import ANSWER_NAMES, ANSWERS, VERDICTS, SpokenLine
from amulets_solver.game.turns import Turns, passed

if TYPE_CHECKING:
    from _gamekit.sessions import Views, Words

EXAMPLES = [
    "amulets sit --players 4 --me C3 B evening.txt",
    "amulets sit evening.txt",
    "amulets sit --players 3 --me A1 R --seat 2 --first 3 --advise",
]

PLAYOUTS = 50
"""Number of simulated games by which 'cast?' judges waiting."""
_EVENT, _PASS = r"(?P<name>ask|cast)(s|ed)?\b", r"(?P<name>pass)(es|ed)?\b"
_FIX = "'fix 3 +-o' or 'fix 3 yn' corrects the answers of event 3; 'fix 3 ask 2 R:A1 … : +-o' replaces it"
_DROP = "'drop 3' removes event 3"


def add_options(parser: ArgumentParser) -> None:
    """Add the options of the command."""
    parser.description = """\
Type the questions and answers that you hear at the table. Your sheet crosses
out what is impossible. 'hint' shows the best question, 'cast?' the best cast
and whether to wait; --advise shows both after every line. The program refuses a
line that contradicts earlier lines, and names the earlier lines that may be
wrong. FILE is saved after every line, so you can continue later."""
    parser.add_argument("record", metavar="FILE", nargs="?", help="the file that keeps the session")
    add_players(parser, required=False)
    parser.add_argument(
        "--me", nargs=2, metavar=("FIELD", "AMULET"), help="the field and amulet that you drew, like C3 B"
    )
    parser.add_argument(
        "--seat", type=whole_number(1, 5), default=1, metavar="S", help="your seat (default 1)"
    )
    parser.add_argument(
        "--first", type=whole_number(1, 5), metavar="S", help="the player who begins, if you know"
    )
    parser.add_argument(
        "--advise", action="store_true", help="show the best cast after every line, and what to ask"
    )
    add_rules(parser)


def run(options: Namespace) -> int:
    """Run the command; return its exit code."""
    return talk(PROGRAM, SitSession(*_beginning(options), advise=options.advise))


def _beginning(options: Namespace) -> tuple[Record, Path | None]:
    """Return the record to continue, or an empty record, and the file to save the session to, if any."""
    path = None if options.record is None else file_named(options.record, "amulets sit … FILE")
    new = options.players is not None and options.me is not None
    if path is not None and os.path.lexists(path):
        if (
            options.players is not None
            or options.me is not None
            or (options.first, options.seat) != (None, 1)
            or rules_of(options) != type(rules_of(options))()
        ):
            raise ArgumentError(
                f"{path} exists: omit the other options to continue its session, or name another file for "
                "a new game"
            )
        record = record_of(options)
        if len(record.secrets) != 1:
            raise ArgumentError(f"a session needs exactly one line 'me'; {path} has {len(record.secrets)}")
        return record, path
    if not new:
        raise ArgumentError("give --players and --me for a new game, or the file of a session to continue")
    rules = rules_of(options)
    belief = amulets_solver.Belief(
        options.players, Secret(options.me[0], letter(options.me[1])), options.seat, rules
    )
    if options.first is not None and options.first > options.players:
        raise ArgumentError(f"player {options.first} cannot begin: the players are 1 to {options.players}")
    return Record(belief.players, rules, {belief.seat: belief.me}, turn=options.first), path


class SitSession(Session):
    """A terminal session in which one player types the events of a game at a table."""

    HELP = """\
ask 2 R:A1 Y:B2 ... : + - o  player 2 asked; answers from the asker's left
ask 2 R:A1 Y:B2 ...          player 2 asked; type the answers as they come
+ - o                        one or more answers, or in words: I'm home,
                             someone is at my home, I can feel my home,
                             no answer
ask red A1, yellow B2 ...    the player whose turn it is asked
cast 3 R:A1 Y:B2 ... : y n   player 3 cast, with all amulets; the verdicts
cast R:A1 Y:B2 ... : yes no  the player whose turn it is cast
pass                         the player whose turn it is asked nothing
sheet                        show the possible amulets, by player and field
why A1                       show the events that crossed out amulets on A1
hint                         show the best question
cast?                        show the best cast, and whether to cast or wait
cast? gambler                the same, if the others play like this policy
advice                       show the best question, and the best cast
beliefs                      show exact probabilities
events                       list the events with their numbers
fix 3 +-o                    correct the answers of event 3
fix 3 ask 2 R:A1 ... : +-o   replace event 3
drop 3                       remove event 3
undo                         take back the last line
save FILE                    save the session; 'amulets sit FILE' continues it
help                         this list; quit (or Ctrl-D) ends"""
    SAVED = "; 'amulets sit {name}' continues it"

    def __init__(self, record: Record, kept: Path | None = None, advise: bool = False):
        """Continue a record, and write it to the file `kept`, if given, now and after every line.

        If `advise` is true, the session advises after every line, otherwise only when asked.
        """
        super().__init__(kept)
        self.record = record
        self._advises = advise
        self._begun = record
        self._left: Record | None = None
        """The record at the last 'quit', if that did not end the session."""
        self.belief = amulets_solver.Belief.of(record)
        self._past: list[Record] = []
        self._refused: str | None = None
        self.files.keep_first(f"{record}\n")

    @property
    def prompt(self) -> str:
        """The prompt, which names the player who acts next."""
        if self.record.answering:
            seat = self.record.answering[0]
            return "you answer> " if seat == self.belief.seat else f"player {seat} answers> "
        if self.record.over:
            return "the game is over> "
        turn = self.record.next_turn
        return "who asks?> " if turn is None else "you> " if turn == self.belief.seat else f"player {turn}> "

    @property
    def _result(self) -> str:
        """The result of the game; empty if the game has not ended."""
        won = self.record.winner
        if won is not None:
            return "you have won" if won == self.belief.seat else f"player {won} has won"
        return "every player's cast has failed, so nobody wins" * self.record.over

    def begin(self) -> Views:
        """Return the text shown at the start."""
        belief = self.belief
        sentence = (
            f"You are player {belief.seat} of {belief.players}, with {belief.me}; 'help' lists what to type."
        )
        turns = [
            _out_of_turn(at, turn, self.record.events[at - 1].seat)
            for at, turn in self.record.order[1].items()
        ]
        return [sentence, *turns, *self._known()]

    def quit(self, rest: str = "") -> Views:
        """End the session; if something was entered and not saved, only at the second time."""
        if self.record in (self._begun, self._left) or self.files.saved == self.text:
            return super().quit(rest)
        self._left = self.record
        return ["not saved: 'save FILE' saves the session, and 'quit' again ends it without"]

    @property
    def text(self) -> str:
        """The text of the record."""
        return f"{self.record}\n"

    def words(self) -> Words:
        """Return, for each first word of a line, the function for the rest; `other` handles other lines."""
        return {
            "ask": lambda rest: self._happens(self._asked(rest)),
            "cast": self._cast,
            "pass": alone(self._pass),
            "sheet": alone(lambda: [show.report.sheet_view(self.belief)]),
            "beliefs": alone(lambda: [show.report.beliefs_view(self.belief), show.report.below_beliefs()]),
            "why": self._why,
            "hint": alone(self._hint),
            "cast?": self._cast_or_wait,
            "advice": alone(self._advice),
            "events": alone(self._listed),
            "fix": self._fix,
            "drop": self._drop,
            "undo": alone(self._undo),
            "save": self.save,
        }

    def other(self, line: str) -> Views:
        """Handle a line of answers, or an event that begins with a player."""
        said = self._line(line)
        signs = said.signs(ANSWERS, self.record.answering)
        if signs and said.over:
            return self._happens(self._answered(signs))
        said = self._line(line)
        seat = said.player()
        if act := said.take(_EVENT) or said.take(_PASS):
            return self._acted(act["name"].lower(), seat, said.rest)
        if seat is not None and said.over:
            raise ArgumentError(f"what does player {seat} do? {_question_of(seat)}, {_cast_of(seat)}")
        if self._line(line).signs(VERDICTS, []):
            raise ArgumentError(f"type yes and no in the line of the cast: {_cast_of(3)}")
        if self._line(said.rest).placement(self.record.rules):
            return self._acted("ask", seat, said.rest)
        raise ArgumentError(
            f"{shorten(line.partition(' ')[0])} is neither an answer nor a command; type 'help' for a list"
        )

    def _acted(self, name: str, seat: int | None, rest: str) -> Views:
        """Record an act; `seat` is the player named before it, if any."""
        if seat is not None and self._line(rest).player() is not None:
            raise ArgumentError(
                f"name exactly one player; {_question_of(2)}; 'fix {seat} …' corrects event {seat}"
            )
        if name == "pass":
            if seat not in (None, self.record.next_turn):
                raise ArgumentError(
                    f"it is not the turn of player {seat}; 'pass' is for the player whose turn it is"
                )
            return self.words()["pass"](rest)
        return self.words()[name](rest if seat is None else f"{seat} {rest}")

    def _line(self, text: str) -> SpokenLine:
        return SpokenLine(text, self.record.players, self.belief.seat)

    def _asked(self, rest: str) -> list[str]:
        """Return the events with a new question added."""
        self._all_answered()
        line = self._line(rest)
        seat = line.player() or self.record.next_turn
        if seat is None:
            raise ArgumentError(f"name the player who asks; {_question_of(2)}")
        return [*self._events(), self._question_in(line, seat)]

    def _question_in(self, line: SpokenLine, seat: int) -> str:
        """Return the event for a question whose placement comes next in the line."""
        placement = self._placement(line.placement(self.record.rules))
        signs = line.signs(ANSWERS, others(seat, self.record.players))
        self._check_over(line, ANSWER_NAMES)
        return str(Asked(seat, placement, signs))

    def _placement(self, text: str) -> Placement:
        try:
            return Placement.parse(text, self.record.rules)
        except PlacementFormatError as error:  # people at a table have no columns
            raise ArgumentError("; ".join(one.message for one in error.problems)) from None

    def _answered(self, answers: str) -> list[str]:
        """Return the events with answers added to the last question."""
        asked = self.record.question
        if asked is None:
            raise ArgumentError(f"no question is being answered; {_question_of(2)}")
        lines = self._events()
        lines[self.record.events.index(asked)] += answers
        return lines

    def _cast(self, rest: str) -> Views:
        """Record a cast.

        If the line names no caster, the caster is the only player who may cast, or the player whose turn it
        is.
        """
        line = self._line(rest)
        named = line.player()
        seat = named or self._caster()
        event = self._cast_in(line, seat, self.record.heard if self.record.answering else None)
        views = self._happens([*self._events(), event])
        return (
            views
            if named
            else [f"recorded as player {seat}'s cast; type 'undo' if another player cast", *views]
        )

    def _caster(self) -> int:
        able = self.record.casters
        turn = able[0] if len(able) == 1 else None if self.record.answering else self.record.next_turn
        if turn is None:
            raise ArgumentError(f"name the player who casts; {_cast_of(3)}")
        return turn

    def _cast_in(self, line: SpokenLine, seat: int, heard: int | None) -> str:
        """Return the event for a cast whose placement comes next in the line, after `heard` answers."""
        words = line.placement(self.record.rules)
        if line.over:
            raise ArgumentError(
                f"give the fields of all amulets, and the other players' verdicts; {_cast_of(seat)}"
            )
        placement = self._placement(words)
        signs = line.signs(VERDICTS, others(seat, self.record.players))
        after = line.take("after (?P<number>[0-9])")
        self._check_over(line, "yes and no")
        return str(Cast(seat, placement, signs, heard if after is None else int(after["number"])))

    def _check_over(self, line: SpokenLine, names: str) -> None:
        if not line.over:
            raise ArgumentError(
                f"{shorten(line.rest.strip(' :;,'))} is not an answer; the answers are {names}"
            )

    def _events(self) -> list[str]:
        return list(map(str, self.record.events))

    def _all_answered(self) -> None:
        if self.record.answering:
            raise ArgumentError("a question is being answered; type its answers, or 'undo'")

    def _happens(self, lines: list[str], turns: Turns | None = None) -> Views:
        """Replace all events and, if given, turns, and return what the player then knows.

        Contradictory events raise an error.
        """
        try:
            record = self._read(lines, turns)
            belief = amulets_solver.Belief.of(record)
        except ContradictionError as error:
            self._refused = lines[-1] if len(lines) > len(self.record.events) else None
            raise ContradictionError(
                f"{error}. The line was not recorded; 'fix N …' corrects an earlier event"
                + ", and then records this line" * bool(self._refused)
            ) from None
        turn, event = self.record.next_turn, record.events[-1] if record.events else None
        new = len(record.events) > len(self.record.events) and isinstance(event, Asked)
        self._go_to(record, belief)
        self._refused = None
        if new and event is not None and turn not in (None, event.seat):
            return [_out_of_turn(len(record.events), turn, event.seat), *self._known()]
        return self._known()

    def _read(self, lines: list[str], turns: Turns | None = None) -> Record:
        """Return the record with its events, and if given its turns, replaced."""
        beginning = replace(self.record, events=(), turns={}, turn=None, heard=None)
        try:
            record = Record.parse("\n".join([str(beginning), *lines, *_heard(lines, beginning.players)]))
        except ProblemsError as error:  # people at a table have no lines and columns
            first = error.problems[0].line  # it causes the problems that follow
            messages = dict.fromkeys(one.message for one in error.problems if one.line == first)
            raise ArgumentError("; ".join(messages)) from None
        return replace(record, lines=(), turns=self.record.turns if turns is None else turns)

    def _go_to(self, record: Record, belief: amulets_solver.Belief) -> None:
        self.files.keep(f"{record}\n")
        self._past.append(self.record)
        self.record, self.belief = record, belief

    def _known(self) -> Views:
        """Return the sheet and the number of hypotheses, and advice if the session gives it unasked."""
        views: Views = [show.report.sheet_view(self.belief), show.report.known_text(self.belief)]
        asks = self.prompt in ("you> ", "who asks?> ")
        return [*views, *(self._advice(ask=asks) if self._advises or self._idle else [])]

    @property
    def _idle(self) -> str:
        """Why the player may neither ask nor cast; empty if the player may."""
        if self.record.over:
            return self._result
        failed = self.belief.seat in self.record.failed
        return "your cast failed: you may only answer questions" if failed else ""

    def _advice(self, ask: bool = True) -> Views:
        if self._idle:
            return [self._idle]
        if self.belief.castable or not ask:
            return [self._best_cast()]
        return [*self._hint(), self._best_cast()]

    def _hint(self) -> Views:
        if self._idle:
            return [self._idle]
        if self.belief.castable:
            return ["no question is needed: 'cast?' shows a cast that cannot fail"]
        return [show.report.question_text(self.belief, amulets_solver.question(self.belief))]

    def _cast_or_wait(self, rest: str) -> Views:
        """Return the best cast and, if it is not sure, its comparison with waiting."""
        rivals = amulets_solver.Policy.named(rest or "entropy")
        if self._idle:
            return [self._idle]
        best = self._best_cast()
        if self.belief.castable:
            return [best]
        with PROGRAM.interruptible() as stop, status() as tell:
            try:
                wait = amulets_solver.cast_or_wait(
                    self.record, rivals=rivals, games=PLAYOUTS, stop=stop, progress=tell
                )
            except StoppedError:
                return [best]
        return [best, *show.report.wait_lines(wait)]

    def _why(self, rest: str) -> Views:
        if not rest:
            raise ArgumentError("name a field, as in 'why A1'")
        return ["\n".join(show.report.why_lines(self.record, rest.upper()))]

    def _best_cast(self) -> str:
        found = amulets_solver.cast(self.belief)
        placement = (
            found.named
            if self.belief.rules.spare == "random"
            else dict(zip(self.belief.rules.colours, found.placement.fields, strict=True))
        )
        placed = " ".join(map(":".join, placement.items()))
        chance = "it cannot fail" if found.sure else f"it succeeds with {found.probability:.2%} (exact)"
        return f"cast {placed}: {chance}"

    def _pass(self) -> Views:
        if self.record.over:
            raise ArgumentError(f"the game is over: {self._result}")
        self._all_answered()
        turn = self.record.next_turn
        if turn is None:
            raise ArgumentError(f"nobody has asked yet; {_question_of(2)}")
        players, events = self.record.players, self.record.events
        turns = {**self.record.turns, len(events): passed(players, events, self.record.turns, turn)}
        self._go_to(replace(self.record, turn=None, turns=turns), self.belief)
        return self._advice() if self._advises and self.prompt == "you> " else []

    def _listed(self) -> Views:
        return [
            "\n".join(f"{at}  {event}" for at, event in enumerate(self.record.events, 1)) or "nothing yet"
        ]

    def _fix(self, rest: str) -> Views:
        number, text = self._numbered(rest, _FIX)
        lines, old = self._events(), self.record.events[number - 1]
        known = ANSWERS if isinstance(old, Asked) else VERDICTS
        line = self._line(text)
        signs = line.signs(known, others(old.seat, self.record.players))
        if signs and line.over:
            corrected = replace(old, answers=signs) if isinstance(old, Asked) else replace(old, signs=signs)
            lines[number - 1] = str(corrected)
            return self._corrected(lines)
        line = self._line(text)
        seat, act = line.player(), line.take(_EVENT)
        if act is None:
            raise ArgumentError(_FIX)
        seat = line.player() or seat or old.seat
        if act["name"].lower() == "ask":
            lines[number - 1] = self._question_in(line, seat)
        else:
            lines[number - 1] = self._cast_in(line, seat, old.heard if isinstance(old, Cast) else None)
        return self._corrected(lines)

    def _drop(self, rest: str) -> Views:
        number, line = self._numbered(rest, _DROP)
        if line:
            raise ArgumentError(_DROP)
        lines = self._events()
        del lines[number - 1]
        turns = {at - (at >= number): turn for at, turn in self.record.turns.items()}
        return self._corrected(lines, turns)

    def _corrected(self, lines: list[str], turns: Turns | None = None) -> Views:
        """Replace the events by corrected ones, and then record the line that was refused before, if any."""
        refused = self._refused
        views = self._happens(lines, turns)
        return (
            views
            if refused is None
            else [*self._happens([*self._events(), refused]), f"also recorded: {refused}"]
        )

    def _numbered(self, rest: str, usage: str) -> tuple[int, str]:
        """Return the event number at the beginning of a line, and the rest of the line."""
        match = re.fullmatch(r"((event|#)\s*)?(?P<number>[0-9]+)\s*[:.]?\s*(?P<more>.*)", rest, re.IGNORECASE)
        events = len(self.record.events)
        if match is not None and match["number"] in map(str, range(1, events + 1)):
            return int(match["number"]), match["more"]
        listed = f"'events' lists 1 to {events}" if events else "no events are recorded yet"
        if match is not None:
            raise ArgumentError(f"there is no event {shorten(match['number'])[1:-1]}; {listed}")
        wrong = f"{shorten(rest.partition(' ')[0])} is not an event;" if rest else "which event?"
        raise ArgumentError(f"{wrong} {usage}; {listed}")

    def _undo(self) -> Views:
        if not self._past:
            raise ArgumentError("there is no line to take back; 'drop N' removes an event")
        self.files.keep(f"{self._past[-1]}\n")
        self.record, self._refused = self._past.pop(), None
        self.belief = amulets_solver.Belief.of(self.record)
        return ["taken back", *self._known()]


def _question_of(seat: int) -> str:
    return f"'ask {seat} R:A1 …' records a question by player {seat}"


def _cast_of(seat: int) -> str:
    return f"'cast {seat} R:A1 … : y n' records a cast by player {seat}"


def _heard(lines: list[str], players: int) -> list[str]:
    """Return a list with a line ``heard N`` if the last question lacks answers, otherwise an empty list."""
    asked = [line for line in lines if line.startswith("ask")]
    given = len("".join(asked[-1].partition(" :")[2].split())) if asked else players
    return [f"heard {given}"] * (given < players - 1)


def _out_of_turn(number: int, turn: int | None, seat: int) -> str:
    return (
        f"event {number}: player {seat} asked, but it was the turn of player {turn}. Is a question missing, "
        "or is the player wrong? If the players in between passed, nothing is wrong"
    )
