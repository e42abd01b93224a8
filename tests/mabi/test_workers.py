"""`mabi solve` and `mabi review` by workers: the same answers in the same order, and what is lost is said."""

import json
import multiprocessing
import operator
import os
import re
import threading
import time
from pathlib import Path

import psutil
import pytest

from _gamekit.problems import ArgumentError
from _gamekit.work import workers
from mabi_search.cli import main
from mabi_search.cli.answer_file import AnswerFile
from tests import interrupting
from tests.nightly import nightly, slow

WON = "2w1b1/2bw2/1wbbw1/wwwbbb/1b1wb1/4w1 b - b 55"
PLAYED = "1bw1/b1w1/1w1b w - w 9 moves b1a1 pass pass"


def without_times(text: str) -> str:
    """Return output without what depends on the clock."""
    return re.sub(r'"(compile_)?seconds": [0-9.e-]+|[0-9.]+ s\b', "", text)


def searching(process: int) -> bool:
    """Tell whether a worker of a process searches: in three seconds the others are done with short work."""
    children = psutil.Process(process).children()
    return any(sum(child.cpu_times()[:2]) > 3 for child in children)


@pytest.fixture
def positions(tmp_path: Path) -> Path:
    path = tmp_path / "positions.txt"
    path.write_text(f"start moves a1a2\n{WON} moves pass\nnonsense\n\n# a game\n{PLAYED}\n")
    return path


@pytest.mark.parametrize("command", slow(["solve", "--all-moves", "--json"], ["review", "--json"]))
def test_the_same_with_two_workers(
    command: list[str], positions: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    """The first position takes longest."""
    name, *more = command
    told = []
    for count in ("1", "2"):
        code = main([name, str(positions), "--nodes", "300", "--workers", count, *more])
        told.append((code, *map(without_times, capfd.readouterr())))
    assert told[0] == told[1] and told[0][0] == 2 and "line 3: " in told[0][2]


def test_an_error_comes_in_its_turn(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    """The second line is no game, which is known long before the first is judged; the third is not asked."""
    path = tmp_path / "games.txt"
    path.write_text(f"start moves a1a2\n{WON}\n{PLAYED}\n")
    assert main(["review", str(path), "--nodes", "300", "--workers", "2", "--json"]) == 2
    out, err = capfd.readouterr()
    assert out.count("\n") == 1 and "there is no game to review" in err


def test_a_certificate_is_made_by_a_worker(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "proof.jsonl"
    assert main(["solve", WON, "--certificate", str(path), "--workers", "2"]) == 0
    assert main(["check", str(path)]) == 0


@pytest.mark.slow
def test_a_killed_worker_loses_nothing_finished(positions: Path, capfd: pytest.CaptureFixture[str]) -> None:
    """The first position would take hours; the others are told, though they come after it."""

    def kill() -> None:
        deadline = time.monotonic() + 60
        while time.monotonic() < deadline and not searching(os.getpid()):
            time.sleep(0.05)
        for child in multiprocessing.active_children():
            child.kill()

    killer = threading.Thread(target=kill)
    killer.start()
    code = main(["solve", str(positions), "--seconds", "100", "--workers", "2", "--json"])
    killer.join()
    out, err = capfd.readouterr()
    assert code == 3
    assert [json.loads(line)["position"] for line in out.splitlines()] == [f"{WON} moves pass", PLAYED]
    assert err.splitlines()[-1] == "mabi: a worker was lost: killed, or out of memory; not answered: line 1"


@pytest.mark.slow
def test_control_c(positions: Path) -> None:
    process = interrupting.start("mabi_search", "solve", str(positions), "--seconds", "100", "--workers", "2")
    ended = interrupting.interrupt(process, lambda: searching(process.pid))
    assert ended.returncode == 130 and "Traceback" not in ended.err
    assert ended.err.splitlines()[-1].startswith("mabi: interrupted; not answered: line 1"), ended.err


def test_a_worker_of_another_version_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(workers, "version", lambda: "9.9")
    with pytest.raises(ArgumentError, match=r"a worker has version .* of this library, not 9\.9"):
        list(workers.Workers(2).results(operator.is_, [(1,)], None))


@pytest.mark.slow
@pytest.mark.parametrize("command", [["review"], *nightly(["solve", "--all-moves"])])
def test_the_same_lines_in_a_file(
    command: list[str], positions: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    """By one worker and by two, and as on the standard output; a finished file is not made again."""
    name, *more = command
    asked = [name, str(positions), "--nodes", "300", *more]
    assert main([*asked, "--json"]) == 2
    printed = without_times(capfd.readouterr().out)
    for count in ("1", "2"):
        path = positions.with_name(f"answers-{count}")
        assert main([*asked, "--workers", count, "--out", str(path)]) == 2
        whole = path.read_bytes()
        assert without_times(whole.decode().split("\n", 2)[2]) == printed
        assert main([*asked, "--out", str(path)]) == 2 and path.read_bytes() == whole
        out, err = capfd.readouterr()
        assert not out and err.count("line 3: ") == 2 and "3 answers written" in err


def test_what_a_file_of_answers_refuses(positions: Path, capfd: pytest.CaptureFixture[str]) -> None:
    """Other settings, other positions, a damaged file, one certificate for all; a position without a game."""
    path = positions.with_name("answers")
    asked = ["review", str(positions), "--nodes", "300", "--out", str(path)]
    text = positions.read_text().replace("nonsense", WON)
    positions.write_text(text)
    assert main(asked) == 2 and "line 3: there is no game" in capfd.readouterr().err
    whole = path.read_bytes()
    positions.write_text(text.replace("nonsense", ""))
    assert main([*asked, "--nodes", "301"]) == 2 and "nodes 300, not 301" in capfd.readouterr().err
    positions.write_text(f"{text}{PLAYED}\n")
    assert main(asked) == 2 and "positions 4, not 5" in capfd.readouterr().err
    assert (
        main([*asked, "--html", "page.html"]) == 2
        and "leave one of these options out" in capfd.readouterr().err
    )
    positions.write_text(text)
    for damaged in (whole[:-1], whole.replace(b"turning", b"tUrning")):
        path.write_bytes(damaged)
        assert main(asked) == 2 and "was not changed" in capfd.readouterr().err
        assert path.read_bytes() == damaged


@pytest.mark.slow
@pytest.mark.parametrize("how", ["interrupted", *nightly("killed")])
def test_answers_are_kept_whatever_ends_it(
    how: str, positions: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The first position takes longest: it alone is asked again."""
    path, kept = positions.with_name("answers"), positions.with_name("answers.parts")
    asked = ["solve", str(positions), "--nodes", "2000000", "--out", str(path)]
    process = interrupting.start("mabi_search", *asked, "--workers", "2")

    def when() -> bool:
        return len(list(kept.glob("*.block"))) == 2

    if how == "interrupted":
        ended = interrupting.interrupt(process, when)
        assert ended.returncode == 130, ended.err
        assert ended.err.endswith(f"2 of 3 positions; the same command continues from there ({kept})\n")
    else:
        interrupting.wait_for(process, when)
        process.kill()
        process.communicate()
    assert not path.exists() and not (kept / f"{0:012}.block").exists()
    asked_for, of = [], AnswerFile.of
    monkeypatch.setattr(AnswerFile, "of", lambda study, block: asked_for.append(block) or of(study, block))
    assert main(asked) == 2 and asked_for == [0] and not kept.exists()
    told = [json.loads(line)["position"] for line in path.read_text().splitlines()[2:]]
    assert len(told) == 3 and told[1:] == [f"{WON} moves pass", PLAYED]
