"""Parser of game records. It reports every problem with its line and column."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any, NamedTuple

from _gamekit.lines import located, statements
from amulets_solver.game.errors import ArgumentError, Problem, RecordFormatError, shorten
from amulets_solver.game.placement import Placement, letter, read_words
from amulets_solver.game.readings import READINGS, Rules
from amulets_solver.game.rules import (
    NO,
    SIGNS,
    YES,
    Asked,
    Cast,
    Event,
    Secret,
    answer,
    check_secrets,
    confirms,
    others,
)
from amulets_solver.game.turns import passed

MAX_TEXT = 100_000
"""Maximum length of a record, in characters."""
EXAMPLE = "players 3; me 1 C3 B; ask 1 R:A1 Y:B2 G:C4 B:D3 K:E5 : +-"
_WORD = re.compile(r"[^\s,:]+(?::[^\s,:]*)*|:")
_BEFORE_PLAYERS = ("players", "altar", "amulets", "after", "spare")
_OFTEN = ("me", "ask", "cast", "pass")
_YES_NO = {"y": YES, "yes": YES, "n": NO, "no": NO}


class Word(NamedTuple):
    """A word of a record, with its position."""

    text: str
    line: int
    column: int


def read(text: str) -> dict[str, Any]:
    """Parse a record, and return its fields by name; raise the same errors as `Record.parse`."""
    if len(text) > MAX_TEXT:
        raise RecordFormatError(f"a record has at most {MAX_TEXT:,} characters, not {len(text):,}")
    reader = _Reader()
    for words in _statements(text):
        reader.take(words)
    reader.end()
    if reader.players is None and not reader.problems:
        reader.problems.append(Problem(f"a record must begin with the number of players, as in {EXAMPLE!r}"))
    if reader.problems:
        raise RecordFormatError(located(reader.problems, text))
    return reader.fields()


def _statements(text: str) -> Iterator[list[Word]]:
    """Yield the words of each statement; a statement ends at a semicolon or at the end of its line."""
    for statement, line, column in statements(text):
        if words := [Word(match[0], line, column + match.start()) for match in _WORD.finditer(statement)]:
            yield words


class _Wrong(Exception):
    """Raised to skip the rest of a wrong statement."""


class _Reader:
    """Parser of statements; it collects their contents and their problems."""

    def __init__(self) -> None:
        self.problems: list[Problem] = []
        self.players: int | None = None
        self.rules = Rules()
        self.start: Placement | None = None
        self.turn: int | None = None
        self.turns: dict[int, int] = {}
        self.heard: int | None = None
        self.secrets: dict[int, Secret] = {}
        self.events: list[Event] = []
        self.lines: list[int] = []
        self._seen: set[str] = set()
        self._failed: set[int] = set()
        self._won = False
        self._begun: tuple[Word, int] | None = None
        """Last word and number of answers of an open question; None if no answer is missing."""

    def end(self) -> None:
        """Report the missing answers to the last question, if any."""
        if self._begun is not None:
            self._too_few(*self._begun)

    def fields(self) -> dict[str, Any]:
        """Return the arguments for `Record`, by name."""
        names = ("players", "rules", "secrets", "start", "turn", "heard", "turns")
        sequences = {"events": tuple(self.events), "lines": tuple(self.lines)}
        return {name: getattr(self, name) for name in names} | sequences

    def take(self, words: list[Word]) -> None:
        """Read a statement."""
        readers: dict[str, Callable[[list[Word]], None]] = {
            "players": self._players,
            "altar": self._option,
            "amulets": self._option,
            "after": self._option,
            "spare": self._option,
            "start": self._start,
            "me": self._me,
            "first": self._first,
            "ask": self._ask,
            "cast": self._cast,
            "pass": self._pass,
            "turn": self._turn,
            "heard": self._last_heard,
        }
        first = words[0]
        name = first.text.lower()
        try:
            if name not in readers:
                self._fail(
                    first, f"no line begins with {shorten(first.text)}; lines begin with {', '.join(readers)}"
                )
            if name not in _BEFORE_PLAYERS and self.players is None:
                self._fail(first, f"a record must begin with the number of players, as in {EXAMPLE!r}")
            if name not in _OFTEN and name in self._seen:
                self._fail(first, f"there is a second line {name}")
            if name in ("ask", "pass", "turn") and self._begun is not None:
                begun, self._begun = self._begun, None
                self._too_few(*begun)
            if name not in ("turn", "heard") and self._seen & {"turn", "heard"}:
                self._fail(first, "the lines turn and heard must come last")
            self._seen.add(name)
            readers[name](words)
        except _Wrong:
            pass

    def _note(self, word: Word, message: str) -> None:
        self.problems.append(Problem(message, word.line, word.column))

    def _fail(self, word: Word, message: str) -> None:
        self._note(word, message)
        raise _Wrong

    def _one(self, words: list[Word], what: str) -> Word:
        """Return the second word of a statement; raise an error unless it has exactly two words."""
        if len(words) != 2:
            self._fail(words[min(2, len(words) - 1)], f"exactly one word must follow {words[0].text}: {what}")
        return words[1]

    def _players(self, words: list[Word]) -> None:
        word = self._one(words, "a number from 2 to 5")
        number = int(word.text) if re.fullmatch("[0-9]", word.text) else word.text
        try:
            self.rules.check_players(number)
        except ArgumentError as error:
            self.players = self.players or 3  # the rest can still be checked
            self._fail(word, str(error))
        self.players = int(number)

    def _option(self, words: list[Word]) -> None:
        name = words[0].text.lower()
        if self.secrets or self.events or self.start is not None:
            self._fail(words[0], f"{name} must come before all lines start, me, ask and cast")
        word = self._one(words, "its value")
        value: str | int = word.text.lower()
        if name == "amulets" and re.fullmatch("[0-9]", word.text):
            value = int(word.text)
        if name in READINGS and value not in READINGS[name]:
            self._fail(word, f"{name} must be {' or '.join(READINGS[name])}, not {shorten(word.text)}")
        try:
            rules = self._with(name, value)
            if self.players is not None:
                rules.check_players(self.players)
        except ArgumentError as error:
            self._fail(word, str(error))
        self.rules = rules

    def _with(self, name: str, value: str | int) -> Rules:
        """Return the rules with one option changed; a small altar has fewer amulets by default."""
        if name == "altar":
            rules = Rules(size=str(value), amulets=2)
            amulets = self.rules.amulets if "amulets" in self._seen else min(5, len(rules.fields))
            return replace(self.rules, size=str(value), amulets=amulets)
        return replace(self.rules, **{name: value})  # type: ignore[arg-type]  # `Rules` checks it

    def _seat(self, words: list[Word]) -> int:
        assert self.players is not None
        if len(words) < 2:
            self._fail(words[0], f"the number of a player must follow {words[0].text}")
        word = words[1]
        if not re.fullmatch("[1-9]", word.text) or int(word.text) > self.players:
            self._fail(word, f"{shorten(word.text)} is not a player; the players are 1 to {self.players}")
        return int(word.text)

    def _placed(self, first: Word, words: list[Word]) -> Placement:
        """Parse a placement; `first` is the word before it."""
        fields, problems = read_words([(word.text, word.column) for word in words], self.rules)
        if problems:
            line = words[-1].line if words else first.line
            at = first.column if not words else None
            self.problems += [Problem(one.message, line, at or one.column) for one in problems]
            raise _Wrong
        return Placement(fields)

    def _start(self, words: list[Word]) -> None:
        self.start = self._placed(words[0], words[1:])

    def _me(self, words: list[Word]) -> None:
        seat = self._seat(words)
        if len(words) != 4:
            self._fail(words[-1], "three words must follow me: player, field and amulet, as in 'me 2 C3 B'")
        if seat in self.secrets:
            self._fail(words[1], f"player {seat} already has a secret")
        if self.events:
            self._fail(words[0], "secrets must come before the first question or cast")
        secret = Secret(words[2].text.upper(), letter(words[3].text))
        for name, word, value, allowed in (
            ("field", words[2], secret.field, self.rules.fields),
            ("amulet", words[3], secret.amulet, tuple(self.rules.colours)),
        ):
            if value not in allowed:
                self._fail(
                    word, f"{shorten(word.text)} is not one of the {name}s, {allowed[0]} to {allowed[-1]}"
                )
        try:
            check_secrets({**self.secrets, seat: secret}, self.rules)
        except ArgumentError as error:
            self._fail(words[2], str(error))
        self.secrets[seat] = secret

    def _split(self, words: list[Word], what: str) -> tuple[list[Word], list[Word]]:
        """Return the words of the placement and those after the colon."""
        colons = [at for at, word in enumerate(words) if word.text == ":"]
        if len(colons) != 1:
            self._fail(words[-1], f"one ':' with spaces around it must separate the placement from {what}")
        return words[2 : colons[0]], words[colons[0] + 1 :]

    def _act(self, words: list[Word], act: str) -> int:
        """Return the seat of the player who acts; raise an error if this player may not."""
        seat = self._seat(words)
        if self._won:
            self._fail(words[0], "the game has already been won; no question or cast can follow")
        if seat in self._failed:
            self._fail(words[1], f"player {seat}'s cast failed; this player may no longer {act}")
        return seat

    def _ask(self, words: list[Word]) -> None:
        seat = self._act(words, "ask")
        placed, given = self._split(words, "the answers")
        placement = self._placed(words[1], placed)
        signs = [
            (sign, Word(sign, word.line, word.column + at))
            for word in given
            for at, sign in enumerate(word.text.lower())
        ]
        for sign, word in signs:
            if sign not in SIGNS:
                self._fail(word, f"{shorten(sign)} is not an answer; the answers are {' '.join(SIGNS)}")
        end = (given or words[-1:])[-1]
        if len(signs) < (self.players or 0) - 1:
            self._begun = end, len(signs)
        else:
            self._count([end], len(signs), "answers", f"player {seat}, who asks, gives none")
        for (sign, word), who in zip(signs, others(seat, self.players or 0), strict=False):
            secret = self.secrets.get(who)
            if secret is not None and answer(secret, placement) != sign:
                right = answer(secret, placement)
                self._note(word, f"player {who} has {secret} and answers {right}, not {sign}")
        self._happened(Asked(seat, placement, "".join(sign for sign, _ in signs)), words[0])

    def _cast(self, words: list[Word]) -> None:
        seat = self._act(words, "cast")
        placed, given = self._split(words, "the verdicts of the others")
        placement = self._placed(words[1], placed)
        heard = self._heard(given)
        if heard is not None:
            given = given[:-2]
        signs: list[tuple[str, Word]] = []
        for word in given:
            whole = _YES_NO.get(word.text.lower())
            letters = [whole] if whole else word.text.lower()
            signs += [
                (sign, Word(sign, word.line, word.column + at * (whole is None)))
                for at, sign in enumerate(letters)
            ]
        for sign, word in signs:
            if sign not in (YES, NO):
                self._fail(word, f"{shorten(sign)} is neither y nor n")
        texts = "".join(sign for sign, _ in signs)
        if NO in texts[:-1]:
            self._fail(signs[texts.index(NO) + 1][1], "the first n ends a cast; no verdict may follow it")
        if NO not in texts:
            self._count(given or words[-1:], len(signs), "verdicts", "the caster gives none")
        elif len(signs) > (self.players or 0) - 1:
            self._fail(
                signs[-1][1],
                f"a cast has at most {(self.players or 0) - 1} verdicts, one from each other player",
            )
        for (sign, word), who in zip(signs, others(seat, self.players or 0), strict=False):
            secret = self.secrets.get(who)
            if secret is not None and (YES if confirms(secret, placement) else NO) != sign:
                self._note(word, f"player {who} has {secret} and does not say {sign}")
        if NO in texts:
            self._failed.add(seat)
        else:
            self._won = True
        self._happened(Cast(seat, placement, texts, heard), words[0])

    def _heard(self, given: list[Word]) -> int | None:
        """Return how many answers to the latest question preceded a cast; None if its line has no number."""
        at = next((i for i, word in enumerate(given) if word.text.lower() == "after"), None)
        if at is None:
            return None
        if self.rules.after != "answer":
            self._fail(given[at], "the line 'after round' forbids casts between two answers")
        number = given[at + 1].text if at + 2 == len(given) else ""
        if not re.fullmatch("[0-9]", number) or int(number) >= (self.players or 0) - 1:
            self._fail(
                given[-1],
                f"the number of answers given by then must follow 'after': 0 to {(self.players or 0) - 2}",
            )
        asked = [place for place, event in enumerate(self.events) if isinstance(event, Asked)]
        if not asked:
            self._fail(given[at], "no question was asked before this cast")
        before = self.events[asked[-1] + 1 :]
        if any(
            isinstance(cast, Cast) and (cast.heard is None or cast.heard > int(number)) for cast in before
        ):
            self._fail(given[-1], "an earlier cast came after more answers")
        return int(number)

    def _count(self, given: list[Word], count: int, what: str, but: str) -> None:
        """Raise an error unless there is one sign for each other player."""
        wanted = (self.players or 0) - 1
        if count != wanted:
            many = "too many" if count > wanted else "too few"
            self._fail(
                given[-1], f"{many} {what}: {count}, expected {wanted}, one from each other player; {but}"
            )

    def _too_few(self, end: Word, count: int) -> None:
        self._note(
            end,
            f"too few answers: {count}, expected {(self.players or 0) - 1}, one from each other player; "
            f"if the others have not answered yet, end the record with 'heard {count}'",
        )

    def _first(self, words: list[Word]) -> None:
        self._one(words, "the player who begins")
        seat = self._seat(words)
        if self.events or self.turns:
            self._fail(words[0], "the player who begins must be named before any question, cast or pass")
        self.turns[0] = seat

    def _pass(self, words: list[Word]) -> None:
        self._one(words, "the player who passes")
        seat = self._act(words, "ask, so there is no turn to pass")
        self.turns[len(self.events)] = passed(self.players or 0, self.events, self.turns, seat)

    def _turn(self, words: list[Word]) -> None:
        self._one(words, "the player whose turn it is")
        seat = self._seat(words)
        if seat in self._failed:
            self._fail(words[1], f"player {seat}'s cast failed; this player has no more turns")
        self.turn = seat

    def _last_heard(self, words: list[Word]) -> None:
        word = self._one(words, "the number of answers given so far to the last question")
        most = (self.players or 0) - 2
        if not re.fullmatch("[0-9]", word.text) or int(word.text) > most:
            self._fail(word, f"the number of answers given so far must follow 'heard': 0 to {most}")
        asked = [at for at, event in enumerate(self.events) if isinstance(event, Asked)]
        since = self.events[asked[-1] + 1 :] if asked else []
        ended = bool(asked) and max(self.turns, default=0) > asked[-1]  # somebody passed
        late = [event for event in since if not isinstance(event, Cast) or event.heard is None]
        if self._begun is not None and int(word.text) == self._begun[1]:
            self._begun = None
        elif self.rules.after != "answer" or not asked or late or ended or self._won:
            self._fail(words[0], "'heard' needs a question that is still being answered")
        if any(isinstance(event, Cast) and (event.heard or 0) > int(word.text) for event in since):
            self._fail(word, "a cast came after more answers")
        self.heard = int(word.text)

    def _happened(self, event: Event, word: Word) -> None:
        self.events.append(event)
        self.lines.append(word.line)
