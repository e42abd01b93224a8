"""The file of a proof by many that goes on another day: what was learnt, and the upper tree.

It says of which position and readings it is. What is in it is believed as far as its checksum goes, and if a
proof comes of it, that it fits together is seen; a certificate proves it to anybody.
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
from mabi_search.game.errors import ArgumentError
from mabi_search.game.position import Position
from mabi_search.kernels.proof import graph as g
from mabi_search.kernels.proof.passing import SEARCHED_LONG
from mabi_search.kernels.proof.sharing import FACT, Learnt
from mabi_search.proof.joint import LANES, JointProof
from mabi_search.proof.sharing import Place, joined, place_of, search_from

KIND, VERSION = "unfinished proof of Mabi", 2
COMPRESSION = 1
"""The quickest: most bytes are zeros."""
MOST = {
    "code": 15,
    "status": g.LOST,
    "distance": 1 << 20,
    "answer": g.MOVES - 1,
    "layer": 1 << 20,
    "passing": g.PASS_DRAWS,
    "effort": SEARCHED_LONG,
    "inner": 1,
}
"""Of each field of a fact; the least is 0, of an answer -1."""
UPPER = np.dtype([("own", np.uint64), ("enemy", np.uint64), ("code", np.int64), ("layer", np.int64)])


def write(path: Path, position: Position, joint: JointProof) -> None:
    """Write all that was learnt, whole or not at all."""
    learnt = joined(joint.parts)
    graph = joint.proving.graph
    upper = np.array([tuple(place_of(joint.proving, node)) for node in joint.upper], UPPER)
    below = np.concatenate([_below(graph, node) for node in joint.upper])
    numbers = np.array([graph.nodes["phi"][below], graph.nodes["delta"][below]], np.int32)
    arrays = [
        np.array(joint.costs, np.int64),
        learnt.words,
        learnt.facts.view(np.ndarray),
        learnt.plays,
        upper,
        numbers,
    ]
    about = {"shapes": [list(array.shape) for array in arrays]}
    head = json.dumps(_identity(position)).encode() + b"\n"
    raw = b"".join([head, *(array.tobytes() for array in arrays)])
    files.write_checked(path, KIND, VERSION, [zlib.compress(raw, COMPRESSION)], about)


def read(path: Path, position: Position, lanes: int = LANES) -> JointProof:
    """Return the search that goes on where the one of a file ended.

    Raises
    ------
    ArgumentError
        The file is of another position, or of other readings.
    DamagedFileError
        It is damaged, or of another kind.
    OSError
        It cannot be read.
    """
    payload, about = files.read_checked(path, KIND, VERSION)
    try:
        head, _, rest = zlib.decompress(payload).partition(b"\n")
        identity = json.loads(head)
        kinds = (np.int64, np.uint64, FACT, np.int16, UPPER, np.int32)
        costs, words, facts, plays, upper, numbers = _arrays(rest, kinds, about["shapes"])
    except (zlib.error, ValueError, KeyError, TypeError):
        raise files.DamagedFileError(f"{path} has no readable contents") from None
    if identity != _identity(position):
        told = identity.get("position") if isinstance(identity, dict) else None
        raise ArgumentError(f"{path} is of another position or other readings ({told}); name another file")
    learnt = Learnt(words, facts.view(np.recarray), plays)
    board = int(JointProof(position.state, position.rules).proving.packed.setting.board)
    if not _possible(learnt, board) or not _possible_words(
        np.stack([upper["own"], upper["enemy"]], 1), board
    ):
        raise files.DamagedFileError(f"{path} has impossible contents")
    joint = JointProof(position.state, position.rules, lanes)
    joint.learn(learnt)
    for own, enemy, code, layer in upper[1:]:
        place = Place(np.uint64(own), np.uint64(enemy), int(code), int(layer))
        joint.upper.append(search_from(joint.proving, place))
    graph = joint.proving.graph
    below = np.concatenate([_below(graph, node) for node in joint.upper])
    if numbers.shape == (2, len(below)):
        fresh = (graph.nodes["status"][below] == g.OPEN) & (graph.nodes["edge"][below] < 0)
        graph.nodes["phi"][below[fresh]], graph.nodes["delta"][below[fresh]] = numbers[:, fresh]
    joint.goes_on_after(costs.tolist())
    return joint


def _identity(position: Position) -> dict[str, Any]:
    return {"position": str(position), "rules": json.loads(json.dumps(asdict(position.rules)))}


def _below(graph: g.Graph, node: int) -> NDArray[np.int32]:
    """Return the nodes after the moves of a node."""
    row = graph.nodes[node]
    return graph.edges["child"][row.edge : row.edge + row.edges] if row.edge >= 0 else np.zeros(0, np.int32)


def _arrays(raw: bytes, kinds: tuple[Any, ...], shapes: list[list[int]]) -> list[NDArray[Any]]:
    """Return arrays that were written one after the other; raise ValueError if it is not just these."""
    found, at = [], 0
    for kind, shape in zip(kinds, shapes, strict=True):
        size = int(np.prod(shape, dtype=object)) * np.dtype(kind).itemsize
        if min(shape) < 0 or at + size > len(raw):
            raise ValueError("too short")
        found.append(np.frombuffer(raw[at : at + size], kind).reshape(shape).copy())
        at += size
    if at != len(raw):
        raise ValueError("too long")
    return found


def _possible(learnt: Learnt, board: int) -> bool:
    """Tell whether facts are such that a search can take them."""
    words, facts, plays = learnt
    if words.shape != (len(facts), 2) or not _possible_words(words, board) or plays.shape[1] > g.LONGEST + 1:
        return False
    if any(facts[name].min(initial=0) < -(name == "answer") for name in MOST):
        return False
    if any(facts[name].max(initial=0) > most for name, most in MOST.items()):
        return False
    if facts["play"].min(initial=0) < -1 or facts["play"].max(initial=-1) >= len(plays):
        return False
    steps = plays[:, 0]
    return bool(
        plays.min(initial=0) >= 0 and plays.max(initial=0) < g.MOVES and (steps < plays.shape[1]).all()
    )


def _possible_words(words: NDArray[np.uint64], board: int) -> bool:
    """Tell whether these can be pieces of two sides."""
    both, outside = words[:, 0] & words[:, 1], (words[:, 0] | words[:, 1]) & np.uint64(~board & (1 << 64) - 1)
    return not both.any() and not outside.any() and bool(words.all())
