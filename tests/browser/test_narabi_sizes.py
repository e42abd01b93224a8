"""Narabi's page on small and large screens: what must be in view at once is, by its geometry."""

from __future__ import annotations

import itertools
import json
from typing import TYPE_CHECKING

import pytest

from tests.browser.conftest import COVERED, Open, cut, in_view, overflow, rows, serious, until
from tests.nightly import nightly

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page

DEAL = "#deal=3-0-1"
NARROWEST = (568, 320)
DESK = (1400, 900)
MORE_SIZES = [(390, 664), NARROWEST, (768, 1024), (900, 600), (1024, 600), (1200, 640), (3840, 2160)]


def played(page: Page) -> Page:
    """Return a page whose first screen is closed, and whose deal has been solved."""
    page.evaluate("send({ type: 'close' })")
    page.locator("#count").get_by_text(" of ").wait_for()
    return page


SIDES = ("x", "width"), ("y", "height")


def overlap(*parts: Locator) -> bool:
    """Tell whether some of these parts cover each other."""
    boxes = [box for box in (part.bounding_box() for part in parts) if box]
    assert len(boxes) == len(parts)
    return any(
        all(a[at] < b[at] + b[size] and b[at] < a[at] + a[size] for at, size in SIDES)
        for a, b in itertools.combinations(boxes, 2)
    )


def smallest_stone(page: Page) -> float:
    """Return the width of the smallest stone, in rows of the page's text."""
    width = "Math.min(...all.map(one => one.getBoundingClientRect().width))"
    row = "parseFloat(getComputedStyle(document.body).lineHeight)"
    return float(page.locator(".stone .body").evaluate_all(f"all => {width} / {row}"))


LINES = """one => {
  const text = document.createRange();
  text.selectNodeContents(one);
  return text.getClientRects().length;
}"""
"""How many lines the text of a part takes."""

BROKEN = """one => {
  const texts = document.createTreeWalker(one, NodeFilter.SHOW_TEXT),
    swap = document.createRange(),
    broken = [];
  while (texts.nextNode()) {
    for (const { index, 0: { length } } of texts.currentNode.data.matchAll(/[A-E][1-4]-[A-E][1-4]/g)) {
      swap.setStart(texts.currentNode, index);
      swap.setEnd(texts.currentNode, index + length);
      if (swap.getClientRects().length > 1) broken.push(swap.toString());
    }
  }
  return broken;
}"""
"""The swaps of a part that begin in one line and end in the next."""

TOUCHED = """() => {
  const text = document.createRange();
  text.selectNodeContents($("turn"));
  const { left, right, top, bottom } = text.getBoundingClientRect();
  return [...document.querySelectorAll(".letter circle")].map(one => one.getBoundingClientRect())
    .some(one => one.left < right && left < one.right && one.top < bottom && top < one.bottom);
}"""
"""Whether the words of whose turn it is touch a letter of a seat."""

SPILT = """() => [...game.state.ring.keys()].filter(place => {
  explain(place);
  const [outer, inner] = ["centre", "bubble"].map(id => $(id).getBoundingClientRect());
  return inner.height > outer.height || $("bubble").scrollWidth > $("bubble").clientWidth;
})"""
"""The places of cards whose words do not fit into the centre of the ring."""


@pytest.mark.parametrize(
    ("width", "height", "deal"),
    [
        (740, 360, DEAL),
        (*DESK, DEAL),
        (360, 620, "#deal=5-0-1"),
        *nightly((360, 620, DEAL), *((*size, DEAL) for size in MORE_SIZES), (740, 360, "#deal=5-0-1")),
    ],
)
def test_ring_centre_track_and_buttons_are_in_view_at_once(
    open_page: Open, narabi_page: str, width: int, height: int, deal: str
) -> None:
    page = played(open_page(narabi_page + deal, width, height))
    for language in ("en", "de", "fr", "ja", "pl"):
        page.evaluate("one => speak(one)", language)
        assert page.evaluate(SPILT) == [], language
        page.evaluate("changed(); tapped(game.legal[0][0])")
        assert in_view(page, "header", "#ring", "#bubble", "#line", "#controls") == [], language
        assert smallest_stone(page) > 1.4
        assert overflow(page) == 0
        parts = [page.locator(name) for name in ("#table", "#line", "#controls")]
        assert not overlap(*parts, *([] if height < 480 else [page.locator("body > header")]))
        whole = "header button, #controls button, #controls span, #name"
        assert cut(page.locator(whole).filter(visible=True)) == [], f"too long in {language}"
        page.evaluate("changed()")
    assert serious(page) == []


def test_the_name_of_a_random_deal_is_whole_on_a_small_phone(open_page: Open, narabi_page: str) -> None:
    page = open_page(narabi_page, 360, 640)
    page.evaluate("startRandom(USUAL, 'allowed', 4)")
    for language in ("en", "de", "fr", "ja", "pl"):
        page.evaluate("one => speak(one)", language)
        assert cut(page.locator("#name")) == []


def test_whose_turn_it_is_touches_no_letter_of_a_seat(open_page: Open, narabi_page: str) -> None:
    page = played(open_page(narabi_page + "#deal=4-0-17", 360, 640))
    for cards in ("all", "1"):
        page.evaluate("one => showCards(one)", cards)
        for language in ("en", "de", "fr", "ja", "pl"):
            page.evaluate("one => speak(one)", language)
            assert not page.evaluate(TOUCHED), language


@pytest.mark.parametrize(
    ("width", "height"),
    [(740, 360), *nightly((360, 620), DESK, *(size for size in MORE_SIZES if size[1] < 1000))],
)
def test_what_every_swap_leads_to_is_in_view(
    open_page: Open, narabi_page: str, width: int, height: int
) -> None:
    page = played(open_page(narabi_page + DEAL, width, height))
    page.locator("#costs").click()
    page.locator("#compared caption").get_by_text("Where each of").wait_for()
    assert in_view(page, "#compared .best:first-child button") == []
    assert overflow(page, "#compared") == 0
    if height < 700:
        assert in_view(page, "#compared") == []
        assert serious(page) == []
        page.locator("#compared .close").click()
        assert page.locator("#compared").is_hidden()


@pytest.mark.parametrize(("width", "height"), [(360, 620), *nightly((740, 360), DESK)])
def test_what_swaps_lead_to_by_what_a_seat_knows_is_covered_by_nothing_that_is_said(
    open_page: Open, narabi_page: str, width: int, height: int
) -> None:
    page = played(open_page(narabi_page + DEAL, width, height))
    page.evaluate("showCards(String(game.state.mover))")
    page.locator("#costs").click()
    page.locator("#grounds").get_by_text("ways to deal").wait_for()
    page.locator("#compared .best button").click(trial=True)
    assert page.locator("#saying").is_hidden()
    page.locator("#compared .close").click()
    assert page.locator("#grounds").inner_text() == ""


def test_a_phone_on_its_side_has_the_ring_left_and_the_rest_beside_it(
    open_page: Open, narabi_page: str
) -> None:
    page = played(open_page(narabi_page + "#day=2026-11-24&puzzle=hard", 740, 360))
    page.evaluate("for (let i = 0; i < 9; i++) swap(game.legal[0])")
    table = page.locator("#table")
    assert in_view(page, "#ring", "body > header", "#line", "#controls") == []
    for part in ("body > header", "#line", "#controls"):
        assert not overlap(table, page.locator(part))
    page.locator("#line .now").scroll_into_view_if_needed()
    assert in_view(page, "#line .now", "#ring") == []


def test_on_its_side_a_deal_is_put_together_beside_the_ring(open_page: Open, narabi_page: str) -> None:
    page = played(open_page(narabi_page + DEAL, 740, 360))
    page.evaluate("build(4)")
    page.locator("#stones button").first.click()
    assert in_view(page, "#ring", "#deck button:first-child", "#built") == []
    assert page.locator("#turn").inner_text() == "Card at A1"


PLACED = """leave();
build(4);
for (const { label, card } of module_random.randomDeal(DECK, 4, 0, 17).ring) {
  for (const [kind, what] of [["label", label], ["card", card]]) send({ type: "put", kind, what });
}"""
"""Puts a whole deal together."""


@pytest.mark.parametrize(
    ("width", "height"), [(360, 620), (360, 780), (1024, 768), *nightly((740, 360), DESK)]
)
def test_a_deal_is_put_together_from_a_tray_of_stones_and_one_of_cards(
    open_page: Open, narabi_page: str, width: int, height: int
) -> None:
    page = played(open_page(narabi_page + DEAL, width, height))
    page.evaluate("build(4)")
    stones, cards, turn = (page.locator(name) for name in ("#stones", "#deck", "#turn"))
    both = height >= 700
    stones.get_by_role("button", name="3", exact=True).click()
    assert (stones.is_visible(), cards.is_visible(), turn.inner_text()) == (both, True, "Card at A1")
    assert page.locator(".tile.asked").count() == 1
    assert in_view(page, "#ring", "#deck", "#built") == []
    cards.get_by_role("button", name="even", exact=True).click()
    assert (stones.is_visible(), cards.is_visible(), turn.inner_text()) == (True, both, "Stone at A2")
    assert in_view(page, "#ring", "#stones", "#built") == [] and page.locator("#built").is_disabled()
    page.locator(".tile:not(.unknown)").click()
    assert turn.inner_text() == "Card at A1", "a sign that is tapped is corrected"
    cards.get_by_role("button", name="odd", exact=True).click()
    assert "odd" in str(page.locator("[aria-label^='A1']").get_attribute("aria-label"))
    for language in ("de", "fr", "ja", "pl", "en"):
        page.evaluate("one => speak(one)", language)
        assert cut(page.locator("#building button, #turn").filter(visible=True)) == [], language
        buttons = page.locator(".foot button").all()
        assert max(rows(one) for one in buttons) < 3.5 and not overlap(*buttons), language
        assert in_view(page, "#unknown", "#clear", "#leave", "#as-text", "#built") == [], language
    assert overflow(page) == 0 and serious(page) == []
    page.evaluate(PLACED)
    assert not overlap(page.locator("#options"), page.locator(".foot")), "who began is asked in view"


@pytest.mark.parametrize(("width", "height"), [(360, 620), *nightly((740, 360), DESK)])
def test_what_needs_reading_moves_nothing_and_is_put_aside(
    open_page: Open, narabi_page: str, width: int, height: int
) -> None:
    page = played(open_page(narabi_page + DEAL, width, height))
    page.evaluate("showCards(String(game.state.mover))")
    where = "['table', 'controls'].map(id => $(id).getBoundingClientRect().y)"
    before = page.evaluate(where)
    page.evaluate("hint()")
    page.locator("#message").get_by_text("ways to deal").wait_for()
    assert page.evaluate(where) == before
    saying = page.locator("#saying")
    assert in_view(page, "#saying", "#saying .close") == []
    saying.evaluate("one => one.scrollTo(0, 1e4)")
    page.locator("#saying .close").click()
    assert saying.is_hidden()


@pytest.mark.parametrize(("width", "height"), [(740, 360), *nightly((360, 620))])
def test_the_buttons_of_the_dialog_are_in_view(
    open_page: Open, narabi_page: str, width: int, height: int
) -> None:
    page = played(open_page(narabi_page + DEAL, width, height))
    page.evaluate("openDealing()")
    assert in_view(page, "#make", "#close") == []
    page.locator("#later").scroll_into_view_if_needed()
    assert in_view(page, "#make", "#close") == []


def smallest(parts: Locator) -> float:
    """Return the shortest side of some parts."""
    return min(min(box["width"], box["height"]) for one in parts.all() if (box := one.bounding_box()))


@pytest.mark.parametrize(("width", "height"), [(360, 640), (740, 360)])
def test_settings_and_questions_are_large_enough_for_a_finger(
    open_page: Open, narabi_page: str, width: int, height: int
) -> None:
    page = played(open_page(narabi_page + DEAL, width, height))
    page.evaluate("openDialog('settings')")
    close, fields = page.locator("#settings .close"), page.locator("#settings .fields-of").bounding_box()
    tap, cross = smallest(close), close.bounding_box()
    assert cross and fields and cross["x"] < fields["x"] + fields["width"], "the cross stands above them"
    assert smallest(page.locator("#settings :is(.row, summary)")) >= tap
    boxes = [box.bounding_box() for box in page.locator("#settings [type=checkbox]").all()]
    assert all(box and box["width"] == box["height"] for box in boxes)
    page.evaluate("send({ type: 'close' }); showCards(String(game.state.mover))")
    for does, says in [("costs()", "#grounds"), ("changed(); hint()", "#message")]:
        page.evaluate(does)
        page.locator(f"{says} .asks button").first.wait_for()
        assert smallest(page.locator(f"{says} .asks button")) >= tap


def test_marks_of_solved_puzzles_fit_into_their_buttons(open_page: Open, narabi_page: str) -> None:
    page = played(open_page(narabi_page + DEAL, 360, 640))
    result = {"turns": 5, "least": 5, "helps": 1}
    solved = {f"2026-11-{day}": dict.fromkeys(("easy", "medium", "hard"), result) for day in range(20, 25)}
    text = json.dumps({"narabi": 1, "puzzles": solved, "games": {}})
    page.evaluate("text => send({ type: 'import', text })", text)
    page.evaluate("openDealing(); showArchive('2026-11-24')")
    for language in ("en", "de", "fr", "ja", "pl"):
        page.evaluate("one => speak(one)", language)
        assert page.locator("#days").get_by_text("✓").count() == 15
        assert cut(page.locator("#days button")) == [], language
    page.evaluate("showArchive(null)")
    for language in ("en", "de", "fr", "ja", "pl"):
        page.evaluate("one => speak(one)", language)
        assert cut(page.locator("#days th")) == [], language
        assert page.locator("#make").inner_text().startswith(page.locator("#days th").first.inner_text())


def test_on_a_very_large_screen_everything_grows(open_page: Open, narabi_page: str) -> None:
    page = played(open_page(narabi_page + DEAL, *DESK))
    parts = [page.locator(name) for name in ("#ring", "#hint", "#turn")]
    small = [part.bounding_box() for part in parts]
    page.set_viewport_size({"width": 3840, "height": 2160})
    for before, part in zip(small, parts, strict=True):
        box = part.bounding_box()
        assert before and box and box["height"] > 1.5 * before["height"]


@pytest.mark.parametrize(
    ("width", "height", "deal"),
    [
        (360, 620, "#deal=5-0-1"),
        *nightly((360, 620, DEAL), (740, 360, DEAL), (390, 664, DEAL), (768, 1024, DEAL)),
    ],
)
def test_advice_for_a_seat_covers_no_stone(
    open_page: Open, narabi_page: str, width: int, height: int, deal: str
) -> None:
    page = played(open_page(narabi_page + deal, width, height))
    page.evaluate("showCards(String(game.state.mover))")
    own = page.locator(".letter.moves circle").bounding_box()
    ring = page.locator("#ring").bounding_box()
    assert own and ring and own["y"] > ring["y"] + ring["height"] / 2, "the own seat is nearest"
    page.locator("#hint").click()
    page.locator("#message").get_by_text("On average").wait_for()
    assert page.evaluate(COVERED) == 0
    assert in_view(page, "#ring", "#saying", "#controls") == []
    assert smallest_stone(page) > 1.4


def test_what_the_lesson_says_covers_no_stone(open_page: Open, narabi_page: str) -> None:
    page = open_page(f"{narabi_page}#learn", 360, 620)
    page.locator("#message").get_by_text("Tap A1, the 5.").wait_for()
    for language in ("en", "de", "fr", "ja", "pl"):
        page.evaluate("one => speak(one)", language)
        assert page.evaluate(COVERED) == 0, language
        page.evaluate("tapped(0)")
        assert page.locator(".hand").count() == 1
        assert in_view(page, "#message") == [], language
        page.evaluate("tapped(0)")
    page.set_viewport_size({"width": 740, "height": 360})
    page.evaluate("tapped(0)")
    assert not overlap(page.locator("#saying"), page.locator("#line .now"))


def test_the_sentence_of_the_lesson_stays_after_an_illegal_tap(open_page: Open, narabi_page: str) -> None:
    page = open_page(f"{narabi_page}#learn", 360, 620)
    message = page.locator("#message")
    message.get_by_text("Tap A1, the 5.").wait_for()
    page.locator(".tile").nth(5).click()
    assert "Tap A1, the 5." in message.inner_text()
    page.locator("[aria-label^='A2']").click()
    assert "Try A1, the 5." in message.inner_text()
    page.locator("[aria-label^='A1']").click()
    page.evaluate(
        "swap([chosen, [...game.state.ring.keys()].findLast(one => one > 3 && !targets().includes(one))])"
    )
    assert "is not possible" in page.locator("#toast").inner_text()
    assert "Tap C1" in message.inner_text()


@pytest.mark.parametrize(("width", "height"), [(360, 620), (740, 360), *nightly(DESK, (768, 1024))])
def test_the_end_shows_how_it_went_and_one_main_button(
    open_page: Open, narabi_page: str, width: int, height: int
) -> None:
    page = played(open_page(f"{narabi_page}#day=2026-11-24&puzzle=easy", width, height))
    page.evaluate("machine.solve(DECK, game.state, 'allowed').swaps.forEach(one => swap(one))")
    offered = page.locator("#end-buttons button")
    for language in ("ja", "pl", "fr", "de", "en"):
        page.evaluate("one => speak(one)", language)
        assert in_view(page, "#end", "#ring") == [], language
        assert not overlap(page.locator("#end"), page.locator("#menu-open")), language
        assert height < 480 or width > 900 or not overlap(page.locator("#end"), page.locator("#table"))
        assert page.locator(".main").filter(visible=True).count() == 1
        assert cut(offered) == [] and max(rows(one) for one in offered.all()) < 3.5, language
    assert page.locator("#result").inner_text() == "Perfect"
    assert page.locator("#result-more").inner_text() == "4 of 4 turns, no hints"
    assert page.locator("#end .sums dd").all_inner_texts() == ["0", "1", "1"], "no puzzle of today"
    assert page.locator("#beads .check").count() == 4
    assert offered.all_inner_texts()[0] == "Share"
    assert page.evaluate("document.activeElement.id") == "result", "who cannot see is told"
    assert serious(page) == []
    page.locator("#end .close").click()
    assert page.locator("#end").is_hidden() and page.locator("#controls").is_visible()


def test_a_deal_that_is_won_can_be_reviewed_and_played_again(open_page: Open, narabi_page: str) -> None:
    page = played(open_page(narabi_page + DEAL, 360, 620))
    page.evaluate("swap(game.legal[0]); swap(game.legal[0])")
    page.evaluate("machine.solve(DECK, game.state, 'allowed').swaps.forEach(one => swap(one))")
    assert page.locator("#result").inner_text() == "Solved"
    page.locator("#beads .more").first.wait_for()
    won = page.evaluate("game.at")
    page.locator("#end-buttons").get_by_text("Review").click()
    page.locator("#review-result").get_by_text(f"Won in {won} turns").wait_for()
    assert in_view(page, "#reviewed", "#review-try") == []
    table, header = (page.locator(name).bounding_box() for name in ("#table", "body > header"))
    assert table and header
    assert abs(table["y"] - header["y"] - header["height"]) < 1, (
        "the ring makes room for a review, which names places of all seats"
    )
    page.locator("#reviewed .close").click()
    page.locator("#more-open").click()
    page.locator("#again").click()
    assert page.locator("#count").inner_text().startswith("turn 1")
    page.evaluate("redo()")
    assert page.locator("#line button").count() == won, "the line played is kept"


@pytest.mark.parametrize(("width", "height"), [(360, 640), (667, 375), *nightly((740, 360), (390, 844))])
def test_a_review_fits_below_the_ring_and_is_there_after_a_reload(
    open_page: Open, narabi_page: str, width: int, height: int
) -> None:
    page = played(open_page(f"{narabi_page}#day=2026-11-24&puzzle=easy", width, height))
    page.evaluate("for (const legal of [0, 0, 1]) swap(game.legal[legal])")
    page.evaluate("machine.solve(DECK, game.state, 'allowed').swaps.forEach(one => swap(one))")
    page.evaluate("review()")
    words = page.locator("#review-words")
    for language in ("de", "fr", "ja", "pl", "en"):
        page.evaluate("one => speak(one)", language)
        words.locator(".better").wait_for()
        assert in_view(page, "#review-chart svg", "#review-words .better", "#review-try") == [], language
        assert not overlap(*page.locator("#review-chart, #review-words, #review-try").all()), language
        assert words.evaluate("one => one.scrollHeight <= one.clientHeight"), language
        assert words.evaluate(BROKEN) == [], language
    page.locator("#review-on").click()
    said = words.inner_text()
    page.reload()
    words.get_by_text("Turn 2").wait_for()
    assert words.inner_text() == said


def test_a_lost_game_offers_to_take_a_turn_back(open_page: Open, narabi_page: str) -> None:
    page = played(open_page(narabi_page + DEAL, 360, 620))
    page.evaluate("while (game.standing === 'open') swap(game.legal[game.at % game.legal.length])")
    assert page.locator("#result").inner_text() == "Lost"
    page.locator("#end-buttons .main").get_by_text("Undo").click()
    assert page.locator("#end").is_hidden()
    assert page.locator("#count").inner_text().startswith("turn 24")


def test_enter_makes_what_a_dialog_is_for_and_shared_cards_stay_composed(
    open_page: Open, narabi_page: str
) -> None:
    page = played(open_page(narabi_page + DEAL, 360, 620))
    page.evaluate("openDealing()")
    page.locator("[name=kind][value=random]").check()
    page.locator("#own-open").click()
    page.get_by_label("one odd more").click()
    page.locator("#own-share").click()
    assert page.get_by_label("text to be shared").input_value().startswith("#deck=")
    assert in_view(page, "#own-shared textarea", "#own-save") == []
    page.keyboard.press("Escape")
    assert not page.locator("#owning").is_visible() and page.locator("#dealing").is_visible()
    until(page, "session().dialog === 'dealing'")  # a dialog tells later that it was closed
    page.locator("[name=kind][value=random]").focus()
    page.keyboard.press("Enter")
    page.locator("#name").get_by_text("Random deal, 4 players").wait_for()
    assert not page.locator("#dealing").is_visible()


@pytest.mark.parametrize(("width", "height"), [(360, 640), (740, 360)])
def test_cards_of_ones_own_are_in_view_above_buttons_of_one_line(
    open_page: Open, narabi_page: str, width: int, height: int
) -> None:
    page = played(open_page(narabi_page + DEAL, width, height))
    for language in ("en", "de", "fr", "ja", "pl"):
        page.evaluate("one => { speak(one); openDealing(); openOwning(); }", language)
        assert in_view(page, "#own-cards li >> nth=0", "#own-save", "#own-share") == [], language
        assert not overlap(page.locator("#own-cards li >> nth=0"), page.locator("#own-save")), language
        assert page.locator("#own-save").evaluate(LINES) == 1, language
        page.locator("#owning .close").click()
        page.locator("#close").click()
