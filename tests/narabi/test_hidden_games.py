"""Games as they were played: questions in their text, and judged by what the players could know."""

import json
from dataclasses import replace
from pathlib import Path
from typing import ClassVar

import pytest
from hypothesis import given, settings, strategies as st

from narabi_solver import (
    ArgumentError,
    Deal,
    DealFormatError,
    IllegalMoveError,
    InvalidDealError,
    Knowledge,
    Limits,
    PlayedGame,
    Rules,
    Swap,
    UndecidedError,
    judge_hidden,
    random_deal,
    solve,
)
from narabi_solver.hidden import Asking, Greedy, Question, Random, play_together
from narabi_solver.hidden.knowledge import HIDDEN
from tests.conftest import Run
from tests.narabi.samples import EXAMPLE, talked
from tests.nightly import slow

DEAL = Deal.parse(EXAMPLE)
GAME = EXAMPLE + " moves asked C1-B3=yes B2-A3 asked A1-B4=no asked A1-C1=yes C1-B3"


@given(st.sampled_from([3, 4, 5]), st.integers(0, 10_000), st.integers(0, 6))
@settings(max_examples=40)
def test_a_text_is_the_game_again(players: int, seed: int, turns: int) -> None:
    game = talked(players, seed, turns)
    assert PlayedGame.parse(str(game)) == game
    assert Deal.parse(str(game)) == replace(game.deal, moves=game.moves)
    written = str(game).replace("asked ", "ASKED ").replace("=yes", "=YES")
    assert PlayedGame.parse(written) == game


def test_the_other_commands_leave_questions_out(narabi_here: Run) -> None:
    asked, bare = (narabi_here("solve", text, "--json") for text in (GAME, str(Deal.parse(GAME))))
    one, other = (json.loads(done.stdout) for done in (asked, bare))
    for answer in (one, other):
        answer.pop("seconds")
    assert asked.returncode == 0 and one == other and one["turns"] == 3
    assert [str(event) for event in PlayedGame.parse(GAME).events][0] == "asked C1-B3=yes"


@pytest.mark.parametrize(
    ("played", "told"),
    [
        ("asked C1-B3=no", "column 132: asked C1-B3=no: 8:2-to-6 says yes"),
        ("asked B1-B2=yes", "a question is about a stone and one of another seat"),
        ("asked D1-B1=yes", "a question is about a stone and one of another seat"),
        ("asked", "after 'asked' comes an answer like B2-C1=yes"),
        ("asked C1-B3", "after 'asked' comes an answer"),
        ("asked C1-B3=maybe B2-A3", "after 'asked' comes an answer"),
        ("B2-A3 asked C1B3=yes A1-C9", "A1-C9"),
    ],
)
def test_answers_that_cannot_be(played: str, told: str) -> None:
    with pytest.raises((DealFormatError, InvalidDealError)) as caught:
        PlayedGame.parse(f"{EXAMPLE} moves {played}")
    assert told in str(caught.value)
    with pytest.raises((DealFormatError, InvalidDealError)):
        Deal.parse(f"{EXAMPLE} moves {played}")


@pytest.mark.parametrize("seed", range(3))
def test_who_plays_what_looks_best_makes_no_mistake(seed: int) -> None:
    """The policy looks at the same worlds: the same seed, knowledge and number."""
    deal = random_deal(3, seed)
    game = play_together(deal, Asking(worlds=8, most=2), rules=Rules())
    played = PlayedGame(deal, game.events)
    decisions = {i: event for i, event in enumerate(game.events) if isinstance(event, Swap)}
    for number, (at, swap) in enumerate(decisions.items()):
        (*_, last) = judge_hidden(PlayedGame(deal, game.events[: at + 1]), worlds=8, seed=at)
        assert last.number == number + 1 and last.swap == swap
        assert last.judgement != "mistake" and last.expected_turns == last.best_expected_turns
    assert played.turns == game.turns


def test_random_games_have_mistakes_and_the_truth_is_the_solver_s() -> None:
    judgements = set()
    for seed in range(6):
        deal = random_deal(3, seed)
        game = play_together(deal, Random(), rules=Rules(limit=5), seed=seed)
        for turn in judge_hidden(PlayedGame(deal, game.events), worlds=16):
            before = replace(deal, moves=game.deal.moves[: turn.number - 1])
            knows = Knowledge.of(before, turn.seat)
            assert turn.assignments == knows.count
            after = solve(before.play(turn.swap)).turns
            assert turn.turns == (25 - turn.number + 1 if after is None else after + 1)
            assert turn.fewest_turns == solve(before).turns
            worse = turn.expected_turns - turn.best_expected_turns
            assert (turn.judgement == "mistake") == (worse > 2 * turn.standard_error + 1e-9)
            assert worse >= 0 and (worse > 0 or turn.best == turn.swap)
            if turn.judgement != "mistake":
                assert (turn.judgement == "unlucky") == (turn.turns > turn.fewest_turns)
            judgements.add(str(turn.judgement))
    assert judgements == {"best", "unlucky", "mistake"}


def test_answers_count() -> None:
    """An answer changes what a seat holds for possible, of all but the one who gave it."""
    bare, asked = (
        judge_hidden(PlayedGame.parse(f"{EXAMPLE} moves {said}B2-A3 C1-B3"), worlds=4)
        for said in ("", "asked C1-B3=yes ")
    )
    assert asked[0].assignments < bare[0].assignments and asked[1].assignments == bare[1].assignments


def test_what_cannot_be_judged() -> None:
    with pytest.raises(ArgumentError, match="worlds"):
        judge_hidden(PlayedGame.parse(GAME), worlds=0)
    with pytest.raises(IllegalMoveError):
        judge_hidden(PlayedGame(DEAL, (Swap.parse("B1-A1"),)))
    with pytest.raises(UndecidedError):
        judge_hidden(PlayedGame.parse(GAME), limits=Limits(max_nodes=1))


def test_the_program(narabi_here: Run, tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    file.write_text(GAME + "\n")
    done = narabi_here("verify", str(file), "--hidden", "--worlds", "8", "--json")
    assert done.returncode == 3, done.stderr  # not finished
    found = json.loads(done.stdout)
    assert {"legal", "in_order", "turns", "minimum", "first_loss", "error"} <= found.keys()
    assert [one["swap"] for one in found["hidden"]] == ["B2-A3", "C1-B3"]
    shown = narabi_here("verify", EXAMPLE, "B2-C1", "--hidden", "--worlds", "64")
    assert "1 mistake, 0 unlucky" in shown.stdout and "looked better" in shown.stdout
    illegal = narabi_here("verify", EXAMPLE, "B1-A1", "--hidden")
    assert illegal.returncode == 1 and "By what" not in illegal.stdout
    for wrong, told in (
        ([GAME, "B2-A3"], "not both"),
        ([EXAMPLE], "no line to replay"),
        (["nonsense"], "nonsense"),
    ):
        done = narabi_here("verify", *wrong, "--hidden")
        assert done.returncode == 2 and told in done.stderr and "Traceback" not in done.stderr


class Noting(Greedy):
    """A policy that notes what it is told."""

    name = "noting"
    told: ClassVar[list[Knowledge]] = []

    def decide(self, knowledge: Knowledge, rules: Rules, seed: int) -> Swap | Question:
        """Note it."""
        self.told.append(knowledge)
        return super().decide(knowledge, rules, seed)


def others(game: PlayedGame, seat: int) -> list[PlayedGame]:
    """Return games in which a seat saw and heard the same, and other cards are hidden."""
    worlds = Knowledge.of(game, seat).sample(3, seed=7)
    assert any(world.ring != game.deal.ring for world in worlds)
    return [replace(game, deal=replace(world, moves=())) for world in worlds]


@pytest.mark.parametrize("comment", ["", "\n# asked of 7:?"])
@pytest.mark.parametrize("command", ["hint", "know"])
def test_what_is_hidden_advises_nobody(command: str, comment: str, narabi_here: Run) -> None:
    game = PlayedGame.parse(GAME)
    few = ["--worlds", "4"] if command == "hint" else []

    def answered(one: PlayedGame, seat: str) -> dict[str, object]:
        done = narabi_here(command, f"{one}{comment}", "--seat", seat, *few, "--json")
        assert done.returncode == 0, done.stderr
        answer: dict[str, object] = json.loads(done.stdout)
        return {key: value for key, value in answer.items() if "seconds" not in key}

    for seat in "ABC":
        found = answered(game, seat)
        assert bool(found.get("moves")) is (command == "hint" and seat == "A")
        assert all(answered(other, seat) == found for other in others(game, "ABC".index(seat)))


def test_what_is_hidden_is_not_shown_at_the_table(narabi_here: Run) -> None:
    """Neither to the player, nor to a partner who plays."""
    game = PlayedGame.parse(f"{EXAMPLE} moves asked C1-B3=yes")

    def shown(one: PlayedGame, seat: str, lines: str) -> str:
        done = narabi_here("play", f"{one}\n# asked", "--seat", seat, stdin=lines)
        assert done.returncode == 0, done.stderr
        return done.stdout

    own = shown(game, "B", "show\nbeliefs\nhint\nquit\n")
    partner = shown(game, "C", "quit\n").partition("\n")[0]
    assert "turns to the win" in own and partner.startswith("turn 1, B: ")
    for other in others(game, 1):
        assert shown(other, "B", "show\nbeliefs\nhint\nquit\n") == own
        first = shown(other, "C", "quit\n").partition("\n")[0]
        assert first.split()[:4] == partner.split()[:4]


def test_what_is_hidden_does_not_judge(narabi_here: Run) -> None:
    game = PlayedGame.parse(GAME)
    truth = {"turns", "fewest_turns", "judgement"}  # with all cards open

    def judged(one: PlayedGame) -> list[dict[str, object]]:
        done = narabi_here("verify", str(one), "--hidden", "--worlds", "4", "--json")
        turns = json.loads(done.stdout)["hidden"]
        return [
            {key: value for key, value in turn.items() if key not in truth}
            | {"mistake": turn["judgement"] == "mistake"}
            for turn in turns
        ]

    found = judged(game)
    assert [turn["seat"] for turn in found] == ["B", "C"]
    for number, turn in enumerate(found):
        for other in others(game, "ABC".index(str(turn["seat"]))):
            assert judged(other)[number] == turn


@pytest.mark.parametrize(
    ("command", "code"),
    [(["score", GAME, "--teams", "2"], 3), *slow((["team", "--players", "4", "--deals", "3"], 0))],
)
def test_what_is_hidden_is_told_to_no_team(command: list[str], code: int, narabi_here: Run) -> None:
    """Every seat is told the same in another world that agrees with what it is told."""
    Noting.told.clear()
    done = narabi_here(*command, "--policy", f"{__name__}:Noting")
    assert done.returncode == code and len(Noting.told) > 5, done.stderr
    for knows in Noting.told:
        (world,) = knows.sample(1, seed=3)
        game = PlayedGame(replace(world, moves=()), knows.events)
        assert Knowledge.of(game, knows.seat) == knows and HIDDEN in str(knows)
