"""Public functions that take a deal or a position say so when they are given something else."""

from collections.abc import Callable
from typing import Any

import pytest

import mabi_search
import narabi_solver
from narabi_solver.solving import batch

TEXT = "4:stay 8:higher 5:lower w:white / 2:at-most-6 1:right d:left 7:dark / 3:even d:stay 6:odd 0:stay"

NARABI: list[Callable[[Any], object]] = [
    narabi_solver.solve,
    lambda given: list(narabi_solver.solve_many([given])),
    narabi_solver.analyse,
    lambda given: list(narabi_solver.analyse_many([given])),
    lambda given: narabi_solver.verify(given, ""),
    narabi_solver.restriction_costs,
    narabi_solver.swap_graph,
    narabi_solver.census,
    lambda given: batch.pack_deals([given], narabi_solver.Rules()),
]

MABI: list[Callable[[Any], object]] = [
    mabi_search.analyse,
    lambda given: list(mabi_search.analyses(given)),
    mabi_search.solve,
    lambda given: list(mabi_search.solve_all_readings(given)),
    lambda given: mabi_search.perft(given, 2),
    lambda given: mabi_search.divide(given, 2),
    mabi_search.probe,
    mabi_search.analyse_pass,
    mabi_search.make_certificate,
]


@pytest.mark.parametrize("function", NARABI)
def test_deals(function: Callable[[Any], object]) -> None:
    with pytest.raises(narabi_solver.ArgumentError, match=r"a Deal is needed, not the text '4:.*Deal\.parse"):
        function(TEXT)
    with pytest.raises(narabi_solver.ArgumentError, match=r"a Deal is needed, not None; Deal\.parse"):
        function(None)
    with pytest.raises(narabi_solver.ArgumentError, match="a Deal is needed, not int '7'"):
        function(7)


@pytest.mark.parametrize("function", MABI)
def test_positions(function: Callable[[Any], object]) -> None:
    with pytest.raises(
        mabi_search.ArgumentError, match=r"a Position is needed, not the text.*Position\.parse"
    ):
        function("1bw1/b1w1/1w1b w - w 9")
    with pytest.raises(mabi_search.ArgumentError, match=r"a Position is needed, not None; Position\.parse"):
        function(None)


@pytest.mark.parametrize(
    "function",
    [
        lambda limits: mabi_search.solve(mabi_search.Position.start(), limits=limits),
        lambda limits: mabi_search.analyse(mabi_search.Position.start(), limits=limits),
        lambda limits: mabi_search.perft(mabi_search.Position.start(), 1, limits=limits),
        lambda limits: mabi_search.analyse_pass(mabi_search.Position.start(), limits=limits),
        lambda limits: list(mabi_search.solve_all_readings(mabi_search.Position.start(), limits=limits)),
    ],
)
def test_limits(function: Callable[[Any], object]) -> None:
    with pytest.raises(mabi_search.ArgumentError, match="Limits are needed, not int '5'"):
        function(5)


def test_parts_of_a_position() -> None:
    """And a text that is no move is told from a move that is illegal."""
    position = mabi_search.Position.start()
    for wrong in (None, 5):
        with pytest.raises(mabi_search.ArgumentError, match="text must be a text, not"):
            mabi_search.Position.parse(wrong)  # type: ignore[arg-type]
        with pytest.raises(mabi_search.ArgumentError, match=r"a Move is needed, not .*; Move\.parse"):
            position.play(wrong)  # type: ignore[arg-type]
        with pytest.raises(mabi_search.ArgumentError, match="text must be a text, not"):
            mabi_search.Move.parse(wrong)  # type: ignore[arg-type]
    with pytest.raises(mabi_search.ArgumentError, match="Rules are needed, not the text 'run'"):
        mabi_search.Position.start("run")  # type: ignore[arg-type]
    for function in (position.play, position.why_not, mabi_search.Move.parse):
        with pytest.raises(mabi_search.MoveFormatError, match="'a9' is not a move"):
            function("a9")
    with pytest.raises(mabi_search.IllegalMoveError):
        position.play("b2b3")


def test_search_is_not_many() -> None:
    for wrong in (narabi_solver.random_deal(3), None):
        with pytest.raises(narabi_solver.ArgumentError, match="deals must be an iterable, not"):
            narabi_solver.solve_many(wrong)  # type: ignore[arg-type]
    with pytest.raises(narabi_solver.ArgumentError, match="a Deal is needed, not the text"):
        list(narabi_solver.solve_many(TEXT))  # type: ignore[arg-type]


def test_what_stands_before_a_text_is_answered() -> None:
    deal = narabi_solver.random_deal(3)
    answers = narabi_solver.solve_many([deal, deal, TEXT])  # type: ignore[list-item]
    assert [next(answers).deal, next(answers).deal] == [deal, deal]
    with pytest.raises(narabi_solver.ArgumentError, match="Deal.parse"):
        next(answers)


@pytest.mark.parametrize("wrong", ["3", None, "text"])
def test_numbers(wrong: Any) -> None:
    with pytest.raises(narabi_solver.ArgumentError, match="players must be a whole number, not "):
        narabi_solver.survey(wrong, 10)
    with pytest.raises(narabi_solver.ArgumentError, match="deals must be a whole number"):
        narabi_solver.survey(3, wrong)


DEAL = narabi_solver.random_deal(3, 1)
SOLVED = narabi_solver.solve(DEAL)

WRONG: list[tuple[Callable[[Any], object], str]] = [
    (lambda given: narabi_solver.solve(DEAL, rules=given), "Rules are needed"),
    (lambda given: narabi_solver.solve(DEAL, limits=given), "Limits are needed"),
    (lambda given: narabi_solver.solve_many([DEAL], rules=given).__next__(), "Rules are needed"),
    (lambda given: narabi_solver.analyse(DEAL, rules=given), "Rules are needed"),
    (lambda given: narabi_solver.analyse(DEAL, limits=given), "Limits are needed"),
    (lambda given: narabi_solver.verify(DEAL, "", rules=given), "Rules are needed"),
    (lambda given: narabi_solver.verify(DEAL, [given]), "a Swap is needed"),
    (lambda given: narabi_solver.restriction_costs(DEAL, limits=given), "Limits are needed"),
    (lambda given: narabi_solver.swap_graph(DEAL, rules=given), "Rules are needed"),
    (lambda given: narabi_solver.find_deals(3, given), "a DealSpec is needed"),
    (lambda given: narabi_solver.find_deals(3, narabi_solver.DealSpec(), rules=given), "Rules are needed"),
    (lambda given: narabi_solver.random_deal(3, deck=given), "a Deck is needed"),
    (lambda given: narabi_solver.survey(3, 1, rules=given), "Rules are needed"),
    (lambda given: narabi_solver.survey(3, 1, deck=given), "a Deck is needed"),
    (lambda given: narabi_solver.paired_survey(3, 1, rules=(given, given)), "Rules are needed"),
    (lambda given: narabi_solver.census(DEAL, limits=given), "Limits are needed"),
    (lambda given: narabi_solver.make_certificate(given), "a Solution is needed"),
    (
        lambda given: narabi_solver.make_certificate(SOLVED, limits=given),
        "Limits are needed",
    ),
    (lambda given: DEAL.state(given), "Rules are needed"),
    (lambda given: DEAL.legal_moves(given), "Rules are needed"),
    (lambda given: DEAL.play("A1-B1", rules=given), "Rules are needed"),
    (lambda given: narabi_solver.Deal.parse(TEXT, deck=given), "a Deck is needed"),
    (lambda given: DEAL.svg(rules=given), "Rules are needed"),
]


@pytest.mark.parametrize(("function", "said"), WRONG)
def test_options_of_another_kind(function: Callable[[Any], object], said: str) -> None:
    for given in (7, object()):
        with pytest.raises(narabi_solver.ArgumentError, match=said):
            function(given)


@pytest.mark.parametrize("given", [None, 7, b"A1-B1"])
def test_what_is_parsed_is_a_text(given: Any) -> None:
    for parse in (
        narabi_solver.Deal.parse,
        narabi_solver.Swap.parse,
        narabi_solver.Place.parse,
        narabi_solver.Deck.loads,
        narabi_solver.check_certificate,
    ):
        with pytest.raises(narabi_solver.ArgumentError, match="text must be a text, not"):
            parse(given)


def test_what_is_no_swap_is_not_what_is_illegal() -> None:
    swap = next(iter(DEAL.legal_moves()))
    back = narabi_solver.Swap(swap.other, swap.own)
    with pytest.raises(narabi_solver.MoveFormatError, match="'nonsense' is not a swap"):
        DEAL.play("nonsense")
    with pytest.raises(narabi_solver.IllegalMoveError, match="it is seat"):
        DEAL.play(back)
    assert not issubclass(narabi_solver.MoveFormatError, narabi_solver.IllegalMoveError)
    assert narabi_solver.verify(DEAL, [back]).error is not None
