"""Named cases with seeds and expected answers, for timings and for tests.

The table is ``cases.txt``, written by ``python -m benchmarks.make_cases``: the answers are those of the
plain search and were compared with the solver's. A case of the same name has the same answer for ever;
its number of nodes may change with the search, and CHANGELOG.md says when and why.
"""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from narabi_solver import Deal, Rules, random_deal

FILE = Path(__file__).with_name("cases.txt")


class Case(NamedTuple):
    """A random deal, by number or written out, and its answer."""

    name: str
    players: int
    no_undo: bool
    limit: int
    turns: int | None
    """The minimum; None: no win within the limit."""
    nodes: int
    """States that the breadth-first search expands; -1 if it is not run."""
    ida_nodes: int
    """Nodes that IDA* expands."""
    source: str
    """Seed and index of the random deal, like "2026/17", or the deal itself."""

    @property
    def deal(self) -> Deal:
        """The deal."""
        if "/" in self.source and ":" not in self.source:
            seed, index = map(int, self.source.split("/"))
            return random_deal(self.players, seed, index)
        return Deal.parse(self.source, unusual=True)

    @property
    def rules(self) -> Rules:
        """The rules."""
        return Rules(no_undo=self.no_undo, limit=self.limit)

    def __str__(self) -> str:
        """Return the case as a line of the table."""
        turns = "-" if self.turns is None else self.turns
        rule = "no-undo" if self.no_undo else "plain"
        columns = (self.name, self.players, rule, self.limit, turns, self.nodes, self.ida_nodes, self.source)
        return "\t".join(map(str, columns))


def load() -> list[Case]:
    """Return all cases, in the order of the table."""
    cases = []
    for line in FILE.read_text().splitlines():
        if line and not line.startswith("#"):
            name, players, rule, limit, turns, nodes, ida_nodes, source = line.split("\t")
            answer = None if turns == "-" else int(turns)
            counts = int(nodes), int(ida_nodes)
            cases.append(Case(name, int(players), rule == "no-undo", int(limit), answer, *counts, source))
    return cases


def group(prefix: str) -> list[Case]:
    """Return the cases whose names begin so."""
    return [case for case in load() if case.name.startswith(prefix)]
