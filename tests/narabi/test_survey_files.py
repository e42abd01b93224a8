"""Files of surveys: resumed after anything, and damage is noticed."""

import resource
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from narabi_solver import ArgumentError, Rules, survey
from narabi_solver.cli import main
from tests.conftest import ROOT
from tests.narabi.surveys import DEALS, arguments, start, stopped_after_a_block
from tests.nightly import nightly

pytestmark = pytest.mark.usefixtures("warm")

PROGRAM = [sys.executable, "-m", "narabi_solver"]


def test_the_joining_of_blocks_is_told(tmp_path: Path) -> None:
    told: list[tuple[str, dict[str, int]]] = []

    def progress(text: str, /, **counts: int) -> None:
        told.append((text, counts))

    survey(3, 10, seed=7, out=tmp_path / "ten.parquet", progress=progress)
    assert told[1:] == [("joining block 1 of 1", {"answered": 10, "answered_now": 10, "joined": 0})]


@pytest.mark.nightly
def test_goes_on_after_kill_9(whole: Path, tmp_path: Path) -> None:
    path = tmp_path / "killed.parquet"
    process = start(path)
    process.kill()
    process.communicate()
    assert not path.exists()
    first = next((tmp_path / "killed.parquet.parts").glob("*.block"))
    made = first.stat().st_mtime_ns
    seen: list[int] = []

    def look(text: str, /, **counts: int) -> None:
        seen.append(counts["answered"] - counts["answered_now"])
        assert first.stat().st_mtime_ns == made

    survey(3, DEALS, seed=7, out=path, progress=look)
    assert seen[0] >= 1_000  # a block was there, and was not made again
    assert path.read_bytes() == whole.read_bytes()


@pytest.mark.slow
@pytest.mark.parametrize("damage", ["flipped", *nightly("truncated", "empty")])
def test_a_damaged_block_is_noticed_and_made_again(
    whole: Path, damage: str, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    block = stopped_after_a_block(tmp_path / "s.parquet")
    raw = bytearray(block.read_bytes())
    if damage == "flipped":
        raw[len(raw) // 2] ^= 1
    else:
        del raw[0 if damage == "empty" else len(raw) // 2 :]
    block.write_bytes(raw)
    survey(3, DEALS, seed=7, out=tmp_path / "s.parquet")
    assert "computed again" in caplog.text
    assert (tmp_path / "s.parquet").read_bytes() == whole.read_bytes()


def test_another_command_does_not_mix(tmp_path: Path) -> None:
    path = tmp_path / "s.parquet"
    block = stopped_after_a_block(path)
    before = block.read_bytes()
    with pytest.raises(ArgumentError, match="seed 7, not 8"):
        survey(3, DEALS, seed=8, out=path)
    with pytest.raises(ArgumentError, match="no_undo False, not True"):
        survey(3, DEALS, seed=7, rules=Rules(no_undo=True), out=path)
    with pytest.raises(ArgumentError, match=f"deals {DEALS}, not {DEALS + 1}"):
        survey(3, DEALS + 1, seed=7, out=path)
    assert block.read_bytes() == before


def test_a_finished_file_answers_and_refuses(whole: Path) -> None:
    before = whole.stat().st_mtime_ns
    found = survey(3, DEALS, seed=7, out=whole)
    assert (found.answered, found.deals_per_second) == (0, 0.0)
    assert found.totals == survey(3, DEALS, seed=7).totals
    with pytest.raises(ArgumentError, match="with other settings"):
        survey(4, DEALS, seed=7, out=whole)
    assert whole.stat().st_mtime_ns == before


def test_a_file_of_somebody_else_is_left_alone(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "thesis.parquet"
    path.write_text("ten years of work")
    assert main(["survey", "--players", "3", "--deals", "10", "--out", str(path)]) == 2
    assert "was not changed" in capsys.readouterr().err
    assert path.read_text() == "ten years of work"
    assert main(["survey", "--players", "3", "--deals", "10", "--out", str(tmp_path)]) == 2
    for out in (str(tmp_path / "no" / "f"), "/", "/proc/survey.parquet"):
        assert main(["survey", "--players", "3", "--deals", "10", "--out", out]) == 2
    assert "Traceback" not in capsys.readouterr().err


def test_a_link_is_followed(tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to(tmp_path / "target")
    survey(3, 10, seed=7, out=tmp_path / "link")
    assert (tmp_path / "link").is_symlink() and (tmp_path / "target").is_file()


def test_one_process_at_a_time(tmp_path: Path) -> None:
    path = tmp_path / "s.parquet"

    def second(text: str, /, **counts: int) -> None:
        with pytest.raises(ArgumentError, match="another process"):
            survey(3, 10, seed=7, out=path)

    survey(3, 10, seed=7, out=path, progress=second)


@pytest.mark.nightly
def test_a_file_that_may_not_grow_is_said_and_goes_on(whole: Path, tmp_path: Path) -> None:
    """A limit on the size of files stands for a full disk where nothing can be mounted."""
    path = tmp_path / "small.parquet"
    limit = 1_000_000
    done = subprocess.run(
        [*PROGRAM, *arguments(path)],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit)),
    )
    assert done.returncode == 2 and "File too large" in done.stderr and "Traceback" not in done.stderr
    assert not list(tmp_path.rglob("*.part"))
    survey(3, DEALS, seed=7, out=path)
    assert path.read_bytes() == whole.read_bytes()


@pytest.fixture
def full_disk(tmp_path: Path) -> Iterator[Path]:
    """Return a folder on a disk with little room."""
    folder = tmp_path / "disk"
    folder.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", "size=12m", "tmpfs", str(folder)]
    try:
        mounted = subprocess.run(mount, capture_output=True, check=False).returncode == 0
    except OSError:
        mounted = False
    if not mounted:
        pytest.skip("nothing can be mounted here; the test above stands for it")
    yield folder
    subprocess.run(["umount", str(folder)], check=True)


@pytest.mark.slow
def test_a_full_disk_is_said_and_goes_on(whole: Path, full_disk: Path) -> None:
    path = full_disk / "s.parquet"
    done = subprocess.run([*PROGRAM, *arguments(path)], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 2 and "No space left" in done.stderr and "Traceback" not in done.stderr
    kept = list(full_disk.rglob("*.block"))
    assert kept
    subprocess.run(["mount", "-o", "remount,size=200m", str(full_disk)], check=True)
    assert main(arguments(path)) == 0 and path.read_bytes() == whole.read_bytes()
