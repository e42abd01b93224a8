"""Narabi's page on small and large screens: what must be in view at once is, by its geometry."""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING

import pytest

from tests.browser.conftest import Open, cut, in_view, overflow, rows, serious
from tests.nightly import nightly

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page

DEAL = "#deal=3-0-1"
NARROWEST = (568, 320)
DESK = (1400, 900)
MORE_SIZES = [(390, 664), NARROWEST, (768, 1024), (900, 600), (1024, 600), (1200, 640), (3840, 2160)]


SIDES = ("x", "width"), ("y", "height")


def overlap(*parts: Locator) -> bool:
    """Tell whether some of these parts cover each other."""
    boxes = [box for box in (part.bounding_box() for part in parts) if box]
    assert len(boxes) == len(parts)
    return any(
        all(a[at] < b[at] + b[size] and b[at] < a[at] + a[size] for at, size in SIDES)
        for a, b in itertools.combinations(boxes, 2)
    )


def smallest_stone(page: Page) -> float:
    """Return the width of the smallest stone, in rows of the message."""
    width = "Math.min(...all.map(one => one.getBoundingClientRect().width))"
    row = "parseFloat(getComputedStyle($('message')).lineHeight)"
    return float(page.locator(".stone .body").evaluate_all(f"all => {width} / {row}"))


@pytest.mark.parametrize(
    ("width", "height", "deal"),
    [
        (740, 360, DEAL),
        (*DESK, DEAL),
        (360, 620, "#deal=5-0-1"),
        *nightly((360, 620, DEAL), *((*size, DEAL) for size in MORE_SIZES), (740, 360, "#deal=5-0-1")),
    ],
)
def test_goal_ring_message_and_buttons_are_in_view_at_once(
    open_page: Open, narabi_page: str, width: int, height: int, deal: str
) -> None:
    page = open_page(narabi_page + deal, width, height)
    page.locator("#count").get_by_text("The fewest possible are").wait_for()
    page.evaluate("tapped(game.legal[0][0])")
    for language in ("en", "de", "fr", "ja", "pl"):
        page.evaluate("one => speak(one)", language)
        page.evaluate("tapped(game.legal[0][0])")
        assert in_view(page, "#goal", "#status", "#message", "#ring", "#controls") == [], language
        assert smallest_stone(page) > 1.4
        assert overflow(page) == 0
        parts = [page.locator(name) for name in ("#goal", "#status", "#message", "#table", "#controls")]
        assert not overlap(*parts)
        assert rows(page.locator("#goal")) < 2
        whole = "header button, #controls button" + (", #goal .short" if (width, height) != NARROWEST else "")
        assert cut(page.locator(whole)) == [], f"too long in {language}"
    assert serious(page) == []


@pytest.mark.parametrize(
    ("width", "height"),
    [(740, 360), *nightly((360, 620), DESK, *(size for size in MORE_SIZES if size[1] < 1000))],
)
def test_what_every_swap_leads_to_is_in_view(
    open_page: Open, narabi_page: str, width: int, height: int
) -> None:
    page = open_page(narabi_page + DEAL, width, height)
    page.locator("#costs").click()
    page.locator("#compared caption").get_by_text("Where each of").wait_for()
    assert in_view(page, "#compared .best:first-child button") == []
    if height < 700:
        assert in_view(page, "#compared") == []
        assert serious(page) == []
        page.locator("#compared-close").click()
        assert page.locator("#compared").is_hidden()


def test_a_phone_on_its_side_has_the_ring_left_and_the_rest_scrolls_beside_it(
    open_page: Open, narabi_page: str
) -> None:
    page = open_page(narabi_page + DEAL, 740, 360)
    page.locator("#count").get_by_text("The fewest possible are").wait_for()
    table, side = page.locator("#table"), page.locator("#terminal")
    before = table.bounding_box()
    side.scroll_into_view_if_needed()
    assert in_view(page, "#terminal", "#ring") == []
    assert table.bounding_box() == before
    assert not overlap(table, side)


@pytest.mark.parametrize(("width", "height"), [(360, 620), *nightly((740, 360))])
def test_a_long_message_scrolls_and_moves_nothing(
    open_page: Open, narabi_page: str, width: int, height: int
) -> None:
    page = open_page(narabi_page + DEAL, width, height)
    page.locator("#count").get_by_text("The fewest possible are").wait_for()
    where = "['table', 'controls'].map(id => $(id).getBoundingClientRect().y)"
    before = page.evaluate(where)
    page.evaluate("say(...Array(9).fill('Many words that take more than one line of the message.'))")
    assert page.evaluate(where) == before
    message = page.locator("#message")
    assert message.evaluate("one => one.scrollHeight > one.clientHeight && one.scrollTop === 0")
    message.evaluate("one => one.scrollTo(0, 1e4)")
    page.evaluate("say('Short.')")
    assert message.evaluate("one => one.scrollTop") == 0


@pytest.mark.parametrize(("width", "height"), [(740, 360), *nightly((360, 620))])
def test_the_buttons_of_the_dialog_are_in_view(
    open_page: Open, narabi_page: str, width: int, height: int
) -> None:
    page = open_page(narabi_page + DEAL, width, height)
    page.locator("#new").click()
    assert in_view(page, "#make", "#close") == []
    page.locator("#later").scroll_into_view_if_needed()
    assert in_view(page, "#make", "#close") == []


def test_on_a_very_large_screen_everything_grows(open_page: Open, narabi_page: str) -> None:
    page = open_page(narabi_page + DEAL, *DESK)
    page.locator("#count").get_by_text("The fewest possible are").wait_for()
    parts = [page.locator(name) for name in ("#ring", "#hint", "#turn")]
    small = [part.bounding_box() for part in parts]
    page.set_viewport_size({"width": 3840, "height": 2160})
    for before, part in zip(small, parts, strict=True):
        box = part.bounding_box()
        assert before and box and box["height"] > 1.5 * before["height"]


@pytest.mark.parametrize(("width", "height"), [(360, 620), *nightly((740, 360))])
def test_what_the_lesson_says_and_what_comes_after_a_win_are_in_view(
    open_page: Open, narabi_page: str, width: int, height: int
) -> None:
    page = open_page(f"{narabi_page}#learn", width, height)
    page.locator("#message").get_by_text("Tap A1, the 5.").wait_for()
    page.evaluate("tapped(0)")
    assert "Tap C1" in page.locator("#message p").first.inner_text()
    page.evaluate("machine.solve(DECK, game.state, 'allowed').swaps.forEach(one => swap(one))")
    for language in ("en", "de", "fr", "ja", "pl"):
        page.evaluate("one => speak(one)", language)
        page.evaluate("takeBack()")
        page.evaluate("swap(machine.solve(DECK, game.state, 'allowed').swaps[0])")
        button, box = (page.locator(part).first.bounding_box() for part in ("#message button", "#message"))
        assert button and box and button["y"] + button["height"] <= box["y"] + box["height"], language


def test_the_sentence_of_the_lesson_comes_back_after_an_illegal_tap(
    open_page: Open, narabi_page: str
) -> None:
    page = open_page(f"{narabi_page}#learn", 360, 620)
    message = page.locator("#message")
    message.get_by_text("Tap A1, the 5.").wait_for()
    page.locator(".tile").nth(5).click()
    assert "Tap A1, the 5." in message.inner_text()
    page.locator("[aria-label^='B1']").click()
    assert "Try A1, the 5." in message.inner_text()
    page.locator("[aria-label^='A1']").click()
    page.evaluate(
        "swap([chosen, [...game.state.ring.keys()].findLast(one => one > 3 && !targets().includes(one))])"
    )
    assert "is not possible" in message.inner_text()
    assert "Tap C1" in message.inner_text()


def test_a_deal_that_is_won_says_what_is_next_and_its_review_is_in_view(
    open_page: Open, narabi_page: str
) -> None:
    page = open_page(narabi_page + DEAL, 360, 620)
    page.locator("#count").get_by_text("The fewest possible are").wait_for()
    page.evaluate("machine.solve(DECK, game.state, 'allowed').swaps.forEach(one => swap(one))")
    offered = page.locator("#message .row button")
    assert offered.all_inner_texts() == ["Review", "Share", "Again"]
    assert in_view(page, *(f"#message .row button >> nth={i}" for i in range(3))) == []
    page.locator("#judged").click()
    page.locator("#message").get_by_text("Won in 5 turns").wait_for()
    assert in_view(page, "#message") == []
    assert offered.all_inner_texts() == ["Share", "Again"]
    offered.last.click()
    assert page.locator("#turn").inner_text().startswith("Turn 1")
    page.locator("#redo").click()
    assert page.locator("#line button").count() == 5, "the line played is kept"


def test_enter_makes_what_a_dialog_is_for_and_shared_cards_stay_composed(
    open_page: Open, narabi_page: str
) -> None:
    page = open_page(narabi_page + DEAL, 360, 620)
    page.locator("#new").click()
    page.locator("[name=kind][value=random]").check()
    page.locator("#own-open").click()
    page.get_by_label("one odd more").click()
    page.locator("#own-share").click()
    assert page.get_by_label("text to be shared").input_value().startswith("#deck=")
    assert in_view(page, "#own-shared textarea", "#own-save") == []
    page.keyboard.press("Escape")
    assert not page.locator("#owning").is_visible() and page.locator("#dealing").is_visible()
    page.locator("[name=kind][value=random]").focus()
    page.keyboard.press("Enter")
    page.locator("#name").get_by_text("A random deal for 4 players").wait_for()
    assert not page.locator("#dealing").is_visible()
