"""Check certificates, in plain Python, with separate rules and bounds.

The checker shares no code with the search, not even the library's rules. It has its own modules
`checker_rules`, `checker_bounds`, `checker_layouts` and `checker_apart`. It also imports the
vocabulary of the file (`certificate_format`), error classes and `shorten` from `errors`, and from `_gamekit`
progress and how files are read.
`import-linter` enforces this. A certificate claims that one side, the **winner**, wins a position. It
contains one answer to every reply of the other side, the **loser**:

* in alternate play, a move or a pass, and a number that decreases from answer to answer, so that play ends;
* after the loser's pass, a run: the winner's steps up to its own pass;
* after the winner's pass, a reason why the loser's run does not help the loser.

Some reasons are bounds of `checker_bounds`: too few of the loser's pieces can form one group. The bound
`regions` counts pieces in each region of squares that the winner does not occupy. The bound `squares` holds
until the loser has a group as large as the winner's. The bound `joins` also considers the cost of joining
stuck pieces. Other reasons say that the winner has an answer to each placement in which the loser is the
holder. The checker examines all reachable placements (`exhausted`), all placements with a large group
(`layouts`, see `checker_layouts`), or all overtaking combinations of the placements of each region (`apart`,
see `checker_apart`).

The winner may not make steps that repetition forbids. The loser may make any step, except into a situation
that had occurred twice before the position. The same applies to the runs that the checker examines. Extra
steps can only help the loser: a certificate that answers all of them also answers the legal ones.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from _gamekit.certificate_lines import lines_of
from _gamekit.progress import Progress, silent
from mabi_search.certify.certificate_format import (
    APART,
    EXHAUSTED,
    HEAD,
    JOINS,
    KIND,
    LAYOUTS,
    MOST_PLACEMENTS,
    REGIONS,
    SQUARES,
    VERSION,
    digest,
)
from mabi_search.certify.checker_apart import SeveralError, TooManyPlacementsError, overtaking_moments
from mabi_search.certify.checker_bounds import most_freely_together, most_in_a_region, most_joined_together
from mabi_search.certify.checker_layouts import TooManyError, large_moments
from mabi_search.certify.checker_rules import (
    ALLOWED,
    ALTERNATE,
    OFTEN,
    PASSED,
    Moment,
    NotationError,
    Readings,
    Situation,
    after_pass,
    after_step,
    greatest,
    may_pass,
    read,
    step_of,
    steps,
    text_of,
    winner,
)
from mabi_search.game.errors import ArgumentError, MabiError, read_json, shorten

TOO_FEW = {REGIONS: most_in_a_region, SQUARES: most_freely_together, JOINS: most_joined_together}
"""Bounds on the loser's largest group. The last two hold until this group is as large as the winner's."""


def too_few(why: str, moment: Moment, winner: int) -> bool:
    """Return whether the bound `why` proves that the loser, who is to move, cannot overtake."""
    standing = moment.pieces[winner]
    together = TOO_FEW[why](moment.board, moment.pieces[1 - winner], standing)
    return together < greatest(standing) + (why == REGIONS)


class RejectedError(MabiError):
    """A certificate is wrong. The message begins with the place of the error.

    Parameters
    ----------
    place : str
        The place of the error, like "line 3".
    reason : str
        A description of the error.
    """

    def __init__(self, place: str, reason: str):
        self.place = place
        super().__init__(f"{place}: {reason}")


class TooLargeError(MabiError):
    """A certificate can be neither accepted nor rejected, because a run has too many placements."""


@dataclass(frozen=True)
class CheckResult:
    """The claim that an accepted certificate proves.

    Examples
    --------
    >>> from mabi_search import Position
    >>> from mabi_search import check_certificate, make_certificate
    >>> checked = check_certificate(make_certificate(Position.parse("1bw1/b1w1/1w1b w - w 9")))
    >>> checked.position, checked.readings["pass_rule"]
    ('1bw1/b1w1/1w1b w - w 9', 'run')
    """

    position: str
    """The position as written in the certificate."""
    readings: dict[str, str] = field(hash=False)
    """The readings under which the outcome is proven, by option."""
    outcome: str
    """The outcome for the side to move: "win" or "loss"."""
    answers: int
    """Number of the winner's answers that the proof uses."""
    placements: int
    """Number of placements of the loser's runs that were examined."""

    @property
    def summary(self) -> str:
        """The proven outcome and the number of answers, in two lines of text."""
        tried = f", {_number_of(self.placements, 'placement')} of runs tried" if self.placements else ""
        return (
            f"{self.outcome} for the side to move in {self.position}\n"
            f"{_number_of(self.answers, 'answer')} checked by the rules{tried}"
        )

    def to_dict(self) -> dict[str, Any]:
        """Return the result as the JSON object that `mabi check` prints.

        Returns
        -------
        dict
            Numbers, texts, truth values, None, and the rules as a dictionary of these.
        """
        rows = self.position.split()[0].split("/")
        columns = sum(int(square) if square.isdigit() else 1 for square in rows[0])
        return {
            "position": self.position,
            "outcome": self.outcome,
            "accepted": True,
            "answers": self.answers,
            "placements": self.placements,
            "rules": {
                "setup": "rows",
                "size": f"{len(rows)}x{columns}",
                **self.readings,
                "max_plies": None,
            },
        }


def check_certificate(certificate: str | Path | Iterable[str], *, progress: Progress = silent) -> CheckResult:
    """Check a certificate and return the claim that it proves.

    Parameters
    ----------
    certificate : Certificate, Path, str or iterable of str
        The certificate, its file, or its text or lines.
    progress : Progress, optional
        A function to be called with a description of the progress and the counts `checked` and `placements`.

    Returns
    -------
    CheckResult
        The claim, which is now proven.

    Raises
    ------
    ArgumentError
        The argument is not a certificate.
    RejectedError
        The certificate is wrong. The message gives the place and the reason.
    TooLargeError
        A run has too many placements to be checked.
    OSError
        The file cannot be read.

    Examples
    --------
    >>> from mabi_search import Position
    >>> from mabi_search import check_certificate, make_certificate
    >>> checked = check_certificate(make_certificate(Position.parse("1bw1/b1w1/1w1b w - w 9")))
    >>> print(checked.outcome, checked.answers)
    win 2
    """
    return _Checker(lines_of(certificate), progress).checked()


def _read(line: str, place: str) -> dict[str, Any]:
    try:
        entry = read_json(line)
    except ValueError as error:
        raise RejectedError(place, f"{error}: {shorten(line)}") from None
    if not isinstance(entry, dict):
        raise RejectedError(place, "not a JSON object")
    return entry


def _head(lines: list[str]) -> dict[str, Any]:
    """Return the first line, which identifies the file as a certificate."""
    try:
        head = _read(lines[0] if lines else "", "line 1")
    except RejectedError as error:
        raise ArgumentError(f"not a certificate: {error}") from None
    if head.get("kind") != KIND:
        raise ArgumentError(f"not a certificate: line 1 must be a JSON object with 'kind': {KIND!r}")
    if head.get("version", VERSION) != VERSION:
        raise RejectedError("line 1", f"version must be {VERSION}, not {_shown(head['version'])}")
    for name in HEAD:
        if name not in head:
            raise RejectedError("line 1", f"{name} is missing")
    return head


def _shown(value: object) -> str:
    return shorten(json.dumps(value))[1:-1]


def _readings(named: Any) -> Readings:
    """Return the readings given in the first line."""
    if not isinstance(named, dict):
        raise RejectedError("line 1", "rules must be an object")
    for name, values in ALLOWED.items():
        if name not in named:
            raise RejectedError("line 1", f"{name} is missing in rules")
        if named[name] not in values:
            given = _shown(named[name])
            raise RejectedError(
                "line 1", f"{name} must be {' or '.join(values)} in a certificate, not {given}"
            )
    return Readings(**{name: named[name] for name in ALLOWED})


class _Checker:
    def __init__(self, lines: list[str], progress: Progress):
        self.progress = progress
        head = _head(lines)
        body = lines[1:]
        if head["lines"] != len(body):
            raise RejectedError(
                "line 1", f"lines is {_shown(head['lines'])}, but the number of further lines is {len(body)}"
            )
        if head["sha256"] != digest(body):
            raise RejectedError("line 1", "the checksum does not match the other lines: the file was changed")
        self.readings = _readings(head["rules"])
        position, outcome = head["position"], head["outcome"]
        if not isinstance(position, str):
            raise RejectedError("line 1", "position must be a text")
        try:
            self.moment, self.past = read(position, self.readings)
        except NotationError as error:
            raise RejectedError("line 1", f"not a position: {error}") from None
        if outcome not in ("win", "loss"):
            raise RejectedError("line 1", f'outcome must be "win" or "loss", not {_shown(outcome)}')
        self.position: str = position
        self.outcome: str = outcome
        self.winner = self.moment.side if outcome == "win" else 1 - self.moment.side
        self.answers: dict[str, tuple[str, dict[str, Any]]] = {}
        for number, line in enumerate(body, 2):
            entry = _read(line, f"line {number}")
            if not isinstance(entry.get("at"), str):
                raise RejectedError(f"line {number}", 'no position under "at"')
            if entry["at"] in self.answers:
                raise RejectedError(f"line {number}", f"a second answer for {shorten(entry['at'])}")
            self.answers[entry["at"]] = (f"line {number}", entry)
        self.entered: dict[Situation, set[int]] = {}
        self.done: set[tuple[Moment, int]] = set()
        self.todo: list[tuple[Moment, float]] = []
        self.used: set[str] = set()
        self.placements = 0

    def checked(self) -> CheckResult:
        """Return the proven claim; raise RejectedError if it is not proven."""
        self.todo.append((self.moment, float("inf")))
        while self.todo:
            moment, limit = self.todo.pop()
            if len(self.done) % 100 == 0:
                self._tell()
            if moment.mode == ALTERNATE:
                self._alternate(moment, limit)
            elif moment.side == self.winner:
                self._winner_alone(moment)
            else:
                self._loser_alone(moment)
        for situation, holders in self.entered.items():
            if self.past[situation] + len(holders) > OFTEN:
                raise RejectedError(
                    "the whole", "the winner may have to bring about a situation for the third time"
                )
        return CheckResult(
            self.position, self.readings._asdict(), self.outcome, len(self.used), self.placements
        )

    def _entry(self, moment: Moment, field: str) -> tuple[str, Any]:
        """Return the place in the file of a moment's answer, and one field of this answer."""
        name = text_of(moment)
        if name not in self.answers:
            raise RejectedError("the whole", f"no answer for {name}")
        place, entry = self.answers[name]
        self.used.add(name)
        if field not in entry:
            raise RejectedError(place, f"there is no {field!r} for {name}")
        return place, entry[field]

    def _within(self, moment: Moment) -> int:
        place, within = self._entry(moment, "within")
        if type(within) is not int or within < 1:
            raise RejectedError(place, "within must be a whole number, 1 or more")
        return within

    def _alternate(self, moment: Moment, limit: float) -> None:
        if moment.side != self.winner:
            self._replies(moment, limit)
            return
        within = self._within(moment)
        place, text = self._entry(moment, "move")
        if within >= limit:
            raise RejectedError(place, f"within must be less than {limit}, not {within}")
        if (moment, within) in self.done:
            return
        self.done.add((moment, within))
        if text == "pass":
            if not may_pass(moment, self.readings):
                why = "White may not pass on the first turn while a white piece on the edge can move"
                raise RejectedError(place, why)
            self._after_pass(moment)
            return
        after = self._stepped(place, moment, text)
        self.entered.setdefault(after.situation, set()).add(after.holder)
        self._replies(after, within)

    def _replies(self, moment: Moment, limit: float) -> None:
        """Queue all moves of the loser in alternate play."""
        for step in steps(moment, self.readings):
            after = after_step(moment, step)
            if self.past[after.situation] < OFTEN:
                self.todo.append((after, limit))
        if may_pass(moment, self.readings):
            self._after_pass(moment)

    def _after_pass(self, moment: Moment) -> None:
        """Queue the run after a pass, or check that the winner has won if the pass ends the game."""
        after = after_pass(moment, self.readings)
        if after is not None:
            if (after, 0) not in self.done:
                self.done.add((after, 0))
                self.todo.append((after, 0))
        elif winner(moment) != self.winner:
            raise RejectedError(
                "the whole", f"a pass ends the game, but the winner has not won: {text_of(moment)}"
            )

    def _stepped(self, place: str, moment: Moment, text: Any) -> Moment:
        """Return the moment after a step of the winner. The caller must count its situation."""
        try:
            step = step_of(text) if isinstance(text, str) else None
        except NotationError:
            step = None
        if step is None:
            raise RejectedError(place, f"a move is a text like a1b1, not {_shown(text)}")
        if step not in steps(moment, self.readings):
            raise RejectedError(place, f"{text} is not legal in {text_of(moment)}")
        return after_step(moment, step)

    # Runs

    def _winner_alone(self, moment: Moment) -> None:
        """Check the run of the winner, which ends with a pass."""
        if after_pass(moment, self.readings) is None and winner(moment) == self.winner:
            return
        place, moves = self._entry(moment, "run")
        if not isinstance(moves, list):
            raise RejectedError(place, "a run is a list of moves")
        times = self.past.copy()
        for text in moves:
            moment = self._stepped(place, moment, text)
            times[moment.situation] += 1
            if times[moment.situation] > OFTEN:
                raise RejectedError(place, f"the run brings about a situation for the third time: {text}")
        if not moves and moment.mode == PASSED:
            raise RejectedError(place, "a run without steps ends the game, but the winner is not the holder")
        self._after_pass(moment)

    def _loser_alone(self, moment: Moment) -> None:
        """Check that no run helps the loser."""
        self._after_pass(moment)
        place, why = self._entry(moment, "cannot")
        if why == EXHAUSTED:
            self._try_all(place, moment)
        elif why not in (LAYOUTS, APART, *TOO_FEW):
            raise RejectedError(place, f"cannot: unknown reason {_shown(why)}")
        elif moment.holder != self.winner:
            raise RejectedError(place, f"the loser is the holder already, so {why} proves nothing")
        elif why == LAYOUTS:
            self._try_large(place, moment)
        elif why == APART:
            self._try_apart(place, moment)
        elif not too_few(why, moment, self.winner):
            most = greatest(moment.pieces[self.winner])
            if why == REGIONS:
                raise RejectedError(place, f"a region holds more than {most} of the loser's pieces")
            raise RejectedError(place, f"at least {most} of the loser's pieces can form one group")

    def _try_all(self, place: str, first: Moment) -> None:
        """Examine all reachable placements, and check the answers to those where the loser is the holder."""
        seen = {(first.pieces, first.holder)}
        fringe = [first]
        while fringe:
            moment = fringe.pop()
            for step in steps(moment, self.readings):
                after = after_step(moment, step)
                if (after.pieces, after.holder) in seen or self.past[after.situation] >= OFTEN:
                    continue
                seen.add((after.pieces, after.holder))
                self.placements += 1
                if self.placements % 256 == 0:
                    self._tell()
                if len(seen) > MOST_PLACEMENTS:
                    raise TooLargeError(
                        f"{place}: not checked, because a run has more than {MOST_PLACEMENTS:,} placements"
                    )
                if after.holder != self.winner:
                    self._after_pass(after)
                fringe.append(after)

    def _try_large(self, place: str, first: Moment) -> None:
        """Check the answers to all placements with a large group in which the loser is the holder."""
        try:
            moments = large_moments(first, self.readings, self._tell)
        except TooManyError:
            raise TooLargeError(
                f"{place}: not checked, because too many placements have a large group"
            ) from None
        self.placements += len(moments)
        for moment in moments:
            if moment.holder != self.winner:
                self._after_pass(moment)

    def _try_apart(self, place: str, first: Moment) -> None:
        """Check the answers to all overtaking combinations of the placements of each region."""

        def show(listed: int) -> None:
            self.placements += listed
            if self.placements % 256 == 0:
                self._tell()

        try:
            for moment in overtaking_moments(first, self.readings, MOST_PLACEMENTS, show):
                self._after_pass(moment)
        except SeveralError:
            raise RejectedError(place, "several regions hold enough of the loser's pieces") from None
        except TooManyPlacementsError:
            raise TooLargeError(
                f"{place}: not checked, because a region has more than {MOST_PLACEMENTS:,} placements"
            ) from None

    def _tell(self) -> None:
        checked = len(self.done)
        text = (
            f"{_number_of(checked, 'position')} checked, {_number_of(self.placements, 'placement')} of runs"
        )
        self.progress(text, checked=checked, placements=self.placements)


def _number_of(count: int, noun: str) -> str:
    """Return a number with its noun."""
    return f"{count:,} {noun}{'s' * (count != 1)}"
