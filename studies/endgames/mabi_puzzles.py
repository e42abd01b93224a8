"""Puzzles of the Mabi board: positions of the endgame suites that White wins, by few of its moves.

    python -m studies.endgames.mabi_puzzles

Writes mabi_search/page/files/puzzles.js. Of each game one position is taken at most, where at most half of
the moves win, a pass does not, and at most two moves are undecided. All is proven again. A puzzle is easy if
its proof has up to 3 plies of alternate play, hard from 7 on. Of those that are as deep, more winning moves
come first.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from _gamekit.files import write_atomic
from mabi_search import Limits, Position
from mabi_search.proof.solving import decide
from studies.endgames.mabi_suites import FOLDER, SIZES, suite

OUT = Path(__file__).parents[2] / "mabi_search" / "page" / "files" / "puzzles.js"
COUNT, NODES = 10, 4_000_000
MOST_OPEN = 2
EASY, HARD = 3, 7
"""Plies of a proof up to which a puzzle is easy, and from which on it is hard."""
HEAD = """\
// Positions that White wins, the easiest first, with the moves that are proven to win and those that are
// undecided (python -m studies.endgames.mabi_puzzles).

export const PUZZLES = [
"""


def candidates() -> list[dict[str, Any]]:
    """Return the positions of the suites that would do, one of each game."""
    found: dict[str, dict[str, Any]] = {}
    for size in SIZES:
        games = {one.text: f"{size} {one.game}" for one in suite(size)}
        for line in (FOLDER / f"{size}.values.txt").read_text().splitlines():
            if line.startswith("#"):
                continue
            text, outcome, _, told = line.split(" | ")
            values = dict(one.split(":") for one in told.split())
            wins = [move for move, value in values.items() if value == "win"]
            undecided = [move for move, value in values.items() if value == "-"]
            usable = outcome == "win" and text.split()[1] == "w" and wins and "pass" not in wins
            if usable and 2 * len(wins) <= len(values) and len(undecided) <= MOST_OPEN:
                found[games[text]] = {
                    "position": text,
                    "wins": wins,
                    "open": undecided,
                }  # the farthest from its end
    return list(found.values())


def proven(puzzle: dict[str, Any]) -> dict[str, Any]:
    """Return a puzzle with the plies of its proof; its moves are proven again."""
    position = Position.parse(puzzle["position"])
    verdict, _ = decide(position, limits=Limits(max_nodes=NODES), margin=False)
    after = [
        decide(position.play(move), limits=Limits(max_nodes=NODES), margin=False)[0]
        for move in puzzle["wins"]
    ]
    if str(verdict.outcome) != "win" or {str(one.outcome) for one in after} != {"loss"}:
        raise AssertionError(f"{position} is not proven")
    plies = next(i for i, move in enumerate(verdict.pv, 1) if str(move) == "pass")
    level = "easy" if plies <= EASY else "hard" if plies >= HARD else "medium"
    return puzzle | {"plies": plies, "level": level}


def main() -> None:
    """Write the puzzles."""
    found = sorted(map(proven, candidates()), key=lambda one: (one["plies"], -len(one["wins"])))
    chosen = [found[i * len(found) // COUNT] for i in range(COUNT)]
    lines = [f"  {json.dumps(one)},\n" for one in chosen]
    write_atomic(OUT, [(HEAD + "".join(lines) + "];\n").encode()])


if __name__ == "__main__":
    main()
