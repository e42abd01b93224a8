"""`narabi play`: a seat at the table."""

import re
from pathlib import Path

import pytest

from narabi_solver import Deck, Knowledge, PlayedGame, Rules, Swap, random_deal, solve
from narabi_solver.cli.commands.play import PlaySession
from narabi_solver.game.rules import in_order, play_unchecked, replay
from narabi_solver.hidden import Greedy, Open, Silent
from narabi_solver.hidden.knowledge import all_after
from tests.conftest import Run
from tests.narabi.samples import EXAMPLE


def test_a_game_to_its_end() -> None:
    """Partners who know all cards, and a player who takes every hint's first swap: replayed by the rules."""
    for seed in range(3):
        game = PlayedGame(random_deal(3, seed))
        session = PlaySession(game, 1, Open(), Rules(), seed)
        session.begin()
        while not session.over:
            mine = session.table.knows[1]
            assert mine.mover == 1
            move = Silent(worlds=8).decide(mine, Rules(), 1)
            session.do(str(move))
        played = session.game
        state = replay(game.deal.start(), played.moves, Rules())
        assert in_order(state.ring) == session.table.won
        assert played.turns >= (solve(game.deal).turns or 0)


def test_what_is_shown_hides_what_is_hidden(narabi_here: Run, tmp_path: Path) -> None:
    deal = random_deal(4, 7)
    lines = "show\nbeliefs\nhint\nask A2-B1\nask B1-A2\nask A1-A2\nask\nB1-B2\nQ9-B1\nhelp\n"
    done = narabi_here("play", "--players", "4", "--seat", "B", "--seed", "7", stdin=lines)
    assert done.returncode == 2 and "Traceback" not in done.stderr
    assert done.stderr.count("not a question to another seat") == 2
    assert "'help' lists the commands" in done.stderr and "save FILE" in done.stdout
    own = {str(stone) for stone in deal.seats[1]}
    moves = [Swap.parse(text) for text in re.findall(r"turn \d+, [AD]: (\S+)", done.stdout)]
    knows = Knowledge.of(deal, "B")
    state = deal.start()
    for swap in moves:
        (knows,) = all_after([knows], swap, state)
        state = play_unchecked(state, swap)
    seen = set(re.findall(r"\b[A-D][123] ([0-9wd]:\S+)", done.stdout))
    open_now = {str(stone) for stone in knows.ring if stone.card != "?"}
    assert {one for one in seen if not one.endswith("?")} == open_now and len(own & open_now) >= 2
    assert re.search(r"may A2 be switched with B1\? (yes|no)", done.stdout)
    for place in knows.marginals:
        assert f"\n {place} " in done.stdout


def test_save_and_go_on(narabi_here: Run, tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    start = ("play", EXAMPLE, "--seat", "B", "--policy", "greedy", "--seed", "3")
    first = narabi_here(*start, stdin=f"ask C1-B3\nB2-A3\nsave {file}\nsave {file}\n")
    assert first.returncode == 0, first.stderr
    assert first.stdout.count("saved to") == 2  # the session's own file may be written again
    game = PlayedGame.parse(file.read_text())
    assert game.turns == 3 and len(game.events) == 4  # both partners played after it
    other = narabi_here("play", EXAMPLE, "--seat", "B", stdin=f"save {file}\n")
    assert other.returncode == 2 and "not overwritten" in other.stderr
    again = narabi_here(
        "play", str(file), "--seat", "B", "--policy", "greedy", "--seed", "3", stdin="give up\n"
    )
    assert again.returncode == 0
    assert "given up; the fewest possible with all cards open: 5 turns" in again.stdout
    assert "By what the players could know" in again.stdout
    for command in ("solve", "verify", "review"):
        assert narabi_here(command, str(file)).returncode in (0, 3)


@pytest.mark.parametrize("policy", ["greedy", "asking"])
def test_the_end(policy: str, narabi_here: Run) -> None:
    done = narabi_here(
        "play", EXAMPLE, "--seat", "B", "--policy", policy, "--limit", "3", stdin="B2-A3\nshow\nB2-A3\n"
    )
    assert done.returncode == 0, done.stderr
    assert "lost after 3 turns: no turn is left" in done.stdout
    assert "no win within 3 turns (proven)" in done.stdout or "unsolvable" in done.stdout


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["--seat", "B"], "give --players"),
        (["--players", "3", "--seat", "D"], "the seats of this deal are A to C"),
        (["--players", "3", "--seat", "X"], "must be a seat"),
        ([EXAMPLE, "--players", "3", "--seat", "A"], "give --players"),
        (["-", "--seat", "A"], "standard input is for your moves"),
        (["--players", "3", "--seat", "A", "--policy", "no"], "there is no policy"),
        (["nonsense", "--seat", "A"], "nonsense"),
    ],
)
def test_bad_arguments(arguments: list[str], told: str, narabi_here: Run) -> None:
    done = narabi_here("play", *arguments, stdin="show\n")
    assert done.returncode == 2 and told in done.stderr and "Traceback" not in done.stderr


def test_a_wrong_line_changes_nothing() -> None:
    session = PlaySession(PlayedGame.parse(EXAMPLE), 1, Greedy(), Rules(), 0)
    before = session.game
    for line in ("B1-A1", "C1-A1", "ask B1-A1", "ask Z", "B2-A3 C1-B3", "save", "dance"):
        with pytest.raises(Exception, match="."):
            session.do(line)
        assert session.game == before


def test_a_saved_game_continues_with_its_options(narabi_here: Run, tmp_path: Path) -> None:
    """A deck whose cards have the names of the built-in cards, but other conditions."""
    deck, file = tmp_path / "own.toml", tmp_path / "game.txt"
    deck.write_text(re.sub(r'compare = "higher"', 'compare = "lower"', Deck.standard().dumps()))
    options = ("--no-undo", "--limit", "9", "--policy", "greedy", "--seed", "3", "--deck", str(deck))
    narabi_here("play", "--players", "3", "--seat", "B", *options, stdin=f"save {file}\n")
    again = narabi_here("play", str(file), "--seat", "B", stdin=f"save {tmp_path / 'again.txt'}\n")
    assert again.returncode == 0, again.stderr
    assert f"continues with --policy greedy --seed 3 --no-undo --limit 9 --deck {deck}" in again.stderr
    for path in (file, tmp_path / "again.txt"):
        assert f"# options --policy greedy --seed 3 --no-undo --limit 9 --deck {deck}\n" in path.read_text()
    for wrong in (("--limit", "8"), ("--undo-reading", "receiver")):
        done = narabi_here("play", str(file), "--seat", "B", *wrong)
        assert done.returncode == 2 and "was saved with" in done.stderr
    assert narabi_here("play", str(file), "--seat", "B", "--policy", "asking", stdin="quit").returncode == 0


def test_a_file_cannot_name_code_to_be_run(narabi_here: Run, tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    file.write_text(f"# options --policy antigravity:fly\n{EXAMPLE}\n")
    done = narabi_here("play", str(file), "--seat", "B")
    assert done.returncode == 2 and "give --policy again" in done.stderr
    file.write_text(f"# options --limit 99 --x 'a\n{EXAMPLE}\n")
    done = narabi_here("play", str(file), "--seat", "B")
    assert done.returncode == 2 and "unknown options" in done.stderr
