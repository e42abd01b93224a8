"""Compares answers with what plain code finds by trying everything.

The rules are those of `referee`, and no search, kernel or table plays a part: `Table.exhaust` goes through
all states turn by turn; `ShortestLines` keeps all that can still be won in time, and goes back from the wins.
Answers have the keys that the programs print as JSON; those that are missing, or null, are not looked at.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping
from typing import Any, NamedTuple

from narabi_solver.certify.checker import played, start_of, table_of
from narabi_solver.certify.referee import PAIRS_A_TURN, Node, Pair, Table
from narabi_solver.game.deal import Deal
from narabi_solver.game.errors import ArgumentError, MoveFormatError, shorten
from narabi_solver.game.rules import SEATS, TRACK, Rules, Swap

Report = Callable[[int, int], None]
"""Called now and then with a turn, and the states tried."""


class Compared(NamedTuple):
    """A part of an answer, and what plain code finds."""

    what: str
    """The key of the part."""
    agrees: bool | None
    """None: it takes more states than allowed, or the answer is that it is undecided."""
    said: object
    found: object
    """What is right; None if that was not tried to the end."""


MOST = 1 << 63
"""Below it is every whole number of an answer."""
KINDS: dict[str, Callable[[Any], bool]] = {
    "swaps": lambda value: isinstance(value, list | tuple),
    "optimal_lines": lambda value: _is_count(value),
    "lines": lambda value: isinstance(value, list) or _is_count(value),
    "forced_turns": lambda value: isinstance(value, list),
    "traps": lambda value: isinstance(value, list | tuple) or _is_count(value),
    "difficulty": lambda value: isinstance(value, float) or _is_count(value),
    "moves": lambda value: (
        isinstance(value, list | tuple)
        and all(map(_is_move, value))
        and len({str(move["swap"]) for move in value}) == len(value)
    ),
}
"""What the parts of an answer are, if they are not null."""


def _is_count(value: Any) -> bool:
    return isinstance(value, int) and 0 <= value < MOST


def _is_move(value: Any) -> bool:
    return (
        isinstance(value, Mapping)
        and value.keys() >= {"swap", "outcome", "turns"}
        and isinstance(value["swap"], str | Swap)
        and _is_value(value["outcome"], value["turns"])
    )


def _is_value(outcome: object, turns: object) -> bool:
    if outcome == "solved":
        return type(turns) is int and 0 <= turns <= TRACK
    return outcome in ("unsolvable", "undecided") and turns is None


def _shown(value: object) -> str:
    return shorten(repr(value))[1:-1]


class TooManyStatesError(Exception):
    """Trying everything takes more states than allowed."""


class ShortestLines:
    """All lines that win in so many turns, which is the minimum.

    Parameters
    ----------
    table, start, turns
        The deal, the state to begin in, and its minimum.
    most
        States to keep.

    Raises
    ------
    TooManyStatesError
        There are more.
    """

    def __init__(self, table: Table, start: Node, turns: int, most: int):
        self.table, self.start = table, start
        steps, layer, self.states = [], {start}, 1
        for left in range(turns - 1, -1, -1):
            kept: dict[Node, tuple[int, list[tuple[Pair, Node]]]] = {}
            for node in layer:
                children = table.children(node)
                good = [child for child in children if table.broken_pairs(child[1][0]) <= PAIRS_A_TURN * left]
                kept[node] = len(children), good
            steps.append(kept)
            layer = {child for _, good in kept.values() for _, child in good}
            self.states += len(layer)
            if self.states > most:
                raise TooManyStatesError
        ways, chances = dict.fromkeys(layer, 1), dict.fromkeys(layer, 1.0)
        for kept in reversed(steps):
            for _, good in kept.values():
                good[:] = [(pair, child) for pair, child in good if child in ways]
            ways = {node: sum(ways[child] for _, child in good) for node, (_, good) in kept.items() if good}
            chances = {
                node: sum(chances[child] for _, child in kept[node][1]) / kept[node][0] for node in ways
            }
        self._steps = steps
        self.count = ways.get(start, 1 if turns == 0 else 0)
        self.difficulty = -math.log2(chances[start]) + 0.0 if start in chances else None

    def positions(self) -> Iterator[list[tuple[int, list[tuple[Pair, Node]]]]]:
        """Yield for each turn of the positions on the lines: how many swaps are legal, and those on lines."""
        layer = {self.start}
        for kept in self._steps:
            found = [kept[node] for node in layer]
            yield found
            layer = {child for _, good in found for _, child in good}

    @property
    def forced_turns(self) -> list[int]:
        """The turns, from 1, on which all lines play the same swap."""
        played = [{pair for _, good in found for pair, _ in good} for found in self.positions()]
        return [turn for turn, pairs in enumerate(played, 1) if len(pairs) == 1]

    @property
    def traps(self) -> int:
        """Legal swaps that lose the minimum, in all positions on the lines together."""
        return sum(choices - len(good) for found in self.positions() for choices, good in found)


class Comparison:
    """Checks answers to a deal.

    Parameters
    ----------
    deal, rules
        The deal, and the rules to play it by.
    most
        States to try for each part of an answer; what takes more is not checked.
    report
        Called now and then.
    """

    def __init__(self, deal: Deal, rules: Rules, most: int, report: Report):
        self.deal, self.rules = deal, rules
        self._table = table_of(deal, rules)
        self._start = start_of(self._table, deal, rules)
        self._left = rules.limit - self._start.turns
        self._most, self._report = most, report
        self.states = 0
        """States tried so far."""

    def compare(self, answer: Mapping[str, Any]) -> Iterator[Compared]:
        """Yield the parts of an answer, each with what is right.

        Raises
        ------
        ArgumentError
            It is no answer to a deal.
        """
        outcome, turns = answer.get("outcome"), answer.get("turns")
        moves = answer.get("moves")
        if not _is_value(outcome, turns):
            raise ArgumentError(f"no answer: outcome {_shown(outcome)} with turns {_shown(turns)}")
        for name, fits in KINDS.items():
            if answer.get(name) is not None and not fits(answer[name]):
                raise ArgumentError(f"no answer: {name} is {_shown(answer[name])}")
        minimum = self._value("turns", self._start.node, self._left, str(outcome), turns)
        yield minimum
        if turns is not None:
            if (swaps := answer.get("swaps")) is not None:
                yield self._line(swaps, turns)
            if minimum.agrees:
                yield from self._about_lines(answer, turns)
        if moves is not None:
            yield from self._moves(moves)

    def _value(self, what: str, node: Node, left: int, outcome: str, turns: int | None) -> Compared:
        """Compare a minimum with the first win there is, within so many turns or all that are left."""
        if outcome == "undecided":
            return Compared(what, None, None, None)
        if self._table.broken_pairs(node[0]) == 0:
            return Compared(what, turns == 0, turns, 0)
        within = left if turns is None else min(turns, left)
        tried = self._table.exhaust(node, within, self._report, self._most)
        self.states += tried.states
        if tried.win is not None or tried.all:
            found = tried.win if tried.win is not None or turns is None else f"no win within {within}"
            return Compared(what, tried.win == turns, turns, found)
        return Compared(what, None, turns, None)

    def _line(self, swaps: Any, turns: int) -> Compared:
        """Compare a line with the rules: it is legal, takes so many turns, and wins."""
        try:
            line = [Swap.parse(str(swap)) for swap in swaps]
        except MoveFormatError:
            return Compared("swaps", False, swaps, "these are no swaps")
        now, wrong = played(self._table, self._start, line, self.rules)
        if wrong is None and self._table.broken_pairs(now.node[0]):
            wrong = "the ring is not in order"
        if wrong is None and len(line) != turns:
            wrong = f"{len(line)} turns"
        return Compared("swaps", wrong is None, swaps, wrong)

    def _about_lines(self, answer: Mapping[str, Any], turns: int) -> Iterator[Compared]:
        """Compare what an answer says of all shortest lines."""
        names = ("optimal_lines", "lines", "forced_turns", "traps", "difficulty")
        said = {name: answer[name] for name in names if answer.get(name) is not None}
        if isinstance(said.get("lines"), list):  # the first few, as texts
            del said["lines"]
        if not said:
            return
        try:
            lines = ShortestLines(self._table, self._start.node, turns, self._most)
        except TooManyStatesError:
            yield from (Compared(name, None, value, None) for name, value in said.items())
            return
        self.states += lines.states
        for name, value in said.items():
            found: object
            if name in ("optimal_lines", "lines"):
                found = lines.count
            elif name == "forced_turns":
                value, found = list(value), lines.forced_turns
            elif name == "difficulty":
                found = lines.difficulty
                yield Compared(name, found is not None and abs(value - found) < 0.001, value, found)
                continue
            elif isinstance(value, list):
                good = {pair for _, after in next(lines.positions(), []) for pair, _ in after}
                children = [pair for pair, _ in self._table.children(self._start.node)] if turns else []
                value = sorted(map(str, value))
                found = sorted(self._name(pair) for pair in children if pair not in good)
            else:
                found = lines.traps
            yield Compared(name, value == found, value, found)

    def _moves(self, moves: Any) -> Iterator[Compared]:
        """Compare the values of all swaps, and whether these are the legal ones."""
        over = self._left <= 0 or self._table.broken_pairs(self._start.node[0]) == 0
        children = [] if over else self._table.children(self._start.node)
        after = {self._name(pair): node for pair, node in children}
        said = {str(move["swap"]): (move["outcome"], move["turns"]) for move in moves}
        yield Compared("moves", said.keys() == after.keys(), sorted(said), sorted(after))
        for swap, node in after.items():
            if swap in said:
                outcome, turns = said[swap]
                found = self._value(
                    "moves", node, self._left - 1, outcome, None if turns is None else turns - 1
                )
                yield found._replace(said=f"{swap}: {turns}", found=f"{found.found} after it")

    def _name(self, pair: Pair) -> str:
        """Return a swap, in places from the mover's first one, as it is written."""
        table, mover = self._table, self._start.mover
        places = [((mover + place // table.hand) % table.players, place % table.hand) for place in pair]
        return "-".join(f"{SEATS[seat]}{place + 1}" for seat, place in places)
