"""What Narabi's page is doing, as a value that events change: walks at random, and what players met."""

from __future__ import annotations

import base64
import json
import shutil
from pathlib import Path
from typing import Any

import pytest

from _gamekit.jit import wasm
from benchmarks.page_cases import in_node, named
from narabi_solver import Deck
from narabi_solver.page.making import ENTRIES, deck_data

pytestmark = pytest.mark.skipif(shutil.which("node") is None, reason="there is no node")
HERE = Path(__file__).parent
MODULES = (
    "rules.js", "random.js", "search.js", "hidden.js", "texts.js", "decks.js", "naming.js", "game.js",
    "keeping.js", "session.js", "seen.js", "events.js",
)  # fmt: skip


def asked(expression: str) -> Any:
    """Return the value of an expression beside the page's modules and the scripts of the tests."""
    deck = json.dumps(deck_data(Deck.standard()))
    code = base64.b64encode(wasm.module("narabi", ENTRIES)).decode()
    scripts = [HERE.joinpath(name).read_text("utf-8") for name in ("page_walk.js", "page_faults.js")]
    start = f'const USUAL = {deck}, KERNELS = Uint8Array.from(atob("{code}"), sign => sign.charCodeAt(0));'
    return in_node(
        "\n".join(["(() => {", start, named(*MODULES), *scripts, f"return {expression} ?? null; }})()"])
    )


def holds(first: int, count: int) -> None:
    """Fail with the events of the first walk of some seeds that breaks a law."""
    broken = asked(f"walks({first}, {count})")
    assert broken is None, f"walk {broken['seed']}: {broken['why']}\n" + "\n".join(broken["events"])


def test_random_walks_hold() -> None:
    holds(1, 100)


@pytest.mark.slow
def test_many_random_walks_hold() -> None:
    holds(1_000, 10_000)


@pytest.mark.nightly
@pytest.mark.parametrize("first", range(11_000, 1_111_000, 50_000))
def test_a_million_random_walks_hold(first: int) -> None:
    holds(first, 50_000)


@pytest.fixture(scope="module")
def found() -> dict[str, Any]:
    """Return what comes of the events of each fault."""
    return dict(asked("faults()"))


EASY, MORE = ["medium", "hard"], ["easy", "medium", "hard"]
READ, WRONG = ["home.kept-taken", True], ["home.kept-wrong", False]


@pytest.mark.parametrize(
    ("fault", "expected"),
    [
        ("a link of a seat opened again shows all that was played since", [9, True, 1]),
        ("a later link of the seat, with cards received, is the same deal", [3, 1, True]),
        (
            "a card named wrongly is asked for again after undo and the same swap, after a reload too",
            [True, True],
        ),
        (
            "a question for a card that was dismissed comes back at its stone, and a card can be changed",
            ["naming", True, "naming", True],
        ),
        ("the cards of a friend are kept beside one's own", [2, True]),
        ("sharing cards closes no dialog and drops nothing", ["owning", 2, True]),
        ("a second tap on adding a card adds no card that asks nothing", [[1, 0], [1, 0], [1, 1]]),
        (
            "what is shared from a file opens the same deal with the same cards and rule, with moves too",
            [True, True],
        ),
        ("a text that names an id is pasted", "3-0-5"),
        ("a puzzle won under two rules counts once", [2, 1]),
        ("the clock stands still after the end, and what was counted is kept", [6, 6]),
        ("yesterday's page offers the puzzles of today", [EASY, MORE, "2026-11-28"]),
        ("a puzzle begun after midnight on yesterday's page counts for its day", 1),
        (
            "the first screen is for strangers, by a link of cards too, not to who has solved puzzles",
            [True, True, False],
        ),
        ("the first screen that was put aside is not there after a reload", [None, None, "welcome"]),
        (
            "who plays at once is told what to tap, until a stone is tapped; a lesson has its own words",
            ["first", "explained", "welcome"],
        ),
        ("giving up a puzzle of the day asks first", ["sure", None, "solve"]),
        (
            "an import drops no deck and no longer game, and brings clock, language and keys along",
            [2, True, False, "de", 1, 3],
        ),
        ("an export is read as mail programs leave it", [READ] * 5 + [WRONG] * 2),
        (
            "an address is read with its signs encoded",
            [["hard", "allowed"], ["hard", "allowed"], ["3-0-1", "next"], ["3-0-1", "next"]],
        ),
        ("Enter and Escape in the dialogs make and close, and nothing else", ["dealing", None, 1]),
        ("a line that was taken back and played again is none that was left", [0, 0, 2]),
        ("a swap that another rule forbids is not made again", [2, 1, 1]),
        (
            "a hint is no longer said while swaps are compared, a deal is put together or looked for",
            [["hint", "welcome"]] * 3,
        ),
        ("a deal that is in order as dealt is none that was solved", ["won", 0]),
        (
            "a deal that is put together is there after a reload and another deal, and imported",
            [["3-0-1", "0even", 1], None, "0even", "0even", "", "", None],
        ),
        (
            "who began and by which rule is kept with a deal that is put together, and in order",
            [[None, "next"], [2, "receiver"], [None, "allowed"]],
        ),
        (
            "a question and a move end the search for a deal to order, and closing its dialog no question",
            [[0, None, True, True], [0, None, False, False], [0, None, False, False]],
        ),
        (
            "a review is there after a reload, at its turn and without another hint, until it is put aside",
            [True, 1, 0, "welcome"],
        ),
        (
            "a random deal, one to order and one's own keep their names, by another rule too",
            [
                [["deal.name-random", 5], True, True, "deal.name-id"],
                [["deal.name-own"], True, True, "deal.name-link"],
                [["deal.name-order", 6, 4], True, True, "deal.name-id"],
            ],
        ),
        (
            "an end that was put aside stays so after a reload, until another turn is shown",
            [False, True, False, False, False, False],
        ),
        (
            "the puzzle of a day that is still to come everywhere opens one of today, and says why",
            [
                ["2026-11-28", None],
                ["2026-11-27", ["puzzles go up to today, 27 November 2026; 29 November 2026 is yet to come"]],
            ],
        ),
        (
            "deleting all that is kept also ends a deal that is put together",
            ["#deal=3-0-1&build=4", "#deal=3-0-1", 0],
        ),
    ],
)
def test_what_players_met(found: dict[str, Any], fault: str, expected: object) -> None:
    assert found.pop(fault) == expected
