"""Learns the weights of Mabi's evaluation from play, and has them play those of before: 45 minutes.

The same seed gives the same weights; ``--weights mabi_search/data/evaluation.weights`` also writes them.

Each round plays games with the weights of the round before, the first with a guess, some steps by chance,
until somebody is proven to win. Every position of alternate play in them is an example. A logistic
regression over the games of all rounds gives the weights: the sum of the weights of a position is 100 times
the logarithm of the odds that its side to move won. One game in ten is held out, and says what the weights
are worth on positions that they have not seen.

Finished blocks of games are kept in the cache folder, and not played again.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Annotated, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from _gamekit.files import DamagedFileError, read_checked, write_checked
from _gamekit.folders import usable_cache_folder
from _gamekit.jit.build import compiled
from _gamekit.progress import status
from _gamekit.work.workers import Workers
from benchmarks.frame import Results, Run, Study, Table, beside, commit
from benchmarks.marks import DOCS, grid
from mabi_search import Rules
from mabi_search.kernels.alphabeta import evaluation
from mabi_search.kernels.alphabeta.evaluation import BY_LINE, BY_SIZE, DENSE, FILES, LINES, PLACES
from mabi_search.kernels.alphabeta.weights import FILLINGS, LINE_DISTANCES, WINDOW, WINDOW_DISTANCES
from mabi_search.search import weights as tables
from studies.evaluation import mabi_selfplay as selfplay
from studies.strength.mabi_frozen import Frozen
from studies.strength.mabi_match import match, openings

KIND, VERSION = "games of Mabi to learn from", 1
SEED = 2026
NODES = 300
CHANCE = 4
"""Random steps in a hundred."""
BLOCK = 256
SCALE = 100
"""Hundredths of a piece for one in the logarithm of the odds."""
EPOCHS, RATE, LINE_RATE, LINE_START = 4, 0.08, 0.005, 10.0
HELD_OUT = 10
PARTS = {
    "sizes": 0, "steps": 1, "margins": 2, "pieces beside the largest group": 3, "nearness, own": 4,
    "nearness, other": 5,
}  # fmt: skip

LEARNED, BEFORE = ("b441dba", 2_100), ("24c474b", 3_000)
"""Two commits one after the other, that of the first learned evaluation and the one before, and nodes a move:
an evaluation that was learned took 1.41 times the processor time a node, and takes less since."""
MATCH_SEED, MOST_PLIES, ADJUDICATION = 77, 300, 20_000

DIGITS = np.arange(LINES)[:, None] // 3 ** np.arange(FILES) % 3
"""The squares of each line: 0 for an empty square, 1 for an own piece, 2 for an enemy piece."""

Weights = tuple[NDArray[np.int16], NDArray[np.int16]]
"""Of places, and of windows."""


def first_guess() -> Weights:
    """Return weights to begin with: for size, holding, steps and nearness."""
    places = np.zeros(BY_LINE - BY_SIZE, np.int16)

    def table(begin: int, *shape: int) -> NDArray[np.int16]:
        return places[begin - BY_SIZE :][: int(np.prod(shape))].reshape(shape)

    holders = np.arange(-1, 2)[:, None, None]
    sizes, steps = np.arange(evaluation.SIZES), np.arange(evaluation.STEPS_TOLD)
    near = np.arange(evaluation.NEAR_TOLD)
    table(evaluation.BY_SIZE, 3, len(sizes), len(sizes))[:] = 100 * (sizes[:, None] - sizes) + 20 * holders
    table(evaluation.BY_STEPS, 3, len(steps), len(steps))[:] = 20 * (steps[:, None] - steps)
    table(evaluation.BY_NEAR, 2, evaluation.PHASES, len(near))[:] = 25 * np.stack([near, -near])[:, None]
    return places, np.zeros((LINE_DISTANCES, WINDOW_DISTANCES, FILLINGS), np.int16)


# Games


def name_of(weights: Weights) -> str:
    """Return a name for the games that are played with some weights."""
    digest = hashlib.sha256(b"".join(part.tobytes() for part in weights))
    digest.update(repr((SEED, NODES, CHANCE, BLOCK)).encode())
    return digest.hexdigest()[:16]


def play_block(
    path: str, round_number: int, block: int, weights: Weights, stop: Callable[[], bool] | None
) -> str:
    """Play a block of games into a file, unless it is there."""
    del stop  # a block takes less than a minute
    try:
        read_checked(Path(path), KIND, VERSION)
    except (OSError, DamagedFileError):
        game = selfplay.scratch(NODES)
        game.work.weights[:] = tables.spread(*weights, 8, 8)
        seed = SEED + 1000 * round_number
        found = selfplay.play_block(game, Rules(), block * BLOCK, BLOCK, seed, NODES, CHANCE)
        counts = {"won": found.won, "passed_open": found.passed_open, "capped": found.capped}
        write_checked(Path(path), KIND, VERSION, [found.examples.tobytes()], counts)
    return path


def games_of(
    round_number: int, games: int, weights: Weights, workers: int
) -> tuple[NDArray[Any], dict[str, int]]:
    """Return the examples of a round, and what became of its games."""
    if games < BLOCK:
        raise SystemExit(f"{games} games are too few: they are played in blocks of {BLOCK}")
    folder, reason = usable_cache_folder("mabi-learning")
    if folder is None:
        raise SystemExit(reason)
    paths = [
        str(folder / f"{name_of(weights)}-{round_number}-{block}.games") for block in range(games // BLOCK)
    ]
    tasks = [(path, round_number, block, weights) for block, path in enumerate(paths)]
    with status() as show:
        for done, _ in enumerate(Workers(workers).results(play_block, tasks, None), 1):
            show(f"round {round_number}: {done} of {len(paths)} blocks of {BLOCK} games")
    found, counts = [], {"won": 0, "passed_open": 0, "capped": 0}
    for path in paths:
        payload, counted = read_checked(Path(path), KIND, VERSION)
        found.append(np.frombuffer(payload, selfplay.EXAMPLE))
        counts = {key: value + counted[key] for key, value in counts.items()}
    return np.concatenate(found), counts


# The regression


class Data(NamedTuple):
    """Examples as the regression takes them."""

    places: NDArray[np.int32]
    """(n, DENSE), from 0 on."""
    lines: NDArray[np.int32]
    """(n, lines): which line stands there."""
    results: NDArray[np.float64]
    held_out: NDArray[np.bool_]


@compiled
def find_all(
    setting: Any,
    own: NDArray[np.uint64],
    enemy: NDArray[np.uint64],
    holds: NDArray[np.int8],
    weights: NDArray[np.int16],
    into: NDArray[np.int64],
    places: NDArray[np.int32],
    lines: NDArray[np.int32],
) -> None:
    """Write where the weights of all positions are."""
    for i in range(own.size):
        evaluation.estimated(setting, own[i], enemy[i], holds[i], weights, into)
        for k in range(DENSE):
            places[i, k] = into[k] - BY_SIZE
        for k in range(DENSE, PLACES):
            lines[i, k - DENSE] = into[k] - BY_LINE


def data_of(examples: NDArray[Any]) -> Data:
    """Return examples as the regression takes them."""
    setting, _, _ = selfplay.begin(Rules())
    places = np.zeros((len(examples), DENSE), np.int32)
    lines = np.zeros((len(examples), PLACES - DENSE), np.int32)
    own, enemy, holds = (np.ascontiguousarray(examples[name]) for name in ("own", "enemy", "holds"))
    weights = tables.spread(*first_guess(), 8, 8)
    find_all(setting, own, enemy, holds, weights, np.zeros(PLACES, np.int64), places, lines)
    return Data(places, lines, examples["result"].astype(float), examples["game"] % HELD_OUT == 0)


def parameters() -> tuple[NDArray[np.int64], int]:
    """Return the parameter of each window, from 1 on, and how many there are.

    What the other side has in its place has the parameter's negative; 0 if that is the same.
    """
    digits = np.arange(FILLINGS)[:, None] // 3 ** np.arange(WINDOW) % 3
    swapped = np.array([0, 2, 1])[digits] @ 3 ** np.arange(WINDOW)
    found = np.zeros((LINE_DISTANCES, WINDOW_DISTANCES, FILLINGS), np.int64)
    count = 0
    for row in found.reshape(-1, FILLINGS):
        for filling, other in enumerate(swapped):
            if filling < other:
                count += 1
                row[filling], row[other] = count, -count
    return found, count


def windows_of(length: int) -> list[tuple[int, NDArray[np.int64]]]:
    """Return, for each window of a line of this length, its distance and its contents in every line.

    A window is read towards the middle of the line. A window in the middle is read in both directions and
    counts as two windows.
    """
    windows = []
    for first in range(length - WINDOW + 1):
        last = length - WINDOW - first
        squares = DIGITS[:, first : first + WINDOW]
        distance = min(first, last, WINDOW_DISTANCES - 1)
        for read in ([squares] if first <= last else []) + ([squares[:, ::-1]] if first >= last else []):
            windows.append((distance, read @ 3 ** np.arange(WINDOW)))
    return windows


def line_parameters(length: int) -> NDArray[np.int32]:
    """Return the parameters of the windows of each line: (distance * LINES + line, window)."""
    windows, _ = parameters()
    columns = [windows[:, distance, fillings].ravel() for distance, fillings in windows_of(length)]
    return np.stack(columns, 1).astype(np.int32)


@compiled
def logit(data: Any, windows: NDArray[np.int32], i: int, dense: Any, lined: Any, without: int) -> float:
    """Return the logarithm of the odds of an example."""
    total = 0.0
    for k in range(DENSE):
        if k != without:
            total += dense[data.places[i, k]]
    if without != DENSE:
        for k in range(data.lines.shape[1]):
            line = data.lines[i, k]
            for m in range(windows.shape[1]):
                at = windows[line, m]
                total += lined[at] if at > 0 else -lined[-at]
    return total


@compiled
def learn_once(
    data: Any, windows: Any, order: Any, dense: Any, lined: Any, squares: Any, line_squares: Any, without: int
) -> None:
    """Go through the examples once in an order, by AdaGrad."""
    for i in order:
        wrong = 1 / (1 + np.exp(-logit(data, windows, i, dense, lined, without))) - data.results[i]
        for k in range(DENSE):
            at = data.places[i, k]
            squares[at] += wrong * wrong
            dense[at] -= RATE * wrong / np.sqrt(squares[at])
        for k in range(data.lines.shape[1]):
            line = data.lines[i, k]
            for m in range(windows.shape[1]):
                at = abs(windows[line, m])
                sign = 1 if windows[line, m] > 0 else -1
                line_squares[at] += wrong * wrong
                lined[at] -= sign * LINE_RATE * wrong / np.sqrt(line_squares[at])
        lined[0] = 0.0


@compiled
def logits(data: Any, windows: Any, dense: Any, lined: Any, without: int, into: Any) -> None:
    """Write the logarithms of the odds of all examples."""
    for i in range(into.size):
        into[i] = logit(data, windows, i, dense, lined, without)


def bits(found: NDArray[np.float64], results: NDArray[np.float64]) -> float:
    """Return the loss in bits an example."""
    return float(np.logaddexp(0, -(2 * results - 1) * found).mean() / np.log(2))


def fit(data: Data, without: int = -1) -> tuple[Weights, float, float]:
    """Return the weights of a logistic regression, and its loss on the games it knew and on those held out.

    `without` is a place that is left out, DENSE for the lines.
    """
    windows, (numbered, count) = line_parameters(8), parameters()
    dense, squares = np.zeros(BY_LINE - BY_SIZE), np.ones(BY_LINE - BY_SIZE)
    lined, line_squares = np.zeros(count + 1), np.full(count + 1, LINE_START)
    known = np.flatnonzero(~data.held_out)
    chance = np.random.default_rng(SEED)
    with status() as show:
        for epoch in range(EPOCHS):
            show(f"regression: {epoch} of {EPOCHS} times through {len(known):,} examples")
            order = chance.permutation(known)
            learn_once(data, windows, order, dense, lined, squares, line_squares, without)
    found = np.zeros(len(data.results))
    logits(data, windows, dense, lined, without, found)
    loss, held_out = (bits(found[part], data.results[part]) for part in (~data.held_out, data.held_out))
    places = np.round(SCALE * dense).astype(np.int16)
    lines = np.round(SCALE * np.sign(numbered) * lined[abs(numbered)]).astype(np.int16)
    return (places, lines), loss, held_out


def loss_of(data: Data, weights: Weights) -> float:
    """Return the loss of weights on the games held out, scaled as suits them best."""
    numbered, count = parameters()
    lined = np.zeros(count + 1)
    lined[numbered[numbered > 0]] = weights[1][numbered > 0]
    found = np.zeros(len(data.results))
    logits(data, line_parameters(8), weights[0].astype(float), lined, -1, found)
    part = data.held_out
    return min(bits(found[part] * scale, data.results[part]) for scale in np.geomspace(0.0005, 0.05, 60))


def learn(rounds: int, games: int, workers: int, file: Path | None) -> dict[str, Any]:
    """Learn, write the weights if there is a file for them, and return what is known of them."""
    weights, learned, examples = first_guess(), [], []
    for number in range(1, rounds + 1):
        found, counts = games_of(number, games, weights, workers)
        examples.append(found)
        data = data_of(np.concatenate(examples))
        weights, loss, held_out = fit(data)
        learned.append(
            counts | {"games": games, "positions": len(data.results), "loss": loss, "held_out": held_out}
        )
    facts = {"seed": SEED, "nodes": NODES, "rounds": learned}
    if file is not None:
        tables.write(file, *weights, {"commit": commit()} | facts)
    without = {name: fit(data, place)[2] for name, place in [*PARTS.items(), ("lines", DENSE)]}
    return facts | {"guess": loss_of(data, first_guess()), "without": without}


def compare(pairs: int, workers: int) -> dict[str, Any]:
    """Play a match against the evaluation of before, and return its score."""
    players = Frozen(LEARNED[1], LEARNED[0]), Frozen(BEFORE[1], BEFORE[0])
    score = match(openings(pairs, MATCH_SEED), *players, workers, MOST_PLIES, ADJUDICATION)
    shares = {"finished": str(score.finished), "as_half": str(score.as_half)}
    return {"pairs": pairs, "seconds": score.seconds, "open": score.in_run + score.in_play} | shares


def by_rounds(results: Results) -> str:
    """Return a row for each round."""
    columns = "games", "won", "passed_open", "capped", "positions"
    rows = (
        [number, *(f"{one[key]:,}" for key in columns), f"{one['loss']:.4f}", f"{one['held_out']:.4f}"]
        for number, one in enumerate(results["rounds"], 1)
    )
    heads = "round | games | won | open after a pass | too long | positions so far | loss | held out"
    return grid(heads, rows)


def table(results: Results) -> str:
    """Return what the page says."""
    held = ", ".join(f"{one['held_out']:.4f}" for one in results["rounds"])
    without = ", ".join(f"{name} {loss:.4f}" for name, loss in results["without"].items())
    played, games = results["match"], 2 * results["match"]["pairs"]
    return (
        f"Loss held out, in bits a position, one game in ten, after each round: {held}, from a guess of "
        f"{results['guess']:.4f}. Games with {results['nodes']} nodes a move "
        "([rounds](../../studies/evaluation/mabi_learn.csv)).\n\n"
        f"Held out, the last regression without one of its parts: {without}.\n\n"
        f"Against the evaluation of before (commits {LEARNED[0]} and {BEFORE[0]}), with {LEARNED[1]:,} "
        f"nodes a move against {BEFORE[1]:,}, as its nodes took 1.41 times the time: {games} games, "
        f"{games - played['open']} with a result; score in these {played['finished']}; if the others "
        f"count as a half, {played['as_half']}."
    )


def digest(results: Results) -> str:
    """Return what a smaller run says."""
    last = results["rounds"][-1]
    return f"{len(results['rounds'])} round of {last['games']:,} games has {last['held_out']:.4f} held out."


def measure(
    run: Run,
    rounds: int = 3,
    games: Annotated[int, "a round; a multiple of 256"] = 20 * BLOCK,
    pairs: Annotated[int, "of games against the evaluation of before"] = 30,
    workers: int = 1,
    weights: Annotated[Path | None, "where the weights are written"] = None,
) -> Results:
    """Learn, then play the evaluation of before."""
    found = run.part("learning", partial(learn, rounds, games, workers, weights))
    return found | {"match": run.part("match", partial(compare, pairs, workers))}


STUDY = Study(
    __name__,
    [Table(DOCS / "design" / "mabi-search.md", "learning", table), beside(__file__, by_rounds)],
    measure,
    digest=digest,
)
