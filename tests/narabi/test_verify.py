"""Replaying lines of play."""

import json
from dataclasses import replace

import pytest

from narabi_solver import (
    ArgumentError,
    Deal,
    MoveFormatError,
    Outcome,
    Rules,
    random_deal,
    review,
    solve,
    verify,
)
from narabi_solver.game.rules import legal_moves
from tests.conftest import Run
from tests.narabi.samples import EXAMPLE, STUCK, minimum_turns

LINE = "B2-A3 C1-B3 A4-B4 B2-A4 C4-A3"


def test_a_perfect_game() -> None:
    result = verify(Deal.parse(EXAMPLE), LINE)
    assert (result.legal, result.in_order, result.turns, result.minimum) == (True, True, 5, 5)
    assert result.first_loss is None and result.error is None
    assert [solution.turns for solution in result.solutions] == [5, 4, 3, 2, 1, 0]


def test_the_first_illegal_swap_is_named() -> None:
    result = verify(Deal.parse(EXAMPLE), "B2-A3 C1-A1 A1-B1")
    assert (result.legal, result.turns, result.in_order) == (False, 1, False)
    said = "turn 2, C1-A1: the dark blank does not fit: the 8's card allows"
    assert result.error is not None and result.error.startswith(said)


def test_a_swap_after_the_win_is_illegal() -> None:
    result = verify(Deal.parse(EXAMPLE), LINE + " A1-B1")
    assert (result.legal, result.in_order, result.turns) == (False, True, 5)
    assert "in order already" in (result.error or "")


def test_the_first_loss_is_the_first_turn_that_costs_the_minimum() -> None:
    deal = random_deal(4, seed=9, index=2)
    minimum = solve(deal).turns
    assert minimum is not None
    state = deal.state()
    for swap in legal_moves(state, Rules()):
        result = verify(deal, [swap])
        after = solve(result.solutions[1].deal).turns
        expected = None if after == minimum - 1 else 1
        assert result.first_loss == expected
    good = solve(deal).swaps
    bad = next(
        s
        for s in legal_moves(verify(deal, good[:2]).states[-1], Rules())
        if verify(deal, [*good[:2], s]).first_loss
    )
    assert verify(deal, [*good[:2], bad]).first_loss == 3


def test_what_is_undecided_is_not_called_a_loss() -> None:
    deal = Deal.parse(EXAMPLE)
    wasted = next(s for s in legal_moves(deal.state(), Rules()) if verify(deal, [s]).first_loss == 1)
    result = verify(deal, [wasted])
    after = result.solutions[1]
    unsure = replace(after, outcome=Outcome.UNDECIDED, swaps=(), stopped_by="nodes", lower_bound=3)
    assert replace(result, solutions=(result.solutions[0], unsure)).first_loss is None
    surely_late = replace(unsure, lower_bound=5)
    assert replace(result, solutions=(result.solutions[0], surely_late)).first_loss == 1


def test_from_the_middle_of_a_game_turns_count_from_there() -> None:
    deal = Deal.parse(f"{EXAMPLE} moves {LINE[:11]}")
    result = verify(deal, LINE[12:])
    assert (result.legal, result.in_order, result.turns, result.minimum) == (True, True, 3, 3)


def test_minimum_to_go_as_the_specification_says() -> None:
    result = verify(Deal.parse(EXAMPLE), LINE)
    for state, solution in list(zip(result.states, result.solutions, strict=True))[3:]:
        assert minimum_turns(state, Rules()) == solution.turns


def test_a_line_is_a_text_texts_swaps_or_a_solution() -> None:
    deal = Deal.parse(EXAMPLE)
    solution = solve(deal)
    line = " ".join(map(str, solution.swaps))
    for function in (verify, review):
        expected = function(deal, line)
        assert expected.won and expected.minimum == 5
        for given in (line.split(), solution.swaps, list(solution.swaps), iter(solution.swaps), solution):
            assert repr(function(deal, given)) == repr(expected)
        assert repr(function(Deal.parse(f"{EXAMPLE} moves {line}"))) == repr(expected)
        with pytest.raises(ArgumentError, match="no line to replay|no game to review"):
            function(deal)
        with pytest.raises(MoveFormatError):
            function(deal, ["B2-A3", "B2"])
    begun = deal.play(solution.swaps[0])
    assert review(begun, solution.swaps[1:]).deal == review(deal, solution).deal


def test_an_empty_line() -> None:
    result = verify(Deal.parse(EXAMPLE), "")
    assert (result.legal, result.turns, result.first_loss, result.won) == (True, 0, None, False)


@pytest.mark.parametrize(
    ("line", "code", "words"),
    [
        (LINE, 0, "won: 5 legal turns, the ring is in order after them"),
        (LINE[:11], 3, "unfinished: 2 legal turns, the ring is not in order after them"),
        ("", 3, "unfinished: 0 legal turns, the ring is not in order after them"),
        ("B2-A3 C1-A1", 1, "illegal on turn 2: 1 legal turn, the ring is not in order after it"),
        (LINE + " A1-B1", 1, "illegal on turn 6: 5 legal turns, the ring is in order after them"),
    ],
)
def test_only_a_line_that_wins_is_a_positive_answer(
    narabi_here: Run, line: str, code: int, words: str
) -> None:
    done = narabi_here("verify", EXAMPLE, line)
    assert done.returncode == code and done.stdout.splitlines()[0].split(maxsplit=1) == ["line", words]
    answer = json.loads(narabi_here("verify", EXAMPLE, line, "--json").stdout)
    assert (answer["legal"], answer["in_order"]) == ("illegal" not in words, "ring is in order" in words)


def test_the_moves_of_a_deal_are_the_line_if_none_is_given(narabi_here: Run) -> None:
    for moves, code in ((LINE, 0), (LINE[:11], 3)):
        done = narabi_here("verify", f"{EXAMPLE} moves {moves}")
        assert done.returncode == code and done.stdout == narabi_here("verify", EXAMPLE, moves).stdout
    assert "no line to replay" in narabi_here("verify", EXAMPLE).stderr


def test_a_line_after_which_no_win_is_possible(narabi_here: Run) -> None:
    done = narabi_here("verify", STUCK.replace("0:stay", "0:dark"), "A1-B1", "--unusual", "--limit", "1")
    assert done.returncode == 1 and "lost: 1 legal turn" in done.stdout.splitlines()[0]


def test_an_empty_line_wins_where_the_ring_is_in_order(narabi_here: Run) -> None:
    done = narabi_here("verify", f"{EXAMPLE} moves {LINE}", "")
    assert done.returncode == 0 and "won: 0 legal turns" in done.stdout


def test_a_text_that_is_no_line() -> None:
    with pytest.raises(MoveFormatError, match="'zz' is not a swap"):
        verify(Deal.parse(EXAMPLE), "B2-A3 zz")


def test_no_undo_in_a_line() -> None:
    deal = Deal.parse(
        "0:at-most-6 2:left 1:left 3:left / 4:at-most-6 5:right 6:right 7:right"
        " / 8:left w:left d:left d:left",
        unusual=True,
    )
    assert verify(deal, "A1-B1 B1-A1").legal
    assert "undo" in (verify(deal, "A1-B1 B1-A1", rules=Rules(no_undo=True)).error or "")
