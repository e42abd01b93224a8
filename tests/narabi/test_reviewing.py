"""A game judged swap by swap, against values found one position at a time."""

import json
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import assume, given, settings, strategies as st

from _gamekit.facts import json_of
from narabi_solver import (
    ArgumentError,
    Deal,
    IllegalMoveError,
    Judgement,
    Limits,
    Outcome,
    Rules,
    Swap,
    analyse,
    random_deal,
    review,
    solve,
    verify,
)
from narabi_solver.game.rules import in_order, legal_moves
from tests.conftest import Run
from tests.narabi.samples import EXAMPLE, STUCK
from tests.strategies import games

GAME = Deal.parse(EXAMPLE + " moves B4-A2 C1-B3 A3-C4")


@given(games(longest=4), st.sampled_from([Rules(), Rules(no_undo=True), Rules(limit=6)]))
@settings(max_examples=25)
def test_every_swap_is_judged_by_the_minimum_before_and_after(deal: Deal, rules: Rules) -> None:
    assume(deal.moves and deal.players < 5)
    found = review(deal, rules=rules)
    for i, turn in enumerate(found.turns):
        before = analyse(replace(deal, moves=deal.moves[:i]), rules=rules)
        after = solve(replace(deal, moves=deal.moves[: i + 1]), rules=rules)
        assert (turn.turn, turn.swap) == (i + 1, deal.moves[i])
        assert turn.moves == before.moves and turn.before.turns == before.turns
        if before.turns is None:
            assert turn.judgement is Judgement.LOST and turn.cost is None
        elif after.turns is None:
            assert turn.judgement is Judgement.LOSES and turn.cost is None and turn.instead == before.best
        else:
            assert turn.cost == after.turns + 1 - before.turns
            assert turn.judgement is (Judgement.SLIP if turn.cost else Judgement.BEST)
            assert turn.instead == (before.best if turn.cost else ())
    assert found.proven and found.slips == tuple(one for one in found.turns if one.instead)
    lost = sum(turn.cost or 0 for turn in found.turns)
    if found.values[-1].turns is not None and found.minimum is not None:
        assert len(found.turns) + found.values[-1].turns == found.minimum + lost


def test_headlines() -> None:
    best = solve(GAME).swaps
    whole = replace(GAME, moves=GAME.moves + best)
    told = "not won yet after 3 turns, 4 more turns needed, 7 in all; possible in 5: two slips"
    assert review(GAME).summary == told
    assert review(whole).summary == "won in 7 turns, possible in 5: two slips"
    assert review(replace(GAME, moves=solve(replace(GAME, moves=())).swaps)).summary == (
        "won in 5 turns, the fewest possible"
    )
    late = (
        review(whole, rules=Rules(limit=6)) if len(whole.moves) <= 6 else review(GAME, rules=Rules(limit=6))
    )
    assert [turn.judgement for turn in late.turns] == ["slip", "best", "loses the win"] and late.lost
    assert (
        late.summary
        == "lost: the win within 6 turns was thrown away on turn 3 of 3; possible in 5: two slips"
    )
    told = "Verloren: Den Sieg in 6 Zügen verschenkt hat Zug 3 (von 3); möglich waren 5."
    assert late.replay(language="de").title == told


def test_a_game_that_used_all_its_turns_is_lost(narabi_here: Run, tmp_path: Path) -> None:
    played = (
        "C2-A2 A3-B2 B1-A2 C1-B3 A3-C2 B3-A4 C2-B3 A4-C4 B2-C1 C4-B2 A2-C2 B2-A1 "
        "C4-A2 A1-C2 B1-C4 C1-B2 A1-B2 B3-A1 C4-B2 A2-B1 B2-A2 C2-B1 A1-C2 B3-A4"
    )
    game = replace(random_deal(3, seed=1), moves=Swap.parse_line(played))
    told = "lost: thrown away on turn 20 of 24; possible in 6: 14 slips"
    page = tmp_path / "review.html"
    done = narabi_here("review", str(game), "--html", str(page), "--json")
    answer = json.loads(done.stdout)
    assert answer["summary"] == told and answer["lost"] and answer["thrown_away"] == 20
    assert done.returncode == 1 and not answer["won"]
    assert f"<title>{told}</title>" in page.read_text()
    assert narabi_here("review", str(game)).stdout.startswith(f"game     {told}\n")


def test_a_deal_that_nobody_could_win() -> None:
    stuck = Deal.parse(STUCK.replace("0:stay", "0:dark"), unusual=True)
    swap = legal_moves(stuck.state(), Rules())[0]
    found = review(replace(stuck, moves=(swap,)), rules=Rules(limit=1))
    assert found.summary == "lost after 1 turn, and no game from this deal could be won within 1 turn"
    assert [turn.judgement for turn in found.turns] == [Judgement.LOST] and not found.slips
    told = "Verloren, und in 1 Zug war diese Partie nicht zu gewinnen."
    assert found.replay(language="de").title == told


def test_what_a_limit_leaves_open_is_not_judged() -> None:
    deal = random_deal(5, seed=3)
    state = deal.state()
    moves = []
    for _ in range(3):
        moves.append(legal_moves(state, Rules())[0])
        state = replace(deal, moves=tuple(moves)).state()
    found = review(replace(deal, moves=tuple(moves)), limits=Limits(max_nodes=1))
    assert not found.proven and not found.decided and found.stopped_by == "nodes"
    assert {turn.judgement for turn in found.turns} == {Judgement.UNKNOWN} and not found.slips
    assert found.outcome is Outcome.UNDECIDED and "not known" in found.summary
    told = "Einige Züge ließen sich hier nicht beurteilen. Das Programm findet mehr heraus."
    assert found.replay(language="de").title == told


def test_proven_is_about_the_deal_and_decided_about_the_whole_game() -> None:
    found = review(GAME)
    open_end = found.values[-1]._replace(outcome=Outcome.UNDECIDED, turns=None)
    unsure = replace(found, values=(*found.values[:-1], open_end))
    told = json_of(unsure)
    assert (told["outcome"], told["proven"], told["decided"]) == ("solved", True, False)
    replayed = verify(replace(GAME, moves=()), GAME.moves)
    last = replace(replayed.solutions[-1], outcome=Outcome.UNDECIDED, swaps=())
    told = json_of(replace(replayed, solutions=(*replayed.solutions[:-1], last)))
    assert (told["outcome"], told["proven"], told["decided"]) == ("solved", True, False)


def test_what_cannot_be_reviewed() -> None:
    with pytest.raises(ArgumentError, match="no game to review"):
        review(Deal.parse(EXAMPLE))
    undone = Deal.parse(EXAMPLE + " moves B4-A2")
    back = next(swap for swap in legal_moves(undone.state(), Rules()) if str(swap) != "B4-A2")
    assert review(replace(undone, moves=(*undone.moves, back)), rules=Rules(no_undo=True)).turns
    again = Deal.parse(
        "0:at-most-6 2:left 1:left 3:left / 4:at-most-6 5:right 6:right 7:right / 8:left w:left d:left d:left"
        " moves A1-B1 B1-A1",
        unusual=True,
    )
    with pytest.raises(IllegalMoveError, match="would undo"):
        review(again, rules=Rules(no_undo=True))


def test_the_program(narabi_here: Run, tmp_path: Path) -> None:
    page = tmp_path / "review.html"
    done = narabi_here("review", str(GAME), "--html", str(page), "--json")
    answer = json.loads(done.stdout)
    assert done.returncode == 0
    assert {"turns": 3, "minimum": 5, "won": False}.items() <= answer.items()
    one = {"turn": 1, "swap": "B4-A2", "cost": 1, "instead": ["B2-A3"]}
    assert {**answer["slips"][0], "why": None} == {**one, "why": None}
    assert [slip["turn"] for slip in answer["slips"]] == [1, 3]
    text = page.read_text()
    assert "1. B4-A2 ?" in text and "slip (+1 turn)" in text and "B2-A3  best" in text
    told = narabi_here("review", str(GAME)).stdout
    assert told.startswith("game     not won yet after 3 turns") and "slip (+1 turn)" in told
    assert narabi_here("review", str(GAME), "--limit", "6").returncode == 1
    assert narabi_here("review", EXAMPLE).returncode == 2
    assert narabi_here("review", str(random_deal(5, 3)) + " moves", "--nodes", "1").returncode == 2


def test_a_won_game_ends_in_order() -> None:
    whole = replace(GAME, moves=GAME.moves + solve(GAME).swaps)
    found = review(whole)
    assert found.won and in_order(found.states[-1].ring) and found.values[-1].turns == 0
