"""All play from a position by the plain rules, with the whole past: for tiny boards."""

from collections import Counter
from dataclasses import replace
from functools import lru_cache

from mabi_search.game.position import Position
from mabi_search.game.rules import (
    OCCURRENCES,
    PASS,
    Board,
    Rules,
    State,
    key,
    largest,
    legal_moves,
    other,
    play_unchecked,
)

Visits = Counter[tuple[Board, str, str]]


class TooMuchError(Exception):
    """More nodes than allowed."""


@lru_cache(1 << 16)
def steps(board: Board, side: str, rules: Rules) -> tuple[Board, ...]:
    """Return the boards after the steps of a side, repetition aside."""
    state = State(board, side, ply=20)
    return tuple(
        play_unchecked(state, move, rules).board for move in legal_moves(state, rules) if move != PASS
    )


@lru_cache(1 << 16)
def ahead(board: Board) -> str | None:
    """Return who has the larger group."""
    white, black = (largest(State(board), side) for side in "wb")
    return None if white == black else "w" if white > black else "b"


class Brute:
    """A search so many plies of alternate play deep, and through all of every run."""

    def __init__(self, rules: Rules, nodes: int):
        self.rules, self.nodes = rules, nodes
        self.known: dict[object, int] = {}

    def value(self, position: Position, depth: int) -> int | None:
        """Return 1, 0 or -1 for the side to move if that is certain; None if it is not."""
        state = position.state
        assert state.ply
        visits: Visits = Counter(state.seen)  # type: ignore[arg-type]
        self.left = self.nodes
        return self._search(state.board, state.side, state.mode, state.holder, visits, depth)

    def _search(
        self, board: Board, side: str, mode: str, holder: str, visits: Visits, depth: int
    ) -> int | None:
        if mode == "-":
            return self._best(board, side, mode, holder, visits, depth) if depth else None
        past = frozenset((key, times) for key, times in visits.items() if times and key[2] == "r")
        node = board, side, mode, holder, past
        if node not in self.known:
            found = self._best(board, side, mode, holder, visits, 0)
            assert found is not None
            self.known[node] = found
        return self.known[node]

    def _best(
        self, board: Board, side: str, mode: str, holder: str, visits: Visits, depth: int
    ) -> int | None:
        self.left -= 1
        if self.left < 0:
            raise TooMuchError
        if mode == "p" or (mode == "r" and self.rules.pass_rule == "final"):
            passed: int | None = 0 if holder == "-" else 1 if holder == side else -1
        else:
            passed = -(self._search(board, other(side), "p", holder, visits, depth) or 0)
        found = [passed]
        mover, after_mode = (other(side), "-") if mode == "-" else (side, "r")
        for after in steps(board, side, self.rules):
            key = (after, mover, after_mode)
            if found[-1] == 1:
                return 1
            if visits[key] < OCCURRENCES:
                visits[key] += 1
                value = self._search(
                    after, mover, after_mode, ahead(after) or holder, visits, max(depth - 1, 0)
                )
                visits[key] -= 1
                found.append(value if value is None or mover == side else -value)
        if 1 in found:
            return 1
        return None if None in found else max(value for value in found if value is not None)


class RunsChosen(Brute):
    """The same where no run is in the past: then each is one choice, of a placement that it can reach.

    `past_truth` says why: the runner enters nothing twice then, and later runs enter other situations.
    """

    def _search(
        self, board: Board, side: str, mode: str, holder: str, visits: Visits, depth: int
    ) -> int | None:
        if mode == "-":
            return super()._search(board, side, mode, holder, visits, depth)
        assert not any(times and key[2] == "r" for key, times in visits.items())
        node = board, side, mode, holder
        if node not in self.known:
            self.known[node] = self._run(board, side, mode, holder, visits)
        return self.known[node]

    def _run(self, board: Board, side: str, mode: str, holder: str, visits: Visits) -> int:
        """Return the best that a pass leads to, at once or after any steps."""
        todo = [(board, holder)]
        met, best = set(todo), self._passed(board, side, mode, holder, visits)
        for at, held in todo:
            for after in steps(at, side, self.rules):
                one = after, ahead(after) or held
                if one not in met:
                    met.add(one)
                    todo.append(one)
                    best = max(best, self._passed(after, side, "r", one[1], visits))
            if best == 1:
                break
        return best

    def _passed(self, board: Board, side: str, mode: str, holder: str, visits: Visits) -> int:
        if mode == "p" or self.rules.pass_rule == "final":
            return 0 if holder == "-" else 1 if holder == side else -1
        if holder == other(side):
            return -1  # whose pass ends the game
        return -(self._search(board, other(side), "p", holder, visits, 0) or 0)


@lru_cache(1 << 14)
def wins(board: Board, side: str, rules: Rules) -> bool:
    """Tell whether a side that does not hold wins by its run, by trying every placement."""
    todo, met = [board], {board}
    while todo:
        at = todo.pop()
        if ahead(at) == side and (rules.pass_rule == "final" or not wins(at, other(side), rules)):
            return True
        todo += (more := set(steps(at, side, rules)) - met)
        met |= more
    return False


def plain_run(state: State, rules: Rules) -> set[tuple[Board, str]]:
    """Return what the side to move can reach by steps alone, with none into what has arisen twice."""
    closed = {key for key, times in Counter(state.seen).items() if times > 1}
    found, todo = set(), [state]
    for one in todo:
        for move in legal_moves(replace(one, seen=()), rules):
            after = play_unchecked(one, move, rules)
            if move == PASS or key(after, rules) in closed:
                continue
            if (after.board, after.holder) not in found:
                found.add((after.board, after.holder))
                todo.append(after)
    return found - {(state.board, state.holder)}


def reachable(state: State, rules: Rules) -> list[State]:
    """Return all that the side to move can make by steps alone, the state itself first."""
    found = {(state.board, state.holder): state}
    todo = [state]
    for one in todo:
        for move in legal_moves(one, rules):
            after = play_unchecked(one, move, rules)
            if move != PASS and (after.board, after.holder) not in found:
                found[after.board, after.holder] = after
                todo.append(after)
    return list(found.values())
