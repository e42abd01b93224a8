"""The value of positions with their past, on small boards; shares nothing with kernels, tables and search.

`truth(position)` answers. It knows the pass rules "run" and "final" with the freezes "unique" and "leader",
both paralyses and the repetition "situation", on boards of some 20,000 placements. All states of a board
are listed once with their steps; then, for each past, the steps into the situations that have arisen twice
are left out (G is what is left) and the values are found backwards from the ends of the game.

Values. In alternate play "win" and "loss" are attractors: one side can force the end of alternate play in
its favour in so many plies. A draw is one that both sides can force at least; the rest is undecided. A run
is one choice: a walk over placements, with no step into a forbidden situation, and the pass. The place
where the runner stands at first is never forbidden.

Why a win for V in G is a win for V in the game, against L, with this past:

1. L. What has arisen twice stays forbidden and passing is never forbidden, so in the game L has in each
   place a subset of its steps in G. What wins against all of them wins against fewer. So only V's steps
   matter; those of alternate play enter situations with L to move, which nobody else's steps enter.
2. Alternate play. V's distance falls with every ply, so V meets no state (placement, side, holder) twice.
   The situation does not tell the holder: a placement that is no tie, or a tie of single pieces, has one; a
   tie of two or more has two. So V enters a situation once, or twice if it is such a tie. What G allows has
   arisen c = 0 or 1 times. Entering it once is always allowed, twice if c = 0. Left is a tie with c = 1
   that V's strategy enters with both holders: then `sure` is False and nothing is claimed. (A shortest
   strategy can do so only first with L as the holder and then with V, since to hold is never worse.) `sure`
   looks at one strategy, all of L's answers, and the two holders anywhere among them; False proves nothing.
   Draws are always sure: nobody holds, so all pieces are and were single, and no tie of two or more has
   arisen.
3. One run. In G the runner walks over pairs of placement and holder. A walk that meets a placement twice
   can be cut there: with a freeze, who is strictly ahead in its run stays so (a single largest group is
   frozen, of several one is broken at a time), so the holder at the second visit is the one at the first,
   or the enemy. So V enters each situation once at most, which is allowed as it has arisen 0 or 1 times.
   For the same reason V need not come back to where the run, or what is left of it, starts.
4. The runs that follow. V passes strictly ahead, or holding a tie. L must get strictly ahead, else V holds
   and passes, which ends the game. So then L stands elsewhere, with a larger group than before, and
   V's next run enters other situations than this one; those of earlier runs are counted. L's run ends:
   repetition makes it finite.
5. After the first pass there is no alternate play any more, so the two kinds of situations do not meet.

So "win" and "loss" are right where `sure`, and so are draws, by the same points for either side. In the
modes "p" and "r" every value is one of these and sure. The distance is an upper bound: in the game L can
run out of repetitions sooner. "undecided" is one-sided: neither side can force anything in G, but in the
game all play is finite, and a side can lose because steps become forbidden on the way (c = 1, entered by L,
and wanted again). So somebody else's "win" where this says "undecided" is no contradiction; anything but
"win" where this says "win" and `sure` is one.
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import combinations
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from mabi_search.game.position import Position
from mabi_search.game.rules import Rules, State, is_over, legal_moves, play_unchecked

WIN, LOSS, DRAW, UNDECIDED = "win", "loss", "draw", "undecided"
NAMES = {1: WIN, -1: LOSS, 0: DRAW, 2: UNDECIDED}
SIDES = "wb"
NOBODY = 2
TWICE = 2

Flags = NDArray[np.bool_]
Key = tuple[Any, ...]
"""Board, side to move, and mode: as in `State.seen`."""


class Truth(NamedTuple):
    """The value for the side to move."""

    value: str
    distance: int | None
    """Plies of alternate play with the pass that decides; 0 in a run; None unless won or lost."""
    sure: bool
    """Whether the value holds for the game with its past; see above. Never for "undecided"."""


class Runs(NamedTuple):
    """For each side and state of the board what it is to run there: 1, -1, or 0 for a draw."""

    passed: list[NDArray[np.int8]]
    """In mode "p"."""
    going: list[NDArray[np.int8]]
    """In mode "r"."""


class Values(NamedTuple):
    """All values of a board with some situations forbidden."""

    alternate: list[NDArray[np.int8]]
    distance: list[NDArray[np.int16]]
    runs: Runs


class Small:
    """A small board: its states (placement and holder) and the steps between them."""

    def __init__(
        self,
        ranks: int,
        files: int,
        white: int,
        black: int,
        pass_rule: str = "run",
        freeze: str = "unique",
        paralysis: str = "piece",
    ):
        known = {pass_rule: ("run", "final"), freeze: ("unique", "leader"), paralysis: ("piece", "group")}
        if unknown := [value for value, values in known.items() if value not in values]:
            raise ValueError(f"not known here: {' '.join(unknown)}")
        self.ranks, self.files = ranks, files
        self.pass_rule, self.freeze, self.paralysis = pass_rule, freeze, paralysis
        self.beside = [self._around(square) for square in range(ranks * files)]
        self.groups = lru_cache(None)(self._groups)
        self.first: dict[tuple[int, int], int] = {}
        holders: list[int] = []
        placements = []
        for sets in self._placements(white, black):
            self.first[sets] = len(holders)
            most = [self.most(one) for one in sets]
            if most[0] != most[1]:
                holders.append(0 if most[0] > most[1] else 1)
            else:
                holders += [0, 1] if most[0] > 1 else [NOBODY]
            placements += [sets] * (len(holders) - len(placements))
        self.placements = placements
        self.holders = np.array(holders)
        self.count = len(holders)
        self.steps = [self._table(side) for side in range(2)]
        self.runs = lru_cache(1 << 8)(self._runs)

    def _around(self, square: int) -> int:
        y, x = divmod(square, self.files)
        found = [(y + 1, x), (y - 1, x), (y, x + 1), (y, x - 1)]
        return sum(1 << b * self.files + a for b, a in found if 0 <= b < self.ranks and 0 <= a < self.files)

    def _placements(self, white: int, black: int) -> Iterator[tuple[int, int]]:
        squares = range(self.ranks * self.files)
        for w in combinations(squares, white):
            for b in combinations([square for square in squares if square not in w], black):
                yield sum(1 << square for square in w), sum(1 << square for square in b)

    def _groups(self, pieces: int) -> tuple[int, ...]:
        found = []
        while pieces:
            group, edge = 0, pieces & -pieces
            while edge:
                group |= edge
                around = 0
                for square in bits(edge):
                    around |= self.beside[square]
                edge = around & pieces & ~group
            found.append(group)
            pieces &= ~group
        return tuple(found)

    def most(self, pieces: int) -> int:
        """Return the size of the largest group."""
        return max((group.bit_count() for group in self.groups(pieces)), default=0)

    def mobile(self, own: int, enemy: int) -> int:
        """Return the pieces that are neither frozen nor paralysed."""
        mine, theirs = self.groups(own), self.groups(enemy)
        top = max(self.most(own), self.most(enemy))
        greatest = [group for group in (*mine, *theirs) if group.bit_count() == top]
        alone = len(greatest) == 1 if self.freeze == "unique" else self.most(own) != self.most(enemy)
        found = 0
        for group in mine:
            if alone and group in greatest:
                continue
            larger = [one for one in theirs if one.bit_count() > group.bit_count()]
            held = [s for s in bits(group) if any(self.beside[s] & one for one in larger)]
            if not (held and self.paralysis == "group"):
                found |= group & ~sum(1 << s for s in held)
        return found

    def after(self, own: int, enemy: int) -> Iterator[int]:
        """Yield the sets that one step makes of a side's own."""
        for square in bits(self.mobile(own, enemy)):
            for target in bits(self.beside[square] & ~(own | enemy)):
                yield own ^ 1 << square ^ 1 << target

    def _table(self, side: int) -> NDArray[np.int32]:
        """Return for each state (column) those after the steps of a side; `count` fills up."""
        found = []
        for (white, black), holder in zip(self.placements, self.holders.tolist(), strict=True):
            if side == 0:
                steps = [self.state(own, black, holder) for own in self.after(white, black)]
            else:
                steps = [self.state(white, own, holder) for own in self.after(black, white)]
            found.append(steps)
        table = np.full((max(map(len, found)) or 1, self.count), self.count, np.int32)
        for at, steps in enumerate(found):
            table[: len(steps), at] = steps
        return table

    def state(self, white: int, black: int, holder: int) -> int:
        """Return the number of a state; `holder` is who held before."""
        first = self.first[white, black]
        tie = first + 1 < self.count and self.placements[first + 1] == (white, black)
        return first + holder if tie else first

    def sets(self, board: Iterable[str]) -> tuple[int, int]:
        """Return White's and Black's squares of a board."""
        text = "".join(board)
        white, black = (sum(1 << i for i, c in enumerate(text) if c == side) for side in SIDES)
        return white, black

    def numbered(self, state: State) -> int:
        """Return the number of a state of the rules."""
        return self.state(*self.sets(state.board), "wb-".index(state.holder))

    def of_key(self, key: Key) -> list[int]:
        """Return the states of a situation: one, or two of a tie."""
        sets = self.sets(key[0])
        return sorted({self.state(*sets, holder) for holder in ((0, 1) if self.most(sets[0]) > 1 else (0,))})

    def forbidden(self, keys: Iterable[Key], mode: str) -> list[Flags]:
        """Return for each side to move the states that may not be entered."""
        found = [np.zeros(self.count + 1, bool) for _ in SIDES]
        for key in keys:
            if key[2] == mode:
                found[SIDES.index(key[1])][self.of_key(key)] = True
        return found

    def some(self, side: int, flags: Flags) -> Flags:
        """Tell for each state whether a step of a side leads to one of the states."""
        padded = np.append(flags[: self.count], False)
        return padded[self.steps[side]].any(axis=0)

    def walk(self, side: int, goals: Flags, closed: Flags) -> Flags:
        """Tell for each state whether a step of a side, and perhaps more, leads to a goal; none is closed."""
        free = ~closed[: self.count]
        found = goals & free
        while True:
            before = self.some(side, found)
            more = found | (before & free)
            if (more == found).all():
                return before
            found = more

    def _runs(self, keys: frozenset[Key]) -> Runs:
        """Return the values of runs without the situations of mode "r" among these."""
        closed = self.forbidden(keys, "r")
        holds = [self.holders == side for side in range(2)]
        wins, losses = [one.copy() for one in holds], [np.zeros(self.count, bool) for _ in SIDES]
        while True:
            known = sum(int(one.sum()) for one in (*wins, *losses))
            ends, kept = losses[::-1], [~one for one in wins[::-1]]
            if self.pass_rule == "final":
                ends, kept = holds, [~one for one in holds[::-1]]
            to_end = [self.walk(side, ends[side], closed[side]) for side in range(2)]
            to_kept = [self.walk(side, kept[side], closed[side]) for side in range(2)]
            wins = [holds[side] | to_end[side] for side in range(2)]
            losses = [holds[1 - side] & ~to_kept[side] for side in range(2)]
            if known == sum(int(one.sum()) for one in (*wins, *losses)):
                break
        passed = [wins[side].astype(np.int8) - losses[side] for side in range(2)]
        lost = [~(kept[side] | to_kept[side]) for side in range(2)]
        going = [(ends[side] | to_end[side]).astype(np.int8) - lost[side] for side in range(2)]
        assert all((self.holders[one == 0] == NOBODY).all() for one in (*passed, *going))
        return Runs(passed, going)

    def solve(self, forbidden: Iterable[Key], until: tuple[int, int] | None = None) -> Values:
        """Return the values of all states if these situations may not be entered.

        With a side and a state: until that one is won or lost; what is farther from the end is left open.
        """
        keys = frozenset(forbidden)
        runs = self.runs(frozenset(key for key in keys if key[2] == "r"))
        closed = [one[:-1] for one in self.forbidden(keys, "-")]
        passing = [-runs.passed[1], -runs.passed[0]]
        value = [np.full(self.count, 2, np.int8) for _ in SIDES]
        far = [np.zeros(self.count, np.int16) for _ in SIDES]
        fresh = [np.zeros(self.count, bool) for _ in SIDES]
        for distance in range(1, 1 << 15):
            found = []
            for side in range(2):
                still = value[side] == 2
                other = 1 - side
                won = self.some(side, fresh[other] & ~closed[other])
                if distance == 1:
                    won = won | (passing[side] == 1)
                escapes = self.some(side, (value[other] != 1) & ~closed[other])
                found.append((still & won, still & ~won & (passing[side] == -1) & ~escapes))
            for side, (won, lost) in enumerate(found):
                value[side][won], value[side][lost] = 1, -1
                far[side][won | lost] = distance
                fresh[side] = lost
            if until and value[until[0]][until[1]] != 2:
                return Values(value, far, runs)
            if distance > 1 and not any(one.any() for pair in found for one in pair):
                break
        self._draws(value, passing, closed)
        return Values(value, far, runs)

    def _draws(
        self, value: list[NDArray[np.int8]], passing: list[NDArray[np.int8]], closed: list[Flags]
    ) -> None:
        """Mark as draws what both sides can force to be a draw at least."""
        left = [one == 2 for one in value]
        if not any((left[side] & (passing[side] == 0)).any() for side in range(2)):
            return
        safe = []
        for who in range(2):
            good = [value[side] == (1 if side == who else -1) for side in range(2)]
            while True:
                before = sum(int(one.sum()) for one in good)
                other = 1 - who
                forced = self.some(who, good[other] & ~closed[other]) | (passing[who] == 0)
                good[who] = good[who] | (left[who] & forced)
                good[other] = good[other] | (left[other] & ~self.some(other, ~good[who] & ~closed[who]))
                if before == sum(int(one.sum()) for one in good):
                    break
            safe.append(good)
        for side in range(2):
            value[side][left[side] & safe[0][side] & safe[1][side]] = 0

    def truth(self, state: State) -> Truth:
        """Return the value of a state of the rules that is not the first turn."""
        counts = Counter(state.seen)
        closed = [key for key, times in counts.items() if times >= TWICE]
        side, at = SIDES.index(state.side), self.numbered(state)
        if state.mode in ("p", "r"):
            runs = self.runs(frozenset(key for key in closed if key[2] == "r"))
            name = NAMES[int((runs.passed if state.mode == "p" else runs.going)[side][at])]
            return Truth(name, None if name == DRAW else 0, True)
        values = self.solve(closed, (side, at))
        name = NAMES[int(values.alternate[side][at])]
        if name in (DRAW, UNDECIDED):
            return Truth(name, None, name == DRAW)
        winner = side if name == WIN else 1 - side
        risky = {key for key, times in counts.items() if times == 1 and SIDES.index(key[1]) != winner}
        sure = self._sure(values, winner, side, at, closed, risky)
        return Truth(name, int(values.distance[side][at]), sure)

    def _sure(
        self, values: Values, winner: int, side: int, at: int, closed: Iterable[Key], risky: Iterable[Key]
    ) -> bool:
        """Tell whether a strategy of the winner never enters both states of a tie that has arisen once."""
        pairs = [pair for pair in map(self.of_key, risky) if len(pair) > 1]
        doubtful = {one for pair in pairs for one in pair}
        shut = self.forbidden(closed, "-")
        entered, edge, met = set(), [(side, at)] if pairs else [], set()
        while edge:
            mover, here = edge.pop()
            if (mover, here) in met:
                continue
            met.add((mover, here))
            steps = {int(one) for one in self.steps[mover][:, here] if one < self.count}
            steps = {one for one in steps if not shut[1 - mover][one]}
            if mover == winner:
                left = values.distance[mover][here] - 1
                good = [
                    one
                    for one in sorted(steps)
                    if values.alternate[1 - mover][one] == -1 and values.distance[1 - mover][one] == left
                ]
                steps = set(sorted(good, key=lambda one: one in doubtful)[:1])  # none: the winner passes
                entered |= steps
            edge += [(1 - mover, one) for one in steps]
        return not any(entered.issuperset(pair) for pair in pairs)


def bits(squares: int) -> Iterator[int]:
    """Yield the numbers of the squares of a set."""
    while squares:
        yield (squares & -squares).bit_length() - 1
        squares &= squares - 1


@lru_cache(8)
def small(rules: Rules, white: int, black: int) -> Small:
    """Return the board of some rules and pieces, remembered."""
    return Small(rules.ranks, rules.files, white, black, rules.pass_rule, rules.freeze, rules.paralysis)


def truth(position: Position) -> Truth:
    """Return the value of a position with its past."""
    rules, state = position.rules, position.state
    if rules.repetition != "situation" or rules.max_plies is not None or is_over(state, rules):
        raise ValueError(f"not known here: {position}")
    text = "".join(state.board)
    board = small(rules, text.count("w"), text.count("b"))
    if state.ply:
        return board.truth(state)
    found = [board.truth(play_unchecked(state, move, rules)) for move in legal_moves(state, rules)]
    if wins := [one for one in found if one.value == LOSS]:
        best = min(wins, key=lambda one: (not one.sure, one.distance))
        return Truth(WIN, (best.distance or 0) + 1, best.sure)
    values = {one.value for one in found}
    if values == {WIN}:
        return Truth(LOSS, max(one.distance or 0 for one in found) + 1, all(one.sure for one in found))
    return Truth(UNDECIDED if UNDECIDED in values else DRAW, None, values <= {DRAW, WIN})
