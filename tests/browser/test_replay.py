"""Pages to step through, as `view` and `review` write them, in a real browser."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from _gamekit.languages import language_of
from _gamekit.page import Frame, Replay, Timeline
from _gamekit.svg import Drawing
from mabi_search import Position
from narabi_solver import Deal, review, solve
from tests.browser.conftest import SIZES, Open, cut, in_view, overflow, serious, stop_clock, until
from tests.drawings import HOSTILE
from tests.mabi.samples import LONG_GAME
from tests.narabi.samples import EXAMPLE
from tests.nightly import nightly

if TYPE_CHECKING:
    from playwright.sync_api import Page


@pytest.fixture
def address(tmp_path: Path) -> str:
    """Return the address of a page of five steps with names that are markup."""

    def drawn(i: int) -> Drawing:
        drawing = Drawing(200, 100 + 10 * i, HOSTILE, "b", "auto", None)
        drawing.circle((20, 20), 5 + i, fill=drawing.theme.ink)
        drawing.text(HOSTILE, (100, 50), 12)
        return drawing

    frames = [Frame(f"{i} {HOSTILE}", drawn(i), f"told {i} {HOSTILE}", drawn(i)) for i in range(5)]
    timeline = Timeline(
        HOSTILE, Drawing(100, 20, "timeline", "d", "auto", None), [10.0, 30.0, 50.0, 70.0, 90.0]
    )
    Replay(HOSTILE, frames, timeline).save(tmp_path / "page.html")
    return f"file://{tmp_path}/page.html"


def at(page: Page) -> str:
    """Return what says where we are: all of it must agree."""
    step = int(page.inner_text("output").split()[0]) - 1
    assert page.inner_text("pre").startswith(f"told {step} ")
    assert page.input_value("input") == str(step)
    assert page.inner_text("ol [aria-current=step]").startswith(f"{step} ")
    radius = page.get_attribute(".picture:visible circle", "r")
    assert radius == str(5 + step)
    assert float(page.get_attribute(".timeline .now", "x1") or 0) == 10.0 + 20 * step
    return str(step)


@pytest.mark.quick
def test_keys_buttons_slider_list_and_course(open_page: Open, address: str) -> None:
    page = open_page(address, alone=True)
    seen = [at(page)]
    for key in ("ArrowRight", "End", "ArrowRight", "ArrowLeft", "Home", "Alt+ArrowRight"):
        page.keyboard.press(key)
        seen.append(at(page))
    for name in ("last", "back", "first", "on"):
        page.click(f"nav button[name={name}]")
        seen.append(at(page))
    page.click("ol button >> nth=3")
    seen.append(at(page))
    page.focus("input")
    page.keyboard.press("ArrowLeft")
    seen.append(at(page))
    page.click(".timeline svg", position={"x": 1, "y": 5})
    seen.append(at(page))
    assert "".join(seen) == "01443004301320"
    stop_clock(page)
    page.click("nav button[name=auto]")
    assert at(page) == "1" and page.get_attribute("nav button[name=auto]", "aria-pressed") == "true"
    page.clock.run_for(1_000)
    assert at(page) == "2"
    page.clock.run_for(10_000)
    assert at(page) == "4" and page.get_attribute("nav button[name=auto]", "aria-pressed") == "false"
    assert page.locator("img, b").count() == 0 and page.title().startswith("<b>")


def test_nothing_below_a_drawing_moves(open_page: Open, address: str) -> None:
    for width in (360, 1400):
        page = open_page(address, width)
        before = page.locator("nav").bounding_box()
        page.keyboard.press("End")
        assert before == page.locator("nav").bounding_box()


@pytest.mark.parametrize("dark", [False, *nightly(True)])
def test_a_long_game_has_its_board_first_at_each_size(open_page: Open, tmp_path: Path, dark: bool) -> None:
    Position.parse(LONG_GAME).replay().save(tmp_path / "game.html")
    page = open_page(f"file://{tmp_path}/game.html", dark=dark)
    for width, height in SIZES.items():
        page.set_viewport_size({"width": width, "height": height})
        assert overflow(page) == 0
        assert in_view(page, ".picture svg", "nav", "input") == []
    page.keyboard.press("End")
    assert page.inner_text("output") == "121 of 121" and serious(page) == []


@pytest.mark.parametrize("language", ["ja", *nightly("en", "de", "fr", "pl")])
def test_a_review_in_each_language_leads_back_to_play(
    open_page: Open, narabi_page: str, tmp_path: Path, language: str
) -> None:
    deal = Deal.parse(f"{EXAMPLE} moves {' '.join(map(str, solve(Deal.parse(EXAMPLE)).swaps[:3]))}")
    review(deal).replay(language=language, page=narabi_page).save(tmp_path / "review.html")
    texts, words = language_of("narabi_solver", language), language_of("_gamekit", language)
    page = open_page(f"file://{tmp_path}/review.html", 360)
    assert overflow(page) == 0 and serious(page) == []
    assert page.get_attribute("html", "lang") == language
    assert page.inner_text("pre").startswith(texts.text("replay.best"))
    steps = len(deal.moves) + 1
    assert page.inner_text("output") == words.text("replay.of", step=1, steps=steps)
    buttons, output = page.locator("nav button").all(), page.locator("output").bounding_box()
    for button in buttons:
        box = button.bounding_box()
        assert box is not None and output is not None and box["x"] + box["width"] <= output["x"]
    assert cut(page.locator("nav button")) == []
    page.click("a.main")
    until(page, f"document.querySelectorAll('#line button').length === {len(deal.moves)}")
