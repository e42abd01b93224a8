"""The rules that Narabi's page tells, and what the signs of its cards say."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from narabi_solver import Deck
from narabi_solver.page.making import page_html
from tests.browser.conftest import SETTLED, Open, in_view, overflow, serious
from tests.nightly import nightly

DEAL = "#deal=3-0-1"  # A2 has left, B4 has right, C3 has even


@pytest.mark.parametrize("language", ["ja", *nightly("en", "de", "fr", "pl")])
def test_the_rules_and_the_legend_are_in_the_menu(open_page: Open, narabi_page: str, language: str) -> None:
    page = open_page(narabi_page + DEAL, 360, 620, language=language)
    page.locator("#menu-open").click()
    page.locator("#menu-rules").click()
    text = page.locator("#rules").inner_text()
    for key in ("page.how-rules", "page.how-blank", "page.how-sides"):
        assert page.evaluate("key => t(key)", key) in text
    assert in_view(page, "#rules h3 >> nth=0", "#rules .close") == []
    assert page.locator("#words svg").count() == 12
    named = "three-away" in page.locator("#words").inner_text()
    assert named == (language == "en"), "a card is called as players call it"
    assert (overflow(page), serious(page)) == (0, [])


def test_a_blank_that_lights_up_is_explained(open_page: Open, narabi_page: str) -> None:
    page = open_page(f"{narabi_page}#learn", 360, 620)
    message = page.locator("#message")
    message.get_by_text("Tap A1, the 5.").wait_for()
    page.locator("[aria-label^='A1']").click()
    message = page.locator("#bubble")
    blank = page.evaluate("targets().some(place => isBlank(game.state.ring[place].label))")
    counts = page.evaluate("Object.keys(DECK.cards[game.state.ring[0].card].conditions)[0]")
    said = "A blank counts as 0, and 0 is even." in message.inner_text()
    assert said == (blank and counts in ("parity", "compare", "value"))
    page = open_page(narabi_page + DEAL, 360, 620)
    page.locator("[aria-label^='C3']").click()
    assert "A blank counts as 0, and 0 is even." in page.locator("#bubble").inner_text()
    page.locator("[aria-label^='C1']").click()
    assert "A blank counts" not in page.locator("#bubble").inner_text(), "white asks for no number"


def test_cards_of_neighbours_name_them_and_follow_their_stones(open_page: Open, narabi_page: str) -> None:
    page = open_page(narabi_page + DEAL)
    names = page.locator(".tile .neighbour")
    names.nth(1).wait_for(state="attached")
    assert sorted(names.all_text_contents()) == ["→ A", "→ B"]  # A's left is B, B's right is A
    page.locator(".tile").nth(1).click()
    assert "Seen from A, that is B." in page.locator("#bubble").inner_text()
    page.evaluate("openDialog('rules')")
    page.locator("#words .neighbour").nth(1).wait_for(state="attached")
    assert sorted(page.locator("#words .neighbour").all_text_contents()) == ["→ A", "→ B"]
    before = page.evaluate("game.state.ring[1]")
    page.evaluate("swap(game.legal.find(([, other]) => other === 1))")
    place = page.evaluate("label => game.state.ring.findIndex(one => one.label === label)", before["label"])
    assert place >= 8, "the stone lies with C now"
    assert sorted(names.all_text_contents()) == ["→ A", "→ A"]
    assert page.locator("#words .neighbour").all_text_contents() == ["→ A", "→ A"]


def test_a_long_press_says_what_the_sign_is_and_chooses_nothing(open_page: Open, narabi_page: str) -> None:
    page = open_page(narabi_page + DEAL, 360, 620, touch=True)
    stone = page.locator("[aria-label^='C3'] .body")
    box = stone.bounding_box()
    assert box
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.mouse.down()
    page.locator("#bubble").get_by_text("an even stone").wait_for()
    page.mouse.up()
    assert page.locator(".chosen").count() == 0
    stone.tap()
    assert page.locator(".chosen").count() == 1
    assert page.locator(".tile title").all_text_contents()[3] == "higher"


def test_a_double_tap_chooses_a_stone_and_what_stands_back_can_be_seen(
    open_page: Open, narabi_page: str
) -> None:
    page = open_page(narabi_page + DEAL, 360, 620)
    page.locator("#count").get_by_text(" of ").wait_for()
    page.locator(".stone").nth(page.evaluate("game.legal[0][0]")).dblclick()
    assert page.locator(".stone.chosen").count() == 1
    back = page.locator(".stone:not(.chosen, .target) .body, .tile.aside > .sign")
    page.evaluate(SETTLED)
    assert min(back.evaluate_all("all => all.map(one => Number(getComputedStyle(one).opacity))")) > 0.5
    page.locator(".stone.chosen").click()
    assert page.locator(".stone.chosen").count() == 0, "another tap drops it"


def test_letters_of_seats_lie_on_arrows_and_names_of_places_on_frames(
    open_page: Open, narabi_page: str
) -> None:
    page = open_page(narabi_page + DEAL, 360, 620)
    page.locator("#count").get_by_text(" of ").wait_for()
    page.evaluate("swap(game.legal[0]); step(0); step(1)")
    assert page.locator("#ring .arrow ~ .letter").count() == 3
    assert page.locator("#ring > g:has(.tile) ~ g > .place").count() == 12


def test_own_cards_have_signs_of_their_own(open_page: Open, tmp_path: Path) -> None:
    cards = (
        "[cards.a]\ncolour = 'white'\nparity = 'even'\n[cards.b]\ncolour = 'dark'\nvalue = [2, 5]\n"
        "[cards.c]\nseat = 'left'\ncompare = 'higher'\n[cards.d]\ndistance = [1, 2]\n"
        "[cards.any]\ncopies = 8\n"
    )
    file = tmp_path / "own.html"
    file.write_text(page_html(Deck.loads(cards)), "utf-8")
    page = open_page(f"{file.as_uri()}#deal=3-0-1")
    page.locator("#count").get_by_text(re.compile("turn 1.* [0-9]|won")).wait_for()
    signs = page.evaluate("DECK.names.map(name => signParts(DECK.cards[name], null).outerHTML)")
    assert len(signs) == len(set(signs)) == 5


def test_a_screen_reader_hears_of_the_ring_only_its_stones(open_page: Open, narabi_page: str) -> None:
    page = open_page(f"{narabi_page}#deal=3-0-1")
    page.locator("#count").get_by_text(" of ").wait_for()
    first, *stones = page.locator("#ring").aria_snapshot().splitlines()
    assert first == '- group "Ring of 12 stones":'
    assert len(stones) == 12 and all("button" in stone and "card" in stone for stone in stones)


UNREADABLE = """() => {
  const light = part => {
    const channels = getComputedStyle(part).fill.match(/[0-9.]+/g).slice(0, 3).map(one => one / 255);
    const [r, g, b] = channels.map(one => (one <= 0.04045 ? one / 12.92 : ((one + 0.055) / 1.055) ** 2.4));
    return 0.05 + 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const unlike = (one, other) => Math.max(one / other, other / one);
  const numbers = [...document.querySelectorAll(".small-stone text, .stone text")];
  const stoneOf = number => number.parentNode.querySelector("circle, .body");
  const faint = numbers.filter(one => unlike(light(one), light(stoneOf(one))) < 4.5);
  return [numbers.length, faint.map(one => one.textContent)];
}"""
"""How many numbers stand on stones, and which of them have too little contrast (WCAG AA)."""


@pytest.mark.parametrize("scheme", ["dark", *nightly("light")])
def test_numbers_on_stones_can_be_read(open_page: Open, narabi_page: str, scheme: str) -> None:
    page = open_page(narabi_page + DEAL, 360, 620)
    page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
    page.evaluate("tapped(game.legal[0][0]); swap(game.legal[0]); costs()")
    page.locator("#compared .small-stone text").first.wait_for(state="attached")
    count, faint = page.evaluate(UNREADABLE)
    assert count > 12 and faint == []
    page.evaluate("build(3)")
    count, faint = page.evaluate(UNREADABLE)
    assert count >= 9 and faint == [], "of the tray"
