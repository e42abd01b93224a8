"""Mabi's page in a real browser: a position is set up."""

from __future__ import annotations

import pytest

from tests.browser.conftest import Board, act, cut, overflow, serious
from tests.browser.test_mabi_sizes import hidden, opened
from tests.common.test_wasm import reason
from tests.nightly import nightly

pytestmark = pytest.mark.skipif(reason() is not None, reason=str(reason()))
SHOWN = ("#setup-board", "#setup-undo", "[data-act=setup-clear]", "#setup-analyse", "#setup-play")


def test_taps_set_up_a_position_that_is_played_on(board: Board) -> None:
    page = board()
    act(page, "setup")
    page.click("[data-act=setup-clear]")
    assert page.inner_text("#setup-wrong") == "This is no position: there are no pieces."
    assert page.is_disabled("#setup-play") and page.is_disabled("#setup-analyse")
    for name in ("a1", "b1"):
        page.click(f'#setup-board [data-square="{name}"]')
    page.check("[name=setup-brush][value=b]", force=True)
    page.focus('#setup-board [data-square="b1"]')
    page.keyboard.press("ArrowUp")
    page.keyboard.press("Enter")
    page.check("[name=setup-side][value=b]", force=True)
    assert page.input_value("#setup-text") == "8/8/8/8/8/8/1b6/ww6 b - w 1"
    assert page.is_disabled("[name=setup-holder][value=b]") and not page.inner_text("#setup-wrong")
    page.click("#setup-undo")
    assert page.input_value("#setup-text") == "8/8/8/8/8/8/1b6/ww6 w - w 1"
    page.select_option("#setup-ranks", "3")
    page.select_option("#setup-files", "2")
    page.click("#setup-play")
    page.click("#dialog-new [data-level='0']")
    assert page.inner_text("#state b") == "Your turn"
    assert page.locator("#board [data-square]").count() == 6
    assert page.locator("#board .movable").evaluate_all("all => all.map(one => one.dataset.square)") == []


@pytest.mark.parametrize("language", ["de", *nightly("en", "fr", "ja", "pl")])
@pytest.mark.parametrize(("width", "height"), [(360, 640), *nightly((740, 360), (768, 1024), (1400, 900))])
def test_setting_up_fits_and_can_be_read(board: Board, language: str, width: int, height: int) -> None:
    page = opened(board, width, height, language)
    act(page, "setup")
    page.click("[data-act=setup-clear]")
    assert hidden(page, *SHOWN, "#setup-wrong") == [] and overflow(page) == 0
    assert cut(page.locator(".setup button")) == [] and serious(page) == []
