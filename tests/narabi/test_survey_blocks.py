"""Blocks of a survey: counted for the study and the number they say; nothing of others is removed."""

import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from _gamekit import files
from _gamekit.work import study_files
from narabi_solver import ArgumentError, Deck, StoppedError, survey
from narabi_solver.statistics.blocks import Totals
from narabi_solver.statistics.survey import BLOCK
from tests.conftest import ROOT, Run
from tests.narabi.surveys import stopped_after_a_block

pytestmark = pytest.mark.usefixtures("warm")

DEALS = 250


@pytest.fixture(autouse=True)
def small_blocks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(BLOCK, 3, 100)


def parts_after_a_block(folder: Path, seed: int) -> tuple[Path, Path]:
    """Return the file of a survey that was stopped, and the folder of its blocks."""
    path = folder / f"{seed}.parquet"
    return path, stopped_after_a_block(path, DEALS, seed).parent


def whole_bytes(folder: Path, seed: int) -> bytes:
    path = folder / f"{seed}-whole.parquet"
    survey(3, DEALS, seed=seed, out=path)
    return path.read_bytes()


@pytest.mark.parametrize("study", ["lost", "of the other"])
def test_a_block_of_another_survey_is_not_counted(
    study: str, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    path, parts = parts_after_a_block(tmp_path, 5)
    if study == "lost":
        (parts / "study").unlink()
    else:
        _, others = parts_after_a_block(tmp_path, 6)
        shutil.copy(others / "study", parts / "study")
    found = survey(3, DEALS, seed=6, out=path)
    assert found.totals == survey(3, DEALS, seed=6).totals
    assert "is a block of another study; block 0 is computed again" in caplog.text
    assert path.read_bytes() == whole_bytes(tmp_path, 6)


def test_the_study_file_may_be_lost(tmp_path: Path) -> None:
    path, parts = parts_after_a_block(tmp_path, 5)
    (parts / "study").unlink()
    found = survey(3, DEALS, seed=5, out=path)
    assert found.answered == DEALS - 100 and path.read_bytes() == whole_bytes(tmp_path, 5)


def test_a_block_under_the_number_of_another_is_made_again(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    path, parts = parts_after_a_block(tmp_path, 5)
    shutil.copy(parts / "000000000000.block", parts / "000000000001.block")
    assert survey(3, DEALS, seed=5, out=path).answered == DEALS - 100
    assert "000000000001.block contains block 0, not block 1; block 1 is computed again" in caplog.text
    assert path.read_bytes() == whole_bytes(tmp_path, 5)


def test_a_study_is_no_block(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    path, parts = parts_after_a_block(tmp_path, 5)
    shutil.copy(parts / "study", parts / "000000000001.block")
    survey(3, DEALS, seed=5, out=path)
    assert "block 1 is computed again" in caplog.text
    assert path.read_bytes() == whole_bytes(tmp_path, 5)


def leave_half_of(path: Path) -> None:
    """Leave what a process leaves of a file that is killed while it writes it."""
    program = (
        "import os, sys; from pathlib import Path; from _gamekit import files\n"
        "os.replace = lambda *names: os._exit(9)\n"
        "files.write_atomic(Path(sys.argv[1]), [b'half of it'])"
    )
    assert subprocess.run([sys.executable, "-c", program, str(path)], cwd=ROOT, check=False).returncode == 9
    assert not path.exists() and len([*path.parent.glob(f"{path.name}.*")]) == 1


@pytest.mark.parametrize("what", ["lock", "unfinished", "000000000000.block"])
def test_a_deck_that_would_be_written_over_is_refused(what: str, tmp_path: Path, narabi_here: Run) -> None:
    """The lock and the folder of parts are outputs too."""
    path = tmp_path / "rows"
    deck = tmp_path / "rows.lock" if what == "lock" else tmp_path / "rows.parts" / what
    deck.parent.mkdir(exist_ok=True)
    deck.write_text(Deck.standard().dumps())
    arguments = ["survey", "--players", "3", "--deals", "50", "--deck", str(deck), "--out", str(path)]
    done = narabi_here(*arguments)
    assert done.returncode == 2 and str(deck) in done.stderr and done.stderr.count("\n") == 1
    assert deck.read_text() == Deck.standard().dumps() and not path.exists()


@pytest.mark.parametrize("how", ["file", "link", "folder"])
def test_a_lock_that_is_none_of_ours_is_left_alone(how: str, tmp_path: Path) -> None:
    lock, other = tmp_path / "rows.lock", tmp_path / "precious"
    other.write_text("precious")
    if how == "file":
        lock.write_text("precious")
    elif how == "link":
        lock.symlink_to(other)
    else:
        lock.mkdir()
    with pytest.raises(ArgumentError, match="rows.lock is not the lock of a study"):
        survey(3, 50, seed=5, out=tmp_path / "rows")
    assert other.read_text() == "precious" and lock.exists()
    assert how != "file" or lock.read_text() == "precious"


@pytest.mark.parametrize("how", ["file", "link"])
def test_parts_that_are_no_folder_are_refused_before_any_work(how: str, tmp_path: Path) -> None:
    parts, other = tmp_path / "rows.parts", tmp_path / "folder"
    other.mkdir()
    if how == "file":
        parts.write_text("precious")
    else:
        parts.symlink_to(other)
    with pytest.raises(ArgumentError, match="rows.parts is not a folder of a study"):
        survey(3, 50, seed=5, out=tmp_path / "rows")
    assert not list(other.iterdir()) and not (tmp_path / "rows").exists()


@pytest.mark.parametrize("study", ["[]", "3", "null", '{"deck":', "\xff"])
def test_a_study_with_odd_contents_is_said(study: str, tmp_path: Path) -> None:
    path, parts = parts_after_a_block(tmp_path, 5)
    files.write_checked(
        parts / "study", study_files.SETTINGS_KIND, study_files.VERSION, [study.encode("latin-1")]
    )
    with pytest.raises(ArgumentError, match="remove .* to start again"):
        survey(3, DEALS, seed=5, out=path)


@pytest.mark.parametrize(
    "name", ["000000000099.block", "foo.block", "-1.block", "1.block", "٠٠٠٠٠٠٠٠٠٠٠١.block", "diary.txt"]
)
def test_what_is_not_ours_is_left_and_said(
    name: str, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    path, parts = parts_after_a_block(tmp_path, 5)
    shutil.copy(parts / "000000000000.block", parts / name)
    before = (parts / name).read_bytes()
    leave_half_of(parts / "000000000001.block")
    survey(3, DEALS, seed=5, out=path)
    assert path.read_bytes() == whole_bytes(tmp_path, 5)
    assert [one.name for one in parts.iterdir()] == [name] and (parts / name).read_bytes() == before
    assert f"is not removed: it contains {name}, not part of this study" in caplog.text


WRONG = {
    "counts": ("totals of 100 deals, not of 99", lambda totals: totals[0].__setitem__(4, totals[0][4] - 1)),
    "few results": ("results", lambda totals: totals[0].pop()),
    "negative": ("0 or more", lambda totals: totals.__setitem__(1, -1)),
    "text": ("whole numbers", lambda totals: totals.__setitem__(1, "7")),
    "true": ("whole numbers", lambda totals: totals[0].__setitem__(0, False)),
    "elsewhere": ("examples", lambda totals: totals[2][4].__setitem__(-1, 100)),
    "too few": ("examples", lambda totals: totals[2][4].pop()),
    "none": ("not the totals", lambda totals: totals.clear()),
}  # fmt: skip


@pytest.mark.parametrize("how", WRONG)
def test_totals_that_cannot_be_are_refused(
    how: str, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    path, parts = parts_after_a_block(tmp_path, 5)
    block = parts / "000000000000.block"
    payload, about = files.read_checked(block, study_files.KIND, study_files.VERSION)
    message, change = WRONG[how]
    Totals.of_json(about["tally"], 0, 100)
    change(about["tally"])
    with pytest.raises(ValueError, match=message):
        Totals.of_json(json.loads(json.dumps(about["tally"])), 0, 100)
    files.write_checked(block, study_files.KIND, study_files.VERSION, [payload], about)
    survey(3, DEALS, seed=5, out=path)
    assert "block 0 is computed again" in caplog.text
    assert path.read_bytes() == whole_bytes(tmp_path, 5)


def test_a_block_that_is_changed_while_others_are_made(tmp_path: Path) -> None:
    path, parts = parts_after_a_block(tmp_path, 5)

    def spoil(text: str, /, **counts: int) -> None:
        (parts / "000000000000.block").write_bytes(b"")

    with pytest.raises(StoppedError, match="another program changed a block"):
        survey(3, DEALS, seed=5, out=path, progress=spoil)
    survey(3, DEALS, seed=5, out=path)
    assert path.read_bytes() == whole_bytes(tmp_path, 5)
