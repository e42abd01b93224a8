"""The league: ratings by hand where that is possible, its page, and that it goes on."""

from __future__ import annotations

import math
from pathlib import Path

import numpy as np
import pytest

from benchmarks.frame import Run
from studies.strength import mabi_games, mabi_league
from studies.strength.mabi_games import Game
from studies.strength.mabi_league import VIRTUAL, answer, rated, ratings, scores


def elo(share: float) -> float:
    """Return the difference of ratings at which a share of the points is won."""
    return 400 * math.log10(share / (1 - share))


def test_ratings_of_two_players_are_those_of_their_score() -> None:
    """With the drawn game that is added."""
    for won, lost in ((3, 1), (1, 0), (0, 7), (2.5, 2.5)):
        found = ratings(["a", "b"], np.array([[0, won], [lost, 0]]))
        assert found[0] == 0
        share = (lost + VIRTUAL / 2) / (won + lost + VIRTUAL)
        assert found[1] == pytest.approx(elo(share), abs=0.1)


def test_ratings_are_found_again_from_the_results_that_they_expect() -> None:
    names, known = ["greedy", mabi_league.ANCHOR, "c", "d"], np.array([-120.0, 0.0, 80.0, 310.0])
    expected = 1 / (1 + 10 ** ((known - known[:, None]) / 400))
    assert ratings(names, 1e6 * expected) == pytest.approx(known, abs=0.5)


def played(white: str, black: str, winner: str, ended: str = mabi_games.BOARD) -> Game:
    return Game(0, white, black, ended, winner, (0.5, 1.0), (10, 20), "start moves a1a2")


WON = played("a", "b", "w"), played("b", "a", "b")
LOST = played("a", "b", "b"), played("b", "a", "w", mabi_games.ADJUDICATED)
OPEN = played("a", "b", "-", mabi_games.IN_RUN), played("b", "a", "-", mabi_games.IN_PLAY)
SPLIT = played("a", "b", "w"), played("b", "a", "-", mabi_games.IN_RUN)


def test_open_games_count_only_where_that_is_said() -> None:
    pairs = [WON, LOST, OPEN, SPLIT]
    assert scores(pairs, "a", False).tolist() == [[2, 0], [0, 2], [0, 0], [1, 0]]
    assert scores(pairs, "a", True).tolist() == [[2, 0], [0, 2], [1, 1], [1.5, 0.5]]


def test_what_the_league_says_of_its_players() -> None:
    found = answer(["b", "a"], {("a", "b"): [WON, WON, LOST, OPEN, SPLIT]})
    first, second = found["players"]
    assert (first["player"], second["player"], second["rating"]) == ("a", "b", 0)
    assert first["low"] < first["rating"] == round(elo(5.5 / 8)) < first["high"]
    assert first["as_half"] == round(elo(7 / 11))
    assert (first["won"], first["lost"], first["drawn"], first["in_run"], first["in_play"]) == (5, 2, 0, 2, 1)
    assert (second["won"], second["lost"]) == (2, 5)
    assert first["milliseconds"] == second["milliseconds"] == 50
    assert mabi_league.matches(found).endswith("\n| `a` |  | 5–2–0, 3 |\n| `b` | 2–5–0, 3 |  |")


def test_samples_are_drawn_from_the_pairs() -> None:
    rows = {("a", "b"): scores([WON, LOST, WON], "a", False)}
    drawn = {round(float(rated(["a", "b"], rows, seed)[1])) for seed in range(60)}
    possible = {round(-elo((2 * won + 0.5) / 7)) for won in range(4)}
    assert drawn == possible


@pytest.mark.slow
def test_a_league_is_played_and_goes_on(tmp_path: Path) -> None:
    games: list[list[Game]] = []
    words = {"most_plies": 8, "adjudicate": 300, "games": tmp_path / "GAMES"}
    for pairs in (1, 2):
        names = ("greedy:1", "greedy:2", "greedy")
        found = mabi_league.measure(Run(None, {}), names, pairs, **words)
        assert "`greedy:2`" in mabi_league.table(found)
        games.append(list(mabi_games.load(tmp_path / "GAMES")))
        assert len(games[-1]) == 6 * pairs
    assert games[1][:6] == games[0]  # with their seconds: they were not played again
    with pytest.raises(SystemExit, match="games of other settings"):
        mabi_league.measure(Run(None, {}), seed=8, **words)
