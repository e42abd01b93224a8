"""Explains, with all cards open, why one swap is better than another: compares a shortest line after each.

A search chooses the two lines. The explanation comes from replaying both lines with `game.rules`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import NamedTuple

from _gamekit.facts import AsDict, Fact, for_programs
from _gamekit.languages import FIRST, Language
from _gamekit.limits import SharedWatch
from narabi_solver.game.cards import BLANKS
from narabi_solver.game.errors import StoppedError
from narabi_solver.game.questions import allows
from narabi_solver.game.rules import (
    SEATS,
    Rules,
    State,
    Swap,
    legal_moves,
    name_of,
    play_unchecked,
    why_illegal,
    why_undone,
)
from narabi_solver.solving.answers import MoveValue, Outcome
from narabi_solver.solving.solve import move_values


class Barred(NamedTuple):
    """The first swap of the shorter line that is illegal after the worse swap."""

    turn: int
    """The number of the turn on which the shorter line plays the swap."""
    swap: Swap
    """The swap that is illegal."""
    reason: str
    """The rule or card that forbids it, in words."""


@dataclass(frozen=True)
class Why(AsDict):
    """The reason why one swap of a position is better than another, with all cards open.

    `shorter` and `longer` are shortest lines, each of which begins with one of the two swaps. Among all pairs
    of such lines, these two differ as late as possible. All other properties follow from these two lines.
    """

    state: State
    """The position."""
    rules: Rules
    """The rules used."""
    shorter: tuple[Swap, ...]
    """A shortest line that begins with the better swap."""
    longer: tuple[Swap, ...]
    """A shortest line that begins with the worse swap; only that swap if no win is possible after it."""
    lost: bool
    """True if no win is possible after the worse swap."""

    def facts(self) -> list[Fact]:
        """Return the sentence, the two lines, and what follows from them, for programs only."""
        ways = "better", "worse", "shorter", "longer", "lost"
        return for_programs(self, "sentence", *ways, "parting", "barred", "misplaced")

    @property
    def better(self) -> Swap:
        """The better swap."""
        return self.shorter[0]

    @property
    def worse(self) -> Swap:
        """The worse swap."""
        return self.longer[0]

    @property
    def parting(self) -> int | None:
        """The number of the first turn, after the turn of the two swaps, on which the lines differ.

        None if a line has only one swap.
        """
        if self.lost or len(self.shorter) == 1:
            return None
        alike = 1
        while alike < len(self.shorter) and self.shorter[alike] == self.longer[alike]:
            alike += 1
        return self.state.turns + alike + 1

    @cached_property
    def barred(self) -> Barred | None:
        """The first swap of the shorter line that is illegal after the worse swap; None if there is none."""
        if self._stop is None:
            return None
        one, other, swap = self._stop
        return Barred(other.turns + 1, swap, _reason(one, other, swap, self.rules))

    @cached_property
    def _stop(self) -> tuple[State, State, Swap] | None:
        """The position where the barred swap is legal, the position where it is illegal, and the swap.

        None if no swap is barred.
        """
        for swap, (one, other) in zip(self.shorter[1:], self._side_by_side(), strict=False):
            if why_illegal(other, swap, self.rules) is not None:
                return one, other, swap
        return None

    @cached_property
    def misplaced(self) -> tuple[str, ...]:
        """The numbers out of place at the end if the worse swap replaces the better one in the shorter line.

        Empty if a swap of that line is barred.
        """
        return tuple(sorted(label for label, _ in self._wrong if label not in BLANKS))

    @cached_property
    def _wrong(self) -> list[tuple[str, str]]:
        """The two labels at each place where the rings differ after either swap and the rest of `shorter`."""
        if self.barred is not None:
            return []
        *_, (right, lies) = self._side_by_side()
        pairs = zip(right.ring, lies.ring, strict=True)
        return [(stone.label, other.label) for stone, other in pairs if stone.label != other.label]

    @property
    def _out_of_place(self) -> str:
        """The numbers out of place, in words; exchanged numbers as pairs."""
        there = set(self._wrong)
        pairs = sorted({(one, other) for one, other in there if one < other and (other, one) in there})
        pairs = [pair for pair in pairs if pair != ("d", "w")]  # irrelevant for the order
        if {label for pair in pairs for label in pair} >= {*self.misplaced}:
            exchanged = [f"the {one} and {_called(other)}" for one, other in pairs]
            return f"{', and '.join(exchanged)}{',' * (len(pairs) > 1)} in each other's places"
        *most, last = (f"the {label}" for label in self.misplaced)
        return f"{', '.join(most)} and {last} out of place" if most else f"{last} out of place"

    def _side_by_side(self) -> Iterator[tuple[State, State]]:
        """Yield the positions after each of the two swaps, and then after each later swap of `shorter`."""
        after_better, after_worse = (play_unchecked(self.state, swap) for swap in (self.better, self.worse))
        yield after_better, after_worse
        for swap in self.shorter[1:]:
            after_better, after_worse = play_unchecked(after_better, swap), play_unchecked(after_worse, swap)
            yield after_better, after_worse

    @property
    def sentence(self) -> str:
        """The reason in one sentence, without a full stop."""
        begins, worse = self.state.turns, self.worse
        better = f"{self.better} can win on turn {begins + len(self.shorter)}{_then(self.shorter)}"
        if len(self.shorter) == 1:
            better = f"{self.better} wins at once"
        if self.lost:
            return f"{better}, but after {worse} no win is possible by turn {self.rules.limit}{self._stops()}"
        slower = f"{worse} not before turn {begins + len(self.longer)}{_then(self.longer)}"
        return f"{better}, {slower}{self._parts()}"

    def _words(self, language: Language) -> str:
        """Return the reason in a language; except in English, only the shorter line and its barred swap."""
        if language.name == FIRST:
            return self.sentence
        way = " ".join(map(str, self.shorter))
        if self._stop is None:
            return language.text("review.way", way=way)
        _, other, swap = self._stop
        why = why_illegal(other, swap, self.rules, language)
        return language.text("review.stops", way=way, swap=swap, why=why)

    def _parts(self) -> str:
        """Return the end of the sentence: where the lines part, and why the shorter line fails."""
        if self.parting is None:
            return ""
        parts = f"; the ways part on turn {self.parting}"
        if self.barred is not None and self.barred.turn == self.parting:
            return f"{parts}, where {self._barred_words(f' after {self.worse}')}"
        if self.barred is not None:
            stops = f"stops on turn {self.barred.turn}, where {self._barred_words()}"
            return f"{parts}, and the shorter one, played after {self.worse}, {stops}"
        if self.parting > self.state.turns + len(self.shorter):
            alike = f"; the ways are alike up to turn {self.parting - 1}"
            return f"{alike}, but after {self.worse} they leave {self._out_of_place}"
        return f"{parts}, and the shorter one, played after {self.worse}, leaves {self._out_of_place}"

    def _stops(self) -> str:
        """Return the end of the sentence for a swap that loses the win: why the shorter line fails."""
        after = play_unchecked(self.state, self.worse)
        if not legal_moves(after, self.rules):
            return f", since seat {SEATS[after.mover]} then has no legal swap"
        if len(self.shorter) == 1:
            return ""
        if self.barred is not None:
            return f"; the same swaps then stop on turn {self.barred.turn}, where {self._barred_words()}"
        return f"; the same swaps then leave {self._out_of_place}"

    def _barred_words(self, after: str = "") -> str:
        return (
            "" if self.barred is None else f"{self.barred.swap} is not allowed{after}: {self.barred.reason}"
        )


def _then(way: Sequence[Swap]) -> str:
    return f" (then {' '.join(map(str, way[1:]))})" if len(way) > 1 else ""


def _called(label: str) -> str:
    return f"a {name_of(label)}" if label in BLANKS else f"the {label}"


def _reason(one: State, other: State, swap: Swap, rules: Rules) -> str:
    """Return the reason why a swap that is legal in the position `one` is illegal in `other`."""
    (own, taken), (was, instead) = (
        (state.stone(swap.own), state.stone(swap.other)) for state in (other, one)
    )
    if allows(other, swap, own.card):
        return str(why_undone(other, swap, rules))
    lies, before = f"at {swap.other}", list(other.ring)
    before[other.number(swap.other)] = instead
    if taken.label != instead.label and allows(replace(other, ring=tuple(before)), swap, own.card):
        lies = f"that lies at {swap.other} instead of {_called(instead.label)}"
    forbids = f"{own} may not take the {name_of(taken.label)} {lies}"
    return forbids if own == was else f"{swap.own} then holds {own}, not {was}, and {forbids}"


class _Pair(NamedTuple):
    """The positions after the better and after the worse swap, each followed by the same swaps."""

    one: State
    other: State
    way: tuple[Swap, ...]
    """The better swap, and the swaps after it."""

    def play(self, swap: Swap) -> _Pair:
        return _Pair(play_unchecked(self.one, swap), play_unchecked(self.other, swap), (*self.way, swap))


def _changed(pair: _Pair, swap: Swap) -> int:
    """Return the number of places of a swap at which the two positions have different stones."""
    return sum(pair.one.stone(place) != pair.other.stone(place) for place in swap)


def why_better(
    state: State, moves: Sequence[MoveValue], worse: Swap, rules: Rules, watch: SharedWatch
) -> Why | None:
    """Return the reason why a best swap is better than another swap; None if it is not or a value is unknown.

    Parameters
    ----------
    state
        The position.
    moves
        All legal swaps with their values.
    worse
        The other swap, which is one of `moves`.
    rules, watch
        The rules, and the watch that limits the search. The result is None if a limit stops the search.
    """
    if any(not move.proven for move in moves):
        return None
    turns = min((move.turns for move in moves if move.turns is not None), default=None)
    (given,) = (move for move in moves if move.swap == worse)
    if turns is None or given.turns == turns:
        return None
    best = [move.swap for move in moves if move.turns == turns]
    try:
        return _Walk(state, rules, watch).why(best, given, turns)
    except StoppedError:
        return None


class _Walk:
    """Finds a shortest line after a best swap and one after a worse swap; they differ as late as possible."""

    def __init__(self, state: State, rules: Rules, watch: SharedWatch):
        self.state, self.rules, self.watch = state, rules, watch

    def why(self, best: Sequence[Swap], worse: MoveValue, turns: int) -> Why:
        pairs = self._different(
            _Pair(play_unchecked(self.state, swap), play_unchecked(self.state, worse.swap), (swap,))
            for swap in best
        )
        to_go, more = turns - 1, None if worse.turns is None else worse.turns - turns
        while to_go and more is not None and (common := self._in_common(pairs, to_go, more)):
            pairs, to_go = common, to_go - 1
        alike = turns - to_go
        shorter = self._stopped(pairs, to_go)
        longer = (worse.swap, *shorter[1:alike])
        if more is not None:
            after = self.state
            for swap in longer:
                after = play_unchecked(after, swap)
            longer += self._way(after, to_go + more)
        return Why(self.state, self.rules, shorter, longer, more is None)

    def _in_common(self, pairs: Sequence[_Pair], to_go: int, more: int) -> list[_Pair]:
        """Return the pairs after those swaps that begin a shortest line of both positions of a pair."""
        ones = self._best([pair.one for pair in pairs], to_go)
        others = self._best([pair.other for pair in pairs], to_go + more)
        both = zip(pairs, ones, others, strict=True)
        return self._different(pair.play(swap) for pair, one, other in both for swap in one if swap in other)

    def _stopped(self, pairs: Sequence[_Pair], to_go: int) -> tuple[Swap, ...]:
        """Return the shortest line that becomes illegal soonest after the worse swap; any if none does."""
        while to_go:
            best = self._best([pair.one for pair in pairs], to_go)
            steps = [(pair, swap) for pair, swaps in zip(pairs, best, strict=True) for swap in swaps]
            barred = [step for step in steps if why_illegal(step[0].other, step[1], self.rules) is not None]
            to_go -= 1
            if barred:
                pair, swap = min(barred, key=lambda step: (_changed(*step), step[0].way, step[1]))
                return (*pair.way, swap, *self._way(play_unchecked(pair.one, swap), to_go))
            pairs = self._different(pair.play(swap) for pair, swap in steps)
        return pairs[0].way

    def _way(self, state: State, to_go: int) -> tuple[Swap, ...]:
        """Return a shortest line of a position whose minimum is `to_go`."""
        way: list[Swap] = []
        while len(way) < to_go:
            ((swap, *_),) = self._best([state], to_go - len(way))
            way.append(swap)
            state = play_unchecked(state, swap)
        return tuple(way)

    def _best(self, states: Sequence[State], to_go: int) -> list[list[Swap]]:
        """Return the best swaps of each position; the minimum of each is `to_go`."""
        valued = move_values(states, self.rules, self.watch, to_go)
        if any(move.outcome is Outcome.UNDECIDED for moves in valued for move in moves):
            raise StoppedError("a limit was reached")
        return [[move.swap for move in moves if move.outcome is Outcome.SOLVED] for moves in valued]

    def _different(self, pairs: Iterator[_Pair]) -> list[_Pair]:
        """Return the pairs without repetitions; each pair keeps the first line that leads to it."""
        first: dict[tuple[State, State], _Pair] = {}
        for pair in pairs:
            first.setdefault((pair.one, pair.other), pair)
        return list(first.values())
