"""Matches between players: who moves, how games end, what they count, and their file."""

from __future__ import annotations

import shutil
import subprocess
from dataclasses import dataclass, replace
from pathlib import Path

import pytest

from mabi_search import Move, Outcome, Position, Rules, solve
from mabi_search.game import rules as game
from mabi_search.game.rules import PASS
from studies.strength import mabi_frozen, mabi_games, mabi_names
from studies.strength.mabi_frozen import Frozen, NoHistoryError, Process, checkout
from studies.strength.mabi_games import Game, GamesFile, share
from studies.strength.mabi_match import match, openings, play
from studies.strength.mabi_names import named
from studies.strength.mabi_players import Engine, Greedy, Player, PlayingEngine
from tests.conftest import ROOT, Run
from tests.nightly import nightly

SMALL = Rules(size="4x4")
NAMES = "one", "other"


@dataclass(frozen=True)
class Shuffler(Player):
    """Never passes of its own accord; counts its moves."""

    def begin(self) -> Player:
        return Counting()

    def __call__(self, position: Position) -> Move:
        assert not position.moves, "every game begins anew"
        return position.legal_moves[0]


class Counting(Player):
    def __init__(self) -> None:
        self.asked = 0

    @property
    def elsewhere(self) -> float:
        return 1000.0 * self.asked

    def __call__(self, position: Position) -> Move:
        self.asked += 1
        return position.legal_moves[0]


class Passer(Player):
    def __call__(self, position: Position) -> Move:
        return PASS


def test_a_game_ends_over_the_board_or_is_stopped_and_every_game_begins_anew() -> None:
    opening = openings(1, 3, SMALL)[0]
    for _ in range(2):
        played = play(opening, NAMES, (Shuffler(), Shuffler()), most_plies=9, adjudication=0)
        assert played.ended in (mabi_games.IN_PLAY, mabi_games.IN_RUN) and played.open
        assert played.plies == 9 and sum(played.moves) == 9 - opening.ply
        assert [round(one / 1000) for one in played.seconds] == list(played.moves)
        assert played.score("one") == played.score("other") == 0.5
    played = play(opening, NAMES, (Passer(), Passer()), adjudication=0)
    end = Position.parse(played.text).outcome()
    assert end is not None and played.ended == mabi_games.BOARD and played.winner == (end.winner or "-")
    assert played.plies == opening.ply + 2


def test_an_adjudicated_result_is_proven() -> None:
    """At the first pass, and where a game is stopped: what `solve` says of the last position."""
    for number, opening in enumerate(openings(3, 5, SMALL)):
        for players in ((Greedy(number), Greedy(9)), (Passer(), Passer())):
            played = play(opening, NAMES, players, most_plies=8, adjudication=100_000)
            end = Position.parse(played.text)
            assert played.ended == mabi_games.ADJUDICATED and end.outcome() is None
            assert end.mode == "p" or end.ply == 8
            outcome = solve(end).outcome
            winner = {
                Outcome.WIN: end.side, Outcome.LOSS: game.other(end.side), Outcome.DRAW: "-",
            }[outcome]  # fmt: skip
            assert played.winner == winner


@pytest.mark.parametrize("workers", [1, *nightly(2)])
def test_a_match_goes_on_where_it_was_ended(tmp_path: Path, workers: int) -> None:
    """And is the same for any number of workers."""
    positions = openings(3, 5, SMALL)
    assert len({one.state.board for one in positions}) == 3
    assert all(one.ply == 4 and one.mode == "-" for one in positions)

    def games(path: Path, count: int, workers: int = 1) -> list[Game]:
        kept = GamesFile(path, {"seed": 5})
        match(positions[:count], Engine(60), Greedy(1), workers, 30, 2_000, names=NAMES, kept=kept)
        return [replace(one, seconds=(0.0, 0.0)) for one in mabi_games.load(path)]

    whole = games(tmp_path / "one.txt", 3)
    assert len(whole) == 6 and [one.number for one in whole] == [0, 0, 1, 1, 2, 2]
    assert [one.white for one in whole] == ["one", "other"] * 3
    path = tmp_path / "two.txt"
    assert games(path, 1) == whole[:2]
    measured = path.read_text()
    with path.open("a") as file:
        file.write(mabi_games.dumps(whole[2]) + mabi_games.dumps(whole[3])[:-20])  # killed while it wrote
    assert games(path, 3, workers) == whole
    assert path.read_text().startswith(measured)  # with its seconds: it was not played again
    for one in whole:
        assert Position.parse(one.text).ply == one.plies and one.score("one") + one.score("other") == 1
    with pytest.raises(ValueError, match="other settings"):
        GamesFile(path, {"seed": 6})


@pytest.mark.slow
def test_mabi_review_reads_the_games(tmp_path: Path, program_here: Run) -> None:
    path = tmp_path / "games.txt"
    match(openings(1, 5, SMALL), Greedy(2), Greedy(1), 1, 12, 0, kept=GamesFile(path, {}))
    done = program_here("mabi", "review", str(path), "--nodes", "50", "--size", "4x4")
    assert done.returncode == 0, done.stderr
    third = [line for line in done.stdout.splitlines() if line.split()[:2] == ["3", "White"]]
    assert len(third) == 2, done.stdout


def played(white: str, black: str, winner: str, ended: str = mabi_games.BOARD) -> Game:
    return Game(0, white, black, ended, winner, (2.0, 3.0), (1, 1), "start moves a1a2")


def test_an_open_game_is_told_apart_in_the_score() -> None:
    pairs = [
        (played("a", "b", "w"), played("b", "a", "-", mabi_games.IN_RUN)),
        (played("a", "b", "b"), played("b", "a", "b", mabi_games.ADJUDICATED)),
        (played("a", "b", "-"), played("b", "a", "-", mabi_games.IN_PLAY)),
    ]
    found = mabi_games.score("a", "b", pairs)
    assert found.board == (1, 1, 1) and found.adjudicated == (1, 0, 0)
    assert (found.in_run, found.in_play, found.late) == (1, 1, 0)
    assert found.finished.estimate == 2.5 / 4 and found.as_half.estimate == 3.5 / 6
    assert found.seconds == (2.5, 2.5)
    assert share([(0.0, 0), (0.0, 0)]).estimate is None
    alike = share([(1.0, 2), (1.0, 2)])
    assert alike == (0.5, 0.5, 0.5)
    even = share([(2.0, 2), (0.0, 2), (2.0, 2), (0.0, 2)])  # Student's t for 3 degrees of freedom: 3.182
    assert even.high == pytest.approx(min(1, 0.5 + 3.182 * (1 / 3) ** 0.5 / 2), abs=1e-3)


@pytest.mark.parametrize(
    ("name", "player"),
    [("new:3000", PlayingEngine(3000)), ("search:5-runs-killers", Engine(5, without=("runs", "killers"))),
     ("frozen:7", Frozen(7)), ("greedy", Greedy(0)), ("greedy:4", Greedy(4))],
)  # fmt: skip
def test_names_of_players(name: str, player: Player) -> None:
    assert named(name) == player


@pytest.mark.parametrize("name", ["", "old:3", "new", "new:0", "new:x", "search:5-speed", "frozen:7-runs"])
def test_names_that_nobody_has(name: str) -> None:
    with pytest.raises(ValueError, match=r"not a player; players are:\n  new:NODES"):
        named(name)


def test_the_playing_engine_is_new_in_each_game() -> None:
    player = PlayingEngine(30)
    assert player.begin() is not player.begin()
    position = openings(1, 5, SMALL)[0]
    assert player(position) == player.begin()(position)


def git(folder: Path, *words: str) -> None:
    """Run git in a folder of a test, as somebody."""
    who = "-c", "user.name=a", "-c", "user.email=a@b"
    subprocess.run(["git", *who, *words], cwd=folder, check=True, capture_output=True)


def test_a_checkout_has_the_sources_of_its_commit(tmp_path: Path, monkeypatch) -> None:
    monkeypatch.setenv("NARABI_MABI_CACHE", str(tmp_path / "cache"))
    with pytest.raises(NoHistoryError, match="needs the git history"):
        checkout("HEAD", tmp_path)
    git(tmp_path, "init", "-q")
    for name in mabi_frozen.PACKAGES:
        (tmp_path / name).mkdir()
        (tmp_path / name / "text").write_text("old")
    git(tmp_path, "add", *mabi_frozen.PACKAGES)
    git(tmp_path, "commit", "-qm", "old")
    (tmp_path / name / "text").write_text("new")
    git(tmp_path, "commit", "-qam", "new")
    folder = checkout("HEAD~1", tmp_path)
    assert (folder / name / "text").read_text() == "old"
    (folder / name / "text").write_text("kept")
    assert checkout("HEAD~1", tmp_path) == folder and (folder / name / "text").read_text() == "kept"


def test_the_frozen_process_plays_with_the_sources_of_a_folder() -> None:
    """Of those here: then it plays what the search here plays."""
    process = Process(ROOT)
    try:
        position = openings(1, 5, SMALL)[0]
        for _ in range(4):
            answer = process.ask(position, 200)
            assert Move.parse(answer.move) == Engine(200)(position)
            assert answer.seconds > 0 and answer.nodes >= 200
            position = position.play(answer.move)
        assert process.ask(openings(2, 5)[1], 50).nodes > 0  # another game
    finally:
        process.close()


@pytest.mark.slow
def test_the_frozen_search_is_that_of_its_commit(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Two folders with the same packages but for one line: each process has its own."""
    monkeypatch.setattr(mabi_names, "full_name", "the hash of {}".format)
    assert named("frozen:7@old") == Frozen(7, "the hash of old")
    for package in mabi_frozen.PACKAGES:
        shutil.copytree(ROOT / package, tmp_path / package, ignore=shutil.ignore_patterns("__pycache__"))
    source = tmp_path / "mabi_search" / "search" / "alphabeta.py"
    changed = source.read_text().replace("return self.spent + ", "return 10_000 + self.spent + ")
    assert changed != source.read_text()
    source.write_text(changed)
    position, (here, other) = openings(1, 5, SMALL)[0], (Process(ROOT), Process(tmp_path))
    nodes = [process.ask(position, 500).nodes for process in (here, other, here)]
    for process in (here, other):
        process.close()
    assert nodes[0] == nodes[2] < 10_000 < nodes[1]


def test_what_is_loaded_with_the_first_move_is_in_no_game() -> None:
    asked = []

    class Noting(Player):
        def __call__(self, position: Position) -> Move:
            asked.append(str(position))
            return position.legal_moves[0]

    opening, player = openings(1, 3, SMALL)[0], Noting()
    for _ in range(2):
        played = play(opening, NAMES, (player, player), most_plies=7, adjudication=0)
        assert sum(played.moves) == 7 - opening.ply
    assert asked[0] == str(Position.start()) and len(asked) == 1 + 2 * (7 - opening.ply)
