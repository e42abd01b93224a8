"""Results as dictionaries, which are what programs print, and as rows of tables."""

import importlib
import inspect
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import amulets_solver
import mabi_search
import narabi_solver
import tales_of_arabia
from _gamekit.facts import json_of
from tests.common.test_checked import HOMES
from tests.conftest import Run
from tests.narabi.samples import EXAMPLE

DEAL = narabi_solver.Deal.parse(EXAMPLE)
LINE = "B2-A3 C1-B3"
WON = "1bw1/b1w1/1w1b w - w 9"
POSITION = mabi_search.Position.parse(WON)
HAND = tales_of_arabia.Situation(beings=2, others=5, endings=1)
ASKED = "players 3; me 1 C3 B; ask 1 R:A1 Y:B2 G:C4 B:D3 K:E5 : +-"
JUDGED = "players 3; me 1 C3 B; ask 1 R:A1 Y:B2 G:C4 B:D3 K:E5 : +-; cast 1 R:A1 Y:B2 G:C4 B:D3 K:E5 : n"
TALE = "players 2; lay king; interrupt 2 jinni open"
RECORD = amulets_solver.Record.parse(ASKED)
BELIEF = amulets_solver.Belief.of(RECORD)
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
    ("amulets", "ask", ASKED): lambda: amulets_solver.question(BELIEF),
    ("amulets", "cast", ASKED): lambda: amulets_solver.cast(BELIEF),
    ("amulets", "judge", JUDGED): lambda: amulets_solver.judge(amulets_solver.Record.parse(JUDGED)),
    ("amulets", "race", "--players", "3", "--games", "2"): lambda: amulets_solver.race(3, 2, ["entropy"]),
    ("amulets", "strategy"): lambda: amulets_solver.StrategyTree.shipped(3).check(),
    ("tales", "plan", "--beings", "2", "--others", "5", "--endings", "1"): lambda: tales_of_arabia.plan(HAND),
    ("tales", "score", TALE): lambda: tales_of_arabia.Record.parse(TALE),
}
MEASURED = ("seconds", "nodes", "deals_per_second")
ADDED = {"schema", "certificate", "if_passed", "grade", "difficulty", "forced_turns", "lines"}
ADDED |= {"seat", "count", "rules", "me", "known", "castable", "marginals", "players"}
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
    lambda: narabi_solver.analyse(DEAL, lines=True).shortest,
    lambda: narabi_solver.HintedQuestion(narabi_solver.Swap.parse("C1-A2"), 0.5, 0.25),
    lambda: mabi_search.review(POSITION.play("pass").play("pass")).plies[0].before,
    lambda: amulets_solver.cast_or_wait(RECORD, games=1),
    lambda: amulets_solver.strategy(2, amulets_solver.Rules(size="2x2", amulets=3)),
    lambda: RECORD,
    lambda: BELIEF,
]


@pytest.mark.parametrize("make", [*PRINTED.values(), *OTHERS])
def test_a_row_has_plain_values(make: Callable[[], Any]) -> None:
    result = make()
    assert json.loads(json.dumps(result.to_dict())) == result.to_dict() == json_of(result.facts())
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


PARTS: list[tuple[tuple[str, ...], Callable[[Any], Any], Callable[[Any], Any]]] = [
    (("amulets", "judge", JUDGED), lambda printed: printed["events"][0], lambda found: found.judged[0]),
    (("amulets", "judge", JUDGED), lambda printed: printed["events"][1], lambda found: found.judged[1]),
    (
        ("amulets", "race", "--players", "3", "--games", "2"),
        lambda printed: printed["policies"][0],
        lambda found: found.shares[0],
    ),
    (
        ("mabi", "analyse", WON, "--depth", "1"),
        lambda printed: printed["lines"][0],
        lambda found: found.lines[0],
    ),
]
"""A command, a part of what it prints, and the same part of the result."""


@pytest.mark.parametrize(("command", "printed_part", "part"), PARTS)
def test_a_part_of_a_result_is_what_is_printed_of_it(
    command: tuple[str, ...],
    printed_part: Callable[[Any], Any],
    part: Callable[[Any], Any],
    program_here: Run,
) -> None:
    (line,) = program_here(*command, "--json").stdout.splitlines()
    assert part(PRINTED[command]()).to_dict() == printed_part(json.loads(line))


def test_waiting_is_what_is_printed_of_it(program_here: Run) -> None:
    (line,) = program_here(
        "amulets", "cast", ASKED, "--rivals", "entropy", "--games", "2", "--json"
    ).stdout.splitlines()
    wait = amulets_solver.cast_or_wait(RECORD, games=2)
    assert wait.to_dict() == json.loads(line)["waiting"]


def test_a_certificate_that_was_checked(program_here: Run, tmp_path: Path) -> None:
    for name, make, check in (
        ("mabi", lambda: mabi_search.make_certificate(POSITION), mabi_search.check_certificate),
        ("narabi", lambda: narabi_solver.make_certificate(DEAL), narabi_solver.check_certificate),
    ):
        path = tmp_path / name
        path.write_text("\n".join(make()))
        printed = json.loads(program_here(name, "check", str(path), "--json").stdout)
        assert check(path).to_dict() == {
            key: printed[key] for key in printed if key not in ("schema", "line")
        }


OTHER_THAN_RESULTS = {
    "games, and what describes them": (
        "narabi_solver: Answer Card Deal DealEntry DealSpec Deck LegalMoves Place PlayedGame Rules State;"
        "narabi_solver: Stone Swap;"
        "mabi_search: LegalMoves Move Position Rules Square; mabi_search.tables: TableSpec;"
        "amulets_solver: Asked Cast Game Placement Rules Secret StrategyTree;"
        "tales_of_arabia: Card Deck End Game Hand Interrupt Lay Pass Rules Situation;"
    ),
    "words": (
        "narabi_solver: HiddenJudgement Judgement Outcome; mabi_search: Judgement Outcome;"
        "tales_of_arabia: Kind;"
    ),
    "options, and what calls back": (
        "narabi_solver: Limits Problem Progress; amulets_solver: Policy;"
        "narabi_solver.hidden: Asking AskingOnce AskingOptimum Greedy Levels Open Policy Random Silent;"
        "narabi_solver.hidden: SilentOptimum SilentRollouts SilentSoft TeamSettings;"
        "narabi_solver.env: ArrayPolicy GameSpec; narabi_solver.statistics: AtlasFile AtlasSettings;"
    ),
    "texts that are JSON": "narabi_solver: Certificate; mabi_search: Certificate;",
    "tuples of a few values": (
        "narabi_solver: FoundDeal Interval Value; mabi_search: ProbedMove; narabi_solver.hidden: Question;"
    ),
    "arrays": (
        "narabi_solver.solving: PackedAnalyses PackedChildren PackedDeals PackedMoves PackedSolutions;"
        "narabi_solver.env: CrossPlay ManyGames NarabiEnv;"
    ),
    "what goes on": "narabi_solver: DealFinder; narabi_solver.hidden: TeamGame;",
}
"""Public classes whose instances no program prints as a JSON object, by package or room."""


def test_every_public_result_has_a_dictionary() -> None:
    listed = {
        f"{home.strip()}.{name}"
        for names in OTHER_THAN_RESULTS.values()
        for home, _, some in (part.partition(":") for part in names.split(";") if part.strip())
        for name in some.split()
    }
    seen: dict[type, str] = {}
    for home in HOMES:
        module = importlib.import_module(home)
        for name in getattr(module, "__all__", ()):
            kind = getattr(module, name)
            if inspect.isclass(kind) and not issubclass(kind, BaseException):
                seen.setdefault(kind, f"{home}.{name}")
    without = {name for kind, name in seen.items() if not hasattr(kind, "to_dict")}
    assert without == listed


def test_the_dictionary_of_a_record() -> None:
    told = RECORD.to_dict()
    assert (told["players"], told["secrets"]) == (3, {"1": "C3 B"})
    assert told["events"] == ["ask 1 R:A1 Y:B2 G:C4 B:D3 K:E5 : +-"] and told["rules"]["size"] == "5x5"
