"""How stones move and sound on Narabi's page, by what moves them, never by the clock."""

from __future__ import annotations

from math import hypot
from typing import Any

from tests.browser.conftest import LISTENING, Open

MOVING = """() => document.getAnimations().map(({ effect }) => effect)
  .filter(({ target }) => target.matches(".stone")).map(effect => {
    const frames = effect.getKeyframes();
    const { e, f, a } = new DOMMatrix(frames[frames.length >> 1].transform);
    const changed = ["transform", "opacity", "left", "top", "translate"].filter(name => name in frames[0]);
    return { changed, x: e, y: f, scale: a };
  })"""
"""What changes of each stone that moves, and where it is in the middle of its way."""


def moving(open_page: Open, address: str, *, calm: bool) -> list[dict[str, Any]]:
    """Swap two stones that lie far apart, and return what moves."""
    page = open_page(address + "#deal=4-0-17", 360, calm=calm)
    page.locator(".stone").first.wait_for()
    swap = "swap(game.legal.find(([own, other]) => Math.abs(own - other) > 4))"
    return list(page.evaluate(f"() => {{ {swap}; return ({MOVING})(); }}"))  # at once, before it has moved


def test_swapped_stones_are_lifted_and_cross_over_the_centre(open_page: Open, narabi_page: str) -> None:
    one, two = moving(open_page, narabi_page, calm=False)
    assert one["changed"] == two["changed"] == ["transform"]
    assert round(one["scale"], 3) == round(two["scale"], 3) == 1.06
    assert max(hypot(stone["x"], stone["y"]) for stone in (one, two)) < 95, "between the beds"
    assert hypot(one["x"] - two["x"], one["y"] - two["y"]) > 25, "each on its own arc"


def test_where_motion_is_not_wanted_they_fade_in_at_their_places(open_page: Open, narabi_page: str) -> None:
    assert [stone["changed"] for stone in moving(open_page, narabi_page, calm=True)] == [["opacity"]] * 2


def test_sounds_and_a_buzz_are_heard_once_they_are_switched_on(open_page: Open, narabi_page: str) -> None:
    page = open_page(narabi_page + "#deal=3-0-1", 360, prepare=LISTENING)
    page.locator(".stone").first.wait_for()
    page.evaluate("tapped(game.legal[0][0]); swap(game.legal[0])")
    assert page.evaluate("felt") == [], "off at first"
    page.evaluate("openDialog('settings')")
    page.locator("#sounds").check()
    page.locator("#settings .close").click()
    page.evaluate("tapped(game.legal[0][0]); swap([0, 0]); swap(game.legal[0])")
    assert page.evaluate("felt.splice(0)") == ["8", "10-40-10", "15", "OscillatorNode"]
    page.evaluate("machine.solve(DECK, game.state, 'allowed').swaps.forEach(one => swap(one))")
    assert page.evaluate("felt").count("AudioBufferSourceNode") == 1, "sand at the win"
    page.reload()
    assert page.locator("#sounds").is_checked()
