"""A small checker of certificates in plain Python, with its own rules and bounds.

The checker shares no code with the search, not even the library's rules. It imports `checker_rules`,
`checker_bounds` and `checker_layouts`; only the builder imports these too, for the bounds. It also imports
the words of the file (`certificate_format`: names, a checksum, a limit), the base of its errors and `shorten`
from `errors`, and progress from `_gamekit`. `import-linter` enforces this. A certificate claims that one
side, the **winner**, wins a position. It has one answer to every reply of the other side, the **loser**:

* in alternate play a move or a pass, and a number that decreases from answer to answer, so that play ends;
* after the loser's pass, a run: the winner's steps until its own pass;
* after the winner's pass, a reason why the loser's run does not help it.

One kind of reason is a bound of `checker_bounds`: too few of the loser's pieces can come together. The first
bound is for each region of squares that the winner does not occupy (`regions`). The second holds until the
loser has a group as large as the winner's (`squares`). The third adds the cost of joining stuck pieces
(`joins`). The other kind of reason is that the winner has an answer to each placement at which the loser is
the holder. The checker tries all reachable placements (`exhausted`), or all those with a large group
(`layouts`, see `checker_layouts`).

Steps that repetition forbids to the winner are refused. The loser is allowed every step except into a
situation that occurred twice before the position, in alternate play and in runs that are tried. Extra steps
can only help the loser: a certificate that answers all of them also answers the legal ones.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from _gamekit.progress import Progress, silent
from mabi_search.certify.certificate_format import (
    EXHAUSTED,
    JOINS,
    KIND,
    LAYOUTS,
    MOST_PLACEMENTS,
    REGIONS,
    SQUARES,
    VERSION,
    digest,
)
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
from mabi_search.game.errors import ArgumentError, MabiError, shorten

TOO_FEW = {REGIONS: most_in_a_region, SQUARES: most_freely_together, JOINS: most_joined_together}
"""Bounds on the loser's largest group; the last two hold until it is as large as the winner's."""


def too_few(why: str, moment: Moment, winner: int) -> bool:
    """Return whether the bound `why` of `TOO_FEW` shows that the loser, who is to move, cannot overtake."""
    standing = moment.pieces[winner]
    together = TOO_FEW[why](moment.board, moment.pieces[1 - winner], standing)
    return together < greatest(standing) + (why == REGIONS)


class RejectedError(MabiError):
    """A certificate whose proof is wrong; the message begins with the place of the error.

    Parameters
    ----------
    place : str
        Like "line 3".
    reason : str
        The error at that place.
    """

    def __init__(self, place: str, reason: str):
        self.place = place
        super().__init__(f"{place}: {reason}")


class TooLargeError(MabiError):
    """A certificate that is neither accepted nor rejected: a run has too many placements to try."""


@dataclass(frozen=True)
class CheckResult:
    """The claim that a certificate proves.

    Examples
    --------
    >>> from mabi_search import Position
    >>> from mabi_search import check_certificate, make_certificate
    >>> checked = check_certificate(make_certificate(Position.parse("1bw1/b1w1/1w1b w - w 9")).lines)
    >>> checked.position, checked.readings["pass_rule"]
    ('1bw1/b1w1/1w1b w - w 9', 'run')
    """

    position: str
    """The position as written in the certificate."""
    readings: dict[str, str] = field(hash=False)
    """The readings of the rule sheet."""
    outcome: str
    """The outcome for the side to move: "win" or "loss"."""
    answers: int
    """Number of answers of the winner that were needed."""
    placements: int
    """Number of placements of the loser's runs that were tried."""

    @property
    def summary(self) -> str:
        """The proven outcome and the number of answers, in a sentence."""
        tried = f", {self.placements:,} placements of runs tried" if self.placements else ""
        return (
            f"{self.outcome} for the side to move in {self.position}\n"
            f"{self.answers:,} answers checked by the rules{tried}"
        )


def check_certificate(lines: Iterable[str], *, progress: Progress = silent) -> CheckResult:
    """Check a certificate and return the claim that it proves.

    Parameters
    ----------
    lines : iterable of str
        The lines of the file.
    progress : Progress, optional
        A function that is called with the counts so far: `checked` and `placements`.

    Returns
    -------
    CheckResult
        The claim, now proven by the rules.

    Raises
    ------
    ArgumentError
        The lines are not a certificate.
    RejectedError
        The proof is wrong; the message has the place and the reason.
    TooLargeError
        A run has too many placements.

    Examples
    --------
    >>> from mabi_search import Position
    >>> from mabi_search import check_certificate, make_certificate
    >>> checked = check_certificate(make_certificate(Position.parse("1bw1/b1w1/1w1b w - w 9")).lines)
    >>> print(checked.outcome, checked.answers)
    win 2
    """
    return _Checker([line.rstrip("\n") for line in lines], progress).checked()


def _read(line: str, place: str) -> dict[str, Any]:
    try:
        entry = json.loads(line)
    except (ValueError, RecursionError):
        raise RejectedError(place, f"not a line of JSON: {shorten(line)}") from None
    if not isinstance(entry, dict):
        raise RejectedError(place, "not a JSON object")
    return entry


def _head(lines: list[str]) -> dict[str, Any]:
    """Return the first line of a certificate, which says that it is one."""
    try:
        head = _read(lines[0] if lines else "", "line 1")
    except RejectedError as error:
        raise ArgumentError(f"not a certificate: {error}") from None
    if head.get("kind") != KIND:
        raise ArgumentError(f"not a certificate: line 1 must be a JSON object with 'kind': {KIND!r}")
    return head


def _readings(named: Any) -> Readings:
    """Return the readings that the first line names."""
    if not isinstance(named, dict):
        raise RejectedError("line 1", "position and rules are missing")
    for name, values in ALLOWED.items():
        if named.get(name) not in values:
            given = shorten(str(named.get(name)))
            raise RejectedError(
                "line 1", f"{name} must be {' or '.join(values)} in a certificate, not {given}"
            )
    return Readings(**{name: named[name] for name in ALLOWED})


class _Checker:
    def __init__(self, lines: list[str], progress: Progress):
        self.progress = progress
        head = _head(lines)
        if head.get("version") != VERSION:
            raise RejectedError(
                "line 1", f"version must be {VERSION}, not {shorten(str(head.get('version')))}"
            )
        body = lines[1:]
        if head.get("lines") != len(body):
            raise RejectedError("line 1", f"{head.get('lines')!r} lines should follow, but {len(body)} do")
        if head.get("sha256") != digest(body):
            raise RejectedError("line 1", "the checksum does not match what follows: the file was changed")
        self.readings = _readings(head.get("rules"))
        position, outcome = head.get("position"), head.get("outcome")
        if not isinstance(position, str):
            raise RejectedError("line 1", "position and rules are missing")
        try:
            self.moment, self.past = read(position, self.readings)
        except NotationError as error:
            raise RejectedError("line 1", f"not a position: {error}") from None
        if outcome not in ("win", "loss"):
            raise RejectedError("line 1", f'outcome must be "win" or "loss", not {shorten(str(outcome))}')
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
        """Return the proven claim, or raise RejectedError."""
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
                    "the whole", "the winner may have to repeat a situation for the third time"
                )
        return CheckResult(
            self.position, self.readings._asdict(), self.outcome, len(self.used), self.placements
        )

    def _entry(self, moment: Moment, field: str) -> tuple[str, Any]:
        """Return the place and a field of the answer at a moment."""
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
                raise RejectedError(place, "White may not pass while a piece at the edge can move")
            self._after_pass(moment)
            return
        after = self._stepped(place, moment, text)
        self.entered.setdefault(after.situation, set()).add(after.holder)
        self._replies(after, within)

    def _replies(self, moment: Moment, limit: float) -> None:
        """Check all moves of the loser in alternate play."""
        for step in steps(moment, self.readings):
            after = after_step(moment, step)
            if self.past[after.situation] < OFTEN:
                self.todo.append((after, limit))
        if may_pass(moment, self.readings):
            self._after_pass(moment)

    def _after_pass(self, moment: Moment) -> None:
        """Add the result of a pass to the work: the end of the game, or the other side's run."""
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
        """Return the moment after a step of the winner; its situation is counted separately."""
        try:
            step = step_of(text) if isinstance(text, str) else None
        except NotationError:
            step = None
        if step is None:
            raise RejectedError(place, f"a move is a text like a1b1, not {shorten(str(text))}")
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
                raise RejectedError(place, f"the run repeats a situation for the third time: {text}")
        if not moves and moment.mode == PASSED:
            raise RejectedError(place, "a run without a step ends the game, but the winner is not the holder")
        self._after_pass(moment)

    def _loser_alone(self, moment: Moment) -> None:
        """Check that nothing helps the loser while it moves alone."""
        self._after_pass(moment)
        place, why = self._entry(moment, "cannot")
        if why == EXHAUSTED:
            self._try_all(place, moment)
        elif why not in (LAYOUTS, *TOO_FEW):
            raise RejectedError(place, f"cannot: unknown reason {shorten(str(why))}")
        elif moment.holder != self.winner:
            raise RejectedError(place, f"the loser is the holder already, so {why} proves nothing")
        elif why == LAYOUTS:
            self._try_large(place, moment)
        elif not too_few(why, moment, self.winner):
            most = greatest(moment.pieces[self.winner])
            if why == REGIONS:
                raise RejectedError(place, f"a region holds more than {most} of the loser's pieces")
            raise RejectedError(place, f"{most} of the loser's pieces or more can come together")

    def _try_all(self, place: str, first: Moment) -> None:
        """Check every reachable placement of the loser, and the answers where the loser is the holder."""
        known = {(first.pieces, first.holder)}
        fringe = [first]
        while fringe:
            moment = fringe.pop()
            for step in steps(moment, self.readings):
                after = after_step(moment, step)
                if (after.pieces, after.holder) in known or self.past[after.situation] >= OFTEN:
                    continue
                known.add((after.pieces, after.holder))
                self.placements += 1
                if self.placements % 256 == 0:
                    self._tell()
                if len(known) > MOST_PLACEMENTS:
                    raise TooLargeError(
                        f"{place}: more than {MOST_PLACEMENTS:,} placements of a run; not checked"
                    )
                if after.holder != self.winner:
                    self._after_pass(after)
                fringe.append(after)

    def _try_large(self, place: str, first: Moment) -> None:
        """Check the answers to all placements with a large group at which the loser is the holder."""
        try:
            moments = large_moments(first, self.readings, self._tell)
        except TooManyError:
            raise TooLargeError(f"{place}: too many placements with a large group; not checked") from None
        self.placements += len(moments)
        for moment in moments:
            if moment.holder != self.winner:
                self._after_pass(moment)

    def _tell(self) -> None:
        checked = len(self.done)
        text = f"{checked:,} positions checked, {self.placements:,} placements of runs"
        self.progress(text, checked=checked, placements=self.placements)
