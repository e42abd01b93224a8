"""A small checker of certificates, in plain Python over the rules.

It imports nothing of kernels, search and tables: `import-linter` keeps it so. But they use some of what it
stands on, and a fault there could make a verdict wrong and let its certificate pass: `rules` and `notation`,
as everything does; `overtaking.regions` and `untaken`, by which `proofs.Confined` knows where a side walks;
`layouts.state_of_run` and `provable`, which prove nothing. `certificates` asks the bounds of `overtaking` and
`layouts` what to claim; what the search concludes by such bounds is worked out by kernels of their own, with
which the tests compare these.

A certificate claims that one side, the **winner**, wins a position. It has one answer to every reply of the
other side, the **loser**:

* in alternate play a move, or a pass, and a number that falls from answer to answer, so that play ends;
* after the loser's pass, a run: the winner's steps until it passes in its turn;
* after the winner's pass, why the loser's run does not help it: the loser's pieces in any region of the
  squares not taken by the winner are too few to overtake (`regions`); they are too few as far as they can
  come together before they have a group as large as the winner's (`squares`), also by what it takes to join
  those that are stuck (`joins`), see `overtaking`; or those placements are answered where the loser holds, of
  all that it can reach, which are tried (`exhausted`), or of all with a large group (`layouts`).

Steps that repetition forbids to the winner are refused. The loser is given all of its steps but those into
what has arisen twice before the position, in alternate play and in runs that are tried (`exhausted`): that
can only help it.
"""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Any

from mabi_search import rules as game
from mabi_search.errors import ArgumentError, IllegalMoveError, MabiError, shorten
from mabi_search.layouts import large_placements
from mabi_search.notation import text_of
from mabi_search.overtaking import freely_together, joined_together, together
from mabi_search.position import Position
from mabi_search.rules import ALTERNATE, PASS, PASSED, Key, Move, Rules, State

KIND = "mabi certificate"
VERSION = 1
REGIONS, SQUARES, JOINS = "regions", "squares", "joins"
EXHAUSTED, LAYOUTS = "exhausted", "layouts"
TOO_FEW = {SQUARES: freely_together, JOINS: joined_together}
"""How many of the loser's pieces come together before they have a group as large as the winner's."""
MOST_PLACEMENTS = 300_000
"""That are tried for one run."""
READINGS = ("paralysis", "freeze", "pass_rule", "repetition")


class RejectedError(MabiError):
    """A certificate that does not hold; the message begins with the place of what is wrong."""

    def __init__(self, place: str, reason: str):
        self.place = place
        super().__init__(f"{place}: {reason}")


class TooLargeError(MabiError):
    """A run with more placements than the checker tries: neither accepted nor rejected."""


@dataclass(frozen=True)
class Checked:
    """What a certificate was found to prove."""

    position: Position
    outcome: str
    """For the side to move: "win" or "loss"."""
    answers: int
    """Answers of the winner that were needed."""
    placements: int
    """Placements of the loser's runs that were tried."""


def provable(rules: Rules) -> bool:
    """Tell whether there are certificates under these readings."""
    return rules.pass_rule in ("run", "final") and rules.repetition == "situation" and rules.freeze != "none"


def key_of(state: State) -> str:
    """Return what an answer is found by: board, side to move, mode and holder."""
    return " ".join(text_of(replace(state, ply=20)).split()[:4])


def digest(lines: Iterable[str]) -> str:
    """Return the checksum of the lines after the first."""
    total = hashlib.sha256()
    for line in lines:
        total.update(line.encode(errors="surrogatepass") + b"\n")
    return total.hexdigest()


def check(lines: Iterable[str], show: Callable[[str], None] | None = None) -> Checked:
    """Return what a certificate proves.

    Parameters
    ----------
    lines
        Of the file.
    show
        Is told from time to time how far it is.

    Raises
    ------
    ArgumentError
        The lines are no certificate.
    RejectedError
        They are one that does not hold; the message says where and why.
    """
    return _Checker([line.rstrip("\n") for line in lines], show or (lambda text: None)).checked()


def _read(line: str, place: str) -> dict[str, Any]:
    try:
        found = json.loads(line)
    except (ValueError, RecursionError):
        raise RejectedError(place, f"not a line of JSON: {shorten(line)}") from None
    if not isinstance(found, dict):
        raise RejectedError(place, "not a JSON object")
    return found


def _head(lines: list[str]) -> dict[str, Any]:
    """Return the first line of a certificate, which says that it is one."""
    try:
        head = _read(lines[0] if lines else "", "line 1")
    except RejectedError as error:
        raise ArgumentError(f"this is no certificate: {error}") from None
    if head.get("kind") != KIND:
        raise ArgumentError(f"this is no certificate: line 1 must be a JSON object with 'kind': {KIND!r}")
    return head


class _Checker:
    def __init__(self, lines: list[str], show: Callable[[str], None]):
        self.show = show
        head = _head(lines)
        if head.get("version") != VERSION:
            raise RejectedError(
                "line 1", f"this checker knows version {VERSION}, not {shorten(str(head.get('version')))}"
            )
        body = lines[1:]
        if head.get("lines") != len(body):
            raise RejectedError("line 1", f"{head.get('lines')!r} lines should follow, and {len(body)} do")
        if head.get("sha256") != digest(body):
            raise RejectedError("line 1", "the checksum does not match what follows: the file was changed")
        self.position = self._position(head)
        self.outcome = head.get("outcome")
        if self.outcome not in ("win", "loss"):
            raise RejectedError(
                "line 1", f'outcome must be "win" or "loss", not {shorten(str(self.outcome))}'
            )
        state = self.position.state
        self.winner = state.side if self.outcome == "win" else game.other(state.side)
        self.rules = self.position.rules
        self.answers: dict[str, tuple[str, dict[str, Any]]] = {}
        for number, line in enumerate(body, 2):
            entry = _read(line, f"line {number}")
            if not isinstance(entry.get("at"), str):
                raise RejectedError(f"line {number}", 'no position under "at"')
            self.answers[entry["at"]] = (f"line {number}", entry)
        self.past: Counter[Key] = Counter(state.seen)
        self.entered: dict[Key, set[str]] = {}
        self.done: set[tuple[str, int]] = set()
        self.todo: list[tuple[State, float]] = []
        self.used: set[str] = set()
        self.placements = 0

    def _position(self, head: dict[str, Any]) -> Position:
        rules = head.get("rules")
        text = head.get("position")
        if not isinstance(rules, dict) or not isinstance(text, str):
            raise RejectedError("line 1", "position and rules are missing")
        try:
            readings = {name: rules[name] for name in READINGS}
            position = Position.parse(text, Rules(**readings))
        except (MabiError, ValueError, TypeError, KeyError) as error:
            raise RejectedError("line 1", f"no position: {error}") from None
        if not provable(position.rules):
            raise RejectedError("line 1", "certificates are for the pass rules run and final, with a freeze")
        return position

    def checked(self) -> Checked:
        """Return what holds, or raise RejectedError."""
        self.todo.append((self.position.state, float("inf")))
        while self.todo:
            state, limit = self.todo.pop()
            if len(self.done) % 100 == 0:
                self._tell()
            if state.mode == ALTERNATE:
                self._alternate(state, limit)
            elif state.side == self.winner:
                self._winner_alone(state)
            else:
                self._loser_alone(state)
        for key, holders in self.entered.items():
            if self.past[key] + len(holders) > game.OCCURRENCES:
                raise RejectedError(
                    "the whole", "the winner may have to enter a situation for the third time"
                )
        assert self.outcome is not None
        return Checked(self.position, self.outcome, len(self.used), self.placements)

    def _entry(self, state: State, field: str) -> tuple[str, Any]:
        """Return the place and a field of the answer in a state."""
        name = key_of(state)
        if name not in self.answers:
            raise RejectedError("the whole", f"no answer for {name}")
        place, entry = self.answers[name]
        self.used.add(name)
        if field not in entry:
            raise RejectedError(place, f"there is no {field!r} for {name}")
        return place, entry[field]

    def _within(self, state: State) -> int:
        place, within = self._entry(state, "within")
        if type(within) is not int or within < 1:
            raise RejectedError(place, "within must be a whole number, 1 or more")
        return within

    def _alternate(self, state: State, limit: float) -> None:
        if state.side != self.winner:
            self._replies(state, limit)
            return
        within = self._within(state)
        place, text = self._entry(state, "move")
        if within >= limit:
            raise RejectedError(place, f"within must be less than {limit}, not {within}")
        if (key_of(state), within) in self.done:
            return
        self.done.add((key_of(state), within))
        after = self._made(place, state, text)
        if after.mode == ALTERNATE:
            self.entered.setdefault(game.key(after, self.rules), set()).add(after.holder)
            self._replies(after, within)
        else:
            self._push(after)

    def _replies(self, state: State, limit: float) -> None:
        """Look at all that the loser can do in alternate play."""
        for after in self._steps(state):
            if self.past[game.key(after, self.rules)] >= game.OCCURRENCES:
                continue
            self.todo.append((after, limit))
        if not game.must_move(state, self.rules):
            self._push(game.play_unchecked(state, PASS, self.rules))

    def _push(self, state: State) -> None:
        """Remember to look at a state in which the game is over or one side is locked out."""
        if state.over:
            if game.winner(state) != self.winner:
                raise RejectedError(
                    "the whole", f"the game ends, and the winner has not won: {key_of(state)}"
                )
            return
        if (key_of(state), 0) not in self.done:
            self.done.add((key_of(state), 0))
            self.todo.append((state, 0))

    def _made(self, place: str, state: State, text: Any) -> State:
        """Return the state after a move of the winner."""
        try:
            move = Move.parse(text) if isinstance(text, str) else None
            if move is None:
                raise RejectedError(place, f"a move is a text like a1b1, not {shorten(str(text))}")
            legal = replace(state, seen=())  # what the winner may enter is counted apart
            return replace(game.play(legal, move, self.rules), seen=())
        except IllegalMoveError as error:
            raise RejectedError(place, str(error)) from None

    # Runs

    def _winner_alone(self, state: State) -> None:
        """Look at the run of the winner, which ends with a pass."""
        ends = state.mode == PASSED or self.rules.pass_rule == "final"
        if ends and state.holder == self.winner:
            return  # the pass that ends the game
        place, moves = self._entry(state, "run")
        if not isinstance(moves, list):
            raise RejectedError(place, "a run is a list of moves")
        times = self.past.copy()
        for text in moves:
            state = self._made(place, state, text)
            key = game.key(state, self.rules)
            times[key] += 1
            if text == "pass" or times[key] > game.OCCURRENCES:
                raise RejectedError(
                    place, f"the run passes, or enters a situation for the third time: {text}"
                )
        if not moves and state.mode == PASSED:
            raise RejectedError(place, "a run without a step ends the game, and the winner does not hold")
        self._push(game.play_unchecked(state, PASS, self.rules))

    def _loser_alone(self, state: State) -> None:
        """Look at all that the loser can do while it moves alone: nothing may help it."""
        if state.mode == PASSED:
            self._push(replace(state, over=True))
        else:
            self._push(game.play_unchecked(state, PASS, self.rules))
        place, why = self._entry(state, "cannot")
        most, loser = game.largest(state, self.winner), game.other(self.winner)
        if why == EXHAUSTED:
            self._try_all(place, state)
        elif why not in (REGIONS, LAYOUTS, *TOO_FEW):
            raise RejectedError(place, f"cannot: {shorten(str(why))} is no reason")
        elif state.holder != self.winner:
            raise RejectedError(place, f"the loser holds already, and {why} proves nothing")
        elif why == LAYOUTS:
            self._try_large(place, state)
        elif why == REGIONS and together(state.board, loser) > most:
            raise RejectedError(place, f"a region holds more than {most} of the loser's pieces")
        elif why in TOO_FEW and TOO_FEW[why](state, self.winner) >= most:
            raise RejectedError(place, f"{most} of the loser's pieces or more can come together")

    def _try_all(self, place: str, first: State) -> None:
        """Look at every placement that the loser can reach, and at what follows where it holds."""
        known = {(first.board, first.holder)}
        fringe = [first]
        while fringe:
            state = fringe.pop()
            for after in self._steps(state):
                key = game.key(after, self.rules)
                if (after.board, after.holder) in known or self.past[key] >= game.OCCURRENCES:
                    continue
                known.add((after.board, after.holder))
                self.placements += 1
                if len(known) > MOST_PLACEMENTS:
                    raise TooLargeError(
                        f"{place}: more than {MOST_PLACEMENTS:,} placements of a run; not checked"
                    )
                if after.holder != self.winner:
                    self._push(game.play_unchecked(after, PASS, self.rules))
                fringe.append(after)
            if self.placements % 256 == 0:
                self._tell()

    def _try_large(self, place: str, first: State) -> None:
        """Look at what follows where the loser holds, of all placements in which it has a large group."""
        met = large_placements(first, self.winner, self._large, self._tell)
        if met is None:
            raise TooLargeError(f"{place}: too many placements with a large group; not checked")
        for state in met:
            if state.holder != self.winner:
                self._push(game.play_unchecked(state, PASS, self.rules))

    def _large(self, state: State) -> Iterator[State]:
        """Count a placement with a large group, and yield what its steps lead to."""
        self.placements += 1
        if self.placements % 256 == 0:
            self._tell()
        return self._steps(state)

    def _tell(self) -> None:
        self.show(f"{len(self.done):,} positions checked, {self.placements:,} placements of runs")

    def _steps(self, state: State) -> Iterator[State]:
        """Yield the state after every step, repetition not asked."""
        for move in steps(state, self.rules):
            yield replace(game.play_unchecked(state, move, self.rules), seen=())


def steps(state: State, rules: Rules) -> Iterator[Move]:
    """Yield the steps of `rules.legal_moves`, repetition not asked; each group is found once only."""
    mine, theirs = game.groups(state, state.side), game.groups(state, game.other(state.side))
    stuck = {square for group in game.frozen(state, rules) for square in group}
    for group in mine:
        larger = {square for enemy in theirs if len(enemy) > len(group) for square in enemy}
        held = {square for square in group if not larger.isdisjoint(square.neighbours())}
        if held:
            stuck |= held if rules.paralysis == "piece" else set(group)
    for square in state.pieces(state.side):
        if square in stuck or (state.ply == 0 and not game.touches_edge(state, square)):
            continue
        for target in sorted(square.neighbours()):
            if state.at(target) == game.EMPTY:
                yield Move(square, target)
