"""Answers against plain code that tries everything; and that it notices what is wrong."""

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from hypothesis import given, settings, strategies as st

from _gamekit.facts import json_of
from benchmarks import audit
from benchmarks.compare_answers import Compared, Comparison
from narabi_solver import ArgumentError, Deal, Rules, analyse, random_deal, solve, survey
from narabi_solver.statistics import make_atlas
from tests import strategies
from tests.conftest import Run
from tests.narabi.samples import EXAMPLE

MOST = 100_000


def compared(
    deal: Deal, answer: dict[str, Any], rule: Rules | None = None, most: int = MOST
) -> list[Compared]:
    return list(Comparison(deal, rule or Rules(), most, lambda turn, states: None).compare(answer))


def answer_to(deal: Deal, rule: Rules | None = None) -> dict[str, Any]:
    """Return what `solve` and `analyse` say, with the keys of both."""
    return json_of(solve(deal, rules=rule)) | json_of(analyse(deal, rules=rule, lines=True))


@given(
    strategies.near_wins(),
    st.sampled_from(
        [Rules(limit=2), Rules(no_undo=True, limit=2), Rules(no_undo=True, undo_reading="receiver", limit=2)]
    ),
)
@settings(max_examples=6)
def test_right_answers_agree(deal: Deal, rule: Rules) -> None:
    parts = compared(deal, answer_to(deal, rule), rule)
    assert [one for one in parts if not one.agrees] == []
    assert {"turns", "moves"} <= {one.what for one in parts}


DEAL = Deal.parse(EXAMPLE + " moves B2-A3 C1-B3 A4-B4")
"""Two turns from its end."""


def without(name: str) -> Callable[[dict[str, Any]], None]:
    return lambda answer: answer[name].pop()


def more(name: str) -> Callable[[dict[str, Any]], None]:
    return lambda answer: answer.update({name: answer[name] + 1})


def another_value(answer: dict[str, Any]) -> None:
    answer["moves"][-1]["turns"] += 1


def another_line(answer: dict[str, Any]) -> None:
    answer["swaps"] = answer["swaps"][:-1] + ["A1-B1"]


FALSE: list[tuple[str, Callable[[dict[str, Any]], None]]] = [
    ("turns", more("turns")),
    ("turns", lambda answer: answer.update(turns=answer["turns"] - 1)),
    ("turns", lambda answer: answer.update(outcome="unsolvable", turns=None)),
    ("swaps", without("swaps")),
    ("swaps", another_line),
    ("swaps", lambda answer: answer.update(swaps=["nonsense"])),
    ("optimal_lines", more("optimal_lines")),
    ("forced_turns", lambda answer: answer.update(forced_turns=[3])),
    ("difficulty", lambda answer: answer.update(difficulty=answer["difficulty"] + 0.01)),
    ("traps", without("traps")),
    ("traps", lambda answer: answer.update(traps=0)),
    ("moves", without("moves")),
    ("moves", another_value),
]


@pytest.mark.parametrize(("what", "falsify"), FALSE)
def test_what_is_false_is_noticed(what: str, falsify: Callable[[dict[str, Any]], None]) -> None:
    answer = answer_to(DEAL)
    if what != "moves":
        del answer["moves"]
    falsify(answer)
    wrong = [one for one in compared(DEAL, answer) if one.agrees is False]
    assert what in {one.what for one in wrong}
    assert {one.what for one in wrong} <= {what, "swaps"}  # the line has as many turns as before


def test_what_takes_too_long_is_not_checked() -> None:
    parts = compared(DEAL, answer_to(DEAL), most=2)
    assert {one.what: one.agrees for one in parts if one.what in ("turns", "swaps")} == {
        "turns": None,
        "swaps": True,
    }


def test_deals_that_are_lost_or_over() -> None:
    lost, never = random_deal(4, 5), Rules(limit=1)
    assert all(one.agrees for one in compared(lost, answer_to(lost, never), never))
    won = replace(DEAL, moves=(*DEAL.moves, *solve(DEAL).swaps))
    parts = compared(won, answer_to(won))
    assert all(one.agrees for one in parts) and parts[0].found == 0


class Done(NamedTuple):
    """What the program did."""

    returncode: int
    stdout: str
    stderr: str


@pytest.fixture
def audit_here(capfd: pytest.CaptureFixture[str]) -> Callable[..., Done]:
    """Return a function that runs `python -m benchmarks.audit` in this process."""

    def run(*arguments: str) -> Done:
        capfd.readouterr()
        code = audit.main(arguments)
        return Done(code, *capfd.readouterr())

    return run


Audit = Callable[..., Done]


def test_the_program_answers_for_itself(audit_here: Audit) -> None:
    done = audit_here("--players", "3", "--deals", "1", "--seed", "43", "--swaps")
    assert done.returncode == 0 and done.stdout.startswith("1 deals, ")
    assert "analyse moves: " in done.stdout and "solve turns: 1 of 1 agree" in done.stdout


def test_files_of_answers(audit_here: Audit, narabi_here: Run, tmp_path: Path) -> None:
    right = narabi_here("analyse", str(DEAL), "--json").stdout
    wrong = json.dumps(json.loads(right) | {"optimal_lines": 3})
    (tmp_path / "right").write_text(right)
    (tmp_path / "wrong").write_text(right + wrong + "\n")
    (tmp_path / "bad").write_text(right + '{"deal": 3}\n[]\n')
    assert audit_here(str(tmp_path / "right")).returncode == 0
    done = audit_here(str(tmp_path / "wrong"))
    assert done.returncode == 1
    assert "optimal_lines of analyse: 3; found: 1" in done.stdout
    done = audit_here(str(tmp_path / "bad"))
    assert done.returncode == 2 and done.stdout.startswith("1 deals, ")
    assert "line 2: no answer of" in done.stderr and "line 3: no answer" in done.stderr
    done = audit_here(str(tmp_path / "right"), "--max-states", "5")
    assert done.returncode == 3 and "not checked" in done.stdout
    drawn = [
        audit_here(str(tmp_path / "wrong"), "--deals", "1", "--seed", str(s)).returncode for s in range(6)
    ]
    assert set(drawn) == {0, 1}


def test_bad_command_lines(audit_here: Audit, tmp_path: Path) -> None:
    (tmp_path / "empty").write_text("\n")
    for arguments, problem in (
        ([], "give either a file of answers, or --players"),
        ([str(tmp_path / "empty")], "no answers"),
        ([str(tmp_path / "missing")], "No such file"),
    ):
        done = audit_here(*arguments)
        assert done.returncode == 2 and problem in done.stderr and done.stderr.count("\n") == 1, done


def test_surveys_and_atlases(audit_here: Audit, tmp_path: Path) -> None:
    pytest.importorskip("pyarrow")
    survey(4, 60, seed=3, rules=Rules(no_undo=True), out=tmp_path / "survey.parquet")
    make_atlas(4, 60, seed=3, out=tmp_path / "atlas.parquet")
    for name, parts in (
        ("survey", ["swaps", "turns"]),
        ("atlas", ["difficulty", "forced_turns", "lines", "traps", "turns"]),
    ):
        done = audit_here(str(tmp_path / f"{name}.parquet"), "--deals", "2", "--seed", "2")
        assert done.returncode == 0
        assert done.stdout.splitlines()[1:-1] == [f"{name} {part}: 2 of 2 agree" for part in parts]


@pytest.mark.parametrize(
    "part",
    ["outcome", "turns", "swaps", "optimal_lines", "forced_turns", "traps", "difficulty", "moves"],
)
@pytest.mark.parametrize("value", ["x", {"a": []}, [{"swap": []}], -0.5])
def test_what_is_no_answer_is_refused_or_does_not_agree(part: str, value: object) -> None:
    try:
        parts = compared(DEAL, answer_to(DEAL) | {part: value})
    except ArgumentError as error:
        assert str(error).startswith("no answer: ")
    else:
        assert not all(one.agrees for one in parts)


@pytest.mark.parametrize(
    "falsify",
    [
        lambda answer: answer["moves"].append(answer["moves"][0]),
        *(lambda answer, part=part: answer.update({part: 10**400}) for part in ("turns", "difficulty")),
        *(
            lambda answer, part=part: answer.update({part: 10**400})
            for part in ("optimal_lines", "traps", "lines")
        ),
        lambda answer: answer["moves"][-1].update(outcome="solved", turns=10**400),
        lambda answer: answer["rules"].update(limit=10**400),
    ],
)
def test_a_swap_listed_twice_or_a_huge_number_is_no_answer(
    audit_here: Audit, narabi_here: Run, tmp_path: Path, falsify: Callable[[dict[str, Any]], None]
) -> None:
    answer = json.loads(narabi_here("analyse", str(DEAL), "--json").stdout)
    falsify(answer)
    (tmp_path / "answers").write_text(json.dumps(answer))
    done = audit_here(str(tmp_path / "answers"))
    assert done.returncode == 2 and done.stderr.count("\n") == 1, done
    assert "line 1: " in done.stderr and len(done.stderr) < 300


def test_a_file_of_another_study_is_refused(audit_here: Audit, narabi_here: Run, tmp_path: Path) -> None:
    pytest.importorskip("pyarrow")
    file = tmp_path / "team.parquet"
    narabi_here("team", "--players", "3", "--deals", "2", "--policy", "greedy", "--out", str(file))
    done = audit_here(str(file))
    assert done.returncode == 2 and done.stdout == "" and done.stderr.count("\n") == 1, done
    assert "of 'narabi team', not of 'narabi survey' or 'narabi atlas'" in done.stderr
