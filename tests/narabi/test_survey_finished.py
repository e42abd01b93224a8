"""Finished files of surveys: whatever is damaged in them is noticed, said, and left as it is."""

import json
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pyarrow
import pyarrow.parquet
import pytest

from _gamekit.work import sealed, study_files
from narabi_solver import ArgumentError, survey
from narabi_solver.cli import main

DEALS = 300


@pytest.fixture(scope="module")
def finished(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """Return the bytes of a finished file."""
    path = tmp_path_factory.mktemp("finished") / "s.parquet"
    survey(3, DEALS, seed=7, out=path)
    return path.read_bytes()


def refused(path: Path, raw: bytes) -> str:
    """Write a file, and return why a survey does not take it; it is left alone."""
    path.write_bytes(raw)
    with pytest.raises(ArgumentError) as caught:
        survey(3, DEALS, seed=7, out=path)
    assert path.read_bytes() == raw and [one.name for one in path.parent.iterdir()] == [path.name]
    assert str(path) in str(caught.value) and "was not changed" in str(caught.value)
    return str(caught.value)


def test_any_flipped_bit_is_noticed(finished: bytes, tmp_path: Path) -> None:
    footer = int.from_bytes(finished[-8:-4], "little") + 8
    chance = random.Random(1)
    places = [chance.randrange(len(finished)) for _ in range(100)]
    places += [len(finished) - 1 - chance.randrange(footer) for _ in range(100)]
    places += [0, len(finished) - 1, len(finished) - 5, finished.index(sealed.KEY) + len(sealed.KEY) + 2]
    for place in places:
        raw = bytearray(finished)
        raw[place] ^= 1 << chance.randrange(8)
        refused(tmp_path / "s.parquet", bytes(raw))


def test_a_file_that_is_cut_or_longer_is_noticed(finished: bytes, tmp_path: Path) -> None:
    for raw in (b"", finished[:-1], finished[: len(finished) // 2], finished + b"\0", finished + finished):
        refused(tmp_path / "s.parquet", raw)
    assert "does not match its checksum" in refused(tmp_path / "s.parquet", b"P" + finished)


def test_the_program_says_it_in_one_line(
    finished: bytes, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "s.parquet"
    path.write_bytes(finished[:1000] + b"?" + finished[1001:])
    arguments = ["survey", "--players", "3", "--deals", str(DEALS), "--seed", "7", "--out", str(path)]
    assert main(arguments) == 2
    said = capsys.readouterr().err
    assert f"{path} does not match its checksum" in said and said.count("\n") == 1


def test_the_pages_have_checksums_of_their_own(finished: bytes, tmp_path: Path) -> None:
    """So other readers notice damage too, where they are asked to."""
    path = tmp_path / "s.parquet"
    path.write_bytes(finished)
    column = pyarrow.parquet.read_metadata(path).row_group(0).column(1)
    raw = bytearray(finished)
    raw[column.data_page_offset + column.total_compressed_size // 2] ^= 1
    path.write_bytes(raw)
    with pytest.raises(OSError, match="CRC"):
        pyarrow.parquet.read_table(path, page_checksum_verification=True)


def resealed(
    raw: bytes, path: Path, change: Callable[[dict[str, Any]], object], rows_left: int = DEALS
) -> bytes:
    """Return a file whose provenance was changed by somebody who seals it."""
    path.write_bytes(raw)
    table = pyarrow.parquet.read_table(path)[:rows_left]
    about = json.loads(table.schema.metadata[study_files.METADATA])
    change(about)
    schema = table.schema.with_metadata({study_files.METADATA: json.dumps(about)})
    with pyarrow.parquet.ParquetWriter(path, schema) as writer:
        writer.write_table(table.cast(schema))
        writer.add_key_value_metadata({sealed.KEY: sealed.OPEN})
    sealed.seal(path)
    return path.read_bytes()


ALTERED: dict[str, tuple[str, Callable[[dict[str, Any]], object]]] = {
    "fewer": (
        "not of 299",
        lambda about: about["tally"][0].__setitem__(4, about["tally"][0][4] - 1),
    ),
    "text": ("not the totals", lambda about: about.__setitem__("tally", "many")),
    "number": ("not the totals", lambda about: about.__setitem__("tally", 7)),
    "no tally": ("has no settings of a study", lambda about: about.pop("tally")),
    "no study": ("has no settings of a study", lambda about: about.__setitem__("study", 7)),
    "empty": ("has no settings of a study", lambda about: about.clear()),
}


@pytest.mark.parametrize("how", ALTERED)
def test_a_provenance_that_cannot_be_is_refused(finished: bytes, how: str, tmp_path: Path) -> None:
    message, change = ALTERED[how]
    path = tmp_path / "s.parquet"
    assert message in refused(path, resealed(finished, path, change))


def test_another_number_of_rows_is_refused(finished: bytes, tmp_path: Path) -> None:
    path = tmp_path / "s.parquet"
    assert "299 rows, not 300" in refused(path, resealed(finished, path, lambda about: None, DEALS - 1))


def test_a_file_that_was_written_anew_by_others_is_refused(finished: bytes, tmp_path: Path) -> None:
    path = tmp_path / "s.parquet"
    path.write_bytes(finished)
    pyarrow.parquet.write_table(pyarrow.parquet.read_table(path), path, compression="snappy")
    refused(path, path.read_bytes())
    pyarrow.parquet.write_table(pyarrow.table({"a": [1]}), path)
    assert "has no checksum" in refused(path, path.read_bytes())


def test_whole_files_are_read(finished: bytes, tmp_path: Path) -> None:
    (tmp_path / "s.parquet").write_bytes(finished)
    assert survey(3, DEALS, seed=7, out=tmp_path / "s.parquet").answered == 0
    assert not list(tmp_path.glob("*.parts"))
