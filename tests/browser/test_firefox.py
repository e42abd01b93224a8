"""The main ways through both pages in Firefox, driven by the protocol that geckodriver speaks to it."""

from __future__ import annotations

import json
import shutil
import socket
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from narabi_solver import Deal, solve
from tests.browser.conftest import until
from tests.narabi.samples import EXAMPLE

pytestmark = pytest.mark.nightly
NAMES = ("firefox", "firefox-esr")
ELEMENT = "element-6066-11e4-a52e-4f735466cecf"
"""The key of an element in answers of WebDriver."""


class Firefox:
    """A headless Firefox, driven by Marionette: each command is a line of JSON after its length."""

    def __init__(self, port: int):
        self._socket = socket.create_connection(("127.0.0.1", port), 60)
        self._file = self._socket.makefile("rb")
        self._number = 0
        self._read()
        self.ask("WebDriver:NewSession", capabilities={})

    def close(self) -> None:
        """End the connection."""
        self._file.close()
        self._socket.close()

    def _read(self) -> Any:
        length = b""
        while not length.endswith(b":"):
            length += self._file.read(1)
        return json.loads(self._file.read(int(length[:-1])))

    def ask(self, command: str, **fields: Any) -> Any:
        """Send a command; return the value of its answer."""
        self._number += 1
        sent = json.dumps([0, self._number, command, fields]).encode()
        self._socket.sendall(b"%d:%s" % (len(sent), sent))
        _, _, error, result = self._read()
        assert error is None, (command, fields, error)
        return result.get("value", result) if isinstance(result, dict) else result

    def open(self, address: str) -> None:
        """Open an address in the window, in a page that knows no other address."""
        self.ask("WebDriver:Navigate", url="about:blank")
        self.ask("WebDriver:Navigate", url=address)

    def evaluate(self, script: str) -> Any:
        """Return the value of an expression on the page."""
        return self.ask("WebDriver:ExecuteScript", script=f"return {script};", args=[])

    def find(self, selector: str) -> str:
        """Return the id of an element."""
        return str(self.ask("WebDriver:FindElement", using="css selector", value=selector)[ELEMENT])

    def click(self, selector: str) -> None:
        """Click an element, as a person does."""
        self.ask("WebDriver:ElementClick", id=self.find(selector))

    def tap(self, selector: str) -> None:
        """Press and release the pointer on the middle of a shape, whatever of it lies on top."""
        until(self, "document.getAnimations().every(one => one.playState !== 'running')")
        found = f"document.querySelector({json.dumps(selector)}).getBoundingClientRect()"
        x, y = self.evaluate(f"(box => [box.x + box.width / 2, box.y + box.height / 2])({found})")
        moved = {"type": "pointerMove", "x": round(x), "y": round(y)}
        pressed = [{"type": kind, "button": 0} for kind in ("pointerDown", "pointerUp")]
        pointer = {"type": "pointer", "id": "mouse", "actions": [moved, *pressed]}
        self.ask("WebDriver:PerformActions", actions=[pointer])

    def write(self, selector: str, text: str) -> None:
        """Type a text into an element."""
        self.ask("WebDriver:ElementSendKeys", id=self.find(selector), text=text)

    def text(self, selector: str) -> str:
        """Return the text of an element, as it is seen."""
        return str(self.ask("WebDriver:GetElementText", id=self.find(selector)))


@pytest.fixture(scope="module")
def firefox(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Firefox]:
    """Return a Firefox with a profile of its own."""
    path = next(filter(None, map(shutil.which, NAMES)), None)
    if path is None:
        pytest.skip("no Firefox was found: on Debian `make firefox` installs it")
    profile = tmp_path_factory.mktemp("profile")
    (profile / "user.js").write_text('user_pref("marionette.port", 0);\n')
    command = [path, "--headless", "--marionette", "--no-remote", "--profile", str(profile)]
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as process:
        try:
            firefox = Firefox(_port(profile / "MarionetteActivePort"))
            yield firefox
            firefox.close()
        finally:
            process.terminate()


def _port(file: Path) -> int:
    """Return the port that Firefox writes to a file of its profile when it is ready."""
    end = time.monotonic() + 90
    while time.monotonic() < end:
        if file.exists() and (text := file.read_text().strip()):
            return int(text)
        time.sleep(0.1)
    raise AssertionError("Firefox did not start within 90 seconds")


@pytest.mark.parametrize("size", [(500, 740), (1400, 900)])
def test_a_deal_of_narabi_is_won_with_a_hint_and_reviewed(
    firefox: Firefox, narabi_page: str, size: tuple[int, int]
) -> None:
    firefox.ask("WebDriver:SetWindowRect", width=size[0], height=size[1])
    deal = Deal.parse(EXAMPLE)
    firefox.open(narabi_page)
    firefox.evaluate("localStorage.clear()")  # the game of another size
    firefox.open(f"{narabi_page}#deal={str(deal).replace(' ', '+')}")
    until(firefox, "document.querySelector('.stone') !== null")
    assert firefox.evaluate("document.documentElement.scrollWidth <= innerWidth")
    firefox.evaluate("document.querySelector('#welcome-play').click()")
    firefox.click("#hint")
    until(firefox, "/[A-C][1-4]/.test(document.querySelector('#bubble').textContent)")
    for number, swap in enumerate(solve(deal).swaps, 1):
        for place in swap:
            firefox.tap(f"[aria-label^='{place}'] .touch")
        until(firefox, f"document.querySelectorAll('#line button').length === {number}")
    until(firefox, "document.querySelector('#result-more').textContent.startsWith('5 of 5 turns')")
    firefox.evaluate("document.querySelector('#judged').click()")
    until(firefox, "document.querySelector('#review-result').textContent.includes('the fewest possible')")


def test_a_puzzle_of_the_day_is_kept_over_a_reload(firefox: Firefox, narabi_page: str) -> None:
    firefox.open(narabi_page)
    until(firefox, "document.querySelector('.stone') !== null")
    before = firefox.evaluate("[...document.querySelectorAll('.stone')].map(one => one.ariaLabel)")
    firefox.ask("WebDriver:Refresh")
    until(firefox, "document.querySelector('.stone') !== null")
    assert firefox.evaluate("[...document.querySelectorAll('.stone')].map(one => one.ariaLabel)") == before


def test_mabi_is_played_against_the_engine_analysed_and_solved(firefox: Firefox, mabi_page: str) -> None:
    firefox.ask("WebDriver:SetWindowRect", width=1400, height=900)
    firefox.open(mabi_page)
    until(firefox, "document.body.dataset.ready === 'yes'")
    firefox.click("#start-play [data-level='0']")
    until(firefox, "document.querySelector('#board .grid button.movable') !== null")
    firefox.evaluate("document.querySelector('#board .grid button.movable').focus()")
    firefox.write("#board .grid button.movable", "\ue007")
    until(firefox, "document.querySelector('#board .grid button.target') !== null")
    firefox.write("#board .grid button.target", "\ue007")
    until(firefox, "document.querySelectorAll('#moves button').length > 2")
    firefox.open(f"{mabi_page}#game=1bw1/b1w1/1w1b+w+-+w+9")
    until(firefox, "document.body.dataset.ready === 'yes'")
    firefox.click("#welcome-go")
    firefox.click("#tab-analysis")
    firefox.click("#analyse")
    until(firefox, "document.querySelector('#lines-found .pv button') !== null")
    firefox.click("#solve")
    until(firefox, "/proven/.test(document.body.innerText)")
