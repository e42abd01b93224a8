"""Read positions from files, and read and write saved games."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from _gamekit.addresses import is_link, parts_of
from _gamekit.folders import named
from _gamekit.lines import Reader, lines_of, without_comment
from _gamekit.problems import reading
from mabi_search.game.errors import ArgumentError, MabiError, PositionFormatError
from mabi_search.game.notation import EXAMPLE, MAX_TEXT, RULES_MARK, goes_on, rules_text, saved
from mabi_search.game.position import Position
from mabi_search.game.rules import Rules


def reader(rules: Rules) -> Reader[Position]:
    """Return a reader of files with one position per line, to be played under these rules.

    The moves of a position may continue on further lines. A link to the page is the position of its game. The
    reader ignores `#` comments, and its errors
    contain line numbers.
    """

    def parse(text: str, line: int) -> Position:
        if is_link(text):
            return _linked(text, rules)
        return Position.parse(" ".join(map(without_comment, lines_of(text))), rules)

    return Reader(
        what="position",
        parse=parse,
        errors=MabiError,
        format_error=PositionFormatError,
        longest=MAX_TEXT,
        example=f"a position is a line like '{EXAMPLE}', or 'start'",
        goes_on=goes_on,
        mark=("/|^start", f"which is a line like '{EXAMPLE}', or 'start'"),
    )


def _linked(link: str, rules: Rules) -> Position:
    """Return the position of the game that a link to the page contains."""
    game = parts_of(link).get("game")
    if game is None:
        raise PositionFormatError(
            "this link contains no game with #game=; open it, and copy the game that the page shares"
        )
    return loads(game, rules, "the game of this link")


def dumps(position: Position) -> str:
    """Return the text of a saved game: its rules as a comment, then the position with its moves."""
    return saved(str(position), position.rules)


def load(path: Path, rules: Rules) -> Position:
    """Read a saved game from a file.

    Raises
    ------
    ArgumentError
        The game was played under other rules.
    MabiError
        The file is not a saved game. The errors are those of `Position.parse`.
    OSError
        The file cannot be read.
    """
    with reading(path), open(named(path), "rb") as file:
        raw = file.read(4 * MAX_TEXT)
    try:
        text = raw.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise PositionFormatError(f"{path} is not a saved game: not text in UTF-8") from None
    return loads(text, rules, str(path))


def check_rules(lines: Iterable[str], rules: Rules, name: str) -> None:
    """Raise ArgumentError if a saved game with these lines was played under other rules."""
    for line in lines:
        if line.startswith(RULES_MARK) and line.removeprefix(RULES_MARK).strip() != rules_text(rules):
            marked = line.removeprefix(RULES_MARK).strip()[:200]
            raise ArgumentError(f"{name} was played under other rules: {marked}, not {rules_text(rules)}")


def loads(text: str, rules: Rules, name: str) -> Position:
    """Read a saved game from a text. Errors are as for `load`; `name` is the name of the file in messages."""
    lines = lines_of(text)
    check_rules(lines, rules, name)
    texts: list[str] = []
    for line in map(without_comment, lines):
        if texts and goes_on(texts[-1:], line):
            texts[-1] += " " + line
        elif line:
            texts.append(line)
    if len(texts) != 1:
        raise PositionFormatError(f"{name} has {len(texts)} positions; a saved game has exactly one")
    return Position.parse(texts[0], rules)
