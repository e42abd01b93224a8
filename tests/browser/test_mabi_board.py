"""Mabi's page in a real browser: each control of its board."""

from __future__ import annotations

import random
import re
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from benchmarks.mabi_page_cases import random_game
from tests.browser.conftest import (
    ANSWERED,
    PLY,
    SIZES,
    Board,
    act,
    against,
    load,
    overflow,
    rows,
    serious,
    until,
)
from tests.common.test_wasm import reason
from tests.nightly import nightly

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = pytest.mark.skipif(reason() is not None, reason=str(reason()))

HOSTILE = "<script>alert(1)</script><img src=x onerror=alert(1)>"
WON = "1bw1/b1w1/1w1b w - w 9"
PLAYED = "w1w1/1b1b/w1w1 w - - 0 moves a1b1 d2d1"
ON_RIMS = """names => names.filter(name => {
  const [x, y, size] = ["x", "y", "font-size"].map(part => parseFloat(name.getAttribute(part)));
  const middle = new DOMPoint(x, y - 0.35 * size);
  const parts = kind => [...document.querySelectorAll(`#board .${kind}.line`)];
  const isOn = kind => parts(kind).some(one => one.isPointInStroke(middle));
  return isOn("piece") ? !/ [wb]$/u.test(name.getAttribute("class")) : isOn("rim") || isOn("frame");
}).map(name => name.textContent)"""
"""The names of ranks and files that lie on rims or frames, or on a group in the colour for squares."""


def square(page: Page, name: str) -> None:
    page.click(f'#board [data-square="{name}"]')


def until_kept(page: Page, what: str) -> None:
    """Wait until the storage of a page is so: the browser passes on late what other pages wrote."""
    until(page, f"JSON.parse(localStorage.getItem('mabi'))?.{what}")


def at_ply(page: Page, ply: int) -> None:
    """Wait until the position after so many plies is shown."""
    until(page, f"{PLY} === {ply}")


def test_moves_by_mouse_with_variations_and_the_ply_in_the_address(board: Board) -> None:
    page = board("start moves a1a2 h8h7")
    square(page, "a3")
    assert page.locator(".target-dot").count() == 2
    square(page, "b3")
    at_ply(page, 3)
    page.click("#back")
    page.drag_and_drop('[data-square="c1"]', '[data-square="c2"]')
    page.wait_for_selector(".variation")
    assert page.inner_text("#moves .variation") == "2.c1–c2"
    page.keyboard.press("Home")
    at_ply(page, 0)
    assert page.is_disabled("#back") and page.is_disabled("#pass")
    page.keyboard.press("End")
    at_ply(page, 3)
    assert "a3–b3" in page.inner_text("#moves [aria-current]")
    page.reload()
    page.wait_for_selector("body[data-ready]")
    assert page.url.endswith("&3") and "a3–b3" in page.inner_text("#moves [aria-current]")
    page.click("#undo")
    at_ply(page, 2)
    assert "a3–b3" not in page.inner_text("#moves")
    before = page.locator('[data-square="a1"]').bounding_box()
    page.click("#flip")
    assert before != page.locator('#board [data-square="a1"]').bounding_box()


@pytest.mark.parametrize("position", ["www1/w1b1/w2b/bbb1 w - w 9", "ww2w/4w/b3w/bb2w/1bb1w w - w 9"])
def test_names_of_ranks_and_files_lie_beside_groups_or_within_them(board: Board, position: str) -> None:
    page = board(position)
    for _ in range(2):
        names = page.locator("#board .name")
        assert names.count() in (8, 10) and names.evaluate_all(ON_RIMS) == []
        page.click("#flip")


def test_moves_by_keyboard_and_reasons(board: Board) -> None:
    page = board("start moves a1a2 h8h7")
    page.focus('[data-square="a1"]')
    for key in ("ArrowUp", "ArrowUp", "Enter", "ArrowRight"):
        page.keyboard.press(key)
    assert page.get_attribute('[data-square="b3"]', "aria-label") == "b3, empty, move here from a3"
    page.keyboard.press("Space")
    at_ply(page, 3)
    assert page.evaluate("document.activeElement.dataset.square") == "b3"
    for key in ("ArrowDown", "ArrowDown"):
        page.keyboard.press(key)
    page.keyboard.press("u")
    at_ply(page, 2)
    page.hover('[data-square="g7"]')
    assert "g7 is paralysed by the black group h6 h7 (2 > 1)" in page.inner_text("#told")
    square(page, "c3")
    square(page, "a4")
    page.wait_for_selector("#told:has-text('never diagonally')")


@pytest.mark.nightly
def test_every_other_control(board: Board) -> None:
    from playwright.sync_api import expect

    page = board("start moves a1a2 h8h7 a3b3")
    page.keyboard.press("f")
    assert page.get_attribute("#flip", "aria-pressed") == "true"
    page.keyboard.press("0")
    at_ply(page, 4)
    page.click("#curve svg", position={"x": 80, "y": 60})
    at_ply(page, 0)
    page.keyboard.press("p")
    at_ply(page, 2)
    page.keyboard.press("p")
    assert page.get_attribute("#auto", "aria-pressed") == "false"
    page.evaluate("location.hash = '#3'")
    page.wait_for_selector("#moves [aria-current]:has-text('a3–b3')")
    act(page, "home")
    assert page.is_visible("#start-learn") and not page.is_visible("#analyse")
    act(page, "to-play")
    assert page.is_visible("#hint") and not page.is_visible("#start-learn")
    act(page, "to-analysis")
    page.click("#review")
    page.evaluate("document.querySelector('#stop').click()")  # the button shows itself after a second
    until(page, "document.querySelector('#stop').disabled")
    page.click("#new")
    page.keyboard.press("Escape")
    page.click("#new")
    page.click("#new-board summary")
    page.select_option("#new-ranks", "3")
    page.select_option("#new-files", "4")
    page.select_option("[data-reading=freeze]", "none")
    page.click("#new-go")
    page.wait_for_selector("#dialog-new", state="hidden")
    assert page.locator("#board .grid button").count() == 12 and page.is_disabled("#undo")
    page.click("#load")
    page.set_input_files(
        "#load-file", {"name": "a.txt", "mimeType": "text/plain", "buffer": b"start moves c1c2"}
    )
    expect(page.locator("#load-text")).to_have_value("start moves c1c2")
    page.click("#load-go")
    at_ply(page, 1)
    page.hover('[data-square="c2"]')
    assert "frozen" not in page.inner_text("#told")


@pytest.mark.nightly
def test_touch(board: Board) -> None:
    page = board("start moves a1a2 h8h7", 360, touch=True)
    act(page, "to-analysis")
    page.tap('#board [data-square="g7"]')
    assert "paralysed" in page.inner_text("#told")
    page.tap('#board [data-square="a3"]')
    page.tap('#board [data-square="b3"]')
    at_ply(page, 3)
    for name in ("back", "on", "first", "last", "undo", "pass", "flip"):
        page.tap(f"#{name}")
    page.wait_for_selector("#moves :text('pass')")


def test_analysis_review_and_a_proof_with_its_certificate(board: Board, tmp_path: Path) -> None:
    page = board(PLAYED, 800)
    page.select_option("#lines", "2")
    page.select_option("#lines", "3")
    page.click("#analyse")
    before = page.locator("#solve").bounding_box()
    page.wait_for_selector("#lines-found .link")
    page.wait_for_selector("#effort:has-text('depth')")
    assert page.get_attribute("#analyse", "aria-checked") == "true"
    assert re.search("Even|White|Black", page.inner_text("#verdict"))
    assert page.locator(".arrow").count() > 0 and page.locator("#solve").bounding_box() == before
    assert re.search("for White|proven", page.get_attribute("#bar", "aria-label") or "")
    page.click("#lines-found .link >> nth=0")
    at_ply(page, 3)
    page.click("#back")
    at_ply(page, 2)
    page.click("#ask-pass")
    page.wait_for_selector("#result :text('passes now')")
    assert page.locator(".run-dot").count() > 0
    page.click("#review")
    page.wait_for_selector("#result :text('turning points')")
    assert page.locator("#curve .sure, #curve .dot").count() >= 3

    load(page, WON)
    page.click("#solve")
    page.wait_for_selector("#result :text('White, to move, wins (proven')")
    page.wait_for_selector("#result :text('Why it is certain')")
    with page.expect_download() as waiting:
        page.click("text=Certificate")
    waiting.value.save_as(tmp_path / "proof.jsonl")
    from mabi_search import check_certificate

    assert check_certificate((tmp_path / "proof.jsonl").read_text().splitlines()).outcome == "win"
    act(page, "save")
    with page.expect_download() as waiting:
        page.click("#save-file")
    waiting.value.save_as(tmp_path / "game.txt")
    assert WON in (tmp_path / "game.txt").read_text()
    page.click("text=Show the line")
    page.wait_for_selector("#state:has-text('wins')")


@pytest.mark.quick
def test_a_game_against_the_engine(board: Board) -> None:
    page = board("w1w1/1b1b/w1w1 w - - 0")
    against(page, clock="60+1")
    assert re.match(r"1:0\d|0:5\d", page.inner_text("#player-w .clock"))
    square(page, "c1")
    square(page, "c2")
    at_ply(page, 2)
    page.wait_for_selector(ANSWERED)
    page.click("#undo")
    at_ply(page, 0)
    square(page, "a1")
    square(page, "a2")
    at_ply(page, 2)
    page.keyboard.press("Home")
    page.wait_for_selector("#play-told:has-text('plays on from here')")
    square(page, "c1")
    square(page, "c2")
    at_ply(page, 2)  # the engine has answered there
    assert page.locator("#moves .variation").count() == 1
    act(page, "resign")
    assert page.inner_text("#play-told") == "You stopped the game."


def test_a_game_is_kept_in_the_browser(board: Board) -> None:
    page = board("start moves a1a2 h8h7")
    page.click("#save")
    page.fill("#save-name", "<b>mine</b>")
    page.click("#save-keep")
    page.click("#new")
    page.click("#new-go")
    page.wait_for_selector("#dialog-new", state="hidden")
    page.reload()
    page.wait_for_selector("body[data-ready]")
    until_kept(page, "games.length === 1")
    page.click("#load")
    page.click("#kept-games .link:has-text('<b>mine</b>')")
    page.wait_for_selector("#dialog-load", state="hidden")
    assert page.locator("#moves button").count() == 3
    page.click("#load")
    page.click("#kept-games [aria-label='delete <b>mine</b>']")
    page.click("#dialog-ask button[value=cancel]")
    assert page.locator("#kept-games li").count() == 1
    page.click("#kept-games [aria-label='delete <b>mine</b>']")
    assert page.inner_text("#ask-question").startswith("Delete <b>mine</b>?")
    page.click("#ask-yes")
    page.wait_for_selector("#kept", state="hidden")


@pytest.mark.nightly
def test_two_tabs_keep_what_both_keep(board: Board) -> None:
    first = board("start moves a1a2")
    second = first.context.new_page()
    second.goto(first.url)
    second.wait_for_selector("body[data-ready]")
    for page, name in (first, "one"), (second, "other"):
        page.click("#save")
        page.fill("#save-name", name)
        page.click("#save-keep")
        page.wait_for_selector("#dialog-save", state="hidden")
    for page in first, second:
        until_kept(page, "games.length === 2")
        page.click("#load")
        assert page.locator("#kept-games .link").all_inner_texts() == ["other", "one"]
    first.click("#kept-games [aria-label='delete one']")
    first.click("#ask-yes")
    second.wait_for_selector("#kept-games .link:has-text('one')", state="detached")
    assert second.locator("#kept-games .link").all_inner_texts() == ["other"]


def test_a_review_writes_moves_and_numbers_for_readers(board: Board) -> None:
    page = board("start moves a1a2 h8h7 c1c2 f8f7 e1e2 b8b7 g1g2 d8d7 a2a1 pass")
    page.click("#review")
    page.wait_for_selector("#result :text('turning points')")
    words = page.inner_text("#result")
    assert re.search(r"move 1, Black h8–h7: .* −\d\.\d\d after; better [a-h]\d–", words)
    assert not re.search(r"[a-h]\d[a-h]\d|-\d", words)


def test_a_mistake_is_marked_and_learned_from(board: Board) -> None:
    """c1d1 loses what all other moves but one win: each of those will do."""
    page = board("w1w1/1b1b/w1w1 w - - 0 moves c1d1")
    page.click("#review")
    page.wait_for_selector("#result :text('turning points')")
    assert "height" not in (page.get_attribute("#result", "style") or "")
    assert page.evaluate("(e => e.scrollHeight - e.clientHeight)(document.querySelector('#result'))") == 0
    assert page.inner_text("#moves .marked b") == "??"
    page.click("text=/^Learn from/")
    page.wait_for_selector("#training-task:has-text('played')")
    at_ply(page, 0)
    square(page, "c1")
    square(page, "d1")
    page.wait_for_selector("#training-told:has-text('loses the win')")
    page.click("text=Try again")
    square(page, "a3")
    square(page, "b3")
    page.wait_for_selector("#training-told:has-text('as good as any')")
    page.click("#training-row >> text=Show")
    page.wait_for_selector("#training-told:has-text('A solution')")
    page.click("#training-row >> text=End")
    assert not page.is_visible("#training")


@pytest.mark.parametrize("dark", [False, *nightly(True)])
def test_each_size_fits_and_can_be_read(board: Board, dark: bool) -> None:
    page = board("start moves a1a2 h8h7", dark=dark)
    page.click('[data-square="a3"]')
    for width, height in SIZES.items():
        page.set_viewport_size({"width": width, "height": height})
        assert overflow(page) == 0
    assert serious(page) == []
    act(page, "to-play")
    page.click("#new")
    for width, height in SIZES.items():
        page.set_viewport_size({"width": width, "height": height})
        assert overflow(page) == 0
    assert serious(page) == []


def test_hostile_texts_stay_texts(board: Board) -> None:
    page = board()
    images = page.locator("img, script").count()
    page.click("#load")
    page.fill("#load-text", HOSTILE)
    page.click("#load-go")
    page.wait_for_selector("#load-wrong:has-text('<script>')")
    page.evaluate(
        f"sessionStorage.setItem('mabi-game', JSON.stringify({{base: {HOSTILE!r}, rules: {{}}, moves: []}}))"
    )
    page.reload()
    page.wait_for_selector("#alert:has-text('<script>')")
    page.wait_for_selector("body[data-ready]")
    assert page.locator("img, script").count() == images


def test_a_whole_game_is_printed_without_buttons(board: Board) -> None:
    game = random_game(random.Random(75), 80, "8x8")
    page = board(str(game))
    page.emulate_media(media="print")
    assert page.evaluate("(e => e.scrollHeight <= e.clientHeight)(document.querySelector('#moves'))")
    assert page.locator("#moves button").count() == len(game.moves) + 1 > 60
    assert rows(page.locator("#board")) > 8  # the board is more than a dot
    for part in (".steps", "header", "#panel-analysis", ".bottom"):
        assert page.is_hidden(part), part


def test_what_a_move_did_is_said_to_screen_readers(board: Board) -> None:
    page = board("start moves a1a2 h8h7")
    square(page, "c3")
    square(page, "a4")
    page.wait_for_selector("#said:has-text('never diagonally')", state="attached")
    square(page, "a3")
    square(page, "b3")
    page.wait_for_selector("#said:has-text('White: a3–b3')", state="attached")
    assert page.get_attribute("#said", "role") == "status"
