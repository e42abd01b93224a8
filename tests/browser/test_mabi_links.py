"""Mabi's page in a real browser: links as they arrive, keys, forced colours, browsers that lack something."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from mabi_search.page.making import page_folder
from tests.browser.conftest import Board, Open, act, served, until
from tests.common.test_wasm import reason
from tests.nightly import nightly

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

pytestmark = pytest.mark.skipif(reason() is not None, reason=str(reason()))

GAME = "game=start%20moves%20a1a2%20h8h7"
PRESS = """([key, code]) => document.body.dispatchEvent(
  new KeyboardEvent("keydown", { key, code, bubbles: true, cancelable: true }))"""
LACKING = {
    "languages": "Object.defineProperty(navigator, 'languages', { value: undefined })",
    "language": "for (const name of ['languages', 'language'])"
    " Object.defineProperty(navigator, name, { value: undefined })",
    "DecompressionStream": "delete window.DecompressionStream",
    "WebAssembly": "delete window.WebAssembly",
}
ENGINE = {"en": "engine", "de": "Engine", "fr": "moteur", "pl": "silnika", "ja": "エンジン"}


@pytest.fixture
def follow(open_page: Open, mabi_page: str) -> Board:
    """Return a function that opens the page by a link."""

    def opened(link: str) -> Page:
        page = open_page(mabi_page + link)
        page.wait_for_selector("body[data-ready]")
        return page

    return opened


@pytest.mark.parametrize(
    "end", ["&amp;utm_source=x", *nightly("”.", "", ".", ")", "%22", "»", "。", "&fbclid=abc", "&_hsmi=1")]
)
def test_what_stands_after_a_link_is_dropped(follow: Board, end: str) -> None:
    page = follow(f"#{GAME}{end}")
    assert page.locator("#moves button").count() == 3 and page.is_hidden("#alert")
    page = follow(f"#puzzle=2{end}")
    page.wait_for_selector("#title:has-text('Puzzle 2 ')")
    assert page.is_hidden("#alert")


@pytest.mark.parametrize(
    "link", ["#game=start+moves+a1a2+h8h7", "#game%3Dstart%20moves%20a1a2%20h8h7", f"#{GAME}#"]
)
def test_links_that_were_written_otherwise_are_read(follow: Board, link: str) -> None:
    assert follow(link.removesuffix("#")).locator("#moves button").count() == 3


@pytest.mark.parametrize(
    ("link", "said"),
    [
        ("#game=start%20moves%20a1", "This link is damaged: a1 is not a move"),
        ("#game=%E0%A4%A", "This link is damaged: some of its signs cannot be read"),
        ("#puzzle=" + "x" * 9_999, f"This link is damaged: there is no puzzle {'x' * 39}…"),
        ("#" + "x=1&" * 9_999, "A part of this link has no meaning here: x=1, x=1,"),
        (f"#{GAME}&game=start", "A part of this link has no meaning here: game=start."),
        *nightly(
            ("#day=" + "x" * 9_999, f"This link is damaged: {'x' * 39}… is not a date"),
            ("#puzzle=hard", "This link is damaged: there is no puzzle hard"),
            ("#game=", "This link is damaged: the text has 0 positions"),
            ("#puzzle=0", "This link is damaged: there is no puzzle 0"),
            ("#puzzle=2&amp;level=hard", "A part of this link has no meaning here: level=hard."),
            ("#gmae=start", "A part of this link has no meaning here: gmae=start."),
        ),
    ],
)
def test_what_is_wrong_with_a_link_is_said(follow: Board, link: str, said: str) -> None:
    page = follow(link)
    assert said in page.inner_text("#alert").replace("'", "")
    assert len(page.inner_text("#alert")) < 200
    if "no puzzle" in said:
        page.wait_for_selector("#state:has-text('White to win')")  # that of the day


def test_numbers_of_messages_are_written_as_in_the_language(open_page: Open, mabi_page: str) -> None:
    page = open_page(mabi_page, language="de")
    page.wait_for_selector("body[data-ready]")
    page.click("#load")
    page.evaluate("document.getElementById('load-text').value = 'x'.repeat(100001)")
    page.click("#load-go")
    assert "100.001 Zeichen; eine Stellung hat höchstens 100.000" in page.inner_text("#load-wrong")


@pytest.mark.quick
def test_a_link_that_was_shared_can_be_pasted_with_what_stands_after_it(follow: Board) -> None:
    page = follow("")
    page.click("#load")
    page.fill("#load-text", f"“https://example.org/mabi/#{GAME}&amp;fbclid=x”.")
    page.click("#load-go")
    page.wait_for_selector("#dialog-load", state="hidden")
    assert page.locator("#moves button").count() == 3


def test_what_follows_a_visitor_is_not_passed_on(open_page: Open, tmp_path: Path) -> None:
    for name, content in page_folder().items():
        (tmp_path / name).write_bytes(content)
    with served(tmp_path) as address:
        page = open_page(f"{address}?fbclid=abc&utm_source=x&page=1#{GAME}")
        page.wait_for_selector("body[data-ready]")
        assert page.evaluate("location.search") == "?page=1"
        page.evaluate(
            """Object.defineProperty(navigator, "clipboard",
            { value: { writeText: async text => { window.copied = text; } } })"""
        )
        page.click("#share")
        copied = str(until(page, "window.copied"))
        assert copied.startswith(f"{address}?page=1#game=") and "utm" not in copied
        page.close()


@pytest.mark.parametrize(
    "press", [("u", "KeyF"), ("г", "KeyU"), *nightly((("U", "KeyU"),), (("Г", "KeyU"),))]
)
def test_keys_act_with_caps_lock_and_on_other_layouts(follow: Board, press: tuple[str, str]) -> None:
    page = follow(f"#{GAME}")
    page.evaluate(PRESS, press)
    until(page, "document.querySelectorAll('#moves button').length === 2")


@pytest.mark.nightly
def test_keys_with_a_sign_can_be_switched_off(follow: Board) -> None:
    page = follow(f"#{GAME}")
    page.evaluate(PRESS, ("q", "KeyA"))  # another letter, where ours is elsewhere
    assert page.get_attribute("#analyse", "aria-checked") == "false"
    act(page, "rules")
    page.uncheck("#keys-signs")
    page.keyboard.press("Escape")
    page.focus("#flip")
    page.keyboard.press("f")
    assert page.get_attribute("#flip", "aria-pressed") == "false"
    page.keyboard.press("ArrowLeft")
    page.wait_for_selector("#moves [aria-current]:has-text('a1–a2')")
    page.reload()
    page.wait_for_selector("body[data-ready]")
    act(page, "rules")
    assert not page.is_checked("#keys-signs")
    page.check("#keys-signs")
    page.keyboard.press("Escape")
    page.focus("#flip")
    page.keyboard.press("f")
    assert page.get_attribute("#flip", "aria-pressed") == "true"


def test_forced_colours_keep_both_sides_apart(follow: Board) -> None:
    page = follow(f"#{GAME}")
    page.emulate_media(forced_colors="active")
    for one, other in [
        ("#player-b .disc", "#player-w .disc"),
        ("#moves .disc.w", "#moves .disc.b"),
        ("#bar", "#bar div"),
    ]:
        colours = [
            page.evaluate(f"getComputedStyle(document.querySelector('{of}')).backgroundColor")
            for of in (one, other)
        ]
        assert colours[0] != colours[1], one


@pytest.mark.nightly
def test_headings_are_below_the_first(follow: Board) -> None:
    page = follow("")
    levels = page.evaluate("[...document.querySelectorAll('main :is(h1, h2, h3)')].map(e => e.tagName)")
    assert levels and set(levels) == {"H2"} and page.locator("h1").count() == 1
    assert page.text_content("h1") == "Mabi"


@pytest.mark.parametrize(
    ("what", "languages"),
    [("WebAssembly", ["ja"]), *nightly(*((what, list(ENGINE)) for what in LACKING))],
)
def test_the_page_opens_where_the_browser_lacks_something(
    browser: Browser, mabi_page: str, what: str, languages: list[str]
) -> None:
    for language in languages:
        word, context = ENGINE[language], browser.new_context(locale=language)
        page = context.new_page()
        page.add_init_script(LACKING[what])
        page.goto(mabi_page)
        page.wait_for_selector("body[data-ready]")
        lacks_engine = what[0].isupper()
        assert page.is_visible("#no-engine") == lacks_engine
        if lacks_engine:
            assert word in page.inner_text("#no-engine")
            act(page, "to-analysis")
            page.click("#analyse")
            page.wait_for_selector(f"#result :text('{word}')")
        context.close()


def test_without_scripts_the_page_says_so_in_five_languages(browser: Browser, mabi_page: str) -> None:
    page = browser.new_page(java_script_enabled=False)
    page.goto(mabi_page)
    assert page.inner_text("noscript").count("JavaScript") == len(ENGINE)
    page.close()
