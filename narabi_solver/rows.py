"""Surveys as files: a row a deal, written block by block, one parquet file in the end.

While a survey runs, its blocks lie in the folder ``FILE.parts``, one checked file each; so whatever
happens, only the blocks in flight are lost. When all are there they are put together in their order,
the file gets its name in one step, and the folder goes.
"""

from __future__ import annotations

import contextlib
import json
import logging
import os
import shutil
from collections.abc import Iterator
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Any

import filelock
import numpy as np
from numpy.typing import NDArray

from narabi_mabi_common import files
from narabi_mabi_common.folders import writable
from narabi_solver.blocks import UNDECIDED, UNSOLVABLE, Answers, Study, Tally
from narabi_solver.cards import SEAT_COUNTS
from narabi_solver.errors import ArgumentError
from narabi_solver.rules import TRACK
from narabi_solver.solution import Outcome

if TYPE_CHECKING:
    import pyarrow as pa

log = logging.getLogger("narabi_mabi")

KIND, VERSION = "survey block", 1
METADATA = b"narabi_survey"
"""Key of the provenance in the schema of a finished file."""


def arrow() -> Any:
    """Return the module pyarrow.

    Raises
    ------
    ArgumentError
        It is not installed.
    """
    try:
        import pyarrow  # noqa: PLC0415  (an extra)
        import pyarrow.parquet  # noqa: PLC0415
    except ImportError:
        raise ArgumentError(
            "files of rows need pyarrow, which is not installed: pip install 'narabi-mabi[parquet]'"
        ) from None
    return pyarrow


def schema() -> pa.Schema:
    """Return the columns of a file of rows."""
    pa = arrow()
    return pa.schema(
        [
            pa.field("index", pa.uint64(), nullable=False),
            pa.field("deal", pa.string(), nullable=False),
            pa.field("outcome", pa.string(), nullable=False),
            pa.field("turns", pa.uint8()),
            pa.field("nodes", pa.int64(), nullable=False),
            pa.field("line", pa.string(), nullable=False),
        ]
    )


def payload(study: Study, start: int, answers: Answers) -> bytes:
    """Return the rows of a block, as an Arrow stream."""
    pa = arrow()
    fates = answers.fates
    count = fates.size
    names = pa.array([str(outcome) for outcome in Outcome])
    outcome = np.where(fates == UNSOLVABLE, 1, np.where(fates == UNDECIDED, 2, 0))
    lengths = np.where(fates > TRACK, 0, fates).astype(np.uint8)
    batch = pa.record_batch(
        [
            pa.array(np.arange(count, dtype=np.uint64) + np.uint64(start)),
            _strings(pa, *_deal_texts(study, answers)),
            names.take(pa.array(outcome)),
            pa.array(fates, mask=fates > TRACK),
            pa.array(answers.nodes),
            _strings(pa, *_line_texts(study, answers, lengths)),
        ],
        schema=schema(),
    )
    sink = pa.BufferOutputStream()
    options = pa.ipc.IpcWriteOptions(compression="zstd")
    with pa.ipc.new_stream(sink, schema(), options=options) as writer:
        writer.write_batch(batch)
    return bytes(sink.getvalue())


def _strings(pa: Any, offsets: NDArray[np.int32], text: NDArray[np.uint8]) -> Any:
    return pa.StringArray.from_buffers(offsets.size - 1, pa.py_buffer(offsets), pa.py_buffer(text))


def _deal_texts(study: Study, answers: Answers) -> tuple[NDArray[np.int32], NDArray[np.uint8]]:
    """Return the deals in the notation: where each begins in a buffer of bytes, and the buffer."""
    from narabi_solver.kernels.rows import texts  # noqa: PLC0415  (compiled when it is needed)
    from narabi_solver.packed import ORDER, card_numbers  # noqa: PLC0415

    labels = sorted(study.deck.ring_stones(study.players), key=ORDER.index)
    words = bytearray()
    starts = np.zeros((len(card_numbers(study.deck)), 16), np.int32)
    for name, number in card_numbers(study.deck).items():
        for stone, label in enumerate(labels):
            starts[number, stone] = len(words)
            words += f"{label}:{name}".encode("ascii")
        starts[number, len(labels) :] = len(words)
    count, places = answers.fates.size, SEAT_COUNTS[study.players]
    longest = max(map(len, card_numbers(study.deck))) + 5
    offsets = np.zeros(count + 1, np.int32)
    text = np.zeros(count * places * longest, np.uint8)
    end = texts.write_deals(
        answers.rings, answers.cards, answers.seats, places, places // study.players,
        np.frombuffer(bytes(words), np.uint8).copy(), starts, offsets, text,
    )  # fmt: skip
    return offsets, text[:end].copy()


def _line_texts(
    study: Study, answers: Answers, lengths: NDArray[np.uint8]
) -> tuple[NDArray[np.int32], NDArray[np.uint8]]:
    """Return the lines in the notation, as `_deal_texts` does the deals."""
    from narabi_solver.kernels.rows import texts  # noqa: PLC0415

    hand = SEAT_COUNTS[study.players] // study.players
    offsets = np.zeros(lengths.size + 1, np.int32)
    text = np.zeros(int(lengths.sum()) * texts.SWAP_BYTES + 1, np.uint8)
    end = texts.write_lines(answers.lines, lengths, answers.seats, study.players, hand, offsets, text)
    return offsets, text[:end].copy()


class Store:
    """Where the rows of one study go; one process at a time.

    Raises
    ------
    ArgumentError
        The file is there and is not of this study, its folder cannot be written, or another process is
        at it.
    """

    def __init__(self, path: Path, study: Study):
        arrow()
        try:
            path = path.resolve()  # what a link leads to is written, not the link
            str(path).encode()
        except (RuntimeError, ValueError):  # a link to itself, a NUL, or what Parquet's library cannot name
            raise ArgumentError(f"{path} is no name that a parquet file can have") from None
        if path.is_dir():
            raise ArgumentError(f"{path} is a folder; name a file")
        if not path.parent.is_dir():
            raise ArgumentError(f"there is no folder {path.parent} for {path.name}")
        if (reason := writable(path.parent)) is not None:
            raise ArgumentError(f"{path.parent} cannot be written ({reason}); name a file elsewhere")
        self.path, self.study = path, study
        self.folder = path.with_name(path.name + ".parts")
        self.identity = json.dumps(study.identity(), sort_keys=True)
        self._lock = filelock.FileLock(path.with_name(path.name + ".lock"))

    def __enter__(self) -> Store:
        try:
            self._lock.acquire(timeout=0)
        except filelock.Timeout:
            raise ArgumentError(f"another process is writing {self.path}") from None
        try:
            self._check_target()
        except BaseException:
            self._release()
            raise
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._release()

    def _release(self) -> None:
        with contextlib.suppress(OSError):
            os.unlink(self._lock.lock_file)
        self._lock.release()

    def _check_target(self) -> None:
        if self.path.exists():
            found = finished(self.path)
            if found is None:
                raise ArgumentError(f"{self.path} exists and is no survey of ours; it is left alone")
            self._check_identity(found["study"], f"{self.path} holds the survey")
            return
        name = self.folder / "study"
        if not name.exists():
            self.folder.mkdir(exist_ok=True)
            files.write_checked(name, KIND, VERSION, [self.identity.encode()])
            return
        try:
            raw, _ = files.read_checked(name, KIND, VERSION)
        except files.DamagedFileError as error:
            raise ArgumentError(f"{error}; remove {self.folder} to begin anew") from None
        self._check_identity(json.loads(raw), f"{self.folder} holds a part of the survey")

    def _check_identity(self, found: dict[str, Any], where: str) -> None:
        wanted = self.study.identity()
        keys = sorted({*wanted, *found})
        differing = [key for key in keys if wanted.get(key) != found.get(key)]
        if differing:
            told = ", ".join(
                f"{key} {_told(found.get(key))} not {_told(wanted.get(key))}" for key in differing
            )
            raise ArgumentError(f"{where} of another command ({told}); name another file, or remove it")

    def result(self) -> Tally | None:
        """Return the tally of the finished file; None if it is not finished."""
        found = finished(self.path) if self.path.exists() else None
        return None if found is None else Tally.of_json(found["tally"])

    def done(self) -> dict[int, Tally]:
        """Return the tallies of the blocks that are there and whole; what is damaged is removed."""
        tallies = {}
        for path in sorted(self.folder.glob("*.block")):
            block = int(path.stem)
            try:
                _, about = files.read_checked(path, KIND, VERSION)
                tallies[block] = Tally.of_json(about["tally"])
            except files.DamagedFileError as error:
                log.warning("%s; block %d is made again", error, block)
                path.unlink()
        return tallies

    def write(self, block: int, tally: Tally, rows: bytes) -> None:
        """Keep a block."""
        files.write_checked(self._part(block), KIND, VERSION, [rows], {"tally": tally})

    def _part(self, block: int) -> Path:
        return self.folder / f"{block:012}.block"

    def finish(self, tally: Tally) -> None:
        """Put all blocks together."""
        pa = arrow()
        about = json.dumps({"study": self.study.identity(), "tally": tally}, sort_keys=True)
        unfinished = self.folder / "unfinished"
        with pa.parquet.ParquetWriter(
            unfinished, schema().with_metadata({METADATA: about.encode()}), compression="zstd"
        ) as writer:
            for table in self._tables():
                writer.write_table(table, row_group_size=table.num_rows)
        with open(unfinished, "rb") as file:
            os.fsync(file.fileno())
        os.replace(unfinished, self.path)
        shutil.rmtree(self.folder)

    def _tables(self) -> Iterator[Any]:
        pa = arrow()
        for block in range(self.study.blocks):
            raw, _ = files.read_checked(self._part(block), KIND, VERSION)
            yield pa.ipc.open_stream(raw).read_all()


def _told(value: object) -> str:
    text = str(value)
    return text if len(text) <= 20 else "…"


def finished(path: Path) -> dict[str, Any] | None:
    """Return the provenance in a finished file: its study and its tally; None if it is none of ours."""
    pa = arrow()
    try:
        metadata = pa.parquet.read_schema(path).metadata or {}
        found = json.loads(metadata[METADATA])
    except (pa.ArrowInvalid, KeyError, ValueError):
        return None
    return dict(found)
