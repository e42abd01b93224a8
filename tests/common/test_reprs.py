"""What results print of themselves is one line, short and true."""

import dataclasses
import importlib
import inspect
import re
from collections.abc import Callable
from itertools import islice
from typing import Any

import pytest

import amulets_solver
import mabi_search
import narabi_solver
import tales_of_arabia
from docs.making.reference import ROOMS, public
from mabi_search import tables
from narabi_solver import (
    Deal,
    Knowledge,
    Place,
    PlayedGame,
    Swap,
    analyse,
    random_deal,
    review,
    solve,
    solving,
    verify,
)
from narabi_solver.env import cross_play
from narabi_solver.hidden import Greedy, Open, Silent, play_together, score, team
from tests.narabi.samples import EXAMPLE
from tests.nightly import slow

GAME = Deal.parse(EXAMPLE + " moves B4-A2 C1-B3 A3-C4")


def test_narabi() -> None:
    deal = Deal.parse(EXAMPLE)
    solution = solve(deal)
    line = " ".join(map(str, solution.swaps))
    assert repr(solution) == f"<Solution: solved in 5 turns and in no fewer (proven): {line}>"
    assert repr(analyse(deal)) == "<Analysis: 5 turns, 8 legal swaps; best B2-A3>"
    assert repr(verify(deal, "B2-A3")).startswith("<Verification: unfinished: 1 legal turn")
    assert repr(review(GAME)).startswith("<Review: not won yet after 3 turns")
    assert all("\n" not in repr(solve(random_deal(3, i))) for i in range(5))


def test_mabi() -> None:
    won = mabi_search.Position.parse("1bw1/b1w1/1w1b w - w 9")
    assert (
        repr(mabi_search.solve(won)) == "<Verdict: win for the side to move (proven: alpha-beta): pass pass>"
    )
    start = mabi_search.Position.start(mabi_search.Rules(size="4x4"))
    undecided = repr(mabi_search.solve(start, limits=mabi_search.Limits(max_nodes=10)))
    assert undecided == "<Verdict: undecided for the side to move, stopped by nodes>"
    assert repr(mabi_search.analyse(start, depth=1)).startswith("<Analysis: depth 1, ")
    assert repr(mabi_search.review(won.play("pass").play("pass"))) == (
        "<GameReview: White wins by 2 to 1; turning points: none>"
    )


DEAL = random_deal(4, 1)
LINE = solve(DEAL).swaps
PLAYED = PlayedGame(DEAL, LINE)
RECORD = "players 3; me 1 C3 B" + "; ask 1 R:A1 Y:B2 G:C4 B:D3 K:E5 : +-" * 90
BELIEF = amulets_solver.Belief(3, ("C3", "B"))
START = mabi_search.Position.start()
SMALL = mabi_search.Position.start(mabi_search.Rules(size="3x4"))
RESULTS: dict[str, Callable[[], Any]] = {
    "deal": lambda: Deal.parse(str(DEAL)),
    "deck": narabi_solver.Deck.standard,
    "state": lambda: PLAYED.deal.state(),
    "played game": lambda: PlayedGame(DEAL, LINE),
    "knowledge": lambda: Knowledge.of(PLAYED, "B"),
    "hint": lambda: narabi_solver.hint(Knowledge.of(DEAL, "D"), worlds=20),
    "hint out of turn": lambda: narabi_solver.hint(Knowledge.of(DEAL, "A"), worlds=20),
    "hidden game": lambda: narabi_solver.judge_hidden(PLAYED, worlds=20),
    "analysis": lambda: analyse(DEAL, lines=True),
    "costs": lambda: narabi_solver.restriction_costs(DEAL),
    "census": lambda: narabi_solver.census(random_deal(2, 1)),
    "survey": lambda: narabi_solver.survey(3, 20),
    "paired survey": lambda: narabi_solver.paired_survey(3, 20),
    "team": lambda: team(3, 4, [Open(), Silent()]),
    "team game": lambda: play_together(DEAL, Open()),
    "score": lambda: score(Deal.parse(str(PLAYED)), teams=5),
    "cross play": lambda: cross_play([Silent(), Greedy()], list(islice(narabi_solver.random_deals(2), 3))),
    "perft": lambda: mabi_search.perft(START, 3),
    "verdict": lambda: mabi_search.solve(SMALL, all_moves=True),
    "certificate": lambda: mabi_search.make_certificate(SMALL),
    "checked": lambda: mabi_search.check_certificate(mabi_search.make_certificate(SMALL).lines),
    "pass": lambda: mabi_search.analyse_pass(START.play("a1a2").play("h8h7")),
    "table": lambda: tables.info(tables.TableSpec.of(SMALL.rules)),
    "record": lambda: amulets_solver.Record.parse(RECORD),
    "judged": lambda: amulets_solver.judge(amulets_solver.Record.parse(RECORD)),
    "question": lambda: amulets_solver.question(BELIEF),
    "tree": lambda: amulets_solver.StrategyTree.shipped(3),
    "checked tree": lambda: amulets_solver.StrategyTree.shipped(3).check(),
    "plan": lambda: tales_of_arabia.plan(tales_of_arabia.Situation(beings=2, others=5, endings=1)),
    "threshold": lambda: tales_of_arabia.threshold(7),
    "table record": lambda: tales_of_arabia.Record.parse("players 3; lay princess open"),
}


DEAR = ("team", "score", "cross play", "verdict", "certificate", "checked", "pass", "checked tree")


@pytest.mark.parametrize("name", [*(one for one in RESULTS if one not in DEAR), *slow(*DEAR)])
def test_a_result_prints_within_a_screen_and_has_a_hash(name: str, warm: None) -> None:
    result = RESULTS[name]()
    assert len(repr(result)) < 2000 and "\n" not in repr(result) and " object at " not in repr(result)
    again = dataclasses.replace(result) if dataclasses.is_dataclass(result) else result  # type: ignore[type-var]
    assert again == result and hash(again) == hash(result)


def test_places_and_moves_print_as_the_code_that_makes_them() -> None:
    swap, move = Swap.parse("C1-B2"), mabi_search.Move.parse("a1a2")
    assert repr((swap,)) == "(Swap.parse('C1-B2'),)" and repr(swap.own) == "Place.parse('C1')"
    assert repr(move) == "Move.parse('a1a2')" and repr(mabi_search.Move.parse("pass")) == "Move.parse('pass')"
    outside = mabi_search.Square(9, 9)
    unusual = [Place(7, 1), Place(0, 4), Swap(Place(-1, 0), swap.own), mabi_search.Move(outside, outside)]
    code = {"Place": Place, "Swap": Swap, "Move": mabi_search.Move, "Square": mabi_search.Square}
    for value in (swap, swap.own, move, *unusual, *START.legal_moves, *DEAL.legal_moves):
        assert eval(repr(value), code) == value


def test_arrays_are_counted_and_not_printed() -> None:
    found = solving.analyse_packed(solving.random_packed(4, 7, 0, 1000, narabi_solver.Rules()))
    assert repr(found.deals) == "<PackedSolutions: 1,000 deals>"
    assert repr(found) == f"<PackedAnalyses: 1,000 deals, {len(found.moves.deals):,} swaps>"


def test_no_field_of_a_frozen_class_breaks_its_hash() -> None:
    """A field with a container that changes is left out of the hash: what is equal still has one hash."""
    homes = [f"{package.__name__}.{room}".rstrip(".") for package in ROOMS for room in ("", *ROOMS[package])]
    values = {
        getattr(module, name)
        for module in map(importlib.import_module, homes)
        for name in public(module)
        if inspect.isclass(getattr(module, name))
    }
    frozen = [
        value for value in values if dataclasses.is_dataclass(value) and value.__dataclass_params__.frozen
    ]
    assert len(frozen) > 80
    assert [
        (value.__name__, field.name)
        for value in frozen
        for field in dataclasses.fields(value)
        if (field.compare if field.hash is None else field.hash)
        and re.search(r"\b(dict|list|set|Mapping|NDArray)\b", str(field.type))
    ] == []
