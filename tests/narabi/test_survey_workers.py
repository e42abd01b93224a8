"""Who works off a survey: the same answers, and what is lost is said."""

import contextlib
import json
import multiprocessing
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from narabi_solver import ArgumentError, StoppedError, survey
from narabi_solver.statistics import workers
from narabi_solver.statistics.blocks import BLOCK
from tests.conftest import ROOT, Run
from tests.narabi.surveys import DEALS, start

pytestmark = pytest.mark.usefixtures("warm")


@pytest.mark.slow
def test_any_number_of_workers_gives_the_same_bytes(whole: Path, tmp_path: Path) -> None:
    """Two workers have their turn below, after they were killed or interrupted."""
    again = tmp_path / "again.parquet"
    assert survey(3, DEALS, seed=7, workers=3, out=again).totals == survey(3, DEALS, seed=7).totals
    assert again.read_bytes() == whole.read_bytes()
    assert [path.name for path in tmp_path.iterdir()] == ["again.parquet"]


def test_any_executor_does(whole: Path, tmp_path: Path) -> None:
    with ThreadPoolExecutor(2) as threads:
        survey(3, DEALS, seed=7, executor=threads, workers=2, out=tmp_path / "threads.parquet")
    assert (tmp_path / "threads.parquet").read_bytes() == whole.read_bytes()


@pytest.mark.slow
def test_a_scheduler_that_is_none_is_said_once(narabi: Run) -> None:
    """Dask complains in its own words too where it can, up to the end of the process."""
    question = ["survey", "--players", "3", "--deals", "10", "--scheduler"]
    done = narabi(*question, "nonsense://x")
    assert done.returncode == 2 and done.stderr.count("\n") == 1, done.stderr
    addresses = ["foo", "tcp://", "tcp://127.0.0.1:9"]
    program = (
        "from narabi_solver import cli\nfrom narabi_solver.statistics import workers\n"
        "workers.CONNECT_SECONDS = 1\n"
        f"print([cli.main([*{question}, address]) for address in {addresses}])"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert done.stdout == "[2, 2, 2]\n" and done.stderr.count("\n") == 3, done.stderr
    assert all(
        f"{address!r}" in line for address, line in zip(addresses, done.stderr.splitlines(), strict=True)
    )


def test_a_lost_worker_process_is_said() -> None:
    def kill(text: str, /, **counts: int) -> None:
        for child in multiprocessing.active_children():
            child.kill()

    with pytest.raises(StoppedError, match="a worker was lost"):
        survey(3, 20 * BLOCK[3], seed=7, workers=2, progress=kill)


class Cluster(NamedTuple):
    """A Dask cluster on loopback, its workers ready."""

    address: str
    scheduler: subprocess.Popen[bytes]
    workers: list[subprocess.Popen[bytes]]


@pytest.fixture
def dask(tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[Cluster]:
    """Return a cluster; a parameter says how many workers it has, and how many of them a task may lose."""
    address_file = tmp_path / "scheduler.json"
    count, failures = getattr(request, "param", (2, 3))
    environment = os.environ | {"DASK_DISTRIBUTED__SCHEDULER__ALLOWED_FAILURES": str(failures)}
    with contextlib.ExitStack() as stack:

        def run(*arguments: str) -> subprocess.Popen[bytes]:
            program = [sys.executable, "-m", "distributed.cli." + arguments[0], *arguments[1:]]
            quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
            process = subprocess.Popen(program, cwd=ROOT, env=environment, **quiet)  # type: ignore[call-overload]
            stack.callback(process.wait)
            stack.callback(process.kill)
            return process  # type: ignore[no-any-return]

        here = ["--host", "127.0.0.1", "--no-dashboard"]
        scheduler = run("dask_scheduler", *here, "--port", "0", "--scheduler-file", str(address_file))
        address = _address(address_file)
        options = ["--nthreads", "1", "--no-nanny", "--local-directory", str(tmp_path)]
        workers = [run("dask_worker", address, *here, *options) for _ in range(count)]
        from distributed import Client

        with Client(address, set_as_default=False) as client:
            client.wait_for_workers(count, timeout=60)
        yield Cluster(address, scheduler, workers)


def _address(file: Path) -> str:
    """Return the address in the file of a scheduler, when it is written."""
    deadline = time.monotonic() + 60
    while True:
        try:
            return str(json.loads(file.read_text())["address"])
        except (FileNotFoundError, ValueError):
            assert time.monotonic() < deadline
            time.sleep(0.05)


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


@pytest.mark.slow
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
    assert said in told and "the same command continues" in told and told.count("\n") == 1
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
    assert not workers._is_of_dask(OSError())
    assert workers._is_of_dask(pytest.importorskip("distributed").comm.CommClosedError())


@pytest.mark.filterwarnings("ignore")
def test_no_scheduler_there(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("narabi_solver.statistics.workers.CONNECT_SECONDS", 1)
    with pytest.raises(ArgumentError, match="no Dask scheduler"):
        survey(3, 10, scheduler="tcp://127.0.0.1:9")
    with pytest.raises(ArgumentError, match="no Dask scheduler"):
        survey(3, 10, scheduler="nonsense://x")


def test_extras_that_are_missing_are_named(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    with pytest.raises(ArgumentError, match="extra parquet .*: python -m pip install 'pyarrow>="):
        survey(3, 10, out=tmp_path / "x")
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(ArgumentError, match="extra cluster .*: python -m pip install 'distributed>="):
        survey(3, 10, scheduler="tcp://127.0.0.1:9")
    assert not list(tmp_path.iterdir())
