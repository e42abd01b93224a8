"""Mabi's page in a real browser: the first screen, and what is said to those who play."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

from tests.browser.conftest import ANSWERED, Board, load, until
from tests.common.test_wasm import reason

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = pytest.mark.skipif(reason() is not None, reason=str(reason()))

AHEAD = "1b1b/w1w1/w1w1 w - w 3"
COPIED = """() => {
  window.copied = "";
  const writeText = async text => { window.copied = text; };
  Object.defineProperty(navigator, "clipboard", { value: { writeText } });
}"""


@pytest.mark.quick
def test_the_first_screen_offers_to_learn_to_play_and_a_puzzle(board: Board) -> None:
    page = board()
    assert page.inner_text("header .aim") == "The side with the larger group wins."
    assert not page.is_visible("#analyse") and not page.is_visible("#curve")
    page.click("#start-learn")
    assert page.is_visible("#dialog-rules")
    page.keyboard.press("Escape")
    page.click("#start-play")
    assert page.get_attribute("#play", "aria-pressed") == "true"
    page.click("#tab-analysis")
    assert page.is_visible("#analyse") and page.is_visible("#curve")
    page.click("#tab-start")
    page.click("#start-puzzle")
    page.wait_for_selector("#training-task:has-text('White wins')")


def test_a_move_on_the_first_screen_begins_a_game_for_two(board: Board) -> None:
    page = board()
    page.click('[data-square="a1"]')
    page.click('[data-square="a2"]')
    page.wait_for_selector("#analyse")
    assert not page.is_visible("#start-learn")


def test_a_pass_says_beforehand_what_it_does(board: Board) -> None:
    page = board("start moves a1a2 h8h7")
    assert page.inner_text("#pass-told") == ""  # White would win the tie
    page.click('[data-square="c1"]')
    page.click('[data-square="c2"]')
    said = "If you pass, the other side can pass too: White wins the tie of 2 to 2"
    page.wait_for_selector(f"#pass-told:has-text('{said}')")
    assert said in (page.get_attribute("#pass", "title") or "")
    assert page.get_attribute("#pass", "aria-describedby") == "pass-told"
    page.click("#pass")
    page.wait_for_selector("#pass-told:has-text('If you pass now: White wins the tie of 2 to 2')")
    page.click("#pass")
    page.wait_for_selector("#words:has-text('the game is over: White wins the tie of 2 to 2')")
    assert page.inner_text("#pass-told") == ""


def against_the_engine(page: Page, game: str, side: str) -> None:
    load(page, game)
    page.click("#tab-play")
    page.select_option("#play-side", side)
    page.select_option("#play-level", "0")
    page.click("#play")


@pytest.mark.nightly
def test_after_the_engines_pass_and_at_the_end(board: Board) -> None:
    page = board()
    against_the_engine(page, AHEAD, "b")
    page.wait_for_selector("#play-told:has-text('the engine passed: you may now move as often as you like')")
    assert re.match(r"If you pass now: White wins by \d to \d", page.inner_text("#pass-told"))
    assert not page.is_visible("#after")
    page.click("#pass")
    page.wait_for_selector("#after")
    page.click("#after-again")
    page.wait_for_selector("#play-told:has-text('the engine passed')")
    assert page.input_value("#play-side") == "b" and page.is_hidden("#after")
    page.click("#pass")
    page.click("#after-other")
    page.wait_for_selector("#play-told:has-text('your move')")
    assert page.input_value("#play-side") == "w" and page.get_attribute("#play", "aria-pressed") == "true"
    page.click("#play")
    against_the_engine(page, AHEAD, "b")
    page.wait_for_selector("#play-told:has-text('the engine passed')")
    page.click("#pass")
    page.click("#after-review")
    page.wait_for_selector("#result :text('turning points')")
    assert page.is_hidden("#after")


def test_players_are_told_in_words_and_analysts_in_numbers_for_white(board: Board) -> None:
    page = board()
    against_the_engine(page, "start moves a1a2", "w")
    page.wait_for_selector(ANSWERED)
    told = page.inner_text("#play-told")
    assert re.search(r"(even|better|\(proven\))$", told) and not re.search(r"[+−-]\d|depth", told)
    page.click("#play")
    load(page, "w1w1/1b1b/w1w1 b - - 1")  # what is good for Black has a minus
    page.click("#tab-analysis")
    page.click("#analyse")
    page.wait_for_selector("#lines-found .link")
    page.click("#analyse")
    assert "+ is good for White" in page.inner_text("#panel-analysis")
    first = page.inner_text("#lines-found .score >> nth=0")
    bar = page.get_attribute("#bar", "aria-label") or ""
    assert first.removesuffix(" (proven)") in bar


def test_a_saved_page_shares_the_game_and_not_its_address(board: Board) -> None:
    page = board("start moves a1a2 h8h7")
    page.evaluate(COPIED)
    page.click("#share")
    until(page, "window.copied")
    copied = page.evaluate("window.copied")
    assert copied.split()[-3:] == ["moves", "a1a2", "h8h7"] and "file:" not in copied
    assert "copied as text" in page.inner_text("#alert")
    load(page, copied)
    assert page.locator("#moves button").count() == 3


@pytest.mark.parametrize("dark", [False, True])
def test_a_move_that_is_shown_keeps_the_colour_of_its_disc(board: Board, dark: bool) -> None:
    page = board("start moves a1a2 h8h7", dark=dark)
    shown = "getComputedStyle(document.querySelector('#moves [aria-current]')).backgroundColor"
    disc = "getComputedStyle(document.querySelector('#moves [aria-current] .disc')).backgroundColor"
    for _ in range(2):
        parts = [[int(part) for part in re.findall(r"\d+", page.evaluate(one))[:3]] for one in (shown, disc)]
        assert max(abs(a - b) for a, b in zip(*parts, strict=True)) > 25
        page.click("#back")
