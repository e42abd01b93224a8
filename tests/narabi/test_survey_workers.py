"""Who works off a survey: the same answers, and what is lost is said."""

import contextlib
import json
import multiprocessing
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from narabi_solver import ArgumentError, StoppedError, survey
from narabi_solver.blocks import BLOCK
from tests.conftest import ROOT, Run
from tests.narabi.surveys import DEALS


def test_any_number_of_workers_gives_the_same_bytes(whole: Path, tmp_path: Path) -> None:
    """Two workers have their turn below, after they were killed or interrupted."""
    again = tmp_path / "again.parquet"
    assert survey(3, DEALS, 7, workers=3, out=again).tally == survey(3, DEALS, 7).tally
    assert again.read_bytes() == whole.read_bytes()
    assert [path.name for path in tmp_path.iterdir()] == ["again.parquet"]


def test_any_executor_does(whole: Path, tmp_path: Path) -> None:
    with ThreadPoolExecutor(2) as threads:
        survey(3, DEALS, 7, executor=threads, workers=2, out=tmp_path / "threads.parquet")
    assert (tmp_path / "threads.parquet").read_bytes() == whole.read_bytes()


def test_a_scheduler_that_is_none_is_said_once(narabi: Run) -> None:
    """Dask complains in its own words too where it can, up to the end of the process."""
    question = ["survey", "--players", "3", "--deals", "10", "--scheduler"]
    done = narabi(*question, "nonsense://x")
    assert done.returncode == 2 and done.stderr.count("\n") == 1, done.stderr
    addresses = ["foo", "tcp://", "tcp://127.0.0.1:9"]
    program = (
        "from narabi_solver import cli, pools\n"
        "pools.CONNECT_SECONDS = 1\n"
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
    def kill(deals: int, answered: int) -> None:
        for child in multiprocessing.active_children():
            child.kill()

    with pytest.raises(StoppedError, match="a worker was lost"):
        survey(3, 20 * BLOCK[3], 7, workers=2, report=kill)


@pytest.fixture
def dask(tmp_path: Path) -> Iterator[tuple[str, list[subprocess.Popen[bytes]]]]:
    """Return the address of a Dask scheduler on loopback, and its two workers."""
    address_file = tmp_path / "scheduler.json"
    with contextlib.ExitStack() as stack:

        def run(*arguments: str) -> subprocess.Popen[bytes]:
            program = [sys.executable, "-m", "distributed.cli." + arguments[0], *arguments[1:]]
            quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
            process = subprocess.Popen(program, cwd=ROOT, **quiet)  # type: ignore[call-overload]
            stack.callback(process.wait)
            stack.callback(process.kill)
            return process  # type: ignore[no-any-return]

        here = ["--host", "127.0.0.1", "--no-dashboard"]
        run("dask_scheduler", *here, "--port", "0", "--scheduler-file", str(address_file))
        deadline = time.monotonic() + 60
        while not address_file.exists() and time.monotonic() < deadline:
            time.sleep(0.05)
        time.sleep(0.2)
        address = json.loads(address_file.read_text())["address"]
        options = ["--nthreads", "1", "--no-nanny", "--local-directory", str(tmp_path)]
        yield address, [run("dask_worker", address, *here, *options) for _ in range(2)]


@pytest.mark.filterwarnings("ignore")  # of Dask's own
def test_a_dask_cluster_that_loses_a_worker(
    whole: Path, dask: tuple[str, list[subprocess.Popen[bytes]]], tmp_path: Path
) -> None:
    address, (_, second) = dask
    path = tmp_path / "dask.parquet"
    from distributed import Client

    with Client(address, set_as_default=False) as client:
        client.wait_for_workers(2, timeout=60)
    found = survey(3, DEALS, 7, scheduler=address, out=path, report=lambda *_: second.kill())
    assert found.tally == survey(3, DEALS, 7).tally
    assert path.read_bytes() == whole.read_bytes()
    assert second.poll() is not None


@pytest.mark.filterwarnings("ignore")
def test_no_scheduler_there(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("narabi_solver.pools.CONNECT_SECONDS", 1)
    with pytest.raises(ArgumentError, match="no Dask scheduler"):
        survey(3, 10, scheduler="tcp://127.0.0.1:9")
    with pytest.raises(ArgumentError, match="no Dask scheduler"):
        survey(3, 10, scheduler="nonsense://x")


def test_extras_that_are_missing_are_named(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    with pytest.raises(ArgumentError, match=r"narabi-mabi\[parquet\]"):
        survey(3, 10, out=tmp_path / "x")
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(ArgumentError, match=r"narabi-mabi\[cluster\]"):
        survey(3, 10, scheduler="tcp://127.0.0.1:9")
    assert not list(tmp_path.iterdir())
