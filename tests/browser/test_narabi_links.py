"""Links to Narabi's page as people pass them on; the page by keyboard, in forced colours, in odd browsers."""

from __future__ import annotations

import pytest

from tests.browser.conftest import Open, in_view, serious
from tests.nightly import nightly

HARD = "#day=2026-11-24&puzzle=hard"
NAMED = "24 Nov · hard"


@pytest.mark.parametrize(
    "hash_part",
    [
        f"{HARD}”.",
        f"{HARD}&fbclid=abc&utm_source=x&si=7",
        HARD.replace("&", "&amp;") + ">",
        *nightly(f"{HARD}.", f"{HARD})", f"{HARD}'", f'{HARD}",', HARD.replace("&", "&amp;")),
    ],
)
def test_what_stands_around_a_link_is_no_part_of_it(
    open_page: Open, narabi_page: str, hash_part: str
) -> None:
    page = open_page(narabi_page + hash_part)
    page.locator("#name").get_by_text(NAMED).wait_for()
    assert page.evaluate("location.hash") == HARD
    assert "The link" not in page.locator("#message").inner_text()


def test_parts_that_mean_nothing_are_said(open_page: Open, narabi_page: str) -> None:
    page = open_page(f"{narabi_page}#day=2026-11-24&puzle=hard")
    page.locator("#name").get_by_text("easy").wait_for()
    assert "a part that means nothing here: 'puzle'" in page.locator("#message").inner_text()
    page = open_page(f"{narabi_page}#deal=3-0-1&{'&'.join(f'k{i}' for i in range(999))}")
    page.locator("#message").get_by_text("means nothing here: 'k0', 'k1', 'k2', …").wait_for()
    page = open_page(f"{narabi_page}#day=2026-11-24&deal=3-0-1")
    page.locator("#message").get_by_text("it names several deals: day, deal").wait_for()
    page = open_page(f"{narabi_page}#deal=3-0-1&deal=3-0-2")
    page.locator("#message").get_by_text("it names several deals: deal, deal").wait_for()


def test_a_damaged_link_says_so_above_a_puzzle_of_today(open_page: Open, narabi_page: str) -> None:
    page = open_page(f"{narabi_page}#deal=0:ev", 360, 620)
    page.locator("#name").get_by_text(" · ").wait_for()
    message = page.locator("#message")
    assert message.inner_text().startswith("The link cannot be read.")
    assert "Here is a puzzle of today instead." in message.inner_text()
    assert not page.locator("#dealing").is_visible()
    below = "one => one.getBoundingClientRect().bottom > $('saying').getBoundingClientRect().bottom"
    assert not page.locator("#mend-link").evaluate(below), "what mends it is in view"
    page.reload()
    page.locator("#mend-link").click()
    assert page.locator("#paste").input_value() == "0:ev"
    page.locator("#close").click()
    page.evaluate("tapped(game.legal[0][0])")
    assert page.locator(".target").count() > 0


def test_a_link_without_a_text_offers_no_text_to_mend(open_page: Open, narabi_page: str) -> None:
    page = open_page(f"{narabi_page}#puzzle=12")
    page.locator("#message").get_by_text("The link cannot be read.").wait_for()
    assert page.locator("#mend-link").count() == 0


def test_a_damaged_link_says_so_above_a_deal_that_is_won(open_page: Open, narabi_page: str) -> None:
    page = open_page(f"{narabi_page}#deal=3-0-1", 360, 620)
    page.locator("#count").get_by_text("turn 1 of").wait_for()
    page.evaluate("machine.solve(DECK, game.state, 'allowed').swaps.forEach(one => swap(one))")
    page.locator("#end").wait_for()
    page.evaluate("location.hash = '#deal=0:ev'")
    page.locator("#message").get_by_text("The link cannot be read.").wait_for()
    assert page.locator("#end").is_hidden() and in_view(page, "#saying") == []


def test_a_friends_link_has_the_first_screen_and_its_deal_waits(open_page: Open, narabi_page: str) -> None:
    page = open_page(narabi_page + HARD, 360, 620, touch=True, stranger=True)
    page.locator("#welcome-deal").get_by_text("Puzzle of 24 November 2026: hard").wait_for()
    assert in_view(page, "#welcome-goal", "#welcome-play", "#welcome-show") == []
    assert page.locator("#welcome-play").inner_text() == "Play this deal"
    page.locator("#welcome-show").tap()
    page.locator("#name").get_by_text("Lesson").wait_for()
    page.reload()
    page.locator("#name").get_by_text("Lesson").wait_for()
    page.evaluate("machine.solve(DECK, game.state, 'allowed').swaps.forEach(one => swap(one))")
    page.get_by_role("button", name="To the deal of the link").tap()
    page.locator("#name").get_by_text(NAMED).wait_for()
    assert page.locator("#welcome").is_hidden()


def test_what_is_shared_tells_nothing_of_the_visitor(open_page: Open, narabi_page: str) -> None:
    page = open_page(narabi_page + HARD)
    addresses = {
        "https://a.example/n.html?fbclid=x1&utm_source=mail#deal=3-0-1": "https://a.example/n.html",
        "https://a.example/?page=narabi&gclid=7#x": "https://a.example/?page=narabi",
    }
    for address, public in addresses.items():
        assert page.evaluate("one => publicAddress(new URL(one))", address) == public


def test_where_the_device_can_share_it_does(open_page: Open, narabi_page: str) -> None:
    prepare = "navigator.share = async what => { window.given = what.text; };"
    page = open_page(f"{narabi_page}#deal=3-0-1", prepare=prepare)
    page.locator("#count").get_by_text(" of ").wait_for()
    page.evaluate("share()")
    page.get_by_label("text to be shared").wait_for()
    assert page.evaluate("window.given") == page.get_by_label("text to be shared").input_value()


def test_arrow_keys_walk_the_ring_and_drop_no_chosen_stone(open_page: Open, narabi_page: str) -> None:
    page = open_page(f"{narabi_page}#deal=3-0-1")
    page.locator("#count").get_by_text(" of ").wait_for()
    assert page.locator(".stone[tabindex='0']").count() == 1
    place = "placeText(game.state, ring.focused.place)"
    page.evaluate("ring.focus()")
    assert page.evaluate(place) == "C1"
    page.keyboard.press("Enter")
    walked = []
    for key in ("ArrowLeft", "ArrowUp", "ArrowRight", *["ArrowDown"] * 6):
        page.keyboard.press(key)
        walked.append(page.evaluate(place))
        assert page.evaluate("placeText(game.state, chosen)") == "C1"
    assert walked == ["B4", "B3", "B4", "C1", "C2", "C3", "C4", "A1", "A2"]
    for _ in range(6):
        page.keyboard.press("ArrowLeft")
    assert page.evaluate(place) == "B4"
    page.keyboard.press(" ")
    assert page.locator("#line button").get_attribute("aria-label") == "1. C1-B4"
    assert page.evaluate("ring.focused !== undefined"), "the focus goes with the stone"
    assert page.locator(".stone[tabindex='0']").count() == 1
    page.evaluate("document.activeElement.blur()")
    page.evaluate("tapped(game.legal[0][0])")
    page.keyboard.press("ArrowRight")  # nothing to step to
    assert page.locator(".chosen").count() == 1
    page.keyboard.press("Tab")


def test_stones_say_their_colour_and_headings_stand_below_the_title(
    open_page: Open, narabi_page: str
) -> None:
    page = open_page(f"{narabi_page}#deal=3-0-1")
    page.locator("#count").get_by_text(" of ").wait_for()
    names = page.locator(".stone").evaluate_all("all => all.map(one => one.ariaLabel)")
    assert names[:3] == [
        "A1: 3, dark, card at-least-3",
        "A2: 1, dark, card left",
        "A3: dark blank, card stay",
    ]
    levels = page.locator("h1, h2, h3").evaluate_all("all => all.map(one => one.tagName)")
    assert levels[0] == "H1" and levels.count("H1") == 1 and levels.count("H2") > 4
    assert serious(page) == []


def test_single_keys_work_with_caps_lock_and_other_alphabets_and_can_be_switched_off(
    open_page: Open, narabi_page: str
) -> None:
    page = open_page(f"{narabi_page}#deal=3-0-1")
    page.locator("#count").get_by_text(" of ").wait_for()
    press = "([key, code]) => document.dispatchEvent(new KeyboardEvent('keydown', { key, code }))"
    for key, code in (("U", "KeyU"), ("г", "KeyU"), ("u", "KeyF")):
        page.evaluate("swap(game.legal[0])")
        page.evaluate(press, [key, code])
        assert page.evaluate("game.at") == 0, key
    page.evaluate("openDialog('settings')")
    page.locator("#letters").uncheck()
    page.locator("#settings .close").click()
    page.evaluate("swap(game.legal[0])")
    for key in "uh":
        page.keyboard.press(key)
        page.evaluate(press, [key, f"Key{key.upper()}"])
    assert page.evaluate("[game.at, game.helps]") == [1, 0]
    page.reload()
    assert not page.locator("#letters").is_checked()


def test_forced_colours_keep_stones_apart(open_page: Open, narabi_page: str) -> None:
    page = open_page(f"{narabi_page}#deal=3-0-1")
    page.emulate_media(forced_colors="active")
    colour = "one => getComputedStyle(one).fill"
    dark = page.locator(".stone.dark .body").first.evaluate(colour)
    white = page.locator(".stone:not(.dark) .body").first.evaluate(colour)
    number = page.locator(".stone.dark text").first.evaluate(colour)
    assert len({dark, white}) == 2 and number != dark
    adjusted = "one => getComputedStyle(one).forcedColorAdjust"
    assert page.locator("#ring").evaluate(adjusted) == "none"


def test_a_browser_that_names_no_languages(open_page: Open, narabi_page: str) -> None:
    prepare = """Object.defineProperty(navigator, 'languages', { value: undefined });
        Object.defineProperty(navigator, 'language', { value: 'de-AT' });"""
    page = open_page(f"{narabi_page}#deal=3-0-1", prepare=prepare)
    page.locator("#count").get_by_text("Zug 1").wait_for()
