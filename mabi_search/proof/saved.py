"""Read and write the file of an unfinished proof, so that its search can be resumed later.

The file contains the position and the readings. Its results guide the search, but are not trusted. A proof
that uses them is checked node by node, and its passes are searched again.
"""

from __future__ import annotations

import json
import zlib
from dataclasses import asdict
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from _gamekit import files
from _gamekit.problems import read_json
from mabi_search.game.errors import ArgumentError
from mabi_search.game.position import Position
from mabi_search.kernels.proof import graph as g
from mabi_search.kernels.proof.passing import SEARCHED_LONG
from mabi_search.kernels.proof.sharing import FACT, Learnt
from mabi_search.proof.joint import ContradictionError, JointProof, Part
from mabi_search.proof.proof_search import HOLDERS
from mabi_search.proof.sharing import joined

KIND, VERSION = "unfinished proof of Mabi", 4
COMPRESSION = 1
"""The fastest zlib level, which suffices because most bytes are zeros."""
MOST = {
    "code": 15,
    "status": g.LOST,
    "distance": 1 << 20,
    "answer": g.MOVES - 1,
    "layer": 1 << 20,
    "passing": g.PASS_DRAWS,
    "effort": SEARCHED_LONG,
}
"""Maximum of each field of a fact. The minimum is -1 for an answer, and 0 for the other fields."""
MOST_NODES, MOST_ROUNDS = 1 << 60, 1 << 31
"""Maximum of the counts. No search reaches them, and a search that goes on cannot exceed 64 bits."""


def write(path: Path, position: Position, joint: JointProof) -> None:
    """Write all results to a file. The file is written completely or not at all."""
    learnt = joined(part.learnt for part in joint.parts)
    counts = np.array([joint.nodes, joint.rounds], np.int64)
    arrays = [counts, learnt.words, learnt.facts.view(np.ndarray), learnt.plays]
    about = {"shapes": [list(array.shape) for array in arrays]}
    head = json.dumps(_identity(position)).encode() + b"\n"
    raw = b"".join([head, *(array.tobytes() for array in arrays)])
    files.write_checked(path, KIND, VERSION, [zlib.compress(raw, COMPRESSION)], about)


def read(path: Path, position: Position, worker_count: int = 1) -> JointProof:
    """Return a search that continues from the results in a file.

    Raises
    ------
    ArgumentError
        The file belongs to another position or to other readings.
    DamagedFileError
        The file is damaged, or it is another kind of file.
    OSError
        The file cannot be read.
    """
    payload, about = files.read_checked(path, KIND, VERSION)
    with files.contents(path):
        try:
            payload = zlib.decompress(payload)
        except zlib.error as error:
            raise ValueError(str(error)) from None
        head, _, rest = payload.partition(b"\n")
        identity = read_json(head)
        counts, words, facts, plays = _arrays(rest, (np.int64, np.uint64, FACT, np.int16), about["shapes"])
        if tuple(array.ndim for array in (counts, words, facts, plays)) != (1, 2, 1, 2):
            raise ValueError("wrong dimensions")
        nodes, rounds = counts.tolist()
    if identity != _identity(position):
        its = identity.get("position") if isinstance(identity, dict) else None
        raise ArgumentError(
            f"{path} is for another position or other readings of the rules (position in the file: {its}); "
            "choose another file"
        )
    learnt = Learnt(words, facts.view(np.recarray), plays)
    board = int(JointProof(position.state, position.rules).proving.packed.setting.board)
    if not _possible(learnt, board) or not (0 <= nodes <= MOST_NODES and 0 <= rounds <= MOST_ROUNDS):
        raise files.DamagedFileError(f"{path} is damaged: it has impossible contents")
    joint = JointProof(position.state, position.rules, worker_count)
    joint.from_file = True
    try:
        joint.learn(Part(0, -1, learnt))
    except ContradictionError:
        raise files.DamagedFileError(f"{path} is damaged: it contradicts itself or the rules") from None
    joint.nodes, joint.rounds = nodes, rounds
    return joint


def _identity(position: Position) -> dict[str, Any]:
    return {"position": str(position), "rules": json.loads(json.dumps(asdict(position.rules)))}


def _arrays(raw: bytes, kinds: tuple[Any, ...], shapes: list[list[int]]) -> list[NDArray[Any]]:
    """Split `raw` into arrays of these kinds and shapes; raise ValueError if its length does not match."""
    arrays, at = [], 0
    for kind, shape in zip(kinds, shapes, strict=True):
        size = int(np.prod(shape, dtype=object)) * np.dtype(kind).itemsize
        if min(shape) < 0 or at + size > len(raw):
            raise ValueError("too short")
        arrays.append(np.frombuffer(raw[at : at + size], kind).reshape(shape).copy())
        at += size
    if at != len(raw):
        raise ValueError("too long")
    return arrays


def _possible(learnt: Learnt, board: int) -> bool:
    """Return whether all values are in the ranges that a search can merge."""
    words, facts, plays = learnt
    if words.shape != (len(facts), 2) or not _possible_words(words, board):
        return False
    if not 0 < plays.shape[1] <= g.LONGEST + 1:
        return False
    if any(facts[name].min(initial=0) < -(name == "answer") for name in MOST):
        return False
    if any(facts[name].max(initial=0) > most for name, most in MOST.items()):
        return False
    if (facts["code"] >> 1 & 3 == len(HOLDERS)).any():
        return False
    if facts["play"].min(initial=0) < -1 or facts["play"].max(initial=-1) >= len(plays):
        return False
    steps = plays[:, 0]
    return bool(
        plays.min(initial=0) >= 0 and plays.max(initial=0) < g.MOVES and (steps < plays.shape[1]).all()
    )


def _possible_words(words: NDArray[np.uint64], board: int) -> bool:
    """Return whether each pair of words can be the pieces of two sides on this board."""
    both, outside = words[:, 0] & words[:, 1], (words[:, 0] | words[:, 1]) & np.uint64(~board & (1 << 64) - 1)
    return not both.any() and not outside.any() and bool(words.all())
