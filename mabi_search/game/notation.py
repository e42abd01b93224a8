"""Read and write positions as text: ``RANKS SIDE MODE HOLDER PLY``, optionally with ``moves …``.

Ranks are listed from the top, separated by ``/``. Digits count consecutive empty squares: ``1b1b/w1w1``.
``start`` is the starting position. The parser also accepts capital letters, and moves like ``a1-b1``.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from _gamekit.languages import Language, given_or_first
from mabi_search.game.errors import ArgumentError, InvalidPositionError, PositionFormatError, Problem, shorten
from mabi_search.game.rules import (
    ALTERNATE,
    BLACK,
    EMPTY,
    LARGEST,
    MODES,
    MOVE_WORDS,
    NOBODY,
    PASS,
    READINGS,
    SIDE_NAMES,
    SMALLEST,
    WHITE,
    Board,
    Move,
    Rules,
    State,
    counted,
    largest,
    move_number,
    start,
)

MAX_TEXT = 100_000
"""Maximum number of characters of a position, including its moves."""
RULES_MARK = "# rules"
"""Start of the line that contains the rules of a saved game. Readers of positions treat this line as a
comment."""
EXAMPLE = "1b1b/w1w1/1b1b/w1w1 w - - 0"
_MOVES = re.compile(r"(?<!\S)moves(?!\S)", re.IGNORECASE)
_PLY = re.compile(r"(0|[1-9][0-9]{0,5})\Z")


def parse(text: str, rules: Rules) -> tuple[State, tuple[Move, ...], Rules]:
    """Return the position in a text, the moves after it, and the rules with the size of the board.

    The function checks neither that the position is possible nor that the moves are legal.

    Raises
    ------
    PositionFormatError
        The text is not a position.
    ArgumentError
        The size in the rules differs from that of the text.
    MoveFormatError
        A word after ``moves`` is not a move.
    """
    if len(text) > MAX_TEXT:
        raise PositionFormatError(
            f"the text has {len(text):,} characters; a position has {MAX_TEXT:,} at most"
        )
    base, *rest = _MOVES.split(text, maxsplit=1)
    moves = tuple(move for line in rest for move in Move.parse_line(line))
    places = list(re.finditer(r"\S+", base))
    words = [place.group().lower() for place in places]
    if words == ["start"]:
        rules = replace(rules, size=rules.size or "8x8")
        return start(rules), moves, rules
    if len(words) != 5:
        raise PositionFormatError(
            "a position is 'start' or has five parts (board, side, mode, holder, plies played), like "
            f"{EXAMPLE!r}; {shorten(' '.join(words))} has {len(words)}"
        )
    problems: list[Problem] = []
    board = _board(words[0], problems)
    problems += _word_problems(words)
    if problems:
        raise PositionFormatError(_placed(problems, places))
    size = f"{len(board)}x{len(board[0])}"
    if rules.size not in (None, size):
        raise ArgumentError(f"the position has the size {size}, not {rules.size}: leave the size out")
    rules = replace(rules, size=size)
    state = State(board, words[1], words[2], words[3], int(words[4]))
    return counted(state, rules), moves, rules


def goes_on(before: Sequence[str], line: str) -> bool:
    """Return whether a line begins or continues the moves of the position in the preceding lines."""
    if _MOVES.match(line.lstrip()):
        return True
    return MOVE_WORDS.begins(line) and any(_MOVES.search(one) for one in before)


def _placed(problems: list[Problem], places: list[re.Match[str]]) -> Iterator[Problem]:
    """Yield the problems, with columns of the text in place of word and letter numbers.

    In `problems`, `line` is the index of a word, and `column` is the number of a letter in that word.
    """
    for problem in problems:
        place = places[problem.line or 0]
        text = place.string
        start = text.rfind("\n", 0, place.start()) + 1
        source = text[start:].partition("\n")[0]
        yield Problem(problem.message, None, place.start() - start + (problem.column or 1), source)


def _word_problems(words: list[str]) -> Iterator[Problem]:
    _, side, mode, holder, ply = words
    for number, what, word, allowed in (
        (1, "side to move", side, (WHITE, BLACK)),
        (2, "mode", mode, ("-", "p", "r", "q")),
        (3, "holder", holder, (NOBODY, WHITE, BLACK)),
    ):
        if word not in allowed:
            wanted = f"{', '.join(allowed[:-1])} or {allowed[-1]}"
            yield Problem(f"the {what} must be {wanted}, not {shorten(word)}", number)
    if not _PLY.match(ply):
        yield Problem(f"the plies played must be a whole number up to 999999, not {shorten(ply)}", 4)


def _board(text: str, problems: list[Problem]) -> Board:
    """Return the board in a text, and append its problems to `problems`."""
    names = text.split("/")
    if not SMALLEST <= len(names) <= LARGEST:
        problems.append(
            Problem(f"a board has {SMALLEST} to {LARGEST} ranks separated by /, not {len(names):,}")
        )
        return ()
    rows = []
    column = 1
    for number, name in zip(range(len(names), 0, -1), names, strict=True):
        start, column = column, column + len(name) + 1
        wrong = [i for i, c in enumerate(name) if c not in "wb12345678"]
        if wrong:
            what = f"rank {number}: {shorten(name[wrong[0]])} is not a piece; use w, b and 1 to 8"
            problems.append(Problem(what, 0, start + wrong[0]))
            continue
        rows.append("".join(EMPTY * int(c) if c.isdigit() else c for c in name))
        if len(rows[-1]) > LARGEST:
            what = f"rank {number} has {len(rows[-1])} squares; a rank has {LARGEST} at most"
            problems.append(Problem(what, 0, start))
    widths = {len(row) for row in rows}
    if not problems and len(widths) > 1:
        sentence = ", ".join(
            f"rank {n} has {len(row)}" for n, row in zip(range(len(rows), 0, -1), rows, strict=True)
        )
        problems.append(Problem(f"all ranks must have the same width: {sentence}"))
    if not problems and not SMALLEST <= min(widths) <= LARGEST:
        problems.append(Problem(f"a board has {SMALLEST} to {LARGEST} files, not {min(widths)}"))
    return tuple(rows[::-1])


def move_words(move: Move, language: Language) -> str:
    """Return a move for a reader: ``a1–a2``, or the language's word for a pass."""
    text = str(move)
    return language.text("moves.pass") if move == PASS else f"{text[:2]}–{text[2:]}"


def line_words(moves: Sequence[Move], most: int, language: Language | None = None) -> str:
    """Return the first moves of a line for a reader, in English if no language is given."""
    texts = given_or_first("mabi_search", language)
    return " ".join(move_words(move, texts) for move in moves[:most]) + " …" * (len(moves) > most)


def numbered(ply: int, move: Move, language: Language) -> str:
    """Return a move as in a list of moves, like ``5. a1–a2`` and ``5… h8–h7``; `ply` counts from 1."""
    return f"{move_number(ply)}{'.' if ply % 2 else '…'} {move_words(move, language)}"


def text_of(state: State) -> str:
    """Return the text of a state, without the moves that led to it."""

    def rank(row: str) -> str:
        return re.sub(r"\.+", lambda run: str(len(run[0])), row)

    board = "/".join(map(rank, reversed(state.board)))
    return f"{board} {state.side} {state.mode} {state.holder} {state.ply}"


def problems(state: State, rules: Rules) -> Iterator[Problem]:
    """Yield the reasons why a base position is impossible; one reason only if there are no pieces."""
    white, black = largest(state, WHITE), largest(state, BLACK)
    if not white and not black:
        yield Problem("there are no pieces")
        return
    if state.mode not in MODES[rules.pass_rule]:
        allowed = " or ".join(MODES[rules.pass_rule])
        yield Problem(f"with pass_rule={rules.pass_rule} the mode must be {allowed}, not {state.mode}")
    if white != black:
        ahead = WHITE if white > black else BLACK
        if state.holder != ahead:
            sizes = f"{max(white, black)} to {min(white, black)}"
            sentence = f"{SIDE_NAMES[ahead]} has the larger group ({sizes})"
            yield Problem(f"{sentence}, so the holder must be {ahead}, not {state.holder}")
    elif white > 1 and state.holder == NOBODY:
        yield Problem(
            f"both largest groups have {white} pieces; the side that was first is the holder: w or b, not -"
        )
    elif white == 1 and state.holder != NOBODY and rules.freezes:
        # without a freeze, a side may have built a larger group and dismantled it
        yield Problem(f"nobody has a group of two, so the holder must be -, not {state.holder}")
    if state.ply == 0:
        for what, value, wanted in (
            ("side to move", state.side, WHITE),
            ("mode", state.mode, ALTERNATE),
            ("holder", state.holder, NOBODY),
        ):
            if value != wanted:
                yield Problem(f"no ply was played, so the {what} must be {wanted}, not {value}")


def check(state: State, rules: Rules) -> None:
    """Raise InvalidPositionError if a base position is impossible."""
    if wrong := list(problems(state, rules)):
        raise InvalidPositionError(wrong)


def rules_text(rules: Rules) -> str:
    """Return the rules as words like ``pass_rule=run``. Size and setup are omitted: the board shows them."""
    words = [f"{option}={getattr(rules, option)}" for option in READINGS if option != "setup"]
    if rules.max_plies is not None:
        words.append(f"max_plies={rules.max_plies}")
    return " ".join(words)


def saved(game: str, rules: Rules) -> str:
    """Return the text of a saved game: its rules as a comment, then the game."""
    return f"{RULES_MARK} {rules_text(rules)}\n{game}\n"
