"""Surveys and other studies as parquet files: rows about deals, written block by block.

While a study runs, its blocks are in the folder ``FILE.parts``, one checked file each. So if it is
interrupted, only the blocks under way are lost. Each file says of which survey and block it is. When all are
there, they are joined in order, the file is sealed and renamed in one step, and the survey's files in the
folder are removed.
"""

from __future__ import annotations

import contextlib
import json
import logging
import os
import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Any, Generic, Protocol, TypeVar

import filelock
import numpy as np
from numpy.typing import NDArray

from _gamekit import files
from _gamekit.folders import writable
from _gamekit.problems import extra
from narabi_solver.game.cards import SEAT_COUNTS
from narabi_solver.game.errors import ArgumentError, StoppedError
from narabi_solver.game.rules import TRACK
from narabi_solver.solving.solution import Outcome
from narabi_solver.statistics import sealed
from narabi_solver.statistics.blocks import (
    UNDECIDED,
    UNSOLVABLE,
    Answers,
    SurveySettings,
    Totals,
)

if TYPE_CHECKING:
    import pyarrow as pa

log = logging.getLogger("narabi_mabi")

T = TypeVar("T")

KIND, SETTINGS_KIND, VERSION = "survey block", "survey study", 2
LOCK, PARTS = ".lock", ".parts"
"""After the name of a file: its lock, and the folder of its blocks."""
SETTINGS, UNFINISHED = "study", "unfinished"
"""Names in the folder, beside those of the blocks: the settings, and the file that is not finished yet."""
METADATA = b"narabi_survey"
"""Key of the provenance in the schema of a finished file: JSON, with the settings as "study", and "tally"."""


def arrow() -> Any:
    """Return the module pyarrow.

    Raises
    ------
    MissingExtraError
        It is not installed.
    """
    with extra("parquet", "parquet files need"):
        import pyarrow  # noqa: PLC0415  (an extra)
        import pyarrow.parquet  # noqa: PLC0415
    return pyarrow


def schema() -> pa.Schema:
    """Return the columns of the file."""
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


def survey_form() -> Form[Totals]:
    """Return what the files of a survey hold."""
    return Form(schema, Totals.of_json)


def stream(columns: list[Any], schema: pa.Schema) -> bytes:
    """Return rows as an Arrow stream: the payload of a block."""
    pa = arrow()
    sink = pa.BufferOutputStream()
    options = pa.ipc.IpcWriteOptions(compression="zstd")
    with pa.ipc.new_stream(sink, schema, options=options) as writer:
        writer.write_batch(pa.record_batch(columns, schema=schema))
    return bytes(sink.getvalue())


def payload(settings: SurveySettings, start: int, answers: Answers) -> bytes:
    """Return the rows of a block of a survey."""
    pa = arrow()
    results = answers.results
    count = results.size
    names = pa.array([str(outcome) for outcome in Outcome])
    outcome = np.where(results == UNSOLVABLE, 1, np.where(results == UNDECIDED, 2, 0))
    lengths = np.where(results > TRACK, 0, results).astype(np.uint8)
    return stream(
        [
            pa.array(np.arange(count, dtype=np.uint64) + np.uint64(start)),
            strings(pa, *deal_texts(settings, answers)),
            names.take(pa.array(outcome)),
            pa.array(results, mask=results > TRACK),
            pa.array(answers.nodes),
            strings(pa, *_line_texts(settings, answers, lengths)),
        ],
        schema(),
    )


def strings(pa: Any, offsets: NDArray[np.int32], text: NDArray[np.uint8]) -> Any:
    """Return texts that stand in a buffer, where each begins, as an Arrow array."""
    return pa.StringArray.from_buffers(offsets.size - 1, pa.py_buffer(offsets), pa.py_buffer(text))


def deal_texts(settings: SurveySettings, answers: Answers) -> tuple[NDArray[np.int32], NDArray[np.uint8]]:
    """Return the deals in the notation: where each begins in a buffer of bytes, and the buffer."""
    from narabi_solver.kernels.rows import texts  # noqa: PLC0415  (loads numpy)
    from narabi_solver.packed import ORDER, card_numbers  # noqa: PLC0415

    labels = sorted(settings.deck.ring_stones(settings.players), key=ORDER.index)
    words = bytearray()
    starts = np.zeros((len(card_numbers(settings.deck)), 16), np.int32)
    for name, number in card_numbers(settings.deck).items():
        for stone, label in enumerate(labels):
            starts[number, stone] = len(words)
            words += f"{label}:{name}".encode("ascii")
        starts[number, len(labels) :] = len(words)
    count, places = answers.results.size, SEAT_COUNTS[settings.players]
    longest = max(map(len, card_numbers(settings.deck))) + 5
    offsets = np.zeros(count + 1, np.int32)
    text = np.zeros(count * places * longest, np.uint8)
    end = texts.write_deals(
        answers.rings, answers.cards, answers.seats, places, places // settings.players,
        np.frombuffer(bytes(words), np.uint8).copy(), starts, offsets, text,
    )  # fmt: skip
    return offsets, text[:end].copy()


def _line_texts(
    settings: SurveySettings, answers: Answers, lengths: NDArray[np.uint8]
) -> tuple[NDArray[np.int32], NDArray[np.uint8]]:
    """Return the lines in the notation, as `deal_texts` does the deals."""
    from narabi_solver.kernels.rows import texts  # noqa: PLC0415

    hand = SEAT_COUNTS[settings.players] // settings.players
    offsets = np.zeros(lengths.size + 1, np.int32)
    text = np.zeros(int(lengths.sum()) * texts.SWAP_BYTES + 1, np.uint8)
    end = texts.write_lines(answers.lines, lengths, answers.seats, settings.players, hand, offsets, text)
    return offsets, text[:end].copy()


def check_inputs(out: str, inputs: Iterable[str | None]) -> None:
    """Raise an error if the lock or the folder of parts would overwrite an input of the command.

    Raises
    ------
    ArgumentError
        It would; the message names the input.
    """
    path = Path(out).absolute()
    lock, parts = path.with_name(path.name + LOCK), path.with_name(path.name + PARTS)
    for name in inputs:
        if name is None:
            continue
        read = Path(name).absolute()
        if read == lock or parts in (read, *read.parents):
            raise ArgumentError(
                f"{name} is an input and would be overwritten while writing {out}; name another output file"
            )


class Study(Protocol):
    """The settings of a study of many deals."""

    @property
    def deals(self) -> int:
        """How many deals."""

    @property
    def blocks(self) -> int:
        """How many blocks of work."""

    @property
    def fingerprint(self) -> str:
        """A hash of `identity`."""

    def identity(self) -> dict[str, Any]:
        """Return everything the answers depend on, as JSON."""

    def span(self, block: int) -> tuple[int, int]:
        """Return the number of a block's first deal, and how many deals it has."""


@dataclass(frozen=True)
class Form(Generic[T]):
    """What the files of one kind of study hold."""

    columns: Callable[[], Any]
    """Returns the schema of the rows."""
    totals: Callable[[Any, tuple[int, int]], T]
    """Returns totals that were written as JSON, of the deals from a number on and so many; or ValueError."""
    rows: int = 1
    """Rows for each deal."""


class Store(Generic[T]):
    """The files of one study; one process at a time.

    Raises
    ------
    ArgumentError
        The file exists and is of another survey, its folder cannot be written, or another process is
        writing it.
    """

    def __init__(self, path: Path, settings: Study, form: Form[T]):
        arrow()
        try:
            path = path.resolve()  # what a link leads to is written, not the link
            str(path).encode()
            if path.is_symlink():
                raise RuntimeError("a link to itself")  # as Python says before 3.13
        except (RuntimeError, ValueError):  # that, a NUL, or what Parquet's library cannot name
            raise ArgumentError(f"{path} is not a valid name for a parquet file") from None
        if path.is_dir():
            raise ArgumentError(f"{path} is a folder; name a file")
        if not path.parent.is_dir():
            raise ArgumentError(f"there is no folder {path.parent} for {path.name}")
        if (reason := writable(path.parent)) is not None:
            raise ArgumentError(f"{path.parent} cannot be written ({reason}); name a file in another folder")
        self.path, self.settings, self.form = path, settings, form
        self.folder = path.with_name(path.name + PARTS)
        if self.folder.is_symlink() or (self.folder.exists() and not self.folder.is_dir()):
            raise ArgumentError(
                f"{self.folder} is not a folder of a survey; name another file, or move it away"
            )
        self._fingerprint = settings.fingerprint
        self._known: T | None = None
        self._lock = filelock.FileLock(path.with_name(path.name + LOCK))

    def __enter__(self) -> Store[T]:
        lock = Path(self._lock.lock_file)
        if lock.is_symlink() or (lock.exists() and not (lock.is_file() and lock.stat().st_size == 0)):
            raise ArgumentError(f"{lock} is not the lock of a survey; name another file, or move it away")
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
            self._known = self._finished()
            return
        name = self.folder / SETTINGS
        if not name.exists():
            self.folder.mkdir(exist_ok=True)
            identity = json.dumps(self.settings.identity(), sort_keys=True)
            files.write_checked(name, SETTINGS_KIND, VERSION, [identity.encode()])
            return
        try:
            raw, _ = files.read_checked(name, SETTINGS_KIND, VERSION)
            found = json.loads(raw)
        except files.DamagedFileError as error:
            raise ArgumentError(f"{error}; remove {self.folder} to start again") from None
        except ValueError:
            found = None
        if not isinstance(found, dict):
            raise ArgumentError(f"{name} does not say which deals; remove {self.folder} to start again")
        self._check_identity(found, f"{self.folder} was begun")

    def _finished(self) -> T:
        """Return the totals of the finished file."""
        try:
            settings, totals, rows = provenance(self.path)
            self._check_identity(settings, f"{self.path} was written")
            wanted = self.settings.deals * self.form.rows
            if rows != wanted:
                raise files.DamagedFileError(f"{self.path} has {rows:,} rows, not {wanted:,}")
            try:
                return self.form.totals(totals, (0, self.settings.deals))
            except ValueError as error:
                raise files.DamagedFileError(
                    f"{self.path}: the totals in its metadata are wrong: {error}"
                ) from None
        except files.DamagedFileError as error:
            raise ArgumentError(
                f"{error}; damaged, or of another kind; it was not changed: name another file, or remove it"
            ) from None

    def _check_identity(self, found: dict[str, Any], where: str) -> None:
        wanted = self.settings.identity()
        keys = sorted({*wanted, *found})
        differing = [key for key in keys if wanted.get(key) != found.get(key)]
        if differing:
            told = "; ".join(
                f"{key} {_told(found.get(key))}, not {_told(wanted.get(key))}" for key in differing
            )
            raise ArgumentError(f"{where} with other settings ({told}); name another file, or remove it")

    def result(self) -> T | None:
        """Return the totals of the finished file; None if it is not finished."""
        return self._known

    def done(self) -> dict[int, T]:
        """Return the totals of the saved blocks of this survey; warn about damaged ones."""
        totals = {}
        for path in sorted(self.folder.glob("*.block")):
            block = _number(path)
            if block is None or block >= self.settings.blocks:
                continue  # not a block of this survey
            try:
                totals[block] = self._read(block)[1]
            except files.DamagedFileError as error:
                log.warning("%s; block %d is computed again", error, block)
        return totals

    def write(self, block: int, totals: T, rows: bytes) -> None:
        """Save a block."""
        about = {"study": self._fingerprint, "block": block, "tally": totals}
        files.write_checked(self._part(block), KIND, VERSION, [rows], about)

    def _read(self, block: int) -> tuple[bytes, T]:
        """Return the rows of a block and its totals.

        Raises
        ------
        DamagedFileError
            The file is damaged, or is another block or of another survey.
        """
        path = self._part(block)
        rows, about = files.read_checked(path, KIND, VERSION)
        if about.get("study") != self._fingerprint:
            raise files.DamagedFileError(f"{path} is a block of another survey")
        if about.get("block") != block:
            raise files.DamagedFileError(f"{path} is block {about.get('block')}, not what its name says")
        try:
            return rows, self.form.totals(about.get("tally"), self.settings.span(block))
        except ValueError as error:
            raise files.DamagedFileError(f"{path} has wrong totals: {error}") from None

    def _part(self, block: int) -> Path:
        return self.folder / f"{block:012}.block"

    def finish(self, totals: T) -> None:
        """Join all blocks.

        Raises
        ------
        StoppedError
            A block was changed by another program.
        """
        pa = arrow()
        about = json.dumps({"study": self.settings.identity(), "tally": totals}, sort_keys=True)
        unfinished = self.folder / UNFINISHED
        with pa.parquet.ParquetWriter(
            unfinished,
            self.form.columns().with_metadata({METADATA: about.encode()}),
            compression="zstd",
            write_page_checksum=True,
        ) as writer:
            for table in self._tables():
                writer.write_table(table, row_group_size=table.num_rows)
            writer.add_key_value_metadata({sealed.KEY: sealed.OPEN})
        sealed.seal(unfinished)
        os.replace(unfinished, self.path)
        self._clear()

    def _tables(self) -> Iterator[Any]:
        pa = arrow()
        for block in range(self.settings.blocks):
            try:
                rows, _ = self._read(block)
            except (files.DamagedFileError, FileNotFoundError) as error:
                raise StoppedError(f"a block was changed by another program ({error})") from None
            yield pa.ipc.open_stream(rows).read_all()

    def _clear(self) -> None:
        """Remove the survey's files from the folder, and the folder if nothing else is in it."""
        for path in self.folder.iterdir():
            if _is_ours(path, self.settings.blocks) and path.is_file():
                path.unlink()
        if left := sorted(path.name for path in self.folder.iterdir()):
            more = f" and {len(left) - 1:,} more" if len(left) > 1 else ""
            log.warning(
                "%s is not removed: it contains %s%s, not part of this survey", self.folder, left[0], more
            )
        else:
            self.folder.rmdir()


_BLOCK_NAME = re.compile(r"([0-9]{12,20})\.block\Z")
_LEFTOVER = re.compile(rf"(.+)\.[a-z0-9_]+{re.escape(files.UNFINISHED)}\Z")
"""The name of a partial file, left by a process that was killed."""


def _number(path: Path) -> int | None:
    """Return the number of a block file, from its name; None if it is not one."""
    match = _BLOCK_NAME.match(path.name)
    return int(match[1]) if match and path.name == f"{int(match[1]):012}.block" else None


def _is_ours(path: Path, blocks: int) -> bool:
    """Tell whether a file in the folder was written by a survey of so many blocks."""
    match = _LEFTOVER.match(path.name)
    path = path.with_name(match[1]) if match else path
    number = _number(path)
    return path.name in (SETTINGS, UNFINISHED) or (number is not None and number < blocks)


def _told(value: object) -> str:
    text = str(value)
    return text if len(text) <= 20 else "…"


def provenance(path: Path) -> tuple[dict[str, Any], Any, int]:
    """Return the settings and the totals in the metadata of a finished file, and its number of rows.

    Raises
    ------
    DamagedFileError
        It is damaged, or not a survey file.
    OSError
        It cannot be read.
    """
    pa = arrow()
    sealed.check(path)  # before anything else reads it
    metadata = pa.parquet.read_metadata(path)
    try:
        found = json.loads(metadata.metadata[METADATA])
        settings, totals = dict(found["study"]), found["tally"]
    except (KeyError, ValueError, TypeError):
        raise files.DamagedFileError(f"{path} does not say which deals it has") from None
    return settings, totals, metadata.num_rows
