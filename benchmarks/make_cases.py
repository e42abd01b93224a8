"""Writes ``cases.txt``: runs the plain search and the solver on every case, and stops if they differ."""

from __future__ import annotations

from collections.abc import Iterator

from benchmarks import plain_bfs
from benchmarks.cases import FILE, Case
from narabi_solver import solve

SEED = 2026

# Made by hand, with more copies of cards than the deck has: in order as dealt; won on the first turn; a first
# player who may swap nothing; dead ends on the second turn, always and through no-undo.
IN_ORDER = (
    "w:white 0:dark 1:even 2:odd / 3:left 4:right d:stay 5:lower / 6:higher 7:2-to-6 d:at-most-6 8:two-away"
)
MADE = {
    "in-order": (3, False, IN_ORDER),
    "one-turn": (3, False, IN_ORDER.replace("0:", "x:").replace("4:", "0:").replace("x:", "4:")),
    "first-stuck": (
        4,
        False,
        "0:stay 5:stay 3:stay / 1:odd 2:even w:left / 4:dark d:white 8:left / 7:odd 6:lower d:left",
    ),
    "second-stuck": (
        3,
        False,
        "0:stay 5:right 3:stay d:stay / 1:stay 2:stay 6:stay 4:stay / w:odd 8:even 7:left d:left",
    ),
    "undo-stuck": (
        3,
        True,
        "7:stay 1:lower 3:stay 5:stay / 0:stay w:stay d:stay d:stay / 2:odd 8:even 4:left 6:left first A",
    ),
}
# The hardest deals that a local search found; `studies.hardest_deals.hard_deals` has found harder ones since.
HARD = {
    3: "1:three-away 5:two-away 2:stay 0:lower / 8:four-away 6:at-least-3 7:higher 3:odd"
    " / d:dark d:right w:even 4:2-to-6",
    4: "4:at-least-3 2:stay 0:lower / 7:left 6:four-away 8:higher"
    " / d:odd w:dark 3:2-to-6 / 5:two-away d:three-away 1:right",
    5: "9:higher 0:stay 4:two-away / d:at-least-3 w:lower w:even"
    " / d:white d:2-to-6 6:left / 8:three-away 3:right 1:dark / 2:at-most-6 7:odd 5:four-away",
}
BEYOND_BREADTH = {"hard-5p"}
"""Cases that breadth-first searches are not run on: ten million states."""

HEADER = """\
# name, players, rule, turn limit, minimum turns (-: none within the limit), nodes of the breadth-first
# search, nodes of IDA*, source (seed/index of `random_deal`, or the deal).
# Written by python -m benchmarks.make_cases.
"""


def questions() -> Iterator[tuple[str, int, bool, int, str]]:
    """Yield name, players, no-undo, limit and source of every case."""
    for players, count in ((3, 50), (4, 50), (5, 5)):
        for i in range(count):
            yield f"{players}p-{i:02}", players, False, 24, f"{SEED}/{i}"
    for players in (3, 4):
        for i in range(20):
            yield f"{players}p-no-undo-{i:02}", players, True, 24, f"{SEED}/{i}"
        for i in range(5):
            yield f"{players}p-limit-{i:02}", players, False, 3, f"{SEED}/{i}"
    for players, text in HARD.items():
        yield f"hard-{players}p", players, False, 24, text
    for name, (players, no_undo, text) in MADE.items():
        yield name, players, no_undo, 24, text


def answered(name: str, players: int, no_undo: bool, limit: int, source: str) -> Case:
    """Return the case with its answer, found twice."""
    case = Case(name, players, no_undo, limit, None, 0, 0, source)
    deepening = solve(case.deal, rules=case.rules, algorithm="ida")
    if name in BEYOND_BREADTH:
        return case._replace(turns=deepening.turns, nodes=-1, ida_nodes=deepening.nodes)
    turns = plain_bfs.solve(case.deal, case.rules)
    solution = solve(case.deal, rules=case.rules, algorithm="bfs")
    for found in (solution, deepening):
        if not found.proven or found.turns != turns:
            raise SystemExit(f"{name}: the plain search says {turns}, the solver {found.summary}")
    return case._replace(turns=turns, nodes=solution.nodes, ida_nodes=deepening.nodes)


def main() -> None:
    """Write the table."""
    lines = [str(answered(*question)) for question in questions()]
    FILE.write_text(HEADER + "\n".join(lines) + "\n")


if __name__ == "__main__":
    main()
