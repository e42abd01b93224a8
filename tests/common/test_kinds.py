"""Public functions that take a deal or a position say so when they are given something else."""

from collections.abc import Callable
from typing import Any

import pytest

import amulets_solver
import mabi_search
import narabi_solver
import tales_of_arabia
from narabi_solver import solving

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
    lambda given: solving.pack_deals([given], narabi_solver.Rules()),
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
    (lambda given: DEAL.legal_moves_by(given), "Rules are needed"),
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
    ):
        with pytest.raises(narabi_solver.ArgumentError, match="text must be a text, not"):
            parse(given)


def test_what_is_no_swap_is_not_what_is_illegal() -> None:
    swap = next(iter(DEAL.legal_moves))
    back = narabi_solver.Swap(swap.other, swap.own)
    with pytest.raises(narabi_solver.MoveFormatError, match="'nonsense' is not a swap"):
        DEAL.play("nonsense")
    with pytest.raises(narabi_solver.IllegalMoveError, match="it is seat"):
        DEAL.play(back)
    assert not issubclass(narabi_solver.MoveFormatError, narabi_solver.IllegalMoveError)
    assert narabi_solver.verify(DEAL, [back]).error is not None


RECORD = "players 3; me 1 C3 B; ask 1 R:A1 Y:B2 G:C4 B:D3 K:E5 : +-"
ASKED = amulets_solver.Record.parse(RECORD).events[0]
MADE: list[tuple[Any, str, Callable[[Any], object]]] = [
    (narabi_solver.Deal, "parse", lambda kind: kind.parse(str(DEAL))),
    (narabi_solver.Deal, "parse, an id", lambda kind: kind.parse("4-0-17")),
    (narabi_solver.Deal, "play", lambda kind: kind.parse(str(DEAL)).play(DEAL.legal_moves[0])),
    (narabi_solver.Deck, "standard", lambda kind: kind.standard()),
    (narabi_solver.Deck, "of", lambda kind: kind.of(2)),
    (narabi_solver.Deck, "loads", lambda kind: kind.loads("[cards.x]")),
    (narabi_solver.DealEntry, "add", lambda kind: kind(3).add("0 stay")),
    (narabi_solver.Knowledge, "of", lambda kind: kind.of(DEAL, "A")),
    (narabi_solver.Knowledge, "answered", lambda kind: kind.of(DEAL, "A").answered("B1-A1", yes=True)),
    (narabi_solver.PlayedGame, "parse", lambda kind: kind.parse(str(DEAL))),
    (narabi_solver.PlayedGame, "after", lambda kind: kind.parse(str(DEAL)).after(DEAL.legal_moves[0])),
    (narabi_solver.Place, "parse", lambda kind: kind.parse("A1")),
    (narabi_solver.Swap, "parse", lambda kind: kind.parse("A1-B1")),
    (narabi_solver.Swap, "parse_line", lambda kind: kind.parse_line("A1-B1")[0]),
    (mabi_search.Position, "start", lambda kind: kind.start()),
    (mabi_search.Position, "play", lambda kind: kind.start().play("a1a2").play("pass")),
    (
        mabi_search.Position,
        "play_unchecked",
        lambda kind: kind.start().play_unchecked(mabi_search.Move.parse("a1a2")),
    ),
    (mabi_search.Move, "parse", lambda kind: kind.parse("a1a2")),
    (mabi_search.Move, "parse_line", lambda kind: kind.parse_line("a1a2 pass")[1]),
    (amulets_solver.Belief, "of", lambda kind: kind.of(amulets_solver.Record.parse(RECORD))),
    (amulets_solver.Belief, "after", lambda kind: kind(3, ("C3", "B")).after(ASKED)),
    (amulets_solver.Placement, "parse", lambda kind: kind.parse("R:A1 Y:B2 G:C4 B:D3 K:E5")),
    (amulets_solver.Record, "parse", lambda kind: kind.parse(RECORD)),
    (tales_of_arabia.Game, "play", lambda kind: kind.start(3).play("lay princess open")),
    (tales_of_arabia.Deck, "standard", lambda kind: kind.standard()),
    (tales_of_arabia.Record, "parse", lambda kind: kind.parse("players 3; lay princess open")),
]


@pytest.mark.parametrize(
    ("kind", "make"),
    [(kind, make) for kind, _, make in MADE],
    ids=[f"{kind.__module__}.{kind.__name__}.{name}" for kind, name, _ in MADE],
)
def test_a_class_of_ones_own_is_kept(kind: Any, make: Callable[[Any], object]) -> None:
    own = type("Own", (kind,), {})
    assert type(make(own)) is own and type(make(kind)) is kind
