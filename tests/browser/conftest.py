"""Pages in a real browser: Chromium, headless, if there is one."""

from __future__ import annotations

import contextlib
import functools
import os
import socket
import threading
import time
from collections.abc import Callable, Generator, Iterator
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

import pytest

from mabi_search.page.making import page_html
from narabi_solver.page import making as narabi
from tests.browser.starting import QUIET, chromium

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, Locator, Page

FOLDER = Path(__file__).parent

SIZES = {360: 740, 800: 1000, 1400: 900}
"""Heights for each width that pages are looked at."""

ANSWERED = "#state:has-text('Your turn'), #state:has-text('You move alone')"
"""What Mabi's page says when the engine has moved."""

PLY = """(now => {
  const number = now.querySelector(".n") ?? now.previousElementSibling?.querySelector(".n");
  return number ? 2 * parseInt(number.textContent) - (now.matches(".second") ? 0 : 1) : 0;
})(document.querySelector("#moves [aria-current]"))"""
"""How many plies lead to what Mabi's page shows, by its list: a pair has one number, the start none."""

OWN = ("file:///", "http://127.0.0.1:", "ws://127.0.0.1:", "blob:", "data:")
"""How addresses begin that lead nowhere outside this machine."""

NAMES = Path(__file__).with_name("narabi_names.js")
"""Names of Narabi's page for tests."""

LISTENING = """globalThis.felt = [];
Object.defineProperty(navigator, "vibrate", { value: pattern => felt.push(pattern.join("-")) });
for (const { name, prototype } of [OscillatorNode, AudioBufferSourceNode]) {
  const { start } = prototype;
  prototype.start = function (...when) {
    felt.push(name);
    return start.apply(this, when);
  };
}"""
"""Notes what is heard and felt."""

Open = Callable[..., "Page"]
Board = Callable[..., "Page"]


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark the tests of this folder slow, except those marked quick, a few ways through the pages."""
    for item in items:
        if item.path.is_relative_to(FOLDER) and item.get_closest_marker("quick") is None:
            item.add_marker("slow")


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport() -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Count a skipped test of this folder as failed in CI, which has a browser."""
    report = yield
    if report.skipped and os.environ.get("CI"):
        report.outcome = "failed"
        report.longrepr = f"skipped, which CI does not allow: {report.longreprtext}"
    return report


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """Return the browser; tests that need one are skipped where there is none."""
    api = pytest.importorskip("playwright.sync_api", reason="no playwright: `make setup` installs it")
    path = chromium()
    if path is None:
        pytest.skip("no Chromium was found: on Debian `make browser` installs it")
    with api.sync_playwright() as playwright:
        started = playwright.chromium.launch(executable_path=path, args=list(QUIET))
        yield started
        started.close()


class Windows:
    """Windows of the browser, each of a person of its own; what a test leaves is used again, emptied.

    A new one takes 0.6 processor seconds, which is more than a page takes.
    """

    def __init__(self, browser: Browser):
        self.browser = browser
        self.free: dict[bool, list[BrowserContext]] = {False: [], True: []}

    def new(self, language: str = "en", *, touch: bool = False) -> BrowserContext:
        """Return a window that nobody has used."""
        context = self.browser.new_context(
            locale=language,
            viewport={"width": 1400, "height": SIZES[1400]},
            has_touch=touch,
            reduced_motion="reduce",
        )
        context.add_init_script(path=NAMES)
        return context

    def take(self, *, touch: bool = False) -> BrowserContext:
        """Return an empty window, open at an empty page, which stays first."""
        if self.free[touch]:
            return self.free[touch].pop()
        context = self.new(touch=touch)
        context.new_page()
        return context

    def give_back(self, context: BrowserContext, *, touch: bool = False) -> None:
        """Close the pages of a window and delete what they have kept."""
        first, *pages = context.pages
        for page in pages:
            page.close()
        assert not first.evaluate("'__pwClock' in globalThis"), "a page with another clock is opened `alone`"
        session = context.new_cdp_session(first)
        session.send("Storage.clearDataForOrigin", {"origin": "file://", "storageTypes": "all"})
        session.detach()
        self.free[touch].append(context)


@pytest.fixture(scope="session")
def windows(browser: Browser) -> Windows:
    return Windows(browser)


@pytest.fixture
def open_page(windows: Windows) -> Iterator[Open]:
    """Return a function that opens an address in a window of its own, and returns the page.

    At the end of the test no page may have written an error, or asked for anything but its own files: not
    even in vain.
    """
    ends: list[Callable[[], None]] = []
    errors: list[str] = []
    asked: list[str] = []

    def open_one(
        address: str,
        width: int = 1400,
        height: int | None = None,
        *,
        dark: bool = False,
        touch: bool = False,
        calm: bool = True,
        language: str = "en",
        prepare: str = "",
        stranger: bool = False,
        alone: bool = False,
    ) -> Page:
        if alone or language != "en" or not address.startswith("file:"):  # nobody uses it again
            context = windows.new(language, touch=touch)
            ends.append(context.close)
        else:
            context = windows.take(touch=touch)
            ends.append(functools.partial(windows.give_back, context, touch=touch))
        page = context.new_page()
        page.set_viewport_size({"width": width, "height": height or SIZES[width]})
        page.emulate_media(
            color_scheme="dark" if dark else "light", reduced_motion="reduce" if calm else "no-preference"
        )
        page.set_default_timeout(60_000)
        page.on("pageerror", lambda error: errors.append(str(error)))
        page.on("console", lambda line: errors.append(line.text) if line.type == "error" else None)
        page.on("request", lambda request: asked.append(request.url))
        if stranger:  # somebody who has played nothing
            page.add_init_script("globalThis.stranger = true")
        if prepare:
            page.add_init_script(prepare)
        page.goto(address)
        return page

    yield open_one
    for end in ends:
        end()
    assert errors == []
    assert [url for url in asked if not url.startswith(OWN)] == []


@pytest.fixture(scope="session")
def mabi_page(tmp_path_factory: pytest.TempPathFactory) -> str:
    """Return the address of Mabi's page, a file."""
    file = tmp_path_factory.mktemp("page") / "mabi.html"
    file.write_text(page_html(), "utf-8")
    return file.as_uri()


@pytest.fixture
def board(open_page: Open, mabi_page: str) -> Board:
    """Return a function that opens Mabi's page, with a game on the board if one is given."""

    def opened(game: str = "", width: int = 1400, **options: bool) -> Page:
        page = open_page(mabi_page, width, **options)
        page.wait_for_selector("body[data-ready]")
        if game:
            load(page, game)
        return page

    return opened


def load(page: Page, game: str) -> None:
    """Load a game into Mabi's page."""
    act(page, "load")
    page.fill("#load-text", game)
    page.click("#load-go")
    page.wait_for_selector("#dialog-load", state="hidden")


def act(page: Page, name: str) -> None:
    """Press Mabi's button for something, which may stand in one of its two menus."""
    button = page.locator(f"[data-act={name}]:visible")
    if not button.count():
        has = page.is_visible("#more") and page.locator(f"#dialog-more [data-act={name}]").count()
        page.click("#more" if has else "#menu")
    button.first.click()


def dashed(move: str) -> str:
    """Return a move as Mabi's page shows it."""
    return move if move == "pass" else f"{move[:2]}–{move[2:]}"


def against(page: Page, level: int = 0, side: str = "w", clock: str = "") -> None:
    """Begin a game against the engine from the position on Mabi's board."""
    act(page, "here")
    page.select_option("#play-side", side)
    page.select_option("#play-clock", clock)
    page.click(f"#dialog-new [data-level='{level}']")


class Evaluates(Protocol):
    """A page in some browser."""

    def evaluate(self, expression: str, /) -> Any:
        """Return the value of an expression on the page."""


def until(page: Evaluates, asked: str, seconds: float = 60) -> Any:
    """Wait until something is true on the page, whose policy forbids what `wait_for_function` does."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if found := page.evaluate(asked):
            return found
        time.sleep(0.02)
    says = page.evaluate("document.body.innerText.slice(0, 2000)")
    raise AssertionError(f"never true: {asked}; the page says {says}")


@pytest.fixture(scope="session")
def narabi_page(tmp_path_factory: pytest.TempPathFactory) -> str:
    """Return the address of Narabi's page, a file."""
    file = tmp_path_factory.mktemp("page") / "narabi.html"
    file.write_text(narabi.page_html(), "utf-8")
    return file.as_uri()


def stop_clock(page: Page) -> None:
    """Stop the clock of a page, which then goes on only when a test says so, not by the machine's time."""
    page.clock.install(time="2026-11-24T12:00:00")
    page.clock.pause_at("2026-11-24T13:00:00")


def overflow(page: Page, part: str = "html") -> int:
    """Return by how much what is in a part of a page is wider than the part."""
    return int(page.locator(part).evaluate("one => one.scrollWidth - one.clientWidth"))


COVERED = """[...document.querySelectorAll(".stone .body")].filter(one => {
  const [stone, said] = [one, $("saying")].map(part => part.getBoundingClientRect());
  const meet = (from, to) => stone[from] < said[to] && said[from] < stone[to];
  return meet("top", "bottom") && meet("left", "right");
}).length"""
"""How many stones are covered by what needs reading."""


def in_view(page: Page, *parts: str) -> list[str]:
    """Return which parts are not whole in the window."""
    size = page.viewport_size
    assert size
    outside = []
    for part in parts:
        box = page.locator(part).bounding_box()
        assert box
        right, bottom = box["x"] + box["width"], box["y"] + box["height"]
        if min(box["x"], box["y"]) < 0 or right > size["width"] or bottom > size["height"]:
            outside.append(part)
    return outside


def cut(parts: Locator) -> list[str]:
    """Return the texts of parts that are wider than their parts."""
    found = "all => all.filter(one => one.scrollWidth > one.clientWidth).map(one => one.textContent)"
    return list(parts.evaluate_all(found))


def rows(part: Locator) -> float:
    """Return how many rows of its text a part is high."""
    return float(part.evaluate("one => one.offsetHeight / parseFloat(getComputedStyle(one).lineHeight)"))


SETTLED = """() => Promise.all(document.getAnimations()
  .filter(moving => moving.effect.getComputedTiming().endTime !== Infinity)
  .map(moving => moving.finished.catch(() => {})))"""
"""Waits until all that moves once has moved."""


def serious(page: Page) -> list[str]:
    """Return what axe finds that is serious or worse: rule and elements."""
    from axe_playwright_python.sync_playwright import Axe

    page.evaluate(SETTLED)  # contrast of a colour that is changing means nothing
    found = Axe().run(page).response["violations"]
    return [
        f"{one['id']}: {[node['target'] for node in one['nodes']]}"
        for one in found
        if one["impact"] in ("serious", "critical")
    ]


class QuietHandler(SimpleHTTPRequestHandler):
    """Hands out files, and writes no log."""

    def log_message(self, *_: object) -> None:
        """Say nothing."""


@contextlib.contextmanager
def served(folder: Path) -> Iterator[str]:
    """Serve a folder at the address that is yielded; afterwards nobody answers there."""
    handler = functools.partial(QuietHandler, directory=str(folder))
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever).start()
        try:
            yield f"http://127.0.0.1:{server.server_port}/"
        finally:
            server.shutdown()
    with pytest.raises(ConnectionError):
        socket.create_connection(("127.0.0.1", server.server_port), 1)
