"""Named cases with seeds and expected answers, for timings and for tests.

The table is ``cases.txt``: the answers are those of the plain search and were compared with the solver's. A
case of the same name has the same answer for ever. Its number of nodes may change with the search, and
CHANGELOG.md says when and why; ``python -m benchmarks.cases`` counts them again.
"""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from narabi_solver import Deal, Rules, random_deal, solve

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


def counted(case: Case) -> Case:
    """Return a case with the nodes that the searches take now; AssertionError if an answer differs."""
    deepening = solve(case.deal, rules=case.rules, algorithm="ida")
    assert deepening.turns == case.turns, case.name
    nodes = case.nodes if case.nodes < 0 else solve(case.deal, rules=case.rules, algorithm="bfs").nodes
    return case._replace(nodes=nodes, ida_nodes=deepening.nodes)


if __name__ == "__main__":
    head = [line for line in FILE.read_text().splitlines() if line.startswith("#")]
    FILE.write_text("\n".join([*head, *(str(counted(case)) for case in load())]) + "\n")
