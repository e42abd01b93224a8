"""The search with the table of a small board: never another answer, and everything that the table knows."""

import random
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from mabi_search import Limits, Position, analyse, probe
from mabi_search.game import rules as game
from mabi_search.game.notation import text_of
from mabi_search.game.rules import PASS
from mabi_search.search.alphabeta import AlphaBeta
from mabi_search.search.analysis import deepening
from mabi_search.tables import stored, table_files
from mabi_search.tables.placements import position_at
from tests.conftest import ROOT
from tests.mabi.samples import built, random_positions
from tests.nightly import nightly, slow

DECIDED = ("win", "loss")


def taken(position: Position, folder: Path) -> bool:
    """Tell whether a search of this position uses a table."""
    return AlphaBeta(position, Limits(), {}, None, folder).lookup is not None


@pytest.mark.slow
@pytest.mark.parametrize(
    ("pass_rule", "size"),
    [
        *(("run", "3x4"), ("final", "4x4")),
        *nightly(("run", "4x4"), ("final", "3x4"), ("plain", "3x4"), ("plain", "4x4")),
    ],
)
def test_what_the_table_knows_is_proven_at_depth_1(folder: Path, size: str, pass_rule: str) -> None:
    """Any position without a past, its moves too; the search without tables never says otherwise."""
    rules = built(folder, size=size, pass_rule=pass_rule, setup="diagonals")
    table = table_files.load(table_files.TableSpec.of(rules), folder)
    usable = np.flatnonzero(table.values < 255)
    met = set()
    for index in np.random.default_rng(1).choice(usable, 40).tolist():
        position = position_at(table.board, index)
        known = probe(position, folder=folder)
        found = analyse(position, depth=1, lines=50, folder=folder)
        expected = known.value if known.value in DECIDED else "undecided"
        assert found.outcome == expected, str(position)
        met.add(expected)
        values = {move: value if value in DECIDED else "undecided" for move, value, _ in known.moves}
        assert {line.move: line.outcome for line in found.lines} == values, str(position)
        without = analyse(position, depth=3)
        assert without.outcome in ("undecided", expected), str(position)
    assert met >= {"win", "loss"}


@pytest.mark.parametrize(
    ("pass_rule", "size"),
    [
        ("plain", "3x4"),
        *slow(("run", "4x4"), ("final", "3x4")),
        *nightly(("run", "3x4"), ("final", "4x4"), ("plain", "4x4")),
    ],
)
def test_games_with_their_past(folder: Path, size: str, pass_rule: str) -> None:
    """What is proven with tables is what is proven without, and what `probe` calls exact."""
    rules = built(folder, size=size, pass_rule=pass_rule)
    compared = 0
    for position in random_positions(rules, 5, 40):
        found, without = analyse(position, depth=3, folder=folder), analyse(position, depth=4)
        known = probe(position, folder=folder)
        if found.proven:
            assert without.outcome in ("undecided", found.outcome), str(position)
            assert not known.proven or known.value == found.outcome, str(position)
        if taken(position, folder) and known.proven and known.value in DECIDED and position.ply:
            compared += 1
            assert found.outcome == known.value, str(position)
    assert compared > 5


@pytest.mark.slow
def test_the_best_line_wins_by_the_shortest_way(folder: Path) -> None:
    """So whoever plays the first move of each analysis wins in as many plies as the table says."""
    rules = built(folder, size="4x4")
    table = table_files.load(table_files.TableSpec.of(rules), folder)
    choose = random.Random(2)
    for distance in (3, 5, 7, 9, 11):
        at = choose.choice(np.flatnonzero(table.values == 2 * distance).tolist())
        position = position_at(table.board, at)
        winner = position.side
        for _ in range(distance):
            assert position.mode == "-" and position.outcome() is None and taken(position, folder)
            moves = probe(position, folder=folder).best_moves
            if position.side == winner:
                best = analyse(position, depth=1, folder=folder).lines[0].move
                assert best in moves, str(position)
                position = position.play(best)
            else:
                position = position.play(choose.choice(moves))
        assert position.mode == "p"


def test_a_past_that_may_matter(folder: Path) -> None:
    """Nothing is taken from a table if a situation arose twice, or a tie might with another holder."""
    rules = built(folder, size="3x4")
    start = Position.start(rules)
    once = start.play("c1d1").play("b2b1").play("d1c1")
    fresh = Position.parse(text_of(once.state), rules)
    for position, expected in ((fresh, "loss"), (once, "undecided")):  # b1b2 leads to the start again
        found = analyse(position, depth=1, lines=50, folder=folder)
        assert taken(position, folder)
        assert {str(line.move): line.outcome for line in found.lines}["b1b2"] == expected
    twice = once.play("b1b2").play("c1d1").play("b2b1").play("d1c1")
    assert not taken(twice, folder)
    assert analyse(twice, depth=2, folder=folder).nodes == analyse(twice, depth=2).nodes


@pytest.mark.slow
def test_a_tie_of_the_past_that_is_lost_whoever_holds(folder: Path) -> None:
    """Its loser could be sent there with either holder: once too often, unless all that counts is nearer."""
    rules = built(folder, size="4x4")
    table = table_files.load(table_files.TableSpec.of(rules), folder)
    pairs = table.values.reshape(-1, 2)  # White holds, Black holds
    lost = np.flatnonzero(((pairs % 2 == 1) & (pairs > 2) & (pairs < 255)).all(axis=1))
    choose = random.Random(1)
    met = set()
    for pair in choose.sample(lost.tolist(), 150):
        base = position_at(table.board, 2 * pair)
        position = Position.parse(text_of(base.state), rules)
        for _ in range(2):
            position = position.play(choose.choice([move for move in position.legal_moves if move != PASS]))
        if largest_of_all(position) > largest_of_all(base):
            continue
        distance = probe(Position.parse(text_of(position.state), rules), folder=folder).distance
        doubtful = distance is None or 2 * distance > int(pairs[pair].max()) - 1
        met.add(doubtful)
        assert taken(position, folder) != doubtful, str(position)
        assert taken(Position.parse(text_of(position.state), rules), folder)
    assert met == {True, False}


def largest_of_all(position: Position) -> int:
    return max(game.largest(position.state, side) for side in "wb")


def test_not_used(folder: Path) -> None:
    """Readings that a table does not know or whose proof fails, missing and damaged files, and on request."""
    rules = built(folder, size="3x4")
    other = built(folder, size="3x4", pass_rule="final", freeze="none")
    readings: list[Any] = [{"repetition": "off"}, {"repetition": "placement"}, {"max_plies": 30}]
    for each in (other, *(replace(rules, **one) for one in readings), replace(rules, freeze="leader")):
        assert not taken(Position.start(each), folder)
    position = Position.start(rules)
    assert taken(position, folder) and not taken(position, folder / "nothing")
    assert not taken(Position.start(), folder)
    *_, off = deepening(position, depth=2, options={"tables": False}, folder=folder)
    assert (off.depth, off.nodes) == (2, analyse(position, depth=2).nodes)
    path = stored.path_of(table_files.TableSpec.of(rules), folder)
    whole = path.read_bytes()
    path.write_bytes(whole[:-1] + bytes([whole[-1] ^ 1]))
    assert not taken(position, folder)
    path.write_bytes(whole)
    assert taken(position, folder)


def test_a_search_does_not_load_what_builds_tables(folder: Path) -> None:
    built(folder, size="3x4")
    code = (
        "import sys; from mabi_search import *; analyse(Position.start(), depth=1)\n"
        f"found = analyse(Position.start(Rules(size='3x4')), depth=1, folder={str(folder)!r})\n"
        "print(found.outcome, [name for name in sys.modules if 'retrograde' in name])"
    )
    command = [sys.executable, "-c", code]
    done = subprocess.run(command, capture_output=True, text=True, cwd=ROOT, check=True)
    assert done.stdout == "win []\n"
