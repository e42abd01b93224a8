"""Drawings that explain the searches: all shortest lines of a deal, and what a proof of a win consists of."""

from __future__ import annotations

from typing import NamedTuple

from _gamekit.svg import Drawing, Group, Point
from narabi_solver import Analysis

RADIUS = 15.0


def _node(group: Group, at: Point, label: str, square: bool = False, done: bool = False) -> None:
    theme = group.theme
    fill, stroke = theme.second if done else theme.paper, theme.ink
    if square:
        group.rect(at[0] - RADIUS, at[1] - RADIUS, 2 * RADIUS, 2 * RADIUS, rx=3, fill=fill, stroke=stroke)
    else:
        group.circle(at, RADIUS, fill=fill, stroke=stroke)
    group.text(label, at, 13, fill=theme.on_second if done else None, weight="bold")


def _edge(group: Group, start: Point, end: Point, label: str = "", cut: bool = False) -> None:
    theme = group.theme
    group.line(start, end, stroke=theme.faint, stroke_width=1.4, stroke_dasharray="4 4" if cut else None)
    if label:
        middle = (start[0] + end[0]) / 2, (start[1] + end[1]) / 2
        group.rect(middle[0] - 24, middle[1] - 9, 48, 18, fill=theme.ground)
        group.text(label, middle, 12)


def shortest_lines(analysis: Analysis) -> str:
    """Return all shortest lines of a deal as one graph: a row for each turn, an edge for each swap."""
    graph = analysis.graph
    rows: dict[int, list[int]] = {}
    for node, turn in graph.nodes(data="turn"):
        rows.setdefault(turn, []).append(node)
    width, step = 340.0, 72.0
    description = (
        f"{analysis.optimal_lines} lines of {analysis.turns} turns, drawn as a graph from top to bottom."
    )
    drawing = Drawing(width, 30 + step * len(rows), "All shortest lines of a deal", description, "auto", None)
    at = {
        node: (width * (place + 1) / (len(nodes) + 1), 34 + step * turn)
        for turn, nodes in rows.items()
        for place, node in enumerate(nodes)
    }
    for start, end, swap in graph.edges(data="swap"):
        _edge(drawing, at[start], at[end], str(swap))
    for node, to_go in graph.nodes(data="to_go"):
        _node(drawing, at[node], str(to_go), done=to_go == 0)
    drawing.text("numbers: turns to go", (width / 2, step * len(rows) + 10), 12)
    return drawing.svg()


class Leaf(NamedTuple):
    """A node of a proof: who is to move, and what follows."""

    label: str
    winner_moves: bool
    then: tuple[Leaf, ...] = ()
    cut: bool = False


PROOF = Leaf("", True, (
    Leaf("", False, (
        Leaf("", True, (Leaf("✓", False), Leaf("", False, cut=True))),
        Leaf("", True, (Leaf("", False, cut=True), Leaf("✓", False))),
        Leaf("✓", True),
    )),
    Leaf("", False, cut=True),
    Leaf("", False, cut=True),
))  # fmt: skip


def _leaves(node: Leaf) -> int:
    return sum(map(_leaves, node.then)) or 1


def _tree(group: Group, node: Leaf, left: float, depth: int) -> Point:
    at = left + 60.0 * _leaves(node) / 2, 40 + 80.0 * depth
    for below in node.then:
        centre = left + 60.0 * _leaves(below) / 2, 40 + 80.0 * (depth + 1)
        _edge(group, at, centre, cut=below.cut)
        _tree(group, below, left, depth + 1)
        left += 60.0 * _leaves(below)
    _node(group, at, node.label, square=not node.winner_moves, done=node.label == "✓")
    return at


def proof_tree() -> str:
    """Return what a proof of a win needs: one move of the winner's, answers to all of the loser's."""
    width = 60.0 * _leaves(PROOF) + 40
    description = "A tree: below a circle one move is enough, below a square every move is answered."
    drawing = Drawing(width, 380, "What a proof of a win consists of", description, "auto", None)
    _tree(drawing, PROOF, 20, 0)
    for row, (square, text) in enumerate(
        ((False, "the winner moves: one move is enough"), (True, "the loser moves: all moves are answered"))
    ):
        _node(drawing, (35, 320 + 36.0 * row), "", square=square)
        drawing.text(text, (60, 320 + 36.0 * row), 13, anchor="start")
    return drawing.svg()
