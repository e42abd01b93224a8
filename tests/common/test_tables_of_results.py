"""Results as dictionaries, which are what programs print, and as rows of tables."""

import json
from collections.abc import Callable
from typing import Any

import pytest

import amulets_solver
import mabi_search
import narabi_solver
import tales_of_arabia
from tests.conftest import Run
from tests.narabi.samples import EXAMPLE

DEAL = narabi_solver.Deal.parse(EXAMPLE)
LINE = "B2-A3 C1-B3"
WON = "1bw1/b1w1/1w1b w - w 9"
POSITION = mabi_search.Position.parse(WON)
HAND = tales_of_arabia.Situation(beings=2, others=5, endings=1)
PRINTED: dict[tuple[str, ...], Callable[[], Any]] = {
    ("narabi", "solve", EXAMPLE): lambda: narabi_solver.solve(DEAL),
    ("narabi", "analyse", EXAMPLE): lambda: narabi_solver.analyse(DEAL, why=True),
    ("narabi", "verify", EXAMPLE, LINE): lambda: narabi_solver.verify(DEAL, LINE),
    ("narabi", "review", f"{EXAMPLE} moves {LINE}"): lambda: narabi_solver.review(DEAL, LINE),
    ("narabi", "know", EXAMPLE, "--seat", "A"): lambda: narabi_solver.Knowledge.of(DEAL, "A"),
    ("narabi", "survey", "--players", "3", "--deals", "50"): lambda: narabi_solver.survey(3, 50),
    ("mabi", "solve", WON): lambda: mabi_search.solve(POSITION),
    ("mabi", "analyse", WON, "--depth", "1"): lambda: mabi_search.analyse(POSITION, depth=1),
    ("mabi", "perft", WON, "2"): lambda: mabi_search.perft(POSITION, 2),
    ("tales", "plan", "--beings", "2", "--others", "5", "--endings", "1"): lambda: tales_of_arabia.plan(HAND),
}
MEASURED = ("seconds", "nodes", "deals_per_second")
ADDED = {"schema", "certificate", "if_passed", "grade", "difficulty", "forced_turns", "lines"}
"""Keys of what commands do besides."""


@pytest.mark.parametrize("command", PRINTED, ids=" ".join)
def test_a_dictionary_is_what_the_program_prints(command: tuple[str, ...], program_here: Run) -> None:
    (line,) = program_here(*command, "--json").stdout.splitlines()
    printed, told = json.loads(line), PRINTED[command]().to_dict()
    assert list(told) == [key for key in printed if key in told]
    assert printed.keys() - told.keys() <= ADDED
    for key in told.keys() - set(MEASURED):
        assert told[key] == printed[key], key


OTHERS: list[Callable[[], Any]] = [
    lambda: narabi_solver.analyse(DEAL).moves[0],
    lambda: narabi_solver.review(DEAL, LINE).turns[0],
    lambda: narabi_solver.restriction_costs(DEAL),
    lambda: narabi_solver.paired_survey(3, 20),
    lambda: mabi_search.analyse_pass(POSITION),
    lambda: mabi_search.review(POSITION.play("pass").play("pass")),
    lambda: POSITION.play("pass").play("pass").outcome(),
    lambda: amulets_solver.question(amulets_solver.Belief(3, ("C3", "B"))),
    lambda: tales_of_arabia.threshold(7),
]


@pytest.mark.parametrize("make", [*PRINTED.values(), *OTHERS])
def test_a_row_has_plain_values(make: Callable[[], Any]) -> None:
    result = make()
    assert json.loads(json.dumps(result.to_dict())) == result.to_dict()
    row = result.row()
    assert row and {type(value) for value in row.values()} <= {int, float, str, bool, type(None)}


def test_the_row_of_a_solution() -> None:
    row = narabi_solver.solve(DEAL, rules=narabi_solver.Rules(no_undo=True)).row()
    assert (row["deal"], row["outcome"], row["turns"]) == (str(DEAL), "solved", 5)
    assert row["swaps"].split()[0] == "B2-A3" and row["rules_no_undo"] is True and row["stopped_by"] is None


ROWS = [one.row() for one in narabi_solver.solve_many([DEAL, narabi_solver.random_deal(4, 1)])]


def test_pandas() -> None:
    pandas = pytest.importorskip("pandas", reason="no pandas: `make frames` installs it")
    frame = pandas.DataFrame(one.row() for one in narabi_solver.solve_many([DEAL, DEAL]))
    assert frame.turns.sum() == 10 and str(frame.turns.dtype) == "int64"
    assert pandas.DataFrame(ROWS).groupby("rules_players").turns.mean().index.tolist() == [3, 4]


def test_polars() -> None:
    polars = pytest.importorskip("polars", reason="no polars: `make frames` installs it")
    frame = polars.DataFrame(one.row() for one in narabi_solver.solve_many([DEAL, DEAL]))
    assert frame["turns"].sum() == 10 and frame.schema["turns"] == polars.Int64
    assert polars.DataFrame(ROWS)["swaps"].dtype == polars.String
