"""Tables as files: damage, interruption, verification, the program; and probes from kernels."""

import json
import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from _gamekit import files
from mabi_search import ArgumentError, MabiError, Position, Rules, probe
from mabi_search.cli import main
from mabi_search.cli.commands import tables as tables_command
from mabi_search.game.packed import words
from mabi_search.kernels import values
from mabi_search.tables import table_files
from mabi_search.tables.placements import position_at
from mabi_search.tables.retrograde import Retrograde, TableSpec
from tests.conftest import ROOT
from tests.interrupting import busy_for, interrupt, start, wait_for
from tests.nightly import slow
from tests.parts import called

SMALL = TableSpec.of(Rules(size="3x3"))


def test_damage_is_noticed(tmp_path: Path) -> None:
    path = table_files.build(SMALL, folder=tmp_path).path
    whole = path.read_bytes()
    position = Position.start(SMALL.rules)
    assert probe(position, folder=tmp_path).proven
    for name, damaged in {
        "has": whole[:-1],
        "checksum": whole[:-5] + bytes([whole[-5] ^ 1]) + whole[-4:],
        "header": whole[:50],
        "header ": whole.replace(b'"draw": ', b'"draw":9', 1),
    }.items():
        path.write_bytes(damaged)
        os.utime(path, ns=(len(name), len(name)))
        with pytest.raises(MabiError, match=name.strip()):
            probe(position, folder=tmp_path)
        assert name.strip() in table_files.info(SMALL, folder=tmp_path).state
        assert table_files.verify(SMALL, folder=tmp_path)
    assert table_files.build(SMALL, folder=tmp_path).state == "ready"
    assert path.read_bytes() == whole
    assert probe(position, folder=tmp_path).proven


def test_missing_and_impossible_tables(tmp_path: Path) -> None:
    with pytest.raises(
        table_files.MissingTableError, match="there is no table .*mabi tables build --size 3x3"
    ):
        probe(Position.start(SMALL.rules), folder=tmp_path)
    with pytest.raises(ArgumentError, match="in circles"):
        probe(Position.start(Rules(size="3x3", freeze="none")), folder=tmp_path)
    with pytest.raises(ArgumentError, match="60,000,000"):
        probe(Position.start(), folder=tmp_path)
    with pytest.raises(ArgumentError, match="the game is over"):
        probe(Position.parse("w1/1b w p - 9 moves pass"), folder=tmp_path)
    table_files.build(SMALL, folder=tmp_path)
    other = TableSpec.of(Rules(size="3x3", pass_rule="final"))
    table_files.path_of(SMALL, tmp_path).rename(table_files.path_of(other, tmp_path))
    assert "the table of another board or of other rules" in table_files.info(other, folder=tmp_path).state


@pytest.mark.parametrize("pass_rule", ["run", "final", "plain", "resume"])
def test_interrupted_and_resumed_gives_the_same_file(tmp_path: Path, pass_rule: str) -> None:
    board = TableSpec.of(Rules(size="3x4", pass_rule=pass_rule))
    whole = table_files.build(board, folder=tmp_path / "whole").path.read_bytes()
    resumed = 0
    for patience in (1, 5, 9, 20, 10_000):
        asked = 0

        def stop(patience: int = patience) -> bool:
            nonlocal asked
            asked += 1
            return asked > patience

        unfinished = table_files.path_of(board, tmp_path).with_suffix(".layers")
        resumed += unfinished.exists()
        try:
            table_files.build(board, folder=tmp_path, stop=stop, keep_seconds=0)
        except table_files.StoppedError:
            assert table_files.info(board, folder=tmp_path).state in ("missing", "under way")
    assert resumed >= 2
    assert table_files.path_of(board, tmp_path).read_bytes() == whole
    assert not unfinished.exists()


def test_damaged_layers_begin_anew(tmp_path: Path) -> None:
    path = table_files.path_of(SMALL, tmp_path)
    path.with_suffix(".layers").write_bytes(b"nothing")
    for suffix in (".table", ".layers"):  # of a process that was killed
        path.with_suffix(f"{suffix}.abc.narabi-mabi.part").write_bytes(b"half")
    assert table_files.build(SMALL, folder=tmp_path).state == "ready"
    assert table_files.verify(SMALL, folder=tmp_path) is None
    assert not list(tmp_path.glob("*.part"))


def test_layers_are_used(tmp_path: Path) -> None:
    """What was kept is taken over: a wrong byte in it is in the result, and `verify` says so."""
    search = Retrograde(SMALL)
    for _ in range(search.run_layers + 1):
        search.advance()
    search.work.alone[:] ^= 1
    table_files._keep(search, table_files.path_of(SMALL, tmp_path).with_suffix(".layers"))
    table_files.build(SMALL, folder=tmp_path)
    assert "differs from the recomputed table" in (table_files.verify(SMALL, folder=tmp_path) or "")


def test_checksummed_but_wrong(tmp_path: Path) -> None:
    path = table_files.build(SMALL, folder=tmp_path).path
    payload, about = files.read_checked(path, table_files.KIND, table_files.VERSION)
    about["draw"] += 1
    files.write_checked(path, table_files.KIND, table_files.VERSION, [payload], about)
    assert "counts in the header" in (table_files.verify(SMALL, folder=tmp_path) or "")


@pytest.mark.parametrize(
    ("pass_rule", "freeze"),
    [
        ("run", "unique"),
        ("final", "none"),
        *slow(("plain", "unique"), ("plain", "none"), ("resume", "leader"), ("resume", "none")),
    ],
)
def test_probes_of_a_kernel(tmp_path: Path, pass_rule: str, freeze: str) -> None:
    board = TableSpec.of(Rules(size="3x3", pass_rule=pass_rule, freeze=freeze))
    table_files.build(board, folder=tmp_path)
    table = table_files.load(board, tmp_path)
    used = np.flatnonzero(table.values != 255)
    positions = [position_at(table.board, index) for index in used.tolist()]
    byte_of = called(values.byte_of)
    found = [
        byte_of(
            *(table.numbering, table.setting, table.values, *map(np.uint64, words(p.state.board))),
            *("wb".index(p.side), "wb-".index(p.holder), "-qpr".index(p.mode)),
        )
        for p in positions
    ]
    assert found == table.values[used].tolist()
    for position, byte in zip(positions[::17], found[::17], strict=True):
        distance = None if byte < 2 else (byte >> 1) - (position.mode == "p")
        assert probe(position, folder=tmp_path).distance == distance


def test_memory_is_told_first(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is told before a build, and not where the table is there."""
    monkeypatch.setattr(tables_command, "LARGE", 0)
    for told in (1, 0):
        assert main(["tables", "build", "--size", "2x4", "--folder", str(tmp_path)]) == 0
        assert (
            capsys.readouterr().err.count("420 placements need at least 0 MiB of memory and two threads")
            == told
        )


def test_program(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    where = ["--size", "3x4", "--folder", str(tmp_path)]
    assert main(["tables", "info", *where, "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["state"] == "missing"
    assert main(["tables", "verify", *where]) == 1
    assert main(["tables", "build", *where]) == 0
    assert "15,521 positions" in capsys.readouterr().out
    assert main(["tables", "verify", *where, "--json"]) == 0
    answer = json.loads(capsys.readouterr().out)
    assert (answer["state"], answer["fault"], answer["longest"]) == ("ready", None, 5)
    assert main(["probe", "start", *where, "--json"]) == 0
    answer = json.loads(capsys.readouterr().out)
    assert (answer["value"], answer["distance"], answer["best_moves"]) == ("win", 2, ["c1c2", "c3c2"])
    assert main(["probe", "start", *where]) == 0
    assert "win for the side to move at distance 2" in capsys.readouterr().out
    assert main(["tables", "build"]) == 2
    capsys.readouterr()
    assert main(["tables"]) == 2
    assert capsys.readouterr().err == "mabi: give build, info or verify, or --clear\n"
    assert main(["probe", "start", "--size", "2x3", "--folder", str(tmp_path)]) == 2
    assert "there is no table" in capsys.readouterr().err


def test_tables_of_a_folder(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Those that are there, complete or not, and what each would need; other files are left alone."""
    where = ["--folder", str(tmp_path / "tables")]
    assert main(["tables", "info", *where]) == 0
    assert capsys.readouterr().out.startswith("no tables in ")
    assert main(["tables", "info", *where, "--json"]) == 0 and capsys.readouterr().out == ""
    ready = table_files.build(SMALL, folder=tmp_path / "tables")
    assert ready.size == SMALL.bytes_needed
    larger = TableSpec.of(Rules(size="3x4", pass_rule="final"))
    table_files.path_of(larger, tmp_path / "tables").with_suffix(".layers").write_bytes(b"")
    damaged = TableSpec.of(Rules(size="2x4"))
    table_files.path_of(damaged, tmp_path / "tables").write_bytes(b"nothing")
    for other in (
        "notes.table",
        "mabi-3x3-99w1b-piece-unique-run.table",
        "mabi-9x9-4w1b-piece-unique-run.table",
        "mabi-3x3-04w1b-piece-unique-run.table",
        f"{SMALL.name}.txt",
    ):
        (tmp_path / "tables" / other).write_bytes(b"nothing")
    assert main(["tables", "info", *where, "--json"]) == 0
    told = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [one["size"] for one in told] == ["2x4", "3x3", "3x4"]
    assert "no readable header" in told[0]["state"]
    assert (told[1]["state"], told[1]["bytes"]) == ("ready", ready.size)
    assert (told[2]["state"], told[2]["bytes"], told[2]["rules"]["pass_rule"]) == ("under way", 0, "final")
    assert told[2]["bytes_needed"] == larger.bytes_needed and told[2]["memory_needed"] == 13 * 13860
    assert main(["tables", "info", *where]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line.split("  ")[-1].strip() for line in lines] == ["damaged", "ready", "under way"]
    assert f"{ready.size:,} bytes" in lines[1]


def test_without_kernels(tmp_path: Path) -> None:
    """A position of a finished table and what is known of tables: numpy is not even loaded."""
    table_files.build(SMALL, folder=tmp_path)
    where = ["--folder", str(tmp_path), "--json"]
    code = (
        "import sys; from mabi_search.cli import main\n"
        f"codes = [main(['probe', 'start', '--size', '3x3', *{where}]), main(['tables', 'info', *{where}]),\n"
        f"    main(['tables', 'info', '--size', '3x3', *{where}]),\n"
        f"    main(['tables', 'info', '--size', '8x8', *{where}])]\n"
        "print(codes, {'numpy', 'numba', 'mabi_search.kernels'} & set(sys.modules))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, cwd=ROOT, check=True)
    probed, *infos, last = done.stdout.splitlines()
    found = json.loads(probed)
    assert (found["value"], found["distance"], len(found["moves"])) == ("win", 2, 8)
    assert [json.loads(one)["state"] for one in infos] == ["ready", "ready"]
    assert last == "[0, 0, 0, 2] set()"
    assert "8x8" in done.stderr and "60,000,000" in done.stderr


@pytest.mark.slow
def test_ctrl_c(tmp_path: Path) -> None:
    """A build that takes seconds ends within one of them."""
    process = start("mabi_search", "tables", "build", "--size", "4x5", "--folder", str(tmp_path))
    wait_for(process, lambda: bool(list(tmp_path.glob("*.lock"))))
    ended = interrupt(process, busy_for(process, 1.5))
    assert ended.returncode == 130 and "resumes after" in ended.err


def test_tables_are_deleted_and_nothing_else(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Unfinished ones too."""
    kept, name = {"mabi.table", "mabi-3x3.table", "own.txt"}, "mabi-3x3-4w1b-piece-unique-run"
    for file in (*kept, f"{name}.table", f"{name}.table.lock", f"{name}.layers"):
        (tmp_path / file).write_text("123")
    assert main(["tables", "--clear", "--folder", str(tmp_path)]) == 0
    out, err = capsys.readouterr()
    assert out.startswith(f"no tables in {tmp_path}; ")
    assert err == f"mabi: removed 2 files of 9 bytes from {tmp_path}\n"
    assert {path.name for path in tmp_path.iterdir()} == kept
