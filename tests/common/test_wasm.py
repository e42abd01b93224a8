"""Kernels in WebAssembly: they do what the same entries do here, bit for bit."""

from __future__ import annotations

import base64
import functools
import gzip
import json
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import NamedTuple

import pytest

from _gamekit.jit import build_all, store, wasm
from _gamekit.jit.entry import PLAIN
from mabi_search import Limits, Position, analyse
from mabi_search.page import making
from narabi_solver import Rules as NarabiRules, random_deal, solve, solving
from narabi_solver.page import making as narabi_making
from tests.common.test_entries import proofs, runs, table_of_12_stones, table_of_15_stones
from tests.conftest import ROOT
from tests.mabi.samples import JOINED, TRIED
from tests.nightly import nightly
from tests.recording import Recording

HERE = Path(__file__).parent
NODE = shutil.which("node")
FEWEST_CALLS = 20
"""Of each search."""


def reason() -> str | None:
    """Return what is missing here to build and run kernels in WebAssembly."""
    if PLAIN:
        return "nothing is compiled"
    try:
        wasm.linker()
    except store.KernelError as error:
        return str(error)
    return None if NODE else "there is no node"


pytestmark = pytest.mark.skipif(reason() is not None, reason=str(reason()))


def test_a_page_has_the_same_bytes_whichever_python_wrote_it() -> None:
    packed = base64.b64decode(wasm.packed("mabi", making.ENTRIES))
    assert gzip.decompress(packed) == wasm.module("mabi", making.ENTRIES)
    assert packed[4:8] == bytes(4) and packed[9] != 255, "no time; the system as zlib names it"


def command(*arguments: str) -> subprocess.CompletedProcess[str]:
    program = [sys.executable, "-m", "_gamekit.jit.wasm", *arguments]
    return subprocess.run(program, cwd=ROOT, capture_output=True, text=True, check=False)


def node(script: str, *arguments: Path) -> subprocess.CompletedProcess[str]:
    program = [str(NODE), str(HERE / script), *map(str, arguments)]
    return subprocess.run(program, capture_output=True, text=True, check=False)


# The same as here ------------------------------------------------------------------------------

Patch = pytest.MonkeyPatch
MABI, NARABI = "mabi_search.kernels", "narabi_solver.kernels"


def narabi(folder: Path, patch: Patch) -> None:
    for players in (3, 4, 5):
        deals = solving.random_packed(players, 7, 0, 60, NarabiRules(no_undo=players != 4))
        solving.solve_packed(deals, 3_000, count_all=players == 3)
    table_of_12_stones(folder, patch)
    table_of_15_stones(folder, patch)


def single_deals(folder: Path, patch: Patch) -> None:
    del folder
    patch.setattr("narabi_solver.kernels.astar.FIRST_ROWS", 64)
    for rules in (
        NarabiRules(),
        NarabiRules(no_undo=True),
        NarabiRules(no_undo=True, undo_reading="receiver"),
    ):
        for players in (3, 4, 5):
            for i in range(4):
                solve(random_deal(players, 2026, i), rules=rules, limits=Limits(max_nodes=300))


def mabi(folder: Path, patch: Patch) -> None:
    for text in ("start moves a1a2 h8h7", JOINED, TRIED):
        analyse(Position.parse(text), lines=2, limits=Limits(max_nodes=2_000))


def proofs_and_runs(folder: Path, patch: Patch) -> None:
    proofs(folder, patch)
    runs(folder, patch)


class Group(NamedTuple):
    """Entries of one module, by the names they have there, and what calls them."""

    work: Callable[[Path, Patch], None]
    searches: dict[str, str]
    others: dict[str, str]
    quota: int


GROUPS = [
    Group(
        single_deals,
        {"step": f"{NARABI}.astar.step"},
        {name: f"{NARABI}.astar.{name}" for name in ("begin", "index")},
        quota=40,
    ),
    Group(
        narabi,
        {"twelve": f"{NARABI}.twelve.ida.search", "fifteen": f"{NARABI}.fifteen.ida.search"},
        {
            name: f"{NARABI}.twelve.relaxed.{name}"
            for name in ("fill_orders", "spread_layer", "fill_layer", "fill_sets")
        }
        | {name: f"{NARABI}.fifteen.near.{name}" for name in ("sign", "before", "enter")},
        quota=50,
    ),
    Group(
        mabi,
        {"search": f"{MABI}.alphabeta.search.search"},
        {},
        quota=100,
    ),
    Group(
        proofs_and_runs,
        {"prove": f"{MABI}.proof.search.prove"},
        {name: f"{MABI}.proof.search.{name}" for name in ("begin", "begin_again", "tell_pass", "find")}
        | {name: f"{MABI}.proof.search.{name}" for name in ("tell_run", "rehash")}
        | {name: f"{MABI}.runs.run.{name}" for name in ("begin_run", "advance", "path_to")},
        quota=40,
    ),
]


@pytest.mark.parametrize(
    "group", [GROUPS[0], *nightly(*((one,) for one in GROUPS[1:]))], ids=[one.work.__name__ for one in GROUPS]
)
def test_the_same_calls_write_the_same_arrays(group: Group, tmp_path: Path, monkeypatch: Patch) -> None:
    entries, module = group.searches | group.others, tmp_path / "kernels.wasm"
    if entries == narabi_making.ENTRIES:
        module.write_bytes(wasm.module("narabi", entries))  # that of the page
    else:
        done = command(*(f"{name}={entry}" for name, entry in entries.items()), "--out", str(module))
        assert done.returncode == 0, done.stderr
    recording = Recording(tmp_path, {entry: name for name, entry in entries.items()}, group.quota)
    recording.record(functools.partial(group.work, tmp_path, monkeypatch))
    replayed = node("replay_kernels.js", module, tmp_path)
    (tmp_path / "memory.bin").unlink()  # it is large
    assert replayed.returncode == 0, replayed.stderr
    answer = json.loads(replayed.stdout)
    assert answer["different"] == []
    assert answer["made"] == {name: recording.kept[entry] for name, entry in entries.items()}
    assert all(answer["made"][name] >= FEWEST_CALLS for name in group.searches)
    if group.work is narabi:
        checked = node("check_kernels.js", module)
        assert checked.returncode == 0, checked.stderr


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["mabi_search.kernels.groups.largest"], "mabi_search.kernels.groups.largest is not the entry"),
        ([f"{MABI}.runs.region.begin", f"{MABI}.proof.search.begin"], "two entries have the same name"),
        ([f"a-b={MABI}.runs.region.begin"], "a module cannot export the name a-b"),
    ],
)
def test_what_cannot_be_written_is_refused(
    arguments: list[str], told: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as ended:
        wasm.main([*arguments, "--out", "no.wasm"])
    assert ended.value.code == 2
    assert told in capsys.readouterr().err


@pytest.mark.slow
def test_what_needs_more_than_its_own_code_is_refused() -> None:
    from _gamekit.jit import build  # imports numba

    text = "declare i64 @wanted(ptr)\ndefine i64 @kernel(ptr %0) {\n"
    text += "  %2 = call i64 @wanted(ptr %0)\n  ret i64 %2\n}\n"
    with pytest.raises(store.KernelError, match="undefined symbol: wanted"):
        wasm.link({"kernel": build.object_of(text, wasm.LEVEL)})


@pytest.mark.slow
def test_modules_may_export_different_entries_by_the_same_name(
    tmp_path: Path, monkeypatch: Patch, capfd: pytest.CaptureFixture[str]
) -> None:
    """Modules that are built together are those that are built alone."""
    entries = {
        "one": "narabi_solver.kernels.fifteen.near.sign",
        "other": "mabi_search.kernels.perft.count.begin",
    }
    for name, entry in entries.items():
        monkeypatch.setitem(sys.modules, name, SimpleNamespace(ENTRIES={"same": entry}))

    def built(folder: Path, *names: str) -> dict[str, bytes]:
        monkeypatch.setattr(build_all, "MODULES", {name: name for name in names})
        packages = ("narabi_solver.kernels.fifteen", "mabi_search.kernels.perft")
        build_all.build_all(packages, store.levels()[:1], folder, pages=True)
        return {path.name.split("-")[0]: path.read_bytes() for path in (folder / wasm.PAGES).iterdir()}

    together = built(tmp_path / "together", *entries)
    assert "linking the kernels of pages: 2 of 2" in capfd.readouterr().err
    assert together == built(tmp_path / "one", "one") | built(tmp_path / "other", "other")
    assert len(set(together.values())) == 2
