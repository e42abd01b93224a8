"""Settings of all tests, and how to run the programs."""

from __future__ import annotations

import contextlib
import functools
import io
import json
import logging
import os
import platform
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import fastjsonschema
import hypothesis
import pytest

from _gamekit.folders import CACHE_VARIABLE, cache_folder
from _gamekit.program import Program
from amulets_solver import cli as amulets_cli
from mabi_search import cli as mabi_cli
from narabi_solver import cli as narabi_cli
from tales_of_arabia import cli as tales_cli

ROOT = Path(__file__).parents[1]

if CACHE_VARIABLE not in os.environ:  # in the processes of pytest-xdist it is that of the first one
    KEPT_TABLES = cache_folder()[0] / "tables"
    CACHE = tempfile.TemporaryDirectory(prefix="narabi-mabi-")
    """The cache folder of the tests: Narabi's tables, and no tables, atlas or census that a person made."""
    KEPT_TABLES.mkdir(parents=True, exist_ok=True)
    Path(CACHE.name, "tables").symlink_to(KEPT_TABLES, target_is_directory=True)
    os.environ[CACHE_VARIABLE] = CACHE.name

hypothesis.settings.register_profile("new", deadline=None, print_blob=True)
hypothesis.settings.register_profile("same", deadline=None, print_blob=True, derandomize=True)
hypothesis.settings.register_profile("fewer", hypothesis.settings.get_profile("same"), max_examples=15)


class Reading:
    """Says again and again that the processes of pytest-xdist read the tests, which they do in silence."""

    def __init__(self, say: Callable[[str], None], every: float = 1.5) -> None:
        self.say, self.every, self.left, self.done = say, every, 0, threading.Event()
        self.thread = threading.Thread(target=self._say, daemon=True)

    def _say(self) -> None:
        started = time.monotonic()
        while not self.done.wait(self.every):
            self.say(f"reading the tests: {time.monotonic() - started:.0f} s")

    def pytest_xdist_setupnodes(self, specs: list[object]) -> None:
        self.left = len(specs)
        self.thread.start()

    def pytest_xdist_node_collection_finished(self) -> None:
        self.left -= 1
        if not self.left:
            self.done.set()


def pytest_configure(config: pytest.Config) -> None:
    """Draw the same examples in each run, fewer for quick tests alone; with nightly tests draw new ones."""
    marks = config.option.markexpr
    profile = "fewer" if "not slow" in marks else "same" if "not nightly" in marks else "new"
    hypothesis.settings.load_profile(profile)


def pytest_sessionstart(session: pytest.Session) -> None:
    """Have it said by the process that starts the others."""
    plugins = session.config.pluginmanager
    if session.config.getoption("numprocesses", None) and not hasattr(session.config, "workerinput"):
        plugins.register(Reading(plugins.get_plugin("terminalreporter").write_line))  # type: ignore[union-attr]


def what_ran(stats: Mapping[str, Sequence[Any]]) -> str:
    """Return how many tests of each kind had which end, and how long they took."""
    ends, seconds = Counter[tuple[str, str]](), Counter[str]()
    for end, reports in stats.items():
        for report in reports:
            if isinstance(report, pytest.TestReport):
                kind = next((one for one in ("nightly", "slow") if one in report.keywords), "quick")
                seconds[kind] += report.duration
                if end:  # what was set up or taken down has none
                    ends[kind, end] += 1
    return "; ".join(
        f"{kind}: {', '.join(f'{count:,} {end}' for (one, end), count in ends.items() if one == kind)}"
        f" in {seconds[kind]:,.0f} s"
        for kind in ("quick", "slow", "nightly")
        if kind in seconds
    )


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Say what was run, of which commit, and where: for the report of a release."""
    describe = ["git", "describe", "--always", "--dirty"]
    with contextlib.suppress(OSError):
        done = subprocess.run(describe, cwd=ROOT, capture_output=True, text=True, check=False)
        terminalreporter.write_line(f"commit {done.stdout.strip() or 'unknown'}")
    terminalreporter.write_line(f"Python {platform.python_version()} on {platform.platform()}")
    terminalreporter.write_line(what_ran(terminalreporter.stats))


Run = Callable[..., subprocess.CompletedProcess[str]]

PROGRAMS = {
    "narabi": narabi_cli.main,
    "mabi": mabi_cli.main,
    "amulets": amulets_cli.main,
    "tales": tales_cli.main,
}


@functools.cache
def schema_of(program: str, command: str) -> Callable[[object], object]:
    """Return what raises an error unless a line of a command is as its schema says."""
    whole = json.loads((ROOT / "docs" / "schemas" / f"{program}.json").read_text())
    check: Callable[[object], object] = fastjsonschema.compile({**whole["$defs"][command]})
    return check


def print_checked(program: Program, value: Mapping[str, Any]) -> None:
    """Compare each line of JSON with its schema before it is printed; a new key asks for a new version."""
    if kept := os.environ.get("NARABI_MABI_LINES"):
        with open(kept, "a") as file:
            file.write(f"{program.name} {program.running} {json.dumps(value)}\n")
    else:
        schema_of(program.name, program.running)(json.loads(json.dumps({"schema": program.schema, **value})))
    PRINTED(program, value)


PRINTED = Program.print_json
Program.print_json = print_checked  # type: ignore[method-assign]


@pytest.fixture(scope="session")
def warm() -> None:
    """Build Narabi's tables, so that the processes that a test starts find them in the cache folder."""
    from narabi_solver import DealSpec, analyse, find_deals, random_deal

    if not os.environ.get("NUMBA_DISABLE_JIT"):
        for count in (3, 4, 5):
            analyse(random_deal(count))
        list(find_deals(3, DealSpec(), max_deals=1))


@pytest.fixture
def narabi(warm: None) -> Run:
    """Return a function that runs `narabi` in a process of its own."""

    def run(*arguments: str, stdin: str | bytes = "", **environment: str) -> subprocess.CompletedProcess[str]:
        data = stdin.encode() if isinstance(stdin, str) else stdin
        done = subprocess.run(
            [sys.executable, "-m", "narabi_solver", *arguments],
            input=data,
            capture_output=True,
            cwd=ROOT,
            env=os.environ | environment,
            timeout=120,
            check=False,
        )
        return subprocess.CompletedProcess(
            done.args, done.returncode, done.stdout.decode(), done.stderr.decode()
        )

    return run


@pytest.fixture
def program_here(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str], caplog: pytest.LogCaptureFixture
) -> Run:
    """Return a function that runs a program, its first argument, in this process.

    That is a second quicker, for what needs no process of its own. What the program logs comes last on its
    error output.
    """

    def run(
        program: str, *arguments: str, stdin: str | bytes = "", folder: Path = ROOT
    ) -> subprocess.CompletedProcess[str]:
        data = stdin.encode() if isinstance(stdin, str) else stdin
        monkeypatch.chdir(folder)
        monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(data)))
        caplog.set_level(logging.INFO)
        caplog.clear()
        capfd.readouterr()
        try:
            code = PROGRAMS[program](list(arguments))
        except SystemExit as ended:  # by argparse
            code = int(ended.code or 0)
        out, err = capfd.readouterr()
        logged = "".join(f"{program}: {record.getMessage()}\n" for record in caplog.records)
        return subprocess.CompletedProcess(arguments, code, out, err + logged)

    return run


@pytest.fixture
def narabi_here(program_here: Run) -> Run:
    """Return a function that runs `narabi` in this process."""
    return functools.partial(program_here, "narabi")


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
            if count:
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


def messages(error_output: str) -> list[str]:
    """Return the messages of an error output, a line each, without the lines that show a place."""
    return [line for line in error_output.splitlines() if not line.startswith("  ")]
