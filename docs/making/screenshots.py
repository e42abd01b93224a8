"""The picture of the page in the README: ``python -m docs.making.screenshots`` takes it, with Chromium."""

from __future__ import annotations

import tempfile
from pathlib import Path

from docs.making.pictures import FOLDER
from narabi_solver.page.making import page_html
from tests.browser.starting import QUIET, chromium

NAME = "narabi-page.png"
WIDTH, HEIGHT = 1120, 660
GAME, STONE = "#deal=4-0-17", "B2"
"""What is on the page, and the stone that was tapped."""


def main() -> None:
    """Take the picture."""
    from playwright.sync_api import sync_playwright  # noqa: PLC0415  (only the maker of pictures needs it)

    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        file = Path(folder, "narabi.html")
        file.write_text(page_html(theme="light"), "utf-8")
        browser = playwright.chromium.launch(executable_path=chromium(), args=list(QUIET))
        page = browser.new_page(
            viewport={"width": WIDTH, "height": HEIGHT}, locale="en", reduced_motion="reduce"
        )
        page.goto(file.as_uri() + GAME)
        page.get_by_text("The fewest possible are").wait_for()
        page.locator(f"[aria-label^='{STONE}']").click()
        page.mouse.move(0, 0)
        page.screenshot(path=FOLDER / NAME)
        browser.close()


if __name__ == "__main__":
    main()
