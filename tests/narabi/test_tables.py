"""The tables of the search: what is in them, and their files."""

import json
import os
import shutil
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, strategies as st

from _gamekit import files
from _gamekit.folders import CACHE_VARIABLE, cache_folder
from narabi_solver import Deal, Rules, Stone, random_deal, solve
from narabi_solver.cli import main
from narabi_solver.game.rules import in_order
from narabi_solver.kernels.fifteen import near
from narabi_solver.kernels.twelve import relaxed
from narabi_solver.solving import random_packed, tables
from narabi_solver.solving.packing import pack
from tests import strategies
from tests.conftest import ROOT
from tests.interrupting import busy_for, interrupt, start
from tests.narabi.samples import EXAMPLE
from tests.nightly import nightly_twin, thinned
from tests.parts import called

pytestmark = pytest.mark.usefixtures("warm")

# Found by two independent programs; docs/rules-narabi.md tells what is counted.
LAYERS = {
    3: [3_960, 104_616, 2_166_156, 21_433_716, 49_892_400, 6_232_536, 216],
    4: [3_960, 87_318, 1_610_910, 18_833_292, 53_179_452, 6_118_020, 648],
}


@pytest.mark.parametrize("players", LAYERS)
def test_layer_counts(players: int) -> None:
    assert list(tables.layers(players, tables.load(players)).values()) == LAYERS[players]


def any_swap(rings: set[str], hand: int) -> set[str]:
    """Return the arrangements from which one relaxed turn leads into a set, in plain Python."""
    found = set()
    for ring in rings:
        ring = ring[-hand:] + ring[:-hand]
        for own in range(hand):
            for other in range(hand, len(ring)):
                stones = list(ring)
                stones[own], stones[other] = stones[other], stones[own]
                found.add(normal("".join(stones)))
    return found


def normal(ring: str) -> str:
    """Return the least of an arrangement's relabellings; blanks are dots."""
    numbers = [int(c) for c in ring if c != "."]
    n = len(numbers)
    forms = []
    for sign in (1, -1):
        first = numbers[0]
        labels = iter(str(sign * (v - first) % n) for v in numbers)
        forms.append("".join(c if c == "." else next(labels) for c in ring))
    return min(forms)


def test_first_layers_of_15_stones_by_other_means() -> None:
    """Filters 0 to 2, asked and counted, in plain Python over texts."""
    wins = {normal(text_of(mask)) for mask in range(1 << 15) if mask.bit_count() == 5}
    assert len(wins) == 3003
    table = tables.load_near()
    one = any_swap(set(sorted(wins)[::30]), 3)
    assert all(may_need(table, ring) == 0 for ring in wins)
    assert all(may_need(table, ring) <= 1 for ring in sorted(one)[::10])
    two = any_swap(set(sorted(one)[::300]), 3)
    assert all(may_need(table, ring) <= 2 for ring in two)
    three = any_swap(set(sorted(two)[::300]), 3)
    assert {may_need(table, ring) for ring in three} == {1, 2, 3}
    assert tables.layers(5, table) == {
        "0 or 1": 20 * 80_308, "2": 20 * 1_719_038, "3 or more": 20 * (28_989_071 + 514_075_903),
    }  # fmt: skip


def test_how_many_rings_of_15_stones_seem_near_and_are_not() -> None:
    """What `near.py` and docs/narabi-search.md say: a signature finds three bits set by chance."""
    table, start, odds = tables.load_near(), 0, []
    for turns in range(near.FAR):
        size = int(near.SMALLEST) << 4 * turns
        filled = np.bitwise_count(table.words[start : start + size]) / 64
        start, odds = start + size, [*odds, round(1 / float((filled**3).mean()))]
    assert start == table.words.size == near.WORDS
    assert min(odds) == odds[3] == 151


def test_few_rings_of_15_stones_seem_nearer_than_they_are() -> None:
    """Of rings taken at random about 5.3 % are three turns from a win: 28,989,071 of 544,864,320."""
    table = tables.load_near()
    rings = random_packed(5, 1, 0, 5000, Rules()).rings
    needs = [seeming_distance(table, ring) for ring in rings.tolist()]
    assert 0.045 < needs.count(3) / len(needs) < 0.070
    assert needs.count(2) < 0.015 * len(needs) and needs.count(0) + needs.count(1) < 0.01 * len(needs)


def text_of(mask: int) -> str:
    numbers = iter("0123456789")
    return "".join("." if mask >> p & 1 else next(numbers) for p in range(15))


def seeming_distance(table: near.Near, ring: int) -> int:
    """Return the least number of turns that the filters allow, at most 4."""
    signature = np.uint64(called(near.round_of)(np.uint64(ring), table.edges).signature)
    asked = (called(near.may_be_near)(table, signature, np.uint64(turns)) for turns in range(near.FAR))
    return [*asked, True].index(True)


def may_need(table: near.Near, ring: str) -> int:
    blanks = iter(range(10, 15))
    return seeming_distance(
        table, sum((next(blanks) if c == "." else int(c)) << 4 * p for p, c in enumerate(ring))
    )


def distance(deal: Deal) -> int:
    """Return the lower bound that the search takes from the table."""
    packed = pack(deal.state(), Rules())
    (word,) = packed.rings
    if deal.players == 5:
        seeming = seeming_distance(tables.load_near(), int(word))
        return 0 if in_order(deal.state().ring) else max(1, seeming)
    twelve = tables.load_relaxed(deal.players)
    blanks = called(relaxed.pattern_mask)(word)
    order = called(relaxed.order_of)(word, blanks)
    return int(twelve.distance[int(twelve.pattern_of[blanks]) * relaxed.CLASSES + order])


def immovable(deal: Deal) -> Deal:
    """Return a deal in which no card allows a swap."""
    return strategies.with_stones(deal, lambda stone: Stone(stone.label, "stay"))


BOUNDED = given(
    strategies.games(unusual=True) | strategies.near_wins() | strategies.near_wins().map(immovable)
)


@BOUNDED
def test_a_bound_is_never_above_the_truth_and_0_exactly_in_order(deal: Deal) -> None:
    bound = distance(deal)
    assert (bound == 0) == in_order(deal.state().ring)
    solution = solve(deal, algorithm="bfs", limits=strategies.SOME_NODES)
    if solution.turns is not None:
        assert bound <= solution.turns
    elif solution.proven:
        assert bound > 0


test_more_bounds_are_never_above_the_truth = nightly_twin(
    BOUNDED, 200, test_a_bound_is_never_above_the_truth_and_0_exactly_in_order
)


@given(st.data())
def test_relabelling_changes_no_bound(data: st.DataObject) -> None:
    deal = random_deal(data.draw(strategies.players), data.draw(strategies.seeds))
    count = 10 if deal.players == 5 else 9
    shift, sign = data.draw(st.integers(0, count - 1)), data.draw(st.sampled_from([1, -1]))

    def renamed(stone: Stone) -> Stone:
        if stone.label in "wd":
            return stone
        return stone._replace(label=str((sign * int(stone.label) + shift) % count))

    seats = tuple(tuple(map(renamed, seat)) for seat in deal.seats)
    again = Deal(seats, deal.state().mover, unusual=True)
    assert distance(again) == distance(deal)


# Files


def solve_with(cache: Path, players: int = 3) -> subprocess.CompletedProcess[str]:
    deal = EXAMPLE if players == 3 else str(random_deal(players, 1))
    return subprocess.run(
        [sys.executable, "-m", "narabi_solver", "solve", deal, "--json", "--algorithm", "ida"],
        env=os.environ | {CACHE_VARIABLE: str(cache)}, cwd=ROOT, capture_output=True, text=True, check=False,
    )  # fmt: skip


@pytest.fixture
def cache(tmp_path: Path) -> Path:
    """Return a cache with kernels and the table for 3 players."""
    folder = cache_folder()[0]
    tables.load(3)
    (tmp_path / "kernels").symlink_to(folder / "kernels")
    (tmp_path / "tables").mkdir()
    shutil.copy(tables.in_folder(folder / "tables", 3), tmp_path / "tables")
    return tmp_path


@pytest.mark.parametrize(
    "how", thinned(6, ["cut", "flip", "empty", "version", "other players", "no players"])
)
def test_a_damaged_table_is_noticed_said_and_made_again(
    cache: Path, how: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """In this process, and what takes long is not worked out anew: it is below."""
    (path,) = cache.glob("tables/*.table")
    whole, table = path.read_bytes(), tables.load(3)
    if how == "cut":
        path.write_bytes(whole[:-1000])
    elif how == "flip":
        path.write_bytes(whole[:20_000_000] + bytes([whole[20_000_000] ^ 4]) + whole[20_000_001:])
    elif how == "empty":
        path.write_bytes(b"")
    elif how == "other players":
        payload, about = files.read_checked(path, tables.KIND, tables.VERSION)
        files.write_checked(path, tables.KIND, tables.VERSION, [payload], about | {"players": 4})
    elif how == "no players":
        payload, about = files.read_checked(path, tables.KIND, tables.VERSION)
        del about["players"]
        files.write_checked(path, tables.KIND, tables.VERSION, [payload], about)
    else:
        version = b'"version": %d'
        older = whole.replace(version % tables.VERSION, version % (tables.VERSION - 1), 1)
        path.write_bytes(older)
    monkeypatch.setenv(CACHE_VARIABLE, str(cache))
    monkeypatch.setattr(tables, "build_relaxed", lambda players, progress: table)
    caplog.set_level("INFO")
    again = tables.load.__wrapped__(3)  # past what this process remembers
    assert all(map(np.array_equal, again, table))
    assert "building the table" in caplog.text and "built again" in caplog.text
    assert path.read_bytes() == whole
    assert {p.suffix for p in cache.glob("tables/*")} == {".lock", ".table"}
    caplog.clear()
    assert all(map(np.array_equal, tables.load.__wrapped__(3), table)) and caplog.text == ""


@pytest.mark.nightly
def test_two_processes_build_one_table(cache: Path) -> None:
    """Where there is a damaged one, and one that was half-written."""
    (path,) = cache.glob("tables/*.table")
    whole = path.read_bytes()
    path.write_bytes(whole[:20_000_000] + bytes([whole[20_000_000] ^ 4]) + whole[20_000_001:])
    path.with_name(f"{path.name}.abc.narabi-mabi.part").write_bytes(whole[:5000])
    with ThreadPoolExecutor(2) as pool:
        done = list(pool.map(solve_with, [cache, cache]))
    assert all('"turns": 5' in one.stdout for one in done)
    assert sum("once on this machine" in one.stderr for one in done) == 1
    assert sum("built again" in one.stderr for one in done) == 1
    assert path.read_bytes() == whole
    assert {p.suffix for p in cache.glob("tables/*")} == {".lock", ".table"}
    assert solve_with(cache).stderr == ""


@pytest.mark.slow
def test_an_interrupted_build_leaves_nothing_behind(cache: Path) -> None:
    (path,) = cache.glob("tables/*.table")
    path.unlink()
    process = start("narabi_solver", "tables", "build", environment=os.environ | {CACHE_VARIABLE: str(cache)})
    assert process.stderr is not None and "building" in process.stderr.readline()
    ended = interrupt(process, busy_for(process, 0.3))
    assert ended.returncode == 130 and "Traceback" not in ended.err
    assert list(cache.glob("tables/*.table")) == []
    assert '"turns": 5' in solve_with(cache).stdout


@pytest.mark.slow
def test_info_and_verify(cache: Path) -> None:
    def narabi_tables(action: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [sys.executable, "-m", "narabi_solver", "tables", action],
            env=os.environ | {CACHE_VARIABLE: str(cache)}, cwd=ROOT,
            capture_output=True, text=True, check=False,
        )  # fmt: skip

    info = narabi_tables("info")
    assert info.returncode == 0
    assert "49,892,400 arrangements" in info.stdout and "4 players: missing" in info.stdout
    (path,) = cache.glob("tables/*.table")
    table = tables.load_relaxed(3)
    wrong = table._replace(sets=table.sets ^ np.uint64(1))
    about = {
        "players": 3,
        "parts": [[name, part.dtype.str, list(part.shape)] for name, part in wrong._asdict().items()],
        "layers": {},
    }
    files.write_checked(path, tables.KIND, tables.VERSION, [part.tobytes() for part in wrong], about)
    verified = narabi_tables("verify")  # whole, its checksum right, and wrong
    assert verified.returncode == 1 and "sets differs from the recomputed table" in verified.stdout
    assert "missing" in verified.stdout


def test_tables_are_deleted_and_nothing_else(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Those of earlier versions too, and their locks."""
    monkeypatch.setenv(CACHE_VARIABLE, str(tmp_path))
    folder = tmp_path / "tables"
    folder.mkdir()
    kept = {"notes.table", "relaxed-3-players-4.table.txt", "relaxed-x-players-4.table"}
    deleted = {"relaxed-3-players-4.table", "relaxed-5-players-3.table"}
    for name in (*kept, *deleted, "relaxed-3-players-4.table.lock"):
        (folder / name).write_text("12345")
    (folder / "relaxed-4-players-4.table").mkdir()
    assert main(["tables", "--clear", "--json"]) == 0
    out, err = capsys.readouterr()
    assert [json.loads(line)["bytes"] for line in out.splitlines()] == [0, 0, 0]
    assert err == f"narabi: removed 2 files of 15 bytes from {folder}\n"
    assert {path.name for path in folder.iterdir()} == {*kept, "relaxed-4-players-4.table"}
    assert main(["tables", "--clear"]) == 0
    assert "removed 0 files" in capsys.readouterr().err
