"""The class `Position`: an immutable position, with the moves that led to it."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple, Self, overload

from _gamekit.languages import FIRST, Language, language_of
from mabi_search.game import marks, notation, rules as game
from mabi_search.game.errors import MoveFormatError, Problem
from mabi_search.game.marks import Arrow, ScoredLine
from mabi_search.game.outcomes import GameResult
from mabi_search.game.rules import (
    BLACK,
    NOBODY,
    READINGS,
    WHITE,
    Group,
    Move,
    Rules,
    Square,
    State,
    other,
)

if TYPE_CHECKING:
    import networkx as nx

    from _gamekit.page import Replay


def _read(move: object) -> object:
    return Move.parse(move) if isinstance(move, str) else move


class LegalMoves(Sequence[Any]):  # `in` and `index` accept texts as well as moves
    """The legal moves of a position, as a sequence. They are generated on demand.

    Parameters
    ----------
    position : Position
        The position to generate moves for.

    Examples
    --------
    >>> from mabi_search import Position
    >>> moves = Position.start().legal_moves
    >>> len(moves), str(moves[0]), "a1b2" in moves
    (20, 'a1b1', False)
    """

    def __init__(self, position: Position):
        self._position = position

    def __iter__(self) -> Iterator[Move]:
        return game.legal_moves(self._position.state, self._position.rules)

    def __contains__(self, move: object) -> bool:
        try:
            move = _read(move)
        except MoveFormatError:
            return False
        return isinstance(move, Move) and self._position.why_not(move) is None

    def index(self, value: Move | str, start: int = 0, stop: int = sys.maxsize) -> int:
        """Return the index of a move in the list.

        Parameters
        ----------
        value : Move or str
            The move.
        start : int, default: 0
            The first index to search.
        stop : int, optional
            The index before which the search stops.

        Returns
        -------
        int
            The index, from 0.

        Raises
        ------
        ValueError
            The move is not in the list, or the text is not a move.

        Examples
        --------
        >>> from mabi_search import Position
        >>> Position.start().legal_moves.index("a1a2")
        1
        """
        try:
            return self._moves.index(_read(value), start, stop)
        except ValueError:
            raise ValueError(f"{value} is not among these moves") from None

    def count(self, value: Move | str) -> int:
        """Return the number of times that a move is in the list.

        Parameters
        ----------
        value : Move or str
            The move.

        Returns
        -------
        int
            1 if the move is legal, otherwise 0.
        """
        return int(value in self)

    def __bool__(self) -> bool:
        return next(iter(self), None) is not None

    @cached_property
    def _moves(self) -> tuple[Move, ...]:
        return tuple(iter(self))

    def __len__(self) -> int:
        return len(self._moves)

    @overload
    def __getitem__(self, index: int) -> Move: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[Move, ...]: ...
    def __getitem__(self, index: int | slice) -> Move | tuple[Move, ...]:
        return self._moves[index]

    def __repr__(self) -> str:
        return f"<LegalMoves: {' '.join(map(str, self))}>"


class Paralysis(NamedTuple):
    """A group that paralyses pieces of a smaller enemy group beside it."""

    larger: Group
    """The squares of the paralysing group."""
    smaller: Group
    """The squares of the smaller enemy group."""
    pieces: list[Square]
    """The paralysed pieces of the smaller group."""
    freed: list[Square]
    """The paralysed pieces that would be free without the larger group."""


@dataclass(frozen=True)
class Position:
    """A position with the moves that led to it.

    Create a position with `start` or `parse`. Two positions are equal if they have the same base, moves and
    rules.

    Raises
    ------
    InvalidPositionError
        The base position is impossible; `problems` lists everything that is wrong.
    IllegalMoveError
        One of the moves is illegal.

    Examples
    --------
    >>> from mabi_search import Position
    >>> position = Position.start().play("a1a2").play("h8h7")
    >>> print(position)
    1b1b1b1b/w1w1w1w1/1b1b1b1b/w1w1w1w1/1b1b1b1b/w1w1w1w1/1b1b1b1b/w1w1w1w1 w - - 0 moves a1a2 h8h7
    >>> position.side, position.ply, len(position.legal_moves)
    ('w', 2, 51)
    """

    base: State
    """The position before the first of `moves`."""
    moves: tuple[Move, ...] = ()
    """The moves played from `base`."""
    rules: Rules = field(default_factory=Rules)
    """The rules: readings, size of the board, and maximum number of plies."""

    def __post_init__(self) -> None:
        notation.check(self.base, self.rules)
        state = self.base
        for move in self.moves:
            state = game.play(state, move, self.rules)
        object.__setattr__(self, "_state", state)

    @classmethod
    def start(cls, rules: Rules | None = None) -> Self:
        """Return the starting position.

        Parameters
        ----------
        rules : Rules, optional
            The size of the board, and the readings of the rules. The default is ``Rules()``.

        Returns
        -------
        Position
            The position before White's first move.

        Raises
        ------
        ArgumentError
            `rules` is not a `Rules`.

        Examples
        --------
        >>> from mabi_search import Position, Rules
        >>> print(Position.start(Rules(size="3x4")))
        w1w1/1b1b/w1w1 w - - 0
        """
        return cls.parse("start", rules)

    @classmethod
    def parse(cls, text: str, rules: Rules | None = None) -> Self:
        """Read a position from a text like ``1b1b/w1w1/1b1b/w1w1 w - - 0 moves a1a2``.

        Parameters
        ----------
        text : str
            The ranks from the top, then side to move, mode, holder and plies played. ``start`` is the
            starting position. The word ``moves`` and the moves played from this position may follow.
        rules : Rules, optional
            The rules. The default is ``Rules()``. A board in the text determines the size; ``start`` uses the
            size in the rules.

        Returns
        -------
        Position
            The position after the moves in the text.

        Raises
        ------
        PositionFormatError
            The text is not a position; the message lists everything that is wrong.
        InvalidPositionError
            The position is impossible; the message lists everything that is wrong.
        MoveFormatError
            A word after ``moves`` is not a move.
        IllegalMoveError
            A move is illegal.
        ArgumentError
            The size in the rules differs from that in the text, or an argument is of the wrong kind.

        Examples
        --------
        >>> from mabi_search import Position
        >>> Position.parse("1b1b/w1w1/1b1b/w1w1 w - - 0 moves a1a2").side
        'b'
        """
        rules = Rules() if rules is None else rules
        base, moves, rules = notation.parse(text, rules)
        return cls(base, moves, rules)

    def __repr__(self) -> str:
        """Return Python code that creates the position."""
        plain = Rules(size=self.rules.size)
        other = [
            f"{name}={getattr(self.rules, name)!r}"
            for name in (*READINGS, "max_plies")
            if getattr(self.rules, name) != getattr(plain, name)
        ]
        rules = f", Rules({', '.join(other)})" if other else ""
        return f"Position.parse({str(self)!r}{rules})"

    def __str__(self) -> str:
        """Return the notation of the position, including the moves played."""
        text = notation.text_of(self.base)
        return f"{text} moves {' '.join(map(str, self.moves))}" if self.moves else text

    @property
    def state(self) -> State:
        """The current state: board, side to move, mode, holder, ply, and the situations so far."""
        state: State = self.__dict__["_state"]
        return state

    @property
    def side(self) -> str:
        """The side to move: ``w`` or ``b``."""
        return self.state.side

    @property
    def mode(self) -> str:
        """The mode of play, which determines the effect of a pass.

        ``-``: alternate play. ``p``: the other side has just passed and is locked out, so the side to move
        may make a run (several moves in a row). ``r``: the run has begun. ``q``: the other side has just
        passed and is not locked out.
        """
        return self.state.mode

    @property
    def holder(self) -> str:
        """The side that wins a tie: ``w``, ``b``, or ``-`` for neither."""
        return self.state.holder

    @property
    def ply(self) -> int:
        """Plies played since the start of the game."""
        return self.state.ply

    @property
    def legal_moves(self) -> LegalMoves:
        """The legal moves, sorted by origin and then by target, the pass last; empty if the game is over."""
        return LegalMoves(self)

    @cached_property
    def groups(self) -> dict[str, list[Group]]:
        """The groups of each side, largest first."""
        return {
            side: sorted(game.groups(self.state, side), key=lambda group: (-len(group), min(group)))
            for side in (WHITE, BLACK)
        }

    def play(self, move: Move | str) -> Self:
        """Return the position after a move.

        Parameters
        ----------
        move : Move or str
            A move like ``a1b1``, or ``pass``.

        Returns
        -------
        Position
            A new position; this one is unchanged.

        Raises
        ------
        IllegalMoveError
            The move is illegal. The message gives the reason.
        MoveFormatError
            The text is not a move.
        ArgumentError
            The argument is neither a `Move` nor a string.

        Examples
        --------
        >>> from mabi_search import Position
        >>> Position.start().play("a1a2").play("pass").mode
        'p'
        """
        move = _move(move)
        return self._appended(move, game.play(self.state, move, self.rules))

    def play_unchecked(self, move: Move) -> Self:
        """Return the position after a move that is known to be legal.

        Parameters
        ----------
        move : Move
            The move, which is not checked for legality.

        Returns
        -------
        Position
            A new position; this one is unchanged.

        Examples
        --------
        >>> from mabi_search import Position
        >>> start = Position.start()
        >>> start.play_unchecked(start.legal_moves[0]) == start.play(start.legal_moves[0])
        True
        """
        return self._appended(move, game.play_unchecked(self.state, move, self.rules))

    def _appended(self, move: Move, state: State) -> Self:
        position = object.__new__(type(self))
        parts = {"base": self.base, "moves": (*self.moves, move), "rules": self.rules, "_state": state}
        for name, value in parts.items():
            object.__setattr__(position, name, value)
        return position

    def outcome(self) -> GameResult | None:
        """Return the result of the game: winner, margin and reason. None if the game is not over.

        Returns
        -------
        GameResult or None
            The result; undecided if `max_plies` stopped the game.

        Examples
        --------
        >>> from mabi_search import Position
        >>> print(Position.start().outcome())
        None
        >>> print(Position.start().play("a1a2").play("pass").play("pass").outcome())
        White wins by 2 to 1
        """
        if not game.is_over(self.state, self.rules):
            return None
        reason = self._reason(language_of("mabi_search"))
        if not self.state.over:
            return GameResult(None, 0, reason, decided=False)
        winner = game.winner(self.state)
        white, black = self._largest
        return GameResult(winner, 0 if winner is None else abs(white - black), reason)

    @property
    def _largest(self) -> tuple[int, int]:
        """The sizes of the largest groups of White and of Black."""
        return game.largest(self.state, WHITE), game.largest(self.state, BLACK)

    def _reason(self, language: Language) -> str:
        """Return in words how the game ended."""
        more, fewer = sorted(self._largest, reverse=True)
        sizes = language.text("sizes", more=more, fewer=fewer)
        if not self.state.over:
            return language.text("stopped", n=self.ply, sizes=sizes)
        winner = game.winner(self.state)
        if winner is None:
            return language.text("draw")
        return language.text("tie" if more == fewer else "wins", name=language.text(winner), sizes=sizes)

    def ending(self, language: str = FIRST) -> str | None:
        """Return in words how the game ended; None if it is not over.

        Parameters
        ----------
        language : str, default "en"
            The language's code: "en", "de", "fr", "ja" or "pl".

        Returns
        -------
        str or None
            The `reason` of the result, in the language.

        Raises
        ------
        ArgumentError
            There is no such language.

        Examples
        --------
        >>> from mabi_search import Position
        >>> Position.parse("1bw1/b1w1/1w1b w - w 9 moves pass pass").ending("fr")
        'les Blancs gagnent 2 à 1'
        """
        over = game.is_over(self.state, self.rules)
        return self._reason(language_of("mabi_search", language)) if over else None

    def words(self, language: str = FIRST) -> list[str]:
        """Describe the position: side to move and mode, or the result; largest groups and the holder.

        Parameters
        ----------
        language : str, default "en"
            The language's code: "en", "de", "fr", "ja" or "pl".

        Returns
        -------
        list of str
            Two lines of text if the game is over, otherwise three.

        Raises
        ------
        ArgumentError
            There is no such language.

        Examples
        --------
        >>> from mabi_search import Position
        >>> Position.start().words()[0]
        'move 1, White to move'
        >>> Position.start().words("de")[0]
        'Zug 1, Weiß am Zug'
        """
        texts = language_of("mabi_search", language)
        white, black = self._largest
        holder = texts.text("nobody" if self.holder == NOBODY else self.holder)
        groups = texts.text("groups", white=white, black=black, holder=holder)
        if (how := self.ending(language)) is not None:
            return [texts.text("over", how=how), groups]
        names = {"me": texts.text(self.side), "them": texts.text(other(self.side))}
        return [
            texts.text("toMove", n=game.move_number(self.ply + 1), **names),
            texts.text(self.mode, **names),
            groups,
        ]

    def board_text(self) -> str:
        """Return a diagram of the board as text.

        Returns
        -------
        str
            The board, highest rank first. ``*`` marks a paralysed piece, ``!`` a frozen one.

        Examples
        --------
        >>> from mabi_search import Position
        >>> print(Position.parse("1bw1/b1w1/1w1b w - w 9").board_text())
        3  .  b* w! .
        2  b  .  w! .
        1  .  w  .  b
           a  b  c  d
        """
        return marks.text(self.state, self.rules)

    def svg(
        self,
        *,
        arrows: Sequence[Move | str | Arrow] = (),
        region: str | None = None,
        notes: Sequence[str | ScoredLine] = (),
        width: float | None = None,
        theme: str = "auto",
        language: str = FIRST,
    ) -> str:
        """Draw the board as SVG: groups and their sizes, pieces that cannot move, the last move.

        Parameters
        ----------
        arrows : sequence of Move, str or Arrow, optional
            Moves to draw as arrows, numbered from 1. The moves are also listed below the board.
        region : str, optional
            A side, ``w`` or ``b``. The empty squares that its pieces may reach in a run are marked.
        notes : sequence of str or ScoredLine, optional
            Lines of text below the board.
        width : float, optional
            Width in pixels. By default a square is 56 pixels wide.
        theme : str, default "auto"
            "auto" (follows the reader's system), "light" or "dark".
        language : str, default "en"
            The language's code: "en", "de", "fr", "ja" or "pl".

        Returns
        -------
        str
            A complete SVG document.

        Raises
        ------
        ArgumentError
            The region is not a side, the width is out of range, or there is no such theme or language.
        MoveFormatError
            An arrow is not a move.

        Examples
        --------
        >>> from mabi_search import Position
        >>> Position.start().svg(arrows=["a1a2"], region="w").startswith("<svg")
        True
        """
        from mabi_search.game import drawing  # loads XML

        moves = [arrow for arrow in arrows if not isinstance(arrow, Arrow)]
        labelled = [arrow for arrow in arrows if isinstance(arrow, Arrow)]
        numbered = [Arrow(_move(move), str(number)) for number, move in enumerate(moves, 1)]
        texts = language_of("mabi_search", language)
        if numbered:
            listed = (f"{label}: {notation.move_words(move, texts)}" for move, label, _ in numbered)
            notes = ["arrows  " + "  ".join(listed), *notes]
        last = self.moves[-1] if self.moves else None
        look = drawing.Look(last, [*labelled, *numbered], region, notes, width, theme, texts)
        return drawing.board(self.state, self.rules, self.words(language), look).svg()

    def _repr_svg_(self) -> str:
        return self.svg()

    def replay(self, *, theme: str = "auto", language: str = FIRST, page: str | None = None) -> Replay:
        """Return a replay of the game from `base` on, to step through in a notebook or on a saved page.

        Parameters
        ----------
        theme : str, default "auto"
            "auto" (follows the reader's system), "light" or "dark".
        language : str, default "en"
            The language's code: "en", "de", "fr", "ja" or "pl".
        page : str, optional
            Address of Mabi's page, for a link that opens the game there. By default there is no link.

        Returns
        -------
        Replay
            The replay. Its `Replay.html` is a page that works offline.

        Raises
        ------
        ArgumentError
            There is no such theme or language.

        Examples
        --------
        >>> from mabi_search import Position
        >>> len(Position.start().play("a1a2").replay().frames)
        2
        """
        from _gamekit.page import Frame, Play, Replay  # loads XML
        from mabi_search.game import drawing, growth

        texts = language_of("mabi_search", language)
        frames, sizes = [], []
        position = Position(self.base, (), self.rules)
        for move in (None, *self.moves):
            position = position if move is None else position.play_unchecked(move)
            words = position.words(language)
            board = drawing.picture(position.state, self.rules, words, move, theme)
            signs = drawing.legend(marks.marks(position.state, self.rules), move, texts)
            start = texts.text("moves.start")
            name = start if move is None else notation.numbered(position.ply, move, texts)
            sizes.append(position._largest)
            frames.append(Frame(name, board, "\n".join([*words, signs, notation.text_of(position.state)])))
        names = [frame.name for frame in frames]
        timeline = growth.timeline(sizes, names, theme, texts) if self.moves else None
        play = Play.at(page, str(self), game=notation.saved(str(self), self.rules))
        return Replay(f"Mabi: {words[0]}", frames, timeline, theme, language, play)

    def status(self) -> list[Problem]:
        """Return the problems of the base position.

        The list is always empty, because an invalid position cannot be created.

        Returns
        -------
        list of Problem
            An empty list.

        Examples
        --------
        >>> from mabi_search import Position
        >>> Position.start().status()
        []
        """
        return list(notation.problems(self.base, self.rules))

    def why_not(self, move: Move | str) -> str | None:
        """Return the reason why a move is illegal; None if it is legal.

        Parameters
        ----------
        move : Move or str
            A move like ``a1b1``, or ``pass``.

        Returns
        -------
        str or None
            The reason in one sentence.

        Raises
        ------
        MoveFormatError
            The text is not a move.
        ArgumentError
            The argument is neither a `Move` nor a string.

        Examples
        --------
        >>> from mabi_search import Position
        >>> Position.start().why_not("b2b3")
        'the piece on b2 is black, and White is to move'
        >>> Position.start().why_not("c3c4")
        "White's first move must be made by a piece that touches the edge"
        """
        move = _move(move)
        return game.why_illegal(self.state, move, self.rules)

    def stuck(self) -> dict[Square, str]:
        """Return the pieces of the side to move that have no legal step, each with the reason.

        The reason explains why the piece's first step to an empty square is illegal, or says that all squares
        beside the piece are taken.

        Returns
        -------
        dict of Square to str
            The reason for each piece, by square from a1 along the ranks.

        Examples
        --------
        >>> from mabi_search import Position
        >>> position = Position.parse("1bw1/b1w1/1w1b w - w 9")
        >>> {str(square): reason for square, reason in position.stuck().items()}["c2"]
        'c2 is frozen: its group is the only largest group on the board'
        """
        return marks.stuck(self.state, self.rules)

    def paralyses(self) -> list[Paralysis]:
        """Return the pairs of groups in which one group paralyses pieces of the other.

        Returns
        -------
        list of Paralysis
            The pairs, sorted by the paralysing group: White's groups first, and larger groups before smaller
            ones.

        Examples
        --------
        >>> from mabi_search import Position
        >>> paralyses = Position.parse("1bw1/b1w1/1w1b w - w 9").paralyses()
        >>> [str(square) for paralysis in paralyses for square in paralysis.pieces]
        ['b3']
        """
        pairs: dict[tuple[Group, Group], Paralysis] = {}
        both = [*self.groups[WHITE], *self.groups[BLACK]]
        for group in both:
            for square in sorted(group):
                by = game.paralysers(self.state, square, self.rules)
                for enemy in by:
                    paralysis = pairs.setdefault((enemy, group), Paralysis(enemy, group, [], []))
                    paralysis.pieces.append(square)
                    if len(by) == 1:
                        paralysis.freed.append(square)
        return sorted(pairs.values(), key=lambda paralysis: both.index(paralysis.larger))

    def paralysis_graph(self) -> nx.DiGraph[Any]:
        """Return a graph that shows which groups paralyse pieces of which groups.

        A node is the first square of a group as text, with the attributes ``side``, ``size`` and ``squares``.
        An edge leads from the paralysing group to the smaller group. Its attributes are ``pieces``, the
        paralysed pieces, and ``freed``, those that no other group paralyses.

        Returns
        -------
        networkx.DiGraph
            The graph, with a node for every group.

        Examples
        --------
        >>> from mabi_search import Position
        >>> graph = Position.parse("1bw1/b1w1/1w1b w - w 9").paralysis_graph()
        >>> list(graph.edges)
        [('c2', 'b3')]
        """
        import networkx as nx  # loaded when it is needed

        graph: nx.DiGraph[Any] = nx.DiGraph()
        name = {}
        for side in (WHITE, BLACK):
            for group in self.groups[side]:
                name[group] = str(min(group))
                graph.add_node(name[group], side=side, size=len(group), squares=game.listed(group))
        for paralysis in self.paralyses():
            graph.add_edge(
                name[paralysis.larger],
                name[paralysis.smaller],
                pieces=[str(square) for square in paralysis.pieces],
                freed=[str(square) for square in paralysis.freed],
            )
        return graph


def _move(move: Move | str) -> Move:
    if isinstance(move, str):
        return Move.parse(move)
    return move
