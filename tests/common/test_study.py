"""Studies: the same for any number of workers; what is finished is kept, whatever happens to the rest."""

import errno
import json
import multiprocessing
import os
import re
import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

import psutil
import pytest

from _gamekit import files, program as programs
from _gamekit.problems import ArgumentError, StoppedError
from _gamekit.work import study_files, workers
from _gamekit.work.study import StudyOfDeals, StudyStoppedError
from _gamekit.work.workers import Workers, completed
from narabi_solver.cli import PROGRAM as NARABI
from tests import interrupting
from tests.conftest import ROOT, Cluster, Run
from tests.nightly import nightly


class Numbers(NamedTuple):
    """The numbers of some deals."""

    found: tuple[int, ...]

    def plus(self, other: "Numbers") -> "Numbers":
        return Numbers(self.found + other.found)


@dataclass(frozen=True)
class Counting(StudyOfDeals[Numbers]):
    """A study of nothing: each deal is its number."""

    block = 3

    def empty(self) -> Numbers:
        return Numbers(())

    def read(self, value: Any, start: int, count: int) -> Numbers:
        if value != [list(range(start, start + count))]:
            raise ValueError("other numbers")
        return Numbers(tuple(value[0]))

    def answer(
        self, start: int, count: int, with_rows: bool, stop: Callable[[], bool] | None
    ) -> tuple[Numbers, bytes]:
        return Numbers(tuple(range(start, start + count))), b""


STUDY = Counting(2, 20, 1)
WHOLE = Numbers(tuple(range(20)))


class Turned(Executor):
    """An executor that ends its calls in the wrong order, and loses those after some of them."""

    def __init__(self, kept: int = 10**9):
        self.kept = kept
        self.calls: list[tuple[Future[Any], Any]] = []

    def submit(self, call: Any, /, *arguments: Any, **named: Any) -> Future[Any]:  # type: ignore[override]
        future: Future[Any] = Future()
        self.calls.append((future, lambda: call(*arguments, **named)))
        if len(self.calls) == 2:
            self._end()
        return future

    def _end(self) -> None:
        for future, call in reversed(self.calls):
            self.kept -= 1
            if self.kept < 0:
                future.cancel()
                future.set_running_or_notify_cancel()
            else:
                future.set_result(call())
        self.calls.clear()


@pytest.mark.parametrize("out", [False, True])
def test_totals_are_added_in_the_order_of_the_deals(out: bool, tmp_path: Path) -> None:
    path = tmp_path / "n.json" if out else None
    study = Counting(2, 18, 1)
    assert study.run(out=path).totals.found == tuple(range(18))
    for executor in (Turned(), ThreadPoolExecutor(3)):
        with executor:
            assert study.run(executor=executor, workers=3).totals.found == tuple(range(18))


def test_what_was_finished_before_a_loss_is_kept(tmp_path: Path) -> None:
    """Of two calls that end together one is lost, and the other is saved."""
    path = tmp_path / "n.json"
    for kept, deals in ((1, [1]), (2, [0, 1])):
        with pytest.raises(StudyStoppedError) as stopped:
            STUDY.run(executor=Turned(kept), out=path)
        assert sorted(int(one.stem) for one in tmp_path.glob("n.json.parts/*.block")) == deals
        assert stopped.value.deals == (0 if kept == 1 else 6) == len(stopped.value.totals.found)
        for block in tmp_path.glob("n.json.parts/*.block"):
            block.unlink()


def test_what_is_finished_when_it_is_stopped_is_kept() -> None:
    """A call that ended before Ctrl-C is yielded, though it is asked first when both are there."""
    found = []
    with ThreadPoolExecutor(1) as pool, pytest.raises(StoppedError):
        for one in completed([pool], 1, lambda number, stop: number, [(n,) for n in range(50)], lambda: True):
            found.append(one)
    assert found and found[0] == 0


def test_the_display_says_that_work_has_begun_and_that_blocks_are_joined() -> None:
    shown: list[str] = []

    def show(text: str, /, **counts: int) -> None:
        shown.append(text)

    meter = programs.ProgressMeter(NARABI, 20, show)
    asked = meter.telling(lambda: True)
    assert asked() and shown == ["no new deals answered yet (Ctrl-C stops) …"]
    meter("20 of 20 deals answered", answered=20, answered_now=5)
    meter("joining block 1 of 2", answered=20, answered_now=0, joined=0)
    assert asked() and shown[2:] == ["joining block 1 of 2 …"]


def test_a_study_without_rows_is_a_file_of_json(tmp_path: Path) -> None:
    path = tmp_path / "n.json"
    seen: list[dict[str, int]] = []

    def progress(text: str, /, **counts: int) -> None:
        seen.append(counts)

    with pytest.raises(StudyStoppedError) as stopped:
        STUDY.run(out=path, progress=progress, stop=lambda: False, executor=Turned(4))
    assert stopped.value.totals.found == tuple(range(12)) and not path.exists()
    done = STUDY.run(out=path, progress=progress)
    assert (done.totals, done.answered) == (WHOLE, 8)
    assert seen[-1] == {"answered": 20, "answered_now": 8}
    header, found = path.read_text().splitlines()
    assert json.loads(header)["kind"] == "finished study"
    assert json.loads(found) == {"study": STUDY.identity(), "tally": [list(WHOLE.found)]}
    assert STUDY.run(out=path).answered == 0 and [one.name for one in tmp_path.iterdir()] == ["n.json"]
    with pytest.raises(ArgumentError, match="seed 1, not 2"):
        Counting(2, 20, 2).run(out=path)
    whole = path.read_bytes()
    for raw in (b"", whole[:-1], whole.replace(b"19", b"18"), b"ten years of work", whole + b"\n"):
        path.write_bytes(raw)
        with pytest.raises(ArgumentError, match="was not changed"):
            STUDY.run(out=path)
        assert path.read_bytes() == raw
    about = json.dumps({"study": STUDY.identity(), "tally": [[1, 2]]}).encode()
    files.write_checked(path, study_files.FINISHED, study_files.VERSION, [about])
    with pytest.raises(ArgumentError, match="its totals are wrong: other numbers"):
        STUDY.run(out=path)


COMMANDS = {  # of five blocks and more: three may be kept at the first Ctrl-C, and two are left
    "survey": ["narabi_solver", "survey", "--players", "3", "--deals", "300000"],
    "paired": ["narabi_solver", "survey", "--paired", "--players", "3", "--deals", "300000"],
    "team": ["narabi_solver", "team", "--players", "3", "--deals", "10", "--policy", "asking"],
    "race": ["amulets_solver", "race", "--players", "2", "--games", "40", "--altar", "3x3", "--amulets", "4"],
}
TIMES = ("deals_per_second", "seconds", "milliseconds")


def without_times(some: dict[str, Any]) -> dict[str, Any]:
    """Return what does not depend on the clock."""
    return {key: value for key, value in some.items() if key not in TIMES}


def same_number(number: int, stop: Callable[[], bool]) -> int:
    """Return a number: work for a worker process, which has to start first."""
    return number


@pytest.mark.slow
def test_a_worker_that_starts_while_work_is_stopped_ends_without_a_word(
    capfd: pytest.CaptureFixture[str],
) -> None:
    with pytest.raises(StoppedError):
        list(Workers(4).results(same_number, ((number,) for number in range(100)), lambda: True))
    assert capfd.readouterr().err == ""
    assert not multiprocessing.active_children()


def ask_until_killed(number: int, stop: Callable[[], bool]) -> None:
    """Ask whether to stop until this worker process, which soon kills itself, has ended."""
    threading.Timer(0.01, os.kill, (os.getpid(), signal.SIGKILL)).start()
    while not stop():
        pass


@pytest.mark.slow
def test_a_worker_that_is_killed_while_it_asks_whether_to_stop_locks_nobody() -> None:
    lost = list[str]()

    def lose_workers() -> None:
        for _ in range(8):
            try:
                list(Workers(2).results(ask_until_killed, ((number,) for number in range(2)), None))
            except StoppedError as error:
                lost.append(str(error))

    losing = threading.Thread(target=lose_workers, daemon=True)
    losing.start()
    losing.join(interrupting.PATIENCE)
    assert len(lost) == 8 and all("a worker was lost" in message for message in lost), lost


@pytest.mark.slow
@pytest.mark.usefixtures("warm")
@pytest.mark.parametrize("name", ["survey", *nightly(*(name for name in COMMANDS if name != "survey"))])
def test_goes_on_after_control_c_and_kill_9(name: str, tmp_path: Path, program_here: Run) -> None:
    out, parts = tmp_path / "out", tmp_path / "out.parts"
    program, *command = [*COMMANDS[name], "--seed", "7", "--json"]
    kept = 0

    def another_block() -> bool:
        return len([*parts.glob("*.block")]) > kept

    process = interrupting.start(program, *command, "--workers", "2", "--out", str(out))
    interrupting.wait_for(process, another_block)
    process.send_signal(signal.SIGINT)
    _, told = process.communicate(timeout=interrupting.PATIENCE)
    assert process.returncode == 130 and "the same command continues from there" in told, told
    assert "Traceback" not in told and not out.exists()
    kept = len([*parts.glob("*.block")])
    process = interrupting.start(program, *command, "--workers", "1", "--out", str(out))
    interrupting.wait_for(process, another_block)
    process.kill()
    process.communicate()
    assert not out.exists()
    short = program.partition("_")[0]
    found, whole = (
        json.loads(program_here(short, *command, *more).stdout, object_hook=without_times)
        for more in (["--out", str(out)], [])
    )
    assert found == whole
    assert [one.name for one in tmp_path.iterdir()] == ["out"]


@pytest.mark.slow
@pytest.mark.usefixtures("warm")
@pytest.mark.filterwarnings("ignore")  # of Dask's own
def test_every_study_on_a_cluster(dask: Cluster, tmp_path: Path) -> None:
    """The same answers, and the same files."""
    from amulets_solver import Rules, race
    from narabi_solver import paired_survey
    from narabi_solver.hidden import Greedy, Random, team
    from narabi_solver.statistics import make_atlas

    studies: list[Callable[..., Any]] = [
        lambda **where: paired_survey(3, 66_000, seed=5, **where).comparison,
        lambda **where: team(3, 3, [Greedy(), Random()], seed=2, **where).optimum,
        lambda **where: make_atlas(3, 200, seed=9, **where).totals,
        lambda **where: race(3, 7, ["entropy", "random"], rules=Rules(size="3x3", amulets=4), **where),
    ]
    for number, study in enumerate(studies):
        here, there = tmp_path / f"here-{number}", tmp_path / f"there-{number}"
        assert study(out=there, scheduler=dask.address) == study(out=here)
        assert here.read_bytes() == there.read_bytes()


@pytest.mark.nightly
@pytest.mark.usefixtures("warm")
@pytest.mark.filterwarnings("ignore")  # of Dask's own
def test_the_page_about_clusters(dask: Cluster, program_here: Run, tmp_path: Path) -> None:
    """Its `dask` commands are such, and the others give what they give without a cluster."""
    from distributed.cli import dask_scheduler, dask_worker

    page = (ROOT / "docs" / "howto" / "surveys.md").read_text()
    ours = 0
    for line in re.findall(r"```sh\n(.*?)```", page, re.DOTALL)[0].splitlines():
        program, name, *rest = line.split()
        if program == "dask":
            {"scheduler": dask_scheduler, "worker": dask_worker}[name].main.make_context(name, rest)
            continue
        there = [dask.address if word == "tcp://127.0.0.1:8786" else word for word in rest]
        here = rest[: rest.index("--scheduler")]
        found = []
        for where, some in (("there", there), ("here", here)):
            file = tmp_path / where
            words = [str(file) if word == "review.json" else word for word in some]
            said = program_here(program, name, *words, "--json").stdout
            lines = file.read_text().splitlines()[2:] if file.exists() else [said]
            found.append([json.loads(line, object_hook=without_times) for line in lines])
        assert found[0] == found[1] != []
        ours += 1
    assert ours == 2


SCRIPT = """\
import operator
from _gamekit.work.workers import Workers
print(list(Workers(2).results(operator.ne, ((number,) for number in range(3)), None)))
"""


@pytest.mark.parametrize("from_stdin", [False, pytest.param(True, marks=pytest.mark.slow)])
def test_a_script_without_the_guard_is_told_of_it_in_one_sentence(from_stdin: bool, tmp_path: Path) -> None:
    script = tmp_path / "script.py"
    script.write_text(SCRIPT)
    done = subprocess.run(
        [sys.executable, "-" if from_stdin else str(script)], input=SCRIPT, capture_output=True, text=True,
        cwd=ROOT, env={**os.environ, "PYTHONPATH": str(ROOT)}, timeout=interrupting.PATIENCE, check=False,
    )  # fmt: skip
    assert done.returncode == 1 and done.stderr.count("Traceback") == 1, done.stderr
    assert 'if __name__ == "__main__":' in done.stderr.splitlines()[-1], done.stderr


def held() -> None:
    """End with the number of signals that this process holds back when it begins."""
    sys.exit(len({signal.SIGINT, signal.SIGTERM} & signal.pthread_sigmask(signal.SIG_BLOCK, [])))


@pytest.mark.skipif(not hasattr(signal, "pthread_sigmask"), reason="Windows has no such signals")
def test_a_worker_that_starts_holds_signals_back() -> None:
    """Ctrl-C before a worker process is ready would end it with a traceback."""
    before = signal.pthread_sigmask(signal.SIG_BLOCK, [])
    process = workers._Spawning().Process(target=held)
    process.start()
    process.join(interrupting.PATIENCE)
    assert process.exitcode == 2 and signal.pthread_sigmask(signal.SIG_BLOCK, []) == before


@pytest.fixture
def as_a_program(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """SIGTERM is handled as in a process of a program."""
    before = signal.signal(signal.SIGTERM, programs._as_interrupt)
    interrupts = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGTERM, before)
    signal.signal(signal.SIGINT, interrupts)


@pytest.mark.usefixtures("as_a_program")
def test_sigterm_is_the_twin_of_control_c() -> None:
    with pytest.raises(programs.Terminated):
        signal.raise_signal(signal.SIGTERM)
    with programs.Program("x", "", [], "", {}).interruptible() as stop:
        assert not stop()
        signal.raise_signal(signal.SIGTERM)
        assert stop()
        with pytest.raises(KeyboardInterrupt):
            signal.raise_signal(signal.SIGTERM)


@pytest.mark.slow
@pytest.mark.usefixtures("warm")
@pytest.mark.parametrize("whole_group", [False, True])
def test_a_batch_queue_ends_a_proof_that_goes_on(whole_group: bool, tmp_path: Path) -> None:
    """SIGTERM, to the program or to its workers too: the file is written, and nothing is left behind."""
    file = tmp_path / "s.mabi"
    command = [sys.executable, "-m", "mabi_search", "solve", "start", "--size", "6x6", "--workers", "2"]
    process = subprocess.Popen(
        [*command, "--nodes", "1000000000", "--save", str(file)], cwd=ROOT, text=True,
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, start_new_session=True,
    )  # fmt: skip
    interrupting.wait_for(process, lambda: len(psutil.Process(process.pid).children()) > 2)
    (os.killpg if whole_group else os.kill)(process.pid, signal.SIGTERM)
    _, told = process.communicate(timeout=interrupting.PATIENCE)
    assert process.returncode == 130 and file.exists(), told
    assert "Traceback" not in told and "leaked" not in told, told


def test_a_full_disk_names_the_file_and_says_how_to_go_on(
    program_here: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(descriptor: int) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    out = tmp_path / "race.json"
    command = ("amulets", "race", "--players", "3", "--games", "2", "--policy", "random", "--out", str(out))
    with monkeypatch.context() as patched:
        patched.setattr(os, "fsync", full)
        done = program_here(*command)
    assert done.returncode == 2 and "Traceback" not in done.stderr, done
    assert (
        str(out) in done.stderr and "No space left" in done.stderr and "same command goes on" in done.stderr
    )
    assert program_here(*command).returncode == 0 and out.exists()


def test_results_are_one_json_object_with_named_fields(program_here: Run, tmp_path: Path) -> None:
    race, pairs = tmp_path / "race.json", tmp_path / "pairs.json"
    command = ("amulets", "race", "--players", "3", "--games", "2", "--policy", "random", "--out", str(race))
    told = program_here(*command, "--json").stdout
    games = [game for deal in json.loads(race.read_text())["results"]["deals"] for game in deal]
    assert len(games) == 2 and {*games[0]} == {"winner", "failed", "sure_after", "questions"}
    survey = ("narabi", "survey", "--players", "3", "--deals", "20", "--paired", "--out", str(pairs))
    assert program_here(*survey).returncode == 0
    results = json.loads(pairs.read_text())["results"]
    assert sum(count["deals"] for count in results["counts"]) == 20 and "different" in results
    assert program_here(*command, "--json").stdout == told  # read, not played again
    for file, again in ((race, command), (pairs, survey)):
        text = file.read_text()
        for wrong in (
            text.replace('"kind"', '"Kind"'),
            text[:-9],
            text.replace("[", "[1, ", 1),
            "[]",
            text + " ",
        ):
            file.write_text(wrong)
            done = program_here(*again)
            assert done.returncode == 2 and "was not changed" in done.stderr and file.read_text() == wrong, (
                done
            )


@pytest.mark.usefixtures("warm")
def test_a_finished_file_holds_no_times(tmp_path: Path, program_here: Run) -> None:
    command = ("narabi", "team", "--players", "3", "--deals", "2", "--policy", "random")
    for name in "ab":
        assert program_here(*command, "--out", str(tmp_path / f"{name}.parquet")).returncode == 0
    assert (tmp_path / "a.parquet").read_bytes() == (tmp_path / "b.parquet").read_bytes()
    again = program_here(*command, "--out", str(tmp_path / "a.parquet"), "--json")
    assert json.loads(again.stdout)["policies"][0]["milliseconds"] is None
