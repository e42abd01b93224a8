"""The tables of the search: built on first use, kept in the cache folder, checked at every load."""

from __future__ import annotations

import contextlib
import functools
import logging
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import filelock
import numpy as np
from numpy.typing import NDArray

from narabi_mabi_common import files, folders
from narabi_mabi_common.progress import status
from narabi_solver.kernels import relaxed
from narabi_solver.kernels.relaxed import CLASSES, PATTERNS, PLACES, UNKNOWN, Relaxed

log = logging.getLogger("narabi_mabi")

VERSION = 1
"""Goes up when the content of a file changes its meaning."""

KIND = "narabi relaxed distances"
CHUNK = 20
"""Patterns filled between two looks at Ctrl-C."""
RELABELLINGS = 18
"""Arrangements in a class."""

Report = Callable[[str], None]


class Entry(NamedTuple):
    """A table, and what is known of its file."""

    players: int
    path: Path | None
    """None if the cache folder cannot be used."""
    state: str
    """"ready", "missing", or what is wrong."""
    size: int
    layers: tuple[int, ...]
    """Arrangements at each distance."""


def build(players: int, report: Report = lambda text: None) -> Relaxed:
    """Return the tables for 12 stones, worked out anew; takes about two seconds.

    Parameters
    ----------
    players
        3 or 4.
    report
        Called with a line about the progress, several times a second.
    """
    steps, actions, pattern_of = _transitions(players)
    swaps = PLACES // players * (PLACES - PLACES // players)
    orders = np.zeros((len(actions), CLASSES), np.uint16)
    relaxed.fill_orders(actions, np.zeros(9, np.int64), np.zeros(9, np.int64), orders)
    distance = np.full(PATTERNS * CLASSES, UNKNOWN, np.uint8)
    distance[::CLASSES] = 0  # order 0 is ascending
    layer, found = 0, 1
    while found:
        found = 0
        for first, last in _chunks():
            report(f"building the table for {players} players: turn {layer + 1}, {first * 100 // PATTERNS} %")
            found += relaxed.fill_layer(steps, orders, swaps, distance, layer, first, last)
        layer += 1
    lower, level = np.zeros(distance.size, np.uint32), np.zeros(distance.size, np.uint32)
    for first, last in _chunks():
        report(f"building the table for {players} players: sets, {first * 100 // PATTERNS} %")
        relaxed.fill_sets(steps, orders, swaps, distance, first, last, lower, level)
    return Relaxed(lower, level, distance, pattern_of, steps, orders)


def _chunks() -> Iterator[tuple[int, int]]:
    for first in range(0, PATTERNS, CHUNK):
        yield first, min(first + CHUNK, PATTERNS)


def _transitions(players: int) -> tuple[NDArray[np.uint32], NDArray[np.int64], NDArray[np.uint8]]:
    """Return what each swap does to each pattern, the actions on orders, and the patterns by mask."""
    hand = PLACES // players
    others = PLACES - hand
    masks = [mask for mask in range(1 << PLACES) if mask.bit_count() == 3]
    pattern_of = np.zeros(1 << PLACES, np.uint8)
    pattern_of[masks] = np.arange(PATTERNS)
    steps = np.zeros(PATTERNS * 32, np.uint32)
    actions: dict[tuple[int, ...], int] = {}
    for pattern, mask in enumerate(masks):
        number_at = {p: i for i, p in enumerate(p for p in range(PLACES) if not mask >> p & 1)}
        for swap in range(hand * others):
            came_from = list(range(PLACES))
            own, other = swap // others, hand + swap % others
            came_from[own], came_from[other] = other, own
            came_from = came_from[hand:] + came_from[:hand]
            action = tuple(number_at[p] for p in came_from if p in number_at)
            mask_after = sum(1 << i for i, p in enumerate(came_from) if p not in number_at)
            number = actions.setdefault(action, len(actions))
            steps[pattern * 32 + swap] = number << 8 | int(pattern_of[mask_after])
    return steps, np.array(list(actions), np.int64), pattern_of


def layers(table: Relaxed) -> tuple[int, ...]:
    """Return how many arrangements need 0, 1, 2, … turns."""
    counts = np.zeros(256, np.int64)
    relaxed.count_distances(table.distance, counts)
    return tuple(int(count) * RELABELLINGS for count in np.trim_zeros(counts, "b"))


@functools.cache
def load(players: int) -> Relaxed:
    """Return the tables for 12 stones: from the cache folder, or built and kept there.

    Parameters
    ----------
    players
        3 or 4.

    Raises
    ------
    narabi_mabi_common.folders.NamedFolderError
        The user named a cache folder that cannot be written.
    """
    folder, reason = folders.usable_cache_folder("tables")
    if folder is None:
        log.warning("%s; the table for %d players is built for this process alone", reason, players)
        return _build_and_say(players)
    path = _path(folder, players)
    with contextlib.suppress(FileNotFoundError, files.DamagedFileError, OSError):
        return _read(path)
    with filelock.FileLock(path.with_suffix(".lock")):
        try:
            return _read(path)
        except FileNotFoundError:
            pass
        except (files.DamagedFileError, OSError) as error:
            log.warning("%s; it is built again", error)
        table = _build_and_say(players)
        try:
            _write(path, table)
        except OSError as error:
            log.warning("%s cannot be written (%s); work goes on", path, error.strerror)
        return table


def _build_and_say(players: int) -> Relaxed:
    log.info("building the table for %d players (once on this machine, about 2 s) …", players)
    with status() as show:
        return build(players, show)


def _path(folder: Path, players: int) -> Path:
    return folder / f"relaxed-12-stones-{players}-players.table"


def _write(path: Path, table: Relaxed) -> None:
    parts = _parts(table)
    about = {
        "parts": {name: [array.dtype.str, list(array.shape)] for name, array in parts.items()},
        "layers": layers(table),
    }
    payload = b"".join(array.tobytes() for array in parts.values())
    files.write_checked(path, KIND, VERSION, payload, about)


def _parts(table: Relaxed) -> dict[str, NDArray[Any]]:
    return table._asdict()


def _read(path: Path) -> Relaxed:
    """Return the tables of a file, mapped into memory, their checksum compared.

    Raises
    ------
    DamagedFileError
        The file is not whole, or of another version.
    OSError
        It cannot be read.
    """
    payload, about = files.map_checked(path, KIND, VERSION)
    arrays: dict[str, NDArray[Any]] = {}
    offset = files.HEADER_BYTES
    for name, (dtype, shape) in about["parts"].items():
        array: NDArray[Any] = np.ndarray(tuple(shape), dtype, payload, offset)
        arrays[name] = array
        offset += array.nbytes
    return Relaxed(**arrays)


def entries() -> list[Entry]:
    """Return what is known of the tables' files; nothing is built."""
    return [_entry(players) for players in (3, 4)]


def _entry(players: int) -> Entry:
    folder, reason = folders.usable_cache_folder("tables")
    if folder is None:
        return Entry(players, None, reason or "", 0, ())
    path = _path(folder, players)
    try:
        table = _read(path)
    except FileNotFoundError:
        return Entry(players, path, "missing", 0, ())
    except (files.DamagedFileError, OSError) as error:
        return Entry(players, path, str(error), 0, ())
    return Entry(players, path, "ready", path.stat().st_size, layers(table))


def rebuild(players: int) -> Entry:
    """Build the table's file anew; return what is known of it then."""
    folder, reason = folders.usable_cache_folder("tables")
    if folder is None:
        return Entry(players, None, reason or "", 0, ())
    path = _path(folder, players)
    with filelock.FileLock(path.with_suffix(".lock")):
        _write(path, _build_and_say(players))
    return _entry(players)


def verify(players: int) -> str | None:
    """Work the table out anew and compare it with its file; return what is wrong, None if nothing."""
    entry = _entry(players)
    if entry.state != "ready" or entry.path is None:
        return entry.state
    stored = _read(entry.path)
    with status() as show:
        anew = build(players, show)
    for name, expected in _parts(anew).items():
        if not np.array_equal(_parts(stored)[name], expected):
            return f"{name} is not what the rules give"
    return None
