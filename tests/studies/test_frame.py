"""What every study does alike, and that pages have what was measured last."""

import re
import subprocess
import sys
from pathlib import Path
from types import ModuleType
from typing import Annotated

import pytest

from benchmarks import frame
from benchmarks.frame import Results, Run, Study, Table, commit
from studies import __main__ as program

MODULES = frame.modules()
NEEDED = {"openspiel": "pyspiel", "learning": "pettingzoo", "proofs": "distributed"}
"""By a folder of studies: a package that need not be there."""


@pytest.mark.parametrize("module", MODULES.values(), ids=MODULES)
def test_pages_have_what_was_measured_last(module: str) -> None:
    """Nobody edits numbers by hand: a text between two marks is made from what its study kept."""
    if (folder := module.split(".")[1]) in NEEDED:
        pytest.importorskip(NEEDED[folder])
    study = frame.study_of(module)
    results = study.kept()
    assert not [*study.check(results)]
    for table in study.tables:
        assert table.stands(results), f"python -m studies {study.name} --page"


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
    assert study.tables[0].stands(found)
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


def test_all_studies_are_listed(capsys: pytest.CaptureFixture[str]) -> None:
    program.main(["--list"])
    told = capsys.readouterr().out
    assert all(re.search(rf"^{name} +[A-Z`]", told, re.MULTILINE) for name in MODULES)
    with pytest.raises(SystemExit, match="no study 'nothing'"):
        program.main(["nothing"])


def test_figures_of_this_commit_are_not_measured_again(monkeypatch: pytest.MonkeyPatch) -> None:
    assert {words.split()[0] for words in program.FIGURES} <= MODULES.keys()
    done: list[str] = []
    monkeypatch.setattr(subprocess, "run", lambda command, **_: done.append(command[3]))
    monkeypatch.setattr(
        frame, "commit", lambda: frame.study_of(MODULES["mabi_perft"]).kept()["about"]["commit"]
    )
    program.figures()
    names = [words.split()[0] for words in program.FIGURES]
    assert done == [name for name in names if name != "mabi_perft"]


def test_figures_are_measured_at_a_commit(tmp_path: Path) -> None:
    """Else a page names a commit that does not give them; what the writers wrote before does not count."""

    def git(*words: str) -> None:
        who = ("-c", "user.name=x", "-c", "user.email=x")
        subprocess.run(["git", *who, *words], cwd=tmp_path, capture_output=True, check=True)

    assert commit(tmp_path) is None
    git("init")
    for name in ("code.py", "page.md"):
        (tmp_path / name).write_text("1")
    git("add", ".")
    git("commit", "-m", "x")
    (tmp_path / "page.md").write_text("2")
    assert re.fullmatch("[0-9a-f]+", commit(tmp_path) or "")
    (tmp_path / "code.py").write_text("2")
    with pytest.raises(SystemExit, match="commit first, .* code.py"):
        commit(tmp_path)
