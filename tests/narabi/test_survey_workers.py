"""Who works off a survey: the same answers, and what is lost is said."""

import multiprocessing
import subprocess
import sys
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from _gamekit.work import workers
from narabi_solver import ArgumentError, StoppedError, survey
from narabi_solver.statistics.survey import BLOCK
from tests.conftest import ROOT, Cluster, Run
from tests.narabi.surveys import DEALS, start

pytestmark = pytest.mark.usefixtures("warm")


@pytest.mark.slow
def test_any_number_of_workers_gives_the_same_bytes(whole: Path, tmp_path: Path) -> None:
    """Two workers have their turn below, after they were killed or interrupted."""
    again = tmp_path / "again.parquet"
    assert survey(3, DEALS, seed=7, workers=3, out=again).totals == survey(3, DEALS, seed=7).totals
    assert again.read_bytes() == whole.read_bytes()
    assert [path.name for path in tmp_path.iterdir()] == ["again.parquet"]


@pytest.mark.slow
def test_any_executor_does(whole: Path, tmp_path: Path) -> None:
    with ThreadPoolExecutor(2) as threads:
        survey(3, DEALS, seed=7, executor=threads, workers=2, out=tmp_path / "threads.parquet")
    assert (tmp_path / "threads.parquet").read_bytes() == whole.read_bytes()


@pytest.mark.nightly
def test_a_scheduler_that_is_none_is_said_once(narabi: Run) -> None:
    """Dask complains in its own words too where it can, up to the end of the process."""
    question = ["survey", "--players", "3", "--deals", "10", "--scheduler"]
    done = narabi(*question, "nonsense://x")
    assert done.returncode == 2 and done.stderr.count("\n") == 1, done.stderr
    addresses = ["foo", "tcp://", "tcp://127.0.0.1:9"]
    program = (
        "from narabi_solver import cli\nfrom _gamekit.work import workers\n"
        "workers.CONNECT_SECONDS = 1\n"
        f"print([cli.main([*{question}, address]) for address in {addresses}])"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=True
    )
    said = [line for line in done.stderr.splitlines() if "connecting to" not in line]
    assert done.stdout == "[2, 2, 2]\n", done.stderr
    assert all(f"{address!r}" in line for address, line in zip(addresses, said, strict=True))


@pytest.mark.slow
def test_a_lost_worker_process_is_said() -> None:
    def kill(text: str, /, **counts: int) -> None:
        for child in multiprocessing.active_children():
            child.kill()

    with pytest.raises(StoppedError, match="a worker was lost"):
        survey(3, 20 * BLOCK[3], seed=7, workers=2, progress=kill)


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore")  # of Dask's own
@pytest.mark.parametrize("dask", [(0, 3)], indirect=True)
def test_a_scheduler_without_workers_is_said_again_and_again(
    dask: Cluster, monkeypatch: pytest.MonkeyPatch
) -> None:
    said: list[str] = []
    monkeypatch.setattr(workers, "WORKERS_SECONDS", 0)
    monkeypatch.setattr(workers.progress, "say", said.append)
    with pytest.raises(StoppedError, match="stopped"):
        survey(3, DEALS, seed=7, scheduler=dask.address, stop=lambda: len(said) == 3)
    assert said == [f"the scheduler at {dask.address} has no workers; waiting for one (Ctrl-C stops) …"] * 3


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore")  # of Dask's own
def test_a_dask_cluster_that_loses_a_worker(whole: Path, dask: Cluster, tmp_path: Path) -> None:
    path = tmp_path / "dask.parquet"
    second = dask.workers[1]
    found = survey(
        3, DEALS, seed=7, scheduler=dask.address, out=path, progress=lambda text, /, **counts: second.kill()
    )
    assert found.totals == survey(3, DEALS, seed=7).totals
    assert path.read_bytes() == whole.read_bytes()
    assert second.poll() is not None


@pytest.mark.nightly
@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize(
    ("dask", "lost", "said"),
    [((1, 3), "scheduler", "scheduler was lost"), ((1, 0), "worker", "lost a worker")],
    indirect=["dask"],
)
def test_what_dask_cannot_go_on_without_is_said(dask: Cluster, lost: str, said: str, tmp_path: Path) -> None:
    """More deals than are answered until the loss is noticed; what was answered is kept."""
    path = tmp_path / "dask.parquet"
    process = start(path, "--scheduler", dask.address, "--deals", str(100 * BLOCK[3]))
    (dask.scheduler if lost == "scheduler" else dask.workers[0]).kill()
    _, told = process.communicate(timeout=60)
    assert process.returncode == 3, told
    *before, last = told.splitlines()
    assert said in last and "the same command continues" in last
    assert all("deals answered" in line or "connecting to" in line for line in before)  # on a slow machine
    assert list(tmp_path.glob("dask.parquet.parts/*.block")) and not path.exists()


class Cancelling(ThreadPoolExecutor):
    """An executor that cancels all it is given."""

    def submit(self, *call: object, **more: object) -> Future[Any]:  # type: ignore[override]
        future: Future[Any] = Future()
        future.cancel()
        future.set_running_or_notify_cancel()
        return future


def test_cancelled_work_is_said() -> None:
    with Cancelling(1) as pool, pytest.raises(StoppedError, match="the work was cancelled"):
        survey(3, 10, seed=7, executor=pool)


def test_errors_of_the_work_stay_what_they_are() -> None:
    assert not workers.is_of_dask(OSError())
    assert workers.is_of_dask(pytest.importorskip("distributed").comm.CommClosedError())


@pytest.mark.filterwarnings("ignore")
def test_no_scheduler_there(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("_gamekit.work.workers.CONNECT_SECONDS", 1)
    monkeypatch.setattr(workers.progress, "FIRST", 0.0)
    said: list[str] = []
    monkeypatch.setattr(workers.progress, "say", said.append)
    with pytest.raises(ArgumentError, match="no Dask scheduler"):
        survey(3, 10, scheduler="tcp://127.0.0.1:9")
    assert said == ["connecting to tcp://127.0.0.1:9 …"]


def test_certificates_that_are_missing_are_named() -> None:
    pytest.importorskip("distributed")
    with pytest.raises(ArgumentError, match="tls://127.0.0.1:9 needs certificates: set distributed.comm.tls"):
        survey(3, 10, scheduler="tls://127.0.0.1:9")


@pytest.mark.parametrize(
    "address", ["", "nonsense", "nonsense://x", "x://y:1", "tcp://x", "x:y", "x:0", "x:65536", "[x"]
)
def test_malformed_addresses_are_refused_at_once(address: str) -> None:
    with pytest.raises(ArgumentError, match="no Dask scheduler at .*: an address is like tcp://host:8786"):
        survey(3, 10, scheduler=address)


def test_extras_that_are_missing_are_named(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    with pytest.raises(ArgumentError, match="extra parquet .*: python -m pip install 'pyarrow>="):
        survey(3, 10, out=tmp_path / "x")
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(ArgumentError, match="extra cluster .*: python -m pip install 'distributed>="):
        survey(3, 10, scheduler="tcp://127.0.0.1:9")
    assert not list(tmp_path.iterdir())
