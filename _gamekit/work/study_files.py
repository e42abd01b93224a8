"""Files of a study: one for each block while the study runs, and a single file at the end.

While a study runs, the folder ``FILE.parts`` has one file with a checksum for each finished block. After an
interruption, only the unfinished blocks are lost. Each file contains the study's fingerprint and the number
of the block. When all blocks are finished, they are joined into one file, which appears only when it is
complete. Then the files of the blocks are removed.

A study with columns becomes a sealed parquet file. It has the rows of the blocks in order, and settings and
totals in the metadata. A study without columns becomes a file with a header (see `files`). The line after the
header has the settings and totals as JSON, and the rows of the blocks follow in order.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import logging
import os
import re
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from types import TracebackType
from typing import Any, Generic, Protocol, Self, TypeVar

import filelock

from _gamekit import files, outputs
from _gamekit.folders import writable
from _gamekit.problems import ArgumentError, StoppedError, extra, read_json, reading
from _gamekit.work import sealed

log = logging.getLogger("narabi_mabi")


class Totals(Protocol):
    """Totals of consecutive deals of a study, in types that JSON has."""

    def plus(self, other: Self, /) -> Self:
        """Return these totals combined with `other`, the totals of the next deals."""


T = TypeVar("T", bound=Totals)
T_co = TypeVar("T_co", bound=Totals, covariant=True)

KIND, SETTINGS_KIND, FINISHED, VERSION = "study block", "study", "finished study", 3
LOCK, PARTS = ".lock", ".parts"
"""Suffixes of the lock of a file, and of the folder for its blocks."""
SETTINGS, UNFINISHED = "study", "unfinished"
"""Names of the other files in the folder: the settings, and the unfinished file."""
METADATA = b"narabi_survey"
"""Metadata key of a finished parquet file. The value is JSON with the settings "study" and totals "tally"."""


def arrow() -> Any:
    """Import and return the module pyarrow.

    Raises
    ------
    MissingExtraError
        Pyarrow is not installed.
    """
    with extra("parquet", "parquet files need"):
        import pyarrow  # an extra
        import pyarrow.parquet
    return pyarrow


def stream(columns: list[Any], schema: Any) -> bytes:
    """Return rows, given by columns, as an Arrow stream for the file of a block."""
    pa = arrow()
    sink = pa.BufferOutputStream()
    options = pa.ipc.IpcWriteOptions(compression="zstd")
    with pa.ipc.new_stream(sink, schema, options=options) as writer:
        writer.write_batch(pa.record_batch(columns, schema=schema))
    return bytes(sink.getvalue())


def check_inputs(out: str, inputs: Iterable[str | None]) -> None:
    """Raise an error if the lock or the folder of blocks would overwrite an input of the command.

    Raises
    ------
    ArgumentError
        An input would be overwritten. The message names it.
    """
    path = Path(out).absolute()
    lock, parts = files.beside(path, LOCK), files.beside(path, PARTS)
    for name in inputs:
        if name is None:
            continue
        read = Path(name).absolute()
        if read == lock or parts in (read, *read.parents):
            raise ArgumentError(
                f"{name} is an input and would be overwritten while writing {out}; name another output file"
            )


class Saved(Protocol[T_co]):
    """The parts of a study that this module uses; for a description see `_gamekit.work.study.Study`."""

    @property
    def size(self) -> int: ...
    @property
    def blocks(self) -> int: ...
    @property
    def rows(self) -> int: ...
    @property
    def fingerprint(self) -> str: ...
    def identity(self) -> dict[str, Any]: ...
    def columns(self) -> Any: ...
    def span(self, block: int) -> tuple[int, int]: ...
    def read(self, value: Any, start: int, count: int) -> T_co: ...
    def unnamed(self, value: Any) -> Any: ...
    def empty(self) -> T_co: ...
    def named(self, totals: Any) -> dict[str, Any] | None: ...
    def without_times(self, totals: Any) -> T_co: ...


class Store(Generic[T]):
    """The files of one study, which only one process at a time can write.

    Raises
    ------
    ArgumentError
        The file belongs to another study, its folder cannot be written, or another process is writing it.
    """

    def __init__(self, path: Path, study: Saved[T]):
        self._columns = study.columns()
        try:
            path = path.resolve()  # a link's target is written, not the link
            str(path).encode()
            if path.is_symlink():
                raise RuntimeError("a link to itself")  # the error of Python before 3.13
        except (RuntimeError, ValueError):  # a link to itself, a NUL, or an invalid character
            raise ArgumentError(f"{path} is not a valid name for a file") from None
        if path.is_dir():
            raise ArgumentError(f"{path} is a folder; name a file")
        if not path.parent.is_dir():
            raise ArgumentError(f"there is no folder {path.parent} for {path.name}")
        if (reason := writable(path.parent)) is not None:
            raise ArgumentError(f"{path.parent} cannot be written ({reason}); name a file in another folder")
        if not path.exists():
            outputs.check_suffix(path, "json" if self._columns is None else "parquet")
        self.path, self.study = path, study
        self.folder = files.beside(path, PARTS)
        if self.folder.is_symlink() or (self.folder.exists() and not self.folder.is_dir()):
            raise ArgumentError(
                f"{self.folder} is not a folder of a study; name another file, or move it away"
            )
        self._fingerprint = study.fingerprint
        self._known: T | None = None
        self._lock = filelock.FileLock(files.beside(path, LOCK))

    def __enter__(self) -> Store[T]:
        lock = Path(self._lock.lock_file)
        if lock.is_symlink() or (lock.exists() and not (lock.is_file() and lock.stat().st_size == 0)):
            raise ArgumentError(f"{lock} is not the lock of a study; name another file, or move it away")
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
            identity = json.dumps(self.study.identity(), sort_keys=True)
            files.write_checked(name, SETTINGS_KIND, VERSION, [identity.encode()])
            return
        try:
            raw, _ = files.read_checked(name, SETTINGS_KIND, VERSION)
            found = read_json(raw)
        except files.DamagedFileError as error:
            raise ArgumentError(f"{error}; remove {self.folder} to start again") from None
        except ValueError:
            found = None
        if not isinstance(found, dict):
            raise ArgumentError(f"{name} has no settings of a study; remove {self.folder} to start again")
        self._check_identity(found, f"{self.folder} was begun")

    def _finished(self) -> T:
        """Return the totals of the finished file."""
        try:
            wanted = None if self._columns is None else self.study.size * self.study.rows
            if self.study.named(self.study.empty()) is not None:
                settings, totals, rows = *_object_in(self.path), None
            else:
                settings, totals, rows = _contents(self.path) if wanted is None else provenance(self.path)
            self._check_identity(settings, f"{self.path} was written")
            if rows != wanted:
                raise files.DamagedFileError(f"{self.path} has {rows:,} rows, not {wanted:,}")
            try:
                return self.study.read(self.study.unnamed(totals), 0, self.study.size)
            except files.WRONG_STRUCTURE as error:
                raise files.DamagedFileError(f"{self.path}: its totals are wrong: {error}") from None
        except files.DamagedFileError as error:
            raise ArgumentError(
                f"{error}; the file is damaged or of another kind, and was not changed: remove "
                "it, or name another file"
            ) from None

    def _check_identity(self, found: dict[str, Any], where: str) -> None:
        wanted = self.study.identity()
        keys = sorted({*wanted, *found})
        differing = [key for key in keys if wanted.get(key) != found.get(key)]
        if differing:
            differences = "; ".join(
                f"{key} {_shortened(found.get(key))}, not {_shortened(wanted.get(key))}" for key in differing
            )
            raise ArgumentError(
                f"{where} with other settings ({differences}); name another file, or remove it"
            )

    def result(self) -> T | None:
        """Return the totals of the finished file; None if it is not finished."""
        return self._known

    def done(self) -> dict[int, T]:
        """Return the totals of the study's saved blocks, by number; warn about damaged blocks."""
        totals = {}
        for path in sorted(self.folder.glob("*.block")):
            block = _number(path)
            if block is None or block >= self.study.blocks:
                continue  # not a block of this study
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
        """Return the rows and the totals of a block.

        Raises
        ------
        DamagedFileError
            The file is damaged, or belongs to another block or study.
        """
        path = self._part(block)
        rows, about = files.read_checked(path, KIND, VERSION)
        if about.get("study") != self._fingerprint:
            raise files.DamagedFileError(f"{path} is a block of another study")
        if about.get("block") != block:
            raise files.DamagedFileError(f"{path} contains block {about.get('block')}, not block {block}")
        try:
            return rows, self.study.read(about.get("tally"), *self.study.span(block))
        except files.WRONG_STRUCTURE as error:
            raise files.DamagedFileError(f"{path} has wrong totals: {error}") from None

    def _part(self, block: int) -> Path:
        return self.folder / f"{block:012}.block"

    def finish(self, totals: T, joining: Callable[[int], None] = lambda block: None) -> None:
        """Join the blocks into the finished file, and remove the files of the blocks.

        `joining` is called with the number of each block before it is added to a parquet file.

        Raises
        ------
        StoppedError
            Another program changed a block.
        """
        totals = self.study.without_times(totals)
        about = json.dumps({"study": self.study.identity(), "tally": totals}, sort_keys=True).encode()
        try:
            if (named := self.study.named(totals)) is not None:
                files.write_atomic(self.path, [_object(self.study.identity(), named)])
            elif self._columns is None:
                files.write_checked(self.path, FINISHED, VERSION, [about, b"\n", *self._rows()])
            else:
                self._join(about, joining)
        except OSError as error:  # the error of parquet has no file name
            raise OSError(error.errno, error.strerror or str(error), str(self.path)) from None
        self._clear()

    def _join(self, about: bytes, joining: Callable[[int], None]) -> None:
        unfinished = self.folder / UNFINISHED
        with arrow().parquet.ParquetWriter(
            unfinished,
            self._columns.with_metadata({METADATA: about}),
            compression="zstd",
            write_page_checksum=True,
        ) as writer:
            for block, rows in enumerate(self._rows()):
                joining(block)
                table = arrow().ipc.open_stream(rows).read_all()
                writer.write_table(table, row_group_size=table.num_rows)
            writer.add_key_value_metadata({sealed.KEY: sealed.OPEN})
        sealed.seal(unfinished)
        os.replace(unfinished, self.path)

    def _rows(self) -> Iterator[bytes]:
        for block in range(self.study.blocks):
            try:
                rows, _ = self._read(block)
            except (files.DamagedFileError, FileNotFoundError) as error:
                raise StoppedError(f"another program changed a block ({error})") from None
            yield rows

    def _clear(self) -> None:
        """Remove the study's files from the folder, and then the folder if it is empty."""
        for path in self.folder.iterdir():
            if _is_ours(path, self.study.blocks) and path.is_file():
                path.unlink()
        if left := sorted(path.name for path in self.folder.iterdir()):
            more = f" and {len(left) - 1:,} more" if len(left) > 1 else ""
            log.warning(
                "%s is not removed: it contains %s%s, not part of this study", self.folder, left[0], more
            )
        else:
            self.folder.rmdir()


_BLOCK_NAME = re.compile(r"([0-9]{12,20})\.block\Z")
_LEFTOVER = re.compile(rf"(.+)\.[a-z0-9_]+{re.escape(files.UNFINISHED)}\Z")
"""The name of an unfinished file that a killed process left."""


def _number(path: Path) -> int | None:
    """Return the block number in the name of a file; None if the file is not a block."""
    match = _BLOCK_NAME.match(path.name)
    return int(match[1]) if match and path.name == f"{int(match[1]):012}.block" else None


def _is_ours(path: Path, blocks: int) -> bool:
    """Return whether a file in the folder belongs to a study with `blocks` blocks."""
    match = _LEFTOVER.match(path.name)
    path = path.with_name(match[1]) if match else path
    number = _number(path)
    return path.name in (SETTINGS, UNFINISHED) or (number is not None and number < blocks)


def _shortened(value: object) -> str:
    text = str(value)
    return text if len(text) <= 20 else "…"


def provenance(path: Path) -> tuple[dict[str, Any], Any, int]:
    """Return the settings, the totals and the number of rows of a finished parquet file.

    Raises
    ------
    DamagedFileError
        The file is damaged, or does not belong to a study.
    OSError
        The file cannot be read.
    """
    sealed.check(path)  # before parquet reads it
    metadata = arrow().parquet.read_metadata(path)
    return *_parsed(path, metadata.metadata.get(METADATA, b"")), metadata.num_rows


def _contents(path: Path) -> tuple[dict[str, Any], Any, None]:
    """Return the settings and the totals of a finished file without columns; errors as for `provenance`."""
    return *_parsed(path, files.read_checked(path, FINISHED, VERSION)[0].partition(b"\n")[0]), None


def _object(study: dict[str, Any], results: dict[str, Any]) -> bytes:
    """Return the text of a file that is one JSON object, with a checksum of its other fields."""
    fields = {"kind": FINISHED, "version": VERSION, "study": study, "results": results}
    digest = hashlib.sha256(json.dumps(fields, sort_keys=True).encode()).hexdigest()
    return (json.dumps({**fields, "sha256": digest}, sort_keys=True) + "\n").encode()


def _object_in(path: Path) -> tuple[dict[str, Any], Any]:
    """Return the settings and the results of a file that is one JSON object; errors as for `provenance`."""
    with reading(path):
        raw = path.read_bytes()
    with files.contents(path):
        fields = read_json(raw)
        settings, results = dict(fields["study"]), fields["results"]
    if raw != _object(settings, results):
        raise files.DamagedFileError(f"{path} does not match its checksum")
    return settings, results


def _parsed(path: Path, about: bytes) -> tuple[dict[str, Any], Any]:
    try:
        found = read_json(about)
        return dict(found["study"]), found["tally"]
    except (KeyError, ValueError, TypeError):
        raise files.DamagedFileError(f"{path} has no settings of a study") from None
