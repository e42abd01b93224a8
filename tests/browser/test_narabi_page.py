"""Narabi as one page, played in a browser."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from benchmarks.page_cases import BLOCK, CASES, script_for
from narabi_solver import Deal, Deck, Knowledge, Swap, hint, random_deal, random_deals, review, solve
from narabi_solver.page.making import page_folder, page_html
from tests.browser.conftest import Open, cut, in_view, overflow, rows, serious, served, stop_clock, until
from tests.nightly import nightly

if TYPE_CHECKING:
    from playwright.sync_api import Page

DEAL = (
    "d:higher 2:at-least-3 d:at-most-6 7:even / 1:stay 3:three-away 6:four-away 0:white"
    " / 8:2-to-6 5:dark 4:two-away w:left"
)
LINE = "B2-A3 C1-B3 A4-B4 B2-A4 C4-A3"


@pytest.fixture
def address(narabi_page: str) -> str:
    """Return the address of the page."""
    return narabi_page


def link(text: str) -> str:
    """Return the part of an address that names a deal."""
    return "#deal=" + text.replace(" ", "+")


@pytest.mark.parametrize(
    ("width", "dark", "language"),
    [
        (360, True, "pl"),
        (1400, False, "ja"),
        *nightly((360, False, "de-AT"), (800, True, "fr"), (1400, True, "en")),
    ],
)
def test_every_size_colour_and_language_fits_and_can_be_used_by_all(
    open_page: Open, address: str, width: int, dark: bool, language: str
) -> None:
    page = open_page(address + link(DEAL), width, dark=dark, language=language)
    page.locator("#count").get_by_text(re.compile(r"\b5\b")).wait_for()
    assert page.locator("html").get_attribute("lang") == language[:2]
    page.locator("[aria-label^='B2']").click()
    assert page.locator(".stone.target").count() == 2
    assert overflow(page) == 0
    assert serious(page) == []
    for dialog in ("menu", "more", "settings", "rules", "results"):
        page.evaluate("one => openDialog(one)", dialog)
        assert overflow(page, f"#{dialog}") == 0, dialog
        assert serious(page) == [], dialog
        page.keyboard.press("Escape")
    page.evaluate("openDealing()")
    page.locator("#make").hover()
    assert overflow(page) == 0
    assert serious(page) == []


def test_the_language_can_be_changed_and_is_kept(open_page: Open, address: str) -> None:
    page = open_page(address + link(DEAL), language="is")
    page.locator("#count").get_by_text("turn 1").wait_for()
    page.locator("#menu-open").click()
    page.locator("#menu-settings").click()
    page.locator("#language").select_option("de")
    page.locator("#settings .close").click()
    assert page.locator("#count").inner_text().startswith("Zug 1")
    assert page.locator("#name").inner_text() == "Eine Partie aus einem Link"
    assert page.locator(".tile title").all_text_contents().count("gerade") == 1
    page.reload()
    page.locator("#undo span", has_text="Zurück").wait_for()
    assert "even" in page.locator("#text").input_value()


def test_a_dialog_that_is_opened_again_at_once_stays_open(open_page: Open, address: str) -> None:
    """The page may have drawn a dialog before it is told that the dialog was closed."""
    page = open_page(address + link(DEAL))
    opened = page.evaluate(
        """async () => {
            const dialog = $("dealing");
            const closed = () => new Promise(done => dialog.addEventListener("close", done, { once: true }));
            openDealing();
            const told = closed();
            dialog.close();
            send({ type: "today" });
            await told;
            openDealing();
            await Promise.race([closed(), new Promise(done => setTimeout(done, 300))]);
            return dialog.open;
        }"""
    )
    assert opened


@pytest.mark.quick
def test_a_game_by_mouse_with_undo_and_the_end(open_page: Open, address: str) -> None:
    page = open_page(address + link(DEAL))
    for swap in LINE.split():
        own, other = swap.split("-")
        page.locator(f"[aria-label^='{own}']").click()
        page.locator(f"[aria-label^='{other}']").click()
    assert page.locator("#turn").inner_text() == "In order"
    page.locator("#result").get_by_text("Perfect").wait_for()
    page.evaluate("review()")
    page.locator("#review-result").get_by_text("Won in 5 turns").wait_for()
    page.evaluate("changed(); step(5)")
    assert page.locator("#text").input_value() == f"{Deal.parse(DEAL)} moves {LINE}"
    page.locator("#undo").click()
    assert page.locator("#turn").inner_text() == "C’s turn"
    assert page.locator("#count").inner_text() == "turn 5 of 5"
    assert page.locator("#line button").count() == 4


def test_an_illegal_swap_is_refused_with_its_reason(open_page: Open, address: str) -> None:
    page = open_page(address + link(DEAL))
    page.locator("[aria-label^='B1']").click()
    page.locator("[aria-label^='A1']").click()
    assert "the 1's card does not let its owner swap it" in page.locator("#toast").inner_text()
    assert page.locator("#count").inner_text().startswith("turn 1")


def test_by_keyboard_alone(open_page: Open, address: str) -> None:
    page = open_page(f"{address}{link(DEAL)}+moves+{LINE.replace(' ', '+')}")
    page.locator("#result-more").get_by_text("5 of 5 turns").wait_for()
    page.keyboard.press("Home")
    assert page.locator("#count").inner_text().startswith("turn 1")
    page.keyboard.press("ArrowRight")
    assert page.locator("#count").inner_text().startswith("turn 2")
    page.keyboard.press("u")
    assert page.locator("#count").inner_text().startswith("turn 1")
    for key, words in (("h", "should move B2"), ("h", "B2-A3")):
        page.keyboard.press(key)
        page.get_by_text(words).first.wait_for()
    page.locator("[aria-label^='B2']").focus()
    page.keyboard.press("Enter")
    page.locator("[aria-label^='A3']").focus()
    page.keyboard.press(" ")
    assert page.locator("#count").inner_text().startswith("turn 2")


def test_by_touch_hints_in_three_steps_costs_and_giving_up(open_page: Open, address: str) -> None:
    page = open_page(address + link(DEAL), 360, touch=True)
    for words in ("should move B2", "It should take A3", "Seat B swapped B2-A3"):
        page.locator("#hint").tap()
        page.locator("#bubble, #told").get_by_text(words).wait_for(state="attached")
    page.locator("#costs").tap()
    page.get_by_text("Where each of the 13 swaps").wait_for()
    best = page.locator("#compared .best button").evaluate_all("all => all.map(one => one.ariaLabel)")
    assert [one[:5] for one in best] == ["C1-B3", "C4-A3"]
    page.locator("#more-open").tap()
    page.locator("#solution").tap()
    page.get_by_text("A shortest way from here: 4 turns").wait_for()
    page.locator("#line button").last.tap()
    page.evaluate("changed()")
    assert page.locator("#turn").inner_text() == "In order"
    assert page.locator("#end").is_hidden(), "what the page played is no win"
    page.evaluate("step(game.at - 1)")
    page.evaluate("step(0)")
    page.evaluate("redo()")
    assert page.locator("#count").inner_text().startswith("turn 2")


@pytest.mark.quick
def test_hidden_cards_and_partners_who_play(open_page: Open, address: str) -> None:
    page = open_page(address + link(DEAL))
    page.locator("#count").get_by_text(" of 5").wait_for()
    page.evaluate("one => showCards(one)", "0")
    assert page.locator("#count").inner_text() == "turn 1"
    labels = page.locator(".stone").evaluate_all("all => all.map(one => one.ariaLabel)")
    assert [("card hidden" in label) for label in labels] == [False] * 4 + [True] * 8
    page.locator("[aria-label^='B2']").click()
    assert page.locator(".stone.target").count() == 0
    page.locator("[aria-label^='A3']").click()
    assert "whose cards you do not see" in page.locator("#message").inner_text()
    page.evaluate("partner()")
    page.locator("#turn").get_by_text("Your turn").wait_for()
    assert page.locator("#count").inner_text() == "turn 3"
    played = page.evaluate("game.swaps.map(swap => swapText(game.start, swap))")
    knows = Knowledge.of(Deal.parse(DEAL), "B")
    assert Swap.parse(played[0]) == hint(knows).moves[0].swap, "each partner decides by what it knows"
    page.evaluate("giveUp()")
    page.get_by_text("A shortest way from here").wait_for()
    assert "This answer looks at all cards" in page.locator("#message").inner_text()


def seen(page: Page) -> str:
    """Return all that the page shows, and tells those who cannot see."""
    main = "document.querySelector('main').innerText"
    return str(page.evaluate(f"$('text').value + $('ring').innerHTML + {main} + $('told').textContent"))


def test_nothing_that_is_shown_depends_on_cards_that_the_seat_cannot_see(
    open_page: Open, address: str
) -> None:
    other = DEAL.replace("d:higher", "d:x").replace("w:left", "w:higher").replace("d:x", "d:left")
    told: list[list[str]] = []
    for deal in (DEAL, other):
        page = open_page(address + link(deal))
        page.evaluate("one => showCards(one)", "1")
        page.locator("#ring").wait_for()
        shown = [seen(page)]
        for button, words in (("#hint", "should move"), ("#hint", "should take"), ("#costs", "Worth asking")):
            page.locator(button).click()
            page.locator("#bubble, #grounds").get_by_text(words).first.wait_for()
            shown.append(seen(page))
        if deal == DEAL:
            assert serious(page) == []
        page.locator("[aria-label^='A1']").click()
        page.get_by_text("It may be: ").wait_for()
        told.append([*shown, seen(page)])
    assert told[0] == told[1]
    assert "needs fewer turns than B4-C3 in 22 of these ways, more in 11." in told[0][3]
    assert told[0][1].index("Worth asking") < told[0][1].index("ways to deal")
    assert "5.67 ± 0.07\t100%" in told[0][3]
    asks = hint(Knowledge.of(Deal.parse(DEAL), "B")).questions[0].ask
    assert f"may {asks.own} take {asks.other}?" in told[0][3]


def line(page: Page) -> list[str]:
    """Return what the turns of the track are called."""
    return list(page.locator("#line button").evaluate_all("all => all.map(one => one.ariaLabel)"))


MISCALLED = """[...document.querySelectorAll("#ring .stone")].filter(one => {
  const [number] = [...one.querySelectorAll("text")].map(text => text.textContent);
  return number && !new RegExp(`^(the )?${number}\\\\b`).test(one.ariaLabel.split(": ")[1]);
}).map(one => one.ariaLabel)"""
"""Which stones are called another number than is drawn on them."""


@pytest.mark.quick
def test_a_game_is_reviewed_where_it_was_played(open_page: Open, address: str) -> None:
    page = open_page(f"{address}{link(DEAL)}+moves+B2-A3+C1-B3+A4-C3", 360)
    page.evaluate("review()")
    told = page.locator("#review-words")
    told.get_by_text("Turn 3 cost 2 turns").wait_for()
    said = page.locator("#review-result").inner_text()
    assert said == "Not won yet: 4 more turns needed, 7 in all; 5 were possible."
    assert page.locator("#review-chart svg").get_attribute("aria-label") == (
        "Turns needed in all, after each 5, 5, 5, 7"
    )
    assert page.locator("#review-chart .cost").count() == 1
    assert [told.locator(f".{kind} small").inner_text() for kind in ("played", "better")] == [
        "A4-C3",
        "A4-B4",
    ]
    assert line(page)[:2] == ["1. B2-A3", "2. C1-B3"]
    assert line(page)[2].startswith("3. A4-C3 ? It cost 2 turns")
    assert serious(page) == []
    assert "A shortest way was A4-B4 B2-A4 C4-A3." in told.inner_text()
    assert page.locator(".arrow.better").count() == 1
    assert page.evaluate(MISCALLED) == []
    page.locator("#review-back").click()
    told.get_by_text("Turn 2 was as good as any").wait_for()
    assert page.locator(".arrow.better").count() == 0
    page.locator("#review-chart .touch").nth(2).click()
    page.locator("#review-try").click()
    assert page.locator("#reviewed").is_hidden() and line(page) == ["1. B2-A3", "2. C1-B3"]
    assert page.locator("#line .now").count() == 1
    page.evaluate("redo()")
    page.locator("#reviewed").wait_for()
    page.locator("[aria-label^='A4']").click()
    page.locator("[aria-label^='B4']").click()
    assert line(page) == ["1. B2-A3", "2. C1-B3", "3. A4-B4"], "a tap plays on from before the turn shown"


LOST = (
    "C2-A2 A3-B2 B1-A2 C1-B3 A3-C2 B3-A4 C2-B3 A4-C4 B2-C1 C4-B2 A2-C2 B2-A1 "
    "C4-A2 A1-C2 B1-C4 C1-B2 A1-B2 B3-A1 C4-B2 A2-B1 B2-A2 C2-B1 A1-C2 B3-A4"
)


def test_a_lost_game_is_called_lost_by_page_and_program_alike(open_page: Open, address: str) -> None:
    game = f"{random_deal(3, seed=1)} moves {LOST}"
    page = open_page(address + link(game))
    page.evaluate("review()")
    lost = page.locator("#review-result").get_by_text("Lost: thrown away on turn 20 of 24; possible in 6.")
    lost.wait_for()
    assert review(Deal.parse(game)).summary.startswith("lost: thrown away on turn 20 of 24; possible in 6")
    assert page.locator("#line .loses em").all_inner_texts()[0] == "??"


def test_arrows_cover_no_place_names(open_page: Open, address: str) -> None:
    for deal, width in (("5-0-1", 360), ("3-0-1", 1400)):
        page = open_page(f"{address}#deal={deal}", width)
        page.locator("#count").get_by_text(" of ").wait_for()
        assert page.evaluate(COVERED) == []


def test_names_of_places_touch_no_signs(open_page: Open, address: str) -> None:
    for deal in ("3-0-1", "4-0-17", "5-0-1"):
        page = open_page(f"{address}#deal={deal}", 360)
        page.locator("#count").get_by_text(" of ").wait_for()
        assert page.evaluate(TOUCHED) == []


TOUCHED = """() => {
  const touch = (a, b) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
  const signs = [...document.querySelectorAll(".tile > .sign")].map(sign => sign.getBoundingClientRect());
  const box = name => {
    const { left, right, top, bottom } = name.getBoundingClientRect(), room = (bottom - top) / 4;
    return { left, right, top: top + room, bottom: bottom - room };
  };
  const names = [...document.querySelectorAll("#ring .place")];
  return names.filter(name => signs.some(sign => touch(box(name), sign))).map(name => name.textContent);
}"""
"""Which names of places lie on the sign of a card; a letter is half as high as its box."""


COVERED = """() => {
  const names = [...document.querySelectorAll(".place")].map(name => [name.textContent, name.getBBox()]);
  const all = [...game.state.ring.keys()], found = [];
  for (const swap of all.flatMap(own => all.map(other => [own, other]))) {
    if (seatOf(game.state, swap[0]) === seatOf(game.state, swap[1])) continue;
    const arrow = ring.arrow({ swap, kind: "arrow" });
    ring.front.replaceChildren(arrow);
    const line = arrow.querySelector(".over"), long = line.getTotalLength();
    const points = all.map(i => line.getPointAtLength((long * i) / (all.length - 1)));
    points.push(...arrow.querySelector(".head").points);
    for (const [name, { x, y, width, height }] of names)
      if (points.some(p => Math.abs(p.x - x - width / 2) < 0.6 * width &&
          Math.abs(p.y - y - height / 2) < 0.3 * height))
        found.push(`${swapText(game.state, swap)} covers ${name}`);
  }
  return found;
}"""
"""Which arrows come too near to which names; a letter is three fifths as high as its box."""


def test_a_table_where_only_the_own_cards_are_known(open_page: Open, address: str) -> None:
    text = "0:even 6:odd 1:higher w:lower / 7:? 8:? 2:? 3:? / 4:? 5:? d:? d:?"
    page = open_page(address + link(text.replace("higher", "?")))
    page.get_by_text("of one seat at least all cards must be known").wait_for()
    page = open_page(address + link(text), 360)
    assert page.locator("#cards option").all_text_contents() == ["seat A’s only"]
    assert page.locator("#partner").is_hidden() and page.locator("#solution").is_disabled()
    best = hint(Knowledge.parse(text, "A")).moves[0].swap
    page.locator("#hint").click()
    page.locator("#bubble").get_by_text(f"Seat A should move {best.own}").wait_for()
    for place in ("A2", "B1"):
        page.locator(f"[aria-label^='{place}']").click()
    page.locator("#message select").select_option("dark")
    for place in ("B1", "C2"):
        page.locator(f"[aria-label^='{place}']").click()
    assert "Seat B swapped B1-C2" in page.locator("#told").text_content()
    page.locator("#hint").click()
    assert "Enter its swap" in page.locator("#message").inner_text()
    for place in ("C1", "A1"):
        page.locator(f"[aria-label^='{place}']").click()
    page.locator("#message select").select_option("left")
    told = page.locator("#text").input_value()
    assert told == f"{text.replace('7:?', '7:dark').replace('4:?', '4:left')} moves A2-B1 B1-C2 C1-A1"
    page.reload()
    page.locator("#count").get_by_text("turn 4").wait_for()
    assert page.locator("#text").input_value() == told
    assert overflow(page) == 0
    assert serious(page) == []


@pytest.mark.nightly
def test_hints_are_counted_and_no_game_with_hints_is_perfect(open_page: Open, address: str) -> None:
    page = open_page(address + link(DEAL))
    page.locator("#count").get_by_text(" of 5").wait_for()
    for turn in range(1, 6):
        for words in ("should move", "It should take", "swapped"):
            page.locator("#hint").click()
            page.locator("#bubble, #told").get_by_text(words).wait_for(state="attached")
        assert page.locator("#line button").count() == turn
    assert page.locator("#result-more").inner_text() == "5 of 5 turns, 5 hints"
    page.locator("#end .close").click()
    for _ in range(5):
        page.locator("#undo").click()
    page.evaluate("giveUp()")
    page.get_by_text("A shortest way from here").wait_for()
    for swap in LINE.split():
        for place in swap.split("-"):
            page.locator(f"[aria-label^='{place}']").click()
    assert page.locator("#result-more").inner_text() == "5 of 5 turns, 5 hints, 1 solution shown"


@pytest.mark.quick
def test_the_puzzle_of_a_day_is_a_deal_of_the_program(open_page: Open, address: str) -> None:
    page = open_page(f"{address}#day=2026-11-24&puzzle=medium")
    page.locator("#count").get_by_text(" of 5").wait_for()
    assert page.locator("#text").input_value() == str(Deal.parse(page.evaluate("game.id")))
    assert page.locator("#name").inner_text() == "24 Nov · medium"
    page.evaluate("location.hash = '#archive'")
    page.locator("#dealing").wait_for()
    assert page.locator("#days tr").count() == 5


@pytest.mark.quick
def test_the_first_visit_has_one_sentence_and_a_lesson_of_three_swaps(open_page: Open, address: str) -> None:
    page = open_page(address, 360, 640, touch=True, stranger=True)
    page.locator("#welcome").wait_for()
    for language in ("de", "fr", "ja", "pl", "en"):
        page.evaluate("one => speak(one)", language)
        assert (
            in_view(page, "#hero", "#welcome-goal", "#welcome-play", "#welcome-show", "#welcome-table") == []
        )
        assert cut(page.locator("#welcome button")) == [], f"too long in {language}"
        assert max(rows(one) for one in page.locator("#welcome button").all()) < 3.5
    assert page.locator(".main").filter(visible=True).all_inner_texts() == ["Play today"]
    assert serious(page) == []
    page.locator("#welcome-show").tap()
    page.locator("#message").get_by_text(
        "Seat A is to move: its field is outlined. Tap A1, the 5."
    ).wait_for()
    where = "['undo', 'hint', 'costs', 'more-open'].map(id => $(id).getBoundingClientRect().y + scrollY)"
    before = page.evaluate(where)
    for words, swap in (
        ("Those that light up", "A1-C1"),
        ("Those that light", "B2-A4"),
        ("", "C2-B2"),
    ):
        own, other = swap.split("-")
        page.locator(f"[aria-label^='{own}']").tap()
        assert words in page.locator("#message").inner_text()
        assert page.evaluate(where) == before
        page.locator(f"[aria-label^='{other}']").tap()
    assert "Now for the puzzles of today" in page.locator("#result-more").inner_text()
    motion = "one => getComputedStyle(one).animationName"
    assert page.locator(".joy .halo").first.evaluate(motion) == "none"  # the reader asked for reduced motion
    page.get_by_role("button", name="Today: easy").tap()
    page.locator("#name").get_by_text("easy").wait_for()
    page.goto("about:blank")
    page.goto(address)
    page.locator("#name").get_by_text("easy").wait_for()
    assert page.locator("#welcome").is_hidden()
    page.locator("#menu-open").tap()
    page.locator("#menu-rules").tap()
    assert page.locator("#rules p").first.is_visible()


def test_the_lesson_sees_other_swaps(open_page: Open, address: str) -> None:
    page = open_page(f"{address}#learn")
    for place, words in (("A2", "Try A1, the 5."), ("B2", "")):
        page.locator(f"[aria-label^='{place}']").click()
        assert words in page.locator("#message").inner_text()
    page.get_by_text("The ring could be in order in").wait_for()


def test_a_tap_on_a_card_says_what_it_allows(open_page: Open, address: str) -> None:
    page = open_page(address + link(DEAL), 360, touch=True)
    page.locator(".tile").nth(5).tap()
    assert page.locator("#bubble p").inner_text() == "The 3 may take any stone exactly 3 places away"
    assert page.locator(".chosen").count() == 0


def test_puzzles_and_games_are_kept_and_can_be_deleted(open_page: Open, address: str) -> None:
    page = open_page(f"{address}#day=2026-11-24&puzzle=easy", alone=True)
    page.clock.set_fixed_time("2026-11-24T12:00:00")
    page.locator("#count").get_by_text(" of 4").wait_for()
    page.locator("#hint").click()
    page.locator("#bubble").get_by_text("should move").wait_for()
    page.evaluate("machine.solve(DECK, game.state, 'allowed').swaps.slice(0, 2).forEach(swap)")
    assert page.evaluate("location.hash") == "#day=2026-11-24&puzzle=easy"
    page.reload()
    page.locator("#count").get_by_text("turn 3").wait_for()
    page.evaluate("machine.solve(DECK, game.state, 'allowed').swaps.forEach(swap)")
    page.locator("#result-more").get_by_text("4 of 4 turns, 1 hint").wait_for()
    page.evaluate("openDealing()")
    assert page.locator("#archive dd").all_inner_texts() == ["1", "1", "0"]
    assert page.locator("#archive .chart td").all_inner_texts() == ["1", "0", "0", "0"]
    page.get_by_label("24 November 2026, easy: solved").wait_for()
    page.locator("#earlier").click()
    assert page.locator("#days th").first.inner_text() == "19 Nov"
    page.locator("#forget").click()
    page.get_by_text("Delete all of it?").click()
    page.get_by_label("24 November 2026, easy: not solved yet").click()
    page.locator("#count").get_by_text("turn 1").wait_for()
    page.evaluate("localStorage.setItem('narabi', '{\"puzzles\": 3}')")
    page.reload()
    page.locator("#count").get_by_text("turn 1").wait_for()


def test_a_deal_put_together_by_tapping(open_page: Open, address: str) -> None:
    page = open_page(address + link(DEAL), 800)
    page.evaluate("openDealing()")
    page.get_by_label("Build").check()
    page.get_by_label("Players").select_option("5")
    page.locator("#make").click()
    for placed in range(15):
        assert f"{placed} of 15 stones placed" in page.locator("#placed").inner_text()
        page.locator("#stones button:enabled").first.click()
        page.locator("#deck button:enabled").last.click()
    page.locator("#built").click()
    page.locator("#result").get_by_text("In order").wait_for()
    assert page.locator("#end .sums").is_hidden(), "nobody has solved it"
    deal = Deal.parse(page.locator("#text").input_value())
    assert deal.players == 5


@pytest.mark.quick
def test_pasted_deals_good_and_bad(open_page: Open, address: str) -> None:
    page = open_page(address + link(DEAL))
    page.evaluate("openDealing()")
    page.get_by_label("Paste").check()
    field = page.get_by_label("The deal", exact=True)
    for text, words in (
        ("", "no deal in this text"),
        ("1:even / <b>:odd 2", "line 1, column 10: unknown stone '<b>'"),
        (DEAL.replace("8:", "7:"), "line 1, column 86: stone 7 occurs twice"),
        (DEAL.replace("8:", "9:"), "the ring lacks the 8, has a 9 too many"),
        (DEAL.replace("1:stay", "1:l"), "card 'l' may be lower or left"),
        ("3-0-99999999999999999999", "not 99999999999999999999"),
        (f"{DEAL} moves A1-A2", "line 1, column 126: turn 1, A1-A2: it is seat B's turn"),
        ("x" * 20_000, "too long"),
    ):
        field.fill(text)
        page.locator("#make").click()
        assert words in page.locator("#problems").inner_text()
    for text in (DEAL.upper().replace("AT-LEAST-3", "al3").replace("2-TO-6", "2to6"), "4-0-17"):
        page.evaluate("openDealing()") if text == "4-0-17" else None
        field.fill(text)
        page.locator("#make").click()
        assert page.locator("#text").input_value() == str(Deal.parse(text))
    assert page.locator("#name").inner_text() == "Deal 4-0-17"
    page.evaluate("openDealing()")
    field.fill(f"# of ours\n{DEAL.replace('/', chr(10) + '/')} first C")
    page.locator("#make").click()
    assert page.locator("#turn").inner_text() == "C’s turn"


def test_a_link_that_cannot_be_read_says_why(open_page: Open, address: str) -> None:
    page = open_page(f"{address}#nonsense")
    for part, field, words in (
        ("#deal=garbage", "garbage", "line 1, column 1: 'garbage' is not a stone with a card"),
        ("#deal=%E0%A4nonsense", "%E0%A4nonsense", "it has a % that is followed by no character"),
        ("#deal=4-0-17&undo=never", "4-0-17", "undo is allowed, next, receiver or expert"),
        ("#day=2026-02-30", "", "a day is written like 2026-11-23, not '2026-02-30'"),
        ("#day=2099-01-01", "", "; 1 January 2099 is yet to come"),
        ("#day=2026-02-03&puzzle=huge", "", "a puzzle is easy, medium or hard, not 'huge'"),
        ("#4-0-17", "", "it names no deal and no day"),
    ):
        page.evaluate("part => location.hash = part", part)
        page.locator("#message").get_by_text(words).wait_for()
        assert page.locator("#message").inner_text().startswith("The link cannot be read.")
        page.locator("#count").get_by_text("turn 1").wait_for()
        if not field:
            assert page.locator("#mend-link").count() == 0
            continue
        page.locator("#mend-link").click()
        assert words in page.locator("#problems").inner_text()
        assert page.get_by_label("The deal", exact=True).input_value() == field
        page.locator("#close").click()


def test_a_link_is_read_although_something_is_drawn_before_the_browser_tells_of_it(
    open_page: Open, address: str
) -> None:
    page = open_page(f"{address}#deal=4-0-17")
    page.locator("#count").get_by_text("turn 1").wait_for()
    page.evaluate("() => { location.hash = '#deal=garbage'; draw(); }")  # as when the minimum is found then
    page.get_by_text("The link cannot be read.").wait_for()


def test_a_link_with_an_id_and_one_that_cannot_be_read_during_a_game(open_page: Open, address: str) -> None:
    page = open_page(f"{address}#deal=4-0-17")
    assert page.locator("#name").inner_text() == "Deal 4-0-17"
    assert page.locator("#text").input_value() == str(Deal.parse("4-0-17"))
    page.evaluate("location.hash = '#deal=garbage'")
    page.get_by_text("The link cannot be read.").wait_for()
    assert page.locator("#name").inner_text() == "Deal 4-0-17"
    assert page.evaluate("location.hash") == "#deal=4-0-17"


def test_a_rule_that_the_game_broke_takes_it_back(open_page: Open, address: str) -> None:
    deal, swap = next(
        (deal, swap)
        for deal in random_deals(4, seed=1)
        for swap in deal.legal_moves
        if Swap(swap.other, swap.own) in deal.play(swap).legal_moves
    )
    back = Swap(swap.other, swap.own)
    page = open_page(address + link(f"{deal} moves {swap} {back}"))
    assert page.locator("#line button").count() == 2
    page.evaluate("one => setRule(one)", "next")
    assert page.locator("#line button").count() == 1
    assert "breaks that rule" in page.locator("#toast").inner_text()


def test_the_same_cases_in_the_browser(open_page: Open, address: str) -> None:
    cases = json.loads(CASES.read_text("utf-8"))
    page = open_page(address)
    found = page.evaluate(script_for([one for one in cases if one["undo"] == "receiver"], BLOCK))
    assert (found["deals"], found["wrong"]) == (6 * BLOCK, [])


def test_stepping_by_the_track_and_by_itself(open_page: Open, address: str) -> None:
    page = open_page(f"{address}{link(DEAL)}+moves+{LINE.replace(' ', '+')}", 800, alone=True)
    page.locator("#result").wait_for()
    page.locator("#end .close").click()
    page.locator("#line button").nth(1).click()
    assert page.locator("#count").inner_text().startswith("turn 3")
    stop_clock(page)
    page.locator("#more-open").click()
    page.locator("#auto").click()
    assert page.locator("#auto b").text_content() == "Stop"
    page.clock.run_for(1_200)
    assert page.locator("#count").inner_text().startswith("turn 4")
    page.clock.run_for(5_000)
    assert page.locator("#turn").inner_text() == "In order"
    assert page.locator("#auto").get_attribute("aria-pressed") == "false"


def test_deals_by_chance_and_to_order(open_page: Open, address: str) -> None:
    page = open_page(address + link(DEAL))
    page.evaluate("openDealing()")
    page.get_by_label("Random").check()
    page.get_by_label("Players").select_option("5")
    page.locator("#make").click()
    assert page.locator("#name").inner_text() == "Random deal, 5 players"
    assert Deal.parse(page.locator("#text").input_value()).players == 5
    page.evaluate("openDealing()")
    page.get_by_label("To order").check()
    page.get_by_label("Players").select_option("3")
    page.get_by_label("Minimum").select_option("4")
    page.locator("#make").click()
    page.locator("#count").get_by_text(" of 4").wait_for()
    assert solve(Deal.parse(page.locator("#text").input_value())).turns == 4


@pytest.mark.nightly
def test_a_deck_with_cards_for_three_and_four_only(open_page: Open, tmp_path: Path) -> None:
    file = tmp_path / "own.html"
    file.write_text(page_html(Deck.loads("[cards.any]\ncopies = 13\n")), "utf-8")
    for day in ("2026-11-24", "2026-11-25", "2026-11-26"):
        page = open_page(f"{file.as_uri()}#day={day}")
        page.locator("#count").get_by_text(" of ").wait_for()
    assert page.locator("#players option").all_text_contents() == ["3", "4"]
    page = open_page(f"{file.as_uri()}#deal=5-0-1")
    page.get_by_text("this page has random deals for 3, 4 players, not for 5").wait_for()


@pytest.mark.parametrize("missing", ["WebAssembly", "DecompressionStream"])
def test_a_browser_that_runs_no_solver_plays_all_the_same(
    open_page: Open, address: str, missing: str
) -> None:
    page = open_page("about:blank", language="de")
    page.add_init_script(f"delete globalThis.{missing}")
    page.goto(address + link(DEAL))
    page.locator("#hint").click()
    words = "Die Suche ist abgebrochen: dieser Browser lässt die Seite ihre Suche nicht starten."
    page.locator("#toast").get_by_text(words).wait_for()
    for place in ("B2", "A3"):
        page.locator(f"[aria-label^='{place}']").click()
    assert page.locator("#count").inner_text().startswith("Zug 2")
    page.evaluate("location.hash = '#learn'")
    page.locator("#count").get_by_text("Zug 1").wait_for()


def test_the_page_begins_before_its_kernels_are_compiled(open_page: Open, address: str) -> None:
    held = (
        "const compile = WebAssembly.compile; WebAssembly.compile = bytes =>"
        " new Promise(done => (globalThis.release = () => done(compile(bytes))));"
    )
    page = open_page(address + link(DEAL), prepare=held)
    assert page.evaluate("game.state.turns") == 0
    page.locator("#hint").click()
    until(page, "!!globalThis.release")
    assert page.locator("#hint").is_enabled()
    page.evaluate("release()")
    page.locator("#bubble").get_by_text("should move").wait_for()
    page.locator("#count").get_by_text(" of 5").wait_for(state="attached")


def test_the_lesson_does_not_replace_a_deal_that_was_opened_while_it_waited(
    open_page: Open, address: str
) -> None:
    held = "WebAssembly.compile = () => new Promise((_, refuse) => (globalThis.release = refuse));"
    page = open_page(address + "#learn", prepare=held)
    until(page, "!!globalThis.release")
    page.evaluate("hash => (location.hash = hash)", link(DEAL))
    until(page, "!!game")
    page.evaluate("release(Error('held back'))")
    page.locator("#hint").click()
    page.locator("#toast").get_by_text("this browser does not let").wait_for()
    assert page.evaluate("game.id") != "learn"


def test_what_is_shared_holds_no_moves_and_no_link_that_leads_nowhere(open_page: Open, address: str) -> None:
    page = open_page(address + link(DEAL))
    page.locator("#count").get_by_text(" of 5").wait_for()
    page.locator("#hint").click()
    page.locator("#bubble").get_by_text("should move").wait_for()
    best = "left => machine.solve(DECK, left, 'allowed')"
    worse = (
        f"game.legal.find(one => ({best})(afterSwap(game.state, one)).turns === ({best})(game.state).turns)"
    )
    page.evaluate(f"swap(({best})(game.state).swaps[0]); swap({worse})")
    page.evaluate(f"({best})(game.state).swaps.forEach(swap)")
    turns = page.evaluate("game.at")
    page.evaluate("share()")
    shared = page.get_by_label("text to be shared").input_value()
    title, result, *ring, deal = shared.split("\n")
    assert (title, deal) == ("Narabi for 3 players", DEAL)
    assert result == f"{turns} turns, fewest possible 5; 1 hint"
    assert (turns, ring) == (6, ["💡🟧🟦", "🟦🟦🟦"])
    assert "moves" not in page.evaluate("location.hash")
    page.get_by_role("button", name="Share with my moves").click()
    page.get_by_text("This shows what you played").wait_for()
    moves = page.get_by_label("text to be shared").input_value()
    assert Deal.parse(moves.split(" moves ")[0]) == Deal.parse(DEAL) and "moves" in moves
    addresses = [
        "https://a.example/narabi.html#deal=x",
        "http://127.0.0.1:1/token/",
        "http://localhost/",
        address,
    ]
    public = page.evaluate("all => all.map(one => publicAddress(new URL(one)))", addresses)
    assert public == ["https://a.example/narabi.html", None, None, None]
    page.evaluate("publicAddress = () => location.href.split('#')[0]")
    page.evaluate("share()")
    page.get_by_text("This gives nothing of the solution away").wait_for()
    shared = page.get_by_label("text to be shared").input_value()
    assert "moves" not in shared
    assert open_page(shared.split("\n")[-1]).locator("#text").input_value() == DEAL


STOPPING = """() => new MutationObserver((_, observer) => {
  const said = $("problems").textContent.match(/^Dealing … ([1-9][0-9,]*) of at most 20,000 deals tried$/);
  if ($("make").textContent !== "Stop" || !said) return;
  observer.disconnect();
  $("make").click();
}).observe($("dealing"), { subtree: true, childList: true, characterData: true })"""
"""Press *Stop* as soon as a part of the search is said: on a quick machine it ends within a second."""


@pytest.mark.nightly
def test_a_minimum_that_is_too_rare_is_named_and_the_search_can_be_stopped(
    open_page: Open, address: str
) -> None:
    page = open_page(address + link(DEAL), 360)
    page.evaluate("openDealing()")
    page.get_by_label("To order").check()
    page.get_by_label("Minimum").select_option("7")
    rarity, problems, make = (page.locator(name) for name in ("#rarity", "#problems", "#make"))
    assert rarity.inner_text() == "Of 10,000,000 random deals for 4 players, 110,710 take 7 turns."
    page.get_by_label("Players").select_option("3")
    page.get_by_label("Minimum").select_option("9")
    none = "Of 10,000,000 random deals for 3 players, none takes 9 turns."
    assert rarity.inner_text() == f"{none} That is too rare to wait for: Deal gives a known one."
    page.get_by_label("Minimum").select_option("10")
    assert "Nobody has ever found a deal for 3 players that takes more than 9." in rarity.inner_text()
    assert make.is_disabled()
    page.get_by_label("Minimum").select_option("9")
    make.click()
    page.locator("#count").get_by_text(" of 9").wait_for()
    page.evaluate("openDialog('settings')")
    page.locator("#rule").select_option("next")  # by which no survey tells what is too rare
    page.locator("#settings .close").click()
    page.evaluate("openDealing()")
    page.get_by_label("Minimum").select_option("9")
    page.evaluate(STOPPING)
    make.click()
    problems.get_by_text(re.compile(r"^Stopped after [1-9][0-9,]* deals\.$")).wait_for()
    assert overflow(page) == 0
    assert make.inner_text() == "Deal"
    page.get_by_label("Minimum").select_option("4")
    make.click()
    page.locator("#count").get_by_text(" of 4").wait_for()


@pytest.mark.parametrize("begin", ["", *nightly("index.html")])
def test_from_a_server_it_can_be_installed_and_then_works_offline(
    open_page: Open, tmp_path: Path, begin: str
) -> None:
    for name, content in page_folder().items():
        (tmp_path / name).write_bytes(content)
    with served(tmp_path) as address:
        page = open_page(address + begin, 360)
        page.evaluate("navigator.serviceWorker.ready.then(() => null)")
        session = page.context.new_cdp_session(page)
        errors = session.send("Page.getInstallabilityErrors")["installabilityErrors"]
        assert [one["errorId"] for one in errors if one["errorId"] != "in-incognito"] == []
        assert page.evaluate("caches.keys().then(names => names.length)") == 1
    page.goto("about:blank")  # from the page itself an address with another hash loads nothing
    page.goto(f"{address}{begin}#deal=4-0-17")
    page.locator("#count").get_by_text(" of 5").wait_for()
    page.locator("#hint").click()
    page.locator("#bubble").get_by_text("should move").wait_for()


TAPS = """async ([seed, many, links]) => {
  let state = seed;
  const one = list => {
    state = (state * 1103515245 + 12345) % 2147483648;
    return list[Math.floor(state / 65536) % list.length];
  };
  const drawn = part => [...document.querySelectorAll(part)].filter(button => button.checkVisibility());
  for (let i = 0; i < many; i++) {
    const parts = ["#ring [aria-label]", "button:not(:disabled), select"].map(drawn);
    const button = one(one(parts.filter(all => all.length)));
    if (button.tagName === "SELECT") {
      one([...button.options]).selected = true;
      button.dispatchEvent(new Event("change"));
    } else button.dispatchEvent(new MouseEvent("click", { bubbles: true }));
    if (i % 30 === 29) location.hash = one(links);
    await new Promise(done => setTimeout(done, 5));
  }
}"""
"""Taps at random what can be seen, and follows links."""


@pytest.mark.nightly
@pytest.mark.parametrize("seed", [1, 8, 9])
def test_random_taps_write_no_error(open_page: Open, address: str, seed: int) -> None:
    """The fixture fails if there is an error in the console."""
    page = open_page(address, 360)
    page.locator("#count").get_by_text(" of ").wait_for()
    links = ["#deal=3-0-1", "#learn", "#day=2026-11-24&puzzle=hard", "#deal=4-0-17&cards=pass", "#nonsense"]
    page.evaluate(TAPS, [seed, 400, links])
    assert page.locator("#name").is_visible()


def test_leaving_a_deal_that_is_not_complete(open_page: Open, address: str) -> None:
    page = open_page(address + link(DEAL), 360, touch=True)
    page.evaluate("openDealing()")
    page.get_by_label("Build").check()
    page.locator("#make").tap()
    page.locator("[aria-label^='B2']").tap()
    page.locator("#stones button").first.tap()
    assert page.locator("[aria-label^='B2: 0']").count() == 1
    page.locator("#clear").tap()
    assert page.locator("[aria-label='B2: empty']").count() == 1
    assert page.locator("#built").is_disabled()
    page.locator("#leave").tap()
    assert page.locator("#text").input_value() == str(Deal.parse(DEAL))
    page.evaluate("openDealing()")
    page.locator("#close").tap()
    assert not page.locator("#dealing").is_visible()
