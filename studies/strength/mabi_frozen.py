"""The search of Mabi as it was at a commit: what that of now is measured against.

No copy of it is kept here. Git gives that commit's sources, which go to the cache folder, and a process that
runs them (`mabi_frozen_server.py`) answers positions with moves. Its kernels are compiled once.

It keeps nothing between moves, and so plays as `search:NODES` of that commit would: with the same search on
both sides every pair of games is drawn. `new:NODES` keeps what it learned, and wins against its own search.
"""

from __future__ import annotations

import contextlib
import functools
import json
import os
import subprocess
import sys
import tarfile
import tempfile
import weakref
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path
from typing import Any, NamedTuple

from _gamekit.folders import usable_cache_folder
from benchmarks.marks import ROOT
from mabi_search import Move, Position
from studies.strength.mabi_players import Player

COMMIT = "31dc739"
"""Before the engine learned to finish its games."""
PACKAGES = "_gamekit", "mabi_search"
SERVER = Path(__file__).with_name("mabi_frozen_server.py")


class NoHistoryError(Exception):
    """The commit cannot be had."""


class Answer(NamedTuple):
    """What the process answers."""

    move: str
    seconds: float
    """Of the processor."""
    nodes: int


def checkout(commit: str = COMMIT, repository: Path = ROOT) -> Path:
    """Return a folder with the packages as they were at a commit, made if need be.

    Raises
    ------
    NoHistoryError
        There is no such commit here, or no folder to write it to.
    """
    name = full_name(commit, repository)
    parent, reason = usable_cache_folder("frozen")
    if parent is None:
        raise NoHistoryError(reason)
    folder = parent / name
    if not folder.exists():
        packed = _git(repository, "archive", name, *PACKAGES)
        with tempfile.TemporaryDirectory(dir=parent) as made:
            with tarfile.open(fileobj=BytesIO(packed)) as archive:
                archive.extractall(Path(made) / name, filter="data")
            with contextlib.suppress(OSError):  # another process was faster
                (Path(made) / name).rename(folder)
    return folder


def full_name(commit: str, repository: Path = ROOT) -> str:
    """Return the hash of a commit, which names the same one when its branch has gone on."""
    return _git(repository, "rev-parse", "--verify", f"{commit}^{{commit}}").decode().strip()


def _git(repository: Path, *arguments: str) -> bytes:
    """Return what git says."""
    try:
        return subprocess.run(["git", *arguments], cwd=repository, capture_output=True, check=True).stdout
    except (OSError, subprocess.CalledProcessError):
        raise NoHistoryError(
            f"the frozen engine needs the git history of {repository}: git {' '.join(arguments)} failed"
        ) from None


class Process:
    """A process that plays with the sources of a folder; it ends with this one."""

    def __init__(self, folder: Path, server: Path = SERVER, *arguments: str):
        environment = os.environ | {"PYTHONPATH": str(folder)}
        self._popen = subprocess.Popen(
            [sys.executable, "-P", server, folder, *arguments],
            env=environment, cwd=folder, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
        )  # fmt: skip
        self.close = weakref.finalize(self, _end, self._popen)
        """Ends the process."""
        self._read()  # its kernels are loaded now

    def ask(self, position: Position, nodes: int) -> Answer:
        """Return its move."""
        return Answer(**self.answer(f"{nodes} {position}"))

    def answer(self, question: str) -> Any:
        """Return what it answers a line."""
        assert self._popen.stdin is not None
        self._popen.stdin.write(f"{question}\n")
        self._popen.stdin.flush()
        return json.loads(self._read())

    def _read(self) -> str:
        """Return the next line of what it says."""
        assert self._popen.stdout is not None
        line = self._popen.stdout.readline()
        if not line:
            raise RuntimeError(f"the frozen engine ended with exit code {self._popen.wait()}")
        return line


def _end(popen: subprocess.Popen[str]) -> None:
    """End a process by closing its input."""
    popen.communicate()


@functools.cache
def process(commit: str) -> Process:
    """Return the one process of a commit."""
    return Process(checkout(commit))


@dataclass(frozen=True)
class Frozen(Player):
    """The engine of a commit with so many nodes a move; it keeps nothing between moves."""

    nodes: int
    commit: str = COMMIT

    def begin(self) -> Player:
        """Return what counts the seconds of a game."""
        return _FrozenInGame(self)

    def __call__(self, position: Position) -> Move:
        """Return its move."""
        return self.begin()(position)


class _FrozenInGame(Player):
    """It, in one game."""

    def __init__(self, player: Frozen):
        self._player, self._seconds = player, 0.0

    @property
    def elsewhere(self) -> float:
        return self._seconds

    def __call__(self, position: Position) -> Move:
        answer = process(self._player.commit).ask(position, self._player.nodes)
        self._seconds += answer.seconds
        return Move.parse(answer.move)
