"""Pictures of both pages, taken with Chromium: ``python -m docs.making.screenshots``."""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

from docs.making.pictures import FOLDER
from mabi_search.page.making import page_html as mabi_html
from narabi_solver.page.making import page_html as narabi_html
from tests.browser.starting import QUIET, chromium

if TYPE_CHECKING:
    from playwright.sync_api import Page

WIDTH, HEIGHT = 1120, 660


def narabi(page: Page) -> None:
    """Begin a deal, and tap a stone: its targets are ringed."""
    page.click("#welcome-play")
    page.locator("#track .slot, #line").first.wait_for()
    page.locator("[aria-label^='B2']").click()


def mabi(page: Page) -> None:
    """Begin a puzzle."""
    page.click("#welcome-go")
    page.locator("#board [data-square]").first.wait_for()


PICTURES = {
    "narabi-page.png": (narabi_html, "#deal=4-0-17", narabi),
    "mabi-page.png": (mabi_html, "#puzzle=9", mabi),
}
"""For each picture: the page, its address, and what is done on it."""


def main() -> None:
    """Take the pictures."""
    from playwright.sync_api import sync_playwright  # noqa: PLC0415  (only the maker of pictures needs it)

    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium(), args=list(QUIET))
        for name, (html, address, act) in PICTURES.items():
            file = Path(folder, f"{name}.html")
            file.write_text(html(theme="light"), "utf-8")
            page = browser.new_page(
                viewport={"width": WIDTH, "height": HEIGHT}, locale="en", reduced_motion="reduce"
            )
            page.goto(file.as_uri() + address)
            act(page)
            page.mouse.move(0, 0)
            page.wait_for_timeout(1_000)
            page.screenshot(path=FOLDER / name)
        browser.close()


if __name__ == "__main__":
    main()
