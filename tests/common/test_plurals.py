"""One of a kind is told in the singular, in all programs and languages."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest

import amulets_solver as amulets
import narabi_solver as narabi
import tales_of_arabia as tales
from _gamekit.languages import languages_of
from narabi_solver import hidden
from tests.conftest import Run
from tests.narabi.samples import EXAMPLE

ONE_OF_MANY = re.compile(
    r"(?<![\w.,:/-])1 (?:[a-z-]+ )??(?!takes|needs|tells|is\b|was|has|plus)[a-z]{2,}s\b(?<!ss)"
)
"""Words like "1 legal moves"; a verb may follow a number, as in "player 1 tells"."""

RUNS = {
    "narabi hint --worlds 1": ["narabi", "hint", EXAMPLE, "--seat", "B", "--worlds", "1"],
    "narabi score --teams 1": ["narabi", "score", EXAMPLE, "--teams", "1", "--policy", "greedy"],
    "narabi team --deals 1": ["narabi", "team", "--players", "3", "--deals", "1", "--policy", "greedy"],
    "narabi survey --deals 1": ["narabi", "survey", "--players", "3", "--deals", "1", "--limit", "1"],
    "narabi solve --limit 1": ["narabi", "solve", EXAMPLE, "--limit", "1"],
    "narabi, a seat with a stone": ["narabi", "solve", "7:even"],
    "mabi moves": ["mabi", "moves", "wb/bw w - - 0"],
    "mabi perft": ["mabi", "perft", "wb/bw w - - 0", "1", "--divide"],
    "mabi solve": ["mabi", "solve", "wb/bw w - - 0", "--all-moves"],
    "mabi analyse": ["mabi", "analyse", "wb/bw w - - 0", "--depth", "1"],
    "amulets judge": ["amulets", "judge", "players 2; me 1 B2 Y; ask 1 R:A1 Y:A2 G:B1 B:C1 K:D1 : -"],
    "amulets race": [
        *("amulets", "race", "--players", "2", "--games", "1", "--policy", "castable"),
        *("--altar", "3x2", "--amulets", "3"),
    ],
    "amulets cast": [
        *("amulets", "cast", "players 2; altar 3x2; amulets 3; me 1 B2 Y; ask 1 R:A1 Y:A2 G:B1 : -"),
        *("--rivals", "random", "--games", "1"),
    ],
    "tales plan": ["tales", "plan", "--beings", "0", "--others", "1", "--endings", "1"],
    "tales score": ["tales", "score", "players 3; lay cave"],
}


@pytest.mark.parametrize("arguments", RUNS.values(), ids=RUNS)
def test_runs_whose_counts_are_one(program_here: Run, arguments: list[str]) -> None:
    done = program_here(*arguments)
    assert done.returncode in (0, 1, 2, 3) and done.stdout + done.stderr
    assert ONE_OF_MANY.findall(done.stdout + done.stderr) == []


def test_a_certificate_of_one_answer(program_here: Run, tmp_path: Path) -> None:
    proof = str(tmp_path / "proof.jsonl")
    made = program_here("mabi", "solve", "wb/b1 b - - 4", "--certificate", proof)
    checked = program_here("mabi", "check", proof)
    assert "certificate of 1 answer:" in made.stdout + made.stderr
    assert "1 answer checked by the rules" in checked.stdout


ONES: dict[str, Callable[[], object]] = {
    "analysis": lambda: narabi.analyse(narabi.Deal.parse(EXAMPLE)),
    "hint": lambda: narabi.hint(narabi.Knowledge.of(narabi.Deal.parse(EXAMPLE), "B"), worlds=1),
    "score": lambda: hidden.score(narabi.Deal.parse(EXAMPLE), policy=hidden.Greedy(), teams=1),
    "survey": lambda: narabi.survey(3, 1),
    "deck": lambda: narabi.Deck.mini(),
    "record": lambda: amulets.Record.parse("players 2; me 1 B2 Y; ask 1 R:A1 Y:A2 G:B1 B:C1 K:D1 : -"),
    "game": lambda: tales.Record.parse("players 3; lay cave"),
}


@pytest.mark.parametrize("make", ONES.values(), ids=ONES)
def test_results_whose_counts_are_one(make: Callable[[], object]) -> None:
    assert ONE_OF_MANY.findall(repr(make())) == []


@pytest.mark.parametrize(
    ("call", "words"),
    [
        (lambda: narabi.find_deals(3, None), "a DealSpec is needed"),
        (lambda: narabi.make_certificate(None), "a Solution is needed"),
        (lambda: narabi.solve(None), "a Deal is needed"),
        (lambda: narabi.solve(narabi.random_deal(3), rules="x"), "Rules are needed"),
    ],
)
def test_an_argument_of_a_class_is_asked_for_in_its_number(call: Callable[[], object], words: str) -> None:
    with pytest.raises(ValueError, match=words):
        call()


def test_analysis_is_one() -> None:
    from _gamekit.problems import check_kind

    with pytest.raises(ValueError, match="^an Analysis is needed, not None"):
        check_kind(None, narabi.Analysis)


COUNTED = {
    "mabi_search": ["search.effort", "search.took", "stopped", "notOver", "answersSoFar"],
    "narabi_solver": ["know.all-worlds", "replay.knows", "replay.never-within"],
}


@pytest.mark.parametrize("package", COUNTED)
@pytest.mark.parametrize("name", ["en", "de", "fr"])
def test_texts_of_pages_have_a_singular(package: str, name: str) -> None:
    """German has one word for a node and for nodes, and counts to a half-move."""
    texts = languages_of(package)[name]
    fields = {
        "count": 1,
        "seat": "B",
        "depth": 1,
        "seconds": "0.1",
        "sizes": "1",
        "card": "even",
        "copies": 0,
    }
    for key in COUNTED[package]:
        one, two = (texts.text(key, **fields | {"n": n, "count": n}) for n in (1, 2))
        same = one.replace("1", "2") == two.replace("1", "2")
        assert not same or name == "de" and ("Knoten" in one or "Halbzug" in one), one
        assert name != "en" or not ONE_OF_MANY.search(one), one
