"""Positions and moves as text for people, and as JSON for programs."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from _gamekit.program import DARK_PIECE, LIGHT_PIECE
from mabi_search.game import marks, rules as game
from mabi_search.game.outcomes import Outcome
from mabi_search.game.position import Position
from mabi_search.game.rules import BLACK, READINGS, SIDE_NAMES, WHITE, Move, Rules, other

if TYPE_CHECKING:
    from mabi_search.runs.pass_analysis import PassAnalysis
    from mabi_search.search.perft import Perft
    from mabi_search.search.results import Analysis
    from mabi_search.tables.probing import ProbeResult
    from mabi_search.tables.stored import TableInfo

STYLES = {WHITE: LIGHT_PIECE, BLACK: DARK_PIECE}
MARK_STYLES = {marks.PARALYSED: "bold red", marks.FROZEN: "bold cyan"}


def rules_json(rules: Rules) -> dict[str, Any]:
    """Return all readings as JSON."""
    return {name: getattr(rules, name) for name in (*READINGS, "size", "max_plies")}


def position_json(position: Position) -> dict[str, Any]:
    """Return a position as JSON."""
    outcome = position.outcome()
    return {
        "position": str(position),
        "side": position.side,
        "mode": position.mode,
        "holder": position.holder,
        "ply": position.ply,
        "largest": {side: game.largest(position.state, side) for side in (WHITE, BLACK)},
        "groups": {
            side: [[str(square) for square in sorted(group)] for group in groups]
            for side, groups in position.groups.items()
        },
        "outcome": None
        if outcome is None
        else {
            "winner": outcome.winner,
            "margin": outcome.margin,
            "decided": outcome.decided,
            "reason": outcome.reason,
        },
        "rules": rules_json(position.rules),
    }


def moves_json(position: Position, why: bool) -> dict[str, Any]:
    """Return the legal moves as JSON, with `why` also why each other piece cannot move."""
    answer: dict[str, Any] = {"position": str(position), "moves": list(map(str, position.legal_moves))}
    if why:
        answer["why_not"] = {str(square): reason for square, reason in position.stuck().items()}
    return answer | {"rules": rules_json(position.rules)}


def perft_json(found: Perft, divided: list[tuple[Move, Perft]] | None) -> dict[str, Any]:
    """Return a perft as JSON, with the moves it is divided by."""
    answer: dict[str, Any] = {
        "position": str(found.position),
        "depth": found.depth,
        "nodes": found.nodes,
        "stopped_by": found.stopped_by,
    }
    if divided is not None:
        answer["divide"] = {str(move): part.nodes for move, part in divided}
    if found.statistics:
        answer["statistics"] = [row._asdict() for row in found.statistics]
    return answer | {"rules": rules_json(found.position.rules)}


def _if_proven(outcome: Outcome) -> str | None:
    """Return an outcome, None if nothing is proven: as `analyse --json` prints it."""
    return outcome if outcome.proven else None


def passed_json(passed: PassAnalysis | None) -> dict[str, Any] | None:
    """Return what a pass leads to as JSON."""
    if passed is None:
        return None
    return {
        "outcome": _if_proven(passed.outcome),
        "refutation": list(map(str, passed.refutation)),
        "most": passed.most,
        "most_bound": passed.most_bound,
        "run": list(map(str, passed.run)),
        "fewest": passed.fewest,
        "nodes": passed.nodes,
        "stopped_by": passed.stopped_by,
    }


def passed_text(position: Position, passed: PassAnalysis) -> Text:
    """Return what a pass leads to for people."""
    me, them = SIDE_NAMES[position.side], SIDE_NAMES[other(position.side)]
    verdict = f"is a {passed.outcome} (proven)" if passed.proven else "is not decided"
    size = str(passed.most) if passed.exact else f"at least {passed.most}, at most {passed.most_bound}"
    told = [f"if {me} passes now, that {verdict}; in the run {them} can reach a group of {size}"]
    if passed.run:
        length = f"{len(passed.run)} move{'s' * (len(passed.run) > 1)}, " + (
            "the fewest" if passed.shortest else f"at least {passed.fewest} are needed"
        )
        told.append(f"  by {_some(passed.run)} ({length})")
    if len(passed.refutation) > 1:
        told.append(f"  {them} wins by {_some(passed.refutation)} ({len(passed.refutation)} plies)")
    return Text("\n".join(told))


def _some(moves: tuple[Move, ...], most: int = 12) -> str:
    """Return the first moves of a line, with an ellipsis if there are more."""
    return " ".join(map(str, moves[:most])) + " …" * (len(moves) > most)


def analysis_json(analysis: Analysis, passed: PassAnalysis | None) -> dict[str, Any]:
    """Return an analysis as JSON, with what a pass now leads to."""
    return {
        "position": str(analysis.position),
        "depth": analysis.depth,
        "score": analysis.score,
        "proven": analysis.proven,
        "outcome": _if_proven(analysis.outcome),
        "pv": list(map(str, analysis.pv)),
        "lines": [
            {"move": str(line.move), "score": line.score, "pv": list(map(str, line.pv))}
            for line in analysis.lines
        ],
        "nodes": analysis.nodes,
        "seconds": analysis.seconds,
        "compile_seconds": analysis.compile_seconds,
        "stopped_by": analysis.stopped_by,
        "if_passed": passed_json(passed),
        "rules": rules_json(analysis.position.rules),
    }


def analysis_text(analysis: Analysis) -> Text:
    """Return a line for each of an analysis' best moves."""
    from mabi_search.search.results import score_text  # noqa: PLC0415  (loads numpy)

    head = f"depth {analysis.depth:2}  {analysis.nodes:>12,} nodes  {analysis.seconds:7.2f} s"
    if not analysis.lines:
        over = analysis.position.outcome()
        told = f"the game is over: {over}" if over else "no depth was finished; static evaluation"
        return Text(told if over else f"{told} {analysis.score / 100:+.2f}")
    rows = [
        f"{head if number == 0 else ' ' * len(head)}  {score_text(line.score, line.outcome):>14}  "
        + _some(line.pv, 20)
        for number, line in enumerate(analysis.lines)
    ]
    return Text("\n".join(rows))


def board_view(position: Position) -> Text:
    """Return the board: ``*`` marks paralysed pieces and ``!`` frozen ones; the last move is underlined."""
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
    """Return who is to move, the largest groups, and who wins a tie."""
    *first, groups = position.words()
    return f"{'; '.join(first)}\n{groups}"


def position_view(position: Position) -> RenderableType:
    """Return a position for people."""
    parts: list[RenderableType] = [
        board_view(position),
        Text(marks.MARKS, style="dim"),
        Text(summary(position)),
    ]
    for larger, smaller, pieces, freed in position.holds():
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
    """Return the legal moves for people, with `why` also why each other piece cannot move."""
    moves = list(position.legal_moves)
    by_piece: dict[str, list[str]] = {}
    for move in moves:
        key = "" if move.origin is None else str(move.origin)
        by_piece.setdefault(key, []).append(str(move))
    table = Table.grid(padding=(0, 2))
    for piece, found in by_piece.items():
        table.add_row(Text(piece, style="dim"), Text(" ".join(found)))
    parts: list[RenderableType] = [Text(f"{len(moves)} legal moves"), table]
    if why:
        reasons = Table.grid(padding=(0, 2))
        for square, reason in position.stuck().items():
            reasons.add_row(Text(str(square), style="dim"), Text(reason))
        parts.append(reasons)
    return Group(*parts)


def perft_view(found: Perft, divided: list[tuple[Move, Perft]] | None, seconds: float) -> RenderableType:
    """Return a perft for people."""
    parts: list[RenderableType] = []
    if divided is not None:
        grid = Table.grid(padding=(0, 2))
        for move, part in divided:
            grid.add_row(Text(str(move)), Text("stopped" if part.nodes is None else f"{part.nodes:,}"))
        parts.append(grid)
    if found.statistics:
        names = ("ply", *found.statistics[0]._fields)
        table = Table(box=None, pad_edge=False)
        for name in names:
            table.add_column(name, justify="right")
        for ply, row in enumerate(found.statistics, 1):
            table.add_row(str(ply), *(f"{value:,}" for value in row))
        parts.append(table)
    if found.nodes is None:
        parts.append(Text(f"perft {found.depth}: stopped by {found.stopped_by}; the count is unknown"))
    else:
        rate = f", {found.nodes / seconds:,.0f} a second" if seconds > 0.01 else ""
        parts.append(Text(f"perft {found.depth}: {found.nodes:,} in {seconds:.2f} s{rate}"))
    return Group(*parts)


def table_json(info: TableInfo, fault: str | None) -> dict[str, Any]:
    """Return what is known of a table as a JSON object; `fault` is what a verification found."""
    board = info.board
    return {
        "size": board.size,
        "white": board.white,
        "black": board.black,
        "path": str(info.path),
        "state": info.state,
        "bytes": info.size,
        "bytes_needed": board.bytes_needed,
        "memory_needed": board.memory_needed,
        "placements": board.placements,
        "positions": info.counts,
        "longest": info.longest,
        "fault": fault,
        "rules": {name: getattr(board, name) for name in ("size", "paralysis", "freeze", "pass_rule")},
    }


def table_view(info: TableInfo, fault: str | None, action: str) -> RenderableType:
    """Return what is known of a table for people."""
    board = info.board
    about = f"{board.size}, {board.white} white and {board.black} black pieces, pass rule {board.pass_rule}"
    facts = [
        ("table", f"{about}: {info.state}"),
        ("file", f"{info.path}" + f" ({info.size:,} bytes)" * (info.size > 0)),
        ("placements", f"{board.placements:,}"),
    ]
    if info.state != "ready":
        facts.append(
            (
                "needs",
                f"a file of {board.bytes_needed:,} bytes, at least {board.memory_needed:,} bytes of memory",
            )
        )
    if action == "verify":
        facts.append(("recomputed", fault or "identical: every position and the counts"))
    if info.counts is not None:
        facts += [(value, f"{count:,} positions") for value, count in info.counts.items()]
        facts.append(("longest", f"{info.longest} plies"))
    grid = Table.grid(padding=(0, 2))
    for name, text in facts:
        grid.add_row(Text(name, style="dim"), Text(text))
    return grid


def tables_view(infos: list[TableInfo]) -> RenderableType:
    """Return the tables of a folder for people, one a line."""
    grid = Table.grid(padding=(0, 2))
    for info in infos:
        board = info.board
        readings = f"paralysis {board.paralysis}, freeze {board.freeze}, pass rule {board.pass_rule}"
        pieces = f"{board.white} white, {board.black} black"
        state = info.state if info.state in ("ready", "under way") else "damaged"
        grid.add_row(board.size, pieces, readings, f"{info.size:,} bytes" * (info.size > 0), state)
    return grid


def probed_json(found: ProbeResult) -> dict[str, Any]:
    """Return what a table says about a position as a JSON object."""
    return {
        "position": str(found.position),
        "value": found.value,
        "distance": found.distance,
        "proven": found.proven,
        "best_moves": list(map(str, found.best_moves)),
        "moves": [{"move": str(m), "value": value, "distance": d} for m, value, d in found.moves],
        "rules": rules_json(found.position.rules),
    }


def probed_view(found: ProbeResult) -> RenderableType:
    """Return what a table says about a position for people."""
    at = "" if found.distance is None else f" at distance {found.distance}"
    past = "" if found.proven or not found.value.proven else "; not proven with this history and these rules"
    grid = Table.grid(padding=(0, 2))
    for move, value, distance in found.moves:
        best = "best" if move in found.best_moves else ""
        grid.add_row(str(move), value, "" if distance is None else str(distance), best)
    return Group(board_view(found.position), Text(f"{found.value} for the side to move{at}{past}"), grid)
