"""Mabi's page in a real browser: the first screen, and what is said to those who play."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

from tests.browser.conftest import (
    ANSWERED,
    LISTENING,
    Board,
    Open,
    act,
    against,
    in_view,
    load,
    until,
)
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
    assert page.inner_text(".aim") == "Make your largest group bigger than theirs."
    assert not page.is_visible("#analyse") and not page.is_visible("#board")
    page.click("#start-learn")
    assert page.inner_text("#lesson-goal") == "Move a white piece."
    page.click("#lesson-board .movable >> nth=0")
    page.click("#lesson-board .target >> nth=0")
    page.wait_for_selector("#lesson-told:has-text('Right.')")
    page.click("#lesson-next")
    act(page, "home")
    assert page.inner_text("#learnt-of") == "1 of 7"
    page.click("#start-play [data-level='1']")
    page.wait_for_selector("#state:has-text('Your turn')")
    assert not page.is_visible("#analyse") and not page.is_visible("#curve") and not page.is_visible("#bar")
    act(page, "to-analysis")
    assert page.is_visible("#analyse") and page.is_visible("#curve")
    act(page, "home")
    assert page.get_attribute("#start-play [data-level='1']", "aria-pressed") == "true"
    page.click("#start-puzzle")
    page.wait_for_selector("#state:has-text('White to win')")
    assert page.title().startswith("Puzzle of ")


def test_the_lessons_lead_back_to_a_friends_puzzle(open_page: Open, mabi_page: str) -> None:
    page = open_page(mabi_page + "#puzzle=9", 360, 640, touch=True, stranger=True)
    page.tap("#dialog-welcome [data-act=learn]")
    for _ in range(7):
        page.tap("#lesson-next")
    page.wait_for_selector("#title:has-text('Puzzle 9')")
    assert page.is_visible("#board") and not page.is_visible("#dialog-welcome")


def test_sounds_and_a_buzz_are_switched_on_in_the_menu(open_page: Open, mabi_page: str) -> None:
    page = open_page(mabi_page, 360, 640, touch=True, prepare=LISTENING)
    page.tap("#menu")
    assert in_view(page, "#sounds", "#language") == []
    page.check("#sounds")
    page.tap("#dialog-menu [value=cancel]")
    page.tap("#start-learn")
    for square in ("e1", "e2"):
        page.tap(f'#lesson-board [data-square="{square}"]')
    page.wait_for_selector("#lesson-told:has-text('Right.')")
    assert page.evaluate("felt") == ["8", "15", "OscillatorNode", "AudioBufferSourceNode"]
    page.reload()
    page.wait_for_selector("body[data-ready]")
    assert page.is_checked("#sounds")


def test_two_people_play_at_one_board(board: Board) -> None:
    page = board()
    act(page, "new")
    page.click("#new-go")
    page.click('#board [data-square="a1"]')
    page.click('#board [data-square="a2"]')
    page.wait_for_selector("#state:has-text('Black’s turn')")
    assert not page.is_visible("#analyse")
    page.click("#hint")
    page.wait_for_selector("#play-told:has-text('Hint: ')")
    assert page.locator("#board .chosen-ring").count() == page.locator("#board .target-dot").count() == 1


def test_a_pass_says_beforehand_what_it_does(board: Board) -> None:
    page = board("start moves a1a2 h8h7")
    act(page, "to-play")
    assert page.inner_text("#pass-told").startswith("Black then moves alone")  # White would win the tie
    page.click('#board [data-square="c1"]')
    page.click('#board [data-square="c2"]')
    page.wait_for_selector("#pass-told:has-text('White can then pass too: White wins the tie of 2 to 2')")
    assert page.get_attribute("#pass", "aria-describedby") == "pass-told"
    page.click("#pass")
    said = "A pass now ends the game: White wins the tie of 2 to 2"
    page.wait_for_selector(f"#pass-told:has-text('{said}')")
    page.click("#pass")
    assert page.inner_text("#ask-question").startswith(said)
    page.click("#ask-yes")
    page.wait_for_selector("#over-title:text-is('White wins')")
    assert page.inner_text("#pass-told") == ""


def against_the_engine(page: Page, game: str, side: str) -> None:
    load(page, game)
    against(page, side=side)


def pass_and_end(page: Page) -> None:
    page.wait_for_selector("#state:has-text('You move alone')")
    page.click("#pass")
    page.click("#ask-yes")
    page.wait_for_selector("#over-title:text-is('The computer wins')")


@pytest.mark.nightly
def test_after_the_engines_pass_and_at_the_end(board: Board) -> None:
    page = board()
    against_the_engine(page, AHEAD, "b")
    page.wait_for_selector("#play-told:has-text('White has passed. Join 3 or more, then pass.')")
    assert re.match(r"A pass now ends the game: White wins by \d to \d", page.inner_text("#pass-told"))
    pass_and_end(page)
    assert re.match(r"Computer|You", page.inner_text("#over-score .player >> nth=0 >> .who"))
    page.click("#after-again")
    pass_and_end(page)
    page.click("#after-other")
    page.wait_for_selector("#state:has-text('Your turn')")
    assert "You" in page.inner_text("#player-w")
    act(page, "resign")
    against_the_engine(page, AHEAD, "b")
    pass_and_end(page)
    page.click("#after-review")
    page.wait_for_selector("#result :text('turning points')")
    assert page.is_hidden("#dialog-over")


def test_numbers_are_for_white_and_in_the_analysis_alone(board: Board) -> None:
    page = board()
    against_the_engine(page, "start moves a1a2", "w")
    page.wait_for_selector(ANSWERED)
    assert not re.search(r"[+−]\d|depth|proven", page.inner_text("main"))
    act(page, "resign")
    load(page, "w1w1/1b1b/w1w1 b - - 1")  # what is good for Black has a minus
    act(page, "to-analysis")
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
        page.keyboard.press("ArrowLeft")


def test_the_star_of_ties_is_explained(board: Board) -> None:
    page = board(AHEAD, width=360)
    star = page.locator(".player .holds")
    said = star.get_attribute("title") or ""
    assert star.inner_text() == "wins ties" and said == "wins if both groups are the same size"
    assert said in (page.text_content("#legend") or "")
    star.click()
    page.locator("#alert").get_by_text(f"★ {said}").wait_for()
