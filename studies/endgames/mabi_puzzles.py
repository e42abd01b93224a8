"""Puzzles of the Mabi board: positions that White wins by few of its moves, every first move proven.

    python -m studies mabi_puzzles              # looks for them, half an hour of a processor
    python -m studies.endgames.mabi_puzzles     # writes those that were kept for the page

The second command writes mabi_search/page/files/puzzles.js. Positions are those of the endgame suites, with
White to move, and random placements on small boards, in alternate play and after Black's pass. A position is
a puzzle if each of its moves is proven to win or to lose, and one to three win, at most half of them. After
Black's pass, where the order of White's steps is often free, it is enough that two moves lose.
Positions that symmetries turn into one another count once.

The theme tells of the first move of the proof, by the first rule that holds:

- ``run``: Black has passed, and White's run must overtake.
- ``pass``: White passes.
- ``overtake``: White's largest group becomes the larger one.
- ``halt``: Black is left without a move but the pass.
- ``freeze``: a piece that Black could move is paralysed or frozen.
- ``quiet``: none of these.

The level is by the nodes that the proofs of all first moves took.
"""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace
from typing import Annotated, Any

from _gamekit.files import write_atomic
from benchmarks.frame import Results, Run, Study, Table
from benchmarks.marks import ROOT
from mabi_search import InvalidPositionError, Limits, Outcome, Position
from mabi_search.game.notation import text_of
from mabi_search.game.rules import BLACK, PASS, PASSED, WHITE, Move
from mabi_search.proof.solving import decide
from studies.endgames.mabi_suites import CHANGE, FOLDER, SIZES, normal

OUT = ROOT / "mabi_search" / "page" / "files" / "puzzles.js"
PAGE = ROOT / "docs" / "mabi-board.md"
MOST_WINS, LEAST_MOVES = 3, 4
LEAST_LOSSES = 2
"""Of a run, in which the order of many steps is free, so that more moves win."""
SUITE_NODES, RANDOM_NODES = 300_000, 20_000
"""For a position of a suite, or of a random placement; and again for each of its moves."""
MOST_OPEN = 2
"""Moves of a suite's position that its file leaves undecided."""
PIECES = {"4x4": 4, "4x5": 5, "5x5": 6, "5x6": 7, "6x6": 9}
"""Of each side in a random placement, by size."""
DRAWS = {
    ("4x4", "-"): 250,
    ("4x5", "-"): 1_500,
    ("5x5", "-"): 800,
    ("5x6", "-"): 200,
    ("4x5", "p"): 100,
    ("5x5", "p"): 200,
    ("5x6", "p"): 200,
    ("6x6", "p"): 100,
}
"""Random placements by size and mode."""
BLOCK = 50
"""Positions of a part."""
LEVELS = {"easy": 2_000, "medium": 15_000, "hard": 10**9}
"""Nodes of all proofs together that a puzzle of a level takes at most."""
THEMES = ("run", "pass", "overtake", "halt", "freeze", "quiet")
EACH = 16
"""Puzzles of a theme and a level at most, those with the most pieces first."""
HEAD = """\
// Positions that White wins, the easiest first (python -m studies.endgames.mabi_puzzles): POSITION, theme,
// level, and each first move with the line that follows by the proof. A first move with "=" wins, all others
// lose; "-" is a pass.

export const PUZZLES = [
"""


# Positions --------------------------------------------------------------------------------------


def white_to_move(position: Position) -> Position:
    """Return the position on its own, its colours exchanged if Black is to move."""
    board, side, mode, holder, ply = text_of(position.state).split()
    if side == BLACK:
        board, holder = board.translate(CHANGE), holder.translate(CHANGE)
    return Position.parse(f"{board} {WHITE} {mode} {holder} {ply}")


def of_suites() -> list[str]:
    """Return the positions of the suites that may be puzzles by their files."""
    found = []
    for size in SIZES:
        for line in (FOLDER / f"{size}.values.txt").read_text().splitlines():
            if not line.startswith("#"):
                text, outcome, _, told = line.split(" | ")
                values = Counter(one.partition(":")[2] for one in told.split())
                few = values["win"] <= min(MOST_WINS, values.total() // 2) and values["-"] <= MOST_OPEN
                if outcome == "win" and few and values.total() >= LEAST_MOVES:
                    found.append(str(white_to_move(Position.parse(text))))
    return found


def drawn(size: str, mode: str, seed: int, number: int) -> Position | None:
    """Return a random placement; None if it is no position, or White wins by ending the game."""
    choose = random.Random(f"{seed} {size} {mode} {number}")
    ranks, files = map(int, size.split("x"))
    squares = list("w" * PIECES[size] + "b" * PIECES[size])
    squares += "." * (ranks * files - len(squares))
    choose.shuffle(squares)
    rows = ["".join(squares[i : i + files]) for i in range(0, len(squares), files)]
    for empty in range(files, 0, -1):
        rows = [row.replace("." * empty, str(empty)) for row in rows]
    for holder in choose.sample("b-" if mode == PASSED else "wb-", 2 if mode == PASSED else 3):
        try:
            return Position.parse(f"{'/'.join(rows)} w {mode} {holder} 20")
        except InvalidPositionError:
            continue
    return None


# What is proven ---------------------------------------------------------------------------------


def puzzle_of(position: Position, most: int) -> dict[str, Any] | None:
    """Return what is known of a puzzle; None if the position is none, or a proof takes too many nodes."""
    legal = sorted(position.legal_moves, key=lambda move: move != PASS)
    limits = Limits(max_nodes=most)
    whole, _ = decide(position, limits=limits, margin=False)
    if len(legal) < LEAST_MOVES or whole.outcome != Outcome.WIN:
        return None
    nodes, wins, lines = whole.nodes, 0, {}
    for move in legal:
        after, _ = decide(position.play(move), limits=limits, margin=False)
        won = after.outcome == (Outcome.WIN if after.position.side == WHITE else Outcome.LOSS)
        wins += won
        if not after.proven or wins > most_wins(position):
            return None
        nodes += after.nodes
        lines[str(move)] = ("=" if won else "") + " ".join(map(str, after.pv))
    return {"position": str(position), "nodes": nodes, "theme": theme(position, whole.pv[0]), "lines": lines}


def most_wins(position: Position) -> int:
    """Return how many moves of a puzzle win at most."""
    many = len(position.legal_moves)
    return many - LEAST_LOSSES if position.mode == PASSED else min(MOST_WINS, many // 2)


def theme(position: Position, move: Move) -> str:
    """Return the theme of a puzzle whose proof begins with a move."""
    after = position.play(move)
    if position.mode == PASSED:
        return "run"
    if move == PASS:
        return "pass"
    if position.holder != WHITE and after.holder == WHITE:
        return "overtake"
    if [*after.legal_moves] == [PASS]:
        return "halt"
    return "freeze" if movable(position) - movable(after) else "quiet"


def movable(position: Position) -> set[str]:
    """Return Black's pieces that can step, by their squares."""
    state = replace(position.state, side=BLACK)
    return {str(move)[:2] for move in Position(state, (), position.rules).legal_moves if move != PASS}


def prove(texts: list[str], most: int) -> list[dict[str, Any]]:
    """Return the puzzles among some positions."""
    return [one for text in texts if (one := puzzle_of(Position.parse(text), most))]


def measure(run: Run, seed: Annotated[int, "of the random placements"] = 2026, workers: int = 1) -> Results:
    """Look for puzzles in the suites and in random placements."""
    texts = of_suites()
    calls: dict[str, tuple[Any, ...]] = {}
    for (size, mode), draws in DRAWS.items():
        for first in range(0, draws, BLOCK):
            some = (drawn(size, mode, seed, number) for number in range(first, first + BLOCK))
            calls[f"{size} {mode} {first}"] = [str(one) for one in some if one], RANDOM_NODES
    for first in range(0, len(texts), BLOCK // 10):
        calls[f"suites {first}"] = texts[first : first + BLOCK // 10], SUITE_NODES
    found = run.each(prove, calls, workers)
    return {
        "looked at": sum(len(call[0]) for call in calls.values()),
        "puzzles": chosen(sum(found.values(), [])),
    }


def level(puzzle: dict[str, Any]) -> str:
    """Return the level of a puzzle."""
    return next(name for name, most in LEVELS.items() if puzzle["nodes"] <= most)


def chosen(puzzles: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return the puzzles that are kept, the easiest first: few of a kind, none twice."""
    met, cells = set(), Counter[tuple[str, str]]()
    kept = []
    for one in sorted(puzzles, key=lambda one: (-one["position"].split()[0].count("w"), one["nodes"])):
        shape, cell = normal(Position.parse(one["position"]).state), (one["theme"], level(one))
        if shape not in met and cells[cell] < EACH:
            met.add(shape)
            cells[cell] += 1
            kept.append(one)
    return sorted(kept, key=lambda one: one["nodes"])


# What is made of them ---------------------------------------------------------------------------


def table(results: Results) -> str:
    """Return how many puzzles there are of each theme and level."""
    puzzles = results["puzzles"]
    cells = Counter((one["theme"], level(one)) for one in puzzles)
    rows = [f"| {name} | " + " | ".join(str(cells[name, of]) for of in LEVELS) + " |" for name in THEMES]
    head = f"| theme | {' | '.join(LEVELS)} |\n|---|{'---:|' * len(LEVELS)}"
    said = f"{len(puzzles)} puzzles, of {results['looked at']:,} positions that were looked at:"
    return "\n".join([said, "", head, *rows])


def script(results: Results) -> str:
    """Return the puzzles as the page reads them."""
    rows = []
    for one in results["puzzles"]:
        lines = [move + (line if line.startswith("=") else f" {line}") for move, line in one["lines"].items()]
        moves = ", ".join(lines).replace("pass", "-")
        rows.append(f'  "{one["position"]}, {one["theme"]}, {level(one)}, {moves}",\n')
    return HEAD + "".join(rows) + "];\n"


STUDY = Study(__name__, [Table(PAGE, "puzzles", table, dated=False)], measure)


if __name__ == "__main__":
    write_atomic(OUT, [script(STUDY.kept()).encode()])
