"""Write positions, moves and verdicts as text or as JSON."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from _gamekit.facts import Fact, json_of, view_of
from _gamekit.problems import number_of
from _gamekit.program import DARK_PIECE, LIGHT_PIECE
from mabi_search.game import marks, rules as game
from mabi_search.game.outcomes import UNDECIDED, score_text, signed
from mabi_search.game.position import Position
from mabi_search.game.rules import BLACK, SIDE_NAMES, WHITE, Move

if TYPE_CHECKING:
    from mabi_search.certify.checker import CheckResult
    from mabi_search.proof.verdict import Verdict
    from mabi_search.search.results import Analysis
    from mabi_search.tables.probing import ProbeResult
    from mabi_search.tables.stored import TableInfo

STYLES = {WHITE: LIGHT_PIECE, BLACK: DARK_PIECE}
MARK_STYLES = {marks.PARALYSED: "bold red", marks.FROZEN: "bold cyan"}


def position_json(position: Position) -> dict[str, Any]:
    """Return a position as JSON."""
    groups = position.groups.items()
    derived = [
        Fact("largest", {side: game.largest(position.state, side) for side in (WHITE, BLACK)}),
        Fact("groups", {side: [sorted(group) for group in of_side] for side, of_side in groups}),
        Fact("outcome", position.outcome()),
        Fact("rules", asdict(position.rules)),
    ]
    fields = [Fact(name, getattr(position, name)) for name in ("side", "mode", "holder", "ply")]
    return json_of([Fact("position", position), *fields, *derived])


def moves_json(position: Position, why: bool) -> dict[str, Any]:
    """Return the legal moves as JSON. With `why`, also return the reason why each other piece cannot move."""
    reasons = [Fact("why_not", position.stuck())] if why else []
    moves = [Fact("position", position), Fact("moves", list(position.legal_moves))]
    return json_of([*moves, *reasons, Fact("rules", asdict(position.rules))])


def _some(moves: tuple[Move, ...], most: int = 12) -> str:
    """Return the first moves of a line, with an ellipsis if there are more."""
    return " ".join(map(str, moves[:most])) + " …" * (len(moves) > most)


def analysis_text(analysis: Analysis) -> Text:
    """Return the best moves of an analysis as text, one on each line."""
    head = f"depth {analysis.depth:2}  {analysis.nodes:>12,} nodes  {analysis.seconds:7.2f} s"
    if not analysis.lines:
        over = analysis.position.outcome()
        sentence = f"the game is over: {over}" if over else "no depth was finished; static evaluation"
        return Text(sentence if over else f"{sentence} {signed(analysis.score / 100)}")
    rows = [
        f"{head if number == 0 else ' ' * len(head)}  {score_text(line.score, line.outcome):>14}  "
        + _some(line.pv, 20)
        for number, line in enumerate(analysis.lines)
    ]
    return Text("\n".join(rows))


def board_view(position: Position) -> Text:
    """Return the board as text. ``*`` marks paralysed pieces and ``!`` frozen pieces."""
    state = position.state
    marked = marks.marks(state, position.rules)
    last = position.moves[-1] if position.moves else game.PASS
    lines = [Text(line) for line in position.board_text().split("\n")]
    for square in game.squares(state.board):
        line, at = lines[len(state.board) - 1 - square.rank], 3 + 3 * square.file
        piece, mark = state.board[square.rank][square.file], marked.get(square, " ")
        line.stylize(STYLES.get(piece, "dim") + " underline" * (square in last), at, at + 1)
        line.stylize(MARK_STYLES.get(mark, ""), at + 1, at + 2)
    for line in lines[:-1]:
        line.stylize("dim", 0, 2)
    lines[-1].stylize("dim")
    return Text("\n").join(lines)


def summary(position: Position) -> str:
    """Return two lines of text: the side to move and the mode; the largest groups and the holder."""
    *first, groups = position.words()
    return f"{'; '.join(first)}\n{groups}"


def position_view(position: Position) -> RenderableType:
    """Return a position as text: the board, its groups, and the notation."""
    parts: list[RenderableType] = [
        board_view(position),
        Text(marks.MARKS, style="dim"),
        Text(summary(position)),
    ]
    for larger, smaller, pieces, freed in position.paralyses():
        side = next(side for side, groups in position.groups.items() if larger in groups)
        alone = f"; without it {game.listed(freed)} would be free" if freed else ""
        parts.append(
            Text(
                f"the {SIDE_NAMES[side].lower()} group {game.listed(larger)} paralyses "
                f"{game.listed(pieces)} ({len(larger)} > {len(smaller)}){alone}"
            )
        )
    return Group(*parts, Text(str(position), style="dim"))


def moves_view(position: Position, why: bool) -> RenderableType:
    """Return the legal moves as text. With `why`, also return the reason why each other piece cannot move."""
    moves = list(position.legal_moves)
    by_piece: dict[str, list[str]] = {}
    for move in moves:
        key = "" if move.origin is None else str(move.origin)
        by_piece.setdefault(key, []).append(str(move))
    table = Table.grid(padding=(0, 2))
    for piece, its_moves in by_piece.items():
        table.add_row(Text(piece, style="dim"), Text(" ".join(its_moves)))
    parts: list[RenderableType] = [Text(number_of(len(moves), "legal move")), table]
    if why:
        reasons = Table.grid(padding=(0, 2))
        for square, reason in position.stuck().items():
            reasons.add_row(Text(str(square), style="dim"), Text(reason))
        parts.append(reasons)
    return Group(*parts)


def tables_view(infos: list[TableInfo]) -> RenderableType:
    """Return the tables of a folder as text, one on each line."""
    grid = Table.grid(padding=(0, 2))
    for info in infos:
        board = info.board
        readings = f"paralysis {board.paralysis}, freeze {board.freeze}, pass rule {board.pass_rule}"
        pieces = f"{board.white} white, {board.black} black"
        state = info.state if info.state in ("ready", "under way") else "damaged"
        grid.add_row(board.size, pieces, readings, f"{info.size:,} bytes" * (info.size > 0), state)
    return grid


def probed_view(probed: ProbeResult) -> RenderableType:
    """Return the board and the value of a position in a table as text."""
    return Group(board_view(probed.position), view_of(probed.facts()))


def verdict_view(verdict: Verdict) -> RenderableType:
    """Return a verdict as text: the board and the facts."""
    position = verdict.position
    return Group(board_view(position), Text(summary(position)), view_of(verdict.facts()))


def readings_view(verdicts: list[tuple[Position, Verdict]]) -> RenderableType:
    """Return the verdicts under all readings as a table, with a line that says whether they agree."""
    table = Table(box=None, pad_edge=False)
    for name in ("paralysis", "freeze", "pass rule", "repetition", "outcome"):
        table.add_column(name)
    for position, verdict in verdicts:
        rules = position.rules
        table.add_row(rules.paralysis, rules.freeze, rules.pass_rule, rules.repetition, verdict.outcome)
    outcomes = {verdict.outcome for _, verdict in verdicts} - {UNDECIDED}
    same = "all proven outcomes agree" if len(outcomes) < 2 else "the outcome depends on the readings"
    return Group(table, Text(same))


def checked_text(checked: CheckResult) -> Text:
    """Return the claim of a checked certificate as text."""
    return Text(f"accepted: {checked.summary}")
