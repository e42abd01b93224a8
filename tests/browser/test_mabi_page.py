"""Mabi as one page in a real browser, with its engine: a game, analysis, Stop, and a link."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

import pytest

from mabi_search.serve.making import page_html
from tests.browser.conftest import SIZES, Open, overflow, serious
from tests.common.test_wasm import reason

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = [
    pytest.mark.nightly,
    pytest.mark.skipif(reason() is not None, reason=str(reason())),
]
STOP = """async () => {
  const since = performance.now();
  document.querySelector("#stop").click();
  while (!document.querySelector("#stop").disabled) await new Promise(done => setTimeout(done, 1));
  return performance.now() - since;
}"""


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> str:
    file = tmp_path_factory.mktemp("page") / "mabi.html"
    file.write_text(page_html(), "utf-8")
    assert file.stat().st_size < 600_000
    return file.as_uri()


def until(page: Page, asked: str, seconds: float = 20) -> object:
    """Wait until something is true on the page, whose policy forbids what `wait_for_function` does."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if found := page.evaluate(asked):
            return found
        time.sleep(0.02)
    raise AssertionError(f"never true: {asked}")


def load(page: Page, text: str) -> None:
    page.click("#load")
    page.fill("#load-text", text)
    page.click("#load-go")
    page.wait_for_selector("#dialog-load", state="hidden")


@pytest.mark.parametrize("width", SIZES)
@pytest.mark.parametrize("dark", [False, True])
def test_it_answers_soon_and_can_be_read(open_page: Open, address: str, width: int, dark: bool) -> None:
    started = time.monotonic()
    page = open_page(address, width, dark=dark)
    page.wait_for_selector("body[data-ready=yes]")
    page.click("#analyse")
    until(page, "document.querySelector('#lines-found .pv button') !== null")
    assert time.monotonic() - started < 5  # two seconds on a machine that is at rest
    page.click("#analyse")
    assert overflow(page) == 0 and serious(page) == []
    for name in ("new", "rules"):
        page.click(f"#{name}")
        dialog = f"document.querySelector('#dialog-{name}')"
        assert page.evaluate(f"{dialog}.scrollWidth - {dialog}.clientWidth") == 0
        assert serious(page) == []
        page.keyboard.press("Escape")


def test_a_game_to_its_end_a_proof_a_stop_and_a_link(open_page: Open, address: str) -> None:
    page = open_page(address, 360)
    page.wait_for_selector("body[data-ready=yes]")
    load(page, "w1w1/1b1b/w1w1 w - - 0")
    page.click("#solve")
    until(page, "document.querySelector('#result').textContent.includes('wins (proven')")
    page.click("#tab-play")
    page.click("#play")
    while until(page, "document.querySelector('#play-told').value !== 'the engine thinks …'"):
        if page.get_attribute("#play", "aria-pressed") == "false":
            break
        plies = page.locator("#moves button").count()
        if page.is_enabled("#pass"):
            page.click("#pass")
        else:
            page.focus(".grid button.movable")
            page.keyboard.press("Enter")
            page.focus(".grid button.target")
            page.keyboard.press("Enter")
        ended = "document.querySelector('#play').getAttribute('aria-pressed') === 'false'"
        until(page, f"document.querySelectorAll('#moves button').length > {plies} || {ended}")
    told = page.text_content("#words") or ""
    assert told.startswith("the game is over: ")
    page.click("#tab-analysis")
    load(page, "start moves a1a2 h8h7")
    page.click("#solve")
    until(page, "document.querySelector('#result').textContent.includes('nodes so far')")
    assert page.evaluate(STOP) < 500  # 100 ms on a machine that is at rest
    shared = open_page(f"{address}#game=start%20moves%20a1a2%20h8h7%20pass")
    shared.wait_for_selector("body[data-ready=yes]")
    assert shared.locator("#moves button").count() == 4
    wrong = open_page(f"{address}#game=%3Cscript%3Ealert(1)%3C%2Fscript%3E")
    wrong.wait_for_selector("body[data-ready=yes]")
    assert "a position has five parts" in (wrong.text_content("#alert") or "")


def test_a_board_of_the_rules_can_be_tried(open_page: Open, address: str) -> None:
    page = open_page(address)
    page.wait_for_selector("body[data-ready=yes]")
    page.click("#rules")
    page.click("[data-try] >> nth=1")
    page.wait_for_selector("#dialog-rules", state="hidden")
    page.click("#ask-pass")
    until(page, "document.querySelector('#result').textContent.includes('that is a win (proven)')")
