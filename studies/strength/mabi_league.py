"""A league of Mabi players: everybody against everybody, ratings with intervals.

Two players play each opening twice, colours swapped. The games are kept in `mabi_league_games.txt`, which
`mabi review` reads: the same command goes on where it was ended, and more pairs are added to those that are
there. Games are as in `mabi_match`: the same for any number of workers.
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Any

import numpy as np
import scipy
from numpy.typing import NDArray

from _gamekit.intervals import CONFIDENCE
from benchmarks.frame import Results, Run, Study, Table, beside
from benchmarks.marks import DOCS, grid
from studies.strength.mabi_frozen import NoHistoryError
from studies.strength.mabi_games import IN_PLAY, IN_RUN, Game, GamesFile, score, sources
from studies.strength.mabi_match import SEED, openings, play_pairs
from studies.strength.mabi_names import NAMES, named

GAMES = Path(__file__).with_name("mabi_league_games.txt")
PLAYERS = ("new:7000", "frozen:5000@ec84c928", "frozen:3750")
"""At about equal time: each takes 8 to 11 ms of the processor for a move."""
PAIRS = 200
MOST_PLIES = 300
"""Then a game is stopped."""
ADJUDICATION = 100_000
"""Positions and placements for the proof of a result."""
ANCHOR = PLAYERS[-1]
"""Its rating is 0; if it does not play, that of the first player."""
VIRTUAL = 1.0
"""Drawn games that any two players are taken to have played besides, so that no rating is infinite."""
SAMPLES = 1_000
ELO = np.log(10) / 400
"""What a point of rating is worth, in logarithms of odds."""

Pairs = dict[tuple[str, str], list[tuple[Game, Game]]]
"""By first and second player."""
Rows = dict[tuple[str, str], NDArray[np.float64]]
"""By first and second player: what either scored in each pair."""


def ratings(names: Sequence[str], won: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the ratings that make results most likely, by Bradley and Terry; a draw is half a win each.

    Parameters
    ----------
    names
        Who plays.
    won
        ``won[i, j]``: what i scored against j.
    """
    won = won + VIRTUAL / 2 * (1 - np.eye(len(names)))

    def loss(strengths: NDArray[np.float64]) -> float:
        return float((won * np.logaddexp(0, strengths - strengths[:, None])).sum())

    def slope(strengths: NDArray[np.float64]) -> NDArray[np.float64]:
        missed = won / (1 + np.exp(strengths[:, None] - strengths))
        gradient: NDArray[np.float64] = missed.sum(axis=0) - missed.sum(axis=1)
        return gradient

    best = scipy.optimize.minimize(
        loss, np.zeros(len(names)), jac=slope, method="BFGS", options={"gtol": 1e-6}
    )
    anchor = names.index(ANCHOR) if ANCHOR in names else 0
    found: NDArray[np.float64] = (best.x - best.x[anchor]) / ELO
    return found


def scores(pairs: Sequence[tuple[Game, Game]], first: str, open_too: bool) -> NDArray[np.float64]:
    """Return what the first player and the other one scored in each pair; of open games nothing or a half."""
    rows = []
    for pair in pairs:
        counted = [game.score(first) for game in pair if open_too or not game.open]
        rows.append((sum(counted), len(counted) - sum(counted)))
    return np.array(rows, float)


def rated(names: Sequence[str], rows: Rows, seed: int | None = None) -> NDArray[np.float64]:
    """Return the ratings by the scores of pairs; with a seed, of as many pairs that are drawn from these."""
    chance = None if seed is None else np.random.default_rng(seed)
    won = np.zeros((len(names), len(names)))
    for (first, second), scored in rows.items():
        drawn = scored if chance is None else scored[chance.integers(len(scored), size=len(scored))]
        one, other = names.index(first), names.index(second)
        won[one, other], won[other, one] = drawn.sum(axis=0)
    return ratings(names, won)


def answer(names: Sequence[str], played: Pairs) -> dict[str, Any]:
    """Return the ranking of the players and the score of each pair."""
    finished = {two: scores(pairs, two[0], False) for two, pairs in played.items()}
    as_half = {two: scores(pairs, two[0], True) for two, pairs in played.items()}
    samples = np.array([rated(names, finished, seed) for seed in range(SAMPLES)])
    low, high = np.quantile(samples, [(1 - CONFIDENCE) / 2, (1 + CONFIDENCE) / 2], axis=0)
    columns = {
        "rating": rated(names, finished), "low": low, "high": high, "as_half": rated(names, as_half),
    }  # fmt: skip
    games = [game for pairs in played.values() for pair in pairs for game in pair]
    players = [
        {"player": name}
        | {column: round(float(values[number])) for column, values in columns.items()}
        | record(name, [game for game in games if name in (game.white, game.black)])
        for number, name in enumerate(names)
    ]
    matches = [score(first, second, pairs) for (first, second), pairs in played.items()]
    fields = ("first", "second", "board", "adjudicated", "in_run", "in_play")
    return {
        "players": sorted(players, key=lambda one: -one["rating"]),
        "matches": [{name: getattr(one, name) for name in fields} for one in matches],
    }


def record(name: str, games: Sequence[Game]) -> dict[str, Any]:
    """Return what a player did in its games."""
    ended = [game.score(name) for game in games if not game.open]
    sides = [(game, 0 if game.white == name else 1) for game in games]
    seconds, moves = (sum(getattr(game, what)[side] for game, side in sides) for what in ("seconds", "moves"))
    return {
        "won": ended.count(1.0),
        "lost": ended.count(0.0),
        "drawn": ended.count(0.5),
        "in_run": sum(game.ended == IN_RUN for game in games),
        "in_play": sum(game.ended == IN_PLAY for game in games),
        "milliseconds": round(1000 * seconds / max(moves, 1), 2),
    }


def table(answer: Results) -> str:
    """Return the page's table."""
    lines = []
    for one in answer["players"]:
        interval = f"{one['low']:+d} to {one['high']:+d}" if one["low"] < one["high"] else "by definition"
        ended = " / ".join(str(one[what]) for what in ("won", "lost", "drawn"))
        stopped = " / ".join(str(one[what]) for what in ("in_run", "in_play"))
        rating = f"{one['rating']:+d} ({interval})"
        lines.append(
            [f"`{one['player']}`", rating, ended, stopped, f"{one['as_half']:+d}", one["milliseconds"]]
        )
    heads = (
        "player | rating, 95 % interval | won / lost / drawn | stopped in a run / in alternate play "
        "| rating if stopped games were halves | ms a move"
    )
    played = answer["settings"]
    note = (
        f"{played['pairs']} pairs of games for any two, openings of seed {played['seed']}, stopped at ply "
        f"{played['plies']}, adjudicated with {played['adjudication']:,} nodes."
    )
    return f"{grid(heads, lines)}\n\n{note}"


def matches(answer: Results) -> str:
    """Return who won, lost and drew against whom; after a comma, games that were stopped."""
    names = [one["player"] for one in answer["players"]]
    cells = {}
    for one in answer["matches"]:
        won, lost, drawn = (sum(both) for both in zip(one["board"], one["adjudicated"], strict=True))
        stopped = one["in_run"] + one["in_play"]
        cells[one["first"], one["second"]] = f"{won}–{lost}–{drawn}, {stopped}"
        cells[one["second"], one["first"]] = f"{lost}–{won}–{drawn}, {stopped}"
    lines = ([f"`{name}`", *(cells.get((name, other), "") for other in names)] for name in names)
    return grid(f"won–lost–drawn, stopped | {' | '.join(f'`{name}`' for name in names)}", lines)


def digest(results: Results) -> str:
    """Return what a smaller run says."""
    players = ", ".join(
        f"`{one['player']}` {one['rating']:+d} ({one['low']:+d} to {one['high']:+d})"
        for one in results["players"]
    )
    return f"{results['settings']['pairs']} pairs of games for any two; ratings: {players}."


def measure(
    run: Run,
    players: Annotated[tuple[str, ...], "; ".join(NAMES)] = PLAYERS,
    pairs: Annotated[int, "for any two players"] = PAIRS,
    seed: Annotated[int, "of the openings"] = SEED,
    workers: int = 1,
    most_plies: int = MOST_PLIES,
    adjudicate: Annotated[int, "nodes for a proof"] = ADJUDICATION,
    games: Annotated[Path | None, f"where games are kept (default {GAMES.name}; nowhere in a trial)"] = None,
) -> Results:
    """Play what is not played yet, and return what all games say."""
    file = games or (None if run.trial else GAMES)
    if file is not None:
        file.parent.mkdir(parents=True, exist_ok=True)
    names = list(dict.fromkeys(players))
    twos = list(itertools.combinations(names, 2))
    settings = {"seed": seed, "plies": most_plies, "adjudication": adjudicate}
    try:
        kept = GamesFile(file, settings | {"sources": sources()})
        play_pairs(
            openings(pairs, seed),
            [(*two, number) for number in range(pairs) for two in twos],
            {name: named(name) for name in names},
            kept,
            workers=workers,
            most_plies=most_plies,
            adjudication=adjudicate,
        )
    except (ValueError, NoHistoryError) as error:
        raise SystemExit(str(error)) from None
    played = {two: [kept.pairs[(*two, number)] for number in range(pairs)] for two in twos}
    return answer(names, played) | {"settings": settings | {"pairs": pairs}}


TABLES = [
    Table(DOCS / "mabi-search.md", "league", table),
    beside(__file__, matches),
]
STUDY = Study(__name__, TABLES, measure, digest=digest)
