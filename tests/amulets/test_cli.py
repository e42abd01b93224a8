"""The program `amulets`: what it prints, its exit codes, and what it says of bad input."""

import json
import signal
from pathlib import Path

import pytest

from amulets_solver import Belief, Placement, Record
from tests.conftest import Run, messages
from tests.interrupting import PATIENCE, busy_for, start, wait_for

RECORD = """\
players 3
me 1 C3 B
ask 1 R:A1 Y:B2 G:D4 B:C5 K:E3 : +-
ask 2 R:B4 Y:A2 G:E1 B:D3 K:C5 : -+
cast 3 R:B4 Y:A2 G:E1 B:D3 K:C5 : n
"""
PLACED = "R:B4 Y:A2 G:E1 B:D3 K:C5"


@pytest.fixture
def file(tmp_path: Path) -> str:
    path = tmp_path / "table.txt"
    path.write_text(RECORD)
    return str(path)


def test_ask(amulets: Run, file: str) -> None:
    done = amulets("ask", file)
    assert done.returncode == 0 and "434 hypotheses are left (exact)" in done.stdout
    assert "the best found; no question has more than" in done.stdout and "3 casts" in done.stdout
    said = json.loads(amulets("ask", file, "--json").stdout)
    assert said["count"] == 434 and not said["known"] and not said["castable"]
    assert set(said["marginals"]) == {"2", "3"} and set(said["marginals"]["2"]) >= {"A1", "E5", "R", "K"}
    assert said["bits"] <= said["bound"] and said["proven"] is False
    assert Placement.parse(said["question"]) and said["rules"]["spare"] == "random"
    assert said["rules"]["inference"] == "none" and said["rules"]["after"] == "answer"


def test_ask_in_all_ways_to_give_a_record(amulets: Run, file: str) -> None:
    wanted = amulets("ask", file, "--json").stdout
    assert amulets("ask", "-", "--json", stdin=RECORD).stdout == wanted
    assert amulets("ask", RECORD, "--json").stdout == wanted
    assert amulets("ask", RECORD.replace("\n", ";"), "--json").stdout == wanted


def test_options_of_ask(amulets: Run, file: str) -> None:
    two = RECORD.replace("me 1 C3 B", "me 1 C3 B\nme 2 E1 R")
    assert amulets("ask", two).returncode == 2
    assert json.loads(amulets("ask", two, "--seat", "2", "--json").stdout)["me"] == "E1 R"
    more = json.loads(amulets("ask", file, "--placements", "20000", "--json").stdout)
    few = json.loads(amulets("ask", file, "--placements", "1", "--json").stdout)
    assert few["compared"] < 300 < more["compared"] and few["bits"] <= more["bits"]
    sure = json.loads(amulets("ask", file, "--goal", "castable", "--json").stdout)
    assert sure["goal"] == "castable" and sure["castable_after"] >= more["castable_after"]


def test_the_opening(amulets: Run) -> None:
    said = amulets("ask", "players 4; me 1 C3 B").stdout
    assert "291,456 hypotheses" in said and "4.9777 bits" in said
    assert "the best of all placements (proven)" in said


def test_law(amulets: Run, file: str) -> None:
    belief = Belief.of(Record.parse(RECORD))
    law = belief.law(Placement.parse(PLACED))
    said = json.loads(amulets("law", file, PLACED, "--json").stdout)
    assert said["law"] == law and abs(sum(law.values()) - 1) < 1e-12
    shown = amulets("law", file, PLACED).stdout
    best = max(law, key=lambda signs: law[signs])
    assert f"\n {best} " in shown and f"{said['bits']:.4f} bits" in shown


def test_cast(amulets: Run, file: str) -> None:
    hedged = f"spare anywhere; {RECORD}"
    said = json.loads(amulets("cast", hedged, "--json").stdout)
    assert said["probability"] == said["hypotheses"] / 434 and said["sure"] is False
    assert said["spare"] == ["B"] and Placement.parse(said["placement"])
    assert f"in {said['hypotheses']} of 434 hypotheses" in amulets("cast", hedged).stdout
    sure = "players 2; altar 2x2; amulets 2; me 1 A1 R; ask 1 R:A1 Y:B2 : *"
    assert "certain" in amulets("cast", sure).stdout and "cannot fail" in amulets("ask", sure).stdout
    named = json.loads(amulets("cast", file, "--json").stdout)["named"]
    shown = amulets("cast", file).stdout
    assert len(named) == 2 and "drawn at random" in shown
    assert f"cast      {' '.join(map(':'.join, named.items()))}\n" in shown


BAD = [
    (["ask", "nothing"], "'nothing' is neither a file nor a record"),
    (["ask", ""], "neither a file nor a record"),
    (["ask", "players 0; me 1 C3 B"], "2 to 5 players"),
    (["ask", "players 9; me 1 C3 B"], "2 to 5 players"),
    (["ask", "players 3; altar 999x999"], "2x2 to 6x6"),
    (["ask", f"players 3; me 1 C3 B; ask 1 {PLACED} : +"], "too few answers"),
    (["ask", f"players 3; me 1 C3 B; ask 1 {PLACED} : +--"], "player 1, who asks, gives none"),
    (["ask", "players 3; me 1 C3 B; ask 1 R:A1 Y:A1 G:C4 B:D3 K:E5 : --"], "A1 already holds amulet R"),
    (["ask", "players 3; me 1 C3 B; ask 1 R:A1 Y:Z9 G:C4 B:D3 K:E5 : --"], "'Z9' is not a field"),
    (["ask", f"players 3; me 1 C3 B; cast 1 {PLACED} : n; cast 1 {PLACED} : n"], "player 1's cast failed"),
    (["ask", f"players 3; me 1 C3 B; ask 1 {PLACED} : --; ask 1 {PLACED} : ++"], "line 1 .*contradicts"),
    (["ask", f"players 3; me 1 C3 K; ask 2 {PLACED} : +o"], r"player 1 has C3 K and answers \+, not o"),
    (["ask", "players 3"], "no line 'me SEAT FIELD AMULET'"),
    (["ask", RECORD, "--seat", "3"], "does not have the secret of player 3"),
    (["ask", RECORD, "--seat", "7"], "a whole number from 1 to 5, not '7'"),
    (["strategy", "--players", "4"], "argument --players: must be 3, not '4'"),
    (["race", "--players", "3", "--amulets", "2"], r"there must be 2 players \(there are 2 amulets\), not 3"),
    (["ask", RECORD, "--goal", "luck"], "must be entropy, expected-size or castable"),
    (["law", RECORD, "R:A1"], "no field for Y G B K"),
    (
        ["law", "players 3; altar 3x3; amulets 3; me 1 A1 R", PLACED],
        "'B4' is not a field; the fields are A1 to C3",
    ),
    (["dance"], "dance' is not a command"),
]


@pytest.mark.parametrize(("arguments", "said"), BAD, ids=[" ".join(words)[:50] for words, _ in BAD])
def test_bad_input(amulets: Run, arguments: list[str], said: str) -> None:
    import re

    done = amulets(*arguments)
    told = messages(done.stderr)
    assert (done.returncode, done.stdout) == (2, "") and re.search(said, done.stderr), done
    assert told and all(line.startswith("amulets") for line in told) and "Traceback" not in done.stderr


def test_all_problems_of_a_file(amulets: Run, tmp_path: Path) -> None:
    path = tmp_path / "bad.txt"
    path.write_text("players 3\nme 1 C9 B\ndance\n")
    done = amulets("ask", str(path))
    assert done.returncode == 2 and len(messages(done.stderr)) == 2
    assert all(word in done.stderr for word in ("line 2, column 6", "line 3, column 1", str(path)))
    path.write_bytes(b"\xff\xfe")
    assert "not text in UTF-8" in amulets("ask", str(path)).stderr


def test_cast_or_wait(amulets: Run) -> None:
    record = "players 2; altar 2x2; amulets 2; me 1 A1 R"
    arguments = ["cast", record, "--rivals", "random", "--games", "40"]
    said = json.loads(amulets(*arguments, "--json").stdout)
    assert said["waiting"]["better"] == "wait" and said["waiting"]["rivals"] == "random"
    assert "wins " in amulets(*arguments).stdout and "waiting" not in amulets("cast", record, "--json").stdout


JUDGED = """\
players 3; me 1 C3 B; me 3 A4 R
ask 1 R:A1 Y:B2 G:D4 B:C5 K:E3 : ++
ask 2 R:B4 Y:A2 G:E1 B:D3 K:C5 : ++
cast 3 R:B4 Y:A2 G:E1 B:D3 K:C5 : n
"""


def test_judge(amulets: Run) -> None:
    said = json.loads(amulets("judge", JUDGED, "--json").stdout)
    assert said["seats"] == [1, 3] and [one["act"] for one in said["events"]] == ["ask", "cast"]
    first, second = said["events"]
    assert first["proven"] and first["cost"] == 0 and first["count_before"] == 6_624
    assert not second["succeeded"] and second["probability"] < second["better_probability"]
    shown = amulets("judge", JUDGED).stdout
    assert "1 ask" in shown and "best" in shown and "had a sure cast" in shown and "failed" in shown


def test_race(amulets: Run) -> None:
    arguments = ["race", "--players", "2", "--games", "6", "--altar", "3x3", "--amulets", "3", "--seed", "2"]
    two = [*arguments, "--policy", "entropy", "--policy", "random:0.5"]
    said = json.loads(amulets(*two, "--json").stdout)
    assert set(said["questions_to_sure_cast"]) == {"estimate", "low", "high"}
    assert [one["seat"] for one in said["seats"]] == [1, 2] and said["games"] == 12
    assert [one["policy"] for one in said["policies"]] == ["entropy", "random:0.5"]
    assert said["rules"]["size"] == "3x3"
    shown = amulets(*two).stdout
    assert "before somebody had a sure cast" in shown and "more than the first" in shown
    assert "more than the first" not in amulets(*arguments).stdout


@pytest.mark.slow
def test_an_interrupted_race_tells_what_it_has() -> None:
    arguments = ["race", "--players", "3", "--games", "100000", "--policy", "random", "--seed", "3"]
    process = start("amulets_solver", *arguments, "--json")
    wait_for(process, busy_for(process, 1.5))
    process.send_signal(signal.SIGINT)
    out, told = process.communicate(timeout=PATIENCE)
    said = json.loads(out)
    assert process.returncode == 130 and 0 < said["deals"] < 100_000
    assert "amulets: interrupted after " in told and "with --out FILE, the same command can" in told
    assert f"the results are those of the first {said['deals']:,} deals" in told


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["race", "--players", "9"], "2 to 5, not '9'"),
        (["race", "--players", "3", "--altar", "2x2"], "too few for 5 amulets"),
        (["race", "--players", "3", "--policy", "luck"], "'luck' is not a policy"),
        (["race", "--players", "3", "--games", "0"], "1 to 1,000,000"),
        (["cast", RECORD, "--rivals", "luck"], "'luck' is not a policy"),
        (["judge", "players 3"], "the record has no secrets"),
    ],
)
def test_bad_options(amulets: Run, arguments: list[str], said: str) -> None:
    done = amulets(*arguments)
    assert done.returncode == 2 and said in done.stderr and len(messages(done.stderr)) == 1
