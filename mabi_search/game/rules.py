"""The rules of Mabi in plain Python. This module is the specification; tests compare the search with it.

The sources are listed in ``docs/rules-mabi.md``. Where the rule sheet is ambiguous, an option of `Rules`
selects one of the possible interpretations, which are called **readings**.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import TYPE_CHECKING, Annotated, Literal, NamedTuple, Self, SupportsIndex, assert_never, get_args

from _gamekit import checks
from _gamekit.checks import Between, checked_fields
from _gamekit.play_words import MoveWords
from mabi_search.game.errors import ArgumentError, IllegalMoveError, MoveFormatError

WHITE, BLACK, EMPTY, NOBODY = "w", "b", ".", "-"
SIDE_NAMES = {WHITE: "White", BLACK: "Black"}
FILES = "abcdefgh"
SMALLEST, LARGEST = 2, 8
"""Minimum and maximum number of ranks and of files."""

ALTERNATE, PASSED, RUN, LAST_CALL = "-", "p", "r", "q"
"""The modes of play. ``-``: alternate play. ``p``: the other side has just passed and is locked out, so the
side to move may make a **run** (several moves in a row). ``r``: the run has begun. ``q``: the other side has
just passed without being locked out."""
MODES = {
    "run": (ALTERNATE, PASSED, RUN),
    "resume": (ALTERNATE, PASSED, RUN, LAST_CALL),
    "final": (ALTERNATE, PASSED, RUN),
    "plain": (ALTERNATE, LAST_CALL),
}
"""The modes that can occur under each `pass_rule`."""

Setup = Literal["rows", "diagonals"]
Paralysis = Literal["piece", "group"]
Freeze = Literal["unique", "leader", "none"]
PassRule = Literal["run", "resume", "final", "plain"]
Repetition = Literal["situation", "placement", "off"]

READINGS: dict[str, tuple[str, ...]] = {
    "setup": get_args(Setup),
    "paralysis": get_args(Paralysis),
    "freeze": get_args(Freeze),
    "pass_rule": get_args(PassRule),
    "repetition": get_args(Repetition),
}
"""The possible readings: the values of each option. The first value is the default."""

OCCURRENCES = 2
"""Maximum number of times that a situation may occur."""

_SIZE = re.compile(r"([2-8])x([2-8])\Z")
MOVE_WORDS = MoveWords("[a-h][1-8]", ("pass",))
"""The notation of a sequence of moves."""


@checked_fields
@dataclass(frozen=True, kw_only=True)
class Rules:
    """The options of the rules: readings of the rule sheet, size of the board, and maximum number of plies.

    Raises
    ------
    ArgumentError
        An option has an invalid value.

    Examples
    --------
    >>> from mabi_search import Rules
    >>> Rules(size="4x6", pass_rule="final").ranks
    4
    """

    setup: Setup = "rows"
    """The starting placement. "rows": the colour of the pieces alternates from rank to rank. "diagonals": it
    alternates from diagonal to diagonal."""
    size: str | None = None
    """Ranks x files, like "4x6". None: the size of the board in a text that is parsed, otherwise 8x8."""
    paralysis: Paralysis = "piece"
    """The pieces that a larger enemy group paralyses. "piece": those beside the enemy group. "group": all
    pieces of a group that the enemy group touches."""
    freeze: Freeze = "unique"
    """The groups that are frozen. "unique": the largest group, if there is only one. "leader": all largest
    groups, if they belong to one side. "none": no group."""
    pass_rule: PassRule = "run"
    """The effect of a pass. "run": the other side may make a run (several moves in a row), and its pass then
    gives the first side a run. "resume": alternate play resumes after a run. "final": the pass that ends a
    run ends the game. "plain": there are no runs. Two passes in a row always end the game."""
    repetition: Repetition = "situation"
    """The rule of repetition. "situation": the same placement, side to move and mode may not occur three
    times. "placement": the same placement may not. "off": no limit."""
    max_plies: Annotated[int, Between(0)] | None = None
    """The number of plies after which a game is stopped without a result. 0: at once. None: no limit."""

    if TYPE_CHECKING:  # numpy's numbers are taken too

        def __init__(
            self,
            *,
            setup: Setup = "rows",
            size: str | None = None,
            paralysis: Paralysis = "piece",
            freeze: Freeze = "unique",
            pass_rule: PassRule = "run",
            repetition: Repetition = "situation",
            max_plies: SupportsIndex | None = None,
        ) -> None: ...

    def __post_init__(self) -> None:
        if self.size is not None and not _SIZE.match(self.size):
            raise ArgumentError(f"size must be RANKSxFILES, 2 to 8 each, like 4x6, not {self.size!r}")

    @property
    def ranks(self) -> int:
        """Number of ranks."""
        return int((self.size or "8x8")[0])

    @property
    def files(self) -> int:
        """Number of files."""
        return int((self.size or "8x8")[2])

    @property
    def paralyses_groups(self) -> bool:
        """True if a larger group that touches one piece paralyses the piece's whole group."""
        match self.paralysis:
            case "piece":
                return False
            case "group":
                return True
            case unknown:
                assert_never(unknown)

    @property
    def freezes(self) -> bool:
        """True if a largest group can be frozen."""
        match self.freeze:
            case "unique" | "leader":
                return True
            case "none":
                return False
            case unknown:
                assert_never(unknown)

    @property
    def locks(self) -> bool:
        """True if a pass in alternate play locks out the side that passes, so that a run follows."""
        match self.pass_rule:
            case "run" | "resume" | "final":
                return True
            case "plain":
                return False
            case unknown:
                assert_never(unknown)

    @property
    def resumes(self) -> bool:
        """True if alternate play resumes after a run."""
        match self.pass_rule:
            case "resume":
                return True
            case "run" | "final" | "plain":
                return False
            case unknown:
                assert_never(unknown)

    @property
    def run_is_last(self) -> bool:
        """True if the pass that ends a run ends the game."""
        match self.pass_rule:
            case "final":
                return True
            case "run" | "resume" | "plain":
                return False
            case unknown:
                assert_never(unknown)

    @property
    def limits_repetition(self) -> bool:
        """True if the number of repetitions is limited."""
        match self.repetition:
            case "situation" | "placement":
                return True
            case "off":
                return False
            case unknown:
                assert_never(unknown)

    @property
    def counts_placements(self) -> bool:
        """True if the rule of repetition ignores the side to move and the mode."""
        match self.repetition:
            case "placement":
                return True
            case "situation" | "off":
                return False
            case unknown:
                assert_never(unknown)


class Square(NamedTuple):
    """A square. Squares are sorted by rank, then by file: a1, b1, and so on.

    Examples
    --------
    >>> from mabi_search import Square
    >>> str(Square(rank=0, file=2))
    'c1'
    """

    rank: int
    """The rank, counted from 0 at the bottom."""
    file: int
    """The file, counted from 0 at the left."""

    def __str__(self) -> str:
        return f"{FILES[self.file]}{self.rank + 1}"

    @checks.trusting
    def neighbours(self) -> Iterator[Square]:
        """Yield the four neighbours of the square, including those outside the board.

        Yields
        ------
        Square
            The squares below, left, right and above.

        Examples
        --------
        >>> from mabi_search import Square
        >>> [str(square) for square in Square(1, 1).neighbours()]
        ['b1', 'a2', 'c2', 'b3']
        """
        for rank, file in ((-1, 0), (0, -1), (0, 1), (1, 0)):
            yield Square._make((self.rank + rank, self.file + file))  # no checks


class Move(NamedTuple):
    """A step of a piece, or a pass.

    Examples
    --------
    >>> from mabi_search import Move
    >>> move = Move.parse("a1b1")
    >>> str(move), str(move.target)
    ('a1b1', 'b1')
    """

    origin: Square | None
    """The square that the piece leaves; None for a pass."""
    target: Square | None
    """The square that the piece moves to; None for a pass."""

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read a move from a text like ``a1b1`` or ``pass``.

        Parameters
        ----------
        text : str
            The square that the piece leaves and the square that it moves to, or ``pass``. Capital letters,
            ``a1-b1`` and ``a1 b1`` are also accepted.

        Returns
        -------
        Move
            The move, without a check of its legality.

        Raises
        ------
        MoveFormatError
            The text is not a move.
        ArgumentError
            The argument is not a text.

        Examples
        --------
        >>> from mabi_search import Move
        >>> Move.parse("pass").origin is None
        True
        """
        if text.lower() == "pass":
            return cls(*PASS)
        squares = MOVE_WORDS.places(text)
        if squares is None:
            raise MoveFormatError(f"{text[:40]!r} is not a move; a move is written like a1b1, or pass")
        origin, target = (Square(int(name[1]) - 1, FILES.index(name[0].lower())) for name in squares)
        return cls(origin, target)

    @classmethod
    def parse_line(cls, text: str) -> tuple[Self, ...]:
        """Read the moves of a line of play like ``a1a2 h8h7 pass``.

        Parameters
        ----------
        text : str
            Moves in the notation of `parse`, separated by spaces or commas. Numbers like ``1.`` are ignored.

        Returns
        -------
        tuple of Move
            The moves, without a check of their legality.

        Raises
        ------
        MoveFormatError
            A word is not a move.
        ArgumentError
            The argument is not a text.

        Examples
        --------
        >>> from mabi_search import Move
        >>> " ".join(map(str, Move.parse_line("1. A1-A2 h8 h7, 2. pass")))
        'a1a2 h8h7 pass'
        """
        return tuple(cls.parse(written.text) for written in MOVE_WORDS.split(text))

    def __str__(self) -> str:
        return "pass" if self.origin is None else f"{self.origin}{self.target}"

    def __repr__(self) -> str:
        """Return code that creates the move."""
        name, coordinates = type(self).__name__, range(len(FILES))
        if self == PASS or all(
            isinstance(square, Square) and square.rank in coordinates and square.file in coordinates
            for square in self
        ):
            return f"{name}.parse('{self}')"
        return f"{name}(origin={self.origin!r}, target={self.target!r})"


PASS = Move(None, None)

Board = tuple[str, ...]
"""The ranks, the lowest first. Each is a text of ``w``, ``b`` and ``.``."""
Group = frozenset[Square]
Key = tuple[str | Board, ...]
"""A situation as the rule of repetition compares it: the placement, or placement, side to move and mode."""


@dataclass(frozen=True)
class State:
    """A state of the game: the board, the side to move, and the history on which the rules depend."""

    board: Board
    side: str = WHITE
    """The side to move."""
    mode: str = ALTERNATE
    holder: str = NOBODY
    """The side that wins a tie: the last side that had the larger group; ``-`` if neither has had it."""
    ply: int = 0
    """Plies played; 0 is White's first turn."""
    seen: tuple[Key, ...] = ()
    """The situations so far, in order, with an entry for each occurrence. Those after a pass are not
    counted."""
    over: bool = False
    """True after the pass that ends the game."""

    def at(self, square: Square) -> str | None:
        """Return the content of a square; None outside the board."""
        if 0 <= square.rank < len(self.board) and 0 <= square.file < len(self.board[0]):
            return self.board[square.rank][square.file]
        return None

    def pieces(self, side: str) -> list[Square]:
        """Return the squares of a side's pieces, from a1 along the ranks."""
        return [
            Square(rank, file)
            for rank, signs in enumerate(self.board)
            for file, sign in enumerate(signs)
            if sign == side
        ]


def squares(board: Board) -> Iterator[Square]:
    """Yield all squares from a1 along the ranks."""
    return (Square(rank, file) for rank in range(len(board)) for file in range(len(board[0])))


def other(side: str) -> str:
    """Return the opposing side."""
    return BLACK if side == WHITE else WHITE


def move_number(ply: int) -> int:
    """Return the number of the move that a ply, counted from 1, is half of."""
    return (ply + 1) // 2


def start(rules: Rules) -> State:
    """Return the state at the start of a game."""

    def piece(rank: int, file: int) -> str:
        if (rank + file) % 2:
            return EMPTY
        match rules.setup:
            case "rows":
                line = rank
            case "diagonals":
                line = (rank + file) // 2
            case unknown:
                assert_never(unknown)
        return BLACK if line % 2 else WHITE

    board = tuple("".join(piece(rank, file) for file in range(rules.files)) for rank in range(rules.ranks))
    return counted(State(board), rules)


def counted(state: State, rules: Rules) -> State:
    """Return the state with a new history: only its own situation, or nothing if the state follows a pass."""
    return replace(state, seen=(key(state, rules),) if state.mode in (ALTERNATE, RUN) else ())


def key(state: State, rules: Rules) -> Key:
    """Return the situation of a state, as compared by the rule of repetition."""
    return state.board if rules.counts_placements else (state.board, state.side, state.mode)


# Groups


def groups(state: State, side: str) -> list[Group]:
    """Return the groups of a side, ordered by their first square from a1 along the ranks."""
    return list(_groups(state.board, side))


@lru_cache(maxsize=64)
def _groups(board: Board, side: str) -> tuple[Group, ...]:
    rest = dict.fromkeys(State(board).pieces(side))
    groups = []
    while rest:
        group, fringe = set(), [next(iter(rest))]
        while fringe:
            square = fringe.pop()
            if square in rest:
                del rest[square]
                group.add(square)
                fringe.extend(square.neighbours())
        groups.append(frozenset(group))
    return tuple(groups)


def largest(state: State, side: str) -> int:
    """Return the size of a side's largest group; 0 if it has no pieces."""
    return max(map(len, groups(state, side)), default=0)


def group_of(state: State, square: Square) -> Group:
    """Return the group of the piece on a square."""
    side = state.board[square.rank][square.file]
    return next(group for group in groups(state, side) if square in group)


def paralysers(state: State, square: Square, rules: Rules) -> list[Group]:
    """Return the enemy groups that paralyse a piece: larger groups that touch it.

    With ``paralysis="group"``, the piece is also paralysed by larger groups that touch another piece of its
    group.
    """
    side = state.board[square.rank][square.file]
    group = group_of(state, square)
    held = group if rules.paralyses_groups else {square}
    around = {neighbour for one in held for neighbour in one.neighbours()}
    return [enemy for enemy in groups(state, other(side)) if len(enemy) > len(group) and enemy & around]


def frozen(state: State, rules: Rules) -> list[Group]:
    """Return the frozen groups."""
    of_both = [(side, group) for side in (WHITE, BLACK) for group in groups(state, side)]
    greatest = max((len(group) for _, group in of_both), default=0)
    top = [(side, group) for side, group in of_both if len(group) == greatest]
    match rules.freeze:
        case "unique":
            alone = len(top) == 1
        case "leader":
            alone = len({side for side, _ in top}) == 1
        case "none":
            alone = False
        case unknown:
            assert_never(unknown)
    return [group for _, group in top] if alone else []


# Moves


def can_step(state: State, square: Square, rules: Rules) -> bool:
    """Return whether a piece is neither frozen nor paralysed, and has an empty square beside it."""
    return (
        EMPTY in map(state.at, square.neighbours())
        and not any(square in group for group in frozen(state, rules))
        and not paralysers(state, square, rules)
    )


def touches_edge(state: State, square: Square) -> bool:
    """Return whether a square is at the edge of the board."""
    return None in map(state.at, square.neighbours())


def must_move(state: State, rules: Rules) -> bool:
    """Return whether a pass is forbidden: on White's first turn, while a piece at the edge can move."""
    return state.ply == 0 and any(
        touches_edge(state, square) and can_step(state, square, rules) for square in state.pieces(state.side)
    )


def is_over(state: State, rules: Rules) -> bool:
    """Return whether the game has ended or was stopped."""
    return state.over or (rules.max_plies is not None and state.ply >= rules.max_plies)


def why_illegal(state: State, move: Move, rules: Rules) -> str | None:
    """Return the reason why a move is illegal; None if it is legal."""
    if is_over(state, rules):
        return "the game is over"
    if move.origin is None or move.target is None:
        must = must_move(state, rules)
        return "White may not pass on the first turn while a piece at the edge can move" if must else None
    origin, target = move.origin, move.target
    me, them = SIDE_NAMES[state.side], SIDE_NAMES[other(state.side)].lower()
    for square in (origin, target):
        if state.at(square) is None:
            return f"{square} is outside the board of {len(state.board)}x{len(state.board[0])}"
    if state.at(origin) == EMPTY:
        return f"there is no piece on {origin}"
    if state.at(origin) != state.side:
        return f"the piece on {origin} is {them}, and {me} is to move"
    if target not in origin.neighbours():
        return f"{target} is not beside {origin}: a piece steps to a square beside it, never diagonally"
    if state.at(target) != EMPTY:
        return f"{target} is not empty"
    if any(origin in group for group in frozen(state, rules)):
        match rules.freeze:
            case "unique":
                return f"{origin} is frozen: its group is the only largest group on the board"
            case "leader":
                return f"{origin} is frozen: it is in a largest group, and only {me} has groups of that size"
            case unknown:
                raise AssertionError(f"nothing is frozen under freeze={unknown}")
    if held := paralysers(state, origin, rules):
        what = f"the group of {origin}" if rules.paralyses_groups else str(origin)
        by = " and the ".join(f"{them} group {listed(group)}" for group in held)
        sizes = ", ".join(f"{len(group)} > {len(group_of(state, origin))}" for group in held)
        return f"{what} is paralysed by the {by} ({sizes})"
    if state.ply == 0 and not touches_edge(state, origin):
        return "White's first move must be made by a piece that touches the edge"
    if rules.limits_repetition:
        after = key(play_unchecked(state, move, rules), rules)
        if state.seen.count(after) >= OCCURRENCES:
            return f"the move would bring about this {rules.repetition} for the third time"
    return None


def listed(squares: Iterable[Square]) -> str:
    """Return the names of squares as a text, in order."""
    return " ".join(map(str, sorted(squares)))


def legal_moves(state: State, rules: Rules) -> Iterator[Move]:
    """Yield all legal moves, sorted by origin and then by target, with the pass last."""
    for origin in state.pieces(state.side):
        for target in sorted(origin.neighbours()):
            if state.at(target) == EMPTY and why_illegal(state, Move(origin, target), rules) is None:
                yield Move(origin, target)
    if why_illegal(state, PASS, rules) is None:
        yield PASS


def play_unchecked(state: State, move: Move, rules: Rules) -> State:
    """Return the state after a move, without a check of its legality."""
    if move.origin is None or move.target is None:
        return _passed(state, rules)
    rows = [list(rank) for rank in state.board]
    rows[move.origin.rank][move.origin.file] = EMPTY
    rows[move.target.rank][move.target.file] = state.side
    stays = state.mode in (PASSED, RUN)
    after = replace(
        state,
        board=tuple(map("".join, rows)),
        side=state.side if stays else other(state.side),
        mode=RUN if stays else ALTERNATE,
        ply=state.ply + 1,
    )
    white, black = largest(after, WHITE), largest(after, BLACK)
    if white != black:
        after = replace(after, holder=WHITE if white > black else BLACK)
    return replace(after, seen=(*state.seen, key(after, rules)))


def pass_ends(state: State, rules: Rules) -> bool:
    """Return whether a pass now ends the game."""
    return state.mode in (PASSED, LAST_CALL) or (state.mode == RUN and rules.run_is_last)


def _passed(state: State, rules: Rules) -> State:
    after = replace(state, side=other(state.side), ply=state.ply + 1)
    if pass_ends(state, rules):
        return replace(after, over=True)
    locks = rules.locks and not (state.mode == RUN and rules.resumes)
    return replace(after, mode=PASSED if locks else LAST_CALL)


def play(state: State, move: Move, rules: Rules) -> State:
    """Return the state after a move.

    Raises
    ------
    IllegalMoveError
        The move is illegal. The message gives the reason.
    """
    reason = why_illegal(state, move, rules)
    if reason is not None:
        number, side = move_number(state.ply + 1), SIDE_NAMES[state.side]
        raise IllegalMoveError(f"move {number}, {side} {move}: {reason}")
    return play_unchecked(state, move, rules)


def winner(state: State) -> str | None:
    """Return the winner if the game ends now; None for a draw.

    The side with the larger group wins, or the holder if the largest groups are equal.
    """
    white, black = largest(state, WHITE), largest(state, BLACK)
    if white != black:
        return WHITE if white > black else BLACK
    return state.holder if state.holder != NOBODY else None


def margin(state: State, side: str) -> int:
    """Return the size of a side's largest group minus that of the other side."""
    return largest(state, side) - largest(state, other(side))


def perft(state: State, depth: int, rules: Rules) -> int:
    """Return the number of sequences of exactly `depth` plies, by visiting every leaf."""
    if depth == 0:
        return 1
    return sum(
        perft(play_unchecked(state, move, rules), depth - 1, rules) for move in legal_moves(state, rules)
    )
