"""What every study does alike, and that pages have what was measured last."""

import argparse
import importlib.util
import json
import re
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from types import ModuleType
from typing import Annotated

import pytest

from benchmarks import frame
from benchmarks.frame import Results, Run, Study, Table, commit
from benchmarks.marks import DOCS, ROOT
from studies import __main__ as program
from studies.tables.mabi_starts import CERTIFICATES
from tests.nightly import thinned

MODULES = frame.modules()
SOLVED = "1bw1/b1w1/1w1b w - w 9"
SEARCHED = "1b1b/w1w1/1b1b/w1w1 w - - 0"  # takes hundreds of nodes
TINY = {
    "env_speed": "",
    "hard_deals": "--restarts 1 0 0 --censuses 0 0 0",
    "lower_bound": "--most 1",
    "mabi_ablation": "--depth 2",
    "mabi_depths": "",
    "mabi_endgames": "--sample 1 --soon 1 --ideas 0 --seconds 0.2",
    "mabi_hard": "",
    "mabi_league": "--players greedy new:20 --pairs 1 --most-plies 30 --adjudicate 100",
    "mabi_learn": "--rounds 1 --games 256 --pairs 1",
    "mabi_openspiel": "--pairs 1 --simulations 3",
    "mabi_perfect": "--folder {}",
    "mabi_search_speed": "",
    "mabi_starts": "--nodes 1000",
    "mabi_stopped": "--count 1",
    "mabi_stop": "",
    "mabi_tables": "--folder {}",
    "mabi_together": "",
    "mabi_two": "",
    "mini_page": "--deals 4",
    "narabi_openspiel": "--deals 2 1 --simulations 3",
    "page_speed": "--deals 20 --hints 2 --timed 1",
    "partners": "",
    "peers": "--players 4 --deals 1",
    "results_page": "--scale 0.00001",
    "short_learner": "",
    "silence": "--deals 2",
    "small_rings": "--count 3",
    "spread_overhead": "",
    "stricter_deals": "--deals 10",
    "teams": "--deals 4",
    "unsolvable_deals": "--blocks 1 0 0 --draws 0 0 0",
    "wasm_speed": "",
}
"""Settings with which a study measures within a minute or two; `{}` is an empty folder."""
FEWER: dict[str, dict[str, object]] = {
    "env_speed": {"BATCH": 8, "STEPS": 2, "ROUNDS": 1, "ENV_STEPS": 5},
    "mabi_depths": {"SECONDS": (0.02, 0.03, 0.04)},
    "mabi_hard": {"SECONDS": 0.5, "MEMORY": 1 << 28},
    "mabi_perfect": {"SIZES": ("3x4",), "SAMPLE": 20},
    "mabi_search_speed": {"DEPTH": 2, "PLAIN_DEPTH": 1, "TIMED": 1, "ROUNDS": 1},
    "mabi_stop": {"LONGEST": 0.02},
    "mabi_tables": {"cases": lambda: [("4x4", "run", "unique")], "SAMPLE": 200, "POSITIONS": 100},
    "mabi_together": {"WORKERS": (1, 2), "POSITIONS": {SEARCHED: 100}},
    "mabi_two": {"POSITIONS": (SEARCHED,)},
    "partners": {"DEALS": 2},
    "peers": {"BATCH": {4: 20}},
    "short_learner": {"PLAYERS": (2,), "GAMES": 50, "DEALS": 2},
    "spread_overhead": {"CALLS": 4},
    "wasm_speed": {"NODES": 1_000, "DEALS": {4: 20, 5: 20}},
}
"""What else makes it small: constants of its module. The others have all that by settings."""
NEEDED = {"openspiel": "pyspiel", "learning": "pettingzoo", "proofs": "distributed"}
"""By a folder of studies: a package that need not be there."""


@pytest.mark.parametrize("module", thinned(5, MODULES.values()), ids=MODULES)
def test_pages_have_what_was_measured_last(module: str) -> None:
    """Nobody edits numbers by hand: a text between two marks is made from what its study kept."""
    if (folder := module.split(".")[1]) in NEEDED:
        pytest.importorskip(NEEDED[folder])
    study = frame.study_of(module)
    results = study.kept()
    assert not [*study.check(results)]
    for table, text in study.texts():
        assert table.shows(text), f"python -m studies {study.name} --page"


def states() -> dict[Path, int]:
    """Return when each file of the studies and the pages was changed."""
    files = (path for folder in ("studies", "docs") for path in (frame.ROOT / folder).rglob("*.*"))
    return {path: path.stat().st_mtime_ns for path in files if path.suffix not in {".py", ".pyc"}}


@pytest.mark.nightly
@pytest.mark.parametrize("name", TINY)
def test_each_study_measures(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    if (folder := MODULES[name].split(".")[1]) in NEEDED:
        pytest.importorskip(NEEDED[folder])
    if name == "peers":
        pytest.importorskip("ortools")
    before = frame.study_of(MODULES[name]).kept()
    for constant, value in FEWER.get(name, {}).items():
        monkeypatch.setattr(f"{MODULES[name]}.{constant}", value)
    there = states()
    frame.main(MODULES[name], [*TINY[name].format(tmp_path).split(), "--try"])
    assert frame.study_of(MODULES[name]).kept() == before
    assert states() == there


def test_each_study_that_measures_has_a_small_run() -> None:
    """But for some that take minutes at least, and `command_times`, which a test of the wheel runs."""
    computed = {"figures", "mabi_next", "tales_thresholds"}
    long = {"amulets", "atlas_speed", "mabi_perft", "mabi_puzzles", "narabi_speed", "survey_speed"}
    assert {*MODULES} - TINY.keys() == computed | long | {"command_times"}
    assert FEWER.keys() <= TINY.keys()


def doubled(number: int) -> int:
    return 2 * number


def a_study(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Study:
    """Return a study whose second part fails as long as there is a file `broken`."""

    def measure(run: Run, first: Annotated[int, "a number"] = 1, names: tuple[str, ...] = ("a",)) -> Results:
        def second() -> tuple[int, ...]:
            if (folder / "broken").exists():
                raise KeyboardInterrupt
            return 1, first

        def begun() -> int:
            with (folder / "asked").open("a") as file:
                return file.write("x")

        done = run.part("first", begun)
        return {"done": done, "second": run.part("second", second), "names": run.each(doubled, {"1": (1,)})}

    monkeypatch.setattr(frame, "ROOT", folder)
    monkeypatch.setattr(frame, "commit", lambda: "c0ffee")
    page = folder / "page.md"
    page.write_text("Ours.\n<!-- it begin -->\nold\n<!-- it end -->\n")
    study = Study("it", [Table(page, "it", lambda results: f"{results['second']}")], measure)
    module = ModuleType("it", "It.")
    monkeypatch.setattr(module, "STUDY", study, raising=False)
    monkeypatch.setitem(sys.modules, "it", module)
    return study


def test_a_run_goes_on_with_the_part_where_it_was_stopped(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    study = a_study(tmp_path, monkeypatch)
    (tmp_path / "broken").touch()
    with pytest.raises(SystemExit, match="stopped; the same command goes on"):
        frame.main("it", ["--first", "7"])
    assert not study.file.exists() and "old" in study.tables[0].page.read_text()
    (tmp_path / "broken").unlink()
    frame.main("it", ["--first", "7"])
    assert (tmp_path / "asked").read_text() == "x"  # the first part is not done again
    found = study.kept()
    assert (found["done"], found["second"], found["names"]) == (1, [1, 7], {"1": 2})
    assert found["about"]["command"] == "python -m studies it --first 7"
    assert "[1, 7]\n\nMeasured on " in study.tables[0].page.read_text()
    assert not study.file.with_suffix(".part").exists()


def test_parts_of_other_settings_are_not_taken(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    study = a_study(tmp_path, monkeypatch)
    (tmp_path / "broken").touch()
    with pytest.raises(SystemExit):
        frame.main("it", ["--first", "7"])
    (tmp_path / "broken").unlink()
    frame.main("it", ["--first", "8", "--names", "b", "c"])
    assert (tmp_path / "asked").read_text() == "xx"
    assert study.kept()["about"]["command"] == "python -m studies it --first 8 --names b c"


def test_a_trial_writes_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    study = a_study(tmp_path, monkeypatch)
    before = study.tables[0].page.read_text()
    frame.main("it", ["--try"])
    assert "[1, 1]" in capsys.readouterr().out
    assert not study.file.exists() and study.tables[0].page.read_text() == before


def test_what_a_check_finds_is_not_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    of = a_study(tmp_path, monkeypatch)
    study = Study("it", of.tables, of.measure, lambda results: ["two and two are five"])
    with pytest.raises(SystemExit, match="two and two are five"):
        study.run({})
    assert not study.file.exists()


def test_a_smaller_run_stands_below_the_large_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    of = a_study(tmp_path, monkeypatch)
    study = Study("it", of.tables, of.measure, digest=lambda results: f"it is {results['second'][1]}.")
    monkeypatch.setattr(sys.modules["it"], "STUDY", study)
    frame.main("it", ["--first", "7"])
    frame.main("it", ["--first", "2", "--small"])
    page = study.tables[0].page.read_text()
    assert "[1, 7]\n\nMeasured on " in page and "A smaller run: it is 2. Measured on " in page
    assert page.index("--first 7`") < page.index("--first 2 --small`")
    assert study.kept()["second"] == [1, 7]


def test_results_without_a_page_leave_it_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    study = a_study(tmp_path, monkeypatch)
    page = study.tables[0].page
    frame.main("it", ["--json"])
    assert "old" in page.read_text() and study.kept()["second"] == [1, 1]
    frame.main("it", ["--page"])
    assert "[1, 1]" in page.read_text()


def test_a_long_table_is_a_file_that_programs_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    of = a_study(tmp_path, monkeypatch)
    text = "About cards:\n\n| card | turns |\n| --- | ---: |\n| `stay` | **1,234** |\n|  | 2, 3 |"
    table = Table(tmp_path / "it.csv", "", lambda results: text)
    study = Study("it", [table], of.measure)
    study.write_pages({"about": {"command": "it", "date": "2026-11-21"}})
    assert table.page.read_text() == 'card,turns\nstay,1234\n,"2, 3"\n'
    assert table.shows(text) and not table.shows(text.replace("2, 3", "3"))


def test_minutes_are_those_of_all_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What was spent before a stop counts."""
    study = a_study(tmp_path, monkeypatch)
    asked = {"commit": "c0ffee", "command": "python -m studies it"}
    part = {"asked": asked, "seconds": 600.0, "parts": {"first": 1}}
    study.file.with_suffix(".part").write_text(json.dumps(part))
    frame.main("it", [])
    assert study.kept()["about"]["minutes"] >= 10


def test_each_marked_text_is_of_a_study() -> None:
    """A text that nobody writes again would grow old unnoticed."""
    tables = [table for module in MODULES.values() for table in tables_of(module)]
    written = {(table.page, table.mark) for table in tables}
    marks = {
        (page, mark)
        for page in (ROOT / "README.md", *DOCS.rglob("*.md"))
        for mark in re.findall("^<!-- (.*) begin -->$", page.read_text("utf-8"), re.MULTILINE)
    }
    others = {(DOCS / "speed.md", mark) for mark in ("timed", "compared")}
    assert others <= marks <= written | others


def test_each_long_table_is_linked_from_a_page() -> None:
    pages = "".join(page.read_text("utf-8") for page in DOCS.rglob("*.md"))
    sheets = {table.page for module in MODULES.values() for table in tables_of(module)}
    sheets = {page for page in sheets if page.suffix == ".csv"}
    assert sheets == {*(ROOT / "studies").rglob("*.csv"), *(ROOT / "benchmarks").rglob("*.csv")}
    assert [page.name for page in sheets if page.relative_to(ROOT).as_posix() not in pages] == []


def tables_of(module: str) -> Sequence[Table]:
    """Return the tables of a study; none if what it needs is not there."""
    if importlib.util.find_spec(NEEDED.get(module.split(".")[1], "json")) is None:
        return ()
    return frame.study_of(module).tables


def test_all_studies_are_listed(capsys: pytest.CaptureFixture[str]) -> None:
    program.main(["--list"])
    told = capsys.readouterr().out
    assert all(re.search(rf"^{name} +\d+ min  [A-Z`]", told, re.MULTILINE) for name in MODULES)
    with pytest.raises(SystemExit, match="no study 'nothing'"):
        program.main(["nothing"])


def test_figures_of_this_commit_are_not_measured_again(monkeypatch: pytest.MonkeyPatch) -> None:
    names = [words.split()[0] for words in program.FIGURES]
    done = list[str]()
    monkeypatch.setattr(subprocess, "run", lambda command, **_: done.append(command[3]))
    monkeypatch.setattr(frame, "commit", lambda: "this")
    monkeypatch.setattr(
        frame, "about_of", lambda file: {"commit": "this" if file.stem == "mabi_perft" else "that"}
    )
    monkeypatch.setattr(program, "pages", lambda: done.append("pages"))
    program.figures()
    left_out = {name for name in names if MODULES[name].split(".")[1] in NEEDED}
    assert [name for name in done if name not in left_out] == [
        *(name for name in names if name not in {"mabi_perft", *left_out}),
        "pages",
    ]


def test_all_figures_end_within_four_hours() -> None:
    """Each study is among them, measures nothing, or is said to be large."""
    small, usual = set[str](), set[str]()
    for words in program.FIGURES:
        (small if "--small" in words else usual).add(words.split()[0])
    assert sum(program.FIGURES.values()) <= 240
    assert small <= program.LARGE.keys() and not usual & program.LARGE.keys()
    for name, *options in map(str.split, program.FIGURES):
        if MODULES[name].split(".")[1] not in NEEDED:
            parser, study = argparse.ArgumentParser(), frame.study_of(MODULES[name])
            frame.add_settings(parser, study)
            parser.parse_args([word for word in options if word != "--small"])
            assert study.digest is not None or "--small" not in options
    computed = {name for name in MODULES if name not in usual | program.LARGE.keys()}
    for name in computed - {"mabi_next"}:
        assert frame.study_of(MODULES[name]).measure is None, name


def test_a_study_that_stops_stops_all_figures(monkeypatch: pytest.MonkeyPatch) -> None:
    def run(command: list[str], **_: object) -> None:
        raise subprocess.CalledProcessError(1, command)

    monkeypatch.setattr(subprocess, "run", run)
    monkeypatch.setattr(frame, "commit", lambda: None)
    with pytest.raises(SystemExit, match="narabi_speed is not finished; the same command goes on"):
        program.figures()


def test_figures_are_measured_at_a_commit(tmp_path: Path) -> None:
    """Else a page names a commit that does not give them; what the writers wrote before does not count."""

    def git(*words: str) -> None:
        who = ("-c", "user.name=x", "-c", "user.email=x")
        subprocess.run(["git", *who, *words], cwd=tmp_path, capture_output=True, check=True)

    assert commit(tmp_path) is None
    git("init")
    made = [
        "page.md",
        "studies/strength/league_games.txt",
        f"{CERTIFICATES.relative_to(ROOT)}/start-3x7-rows.jsonl",
    ]
    for name in ("code.py", *made):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text("1")
    git("add", ".")
    git("commit", "-m", "x")
    for name in made:
        (tmp_path / name).write_text("2")
    assert re.fullmatch("[0-9a-f]+", commit(tmp_path) or "")
    (tmp_path / "code.py").write_text("2")
    with pytest.raises(SystemExit, match="commit first, .* code.py"):
        commit(tmp_path)
