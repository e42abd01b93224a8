"""What a table says of moves and lines holds with the past, by plain programs that share nothing with it."""

from itertools import islice
from pathlib import Path

import numpy as np
import pytest

from mabi_search import Limits, Position, ProbeResult, probe, solve
from mabi_search.game.rules import PASS, Move
from mabi_search.proof.verdict import Verdict
from mabi_search.search.results import replayed
from mabi_search.tables import table_files
from mabi_search.tables.boards import TableSpec
from mabi_search.tables.placements import position_at
from tests.mabi import past_truth, plain_pasts
from tests.mabi.pasts import pasts
from tests.mabi.samples import built
from tests.mabi.test_tables_resume import positions_with_a_past
from tests.nightly import nightly

BARRED = "1w1w/1b2/w1wb b r - 20 moves b2b1 b1b2"
"""Black may not come back to where it stands, so a step to c2 leads nowhere."""


def truth(position: Position) -> str:
    """Return the value for the side to move, with the past; "undecided" is not compared."""
    by_runs = position.rules.pass_rule in ("run", "final")
    return past_truth.truth(position).value if by_runs else plain_pasts.value(position)


def after(position: Position, moves: tuple[Move, ...]) -> str:
    """Return the value after moves, for the side that was to move before them."""
    then = replayed(position, moves)
    over = then.outcome()
    if over is not None:
        return str(over.outcome_for(position.side))
    value = truth(then)
    return value if then.side == position.side else {"win": "loss", "loss": "win"}.get(value, value)


def check_moves(found: ProbeResult) -> int:
    """Compare the proven values of a table with the truth; return how many were compared."""
    position = found.position
    compared = 0
    if found.proven:
        assert truth(position) in (found.value, "undecided"), str(position)
    for move, value, _ in found.moves:
        if move in found.proven_moves and value.proven:
            assert after(position, (move,)) in (value, "undecided"), f"{position}: {move}"
            compared += 1
    if found.proven:
        assert set(found.best_moves) <= set(found.proven_moves)
        assert found.best_moves or found.value != "win", str(position)
    return compared


def check_line(verdict: Verdict) -> None:
    """Check that each ply of a line keeps the outcome, and that the game ends with it."""
    for plies in range(1, len(verdict.pv) + 1):
        assert after(verdict.position, verdict.pv[:plies]) in (verdict.outcome, "undecided"), str(verdict)
    over = replayed(verdict.position, verdict.pv).outcome()
    assert over is not None and over.outcome_for(verdict.position.side) == verdict.outcome, repr(verdict)


def test_a_draw_in_a_run_has_a_line_that_holds_it(tmp_path: Path) -> None:
    rules = built(tmp_path, size="2x4", pass_rule="resume")
    position = Position.parse("wbw1/2b1 w r - 20", rules)
    assert after(position, (PASS,)) == "loss"
    for all_moves in (True, False):
        verdict = solve(position, all_moves=all_moves)
        assert (verdict.outcome, verdict.method) == ("draw", "table")
        check_line(verdict)
    moves = {str(one.move): one.outcome for one in solve(position, all_moves=True).all_moves}
    assert moves["pass"] == "loss" and "draw" in moves.values()


def in_runs(table: table_files.Table, value: str, count: int) -> list[Position]:
    """Return positions with this value, drawn from the runs of a table, without a past."""
    used = np.random.default_rng(3).permutation(np.flatnonzero(table.values != 255)).tolist()
    every = (Position.parse(str(position_at(table.board, index)), table.board.rules) for index in used)
    runs = (position for position in every if position.mode in "pr" and probe(position).value == value)
    return list(islice(runs, count))


@pytest.mark.parametrize("value", ["win", "loss", "draw"])
@pytest.mark.parametrize("count", [6, *nightly(60)])
def test_lines_in_all_modes_under_resume(tmp_path: Path, value: str, count: int) -> None:
    """The report names a move that keeps the value, and a line that ends with it."""
    rules = built(tmp_path, size="2x4", pass_rule="resume")
    table = table_files.load(TableSpec.of(rules), tmp_path)
    for position in in_runs(table, value, count):
        verdict = solve(position, all_moves=True, limits=Limits(max_nodes=500))
        assert verdict.outcome == value and verdict.method == "table"
        assert value in {one.outcome for one in verdict.all_moves}
        check_line(verdict)


@pytest.mark.parametrize(("pass_rule", "best"), [("resume", 3), ("run", 3), ("final", 4)])
def test_the_best_moves_of_a_run_with_a_past(folder: Path, pass_rule: str, best: int) -> None:
    position = Position.parse(BARRED, built(folder, size="3x4", pass_rule=pass_rule))
    found = probe(position, folder=folder)
    assert found.outcome == "win" and len(found.best_moves) == best
    if pass_rule != "resume":
        check_moves(found)
        assert after(position, (Move.parse("b2c2"),)) == ("win" if best == 4 else "loss")
    [row] = [row for row in found.facts() if row.key == "moves"]
    words = {str(cells[0].value): cells[3].words for cells in row.rows}
    assert words["b2c2"] == ("best" if best == 4 else "not proven") and words["b2a2"] == "best"


@pytest.mark.parametrize(
    ("size", "pass_rule", "count"),
    [
        *(("2x4", "run", 20), ("2x4", "final", 20), ("2x4", "plain", 9), ("2x3", "resume", 20)),
        *nightly(("3x4", "run", 400), ("3x4", "final", 400), ("2x4", "resume", 300)),
    ],
)
def test_moves_with_a_past(folder: Path, size: str, pass_rule: str, count: int) -> None:
    rules = built(folder, size=size, pass_rule=pass_rule)
    table = table_files.load(TableSpec.of(rules), folder)
    compared = repeated = 0
    positions = [*positions_with_a_past(table, 3, count)]
    if pass_rule in ("run", "final"):
        positions += pasts(size, count, 3, pass_rule=pass_rule)
    for position in positions:
        repeated += len(set(position.state.seen)) < len(position.state.seen)
        compared += check_moves(probe(position, folder=folder))
    assert compared > count and repeated > count // 20
