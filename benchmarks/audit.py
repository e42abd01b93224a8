"""Compares answers to random deals with plain code that tries everything.

    python -m benchmarks.audit --players 3 --deals 200 --seed 7

The plain code has the rules of `referee` and shares nothing with the searches. It checks the minimum and the
line; with ``--swaps`` also the number of shortest lines, traps, forced turns, the difficulty, and the value
of every swap.

The exit code is 0 if all answers agree, 1 if one does not, 3 if an answer takes more states than allowed.
"""

from __future__ import annotations

import argparse
import math
import sys
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from typing import Any, NamedTuple

from _gamekit.facts import json_of
from _gamekit.program import ANSWERED, NEGATIVE, UNDECIDED
from _gamekit.progress import status
from narabi_solver import Deal, Rules, analyse, random_deals, solve
from narabi_solver.certify.checker import played, start_of, table_of
from narabi_solver.certify.referee import PAIRS_A_TURN, Node, Pair, Table
from narabi_solver.game.errors import MoveFormatError
from narabi_solver.game.rules import SEATS, Swap
from narabi_solver.sizes import MAX_STATES


class Compared(NamedTuple):
    """A part of an answer, and what plain code finds."""

    what: str
    """The key of the part."""
    agrees: bool | None
    """None: it takes more states than allowed."""
    said: object
    found: object
    """What is right; None if that was not tried to the end."""


class TooManyStatesError(Exception):
    """Trying everything takes more states than allowed."""


class ShortestLines:
    """All lines that win in so many turns, which is the minimum; TooManyStatesError beyond `most` states."""

    def __init__(self, table: Table, start: Node, turns: int, most: int):
        self.start = start
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
        self.difficulty = -math.log2(chances[start]) + 0.0 if start in chances else math.nan

    @property
    def first(self) -> set[Pair]:
        """The swaps with which lines begin."""
        return {pair for pair, _ in self._steps[0][self.start][1]} if self._steps else set()

    @property
    def forced_turns(self) -> list[int]:
        """The turns, from 1, on which all lines play the same swap."""
        layer, forced = {self.start}, []
        for turn, kept in enumerate(self._steps, 1):
            good = [child for node in layer for child in kept[node][1]]
            if len({pair for pair, _ in good}) == 1:
                forced.append(turn)
            layer = {child for _, child in good}
        return forced


class Comparison:
    """Checks answers to a deal; what takes more than `most` states is not checked."""

    def __init__(self, deal: Deal, rules: Rules, most: int):
        self.rules = rules
        self._table = table_of(deal, rules)
        self._start = start_of(self._table, deal, rules)
        self._left = rules.limit - self._start.turns
        self._most = most
        self.states = 0
        """States tried so far."""

    def compare(self, answer: Mapping[str, Any]) -> Iterator[Compared]:
        """Yield the parts of an answer that has the keys of `solve` or `analyse`, each with what is right."""
        turns = answer["turns"]
        minimum = self._value("turns", self._start.node, self._left, turns)
        yield minimum
        if turns is not None:
            if (swaps := answer.get("swaps")) is not None:
                yield self._line(swaps, turns)
            if minimum.agrees:
                yield from self._about_lines(answer, turns)
        if (moves := answer.get("moves")) is not None:
            yield from self._moves(moves)

    def _value(self, what: str, node: Node, left: int, turns: int | None) -> Compared:
        """Compare a minimum with the first win there is, within so many turns or all that are left."""
        if self._table.broken_pairs(node[0]) == 0:
            return Compared(what, turns == 0, turns, 0)
        within = left if turns is None else min(turns, left)
        tried = self._table.exhaust(node, within, lambda turn, states: None, self._most)
        self.states += tried.states
        if tried.win is not None or tried.all:
            found = tried.win if tried.win is not None or turns is None else f"no win within {within}"
            return Compared(what, tried.win == turns, turns, found)
        return Compared(what, None, turns, None)

    def _line(self, swaps: Sequence[str], turns: int) -> Compared:
        """Compare a line with the rules: it is legal, takes so many turns, and wins."""
        try:
            line = [Swap.parse(swap) for swap in swaps]
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
        names = ("optimal_lines", "forced_turns", "traps", "difficulty")
        said = {name: answer[name] for name in names if answer.get(name) is not None}
        if not said:
            return
        try:
            lines = ShortestLines(self._table, self._start.node, turns, self._most)
        except TooManyStatesError:
            yield from (Compared(name, None, value, None) for name, value in said.items())
            return
        self.states += lines.states
        children = [pair for pair, _ in self._table.children(self._start.node)] if turns else []
        right: dict[str, Any] = {
            "optimal_lines": lines.count,
            "forced_turns": lines.forced_turns,
            "traps": sorted(self._name(pair) for pair in children if pair not in lines.first),
            "difficulty": lines.difficulty,
        }
        for name, value in said.items():
            if name == "traps":
                value = sorted(value)
            close = name == "difficulty" and abs(value - right[name]) < 0.001
            yield Compared(name, close or value == right[name], value, right[name])

    def _moves(self, moves: Sequence[Mapping[str, Any]]) -> Iterator[Compared]:
        """Compare the values of all swaps, and whether these are the legal ones."""
        over = self._left <= 0 or self._table.broken_pairs(self._start.node[0]) == 0
        children = [] if over else self._table.children(self._start.node)
        after = {self._name(pair): node for pair, node in children}
        said = {move["swap"]: move["turns"] for move in moves}
        yield Compared("moves", said.keys() == after.keys(), sorted(said), sorted(after))
        for swap in said.keys() & after.keys():
            turns = said[swap]
            found = self._value("moves", after[swap], self._left - 1, None if turns is None else turns - 1)
            yield found._replace(said=f"{swap}: {turns}", found=f"{found.found} after it")

    def _name(self, pair: Pair) -> str:
        """Return a swap, in places from the mover's first one, as it is written."""
        table, mover = self._table, self._start.mover
        places = [((mover + place // table.hand) % table.players, place % table.hand) for place in pair]
        return "-".join(f"{SEATS[seat]}{place + 1}" for seat, place in places)


def main(arguments: Sequence[str] | None = None) -> int:
    """Compare the answers to random deals; return the exit code."""
    parser = argparse.ArgumentParser("python -m benchmarks.audit", description=__doc__)
    parser.add_argument("--players", type=int, choices=(3, 4, 5), required=True)
    parser.add_argument("--deals", type=int, default=200)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--swaps", action="store_true", help="check the value of every swap too")
    parser.add_argument("--max-states", type=int, default=MAX_STATES, help="states to try for an answer")
    options = parser.parse_args(arguments)
    tally, states = Counter[tuple[str, bool | None]](), 0
    with status() as show:
        for deal in islice(random_deals(options.players, seed=options.seed), options.deals):
            show(f"{states:,} states")
            comparison = Comparison(deal, Rules(), options.max_states)
            for by in (solve, analyse)[: 1 + options.swaps]:
                for part in comparison.compare(json_of(by(deal))):
                    tally[f"{by.__name__} {part.what}", part.agrees] += 1
                    if part.agrees is False:
                        print(f"{deal}\n  {part.what} of {by.__name__}: {part.said}; found: {part.found}")
            states += comparison.states
    print(f"{options.deals:,} deals, {states:,} states tried")
    for name in sorted({name for name, _ in tally}):
        agreed, differ, skipped = (tally[name, agrees] for agrees in (True, False, None))
        print(
            f"{name}: {agreed:,} of {agreed + differ:,} agree" + f", {skipped:,} not checked" * bool(skipped)
        )
    counts = {
        agrees: sum(n for (_, one), n in tally.items() if one is agrees) for agrees in (True, False, None)
    }
    print(f"{counts[True]:,} of {counts[True] + counts[False]:,} answers agree")
    return NEGATIVE if counts[False] else UNDECIDED if counts[None] else ANSWERED


if __name__ == "__main__":
    sys.exit(main())
