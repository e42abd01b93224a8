"""What Narabi's page keeps: in two tabs, over midnight, when one goes back and plays another way."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from tests.browser.conftest import Open, until

if TYPE_CHECKING:
    from playwright.sync_api import Page

NOVEMBER = "#day=2026-11-24&puzzle=easy"
SOLVE = "machine.solve(DECK, game.state, 'allowed').swaps"
DEAL = "#deal=3-0-1"


def begin(page: Page) -> None:
    """Play the first swap of a shortest way."""
    page.locator("#count").get_by_text(" of ").wait_for()
    page.evaluate(f"swap({SOLVE}[0])")


def end(page: Page) -> None:
    """Play the shortest way on to its end."""
    page.evaluate(f"{SOLVE}.forEach(one => swap(one))")
    page.locator("#turn").get_by_text("In order").wait_for()
    page.locator("#result").get_by_text("Perfect").wait_for()


def tab(page: Page, address: str) -> Page:
    """Open an address in another tab of the same browser."""
    other = page.context.new_page()
    other.goto(address)
    return other


KEPT = "JSON.parse(localStorage.getItem('narabi'))"
"""What the browser keeps for the page; it passes on late what another tab wrote."""


def kept(page: Page) -> dict[str, dict[str, object]]:
    """Return what the browser keeps for the page."""
    return dict(json.loads(page.evaluate("localStorage.getItem('narabi')")))


def test_a_puzzle_solved_in_one_tab_stays_solved_when_another_tab_plays(
    open_page: Open, narabi_page: str
) -> None:
    one = open_page(narabi_page + NOVEMBER)
    two = tab(one, narabi_page + DEAL)
    begin(one)
    end(one)
    begin(two)
    for page in (one, two):
        until(page, f"{KEPT}.puzzles['2026-11-24'] && Object.keys({KEPT}.games).length === 2")
    two.evaluate("openDealing()")
    two.evaluate("showArchive('2026-11-24')")
    two.get_by_label("24 November 2026, easy: perfect").wait_for()


def test_two_tabs_with_one_game_show_the_same_turn(open_page: Open, narabi_page: str) -> None:
    one = open_page(narabi_page + DEAL)
    two = tab(one, narabi_page + DEAL)
    one.evaluate("swap(game.legal[0])")
    two.locator("#line button").wait_for()
    assert line(two) == line(one)
    two.evaluate("step(0)")
    until(one, "game.at === 0")
    left = line(one)
    two.evaluate("swap(game.legal.at(-1))")
    one.locator("#others button").wait_for()
    assert line(one) == line(two) != left
    assert one.locator("#others button").all_inner_texts() == left, "no line is lost"


@pytest.mark.nightly
def test_what_one_tab_deletes_does_not_come_back_from_another(open_page: Open, narabi_page: str) -> None:
    one = open_page(narabi_page + NOVEMBER)
    begin(one)
    end(one)
    two = tab(one, narabi_page + DEAL)
    begin(two)
    for page in (one, two):
        page.evaluate("openDealing()")
        page.evaluate("showArchive('2026-11-24')")
        page.get_by_label("24 November 2026, easy: perfect").wait_for()
    two.locator("#forget").click()
    assert kept(two)["puzzles"], "the first tap asks"
    two.locator("#forget").click()
    one.get_by_label("24 November 2026, easy: not solved yet").wait_for()
    for page in (one, two):
        page.locator("#close").click()
        page.evaluate("speak('de')")
        page.evaluate("step(0)")
        until(page, f"JSON.stringify([{KEPT}.puzzles, {KEPT}.games]) === '[{{}},{{}}]'")
    two.evaluate("swap(game.legal[0])")
    until(one, f"Object.keys({KEPT}.games).length === 1")  # who plays on is remembered


def test_a_browser_that_keeps_nothing_is_told_of(open_page: Open, narabi_page: str) -> None:
    blocked = "Storage.prototype.setItem = () => { throw new DOMException('full', 'QuotaExceededError'); };"
    page = open_page(narabi_page + NOVEMBER, prepare=blocked)
    begin(page)
    end(page)
    page.evaluate("openDealing()")
    page.get_by_text("This browser keeps nothing here").wait_for()
    assert page.locator("#forget").is_hidden()
    page.evaluate("showArchive('2026-11-24')")
    page.get_by_label("24 November 2026, easy: perfect").wait_for()


def test_a_puzzle_counts_for_the_day_on_which_it_was_begun(open_page: Open, narabi_page: str) -> None:
    page = open_page(narabi_page + DEAL, alone=True)
    page.clock.set_fixed_time("2026-11-24T23:58:00")
    page.evaluate("hash => location.hash = hash", NOVEMBER)
    begin(page)
    page.clock.set_fixed_time("2026-11-25T00:01:00")
    page.reload()
    page.locator("#count").get_by_text("turn 2").wait_for()
    end(page)
    page.evaluate("openDealing()")
    assert page.locator("#archive dd").first.inner_text() == "1"


def test_a_page_left_open_overnight_names_the_new_day(open_page: Open, narabi_page: str) -> None:
    page = open_page(narabi_page + DEAL, alone=True)
    page.clock.install(time="2026-11-24T23:58:00")
    page.reload()
    begin(page)
    page.evaluate("openDealing()")
    assert page.get_by_label("24 November 2026, easy: not solved yet").inner_text() == "easy"
    page.clock.run_for(180_000)
    page.get_by_label("25 November 2026, easy: not solved yet").wait_for()
    page.locator("#close").click()
    assert "It is 25 November 2026 now" in page.locator("#message").inner_text()
    page.get_by_role("button", name="Today: medium").click()
    assert page.locator("#name").inner_text() == "25 Nov · medium"
    end(page)
    page.evaluate("send({ type: 'today', today: '2026-11-26' })")
    assert page.get_by_role("button", name="Today: ").all_inner_texts() == ["Today: easy"], "one set of them"


def test_back_goes_to_the_deal_before(open_page: Open, narabi_page: str) -> None:
    page = open_page(narabi_page + NOVEMBER)
    begin(page)
    before = page.evaluate("history.length")
    page.evaluate("openDealing()")
    page.evaluate("showArchive('2026-11-24')")
    page.get_by_label("24 November 2026, hard").click()
    page.locator("#name").get_by_text("hard").wait_for()
    assert page.evaluate("document.activeElement.classList.contains('stone')"), "the focus is at the ring"
    begin(page)
    assert page.evaluate("history.length") == before + 1, "an entry a deal, not a swap"
    page.go_back()
    page.locator("#name").get_by_text("easy").wait_for()
    assert page.locator("#count").inner_text().startswith("turn 2")
    page.go_forward()
    page.locator("#name").get_by_text("hard").wait_for()
    assert page.locator("#count").inner_text().startswith("turn 2")


def test_back_from_the_lesson_and_forward_to_it_make_no_entry(open_page: Open, narabi_page: str) -> None:
    page = open_page(narabi_page + NOVEMBER)
    begin(page)
    before = page.evaluate("history.length")
    page.evaluate("startLesson()")
    for _ in range(2):
        page.locator("#name").get_by_text("Lesson").wait_for()
        assert page.evaluate("history.length") == before + 1
        page.go_back()
        page.locator("#name").get_by_text("easy").wait_for()
        page.go_forward()


def line(page: Page) -> list[str]:
    """Return what the turns of the track are called."""
    return list(page.locator("#line button").evaluate_all("all => all.map(one => one.ariaLabel)"))


def test_redo_and_a_line_that_was_left_can_be_taken_up_again(open_page: Open, narabi_page: str) -> None:
    page = open_page(narabi_page + DEAL)
    page.locator("#count").get_by_text(" of ").wait_for()
    page.evaluate("[0, 0, 0].forEach(() => swap(game.legal[0]))")
    old = line(page)
    for _ in range(2):
        page.locator("#undo").click()
    assert line(page) == old[:1]
    page.evaluate("redo()")
    assert (line(page), page.evaluate("game.at")) == (old, 2)
    page.keyboard.press("u")
    page.keyboard.press("ArrowRight")
    assert (line(page), page.evaluate("game.at")) == (old, 2)
    page.keyboard.press("Home")
    page.evaluate("swap(game.legal.at(-1))")
    assert "The line before is kept" in page.locator("#toast").inner_text()
    new = line(page)
    assert len(new) == 1 != new[0] != old[0]
    page.reload()
    page.locator("#others button").get_by_text(f"{old[0]} …").click()
    assert line(page) == old
    assert page.locator("#others button").all_inner_texts() == new
    page.evaluate("step(game.at - 1)")
    page.evaluate("([own, other]) => swap([own, other])", page.evaluate("game.swaps[2]"))
    assert page.locator("#others button").all_inner_texts() == new, "the same swap is no other line"
