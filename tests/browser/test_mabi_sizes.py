"""Mabi's page in a real browser: what can be seen at once, by where it is in the window."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.browser.conftest import ANSWERED, Board, cut, load, overflow
from tests.common.test_wasm import reason
from tests.nightly import nightly

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = pytest.mark.skipif(reason() is not None, reason=str(reason()))

WINDOWS = [(360, 620), (740, 360), (568, 320), (1024, 600), (768, 1024), (1400, 900), (3840, 2160)]
STEPS = ("first", "back", "on", "last", "auto", "pass", "undo", "redo", "flip")
HIDDEN = """ids => ids.filter(id => {
  const element = document.querySelector(id);
  const box = element.getBoundingClientRect();
  const [right, bottom] = [document.documentElement.clientWidth, innerHeight];
  const inside = box.width > 0 && box.top >= 0 && box.left >= 0 && box.right <= right && box.bottom <= bottom;
  const seen = document.elementFromPoint(box.left + box.width / 2, box.top + Math.min(box.height / 2, 9));
  return !inside || !(element.contains(seen) || seen.contains(element));
})"""


def hidden(page: Page, *ids: str) -> list[str]:
    """Return what is not wholly in the window, or lies below something else."""
    return list(page.evaluate(HIDDEN, ids))


def side(page: Page) -> float:
    box = page.locator("#board").bounding_box()
    assert box is not None
    return min(box["width"], box["height"])


def opened(board: Board, width: int, height: int, language: str = "en") -> Page:
    page = board(language=language)
    page.set_viewport_size({"width": width, "height": height})
    return page


def in_each_window(page: Page, *ids: str) -> dict[tuple[int, int], list[str]]:
    """Return for each size of the window what is hidden in it."""
    found = {}
    for width, height in WINDOWS:
        page.set_viewport_size({"width": width, "height": height})
        page.evaluate("scrollTo(0, 0)")
        assert overflow(page) == 0
        if missing := hidden(page, *ids):
            found[width, height] = missing
    return found


def test_goal_board_message_and_buttons_are_seen_at_once(board: Board) -> None:
    page = board()
    assert (
        in_each_window(page, ".aim", "#board", "#words", "#start-learn", "#start-play", "#start-puzzle") == {}
    )
    load(page, "start moves a1a2 h8h7 c1c2 b8a8")
    page.click('[data-square="a7"]')
    page.click('[data-square="b8"]')
    page.wait_for_selector("#told:has-text('never diagonally')")
    assert in_each_window(page, ".aim", "#board", "#words", "#told", *(f"#{step}" for step in STEPS)) == {}
    assert side(page) > WINDOWS[-1][1] / 2  # on the largest
    for width, height in [(740, 360), (568, 320), (1024, 600)]:
        page.set_viewport_size({"width": width, "height": height})
        page.locator("#curve").scroll_into_view_if_needed()  # the board stays while its column is scrolled
        assert page.evaluate("scrollY") > 0 and hidden(page, "#board", "#curve") == []
        assert side(page) > height / 3


@pytest.mark.parametrize(("width", "height"), [(740, 360), *nightly((360, 620))])
def test_a_puzzle_shows_its_task_and_why_a_move_is_illegal(board: Board, width: int, height: int) -> None:
    page = opened(board, width, height)
    page.click("#start-puzzle")
    page.wait_for_selector("#training-task:has-text('White wins')")
    page.evaluate("location.hash = '#puzzle=2'")
    page.wait_for_selector("#training-title:has-text('2')")
    squares = page.locator("#board [data-square]")
    page.locator("#board .movable").first.click()
    away = "!b.matches('.target') && b.ariaLabel.endsWith(', empty')"
    square = squares.evaluate_all(f"all => all.find(b => {away}).dataset.square")
    page.click(f'#board [data-square="{square}"]')
    page.wait_for_selector("#told:has-text('never diagonally')")
    shown = ("#board", "#told", "#training-task", "#training-told", "#training-row button:last-child")
    assert hidden(page, *shown) == []


def test_what_the_engine_says_is_seen_beside_the_board(board: Board) -> None:
    page = opened(board, 360, 620)
    page.click("#tab-play")
    page.select_option("#play-level", "0")
    page.click("#play")
    page.click('[data-square="a1"]')
    page.click('[data-square="a2"]')
    page.wait_for_selector(ANSWERED)
    assert hidden(page, "#board", "#play-told", "#pass", "#undo") == []


@pytest.mark.parametrize("language", ["de", *nightly("en", "fr", "ja", "pl")])
def test_the_goal_and_three_buttons_take_a_line_each(board: Board, language: str) -> None:
    page = opened(board, 360, 620, language)
    assert overflow(page, ".aim") == 0
    places = [page.locator(id).bounding_box() for id in ("#start-learn", "#start-play", "#start-puzzle")]
    assert len({place and place["y"] for place in places}) == 1 and overflow(page) == 0
    assert hidden(page, ".aim", "#board", "#words", "#start-learn", "#start-puzzle") == []
    page.click("#start-play")
    assert cut(page.locator(".steps button")) == [] and overflow(page) == 0


@pytest.mark.parametrize("shape", [("8", "2"), ("2", "8")])
def test_boards_of_any_shape_fit(board: Board, shape: tuple[str, str]) -> None:
    page = opened(board, 1400, 900)
    page.click("#new")
    page.select_option("#new-ranks", shape[0])
    page.select_option("#new-files", shape[1])
    page.click("#new-go")
    page.wait_for_selector("#dialog-new", state="hidden")
    assert hidden(page, "#board", "#words", "#pass") == []


@pytest.mark.parametrize(("width", "height"), [(360, 620), *nightly((1400, 900))])
def test_the_rules_open_at_their_heading(board: Board, width: int, height: int) -> None:
    page = opened(board, width, height)
    page.click("#start-learn")
    assert page.evaluate("document.activeElement.id") == "rules-title"
    assert page.evaluate("document.querySelector('#dialog-rules').scrollTop") == 0
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.dataset.square") is not None
