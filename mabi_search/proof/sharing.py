"""What a proof search has learnt, for others of the same position: taken from its graph, and into theirs."""

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
"""Efforts in vain on a pass that are told to others."""
SLICE = 1 << 14
"""Nodes that a walk over a proof visits between two looks at the room."""
COPIED = ("code", "status", "layer", "distance", "answer", "passing", "effort")
"""Fields of a node that a fact has too."""


class Place(NamedTuple):
    """A node, for any search of the same position."""

    own: np.uint64
    enemy: np.uint64
    code: int
    layer: int


class Before(NamedTuple):
    """What a search knew before it went on, for each node."""

    status: NDArray[np.int32]
    passing: NDArray[np.int32]
    effort: NDArray[np.int32]


def before(proving: ProofSearch) -> Before:
    """Return what is known now."""
    nodes = _nodes(proving)
    return Before(*(nodes[name].copy() for name in Before._fields))


def learnt_since(proving: ProofSearch, known: Before | None = None) -> Learnt:
    """Return what was learnt since then, or since ever: what is decided, and how passes were searched.

    What is decided at sight is left out. What is decided comes first, the shortest proofs before others: so
    each follows from those before it, which are shorter.
    """
    nodes = _nodes(proving)
    status, passing, effort = _for_all_nodes(proving, known or Before(*np.zeros((3, 0), np.int32)))
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


def _for_all_nodes(proving: ProofSearch, known: Before) -> Before:
    """Return what was known, with zeros for the nodes that are new."""
    new = np.zeros(len(_nodes(proving)) - len(known.status), np.int32)
    return Before(*(np.concatenate([old, new]) for old in known))


def _nodes(proving: ProofSearch) -> Any:
    return proving.graph.nodes[: proving.graph.cursor[g.NODES]].view(np.ndarray)


def _plays(graph: g.Graph, tails: NDArray[np.int32]) -> tuple[NDArray[np.int32], NDArray[np.int16]]:
    """Return the numbers of the plays that these tails are, or -1, and the plays themselves."""
    having = np.flatnonzero(tails >= 0)
    numbers = np.full(len(tails), -1, np.int32)
    numbers[having] = np.arange(len(having))
    kept, behind = np.divmod(tails[having], g.TAILS)
    steps = graph.known.plays[kept, 0] - behind
    places = np.arange(1, int(steps.max(initial=0)) + 1)
    plays = np.zeros((len(having), len(places) + 1), np.int16)
    plays[:, 0] = steps
    found = graph.known.plays[kept[:, None], np.minimum(behind[:, None] + places, g.LONGEST)]
    plays[:, 1:] = np.where(places <= steps[:, None], found, 0)
    return numbers, plays


def joined(parts: Iterable[Learnt]) -> Learnt:
    """Return all that was learnt, in this order."""
    chosen, count = [nothing()], 0
    for part in parts:
        facts = part.facts.copy()
        facts["play"][facts["play"] >= 0] += count
        count += len(part.plays)
        chosen.append(part._replace(facts=facts))
    width = max(one.plays.shape[1] for one in chosen)
    return Learnt(
        np.concatenate([one.words for one in chosen]),
        np.concatenate([one.facts.view(np.ndarray) for one in chosen]).view(np.recarray),
        np.concatenate([np.pad(one.plays, ((0, 0), (0, width - one.plays.shape[1]))) for one in chosen]),
    )


def take(proving: ProofSearch, learnt: Learnt) -> NDArray[np.int32]:
    """Take over what another search of the same position has learnt; return which node each fact is of.

    Raises
    ------
    MemoryError
        There is no room for it.
    """
    proving.make_room(len(learnt.facts))
    nodes = np.zeros(len(learnt.facts), np.int32)
    sharing.take(proving.packed.setting, proving.graph, learnt, nodes)
    return nodes


def told(proving: ProofSearch, parts: Iterable[Learnt]) -> Before:
    """Take over what others have learnt; return what is known to all: that, and what was known before.

    What follows from both together is known to this search alone.

    Raises
    ------
    MemoryError
        There is no room for it.
    """
    known = before(proving)
    of = [(take(proving, learnt), learnt.facts) for learnt in parts]
    known = _for_all_nodes(proving, known)
    for nodes, facts in of:
        for name, column in zip(Before._fields, known, strict=True):
            np.maximum.at(column, nodes, facts[name])
    return known


def settle(proving: ProofSearch) -> bool:
    """Tell whether the outcome follows from what was taken over, and count the plies of its proof."""
    proving.graph.cursor[g.DEPTH] = 0
    while True:
        proving.make_room(0)
        how = sharing.settle(proving.packed.setting, proving.graph, SLICE)
        if how in (sharing.WHOLE, sharing.GAP):
            return bool(how == sharing.WHOLE)


def unconfirmed(proving: ProofSearch) -> list[tuple[Place, int]]:
    """Return the nodes of a settled proof whose passes were not decided at sight, and their outcomes."""
    nodes = _nodes(proving)
    asked = (nodes["left"] == sharing.SETTLED) & (nodes["seems"] != 0)
    asked &= (nodes["answer"] == PASS) | (nodes["status"] == g.LOST)
    return [(place_of(proving, int(node)), int(nodes["status"][node])) for node in np.flatnonzero(asked)]


def search_from(proving: ProofSearch, place: Place) -> int:
    """Let a search go on from a place; return its node, which is expanded if it is open."""
    proving.make_room(1)
    packed, graph = proving.packed, proving.graph
    return int(sharing.search_from(packed.setting, graph, *place))


def place_of(proving: ProofSearch, node: int) -> Place:
    """Return where a node is."""
    (own, enemy), row = proving.graph.words[node], proving.graph.nodes[node]
    return Place(own, enemy, int(row.code), int(row.layer))
