"""Share results among proof searches of one position: read them from one graph, merge them into another."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from mabi_search.kernels.alphabeta.work import PASS
from mabi_search.kernels.proof import graph as g, sharing
from mabi_search.kernels.proof.sharing import FACT, Learnt, nothing
from mabi_search.proof.proof_search import ProofSearch

DEAR = 3
"""A pass is shared with other searches after this many failed searches of its run."""
SLICE = 1 << 14
"""Number of nodes that `settle` visits between two checks of the graph's capacity."""
COPIED = ("code", "status", "layer", "distance", "answer", "passing", "effort")
"""Fields that a fact copies from its node."""


class Place(NamedTuple):
    """The position of a node, and its plies from the root. They identify it in all searches of one root."""

    own: np.uint64
    enemy: np.uint64
    code: int
    layer: int


class Before(NamedTuple):
    """The results of all nodes at an earlier time."""

    status: NDArray[np.int32]
    passing: NDArray[np.int32]
    effort: NDArray[np.int32]


def before(proving: ProofSearch) -> Before:
    """Return a copy of the current results of all nodes."""
    nodes = _nodes(proving)
    return Before(*(nodes[name].copy() for name in Before._fields))


def learnt_since(proving: ProofSearch, earlier: Before | None = None) -> Learnt:
    """Return the results that are not in `earlier`: decided nodes and passes, and repeated failed searches.

    Nodes that were decided as soon as they were created are left out. Decided nodes come first, sorted by the
    length of their proofs. A proof depends on shorter proofs only, so each node follows from earlier ones.
    """
    nodes = _nodes(proving)
    status, passing, effort = _for_all_nodes(proving, earlier or Before(*np.zeros((3, 0), np.int32)))
    decided = (nodes["status"] != g.OPEN) & (status == g.OPEN) & (nodes["seems"] != 0)
    is_open = nodes["status"] == g.OPEN
    settled = is_open & (nodes["passing"] != g.PASS_OPEN) & (passing == g.PASS_OPEN)
    settled &= (nodes["play"] >= 0) | (nodes["passing"] != g.PASS_LOSES)
    dear = is_open & (nodes["passing"] == g.PASS_OPEN) & (nodes["effort"] >= DEAR)
    chosen = np.flatnonzero(decided | settled | (dear & (nodes["effort"] > effort)))
    length = np.where(is_open[chosen], np.iinfo(np.int32).max, nodes["distance"][chosen])
    chosen = chosen[np.argsort(length, kind="stable")]
    rows = nodes[chosen]
    facts = np.zeros(len(chosen), FACT)
    for name in COPIED:
        facts[name] = rows[name]
    facts["play"], plays = _plays(proving.graph, rows["play"])
    words = np.ascontiguousarray(proving.graph.words[chosen])
    return Learnt(words, facts.view(np.recarray), plays)


def _for_all_nodes(proving: ProofSearch, earlier: Before) -> Before:
    """Return earlier results, padded with zeros for the nodes that are new since then."""
    new = np.zeros(len(_nodes(proving)) - len(earlier.status), np.int32)
    return Before(*(np.concatenate([old, new]) for old in earlier))


def _nodes(proving: ProofSearch) -> Any:
    return proving.graph.nodes[: proving.graph.cursor[g.NODES]].view(np.ndarray)


def _plays(graph: g.Graph, tails: NDArray[np.int32]) -> tuple[NDArray[np.int32], NDArray[np.int16]]:
    """Return, for each tail, the index of its play (-1 for no tail), and all these plays.

    Each play is the part of a stored run that begins at the tail.
    """
    having = np.flatnonzero(tails >= 0)
    numbers = np.full(len(tails), -1, np.int32)
    numbers[having] = np.arange(len(having))
    kept, behind = np.divmod(tails[having], g.TAILS)
    steps = graph.known.plays[kept, 0] - behind
    places = np.arange(1, int(steps.max(initial=0)) + 1)
    plays = np.zeros((len(having), len(places) + 1), np.int16)
    plays[:, 0] = steps
    moves = graph.known.plays[kept[:, None], np.minimum(behind[:, None] + places, g.LONGEST)]
    plays[:, 1:] = np.where(places <= steps[:, None], moves, 0)
    return numbers, plays


def joined(parts: Iterable[Learnt]) -> Learnt:
    """Concatenate the results of several searches, in the order of `parts`."""
    chosen, count = [nothing()], 0
    for part in parts:
        facts = part.facts.copy()
        facts["play"][facts["play"] >= 0] += count
        count += len(part.plays)
        chosen.append(part._replace(facts=facts))
    width = max(part.plays.shape[1] for part in chosen)
    return Learnt(
        np.concatenate([part.words for part in chosen]),
        np.concatenate([part.facts.view(np.ndarray) for part in chosen]).view(np.recarray),
        np.concatenate([np.pad(part.plays, ((0, 0), (0, width - part.plays.shape[1]))) for part in chosen]),
    )


def merge(proving: ProofSearch, learnt: Learnt) -> NDArray[np.int32]:
    """Merge the results of another search of the same position, and return the node of each fact.

    Raises
    ------
    MemoryError
        The graph has no memory for the results.
    """
    proving.reserve(len(learnt.facts))
    nodes = np.zeros(len(learnt.facts), np.int32)
    sharing.take(proving.packed.setting, proving.graph, learnt, nodes)
    return nodes


def merge_all(proving: ProofSearch, parts: Iterable[Learnt]) -> Before:
    """Merge the results of other searches, and return the results that all searches now share.

    The shared results are the earlier results of this search and those of the others. A conclusion drawn from
    both is new, and only this search knows it.

    Raises
    ------
    MemoryError
        The graph has no memory for the results.
    """
    shared = before(proving)
    merged = [(merge(proving, learnt), learnt.facts) for learnt in parts]
    shared = _for_all_nodes(proving, shared)
    for nodes, facts in merged:
        for name, column in zip(Before._fields, shared, strict=True):
            np.maximum.at(column, nodes, facts[name])
    return shared


def settle(proving: ProofSearch) -> bool:
    """Return whether the root's outcome follows from the merged results; recompute the plies of its proof."""
    proving.graph.cursor[g.DEPTH] = 0
    while True:
        proving.reserve(0)
        ended = sharing.settle(proving.packed.setting, proving.graph, SLICE)
        if ended in (sharing.WHOLE, sharing.GAP):
            return bool(ended == sharing.WHOLE)


def unconfirmed(proving: ProofSearch) -> list[tuple[Place, int]]:
    """Return the places and outcomes of a checked proof's nodes that depend on a search of their pass."""
    nodes = _nodes(proving)
    asked = (nodes["left"] == sharing.SETTLED) & (nodes["seems"] != 0)
    asked &= (nodes["answer"] == PASS) | (nodes["status"] == g.LOST)
    return [(place_of(proving, int(node)), int(nodes["status"][node])) for node in np.flatnonzero(asked)]


def search_from(proving: ProofSearch, place: Place) -> int:
    """Make a place the start of the search; return the node there, expanded if it is open."""
    proving.reserve(1)
    packed, graph = proving.packed, proving.graph
    return int(sharing.search_from(packed.setting, graph, *place))


def place_of(proving: ProofSearch, node: int) -> Place:
    """Return the place of a node."""
    (own, enemy), row = proving.graph.words[node], proving.graph.nodes[node]
    return Place(own, enemy, int(row.code), int(row.layer))
