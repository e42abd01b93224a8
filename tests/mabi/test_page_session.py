"""The session of Mabi's page under node: cases that players met, and random walks of events."""

from __future__ import annotations

import json
import shutil
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from mabi_search import Position
from mabi_search.game.rules import largest
from mabi_search.page import making
from studies.endgames.mabi_puzzles import STUDY
from tests.nightly import nightly, slow

pytestmark = pytest.mark.skipif(shutil.which("node") is None, reason="there is no node")
HERE = Path(__file__).parent
SMALL = "w1w1/1b1b/w1w1 w - - 0"
EASY = "#puzzle=9"
"""White takes the lead by d1c1, which Black answers by d3d2."""
Event = dict[str, Any]
PageAfter = Callable[..., dict[str, Any]]


@pytest.fixture(scope="module")
def page_after(tmp_path_factory: pytest.TempPathFactory) -> Iterator[PageAfter]:
    """Return a function that sends events to a page, and returns what it then shows."""
    script = tmp_path_factory.mktemp("events") / "page.js"
    script.write_text(
        making.script("events.js", "wording.js", "training.js") + (HERE / "play_page.js").read_text()
    )
    pipe = subprocess.PIPE
    with subprocess.Popen(["node", str(script)], stdin=pipe, stdout=pipe, text=True) as node:
        assert node.stdin and node.stdout

        def page_after(*events: Event) -> dict[str, Any]:
            assert node.stdin and node.stdout
            print(json.dumps(events), file=node.stdin, flush=True)
            shown: dict[str, Any] = json.loads(node.stdout.readline())
            return shown

        yield page_after
        node.stdin.close()


def move(*names: str) -> list[Event]:
    return [{"type": "move", "move": name} for name in names]


def load(text: str) -> Event:
    return {"type": "load", "text": text}


def play(side: str = "w", clock: str = "") -> Event:
    return {"type": "play", "side": side, "level": 0, "clock": clock}


def answer(asked: int = -1, **fields: Any) -> Event:
    return {"type": "answer", "asked": asked, "answer": fields or None}


def of_engine(name: str, asked: int = -1) -> Event:
    return answer(asked, move=name, proven=False, worth={"sure": None, "score": 0, "told": "+0.00"})


UNDO, REDO = {"type": "undo"}, {"type": "redo"}
NEW = {"type": "new", "rules": {"size": "3x4", "pass_rule": "final"}}
RELOAD, TAB = {"again": "reload"}, {"again": "tab"}
MISTAKE = {"mark": "?", "name": "mistake", "judged": "mistake", "told": "judged", "good": False}


def reviewed(plies: int = 3) -> Event:
    worths = [{"sure": None, "score": 0, "told": "+0.00"}] * (plies + 1)
    return answer(summary="done", worths=worths, plies=[MISTAKE | {"better": ["pass"]}] * plies)


@pytest.mark.parametrize(
    "other", [NEW, load(SMALL), {"type": "address", "hash": "#game=start", "number": None}]
)
def test_an_answer_to_another_game_is_dropped(page_after: PageAfter, other: Event) -> None:
    page = page_after(play(), *move("a1a2"), other, of_engine("h8h7", 0))
    assert page["lines"] == [""] and page["opponent"] is None and page["pending"] is None


def test_other_rules_begin_without_the_old_moves(page_after: PageAfter) -> None:
    page = page_after(*move("a1a2", "h8h7"), NEW)
    assert page["lines"] == [""] and page["rules"]["pass_rule"] == "final" and page["left"] == 1


def test_nobody_moves_for_the_engine(page_after: PageAfter) -> None:
    others = [{"type": "pass"}, {"type": "yes"}, {"type": "choose", "square": "h8"}, {"type": "hint"}]
    page = page_after(play(), *move("a1a2", "pass"), *others, *move("h8h7"))
    assert page["lines"] == ["a1a2"] and page["pending"] == "move" and page["play"] == "Computer thinks …"


@pytest.mark.parametrize("begin", [[{"type": "puzzle", "puzzle": 8}], [play("b")]])
@pytest.mark.parametrize("other", [NEW, load(SMALL)])
def test_another_game_ends_task_opponent_and_the_turned_board(
    page_after: PageAfter, begin: list[Event], other: Event
) -> None:
    page = page_after(*begin, other, {"type": "train", "deed": "show"})
    assert (page["state"], page["opponent"], page["flipped"]) == (None, None, False)
    assert page["play"] == "White’s turn"
    assert page["lines"] == [""]
    assert page_after(play("b"), {"type": "puzzle", "puzzle": 8})["flipped"] is False


def test_a_name_that_is_taken_replaces_nothing(page_after: PageAfter) -> None:
    keep = {"type": "keep", "name": "mine"}
    page = page_after({"type": "dialog", "dialog": "save"}, *move("a1a2"), keep, *move("h8h7"), keep, keep)
    assert sorted(page["names"]) == ["mine", "mine (2)"]


def test_a_tree_is_kept_whole_and_comes_back(page_after: PageAfter) -> None:
    tree = [*move("a1a2", "h8h7"), {"type": "go", "to": "first"}, *move("c1c2", "b8a8")]
    tree += [{"type": "go", "to": "back"}, *move("h8h7")]
    lines = ["a1a2 h8h7", "c1c2 b8a8", "c1c2 h8h7"]
    kept = [*tree, {"type": "keep", "name": "tree"}, {"type": "puzzle", "puzzle": 0}]
    assert page_after(*kept, {"type": "open kept", "index": 0})["lines"] == lines
    assert page_after(*kept, {"type": "left", "index": 0})["lines"] == lines
    for again in RELOAD, TAB:
        page = page_after(*tree, again)
        assert page["lines"] == lines and page["at"] == "c1c2 h8h7"


def test_what_is_taken_back_can_be_made_again(page_after: PageAfter) -> None:
    page = page_after(*move("a1a2", "h8h7"), UNDO, UNDO)
    assert page["lines"] == [""]
    page = page_after(*move("a1a2", "h8h7"), UNDO, UNDO, RELOAD, REDO, REDO, REDO)
    assert page["lines"] == ["a1a2 h8h7"] and page["at"] == "a1a2 h8h7"
    page = page_after(*move("a1a2"), {"type": "go", "to": "first"}, *move("c1c2"), UNDO, REDO)
    assert page["lines"] == ["a1a2", "c1c2"]
    page = page_after(play(), *move("a1a2"), of_engine("h8h7"), UNDO, REDO)
    assert page["at"] == "a1a2 h8h7" and page["pending"] is None


@pytest.mark.parametrize("again", [RELOAD, TAB])
@pytest.mark.parametrize("hash", [EASY, "#day=2026-11-20"])
def test_a_puzzle_stays_a_puzzle(page_after: PageAfter, hash: str, again: Event) -> None:
    page = page_after({"type": "address", "hash": hash, "number": None}, again)
    assert page["state"] == "open" and page["address"] == hash


def test_each_puzzle_has_its_address(page_after: PageAfter) -> None:
    addresses = [page_after({"type": "puzzle", "puzzle": number})["address"] for number in (0, 8)]
    assert addresses == ["#puzzle=1", EASY]
    assert page_after({"type": "day"})["address"] == "#day=2026-11-27"
    moved = page_after({"type": "puzzle", "puzzle": 8}, *move("d1c1"), UNDO)
    assert moved["address"] == EASY


def test_a_puzzle_is_solved_after_a_reload(page_after: PageAfter) -> None:
    begin = {"type": "puzzle", "puzzle": 0}
    page = page_after(begin, *move("pass"), RELOAD, answer())
    assert page["state"] == "right" and page["solved"] == 1 and page["told"].endswith("★")


def test_undo_in_a_puzzle_is_judged_by_the_position(page_after: PageAfter) -> None:
    begin = {"type": "puzzle", "puzzle": 8}
    page = page_after(begin, *move("d1c1"), answer(), UNDO)
    assert (page["at"], page["state"], page["told"]) == ("", "open", "Find a move that wins.")
    page = page_after(begin, *move("d1c1"), answer(), UNDO, *move("a1a2"))
    assert page["state"] == "wrong" and page["told"].startswith("a1–a2 does not win. ")
    page = page_after(begin, *move("a1a2"), UNDO)
    assert page["state"] == "open"
    run = [{"type": "puzzle", "puzzle": 4}, *move("e3e2", "d4d3")]  # another move than that of the line
    assert page_after(*run)["pending"] == "prove"
    page = page_after(*run, answer(wins=False, line=["pass"]))
    assert page["state"] == "wrong" and page["told"] == "d4–d3 does not win: pass"  # White's own
    page = page_after(*run, UNDO, answer(wins=False, line=["pass"]))
    assert (
        page["state"] == "open"
        and page["told"] == "e3–e2 wins. Go on until a pass wins."
        and page["pending"] is None
    )


def test_a_reply_in_a_puzzle_is_said_with_the_group_that_it_makes(page_after: PageAfter) -> None:
    said = set()
    for number, puzzle in enumerate(STUDY.kept()["puzzles"][:12]):
        start = Position.parse(puzzle["position"])
        for wrong, line in puzzle["lines"].items():
            reply = line.split()[0] if line else ""
            if line.startswith("=") or start.play(wrong).state.side != "b" or not reply:
                continue
            told = page_after({"type": "puzzle", "puzzle": number}, *move(wrong))["told"]
            before, after = start.play(wrong), start.play(wrong).play(reply)
            sizes = [largest(position.state, "b") for position in (before, after)]
            words = [text if text == "pass" else f"{text[:2]}–{text[2:]}" for text in (wrong, reply)]
            more = f": {sizes[1]} together" if sizes[1] > sizes[0] else ""
            assert told == f"{words[0]} does not win. Black answers {words[1]}{more}."
            said.add(bool(more))
    assert said == {False, True}


def test_that_a_game_was_stopped_is_said_instead_of_a_hint(page_after: PageAfter) -> None:
    game = [load(SMALL), play(), {"type": "hint"}, answer(move="a1b1")]
    assert page_after(*game)["note"] == "Hint: a1 to b1."
    assert page_after(*game, {"type": "resign"})["note"] == "You stopped the game."


def test_one_learns_from_ones_own_mistakes(page_after: PageAfter) -> None:
    game = [load(SMALL), play(), *move("a1b1"), of_engine("d2d1"), *move("c3c2"), {"type": "resign"}]
    game += [{"type": "ask", "what": "review"}, reviewed()]
    assert page_after(*game)["mistakes"] == ["a1b1", "c3c2"]
    both = [load(SMALL + " moves a1b1 d2d1 c3c2"), {"type": "ask", "what": "review"}, reviewed()]
    assert page_after(*both)["mistakes"] == ["a1b1", "d2d1", "c3c2"]
    page = page_after(*game, {"type": "learn"})
    assert page["exercises"] == ["a1b1", "c3c2"] and page["state"] == "open" and page["at"] == ""


def test_nothing_more_is_told_of_a_search_that_was_stopped(page_after: PageAfter) -> None:
    part = {"type": "part", "asked": -1, "part": {"progress": "9 nodes so far"}}
    solve = [load(SMALL), {"type": "ask", "what": "solve"}]
    assert page_after(*solve, part)["progress"] == "9 nodes so far"
    page = page_after(*solve, {"type": "stop"}, part)
    assert (page["progress"], page["pending"], page["done"][-1]) == (None, "solve", "halt")


def test_the_sheet_of_the_end_opens_at_the_end_and_not_over_an_analysis(page_after: PageAfter) -> None:
    game = [load("1b1b/w1w1/w1w1 w - w 3"), play(), *move("pass"), of_engine("pass")]
    there_again = [{"type": "go", "to": to} for to in ("first", "last")]
    assert page_after(*game, *there_again)["dialogs"] == ["over"]
    assert page_after(*game, {"type": "screen", "screen": "analysis"}, *there_again)["dialogs"] == []


def test_a_review_says_nothing_beside_what_is_to_be_found(page_after: PageAfter) -> None:
    game = [load(SMALL + " moves a1b1 d2d1 c3c2"), {"type": "ask", "what": "review"}, reviewed()]
    assert page_after(*game, {"type": "go", "to": 1})["beside"] == "judged"
    page = page_after(*game, {"type": "learn"}, {"type": "train", "deed": "next"})
    assert (page["at"], page["state"], page["beside"]) == ("a1b1", "open", "")


def test_the_end_of_a_game_is_not_said_of_another_position(page_after: PageAfter) -> None:
    game = [load("1b1b/w1w1/w1w1 w - w 3"), play(), *move("pass"), of_engine("pass")]
    page = page_after(*game)
    assert (page["play"], page["dialogs"]) == ("You win", ["over"]) and page["note"].startswith("White wins")
    learn = [{"type": "ask", "what": "review"}, reviewed(2), {"type": "learn"}]
    page = page_after(*game, *learn)
    assert (page["play"], page["note"], page["dialogs"], page["at"]) == ("White’s turn", "", [], "")
    for back, says in ({"type": "go", "to": "first"}, "White’s turn"), (UNDO, "Black moves alone"):
        page = page_after(*game, back)
        assert (page["play"], page["note"], page["dialogs"]) == (says, "", [])


def test_what_happens_is_said_to_screen_readers(page_after: PageAfter) -> None:
    assert "never diagonally" in page_after(*move("a1b2"))["said"]
    assert page_after(play(), *move("a1a2"), of_engine("h8h7"))["said"].startswith("Black: h8–h7.")
    assert page_after({"type": "puzzle", "puzzle": 8}, *move("d1c1"), answer())["said"].startswith(
        "Black: d3–d2"
    )
    run = [load("1b1b/w1w1/w1w1 w - w 3"), play(), *move("pass"), of_engine("b3c3"), of_engine("c3c2")]
    assert page_after(*run)["said"].startswith("Black: ")


@pytest.mark.parametrize(
    "text",
    [
        "a1a2 h8h7",
        "1. a1a2! {an edge piece} 2. h8h7?!",
        "start moves a1→a2 → h8→h7",
        "a1-a2 h8xh7",
        "start moves a1a2 h8h7 # a remark",
    ],
)
def test_lists_of_moves_are_read_as_people_write_them(page_after: PageAfter, text: str) -> None:
    page = page_after(load(text))
    assert page["lines"] == ["a1a2 h8h7"] and page["wrong"] == ""


@pytest.mark.parametrize("text", ["", "a1a2 h8", "start moves a1a2\n# line c1c2 c1c2", "w1w1! w"])
def test_what_cannot_be_read_changes_nothing(page_after: PageAfter, text: str) -> None:
    page = page_after(*move("c1c2"), load(text))
    assert page["wrong"] and page["lines"] == ["c1c2"]


@pytest.mark.parametrize("address", ["#game%3Dstart%20moves%20a1a2", "#puzzle%3D2%26utm_source%3Dx"])
def test_a_link_that_is_encoded_as_a_whole_is_read(page_after: PageAfter, address: str) -> None:
    page = page_after({"type": "address", "hash": address, "number": None})
    assert page["message"] is None and page["address"] in ("#game=start%20moves%20a1a2&1", "#puzzle=2")


def test_moves_within_a_link_that_was_changed_are_gone_to(page_after: PageAfter) -> None:
    page = page_after(load("start moves a1a2 h8h7"), {"type": "address", "hash": "#1", "number": None})
    assert page["at"] == "a1a2" and page["lines"] == ["a1a2 h8h7"]


LESSONS = [
    ["e1e2"],
    ["a2b2"],
    ["b2b3"],
    ["d2d3"],
    ["c3b3"],
    ["pass"],
    ["d5c5", "e3e4", "e4e5", "e5d5", "pass"],
]
MISSED = [["a2a1"], ["d5d4"], ["d2d1"], ["d2d3"], ["pass"]]
"""Moves that miss the goals of the lessons from the second to the fifth, and of the last."""


def lesson(number: int, moves: list[str]) -> list[Event]:
    steps = [{"type": "lesson", "deed": "move", "move": name} for name in moves]
    return [{"type": "teach", "number": number}, *steps]


def test_each_lesson_has_a_goal_that_is_reached_and_can_be_missed(page_after: PageAfter) -> None:
    done = [step for number, moves in enumerate(LESSONS) for step in lesson(number, moves)]
    page = page_after(*done)
    assert (page["lesson"], page["screen"], page["lines"]) == ("done", "learn", [""])
    assert page["learnt"] == ["move", "group", "paralyse", "freeze", "tie", "pass", "run"]
    for number, moves in zip((1, 2, 3, 4, 6), MISSED, strict=True):
        page = page_after(*lesson(number, moves))
        assert (page["lesson"], page["learnt"]) == ("wrong", []), number
        assert page_after(*lesson(number, moves), {"type": "lesson", "deed": "again"})["lesson"] == "open"
    assert page_after({"type": "teach", "number": 7})["screen"] == "start"


def test_who_is_sent_a_link_is_told_the_rules_once_and_comes_back_from_the_lessons(
    page_after: PageAfter,
) -> None:
    sent = {"type": "puzzle", "puzzle": 8}, TAB
    assert page_after(TAB)["dialogs"] == page_after(sent[0])["dialogs"] == []  # nobody has sent a link
    assert page_after(*sent)["dialogs"] == ["welcome"]
    assert page_after(*sent, {"type": "close", "dialog": "welcome"}, TAB)["dialogs"] == []
    assert page_after(*sent, RELOAD)["dialogs"] == []
    assert (
        page_after(*lesson(0, LESSONS[0]), *sent)["dialogs"] == []
    )  # who has learnt something knows the rules
    page = page_after(*sent, *lesson(6, LESSONS[6]), RELOAD, {"type": "teach", "number": 7})
    assert (page["screen"], page["address"], page["state"]) == ("play", EASY, "open")


def test_moves_refusals_and_wins_are_heard_once_sounds_are_on(page_after: PageAfter) -> None:
    on = {"type": "settings", "settings": {"sounds": True}}
    small = load(SMALL)
    choose = {"type": "choose", "square": "a1"}
    assert page_after(small, choose, *move("a1b1"))["heard"] == []  # off at first
    page = page_after(on, small, choose, *move("a1a1", "a1b1", "d2d1"), UNDO, REDO, *move("pass"), UNDO)
    assert page["heard"] == ["choose", "refused", "move", "move dark", "move dark"]
    assert page_after(on, *lesson(0, ["d3d4"]))["heard"] == ["won"]
    assert page_after(on, *lesson(6, LESSONS[6]))["heard"] == ["move"] * (len(LESSONS[6]) - 1) + ["won"]
    solved = page_after(on, {"type": "puzzle", "puzzle": 0}, *move("pass"), answer())
    assert (solved["state"], solved["heard"]) == ("right", ["won"])
    ended = [on, load("1b1b/w1w1/w1w1 w - w 3"), play(), *move("pass"), of_engine("pass")]
    assert page_after(*ended)["heard"] == ["won"]
    lost = [on, load("1b1b/w1w1/w1w1 b - w 3"), play("b"), *move("pass"), of_engine("pass")]
    assert page_after(*lost)["heard"] == []


def test_a_lesson_goes_on_after_a_reload(page_after: PageAfter) -> None:
    page = page_after(*lesson(6, LESSONS[6][:2]), RELOAD, *lesson(6, LESSONS[6][2:])[1:])
    assert (page["screen"], page["lesson"], page["learnt"]) == ("learn", "done", ["run"])
    assert page_after(*lesson(2, ["b2b3"]), RELOAD)["lesson"] == "done"


def test_a_level_begins_a_new_game_and_keeps_the_old_one(page_after: PageAfter) -> None:
    page = page_after(*move("a1a2"), play() | {"rules": {}})
    assert (page["lines"], page["opponent"], page["screen"], page["left"]) == ([""], "playing", "play", 1)
    page = page_after(load(SMALL), play("-") | {"rules": {"size": "3x4"}, "fresh": 7})
    assert (page["flipped"], page["pending"]) == (True, "move")  # Black, by the number that came along


def test_a_pass_that_ends_a_game_is_asked_for_once(page_after: PageAfter) -> None:
    game = [load("1b1b/w1w1/w1w1 b p w 3"), {"type": "screen", "screen": "play"}]
    asked = page_after(*game, {"type": "pass"})
    assert (asked["dialogs"], asked["lines"]) == (["ask"], [""])
    assert page_after(*game, {"type": "pass"}, {"type": "close", "dialog": "ask"})["dialogs"] == []
    done = page_after(*game, {"type": "pass"}, {"type": "yes"})
    assert (done["lines"], done["dialogs"], done["play"]) == (["pass"], ["over"], "White wins")
    assert page_after(load("1b1b/w1w1/w1w1 w - w 3"), {"type": "pass"})["lines"] == ["pass"]


def test_a_hint_gives_a_move_and_in_a_puzzle_the_piece(page_after: PageAfter) -> None:
    game = [load(SMALL), {"type": "screen", "screen": "play"}, {"type": "hint"}]
    assert page_after(*game)["pending"] == "hint"
    assert page_after(*game, answer(move="a1b1"))["note"] == "Hint: a1 to b1."
    assert page_after(*game, answer(move="a1b1"), *move("c1d1"))["note"] == ""
    page = page_after({"type": "puzzle", "puzzle": 8}, {"type": "hint"})
    assert (page["note"], page["pending"]) == ("Hint: move the piece on d1.", None)
    begin = [{"type": "puzzle", "puzzle": 0}]
    assert page_after(*begin, *move("pass"), answer())["told"].endswith("★")
    page = page_after(*begin, {"type": "hint"}, *move("pass"), answer())
    assert (page["state"], page["dialogs"]) == ("right", ["over"]) and not page["told"].endswith("★")


def test_a_side_that_moves_alone_is_told_what_it_needs(page_after: PageAfter) -> None:
    page = page_after(load("1b1b1/ww3/4b/b3w/5 b p w 9"))
    assert (page["play"], page["note"]) == (
        "Black moves alone",
        "White has passed. Join 3 or more, then pass.",
    )


def setup(*deeds: str, **fields: Any) -> list[Event]:
    return [{"type": "setup", "deed": deed, **fields} for deed in deeds]


def test_a_position_is_set_up_and_played(page_after: PageAfter) -> None:
    empty = [*move("a1a2"), *setup("begin", "clear")]
    page = page_after(*empty, *setup("play", "analyse"))
    assert (page["screen"], page["lines"], page["illegal"]) == ("setup", ["a1a2"], "there are no pieces")
    white = setup("paint", square="a1") + setup("paint", square="a2") + setup("paint", square="h8")
    both = [*white, *setup("brush", value="b"), *setup("paint", square="h8")]
    page = page_after(*empty, *both)
    assert page["setup"] == "7b/8/8/8/8/8/w7/w7 b - w 1" and page["illegal"] == ""
    assert page_after(*empty, *both, RELOAD)["setup"] == page["setup"]
    page = page_after(*empty, *both, *setup("play"))
    assert (page["lines"], page["dialogs"], page["left"]) == ([""], ["new"], 1)
    assert page["address"] == "#game=7b%2F8%2F8%2F8%2F8%2F8%2Fw7%2Fw7%20b%20-%20w%201&0"


def test_who_wins_ties_follows_from_the_groups_unless_they_are_equal(page_after: PageAfter) -> None:
    begin = [load("ww/2/bb w - w 9"), *setup("begin"), *setup("holder", value="b")]
    assert page_after(*begin)["setup"] == "ww/2/bb w - b 9"
    assert page_after(*begin, *setup("paint", square="a2"))["setup"] == "ww/w1/bb w - w 9"
    assert page_after(*begin, *setup("paint", "undo", square="a2"))["setup"] == "ww/2/bb w - b 9"
    alone = [*begin, *setup("brush", value="."), *setup("paint", square="a1"), *setup("paint", square="a3")]
    assert page_after(*alone, *setup("passed", value=True))["setup"] == "1w/2/1b w p - 9"


def test_what_was_not_changed_opens_nothing(page_after: PageAfter) -> None:
    page = page_after(*move("a1a2"), *setup("begin", "analyse"))
    assert (page["screen"], page["lines"], page["left"]) == ("analysis", ["a1a2"], 0)
    page = page_after({"type": "puzzle", "puzzle": 8}, *setup("begin", "close"))
    assert (page["screen"], page["state"]) == ("play", "open")


@pytest.mark.parametrize("walks", [100, *slow(10_000), *nightly(1_000_000)])
def test_random_events_lose_and_mix_nothing(walks: int, tmp_path: Path) -> None:
    """What `walk_page.js` insists on; a fault is printed as the shortest list of steps that shows it."""
    script = tmp_path / "walk.js"
    script.write_text(making.script("events.js") + (HERE / "walk_page.js").read_text())
    done = subprocess.run(
        ["node", str(script), str(walks), str(walks)], capture_output=True, text=True, check=False
    )
    assert json.loads(done.stdout or "{}") == {"walks": walks}, done.stdout + done.stderr
