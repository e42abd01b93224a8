"""Surveys: the same for any workers, resumed after anything, and right."""

import contextlib
import json
import multiprocessing
import resource
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import duckdb
import pyarrow.parquet
import pytest

from narabi_solver import (
    ArgumentError,
    Deal,
    Deck,
    Outcome,
    Rules,
    StoppedError,
    batch,
    blocks,
    paired_survey,
    random_deal,
    solve,
    survey,
    verify,
)
from narabi_solver.blocks import BLOCK, UNDECIDED, UNSOLVABLE, Study, Tally
from narabi_solver.cli import main
from tests.conftest import ROOT, Run

DEALS = 3 * BLOCK[3] + 1_000


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the file of an uninterrupted survey."""
    path = tmp_path_factory.mktemp("whole") / "whole.parquet"
    survey(3, DEALS, 7, out=path)
    return path


def test_the_rows_are_the_deals_and_their_answers(whole: Path) -> None:
    table = pyarrow.parquet.read_table(whole).to_pydict()
    assert table["index"] == list(range(DEALS))
    for i in [*range(40), BLOCK[3] - 1, BLOCK[3], DEALS - 1]:
        deal = random_deal(3, 7, i)
        solution = solve(deal)
        assert table["deal"][i] == str(deal)
        assert (table["outcome"][i], table["turns"][i]) == (str(solution.outcome), solution.turns)
        played = verify(deal, table["line"][i])
        assert played.in_order and played.turns == solution.turns
        assert table["nodes"][i] == solution.nodes


def test_the_statistics_are_those_of_the_rows(whole: Path) -> None:
    found = survey(3, DEALS, 7)
    turns = Counter(pyarrow.parquet.read_table(whole)["turns"].to_pylist())
    assert found.distribution == {k: n for k, n in sorted(turns.items()) if k is not None}
    assert found.solved + found.unsolvable + found.undecided == DEALS
    assert found.solvable.low < found.solved / DEALS <= found.solvable.high
    assert found.mean_turns.low < sum(k * n for k, n in found.distribution.items()) / found.solved
    for fate, (number, deal) in [(t, found.examples(t)[0]) for t in found.distribution]:
        assert solve(deal).turns == fate and deal == random_deal(3, 7, number)


def test_a_finished_file_opens_in_duckdb_and_says_where_it_is_from(whole: Path) -> None:
    rows = duckdb.sql(f"select turns, count(*) from '{whole}' group by turns order by turns").fetchall()
    assert dict(rows) == survey(3, DEALS, 7).distribution
    about = json.loads(pyarrow.parquet.read_schema(whole).metadata[b"narabi_survey"])
    assert about["study"]["seed"] == 7 and Deck.loads(about["study"]["deck"]) == Deck.standard()
    assert about.keys() == {"study", "tally"}
    assert about["study"].keys() == Study(3, DEALS, 7, Rules(), Deck.standard()).identity().keys()


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


def test_json_has_the_promised_keys_and_depends_on_nothing_but_the_question(
    narabi: Run, narabi_here: Run
) -> None:
    answers = []
    for workers, run in (("1", narabi_here), ("2", narabi)):
        done = run("survey", "--players", "5", "--deals", str(BLOCK[5] + 100), "--workers", workers, "--json")
        assert done.returncode == 0, done.stderr
        answers.append(json.loads(done.stdout))
        assert answers[-1].pop("deals_per_second") > 0
    assert answers[0] == answers[1]
    assert {
        "players", "deals", "seed", "solved", "unsolvable", "undecided", "distribution", "mean_turns",
        "solvable", "confidence", "assumed", "rules",
    } <= answers[0].keys()  # fmt: skip
    assert answers[0]["confidence"] == 0.95 and answers[0]["solvable"].keys() == {"estimate", "low", "high"}


def command(path: Path, *more: str) -> list[str]:
    arguments = ["survey", "--players", "3", "--deals", str(DEALS), "--seed", "7", "--out", str(path), *more]
    return [sys.executable, "-m", "narabi_solver", *arguments]


def start(path: Path, *more: str) -> subprocess.Popen[str]:
    """Start a survey and wait until its first block is there."""
    process = subprocess.Popen(command(path, *more), cwd=ROOT, stderr=subprocess.PIPE, text=True)
    parts = path.with_name(path.name + ".parts")
    deadline = time.monotonic() + 60
    while not list(parts.glob("*.block")) and time.monotonic() < deadline:
        assert process.poll() is None, process.communicate()
        time.sleep(0.002)
    return process


@pytest.mark.parametrize("workers", ["1", "2"])
def test_goes_on_after_kill_9(whole: Path, workers: str, tmp_path: Path) -> None:
    path = tmp_path / "killed.parquet"
    process = start(path, "--workers", workers)
    process.kill()
    process.communicate()
    assert not path.exists()
    first = next((tmp_path / "killed.parquet.parts").glob("*.block"))
    made = first.stat().st_mtime_ns
    seen: list[int] = []

    def look(deals: int, answered: int) -> None:
        seen.append(deals - answered)
        assert first.stat().st_mtime_ns == made

    survey(3, DEALS, 7, out=path, report=look)
    assert seen[0] >= 1_000  # a block was there, and was not made again
    assert path.read_bytes() == whole.read_bytes()


def test_control_c_leaves_what_can_go_on(whole: Path, tmp_path: Path) -> None:
    path = tmp_path / "interrupted.parquet"
    process = start(path, "--workers", "2")
    process.send_signal(signal.SIGINT)
    pressed = time.monotonic()
    _, said = process.communicate(timeout=30)
    assert process.returncode == 130
    assert "the same command goes on" in said and "Traceback" not in said
    assert time.monotonic() - pressed < 5  # a second on a quiet machine
    assert main(command(path)[3:]) == 0 and path.read_bytes() == whole.read_bytes()


def stopped_after_a_block(path: Path, deals: int = DEALS) -> Path:
    """Begin a survey, stop it after its first block, and return that block's file."""
    begun = []
    with pytest.raises(StoppedError):
        survey(3, deals, 7, out=path, report=lambda *_: begun.append(1), stop=lambda: bool(begun))
    (block,) = path.with_name(path.name + ".parts").glob("*.block")
    return block


@pytest.mark.parametrize("damage", ["truncated", "flipped", "empty"])
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
    survey(3, DEALS, 7, out=tmp_path / "s.parquet")
    assert "made again" in caplog.text
    assert (tmp_path / "s.parquet").read_bytes() == whole.read_bytes()


def test_another_command_does_not_mix(tmp_path: Path) -> None:
    path = tmp_path / "s.parquet"
    block = stopped_after_a_block(path)
    before = block.read_bytes()
    with pytest.raises(ArgumentError, match="seed 7 not 8"):
        survey(3, DEALS, 8, out=path)
    with pytest.raises(ArgumentError, match="no_undo False not True"):
        survey(3, DEALS, 7, Rules(no_undo=True), out=path)
    with pytest.raises(ArgumentError, match=f"deals {DEALS} not {DEALS + 1}"):
        survey(3, DEALS + 1, 7, out=path)
    assert block.read_bytes() == before


def test_a_finished_file_answers_and_refuses(whole: Path) -> None:
    before = whole.stat().st_mtime_ns
    found = survey(3, DEALS, 7, out=whole)
    assert (found.answered, found.deals_per_second) == (0, 0.0)
    assert found.tally == survey(3, DEALS, 7).tally
    with pytest.raises(ArgumentError, match="of another command"):
        survey(4, DEALS, 7, out=whole)
    assert whole.stat().st_mtime_ns == before


def test_a_file_of_somebody_else_is_left_alone(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "thesis.parquet"
    path.write_text("ten years of work")
    assert main(["survey", "--players", "3", "--deals", "10", "--out", str(path)]) == 2
    assert "left alone" in capsys.readouterr().err
    assert path.read_text() == "ten years of work"
    assert main(["survey", "--players", "3", "--deals", "10", "--out", str(tmp_path)]) == 2
    for out in (str(tmp_path / "no" / "f"), "/", "/proc/survey.parquet"):
        assert main(["survey", "--players", "3", "--deals", "10", "--out", out]) == 2
    assert "Traceback" not in capsys.readouterr().err


def test_a_link_is_followed(tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to(tmp_path / "target")
    survey(3, 10, 7, out=tmp_path / "link")
    assert (tmp_path / "link").is_symlink() and (tmp_path / "target").is_file()


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


def test_one_process_at_a_time(tmp_path: Path) -> None:
    path = tmp_path / "s.parquet"

    def second(deals: int, answered: int) -> None:
        with pytest.raises(ArgumentError, match="another process"):
            survey(3, 10, 7, out=path)

    survey(3, 10, 7, out=path, report=second)


def test_a_file_that_may_not_grow_is_said_and_goes_on(whole: Path, tmp_path: Path) -> None:
    """A limit on the size of files stands for a full disk where nothing can be mounted."""
    path = tmp_path / "small.parquet"
    limit = 1_000_000
    done = subprocess.run(
        command(path),
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit)),
    )
    assert done.returncode == 2 and "File too large" in done.stderr and "Traceback" not in done.stderr
    assert not list(tmp_path.rglob("*.part"))
    survey(3, DEALS, 7, out=path)
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


def test_a_full_disk_is_said_and_goes_on(whole: Path, full_disk: Path) -> None:
    path = full_disk / "s.parquet"
    done = subprocess.run(command(path), cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 2 and "No space left" in done.stderr and "Traceback" not in done.stderr
    kept = list(full_disk.rglob("*.block"))
    assert kept
    subprocess.run(["mount", "-o", "remount,size=200m", str(full_disk)], check=True)
    assert main(command(path)[3:]) == 0 and path.read_bytes() == whole.read_bytes()


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


@pytest.mark.parametrize("players", [3, 4, 5])
@pytest.mark.parametrize("no_undo", [False, True])
def test_hard_deals_are_searched_longer(
    players: int, no_undo: bool, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """What a batch leaves undecided is answered all the same, in the same words."""
    count = 60 if players < 5 else 4
    rules = Rules(no_undo=no_undo)
    as_usual = survey(players, count, 5, rules, out=tmp_path / "a")
    monkeypatch.setattr(batch, "NODE_BUDGET", 3)
    longer = survey(players, count, 5, rules, out=tmp_path / "b")
    assert longer.tally._replace(nodes=0) == as_usual.tally._replace(nodes=0)
    a, b = (pyarrow.parquet.read_table(tmp_path / name).to_pydict() for name in "ab")
    for name in ("index", "deal", "outcome", "turns"):
        assert a[name] == b[name]
    for deal, line in zip(b["deal"], b["line"], strict=True):
        assert verify(Deal.parse(deal), line, rules).in_order


def test_a_limit_of_nodes_leaves_deals_undecided() -> None:
    found = survey(3, 200, 5, max_nodes=5)
    assert 0 < found.undecided < 200
    assert found.solvable.low < found.solved / 200 and found.solvable.high > 0.9
    for _, deal in found.examples(UNDECIDED):
        assert solve(deal).nodes > 5


def test_a_lower_limit_of_turns() -> None:
    found, whole = survey(3, 500, 5, Rules(limit=4)), survey(3, 500, 5)
    assert found.distribution == {k: n for k, n in whole.distribution.items() if k <= 4}
    assert found.unsolvable == 500 - found.solved and found.undecided == 0


def test_other_stones_are_searched_without_a_table() -> None:
    text = Deck.standard().dumps().replace('4 = "0 1 2 3 4 5 6 7 8 w d d"', '4 = "0 1 2 3 4 5 6 w w d d d"')
    deck = Deck.loads(text)
    found = survey(4, 12, 5, deck=deck)
    turns = Counter(solve(random_deal(4, 5, i, deck)).turns for i in range(12))
    assert found.distribution == turns


def test_a_wrong_line_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    from narabi_solver import InternalError

    true = batch.solve_packed

    def wrong(*arguments: object) -> batch.PackedSolutions:
        found = true(*arguments)  # type: ignore[arg-type]
        found.lines[0, 0] ^= 1
        return found

    monkeypatch.setattr(batch, "solve_packed", wrong)
    with pytest.raises(InternalError, match="does not win"):
        survey(3, 10, 5)


def test_the_tally_does_not_depend_on_the_order() -> None:
    study = Study(3, 4_000, 3, Rules(), Deck.standard())
    parts = [blocks.answer(study, s, 1_000).tally(s) for s in range(0, 4_000, 1_000)]
    whole = blocks.answer(study, 0, 4_000).tally(0)
    for order in ([0, 1, 2, 3], [3, 1, 0, 2]):
        total = Tally.empty()
        for i in order:
            total = total.plus(parts[i])
        assert total == whole
    assert Tally.of_json(json.loads(json.dumps(whole))) == whole


def test_a_paired_survey_compares_the_same_deals() -> None:
    found = paired_survey(4, 3_000, 5, workers=2)
    plain, no_undo = survey(4, 3_000, 5), survey(4, 3_000, 5, Rules(no_undo=True))
    assert tuple(found.counts.sum(axis=1)) == plain.tally.counts
    assert tuple(found.counts.sum(axis=0)) == no_undo.tally.counts
    assert found.both + found.only_first + found.only_second + found.neither == 3_000
    assert found.both == no_undo.solved and found.only_second == 0
    assert sum(found.differences.values()) == found.both and min(found.differences) == 0
    number, deal = found.examples()[0]
    assert solve(deal).turns != solve(deal, Rules(no_undo=True)).turns
    assert all(
        solve(random_deal(4, 5, i)).turns == solve(random_deal(4, 5, i), Rules(no_undo=True)).turns
        for i in range(0, number, 5)
    )


def test_paired_decks(tmp_path: Path) -> None:
    dropped = Deck.loads(Deck.standard().dumps().replace('[cards."four-away"]', '[cards."any"]', 1).replace(
        "distance = [4]\n", "", 1
    ))  # fmt: skip
    found = paired_survey(3, 2_000, 5, (Rules(), Rules()), decks=(Deck.standard(), dropped))
    assert found.changed.estimate is not None and found.changed.estimate > 0
    assert max(found.differences) == 0 and min(found.differences) < 0  # a card less can only help
    text = Deck.standard().dumps()
    fewer = Deck.loads(text[: text.index('[cards."four-away"]')])
    with pytest.raises(ArgumentError, match="as many cards"):
        paired_survey(3, 10, decks=(Deck.standard(), fewer))


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--players", "3"], "--deals"),
        (["--players", "6", "--deals", "5"], "3 to 5"),
        (["--players", "3", "--deals", "0"], "1 or more"),
        (["--players", "3", "--deals", "5", "--workers", "0"], "1 to 256"),
        (["--players", "3", "--deals", "5", "--paired", "--no-undo"], "--paired"),
        (["--players", "3", "--deals", "99999999999999999999999"], "deals must be"),
    ],
)
def test_nonsense(arguments: list[str], message: str, narabi_here: Run) -> None:
    done = narabi_here("survey", *arguments)
    assert done.returncode == 2 and message in done.stderr and "Traceback" not in done.stderr


def test_for_people(narabi_here: Run) -> None:
    done = narabi_here("survey", "--players", "5", "--deals", "300", "--seed", "2")
    assert done.returncode == 0
    assert "solvable" in done.stdout and "Clopper-Pearson" in done.stdout and "assumed" in done.stdout
    done = narabi_here("survey", "--players", "4", "--deals", "3000", "--seed", "5", "--paired")
    assert done.returncode == 0 and "McNemar" in done.stdout
    done = narabi_here("survey", "--players", "3", "--deals", "300", "--max-nodes", "5")
    assert done.returncode == 3 and "undecided" in done.stdout


def test_an_unsolvable_deal_is_counted() -> None:
    number = 6_376  # found by a survey of 10,000 deals
    study = Study(5, number + 1, 0, Rules(), Deck.standard())
    tally = blocks.answer(study, number, 1).tally(number)
    assert tally.counts[UNSOLVABLE] == 1 and tally.examples[UNSOLVABLE] == (number,)
    assert solve(random_deal(5, 0, number)).outcome is Outcome.UNSOLVABLE
