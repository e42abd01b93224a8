"""Writes ``mabi_cases.txt``: positions, and their perft found in three ways that must agree.

::

    python -m benchmarks.make_mabi_cases

Leaves counted in bulk; every leaf visited by the kernel; every leaf visited by the plain rules. The
plain rules are slow, so they check the shallow numbers only.
"""

from __future__ import annotations

import random
from collections.abc import Iterator

from benchmarks.mabi_cases import FILE, Case, visited
from mabi_search import Move, Position, Rules, perft
from mabi_search.game import rules
from mabi_search.game.rules import PASS, READINGS

MOST_LEAVES = 120_000_000
MOST_VISITED = 3_000_000
MOST_PLAIN = 1_500
DEEPEST = 12
SEED = 2027

HEAD = """\
# name, readings that are not the default, position with its earlier play, perft 1, 2, 3, …
# Written by python -m benchmarks.make_mabi_cases.
"""

STARTS = [
    "-",
    "pass_rule=resume",
    "pass_rule=final",
    "pass_rule=plain",
    "setup=diagonals",
    "paralysis=group",
    "freeze=leader",
    "freeze=none",
    "size=4x4",
    "size=4x4 pass_rule=plain",
    "size=3x4",
    "size=3x4 repetition=placement",
    "size=3x4 repetition=off",
    "size=2x3 pass_rule=resume",
    "size=2x3 pass_rule=plain repetition=placement",
    "size=4x6",
    "size=5x5 paralysis=group freeze=none",
    "size=2x8",
    "size=7x3 freeze=leader",
]

MIDDLES = """
b2b2bb/3w2w1/wbw1bb1b/ww1bww1b/wbw2b2/1b2ww1b/2wbwb2/1w4w1 w - w 30
1bw1w1b1/1w4bb/b2b2wb/b1wb2b1/1wbww3/1ww3bw/1bw2bw1/2wbwwb1 w - w 60
w1w1bw2/1w1bw1b1/2w2bbb/3bbww1/1b1b1bwb/bw3w1b/1w1b2bw/1www4 w - w 120
2w5/1b1wbwb1/1w2wwbw/4bwbb/1wb2wbw/2b1bwb1/4bwbb/wb2w1w1 w - b 300
"""
"""Reached by so many random steps from the start."""


def main() -> None:
    """Find, compare, write."""
    cases = [
        counted(f"start-{i:02}", options, "start", MOST_LEAVES if i else 4_000_000_000)
        for i, options in enumerate(STARTS)
    ]
    cases += [counted(f"middle-{i}", "-", text) for i, text in enumerate(MIDDLES.strip().splitlines())]
    cases += [
        counted(f"past-{i:02}", options, text, 2_000_000) for i, (options, text) in enumerate(with_past())
    ]
    FILE.write_text(HEAD + "\n".join(map(str, cases)) + "\n")


def counted(name: str, options: str, text: str, most: int = MOST_LEAVES) -> Case:
    """Return a position with its numbers."""
    case = Case(name, options, text, ())
    position = case.position
    counts: list[int] = []
    while len(counts) < DEEPEST and (
        not counts or counts[-1] * (counts[-1] / max(counts[-2:][0], 1)) <= most
    ):
        depth = len(counts) + 1
        counts.append(perft(position, depth).nodes or 0)
        ways = {counts[-1]}
        if counts[-1] <= MOST_VISITED:
            ways.add(visited(position, depth))
        if counts[-1] <= MOST_PLAIN:
            ways.add(rules.perft(position.state, depth, position.rules))
        if len(ways) > 1:
            raise SystemExit(f"{name}: at depth {depth} there are {sorted(ways)}")
    print(name, counts, flush=True)
    return case._replace(counts=tuple(counts))


def with_past() -> Iterator[tuple[str, str]]:
    """Yield readings and random games in which a move within three plies is forbidden by repetition."""
    choose = random.Random(SEED)
    for pass_rule in READINGS["pass_rule"]:
        for repetition in ("situation", "placement"):
            for size in ("2x4", "3x4"):
                options = f"size={size} pass_rule={pass_rule} repetition={repetition}"
                options += f" paralysis={choose.choice(READINGS['paralysis'])}"
                options += f" freeze={choose.choice(READINGS['freeze'])}"
                yield options, next(text for text in games(options, choose) if bites(options, text))


def games(options: str, choose: random.Random) -> Iterator[str]:
    """Yield random games that go on; half of them in a run, where there are runs."""
    while True:
        position = Case("", options, "start", ()).position
        wanted = choose.choice("-r") if position.rules.pass_rule != "plain" else "-"
        for _ in range(choose.randrange(12, 24)):
            moves = list(position.legal_moves)
            steps = [move for move in moves if move != PASS]
            back = [move for move in steps if Move(move.target, move.origin) in position.moves[-2:]]
            if not moves:
                break
            if not steps or (PASS in moves and choose.random() < 0.15):
                move = PASS
            else:
                move = choose.choice(back if back and choose.random() < 0.6 else steps)
            position = position.play(move)
        if position.outcome() is None and position.mode == wanted:
            yield " ".join(["start", "moves", *map(str, position.moves)])


def bites(options: str, text: str) -> bool:
    """Tell whether the earlier play forbids a move within three plies, and many are left."""
    position = Case("", options, text, ()).position
    free = Rules(**{**vars(position.rules), "repetition": "off"})
    count = perft(position, 3).nodes or 0
    return count > 20 and count != perft(Position.parse(text, free), 3).nodes


if __name__ == "__main__":
    main()
